"""All worlds with the same regions: how many they are, and which values they show.

The regions of a world leave its terrains and its levels independent of each other: every way to
give the regions terrains goes with every way to plant them. Each is counted place by place. What
the places so far forbid the later ones is all that matters of them, so that ways which forbid the
same are counted together.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from theodolite.grid import Space, Spaces, each
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
    of_crops, plantings = _plantings(land, tiling, order, clock)
    terrain, crops = [0] * _TERRAINS, [0] * _CROPS
    for region, shown in zip(tiling, terrains, strict=True):
        for t in each(shown):
            terrain[t] |= region
    for space, shown in zip(order, plantings, strict=True):
        for k in each(shown):
            crops[k] |= 1 << space
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


def _plantings(
    land: Land, tiling: Sequence[Spaces], order: Sequence[Space], clock: Clock
) -> tuple[int, list[int]]:
    """How many ways there are to plant regions, and the crops that each space can hold, from 0."""
    # For every space, the places of its region and of those that it touches: a bit each.
    places, touching = _places(land.board)
    bound = {
        space: own | touching[space]
        for region in tiling
        for own in [sum([places[space] for space in each(region)])]
        for space in each(region)
    }
    sizes = {space: region.bit_count() for region in tiling for space in each(region)}
    # What lies forbids the earlier places, too: ways that would meet it are not begun.
    forbidden_at_first = 0
    for k, spaces in enumerate(land.crops):
        for space in each(spaces):
            forbidden_at_first |= (bound[space] & ~places[space]) << k
    layer = {forbidden_at_first: 1}
    moves: list[list[tuple[int, int, int]]] = []
    for i, space in enumerate(order, 1):
        clock.look()
        lying = land.level_at(space)
        # A region of n spaces holds the levels up to n, each once, and equal levels never touch.
        levels = range(sizes[space]) if lying is None else [lying - 1]
        later = bound[space] >> _CROPS * i
        options = [(k, later << k) for k in levels]
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
    return sum(layer.values()), _shown(layer, moves)


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


@cache
def _places(board: BoardName) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The bit of each space's place among the columns, for level 1, and those that it touches."""
    grid, order = GRIDS[board], _by_columns(board)
    places = [1 << _CROPS * order.index(space) for space in range(len(order))]
    touching = [
        sum(places[other] for other in each(grid.touching(1 << space)))
        for space in range(len(order))
    ]
    return tuple(places), tuple(touching)
