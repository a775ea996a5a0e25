"""The state of a turn in progress: the table so far, the checks, what later actions depend on.

`turn` makes one for each turn and hands it to the functions that carry out the actions.
"""

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces
from theodolite.treasure_hunt.actions import Action, Change, Roll, Turn, changes
from theodolite.treasure_hunt.board import Terrain
from theodolite.treasure_hunt.markers import MAX_PLAYS, Marker
from theodolite.treasure_hunt.move_area import Mover, terrain_of
from theodolite.treasure_hunt.placing import rule_check
from theodolite.treasure_hunt.snapshot import HAND, Card, Snapshot
from theodolite.verdict import NOTHING, Check, Fault, Values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from theodolite.treasure_hunt.walk import Walk


class Missing(Enum):
    """Something other than a card or a piece that an action needs and the table lacks."""

    MARKER = "marker"
    OBSTACLE = "obstacle"


class ActionCheck(NamedTuple):
    """A check, and the index of the action that it judges; None for the turn as a whole."""

    action: int | None
    check: Check


class Due(NamedTuple):
    """A marker that an explorer must log (`log.must`).

    Attributes:
        action: The index of the action that took the explorer there.
        explorer: The explorer.
        marker: The marker.
        arrived: Whether its move ended there, so that it logs before anything else is done.
    """

    action: int | None
    explorer: Mover
    marker: Marker
    arrived: bool


