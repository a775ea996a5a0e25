"""From a photograph of a sheet to the rows that are drawn on it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from theodolite.cartographers.board import DRAWN_LETTERS, EMPTY, GRID, Print
from theodolite.grid import each
from theodolite.verdict import Fault
from theodolite.web.cartographers.bodies import map_field
from theodolite.web.photos import (
    CORNERS_EXAMPLE,
    PhotoBody,
    PhotoRead,
    SpaceRead,
    photo_question,
    photo_read,
    sampled_twice,
    samples_field,
)
from theodolite.web.reading import Body, Choice

__all__ = ["OPERATION", "read_photo"]


class SampleBody(Body):
    """What is drawn on one space of the photograph."""

    space = Choice({name: name for name in GRID.names}, "unknown_space", required=True)
    symbol = Choice(
        {letter: letter for letter in DRAWN_LETTERS + EMPTY},
        "unknown_value",
        required=True,
        metadata={"description": "In the letters of the rows, `.` for a space with nothing drawn."},
    )


class SheetPhotoBody(PhotoBody):
    """A photograph of a sheet, its print, and what is known of the signs."""

    name_or_json: ClassVar[Sequence[str]] = ("map",)

    map = map_field(
        required=True,
        metadata={"description": "The side of the sheet: its name, or the rows of its print."},
    )
    samples = samples_field(SampleBody(), len(GRID.names))

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Spaces that are sampled twice."""
        yield from sampled_twice(data.get("samples", ()))


def read_photo(asked: Mapping[str, Any]) -> PhotoRead:
    """Read what is drawn on a map off a photograph.

    Every person has signs of their own: they are compared with those that a person has named in
    the same photograph; `ask` says which to name next. What is printed is known, so nothing is read
    on mountains and wasteland, and the print of ruins is taken away. Once there is nothing to ask,
    the rows may be believed. Without corners they are proposed. The photograph is not kept.
    """
    from theodolite.photo import decode, read_signs  # noqa: PLC0415 - an extra

    printed: Print = asked["map"]
    return photo_read(
        read_signs(
            decode(asked["photo"]),
            {sample["space"]: sample["symbol"] for sample in asked.get("samples", ())},
            asked.get("corners"),
            GRID,
            printed=dict.fromkeys(each(printed.mountains | printed.wasteland), EMPTY),
            ruins=tuple(each(printed.ruins or 0)),
        )
    )


_ROWS = [
    "FF.........",
    "F..........",
    "...........",
    "....WWW....",
    "...........",
    "...........",
    "......VV...",
    "......V....",
    "...........",
    "...........",
    ".........AA",
]
_ANSWER_EXAMPLE = PhotoRead(
    _ROWS,
    [
        SpaceRead(name, symbol, "F" if symbol == EMPTY else EMPTY, 0.81, review=False)
        for name, symbol in zip(GRID.names, "".join(_ROWS), strict=True)
    ],
    [],
    [["D5", "D6", "D7"], ["A1", "A2", "B1"], ["G7", "G8", "H7"], ["K10", "K11"]],
    CORNERS_EXAMPLE,
    proposed=True,
    review_corners=False,
)
OPERATION = photo_question(
    read_photo,
    SheetPhotoBody(),
    PhotoRead,
    lambda: _ANSWER_EXAMPLE,
    {
        "map": "A",
        "samples": [
            {"space": "A1", "symbol": "F"},
            {"space": "A3", "symbol": "."},
            {"space": "D5", "symbol": "W"},
            {"space": "G7", "symbol": "V"},
            {"space": "K10", "symbol": "A"},
        ],
    },
)
