"""A record of turns, judged one by one (p. 4-6, 8-11)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from theodolite.tiwanaku.deeds import FinalOffering, Turn, Verdict
from theodolite.tiwanaku.gains import Gain
from theodolite.tiwanaku.snapshot import GROUP, OTOMA, Mode, Rulings, Snapshot
from theodolite.tiwanaku.standings import is_over
from theodolite.tiwanaku.turn import judge
from theodolite.tiwanaku.turn import told as of_turn
from theodolite.verdict import Check

__all__ = ["Record", "Replay", "ledger", "replay", "told"]


class Record(NamedTuple):
    """A turn and the seat of who played it."""

    seat: int
    turn: Turn


class Replay(NamedTuple):
    """The verdicts up to and with the first turn that is illegal or not entered in full.

    `stopped_at` is its number from 0; `after` is the table before it, or after the last turn;
    `tables` are those before each turn.
    """

    turns: Sequence[Verdict]
    stopped_at: int | None
    after: Snapshot
    tables: Sequence[Snapshot]

    def until(self, stop: int | None) -> "Replay":
        """This record up to and with a turn; None for all of it."""
        if stop is None:
            return self
        return Replay(self.turns[: stop + 1], stop, self.tables[stop], self.tables[: stop + 1])


def replay(snapshot: Snapshot, records: Sequence[Record]) -> Replay:
    """Judge turn after turn; the first may be anybody's."""
    tables, expected = [snapshot], records[0].seat if records else None
    verdicts: list[Verdict] = []
    for number, (seat, turn) in enumerate(records):
        table = tables[-1]
        verdict = judge(table, seat, turn)
        order = _order(table, seat, expected, turn)
        verdict = verdict._replace(checks=[order, *map(_recorded, verdict.checks)])
        if not verdict.legal:
            verdict = Verdict(verdict.checks, superfluous=verdict.superfluous)
        verdicts.append(verdict)
        if verdict.after is None:
            return Replay(verdicts, number, table, tables)
        tables.append(verdict.after)
        expected = verdict.next_player
    return Replay(verdicts, None, tables[-1], tables)


def _recorded(check: Check) -> Check:
    """Who records a turn has recorded its action, if there was one."""
    if check.rule != "tiwanaku.turn.action" or check.says == "rest":
        return check
    return check._replace(status="failed", says="idle" if check.says == "final" else "failed")


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
    says = "failed" if expected is not None else "over" if is_over(table) else "offerings"
    return Check("tiwanaku.turn.order", "failed", says, values)


def ledger(snapshot: Snapshot, verdicts: Sequence[Verdict]) -> Mapping[str, Sequence[Gain]]:
    """Every gain and loss of a record by side, in order."""
    if snapshot.mode == Mode.COOPERATIVE:
        sides = [GROUP, OTOMA]
    else:
        sides = [player.name for player in snapshot.players]
        sides += [OTOMA] if snapshot.mode == Mode.SOLO else []
    # Of a turn that is not known to its end nothing is booked.
    gains = [item for one in verdicts if one.after is not None for item in one.items]
    return {side: [gain for gain in gains if gain.side == side] for side in sides}


def told(replayed: Replay) -> object:
    """What of a replay another value of a ruling could change: all of it but the rulings."""
    after = replayed.after.under(Rulings())
    return list(map(of_turn, replayed.turns)), replayed.stopped_at, after
