"""Disputes: the legal accounts of a change, or the differences that no legal play explains."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from misterra.tables import FULL, player

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

BEFORE: Json = {
    "beach": "right",
    "island": [".....", ".J.s.", "..lSs", ".Mml.", "....."],
    "players": [
        {
            "name": "Cassandra",
            "parchment": [".....", "...S.", "..LSS", ".....", "....."],
            "meeple": "C3",
            "claims": ["D3"],
        },
        {
            "name": "Elliott",
            "parchment": [".....", ".....", ".....", ".MML.", "....."],
            "meeple": "D4",
        },
    ],
}


def changed(player: Json | None = None, *, of: Json = BEFORE, **other: Any) -> Json:
    """The table with something changed of Elliott's, or of the rest."""
    after = {**deepcopy(of), **other}
    after["players"][1] |= player or {}
    return after


def resolve(ask: Ask, after: Json, before: Json = BEFORE, player: str = "Elliott") -> Json:
    return ask("disputes", {"before": before, "after": after, "player": player})


def summaries(answer: Json) -> list[list[tuple[Any, ...]]]:
    """The half days of each account: the place where the move ends, and the action there."""
    return [
        [
            (
                half_day["path"][-1] if half_day["path"] else None,
                half_day["action"]["type"],
                *half_day["action"].get("spaces", ()),
                *(half_day.get("sketch", ()) if half_day["action"]["type"] == "map" else ()),
            )
            for half_day in account["moves"]
        ]
        for account in answer["accounts"]
    ]


def test_explains_equal_tables_by_a_discarded_card(ask: Ask) -> None:
    answer = resolve(ask, BEFORE)
    assert answer["possible"]
    assert summaries(answer)[0] == [(None, "discard")]


def test_finds_a_mapped_card_and_its_viewpoints(ask: Ask) -> None:
    after = changed(
        {"parchment": [".....", "..S..", "..L..", ".MML.", "....."], "meeple": "D3"},
        island=[".....", ".Jss.", "..LSs", ".Mml.", "....."],
    )
    accounts = summaries(resolve(ask, after))
    assert accounts[0] == [("D3", "map", "C2", "C3", "steppe", "lagoon")]
    # Or he discarded a card before or after, or another card lies under this one.
    actions = [[half_day[1] for half_day in account] for account in accounts[1:]]
    assert actions[:2] in (
        [["discard", "map"], ["map", "discard"]],
        [["map", "discard"], ["discard", "map"]],
    )
    assert actions[2:]
    assert {tuple(account) for account in actions[2:]} == {("map", "map")}


def test_the_same_card_twice_confirms_both_spaces(ask: Ask) -> None:
    after = changed(
        {"parchment": [".....", ".....", ".....", ".MML.", "...JJ"]},
        island=[".....", ".J.s.", "..lSs", ".Mml.", "...JJ"],
    )
    twice = (None, "map", "D5", "E5", "jungle", "jungle")
    assert summaries(resolve(ask, after)) == [[twice, twice]]


def laid(half_day: Json) -> dict[str, str]:
    """The terrain that a half day lays on each space."""
    spaces = half_day["action"].get("spaces", ())
    return dict(zip(spaces, half_day.get("sketch", ()), strict=True)) if spaces else {}


def test_two_cards_of_which_one_covers_half_of_the_other(ask: Ask) -> None:
    after = changed(
        {"parchment": [".....", ".....", ".....", ".MMLS", "...JJ"]},
        island=[".....", ".J.s.", "..lSs", ".Mmls", "...jj"],
    )
    covered = 0
    for account in resolve(ask, after)["accounts"]:
        first, second = map(laid, account["moves"])
        assert {"E4", "D5", "E5"} <= first.keys() | second.keys()
        for space in first.keys() & second.keys():
            # The same terrain twice would have confirmed the tile.
            assert first[space] != second[space]
            covered += 1
    assert covered


