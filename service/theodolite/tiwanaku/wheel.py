"""Whether what the wheel showed can be true: a misread wheel is found at once."""

from theodolite.tiwanaku.board import Land
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.snapshot import ByTerrain, Rulings
from theodolite.tiwanaku.solver import Worlds
from theodolite.verdict import NOTHING, Check, Status

__all__ = ["SECONDS", "wheel_check"]

SECONDS = 1.0
"""How long a lawful world is looked for at most."""


def wheel_check(land: Land, tiles: ByTerrain, rulings: Rulings) -> Check:
    """Whether any lawful world shows what lies; `not_checked` if that takes too long."""
    status: Status
    try:
        clock = Clock(SECONDS)
        with Worlds(land, tiles, clock, box=rulings.crop_limit == "box") as worlds:
            status = "failed" if worlds.any_of() is None else "passed"
    except TimeIsUp:
        status = "not_checked"
    return Check("tiwanaku.wheel.lawful", status, status, NOTHING)
