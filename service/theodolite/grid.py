"""Rectangular boards: spaces, neighbours, contiguous groups, lines, patterns and placements.

A space is its index in reading order (row by row from the top left, from 0). A set of spaces is an
int with one bit for each, so that union, intersection and size are `|`, `&` and `int.bit_count`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import or_
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

# When running, both are int: operators of real classes would slow every score down. `NewType` does
# not serve, because `1 << space` and unions of sets would be int to the type checker.
if TYPE_CHECKING:

    class Space(int):
        """A space: its index in reading order."""

        def __rlshift__(self, other: int) -> "Spaces": ...

    class Spaces(int):
        """A set of spaces: one bit for each."""

        def __and__(self, other: int) -> "Spaces": ...
        def __rand__(self, other: int) -> "Spaces": ...
        def __or__(self, other: int) -> "Spaces": ...
        def __ror__(self, other: int) -> "Spaces": ...
        def __xor__(self, other: int) -> "Spaces": ...
        def __rxor__(self, other: int) -> "Spaces": ...
        def __invert__(self) -> "Spaces": ...
        def __lshift__(self, other: int) -> "Spaces": ...
        def __rshift__(self, other: int) -> "Spaces": ...
else:
    Space = Spaces = int

NOWHERE = Spaces(0)
"""The empty set of spaces."""

_LETTERS = len(ascii_uppercase)
_NAMED_AT_ONCE = 5


def column_letters(row: int, column: int) -> str:
    """The name of a space by column letter and row number: `A1` at the top left, `B1` beside it.

    >>> column_letters(2, 0)
    'A3'
    """
    return f"{ascii_uppercase[column]}{row + 1}"


def row_letters(row: int, column: int) -> str:
    """The name of a space by row letter and column number: `A1` at the top left, `A2` beside it.

    >>> row_letters(2, 0)
    'C1'
    """
    return f"{ascii_uppercase[row]}{column + 1}"


def each(spaces: Spaces) -> Iterator[Space]:
    """The spaces of a set, in reading order.

    >>> list(each(Spaces(0b10100)))
    [2, 4]
    """
    # Any, because calling `Space` makes this loop, the busiest of all, a third slower.
    rest: Any = spaces
    while rest:
        lowest = rest & -rest
        yield lowest.bit_length() - 1
        rest ^= lowest


def set_of(spaces: Iterable[Space]) -> Spaces:
    """The set of these spaces.

    >>> bin(set_of([Space(2), Space(4)]))
    '0b10100'
    """
    bits = NOWHERE
    for space in spaces:
        bits |= 1 << space
    return bits


def union(sets: Iterable[Spaces]) -> Spaces:
    """All spaces of some sets.

    >>> bin(union([Spaces(0b01), Spaces(0b10)]))
    '0b11'
    """
    return reduce(or_, sets, NOWHERE)


def first_of(spaces: Spaces) -> Space:
    """The first space, in reading order, of a set that is not empty.

    >>> first_of(Spaces(0b10100))
    2
    """
    return Space((spaces & -spaces).bit_length() - 1)


@dataclass(frozen=True)
class Grid:
    """A rectangular board.

    Attributes:
        columns: The number of columns, at least 1.
        rows: The number of rows, at least 1.
        name: The name of a space by its row and its column, both from 0.

    Raises:
        ValueError: A number is less than 1, `name` has no letters left, or two spaces get the same
            name.

    >>> grid = Grid(3, 2)
    >>> grid.name_all(grid.neighbours(1 << grid.spaces["B1"]))
    ['A1', 'C1', 'B2']
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
        # `neighbours` inlined: most of the time of a score is spent here.
        while (
            grown := spaces
            & (seed | (seed & last) << 1 | (seed & first) >> 1 | seed << columns | seed >> columns)
        ) != seed:
            seed = grown
        return seed

    def groups(self, spaces: Spaces) -> list[Spaces]:
        """The orthogonally contiguous groups of these spaces, ordered by their first spaces."""
        groups = []
        while spaces:
            groups.append(self.group(spaces, spaces & -spaces))
            spaces ^= groups[-1]
        return groups

    def occurrences(self, pattern: Sequence[str], layers: Mapping[str, Spaces]) -> list[Spaces]:
        """Find a pattern on a board, without turning it: the spaces of each occurrence.

        Args:
            pattern: Rows of equal length; `.` matches any space.
            layers: For each other letter of the pattern, its spaces.

        >>> [Grid(3, 1).name_all(found) for found in Grid(3, 1).occurrences(["FF"], {"F": 0b111})]
        [['A1', 'B1'], ['B1', 'C1']]
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
        """Every set of spaces that a shape can cover, each once.

        Args:
            shape: Rows of equal length; `.` is a gap, any other letter a square.
            rotated: Whether quarter turns are allowed.
            mirrored: Whether mirroring is allowed.

        >>> len(Grid(3, 2).placements(["##"]))
        7
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

    Attributes:
        spaces: Its spaces if it lies in the top left corner of the board.
        cells: Its letters, each with its space there.
        corners: The spaces on which its top left corner can lie.
    """

    spaces: Spaces
    cells: Sequence[tuple[str, Space]]
    corners: Spaces


# A game has few patterns, and looks for them on every board.
@lru_cache(maxsize=1024)
def _shape(pattern: tuple[str, ...], columns: int, rows: int) -> _Shape:
    height, width = len(pattern), len(pattern[0])
    cells = [
        (letter, Space(r * columns + c))
        for r, row in enumerate(pattern)
        for c, letter in enumerate(row)
        if letter != "."
    ]
    fits = height <= rows and width <= columns
    in_a_row = (1 << columns - width + 1) - 1 if fits else 0
    corners = Spaces(sum(in_a_row << r * columns for r in range(rows - height + 1)))
    return _Shape(set_of(space for _, space in cells), cells, corners)


# Cards have few shapes, and each is tried on every board.
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
    """The distinct orientations of a pattern, as printed first.

    >>> orientations(["#.", "##"], rotated=True, mirrored=True)
    (('#.', '##'), ('.#', '##'), ('##', '#.'), ('##', '.#'))
    """
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
