"""Where an ambush is drawn in solo play (Solo-Hinterhalte).

It is drawn as printed, so that it covers the first space where that is possible. The spaces are
tried from the card's corner round the edge in the card's direction, then round the ring one space
further in, and so on. The solo rating is in `scoring`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from theodolite.cartographers.board import GRID
from theodolite.cartographers.facts import Card
from theodolite.cartographers.rulings import Rulings
from theodolite.grid import Space, Spaces, orientations, set_of

Place = tuple[int, int]


class SoloPlacement(NamedTuple):
    """Where a solo ambush is drawn.

    Attributes:
        placements: The placements that cover the first possible space; none if it is discarded.
        at: That space; None if the ambush is discarded.
        ring: The distance of that space from the edge, from 0; None if the ambush is discarded.
        tried: How many spaces were tried, that one included.
    """

    placements: Sequence[Spaces]
    at: Space | None
    ring: int | None
    tried: int


def allowed_orientations(card: Card, rulings: Rulings) -> Sequence[tuple[str, ...]]:
    """The orientations of a solo ambush: as printed, or any (solo_turning)."""
    (shape,) = card.shapes or ()
    if rulings.solo_turning == "as_printed":
        return [shape.rows]
    return orientations(shape.rows, rotated=True, mirrored=True)


def place(card: Card, filled: Spaces, rulings: Rulings) -> SoloPlacement:
    """Find where a solo ambush is drawn.

    Args:
        card: The ambush; its shape, corner and direction must be known.
        filled: The filled spaces of the map.
        rulings: The rulings in force.

    >>> from theodolite.cartographers import CARDS
    >>> found = place(CARDS["gnoll_raid"], GRID.everywhere, Rulings())
    >>> found.placements, found.tried
    ([], 121)
    """
    if rulings.solo_ambush == "slide_frame":
        return _slid(card, filled, rulings)
    fitting = [
        spaces
        for face in allowed_orientations(card, rulings)
        for spaces in GRID.placements(face, rotated=False, mirrored=False)
        if not spaces & filled
    ]
    tried = 0
    for ring, (row, column) in _rings(card, GRID.rows, GRID.columns):
        tried += 1
        space = Space(row * GRID.columns + column)
        if covering := [spaces for spaces in fitting if spaces >> space & 1]:
            return SoloPlacement(covering, space, ring, tried)
    return SoloPlacement([], None, None, tried)


def _slid(card: Card, filled: Spaces, rulings: Rulings) -> SoloPlacement:
    """The first placement of the shape's rectangle, which is moved along inside the map.

    Each orientation has placements of its own; the one with the fewest tries counts.
    """
    found: list[SoloPlacement] = []
    most = 0
    for face in allowed_orientations(card, rulings):
        height, width = len(face), len(face[0])
        tried = 0
        for ring, (row, column) in _rings(card, GRID.rows - height + 1, GRID.columns - width + 1):
            tried += 1
            first = row * GRID.columns + column
            spaces = _as_printed(face) << first
            if not spaces & filled:
                low, right = _corner(card)
                at = first + low * (height - 1) * GRID.columns + right * (width - 1)
                found.append(SoloPlacement([spaces], Space(at), ring, tried))
                break
        most = max(most, tried)
    if not found:
        return SoloPlacement([], None, None, most)
    first_found = min(found, key=lambda one: one.tried)
    same = [one.placements[0] for one in found if one.tried == first_found.tried]
    return first_found._replace(placements=list(dict.fromkeys(same)))


def _as_printed(face: Sequence[str]) -> Spaces:
    """The spaces of a shape in the upper left corner of the map."""
    return set_of(
        Space(r * GRID.columns + c)
        for r, row in enumerate(face)
        for c, letter in enumerate(row)
        if letter == "X"
    )


def _corner(card: Card) -> tuple[bool, bool]:
    """Whether a card's corner is at the bottom of the map, and whether it is on the right."""
    row, column = divmod(card.corner or 0, GRID.columns)
    return bool(row), bool(column)


def _rings(card: Card, rows: int, columns: int) -> Iterator[tuple[int, Place]]:
    """The row and column of each space of a rectangle, in the order of a card, with its ring."""
    for ring in range((min(rows, columns) + 1) // 2):
        for place_ in _ring(card, ring, rows - 1 - ring, columns - 1 - ring):
            yield ring, place_


def _ring(card: Card, first: int, last_row: int, last_column: int) -> Iterator[Place]:
    """The spaces of one ring, from the card's corner in the card's direction, each once."""
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
