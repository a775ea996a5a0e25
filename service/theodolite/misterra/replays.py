"""Replaying a record: turn order, two half days each, the display, the end of the game (p. 4-6).

Covers games of one to four players and solo games, from any moment between two turns. Half days
themselves are judged in `half_days` and `otoma`, the end of the game in `ending`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.leaving import leave, left_checks, staying
from theodolite.misterra import half_days, otoma
from theodolite.misterra.ending import Condition, conditions, triggered
from theodolite.misterra.half_days import HalfDay, Verdict, judge, without
from theodolite.misterra.otoma import OtomaHalfDay, OtomaOutcome
from theodolite.misterra.snapshot import (
    DISPLAY_SIZE,
    TURN_HALF_DAYS,
    Display,
    Rulings,
    Sketch,
    Snapshot,
)
from theodolite.misterra.turns import (
    cards_taken,
    expected_seat,
    game_over,
    has_ended,
    next_seat,
    order,
    seats,
)
from theodolite.verdict import Check, Status, legal

RULINGS = ("claim_region", "empty_supply", "otoma_region")
"""The rulings that bear on a record."""


class RecordedTurn(NamedTuple):
    """A turn as recorded.

    Attributes:
        seat: The index of the player in turn order; in a solo game 1 for Otoma.
        half_days: The half days of a player.
        otoma: The half days of Otoma.
        revealed: The cards that refilled the display; None if they are not known.
        left: Whether the player leaves the table instead.
    """

    seat: int
    half_days: Sequence[HalfDay] = ()
    otoma: Sequence[OtomaHalfDay] = ()
    revealed: Sequence[Sketch] | None = None
    left: bool = False


class TurnVerdict(NamedTuple):
    """A turn as judged.

    Attributes:
        checks: The rules on turns: order, half days, refill, end of the game.
        half_days: A player's half days, up to the first illegal one.
        otoma: The results of Otoma's half days, up to the first illegal one.
        conditions: The conditions that end the game; empty where it cannot end after this turn.
    """

    checks: Sequence[Check]
    half_days: Sequence[Verdict] = ()
    otoma: Sequence[OtomaOutcome] = ()
    conditions: Sequence[Condition] = ()

    @property
    def legal(self) -> bool | None:
        """Whether no rule was broken in it; None if none was but its last half day is not whole."""
        done = [*(one.legal for one in self.half_days), *(one.legal for one in self.otoma)]
        if not legal(self.checks) or False in done:
            return False
        return None if None in done else True


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
        finished: Whether the game is over with it; None if not known.
    """

    turns: Sequence[TurnVerdict]
    stopped_at: Stop | None
    after: Snapshot
    finished: bool | None

    @property
    def legal(self) -> bool | None:
        """False if a rule was broken; else None if the last half day is not whole; else True."""
        return self.turns[-1].legal if self.turns else True


