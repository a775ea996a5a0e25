"""The boards of Maps of Misterra: terrains, parchments, the island and its supply."""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from theodolite.grid import Grid, Space, Spaces
from theodolite.verdict import Fault

__all__ = [
    "GRID",
    "LETTERS",
    "TERRAIN_NAMES",
    "TILES_PER_TERRAIN",
    "Board",
    "Island",
    "Terrain",
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
TERRAIN_NAMES = tuple(terrain.name.lower() for terrain in Terrain)

_EMPTY = "."
_LETTER_OF_DIGIT = str.maketrans("012345678", f"{_EMPTY}{LETTERS}{LETTERS.lower()}")


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
        for terrain in _TERRAINS:
            if self[terrain] >> space & 1:
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
        return cls(*_layers(rows, _PARCHMENT))

    def rows(self, confirmed: Spaces = GRID.everywhere) -> list[str]:
        """The board as rows of letters, `.` for empty, small letters where not confirmed."""
        hazy = self.covered & ~confirmed
        # A set written in binary and read in decimal is a number with a digit for each space.
        jungle, lagoon, mountain, steppe, small = [int(f"{s:b}") for s in (*self, hazy)]
        number = jungle + 2 * lagoon + 3 * mountain + 4 * steppe + len(LETTERS) * small
        text = f"{number:0{len(GRID.names)}}"[::-1].translate(_LETTER_OF_DIGIT)
        return [text[start : start + GRID.columns] for start in range(0, len(text), GRID.columns)]


class Island(NamedTuple):
    """The island: its tiles, and which of them lie confirmed side up."""

    tiles: Board
    confirmed: Spaces

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> "Island":
        """Read five rows of `JLMS`, `jlms` (hazy) and `.`; ValueError if they are anything else."""
        confirmed, *layers = _layers(rows, _ISLAND)
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


def _marking(marked: str, known: str) -> bytes:
    """The table that turns the marked letters into 1, the other known ones into 0."""
    return bytes(
        ord("1" if chr(code) in marked else "0" if chr(code) in known else "?")
        for code in range(256)
    )


_PARCHMENT_LETTERS = f"{_EMPTY}{LETTERS}"
_ISLAND_LETTERS = f"{_PARCHMENT_LETTERS}{LETTERS.lower()}"
_PARCHMENT = [_marking(letter, _PARCHMENT_LETTERS) for letter in LETTERS]
_ISLAND = [
    _marking(LETTERS, _ISLAND_LETTERS),
    *[_marking(letter + letter.lower(), _ISLAND_LETTERS) for letter in LETTERS],
]
_LENGTHS = [GRID.columns] * GRID.rows


def _layers(rows: Sequence[str], markings: Sequence[bytes]) -> list[Spaces]:
    """The spaces that each marking marks; ValueError if the rows hold anything unknown."""
    if list(map(len, rows)) != _LENGTHS:
        raise ValueError(rows)
    # The first space is the lowest bit, and numbers are written highest bit first.
    text = "".join(rows)[::-1].encode()
    return [int(text.translate(marking), 2) for marking in markings]


def row_faults(rows: Sequence[str], *, island: bool) -> Iterator[Fault]:
    """Everything that keeps rows from being read as an island or a parchment."""
    if len(rows) != GRID.rows:
        yield Fault("row_count", (), {"count": len(rows)})
    known = _ISLAND_LETTERS if island else _PARCHMENT_LETTERS
    for i, row in enumerate(rows[: GRID.rows]):
        if len(row) != GRID.columns:
            yield Fault("row_length", (i,), {"count": len(row)})
        strange = dict.fromkeys(letter for letter in row[:99] if letter not in known)
        hazy = [letter for letter in strange if letter in _ISLAND_LETTERS]
        unknown = [letter for letter in strange if letter not in _ISLAND_LETTERS]
        if hazy:
            yield Fault("hazy_on_parchment", (i,), {"letters": ", ".join(hazy)})
        if unknown:
            values = {"letters": ", ".join(unknown), "known": " ".join(known)}
            yield Fault("unknown_letter", (i,), values)
