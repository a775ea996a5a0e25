"""Replaying a record: turn order, shoes, resting walkers, and who wins first (Play, End)."""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.treasure_hunt.actions import Turn
from theodolite.treasure_hunt.missions import mission_checks, winners
from theodolite.treasure_hunt.placing import checked
from theodolite.treasure_hunt.snapshot import Snapshot
from theodolite.treasure_hunt.turn import Ruled, Verdict, judge

__all__ = ["Replay", "Stop", "replay"]


class Stop(NamedTuple):
    """Where a record stops being legal: a turn, and the action unless it is the turn as a whole."""

    turn: int
    action: int | None


class Replay(NamedTuple):
    """A record as judged, up to and with the first turn that is illegal or not fully told.

    `won` is the first player to have won with a turn of the record, None if nobody has.
    """

    turns: Sequence[Verdict]
    stopped_at: Stop | None
    won: int | None
    after: Snapshot

    @property
    def legal(self) -> bool:
        """Whether no rule was broken."""
        return self.stopped_at is None


def replay(snapshot: Snapshot, turns: Sequence[Turn]) -> Replay:
    """Judge a record from the table at its start."""
    verdicts: list[Verdict] = []
    won = None
    expected: int | None = None
    for i, turn in enumerate(turns):
        verdict = judge(snapshot, turn)
        in_turn = expected in (None, turn.player)
        # A record may begin with anyone, and then goes round.
        if expected is not None:
            values = {
                "player": snapshot.players[turn.player].name,
                "expected": snapshot.players[expected].name,
            }
            order = Ruled(None, checked("turn.order", in_turn, "failed", values))
            verdict = verdict._replace(checks=[order, *verdict.checks])
            if not verdict.legal:
                verdict = verdict._replace(changes=(), after=None)
        verdicts.append(verdict)
        if not verdict.legal:
            return Replay(verdicts, Stop(i, _at_fault(verdict) if in_turn else None), won, snapshot)
        if verdict.after is None:
            return Replay(verdicts, None, won, snapshot)
        snapshot = verdict.after
        if won is None:
            won = _winner(snapshot, turn.player)
        expected = (turn.player + 1) % len(snapshot.players)
    return Replay(verdicts, None, won, snapshot)


def _at_fault(verdict: Verdict) -> int | None:
    """The first action at fault, None if only the turn as a whole is."""
    failed = [action for action, check in verdict.checks if check.status == "failed"]
    return min((action for action in failed if action is not None), default=None)


def _winner(snapshot: Snapshot, player: int) -> int | None:
    """The player who has won now, whose turn it was before others."""
    there = winners(mission_checks(snapshot))
    return player if player in there else next(iter(there), None)
