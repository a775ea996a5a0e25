"""Checks of the wheel against lawful worlds, board by board and within the time limit."""

from theodolite.grid import Space
from theodolite.tiwanaku.board import BoardName, Land, Terrain
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.snapshot import Rulings
from theodolite.tiwanaku.wheel import crop_limit_matters, wheel_checks
from tiwanaku.positions import CONTRACT, FIFTEEN_ONES, without

SHORT, LONG = BoardName.SHORT, BoardName.LONG
BOARD, TILES = CONTRACT
BOX, NONE = Rulings(), Rulings(crop_limit="none")
ONES = without(FIFTEEN_ONES, "A1 I5")
"""Of its fifteen sweet potatoes as many lie as the box has."""
OF_ONES = (6, 12, 13, 14)


def at(space: str, board: BoardName = SHORT) -> Space:
    return Land(board).grid.spaces[space]


def statuses(lands: list[Land], rulings: Rulings, clock: Clock | None = None) -> list[str]:
    tiles = TILES if lands[0].board is SHORT else OF_ONES
    checks = wheel_checks(lands, tiles, rulings, clock or Clock())
    return [check.status for check in checks]


def test_every_board_after_an_unlawful_one_fails() -> None:
    right = BOARD.with_crop(at("B1"), 2)
    wrong = right.with_crop(at("C1"), 4)
    later = wrong.discovered(at("D5"), Terrain.ROCK)
    assert statuses([right, wrong, later], BOX) == ["passed", "failed", "failed"]
    assert statuses([BOARD, right], BOX) == ["passed", "passed"]
    assert statuses([wrong], BOX) == ["failed"]
    assert statuses([BOARD, right, wrong], BOX) == ["passed", "passed", "failed"]


def test_the_box_matters_where_worlds_need_more_than_it_holds() -> None:
    lands = [ONES, ONES.with_crop(at("A1", LONG), 1)]
    assert statuses(lands, BOX) == ["failed", "failed"]
    assert statuses(lands, NONE) == ["passed", "passed"]
    assert crop_limit_matters(lands, OF_ONES, BOX, Clock()) is True
    assert crop_limit_matters(lands, OF_ONES, NONE, Clock()) is True


def test_the_box_does_not_matter_to_unlawful_and_to_short_boards() -> None:
    nowhere = [ONES.with_crop(at("A1", LONG), 2)]
    for rulings in (BOX, NONE):
        assert crop_limit_matters(nowhere, OF_ONES, rulings, Clock()) is False
        assert crop_limit_matters([Land(LONG)], (11, 12, 11, 11), rulings, Clock()) is False
        assert crop_limit_matters([BOARD], TILES, rulings, Clock(0)) is False
        assert crop_limit_matters([], TILES, rulings, Clock(0)) is False


def test_without_time_nothing_is_checked() -> None:
    assert statuses([ONES, ONES], BOX, Clock(0)) == ["not_checked", "not_checked"]
    assert crop_limit_matters([ONES], OF_ONES, BOX, Clock(0)) is None
