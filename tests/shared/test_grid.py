"""The bit-set grid compared with sets of coordinates, on boards of several sizes."""

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theodolite.grid import Grid, Spaces, each, orientations, row_letters

SIZES = [(5, 5), (1, 1), (1, 4), (6, 2), (11, 11), (12, 3)]
GRIDS = {size: Grid(*size) for size in SIZES}
Cell = tuple[int, int]

grids = st.sampled_from(list(GRIDS.values()))


@st.composite
def boards(draw: st.DrawFn, count: int = 1) -> tuple[Grid, list[Spaces]]:
    grid = draw(grids)
    return grid, [Spaces(draw(st.integers(0, grid.everywhere))) for _ in range(count)]


def cells(grid: Grid, spaces: Spaces) -> set[Cell]:
    """Coordinates (column, row) of the spaces."""
    return {
        (column, row)
        for row, column in product(range(grid.rows), range(grid.columns))
        if spaces >> row * grid.columns + column & 1
    }


def around(cell: Cell) -> set[Cell]:
    column, row = cell
    return {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)}


@pytest.mark.parametrize("size", SIZES)
def test_rows_columns_and_edges(size: tuple[int, int]) -> None:
    columns, rows = size
    grid = GRIDS[size]
    everywhere = set(product(range(columns), range(rows)))
    assert cells(grid, grid.everywhere) == everywhere
    assert cells(grid, grid.edge) == {
        (column, row)
        for column, row in everywhere
        if column in (0, columns - 1) or row in (0, rows - 1)
    }
    assert [cells(grid, line) for line in grid.row_lines] == [
        {(column, row) for column in range(columns)} for row in range(rows)
    ]
    assert [cells(grid, line) for line in grid.column_lines] == [
        {(column, row) for row in range(rows)} for column in range(columns)
    ]


def test_names_spaces_by_column_and_row() -> None:
    grid = GRIDS[5, 5]
    assert grid.names[:6] == ("A1", "B1", "C1", "D1", "E1", "A2")
    assert grid.names[-1] == "E5"
    assert grid.spaces["C4"] == 17
    assert GRIDS[11, 11].names[-1] == "K11"


@given(boards())
def test_lists_names_in_reading_order(board: tuple[Grid, list[Spaces]]) -> None:
    grid, (spaces,) = board
    names = grid.name_all(spaces)
    assert sum(1 << grid.spaces[name] for name in names) == spaces
    assert names == sorted(names, key=grid.names.index)


@given(boards())
def test_lists_the_spaces_of_a_set_in_reading_order(board: tuple[Grid, list[Spaces]]) -> None:
    grid, (spaces,) = board
    assert [grid.names[space] for space in each(spaces)] == grid.name_all(spaces)


def test_accepts_names_from_a_game() -> None:
    assert Grid(11, 11, row_letters).names[12] == "B2"
    assert Grid(11, 11, row_letters).spaces["C7"] == 28
    frame = Grid(30, 30, lambda row, column: f"N{row + 1:02}/E{column + 1:02}")
    assert frame.name_all(frame.everywhere & -frame.everywhere) == ["N01/E01"]
    assert frame.spaces["N19/E18"] == 18 * 30 + 17


