"""What a player may do now: moves, recalls, divinations, offerings, passing (p. 4-6, 8-11)."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from theodolite.grid import Space, each
from theodolite.tiwanaku.board import Level
from theodolite.tiwanaku.final import final_seats
from theodolite.tiwanaku.gains import OFFERING, purse_of, side_of
from theodolite.tiwanaku.movement import Ground, Move, bare_meeples, moves
from theodolite.tiwanaku.snapshot import Direction, Mode, Snapshot
from theodolite.tiwanaku.turn import can_act

__all__ = ["Actions", "legal_actions"]


class Actions(NamedTuple):
    """What a player may do.

    `moves` in order of where from (the reserve first) and where to; `led` are those of a
    cooperative game by the arrow of the tile spent, None in other games. `offerings` is every set
    of the tokens held, with its points.
    """

    moves: Sequence[Move]
    led: Mapping[Direction, Sequence[Move]] | None
    recalls: Sequence[Space]
    divinable: Sequence[Space]
    must_divine_all: bool
    offerings: Sequence[tuple[tuple[Level, ...], int]]
    may_pass: bool


def legal_actions(snapshot: Snapshot, seat: int) -> Actions:
    """List them; in the final phase nobody moves, recalls or offers before all have passed."""
    is_final = snapshot.final is not None
    is_group = snapshot.mode == Mode.COOPERATIVE
    led = None
    if is_group:
        led = {way: () if is_final else tuple(moves(snapshot, seat, way)) for way in Direction}
    still_in = seat in final_seats(snapshot)
    divinable = list(each(bare_meeples(snapshot, seat)))
    held = purse_of(snapshot, side_of(snapshot, seat)).offerings
    sizes = range(1, len(held) + 1)
    if snapshot.rulings.offering_size == "all":
        sizes = range(len(held), len(held) + 1) if held else range(0)
    return Actions(
        () if is_final or is_group else tuple(moves(snapshot, seat)),
        led,
        _recalls(snapshot, seat),
        divinable if still_in or not is_final else (),
        snapshot.mode == Mode.SOLO,
        _offerings(snapshot, seat, [some for size in sizes for some in combinations(held, size)]),
        # In a competitive game a meeple can enter or be recalled at any time.
        still_in if is_final else snapshot.mode == Mode.SOLO and not can_act(snapshot, seat),
    )


def _recalls(snapshot: Snapshot, seat: int) -> Sequence[Space]:
    if snapshot.mode != Mode.COMPETITIVE or snapshot.final is not None:
        return ()
    return list(each(Ground.of(snapshot, seat, None).own))


def _offerings(
    snapshot: Snapshot, seat: int, sets: Sequence[tuple[Level, ...]]
) -> Sequence[tuple[tuple[Level, ...], int]]:
    final = snapshot.final
    if final is not None and (final_seats(snapshot) or side_of(snapshot, seat) in final.offered):
        return ()
    return [(tokens, OFFERING[len(tokens)]) for tokens in sets]
