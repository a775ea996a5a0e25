"""A turn while it is carried out: the table so far, the rules checked, the points gained.

The modules `exploring`, `divining`, `offering`, `otoma_moves` and `final_phase` carry out the parts
of a turn; each takes a `Progress` and changes it.
"""

from collections.abc import Iterable

from theodolite.grid import NOWHERE, Space, Spaces
from theodolite.tiwanaku.actions import Turn
from theodolite.tiwanaku.board import Land, Level, Terrain
from theodolite.tiwanaku.gains import Gain, side_of
from theodolite.tiwanaku.impossibilities import land_faults
from theodolite.tiwanaku.snapshot import Direction, Snapshot
from theodolite.verdict import Check, Path, Status, Values, legal


class RuleBroken(Exception):  # noqa: N818 - no error: this part of the turn ends here
    """A rule is broken, so that nothing more of this part of the turn can be carried out."""


class Progress:
    """A turn while it is carried out.

    Args:
        snapshot: The table before the turn.
        seat: The index of the player whose turn it is.
        turn: The turn as entered.
        wheel: What the wheel is known to show where the turn does not tell it.
        lenient: Whether to carry on after a broken rule as if it held.

    Attributes:
        table: The table so far.
        arrow: The arrow of the tile spent in a cooperative game, as far as known.
        stopped_at: The space where the meeple that explored ended.
        known: Whether everything that the table depends on has been entered so far. Once it has
            not, nothing more is gained; tiles and pieces are still moved.
        covered: The spaces whose tile was laid and whose terrain has not been entered.
        unentered: The number of tiles that left the pool or a stack without it being entered which
            tile, or from where.
        undecided: The levels of tokens that a prediction may have brought whose outcome has not
            been entered.
        mistaken: Whether a prediction was wrong.
        lost: Whether one of Otoma's pawns has an unknown place.
        superfluous: The parts of the turn that mean nothing on this table.
    """

    def __init__(
        self, snapshot: Snapshot, seat: int, turn: Turn, wheel: Land | None, *, lenient: bool
    ) -> None:
        self.table, self.seat, self.turn, self.wheel = snapshot, seat, turn, wheel
        self.lenient = lenient
        self.side = side_of(snapshot, seat)
        self.checks: list[Check] = []
        self.items: list[Gain] = []
        self.discovered: list[tuple[Space, Terrain]] = []
        self.planted: list[tuple[Space, Level]] = []
        self.superfluous: list[Path] = []
        self.known = True
        self.covered: Spaces = NOWHERE
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

    def record(
        self,
        rule: str,
        status: Status,
        values: Values,
        spaces: Spaces = NOWHERE,
        key: str | None = None,
    ) -> None:
        """Add the check of a rule.

        Args:
            rule: The rule's id without the game.
            status: The outcome.
            values: What fills the sentence of the rule.
            spaces: The spaces concerned.
            key: The key of the sentence; the status by default.
        """
        self.checks.append(Check(f"tiwanaku.{rule}", status, key or status, values, spaces))

    def check(
        self,
        rule: str,
        *,
        holds: bool,
        values: Values,
        spaces: Spaces = NOWHERE,
        key: str | None = None,
    ) -> None:
        """Add the check of a rule that holds or is broken."""
        self.record(rule, "passed" if holds else "failed", values, spaces, key)

    def require(self, rule: str, *, holds: bool, values: Values) -> None:
        """Add the check of a rule without which this part of the turn cannot be carried out.

        Raises:
            RuleBroken: The rule is broken, even for a lenient judge.
        """
        self.check(rule, holds=holds, values=values)
        if not holds:
            raise RuleBroken

    def record_all(self, checks: Iterable[Check]) -> None:
        """Add checks.

        Raises:
            RuleBroken: One of the rules is broken.
        """
        self.checks += checks
        self.stop_if_broken()

    def leave_open(
        self, rule: str, values: Values, spaces: Spaces = NOWHERE, key: str = "not_checked"
    ) -> None:
        """Add the check of a rule whose facts are not entered; the table is unknown from here."""
        self.record(rule, "not_checked", values, spaces, key)
        self.known = False

    def stop_if_broken(self) -> None:
        """End this part of the turn after a broken rule.

        Raises:
            RuleBroken: A rule is broken.
        """
        if not (self.lenient or legal(self.checks)):
            raise RuleBroken

    def note_superfluous(self, path: Path, *entered: tuple[str, object]) -> None:
        """Note those fields of a part that were entered although they mean nothing here."""
        self.superfluous += [(*path, name) for name, value in entered if value is not None]

    def terrain(self, entered: Terrain | None, space: Space) -> Terrain | None:
        """The terrain that the wheel shows for a space, as entered or as known otherwise."""
        return self.wheel.terrain_at(space) if entered is None and self.wheel else entered

    def level(self, entered: Level | None, space: Space) -> Level | None:
        """The level that the wheel shows for a space, as entered or as known otherwise."""
        return self.wheel.level_at(space) if entered is None and self.wheel else entered

    def lay(self, land: Land, space: Space) -> None:
        """Go on with the board after the wheel was read, if its tiles break no law by themselves.

        Raises:
            RuleBroken: The wheel cannot have shown that.
        """
        self.table = self.table._replace(land=land)
        if self.wheel is not None:
            # The faults of the table that showed it were looked for already.
            return
        for fault in land_faults(land, None, self.table.rulings):
            values = {**fault.values, "space": land.grid.names[space]}
            self.record("wheel.lawful", "failed", values, 1 << space, fault.code)
        self.stop_if_broken()

    def add_gain(self, table: Snapshot, gain: Gain) -> None:
        """Go on with the table after a gain or a loss, if it is known."""
        if self.known:
            self.table = table
            self.items.append(gain)