def replay(snapshot: Snapshot, turns: Sequence[RecordedTurn]) -> Replay:
    """Judge a record, up to and with the first illegal half day.

    Args:
        snapshot: The table before the first turn. If the display tells that a half day of that
            turn is over, one is left.
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
    taken = cards_taken(snapshot)
    # A record begins between two turns, unless the display tells otherwise.
    before = taken or 0
    expected = expected_seat(snapshot, before if snapshot.otoma is None else taken)
    known = turns[0].seat if turns else expected
    next_seats = range(len(names)) if known is None else (known,)
    ends = {has_ended(snapshot, seat, before) for seat in next_seats}
    over = finished = ends.pop() if len(ends) == 1 else None
    had_turns = [seat for seat, one in enumerate(snapshot.players) if one.has_played]
    ending: bool | None = any(triggered(conditions(snapshot, seat)) for seat in had_turns)
    cards = None
    for i, turn in enumerate(turns):
        if turn.left:
            left, snapshot = leave("misterra", snapshot, turn.seat)
            checks = [left]
        else:
            checks = left_checks("misterra", snapshot, turn.seat) or [
                order(names, expected, turn.seat),
                game_over(names, turn.seat, over=over),
            ]
        if not legal(checks):
            verdicts.append(TurnVerdict(checks))
            return Replay(verdicts, Stop(i, 0), snapshot, finished)
        if turn.left:
            verdict, half_day = TurnVerdict(()), None
        elif turn.seat < len(snapshot.players):
            last = i == len(turns) - 1
            verdict, snapshot, half_day = _player_turn(snapshot, turn, before, last=last)
        else:
            played = otoma.play(snapshot, turn.otoma, cards, is_whole=True)
            cards = played.cards
            verdict, snapshot, half_day = _otoma_turn(played, turn)
        verdict = verdict._replace(checks=[*checks, *verdict.checks])
        verdicts.append(verdict)
        if verdict.legal is None:
            return Replay(verdicts, None, snapshot, finished=False)
        if not verdict.legal:
            return Replay(verdicts, Stop(i, half_day), snapshot, finished=False)
        # The round is finished, so that everyone has had as many turns.
        ending = ending or triggered(verdict.conditions)
        # A player who leaves out of turn changes nothing in the order.
        if turn.left and turn.seat != expected and staying(snapshot):
            continue
        following = next_seat(snapshot, turn.seat)
        finished = not staying(snapshot) or (ending if following <= turn.seat else False)
        # A further turn takes a sketch card, so that some were left; Otoma's are another matter.
        over = finished if snapshot.otoma is not None else bool(finished)
        expected, before = following, 0
    return Replay(verdicts, None, snapshot, finished)


def _player_turn(
    snapshot: Snapshot, turn: RecordedTurn, before: int, *, last: bool
) -> tuple[TurnVerdict, Snapshot, int | None]:
    """Judge a player's turn: the verdict, the table after it, and the half day that fails.

    Args:
        snapshot: The table before it.
        turn: Its record.
        before: The half days of the turn that were played before.
        last: Whether no turn follows.
    """
    verdicts: list[Verdict] = []
    for half_day in turn.half_days[: max(0, TURN_HALF_DAYS - before)]:
        verdict = judge(snapshot, turn.seat, half_day)
        # Only the last half day of a record may still have to be finished.
        if verdict.legal is None and not (last and half_day is turn.half_days[-1]):
            failed = verdict.checks[-1]._replace(status="failed")
            verdict = Verdict([*verdict.checks[:-1], failed])
        verdicts.append(verdict)
        if verdict.after is None:
            return TurnVerdict([], verdicts), snapshot, len(verdicts) - 1
        snapshot = verdict.after
    checks = [_half_days(before, len(turn.half_days), snapshot)]
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
    played: otoma.OtomaTurn, turn: RecordedTurn
) -> tuple[TurnVerdict, Snapshot, int | None]:
    """The same of a turn of Otoma."""
    snapshot, half_days = played.after, played.half_days
    if not played.legal:
        half_day = len(half_days) - (not all(half_day.legal for half_day in half_days))
        return TurnVerdict(played.checks, (), half_days), snapshot, half_day
    check, snapshot = _refill(snapshot, DISPLAY_SIZE, turn.revealed)
    ends = conditions(snapshot, 0)
    return TurnVerdict([*played.checks, check], (), half_days, ends), snapshot, None


def _half_days(before: int, played: int, snapshot: Snapshot) -> Check:
    """Two half days were played, or fewer because no card was left."""
    display, count = snapshot.display, before + played
    if before >= TURN_HALF_DAYS:
        key = "over"
    elif count == TURN_HALF_DAYS:
        key = "passed"
    elif count > TURN_HALF_DAYS:
        key = "many"
    # Every half day takes a card, so the turn is over with the last card.
    elif display == ():
        key = "short"
    else:
        key = "few" if display is None else "left"
    status: Status = "passed" if key in ("passed", "short") else "failed"
    left = len(display or ())
    values = {"count": left if key == "over" else count, "left": left, "deck": snapshot.deck}
    return Check("misterra.turn.half_days", status, key, values)


def _refill(
    snapshot: Snapshot, room: int, revealed: Sequence[Sketch] | None
) -> tuple[Check, Snapshot]:
    """Refill the display by as many cards as there is room for, while the deck lasts.

    A refill of any other number is not carried out, nor one without the cards at the bottom of the
    deck that it reaches.
    """
    display, deck, tucked = snapshot.display, snapshot.deck, snapshot.tucked
    expected = room if deck is None else min(room, deck)
    count = expected if revealed is None else len(revealed)
    status: Status = "passed" if count == expected else "failed"
    # A deck that is not given may have run out.
    if count < expected and deck is None:
        status = "not_checked"
    check = Check("misterra.turn.refill", status, status, {"count": count, "expected": expected})
    if status == "failed":
        return check, snapshot
    # The last cards of the deck are those that were tucked under it (p. 4).
    drawn = () if deck is None else tucked[: max(0, count - deck + len(tucked))]
    others = [None] * (count - len(drawn))
    rest: Display | None = tuple(drawn if revealed is None else revealed)
    for card in drawn:
        rest = without(rest or (), card)
        if rest is None:
            values = {"one": card[0], "other": card[1]}
            return Check("misterra.turn.refill", "failed", "tucked", values), snapshot
    # Cards were revealed, but it is not known which.
    if revealed is None and expected > len(drawn):
        check = check._replace(status="not_checked", says="untold")
    if display is not None:
        display = (*display, *((*others, *drawn) if revealed is None else revealed))
    if deck is not None:
        deck -= count
    return check, snapshot._replace(display=display, deck=deck, tucked=tucked[len(drawn) :])


def without_rulings(replayed: Replay) -> Replay:
    """A replay with default rulings in its tables, to compare replays under other rulings."""
    turns = [
        turn._replace(half_days=[half_days.without_rulings(verdict) for verdict in turn.half_days])
        for turn in replayed.turns
    ]
    return replayed._replace(turns=turns, after=replayed.after.under(Rulings()))
