"""Counts of worlds with the same regions, compared with plain enumeration."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from theodolite.grid import Space, Spaces, each
from theodolite.tiwanaku.board import LEVELS, BoardName, Land, Terrain
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.solver import Value
from theodolite.tiwanaku.survey import place_of
from theodolite.tiwanaku.tilings import bundle
from tiwanaku.positions import tiles_of, tiling_of, worlds_of

SHORT, LONG = BoardName.SHORT, BoardName.LONG


def with_terrains(
    land: Land, tiles: Sequence[int], tiling: Sequence[Spaces], so_far: tuple[Terrain, ...] = ()
) -> Iterator[tuple[Terrain, ...]]:
    """Every way to give regions terrains."""
    if len(so_far) == len(tiling):
        if not any(tiles):
            yield so_far
        return
    region, around = tiling[len(so_far)], land.grid.touching(tiling[len(so_far)])
    for terrain in Terrain:
        left = list(tiles)
        left[terrain] -= region.bit_count()
        meets = any(other == terrain and tiling[i] & around for i, other in enumerate(so_far))
        lies_otherwise = region & land.laid & ~land.terrain[terrain]
        if left[terrain] >= 0 and not meets and not lies_otherwise:
            yield from with_terrains(land, left, tiling, (*so_far, terrain))


def plantings(
    land: Land, tiling: Sequence[Spaces], so_far: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """Every way to plant regions, space by space."""
    space = Space(len(so_far))
    if space == len(land.grid.names):
        yield so_far
        return
    (region,) = [region for region in tiling if region >> space & 1]
    near = region | land.grid.touching(1 << space)
    for level in range(1, region.bit_count() + 1):
        taken = any(near >> other & 1 and held == level for other, held in enumerate(so_far))
        if not taken and land.level_at(space) in (None, level):
            yield from plantings(land, tiling, (*so_far, level))


@pytest.mark.parametrize(
    ("board", "laid", "planted"), [(SHORT, 3, 8), (SHORT, 8, 12), (SHORT, 0, 14), (LONG, 25, 33)]
)
@pytest.mark.parametrize("seed", range(3))
def test_counts_the_worlds_of_the_same_regions(
    board: BoardName, laid: int, planted: int, seed: int
) -> None:
    random = Random(seed)
    world = random.choice(worlds_of(board))
    tiling = tiling_of(world)
    land = Land(board)
    for space in random.sample([*land.grid.spaces.values()], laid):
        terrain = world.terrain_at(space)
        assert terrain is not None
        land = land.discovered(space, terrain)
    for space in random.sample([*land.grid.spaces.values()], planted):
        level = world.level_at(space)
        assert level is not None
        land = land.with_crop(space, level)
    tiles = tiles_of(world)
    terrains = [*with_terrains(land, tiles, tiling)]
    crops = [*plantings(land, tiling)]

    found = bundle(land, tiles, tiling, Clock())
    assert found.worlds == len(terrains) * len(crops) > 0
    for i, region in enumerate(tiling):
        for space in each(region):
            for terrain in Terrain:
                share = sum(way[i] == terrain for way in terrains) * len(crops)
                assert found.shares[place_of(Value(space, terrain))] == share
            for level in LEVELS:
                share = sum(way[space] == level for way in crops) * len(terrains)
                assert found.shares[place_of(Value(space, level=level))] == share


def test_regions_against_the_counts_have_no_world() -> None:
    found = bundle(Land(SHORT), (25, 0, 0, 0), tiling_of(worlds_of(SHORT)[0]), Clock())
    assert found.worlds == 0
    assert not any(found.shares)


def test_counting_keeps_to_the_clock() -> None:
    world = worlds_of(SHORT)[0]
    with pytest.raises(TimeIsUp):
        bundle(Land(SHORT), (6, 6, 6, 7), tiling_of(world), Clock(seconds=0))
