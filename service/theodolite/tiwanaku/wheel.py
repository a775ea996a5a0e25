"""Whether what the wheel showed can be true: a misread wheel is found at once."""

from bisect import bisect_left
from collections.abc import Sequence

from theodolite.tiwanaku.board import BoardName, Land
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.snapshot import ByTerrain, Rulings
from theodolite.tiwanaku.solver import Worlds, formula_of
from theodolite.verdict import NOTHING, Check, Status

__all__ = ["crop_limit_matters", "patience", "wheel_checks"]

_SECONDS = 1.0


def patience(board: BoardName) -> Clock:
    """How long lawful worlds are looked for at most: the clauses of the board are there by then."""
    formula_of(board)
    return Clock(_SECONDS)


def wheel_checks(
    lands: Sequence[Land], tiles: ByTerrain, rulings: Rulings, clock: Clock
) -> list[Check]:
    """Whether any lawful world shows what lies; `not_checked` if that takes too long.

    Args:
        lands: what lay after one answer of the wheel and after the next, each with more on it.
        tiles: how many tiles of each terrain the disc has.
        rulings: `crop_limit` is looked at.
        clock: when to stop.
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
    """Whether the other value of `crop_limit` would change these checks; None if that stays open.

    On the short board it cannot: 25 spaces hold a level nine times at most.
    """
    if not lands or lands[0].board is BoardName.SHORT:
        return False
    box = rulings.crop_limit == "box"
    try:
        found = _lawful(lands, tiles, clock, box=box)
        # A world that the box can lay is a world in any case.
        if found == (len(lands) if box else 0):
            return False
        return _lawful(lands, tiles, clock, box=not box) != found
    except TimeIsUp:
        return None


def _lawful(lands: Sequence[Land], tiles: ByTerrain, clock: Clock, *, box: bool) -> int:
    """How many of the lands, from the first on, a world shows: one that shows more shows less."""

    def fits(land: Land) -> bool:
        with Worlds(land, tiles, clock, box=box) as worlds:
            return worlds.any_of() is not None

    if not lands or fits(lands[-1]):
        return len(lands)
    return bisect_left(lands[:-1], True, key=lambda land: not fits(land))
