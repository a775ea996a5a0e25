"""Steps between places: to orthogonal neighbours, and to `home` off the board (Explorers)."""

from theodolite.grid import Space, each
from theodolite.treasure_hunt.board import GRID, HOME

UP, LEFT, RIGHT, DOWN, HOMEWARD, OUTWARD, START = range(7)
"""The directions of a step, in the order of the spaces they lead to; START before the first."""
OPPOSITE = (DOWN, RIGHT, LEFT, UP, OUTWARD, HOMEWARD, START)
COLUMNS = GRID.columns

Step = tuple[int, Space]
"""A direction, and the place to which it leads."""


def _steps(space: Space) -> tuple[Step, ...]:
    row, column = divmod(space, COLUMNS)
    steps: list[Step] = []
    if row > 0:
        steps.append((UP, Space(space - COLUMNS)))
    if column > 0:
        steps.append((LEFT, Space(space - 1)))
    if column < COLUMNS - 1:
        steps.append((RIGHT, Space(space + 1)))
    if row < GRID.rows - 1:
        steps.append((DOWN, Space(space + COLUMNS)))
    return tuple(steps)


STEPS = tuple(_steps(space) for space in each(GRID.everywhere))
"""The steps from each space of the board, in order of space."""


def steps_from(place: Space, corner: Space | None) -> tuple[Step, ...]:
    """The steps to the neighbours of a place, `home` first and then in order of space.

    Args:
        place: A space of the board, or HOME.
        corner: The neighbour of HOME; None if HOME is not in play.
    """
    if corner is not None:
        if place == HOME:
            return ((OUTWARD, corner),)
        if place == corner:
            return ((HOMEWARD, HOME), *STEPS[place])
    return STEPS[place] if place != HOME else ()
