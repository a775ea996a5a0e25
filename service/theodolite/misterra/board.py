"""The boards of Maps of Misterra: terrains, parchments, the island and its supply.

A board is read from rows of letters and held as a set of spaces (`grid.Spaces`) for each terrain.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Literal, NamedTuple, get_args

from theodolite.grid import NOWHERE, Grid, Space, Spaces
from theodolite.rows import Lettering, written
from theodolite.verdict import Fault

GRID = Grid(5, 5)
TILES_PER_TERRAIN = 12
"""The tiles of each terrain in the box (p. 2)."""


class Terrain(IntEnum):
    """A terrain, in the order in which boards hold them."""

    JUNGLE = 0
    LAGOON = 1
    MOUNTAIN = 2
    STEPPE = 3

    # An enumeration hashes its name, which is slow; terrains are keys of caches.
    __hash__ = int.__hash__


LETTERS = "JLMS"
"""The letters of the terrains in rows, in the order of `Terrain`."""
_TERRAINS = tuple(Terrain)
TerrainName = Literal["jungle", "lagoon", "mountain", "steppe"]
TERRAIN_NAMES: tuple[TerrainName, ...] = get_args(TerrainName)

PARCHMENT = Lettering(GRID, tuple(LETTERS))
ISLAND = Lettering(GRID, (LETTERS, *(letter + letter.lower() for letter in LETTERS)))


class Board(NamedTuple):
    """A parchment, or the tiles of the island. Index it by terrain.

    Attributes:
        jungle: The spaces of jungle.
        lagoon: The spaces of lagoon.
        mountain: The spaces of mountain.
        steppe: The spaces of steppe.
    """

    jungle: Spaces = NOWHERE
    lagoon: Spaces = NOWHERE
    mountain: Spaces = NOWHERE
    steppe: Spaces = NOWHERE

    @property
    def covered(self) -> Spaces:
        """The spaces that hold any terrain."""
        return self.jungle | self.lagoon | self.mountain | self.steppe

    def at(self, space: Space) -> Terrain | None:
        """The terrain of a space; None if it is empty."""
        for terrain, layer in zip(_TERRAINS, self, strict=True):
            if layer >> space & 1:
                return terrain
        return None

    def within(self, spaces: Spaces) -> "Board":
        """The part of this board that lies on these spaces."""
        return Board(*(layer & spaces for layer in self))

    def laid(self, space: Space, terrain: Terrain) -> "Board":
        """This board with a terrain on a space, in place of any other."""
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

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> "Board":
        """Read a parchment.

        Args:
            rows: Five strings of five letters out of `JLMS`, `.` for empty; top row first.

        Raises:
            ValueError: The rows are anything else; `row_faults` says what is wrong.

        >>> Board.from_rows(["J....", "J....", ".....", ".....", "....."]).jungle
        33
        """
        return cls(*PARCHMENT.read(rows))

    def rows(self, confirmed: Spaces = GRID.everywhere) -> list[str]:
        """Write the board as rows of letters, `.` for empty.

        Args:
            confirmed: The spaces with capital letters; the others have small ones.
        """
        layers = [
            *zip(LETTERS, [layer & confirmed for layer in self], strict=True),
            *zip(LETTERS.lower(), [layer & ~confirmed for layer in self], strict=True),
        ]
        return written(GRID, layers)


class Island(NamedTuple):
    """The island.

    Attributes:
        tiles: All its tiles.
        confirmed: The spaces of the tiles that lie confirmed side up; the others are hazy.
    """

    tiles: Board
    confirmed: Spaces

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> "Island":
        """Read an island.

        Args:
            rows: Five strings of five letters: `JLMS` confirmed, `jlms` hazy, `.` empty; top row
                first.

        Raises:
            ValueError: The rows are anything else; `row_faults` says what is wrong.

        >>> Island.from_rows(["Jj...", ".....", ".....", ".....", "....."]).confirmed
        1
        """
        confirmed, *layers = ISLAND.read(rows)
        return cls(Board(*layers), confirmed)

    @property
    def as_confirmed(self) -> Board:
        """The confirmed tiles alone."""
        return self.tiles.within(self.confirmed)

    def supply(self, terrain: Terrain) -> int:
        """The number of tiles of a terrain beside the island, 0 to 12 (p. 2)."""
        return TILES_PER_TERRAIN - self.tiles[terrain].bit_count()

    def rows(self) -> list[str]:
        """Write the island as rows of letters, small for hazy tiles."""
        return self.tiles.rows(self.confirmed)


def row_faults(rows: Sequence[str], *, island: bool) -> Iterator[Fault]:
    """Find everything that keeps rows from being read as an island or a parchment.

    Args:
        rows: Rows of letters.
        island: Whether they should be an island; else a parchment.
    """
    if island:
        yield from ISLAND.faults(rows)
        return
    for fault in PARCHMENT.faults(rows):
        letters = fault.values.get("letters")
        if not isinstance(letters, list):
            yield fault
            continue
        # A small letter is a known one, but parchments have no hazy tiles.
        hazy = [letter for letter in letters if letter in ISLAND.known]
        unknown = [letter for letter in letters if letter not in ISLAND.known]
        if hazy:
            yield fault._replace(code="hazy_on_parchment", values={"letters": hazy})
        if unknown:
            yield fault._replace(values={**fault.values, "letters": unknown})
