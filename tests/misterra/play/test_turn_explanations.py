"""What is said of turns, of the end, of Otoma's claims and of disputes, word for word."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

EMPTY = ["....."] * 5
FULL = ["JJLSS", "JMLSS", "MMLMS", "SSMMJ", "SSJJJ"]
CARD = ["jungle", "steppe"]
REST: Json = {"action": {"type": "discard"}}
TAKE: Json = {**REST, "sketch": CARD}
SOLO: Json = {"otoma": {"claims": []}}


def player(name: str, meeple: str | None = "beach:E3", **other: Any) -> Json:
    return {"name": name, "parchment": EMPTY, "meeple": meeple, **other}


# The end

Condition = tuple[bool | None, str, list[str]]
NOT_KNOWN: Condition = (
    None,
    "Whether sketch cards are left is not known: the deck or the display is not given.",
    [],
)
ALL = [f"{column}{row}" for row in "12345" for column in "ABCDE"]
OTOMAS: Condition = (
    None,
    "Whether Otoma has cards left is not known: a snapshot does not hold them.",
    [],
)
CONFIRMED: Condition = (True, "All 25 spaces of the island are confirmed.", ALL)
ENDS: list[tuple[Json, Condition, Condition]] = [
    (
        {"island": FULL, "display": [], "deck": 0},
        CONFIRMED,
        (True, "No sketch card is left.", []),
    ),
    (
        {"island": ["jJLSS", *FULL[1:4], "SSjJJ"], "display": [CARD], "deck": 0},
        (False, "Tiles of the island are still hazy: A1, C5.", ["A1", "C5"]),
        (False, "Sketch cards are left.", []),
    ),
    (
        {"island": ["jJ.SS", *FULL[1:4], "SSjJ."], "deck": 0},
        (
            False,
            "Tiles of the island are still hazy: A1, C5. Spaces are still empty: C1, E5.",
            ["A1", "C1", "C5", "E5"],
        ),
        NOT_KNOWN,
    ),
    (
        {"island": [".JLSS", *FULL[1:4], "SSJ.."], "display": []},
        (
            False,
            "Empty spaces of the island can still be mapped: A1, D5, E5.",
            ["A1", "D5", "E5"],
        ),
        NOT_KNOWN,
    ),
    (
        {"island": ["JMLSS", "JMLSS", "MMLSJ", "SMLJJ", "SSJJ."], "beach": "left"},
        (
            True,
            "Every tile is confirmed, and nobody can map E5 any more: no meeple can get to a place "
            "outside jungle from which a card would reach.",
            ["E5"],
        ),
        NOT_KNOWN,
    ),
    (
        {"island": [*FULL[:4], "SSJJj"], **SOLO},
        (False, "Tiles of the island are still hazy: E5.", ["E5"]),
        OTOMAS,
    ),
    ({"island": FULL, **SOLO}, CONFIRMED, OTOMAS),
]


@pytest.mark.parametrize(("table", "island", "cards"), ENDS)
def test_each_way_to_end(ask: Ask, table: Json, island: Condition, cards: Condition) -> None:
    ada = player("Ada", "B1", parchment=[*EMPTY[:4], "JJJJJ"])
    snapshot = {"beach": "right", "players": [ada], **table}
    conditions = ask("end-checks", {"snapshot": snapshot, "player": "Ada"})["conditions"]
    left = ALL[:20]
    assert [one["page"] for one in conditions] == [6, 11 if "otoma" in table else 6, 6]
    parchment = (False, f"Ada's parchment still has empty spaces: {', '.join(left)}.", left)
    assert [(one["met"], one["explanation"], one["spaces"]) for one in conditions] == [
        island,
        cards,
        parchment,
    ]


def test_a_covered_parchment(ask: Ask) -> None:
    players = [player("Ada"), player("Bo", parchment=FULL)]
    snapshot = {"beach": "right", "island": EMPTY, "players": players}
    (*_, parchment) = ask("end-checks", {"snapshot": snapshot, "player": "Bo"})["conditions"]
    assert (parchment["met"], parchment["explanation"]) == (
        True,
        "Bo's parchment is fully covered.",
    )


# Turns

FIRST = (
    "order",
    "not_checked",
    "The first turn is Ada's; the snapshot does not tell whose it was.",
)
GOING_ON = ("game_over", "passed", "The game is not over before this turn.")
TWO = ("half_days", "passed", "Two half days are played.")
UNTOLD = (
    "refill",
    "not_checked",
    "How many cards belonged in the display, or which were revealed, is not told.",
)


def refilled(count: int) -> tuple[str, str, str]:
    said = f"As many cards were revealed as belonged in the display: {count}."
    return ("refill", "passed", said)


def not_refilled(count: int, expected: int) -> tuple[str, str, str]:
    said = f"Cards revealed: {count}. Cards that belonged in the display: {expected}."
    return ("refill", "failed", said)


def turn(name: str, *half_days: Json, revealed: int | None = None) -> Json:
    key = "otoma_half_days" if name == "Otoma" else "half_days"
    cards = {} if revealed is None else {"revealed": [CARD] * revealed}
    return {"player": name, key: list(half_days), **cards}


QUIET: Json = {"actions": [{"space": "B1", "do": "confirm", "otherwise": "jungle"}] * 2}
TURNS: list[tuple[str, Json, list[Json], list[tuple[str, str, str]], Json | None]] = [
    ("nothing told", {}, [turn("Ada", REST, REST)], [FIRST, GOING_ON, TWO, UNTOLD], None),
    (
        "twice in a row",
        {},
        [turn("Ada", REST, REST), turn("Ada", REST, REST)],
        [("order", "failed", "It is Bo's turn, not Ada's."), GOING_ON],
        {"turn": 1, "half_day": 0},
    ),
    (
        "three half days",
        {},
        [turn("Ada", REST, REST, REST)],
        [
            FIRST,
            GOING_ON,
            ("half_days", "failed", "The turn has 3 half days; after two it is over."),
        ],
        {"turn": 0, "half_day": 2},
    ),
    (
        "one half day",
        {},
        [turn("Ada", REST)],
        [
            FIRST,
            GOING_ON,
            (
                "half_days",
                "failed",
                "The turn has 1 of 2 half days, and no empty display shows that the sketch cards "
                "had run out.",
            ),
        ],
        {"turn": 0, "half_day": 1},
    ),
    (
        "the last card",
        {"display": [CARD], "deck": 0},
        [turn("Ada", TAKE)],
        [
            FIRST,
            GOING_ON,
            (
                "half_days",
                "passed",
                "The turn has 1 of 2 half days: no sketch card is left to play another.",
            ),
            refilled(0),
        ],
        None,
    ),
    (
        "more revealed than taken",
        {},
        [turn("Ada", REST, REST, revealed=3)],
        [FIRST, GOING_ON, TWO, not_refilled(3, 2)],
        {"turn": 0, "half_day": None},
    ),
    (
        "fewer revealed than taken, from a deck that is not known",
        {},
        [turn("Ada", REST, REST, revealed=1)],
        [FIRST, GOING_ON, TWO, UNTOLD],
        None,
    ),
    (
        "fewer revealed than taken, from a deck that has more",
        {"deck": 2},
        [turn("Ada", REST, REST, revealed=1)],
        [FIRST, GOING_ON, TWO, not_refilled(1, 2)],
        {"turn": 0, "half_day": None},
    ),
    (
        "the last of the deck",
        {"deck": 1},
        [turn("Ada", REST, REST, revealed=1)],
        [FIRST, GOING_ON, TWO, refilled(1)],
        None,
    ),
    (
        "a display that was not full",
        {"display": [CARD] * 4, "deck": 8},
        [turn("Ada", TAKE, TAKE, revealed=3)],
        [FIRST, GOING_ON, TWO, refilled(3)],
        None,
    ),
    (
        "which cards were revealed is not told",
        {"display": [CARD] * 5, "deck": 9},
        [turn("Ada", TAKE, TAKE)],
        [FIRST, GOING_ON, TWO, UNTOLD],
        None,
    ),
    (
        "none were, from an empty deck",
        {"display": [CARD] * 5, "deck": 0},
        [turn("Ada", TAKE, TAKE)],
        [FIRST, GOING_ON, TWO, refilled(0)],
        None,
    ),
    (
        "a game that was over",
        {"players": [player("Ada"), player("Bo", parchment=FULL)]},
        [turn("Ada", REST, REST)],
        [FIRST, ("game_over", "failed", "The game was over before this turn of Ada.")],
        {"turn": 0, "half_day": 0},
    ),
    (
        "a game that was over when the island was confirmed, and the round finished",
        {"island": FULL},
        [turn("Ada", REST, REST)],
        [FIRST, ("game_over", "failed", "The game was over before this turn of Ada.")],
        {"turn": 0, "half_day": 0},
    ),
    (
        "the last turn of the round in which the island was confirmed",
        {"island": FULL},
        [turn("Bo", REST, REST)],
        [("order", "not_checked", FIRST[2].replace("Ada", "Bo")), GOING_ON, TWO, UNTOLD],
        None,
    ),
    (
        "whoever is not placed yet is next",
        {"players": [player("Ada"), player("Bo", None)]},
        [turn("Bo", {**REST, "move": ["beach:E1"]}, REST)],
        [("order", "passed", "It is Bo's turn."), GOING_ON, TWO, UNTOLD],
        None,
    ),
    (
        "Otoma after the player",
        {"players": [player("Ada")], **SOLO, "display": [CARD] * 5, "deck": 3},
        [turn("Ada", TAKE, TAKE), turn("Otoma", QUIET, QUIET, revealed=3)],
        [("order", "passed", "It is Otoma's turn."), GOING_ON, TWO, refilled(3)],
        None,
    ),
    (
        "too many cards after Otoma",
        {"players": [player("Ada")], **SOLO, "display": [CARD] * 5, "deck": 3},
        [turn("Ada", TAKE, TAKE), turn("Otoma", QUIET, QUIET, revealed=5)],
        [("order", "passed", "It is Otoma's turn."), GOING_ON, TWO, not_refilled(5, 3)],
        {"turn": 1, "half_day": None},
    ),
    (
        "none before Otoma",
        {"players": [player("Ada")], **SOLO, "display": [CARD] * 5, "deck": 3},
        [turn("Ada", TAKE, TAKE, revealed=2)],
        [FIRST, GOING_ON, TWO, not_refilled(2, 0)],
        {"turn": 0, "half_day": None},
    ),
]


@pytest.mark.parametrize(
    ("table", "turns", "said", "stopped_at"),
    [case[1:] for case in TURNS],
    ids=[case[0] for case in TURNS],
)
def test_each_rule_on_turns(
    ask: Ask,
    table: Json,
    turns: list[Json],
    said: list[tuple[str, str, str]],
    stopped_at: Json | None,
) -> None:
    island = [".J...", *EMPTY[1:]]
    snapshot = {
        "beach": "right",
        "island": island,
        "players": [player("Ada"), player("Bo")],
        **table,
    }
    answer = ask("replays", {"snapshot": snapshot, "turns": turns})
    assert [
        (check["rule"].removeprefix("misterra.turn."), check["status"], check["explanation"])
        for check in answer["turns"][-1]["checks"]
    ] == said
    assert answer["stopped_at"] == stopped_at
    assert answer["legal"] is (stopped_at is None)
    assert answer["finished"] is (answer["after"]["island"] == FULL or said[1][1] == "failed")


@pytest.mark.parametrize(
    ("half_day", "code", "detail"),
    [
        (
            {**QUIET, "claim": True, "claim_at": "C3"},
            "not_largest_region",
            "Otoma cannot claim on C3: the largest regions open to it can be claimed on "
            "A1, B1, D1, E1.",
        ),
        (
            {**QUIET, "claim_at": "A1"},
            "no_claim",
            "Otoma makes no claim in this half day, so there is none to make on A1.",
        ),
    ],
)
def test_a_claim_that_otoma_cannot_make(
    client: FlaskClient, half_day: Json, code: str, detail: str
) -> None:
    island = ["JJ.SS", *EMPTY[1:]]
    snapshot = {"beach": "right", "island": island, "players": [player("Ada")], **SOLO}
    fault = {"code": code, "detail": detail}
    turns = [turn("Ada", REST, REST), turn("Otoma", QUIET, half_day)]
    for question, body, path in (
        ("otoma-turns", {"half_days": [QUIET, half_day]}, "/half_days/1"),
        ("replays", {"turns": turns}, "/turns/1/otoma_half_days/1"),
    ):
        asked = {"snapshot": snapshot, **body}
        response = client.post(f"/v1/misterra/{question}", json=asked)
        assert response.status_code == 422
        assert response.get_json()["errors"] == [{"pointer": f"{path}/claim_at", **fault}]


# Disputes

BEFORE: Json = {
    "beach": "right",
    "island": [".....", ".J.s.", "..lSs", ".Mml.", "....."],
    "players": [
        player("Cassandra", "C3", claims=["D3"]),
        player("Elliott", "D4", parchment=[*EMPTY[:3], ".MML.", "....."]),
    ],
}
ONLY = "Only Elliott played, and no half day or turn of Elliott changes this."


def changed(
    of: Json = BEFORE, cassandra: Json | None = None, elliott: Json | None = None, **table: Any
) -> Json:
    after = {**deepcopy(of), **table}
    after["players"][0] |= cassandra or {}
    after["players"][1] |= elliott or {}
    return after


def differences(ask: Ask, before: Json, after: Json) -> list[tuple[str, str]]:
    """Where no legal play of Elliott's explains a difference, and what is said of it."""
    answer = ask("disputes", {"before": before, "after": after, "player": "Elliott"})
    assert not answer["possible"]
    assert answer["more"] is False
    return [(one["pointer"], one["explanation"]) for one in answer["differences"]]


