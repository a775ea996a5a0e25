"""Every scoring card pays what the numbered cases say."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from cartographers.pictures import land, names
from theodolite.cartographers.facts import SCORING_CARDS
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring_cards import CARDS

CHAPTERS = Path(__file__).parents[1] / "cases" / "cartographers"
CASES = [
    case
    for name in ("01-forest", "02-farm-and-water", "03-village", "04-general")
    for case in tomllib.loads((CHAPTERS / f"{name}.toml").read_text("utf-8"))["case"]
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_card_pays(case: dict[str, Any]) -> None:
    shown = land(case["map"], case.get("stars", ""))
    parts = CARDS[case["card"]](shown.land, Rulings(**case.get("rulings", {})))
    assert sum(part.points for part in parts) == case["points"], case["why"]
    assert all(part.points > 0 and part.spaces for part in parts)
    if "counted" in case:
        counted = 0
        for part in parts:
            counted |= part.spaces
        assert names(counted) == case["counted"]


def test_every_card_is_judged_and_known() -> None:
    assert list(CARDS) == list(SCORING_CARDS)
    assert {case["card"] for case in CASES} == {*CARDS}


def test_lines_are_named_as_on_the_sheet() -> None:
    full = land("/".join(["F" * 11] * 11)).land
    rows = [f"row {letter}" for letter in "ABCDEFGHIJK"]
    columns = [f"column {number}" for number in range(1, 12)]
    diagonals = [f"diagonal {letter}1" for letter in "ABCDEFGHIJK"]
    for card, lines in (("borderlands", rows + columns), ("the_broken_road", diagonals)):
        assert [part.about["line"] for part in CARDS[card](full, Rulings())] == lines


@pytest.mark.parametrize("card", CARDS)
def test_no_card_pays_for_an_empty_map(card: str) -> None:
    assert CARDS[card](land("").land, Rulings()) == []
