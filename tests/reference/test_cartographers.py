"""The reference of Cartographers, held against the numbered cases."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from reference.cartographers import (
    CARDS,
    CATEGORIES,
    NEIGHBOURS,
    RULINGS,
    SCORERS,
    SPACES,
    Json,
    Sheet,
    score,
)
from reference.cartographers_play import (
    check_legality,
    end_season,
    everywhere,
    legal_actions,
    orientations,
    replay,
    resolve,
    ring,
    update_map,
)
from suites import suite, tells_who_left
from theodolite.conformance import Case

CASES = Path(__file__).parents[1] / "cases" / "cartographers"
PAYING = [
    case
    for path in sorted(CASES.glob("[0-9]*.toml"))
    for case in tomllib.loads(path.read_text("utf-8"))["case"]
    if {"card", "points", "map"} <= case.keys() and case["card"] in SCORERS
]


def sheet(picture: str, stars: str) -> Sheet:
    """The map in a picture: its top left, rows parted by `/`, print and pencil in one.

    Small letters are drawn on ruins, except that of a destroyed dragon.
    """
    given = [row.ljust(11, ".") for row in picture.split("/")]
    rows = [*given, *["." * 11] * (11 - len(given))]
    on_ruins = str.maketrans("fvawhmztgx", "R" * 10)
    printed = [
        "".join(mark if mark in "^R#" else "." for mark in row.translate(on_ruins)) for row in rows
    ]
    drawn = [row.translate(str.maketrans("fvawhmztgx", "FVAWHMZTGX")) for row in rows]
    return Sheet(printed, drawn, stars.split())


@pytest.mark.parametrize("case", PAYING, ids=lambda case: case["id"])
def test_cards_score_as_in_the_numbered_cases(case: dict[str, Any]) -> None:
    shown = sheet(case["map"], case.get("stars", ""))
    rulings = {name: values[0] for name, values in RULINGS.items()} | case.get("rulings", {})
    parts = SCORERS[case["card"]](shown, rulings)
    assert sum(points for points, _, _ in parts) == case["points"], case["why"]


ANSWERS: dict[str, Callable[[Json], Json]] = {
    "scores": score,
    "updates": update_map,
    "end-checks": end_season,
    "legality-checks": check_legality,
    "legal-actions": legal_actions,
    "disputes": resolve,
    "replays": replay,
}
COMPARED = {
    *("coins", "drawn", "over", "triggered", "time", "threshold", "legal", "total", "possible"),
    *("final", "stopped_at", "turn", "card", "more"),
    *("at", "ring", "tried", "discarded", "missing", "winners", "decided_by", "rank"),
    *("monster_loss", "name", "season"),
}
"""The fields of an answer that both have in the same form."""
ANSWERED_CASES = [
    case
    for case in suite("cartographers").cases
    if case.answer["status"] == 200
    and case.request["path"].rpartition("/")[2] in ANSWERS
    # Skill cards are beyond the rulebook, which the reference was written from.
    and "skill" not in case.request["body"].get("move", {})
    and not tells_who_left(case.request["body"])
]


def differences(expected: Any, answer: Any, at: str = "") -> Iterator[str]:
    """The places where the answer of the reference is not as a case expects."""
    if isinstance(expected, dict) and isinstance(answer, dict):
        for name in expected.keys() & answer.keys() & {*COMPARED, "players", "after", "seasons"}:
            yield from differences(expected[name], answer[name], f"{at}/{name}")
    elif at.endswith(("/players", "/seasons")) and answer:
        by_name = {one.get("name", one.get("season")): one for one in answer}
        for one in expected:
            name = one.get("name", one.get("season", answer[0].get("name")))
            if name in by_name:
                yield from differences(one, by_name[name], f"{at}/{name}")
    elif expected != answer and not at.endswith(("/after", "/players", "/seasons")):
        yield f"{at}: {expected} - {answer}"


@pytest.mark.parametrize("case", ANSWERED_CASES, ids=lambda case: case.id)
def test_reference_answers_agree_with_cases(case: Case) -> None:
    answer = ANSWERS[case.request["path"].rpartition("/")[2]](case.request["body"])
    assert list(differences(case.answer["body"], answer)) == []


def test_reference_has_every_card() -> None:
    assert len(SCORERS) == 32
    assert [len(cards) for cards in CATEGORIES.values()] == [8] * 4
    assert {case["card"] for case in PAYING} == SCORERS.keys()


def test_maps_have_121_spaces_and_their_neighbours() -> None:
    assert len(SPACES) == 121
    assert NEIGHBOURS["A1"] == ["A2", "B1"]
    assert sorted(NEIGHBOURS["F6"]) == ["E6", "F5", "F7", "G6"]
    assert sum(map(len, NEIGHBOURS.values())) == 2 * 2 * 11 * 10


@pytest.mark.parametrize(
    ("shape", "ways"), [("X", 1), ("XX/XX", 1), ("XXXX", 2), ("XXX/X..", 8), ("..X/.XX/XX.", 4)]
)
def test_shapes_turn_and_mirror(shape: str, ways: int) -> None:
    assert len(orientations(shape)) == ways


def test_a_gap_covers_nothing() -> None:
    ((bugbear, _),) = CARDS["bugbear_assault"].shapes
    assert {len(spaces) for spaces in everywhere(bugbear)} == {4}


@pytest.mark.parametrize(
    ("corner", "clockwise", "first"),
    [
        ("K11", False, ["K11", "J11", "I11"]),
        ("A11", True, ["A11", "B11", "C11"]),
        ("K1", True, ["K1", "J1", "I1"]),
        ("A1", False, ["A1", "B1", "C1"]),
        ("A1", True, ["A1", "A2", "A3"]),
    ],
)
def test_rings_go_round(corner: str, first: list[str], *, clockwise: bool) -> None:
    rings = [ring(number, corner, 11, 11, clockwise=clockwise) for number in range(6)]
    assert [len(set(spaces)) for spaces in rings] == [40, 32, 24, 16, 8, 1]
    assert rings[0][:3] == first
