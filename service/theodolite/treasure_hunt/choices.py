"""What a player can do: where every roll can take a piece, and what can be logged there."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from theodolite.grid import Space, each
from theodolite.treasure_hunt.board import DICE, GRID, Terrain
from theodolite.treasure_hunt.course import movers_of
from theodolite.treasure_hunt.ground import Ground, Mover, Stop, counts, ground, piece_of
from theodolite.treasure_hunt.logs import Find, finds, marked_spaces, reach_of
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.reach import Reach
from theodolite.treasure_hunt.snapshot import Card, Snapshot
from theodolite.treasure_hunt.turn import began

__all__ = [
    "Choices",
    "Destination",
    "LogNow",
    "Position",
    "legal_actions",
    "logs_on_the_way",
    "outline",
]


class Destination(NamedTuple):
    """Where a roll can take a piece.

    `path` is a shortest one, the first in order of its spaces; `logs` are the markers that an
    explorer can log there, and on the way where passing is enough.
    """

    at: Space
    terrain: Terrain
    path: tuple[Space, ...]
    stopped_by: Stop
    logs: Sequence[Find]


class Position(NamedTuple):
    """A piece and a value of its die: every place where the move can end, in order of space."""

    mover: Mover
    die: Terrain
    pips: int
    ends: Sequence[Destination]


class LogNow(NamedTuple):
    """A marker that an explorer can log without moving."""

    explorer: Mover
    find: Find


class Choices(NamedTuple):
    """What a player can do in a turn without playing a card."""

    positions: Sequence[Position]
    logs_now: Sequence[LogNow]


def legal_actions(
    snapshot: Snapshot, player: int, roll: tuple[Terrain, int] | None = None
) -> Choices:
    """What a player can do with a roll, or with every value of every die that may be chosen.

    Args:
        snapshot: the table at the start of the turn.
        player: the player whose turn it is.
        roll: the die, by its terrain, and the value rolled.
    """
    # Who has a lost shoe only skips the turn (`turn.shoe`).
    if snapshot.players[player].shoes:
        return Choices((), ())
    snapshot = began(snapshot, player)
    positions = [
        position
        for mover, where in _movable(snapshot, player, roll)
        for position in _positions(snapshot, mover, where, roll and roll[1])
    ]
    return Choices(positions, _logs_now(snapshot, player))


def _movable(
    snapshot: Snapshot, player: int, roll: tuple[Terrain, int] | None
) -> list[tuple[Mover, Ground]]:
    """The pieces that may be moved with a roll, or with any, each with what it walks on."""
    grounds = [(mover, ground(snapshot, mover, player)) for mover in movers_of(snapshot, player)]
    if roll is None:
        grounds = _usable(snapshot, grounds)
    grounds += [(mover, ground(snapshot, mover, player)) for mover in _walkers(snapshot, player)]
    return [(mover, where) for mover, where in grounds if roll is None or where.terrain == roll[0]]


def _usable(
    snapshot: Snapshot, grounds: Sequence[tuple[Mover, Ground]]
) -> list[tuple[Mover, Ground]]:
    """Those whose die may be chosen: not one that moves nobody while another does (`turn.must`)."""
    able = {
        where.terrain
        for mover, where in grounds
        if Reach(where).leads_on(where.start, counts(snapshot, mover))
    }
    return [(mover, where) for mover, where in grounds if not able or where.terrain in able]


def _walkers(snapshot: Snapshot, player: int) -> Iterator[Mover]:
    """The walkers that a player may move instead of an explorer (`turn.walker`)."""
    if not snapshot.walkers:
        return
    hand = snapshot.players[player].hand
    has_card = hand is not None and Card.WALKER in hand
    if has_card and snapshot.rulings.walker_instead == "without_card":
        return
    for i, walker in enumerate(snapshot.walkers):
        if walker.moved_by is None:
            yield Mover(None, i)


def _positions(
    snapshot: Snapshot, mover: Mover, where: Ground, pips: int | None
) -> Iterator[Position]:
    values = DICE[where.terrain]
    steps = counts(snapshot, mover)
    rolled = [i for i, value in enumerate(values) if pips in (None, value)]
    if not rolled:
        return
    search = Search(where, max(steps[i] for i in rolled))
    logged: dict[Space, Sequence[Find]] = {}
    passing = snapshot.rulings.logging == "in_passing" and mover.player is not None
    marked = marked_spaces(snapshot) if mover.player is not None else 0
    for i in rolled:
        ends = []
        for end in search.ends(steps[i]):
            finds_there: Sequence[Find] = ()
            places = [end.at]
            if passing:
                on_way = [place for place in end.path if marked >> place & 1]
                places += dict.fromkeys(place for place in on_way if place != end.at)
            if len(places) > 1:
                finds_there = _finds(snapshot, mover, places)
            elif marked:
                if end.at not in logged:
                    logged[end.at] = _finds(snapshot, mover, places)
                finds_there = logged[end.at]
            terrain = where.terrain_at(snapshot, end.at)
            ends.append(Destination(end.at, terrain, end.path, end.stopped_by, finds_there))
        yield Position(mover, where.terrain, values[i], ends)


def _finds(snapshot: Snapshot, mover: Mover, places: Sequence[Space]) -> list[Find]:
    """What an explorer can log that ends on the first of these places and passes the others."""
    at, *passed = places
    return [
        find
        for place in [*reach_of(snapshot, at), *passed]
        for find in finds(snapshot, mover.player or 0, place)
    ]


def outline(snapshot: Snapshot, player: int, roll: tuple[Terrain, int] | None = None) -> object:
    """What of `legal_actions` another ruling could change: the ends and what can be logged.

    Without the ways where nothing is logged in passing, which takes a tenth of the time; whether
    `logging` itself would change anything, `logs_on_the_way` tells.
    """
    if snapshot.players[player].shoes:
        return ()
    if snapshot.rulings.logging == "in_passing":
        positions, logs_now = legal_actions(snapshot, player, roll)
        return logs_now, [
            (mover, die, pips, [(end.at, end.terrain, end.logs) for end in ends])
            for mover, die, pips, ends in positions
        ]
    snapshot = began(snapshot, player)
    told: list[object] = [_logs_now(snapshot, player)]
    for mover, where in _movable(snapshot, player, roll):
        steps = counts(snapshot, mover)
        if roll is not None:
            steps = tuple(
                count
                for count, pips in zip(steps, DICE[where.terrain], strict=True)
                if pips == roll[1]
            )
        told.append((mover, where.terrain, *_outlined(snapshot, mover, where, steps)))
    return told


def _outlined(
    snapshot: Snapshot, mover: Mover, where: Ground, steps: Sequence[int]
) -> Iterator[object]:
    # Of a bridge's path a ruling makes water, of no other terrain another (`broken_bridge_space`).
    water = snapshot.layers.water & ~where.own
    anywhere = 0
    for count, ends in Reach(where).ends(where.start, steps).items():
        yield count, ends, ends & where.own, ends & water
        anywhere |= ends
    if mover.player is not None:
        marked = marked_spaces(snapshot)
        for at in each(anywhere & (marked | GRID.neighbours(marked))):
            yield _finds(snapshot, mover, [at])


def logs_on_the_way(snapshot: Snapshot, found: Choices) -> bool:
    """Whether something can be logged on the way to an end, where passing is enough (`logging`)."""
    marked = marked_spaces(snapshot)
    return any(
        finds(snapshot, position.mover.player, place)
        for position in found.positions
        if position.mover.player is not None
        for place in {place for end in position.ends for place in end.path if place != end.at}
        if marked >> place & 1
    )


def _logs_now(snapshot: Snapshot, player: int) -> list[LogNow]:
    """What a player's explorers can log where they stand (`late_logging`)."""
    return [
        LogNow(mover, find)
        for mover in movers_of(snapshot, player)
        for find in _finds(snapshot, mover, [piece_of(snapshot, mover).at])
        if find.must and snapshot.rulings.late_logging == "own_turn"
    ]
