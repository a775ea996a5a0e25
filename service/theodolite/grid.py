"""Rectangular boards: spaces, neighbours, contiguous groups, lines and patterns.

A space is its index in reading order (row by row from the top left, from 0); its name is a column
letter and a row number, `A1` at the top left. A set of spaces is an int with one bit for each, so
that union, intersection and size are `|`, `&` and `int.bit_count`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from string import ascii_uppercase
from typing import NamedTuple

__all__ = ["Grid", "Space", "Spaces", "orientations"]

Space = int
Spaces = int


@dataclass(frozen=True)
class Grid:
    """A board of `columns` by `rows` spaces, at most 12 columns: it knows every part of a row."""

    columns: int
    rows: int
    everywhere: Spaces = field(init=False)
    """All spaces."""
    edge: Spaces = field(init=False)
    """The spaces on the outside of the board, corners included."""
    row_lines: tuple[Spaces, ...] = field(init=False)
    """Every row, from the top."""
    column_lines: tuple[Spaces, ...] = field(init=False)
    """Every column, from the left."""
    names: tuple[str, ...] = field(init=False)
    """The name of each space."""
    spaces: Mapping[str, Space] = field(init=False)
    """The space of each name."""
    _not_first_column: Spaces = field(init=False)
    _not_last_column: Spaces = field(init=False)
    _row_names: tuple[tuple[tuple[str, ...], ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        row = (1 << self.columns) - 1
        rows = tuple(row << r * self.columns for r in range(self.rows))
        column = sum(1 << r * self.columns for r in range(self.rows))
        columns = tuple(column << c for c in range(self.columns))
        names = tuple(
            f"{letter}{number}"
            for number in range(1, self.rows + 1)
            for letter in ascii_uppercase[: self.columns]
        )
        derived = {
            "everywhere": sum(rows),
            "edge": rows[0] | rows[-1] | columns[0] | columns[-1],
            "row_lines": rows,
            "column_lines": columns,
            "names": names,
            "spaces": {name: space for space, name in enumerate(names)},
            "_not_first_column": sum(rows) & ~columns[0],
            "_not_last_column": sum(rows) & ~columns[-1],
            "_row_names": tuple(
                tuple(
                    tuple(name for c, name in enumerate(row_names) if subset >> c & 1)
                    for subset in range(1 << self.columns)
                )
                for row_names in (
                    names[start : start + self.columns]
                    for start in range(0, len(names), self.columns)
                )
            ),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def name_all(self, spaces: Spaces) -> list[str]:
        """The names of the spaces, in reading order."""
        named: list[str] = []
        row = self.row_lines[0]
        for names in self._row_names:
            named += names[spaces & row]
            spaces >>= self.columns
        return named

    def neighbours(self, spaces: Spaces) -> Spaces:
        """The spaces orthogonally adjacent to any of these (which may include some of them)."""
        return (
            (spaces & self._not_last_column) << 1
            | (spaces & self._not_first_column) >> 1
            | spaces << self.columns
            | spaces >> self.columns
        ) & self.everywhere

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
        found = []
        while corners:
            corner = corners & -corners
            found.append(shape.spaces * corner)
            corners ^= corner
        return found


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


def orientations(pattern: Sequence[str], *, rotated: bool, mirrored: bool) -> set[tuple[str, ...]]:
    """The distinct ways to turn a pattern: as printed, by quarter turns, and over."""
    faces = {tuple(pattern)}
    if mirrored:
        faces.add(tuple(row[::-1] for row in pattern))
    if rotated:
        for face in tuple(faces):
            turned = face
            for _ in range(3):
                turned = tuple("".join(column) for column in zip(*reversed(turned), strict=True))
                faces.add(turned)
    return faces
