"""What the solver is told beside the laws, asked of boards of which little is open."""

import pytest

from theodolite.tiwanaku.board import LEVELS, BoardName, Land, Terrain
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value, Worlds, values_at
from tiwanaku.facts import land_of
from tiwanaku.positions import worlds_of

SHORT, LONG = BoardName.SHORT, BoardName.LONG
CONTRACT = land_of(
    SHORT,
    """
    M1 M- S-  .  .
    S- G4  R-  S- .
    .  G-  R5  S- .
    .  G-  .   .  M2
    .  .   R-  .  M5
    """,
)
"""Two worlds show it, and both have the same regions."""
TILES = (7, 9, 4, 5)


def counts(land: Land) -> ByTerrain:
    mud, sand, grass, rock = [land.count(terrain) for terrain in Terrain]
    return mud, sand, grass, rock


@pytest.mark.parametrize("level", LEVELS)
def test_more_crops_of_a_level_than_there_can_be_are_of_no_world(level: int) -> None:
    world = worlds_of(SHORT)[0]
    count = world.crops[level - 1].bit_count()
    for required, fits in ((count - 1, True), (count, False)):
        with Worlds(world, counts(world), Clock()) as worlds:
            worlds.require_more(level, required)
            assert (worlds.any_of() is not None) is fits


def test_worlds_that_are_forbidden_are_found_no_more() -> None:
    found = []
    with Worlds(CONTRACT, TILES, Clock()) as worlds:
        while (world := worlds.any_of()) is not None:
            found.append(world.land)
            worlds.forbid(world.land)
    assert len(found) == len({*found}) == 2


def test_regions_that_are_excluded_are_found_no_more() -> None:
    with Worlds(CONTRACT, TILES, Clock()) as worlds:
        world = worlds.any_of()
        assert world is not None
        regions = [group for spaces in world.land.terrain for group in CONTRACT.grid.groups(spaces)]
        assert sorted(world.tiling) == sorted(regions)
        worlds.exclude(world.tiling)
        assert worlds.any_of() is None


def test_a_value_is_asked_for_or_fixed_or_ruled_out() -> None:
    at = CONTRACT.grid.spaces
    d5_1, e1_1, e1_3 = Value(at["D5"], level=1), Value(at["E1"], level=1), Value(at["E1"], level=3)
    with Worlds(CONTRACT, TILES, Clock()) as worlds:
        assert worlds.any_of([d5_1, e1_3]) is None
        for value in (d5_1, e1_3, Value(at["E1"], Terrain.MUD)):
            world = worlds.any_of([value])
            assert world is not None
            assert value in values_at(world.land, value.space)
        worlds.fix(d5_1)
        assert worlds.any_of([e1_3]) is None
        worlds.rule_out(e1_1)
        assert worlds.any_of() is None


@pytest.mark.parametrize(("box", "fits"), [(True, False), (False, True)])
def test_the_box_bounds_the_crops_of_a_long_board(*, box: bool, fits: bool) -> None:
    # Fifteen sweet potatoes, two more than there are.
    world = Land.from_rows(
        LONG,
        ["GRRRSMMMR", "SSSRRGMMG", "RRSSGGRGG", "GRRRGSSGG", "GGMSSSRRS"],
        ["141214121", "523532353", "141414121", "353235345", "121412121"],
    )
    with Worlds(world, counts(world), Clock(), box=box) as worlds:
        assert (worlds.any_of() is not None) is fits