class TurnState:
    """A turn in progress.

    Attributes:
        snapshot: The table after the actions so far.
        player: The player whose turn it is.
        actions: All actions of the turn.
        action_index: The index of the action in progress; None before the first, after the last
            and for the turn as a whole.
        checks: The checks so far.
        changes: The changes so far.
        faults: The actions that cannot be carried out.
        draw_unknown: Whether a card was drawn that the turn does not name.
        roll: The roll; None before it.
        walk: The move that began last; None before the first.
        ending: That move if it has no further part and has not ended; else None.
        moved: Whether a piece has begun a move.
        arrived: The place where each explorer has ended its move.
        stopped: Whether a move ended on another terrain.
        played: The number of cards played.
        over_hand_limit: The player who has drawn a fourth card; None as soon as anything else is
            done.
        due: The markers that are to be logged.
        whole: Whether the turn has an action, if it needs one.
    """

    def __init__(self, snapshot: Snapshot, turn: Turn) -> None:
        self.snapshot = snapshot
        self.player = turn.player
        self.actions: Sequence[Action] = turn.actions
        self.action_index: int | None = None
        self.checks: list[ActionCheck] = []
        self.changes: list[Change] = []
        self.faults: list[Fault] = []
        self.draw_unknown = False
        self.roll: Roll | None = None
        self.walk: Walk | None = None
        self.ending: Walk | None = None
        self.moved = False
        self.arrived: dict[Mover, Space] = {}
        self.stopped = False
        self.played = 0
        self.over_hand_limit: int | None = None
        self.due: list[Due] = []
        self.whole = True

    # Checks, changes and faults

    def note(
        self, rule: str, holds: bool, key: str, values: Values = NOTHING, spaces: Spaces = NOWHERE
    ) -> None:
        """Add the check of a rule.

        Args:
            rule: The rule's id without the game.
            holds: Whether it holds.
            key: The sentence with the reason why it does not.
            values: The values of the sentence.
            spaces: The spaces concerned.
        """
        self.add(rule_check(rule, holds, key, values, spaces))

    def note_reason(
        self, rule: str, key: str, values: Values = NOTHING, spaces: Spaces = NOWHERE
    ) -> None:
        """Add the check of a rule that holds if its sentence is `passed`."""
        self.note(rule, key == "passed", key, values, spaces)

    def note_unknown(self, rule: str, key: str, values: Values = NOTHING) -> None:
        """Add the check of a rule that cannot be checked."""
        self.add(Check(f"treasure_hunt.{rule}", "not_checked", key, values))

    def note_unfinished(self, rule: str) -> None:
        """Add the check of a rule that the rest of the turn can keep."""
        self.whole = bool(self.actions)
        self.note_unknown(rule, "unfinished", self.player_value)

    def add(self, check: Check, action: int | None = None) -> None:
        """Add a check of an action, by default of the one in progress."""
        self.checks.append(ActionCheck(self.action_index if action is None else action, check))

    def change_to(self, after: Snapshot, rule: str) -> None:
        """Continue with another table, and add the changes that a rule has made."""
        found = changes(self.snapshot, after, f"treasure_hunt.{rule}")
        self.changes += [change._replace(action=self.action_index) for change in found]
        self.snapshot = after

    def note_missing(self, what: Card | Missing) -> None:
        """Add the fault that the action in progress lacks something and has no effect."""
        self.add_fault("cannot_apply", {"what": what})

    def add_fault(self, code: str, values: Values) -> None:
        """Add a fault of the action in progress."""
        self.faults.append(Fault(code, ("move", "actions", self.action_index or 0), values))

    def name(self, player: int) -> str:
        """A player's name."""
        return self.snapshot.players[player].name

    @property
    def player_value(self) -> Values:
        """The player whose turn it is, as the value of a sentence."""
        return {"player": self.name(self.player)}

    # Steps that several kinds of actions share

    def check_turn_over(self, *, drew_fourth: bool = False) -> None:
        """Check that after a stop on another terrain only the logging there follows (`turn.end`).

        Args:
            drew_fourth: Whether the logging brought a fourth card, which allows a play.
        """
        if self.stopped and self.snapshot.rulings.after_stop == "turn_over":
            self.note("turn.end", drew_fourth, "failed")

    def count_play(self) -> None:
        """Count a card that is played: at most two in a turn (`card.two`)."""
        self.played += 1
        self.note("card.two", self.played <= MAX_PLAYS, "failed", {"count": self.played})

    def remove_from_hand(self, player: int, card: Card, rule: str) -> None:
        """Remove a card from a hand, if it is there (`card.hand`)."""
        hand = self.snapshot.players[player].hand
        values = {"player": self.name(player), "card": card}
        if hand is None:
            self.note_unknown("card.hand", "unknown", values)
        elif card not in hand:
            self.note_reason("card.hand", "failed", values)
            self.note_missing(card)
        else:
            self.note_reason("card.hand", "passed", values)
            left = list(hand)
            left.remove(card)
            self.change_to(self.snapshot.with_player(player, hand=tuple(left)), rule)

    def add_to_hand(self, player: int, card: Card, rule: str) -> None:
        """Add a card to a hand, which holds three at most (`card.hand`)."""
        hand = self.snapshot.players[player].hand
        if hand is None:
            return
        self.change_to(self.snapshot.with_player(player, hand=(*hand, card)), rule)
        if len(hand) >= HAND:
            self.over_hand_limit = player

    def lose_boats(self) -> None:
        """Discard the boats of players without an explorer in water (`boat`)."""
        for i, one in enumerate(self.snapshot.players):
            if one.boats and not self.snapshot.afloat(i):
                self.change_to(self.snapshot.with_player(i, boats=0), "boat")

    def break_off_move(self, mover: Mover) -> None:
        """End the move of a piece, if it is in progress."""
        if self.walk is not None and self.walk.mover == mover:
            self.walk.mover = None

    @property
    def under_way(self) -> Mover | None:
        """The explorer whose move has begun and not ended."""
        mover = None if self.walk is None else self.walk.mover
        return None if mover is None or mover.player is None or mover in self.arrived else mover

    def remove_walker(self, which: int) -> None:
        """End the move of a walker that is removed; the indices of later walkers decrease."""
        self.break_off_move(Mover(None, which))
        walk = self.walk
        if walk is not None and walk.mover is not None and walk.is_walker:
            walk.mover = Mover(None, walk.mover.which - (walk.mover.which > which))

    def terrain(self, mover: Mover) -> Terrain:
        """The terrain of a piece; during its move an explorer keeps that of its start."""
        if self.walk is not None and mover == self.under_way:
            return self.walk.terrain
        return terrain_of(self.snapshot, mover)


def movable_explorers(snapshot: Snapshot, player: int) -> list[Mover]:
    """The explorers that a player may move: those of the player, and in teams of the mate."""
    return [
        Mover(mate, i)
        for mate in snapshot.mates(player)
        for i in range(len(snapshot.players[mate].explorers))
    ]
