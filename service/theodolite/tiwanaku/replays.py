"""A record of turns, judged one by one (p. 4-6, 8-11)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from theodolite.tiwanaku.deeds import FinalOffering, Turn, Verdict
from theodolite.tiwanaku.gains import Gain
from theodolite.tiwanaku.snapshot import GROUP, OTOMA, Mode, Rulings, Snapshot
from theodolite.tiwanaku.turn import judge
from theodolite.verdict import Check

__all__ = ["Record", "Replay", "ledger", "replay", "told"]


class Record(NamedTuple):
    """A turn and the seat of who played it."""

    seat: int
    turn: Turn


class Replay(NamedTuple):
    """The verdicts up to and with the first turn that is illegal or not told in full.

    `stopped_at` is its number from 0; `after` is the table before it, or after the last turn.
    """

    turns: Sequence[Verdict]
    stopped_at: int | None
    after: Snapshot

    @property
    def legal(self) -> bool:
        """Whether no turn broke a rule."""
        return all(verdict.legal for verdict in self.turns)


def replay(snapshot: Snapshot, records: Sequence[Record]) -> Replay:
    """Judge turn after turn; the first may be anybody's."""
    table, expected = snapshot, records[0].seat if records else None
    verdicts: list[Verdict] = []
    for number, (seat, turn) in enumerate(records):
        verdict = judge(table, seat, turn)
        order = _order(table, seat, expected, turn)
        verdict = verdict._replace(checks=[order, *verdict.checks])
        if not verdict.legal:
            verdict = Verdict(verdict.checks)
        verdicts.append(verdict)
        if verdict.after is None:
            return Replay(verdicts, number, table)
        table, expected = verdict.after, verdict.next_player
    return Replay(verdicts, None, table)


def _order(table: Snapshot, seat: int, expected: int | None, turn: Turn) -> Check:
    """Clockwise (p. 4); the last offerings come in any order (p. 6)."""
    names = [player.name for player in table.players]
    anybody = isinstance(turn.action, FinalOffering) and expected is None
    values = {
        "player": names[seat],
        "expected": names[seat] if expected is None else names[expected],
    }
    if seat == expected or anybody:
        return Check("tiwanaku.turn.order", "passed", "passed", values)
    says = "over" if expected is None else "failed"
    return Check("tiwanaku.turn.order", "failed", says, values)


def ledger(snapshot: Snapshot, replayed: Replay) -> Mapping[str, Sequence[Gain]]:
    """Every gain and loss of a record by side, in order."""
    if snapshot.mode == Mode.COOPERATIVE:
        sides = [GROUP, OTOMA]
    else:
        sides = [player.name for player in snapshot.players]
        sides += [OTOMA] if snapshot.mode == Mode.SOLO else []
    gains = [item for verdict in replayed.turns for item in verdict.items]
    return {side: [gain for gain in gains if gain.side == side] for side in sides}


def told(replayed: Replay) -> object:
    """What of a replay another value of a ruling could change."""
    items = [
        [(item.side, item.category, item.points) for item in verdict.items]
        for verdict in replayed.turns
    ]
    return replayed.legal, replayed.stopped_at, items, replayed.after._replace(rulings=Rulings())
