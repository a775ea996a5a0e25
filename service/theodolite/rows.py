"""Boards as text: rows of letters, read into layers (sets of spaces) and written from them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from theodolite.grid import Grid, Spaces
from theodolite.verdict import Fault, Word


def misdrawn(grid: Grid, rows: Sequence[str], letters: str) -> Word | None:
    """Why rows are no drawing in these letters that fits on a board; None if they are one."""
    widths = {len(row) for row in rows}
    if len(widths) != 1 or len(rows) > grid.rows or not widths <= {*range(1, grid.columns + 1)}:
        return Word("impossible", "SIZE", {"rows": grid.rows, "columns": grid.columns})
    known = {*"".join(rows)} <= {*letters}
    return None if known else Word("impossible", "LETTERS", {"letters": [*letters]})


@dataclass(frozen=True)
class Lettering:
    """The letters of a board's rows.

    Attributes:
        grid: The board.
        layers: For each layer, its letters. A letter may be in several layers.
        empty: The letters of spaces in no layer.
        known: All letters.

    >>> Lettering(Grid(3, 2), ("F", "FW")).read(["F.W", "..."])
    [1, 5]
    """

    grid: Grid
    layers: tuple[str, ...]
    empty: str = "."
    known: str = field(init=False)
    _markings: tuple[bytes, ...] = field(init=False, repr=False)
    _lengths: list[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        known = "".join(dict.fromkeys("".join([self.empty, *self.layers])))
        markings = tuple(_marking(letters, known) for letters in self.layers)
        object.__setattr__(self, "known", known)
        object.__setattr__(self, "_markings", markings)
        object.__setattr__(self, "_lengths", [self.grid.columns] * self.grid.rows)

    def read(self, rows: Sequence[str]) -> list[Spaces]:
        """Read rows, top row first, into the spaces of each layer.

        Raises:
            ValueError: The rows are not a board of this size and these letters.
        """
        if list(map(len, rows)) != self._lengths:
            raise ValueError(rows)
        # The first space is the lowest bit, and numbers are written highest bit first.
        text = "".join(rows)[::-1].encode()
        return [Spaces(text.translate(marking), 2) for marking in self._markings]

    def faults(self, rows: Sequence[str]) -> Iterator[Fault]:
        """Find everything that is wrong with rows that `read` refuses.

        Yields:
            `row_count` for the board, `row_length` and `unknown_letter` for a row, each with the
            found and the expected value.
        """
        if len(rows) != self.grid.rows:
            yield Fault("row_count", (), {"count": len(rows), "expected": self.grid.rows})
        for i, row in enumerate(rows[: self.grid.rows]):
            if len(row) != self.grid.columns:
                values = {"count": len(row), "expected": self.grid.columns}
                yield Fault("row_length", (i,), values)
            unknown = dict.fromkeys(letter for letter in row[:99] if letter not in self.known)
            if unknown:
                letters = {"letters": list(unknown), "known": " ".join(self.known)}
                yield Fault("unknown_letter", (i,), letters)


def written(grid: Grid, layers: Iterable[tuple[str, Spaces]], empty: str = ".") -> list[str]:
    """Write a board as rows of letters, top row first.

    Args:
        grid: The board.
        layers: Letters, each with its spaces. Each space has at most one letter.
        empty: The letter of all other spaces.

    >>> written(Grid(3, 2), [("F", 0b000001), ("W", 0b000100)])
    ['F.W', '...']
    """
    size = grid.columns * grid.rows
    # One byte a space: adding the difference between a letter and the empty one writes the letter.
    number = int.from_bytes(empty.encode() * size)
    for letter, spaces in layers:
        if spaces:
            number += (ord(letter) - ord(empty)) * _a_byte_each(spaces, size)
    text = number.to_bytes(size).decode()[::-1]
    return [text[start : start + grid.columns] for start in range(0, size, grid.columns)]


def _a_byte_each(spaces: Spaces, size: int) -> int:
    """A number with one byte a space: 1 in the set, 0 outside."""
    return int.from_bytes(f"{spaces:0{size}b}".encode().translate(_DIGITS))


_DIGITS = bytes(code & 1 for code in range(256))


def _marking(marked: str, known: str) -> bytes:
    """The translation table from marked letters to 1 and from other known letters to 0."""
    return bytes(
        ord("1" if chr(code) in marked else "0" if chr(code) in known else "?")
        for code in range(256)
    )