def test_everything_that_was_not_elliotts_to_change(ask: Ask) -> None:
    after = changed(
        cassandra={
            "parchment": ["J....", *EMPTY[1:]],
            "meeple": "D3",
            "claims": ["D3", "B2"],
            "presumptions": [{"card": 9}],
        },
        elliott={"presumptions": [{"card": 10}]},
        beach="top",
        variants={"master_cartographers": True},
        rulings={"empty_supply": "may_confirm", "otoma_region": "with_hazy"},
    )
    assert differences(ask, BEFORE, after) == [
        (pointer, ONLY)
        for pointer in (
            "/beach",
            "/variants/master_cartographers",
            "/rulings/empty_supply",
            "/rulings/otoma_region",
            "/players/0/presumptions",
            "/players/0/parchment/0",
            "/players/0/meeple",
            "/players/0/claims",
            "/players/1/presumptions",
        )
    ]


def test_otomas_markers_are_not_elliotts_to_change(ask: Ask) -> None:
    solo = {**BEFORE, "players": BEFORE["players"][1:], "otoma": {"claims": ["B2"]}}
    after = {**solo, "otoma": {"claims": ["D3"]}}
    assert differences(ask, solo, after) == [("/otoma", ONLY)]


MOVED = "A claim marker never moves, so Elliott's marker cannot have left B2."
MARKED = changed(elliott={"claims": ["B2"]})
COVERED = changed(elliott={"parchment": ["LLLLL"] * 5})
SHOWN: Json = {**BEFORE, "display": [["jungle", "jungle"], ["lagoon", "steppe"]], "deck": 9}


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            MARKED,
            changed(MARKED, elliott={"claims": ["B4"]}),
            [
                ("/players/1/claims", MOVED),
                (
                    "/players/1/claims",
                    "Elliott cannot have claimed on B4 in the same half day or turn as the rest "
                    "of what changed.",
                ),
            ],
        ),
        (MARKED, changed(MARKED, elliott={"claims": []}), [("/players/1/claims", MOVED)]),
        (
            BEFORE,
            changed(elliott={"parchment": ["J....", *EMPTY[1:3], ".MML.", "....."]}),
            [
                (
                    "/players/1/parchment/0",
                    "From nowhere that Elliott's meeple can have stood on the island as it was "
                    "does a card reach A1.",
                )
            ],
        ),
        (
            BEFORE,
            changed(island=["JJJJJ", *BEFORE["island"][1:4], "MMMMM"]),
            [
                (
                    f"/island/{row}",
                    "The island calls for a card on "
                    f"{', '.join(f'{column}{row + 1}' for column in 'ABCDE')}, and Elliott's "
                    "parchment shows none.",
                )
                for row in (0, 4)
            ],
        ),
        (
            COVERED,
            changed(COVERED, elliott={"parchment": ["JJJJJ"] * 5}),
            [
                (
                    "/players/1/parchment/0",
                    "From nowhere that Elliott's meeple can have stood on the island as it was "
                    "does a card reach A1.",
                ),
                *[
                    (
                        f"/players/1/parchment/{row}",
                        f"No half day or turn of Elliott lays the cards on {spaces} together with "
                        "the rest of what changed.",
                    )
                    for row, spaces in enumerate(
                        (
                            "B1, C1, D1, E1",
                            "A2, E2",
                            "A3, B3, C3, E3",
                            "A4, B4, C4, D4, E4",
                            "A5, B5, C5, D5, E5",
                        )
                    )
                ],
                (
                    "/island/1",
                    "The card on Elliott's parchment calls for a change of the island on C2, D2, "
                    "and there is none.",
                ),
            ],
        ),
        (
            BEFORE,
            changed(elliott={"meeple": "B2"}),
            [
                (
                    "/players/1/meeple",
                    "Elliott's meeple cannot have got there from D4 in the same half day or turn "
                    "as the rest of what changed.",
                )
            ],
        ),
        (
            changed(elliott={"meeple": None}),
            changed(elliott={"meeple": "B2"}),
            [
                (
                    "/players/1/meeple",
                    "The meeple is not on the table yet: it must be placed on one of beach:E1, "
                    "beach:E2, beach:E3, beach:E4, beach:E5.",
                )
            ],
        ),
        (
            SHOWN,
            {**SHOWN, "deck": 3},
            [
                (
                    "/deck",
                    "No number of cards revealed after a half day or turn of Elliott leads from "
                    "the one deck to the other.",
                )
            ],
        ),
        (
            # Elliott stands on a lagoon, but an empty deck reveals no card.
            {**SHOWN, "deck": 0},
            {**SHOWN, "display": [["mountain", "mountain"]], "deck": 0},
            [
                (
                    "/display",
                    "No cards that Elliott can have taken lead from the one display to the other.",
                )
            ],
        ),
        (
            SHOWN,
            {**SHOWN, "display": [["jungle", "jungle"]] * 4},
            [
                (
                    "/display",
                    "No cards that Elliott can have taken lead from the one display to the other.",
                )
            ],
        ),
    ],
)
def test_what_no_legal_play_of_elliotts_explains(
    ask: Ask, before: Json, after: Json, said: list[tuple[str, str]]
) -> None:
    assert differences(ask, before, after) == said


