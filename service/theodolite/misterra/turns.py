"""Whose half day it is, as the table itself tells (p. 4-6, 10).

Covers the display, which loses a card in each half day, meeples that are not placed yet, and ends
of the game that are behind. Records, which tell more, are judged in `replays`.
"""

from collections.abc import Sequence

from theodolite.leaving import left_checks, staying
from theodolite.misterra.board import GRID
from theodolite.misterra.ending import conditions, triggered
from theodolite.misterra.half_days import HalfDay, Verdict, judge
from theodolite.misterra.snapshot import (
    DISPLAY_SIZE,
    OTOMA,
    OTOMA_HALF_DAYS,
    TURN_HALF_DAYS,
    Snapshot,
)
from theodolite.verdict import Check, Status, legal


def seats(snapshot: Snapshot) -> list[str]:
    """The names of the players and Otoma, in turn order."""
    return snapshot.names if snapshot.otoma is None else [*snapshot.names, OTOMA]


def next_seat(snapshot: Snapshot, seat: int) -> int:
    """The seat whose turn follows, clockwise; the round is over where it is not a later one."""
    order = [*staying(snapshot), *range(len(snapshot.players), len(seats(snapshot)))]
    return next((other for other in order if other > seat), order[0] if order else seat)


def cards_taken(snapshot: Snapshot) -> int | None:
    """Find how many cards of the display are gone, one for each half day of the turn.

    Returns:
        0 or 1 while the turn goes on, 2 after it; None if the table does not tell.

    >>> from theodolite.misterra import Board, Island, Place, Player, Side, Terrain
    >>> ada = Player("Ada", Board(), Place(0, on_beach=True))
    >>> jungles = (Terrain.JUNGLE, Terrain.JUNGLE)
    >>> table = Snapshot(Side.TOP, Island.from_rows(["....."] * 5), (ada,), display=(jungles,) * 4)
    >>> cards_taken(table._replace(deck=9)), cards_taken(table._replace(deck=0))
    (1, None)
    """
    if not any(player.has_played for player in snapshot.players):
        return 0
    if snapshot.display is None:
        return None
    taken = DISPLAY_SIZE - len(snapshot.display)
    # Before a turn the display is full while the deck lasts. Fewer than three cards beside a deck
    # are never seen.
    return taken if not taken or (snapshot.deck and taken <= TURN_HALF_DAYS) else None


def expected_seat(snapshot: Snapshot, taken: int | None) -> int | None:
    """Find the seat whose half day it is; None if the table does not tell.

    Args:
        snapshot: The table.
        taken: Its `cards_taken`.
    """
    # Otoma plays both of its half days.
    if (snapshot.otoma_half_days or 0) % TURN_HALF_DAYS:
        return len(snapshot.players)
    if taken is None:
        return None
    if snapshot.otoma is not None:
        return {0: 0, 1: 0, TURN_HALF_DAYS: 1}.get(taken)
    at_table = staying(snapshot)
    played = [snapshot.players[seat].has_played for seat in at_table]
    following = sum(played) - taken
    # In the first round the players begin in turn order.
    is_first_round = not all(played) and played == sorted(played, reverse=True)
    is_known = is_first_round and following >= 0 and taken < TURN_HALF_DAYS
    return at_table[following] if is_known else None


def has_ended(snapshot: Snapshot, seat: int, taken: int | None) -> bool | None:
    """Whether the game was over before the turn of a seat; None if the table does not tell.

    Args:
        snapshot: The table.
        seat: The seat whose turn it is.
        taken: The half days of the turn that are over; None if not known.
    """
    if snapshot.otoma_half_days == OTOMA_HALF_DAYS or not staying(snapshot):
        return True
    # A solo game ends after Otoma's turn alone.
    if seat == len(snapshot.players):
        return False
    had_turns = [i for i, player in enumerate(snapshot.players) if player.has_played]
    full = [i for i in had_turns if snapshot.players[i].parchment.covered == GRID.everywhere]
    # A parchment is covered in its player's own turn, and the round is then finished.
    if any(other > seat for other in full):
        return True
    ends = [triggered(conditions(snapshot, other)) for other in had_turns]
    if seat in full or (seat == min(staying(snapshot)) and True in ends):
        return True if taken == 0 else None
    # A half day takes a sketch card, so that some were left; Otoma's cards are another matter.
    return None if snapshot.otoma is not None and None in ends else False


def order(names: Sequence[str], expected: int | None, seat: int) -> Check:
    """Check whether it is the turn of a seat.

    Args:
        names: The names in turn order.
        expected: The seat whose turn it is; None if not known.
        seat: The seat that plays.
    """
    status: Status = "not_checked"
    values = {"player": names[seat]}
    if expected is not None:
        status = "passed" if seat == expected else "failed"
        values["expected"] = names[expected]
    return Check("misterra.turn.order", status, status, values)


def game_over(names: Sequence[str], seat: int, *, over: bool | None) -> Check:
    """Check that the game was not over before a turn.

    Args:
        names: The names in turn order.
        seat: The seat that plays.
        over: Whether it was over; None if not known.
    """
    status: Status = "not_checked" if over is None else "failed" if over else "passed"
    return Check("misterra.turn.game_over", status, status, {"player": names[seat]})


def turn_checks(snapshot: Snapshot, player: int) -> list[Check]:
    """Check whether a player may play a half day now, as far as the table tells.

    Args:
        snapshot: The table before the half day.
        player: The index of the player.
    """
    names, taken = seats(snapshot), cards_taken(snapshot)
    return left_checks("misterra", snapshot, player) or [
        order(names, expected_seat(snapshot, taken), player),
        _half_day(snapshot, taken),
        game_over(names, player, over=has_ended(snapshot, player, taken)),
    ]


def _half_day(snapshot: Snapshot, taken: int | None) -> Check:
    """A turn has two half days."""
    values = {"count": len(snapshot.display or ()), "deck": snapshot.deck}
    if taken is None:
        return Check("misterra.turn.half_days", "not_checked", "not_checked", values)
    if taken == TURN_HALF_DAYS:
        return Check("misterra.turn.half_days", "failed", "over", values)
    return Check("misterra.turn.half_days", "passed", "second" if taken else "first", values)


def judge_in_turn(snapshot: Snapshot, player: int, half_day: HalfDay) -> Verdict:
    """Judge a half day, and whether the player may play it now.

    Args:
        snapshot: The table before it.
        player: The index of the player.
        half_day: The half day.
    """
    checks, verdict = turn_checks(snapshot, player), judge(snapshot, player, half_day)
    if not legal(checks):
        return Verdict([*checks, *verdict.checks], whole=verdict.whole)
    return verdict._replace(checks=[*checks, *verdict.checks])
