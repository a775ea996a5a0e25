"""The spaces that a cartographer sees from a place, and the sketch cards laid from there (p. 5)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces, each
from theodolite.misterra.board import GRID, Board
from theodolite.misterra.movement import Ground, Places, on_beach
from theodolite.misterra.snapshot import Place
from theodolite.verdict import Check, Status


def _two_steps_straight(space: Space) -> Spaces:
    row, column = divmod(space, GRID.columns)
    bit = 1 << space
    two_steps = GRID.neighbours(GRID.neighbours(bit)) & ~bit
    return two_steps & (GRID.row_lines[row] | GRID.column_lines[column])


_NEAR = tuple(1 << space | GRID.neighbours(1 << space) for space in each(GRID.everywhere))
_FAR = tuple(_two_steps_straight(space) for space in each(GRID.everywhere))


class Pair(NamedTuple):
    """Two adjacent spaces, on which a sketch card can lie.

    Attributes:
        first: The first of them in reading order.
        second: The other one.
        spaces: Both as a set.
        near: The spaces from which one of them is seen.
        far: The spaces from which one of them is seen if they are mountains.
    """

    first: Space
    second: Space
    spaces: Spaces
    near: Spaces
    far: Spaces

    def viewpoints(self, ground: Ground, *, from_jungle: bool = False) -> Places:
        """Find the places from which a card may be laid here.

        Args:
            ground: The tiles and the beach.
            from_jungle: Whether jungle, from which mapping is forbidden, is included.
        """
        tiles, shore = ground
        inland = self.near | self.far & tiles.mountain
        if not from_jungle:
            inland &= ~tiles.jungle
        return inland | on_beach(self.spaces & shore)


PAIRS = tuple(
    Pair(
        first,
        second,
        1 << first | 1 << second,
        _NEAR[first] | _NEAR[second],
        _FAR[first] | _FAR[second],
    )
    for first in each(GRID.everywhere)
    for second in each(GRID.neighbours(1 << first))
    if first < second
)


_VIEWS = {*_NEAR, *(near | far for near, far in zip(_NEAR, _FAR, strict=True))}
_VIEWS |= {1 << space for space in each(GRID.everywhere)}
_IN_VIEW = {view: tuple(pair for pair in PAIRS if pair.spaces & view) for view in _VIEWS}
"""For every set of spaces that can be seen from a place, the pairs that have a space in it."""


def seen(place: Place, tiles: Board) -> Spaces:
    """Find the spaces that a cartographer sees from a place. Nothing blocks the view."""
    # A beach space has one island space beside it: the one it lies in front of.
    if place.on_beach:
        return 1 << place.space
    # From a mountain, either side up, one sees a space further in a straight line.
    if tiles.mountain >> place.space & 1:
        return _NEAR[place.space] | _FAR[place.space]
    return _NEAR[place.space]


def may_map(place: Place, tiles: Board) -> bool:
    """Whether mapping is allowed from a place: not from jungle, either side up."""
    return place.on_beach or not tiles.jungle >> place.space & 1


def placements(place: Place, tiles: Board) -> Sequence[Pair]:
    """Find the pairs of spaces on which a card may be laid: at least half of it is seen."""
    return _IN_VIEW[seen(place, tiles)] if may_map(place, tiles) else ()


def coverable(place: Place, tiles: Board) -> Spaces:
    """Find the spaces that a card laid from a place can cover."""
    return within_a_card(place, tiles) if may_map(place, tiles) else NOWHERE


def within_a_card(place: Place, tiles: Board) -> Spaces:
    """Find the spaces of cards that lie at least half on spaces seen from a place."""
    view = seen(place, tiles)
    return view | GRID.neighbours(view)


def map_checks(place: Place | None, tiles: Board, spaces: tuple[Space, Space]) -> Iterator[Check]:
    """Check a card laid on two spaces against every rule on mapping.

    Args:
        place: The place of the meeple; None before it is placed.
        tiles: The tiles of the island.
        spaces: The spaces of the card.
    """
    first, second = spaces
    covered = 1 << first | 1 << second
    values: dict[str, object] = {"first": GRID.names[first], "second": GRID.names[second]}
    status: Status
    if place is None:
        yield Check("misterra.map.jungle", "not_checked", "not_checked", values)
    else:
        status = "passed" if may_map(place, tiles) else "failed"
        here = NOWHERE if place.on_beach else 1 << place.space
        yield Check("misterra.map.jungle", status, status, {"place": place.word}, here)
    status = "passed" if GRID.neighbours(1 << first) >> second & 1 else "failed"
    yield Check("misterra.map.adjacent", status, status, values, covered)
    if place is None:
        yield Check("misterra.map.sight", "not_checked", "not_checked", values, covered)
        return
    view = seen(place, tiles)
    inside = view & covered
    key = "failed" if not inside else "passed" if inside == covered else "half"
    values |= {"place": place.word, "seen": GRID.name_all(view), "inside": GRID.name_all(inside)}
    yield Check("misterra.map.sight", "passed" if inside else "failed", key, values, covered)
