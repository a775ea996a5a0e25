"""When the game ends and who plays on (p. 6; solo p. 9, cooperative p. 11)."""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.grid import Spaces
from theodolite.tiwanaku.final import final_seats
from theodolite.tiwanaku.snapshot import Mode, Snapshot
from theodolite.tiwanaku.standings import is_over
from theodolite.verdict import Values

__all__ = ["Condition", "End", "check_end", "next_seat"]


class Condition(NamedTuple):
    """Something that must be so for the end, whether it is, and where it is not."""

    rule: str
    met: bool
    says: str
    values: Values
    spaces: Spaces = 0


class End(NamedTuple):
    """Whether the end has begun, whether nothing more can be gained, and the seat of who plays."""

    triggered: bool
    over: bool
    next_player: int | None
    conditions: Sequence[Condition]


def check_end(snapshot: Snapshot, seat: int) -> End:
    """Look at a table after a player's turn."""
    land = snapshot.land
    empty = land.empty
    conditions = []
    if snapshot.mode == Mode.COOPERATIVE:
        left = sum(count for player in snapshot.players for count in player.stacks or ())
        met = not left
        says = "met" if met else "unmet"
        conditions.append(Condition("tiwanaku.end.stacks_empty", met, says, {"count": left}))
    else:
        met = not empty
        values = {"count": empty.bit_count()}
        says = "met" if met else "unmet"
        conditions.append(Condition("tiwanaku.end.last_terrain", met, says, values, empty))
    waiting = final_seats(snapshot)
    if snapshot.final is not None and (waiting or snapshot.final.passed):
        told = [snapshot.players[at].name for at in waiting]
        says = "unmet" if told else "met"
        passed = Condition("tiwanaku.end.all_passed", not told, says, {"players": told})
        conditions.append(passed)
    return End(met, is_over(snapshot), next_seat(snapshot, seat), conditions)


def next_seat(snapshot: Snapshot, seat: int) -> int | None:
    """Who plays after a seat; None when nobody does."""
    count = len(snapshot.players)
    order = [(seat + step) % count for step in range(1, count + 1)]
    if snapshot.final is not None:
        waiting = final_seats(snapshot)
        return next((other for other in order if other in waiting), None)
    if snapshot.mode != Mode.COOPERATIVE or snapshot.rulings.coop_no_tile == "divine_only":
        return order[0]
    return next((other for other in order if any(snapshot.players[other].stacks or ())), None)
