"""The legal actions of a player: moves, recalls, divinations, offerings, passing (p. 4-6, 8-11)."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from theodolite.grid import Space, each
from theodolite.leaving import left_checks
from theodolite.tiwanaku.board import Level
from theodolite.tiwanaku.final_phase import final_seats
from theodolite.tiwanaku.gains import OFFERING, purse_of, side_of
from theodolite.tiwanaku.movement import Ground, Move, bare_meeples, moves
from theodolite.tiwanaku.snapshot import Direction, Mode, Snapshot
from theodolite.tiwanaku.turns import can_act


class Actions(NamedTuple):
    """The legal actions of a player.

    Attributes:
        moves: By start (the reserve first) and end, each with a shortest path. Cooperative games
            have `moves_by_arrow` in their place.
        moves_by_arrow: The moves of a cooperative game, by the arrow of the tile spent; None in
            other games.
        recalls: The spaces from which a meeple may be recalled.
        divinable: The spaces whose crop may be predicted.
        must_divine_all: Whether divining takes a prediction for each of them.
        offerings: Every set of tokens that may be offered, with its points.
        may_pass: Whether the player may do nothing.
    """

    moves: Sequence[Move]
    moves_by_arrow: Mapping[Direction, Sequence[Move]] | None
    recalls: Sequence[Space]
    divinable: Sequence[Space]
    must_divine_all: bool
    offerings: Sequence[tuple[tuple[Level, ...], int]]
    may_pass: bool


def legal_actions(snapshot: Snapshot, seat: int) -> Actions:
    """List what a player may do.

    In the final phase nobody moves, recalls or offers before all have passed (p. 6).

    Args:
        snapshot: The table.
        seat: The index of the player.

    Example:
        >>> from theodolite.tiwanaku import BoardName, Colour, Land, Mode, Player, Snapshot
        >>> land = Land.from_rows(BoardName.SHORT, ["M...."] + ["....."] * 4)
        >>> players = (Player("Ana", Colour.BLUE), Player("Bo", Colour.GREEN))
        >>> table = Snapshot(Mode.COMPETITIVE, land, (7, 9, 4, 5), players)
        >>> [table.land.grid.names[move.end] for move in legal_actions(table, 0).moves][:3]
        ['A1', 'B1', 'C1']
    """
    if left_checks("tiwanaku", snapshot, seat):
        return Actions((), None, (), (), False, (), False)
    is_final = snapshot.final is not None
    is_group = snapshot.mode == Mode.COOPERATIVE
    by_arrow: dict[Direction, Sequence[Move]] | None = None
    if is_group:
        by_arrow = {
            arrow: () if is_final else tuple(moves(snapshot, seat, arrow)) for arrow in Direction
        }
    still_in = seat in final_seats(snapshot)
    divinable = list(each(bare_meeples(snapshot, seat)))
    if is_group and not any(snapshot.players[seat].stacks or (1,)):
        # Without a tile left there is no action, or divining alone (a ruling).
        by_arrow = dict.fromkeys(Direction, ())
        if snapshot.rulings.coop_no_tile == "skipped":
            divinable = []
    held = purse_of(snapshot, side_of(snapshot, seat)).offerings
    sizes = range(1, len(held) + 1)
    if snapshot.rulings.offering_size == "all":
        sizes = range(len(held), len(held) + 1) if held else range(0)
    return Actions(
        () if is_final or is_group else tuple(moves(snapshot, seat)),
        by_arrow,
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