def test_a_hazy_tile_that_was_laid_over_twice(ask: Ask) -> None:
    # D5 alone was mapped, so the card's other half lies on D4 and repeats its lagoon. That would
    # have confirmed the tile, had not another terrain been laid there before.
    after = changed(
        {"parchment": [".....", ".....", ".....", ".MML.", "...J."]},
        island=[".....", ".J.s.", "..lSs", ".Mml.", "...j."],
    )
    accounts = resolve(ask, after)["accounts"]
    assert accounts
    for account in accounts:
        first, second = map(laid, account["moves"])
        assert second["D4"] == "lagoon"
        assert first["D4"] != "lagoon"


def test_a_claim_is_found(ask: Ask) -> None:
    before = changed({"meeple": "B4"})
    after = changed({"meeple": "B4", "claims": ["B4"]})
    accounts = summaries(resolve(ask, after, before))
    assert accounts[0] == [(None, "claim")]
    assert sorted(accounts[1:3], key=str) == [
        [(None, "claim"), (None, "discard")],
        [(None, "discard"), (None, "claim")],
    ]


def test_a_claim_on_a_tile_that_was_confirmed_just_before(ask: Ask) -> None:
    after = changed(
        {"parchment": [".....", ".....", ".....", ".MML.", "...J."], "claims": ["D4"]},
        island=[".....", ".J.s.", "..lSs", ".MmL.", "...j."],
    )
    assert summaries(resolve(ask, after)) == [
        [(None, "map", "D4", "D5", "lagoon", "jungle"), (None, "claim")]
    ]


def test_the_first_half_day_begins_on_the_beach(ask: Ask) -> None:
    before = changed({"meeple": None})
    after = changed({"meeple": "E3"})
    (first, *_) = resolve(ask, after, before)["accounts"]
    assert [half_day["path"] for half_day in first["moves"]] == [["beach:E3"], ["E3"]]
    answer = resolve(ask, before, before)
    assert not answer["possible"]
    assert answer["differences"] == [
        {
            "kind": "meeple",
            "pointer": "/players/1/meeple",
            "before": None,
            "after": None,
            "spaces": [],
            "explanation": "The meeple is not on the island yet: the first half day places it on "
            "the beach, beside E1, E2, E3, E4 or E5.",
            "alternatives": [],
        }
    ]


CARDS: Json = {"display": [["jungle", "jungle"], ["lagoon", "steppe"]], "deck": 9}


@pytest.mark.parametrize(
    ("display", "lagoon", "sketch"),
    [
        ([["jungle", "jungle"]], None, ["lagoon", "steppe"]),
        # The card taken is the one that was revealed.
        (
            [["lagoon", "steppe"]],
            {"discard": ["jungle", "jungle"], "reveal": ["mountain", "steppe"]},
            ["steppe", "mountain"],
        ),
    ],
)
def test_finds_the_card_taken_by_the_display(
    ask: Ask, display: list[Any], lagoon: Json | None, sketch: list[str]
) -> None:
    other = "mountain" if lagoon else "lagoon"
    letter = other[0].upper()
    after = changed(
        {"parchment": [".....", ".....", ".....", ".MML.", f"..{letter}S."]},
        of={**BEFORE, **CARDS},
        display=display,
        island=[".....", ".J.s.", "..lSs", ".Mml.", f"..{letter.lower()}s."],
    )
    (account,) = resolve(ask, after, {**BEFORE, **CARDS})["accounts"]
    (half_day,) = account["moves"]
    assert half_day.get("lagoon") == lagoon
    assert sorted(half_day["sketch"]) == sorted(sketch)


