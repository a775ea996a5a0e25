"""The points of scoring cards on many maps at once, with NumPy.

Covers all 32 scoring cards with their rulings, and the cost of monsters. The spaces that count are
not reported. Coins, earlier seasons and the ranking are left to the caller.

Maps are scored a block at a time. The maps are the last axis of each array, so one operation on an
array serves all maps of a block. An area is found by spreading the highest number of its spaces.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theodolite.cartographers.board import DRAWN_LETTERS, GRID, Drawn, Print
from theodolite.cartographers.facts import SCORING_CARDS
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.terms import TERRAINS, Kind, Term
from theodolite.grid import NOWHERE, Space, Spaces, each, orientations

Points = NDArray[np.int64]
Cells = NDArray[np.bool_]

_SIDE = GRID.columns
_SPACES = len(GRID.names)
_BLOCK_BITS = 11
_BLOCK = 1 << _BLOCK_BITS
"""Maps that are scored at a time: few enough to stay in a processor's cache."""
_EMPTY, _FOREST, _VILLAGE, _FARM, _WATER, _HERO, _MONSTER, _MOUNTAIN, _NO_TERRAIN = range(9)
_KINDS = range(_FOREST, _NO_TERRAIN)
_NUMBER: Mapping[Kind, int] = {kind: i for i, kind in enumerate(("empty", *TERRAINS))}
_KIND_OF_LETTER = np.array(
    [
        _EMPTY,
        *[{"X": _NO_TERRAIN, "d": _NO_TERRAIN}.get(letter, _MONSTER) for letter in DRAWN_LETTERS],
    ],
    np.uint8,
)
_KIND_OF_LETTER[1:6] = (_FOREST, _VILLAGE, _FARM, _WATER, _HERO)


@dataclass(frozen=True)
class Maps:
    """N maps of one print.

    Attributes:
        drawn: (N, 121) uint8: 0 for nothing drawn, else 1 more than the letter's place in
            `board.DRAWN_LETTERS`; spaces in reading order.
        printed: The print of all of them.

    Raises:
        ValueError: An array of another shape, kind or value. Whether a map is possible is not
            looked into.
    """

    drawn: NDArray[np.uint8]
    printed: Print

    def __post_init__(self) -> None:
        drawn = self.drawn
        if drawn.ndim != 2 or drawn.shape[1] != _SPACES or drawn.dtype != np.uint8:
            raise ValueError(f"drawn is {drawn.dtype} {drawn.shape}, not uint8 (N, {_SPACES})")
        if drawn.size and drawn.max() > len(DRAWN_LETTERS):
            raise ValueError(f"drawn has values above {len(DRAWN_LETTERS)}")

    @classmethod
    def of(cls, drawn: Sequence[Drawn], printed: Print) -> "Maps":
        """The arrays of maps of one print."""
        cells = np.zeros((len(drawn), _SPACES), np.uint8)
        for i, one in enumerate(drawn):
            for letter, spaces in enumerate(one, 1):
                cells[i, list(each(spaces))] = letter
        return cls(cells, printed)


def card_points(
    maps: Maps,
    cards: Sequence[str],
    rulings: Rulings = Rulings(),  # noqa: B008 - it is immutable
) -> Points:
    """Score maps by scoring cards.

    Args:
        maps: N maps.
        cards: The ids of scoring cards.
        rulings: The rulings in force.

    Returns:
        (N, cards) points.
    """
    scored = [_CARDS.get(card) or partial(_of_terms, SCORING_CARDS[card].pays) for card in cards]
    return _scored(maps, scored, rulings)


def monster_points(maps: Maps) -> Points:
    """The cost of monsters on each map: (N,) points, 0 or below."""
    return _scored(maps, [_monsters], Rulings())[:, 0]


