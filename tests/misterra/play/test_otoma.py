"""Otoma's turns: confirming, mapping, and claiming the largest region that is open."""

from collections.abc import Callable
from typing import Any

import pytest

from misterra.tables import EMPTY, player

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

QUIET = [
    {"space": "A1", "do": "confirm", "otherwise": "jungle"},
    {"space": "A1", "do": "confirm", "otherwise": "jungle"},
]
"""Actions that change nothing on an island with a confirmed tile on A1."""


def table(island: list[str], **other: Any) -> Json:
    claims = other.pop("claims", [])
    return {
        "beach": "right",
        "island": island,
        "players": [player("Cassandra", meeple="beach:E3", claims=claims)],
        "otoma": {"claims": other.pop("otoma", [])},
        **other,
    }


def half_day(ask: Ask, snapshot: Json, *actions: Json, **other: Any) -> Json:
    """A half day of Otoma, as judged."""
    move = {"actions": [*actions], **other}
    return ask("legality-checks", {"snapshot": snapshot, "player": "Otoma", "move": move})


def act(ask: Ask, island: list[str], *actions: Json, **other: Any) -> tuple[list[Any], list[str]]:
    """The results of two actions, and the island after them."""
    answer = half_day(ask, table(island, **other), *actions)
    assert [one["space"] for one in answer["actions"]] == [one["space"] for one in actions]
    done = [action["done"] for action in answer["actions"]]
    assert answer["changes"] == [one for one in done if isinstance(one, dict)]
    effects = [one if isinstance(one, str) else one["effect"] for one in done]
    return effects, answer["after"]["island"]


def claim(ask: Ask, island: list[str], at: str | None = None, **other: Any) -> Any:
    """The claim of Otoma."""
    answer = half_day(ask, table(island, **other), *QUIET, claim=True, claim_at=at)
    claimed = answer["claim"]
    if len(other.get("otoma", [])) == 3:
        # All cards that claim are played.
        assert not answer["legal"]
        return claimed
    expected = other.get("otoma", []) + ([] if claimed is None else [claimed["space"]])
    assert answer["after"]["otoma"]["claims"] == expected
    return claimed


def test_confirming_turns_a_hazy_tile_and_leaves_a_confirmed_one(ask: Ask) -> None:
    effects, island = act(
        ask,
        ["jM...", *["....."] * 4],
        {"space": "A1", "do": "confirm", "otherwise": "steppe"},
        {"space": "B1", "do": "confirm", "otherwise": "steppe"},
    )
    assert effects == ["confirmed", "nothing"]
    assert island[0] == "JM..."


def test_confirming_where_no_tile_lies_maps_the_terrain_in_brackets(ask: Ask) -> None:
    effects, island = act(
        ask,
        [".....", *["....."] * 4],
        {"space": "A1", "do": "confirm", "otherwise": "mountain"},
        {"space": "A1", "do": "confirm", "otherwise": "steppe"},
    )
    # The second action meets the tile that the first has placed.
    assert effects == ["placed", "confirmed"]
    assert island[0] == "M...."


def test_mapping_updates_the_island_like_a_sketch_card(ask: Ask) -> None:
    effects, island = act(
        ask,
        ["jM...", *["....."] * 4],
        {"space": "A1", "do": "map", "terrain": "lagoon"},
        {"space": "B1", "do": "map", "terrain": "lagoon"},
    )
    assert effects == ["replaced", "already_confirmed"]
    assert island[0] == "lM..."


@pytest.mark.parametrize(
    ("ruling", "effect"), [("no_effect", "none_in_supply"), ("may_confirm", "confirmed")]
)
def test_an_emptied_supply(ask: Ask, ruling: str, effect: str) -> None:
    effects, island = act(
        ask,
        ["SSSSS", "SSSSS", "ss...", ".....", "....."],
        {"space": "A3", "do": "confirm", "otherwise": "steppe"},
        {"space": "B3", "do": "map", "terrain": "steppe"},
        rulings={"empty_supply": ruling},
    )
    # Confirming is no mapping: it asks for nothing from the supply.
    assert effects == ["confirmed", effect]
    assert island[2][0] == "S"


def test_the_largest_region_is_measured_by_confirmed_tiles(ask: Ask) -> None:
    island = ["JJ...", "sSss.", "LLL..", ".....", "....."]
    assert claim(ask, island) == {
        "space": "A3",
        "terrain": "lagoon",
        "spaces": ["A3", "B3", "C3"],
        "tied_with": [],
    }
    by_hazy = claim(ask, island, rulings={"otoma_region": "with_hazy"})
    # The marker lies on a confirmed tile all the same.
    assert by_hazy["space"] == "B2"
    assert by_hazy["spaces"] == ["A2", "B2", "C2", "D2"]


def test_the_answer_says_that_the_ruling_matters(ask: Ask) -> None:
    island = ["JJ...", "sSss.", "LLL..", ".....", "....."]
    answer = half_day(ask, table(island), *QUIET, claim=True)
    matters = {ruling["name"]: ruling["could_matter"] for ruling in answer["rulings"]}
    assert matters == {"otoma_region": True, "claim_region": False, "empty_supply": False}


def test_a_terrain_that_otoma_has_claimed_is_not_open(ask: Ask) -> None:
    island = ["JJ...", "S.S..", "LL.LL", "...LL", "....."]
    assert claim(ask, island, otoma=["A3"])["spaces"] == ["A1", "B1"]


def test_a_region_with_a_marker_is_not_open(ask: Ask) -> None:
    island = ["JJ...", "S.S..", "LL.LL", "...LL", "....."]
    assert claim(ask, island, claims=["E4"])["spaces"] == ["A1", "B1"]


