"""Replaying a record: turn order, two half days each, the display, the end of the game (p. 4-6).

Covers games of one to four players and solo games, from any moment between two turns. Half days
themselves are judged in `half_days` and `otoma`, the end of the game in `ending`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.misterra import half_days, otoma
from theodolite.misterra.board import GRID
from theodolite.misterra.ending import Condition, OtomaTurns, conditions, triggered
from theodolite.misterra.half_days import HalfDay, Verdict, judge
from theodolite.misterra.otoma import OtomaHalfDay, OtomaOutcome
from theodolite.misterra.snapshot import (
    DISPLAY_SIZE,
    MARKERS,
    OTOMA,
    TURN_HALF_DAYS,
    Rulings,
    Sketch,
    Snapshot,
)
from theodolite.verdict import Check, Fault, Status, legal

RULINGS = ("claim_region", "empty_supply", "otoma_region")
"""The rulings that bear on a record."""


class RecordedTurn(NamedTuple):
    """A turn as recorded.

    Attributes:
        seat: The index of the player in turn order; in a solo game 1 for Otoma.
        half_days: The half days of a player.
        otoma: The half days of Otoma.
        revealed: The cards that refilled the display; None if they are not known.
    """

    seat: int
    half_days: Sequence[HalfDay] = ()
    otoma: Sequence[OtomaHalfDay] = ()
    revealed: Sequence[Sketch] | None = None


class TurnVerdict(NamedTuple):
    """A turn as judged.

    Attributes:
        checks: The rules on turns: order, half days, refill, end of the game.
        half_days: A player's half days, up to the first illegal one.
        otoma: The results of Otoma's half days.
        conditions: The conditions that end the game; empty where it cannot end after this turn.
    """

    checks: Sequence[Check]
    half_days: Sequence[Verdict] = ()
    otoma: Sequence[OtomaOutcome] = ()
    conditions: Sequence[Condition] = ()

    @property
    def legal(self) -> bool:
        """Whether no rule was broken in it."""
        return legal(self.checks) and all(verdict.legal for verdict in self.half_days)


class Stop(NamedTuple):
    """The place where a record stops being legal.

    Attributes:
        turn: The index of the turn.
        half_day: The index of the half day; None if the refill of the display is at fault.
    """

    turn: int
    half_day: int | None


class Replay(NamedTuple):
    """A record as judged.

    Attributes:
        turns: The turns up to and with the first illegal one.
        stopped_at: The place where the record stops being legal; None if it is legal.
        after: The table after the last legal half day.
        finished: Whether the game is over with it.
        faults: The faults of a record that cannot be judged: a `claim_at` at which Otoma may not
            claim.
    """

    turns: Sequence[TurnVerdict]
    stopped_at: Stop | None
    after: Snapshot
    finished: bool
    faults: Sequence[Fault] = ()


def seats(snapshot: Snapshot) -> list[str]:
    """The names of the players and Otoma, in turn order."""
    return snapshot.names if snapshot.otoma is None else [*snapshot.names, OTOMA]


def replay(snapshot: Snapshot, turns: Sequence[RecordedTurn]) -> Replay:
    """Judge a record, up to and with the first illegal half day.

    Args:
        snapshot: The table before the first turn.
        turns: The turns in order.

    >>> from theodolite.misterra import Board, HalfDay, Island, Place, Player, Side
    >>> table = Snapshot(
    ...     Side.TOP,
    ...     Island.from_rows(["S....", ".....", ".....", ".....", "....."]),
    ...     (Player("Ada", Board()), Player("Bo", Board())),
    ... )
    >>> onto_the_beach, inland = HalfDay((Place(0, on_beach=True),)), HalfDay((Place(0),))
    >>> ada = RecordedTurn(0, (onto_the_beach, inland))
    >>> bo = RecordedTurn(1, (onto_the_beach, inland, inland))
    >>> replay(table, [ada, bo]).stopped_at
    Stop(turn=1, half_day=2)
    """
    names = seats(snapshot)
    verdicts: list[TurnVerdict] = []
    # The first player whose meeple is not placed has not had a turn, and is next.
    expected = next(
        (seat for seat, player in enumerate(snapshot.players) if player.meeple is None), None
    )
    ending, over = _at_start(snapshot, turns[0].seat if turns else 0)
    otoma_turns = OtomaTurns(complete=expected is not None)
    otoma_claims = len(snapshot.otoma or ())
    for i, turn in enumerate(turns):
        checks = [_order(names, expected, turn.seat), _game_over(names, turn.seat, over=over)]
        if not legal(checks):
            verdicts.append(TurnVerdict(checks))
            return Replay(verdicts, Stop(i, 0), snapshot, finished=over)
        if turn.seat < len(snapshot.players):
            verdict, snapshot, half_day = _player_turn(snapshot, turn)
        else:
            played = otoma.play(snapshot, turn.otoma[:TURN_HALF_DAYS])
            if played.faults:
                here = ("turns", i, "otoma_half_days")
                faults = [fault._replace(path=(*here, *fault.path[1:])) for fault in played.faults]
                return Replay(verdicts, None, snapshot, finished=False, faults=faults)
            otoma_turns = otoma_turns._replace(played=otoma_turns.played + 1)
            otoma_claims += sum(half_day.claim for half_day in turn.otoma)
            verdict, snapshot, half_day = _otoma_turn(played, turn, otoma_turns, otoma_claims)
        verdict = verdict._replace(checks=[*checks, *verdict.checks])
        verdicts.append(verdict)
        if not verdict.legal:
            return Replay(verdicts, Stop(i, half_day), snapshot, finished=False)
        # The round is finished, so that everyone has had as many turns.
        ending = ending or triggered(verdict.conditions)
        over = ending and turn.seat == len(names) - 1
        expected = (turn.seat + 1) % len(names)
    return Replay(verdicts, None, snapshot, finished=over)


def _at_start(snapshot: Snapshot, first: int) -> tuple[bool, bool]:
    """Whether the end was triggered before a record that starts with a seat, and the game over."""
    played = [seat for seat, player in enumerate(snapshot.players) if player.meeple is not None]
    ending = any(triggered(conditions(snapshot, seat)) for seat in played)
    # A parchment is covered only in its player's turn, so this was in an earlier round.
    earlier = any(
        seat >= first and snapshot.players[seat].parchment.covered == GRID.everywhere
        for seat in played
    )
    return ending, ending and (first == 0 or earlier)


def _order(names: Sequence[str], expected: int | None, seat: int) -> Check:
    status: Status = "not_checked"
    values = {"player": names[seat]}
    if expected is not None:
        status = "passed" if seat == expected else "failed"
        values["expected"] = names[expected]
    return Check("misterra.turn.order", status, status, values)


def _game_over(names: Sequence[str], seat: int, *, over: bool) -> Check:
    status: Status = "failed" if over else "passed"
    return Check("misterra.turn.game_over", status, status, {"player": names[seat]})


def _player_turn(
    snapshot: Snapshot, turn: RecordedTurn
) -> tuple[TurnVerdict, Snapshot, int | None]:
    """Judge a player's turn: the verdict, the table after it, and the half day that fails."""
    verdicts: list[Verdict] = []
    for half_day in turn.half_days[:TURN_HALF_DAYS]:
        verdict = judge(snapshot, turn.seat, half_day)
        verdicts.append(verdict)
        if verdict.after is None:
            return TurnVerdict([], verdicts), snapshot, len(verdicts) - 1
        snapshot = verdict.after
    checks = [_half_days(len(turn.half_days), snapshot)]
    if not legal(checks):
        return TurnVerdict(checks, verdicts), snapshot, len(verdicts)
    # A solo player's display is not refilled before Otoma's turn (p. 10).
    if snapshot.otoma is None:
        room = len(verdicts) if snapshot.display is None else DISPLAY_SIZE - len(snapshot.display)
        met = True
    else:
        room, met = 0, False
    check, snapshot = _refill(snapshot, room, turn.revealed)
    ends = conditions(snapshot, turn.seat) if met else ()
    return TurnVerdict([*checks, check], verdicts, (), ends), snapshot, None