class _Block:
    """Some maps, spaces first: `kinds` is (11, 11, maps)."""

    def __init__(self, drawn: NDArray[np.uint8], printed: Print, rulings: Rulings) -> None:
        self.rulings = rulings
        self.mountains = list(each(printed.mountains))
        self.ruins = _plane(printed.ruins or NOWHERE)
        kinds = np.zeros((_SPACES, _BLOCK), np.uint8)
        kinds[:, : len(drawn)] = _KIND_OF_LETTER[drawn.T]
        self.destroyed = (kinds == _NO_TERRAIN).reshape(_SIDE, _SIDE, _BLOCK)
        kinds[self.mountains] = _MOUNTAIN
        kinds[list(each(printed.wasteland))] = _NO_TERRAIN
        self.kinds = kinds.reshape(_SIDE, _SIDE, _BLOCK)
        self._planes: dict[int, Cells] = {}
        self._areas: dict[Kind, _Areas] = {}

    def of(self, kind: int) -> Cells:
        """The spaces of a kind of terrain."""
        if kind not in self._planes:
            self._planes[kind] = self.kinds == kind
        return self._planes[kind]

    def named(self, kind: Kind) -> Cells:
        """The spaces of a kind of a term."""
        if kind == "filled":
            return self.filled
        if kind == "ruins":
            ruins: Cells = np.broadcast_to(self.ruins, self.kinds.shape)
            return ruins & ~self.destroyed if self.rulings.destroyed_ruins == "gone" else ruins
        return self.of(_NUMBER[kind])

    def any_of(self, kinds: Sequence[Kind]) -> Cells:
        """The spaces of any of some kinds."""
        spaces: Cells = np.logical_or.reduce([self.named(kind) for kind in kinds])
        return spaces

    @cached_property
    def filled(self) -> Cells:
        filled: Cells = self.kinds != _EMPTY
        return filled

    def areas(self, kind: Kind) -> "_Areas":
        """The areas of forest, village, farm or water."""
        if kind not in self._areas:
            self._areas[kind] = _Areas(self.named(kind), self.labels)
        return self._areas[kind]

    @cached_property
    def labels(self) -> NDArray[np.uint8]:
        return _labelled(self.kinds)


class _Areas:
    """The areas of one kind in a block: `owner` is the map of each, `area` that of each cell."""

    def __init__(self, plane: Cells, labels: NDArray[np.uint8]) -> None:
        self.labels = labels * plane
        self.cells = np.flatnonzero(plane.reshape(-1))
        owner = self.cells & (_BLOCK - 1)
        highest = labels.reshape(-1)[self.cells].astype(np.intp)
        keys = (highest << _BLOCK_BITS) | owner
        roots = np.flatnonzero(highest == (self.cells >> _BLOCK_BITS) + 1)
        self._numbers = np.empty((_SPACES + 1) << _BLOCK_BITS, np.intp)
        self._numbers[keys[roots]] = np.arange(len(roots))
        self.owner = owner[roots]
        self.area = self._numbers[keys]
        self.count = len(roots)

    @cached_property
    def sizes(self) -> Points:
        return np.bincount(self.area, minlength=self.count)

    def holding(self, plane: Cells) -> Cells:
        """Whether each area has one of some spaces."""
        found = np.zeros(self.count, np.bool_)
        found[self.area[plane.reshape(-1)[self.cells]]] = True
        return found

    def beside(self, plane: Cells) -> Points:
        """The number of different flagged spaces, none of them its own, that each area touches."""
        bordered = np.pad(self.labels, ((1, 1), (1, 1), (0, 0)))
        near = bordered[2:, 1:-1] | bordered[:-2, 1:-1] | bordered[1:-1, 2:] | bordered[1:-1, :-2]
        spaces = np.flatnonzero((plane & (near > 0)).reshape(-1))
        owner = spaces & (_BLOCK - 1)
        row, column = np.divmod(spaces >> _BLOCK_BITS, _SIDE)
        # The index of a space in the bordered array, from which those of its neighbours follow.
        within = ((row + 1) * (_SIDE + 2) + column + 1 << _BLOCK_BITS) | owner
        flat = bordered.reshape(-1)
        counts = np.zeros(self.count, np.int64)
        seen: list[NDArray[np.uint8]] = []
        for step in (-_SIDE - 2, -1, 1, _SIDE + 2):
            labels = flat[within + step * _BLOCK]
            for earlier in seen:
                labels[labels == earlier] = 0
            seen.append(labels)
            found = np.flatnonzero(labels)
            keys = (labels[found].astype(np.intp) << _BLOCK_BITS) | owner[found]
            counts += np.bincount(self._numbers[keys], minlength=self.count)
        return counts

    def touching(self, space: Space) -> Cells:
        """Whether each area touches one space of the map."""
        found = np.zeros(self.count, np.bool_)
        flat = self.labels.reshape(_SPACES, _BLOCK)
        for neighbour in each(GRID.neighbours(1 << space)):
            owners = np.flatnonzero(flat[neighbour])
            keys = (flat[neighbour, owners].astype(np.intp) << _BLOCK_BITS) | owners
            found[self._numbers[keys]] = True
        return found

    def paid(self, points: int, areas: Cells) -> Points:
        """Points for each of some areas, by map."""
        return points * np.bincount(self.owner[areas], minlength=_BLOCK)

    def best(self, worth: Points) -> Points:
        """The most that an area is worth, by map."""
        most = np.zeros(_BLOCK, np.int64)
        np.maximum.at(most, self.owner, worth)
        return most


