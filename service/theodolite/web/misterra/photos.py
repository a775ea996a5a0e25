"""From a photograph to the rows of an island or a parchment."""

from collections.abc import Iterable, Mapping
from typing import Any

from theodolite.misterra.board import GRID, LETTERS
from theodolite.verdict import Fault
from theodolite.web.misterra.bodies import space_field
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

__all__ = ["OPERATION"]


class SampleBody(Body):
    """What lies on one space of the photograph."""

    space = space_field(required=True)
    symbol = Choice(
        {letter: letter for letter in f"{LETTERS}{LETTERS.lower()}."},
        "unknown_value",
        required=True,
        metadata={"description": "In the letters of the rows; small ones on the island only."},
    )


class BoardPhotoBody(PhotoBody):
    """A photograph of an island or a parchment, and what is known of it."""

    board = Choice(
        {board: board for board in ("island", "parchment")},
        "unknown_value",
        required=True,
        metadata={"description": "What it shows."},
    )
    samples = samples_field(SampleBody(), len(GRID.names))

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Hazy tiles on a parchment, and spaces that are sampled twice."""
        samples = data.get("samples", ())
        for i, sample in enumerate(samples):
            symbol = (sample or {}).get("symbol")
            if data.get("board") == "parchment" and symbol and symbol.islower():
                yield Fault("hazy_on_parchment", ("samples", i, "symbol"), {"letters": symbol})
        yield from sampled_twice([_by_name(sample or {}) for sample in samples])


def _by_name(sample: Mapping[str, Any]) -> Mapping[str, Any]:
    space = sample.get("space")
    return sample if space is None else {**sample, "space": GRID.names[space]}


def read_photo(asked: Mapping[str, Any]) -> PhotoRead:
    """Read a board off a photograph.

    The spaces are compared with those that a person has named in the same photograph; `ask` says
    which to name next, without any samples one of each look. Once there is nothing to ask, the rows
    may be believed. Without corners they are proposed. The photograph is not kept.
    """
    from theodolite.photo import decode, read_board  # noqa: PLC0415 - an extra

    samples = {GRID.names[each["space"]]: each["symbol"] for each in asked.get("samples", ())}
    return photo_read(read_board(decode(asked["photo"]), samples, asked.get("corners"), GRID))


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
)
OPERATION = photo_question(
    read_photo,
    BoardPhotoBody(),
    PhotoRead,
    lambda: _ANSWER_EXAMPLE,
    {
        "board": "island",
        "samples": [{"space": "A1", "symbol": "J"}, {"space": "A2", "symbol": "j"}],
    },
)
