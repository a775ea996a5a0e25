"""Disputes about Otoma: what its cards can have done is explained, and nothing else is."""

from collections.abc import Callable
from itertools import chain
from random import Random
from typing import Any

import pytest

from misterra.tables import player
from theodolite.misterra.board import LETTERS, TERRAIN_NAMES

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]
SPACES = [f"{column}{row}" for row in "12345" for column in "ABCDE"]
TERRAINS = dict(zip(LETTERS, TERRAIN_NAMES, strict=True))


def table(rng: Random) -> Json:
    letters = [rng.choice([*"JMSjlms", *"." * 6]) for _ in SPACES]
    # The cards that leave no trace confirm what is confirmed.
    letters[rng.randrange(25)] = "J"
    return {
        "beach": "right",
        "island": ["".join(letters[row : row + 5]) for row in range(0, 25, 5)],
        "players": [player("Cassandra", meeple="beach:E3")],
        "otoma": {"claims": []},
    }


def half_days(rng: Random) -> list[Json]:
    """One half day, or a turn of two, of which at most one claims."""
    moves = [half_day(rng, claim=rng.random() < 0.5) for _ in range(rng.choice((1, 2)))]
    moves[-1]["claim"] = moves[-1]["claim"] and (len(moves) == 1 or not moves[0]["claim"])
    return moves


def half_day(rng: Random, *, claim: bool) -> Json:
    actions = []
    for space in rng.sample(SPACES, 2):
        do = rng.choice(["confirm", "map"])
        terrain = {"confirm": "otherwise", "map": "terrain"}[do]
        actions.append({"space": space, "do": do, terrain: rng.choice(TERRAIN_NAMES)})
    return {"actions": actions, "claim": claim}


def played(ask: Ask, before: Json, moves: list[Json]) -> Json | None:
    """The table after half days of Otoma; None if one of them is illegal."""
    for move in moves:
        asked = {"snapshot": before, "player": "Otoma", "move": move}
        verdict = ask("legality-checks", asked)
        if not verdict["legal"]:
            return None
        before = verdict["after"]
    return before


@pytest.mark.parametrize("seed", range(60))
def test_each_account_leads_from_one_table_to_the_other(ask: Ask, seed: int) -> None:
    rng = Random(seed)
    before, after = table(rng), None
    while after is None:
        after = played(ask, before, half_days(rng))
    about = {"before": before, "after": after, "player": "Otoma"}
    resolved = ask("disputes", about)
    assert resolved["possible"], (about, resolved["differences"])
    for account in resolved["accounts"]:
        found = played(ask, before, account["moves"])
        assert found is not None
        assert (found["island"], found["otoma"]["claims"]) == (
            after["island"],
            after["otoma"]["claims"],
        )


@pytest.mark.parametrize("seed", range(30))
def test_a_sixth_tile_or_a_players_board_is_not_explained(ask: Ask, seed: int) -> None:
    rng = Random(seed)
    before = table(rng)
    rows = [list(row) for row in before["island"]]
    hazy = [(y, x) for y, row in enumerate(rows) for x, one in enumerate(row) if one in "jlms."]
    for y, x in hazy[:5]:
        rows[y][x] = "J" if rows[y][x] == "l" else "l"
    many = {**before, "island": ["".join(row) for row in rows]}
    resolved = ask("disputes", {"before": before, "after": many, "player": "Otoma"})
    assert not resolved["possible"]
    pointers = {each["pointer"] for each in resolved["differences"]}
    assert pointers <= {f"/island/{y}" for y, _ in hazy[:5]}
    (cassandra,) = before["players"]
    moved = {**before, "players": [{**cassandra, "meeple": "beach:E4"}]}
    resolved = ask("disputes", {"before": before, "after": moved, "player": "Otoma"})
    assert [each["pointer"] for each in resolved["differences"]] == ["/players/0/meeple"]
    assert "Only Otoma played" in resolved["differences"][0]["explanation"]


