"""Boards as people type them: rows of letters, read into layers of spaces and written from them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from theodolite.grid import Grid, Spaces
from theodolite.verdict import Fault

__all__ = ["Lettering", "written"]


@dataclass(frozen=True)
class Lettering:
    """How the rows of a board are lettered.

    Attributes:
        grid: The board.
        layers: For each layer, the letters that put a space into it. A letter may be in several.
        empty: The letters of spaces that are in no layer.
        known: Every letter there may be.
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
        """The spaces of each layer; ValueError if the rows are no such board."""
        if list(map(len, rows)) != self._lengths:
            raise ValueError(rows)
        # The first space is the lowest bit, and numbers are written highest bit first.
        text = "".join(rows)[::-1].encode()
        return [int(text.translate(marking), 2) for marking in self._markings]

    def faults(self, rows: Sequence[str]) -> Iterator[Fault]:
        """Everything that keeps rows from being read as this board.

        `row_count` at the board, `row_length` and `unknown_letter` at a row, each with what was
        found and what is expected.
        """
        if len(rows) != self.grid.rows:
            yield Fault("row_count", (), {"count": len(rows), "expected": self.grid.rows})
        for i, row in enumerate(rows[: self.grid.rows]):
            if len(row) != self.grid.columns:
                values = {"count": len(row), "expected": self.grid.columns}
                yield Fault("row_length", (i,), values)
            strange = dict.fromkeys(letter for letter in row[:99] if letter not in self.known)
            if strange:
                letters = {"letters": list(strange), "known": " ".join(self.known)}
                yield Fault("unknown_letter", (i,), letters)


def written(grid: Grid, layers: Iterable[tuple[str, Spaces]], empty: str = ".") -> list[str]:
    """A board as rows of letters.

    Args:
        grid: the board.
        layers: letters, each with the spaces that hold it; no space is in two of them.
        empty: the letter of all other spaces.
    """
    size = grid.columns * grid.rows
    # A byte for each space: adding what a letter is more than the empty one writes the letter.
    number = int.from_bytes(empty.encode() * size)
    for letter, spaces in layers:
        if spaces:
            number += (ord(letter) - ord(empty)) * _a_byte_each(spaces, size)
    text = number.to_bytes(size).decode()[::-1]
    return [text[start : start + grid.columns] for start in range(0, size, grid.columns)]


def _a_byte_each(spaces: Spaces, size: int) -> int:
    """The number that has, for each space of a board, a byte that is 1 or 0."""
    return int.from_bytes(f"{spaces:0{size}b}".encode().translate(_DIGITS))


_DIGITS = bytes(code & 1 for code in range(256))


def _marking(marked: str, known: str) -> bytes:
    """The table that turns the marked letters into 1, the other known ones into 0."""
    return bytes(
        ord("1" if chr(code) in marked else "0" if chr(code) in known else "?")
        for code in range(256)
    )
