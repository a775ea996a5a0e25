"""What a player can do: where every roll can take a piece, and what can be logged there."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from theodolite.grid import Space, each
from theodolite.rulings import alternatives, looked_at
from theodolite.treasure_hunt.board import DICE, GRID, Terrain
from theodolite.treasure_hunt.course import movers_of
from theodolite.treasure_hunt.ground import Ground, Mover, Stop, counts, ground, piece_of
from theodolite.treasure_hunt.logs import Find, finds, marked_spaces, reach_of
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.reach import Reach
from theodolite.treasure_hunt.snapshot import Card, Rulings, Snapshot
from theodolite.treasure_hunt.turn import began

__all__ = [
    "Choices",
    "Destination",
    "LogNow",
    "Position",
    "could_matter",
    "legal_actions",
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
    snapshot: Snapshot,
    player: int,
    roll: tuple[Terrain, int] | None = None,
    moved: Collection[Space] = (),
) -> Choices:
    """What a player can do with a roll, or with every value of every die that may be chosen.

    Args:
        snapshot: the table.
        player: the player whose turn it is.
        roll: the die, by its terrain, and the value rolled.
        moved: where walkers stand that have been moved in this turn already.
    """
    # Who has a lost shoe only skips the turn (`turn.shoe`).
    if snapshot.players[player].shoes:
        return Choices((), ())
    snapshot = _in_turn(snapshot, player, moved)
    positions = [
        position
        for mover, where in _movable(snapshot, player, roll)
        for position in _positions(snapshot, mover, where, roll and roll[1])
    ]
    return Choices(positions, _logs_now(snapshot, player))


def _in_turn(snapshot: Snapshot, player: int, moved: Collection[Space]) -> Snapshot:
    """The table in a player's turn: who has moved in it rests, whoever rested before may move."""
    snapshot = began(snapshot, player)
    walkers = [
        walker._replace(moved_by=player) if walker.at in moved else walker
        for walker in snapshot.walkers
    ]
    return snapshot._replace(walkers=tuple(walkers))


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


def could_matter(
    snapshot: Snapshot,
    player: int,
    roll: tuple[Terrain, int] | None,
    moved: Collection[Space],
    found: Choices,
) -> Mapping[str, bool]:
    """For each ruling that is looked at, whether another value changes what a player can do.

    Args:
        snapshot: the table.
        player: the player whose turn it is.
        roll: the roll, if it is told.
        moved: where walkers stand that have been moved in this turn already.
        found: what the player can do by the rulings in force.
    """

    def grounds(rulings: Rulings) -> object:
        return _grounds(snapshot.under(rulings), player, moved)

    now, asked = looked_at(grounds, snapshot.rulings)
    return {
        name: any(
            grounds(other) != now
            and legal_actions(snapshot.under(other), player, roll, moved) != found
            for other in alternatives(snapshot.rulings, name)
        )
        for name in asked
    }


def _grounds(snapshot: Snapshot, player: int, moved: Collection[Space]) -> object:
    """All that `legal_actions` follows from: quickly found, and most rulings change nothing of it.

    What the pieces walk on, what can be logged where, and whether passing is enough for that.
    """
    if snapshot.players[player].shoes:
        return ()
    snapshot = _in_turn(snapshot, player, moved)
    marked = marked_spaces(snapshot)
    explorers = movers_of(snapshot, player)
    return (
        snapshot.layers,
        snapshot.rulings.logging if marked else None,
        _logs_now(snapshot, player),
        [
            _finds(snapshot, mover, [space])
            for mover in explorers
            for space in each(marked | GRID.neighbours(marked))
        ],
        [
            (mover, ground(snapshot, mover, player), counts(snapshot, mover))
            for mover in [*explorers, *_walkers(snapshot, player)]
        ],
    )


def _logs_now(snapshot: Snapshot, player: int) -> list[LogNow]:
    """What a player's explorers can log where they stand (`late_logging`)."""
    return [
        LogNow(mover, find)
        for mover in movers_of(snapshot, player)
        for find in _finds(snapshot, mover, [piece_of(snapshot, mover).at])
        if find.must and snapshot.rulings.late_logging == "own_turn"
    ]