@pytest.mark.parametrize(
    ("columns", "rows", "why"),
    [
        (0, 5, "no board has 0 columns and 5 rows"),
        (5, 0, "no board has 5 columns and 0 rows"),
        (-1, 5, "no board has -1 columns and 5 rows"),
        (27, 3, "26 letters do not name 27 columns and 3 rows"),
    ],
)
def test_refuses_invalid_sizes(columns: int, rows: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Grid(columns, rows)


def test_refuses_duplicate_names() -> None:
    with pytest.raises(ValueError, match="two spaces of 3 columns and 3 rows have one name"):
        Grid(3, 3, lambda row, column: str(row + column))


@given(boards())
def test_touching_includes_diagonals(board: tuple[Grid, list[Spaces]]) -> None:
    grid, (spaces,) = board
    everywhere = cells(grid, grid.everywhere)
    steps = set(product((-1, 0, 1), repeat=2)) - {(0, 0)}
    beside = {
        (column + right, row + down) for column, row in cells(grid, spaces) for right, down in steps
    }
    assert cells(grid, grid.touching(spaces)) == beside & everywhere


@given(boards())
def test_neighbours_are_orthogonal(board: tuple[Grid, list[Spaces]]) -> None:
    grid, (spaces,) = board
    everywhere = cells(grid, grid.everywhere)
    beside = set().union(*(around(cell) for cell in cells(grid, spaces)))
    assert cells(grid, grid.neighbours(spaces)) == beside & everywhere


@given(boards())
def test_groups_are_disjoint_and_not_adjacent(board: tuple[Grid, list[Spaces]]) -> None:
    grid, (spaces,) = board
    groups = grid.groups(spaces)
    assert sum(groups) == spaces
    assert sum(group.bit_count() for group in groups) == spaces.bit_count()
    assert groups == sorted(groups, key=lambda group: group & -group)
    for group in groups:
        assert grid.neighbours(group) & spaces & ~group == 0
        reached = {min(cells(grid, group))}
        while further := set().union(*map(around, reached)) & cells(grid, group) - reached:
            reached |= further
        assert reached == cells(grid, group)


@pytest.mark.parametrize("beside", ["B1", "A2", "C2", "B3"])
def test_groups_do_not_wrap_around_the_edge(beside: str) -> None:
    grid = Grid(3, 3)
    middle, next_to_it = (1 << grid.spaces[name] for name in ("B2", beside))
    assert grid.group(middle | next_to_it, middle) == middle | next_to_it
    # C1 and A2 are consecutive in reading order.
    assert grid.groups(Spaces(0b1100)) == [0b100, 0b1000]


@given(boards(2))
def test_a_group_holds_all_spaces_reachable_from_its_seed(board: tuple[Grid, list[Spaces]]) -> None:
    grid, (spaces, other) = board
    seed = spaces & other
    reached = [group for group in grid.groups(spaces) if group & seed]
    assert grid.group(spaces, seed) == sum(reached)


PATTERNS = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.text("xo.", min_size=width, max_size=width), min_size=1, max_size=5)
)


def turned(pattern: Sequence[str]) -> tuple[str, ...]:
    return tuple("".join(column) for column in zip(*reversed(pattern), strict=True))


def mirrored(pattern: Sequence[str]) -> tuple[str, ...]:
    return tuple(row[::-1] for row in pattern)


@given(boards(2), PATTERNS)
def test_finds_all_occurrences_of_a_pattern(
    board: tuple[Grid, list[Spaces]], pattern: list[str]
) -> None:
    grid, (first, second) = board
    layers = {"x": first & ~second, "o": second}
    letters = [
        (column, row, letter)
        for row, line in enumerate(pattern)
        for column, letter in enumerate(line)
        if letter != "."
    ]
    width, height = len(pattern[0]), len(pattern)
    expected = [
        {(column + left, row + top) for column, row, _ in letters}
        for top, left in product(range(grid.rows - height + 1), range(grid.columns - width + 1))
        if all(
            (column + left, row + top) in cells(grid, layers[letter])
            for column, row, letter in letters
        )
    ]
    found = [cells(grid, spaces) for spaces in grid.occurrences(pattern, layers)]
    assert found == expected


@given(PATTERNS)
def test_orientations_are_rotations_and_reflections(pattern: list[str]) -> None:
    quarter = [tuple(pattern)]
    for _ in range(3):
        quarter.append(turned(quarter[-1]))
    over = {mirrored(face) for face in quarter}
    turns = [
        ((False, False), {tuple(pattern)}),
        ((True, False), set(quarter)),
        ((True, True), set(quarter) | over),
        ((False, True), {tuple(pattern), mirrored(pattern)}),
    ]
    for (rotated, over_too), expected in turns:
        faces = orientations(pattern, rotated=rotated, mirrored=over_too)
        assert faces[0] == tuple(pattern)
        assert set(faces) == expected
        assert len(faces) == len(expected)


@given(grids, PATTERNS.filter(lambda pattern: any("x" in row or "o" in row for row in pattern)))
def test_placements_are_all_positions_of_a_shape(grid: Grid, shape: list[str]) -> None:
    for rotated, over in product((False, True), repeat=2):
        expected = {
            frozenset(
                (column + left, row + top)
                for row, line in enumerate(face)
                for column, letter in enumerate(line)
                if letter != "."
            )
            for face in orientations(shape, rotated=rotated, mirrored=over)
            for top in range(grid.rows - len(face) + 1)
            for left in range(grid.columns - len(face[0]) + 1)
        }
        placed = grid.placements(shape, rotated=rotated, mirrored=over)
        assert {frozenset(cells(grid, spaces)) for spaces in placed} == expected
        assert len(placed) == len(expected)
