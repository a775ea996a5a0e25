"""The endpoint `photos`: reading what is drawn on a sheet off a photograph."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from theodolite.cartographers.board import DRAWN_LETTERS, EMPTY, GRID, Print
from theodolite.grid import NOWHERE, each
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.cartographers.known import MapField
from theodolite.web.photos import (
    BOARDS_EXAMPLE,
    CORNERS_EXAMPLE,
    PhotoRead,
    PhotoSchema,
    SpaceRead,
    from_looks,
    photo_endpoint,
    photo_read,
    photograph_of,
    sampled_twice,
    samples_field,
)
from theodolite.web.schemas import Schema

KIND: Final = "cartographers"
"""The kind of board of looks: a hand draws the same signs on every side of the sheets."""


class SampleSchema(Schema):
    """The drawing on one space of the photograph, as a person has named it."""

    space = fields.Choice.of(
        GRID.names,
        "unknown_space",
        required=True,
        description="The space, `A1` to `K11`.",
    )
    symbol = fields.Choice.of(
        DRAWN_LETTERS + EMPTY,
        "unknown_value",
        required=True,
        description="The letter of the drawing, as in rows; `.` for a space without one.",
    )


class SheetPhotoSchema(PhotoSchema):
    """A photograph of a sheet, its print, and samples of its drawings."""

    name_or_json: ClassVar[Sequence[str]] = ("map",)

    map = MapField(required=True)
    samples = samples_field(SampleSchema(), len(GRID.names))

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Spaces that are sampled twice."""
        return sampled_twice(data.get("samples", ()))


def read_photo(loaded: Mapping[str, Any]) -> PhotoRead:
    """Read what is drawn on a map off a photograph.

    Every person draws with signs of their own, so they are compared with samples that a person has
    named in the same photograph; `ask` lists the spaces to name next. Mountains and wasteland are
    not read, since the print is known. Looks of the same person's maps leave less to ask. The
    photograph is not kept.
    """
    from theodolite.photo import read_signs  # noqa: PLC0415 - an extra

    printed: Print = loaded["map"]
    reading = read_signs(
        photograph_of(loaded),
        {sample["space"]: sample["symbol"] for sample in loaded.get("samples", ())},
        loaded.get("corners"),
        GRID,
        printed=dict.fromkeys(each(printed.mountains | printed.wasteland), EMPTY),
        ruins=tuple(each(printed.ruins or NOWHERE)),
        looks=from_looks(loaded, KIND, [DRAWN_LETTERS + EMPTY]),
        kind=KIND,
    )
    if loaded.get("ask", False):
        reading = replace(reading, ask=reading.ask[:1])
    return photo_read(reading)


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
    boards=BOARDS_EXAMPLE,
)
OPERATION = photo_endpoint(
    read_photo,
    SheetPhotoSchema(),
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
