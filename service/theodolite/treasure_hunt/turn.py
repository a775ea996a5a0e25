"""Judging a turn action by action, and carrying it out (Play).

Covers what must be done at once, skipped turns, and the turn as a whole. Rolls and moves are in
`moving`, cards and pieces in `playing`, logging in `marker_logging`, turn order in `replays`, the
end of the game in `missions`. Not covered, because the rulebook is silent: direction of play, empty
decks, exhausted singles.
"""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.treasure_hunt import moving, playing
from theodolite.treasure_hunt.actions import (
    Action,
    Beyond,
    Change,
    Discard,
    Log,
    Move,
    Place,
    Play,
    Roll,
    Skip,
    Turn,
)
from theodolite.treasure_hunt.board import GRID
from theodolite.treasure_hunt.marker_logging import log
from theodolite.treasure_hunt.move_area import terrain_of
from theodolite.treasure_hunt.snapshot import HAND, Rulings, Snapshot
from theodolite.treasure_hunt.turn_state import ActionCheck, TurnState, movable_explorers
from theodolite.verdict import NOTHING, Check, Fault, Status, verdict_of


class Verdict(NamedTuple):
    """A turn as judged.

    Attributes:
        checks: Every rule that bears on it.
        changes: What it changed; empty if it is illegal.
        after: The table after it; None if it is illegal or a draw is unknown.
        whole: Whether it has an action, if it needs one.
    """

    checks: Sequence[ActionCheck]
    changes: Sequence[Change]
    after: Snapshot | None
    whole: bool = True

    @property
    def legal(self) -> bool | None:
        """False if a rule was broken; else None if the turn is not whole, and True if it is."""
        return verdict_of([check for _, check in self.checks], whole=self.whole)


class Update(NamedTuple):
    """A turn as carried out, legal or not.

    Attributes:
        changes: What it changed.
        after: The table after it.
        faults: The actions that could not be carried out.
        failed: The checks that failed.
    """

    changes: Sequence[Change]
    after: Snapshot
    faults: Sequence[Fault]
    failed: Sequence[ActionCheck] = ()


def judge(snapshot: Snapshot, turn: Turn, *, over: bool = False) -> Verdict:
    """Judge a turn by every rule that bears on it.

    Args:
        snapshot: A possible table (see `impossibilities`).
        turn: The turn; its players and explorers are on the table.
        over: Whether another turn followed. Else one that has only placed pieces may go on.

    Returns:
        The verdict, with the table after a legal turn whose draws are known.

    Example:
        >>> from theodolite.treasure_hunt import *
        >>> ann = Player("Ann", "red", 0, (Explorer(0), Explorer(0)))
        >>> bo = Player("Bo", "blue", 899, (Explorer(899), Explorer(899)))
        >>> table = Snapshot(Board.from_rows(["S" * 30] * 30), (ann, bo))
        >>> roll, steps = Roll(Terrain.SAND, 5), tuple(range(1, 6))
        >>> verdict = judge(table, Turn(0, (roll, Move(NamedPiece(0, 0), steps))))
        >>> verdict.legal, verdict.after.players[0].explorers[0].at
        (True, 5)
    """
    state = _played(snapshot, turn, over=over)
    verdict = Verdict(state.checks, state.changes, state.snapshot, state.whole)
    if not verdict.legal:
        return verdict._replace(changes=(), after=None)
    return verdict._replace(after=None) if state.draw_unknown else verdict


def update(snapshot: Snapshot, turn: Turn) -> Update:
    """Carry out a turn, legal or not.

    Args:
        snapshot: A possible table (see `impossibilities`).
        turn: The turn; its players and explorers are on the table.

    Returns:
        The table after it, its changes, and the actions that could not be carried out.

    Example:
        >>> from theodolite.treasure_hunt import *
        >>> ann = Player("Ann", "red", 0, (Explorer(0), Explorer(0)))
        >>> bo = Player("Bo", "blue", 899, (Explorer(899), Explorer(899)))
        >>> table = Snapshot(Board.from_rows(["S" * 30] * 30), (ann, bo))
        >>> done = update(table, Turn(0, (Move(NamedPiece(0, 0), (1, 2)),)))
        >>> [(change.path, change.after) for change in done.changes]
        [(('players', 0, 'explorers', 0, 'at'), 2)]
    """
    state = _played(snapshot, turn, over=True)
    failed = [one for one in state.checks if one.check.status == "failed"]
    return Update(state.changes, state.snapshot, state.faults, failed)


def comparable(verdict: Verdict) -> object:
    """The part of a verdict that counts as a change by another ruling: not the place of `home`."""
    after = verdict.after
    return verdict.checks, verdict.changes, after and after.under(Rulings())


def comparable_update(done: Update) -> object:
    """The part of an update that counts as a change by another ruling."""
    return done.changes, done.after.under(Rulings()), [fault.code for fault in done.faults]


def begin_turn(snapshot: Snapshot, player: int) -> Snapshot:
    """The table as a player's turn begins: walkers that have rested for a round may move again."""
    if not any(walker.moved_by is not None for walker in snapshot.walkers):
        return snapshot
    by_first = snapshot.rulings.walker_round == "until_first_player"
    walkers = [
        walker._replace(moved_by=None)
        if (player == 0 if by_first else walker.moved_by == player)
        else walker
        for walker in snapshot.walkers
    ]
    return snapshot._replace(walkers=tuple(walkers))


