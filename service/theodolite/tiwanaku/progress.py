"""A turn while it is carried out: the table so far, what was checked, what was gained."""

from collections.abc import Iterable

from theodolite.grid import Space, Spaces
from theodolite.tiwanaku.board import Land, Level, Terrain
from theodolite.tiwanaku.deeds import Turn
from theodolite.tiwanaku.gains import (
    Gain,
    side_of,
)
from theodolite.tiwanaku.snapshot import (
    Snapshot,
)
from theodolite.verdict import Check, Status, Values, legal

__all__ = ["Broken", "Progress", "Untold"]


class Untold(Exception):  # noqa: N818 - no error: the telling ends here
    """A part of the turn that is needed to go on is not told."""


class Broken(Exception):  # noqa: N818 - no error: the turn ends here
    """A rule is broken, so that nothing more can be carried out."""


class Progress:
    """A turn as it goes: the table so far, and what has been checked and gained."""

    def __init__(self, snapshot: Snapshot, seat: int, turn: Turn, wheel: Land | None) -> None:
        self.table, self.seat, self.turn, self.wheel = snapshot, seat, turn, wheel
        self.side = side_of(snapshot, seat)
        self.checks: list[Check] = []
        self.items: list[Gain] = []
        self.discovered: list[tuple[Space, Terrain]] = []
        self.planted: list[tuple[Space, Level]] = []
        self.mistaken = False
        self.stopped_at: Space | None = None

    def check(
        self, rule: str, status: Status, values: Values, spaces: Spaces = 0, says: str | None = None
    ) -> None:
        """Note a rule held against the turn; a broken one ends it."""
        self.checks.append(Check(f"tiwanaku.{rule}", status, says or status, values, spaces))

    def hold(
        self, rule: str, *, holds: bool, values: Values, spaces: Spaces = 0, says: str | None = None
    ) -> None:
        """Note a rule that holds or does not."""
        self.check(rule, "passed" if holds else "failed", values, spaces, says)

    def hold_all(self, checks: Iterable[Check]) -> None:
        """Note checks; if one is broken, nothing more is carried out."""
        self.checks += checks
        self.go_on()

    def go_on(self) -> None:
        """Nothing is carried out after a broken rule."""
        if not legal(self.checks):
            raise Broken

    def terrain(self, told: Terrain | None, space: Space) -> Terrain | None:
        """The terrain that the wheel gives for a space, as told or as known otherwise."""
        return self.wheel.terrain_at(space) if told is None and self.wheel else told

    def level(self, told: Level | None, space: Space) -> Level | None:
        """The level that the wheel gives for a space, as told or as known otherwise."""
        return self.wheel.level_at(space) if told is None and self.wheel else told

    def gain(self, table: Snapshot, gain: Gain) -> None:
        """Go on with a table on which something was gained."""
        self.table = table
        self.items.append(gain)
