"""The eight images of a table: rotations and mirror images of everything on it."""

import re
from collections.abc import Callable
from typing import Any

Turn = Callable[[int, int], tuple[int, int]]

IMAGES: dict[str, Turn] = {
    "as it is": lambda x, y: (x, y),
    "quarter turn": lambda x, y: (-y, x),
    "half turn": lambda x, y: (-x, -y),
    "three quarter turn": lambda x, y: (y, -x),
    "mirrored left and right": lambda x, y: (-x, y),
    "mirrored top and bottom": lambda x, y: (x, -y),
    "mirrored on a diagonal": lambda x, y: (y, x),
    "mirrored on the other diagonal": lambda x, y: (-y, -x),
}
"""The image of a space by its columns to the right of the middle and its rows below it."""

_SIDES = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
_PLACE = re.compile(r"(beach:)?([A-E])([1-5])\Z")
_BOARDS = ("island", "parchment", "island_after", "parchment_after")


def image(part: Any, turn: Turn) -> Any:
    """A request, an answer or a part of one as it reads on another image of the table.

    Texts are left as they are, and so are the printed patterns of cards.
    """
    if isinstance(part, dict):
        return {key: _turned(key, value, turn) for key, value in part.items()}
    if isinstance(part, list | tuple):
        return [image(item, turn) for item in part]
    if isinstance(part, str) and (match := _PLACE.match(part)):
        beach, column, row = match.groups()
        x, y = turn("ABCDE".index(column) - 2, int(row) - 3)
        return f"{beach or ''}{'ABCDE'[x + 2]}{y + 3}"
    return part


def _turned(key: str, value: Any, turn: Turn) -> Any:
    if key == "beach":
        return next(side for side, where in _SIDES.items() if where == turn(*_SIDES[value]))
    if key in _BOARDS:
        rows = [["."] * 5 for _ in range(5)]
        for y, row in enumerate(value):
            for x, letter in enumerate(row):
                to_x, to_y = turn(x - 2, y - 2)
                rows[to_y + 2][to_x + 2] = letter
        return ["".join(row) for row in rows]
    return image(value, turn)
