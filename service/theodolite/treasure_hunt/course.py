"""A turn as far as it has gone: the table by now, what was noted, what later actions build on."""

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from theodolite.grid import Space, Spaces
from theodolite.treasure_hunt.actions import Action, Change, Roll, Turn, changes
from theodolite.treasure_hunt.board import Terrain
from theodolite.treasure_hunt.ground import Mover, terrain_of
from theodolite.treasure_hunt.logs import PLAYS, Find
from theodolite.treasure_hunt.placing import checked
from theodolite.treasure_hunt.snapshot import HAND, Card, Snapshot
from theodolite.verdict import NOTHING, Check, Fault, Values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theodolite.treasure_hunt.walk import Walk

__all__ = ["Course", "Due", "Lacking", "Ruled", "movers_of"]


class Lacking(Enum):
    """What an action can lack besides a card or a piece."""

    MARKER = "marker"
    OBSTACLE = "obstacle"


class Ruled(NamedTuple):
    """A check, and the index of the action that it judges; None of the turn as a whole."""

    action: int | None
    check: Check


class Due(NamedTuple):
    """A marker that an explorer must log (`log.must`).

    `action` took it there; it is to be logged before anything else where it has `arrived`.
    """

    action: int | None
    explorer: Mover
    find: Find
    arrived: bool


class Course:
    """A turn as far as it has gone.

    Attributes:
        snapshot: the table by now.
        player: whose turn it is.
        actions: all actions of the turn.
        now: the index of the action in hand; None before, after and for the turn as a whole.
        checks: what the rules say of it.
        changes: what it changed.
        faults: what of it cannot be carried out.
        untold: whether something was drawn that is not told.
        roll: the roll.
        walk: the move that was begun last.
        moved: whether a piece has set out.
        arrived: where the explorers have ended their moves.
        stopped: whether the move ended on another terrain.
        played: how many cards have been played.
        full: who has drawn a fourth card, as long as nothing else is done.
        due: what is to be logged.
    """

    def __init__(self, snapshot: Snapshot, turn: Turn) -> None:
        self.snapshot = snapshot
        self.player = turn.player
        self.actions: Sequence[Action] = turn.actions
        self.now: int | None = None
        self.checks: list[Ruled] = []
        self.changes: list[Change] = []
        self.faults: list[Fault] = []
        self.untold = False
        self.roll: Roll | None = None
        self.walk: Walk | None = None
        self.moved = False
        self.arrived: dict[Mover, Space] = {}
        self.stopped = False
        self.played = 0
        self.full: int | None = None
        self.due: list[Due] = []

    # What is noted

    def note(
        self, rule: str, holds: bool, says: str, values: Values = NOTHING, spaces: Spaces = 0
    ) -> None:
        """Note that a rule holds, or does not for the reason that `says` tells."""
        self.add(checked(rule, holds, says, values, spaces))

    def fits(self, rule: str, says: str, values: Values = NOTHING, spaces: Spaces = 0) -> None:
        """Note what a rule says; it holds if that is `passed`."""
        self.note(rule, says == "passed", says, values, spaces)

    def unknown(self, rule: str, says: str, values: Values = NOTHING) -> None:
        """Note that a rule cannot be checked."""
        self.add(Check(f"treasure_hunt.{rule}", "not_checked", says, values))

    def add(self, check: Check, action: int | None = None) -> None:
        """Note a check of an action, by default of the one in hand."""
        self.checks.append(Ruled(self.now if action is None else action, check))

    def become(self, after: Snapshot, rule: str) -> None:
        """Go on with another table, to which a rule has led."""
        found = changes(self.snapshot, after, f"treasure_hunt.{rule}")
        self.changes += [change._replace(action=self.now) for change in found]
        self.snapshot = after

    def cannot(self, what: Card | Lacking) -> None:
        """Note that the action in hand cannot be carried out for want of something."""
        path = ("turn", "actions", self.now or 0)
        self.faults.append(Fault("cannot_apply", path, {"what": what}))

    def name(self, player: int) -> str:
        """A player's name."""
        return self.snapshot.players[player].name

    @property
    def by(self) -> Values:
        """Whose turn it is, as a value of a sentence."""
        return {"player": self.name(self.player)}

    # What more than one action does

    def turn_over(self, *, brought: bool = False) -> None:
        """After a stop on another terrain only the logging there is left (`turn.end`)."""
        if self.stopped and self.snapshot.rulings.after_stop == "turn_over":
            self.note("turn.end", brought, "failed")

    def count_play(self) -> None:
        """At most two cards are played in a turn (`card.two`)."""
        self.played += 1
        self.note("card.two", self.played <= PLAYS, "failed", {"count": self.played})

    def spend(self, player: int, card: Card, rule: str) -> None:
        """Take a card out of a hand."""
        hand = self.snapshot.players[player].hand
        values = {"player": self.name(player), "card": card}
        if hand is None:
            self.unknown("card.hand", "unknown", values)
        elif card not in hand:
            self.fits("card.hand", "failed", values)
            self.cannot(card)
        else:
            self.fits("card.hand", "passed", values)
            left = list(hand)
            left.remove(card)
            self.become(self.snapshot.with_player(player, hand=tuple(left)), rule)

    def take(self, player: int, card: Card, rule: str) -> None:
        """Put a card into a hand: they are held closed, three at most (`card.hand`)."""
        hand = self.snapshot.players[player].hand
        if hand is None:
            return
        self.become(self.snapshot.with_player(player, hand=(*hand, card)), rule)
        if len(hand) >= HAND:
            self.full = player

    def lose_boats(self) -> None:
        """A boat is discarded as soon as no own explorer is in water (`boat`)."""
        for i, one in enumerate(self.snapshot.players):
            if one.boats and not self.snapshot.afloat(i):
                self.become(self.snapshot.with_player(i, boats=0), "boat")

    def leave(self, mover: Mover) -> None:
        """Break off the move of a piece."""
        if self.walk is not None and self.walk.mover == mover:
            self.walk.mover = None

    @property
    def under_way(self) -> Mover | None:
        """The explorer that has set out and not arrived."""
        mover = None if self.walk is None else self.walk.mover
        return None if mover is None or mover.player is None or mover in self.arrived else mover

    def forget_walker(self, which: int) -> None:
        """Of a walker that is taken away the move is broken off; those after it move up."""
        self.leave(Mover(None, which))
        walk = self.walk
        if walk is not None and walk.mover is not None and walk.is_walker:
            walk.mover = Mover(None, walk.mover.which - (walk.mover.which > which))

    def terrain(self, mover: Mover) -> Terrain:
        """The terrain of a piece; one under way keeps that of its start."""
        if self.walk is not None and mover == self.under_way:
            return self.walk.terrain
        return terrain_of(self.snapshot, mover)


def movers_of(snapshot: Snapshot, player: int) -> list[Mover]:
    """The explorers that a player may move: the own ones, and in teams the mate's."""
    return [
        Mover(mate, i)
        for mate in snapshot.mates(player)
        for i in range(len(snapshot.players[mate].explorers))
    ]
