"""Boards of Tiwanaku: rows, the states of spaces, and the shapes of regions."""

from theodolite.grid import Space, each
from theodolite.tiwanaku.board import (
    CROPS_IN_BOX,
    GRIDS,
    TILES_IN_BOX,
    BoardName,
    Land,
    Terrain,
    regions,
    shapes,
)

SHORT, LONG = BoardName.SHORT, BoardName.LONG
TERRAIN = ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"]
CROPS = ["1....", ".4...", "..5..", "....2", "....5"]


def test_rows_are_read_and_written_back() -> None:
    land = Land.from_rows(SHORT, TERRAIN, CROPS)
    assert (land.terrain_rows(), land.crop_rows()) == (TERRAIN, CROPS)


def test_without_crops_every_tile_is_bare() -> None:
    land = Land.from_rows(SHORT, TERRAIN)
    assert (land.board, land.terrain_rows()) == (SHORT, TERRAIN)
    assert land.planted == 0
    assert land.bare == land.laid


def test_a_space_is_empty_bare_or_planted() -> None:
    land = Land.from_rows(SHORT, TERRAIN, CROPS)
    names = land.grid.name_all
    assert names(land.planted) == ["A1", "B2", "C3", "E4", "E5"]
    assert names(land.empty)[:3] == ["D1", "E1", "E2"]
    assert land.laid ^ land.planted == land.bare


def test_finds_the_terrain_and_the_level_of_a_space() -> None:
    land = Land.from_rows(SHORT, TERRAIN, CROPS)
    at = land.grid.spaces
    assert (land.terrain_at(at["C3"]), land.level_at(at["C3"])) == (Terrain.ROCK, 5)
    assert (land.terrain_at(at["D1"]), land.level_at(at["D1"])) == (None, None)


def test_lays_a_tile_and_then_a_crop() -> None:
    land = Land(LONG).discovered(Space(44), Terrain.SAND).with_crop(Space(44), 3)
    assert (land.terrain_rows()[4], land.crop_rows()[4]) == ("........S", "........3")
    assert [land.count(terrain) for terrain in Terrain] == [0, 1, 0, 0]


def test_the_shapes_are_counted() -> None:
    assert [len(shapes(board)) for board in (SHORT, LONG)] == [958, 2158]


def test_no_region_is_a_u_or_a_v() -> None:
    assert [len(regions(board)) for board in (SHORT, LONG)] == [874, 1970]
    grid = GRIDS[SHORT]
    excluded = {*shapes(SHORT)} - {*regions(SHORT)}
    assert sum(1 << grid.spaces[name] for name in ("A1", "B1", "A2", "A3", "B3")) in excluded
    assert sum(1 << grid.spaces[name] for name in ("A1", "A2", "A3", "B3", "C3")) in excluded
    assert all(len([*each(shape)]) == 5 for shape in excluded)


def test_the_box_holds_62_tiles_and_57_crops() -> None:
    assert (sum(TILES_IN_BOX), sum(CROPS_IN_BOX)) == (62, 57)
