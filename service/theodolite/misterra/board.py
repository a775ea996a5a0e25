"""The boards of Maps of Misterra: terrains, parchments, the island and its supply."""

from enum import IntEnum
from typing import NamedTuple

from theodolite.grid import Grid, Space, Spaces

__all__ = [
    "GRID",
    "LETTERS",
    "TERRAIN_NAMES",
    "TILES_PER_TERRAIN",
    "Board",
    "Island",
    "Terrain",
]

GRID = Grid(5, 5)
TILES_PER_TERRAIN = 12


class Terrain(IntEnum):
    """A terrain, in the order in which boards hold them."""

    JUNGLE = 0
    LAGOON = 1
    MOUNTAIN = 2
    STEPPE = 3


LETTERS = "JLMS"
TERRAIN_NAMES = tuple(terrain.name.lower() for terrain in Terrain)


class Board(NamedTuple):
    """The spaces of each terrain: a parchment, or the tiles of the island. Index it by terrain."""

    jungle: Spaces = 0
    lagoon: Spaces = 0
    mountain: Spaces = 0
    steppe: Spaces = 0

    @property
    def covered(self) -> Spaces:
        """The spaces that hold any terrain."""
        return self.jungle | self.lagoon | self.mountain | self.steppe

    def at(self, space: Space) -> Terrain | None:
        """The terrain of a space, None if it is empty."""
        bit = 1 << space
        return next((terrain for terrain in Terrain if self[terrain] & bit), None)

    def within(self, spaces: Spaces) -> "Board":
        """What of this board lies on these spaces."""
        return Board(*(layer & spaces for layer in self))

    def laid(self, space: Space, terrain: Terrain) -> "Board":
        """This board with a terrain on a space, over whatever was there."""
        bit = 1 << space
        layers = [layer & ~bit for layer in self]
        layers[terrain] |= bit
        return Board(*layers)

    def matching(self, other: "Board") -> Spaces:
        """The spaces on which both boards hold the same terrain."""
        return (
            self.jungle & other.jungle
            | self.lagoon & other.lagoon
            | self.mountain & other.mountain
            | self.steppe & other.steppe
        )

    def rows(self, confirmed: Spaces = GRID.everywhere) -> list[str]:
        """The board as rows of letters, `.` for empty, small letters where not confirmed."""
        text = ["."] * len(GRID.names)
        for terrain, letter in zip(Terrain, LETTERS, strict=True):
            for space in range(len(text)):
                if self[terrain] >> space & 1:
                    text[space] = letter if confirmed >> space & 1 else letter.lower()
        line = "".join(text)
        return [line[start : start + GRID.columns] for start in range(0, len(line), GRID.columns)]


class Island(NamedTuple):
    """The island: its tiles, and which of them lie confirmed side up."""

    tiles: Board
    confirmed: Spaces

    @property
    def as_confirmed(self) -> Board:
        """The confirmed tiles alone."""
        return self.tiles.within(self.confirmed)

    def supply(self, terrain: Terrain) -> int:
        """How many tiles of a terrain lie beside the island (12 of each, p. 2)."""
        return TILES_PER_TERRAIN - self.tiles[terrain].bit_count()

    def rows(self) -> list[str]:
        """The island as rows of letters, small for hazy tiles."""
        return self.tiles.rows(self.confirmed)