def test_a_whole_turn_refills_the_display(ask: Ask) -> None:
    cards = [["jungle", "jungle"], ["lagoon", "steppe"], ["steppe", "steppe"]]
    # From here no lagoon is within reach, and so no exchange of cards.
    kept = [["mountain", "steppe"], ["jungle", "mountain"]]
    before = {**changed({"meeple": "beach:E1"}), "display": [*kept, *cards], "deck": 9}
    new = [["mountain", "mountain"]] * 2
    for display, deck, possible in (
        ([*kept, cards[0], *new], 7, True),
        ([*kept, cards[2], *new], 7, True),
        # Nobody has a look at the table only once it is refilled.
        ([*kept, cards[1]], 9, True),
        ([*kept, ["lagoon", "lagoon"], *new], 7, False),
        ([*kept, cards[0], *new], 8, False),
        ([*kept, *cards], 9, False),
    ):
        answer = resolve(ask, changed(of=before, display=display, deck=deck), before)
        assert answer["possible"] is possible, display
        if possible:
            turns = [account["moves"] for account in answer["accounts"]]
            assert {len(half_days) for half_days in turns} == {2}
            # Every half day takes a card.
            assert all("sketch" in half_day for half_days in turns for half_day in half_days)
        else:
            pointers = [difference["pointer"] for difference in answer["differences"]]
            assert pointers in (["/display"], ["/deck"])


def test_without_a_card_no_half_day_is_played(ask: Ask) -> None:
    before = {**BEFORE, "display": [], "deck": 0}
    (difference,) = resolve(ask, before, before)["differences"]
    assert difference["pointer"] == "/display"
    assert difference["explanation"].startswith("The display is empty")


def rows(index: int, row: str, of: list[str]) -> list[str]:
    return [*of[:index], row, *of[index + 1 :]]


ISLAND, PARCHMENT = BEFORE["island"], BEFORE["players"][1]["parchment"]
SHOT: list[tuple[str, Json, list[str], str]] = [
    (
        "a confirmed tile",
        changed(island=rows(2, "..lLs", ISLAND)),
        ["/island/2"],
        "A confirmed tile stays as it is, so no turn of Elliott can have changed D3.",
    ),
    (
        "a tile gone",
        changed(island=rows(3, ".M.l.", ISLAND)),
        ["/island/3"],
        "A tile leaves the island only when another takes its place, so C4 cannot have become "
        "empty.",
    ),
    (
        "a card gone",
        changed({"parchment": rows(3, ".MM..", PARCHMENT)}),
        ["/players/1/parchment/3"],
        "A sketch card on Elliott's parchment is only ever covered by another, so D4 cannot have "
        "become empty.",
    ),
    (
        "a card out of reach",
        changed(
            {"parchment": ["J....", "J....", *PARCHMENT[2:]]},
            island=["j....", "jJ.s.", *ISLAND[2:]],
        ),
        ["/players/1/parchment/0"],
        "Wherever Elliott's meeple can have stood on the island as it was, no card can be laid on "
        "A1 and A2 from there.",
    ),
    (
        "a meeple out of reach",
        changed({"meeple": "B2"}),
        ["/players/1/meeple"],
        "No way over tiles and beach spaces leads Elliott's meeple from D4 to B2.",
    ),
    (
        "a claim on a hazy tile nearby",
        changed({"meeple": "D3", "claims": ["B4"]}),
        ["/players/1/claims"],
        "A claim puts the marker under the meeple, and Elliott's meeple cannot have stood on B4 in "
        "a turn that does the rest of what changed.",
    ),
    (
        "another player's meeple",
        {**BEFORE, "players": [{**BEFORE["players"][0], "meeple": "D3"}, BEFORE["players"][1]]},
        ["/players/0/meeple"],
        "Only Elliott played, and no half day or turn of Elliott changes this.",
    ),
    ("the beach", changed(beach="top"), ["/beach"], "Only Elliott played"),
    (
        "a ruling",
        changed(rulings={"claim_region": "confirmed_only"}),
        ["/rulings/claim_region"],
        "Only Elliott played",
    ),
    (
        "the names",
        changed({"name": "Ada"}),
        ["/players"],
        "Only Elliott played",
    ),
    (
        "a card on the island that is not on the parchment",
        changed(island=[*ISLAND[:4], "...jj"]),
        ["/island/4"],
        "The island changed on D5 and E5, and Elliott's parchment shows no card there that does "
        "this.",
    ),
]


