"""Where a solo ambush is drawn (Solo-Hinterhalte).

As printed, so that it covers the first space where that is possible: the card's corner, on round
the edge in the card's direction, then the ring one space further in, and so on. The solo rating is
in `scoring`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from theodolite.cartographers.board import GRID
from theodolite.cartographers.facts import Card
from theodolite.cartographers.rulings import Rulings
from theodolite.grid import Space, Spaces, orientations

__all__ = ["SoloPlacement", "faces", "place"]

Place = tuple[int, int]


class SoloPlacement(NamedTuple):
    """Where an ambush can be drawn: the placements that cover the first space that allows any.

    `at` is that space, None if the ambush is discarded; `ring` counts from 0 at the edge; `tried`
    is how many spaces were tried, the one that fitted included.
    """

    placements: Sequence[Spaces]
    at: Space | None
    ring: int | None
    tried: int


def faces(card: Card, rulings: Rulings) -> Sequence[tuple[str, ...]]:
    """The ways in which a solo ambush may lie: as printed, or as it likes (solo_turning)."""
    (shape,) = card.shapes or ()
    if rulings.solo_turning == "as_printed":
        return [shape.rows]
    return orientations(shape.rows, rotated=True, mirrored=True)


def place(card: Card, filled: Spaces, rulings: Rulings) -> SoloPlacement:
    """Find the place of a solo ambush on a map of which these spaces are filled.

    Args:
        card: the ambush, its shape, corner and direction known.
        filled: the spaces that are not empty.
        rulings: the rulings in force.
    """
    if rulings.solo_ambush == "slide_frame":
        return _slid(card, filled, rulings)
    fitting = [
        spaces
        for face in faces(card, rulings)
        for spaces in GRID.placements(face, rotated=False, mirrored=False)
        if not spaces & filled
    ]
    tried = 0
    for ring, (row, column) in _rings(card, GRID.rows, GRID.columns):
        tried += 1
        space = row * GRID.columns + column
        if covering := [spaces for spaces in fitting if spaces >> space & 1]:
            return SoloPlacement(covering, space, ring, tried)
    return SoloPlacement([], None, None, tried)


def _slid(card: Card, filled: Spaces, rulings: Rulings) -> SoloPlacement:
    """The first place where the shape's rectangle, slid along inside the map, fits.

    Each way to lie has its own places; the first that any of them reaches holds.
    """
    found: list[SoloPlacement] = []
    most = 0
    for face in faces(card, rulings):
        height, width = len(face), len(face[0])
        tried = 0
        for ring, (row, column) in _rings(card, GRID.rows - height + 1, GRID.columns - width + 1):
            tried += 1
            first = row * GRID.columns + column
            spaces = _as_printed(face) << first
            if not spaces & filled:
                low, right = _corner(card)
                at = first + low * (height - 1) * GRID.columns + right * (width - 1)
                found.append(SoloPlacement([spaces], at, ring, tried))
                break
        most = max(most, tried)
    if not found:
        return SoloPlacement([], None, None, most)
    first_found = min(found, key=lambda one: one.tried)
    same = [one.placements[0] for one in found if one.tried == first_found.tried]
    return first_found._replace(placements=list(dict.fromkeys(same)))


def _as_printed(face: Sequence[str]) -> Spaces:
    """The spaces of a shape in the map's first corner."""
    return sum(
        1 << r * GRID.columns + c
        for r, row in enumerate(face)
        for c, letter in enumerate(row)
        if letter == "X"
    )


def _corner(card: Card) -> tuple[bool, bool]:
    """Whether a card's corner is at the foot of the map, and whether at its right."""
    row, column = divmod(card.corner or 0, GRID.columns)
    return bool(row), bool(column)


def _rings(card: Card, rows: int, columns: int) -> Iterator[tuple[int, Place]]:
    """The places of a rectangle in the order of a card, each with its ring."""
    for ring in range((min(rows, columns) + 1) // 2):
        for place_ in _ring(card, ring, rows - 1 - ring, columns - 1 - ring):
            yield ring, place_


def _ring(card: Card, first: int, last_row: int, last_column: int) -> Iterator[Place]:
    """The places of one ring, from the card's corner in the card's direction, each once."""
    down, across = range(first, last_row + 1), range(first, last_column + 1)
    clockwise = [
        *[(first, column) for column in across],
        *[(row, last_column) for row in down][1:],
        *[(last_row, column) for column in reversed(across)][1:],
        *[(row, first) for row in reversed(down)][1:],
    ]
    round_ = clockwise if card.turns == "clockwise" else clockwise[::-1]
    low, right = _corner(card)
    start = round_.index((last_row if low else first, last_column if right else first))
    yield from dict.fromkeys(round_[start:] + round_[:start])