def test_a_marker_beyond_hazy_tiles_closes_a_region_by_the_ordinary_rules(ask: Ask) -> None:
    island = ["JJ...", "S.S..", "LLlLL", "...LL", "....."]
    assert claim(ask, island, claims=["A3"])["spaces"] == ["A1", "B1"]
    rulings = {"claim_region": "confirmed_only"}
    assert claim(ask, island, claims=["A3"], rulings=rulings)["spaces"] == ["D3", "E3", "D4", "E4"]


def test_without_a_marker_or_a_region_there_is_no_claim(ask: Ask) -> None:
    island = ["JJ...", "S.S..", "LL.MM", ".....", "....."]
    assert claim(ask, island, otoma=["A1", "A2", "A3"]) is None
    assert claim(ask, ["J....", *["....."] * 4], claims=["A1"]) is None


def test_a_tie_is_listed_and_decided_by_the_caller(ask: Ask) -> None:
    island = ["JJ...", "S.S..", "..LL.", "MM...", "....."]
    assert claim(ask, island) == {
        "space": "A1",
        "terrain": "jungle",
        "spaces": ["A1", "B1"],
        "tied_with": ["C3", "A4"],
    }
    assert claim(ask, island, "B4") == {
        "space": "B4",
        "terrain": "mountain",
        "spaces": ["A4", "B4"],
        "tied_with": ["A1", "C3"],
    }


def test_the_cards_left_by_the_player_are_discarded(ask: Ask) -> None:
    display = [["jungle", "steppe"]] * 3
    snapshot = table(["J....", *["....."] * 4], display=display, deck=20)
    answer = half_day(ask, snapshot, *QUIET)
    assert (answer["after"]["display"], answer["after"]["deck"]) == ([], 20)


def test_the_second_half_day_goes_on_where_the_first_stopped(ask: Ask) -> None:
    first = [
        {"space": "B1", "do": "map", "terrain": "steppe"},
        {"space": "B2", "do": "map", "terrain": "lagoon"},
    ]
    second = [{"space": space, "do": "confirm", "otherwise": "jungle"} for space in ("B1", "B2")]
    snapshot = table(EMPTY)
    moves = [{"actions": first}, {"actions": second, "claim": True}]
    record = {"snapshot": snapshot, "turns": [{"player": "Otoma", "moves": moves}]}
    (turn,) = ask("replays", {"record": record})["turns"]
    answer = half_day(ask, snapshot, *first)
    assert turn["moves"][0]["claim"] is answer["claim"] is None
    answer = half_day(ask, answer["after"], *second, claim=True)
    assert turn["moves"][1]["claim"] == answer["claim"]
    assert (answer["claim"]["space"], answer["claim"]["tied_with"]) == ("B1", ["B2"])
    assert answer["after"]["otoma"]["claims"] == ["B1"]


def test_of_regions_equally_large_otoma_takes_the_first_in_reading_order(ask: Ask) -> None:
    snapshot = table(["J.SSS", "J....", "J....", ".....", "....."])
    assert half_day(ask, snapshot, *QUIET, claim=True)["claim"] == {
        "space": "A1",
        "terrain": "jungle",
        "spaces": ["A1", "A2", "A3"],
        "tied_with": ["C1"],
    }


def test_a_half_day_is_carried_out_as_it_is_judged(ask: Ask) -> None:
    island = ["jM...", *EMPTY[1:]]
    actions = [
        {"space": "A1", "do": "confirm", "otherwise": "steppe"},
        {"space": "B2", "do": "map", "terrain": "lagoon"},
    ]
    shown: Json = {"display": [["jungle", "steppe"]] * 3, "deck": 20}
    snapshot = table(island, **shown)
    snapshot["otoma"]["half_days_played"] = 4
    judged = half_day(ask, snapshot, *actions, claim=True)
    move = {"actions": actions, "claim": True}
    answer = ask("updates", {"snapshot": snapshot, "player": "Otoma", "move": move})
    assert answer["changes"] == judged["changes"]
    assert answer["after"] == judged["after"]
    assert judged["after"]["otoma"] == {"claims": ["A1"], "half_days_played": 5}
    # The island and Otoma suffice, and what is against the rules is carried out.
    partial = {"island": island, "otoma": {"claims": [], "half_days_played": 6}}
    after = ask("updates", {"snapshot": partial, "player": "Otoma", "move": move})["after"]
    assert after["otoma"] == {"claims": ["A1"], "half_days_played": 7}


def test_every_rule_is_judged_though_it_is_not_the_turn_of_otoma(ask: Ask) -> None:
    snapshot = table(["J....", *EMPTY[1:]], display=[["jungle", "steppe"]] * 5, deck=20)
    answer = half_day(ask, snapshot, *QUIET, claim=True, claim_at="E5")
    failed = [check["rule"] for check in answer["checks"] if check["status"] == "failed"]
    assert failed == ["misterra.turn.order", "misterra.solo.discard", "misterra.solo.claim"]
    assert [action["done"] for action in answer["actions"]] == ["nothing", "nothing"]


@pytest.mark.parametrize(
    ("space", "at", "named"), [("F1", None, "F1"), ("A6", None, "A6"), ("A1", "E9", "E9")]
)
def test_cards_name_no_space_over_the_edge(
    ask: Ask, space: str, at: str | None, named: str
) -> None:
    actions = [QUIET[0], {**QUIET[1], "space": space}]
    answer = half_day(ask, table(["J....", *EMPTY[1:]]), *actions, claim=True, claim_at=at)
    assert (answer["legal"], answer["after"], answer["actions"]) == (False, None, [])
    (failed,) = [check for check in answer["checks"] if check["status"] == "failed"]
    assert failed["rule"] == "misterra.setup.board"
    assert f" {named}." in failed["explanation"]
