"""Counts all worlds with the same regions, and those of them that show each value.

Given the regions, terrains and levels are independent: every assignment of terrains to the regions
combines with every planting. Both are counted place by place, by dynamic programming over what the
places so far forbid to the later ones.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from theodolite.grid import NOWHERE, Grid, Space, Spaces, each, union
from theodolite.tiwanaku.board import GRIDS, LEVELS, BoardName, Land, Terrain
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value

_TERRAINS = len(Terrain)
_CROPS = len(LEVELS)
_COUNT = 6
"""Bits for a number of tiles."""


VALUES = _TERRAINS + _CROPS
"""The values of a space: its terrains, then its levels."""

_Move = tuple[int, int, int]
"""A step of a count: the state before it, the value chosen, the state after it."""


class Bundle(NamedTuple):
    """The worlds with the same regions.

    Attributes:
        worlds: Their number.
        shares: For each space, VALUES numbers: how many of them show each terrain and each level.
    """

    worlds: int
    shares: Sequence[int]


def bundle(
    land: Land,
    tiles: ByTerrain,
    tiling: Sequence[Spaces],
    clock: Clock,
    notes: Collection[Value] = (),
) -> Bundle:
    """The worlds with these regions that fit a board and use the tiles exactly.

    Args:
        land: The tiles on the board.
        tiles: The disc's number of tiles of each terrain.
        tiling: The regions, which cover the board.
        clock: The budget.
        notes: Values that their spaces are taken not to have.

    Raises:
        TimeIsUp: The budget is used up.
    """
    tiling = _in_order(land, tiling)
    of_terrain, terrains = _shares(*_terrains(land, tiles, tiling, notes))
    of_crops, crops = _plantings(land, tiling, clock, notes)
    shares = [0] * (VALUES * len(crops))
    for region, counts in zip(tiling, terrains, strict=True):
        for space in each(region):
            shares[space * VALUES : space * VALUES + VALUES] = [
                *(of_crops * counts.get(t, 0) for t in range(_TERRAINS)),
                *(of_terrain * counts for counts in crops[space]),
            ]
    return Bundle(of_terrain * of_crops, shares)


def together(
    land: Land, tiles: ByTerrain, tiling: Sequence[Spaces]
) -> Iterator[tuple[Spaces, Terrain, Sequence[Spaces]]]:
    """For each terrain that a region can have, all terrains that appear together with it.

    Yields:
        The region, its terrain, and for each terrain the spaces that can have it then.
    """
    tiling = _in_order(land, tiling)
    first, moves = _terrains(land, tiles, tiling)
    # A bit for each region and terrain: those on some way to a state, and on some way from it.
    before = [{first: 0}]
    for i, made in enumerate(moves):
        reached: dict[int, int] = {}
        for state, t, after in made:
            bit = 1 << _TERRAINS * i + t
            reached[after] = reached.get(after, 0) | before[-1][state] | bit
        before.append(reached)
    onwards = dict.fromkeys(before[-1], 0)
    for i in reversed(range(len(moves))):
        earlier: dict[int, int] = {}
        with_terrain: dict[int, int] = {}
        for state, t, after in moves[i]:
            if after in onwards:
                later = onwards[after] | 1 << _TERRAINS * i + t
                earlier[state] = earlier.get(state, 0) | later
                with_terrain[t] = with_terrain.get(t, 0) | before[i][state] | later
        onwards = earlier
        for t, shown in with_terrain.items():
            yield (
                tiling[i],
                Terrain(t),
                [
                    union(
                        region
                        for j, region in enumerate(tiling)
                        if shown >> _TERRAINS * j + other & 1
                    )
                    for other in range(_TERRAINS)
                ],
            )


def _in_order(land: Land, tiling: Sequence[Spaces]) -> Sequence[Spaces]:
    """Regions by their first space, column by column."""
    place = {space: i for i, space in enumerate(_by_columns(land.board))}
    return sorted(tiling, key=lambda region: min([place[space] for space in each(region)]))


@cache
def _by_columns(board: BoardName) -> tuple[Space, ...]:
    """The spaces column by column, so that few of them constrain later ones at any time."""
    return tuple(space for column in GRIDS[board].column_lines for space in each(column))


def _terrains(
    land: Land, tiles: ByTerrain, tiling: Sequence[Spaces], notes: Collection[Value] = ()
) -> tuple[int, list[list[_Move]]]:
    """The assignments of terrains to regions: the first state, and for each region all moves."""
    steps = []
    for i, region in enumerate(tiling):
        around, size = land.grid.touching(region), region.bit_count()
        # Two regions of one terrain never touch.
        later = sum(
            [1 << _TERRAINS * j for j, other in enumerate(tiling[i + 1 :]) if other & around]
        )
        lying = [t for t in Terrain if land.terrain[t] & region] or list(Terrain)
        noted = {t for space, t, level in notes if level is None and region >> space & 1}
        steps.append((size, [(int(t), later << t) for t in lying if t not in noted]))
    # A state has the tiles left in its low bits, and what is forbidden above them.
    low = _COUNT * _TERRAINS
    left = sum(count << _COUNT * t for t, count in enumerate(tiles))
    layer: Collection[int] = [left]
    moves: list[list[_Move]] = []
    for size, options in steps:
        made = []
        for state in layer:
            counts, forbidden = state & (1 << low) - 1, state >> low
            for t, later in options:
                if not forbidden >> t & 1 and counts >> _COUNT * t & (1 << _COUNT) - 1 >= size:
                    after = (forbidden >> _TERRAINS | later) << low | counts - (size << _COUNT * t)
                    made.append((state, t, after))
        layer = {after for _, _, after in made}
        moves.append(made)
    return left, moves


def _plantings(
    land: Land, tiling: Sequence[Spaces], clock: Clock, notes: Collection[Value]
) -> tuple[int, Sequence[Sequence[int]]]:
    """The number of plantings, and for each space of those with each level."""
    grid, bound = land.grid, _bound(land.grid, tiling)
    left = _left(land, tiling, bound, notes)
    unresolved = [
        space
        for space in _by_columns(land.board)
        if sum(spaces >> space & 1 for spaces in left) != 1
    ]
    # A state has, for every unresolved space in order, a bit for each level forbidden there.
    first = sum(
        1 << _CROPS * i + k
        for i, space in enumerate(unresolved)
        for k, spaces in enumerate(left)
        if not spaces >> space & 1
    )
    layer: Collection[int] = [first]
    moves: list[list[_Move]] = []
    for i, space in enumerate(unresolved, 1):
        clock.look()
        later = sum(
            1 << _CROPS * j for j, other in enumerate(unresolved[i:]) if bound[space] >> other & 1
        )
        options = [(k, later << k) for k, spaces in enumerate(left) if spaces >> space & 1]
        made = []
        for forbidden in layer:
            rest = forbidden >> _CROPS
            made += [
                (forbidden, k, rest | struck) for k, struck in options if not forbidden >> k & 1
            ]
        layer = {after for _, _, after in made}
        moves.append(made)
    count, shares = _shares(first, moves)
    found = dict(zip(unresolved, shares, strict=True))
    return count, [
        [found[space].get(k, 0) for k in range(_CROPS)]
        if space in found
        else [count * (spaces >> space & 1) for spaces in left]
        for space in grid.spaces.values()
    ]


def _bound(grid: Grid, tiling: Sequence[Spaces]) -> Mapping[Space, Spaces]:
    """For every space, those that cannot have its level: its region, and all that touch it."""
    return {
        space: (region | grid.touching(1 << space)) & ~(1 << space)
        for region in tiling
        for space in each(region)
    }


def _left(
    land: Land,
    tiling: Sequence[Spaces],
    bound: Mapping[Space, Spaces],
    notes: Collection[Value],
) -> Sequence[Spaces]:
    """The spaces that can have each level, once resolved spaces forbid it to others.

    A space is resolved if it has a crop, has one level left, or is the only one of its region left
    for a level: a region of n spaces has the levels up to n, each once (p. 6).
    """
    left = [union(region for region in tiling if region.bit_count() > k) for k in range(_CROPS)]
    for space, _, level in notes:
        if level is not None:
            left[level - 1] &= ~(1 << space)
    resolved = [NOWHERE] * _CROPS
    found: Sequence[Spaces] = land.crops
    # Regions resolve spaces even without crops: a region of one space has a 1.
    while True:
        for k, spaces in enumerate(found):
            resolved[k] |= spaces
            for space in each(spaces):
                left[k] &= ~bound[space]
            for other in range(_CROPS):
                if other != k:
                    left[other] &= ~spaces
        found = [
            alone & ~already for alone, already in zip(_alone(left, tiling), resolved, strict=True)
        ]
        if not any(found):
            return left


def _alone(left: Sequence[Spaces], tiling: Sequence[Spaces]) -> Iterator[Spaces]:
    """The spaces that must have each level: it is their only one, or they are its only space."""
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


def _shares(first: int, moves: Sequence[Sequence[_Move]]) -> tuple[int, list[dict[int, int]]]:
    """The number of ways from the first state on, and for each move of those with each value."""
    before = [{first: 1}]
    for made in moves:
        ways: dict[int, int] = {}
        for state, _, after in made:
            ways[after] = ways.get(after, 0) + before[-1][state]
        before.append(ways)
    count, ends = sum(before[-1].values()), dict.fromkeys(before[-1], 1)
    shares = []
    for made, ways in zip(reversed(moves), reversed(before[:-1]), strict=True):
        with_value: dict[int, int] = {}
        onwards: dict[int, int] = {}
        for state, value, after in made:
            if after in ends:
                onwards[state] = onwards.get(state, 0) + ends[after]
                with_value[value] = with_value.get(value, 0) + ways[state] * ends[after]
        shares.append(with_value)
        ends = onwards
    return count, shares[::-1]
