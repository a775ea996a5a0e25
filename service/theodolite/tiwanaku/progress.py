"""A turn while it is carried out: the table so far, what was checked, what was gained."""

from collections.abc import Iterable

from theodolite.grid import Space, Spaces
from theodolite.tiwanaku.board import Land, Level, Terrain
from theodolite.tiwanaku.deeds import Turn
from theodolite.tiwanaku.gains import (
    Gain,
    side_of,
)
from theodolite.tiwanaku.impossibilities import land_faults
from theodolite.tiwanaku.snapshot import Direction, Snapshot
from theodolite.verdict import Check, Path, Status, Values, legal

__all__ = ["Broken", "Progress"]


class Broken(Exception):  # noqa: N818 - no error: this part of the turn ends here
    """A rule is broken, so that nothing more of this part of the turn can be carried out."""


class Progress:
    """A turn as it goes: the table so far, and what has been checked and gained.

    Attributes:
        arrow: The arrow of the tile spent in a cooperative game, as far as known.
        stopped_at: Where the meeple that explored ended.
        known: Whether everything that the table depends on has been entered so far. Once it has
            not, nothing more is gained; what lies and who stands where goes on.
        covered: Spaces whose tile was laid and whose terrain has not been entered.
        unentered: How many tiles left the pool or a stack without it being entered which, or whose.
        undecided: Levels of tokens that a prediction may have brought whose truth is not entered.
        lost: Whether one of Otoma's pawns went where it has not been entered.
        superfluous: Parts of the turn that mean nothing on this table.
    """

    def __init__(
        self, snapshot: Snapshot, seat: int, turn: Turn, wheel: Land | None, *, lenient: bool
    ) -> None:
        """Begin.

        Args:
            snapshot: the table before the turn.
            seat: the index of who plays.
            turn: what was done.
            wheel: what the wheel is known to show where the turn does not tell it.
            lenient: carry on after a broken rule as if it held.
        """
        self.table, self.seat, self.turn, self.wheel = snapshot, seat, turn, wheel
        self.lenient = lenient
        self.side = side_of(snapshot, seat)
        self.checks: list[Check] = []
        self.items: list[Gain] = []
        self.discovered: list[tuple[Space, Terrain]] = []
        self.planted: list[tuple[Space, Level]] = []
        self.superfluous: list[Path] = []
        self.known = True
        self.covered: Spaces = 0
        self.unentered = 0
        self.undecided: set[Level] = set()
        self.mistaken = False
        self.lost = False
        self.arrow: Direction | None = None
        self.stopped_at: Space | None = None

    @property
    def empty(self) -> Spaces:
        """The spaces without a tile so far."""
        return self.table.land.empty & ~self.covered

    def check(
        self, rule: str, status: Status, values: Values, spaces: Spaces = 0, says: str | None = None
    ) -> None:
        """Note a rule held against the turn."""
        self.checks.append(Check(f"tiwanaku.{rule}", status, says or status, values, spaces))

    def hold(
        self, rule: str, *, holds: bool, values: Values, spaces: Spaces = 0, says: str | None = None
    ) -> None:
        """Note a rule that holds or does not."""
        self.check(rule, "passed" if holds else "failed", values, spaces, says)

    def must(
        self, rule: str, *, holds: bool, values: Values, spaces: Spaces = 0, says: str | None = None
    ) -> None:
        """Note a rule without which this part of the turn cannot be carried out in any case."""
        self.hold(rule, holds=holds, values=values, spaces=spaces, says=says)
        if not holds:
            raise Broken

    def hold_all(self, checks: Iterable[Check]) -> None:
        """Note checks; if one is broken, nothing more of this part is carried out."""
        self.checks += checks
        self.go_on()

    def miss(
        self, rule: str, values: Values, spaces: Spaces = 0, says: str = "not_checked"
    ) -> None:
        """Note a rule that cannot be checked, and that the table is not known from here on."""
        self.check(rule, "not_checked", values, spaces, says)
        self.known = False

    def go_on(self) -> None:
        """Nothing more of this part is carried out after a broken rule."""
        if not (self.lenient or legal(self.checks)):
            raise Broken

    def spare(self, path: Path, *told: tuple[str, object]) -> None:
        """Note the fields of a part that mean nothing here, those of them that were entered."""
        self.superfluous += [(*path, name) for name, value in told if value is not None]

    def terrain(self, entered: Terrain | None, space: Space) -> Terrain | None:
        """The terrain that the wheel gives for a space, as entered or as known otherwise."""
        return self.wheel.terrain_at(space) if entered is None and self.wheel else entered

    def level(self, entered: Level | None, space: Space) -> Level | None:
        """The level that the wheel gives for a space, as entered or as known otherwise."""
        return self.wheel.level_at(space) if entered is None and self.wheel else entered

    def answered(self, land: Land, space: Space) -> None:
        """Go on with what lies after an answer of the wheel, if no law excludes it on sight."""
        self.table = self.table._replace(land=land)
        if self.wheel is not None:
            # What is known otherwise lies on a table that has been looked at.
            return
        for fault in land_faults(land, None, self.table.rulings):
            values = {**fault.values, "space": land.grid.names[space]}
            self.check("wheel.lawful", "failed", values, 1 << space, fault.code)
        self.go_on()

    def gain(self, table: Snapshot, gain: Gain) -> None:
        """Go on with a table on which something was gained."""
        if self.known:
            self.table = table
            self.items.append(gain)
