"""The legal actions of a player: the ends of each roll, and the markers that can be logged."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from theodolite.grid import Space, each
from theodolite.rulings import alternatives, looked_at
from theodolite.treasure_hunt.board import DICE, GRID, Terrain
from theodolite.treasure_hunt.markers import Marker, loggable_from, loggable_markers, marked_spaces
from theodolite.treasure_hunt.move_area import (
    MoveArea,
    Mover,
    StopReason,
    move_area,
    piece_of,
    step_counts,
)
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.reach import Reach
from theodolite.treasure_hunt.replays import won_checks
from theodolite.treasure_hunt.snapshot import Card, Rulings, Snapshot
from theodolite.treasure_hunt.turn import begin_turn
from theodolite.treasure_hunt.turn_state import movable_explorers


class Destination(NamedTuple):
    """An end of a move.

    Attributes:
        at: The place.
        terrain: The terrain of the piece there.
        path: A shortest path, the first in order of its spaces.
        stopped_by: The reason why the move may end there.
        logs: The markers that the explorer can log there, and on the way if passing is enough.
    """

    at: Space
    terrain: Terrain
    path: tuple[Space, ...]
    stopped_by: StopReason
    logs: Sequence[Marker]


class Position(NamedTuple):
    """A piece and a value of its die, with every end of the move.

    Attributes:
        mover: The piece.
        die: The die, by its terrain.
        pips: The value.
        ends: The ends, in order of space.
    """

    mover: Mover
    die: Terrain
    pips: int
    ends: Sequence[Destination]


class LogNow(NamedTuple):
    """A marker that an explorer can log without moving."""

    explorer: Mover
    marker: Marker


class Choices(NamedTuple):
    """The legal actions of a player who plays no card.

    Attributes:
        positions: Each piece with each value of its die.
        logs_now: The markers that can be logged without a move.
    """

    positions: Sequence[Position]
    logs_now: Sequence[LogNow]


def legal_actions(
    snapshot: Snapshot,
    player: int,
    roll: tuple[Terrain, int] | None = None,
    moved: Collection[Space] = (),
) -> Choices:
    """List the ends of a roll, or of every value of every die that may be chosen.

    Args:
        snapshot: A possible table (see `impossibilities`).
        player: The player whose turn it is.
        roll: The die, by its terrain, and the value rolled. Default: every roll.
        moved: The spaces of the walkers moved in this turn already. Default: none.

    Returns:
        The choices; none for a player with a lost shoe, and for a winner.

    Example:
        >>> from theodolite.treasure_hunt import *
        >>> ann = Player("Ann", "red", 0, (Explorer(0), Explorer(0)))
        >>> bo = Player("Bo", "blue", 899, (Explorer(899), Explorer(899)))
        >>> table = Snapshot(Board.from_rows(["S" * 30] * 30), (ann, bo))
        >>> first, second = legal_actions(table, 0, (Terrain.SAND, 5)).positions
        >>> [GRID.names[end.at] for end in first.ends][:3]
        ['N01/E02', 'N01/E04', 'N01/E06']
    """
    # A player with a lost shoe only skips the turn (`turn.shoe`); a winner has none (`end.win`).
    if snapshot.players[player].shoes or won_checks(snapshot, player):
        return Choices((), ())
    snapshot = _in_turn(snapshot, player, moved)
    positions = [
        position
        for mover, area in _movable(snapshot, player, roll)
        for position in _positions(snapshot, mover, area, roll and roll[1])
    ]
    return Choices(positions, _logs_now(snapshot, player))


def _in_turn(snapshot: Snapshot, player: int, moved: Collection[Space]) -> Snapshot:
    """The table in a player's turn: walkers moved in it rest, those that have rested may move."""
    snapshot = begin_turn(snapshot, player)
    walkers = [
        walker._replace(moved_by=player) if walker.at in moved else walker
        for walker in snapshot.walkers
    ]
    return snapshot._replace(walkers=tuple(walkers))


def _movable(
    snapshot: Snapshot, player: int, roll: tuple[Terrain, int] | None
) -> list[tuple[Mover, MoveArea]]:
    """The pieces that may be moved with a roll, or with any, each with the area of its move."""
    areas = [
        (mover, move_area(snapshot, mover, player)) for mover in movable_explorers(snapshot, player)
    ]
    if roll is None:
        areas = _usable(snapshot, areas)
    areas += [(mover, move_area(snapshot, mover, player)) for mover in _walkers(snapshot, player)]
    return [(mover, area) for mover, area in areas if roll is None or area.terrain == roll[0]]


