"""The board: frame, quarters, turned segments, bridges."""

import pytest

from theodolite.grid import NOWHERE
from theodolite.treasure_hunt.board import (
    DICE,
    GRID,
    HOME,
    SEGMENTS,
    Board,
    Segment,
    Terrain,
    bridge_faults,
    lay_segments,
    place_name,
    segment_of,
)
from treasure_hunt.scenes import spaces


def test_frame_names_spaces() -> None:
    assert (GRID.names[0], GRID.names[-1], place_name(HOME)) == ("N01/E01", "N30/E30", "home")
    corners = [GRID.spaces[name] for name in ("N15/E15", "N15/E16", "N16/E15", "N16/E16")]
    assert [segment_of(space) for space in corners] == [0, 1, 2, 3]
    assert [place_name(space) for space in corners[:2]] == ["N15/E15", "N15/E16"]
    assert [spaces.bit_count() for spaces in SEGMENTS] == [225] * 4


ROWS = ("WP?" + "F" * 12, *["F" * 15] * 13, "S" * 15)
MARKED = Segment(ROWS, (frozenset({(0, 1)}),))
PLAIN = Segment(("F" * 15,) * 15)


@pytest.mark.parametrize(
    ("turn", "north_up", "water", "bridge"),
    [
        (0, False, "N01/E01", "N01/E02"),
        (90, False, "N01/E15", "N02/E15"),
        (180, False, "N15/E15", "N15/E14"),
        (270, False, "N15/E01", "N14/E01"),
        (0, True, "N15/E01", "N15/E02"),
        (90, True, "N15/E15", "N14/E15"),
    ],
)
def test_segments_turn_clockwise(turn: int, north_up: bool, water: str, bridge: str) -> None:
    board = lay_segments([(MARKED, turn), *[(PLAIN, 0)] * 3], north_up=north_up)
    assert GRID.name_all(board.layers.water) == [water]
    assert [GRID.name_all(one) for one in board.bridges] == [[bridge]]
    assert board.printed(GRID.spaces[water]) == Terrain.WATER
    assert board.layers.unclear.bit_count() == 1


def test_spaces_have_a_terrain_unless_unclear() -> None:
    board = lay_segments([(MARKED, 0), *[(PLAIN, 0)] * 3], north_up=False)
    printed = {name: board.printed(GRID.spaces[name]) for name in ("N01/E01", "N01/E02", "N01/E03")}
    assert printed == {"N01/E01": Terrain.WATER, "N01/E02": Terrain.PATH, "N01/E03": None}
    assert board.printed(GRID.spaces["N15/E01"]) == Terrain.SAND
    assert board.printed(GRID.spaces["N16/E01"]) == Terrain.FOREST


@pytest.mark.parametrize(
    ("quarter", "water"), [(0, "N01/E01"), (1, "N01/E16"), (2, "N16/E01"), (3, "N16/E16")]
)
def test_segments_lie_on_their_quarters(quarter: int, water: str) -> None:
    segments = [(PLAIN, 0)] * 4
    segments[quarter] = (MARKED, 0)
    board = lay_segments(segments, north_up=False)
    assert GRID.name_all(board.layers.water) == [water]
    assert Board.from_rows(board.rows()).layers == board.layers


def test_bridges_are_contiguous_path_without_overlap() -> None:
    board = Board.from_rows(["PPPPW" + "F" * 25, *["F" * 30] * 29])
    one, gap, water = spaces("N01/E01 N01/E02"), spaces("N01/E01 N01/E03"), spaces("N01/E05")
    path = board.layers.path
    assert [*bridge_faults(GRID, path, [one])] == []
    faults = bridge_faults(GRID, path, [one, gap, water, NOWHERE])
    assert [(fault.code, fault.path, fault.values) for fault in faults] == [
        ("bridge_gap", ("bridges", 1), {"spaces": ["N01/E01", "N01/E03"]}),
        ("bridge_overlap", ("bridges", 1), {"spaces": ["N01/E01"]}),
        ("bridge_not_path", ("bridges", 2), {"spaces": ["N01/E05"]}),
        ("bridge_gap", ("bridges", 3), {"spaces": []}),
    ]
    assert board._replace(bridges=(one,)).bridge(GRID.spaces["N01/E02"]) == one
    assert board.bridge(GRID.spaces["N01/E02"]) == 0


@pytest.mark.parametrize(
    ("terrain", "least", "most"),
    [
        (Terrain.WATER, 1, 4),
        (Terrain.FOREST, 4, 6),
        (Terrain.SAND, 5, 8),
        (Terrain.PATH, 7, 12),
    ],
)
def test_values_of_dice(terrain: Terrain, least: int, most: int) -> None:
    assert DICE[terrain] == tuple(range(least, most + 1))
