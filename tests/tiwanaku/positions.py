"""Positions at random: some of the tiles of a lawful world, and now and then what no world fits."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from theodolite.tiwanaku.board import BoardName, Land, Terrain
from theodolite.tiwanaku.snapshot import ByTerrain

__all__ = ["Position", "positions", "worlds_of"]

_WORLDS = Path(__file__).parent.parent / "cases" / "tiwanaku" / "worlds.toml"


class Position(NamedTuple):
    """What lies, and the counts of the disc."""

    land: Land
    tiles: ByTerrain


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
        spaces = range(len(world.grid.names))
        land = Land(board)
        for space in random.sample(spaces, round(random.uniform(*known) * len(spaces))):
            terrain, level = world.terrain_at(space), world.level_at(space)
            assert terrain is not None
            assert level is not None
            land = land.discovered(space, terrain)
            if random.random() < planted:
                land = land.with_crop(space, level)
        counts = [world.count(terrain) for terrain in Terrain]
        if random.random() < 0.1:
            one, other = random.sample(range(len(Terrain)), 2)
            counts[one] += 1
            counts[other] -= 1
        mud, sand, grass, rock = counts
        if all(land.count(terrain) <= counts[terrain] for terrain in Terrain):
            yield Position(land, (mud, sand, grass, rock))
