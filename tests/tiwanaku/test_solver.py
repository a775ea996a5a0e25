"""Constraints that are added to the solver, tested on nearly full boards."""

import pytest

from theodolite.tiwanaku.board import LEVELS, BoardName, Land, Terrain
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.solver import Value, Worlds, values_at
from tiwanaku.positions import CONTRACT, FIFTEEN_ONES, tiles_of, tiling_of, worlds_of

SHORT, LONG = BoardName.SHORT, BoardName.LONG


@pytest.mark.parametrize("level", LEVELS)
def test_no_world_has_more_crops_of_a_level_than_fit(level: int) -> None:
    world = worlds_of(SHORT)[0]
    count = world.crops[level - 1].bit_count()
    for required, fits in ((count - 1, True), (count, False)):
        with Worlds(world, tiles_of(world), Clock()) as worlds:
            worlds.require_more(level, required)
            assert (worlds.any_of() is not None) is fits


def test_does_not_find_forbidden_worlds() -> None:
    found = []
    with Worlds(*CONTRACT, Clock()) as worlds:
        while (world := worlds.any_of()) is not None:
            found.append(world)
            worlds.forbid(world)
    assert len(found) == len({*found}) == 2


def test_does_not_find_excluded_regions() -> None:
    with Worlds(*CONTRACT, Clock()) as worlds:
        world, tiling = worlds.any_of(), worlds.any_tiling()
        assert world is not None
        assert tiling is not None
        assert sorted(tiling) == sorted(tiling_of(world))
        worlds.exclude(tiling)
        assert worlds.any_of() is None


def test_regions_are_excluded_whatever_their_terrains() -> None:
    world = worlds_of(SHORT)[0]
    found = []
    with Worlds(Land(SHORT, crops=world.crops), None, Clock()) as worlds:
        while (tiling := worlds.any_tiling()) is not None:
            found.append(frozenset(tiling))
            worlds.exclude(tiling)
    assert len(found) == len({*found}) > 1
    assert frozenset(tiling_of(world)) in found


def test_searches_for_a_value_fixes_it_and_rules_it_out() -> None:
    at = CONTRACT.land.grid.spaces
    d5_1, e1_1, e1_3 = Value(at["D5"], level=1), Value(at["E1"], level=1), Value(at["E1"], level=3)
    with Worlds(*CONTRACT, Clock()) as worlds:
        assert worlds.any_of([d5_1, e1_3]) is None
        for value in (d5_1, e1_3, Value(at["E1"], Terrain.MUD)):
            world = worlds.any_of([value])
            assert world is not None
            assert value in values_at(world, value.space)
        worlds.fix(d5_1)
        assert worlds.any_of([e1_3]) is None
        worlds.rule_out(e1_1)
        assert worlds.any_of() is None


@pytest.mark.parametrize(("box", "fits"), [(True, False), (False, True)])
def test_the_box_bounds_the_crops_of_a_long_board(*, box: bool, fits: bool) -> None:
    with Worlds(FIFTEEN_ONES, tiles_of(FIFTEEN_ONES), Clock(), box=box) as worlds:
        assert (worlds.any_of() is not None) is fits
