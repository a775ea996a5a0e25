"""What is said of every line of a score, word for word, where it earns something and where not."""

from collections.abc import Callable
from typing import Any

import pytest

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

EMPTY = ["....."] * 5
MIXED = ["JJJ..", "LLLL.", "J.J.M", "SSSSS", "JJLMS"]
FULL = ["JJLSS", "JMLSS", "MMLMS", "SSMMJ", "SSJJJ"]
FACES: dict[int, Json] = {
    2: {"terrain": "lagoon"},
    5: {"terrain": "steppe"},
    13: {"terrain": "steppe", "avoid": "jungle"},
    24: {"pattern": ["JJ"]},
}
CARDS: list[tuple[list[str], dict[int, tuple[int, str]]]] = [
    (
        EMPTY,
        {
            2: (0, "You have no lagoon zone of 3 spaces or more."),
            5: (0, "None of your edge spaces is steppe."),
            9: (0, "No full line perpendicular to the beach holds all four terrains."),
            10: (0, "No full line parallel to the beach holds all four terrains."),
            11: (0, "No full line perpendicular to the beach is of one terrain."),
            12: (0, "No full line parallel to the beach is of one terrain."),
            13: (0, "No steppe space of yours stays clear of jungle."),
            17: (0, "Your parchment has no zone."),
            18: (0, "Your parchment has no zone."),
            19: (0, "Zones of exactly 1: 0 (-), and the card pays from 5."),
            20: (0, "Zones of exactly 2: 0 (-), and the card pays from 4."),
            21: (0, "Your parchment is empty."),
            22: (0, "Your parchment is empty."),
            23: (0, "Sets of all four terrains: 0, and the card pays from 3."),
            24: (0, "The pattern does not occur."),
        },
    ),
    (
        MIXED,
        {
            2: (5, "1 lagoon zone is large enough: A2, B2, C2, D2 → 5."),
            5: (0, "A4, E4, E5: 3 steppe on the edge, and the card pays from 4."),
            9: (4, "Full lines perpendicular to the beach with all four terrains: 1 (A5-E5)."),
            10: (0, "No full line parallel to the beach holds all four terrains."),
            11: (5, "Full lines perpendicular to the beach of one terrain: 1 (A4-E4)."),
            12: (0, "No full line parallel to the beach is of one terrain."),
            13: (3, "3 steppe spaces stay clear of jungle: D4, E4, E5."),
            17: (10, "Your largest zone has 6 spaces: A4, B4, C4, D4, E4, E5."),
            18: (0, "Your smallest zone has 1 of the 2 spaces from which the card pays: A3."),
            19: (3, "Zones of exactly 1: 5 (A3; C3; E3; C5; D5)."),
            20: (0, "Zones of exactly 2: 1 (A5, B5), and the card pays from 4."),
            21: (
                0,
                "You have most of jungle, 7 spaces, and the card pays from 8: "
                "A1, B1, C1, A3, C3, A5, B5.",
            ),
            22: (6, "You have least of mountain, 2 spaces: E3, D5."),
            23: (0, "Sets of all four terrains: 2, and the card pays from 3."),
            24: (15, "The pattern occurs 3 times: A1, B1 → 5; B1, C1 → 5; A5, B5 → 5."),
        },
    ),
    (
        FULL,
        {
            2: (2, "1 lagoon zone is large enough: C1, C2, C3 → 2."),
            5: (8, "7 edge spaces are steppe: D1, E1, E2, E3, A4, A5, B5."),
            9: (4, "Full lines perpendicular to the beach with all four terrains: 1 (A2-E2)."),
            10: (0, "No full line parallel to the beach holds all four terrains."),
            11: (0, "No full line perpendicular to the beach is of one terrain."),
            12: (0, "No full line parallel to the beach is of one terrain."),
            13: (12, "7 steppe spaces stay clear of jungle: D1, E1, D2, E2, A4, B4, A5."),
            17: (4, "Your largest zone has 5 spaces: D1, E1, D2, E2, E3."),
            18: (10, "Your smallest zone has 3 spaces: A1, B1, A2."),
            19: (0, "Zones of exactly 1: 0 (-), and the card pays from 5."),
            20: (0, "Zones of exactly 2: 0 (-), and the card pays from 4."),
            21: (6, "You have most of steppe, 9 spaces: D1, E1, D2, E2, E3, A4, B4, A5, B5."),
            22: (9, "You have least of lagoon, 3 spaces: C1, C2, C3."),
            23: (5, "Sets of all four terrains: 3."),
            24: (15, "The pattern occurs 3 times: A1, B1 → 5; C5, D5 → 5; D5, E5 → 5."),
        },
    ),
]


