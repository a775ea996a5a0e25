"""The operation `photos`: from a photograph of a board to its terrain and its crops."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Struct, field

from theodolite.grid import NOWHERE, Spaces, set_of
from theodolite.tiwanaku.board import (
    CROP_LETTERS,
    EMPTY,
    GRIDS,
    LETTERS,
    TILES_IN_BOX,
    BoardName,
    Land,
    Terrain,
)
from theodolite.tiwanaku.impossibilities import land_faults
from theodolite.tiwanaku.snapshot import Rulings
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.photos import (
    BOARDS_EXAMPLE,
    CORNERS_EXAMPLE,
    DESCRIPTORS_DESCRIPTION,
    FIT_DESCRIPTION,
    LOOKS_DESCRIPTION,
    BoardsFound,
    PhotoDescriptors,
    PhotoLooks,
    PhotoSchema,
    Warnings,
    photo_endpoint,
    photo_read,
    read_tiles,
    sampled_twice,
    samples_field,
)
from theodolite.web.responses import description
from theodolite.web.schemas import Schema
from theodolite.web.tiwanaku.fields import MOST_SPACES, board_field, space_field
from theodolite.web.tiwanaku.schemas import unknown_spaces

if TYPE_CHECKING:
    from theodolite.photo import Reading


class SampleSchema(Schema):
    """The tiles on one space of the photograph."""

    space = space_field(required=True)
    terrain = fields.Choice.of(
        LETTERS + EMPTY,
        "unknown_value",
        required=True,
        description="In the letters of the rows, `.` for a space without a tile.",
    )
    crop = fields.Choice.of(
        CROP_LETTERS + EMPTY,
        "unknown_value",
        required=True,
        description="Its level, or `.` for a space without a crop.",
    )


class LandPhotoSchema(PhotoSchema):
    """A photograph of a board, and what is known of it."""

    board = board_field(required=True)
    samples = samples_field(SampleSchema(), MOST_SPACES)

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Spaces that this board lacks, or that are sampled twice."""
        samples = data.get("samples", ())
        named = ((("samples", i, "space"), sample["space"]) for i, sample in enumerate(samples))
        yield from unknown_spaces(GRIDS[data["board"]], named)
        yield from sampled_twice(samples)


class LandSpaceRead(Struct):
    """The reading of one space."""

    space: Annotated[str, description("The space.")]
    terrain: Annotated[str | None, description("The letter of the rows; null without samples.")]
    crop: Annotated[str | None, description("Its level, or `.`; null without samples.")]
    confidence: Annotated[float, description("From 0 to 1, of the less sure of the two.")]
    review: Annotated[bool, description("Whether a person should look.")]


class LandPhotoRead(Struct):
    """A board as read off a photograph."""

    terrain: Annotated[
        Sequence[str] | None, description("As a snapshot has it; null without samples.")
    ]
    crops: Annotated[
        Sequence[str] | None, description("As a snapshot has them; null without samples.")
    ]
    spaces: Annotated[list[LandSpaceRead], description("The reading of each space.")]
    ask: Annotated[
        Sequence[str],
        description(
            "The spaces to ask a person about next: their answers join `samples`. The rows are "
            "provisional while `ask` is not empty."
        ),
    ]
    unlawful: Annotated[
        Sequence[str],
        description(
            "The spaces of which not all can be as read, by the laws and the tiles of the box."
        ),
    ]
    corners: Annotated[
        Sequence[Sequence[float]], description("The corners used, as the request gives them.")
    ]
    proposed: Annotated[bool, description("Whether the corners were found, not given.")]
    review_corners: Annotated[bool, description("Whether a person should look at the corners.")]
    boards: BoardsFound
    looks: Annotated[PhotoLooks | None, description(LOOKS_DESCRIPTION)] = None
    looks_fit: Annotated[Literal["none", "poor", "good"] | None, description(FIT_DESCRIPTION)] = (
        None
    )
    descriptors: Annotated[PhotoDescriptors | None, description(DESCRIPTORS_DESCRIPTION)] = None
    warnings: Warnings = field(default_factory=list)