@pytest.mark.parametrize(
    ("after", "pointers", "sentence"), [case[1:] for case in SHOT], ids=[case[0] for case in SHOT]
)
def test_explains_why_no_play_is_legal(
    ask: Ask, after: Json, pointers: list[str], sentence: str
) -> None:
    answer = resolve(ask, after)
    assert not answer["possible"]
    assert answer["accounts"] == []
    assert [difference["pointer"] for difference in answer["differences"]] == pointers
    assert any(
        difference["explanation"].startswith(sentence) for difference in answer["differences"]
    )
    for difference in answer["differences"]:
        assert difference["before"] == at(BEFORE, difference["pointer"])
        assert difference["after"] == at(after, difference["pointer"])


def at(table: Json, pointer: str) -> Any:
    """The value at a pointer of a table, with the defaults of the service."""
    part: Any = {"rulings": {"claim_region": "with_hazy"}, **table}
    # Answers spell out what a request may leave out.
    defaults: Json = {"claims": [], "presumptions": [], "meeple": None}
    part["players"] = [{**defaults, **player} for player in part["players"]]
    for key in pointer.split("/")[1:]:
        part = part[int(key)] if key.isdigit() else part[key]
    return part


def test_reports_a_player_who_is_gone(ask: Ask) -> None:
    after = {**BEFORE, "players": BEFORE["players"][:1]}
    (difference,) = resolve(ask, after)["differences"]
    assert difference["pointer"] == "/players"


def test_does_not_list_explained_changes(ask: Ask) -> None:
    after = changed(
        {"parchment": [".....", "..S..", "..L..", ".MML.", "....."], "meeple": "D3"},
        island=["J....", ".Jss.", "..LSs", ".Mml.", "....."],
    )
    (difference,) = resolve(ask, after)["differences"]
    assert difference["pointer"] == "/island/0"
    assert difference["before"] == "....."
    assert difference["after"] == "J...."


def test_from_a_mountain_half_of_a_card_is_laid_two_spaces_away(ask: Ask) -> None:
    before = {**changed({"meeple": "C3"}), "island": [".....", ".....", "..M..", ".....", "....."]}
    before["players"] = before["players"][1:]
    after = {**deepcopy(before), "island": ["..js.", ".....", "..M..", ".....", "....."]}
    after["players"][0]["parchment"] = ["..JS.", *before["players"][0]["parchment"][1:]]
    first, *_ = summaries(resolve(ask, after, before))
    # It stays where it is.
    assert first == [(None, "map", "C1", "D1", "jungle", "steppe")]


def matters(answer: Json) -> dict[str, bool]:
    return {ruling["name"]: ruling["could_matter"] for ruling in answer["rulings"]}


def test_reports_rulings_that_could_change_the_outcome(ask: Ask) -> None:
    before = {**changed({"meeple": "D2"}), "island": [".....", ".S.SS", ".sss.", ".MMLJ", "....."]}
    before["players"][0] |= {"claims": ["B2"], "meeple": "beach:E1"}
    after = deepcopy(before)
    after["players"][1]["claims"] = ["D2"]
    answer = resolve(ask, after, before)
    assert not answer["possible"]
    assert matters(answer) == {"claim_region": True, "empty_supply": False}
    rulings = {"rulings": {"claim_region": "confirmed_only"}}
    assert resolve(ask, {**after, **rulings}, {**before, **rulings})["possible"]


def test_reports_rulings_that_change_nothing(ask: Ask) -> None:
    # The region claimed is confirmed throughout, and no other player's.
    before = {**changed({"meeple": "B4"}), "island": [".....", ".J.s.", "..lSs", ".Mml.", "....."]}
    after = deepcopy(before)
    after["players"][1]["claims"] = ["B4"]
    answer = resolve(ask, after, before)
    assert answer["possible"]
    assert matters(answer) == {"claim_region": False, "empty_supply": False}
    # With another difference it does not change the outcome, but the sentence on the claim.
    before = {**changed({"meeple": "D2"}), "island": [".....", ".S.SS", ".sss.", ".MMLJ", "....."]}
    before["players"][0] |= {"claims": ["B2"], "meeple": "beach:E1"}
    after = deepcopy(before)
    after["players"][1]["claims"] = ["D2"]
    after["players"][0]["meeple"] = "beach:E2"
    answer = resolve(ask, after, before)
    assert not answer["possible"]
    assert matters(answer) == {"claim_region": True, "empty_supply": False}


