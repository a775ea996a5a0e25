"""Positions for several tests, fixed and random ones.

Random ones are some of the tiles of a lawful world; now and then no world fits them.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from theodolite.grid import Spaces
from theodolite.tiwanaku.board import BoardName, Land, Terrain
from theodolite.tiwanaku.snapshot import ByTerrain

_WORLDS = Path(__file__).parent.parent / "cases" / "tiwanaku" / "worlds.toml"


class Position(NamedTuple):
    """The tiles on a board, and the counts of the disc."""

    land: Land
    tiles: ByTerrain


CONTRACT = Position(
    Land.from_rows(
        BoardName.SHORT,
        ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"],
        ["1....", ".4...", "..5..", "....2", "....5"],
    ),
    (7, 9, 4, 5),
)
"""Two worlds show it, and both have the same regions."""
FIFTEEN_ONES = Land.from_rows(
    BoardName.LONG,
    ["GRRRSMMMR", "SSSRRGMMG", "RRSSGGRGG", "GRRRGSSGG", "GGMSSSRRS"],
    ["141214121", "523532353", "141414121", "353235345", "121412121"],
)
"""A world with fifteen sweet potatoes, two more than the box."""


def tiles_of(land: Land) -> ByTerrain:
    """The number of tiles of each terrain on the board."""
    mud, sand, grass, rock = [land.count(terrain) for terrain in Terrain]
    return mud, sand, grass, rock


def tiling_of(world: Land) -> list[Spaces]:
    """The regions of a world."""
    return [group for spaces in world.terrain for group in world.grid.groups(spaces)]


def without(land: Land, crops: str) -> Land:
    """A land without the crops of some spaces."""
    left = ~sum(1 << land.grid.spaces[name] for name in crops.split())
    one, two, three, four, five = [layer & left for layer in land.crops]
    return land._replace(crops=(one, two, three, four, five))


@cache
def worlds_of(board: BoardName) -> tuple[Land, ...]:
    worlds = tomllib.loads(_WORLDS.read_text("utf-8"))[board]
    return tuple(
        Land.from_rows(board, world["terrain"].split(), world["crops"].split()) for world in worlds
    )


def positions(
    board: BoardName, random: Random, *, known: tuple[float, float], planted: float
) -> Iterator[Position]:
    """Positions without end.

    Args:
        board: the side of the board.
        random: where chance comes from.
        known: the least and the greatest share of the spaces that have a tile.
        planted: the share of these that have a crop.
    """
    while True:
        world = random.choice(worlds_of(board))
        spaces = [*world.grid.spaces.values()]
        land = Land(board)
        for space in random.sample(spaces, round(random.uniform(*known) * len(spaces))):
            terrain, level = world.terrain_at(space), world.level_at(space)
            assert terrain is not None
            assert level is not None
            land = land.discovered(space, terrain)
            if random.random() < planted:
                land = land.with_crop(space, level)
        counts = [*tiles_of(world)]
        if random.random() < 0.1:
            one, other = random.sample(range(len(Terrain)), 2)
            counts[one] += 1
            counts[other] -= 1
        mud, sand, grass, rock = counts
        if all(land.count(terrain) <= counts[terrain] for terrain in Terrain):
            yield Position(land, (mud, sand, grass, rock))