def _usable(
    snapshot: Snapshot, areas: Sequence[tuple[Mover, MoveArea]]
) -> list[tuple[Mover, MoveArea]]:
    """Those whose die may be chosen: one that moves an explorer, if any does (`turn.must`)."""
    able = {
        area.terrain
        for mover, area in areas
        if Reach(area).leads_on(area.start, step_counts(snapshot, mover))
    }
    return [(mover, area) for mover, area in areas if not able or area.terrain in able]


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
    snapshot: Snapshot, mover: Mover, area: MoveArea, pips: int | None
) -> Iterator[Position]:
    values = DICE[area.terrain]
    steps = step_counts(snapshot, mover)
    rolled = [i for i, value in enumerate(values) if pips in (None, value)]
    if not rolled:
        return
    search = Search(area, max(steps[i] for i in rolled))
    logged: dict[Space, Sequence[Marker]] = {}
    passing = snapshot.rulings.logging == "in_passing" and mover.player is not None
    marked = marked_spaces(snapshot) if mover.player is not None else 0
    for i in rolled:
        ends = []
        for end in search.ends(steps[i]):
            markers_there: Sequence[Marker] = ()
            places = [end.at]
            if passing:
                on_way = [place for place in end.path if marked >> place & 1]
                places += dict.fromkeys(place for place in on_way if place != end.at)
            if len(places) > 1:
                markers_there = _loggable_markers(snapshot, mover, places)
            elif marked:
                if end.at not in logged:
                    logged[end.at] = _loggable_markers(snapshot, mover, places)
                markers_there = logged[end.at]
            terrain = area.terrain_at(snapshot, end.at)
            ends.append(Destination(end.at, terrain, end.path, end.stopped_by, markers_there))
        yield Position(mover, area.terrain, values[i], ends)


def _loggable_markers(snapshot: Snapshot, mover: Mover, places: Sequence[Space]) -> list[Marker]:
    """The markers for an explorer that ends on the first of these places and passes the others."""
    at, *passed = places
    return [
        marker
        for place in [*loggable_from(snapshot, at), *passed]
        for marker in loggable_markers(snapshot, mover.player or 0, place)
    ]


def could_matter(
    snapshot: Snapshot,
    player: int,
    roll: tuple[Terrain, int] | None,
    moved: Collection[Space],
    found: Choices,
) -> Mapping[str, bool]:
    """For each ruling that is looked at, whether another value changes the legal actions.

    Args:
        snapshot: The table.
        player: The player whose turn it is.
        roll: The roll; None for every roll.
        moved: The spaces of the walkers moved in this turn already.
        found: The legal actions by the rulings in force.
    """

    def dependencies(rulings: Rulings) -> object:
        return _dependencies(snapshot.under(rulings), player, moved)

    now, used = looked_at(dependencies, snapshot.rulings)
    return {
        name: any(
            dependencies(other) != now
            and legal_actions(snapshot.under(other), player, roll, moved) != found
            for other in alternatives(snapshot.rulings, name)
        )
        for name in used
    }


def _dependencies(snapshot: Snapshot, player: int, moved: Collection[Space]) -> object:
    """Everything that `legal_actions` depends on: areas of moves, markers, the ruling `logging`.

    It is found faster than the legal actions, and most rulings change none of it.
    """
    if snapshot.players[player].shoes:
        return ()
    snapshot = _in_turn(snapshot, player, moved)
    marked = marked_spaces(snapshot)
    explorers = movable_explorers(snapshot, player)
    return (
        snapshot.layers,
        snapshot.rulings.logging if marked else None,
        _logs_now(snapshot, player),
        [
            _loggable_markers(snapshot, mover, [space])
            for mover in explorers
            for space in each(marked | GRID.neighbours(marked))
        ],
        [
            (mover, move_area(snapshot, mover, player), step_counts(snapshot, mover))
            for mover in [*explorers, *_walkers(snapshot, player)]
        ],
    )


def _logs_now(snapshot: Snapshot, player: int) -> list[LogNow]:
    """The markers that a player's explorers can log where they stand (`late_logging`)."""
    return [
        LogNow(mover, marker)
        for mover in movable_explorers(snapshot, player)
        for marker in _loggable_markers(snapshot, mover, [piece_of(snapshot, mover).at])
        if marker.must and snapshot.rulings.late_logging == "own_turn"
    ]
