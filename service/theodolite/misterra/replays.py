"""Replaying a record: turn order, two half days each, the display, the end of the game (p. 4-6).

Covers games of one to four players and solo games, from any moment between two turns. Half days
themselves are judged in `turn` and `otoma`, what ends the game in `ending`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.misterra import otoma
from theodolite.misterra.ending import Condition
from theodolite.misterra.otoma import OtomaHalfDay, OtomaOutcome
from theodolite.misterra.snapshot import Sketch, Snapshot
from theodolite.misterra.turn import HalfDay, Verdict
from theodolite.verdict import Check, Fault, legal

__all__ = [
    "DISPLAY",
    "HALF_DAYS",
    "RULINGS",
    "OtomaRecord",
    "Record",
    "Replay",
    "Stop",
    "TurnVerdict",
    "could_matter",
    "replay",
]

HALF_DAYS = 2
DISPLAY = 5
RULINGS = ("claim_region", "empty_supply")


class Record(NamedTuple):
    """A player's turn as recorded: the half days, and the cards then revealed, None if not told."""

    player: int
    half_days: Sequence[HalfDay]
    revealed: Sequence[Sketch] | None = None


class OtomaRecord(NamedTuple):
    """Otoma's turn as recorded: the half days, and the cards then revealed, None if not told."""

    half_days: Sequence[OtomaHalfDay]
    revealed: Sequence[Sketch] | None = None


class TurnVerdict(NamedTuple):
    """A turn as judged: the rules on turns, each half day, and whether the game ends with it."""

    name: str
    checks: Sequence[Check]
    half_days: Sequence[Verdict]
    otoma: Sequence[OtomaOutcome]
    conditions: Sequence[Condition]

    @property
    def legal(self) -> bool:
        """Whether no rule was broken in it."""
        return legal(self.checks) and all(verdict.legal for verdict in self.half_days)


class Stop(NamedTuple):
    """Where a record stops being legal: a turn, and its half day if it is one of them."""

    turn: int
    half_day: int | None


class Replay(NamedTuple):
    """A record as judged up to its first fault, and the table as far as it was legal."""

    turns: Sequence[TurnVerdict]
    stopped_at: Stop | None
    after: Snapshot
    finished: bool
    faults: Sequence[Fault]


class _Clock(NamedTuple):
    """Whose turn it is (None where that cannot be told) and how near the game is to its end."""

    seat: int | None
    triggered: bool
    over: bool


def replay(snapshot: Snapshot, turns: Sequence[Record | OtomaRecord]) -> Replay:
    """Judge a record from the table at its start, up to and with the first fault."""
    clock = _start(snapshot, turns)
    verdicts: list[TurnVerdict] = []
    for i, turn in enumerate(turns):
        if isinstance(turn, Record):
            verdict, snapshot, stop = _player_turn(snapshot, turn, clock)
        else:
            played = otoma.play(snapshot, turn.half_days)
            if played.faults:
                faults = [fault._replace(path=("turns", i, *fault.path)) for fault in played.faults]
                return Replay(verdicts, None, snapshot, False, faults)
            verdict, snapshot, stop = _otoma_turn(snapshot, turn, clock)
        verdicts.append(verdict)
        if stop is not None:
            return Replay(verdicts, stop._replace(turn=i), snapshot, False, ())
        clock = _tick(snapshot, clock, turn, verdict)
    return Replay(verdicts, None, snapshot, clock.over, ())
