"""Otoma's moves (solo p. 8-9, cooperative p. 11): courses over the paths, and whose turn it is."""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.grid import Space, Spaces
from theodolite.tiwanaku.movement import beyond
from theodolite.tiwanaku.snapshot import Arrow, Colour, Direction, Mode, PathEnd, Pawn, Snapshot

__all__ = ["Course", "Due", "after_exploring", "course", "due_after", "path_names", "reactions"]

_OPPOSITE = {
    Direction.UP: Direction.DOWN,
    Direction.DOWN: Direction.UP,
    Direction.LEFT: Direction.RIGHT,
    Direction.RIGHT: Direction.LEFT,
}


class Course(NamedTuple):
    """The way of a pawn: every space stepped onto and both ends of every path used, in order.

    `stops_at` is None where no empty space lies on it; then it closes where it began. `unknown` is
    the end of a path that is not told, beyond which nothing is known.
    """

    way: tuple[Space | PathEnd, ...]
    stops_at: Space | None
    unknown: PathEnd | None = None


class Due(NamedTuple):
    """A pawn that moves: whether it must, which way, and how far it is from the meeple.

    `tied_with` are the other pawns as far away, whose order is open.
    """

    pawn: Pawn
    direction: Direction
    distance: int | None = None
    tied_with: tuple[Pawn, ...] = ()


def course(snapshot: Snapshot, start: Space, direction: Direction, empty: Spaces) -> Course:
    """Straight on, across anything, to the first empty space (p. 9).

    At the edge the pawn takes the path there, comes in at its other end heading inwards, and goes
    on; several paths may be used in one move.

    Args:
        snapshot: the table, with its paths.
        start: where the pawn stands.
        direction: which way it goes.
        empty: the spaces without a tile.
    """
    ends = {one: other for pair in snapshot.paths or () for one, other in (pair, pair[::-1])}
    grid = snapshot.land.grid
    way: list[Space | PathEnd] = []
    space, heading = start, direction
    while True:
        onward = beyond(grid, space, heading)
        by_path = onward is None
        if onward is None:
            leaves = PathEnd(space, heading)
            enters = ends.get(leaves)
            if enters is None:
                return Course((*way, leaves), None, leaves)
            way += [leaves, enters]
            onward, heading = enters.space, _OPPOSITE[enters.side]
        space = onward
        way.append(space)
        passes = by_path and snapshot.rulings.otoma_path_end == "never_stops"
        if empty >> space & 1 and not passes:
            return Course(tuple(way), space)
        # It comes round to where it stood and stays there.
        if space == start and heading == direction:
            return Course(tuple(way), None)


def path_names(snapshot: Snapshot, way: Sequence[Space | PathEnd]) -> list[str]:
    """A course as it is told: `H2`, and `I2:right` for the end of a path."""
    names = snapshot.land.grid.names
    return [
        f"{names[stage.space]}:{stage.side}" if isinstance(stage, PathEnd) else names[stage]
        for stage in way
    ]


def due_after(snapshot: Snapshot, space: Space, colour: Colour) -> Sequence[Due] | None:
    """The pawns that must or may move after a meeple explored; None if the arrow is not known.

    Args:
        snapshot: the table with the meeple where it ended.
        space: where it ended.
        colour: its colour, which the arrow of a solo game is held against.
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
    """The pawn that an arrow below a meeple of another colour moves along it (p. 8)."""
    pawns = snapshot.otoma.pawns if snapshot.otoma else ()
    return [Due(pawn, arrow.direction) for pawn in pawns if pawn.colour == arrow.colour]


def reactions(snapshot: Snapshot, space: Space) -> Sequence[Due]:
    """The pawns in the row or column of a meeple that explored, nearest first (p. 11).

    Each moves away from it; nothing between them blocks.
    """
    grid = snapshot.land.grid
    row, column = divmod(space, grid.columns)
    due = []
    for pawn in snapshot.otoma.pawns if snapshot.otoma else ():
        down, right = pawn.space // grid.columns - row, pawn.space % grid.columns - column
        if bool(down) == bool(right):
            continue
        if down:
            way = Direction.DOWN if down > 0 else Direction.UP
        else:
            way = Direction.RIGHT if right > 0 else Direction.LEFT
        due.append(Due(pawn, way, abs(down) + abs(right)))
    due.sort(key=lambda one: (one.distance, one.pawn.space))
    return [
        one._replace(
            tied_with=tuple(
                other.pawn for other in due if other.distance == one.distance and other != one
            )
        )
        for one in due
    ]
