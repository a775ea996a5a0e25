"""Photographs of the boards of Maps of Misterra: request and endpoint."""

from collections.abc import Iterable, Mapping
from typing import Any

from theodolite.misterra.board import GRID, LETTERS
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.photos import (
    BOARDS_EXAMPLE,
    CORNERS_EXAMPLE,
    PhotoRead,
    PhotoSchema,
    SpaceRead,
    photo_endpoint,
    photo_read,
    read_tiles,
    sampled_twice,
    samples_field,
)
from theodolite.web.schemas import Schema


class SampleSchema(Schema):
    """The symbol of one space of the photograph."""

    space = fields.Choice.of(
        GRID.names,
        "unknown_space",
        required=True,
        description="The space, `A1` to `E5`.",
    )
    symbol = fields.Choice.of(
        f"{LETTERS}{LETTERS.lower()}.",
        "unknown_value",
        required=True,
        description="In the letters of the rows; small ones on the island only.",
    )


class BoardPhotoSchema(PhotoSchema):
    """A photograph of an island or a parchment, with known corners and spaces."""

    board = fields.Choice.of(
        ("island", "parchment"),
        "unknown_value",
        required=True,
        description="The kind of board.",
    )
    samples = samples_field(SampleSchema(), len(GRID.names))

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Hazy tiles on a parchment, and spaces that are sampled twice."""
        samples = data.get("samples", ())
        for i, sample in enumerate(samples):
            symbol = sample["symbol"]
            if data["board"] == "parchment" and symbol.islower():
                yield Fault("hazy_on_parchment", ("samples", i, "symbol"), {"letters": symbol})
        yield from sampled_twice(samples)


def read_photo(request: Mapping[str, Any]) -> PhotoRead:
    """Read a board off a photograph.

    The spaces are compared with those that a person has named in the same photograph; `ask` says
    which to name next, without any samples one of each look. Looks from other photographs of the
    same copy leave less to ask. The photograph is not kept.
    """
    samples = {each["space"]: each["symbol"] for each in request.get("samples", ())}
    board = request["board"]
    kind, letters = f"misterra/{board}", [_LETTERS[board]]
    return photo_read(read_tiles(request, samples, GRID, kind, letters=letters))


_LETTERS = {"island": f"{LETTERS}{LETTERS.lower()}.", "parchment": f"{LETTERS}."}
"""The symbols of each kind of board."""


_ROWS = ["J.LS.", "jMLSS", "..LMS", "S.mm.", "SS..J"]
_ANSWER_EXAMPLE = PhotoRead(
    _ROWS,
    [
        SpaceRead(
            name,
            symbol,
            "j" if symbol == "J" else "J",
            0.41 if name == "C4" else 0.93,
            name == "C4",
        )
        for name, symbol in zip(GRID.names, "".join(_ROWS), strict=True)
    ],
    ["C4"],
    [["D1", "D2", "E2", "E3", "A4", "A5", "B5"], ["A1", "E5"]],
    CORNERS_EXAMPLE,
    proposed=True,
    review_corners=False,
    boards=BOARDS_EXAMPLE,
)
OPERATION = photo_endpoint(
    read_photo,
    BoardPhotoSchema(),
    PhotoRead,
    lambda: _ANSWER_EXAMPLE,
    {
        "board": "island",
        "samples": [{"space": "A1", "symbol": "J"}, {"space": "A2", "symbol": "j"}],
    },
)
