"""Checks what the wheel showed against all lawful worlds, so that a misread wheel is found."""

from bisect import bisect_left
from collections.abc import Sequence

from theodolite.tiwanaku.board import BoardName, Land
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.snapshot import ByTerrain, Rulings
from theodolite.tiwanaku.solver import Worlds, formula_of
from theodolite.verdict import NOTHING, Check, Status

_WORK = 20_000
"""The budget of a search for lawful worlds: up to a second of a processor."""


def search_clock(board: BoardName) -> Clock:
    """The budget of a search for lawful worlds on a board, whose formula is built first."""
    formula_of(board)
    return Clock(work=_WORK)


def wheel_checks(
    lands: Sequence[Land], tiles: ByTerrain, rulings: Rulings, clock: Clock
) -> list[Check]:
    """Check whether any lawful world shows a board; `not_checked` if that takes too long.

    Args:
        lands: The board after each reading of the wheel in turn, each with more tiles.
        tiles: The disc's number of tiles of each terrain.
        rulings: The rulings in force, of which `crop_limit` counts.
        clock: The budget.
    """
    try:
        found = _lawful(lands, tiles, clock, box=rulings.crop_limit == "box")
        statuses: list[Status] = ["passed" if at < found else "failed" for at in range(len(lands))]
    except TimeIsUp:
        statuses = ["not_checked"] * len(lands)
    return [Check("tiwanaku.wheel.lawful", status, status, NOTHING) for status in statuses]


def crop_limit_matters(
    lands: Sequence[Land], tiles: ByTerrain, rulings: Rulings, clock: Clock
) -> bool | None:
    """Whether the other value of `crop_limit` would change these checks; None if out of work.

    On the short board it cannot: 25 spaces hold a level nine times at most.
    """
    if not lands or lands[0].board is BoardName.SHORT:
        return False
    box = rulings.crop_limit == "box"
    try:
        found = _lawful(lands, tiles, clock, box=box)
        # A world within the box is a world under both rulings.
        if found == (len(lands) if box else 0):
            return False
        return _lawful(lands, tiles, clock, box=not box) != found
    except TimeIsUp:
        return None


def _lawful(lands: Sequence[Land], tiles: ByTerrain, clock: Clock, *, box: bool) -> int:
    """The number of boards, from the first on, that some world shows."""

    def fits(land: Land) -> bool:
        with Worlds(land, tiles, clock, box=box) as worlds:
            return worlds.any_of() is not None

    if not lands or fits(lands[-1]):
        return len(lands)
    return bisect_left(lands[:-1], True, key=lambda land: not fits(land))
