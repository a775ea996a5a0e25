"""The markers of routes: which of them an explorer may log where (Logging, Ending a route).

Covers walkers, covered coordinates, shovels, open and closed treasures, and teams. The logging
itself is carried out in `marker_logging`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces, each, set_of
from theodolite.treasure_hunt.board import GRID, HOME
from theodolite.treasure_hunt.snapshot import Card, Route, Snapshot

MAX_PLAYS = 2
"""The most cards played in a turn (`card.two`)."""


class Marker(NamedTuple):
    """A marker, for an explorer that has a right to log it.

    Attributes:
        owner: The owner of the route.
        route: The route's index.
        at: The coordinate.
        must: Whether it has the explorer's colour, so that it must be logged.
        legal: Whether it may be logged now; None if that depends on an unknown hand.
    """

    owner: int
    route: int
    at: Space
    must: bool
    legal: bool | None


def marked_spaces(snapshot: Snapshot) -> Spaces:
    """Every space that holds a route's marker."""
    return set_of(
        route.cards[-1] for player in snapshot.players for route in player.routes if route.cards
    )


def is_own(snapshot: Snapshot, player: int, owner: int) -> bool:
    """Whether a player's explorers treat a marker of `owner` as their own (`team_logging`)."""
    if owner == player:
        return True
    return owner in snapshot.mates(player) and snapshot.rulings.team_logging == "team"


def _in_square(space: Space) -> Spaces:
    spaces = 1 << space
    return GRID.touching(GRID.touching(spaces) | spaces) | spaces


def _in_steps(space: Space) -> Spaces:
    spaces = 1 << space
    return GRID.neighbours(GRID.neighbours(spaces)) | GRID.neighbours(spaces) | spaces


def zone(snapshot: Snapshot, space: Space) -> Spaces:
    """The spaces from which a walker bars the logging of a coordinate (`walker_zone`)."""
    return _in_square(space) if snapshot.rulings.walker_zone == "square" else _in_steps(space)


def walkers_near(snapshot: Snapshot, space: Space) -> Spaces:
    """The spaces of walkers within two spaces of a coordinate, its own space included."""
    walkers = set_of(walker.at for walker in snapshot.walkers)
    # No walker is near by either value of the ruling, so that it is not looked at.
    if not walkers & _in_square(space):
        return NOWHERE
    return walkers & zone(snapshot, space)


def shovel_at_hand(snapshot: Snapshot, player: int, played: int) -> bool | None:
    """Whether a player has a shovel and may play another card; None if the hand is unknown."""
    hand = snapshot.players[player].hand
    if played >= MAX_PLAYS:
        return False
    return None if hand is None else Card.SHOVEL in hand


def may_log(snapshot: Snapshot, player: int, route: Route, played: int) -> bool | None:
    """Whether an explorer at a route's marker may log it now; None if a hand is unknown."""
    if route.marked is None or walkers_near(snapshot, route.marked):
        return False
    return shovel_at_hand(snapshot, player, played) if route.needs_shovel else True


def has_right(snapshot: Snapshot, player: int, owner: int, route: Route) -> bool:
    """Whether a player's explorers may log a route at all (`log.must`)."""
    if is_own(snapshot, player, owner) or route.is_open:
        return True
    return route.has_treasure and snapshot.rulings.treasure_access == "all"


def loggable_markers(
    snapshot: Snapshot, player: int, space: Space, played: int = 0
) -> list[Marker]:
    """The markers on a space that a player's explorers have a right to log, the own ones first.

    Args:
        snapshot: The table.
        player: The owner of the explorer.
        space: The space.
        played: The number of cards played in the turn.
    """
    found = [
        Marker(
            owner,
            i,
            space,
            is_own(snapshot, player, owner),
            may_log(snapshot, player, route, played),
        )
        for owner, one in enumerate(snapshot.players)
        for i, route in enumerate(one.routes)
        if route.cards and route.cards[-1] == space and has_right(snapshot, player, owner, route)
    ]
    return sorted(found, key=lambda marker: not marker.must)


def loggable_from(snapshot: Snapshot, at: Space) -> Iterator[Space]:
    """The coordinates that an explorer can log from a space (`covered_coordinate`)."""
    if at == HOME:
        return
    yield at
    beside = GRID.neighbours(1 << at) & snapshot.closed
    if beside and snapshot.rulings.covered_coordinate == "from_beside":
        yield from each(beside)


def barred_coordinates(snapshot: Snapshot, player: int, played: int = 0) -> Spaces:
    """The coordinates on which a player's explorers may not end (`move.foreign`)."""
    own = barred = invited = NOWHERE
    for owner, one in enumerate(snapshot.players):
        mine = None
        for route in one.routes:
            if not route.cards:
                continue
            bit = 1 << route.cards[-1]
            if mine is None:
                mine = is_own(snapshot, player, owner)
            if mine:
                own |= bit
            elif _invites(snapshot, player, route, played):
                invited |= bit
            else:
                barred |= bit
    return barred & ~own & ~invited


def _invites(snapshot: Snapshot, player: int, route: Route, played: int) -> bool:
    """Whether a treasure on another player's coordinate allows an explorer to end there."""
    if not route.has_treasure:
        return False
    if snapshot.rulings.treasure_access == "open_only":
        return route.is_open
    return may_log(snapshot, player, route, played) is not False
