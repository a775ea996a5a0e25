"""All worlds with the same regions: how many they are, and which values they show.

The regions of a world leave its terrains and its levels independent of each other: every way to
give the regions terrains goes with every way to plant them. Each is counted place by place. What
the places so far forbid the later ones is all that matters of them, so that ways which forbid the
same are counted together.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from theodolite.grid import Grid, Space, Spaces, each
from theodolite.tiwanaku.board import GRIDS, LEVELS, BoardName, Land, Terrain
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.snapshot import ByTerrain

__all__ = ["Bundle", "bundle"]

_TERRAINS = len(Terrain)
_CROPS = len(LEVELS)
_COUNT = 6
"""Bits that hold a number of tiles."""


class Bundle(NamedTuple):
    """What all worlds with the same regions show between them.

    `terrain` and `crops` are, as in a Land, the spaces on which at least one of the `worlds` (so
    many) shows each terrain and each level.
    """

    worlds: int
    terrain: tuple[Spaces, ...]
    crops: tuple[Spaces, ...]


def bundle(land: Land, tiles: ByTerrain, tiling: Sequence[Spaces], clock: Clock) -> Bundle:
    """The worlds with these regions that show all that lies and use the tiles exactly.

    Raises:
        TimeIsUp: The time is up.
    """
    order = _by_columns(land.board)
    place = {space: i for i, space in enumerate(order)}
    tiling = sorted(tiling, key=lambda region: min([place[space] for space in each(region)]))
    of_terrain, terrains = _terrains(land, tiles, tiling)
    of_crops, crops = _plantings(land, tiling, clock)
    terrain = [0] * _TERRAINS
    for region, shown in zip(tiling, terrains, strict=True):
        for t in each(shown):
            terrain[t] |= region
    return Bundle(of_terrain * of_crops, tuple(terrain), tuple(crops))


@cache
def _by_columns(board: BoardName) -> tuple[Space, ...]:
    """The spaces column by column: the fewest at a time have both earlier and later ones beside."""
    return tuple(space for column in GRIDS[board].column_lines for space in each(column))


def _terrains(land: Land, tiles: ByTerrain, tiling: Sequence[Spaces]) -> tuple[int, list[int]]:
    """How many ways there are to give regions terrains, and the terrains that each can have."""
    steps = []
    for i, region in enumerate(tiling):
        around, size = land.grid.touching(region), region.bit_count()
        # Two regions of one terrain never touch.
        later = sum(
            [1 << _TERRAINS * j for j, other in enumerate(tiling[i + 1 :]) if other & around]
        )
        lying = [t for t in Terrain if land.terrain[t] & region] or list(Terrain)
        steps.append((size, [(int(t), later << t) for t in lying]))
    # The tiles that are left stand in the low bits, what is forbidden above them.
    low = _COUNT * _TERRAINS
    left = sum(count << _COUNT * t for t, count in enumerate(tiles))
    layer = {left: 1}
    moves: list[list[tuple[int, int, int]]] = []
    for size, options in steps:
        reached: dict[int, int] = {}
        made = []
        for state, count in layer.items():
            counts, forbidden = state & (1 << low) - 1, state >> low
            for t, later in options:
                if not forbidden >> t & 1 and counts >> _COUNT * t & (1 << _COUNT) - 1 >= size:
                    after = (forbidden >> _TERRAINS | later) << low | counts - (size << _COUNT * t)
                    reached[after] = reached.get(after, 0) + count
                    made.append((state, t, after))
        layer = reached
        moves.append(made)
    return sum(layer.values()), _shown(layer, moves)


def _plantings(land: Land, tiling: Sequence[Spaces], clock: Clock) -> tuple[int, Sequence[Spaces]]:
    """How many ways there are to plant regions, and the spaces that each level can stand on."""
    grid, bound = land.grid, _bound(land.grid, tiling)
    left = _left(land, tiling, bound)
    unsettled = [
        space
        for space in _by_columns(land.board)
        if sum(spaces >> space & 1 for spaces in left) != 1
    ]
    # For every space that is not settled, in order, a bit for each level that is forbidden there.
    forbidden_at_first = sum(
        1 << _CROPS * i + k
        for i, space in enumerate(unsettled)
        for k, spaces in enumerate(left)
        if not spaces >> space & 1
    )
    layer = {forbidden_at_first: 1}
    moves: list[list[tuple[int, int, int]]] = []
    for i, space in enumerate(unsettled, 1):
        clock.look()
        later = sum(
            1 << _CROPS * j for j, other in enumerate(unsettled[i:]) if bound[space] >> other & 1
        )
        options = [(k, later << k) for k, spaces in enumerate(left) if spaces >> space & 1]
        reached: dict[int, int] = {}
        made = []
        for forbidden, count in layer.items():
            rest = forbidden >> _CROPS
            for k, struck in options:
                if not forbidden >> k & 1:
                    after = rest | struck
                    reached[after] = reached.get(after, 0) + count
                    made.append((forbidden, k, after))
        layer = reached
        moves.append(made)
    if not layer:
        return 0, [0] * _CROPS
    settled = grid.everywhere & ~sum(1 << space for space in unsettled)
    crops = [spaces & settled for spaces in left]
    for space, shown in zip(unsettled, _shown(layer, moves), strict=True):
        for k in each(shown):
            crops[k] |= 1 << space
    return sum(layer.values()), crops


def _bound(grid: Grid, tiling: Sequence[Spaces]) -> Mapping[Space, Spaces]:
    """For every space those that cannot hold its level: of its region, and all that it touches."""
    return {
        space: (region | grid.touching(1 << space)) & ~(1 << space)
        for region in tiling
        for space in each(region)
    }


def _left(land: Land, tiling: Sequence[Spaces], bound: Mapping[Space, Spaces]) -> Sequence[Spaces]:
    """The spaces that have each level left, once what is settled forbids it to others.

    A space is settled if a crop lies there, it has one level left, or no other of its region has a
    level that the region needs: one of n spaces holds the levels up to n, each once.
    """
    left = [sum(region for region in tiling if region.bit_count() > k) for k in range(_CROPS)]
    settled = [0] * _CROPS
    found: Sequence[Spaces] = land.crops
    # Where no crop lies, regions settle spaces all the same: one of one space holds a 1.
    while True:
        for k, spaces in enumerate(found):
            settled[k] |= spaces
            for space in each(spaces):
                left[k] &= ~bound[space]
            for other in range(_CROPS):
                if other != k:
                    left[other] &= ~spaces
        found = [
            alone & ~already for alone, already in zip(_alone(left, tiling), settled, strict=True)
        ]
        if not any(found):
            return left


def _alone(left: Sequence[Spaces], tiling: Sequence[Spaces]) -> Iterator[Spaces]:
    """The spaces that must have each level: no other one is left to them, or no other has it."""
    some = several = 0
    for spaces in left:
        several |= some & spaces
        some |= spaces
    for spaces in left:
        alone = spaces & ~several
        for region in tiling:
            here = spaces & region
            if not here & here - 1:
                alone |= here
        yield alone


def _shown(last: dict[int, int], moves: Sequence[Sequence[tuple[int, int, int]]]) -> list[int]:
    """The values that lead to an end, a bit each, by the place where they are taken."""
    finishing = set(last)
    shown = []
    for made in reversed(moves):
        good = [move for move in made if move[2] in finishing]
        values = 0
        for _, value, _ in good:
            values |= 1 << value
        shown.append(values)
        finishing = {state for state, _, _ in good}
    return shown[::-1]
