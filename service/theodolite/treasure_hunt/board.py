"""The printed board: its frame, terrains, bridges, segments, and the dice (Material, Preparation).

Pieces and cards are in `snapshot`.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, IntEnum
from typing import NamedTuple

from theodolite.grid import NOWHERE, Grid, Space, Spaces, set_of
from theodolite.rows import Lettering, written
from theodolite.verdict import Fault

SIDE = 30
"""The spaces along a side of the board."""
HALF = SIDE // 2
"""The spaces along a side of a segment."""


def frame_name(row: int, column: int) -> str:
    """The name of a space by the frame's numbers.

    Args:
        row: The row in NORTH, from 0.
        column: The column in EAST, from 0.

    Example:
        >>> frame_name(0, 16)
        'N01/E17'
    """
    return f"N{row + 1:02}/E{column + 1:02}"


GRID = Grid(SIDE, SIDE, frame_name)
HOME = Space(SIDE * SIDE)
"""The place off the board beside a player's corner, if the frame is home (`home_place`)."""

CORNERS = tuple(Space(row * SIDE + column) for row in (0, SIDE - 1) for column in (0, SIDE - 1))
"""The start spaces: N01 or N30 with E01 or E30 (Preparation)."""
STARTS = set_of(CORNERS)

SEGMENTS = tuple(
    set_of(
        Space(row * SIDE + column)
        for row in range(north, north + HALF)
        for column in range(east, east + HALF)
    )
    for north in (0, HALF)
    for east in (0, HALF)
)
"""The spaces of each quarter of the board: its NORTH half, then its EAST half (Preparation)."""


def segment_of(space: Space) -> int:
    """The index in SEGMENTS of the quarter that a space lies in."""
    row, column = divmod(space, SIDE)
    return 2 * (row >= HALF) + (column >= HALF)


def place_name(place: Space) -> str:
    """The name of a space, or `home`."""
    return "home" if place == HOME else GRID.names[place]


class OffBoard(Enum):
    """The place off the board as a value of sentences: each language has a word for it."""

    HOME = "home"


def place_terms(spaces: Spaces) -> list[str | OffBoard]:
    """Places as values of sentences, home first, then in order of space."""
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
    """The spaces of each terrain, and the unclear ones (`?`). A Terrain is an index."""

    water: Spaces = NOWHERE
    forest: Spaces = NOWHERE
    sand: Spaces = NOWHERE
    path: Spaces = NOWHERE
    unclear: Spaces = NOWHERE


class Board(NamedTuple):
    """A board.

    Attributes:
        layers: The spaces of each terrain, and the unclear ones.
        bridges: The spaces of each bridge.
    """

    layers: Layers
    bridges: tuple[Spaces, ...] = ()

    @classmethod
    def from_rows(cls, rows: Sequence[str], bridges: Sequence[Spaces] = ()) -> "Board":
        """Read a board.

        Args:
            rows: 30 rows of 30 letters out of `WFSP?`, NORTH 01 first, each from EAST 01.
            bridges: The spaces of each bridge.

        Raises:
            ValueError: The rows are no such board.
        """
        return cls(Layers(*ROWS.read(rows)), tuple(bridges))

    def rows(self) -> list[str]:
        """The board as rows of letters, as `from_rows` reads them."""
        return written(GRID, list(zip(LETTERS, self.layers, strict=True)))

    def printed(self, space: Space) -> Terrain | None:
        """The terrain printed on a space; None on an unclear one."""
        for terrain in Terrain:
            if self.layers[terrain] >> space & 1:
                return terrain
        return None

    def bridge(self, space: Space) -> Spaces:
        """The spaces of the bridge that a space belongs to; none if it is on no bridge."""
        return next((bridge for bridge in self.bridges if bridge >> space & 1), NOWHERE)


def bridge_faults(grid: Grid, path: Spaces, bridges: Iterable[Spaces]) -> Iterator[Fault]:
    """Find what is wrong with the bridges of a board or a segment.

    Args:
        grid: The spaces of the board or the segment.
        path: Its path spaces, bridges included.
        bridges: The spaces of each bridge.

    Yields:
        `bridge_not_path`, `bridge_gap` and `bridge_overlap`, at `("bridges", index)`.
    """
    taken = 0
    for i, bridge in enumerate(bridges):
        at = ("bridges", i)
        # A space with any path is path, and so are bridges (`board.terrain`).
        if off := bridge & ~path:
            yield Fault("bridge_not_path", at, {"spaces": grid.name_all(off)})
        if len(grid.groups(bridge)) != 1:
            yield Fault("bridge_gap", at, {"spaces": grid.name_all(bridge)})
        if bridge & taken:
            yield Fault("bridge_overlap", at, {"spaces": grid.name_all(bridge & taken)})
        taken |= bridge


class Segment(NamedTuple):
    """A segment of the board as a board pack has it.

    Attributes:
        rows: 15 rows of 15 letters, top row first.
        bridges: The spaces of each bridge: rows from the top and columns from the left, from 0.
    """

    rows: tuple[str, ...]
    bridges: tuple[frozenset[tuple[int, int]], ...] = ()


def lay_segments(segments: Sequence[tuple[Segment, int]], *, north_up: bool) -> Board:
    """Lay four segments to a board.

    Args:
        segments: For each of SEGMENTS, the segment that lies there, and the degrees (0, 90, 180
            or 270) that it is turned clockwise, seen from above.
        north_up: Whether the frame's NORTH grows upwards, while EAST grows to the right.
    """
    letters = [[""] * SIDE for _ in range(SIDE)]
    bridges = []
    for quarter, (segment, turn) in enumerate(segments):
        places = {
            (row, column): _place_on_board(row, column, quarter, turn, north_up)
            for row in range(HALF)
            for column in range(HALF)
        }
        for (row, column), (north, east) in places.items():
            letters[north][east] = segment.rows[row][column]
        bridges += [
            set_of(Space(n * SIDE + e) for n, e in map(places.__getitem__, bridge))
            for bridge in segment.bridges
        ]
    return Board.from_rows(["".join(row) for row in letters], bridges)


def _place_on_board(
    row: int, column: int, quarter: int, turn: int, north_up: bool
) -> tuple[int, int]:
    """The place on the board, by NORTH and EAST from 0, of a space of a segment."""
    for _ in range(turn // 90):
        row, column = column, HALF - 1 - row
    north = HALF - 1 - row if north_up else row
    return north + HALF * (quarter // 2), column + HALF * (quarter % 2)
