"""The end of the game, and the order of play (p. 6; solo p. 9, cooperative p. 11)."""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.grid import NOWHERE, Spaces
from theodolite.leaving import staying
from theodolite.tiwanaku.final_phase import final_seats
from theodolite.tiwanaku.scoring import is_over, offering_seats
from theodolite.tiwanaku.snapshot import Mode, Snapshot
from theodolite.verdict import Values


class Condition(NamedTuple):
    """A condition for the end of the game.

    Attributes:
        rule: The rule's id.
        met: Whether it holds.
        key: The key of the rule's sentence.
        values: What fills the sentence.
        spaces: The spaces that keep it from holding.
    """

    rule: str
    met: bool
    key: str
    values: Values
    spaces: Spaces = NOWHERE


class End(NamedTuple):
    """How far the end of the game has come.

    Attributes:
        triggered: Whether it has begun.
        over: Whether nothing more can be gained.
        next_player: The seat of the player who plays next; None if nobody does.
        conditions: What the end depends on.
        still_to_play: The seats of those who have not passed, or then have not offered, in order.
    """

    triggered: bool
    over: bool
    next_player: int | None
    conditions: Sequence[Condition]
    still_to_play: Sequence[int]


def check_end(snapshot: Snapshot, seat: int) -> End:
    """Check whether the game ends after a player's turn.

    Args:
        snapshot: The table after the turn.
        seat: The index of the player whose turn it was.

    Example:
        >>> from theodolite.tiwanaku import BoardName, Colour, Land, Mode, Player, Snapshot
        >>> players = (Player("Ana", Colour.BLUE), Player("Bo", Colour.GREEN))
        >>> table = Snapshot(Mode.COMPETITIVE, Land(BoardName.SHORT), (7, 9, 4, 5), players)
        >>> end = check_end(table, 0)
        >>> end.triggered, end.next_player
        (False, 1)
    """
    if snapshot.mode == Mode.COOPERATIVE:
        rule, spaces, left = "tiwanaku.end.stacks_empty", NOWHERE, snapshot.stacked
    else:
        spaces = snapshot.land.empty
        rule, left = "tiwanaku.end.last_terrain", spaces.bit_count()
    met = not left
    conditions = [Condition(rule, met, "met" if met else "unmet", {"count": left}, spaces)]
    waiting = final_seats(snapshot)
    if snapshot.final is not None and (waiting or snapshot.final.passed):
        names = [snapshot.players[at].name for at in waiting]
        key = "unmet" if names else "met"
        passed = Condition("tiwanaku.end.all_passed", not names, key, {"players": names})
        conditions.append(passed)
    offers = () if snapshot.final is None or is_over(snapshot) else offering_seats(snapshot)
    following = next_seat(snapshot, seat)
    return End(met, is_over(snapshot), following, conditions, waiting or offers)


def next_seat(snapshot: Snapshot, seat: int) -> int | None:
    """The seat that plays after a seat; None if nobody does."""
    at_table = staying(snapshot)
    order = [*(one for one in at_table if one > seat), *(one for one in at_table if one <= seat)]
    if snapshot.final is not None:
        waiting = final_seats(snapshot)
        return next((other for other in order if other in waiting), None)
    if snapshot.mode != Mode.COOPERATIVE or snapshot.rulings.coop_no_tile == "divine_only":
        return next(iter(order), None)
    return next((other for other in order if any(snapshot.players[other].stacks or ())), None)