# Tables on which very much can have been played; how long it takes is measured in benchmarks/.

PATCHES = ["JJjLL", "JJLLl", "MMSss", "MMSSs", "mmSSs"]
FLAT = ["SSSSS", "SSSSS", "SSMMM", "MMMMM", "MMMML"]
PAIRS = [["jungle", "lagoon"], ["mountain", "steppe"], ["steppe", "steppe"]]


def still(island: list[str], **other: Any) -> Json:
    parchment = [row.upper() for row in island]
    player = {"name": "Elliott", "parchment": parchment, "meeple": "C3"}
    return {"beach": "right", "island": island, "players": [player], **other}


@pytest.mark.parametrize("cards", [{}, {"display": [*PAIRS, PAIRS[1]]}], ids=["", "cards"])
@pytest.mark.parametrize("after", ["same", "one card gone", "another table"])
@pytest.mark.parametrize("island", [PATCHES, FLAT, [row.lower() for row in FLAT]])
def test_answers_within_the_budget_on_broad_disputes(
    ask: Ask, island: list[str], after: str, cards: Json
) -> None:
    before = still(island, **cards)
    then = deepcopy(before)
    if after == "one card gone":
        then |= {"display": cards["display"][1:]} if cards else {}
    elif after == "another table":
        then["island"] = [row[::-1] for row in reversed(island)]
        then["players"][0] |= {"parchment": then["island"], "meeple": "A1"}
        then["players"][0]["parchment"] = [row.upper() for row in then["island"]]
    # A card that is taken may be followed by another of its kind.
    possible = {"same": True, "one card gone": True, "another table": False}
    answer = resolve(ask, then, before)
    assert answer["possible"] is possible[after]
    assert bool(answer["accounts"]) is possible[after]


@pytest.mark.parametrize(
    ("before", "after", "lengths"),
    [
        ({"display": [PAIRS[0]], "deck": 0}, {"display": [], "deck": 0}, {1}),
        ({"display": [PAIRS[0]] * 2, "deck": 5}, {}, {1, 2}),
        ({}, {"display": [PAIRS[0]] * 2, "deck": 5}, {1, 2}),
        ({"deck": 5}, {"deck": 3}, {2}),
        ({"deck": 5}, {"deck": 5}, {1, 2}),
    ],
)
def test_handles_cards_that_are_partly_known(
    ask: Ask, before: Json, after: Json, lengths: set[int]
) -> None:
    answer = resolve(ask, {**BEFORE, **after}, {**BEFORE, **before})
    assert answer["possible"]
    assert {len(account["moves"]) for account in answer["accounts"]} == lengths


@pytest.mark.parametrize(("island", "spaces"), [("....l", ["E4", "E3"]), (".....", ["E3", "E4"])])
def test_finds_the_order_of_halves_by_the_last_tile(
    ask: Ask, island: str, spaces: list[str]
) -> None:
    before: Json = {
        "beach": "right",
        "island": ["LLLLL", "LLLLL", "L....", ".....", "....."],
        "players": [player("Ada"), player("Elliott", meeple="beach:E3")],
    }
    after = deepcopy(before)
    after["island"][2:4] = ["L....", island] if island != "....." else ["L...l", island]
    after["players"][1]["parchment"] = [".....", ".....", "....L", "....L", "....."]
    (half_day,) = resolve(ask, after, before)["accounts"][0]["moves"]
    assert half_day["action"] == {"type": "map", "spaces": spaces}
    assert half_day["sketch"] == ["lagoon", "lagoon"]


def test_lists_twenty_accounts_at_most(ask: Ask) -> None:
    # Laying once more what lies there already on a confirmed tile changes nothing.
    full = changed(island=FULL)
    full["players"][0] |= {"parchment": ["LLLLL"] * 5, "claims": []}
    answer = resolve(ask, full, full, "Cassandra")
    assert len(answer["accounts"]) == 20
    assert answer["more"] is True