def _otoma_turn(
    played: otoma.OtomaTurn, turn: RecordedTurn, turns: OtomaTurns, claims: int
) -> tuple[TurnVerdict, Snapshot, int | None]:
    """Judge a turn of Otoma.

    Args:
        played: Its result.
        turn: Its record.
        turns: The turns that Otoma has played, this one included.
        claims: The number of its cards that have claimed.
    """
    checks = [_otoma_half_days(len(turn.otoma))]
    if claims:
        checks.append(_otoma_claims(claims))
    if not legal(checks):
        return TurnVerdict(checks, (), played.half_days), played.after, len(played.half_days)
    check, snapshot = _refill(played.after, DISPLAY_SIZE, turn.revealed)
    ends = conditions(snapshot, 0, turns)
    return TurnVerdict([*checks, check], (), played.half_days, ends), snapshot, None


def _half_days(count: int, snapshot: Snapshot) -> Check:
    """Two half days were played, or fewer because no card was left."""
    display = snapshot.display
    if count == TURN_HALF_DAYS:
        key = "passed"
    elif count > TURN_HALF_DAYS:
        key = "many"
    # Every half day takes a card, so the turn is over with the last card.
    elif display == ():
        key = "short"
    else:
        key = "few" if display is None else "left"
    status: Status = "passed" if key in ("passed", "short") else "failed"
    values = {"count": count, "left": len(display or ())}
    return Check("misterra.turn.half_days", status, key, values)