def test_a_smaller_region_is_no_claim_of_otomas(ask: Ask) -> None:
    island = ["JJ..S", ".....", ".....", ".....", "....."]
    before = {
        "beach": "right",
        "island": island,
        "players": [player("Cassandra", meeple="beach:E3")],
        "otoma": {"claims": []},
    }
    for space, possible in (("A1", True), ("B1", True), ("E1", False)):
        after = {**before, "otoma": {"claims": [space]}}
        resolved = ask("disputes", {"before": before, "after": after, "player": "Otoma"})
        assert resolved["possible"] is possible, space
    rules = [each["explanation"] for each in resolved["differences"]]
    assert any("E1" in words for words in rules), rules


@pytest.mark.parametrize(
    ("before", "marker", "cassandras", "says"),
    [
        ([], "D2", [], "the largest regions open to Otoma have 3 tiles"),
        ([], "A1", ["B1"], "the largest regions open to Otoma have 2 tiles"),
        (["A1"], "D2", [], "Otoma's half day 3 cannot claim"),
    ],
)
def test_a_wrong_claim_accuses_the_marker_alone(
    ask: Ask, before: list[str], marker: str, cassandras: list[str], says: str
) -> None:
    island = ["JJJ.L", "...SS", "MM...", ".....", "....."]
    later = ["JJJ.L", "...SS", "MM..m", "l....", "s...j"]
    cassandra = player("Cassandra", meeple="beach:E3", claims=cassandras)
    body: Json = {"player": "Otoma"}
    for side, rows, claims, done in (
        ("before", island, before, 2 * len(before)),
        ("after", later, [*before, marker], 2 * len(before) + 2),
    ):
        otoma = {"claims": claims, "half_days_played": done}
        body[side] = {"beach": "right", "island": rows, "players": [cassandra], "otoma": otoma}
    resolved = ask("disputes", body)
    (difference,) = resolved["differences"]
    assert (difference["pointer"], difference["spaces"]) == ("/otoma/claims", [marker])
    assert says in difference["explanation"]
    assert ask("disputes", {**body, "after": resolved["mended"]})["possible"]


def test_a_tile_that_is_gone_is_explained_by_no_card(ask: Ask) -> None:
    before = table(Random(1))
    letters = [*chain.from_iterable(before["island"])]
    letters[letters.index("J")] = "."
    rows = ["".join(letters[row : row + 5]) for row in range(0, 25, 5)]
    about = {"before": before, "after": {**before, "island": rows}, "player": "Otoma"}
    assert not ask("disputes", about)["possible"]


TRACKED = {"half_days_played": 0, "claims": []}


@pytest.mark.parametrize(
    ("moves", "cards", "deck", "kinds"),
    [
        pytest.param(1, 0, 20, [], id="discarded"),
        pytest.param(2, 5, 15, [], id="refilled"),
        pytest.param(2, 0, 20, [], id="not_yet_refilled"),
        pytest.param(1, 3, 20, ["display"], id="kept"),
        pytest.param(1, 5, 15, ["display"], id="refilled_too_soon"),
        pytest.param(2, 4, 16, ["display"], id="one_short"),
        pytest.param(2, 5, 16, ["deck"], id="deck_miscounted"),
        pytest.param(1, 0, 19, ["deck"], id="deck_touched"),
    ],
)
def test_the_display_and_the_deck_are_disputed(
    ask: Ask, moves: int, cards: int, deck: int, kinds: list[str]
) -> None:
    card = ["jungle", "lagoon"]
    before = {
        **table(Random(0)),
        "otoma": TRACKED,
        "display": [card] * 3,
        "deck": 20,
    }
    after = {
        **before,
        "otoma": {**TRACKED, "half_days_played": moves},
        "display": [card] * cards,
        "deck": deck,
    }
    answer = ask("disputes", {"before": before, "after": after, "player": "Otoma"})
    assert [each["kind"] for each in answer["differences"]] == kinds
    assert answer["possible"] is not bool(kinds)
