"""Otoma's pawns (solo p. 8-9, cooperative p. 11): their routes, and which of them move."""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.grid import Space, Spaces
from theodolite.tiwanaku.movement import beyond
from theodolite.tiwanaku.snapshot import Arrow, Colour, Direction, Mode, PathEnd, Pawn, Snapshot

_OPPOSITE = {
    Direction.UP: Direction.DOWN,
    Direction.DOWN: Direction.UP,
    Direction.LEFT: Direction.RIGHT,
    Direction.RIGHT: Direction.LEFT,
}


class Route(NamedTuple):
    """The route of a pawn.

    Attributes:
        stages: Every space stepped onto and both ends of every path used, in order.
        stops_at: The empty space where it stops; None if it comes round to where it began, or is
            unknown.
        unknown: The end of a path whose other end is unknown; None if the whole route is known.
    """

    stages: tuple[Space | PathEnd, ...]
    stops_at: Space | None
    unknown: PathEnd | None = None


class Due(NamedTuple):
    """A pawn that must or may move.

    Attributes:
        pawn: The pawn.
        direction: Its direction.
        distance: Its distance from the meeple in spaces; None in a solo game.
        tied_with: The other pawns as far away; the group chooses their order.
    """

    pawn: Pawn
    direction: Direction
    distance: int | None = None
    tied_with: tuple[Pawn, ...] = ()


def route(snapshot: Snapshot, start: Space, direction: Direction, empty: Spaces) -> Route:
    """The route of a pawn: straight on, across anything, to the first empty space (p. 9).

    At the edge the pawn takes the path there, comes in at its other end heading inwards, and goes
    on; several paths may be used in one move.

    Args:
        snapshot: The table, with its paths.
        start: The space of the pawn.
        direction: Its direction.
        empty: The spaces without a tile.
    """
    ends = {one: other for pair in snapshot.paths or () for one, other in (pair, pair[::-1])}
    grid = snapshot.land.grid
    stages: list[Space | PathEnd] = []
    space, heading = start, direction
    while True:
        onward = beyond(grid, space, heading)
        by_path = onward is None
        if onward is None:
            leaves = PathEnd(space, heading)
            enters = ends.get(leaves)
            if enters is None:
                return Route((*stages, leaves), None, leaves)
            stages += [leaves, enters]
            onward, heading = enters.space, _OPPOSITE[enters.side]
        space = onward
        stages.append(space)
        passes = by_path and snapshot.rulings.otoma_path_end == "never_stops"
        if empty >> space & 1 and not passes:
            return Route(tuple(stages), space)
        # It comes round to where it stood and stays there.
        if space == start and heading == direction:
            return Route(tuple(stages), None)


def stage_names(snapshot: Snapshot, stages: Sequence[Space | PathEnd]) -> list[str]:
    """The names of a route's stages: `H2`, and `I2:right` for the end of a path."""
    names = snapshot.land.grid.names
    return [
        f"{names[stage.space]}:{stage.side}" if isinstance(stage, PathEnd) else names[stage]
        for stage in stages
    ]


def due_after(snapshot: Snapshot, space: Space, colour: Colour) -> Sequence[Due] | None:
    """The pawns that must or may move after a meeple explored.

    Args:
        snapshot: The table with the meeple where it ended.
        space: The space where it ended.
        colour: Its colour, with which the arrow of a solo game is compared.

    Returns:
        The pawns, nearest first. None if the arrow of a solo game is unknown.
    """
    if snapshot.mode == Mode.COOPERATIVE:
        return reactions(snapshot, space)
    if snapshot.land.planted >> space & 1:
        return ()
    arrow = dict(snapshot.arrows or ()).get(space)
    if arrow is None:
        return None
    if arrow.colour != colour or snapshot.otoma is None:
        return after_exploring(snapshot, arrow)
    if snapshot.rulings.own_arrow_choice == "whole_game" and snapshot.difficulty == "easy":
        return ()
    # An arrow of the meeple's own colour: any pawn may be chosen (p. 8).
    return [Due(pawn, arrow.direction) for pawn in snapshot.otoma.pawns]


def after_exploring(snapshot: Snapshot, arrow: Arrow) -> Sequence[Due]:
    """The pawn that is moved by the arrow below a meeple of another colour (p. 8)."""
    return [Due(pawn, arrow.direction) for pawn in snapshot.pawns if pawn.colour == arrow.colour]


def reactions(snapshot: Snapshot, space: Space) -> Sequence[Due]:
    """The pawns in the row or column of a meeple that explored, nearest first (p. 11).

    Each moves away from it; nothing between them blocks.
    """
    grid = snapshot.land.grid
    row, column = divmod(space, grid.columns)
    due = []
    for pawn in snapshot.pawns:
        down, right = pawn.space // grid.columns - row, pawn.space % grid.columns - column
        if bool(down) == bool(right):
            continue
        if down:
            direction = Direction.DOWN if down > 0 else Direction.UP
        else:
            direction = Direction.RIGHT if right > 0 else Direction.LEFT
        due.append(Due(pawn, direction, abs(down) + abs(right)))
    due.sort(key=lambda one: (one.distance, one.pawn.space))
    return [
        one._replace(
            tied_with=tuple(
                other.pawn for other in due if other.distance == one.distance and other != one
            )
        )
        for one in due
    ]