def _otoma_half_days(count: int) -> Check:
    """Otoma takes no sketch cards, so it always plays two half days."""
    key = "passed" if count == TURN_HALF_DAYS else "many" if count > TURN_HALF_DAYS else "otoma"
    status: Status = "passed" if key == "passed" else "failed"
    return Check("misterra.turn.half_days", status, key, {"count": count})


def _otoma_claims(count: int) -> Check:
    """As many of Otoma's cards claim as it has markers (p. 10)."""
    status: Status = "passed" if count <= MARKERS else "failed"
    values = {"count": count, "most": MARKERS}
    return Check("misterra.solo.cards", status, status, values)


def _refill(
    snapshot: Snapshot, room: int, revealed: Sequence[Sketch] | None
) -> tuple[Check, Snapshot]:
    """Refill the display by as many cards as there is room for, while the deck lasts.

    A refill of any other number is not carried out.
    """
    display, deck = snapshot.display, snapshot.deck
    expected = room if deck is None else min(room, deck)
    count = expected if revealed is None else len(revealed)
    status: Status = "passed" if count == expected else "failed"
    # A deck that is not given may have run out.
    if count < expected and deck is None:
        status = "not_checked"
    check = Check("misterra.turn.refill", status, status, {"count": count, "expected": expected})
    if status == "failed":
        return check, snapshot
    # Cards were revealed, but it is not known which.
    if revealed is None and expected:
        check = check._replace(status="not_checked", says="untold")
    if display is not None:
        display = (*display, *([None] * count if revealed is None else revealed))
    if deck is not None:
        deck -= count
    return check, snapshot._replace(display=display, deck=deck)


def without_rulings(replayed: Replay) -> Replay:
    """A replay with default rulings in its tables, to compare replays under other rulings."""
    turns = [
        turn._replace(half_days=[half_days.without_rulings(verdict) for verdict in turn.half_days])
        for turn in replayed.turns
    ]
    return replayed._replace(turns=turns, after=replayed.after.under(Rulings()))
