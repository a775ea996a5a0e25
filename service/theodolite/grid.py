"""Rectangular boards: spaces, neighbours, contiguous groups, lines, patterns and placements.

A space is its index in reading order (row by row from the top left, from 0). A set of spaces is an
int with one bit for each, so that union, intersection and size are `|`, `&` and `int.bit_count`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from string import ascii_uppercase
from typing import NamedTuple

__all__ = [
    "Grid",
    "Space",
    "Spaces",
    "column_letters",
    "each",
    "orientations",
    "row_letters",
]

Space = int
Spaces = int

_LETTERS = len(ascii_uppercase)
_NAMED_AT_ONCE = 5


def column_letters(row: int, column: int) -> str:
    """The name of a space by column letter and row number: `A1` at the top left, `B1` beside it."""
    return f"{ascii_uppercase[column]}{row + 1}"


def row_letters(row: int, column: int) -> str:
    """The name of a space by row letter and column number: `A1` at the top left, `A2` beside it."""
    return f"{ascii_uppercase[row]}{column + 1}"


def each(spaces: Spaces) -> Iterator[Space]:
    """The spaces of a set, in reading order."""
    while spaces:
        lowest = spaces & -spaces
        yield lowest.bit_length() - 1
        spaces ^= lowest


@dataclass(frozen=True)
class Grid:
    """A board of `columns` by `rows` spaces, each named by its row and its column, both from 0.

    Raises:
        ValueError: There is no such board: a side without spaces, more sides than there are
            letters to name them, or two spaces of one name.
    """

    columns: int
    rows: int
    name: Callable[[int, int], str] = column_letters
    everywhere: Spaces = field(init=False, compare=False)
    """All spaces."""
    edge: Spaces = field(init=False, compare=False)
    """The spaces on the outside of the board, corners included."""
    row_lines: tuple[Spaces, ...] = field(init=False, compare=False)
    """Every row, from the top."""
    column_lines: tuple[Spaces, ...] = field(init=False, compare=False)
    """Every column, from the left."""
    names: tuple[str, ...] = field(init=False, compare=False)
    """The name of each space."""
    spaces: Mapping[str, Space] = field(init=False, compare=False)
    """The space of each name."""
    _not_first_column: Spaces = field(init=False, compare=False)
    _not_last_column: Spaces = field(init=False, compare=False)
    _names_of_part: tuple[tuple[tuple[str, ...], ...], ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        _check_size(self.columns, self.rows)
        row = (1 << self.columns) - 1
        rows = tuple(row << r * self.columns for r in range(self.rows))
        column = sum(1 << r * self.columns for r in range(self.rows))
        columns = tuple(column << c for c in range(self.columns))
        names = _names(self.columns, self.rows, self.name)
        derived = {
            "everywhere": sum(rows),
            "edge": rows[0] | rows[-1] | columns[0] | columns[-1],
            "row_lines": rows,
            "column_lines": columns,
            "names": names,
            "spaces": {name: space for space, name in enumerate(names)},
            "_not_first_column": sum(rows) & ~columns[0],
            "_not_last_column": sum(rows) & ~columns[-1],
            # A set is named part by part: every subset of a few spaces is known beforehand.
            "_names_of_part": tuple(
                _names_of_subsets(names[start : start + _NAMED_AT_ONCE])
                for start in range(0, len(names), _NAMED_AT_ONCE)
            ),
        }
        for attribute, value in derived.items():
            object.__setattr__(self, attribute, value)

    def name_all(self, spaces: Spaces) -> list[str]:
        """The names of the spaces, in reading order."""
        named: list[str] = []
        for names in self._names_of_part:
            if not spaces:
                break
            named += names[spaces & _PART]
            spaces >>= _NAMED_AT_ONCE
        return named

    def neighbours(self, spaces: Spaces) -> Spaces:
        """The spaces orthogonally adjacent to any of these (which may include some of them)."""
        return (
            (spaces & self._not_last_column) << 1
            | (spaces & self._not_first_column) >> 1
            | spaces << self.columns
            | spaces >> self.columns
        ) & self.everywhere

    def touching(self, spaces: Spaces) -> Spaces:
        """The spaces adjacent to any of these, orthogonally or diagonally."""
        beside = (spaces & self._not_last_column) << 1 | (spaces & self._not_first_column) >> 1
        wide = spaces | beside
        return (beside | wide << self.columns | wide >> self.columns) & self.everywhere

    def group(self, spaces: Spaces, seed: Spaces) -> Spaces:
        """The part of `spaces` that is orthogonally contiguous with `seed`, a part of it."""
        columns, first, last = self.columns, self._not_first_column, self._not_last_column
        # Spelled out rather than by `neighbours`: most of the time of a score is spent here.
        while (
            grown := spaces
            & (seed | (seed & last) << 1 | (seed & first) >> 1 | seed << columns | seed >> columns)
        ) != seed:
            seed = grown
        return seed

    def groups(self, spaces: Spaces) -> list[Spaces]:
        """The orthogonally contiguous groups of these spaces, in reading order of their firsts."""
        groups = []
        while spaces:
            groups.append(self.group(spaces, spaces & -spaces))
            spaces ^= groups[-1]
        return groups

    def occurrences(self, pattern: Sequence[str], layers: Mapping[str, Spaces]) -> list[Spaces]:
        """Where a pattern lies on a board, as printed: the spaces of each occurrence.

        Args:
            pattern: rows of equal length; `.` stands for any space.
            layers: for each other letter of the pattern, the spaces that hold it.
        """
        shape = _shape(tuple(pattern), self.columns, self.rows)
        corners = shape.corners
        for letter, offset in shape.cells:
            corners &= layers[letter] >> offset
            if not corners:
                return []
        return [shape.spaces << corner for corner in each(corners)]

    def placements(
        self, shape: Sequence[str], *, rotated: bool = True, mirrored: bool = True
    ) -> tuple[Spaces, ...]:
        """Every set of spaces that a shape can cover, turned and mirrored where that is allowed.

        Args:
            shape: rows of equal length; `.` is a gap, any other letter a square.
            rotated: whether it may be turned by quarters.
            mirrored: whether it may be turned over.
        """
        return _placements(tuple(shape), rotated, mirrored, self.columns, self.rows)


_PART = (1 << _NAMED_AT_ONCE) - 1


def _check_size(columns: int, rows: int) -> None:
    if columns < 1 or rows < 1:
        raise ValueError(f"no board has {columns} columns and {rows} rows")


def _names(columns: int, rows: int, name: Callable[[int, int], str]) -> tuple[str, ...]:
    try:
        names = tuple(name(row, column) for row in range(rows) for column in range(columns))
    except IndexError:
        message = f"{_LETTERS} letters do not name {columns} columns and {rows} rows"
        raise ValueError(message) from None
    if len({*names}) < len(names):
        raise ValueError(f"two spaces of {columns} columns and {rows} rows have one name")
    return names


def _names_of_subsets(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    subsets: list[tuple[str, ...]] = [()]
    for name in names:
        subsets += [(*subset, name) for subset in subsets]
    return tuple(subsets)


class _Shape(NamedTuple):
    """A pattern on a board.

    `spaces` are its spaces and `cells` its letters, each with its space, where it lies in the first
    corner; `corners` are the spaces on which its own first corner can lie.
    """

    spaces: Spaces
    cells: Sequence[tuple[str, Space]]
    corners: Spaces


# The few patterns of a game are looked for on every board.
@lru_cache(maxsize=1024)
def _shape(pattern: tuple[str, ...], columns: int, rows: int) -> _Shape:
    height, width = len(pattern), len(pattern[0])
    cells = [
        (letter, r * columns + c)
        for r, row in enumerate(pattern)
        for c, letter in enumerate(row)
        if letter != "."
    ]
    fits = height <= rows and width <= columns
    in_a_row = (1 << columns - width + 1) - 1 if fits else 0
    corners = sum(in_a_row << r * columns for r in range(rows - height + 1))
    return _Shape(sum(1 << space for _, space in cells), cells, corners)


# A card's few shapes are tried on every board.
@lru_cache(maxsize=1024)
def _placements(
    shape: tuple[str, ...], rotated: bool, mirrored: bool, columns: int, rows: int
) -> tuple[Spaces, ...]:
    placed = [
        turned.spaces << corner
        for face in orientations(shape, rotated=rotated, mirrored=mirrored)
        for turned in [_shape(face, columns, rows)]
        for corner in each(turned.corners)
    ]
    return tuple(dict.fromkeys(placed))


def orientations(
    pattern: Sequence[str], *, rotated: bool, mirrored: bool
) -> tuple[tuple[str, ...], ...]:
    """The distinct ways to turn a pattern: as printed, over, and by quarter turns."""
    faces = [tuple(pattern)]
    if mirrored:
        faces.append(tuple(row[::-1] for row in pattern))
    if rotated:
        for face in tuple(faces):
            turned = face
            for _ in range(3):
                turned = tuple("".join(column) for column in zip(*reversed(turned), strict=True))
                faces.append(turned)
    return tuple(dict.fromkeys(faces))