def _labelled(kinds: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Label each space of an area with the highest space number in the area, from 1."""
    plane = (kinds >= _FOREST) & (kinds <= _WATER)
    labels = np.arange(1, _SPACES + 1, dtype=np.uint8).reshape(_SIDE, _SIDE, 1) * plane
    # Down, up, right, left: two adjacent spaces of one terrain take the higher of their numbers.
    across, kinds_across = labels.swapaxes(0, 1), kinds.swapaxes(0, 1)
    directions = (
        (labels, kinds[1:] == kinds[:-1]),
        (across, kinds_across[1:] == kinds_across[:-1]),
    )
    while True:
        before = labels.copy()
        for lines, same in directions:
            for line in range(1, _SIDE):
                held = lines[line - 1] * same[line - 1]
                np.maximum(lines[line], held, out=lines[line])
            for line in range(_SIDE - 2, -1, -1):
                held = lines[line + 1] * same[line]
                np.maximum(lines[line], held, out=lines[line])
        if np.array_equal(before, labels):
            return labels


def _plane(spaces: Spaces) -> Cells:
    cells = np.zeros(_SPACES, np.bool_)
    cells[list(each(spaces))] = True
    return cells.reshape(_SIDE, _SIDE, 1)


def _shifted(plane: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """The values above, below, left and right of each space; zeros beyond the edge."""
    for axis in (0, 1):
        for step in (1, -1):
            moved = np.zeros_like(plane)
            to, of = (slice(1, None), slice(None, -1))[::step]
            if axis:
                moved[:, to] = plane[:, of]
            else:
                moved[to] = plane[of]
            yield moved


def _neighbours(plane: Cells) -> NDArray[np.uint8]:
    """How many of these spaces each space is adjacent to."""
    counts = np.zeros(plane.shape, np.uint8)
    for shifted in _shifted(plane):
        counts += shifted
    return counts


def _near(plane: Cells) -> Cells:
    """The spaces adjacent to any of these."""
    near = np.zeros_like(plane)
    near[1:] |= plane[:-1]
    near[:-1] |= plane[1:]
    near[:, 1:] |= plane[:, :-1]
    near[:, :-1] |= plane[:, 1:]
    return near


def _count(plane: Cells) -> Points:
    counts: Points = np.count_nonzero(plane, axis=(0, 1))
    return counts


def _some(plane: Cells, axis: int) -> Cells:
    """Whether each line has one of these spaces: of rows by axis 1, of columns by axis 0."""
    lines: Cells = np.count_nonzero(plane, axis=axis) > 0
    return lines


def _every(plane: Cells, axis: int) -> Cells:
    """Whether each line has these spaces alone."""
    lines: Cells = np.count_nonzero(plane, axis=axis) == plane.shape[axis]
    return lines


def _how_many(lines: Cells) -> Points:
    """How many of some lines hold, by map."""
    counts: Points = np.count_nonzero(lines, axis=0)
    return counts


def _how_often(planes: Iterable[NDArray[Any]]) -> Points:
    """The number of planes that contain each space, line or area."""
    counts: Points = np.sum(np.array([*planes], np.int64), axis=0)
    return counts


def _scored(maps: Maps, cards: Sequence[Callable[[_Block], Points]], rulings: Rulings) -> Points:
    points = np.zeros((len(maps.drawn), len(cards)), np.int64)
    for start in range(0, len(maps.drawn), _BLOCK):
        drawn = maps.drawn[start : start + _BLOCK]
        block = _Block(drawn, maps.printed, rulings)
        for i, card in enumerate(cards):
            points[start : start + _BLOCK, i] = card(block)[: len(drawn)]
    return points


# The cards of terms, then one function for each other card, as in `scoring_cards`.


def _monsters(block: _Block) -> Points:
    return -_count(_near(block.of(_MONSTER)) & block.of(_EMPTY))


def _of_terms(terms: Sequence[Term], block: _Block) -> Points:
    """The points of a card that is data, of those terms that shipped cards have."""
    points = np.zeros(_BLOCK, np.int64)
    for term in terms:
        if term.each == "space":
            points += term.points * _count(_spaces(term, block))
        elif term.each == "second_area":
            points += term.points * _second(block.areas(term.of))
        elif term.each == "area":
            areas = block.areas(term.of)
            points += areas.paid(term.points, _holding(term, areas, block))
        else:
            for axis in _AXES[term.each]:
                least = _SIDE if term.whole else term.least
                lines = np.count_nonzero(block.named(term.of), axis=axis) >= least
                if term.has:
                    lines &= _some(block.named(term.has), axis)
                points += term.points * _how_many(lines)
    return points


_AXES = {"row": (1,), "column": (0,), "line": (1, 0)}


def _spaces(term: Term, block: _Block) -> Cells:
    """The spaces that meet the conditions of a term."""
    found = block.named(term.of)
    if term.has:
        found = found & block.named(term.has)
    if term.edge is not None:
        found = found & (_plane(GRID.edge) == term.edge)
    if term.amid:
        found = found & ~_near(~block.any_of(term.amid))
    if term.beside:
        found = found & _near(block.any_of(term.beside.of))
    return found


def _holding(term: Term, areas: _Areas, block: _Block) -> Cells:
    """Which areas meet the conditions of a term."""
    found: Cells = areas.sizes >= term.least
    if term.edge is False:
        found &= ~areas.holding(np.broadcast_to(_plane(GRID.edge), block.kinds.shape))
    if term.not_beside:
        found &= ~areas.holding(_near(block.any_of(term.not_beside)))
    if term.contains:
        found &= areas.holding(_corners(block.named(term.of), term.contains))
    if beside := term.beside:
        found &= areas.beside(block.any_of(beside.of)) >= beside.spaces
        kinds = _how_often(areas.holding(_near(block.named(kind))) for kind in beside.of)
        found &= kinds >= beside.kinds
    return found


def _corners(plane: Cells, shape: tuple[str, ...]) -> Cells:
    """A space of each occurrence of a contiguous shape, turned and mirrored at will."""
    found = np.zeros_like(plane)
    for face in orientations(shape, rotated=True, mirrored=True):
        rows, columns = _SIDE + 1 - len(face), _SIDE + 1 - len(face[0])
        squares = [(r, c) for r, row in enumerate(face) for c, one in enumerate(row) if one == "X"]
        shifted = [plane[r : r + rows, c : c + columns] for r, c in squares]
        row, column = squares[0]
        found[row : row + rows, column : column + columns] |= np.logical_and.reduce(shifted)
    return found


def _second(areas: _Areas) -> Points:
    """The size of the second largest area, by map."""
    largest = areas.best(areas.sizes)
    # The first of the largest steps aside; what is largest then is the second.
    order = np.flatnonzero(areas.sizes == largest[areas.owner])
    first = np.full(_BLOCK, -1)
    first[areas.owner[order]] = order
    sizes = areas.sizes.copy()
    sizes[first[first >= 0]] = 0
    return areas.best(sizes)


def _starlit_sigil(block: _Block) -> Points:
    # Most maps have few large areas of empty spaces, which would take long to spread.
    empty = block.of(_EMPTY)
    beside = _neighbours(empty)
    # A space between two that have no other empty neighbour is the middle of a group of three.
    ends = empty & (beside == 1)
    between = _neighbours(ends)
    return 4 * _count(empty & (beside == 2) & (between == 2))


def _stoneside_forest(block: _Block) -> Points:
    areas = block.areas("forest")
    touched = [areas.touching(mountain) for mountain in block.mountains]
    joining = _how_often([np.zeros(areas.count, np.bool_), *touched]) > 1
    return _mountains(areas, [found & joining for found in touched], 3)


def _mountains(areas: _Areas, touched: Sequence[Cells], points: int) -> Points:
    """Points for each mountain that one of some areas touches."""
    paid = np.zeros(_BLOCK, np.int64)
    for found in touched:
        paid += points * (np.bincount(areas.owner[found], minlength=_BLOCK) > 0)
    return paid


def _great_city(block: _Block) -> Points:
    villages = block.areas("village")
    clear = ~villages.holding(_near(block.of(_MOUNTAIN)))
    best = villages.best(np.where(clear, villages.sizes, 0))
    if block.rulings.great_city == "only_largest":
        best[best < villages.best(villages.sizes)] = 0
    return best


def _lost_barony(block: _Block) -> Points:
    side, larger = np.zeros(_BLOCK, np.int64), block.filled
    while larger.size and larger.any():
        side += larger.any((0, 1))
        larger = larger[1:, 1:] & larger[1:, :-1] & larger[:-1, 1:] & larger[:-1, :-1]
    return 3 * side


def _the_broken_road(block: _Block) -> Points:
    points = np.zeros(_BLOCK, np.int64)
    for row in range(_SIDE):
        steps = np.arange(_SIDE - row)
        points += 3 * _every(block.filled[row + steps, steps], 0)
    return points


def _faunlost_thicket(block: _Block) -> Points:
    length, run = np.zeros(_BLOCK, np.int64), block.of(_FOREST)
    while run.size and run.any():
        length += run.any((0, 1))
        run = run[1:] & block.of(_FOREST)[: len(run) - 1]
    return 2 * length


def _ulems_wallow(block: _Block) -> Points:
    return 4 * _count(block.of(_WATER) & (_neighbours(block.of(_FARM)) >= 2))


def _clawsgrave_peaks(block: _Block) -> Points:
    waters = block.areas("water")
    farmed = waters.holding(_near(block.of(_FARM)))
    touched = [waters.touching(mountain) & farmed for mountain in block.mountains]
    return _mountains(waters, touched, 5)


def _jorekburg(block: _Block) -> Points:
    farm = np.count_nonzero(block.of(_FARM), axis=0)
    water = np.count_nonzero(block.of(_WATER), axis=0)
    return 4 * _how_many((farm == water) & (farm > 0))


def _outer_enclave(block: _Block) -> Points:
    villages = block.areas("village")
    return villages.best(villages.beside(block.of(_EMPTY)))


def _caravansary(block: _Block) -> Points:
    villages = block.areas("village")
    spaces = villages.cells >> _BLOCK_BITS
    reach = np.zeros(villages.count, np.int64)
    for line in (spaces // _SIDE, spaces % _SIDE):
        reached = np.zeros(villages.count * _SIDE, np.bool_)
        reached[villages.area * _SIDE + line] = True
        reach += reached.reshape(villages.count, _SIDE).sum(1)
    return villages.best(reach)


def _silos(block: _Block) -> Points:
    return 10 * _how_many(_every(block.filled, 0)[::2])


def _banded_hills(block: _Block) -> Points:
    return 4 * _how_many(_how_often(_some(block.of(kind), 1) for kind in _KINDS) >= 5)


_CARDS: Mapping[str, Callable[[_Block], Points]] = {
    card.__name__[1:]: card
    for card in (
        _starlit_sigil,
        _stoneside_forest,
        _great_city,
        _lost_barony,
        _the_broken_road,
        _faunlost_thicket,
        _ulems_wallow,
        _clawsgrave_peaks,
        _jorekburg,
        _outer_enclave,
        _caravansary,
        _silos,
        _banded_hills,
    )
}
