"""Placement of solo ambushes."""

from typing import Literal

import pytest

from cartographers.pictures import land, names, spaces
from theodolite.cartographers.board import GRID
from theodolite.cartographers.facts import CARDS, Card, Shape
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.solo import SoloPlacement, place
from theodolite.grid import NOWHERE

SLIDE = Rulings(solo_ambush="slide_frame")
TURN = Rulings(solo_turning="any_orientation")
FULL = "/".join(["F" * 11] * 11)


def named(found: SoloPlacement) -> tuple[list[str], str | None, int | None, int]:
    at = None if found.at is None else GRID.names[found.at]
    return [names(spaces) for spaces in found.placements], at, found.ring, found.tried


@pytest.mark.parametrize(
    ("card", "picture", "rulings", "expected"),
    [
        # Gnoll Raid is open to the right: its corner covers A1.
        ("gnoll_raid", "", Rulings(), (["A1 A2 B1 C1 C2"], "A1", 0, 1)),
        # A1 is filled: down the left edge, for counterclockwise.
        ("gnoll_raid", "F", Rulings(), (["B1 B2 C1 D1 D2"], "B1", 0, 2)),
        # The goblins lie on a diagonal: K11 is their last square.
        ("goblin_attack", "", Rulings(), (["I9 J10 K11"], "K11", 0, 1)),
        # A11 is covered by the upper right of Bugbear's bars.
        ("bugbear_assault", "", Rulings(), (["A9 A11 B9 B11"], "A11", 0, 1)),
        # Kobolds stand with their straight side to the left; K1 is its foot, then up the edge.
        ("kobold_onslaught", "", Rulings(), (["I1 J1 J2 K1"], "K1", 0, 1)),
        ("kobold_onslaught", "/////////F", Rulings(), (["G1 H1 H2 I1"], "I1", 0, 3)),
        ("gnoll_raid", FULL, Rulings(), ([], None, None, 121)),
        ("gnoll_raid", FULL, SLIDE, ([], None, None, 90)),
        # The frame of 3x2 lies with its corner in A1 first.
        ("gnoll_raid", "", SLIDE, (["A1 A2 B1 C1 C2"], "A1", 0, 1)),
        ("gnoll_raid", "F", SLIDE, (["B1 B2 C1 D1 D2"], "B1", 0, 2)),
        ("goblin_attack", "", SLIDE, (["I9 J10 K11"], "K11", 0, 1)),
        # Its upper right square gone, the frame of Bugbear goes down the right edge.
        ("bugbear_assault", "..........F", SLIDE, (["B9 B11 C9 C11"], "B11", 0, 2)),
    ],
)
def test_the_first_space_that_can_be_covered_decides(
    card: str, picture: str, rulings: Rulings, expected: object
) -> None:
    assert named(place(CARDS[card], land(picture).filled, rulings)) == expected


def test_lists_all_placements_that_cover_the_space() -> None:
    # Clockwise from A11 the next space is B11, which either bar of the bugbears can cover.
    found = place(CARDS["bugbear_assault"], land("..........F").filled, Rulings())
    assert named(found) == (["B9 B11 C9 C11"], "B11", 0, 2)
    free = land("F........F.").filled
    assert named(place(CARDS["kobold_onslaught"], free, Rulings())) == (["I1 J1 J2 K1"], "K1", 0, 1)


def test_the_inner_rings_follow_the_edge() -> None:
    edge = GRID.edge
    found = place(CARDS["gnoll_raid"], edge, Rulings())
    assert named(found) == (["B2 B3 C2 D2 D3"], "B2", 1, 41)
    middle = GRID.everywhere & ~spaces("F6")
    zombie = CARDS["zombie_plague"]._replace(corner=GRID.spaces["A1"], turns="clockwise")
    assert named(place(zombie, middle, Rulings())) == (["F6"], "F6", 5, 121)


def test_a_shape_that_may_turn_covers_in_more_ways() -> None:
    found = place(CARDS["gnoll_raid"], NOWHERE, TURN)
    assert len(found.placements) == 4
    assert all(placement & 1 for placement in found.placements)
    slid = place(CARDS["gnoll_raid"], NOWHERE, TURN._replace(solo_ambush="slide_frame"))
    # Of its four faces three have a square in the frame's corner, and every frame fits at once.
    assert len(slid.placements) == 4
    assert slid.tried == 1


def card(shape: str, corner: str, turns: Literal["clockwise", "counterclockwise"]) -> Card:
    shapes = (Shape(tuple(shape.split("/"))),)
    return CARDS["zombie_plague"]._replace(shapes=shapes, corner=GRID.spaces[corner], turns=turns)


def test_a_shape_that_may_turn_is_turned_over_too() -> None:
    # As printed, and turned, it leaves A1 out or covers it one way; turned over, another way.
    winding = card("X./XX/.X", "A1", "clockwise")
    found = place(winding, NOWHERE, TURN)
    assert [names(placement) for placement in found.placements] == ["A1 B1 B2 C2", "A1 A2 B2 B3"]


def test_the_orientation_that_fits_first_counts() -> None:
    turning = SLIDE._replace(solo_turning="any_orientation")
    bar = card("XX", "K11", "clockwise")
    found = place(bar, spaces("K10"), turning)
    assert named(found) == (["J11 K11"], "K11", 0, 1)


def test_a_frame_that_fits_nowhere_was_tried_in_every_place() -> None:
    everywhere = GRID.everywhere
    assert place(card("X./.X", "A1", "clockwise"), everywhere, SLIDE) == ([], None, None, 100)
    assert place(card("XX", "A1", "clockwise"), everywhere, SLIDE) == ([], None, None, 110)


@pytest.mark.parametrize(
    ("corner", "turns", "second", "third"),
    [
        ("A1", "clockwise", "A2", "A3"),
        ("A1", "counterclockwise", "B1", "C1"),
        ("A11", "clockwise", "B11", "C11"),
        ("A11", "counterclockwise", "A10", "A9"),
        ("K11", "clockwise", "K10", "K9"),
        ("K11", "counterclockwise", "J11", "I11"),
        ("K1", "clockwise", "J1", "I1"),
        ("K1", "counterclockwise", "K2", "K3"),
    ],
)
@pytest.mark.parametrize("rulings", [Rulings(), SLIDE])
def test_the_edge_is_followed_in_the_direction_of_the_card(
    corner: str,
    turns: Literal["clockwise", "counterclockwise"],
    second: str,
    third: str,
    rulings: Rulings,
) -> None:
    one = card("X", corner, turns)
    filled = NOWHERE
    for expected in (corner, second, third):
        found = place(one, filled, rulings)
        assert named(found)[:2] == ([expected], expected)
        filled |= found.placements[0]


@pytest.mark.parametrize(
    ("corner", "turns", "at"),
    [
        ("A1", "clockwise", ["A1", "B1", "C1"]),
        ("K11", "clockwise", ["K11", "J11", "I11"]),
        ("K1", "counterclockwise", ["K1", "J1", "I1"]),
    ],
)
def test_a_frame_as_wide_as_the_map_slides_up_and_down_alone(
    corner: str, turns: Literal["clockwise", "counterclockwise"], at: list[str]
) -> None:
    wide = card("X" * 11, corner, turns)
    filled = NOWHERE
    for expected in at:
        found = place(wide, filled, SLIDE)
        assert found.at == GRID.spaces[expected]
        filled |= found.placements[0]
