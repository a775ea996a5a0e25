"""Logging: which markers an explorer may log where, and what bars it (Logging, Ending a route).

Covers walkers, covered coordinates, shovels, open and closed treasures, and teams. What a logging
brings is carried out in `turn`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from theodolite.grid import Space, Spaces, each
from theodolite.treasure_hunt.board import GRID, HOME
from theodolite.treasure_hunt.snapshot import Card, Route, Snapshot

__all__ = [
    "PLAYS",
    "Find",
    "finds",
    "foreign",
    "has_right",
    "is_own",
    "marked_spaces",
    "may_log",
    "reach_of",
    "shovel_at_hand",
    "walkers_near",
    "zone",
]

PLAYS = 2
"""How many cards are played in a turn at most (`card.two`)."""


class Find(NamedTuple):
    """A marker that an explorer has a right to log.

    `must` tells whether it is of the explorer's own colour, `legal` whether it may be logged now,
    None where that depends on a hand that is not known.
    """

    owner: int
    route: int
    at: Space
    must: bool
    legal: bool | None


def marked_spaces(snapshot: Snapshot) -> Spaces:
    """Every space that holds a route's marker."""
    spaces = 0
    for player in snapshot.players:
        for route in player.routes:
            if route.cards:
                spaces |= 1 << route.cards[-1]
    return spaces


def is_own(snapshot: Snapshot, player: int, owner: int) -> bool:
    """Whether a player's explorers log a marker of `owner` as of their own (`team_logging`)."""
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
    """The spaces from which a walker keeps a coordinate from being logged (`walker_zone`)."""
    return _in_square(space) if snapshot.rulings.walker_zone == "square" else _in_steps(space)


def walkers_near(snapshot: Snapshot, space: Space) -> Spaces:
    """The walkers within two spaces around a coordinate, its own space included."""
    standing = sum(1 << walker.at for walker in snapshot.walkers)
    # Farther than by either reading, which need not be asked.
    if not standing & _in_square(space):
        return 0
    return standing & zone(snapshot, space)


def shovel_at_hand(snapshot: Snapshot, player: int, played: int) -> bool | None:
    """Whether a player can dig: a shovel in hand and a card left to play; None if unknown."""
    hand = snapshot.players[player].hand
    if played >= PLAYS:
        return False
    return None if hand is None else Card.SHOVEL in hand


def may_log(snapshot: Snapshot, player: int, route: Route, played: int) -> bool | None:
    """Whether nothing keeps a player's explorer from logging a route where it stands."""
    if route.marked is None or walkers_near(snapshot, route.marked):
        return False
    return shovel_at_hand(snapshot, player, played) if route.needs_shovel else True


def has_right(snapshot: Snapshot, player: int, owner: int, route: Route) -> bool:
    """Whether a player's explorer may log a route at all (`log.must`)."""
    if is_own(snapshot, player, owner) or route.is_open:
        return True
    return route.has_treasure and snapshot.rulings.treasure_access == "all"


def finds(snapshot: Snapshot, player: int, space: Space, played: int = 0) -> list[Find]:
    """The markers on a space that a player's explorer has a right to log, the own ones first.

    Args:
        snapshot: the table.
        player: the player whose colour the explorer has.
        space: the space.
        played: how many cards have been played in the turn.
    """
    found = [
        Find(
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
    return sorted(found, key=lambda find: not find.must)


def reach_of(snapshot: Snapshot, at: Space) -> Iterator[Space]:
    """The coordinates that an explorer on a space logs from there (`covered_coordinate`)."""
    if at == HOME:
        return
    yield at
    beside = GRID.neighbours(1 << at) & snapshot.closed
    if beside and snapshot.rulings.covered_coordinate == "from_beside":
        yield from each(beside)


def foreign(snapshot: Snapshot, player: int, played: int = 0) -> Spaces:
    """The coordinates on which a player's explorer may not end (`move.foreign`)."""
    own = barred = invited = 0
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
    """Whether a treasure on another player's coordinate lets an explorer end there."""
    if not route.has_treasure:
        return False
    if snapshot.rulings.treasure_access == "open_only":
        return route.is_open
    return may_log(snapshot, player, route, played) is not False
