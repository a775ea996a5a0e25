"""The steps from place to place: to orthogonal neighbours, and off the board where that is home."""

from theodolite.grid import Space
from theodolite.treasure_hunt.board import GRID, HOME

__all__ = [
    "COLUMNS",
    "DOWN",
    "HOMEWARD",
    "LEFT",
    "OPPOSITE",
    "OUTWARD",
    "RIGHT",
    "START",
    "STEPS",
    "UP",
    "Step",
    "steps_from",
]

UP, LEFT, RIGHT, DOWN, HOMEWARD, OUTWARD, START = range(7)
"""The directions of a step, in the order of the spaces they lead to; START before the first."""
OPPOSITE = (DOWN, RIGHT, LEFT, UP, OUTWARD, HOMEWARD, START)
COLUMNS = GRID.columns

Step = tuple[int, Space]
"""A direction, and where it leads."""


def _steps(space: Space) -> tuple[Step, ...]:
    row, column = divmod(space, COLUMNS)
    steps = []
    if row > 0:
        steps.append((UP, space - COLUMNS))
    if column > 0:
        steps.append((LEFT, space - 1))
    if column < COLUMNS - 1:
        steps.append((RIGHT, space + 1))
    if row < GRID.rows - 1:
        steps.append((DOWN, space + COLUMNS))
    return tuple(steps)


STEPS = tuple(_steps(space) for space in range(len(GRID.names)))
"""The steps from each space of the board, in order of space."""


def steps_from(place: Space, corner: Space | None) -> tuple[Step, ...]:
    """The steps to the neighbours of a place, `home` first and then in order of space.

    Args:
        place: a space of the board, or HOME.
        corner: the neighbour of HOME, None where there is nothing off the board.
    """
    if corner is not None:
        if place == HOME:
            return ((OUTWARD, corner),)
        if place == corner:
            return ((HOMEWARD, HOME), *STEPS[place])
    return STEPS[place] if place != HOME else ()
