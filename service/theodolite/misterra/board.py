"""The boards of Maps of Misterra: terrains, parchments, the island and its supply."""

from collections.abc import Iterator, Mapping, Sequence
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
_LANE = GRID.columns * GRID.rows
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

# What a letter of a row means: the terrain (None for an empty space) and whether it is confirmed.
_PARCHMENT_LETTERS: Mapping[str, tuple[Terrain | None, bool]] = {
    ".": (None, False),
    **{letter: (terrain, True) for letter, terrain in zip(LETTERS, Terrain, strict=True)},
}
_ISLAND_LETTERS: Mapping[str, tuple[Terrain | None, bool]] = {
    **_PARCHMENT_LETTERS,
    **{letter.lower(): (terrain, False) for letter, terrain in zip(LETTERS, Terrain, strict=True)},
}


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
        for terrain, spaces in zip(_TERRAINS, self, strict=True):
            if spaces >> space & 1:
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
        *layers, _ = _layers(rows, _PARCHMENT_ROWS)
        return cls(*layers)

    def rows(self, confirmed: Spaces = GRID.everywhere) -> list[str]:
        """The board as rows of letters, `.` for empty, small letters where not confirmed."""
        layers = [
            f"{spaces & side:0{_LANE}b}".replace("1", case).replace("0", ".")
            for spaces, letter in zip(self, LETTERS, strict=True)
            for side, case in ((confirmed, letter), (~confirmed, letter.lower()))
            if spaces & side
        ]
        # Every letter sorts after the dot, so of each space the letter is left.
        line = "".join(map(max, "." * _LANE, "." * _LANE, *layers))[::-1]
        return [line[start : start + GRID.columns] for start in range(0, _LANE, GRID.columns)]


class Island(NamedTuple):
    """The island: its tiles, and which of them lie confirmed side up."""

    tiles: Board
    confirmed: Spaces

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> "Island":
        """Read five rows of `JLMS`, `jlms` (hazy) and `.`; ValueError if they are anything else."""
        *layers, confirmed = _layers(rows, _ISLAND_ROWS)
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


class _Rows(dict[str, int]):
    """What each possible row holds, worked out when first met: at most 9 to the 5th rows exist.

    A row is five sets of spaces side by side in one int: a terrain each, and the confirmed ones.
    """

    def __init__(self, meaning: Mapping[str, tuple[Terrain | None, bool]]) -> None:
        super().__init__()
        self._meaning = meaning

    def __missing__(self, row: str) -> int:
        packed = 0
        if len(row) != GRID.columns:
            raise ValueError(row)
        for column, letter in enumerate(row):
            if letter not in self._meaning:
                raise ValueError(letter)
            terrain, confirmed = self._meaning[letter]
            if terrain is not None:
                packed |= 1 << column + _LANE * terrain | confirmed << column + _LANE * len(Terrain)
        self[row] = packed
        return packed


_PARCHMENT_ROWS = _Rows(_PARCHMENT_LETTERS)
_ISLAND_ROWS = _Rows(_ISLAND_LETTERS)


def _layers(rows: Sequence[str], known: _Rows) -> tuple[Spaces, ...]:
    if len(rows) != GRID.rows:
        raise ValueError(rows)
    packed = 0
    for row in reversed(rows):
        packed = packed << GRID.columns | known[row]
    lane = GRID.everywhere
    return tuple([packed >> shift & lane for shift in _SHIFTS])


_SHIFTS = tuple(_LANE * layer for layer in range(len(Terrain) + 1))


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