@pytest.mark.parametrize(
    ("before", "after", "lengths"),
    [
        ({"display": [CARD], "deck": 0}, {"display": [], "deck": 0}, {1}),
        ({"display": [CARD] * 2, "deck": 5}, {}, {1, 2}),
        ({}, {"display": [CARD] * 2, "deck": 5}, {1, 2}),
        ({"deck": 5}, {"deck": 3}, {2}),
        ({"deck": 5}, {"deck": 5}, {1, 2}),
    ],
)
def test_cards_that_are_told_in_part(
    ask: Ask, before: Json, after: Json, lengths: set[int]
) -> None:
    asked = {"before": {**BEFORE, **before}, "after": {**BEFORE, **after}, "player": "Elliott"}
    answer = ask("disputes", asked)
    assert answer["possible"]
    assert {len(account["half_days"]) for account in answer["accounts"]} == lengths


@pytest.mark.parametrize(("island", "spaces"), [("....l", ["E4", "E3"]), (".....", ["E3", "E4"])])
def test_the_last_tile_of_a_terrain_tells_which_space_was_mapped_first(
    ask: Ask, island: str, spaces: list[str]
) -> None:
    before: Json = {
        "beach": "right",
        "island": ["LLLLL", "LLLLL", "L....", ".....", "....."],
        "players": [player("Ada"), player("Elliott")],
    }
    after = deepcopy(before)
    after["island"][2:4] = ["L....", island] if island != "....." else ["L...l", island]
    after["players"][1]["parchment"] = [".....", ".....", "....L", "....L", "....."]
    asked = {"before": before, "after": after, "player": "Elliott"}
    (half_day,) = ask("disputes", asked)["accounts"][0]["half_days"]
    assert half_day["action"] == {"type": "map", "spaces": spaces}
    assert half_day["sketch"] == ["lagoon", "lagoon"]


