"""Points of every scoring card, by the numbered cases."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from cartographers.pictures import land, names
from theodolite.cartographers.facts import SCORING_CARDS
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring_cards import CARDS, bounds_of, parts_of
from theodolite.grid import union
from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.verdict import Word

CHAPTERS = Path(__file__).parents[1] / "cases" / "cartographers"
CASES = [
    case
    for name in ("01-forest", "02-farm-and-water", "03-village", "04-general")
    for case in tomllib.loads((CHAPTERS / f"{name}.toml").read_text("utf-8"))["case"]
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_cards_score_as_in_the_numbered_cases(case: dict[str, Any]) -> None:
    shown = land(case["map"], case.get("stars", ""))
    parts = parts_of(SCORING_CARDS[case["card"]], shown.land, Rulings(**case.get("rulings", {})))
    assert sum(part.points for part in parts) == case["points"], case["why"]
    assert all(part.points > 0 and part.spaces for part in parts)
    step, most = bounds_of(SCORING_CARDS[case["card"]], shown.printed)
    assert case["points"] % step == 0
    assert case["points"] <= most
    if "counted" in case:
        assert names(union(part.spaces for part in parts)) == case["counted"]


def test_every_card_is_judged_and_known() -> None:
    assert {*CARDS} == {card.id for card in SCORING_CARDS.values() if not card.pays}
    assert {case["card"] for case in CASES} == {*SCORING_CARDS}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("row", "column", "diagonal")),
        ("nl", ("rij", "kolom", "diagonaal")),
        ("fr", ("ligne", "colonne", "diagonale")),
        ("de", ("Zeile", "Spalte", "Diagonale")),
    ],
)
def test_lines_are_named_as_on_the_sheet(language: str, words: tuple[str, str, str]) -> None:
    assert language in LANGUAGES
    book = Rulebook("theodolite.cartographers")
    full = land("/".join(["F" * 11] * 11)).land
    row, column, diagonal = words
    rows = [f"{row} {letter}" for letter in "ABCDEFGHIJK"]
    columns = [f"{column} {number}" for number in range(1, 12)]
    diagonals = [f"{diagonal} {letter}1" for letter in "ABCDEFGHIJK"]
    for card, lines in (("borderlands", rows + columns), ("the_broken_road", diagonals)):
        named = [part.about["line"] for part in parts_of(SCORING_CARDS[card], full, Rulings())]
        assert [book.word(language, word) for word in named if isinstance(word, Word)] == lines


@pytest.mark.parametrize(
    ("card", "most"),
    [
        *[("sentinel_wood", 38), ("greenbough", 22), ("stoneside_forest", 6), ("silos", 60)],
        *[("wildholds", 8 * (117 // 6)), ("dwarvenholds", 7 * 3), ("shoreside_expanse", 3 * 79)],
        *[("mages_valley", 2 * 4), ("the_golden_granary", 3 * 117), ("lost_barony", 33)],
    ],
)
def test_bounds_of_points_depend_on_the_print(card: str, most: int) -> None:
    assert bounds_of(SCORING_CARDS[card], land("^.^/.#/.#").printed)[1] == most


@pytest.mark.parametrize("card", SCORING_CARDS)
def test_empty_maps_score_nothing(card: str) -> None:
    assert parts_of(SCORING_CARDS[card], land("").land, Rulings()) == []
