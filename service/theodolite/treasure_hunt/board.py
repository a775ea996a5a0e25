"""The board of Treasure Hunt: its frame, terrains, segments and dice (Material, Preparation).

Covers what lies printed on the table. Pieces are in `snapshot`, what they may do in `movement`.
"""

from collections.abc import Iterator, Sequence
from enum import Enum, IntEnum
from typing import NamedTuple

from theodolite.grid import Grid, Space, Spaces
from theodolite.rows import Lettering, written
from theodolite.verdict import Fault

__all__ = [
    "CORNERS",
    "DICE",
    "DIE_NAMES",
    "GRID",
    "HOME",
    "LETTERS",
    "ROWS",
    "SEGMENTS",
    "STARTS",
    "TERRAIN_NAMES",
    "Board",
    "Layers",
    "OffBoard",
    "Segment",
    "Terrain",
    "bridge_faults",
    "frame",
    "laid",
    "place_name",
    "segment_of",
    "spoken",
]

SIDE = 30
HALF = SIDE // 2


def frame(row: int, column: int) -> str:
    """The name of a space by the frame's numbers: `N01/E01` is the lowest of both."""
    return f"N{row + 1:02}/E{column + 1:02}"


GRID = Grid(SIDE, SIDE, frame)
HOME: Space = SIDE * SIDE
"""The place off the board at the frame's numbers of a player's corner (`home_place`: `frame`)."""

CORNERS = tuple(row * SIDE + column for row in (0, SIDE - 1) for column in (0, SIDE - 1))
"""The start spaces: N01 or N30 with E01 or E30 (Preparation)."""
STARTS: Spaces = sum(1 << corner for corner in CORNERS)

SEGMENTS = tuple(
    sum(
        1 << row * SIDE + column
        for row in range(north, north + HALF)
        for column in range(east, east + HALF)
    )
    for north in (0, HALF)
    for east in (0, HALF)
)
"""The spaces of each quarter of the board: its NORTH half, then its EAST half (Preparation)."""


def segment_of(space: Space) -> int:
    """Which of SEGMENTS a space lies in."""
    row, column = divmod(space, SIDE)
    return 2 * (row >= HALF) + (column >= HALF)


def place_name(place: Space) -> str:
    """The name of a space, or `home`."""
    return "home" if place == HOME else GRID.names[place]


class OffBoard(Enum):
    """The place off the board as sentences name it: each language has a word for it."""

    HOME = "home"


def spoken(spaces: Spaces) -> list[str | OffBoard]:
    """Some places as sentences name them, in order, home first."""
    off = [OffBoard.HOME] if spaces >> HOME & 1 else []
    return [*off, *GRID.name_all(spaces & GRID.everywhere)]


class Terrain(IntEnum):
    """A terrain, in the order in which boards hold them."""

    WATER = 0
    FOREST = 1
    SAND = 2
    PATH = 3

    __hash__ = int.__hash__


LETTERS = "WFSP?"
TERRAIN_NAMES = tuple(terrain.name.lower() for terrain in Terrain)
DIE_NAMES = ("blue", "green", "white", "brown")
"""The die of each terrain (Dice)."""
DICE: tuple[tuple[int, ...], ...] = ((1, 2, 3, 4), (4, 5, 6), (5, 6, 7, 8), (7, 8, 9, 10, 11, 12))
"""The values on the die of each terrain (Dice)."""

ROWS = Lettering(GRID, tuple(LETTERS), empty="")


class Layers(NamedTuple):
    """The spaces of each terrain, and the unclear ones (`?`). Index it by terrain."""

    water: Spaces = 0
    forest: Spaces = 0
    sand: Spaces = 0
    path: Spaces = 0
    unclear: Spaces = 0


class Board(NamedTuple):
    """A board: the spaces of each terrain, the unclear ones, and its bridges."""

    layers: Layers
    bridges: tuple[Spaces, ...] = ()

    @classmethod
    def from_rows(cls, rows: Sequence[str], bridges: Sequence[Spaces] = ()) -> "Board":
        """Read 30 rows of `WFSP?`, NORTH 01 first; ValueError if they are anything else."""
        return cls(Layers(*ROWS.read(rows)), tuple(bridges))

    def rows(self) -> list[str]:
        """The board as rows of letters."""
        return written(GRID, list(zip(LETTERS, self.layers, strict=True)))

    def printed(self, space: Space) -> Terrain | None:
        """The terrain printed on a space; None on an unclear one."""
        for terrain in Terrain:
            if self.layers[terrain] >> space & 1:
                return terrain
        return None

    def bridge(self, space: Space) -> Spaces:
        """The bridge that a space belongs to; nothing if it belongs to none."""
        return next((bridge for bridge in self.bridges if bridge >> space & 1), 0)


def bridge_faults(board: Board) -> Iterator[Fault]:
    """What is wrong with the bridges of a board."""
    taken = 0
    for i, bridge in enumerate(board.bridges):
        path = ("bridges", i)
        # A space with any path is path, and so are bridges (`board.terrain`).
        if off := bridge & ~board.layers.path:
            yield Fault("bridge_not_path", path, {"spaces": GRID.name_all(off)})
        if len(GRID.groups(bridge)) != 1:
            yield Fault("bridge_gap", path, {"spaces": GRID.name_all(bridge)})
        if bridge & taken:
            yield Fault("bridge_overlap", path, {"spaces": GRID.name_all(bridge & taken)})
        taken |= bridge


class Segment(NamedTuple):
    """A board segment as a pack has it: 15 rows of 15, top row first, and its bridges.

    A bridge is a set of pairs (row from the top, column from the left), both from 0.
    """

    rows: tuple[str, ...]
    bridges: tuple[frozenset[tuple[int, int]], ...] = ()


def laid(segments: Sequence[tuple[Segment, int]], *, north_up: bool) -> Board:
    """Lay four segments to a board.

    Args:
        segments: for each of SEGMENTS, the segment that lies there and its turn, clockwise seen
            from above, in degrees.
        north_up: whether the frame's NORTH grows upwards, while EAST grows to the right.
    """
    letters = [[""] * SIDE for _ in range(SIDE)]
    bridges = []
    for quarter, (segment, turn) in enumerate(segments):
        where = {
            (row, column): _lies(row, column, quarter, turn, north_up)
            for row in range(HALF)
            for column in range(HALF)
        }
        for (row, column), (north, east) in where.items():
            letters[north][east] = segment.rows[row][column]
        bridges += [
            sum(1 << n * SIDE + e for n, e in map(where.__getitem__, bridge))
            for bridge in segment.bridges
        ]
    return Board.from_rows(["".join(row) for row in letters], bridges)


def _lies(row: int, column: int, quarter: int, turn: int, north_up: bool) -> tuple[int, int]:
    """Where on the board, by NORTH and EAST from 0, a space of a segment comes to lie."""
    for _ in range(turn // 90):
        row, column = column, HALF - 1 - row
    north = HALF - 1 - row if north_up else row
    return north + HALF * (quarter // 2), column + HALF * (quarter % 2)