def test_what_was_played_before_a_turn_went_wrong_is_told(ask: Ask) -> None:
    island = [".J...", *EMPTY[1:]]
    snapshot = {"beach": "right", "island": island, "players": [player("Ada")]}
    for half_days, judged in ((1, 1), (2, 2), (3, 2)):
        turns = [turn("Ada", *[REST] * half_days)]
        (told,) = ask("replays", {"snapshot": snapshot, "turns": turns})["turns"]
        assert len(told["half_days"]) == judged


def test_no_more_than_twenty_accounts_are_told(ask: Ask) -> None:
    # Laying once more what lies there already on a confirmed tile changes nothing.
    parchment = {"parchment": ["LLLLL"] * 5}
    full = changed(cassandra=parchment, island=FULL, elliott={"claims": []})
    full["players"][0] |= {"meeple": "D3", "claims": []}
    asked = {"before": full, "after": full, "player": "Cassandra"}
    answer = ask("disputes", asked)
    assert len(answer["accounts"]) == 20
    assert answer["more"] is True


def test_of_regions_equally_large_otoma_takes_the_first_in_reading_order(ask: Ask) -> None:
    island = ["J.SSS", "J....", "J....", ".....", "....."]
    snapshot = {"beach": "right", "island": island, "players": [player("Ada")], **SOLO}
    confirm = [{"space": "A1", "do": "confirm", "otherwise": "jungle"}] * 2
    half_days = [{"actions": confirm, "claim": True}]
    answer = ask("otoma-turns", {"snapshot": snapshot, "half_days": half_days})
    assert answer["half_days"][0]["claim"] == {
        "space": "A1",
        "terrain": "jungle",
        "spaces": ["A1", "A2", "A3"],
        "tied_with": ["C1"],
    }
