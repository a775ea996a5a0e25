"""Judges a record of turns one by one (p. 4-6, 8-11)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from theodolite.leaving import left_checks
from theodolite.tiwanaku import turns
from theodolite.tiwanaku.actions import FinalOffering, Turn, Verdict
from theodolite.tiwanaku.gains import Gain
from theodolite.tiwanaku.scoring import is_over
from theodolite.tiwanaku.snapshot import GROUP, OTOMA, Mode, Rulings, Snapshot
from theodolite.verdict import Check


class Record(NamedTuple):
    """A turn, and the seat of the player who played it, or who leaves the table instead."""

    seat: int
    turn: Turn = Turn()
    left: bool = False


class Replay(NamedTuple):
    """A record as judged, up to and with the first turn that is illegal or not entered in full.

    Attributes:
        turns: The verdict on each turn.
        stopped_at: The number of that turn, from 0; None if there is none.
        after: The table before that turn, or after the last one.
        tables: The table before each turn, and the last one.
    """

    turns: Sequence[Verdict]
    stopped_at: int | None
    after: Snapshot
    tables: Sequence[Snapshot]

    @property
    def legal(self) -> bool | None:
        """False if a rule was broken; else None if the last turn is not whole; else True."""
        return self.turns[-1].legal if self.turns else True

    def until(self, stop: int | None) -> "Replay":
        """This record up to and with a turn; all of it for None."""
        if stop is None or (self.stopped_at is not None and self.stopped_at <= stop):
            return self
        return Replay(self.turns[: stop + 1], stop, self.tables[stop], self.tables[: stop + 1])


def replay(snapshot: Snapshot, records: Sequence[Record]) -> Replay:
    """Judge a record of turns.

    Args:
        snapshot: The table before the first turn.
        records: The turns in their order; the first may be any player's.

    Example:
        >>> from theodolite.tiwanaku import BoardName, Colour, Land, Mode, Player, Snapshot, Terrain
        >>> from theodolite.tiwanaku.actions import Explore
        >>> players = (Player("Ana", Colour.BLUE), Player("Bo", Colour.GREEN))
        >>> table = Snapshot(Mode.COMPETITIVE, Land(BoardName.SHORT), (7, 9, 4, 5), players)
        >>> turn = Turn(Explore(None, (0,), Terrain.MUD))
        >>> replay(table, [Record(0, turn), Record(0, turn)]).stopped_at
        1
    """
    tables, expected = [snapshot], next((one.seat for one in records if not one.left), None)
    verdicts: list[Verdict] = []
    for number, (seat, turn, leaves) in enumerate(records):
        table = tables[-1]
        if leaves:
            verdict = turns.leave(table, seat, expected)
            verdicts.append(verdict)
            if verdict.after is None:
                return Replay(verdicts, number, table, tables)
            tables.append(verdict.after)
            expected = verdict.next_player
            continue
        verdict = turns.judge(table, seat, turn)
        order = _order(table, seat, expected, turn)
        # Only the last turn of a record may still have to be played.
        goes_on = turn.action is None and number == len(records) - 1
        checks = verdict.checks if goes_on else map(_recorded, verdict.checks)
        verdict = verdict._replace(checks=[order, *checks])
        if verdict.legal is False:
            verdict = Verdict(verdict.checks, superfluous=verdict.superfluous, whole=verdict.whole)
        verdicts.append(verdict)
        if verdict.after is None or not verdict.whole:
            return Replay(verdicts, number, table, tables)
        tables.append(verdict.after)
        expected = verdict.next_player
    return Replay(verdicts, None, tables[-1], tables)


def _recorded(check: Check) -> Check:
    """A check of the action as a record answers it: one that is not recorded was not taken."""
    if check.rule != "tiwanaku.turn.action" or check.says == "rest":
        return check
    return check._replace(status="failed", says="idle" if check.says == "final" else "failed")


def _order(table: Snapshot, seat: int, expected: int | None, turn: Turn) -> Check:
    """Check the turn order: clockwise (p. 4); last offerings in any order (p. 6)."""
    if left := left_checks("tiwanaku", table, seat):
        return left[0]
    names = table.player_names
    anybody = isinstance(turn.action, FinalOffering) and expected is None
    values = {
        "player": names[seat],
        "expected": names[seat] if expected is None else names[expected],
    }
    if seat == expected or anybody:
        return Check("tiwanaku.turn.order", "passed", "passed", values)
    key = "failed" if expected is not None else "over" if is_over(table) else "offerings"
    return Check("tiwanaku.turn.order", "failed", key, values)


def ledger(snapshot: Snapshot, verdicts: Sequence[Verdict]) -> Mapping[str, Sequence[Gain]]:
    """Every gain and loss of a record in order, by the name of the side."""
    if snapshot.mode == Mode.COOPERATIVE:
        sides = [GROUP, OTOMA]
    else:
        sides = snapshot.player_names
        sides += [OTOMA] if snapshot.mode == Mode.SOLO else []
    # Turns without a known end count for nothing.
    gains = [item for one in verdicts if one.after is not None for item in one.items]
    return {side: [gain for gain in gains if gain.side == side] for side in sides}


def without_rulings(replayed: Replay) -> object:
    """A replay without the rulings of its tables, for comparing replays under two rulings."""
    after = replayed.after.under(Rulings())
    return list(map(turns.without_rulings, replayed.turns)), replayed.stopped_at, after
