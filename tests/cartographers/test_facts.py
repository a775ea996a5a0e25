"""The printed facts, and impossible faces of cards."""

import pytest

from cartographers.pictures import spaces
from theodolite.cartographers.board import Terrain
from theodolite.cartographers.facts import (
    CARDS,
    CATEGORIES,
    GAMES,
    MAPS,
    SCORING_CARDS,
    Card,
    Shape,
    belongs,
    face_faults,
    missing,
    no_pattern,
    no_shape,
)
from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.verdict import Word


def test_there_are_eight_scoring_cards_of_each_category() -> None:
    found = [card.category for card in SCORING_CARDS.values()]
    assert [found.count(category) for category in CATEGORIES] == [8, 8, 8, 8]
    assert {card.game for card in SCORING_CARDS.values()} < {*GAMES}
    assert [card.id for card in SCORING_CARDS.values()] == [*SCORING_CARDS]
    assert [card.number for card in SCORING_CARDS.values()][:16] == [*range(26, 42)]


def test_there_are_the_cards_of_both_decks() -> None:
    kinds = [card.kind for card in CARDS.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "ruins": 2,
        "explore": 22,
        "ambush": 8,
        "hero": 4,
    }
    assert sorted(card.number for card in CARDS.values() if card.number) == [*range(1, 18)]


def test_a_card_shows_one_terrain_or_one_shape() -> None:
    for name, card in CARDS.items():
        assert card.id == name
        if card.kind == "explore":
            assert card.shapes is not None
            assert 1 in (len(card.terrains), len(card.shapes))
            assert sum(shape.coin for shape in card.shapes) == (len(card.shapes) == 2)
        else:
            assert not any(shape.coin for shape in card.shapes or ())


def test_withholds_facts_of_one_source() -> None:
    assert MAPS["D"] is None
    map_c = MAPS["C"]
    assert map_c is not None
    assert map_c.ruins is None
    assert map_c.mountains == spaces("B2 D9 F4 I10 J6")
    assert [
        fault.values["field"] for fault in missing(CARDS["gorgon_gaze"], "shapes", "corner")
    ] == [Word("faces", "corner")]
    assert not list(missing(CARDS["gnoll_raid"], "shapes", "passed", "corner", "turns"))
    assert all(fault.path == () for fault in missing(CARDS["wren_the_lioness"], "pattern"))


def test_every_printed_map_has_five_mountains_and_six_ruins() -> None:
    for name in "AB":
        shown = MAPS[name]
        assert shown is not None
        assert shown.mountains.bit_count() == 5
        assert (shown.ruins or 0).bit_count() == 6
        assert not shown.mountains & shown.wasteland
        assert not (shown.ruins or 0) & ~shown.plain


def test_cards_of_either_game_belong_to_the_combined_one() -> None:
    assert belongs(CARDS["hamlet"], "combined")
    assert belongs(SCORING_CARDS["silos"], "heroes")
    assert not belongs(CARDS["hamlet"], "heroes")


def explore(*shapes: str, terrains: tuple[Terrain, ...] = (Terrain.FARM,), time: int = 1) -> Card:
    faces = tuple(Shape(tuple(shape.split("/"))) for shape in shapes)
    return Card("pasture", "explore", "heroes", time=time, terrains=terrains, shapes=faces)


@pytest.mark.parametrize(
    ("card", "fields"),
    [
        *[(card, []) for card in CARDS.values()],
        (explore("X"), []),
        (explore(), ["shapes"]),
        (explore("X", terrains=()), ["terrains"]),
        (explore("X", terrains=(Terrain.FARM, Terrain.FARM)), ["terrains"]),
        (Card("ambush", "ambush", "heroes", shapes=(Shape(("X",)),)), []),
        (Card("ambush", "ambush", "heroes"), ["shapes"]),
        (Card("ambush", "ambush", "heroes", shapes=(Shape(("X",)), Shape(("XX",)))), ["shapes"]),
    ],
)
def test_reports_faces_that_no_card_of_the_kind_shows(card: Card, fields: list[str]) -> None:
    assert [(fault.code, fault.path) for fault in face_faults(card)] == [
        ("impossible_face", (field,)) for field in fields
    ]


@pytest.mark.parametrize(
    ("rows", "possible"),
    [
        ("X", True),
        ("X" * 11, True),
        ("X" * 12, False),
        ("/".join(["X"] * 11), True),
        ("/".join(["X"] * 12), False),
        ("X/", False),
        ("XX/X", False),
        ("../..", False),
        ("XF", False),
    ],
)
def test_shapes_are_rectangles_of_known_letters_that_fit(rows: str, *, possible: bool) -> None:
    assert (no_shape(rows.split("/")) is None) is possible


@pytest.mark.parametrize(
    ("rows", "possible"),
    [
        ("H*", True),
        ("***/.../.H.", True),
        ("HH*", False),
        ("H.", False),
        ("HX*", False),
        ("**", False),
    ],
)
def test_patterns_have_one_hero_and_a_star(rows: str, *, possible: bool) -> None:
    assert (no_pattern(rows.split("/")) is None) is possible


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_and_every_scoring_card_a_rule(language: str) -> None:
    book = Rulebook("theodolite.cartographers")
    assert {*book.words(language, "cards")} == {*CARDS, *SCORING_CARDS}
    for card in SCORING_CARDS:
        texts = book.rules[f"cartographers.card.{card}"].texts[language]
        assert {"text", "none", "some"} <= {*texts}