def said(ask: Ask, category: str, parchment: list[str], **table: Any) -> list[tuple[int, str]]:
    """The points and the explanation of Ada's lines of a category."""
    others = table.pop("others", [])
    ada = {"name": "Ada", "parchment": parchment, **table.pop("ada", {})}
    snapshot = {"beach": "right", "island": FULL, "players": [ada, *others], **table}
    (sheet,) = [one for one in ask("scores", snapshot)["players"] if one["name"] == "Ada"]
    items = [item for item in sheet["items"] if item["category"] == category]
    return [(item["points"], item["explanation"]) for item in items]


@pytest.mark.parametrize(
    ("parchment", "card", "line"),
    [(parchment, card, line) for parchment, lines in CARDS for card, line in lines.items()],
)
def test_a_presumption(ask: Ask, parchment: list[str], card: int, line: tuple[int, str]) -> None:
    presumption = {"card": card, **FACES.get(card, {})}
    assert said(ask, "presumptions", parchment, ada={"presumptions": [presumption]}) == [line]


@pytest.mark.parametrize(
    ("parchment", "card", "line"),
    [
        (
            ["JLMSJ", ".....", "JJLMS", ".....", "....."],
            9,
            (8, "Full lines perpendicular to the beach with all four terrains: 2 (A1-E1, A3-E3)."),
        ),
        (
            [".JJSS", "....M", ".....", ".....", "....."],
            22,
            (3, "You have least of mountain, 1 space: E2."),
        ),
    ],
)
def test_one_and_several(ask: Ask, parchment: list[str], card: int, line: tuple[int, str]) -> None:
    assert said(ask, "presumptions", parchment, ada={"presumptions": [{"card": card}]}) == [line]


ALL_BUT_ONE = ", ".join(f"{c}{r}" for r in "12345" for c in "ABCDE" if f"{c}{r}" != "E2")


@pytest.mark.parametrize(
    ("parchment", "fidelity", "completeness"),
    [
        (
            FULL,
            (
                50,
                f"25 of your 25 spaces match the island: {ALL_BUT_ONE}.".replace(" A3", " E2, A3"),
            ),
            (0, "Your parchment is fully covered."),
        ),
        (
            [*FULL[:1], "JMLS.", *FULL[2:]],
            (48, f"24 of your 25 spaces match the island: {ALL_BUT_ONE}."),
            (-1, "1 space of your parchment is empty: E2."),
        ),
        (
            ["LLSJJ", "LJJJJ", "JJJJJ", "JJJJL", "JJLLL"],
            (0, "None of your 25 spaces matches the island."),
            (0, "Your parchment is fully covered."),
        ),
        (
            ["LLSLL", "LLSLL", "LLSLL", "LLLLL", "LLLLJ"],
            (2, "1 of your 25 spaces matches the island: E5."),
            (0, "Your parchment is fully covered."),
        ),
        (
            [".....", "LLSLL", "LLSLL", "LLLLL", "LLLLJ"],
            (2, "1 of your 25 spaces matches the island: E5."),
            (-5, "5 spaces of your parchment are empty: A1, B1, C1, D1, E1."),
        ),
    ],
)
def test_fidelity_and_completeness(
    ask: Ask, parchment: list[str], fidelity: tuple[int, str], completeness: tuple[int, str]
) -> None:
    assert said(ask, "fidelity", parchment) == [fidelity]
    assert said(ask, "completeness", parchment) == [completeness]


