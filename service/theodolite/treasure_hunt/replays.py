"""Judging a record turn by turn: turn order, shoes, resting walkers, the winner (Play, End)."""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.leaving import leave, left_checks, staying
from theodolite.treasure_hunt.actions import Turn
from theodolite.treasure_hunt.missions import mission_checks, winners
from theodolite.treasure_hunt.placing import rule_check
from theodolite.treasure_hunt.snapshot import Snapshot
from theodolite.treasure_hunt.turn import Verdict, begin_turn, judge
from theodolite.treasure_hunt.turn_state import ActionCheck
from theodolite.verdict import Check


class Stop(NamedTuple):
    """The place of the first fault in a record.

    Attributes:
        turn: The turn's index.
        action: The action's index; None for the turn as a whole.
        player: The player of the turn.
    """

    turn: int
    action: int | None
    player: int


class Replay(NamedTuple):
    """A record as judged, up to the first turn that is illegal or has an unknown draw.

    Attributes:
        turns: The verdict on each turn that was judged.
        stopped_at: The place of the first fault; None if there is none.
        won: The first player to win, before the record or in it; None if no player does.
        after: The table after the last legal turn.
    """

    turns: Sequence[Verdict]
    stopped_at: Stop | None
    won: int | None
    after: Snapshot

    @property
    def legal(self) -> bool | None:
        """False if a rule was broken; else None if the last turn is not whole; else True."""
        return self.turns[-1].legal if self.turns else True


def replay(snapshot: Snapshot, turns: Sequence[Turn]) -> Replay:
    """Judge a record of turns.

    Args:
        snapshot: The table before the first turn, a possible one (see `impossibilities`).
        turns: The turns in the order played; the first may be anyone's.

    Example:
        >>> from theodolite.treasure_hunt import *
        >>> ann = Player("Ann", "red", 0, (Explorer(0), Explorer(0)))
        >>> bo = Player("Bo", "blue", 899, (Explorer(899), Explorer(899)), shoes=1)
        >>> table = Snapshot(Board.from_rows(["S" * 30] * 30), (ann, bo))
        >>> replay(table, [Turn(1, (Skip(),)), Turn(0, (Skip(),))]).stopped_at
        Stop(turn=1, action=0, player=0)
    """
    verdicts: list[Verdict] = []
    before: int | None = None
    out = {*winners(mission_checks(snapshot))}
    won = min(out, default=None)
    stopped: set[int] = set()
    for i, turn in enumerate(turns):
        if turn.left:
            check, snapshot = leave("treasure_hunt", snapshot, turn.player)
            legal = check.status == "passed"
            verdicts.append(Verdict(_of_turn([check]), (), snapshot if legal else None))
            if not legal:
                return Replay(verdicts, Stop(i, None, turn.player), won, snapshot)
            continue
        # A record may begin with any player; the others follow in turn order (`turn.order`).
        table, expected = snapshot, turn.player
        if before is not None:
            at_table = {*staying(snapshot)} - out - stopped
            table, expected, stop = _turn_after(
                snapshot, before, turn.player, at_table, may_stop=won is not None
            )
            stopped.update(stop)
        verdict = judge(table, turn, over=i + 1 < len(turns))
        has_left = left_checks("treasure_hunt", snapshot, turn.player)
        in_turn = turn.player == expected and turn.player not in out and not has_left
        if before is not None or not in_turn:
            values = {
                "player": snapshot.players[turn.player].name,
                "expected": snapshot.players[expected].name,
            }
            key = "won" if turn.player in out else "failed"
            order = has_left or [rule_check("turn.order", in_turn, key, values)]
            verdict = verdict._replace(checks=[*_of_turn(order), *verdict.checks])
            if not verdict.legal:
                verdict = verdict._replace(changes=(), after=None)
        verdicts.append(verdict)
        if verdict.legal is False:
            at = _at_fault(verdict) if in_turn else None
            return Replay(verdicts, Stop(i, at, turn.player), won, snapshot)
        if verdict.after is None:
            return Replay(verdicts, None, won, snapshot)
        snapshot, before = verdict.after, turn.player
        now = winners(mission_checks(snapshot))
        if won is None and now:
            won = turn.player if turn.player in now else now[0]
        out.update(now)
    return Replay(verdicts, None, won, snapshot)


def _turn_after(
    table: Snapshot, before: int, player: int, at_table: set[int], *, may_stop: bool
) -> tuple[Snapshot, int, Sequence[int]]:
    """The table when a turn begins, the player expected to play it, and those who stop before it.

    Args:
        table: The table after the turn before.
        before: The player of that turn.
        player: The player of the turn.
        at_table: The players who go on.
        may_stop: Whether each of them may stop.
    """
    seats = [*range(before + 1, len(table.players)), *range(before + 1)]
    going_on = [seat for seat in seats if seat in at_table] or [before]
    # After a win each of the others may stop (`end.win`): those passed over have.
    expected = player if may_stop and player in going_on else going_on[0]
    # A round that lasts till a turn that is passed over ends without it (`walker_round`).
    for seat in seats[: seats.index(expected)]:
        table = begin_turn(table, seat)
    return table, expected, going_on[: going_on.index(expected)]


def _of_turn(checks: Sequence[Check]) -> list[ActionCheck]:
    return [ActionCheck(None, check) for check in checks]


def won_checks(snapshot: Snapshot, player: int) -> list[ActionCheck]:
    """The failed check of a player who has left or won, and so takes no more turns (`end.win`)."""
    if left := left_checks("treasure_hunt", snapshot, player):
        return _of_turn(left)
    if player not in winners(mission_checks(snapshot)):
        return []
    values = dict.fromkeys(("player", "expected"), snapshot.players[player].name)
    return [ActionCheck(None, rule_check("turn.order", False, "won", values))]


def _at_fault(verdict: Verdict) -> int | None:
    """The first action at fault; None if only the turn as a whole is."""
    failed = [action for action, check in verdict.checks if check.status == "failed"]
    return min((action for action in failed if action is not None), default=None)
