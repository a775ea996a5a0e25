"""The boards of Tiwanaku: terrains, crops, the tiles on a board, and the shapes of its regions.

Terrains are held in the order of `Terrain`, crops by their level from 1.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum, StrEnum
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from theodolite.grid import NOWHERE, Grid, Space, Spaces, each
from theodolite.rows import Lettering, written

Level = int
"""The level of a crop, 1 to 5."""

LEVELS = (1, 2, 3, 4, 5)
LARGEST_REGION = 5
"""Spaces (p. 6)."""


class BoardName(StrEnum):
    """A side of the board (p. 3)."""

    SHORT = "short"
    LONG = "long"

    __hash__ = str.__hash__


GRIDS: Mapping[BoardName, Grid] = MappingProxyType(
    {BoardName.SHORT: Grid(5, 5), BoardName.LONG: Grid(9, 5)}
)


class Terrain(IntEnum):
    """A terrain, in the order in which boards hold them."""

    MUD = 0
    SAND = 1
    GRASS = 2
    ROCK = 3

    # Enumerations hash by name in Python, which is slow; terrains are keys of many caches.
    __hash__ = int.__hash__


class Crop(IntEnum):
    """A crop, by its level (p. 5)."""

    SWEET_POTATO = 1
    COCA = 2
    CHILI = 3
    MAIZE = 4
    QUINOA = 5

    __hash__ = int.__hash__


LETTERS = "MSGR"
CROP_LETTERS = "12345"
EMPTY = "."
TERRAIN_NAMES = tuple(terrain.name.lower() for terrain in Terrain)
TILES_IN_BOX = (15, 17, 15, 15)
"""The terrain tiles of the game, in the order of the terrains (p. 2)."""
CROPS_IN_BOX = (13, 12, 12, 10, 10)
"""The crop tiles of the game, from level 1 (p. 2)."""

_TERRAIN_ROWS = {board: Lettering(grid, tuple(LETTERS)) for board, grid in GRIDS.items()}
_CROP_ROWS = {board: Lettering(grid, tuple(CROP_LETTERS)) for board, grid in GRIDS.items()}


class Land(NamedTuple):
    """The tiles on a board.

    An *empty* space has no terrain, a *bare* one a terrain without a crop, a *planted* one both.

    Attributes:
        board: The side of the board.
        terrain: The spaces of each terrain.
        crops: The spaces of each crop, from level 1.

    Example:
        >>> land = Land.from_rows(BoardName.SHORT, ["MS...", "....."] + ["....."] * 3)
        >>> land.grid.name_all(land.bare)
        ['A1', 'B1']
    """

    board: BoardName
    terrain: tuple[Spaces, Spaces, Spaces, Spaces] = (NOWHERE,) * 4
    crops: tuple[Spaces, Spaces, Spaces, Spaces, Spaces] = (NOWHERE,) * 5

    @property
    def grid(self) -> Grid:
        """The grid of the board."""
        return GRIDS[self.board]

    @property
    def laid(self) -> Spaces:
        """The spaces with a terrain tile."""
        mud, sand, grass, rock = self.terrain
        return mud | sand | grass | rock

    @property
    def planted(self) -> Spaces:
        """The spaces with a crop tile."""
        one, two, three, four, five = self.crops
        return one | two | three | four | five

    @property
    def bare(self) -> Spaces:
        """The spaces with a terrain tile and no crop."""
        return self.laid & ~self.planted

    @property
    def empty(self) -> Spaces:
        """The spaces without a terrain tile."""
        return self.grid.everywhere & ~self.laid

    def terrain_at(self, space: Space) -> Terrain | None:
        """The terrain of a space; None if it is empty."""
        for terrain in Terrain:
            if self.terrain[terrain] >> space & 1:
                return terrain
        return None

    def level_at(self, space: Space) -> Level | None:
        """The level of the crop on a space; None if it has none."""
        for level in LEVELS:
            if self.crops[level - 1] >> space & 1:
                return level
        return None

    def discovered(self, space: Space, terrain: Terrain) -> "Land":
        """This land with a terrain tile on an empty space."""
        layers = list(self.terrain)
        layers[terrain] |= 1 << space
        mud, sand, grass, rock = layers
        return self._replace(terrain=(mud, sand, grass, rock))

    def with_crop(self, space: Space, level: Level) -> "Land":
        """This land with a crop on a bare space."""
        layers = list(self.crops)
        layers[level - 1] |= 1 << space
        one, two, three, four, five = layers
        return self._replace(crops=(one, two, three, four, five))

    def count(self, terrain: Terrain) -> int:
        """The number of tiles of a terrain on the board."""
        return self.terrain[terrain].bit_count()

    @classmethod
    def from_rows(
        cls, board: BoardName, terrain: Sequence[str], crops: Sequence[str] | None = None
    ) -> "Land":
        """Read the rows of a board.

        Args:
            board: The side of the board.
            terrain: 5 rows of 5 (short) or 9 (long) letters out of `MSGR.`, top row first.
            crops: As many rows and levels out of `12345.`; None for a board without crops.

        Raises:
            ValueError: The rows are not those of this board.
        """
        mud, sand, grass, rock = _TERRAIN_ROWS[board].read(terrain)
        if crops is None:
            return cls(board, (mud, sand, grass, rock))
        one, two, three, four, five = _CROP_ROWS[board].read(crops)
        return cls(board, (mud, sand, grass, rock), (one, two, three, four, five))

    def terrain_rows(self) -> list[str]:
        """The terrain as rows of letters out of `MSGR.`, top row first."""
        return written(self.grid, zip(LETTERS, self.terrain, strict=True), EMPTY)

    def crop_rows(self) -> list[str]:
        """The crops as rows of levels out of `12345.`, top row first."""
        return written(self.grid, zip(CROP_LETTERS, self.crops, strict=True), EMPTY)


@cache
def shapes(board: BoardName) -> tuple[Spaces, ...]:
    """Every set of spaces that could be a region by its shape alone, smaller ones first.

    All contiguous sets of one to five spaces, in a fixed order: 958 on the short board, 2158 on the
    long one.
    """
    grid = GRIDS[board]
    layer = {1 << space for space in each(grid.everywhere)}
    placed: list[Spaces] = []
    for _ in range(LARGEST_REGION):
        placed += sorted(layer)
        layer = {
            shape | 1 << space for shape in layer for space in each(grid.neighbours(shape) & ~shape)
        }
    return tuple(placed)


@cache
def regions(board: BoardName) -> tuple[Spaces, ...]:
    """The shapes that a region can have under both laws (p. 6).

    874 on the short board, 1970 on the long one. The U and the V of five spaces are missing: some
    space outside touches all five levels of such a region, so no level is left for it.
    """
    grid = GRIDS[board]
    return tuple(
        shape
        for shape in shapes(board)
        if shape.bit_count() < LARGEST_REGION or not _touched_at_once(grid, shape)
    )


def _touched_at_once(grid: Grid, shape: Spaces) -> bool:
    """Whether some space outside a shape touches all of it."""
    around = grid.touching(shape) & ~shape
    return any(not shape & ~grid.touching(1 << space) for space in each(around))
