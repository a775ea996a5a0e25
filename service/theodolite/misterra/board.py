"""The boards of Maps of Misterra: terrains, parchments, the island and its supply."""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Literal, NamedTuple, get_args

from theodolite.grid import Grid, Space, Spaces
from theodolite.rows import Lettering, written
from theodolite.verdict import Fault

__all__ = [
    "GRID",
    "ISLAND",
    "LETTERS",
    "PARCHMENT",
    "TERRAIN_NAMES",
    "TILES_PER_TERRAIN",
    "Board",
    "Island",
    "Terrain",
    "TerrainName",
    "row_faults",
]

GRID = Grid(5, 5)
TILES_PER_TERRAIN = 12


class Terrain(IntEnum):
    """A terrain, in the order in which boards hold them."""

    JUNGLE = 0
    LAGOON = 1
    MOUNTAIN = 2
    STEPPE = 3

    # An enumeration hashes by name, in Python; what is remembered by terrain is hashed often.
    __hash__ = int.__hash__


LETTERS = "JLMS"
_TERRAINS = tuple(Terrain)
TerrainName = Literal["jungle", "lagoon", "mountain", "steppe"]
TERRAIN_NAMES: tuple[TerrainName, ...] = get_args(TerrainName)

PARCHMENT = Lettering(GRID, tuple(LETTERS))
ISLAND = Lettering(GRID, (LETTERS, *(letter + letter.lower() for letter in LETTERS)))


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
        for terrain, layer in zip(_TERRAINS, self, strict=True):
            if layer >> space & 1:
                return terrain
        return None

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

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> "Board":
        """Read five rows of `JLMS` and `.`; ValueError if they are anything else."""
        return cls(*PARCHMENT.read(rows))

    def rows(self, confirmed: Spaces = GRID.everywhere) -> list[str]:
        """The board as rows of letters, `.` for empty, small letters where not confirmed."""
        layers = [
            *zip(LETTERS, [layer & confirmed for layer in self], strict=True),
            *zip(LETTERS.lower(), [layer & ~confirmed for layer in self], strict=True),
        ]
        return written(GRID, layers)


class Island(NamedTuple):
    """The island: its tiles, and which of them lie confirmed side up."""

    tiles: Board
    confirmed: Spaces

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> "Island":
        """Read five rows of `JLMS`, `jlms` (hazy) and `.`; ValueError if they are anything else."""
        confirmed, *layers = ISLAND.read(rows)
        return cls(Board(*layers), confirmed)

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


def row_faults(rows: Sequence[str], *, island: bool) -> Iterator[Fault]:
    """Everything that keeps rows from being read as an island or a parchment."""
    if island:
        yield from ISLAND.faults(rows)
        return
    for fault in PARCHMENT.faults(rows):
        letters = fault.values.get("letters")
        if not isinstance(letters, list):
            yield fault
            continue
        # A parchment has no hazy side, and whoever types one in small letters is told so.
        hazy = [letter for letter in letters if letter in ISLAND.known]
        unknown = [letter for letter in letters if letter not in ISLAND.known]
        if hazy:
            yield fault._replace(code="hazy_on_parchment", values={"letters": hazy})
        if unknown:
            yield fault._replace(values={**fault.values, "letters": unknown})