def read_photo(request: Mapping[str, Any]) -> LandPhotoRead:
    """Read the terrain and the crops of a board off a photograph.

    The tiles are compared with those that a person has named in the same photograph: the rims of
    the spaces for the terrain, their middles for the crops. `ask` lists the spaces to name next.
    Spaces that break a law, or take more tiles than there are, are in it too. Looks from other
    photographs of the same copy leave less to ask. The photograph is not kept.
    """
    from theodolite.photo import HEART, RIM  # noqa: PLC0415 - an extra

    board = request["board"]
    samples = {
        sample["space"]: sample["terrain"] + sample["crop"] for sample in request.get("samples", ())
    }
    letters = [LETTERS + EMPTY, CROP_LETTERS + EMPTY]
    reading = read_tiles(
        request, samples, GRIDS[board], _KIND, letters=letters, layers=(RIM, HEART)
    )
    reading, unlawful = mark_unlawful(reading, board, samples)
    shared = photo_read(reading)
    terrain, crops = reading.layers or (None, None)
    return LandPhotoRead(
        terrain,
        crops,
        [
            LandSpaceRead(
                space.space,
                space.symbol and space.symbol[0],
                space.symbol and space.symbol[1],
                space.confidence,
                space.review,
            )
            for space in reading.spaces
        ],
        reading.ask[:1] if request.get("ask", False) else reading.ask,
        unlawful,
        reading.corners,
        reading.proposed,
        reading.review_corners,
        shared.boards,
        shared.looks,
        reading.looks_fit,
        shared.descriptors,
        shared.warnings,
    )


_KIND = "tiwanaku"
"""The kind of board of looks: both lengths show the same tiles."""


def mark_unlawful(
    reading: "Reading", board: BoardName, named: Mapping[str, str]
) -> tuple["Reading", list[str]]:
    """Mark the spaces of a reading that cannot all be so, and ask about them.

    Args:
        reading: What was read.
        board: The side of the board.
        named: The spaces that a person has named, which are not asked about again.

    Returns:
        The reading with these marks, and the names of the spaces.
    """
    if reading.layers is None:
        return reading, []
    terrain, crops = reading.layers
    concerned = unlawful_spaces(Land.from_rows(board, terrain, crops))
    names = GRIDS[board].name_all(concerned)
    doubtful = {name for name in names if name not in named}
    spaces = tuple(
        replace(space, review=space.review or space.space in doubtful) for space in reading.spaces
    )
    # The answers to other questions may resolve it.
    least = sorted(
        (space for space in reading.spaces if space.space in doubtful),
        key=lambda space: space.confidence,
    )
    ask = reading.ask or tuple(space.space for space in least[:_AT_ONCE])
    return replace(reading, spaces=spaces, ask=ask), names


_AT_ONCE = 3
"""How many doubtful spaces are asked about at a time, the least sure first."""


def unlawful_spaces(land: Land) -> Spaces:
    """The spaces of a board that break a law or exceed the box, together (p. 2, 6)."""
    concerned = NOWHERE
    for fault in land_faults(land, None, Rulings()):
        values: Mapping[str, Any] = fault.values
        if "spaces" in values:
            concerned |= set_of(land.grid.spaces[name] for name in values["spaces"])
        elif "level" in values:
            concerned |= land.crops[values["level"] - 1]
    for terrain in _too_many(land):
        concerned |= land.terrain[terrain]
    return concerned


def _too_many(land: Land) -> Iterator[Terrain]:
    """The terrains with more tiles than the box has (p. 2)."""
    for terrain in Terrain:
        if land.count(terrain) > TILES_IN_BOX[terrain]:
            yield terrain


_TERRAIN = ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"]
_CROPS = ["1....", ".4...", "..5..", "....2", "....5"]
_ANSWER_EXAMPLE = LandPhotoRead(
    _TERRAIN,
    _CROPS,
    [
        LandSpaceRead(name, terrain, crop, 0.87, review=False)
        for name, terrain, crop in zip(
            GRIDS[BoardName.SHORT].names, "".join(_TERRAIN), "".join(_CROPS), strict=True
        )
    ],
    [],
    [],
    CORNERS_EXAMPLE,
    proposed=True,
    review_corners=False,
    boards=BOARDS_EXAMPLE,
)
OPERATION = photo_endpoint(
    read_photo,
    LandPhotoSchema(),
    LandPhotoRead,
    lambda: _ANSWER_EXAMPLE,
    {
        "board": "short",
        "samples": [
            {"space": "A1", "terrain": "M", "crop": "1"},
            {"space": "C1", "terrain": "S", "crop": "."},
            {"space": "D1", "terrain": ".", "crop": "."},
        ],
    },
)