def test_master_cartographers(ask: Ask) -> None:
    parchment = [FULL[0], ".....", "J....", ".....", "SS..."]
    lines = said(ask, "master_cartographers", parchment, variants={"master_cartographers": True})
    assert lines[0] == (3, "The line A1-E1 matches the island on all five spaces.")
    assert lines[1:5] == [
        (0, "The line A2-E2 does not match the island on A2, B2, C2, D2, E2."),
        (0, "The line A3-E3 does not match the island on A3, B3, C3, D3, E3."),
        (0, "The line A4-E4 does not match the island on A4, B4, C4, D4, E4."),
        (0, "The line A5-E5 does not match the island on C5, D5, E5."),
    ]
    assert lines[5:7] == [
        (0, "The line A1-A5 does not match the island on A2, A3, A4."),
        (0, "The line B1-B5 does not match the island on B2, B3, B4."),
    ]


BO = {"name": "Bo", "parchment": EMPTY, "claims": ["B1"]}
CY = {"name": "Cy", "parchment": EMPTY, "claims": ["A2"]}
SHARED = "Your marker on A1 shares its jungle region with Bo"


@pytest.mark.parametrize(
    ("marker", "table", "line"),
    [
        ("A1", {}, (6, "Your marker on A1 claims a jungle region of 3 tiles: A1, B1, A2.")),
        (
            "E5",
            {"island": [*EMPTY[:4], "....J"]},
            (2, "Your marker on E5 claims a jungle region of 1 tile: E5."),
        ),
        ("A1", {"others": [BO]}, (0, f"{SHARED}, so nobody scores it.")),
        ("A1", {"others": [BO, CY]}, (0, f"{SHARED}, Cy, so nobody scores it.")),
        (
            "A1",
            {"others": [BO], "rulings": {"disputed_regions": "everyone_scores"}},
            (
                6,
                f"{SHARED}; by the ruling in force each of you scores its 3 tiles: A1, B1, A2.",
            ),
        ),
    ],
)
def test_a_claim(ask: Ask, marker: str, table: Json, line: tuple[int, str]) -> None:
    assert said(ask, "claims", EMPTY, ada={"claims": [marker]}, **table) == [line]


@pytest.mark.parametrize(
    ("card", "parchment", "spaces"),
    [
        (9, MIXED, ["A5", "B5", "C5", "D5", "E5"]),
        (11, MIXED, ["A4", "B4", "C4", "D4", "E4"]),
        (20, MIXED, ["A5", "B5"]),
        # The first of each terrain, as many as there are sets.
        (23, MIXED, ["A1", "B1", "A2", "B2", "E3", "A4", "B4", "D5"]),
        # Of zones and terrains that would do as well, the first in reading order.
        (17, ["..SSS", ".J...", ".J...", ".J...", "....."], ["C1", "D1", "E1"]),
        (17, ["J.SSS", "J....", "J....", ".....", "....."], ["A1", "A2", "A3"]),
        (18, ["J.SSS", "J....", "J....", ".....", "....."], ["A1", "A2", "A3"]),
        (21, [".JJSS", ".....", ".....", ".....", "....."], ["B1", "C1"]),
        (22, [".SSJJ", ".....", ".....", ".....", "....."], ["D1", "E1"]),
        (22, EMPTY, []),
    ],
)
def test_the_spaces_that_count(
    ask: Ask, card: int, parchment: list[str], spaces: list[str]
) -> None:
    ada = {"name": "Ada", "parchment": parchment, "presumptions": [{"card": card}]}
    answer = ask("scores", {"beach": "right", "island": EMPTY, "players": [ada]})
    (item,) = [item for item in answer["players"][0]["items"] if item["category"] == "presumptions"]
    assert item["spaces"] == spaces


def test_occurrences_are_told_in_reading_order_however_they_are_turned(ask: Ask) -> None:
    parchment = ["J.JJJ", "J....", "J....", ".....", "....."]
    assert said(
        ask,
        "presumptions",
        parchment,
        ada={"presumptions": [{"card": 24, "pattern": ["JJJ"]}]},
        rulings={"pattern_orientation": "any_rotation"},
    ) == [(10, "The pattern occurs 2 times: A1, A2, A3 → 5; C1, D1, E1 → 5.")]
