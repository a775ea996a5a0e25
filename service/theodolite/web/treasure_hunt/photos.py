"""The endpoint `photos`: from a photograph of a segment to its rows in a board pack."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from theodolite.treasure_hunt.board import LETTERS
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.boards import SpaceField
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
from theodolite.web.treasure_hunt.packs import SEGMENT

if TYPE_CHECKING:
    from theodolite.photo import Reading

KIND: Final = "treasure-hunt"
"""The kind of board of its looks."""
AT_ONCE: Final = 12
"""How many doubtful spaces are asked about at a time, the least sure first."""


class SampleSchema(Schema):
    """The terrain of one space of the photograph."""

    space = SpaceField(
        SEGMENT,
        required=True,
        description="The space by row and column from the top left, `N01/E01` to `N15/E15`.",
    )
    symbol = fields.Choice.of(
        LETTERS,
        "unknown_value",
        required=True,
        description="In the letters of the rows, `?` for an unclear space.",
    )


class SegmentPhotoSchema(PhotoSchema):
    """A photograph of one segment of the board, and samples of its terrain."""

    samples = samples_field(SampleSchema(), len(SEGMENT.names))

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Spaces that are sampled twice."""
        return sampled_twice(data.get("samples", ()))


def read_photo(loaded: Mapping[str, Any]) -> PhotoRead:
    """Read the terrain of a segment off a photograph.

    The rows are those of a segment in a board pack, as the photograph shows them from the top left
    on. Spaces are compared with those that a person has named in the same photograph; `ask` says
    which to name next. Bridges are read as paths. The photograph is not kept.
    """
    samples = {
        SEGMENT.names[sample["space"]]: sample["symbol"] for sample in loaded.get("samples", ())
    }
    reading = read_tiles(loaded, samples, SEGMENT, KIND, letters=[LETTERS])
    response = photo_read(reading)
    if not loaded.get("ask", False):
        response.ask = to_ask(reading, samples)
    return response


def to_ask(reading: "Reading", named: Collection[str]) -> Sequence[str]:
    """The spaces to ask about next.

    Once a space of each cluster is named, those in doubt are asked about, `AT_ONCE` at a time: of
    225 spaces many are.
    """
    all_named = all(any(space in named for space in group) for group in reading.groups)
    if not all_named or reading.review_corners or not reading.ask:
        return reading.ask
    in_doubt = sorted(
        (space for space in reading.spaces if space.review), key=lambda space: space.confidence
    )
    return [space.space for space in in_doubt[:AT_ONCE]]


_ROWS = [
    "FFFFFFFFFFWFFFF",
    "FFFFFFFFFFWFFFF",
    "FFFFFFFFFFWFFFF",
    *["FFSSSSSSSFWFFFF"] * 3,
    "PPPPPPPPPPPPPPP",
    *["FFSSSSSSSFWFFFF"] * 5,
    "FFFF?FFFFFWFFFF",
    *["FFFFFFFFFFWFFFF"] * 2,
]
_ANSWER_EXAMPLE = PhotoRead(
    _ROWS,
    [
        SpaceRead(name, symbol, "S" if symbol == "F" else "F", 0.88, review=False)
        for name, symbol in zip(SEGMENT.names, "".join(_ROWS), strict=True)
    ],
    [],
    [["N07/E01", "N07/E02"], ["N01/E11", "N02/E11"]],
    CORNERS_EXAMPLE,
    proposed=True,
    review_corners=False,
    boards=BOARDS_EXAMPLE,
)
OPERATION = photo_endpoint(
    read_photo,
    SegmentPhotoSchema(),
    PhotoRead,
    lambda: _ANSWER_EXAMPLE,
    {
        "samples": [
            {"space": "N01/E01", "symbol": "F"},
            {"space": "N01/E11", "symbol": "W"},
            {"space": "N05/E05", "symbol": "S"},
            {"space": "N07/E01", "symbol": "P"},
            {"space": "N13/E05", "symbol": "?"},
        ]
    },
)
