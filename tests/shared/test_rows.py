"""Rows of letters to layers and back, on boards of several sizes and with many letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theodolite.grid import Grid, row_letters
from theodolite.rows import Lettering, written

GRID = Grid(3, 2)
LETTERING = Lettering(GRID, ("Ff", "F", "w"), empty=".^")


def test_a_letter_sets_its_space_in_all_its_layers() -> None:
    either, great, water = LETTERING.read(["F.f", "^wF"])
    assert GRID.name_all(either) == ["A1", "C1", "C2"]
    assert GRID.name_all(great) == ["A1", "C2"]
    assert GRID.name_all(water) == ["B2"]


@pytest.mark.parametrize("rows", [["F.f"], ["F.f", "..", "..."], ["F.f", "..x"], ["F.f", "..é"]])
def test_returns_none_for_invalid_rows(rows: list[str]) -> None:
    with pytest.raises(ValueError, match=r"F\.f|base 2"):
        LETTERING.read(rows)


def test_reports_every_fault() -> None:
    faults = [
        (fault.code, fault.path, fault.values) for fault in LETTERING.faults(["FF", "x.éx", "..."])
    ]
    assert faults == [
        ("row_count", (), {"count": 3, "expected": 2}),
        ("row_length", (0,), {"count": 2, "expected": 3}),
        ("row_length", (1,), {"count": 4, "expected": 3}),
        ("unknown_letter", (1,), {"letters": ["x", "é"], "known": ". ^ F f w"}),
    ]


ALPHABET = "FVAWHMDZTGXd#^"


@given(st.data(), st.sampled_from([(1, 1), (5, 5), (11, 11), (30, 30)]))
def test_written_rows_equal_the_loaded_rows(data: st.DataObject, size: tuple[int, int]) -> None:
    columns, rows = size
    grid = Grid(columns, rows, lambda row, column: f"{row}/{column}")
    row = st.text(f"{ALPHABET}.", min_size=columns, max_size=columns)
    board = data.draw(st.lists(row, min_size=rows, max_size=rows))
    layers = Lettering(grid, tuple(ALPHABET)).read(board)
    assert written(grid, zip(ALPHABET, layers, strict=True)) == board


def test_writes_empty_spaces_with_a_given_letter() -> None:
    grid = Grid(3, 2, row_letters)
    assert written(grid, [("F", 1 << grid.spaces["B3"])], empty="~") == ["~~~", "~~F"]