def _played(snapshot: Snapshot, turn: Turn, *, over: bool) -> TurnState:
    """The state of a turn after its last action."""
    state = TurnState(snapshot, turn)
    state.change_to(begin_turn(snapshot, turn.player), "walker.move")
    shoes = snapshot.players[turn.player].shoes
    # Nothing else matters in a turn that should have been skipped.
    if shoes:
        _check_shoes(state, over=over)
    for i, action in enumerate(turn.actions):
        state.action_index = i
        if isinstance(action, Beyond):
            state.note_reason("board.frame", "beyond", {"spaces": action.spaces})
            # Nobody knows how the turn goes on from there.
            state.note_unknown("board.frame", "rest")
            state.add_fault("unknown_space", {"value": action.spaces})
            return state
        moving.end_before(state, action)
        _check_duties(state, action)
        _carry_out(state, action)
        moving.end_if_over(state)
        if state.under_way is None:
            state.lose_boats()
    moving.end_now(state)
    state.action_index = None
    _overdue(state, arrived=False)
    _too_many_cards(state)
    if not shoes:
        _check_whole_turn(state, over=over)
    return state


def _carry_out(state: TurnState, action: Action) -> None:
    match action:
        case Roll():
            moving.roll(state, action)
        case Move():
            moving.move(state, action)
        case Play():
            playing.play(state, action)
        case Place():
            playing.place(state, action)
        case Log():
            log(state, action)
        case Discard():
            playing.discard(state, action)
        case Skip():
            _skip(state)


def _check_duties(state: TurnState, action: Action) -> None:
    """Check what must precede an action: logging on arrival, and a hand down to three cards."""
    plays = isinstance(action, Play) or (isinstance(action, Log) and action.shovel)
    plays = plays and state.over_hand_limit == state.player
    # Of a fourth card and a further own marker, either comes first.
    if isinstance(action, (Play, Move, Roll, Skip)) and not (plays and _fourth(state)):
        _overdue(state, arrived=True)
    discards = isinstance(action, Discard) and action.by == state.over_hand_limit
    if not discards and not plays:
        _too_many_cards(state)
        state.over_hand_limit = None


def _overdue(state: TurnState, *, arrived: bool) -> None:
    """Check the markers that should have been logged: on arrival only, or all (`log.must`)."""
    for due in [due for due in state.due if due.arrived or not arrived]:
        state.due.remove(due)
        owner = state.name(due.marker.owner)
        values = {"space": GRID.names[due.marker.at], "player": owner}
        status: Status = "failed" if due.marker.legal else "not_checked"
        key = "not_logged" if due.marker.legal else "unknown"
        check = Check("treasure_hunt.log.must", status, key, values, 1 << due.marker.at)
        state.add(check, due.action)


def _fourth(state: TurnState) -> int:
    """The number of cards of the player who has drawn a fourth, if there still are four."""
    player = state.over_hand_limit
    hand = None if player is None else state.snapshot.players[player].hand
    return len(hand) if hand is not None and len(hand) > HAND else 0


def _too_many_cards(state: TurnState) -> None:
    """Check that a fourth card was at once played or discarded (`card.hand`)."""
    player, count = state.over_hand_limit, _fourth(state)
    if player is not None and count:
        key = "full" if player == state.player else "full_out_of_turn"
        state.note_reason("card.hand", key, {"player": state.name(player), "count": count})


def _check_shoes(state: TurnState, *, over: bool) -> None:
    """Check that a player with a lost shoe skips the turn, and at most places free pieces."""
    if state.actions or over:
        only = all(isinstance(action, (Skip, Place)) for action in state.actions)
        skipped = any(isinstance(action, Skip) for action in state.actions)
        state.note("turn.shoe", skipped and only, "failed", state.player_value)
    else:
        state.note_unfinished("turn.shoe")


def _check_whole_turn(state: TurnState, *, over: bool) -> None:
    """Check the rules on the whole turn of a player without a lost shoe."""
    skipped = any(isinstance(action, Skip) for action in state.actions)
    if not skipped and not state.moved:
        _check_pass(state, "nothing", over=over or not playing.only_places(state.actions))
    elif state.walk is not None and state.walk.path and not skipped:
        state.note_reason("turn.must", "passed")


def _skip(state: TurnState) -> None:
    """Skip the turn: for a shoe, by choice, or because no explorer can move (`turn.must`)."""
    snapshot = state.snapshot
    shoes = snapshot.players[state.player].shoes
    if shoes:
        left = 0 if snapshot.rulings.several_shoes == "same_turn" else shoes - 1
        state.change_to(snapshot.with_player(state.player, shoes=left), "turn.shoe")
    elif any(isinstance(action, Move) for action in state.actions):
        state.note_reason("turn.must", "moved", state.player_value)
    else:
        _check_pass(state, "could_move")


def _check_pass(state: TurnState, key: str, *, over: bool = True) -> None:
    """Check a turn without a move: no explorer can move, or a pass is allowed (`turn.must`).

    Args:
        state: The state of the turn.
        key: The sentence if somebody can move.
        over: Whether the turn cannot go on.
    """
    movers, pips = movable_explorers(state.snapshot, state.player), None
    if (rolled := state.roll) is not None:
        fitting = [one for one in movers if terrain_of(state.snapshot, one) == rolled.die]
        movers, pips = (fitting, rolled.pips) if fitting else (movers, None)
    if not moving.any_can_move(state, movers, pips):
        state.add(Check("treasure_hunt.turn.must", "passed", "stuck", NOTHING))
    elif state.snapshot.rulings.pass_turn == "allowed" and (state.actions or over):  # noqa: S105
        state.add(Check("treasure_hunt.turn.must", "passed", "chosen", state.player_value))
    elif over:
        state.note_reason("turn.must", key, state.player_value)
    else:
        state.note_unfinished("turn.must")
