"""From a photograph of a board of Tiwanaku to its terrain and its crops."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Struct

from theodolite.grid import Spaces
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
from theodolite.web.answers import says
from theodolite.web.photos import (
    CORNERS_EXAMPLE,
    PhotoBody,
    photo_question,
    sampled_twice,
    samples_field,
)
from theodolite.web.reading import Body, Choice
from theodolite.web.tiwanaku.bodies import board_field, space_field

if TYPE_CHECKING:
    from theodolite.photo import Reading

__all__ = ["OPERATION", "against_the_laws", "in_doubt_by_law", "read_photo"]


class SampleBody(Body):
    """What lies on one space of the photograph."""

    space = space_field(required=True)
    terrain = Choice(
        {letter: letter for letter in LETTERS + EMPTY},
        "unknown_value",
        required=True,
        metadata={"description": "In the letters of the rows, `.` for a space without a tile."},
    )
    crop = Choice(
        {letter: letter for letter in CROP_LETTERS + EMPTY},
        "unknown_value",
        required=True,
        metadata={"description": "Its level, or `.` for a space without a crop."},
    )


class LandPhotoBody(PhotoBody):
    """A photograph of a board, and what is known of it."""

    board = board_field()
    samples = samples_field(SampleBody(), len(GRIDS[BoardName.LONG].names))

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Spaces that this board does not have, or that are sampled twice."""
        samples, board = data.get("samples", ()), data.get("board")
        for i, sample in enumerate(samples):
            space = (sample or {}).get("space")
            if board is not None and space is not None and space not in GRIDS[board].spaces:
                yield Fault("unknown_space", ("samples", i, "space"), {"value": space})
        yield from sampled_twice(samples)


class LandSpaceRead(Struct):
    """What was read on one space."""

    space: str
    terrain: Annotated[str | None, says("The letter of the rows; null without samples.")]
    crop: Annotated[str | None, says("Its level, or `.`; null without samples.")]
    confidence: Annotated[float, says("From 0 to 1, of the less sure of the two.")]
    review: Annotated[bool, says("Whether a person should look.")]


class LandPhotoRead(Struct):
    """A board as read off a photograph."""

    terrain: Annotated[Sequence[str] | None, says("As a snapshot has it; null without samples.")]
    crops: Annotated[Sequence[str] | None, says("As a snapshot has them; null without samples.")]
    spaces: list[LandSpaceRead]
    ask: Annotated[
        Sequence[str],
        says(
            "The spaces to ask a person about next; what is answered goes with the other samples "
            "into the next request. As long as there are any, the rows are not to be believed."
        ),
    ]
    unlawful: Annotated[
        Sequence[str],
        says("The spaces of which not all can be as read, by the laws and the tiles of the box."),
    ]
    corners: Annotated[
        Sequence[Sequence[float]], says("The corners used, as the request gives them.")
    ]
    proposed: Annotated[bool, says("Whether the corners were found, not given.")]
    review_corners: Annotated[bool, says("Whether a person should look at the corners.")]


def read_photo(asked: Mapping[str, Any]) -> LandPhotoRead:
    """Read the terrain and the crops of a board off a photograph.

    The tiles are compared with those that a person has named in the same photograph: the rims of
    the spaces for the terrain, their middles for the crops. `ask` says which to name next. Where
    the rows break a law or take more tiles than there are, the spaces concerned are asked about.
    Once there is nothing to ask, the rows may be believed. Without corners they are proposed. The
    photograph is not kept.
    """
    from theodolite.photo import HEART, RIM, decode, read_board  # noqa: PLC0415 - an extra

    board = asked["board"]
    samples = {
        each_["space"]: each_["terrain"] + each_["crop"] for each_ in asked.get("samples", ())
    }
    reading = read_board(
        decode(asked["photo"]), samples, asked.get("corners"), GRIDS[board], (RIM, HEART)
    )
    reading, unlawful = in_doubt_by_law(reading, board, samples)
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
        reading.ask,
        unlawful,
        reading.corners,
        reading.proposed,
        reading.review_corners,
    )


def in_doubt_by_law(
    reading: "Reading", board: BoardName, named: Mapping[str, str]
) -> tuple["Reading", list[str]]:
    """A reading in which what cannot be is marked and asked about, and the spaces concerned.

    Args:
        reading: What was read.
        board: The side of the board.
        named: The spaces that a person has named; nobody is asked about them again.
    """
    if reading.layers is None:
        return reading, []
    terrain, crops = reading.layers
    concerned = against_the_laws(Land.from_rows(board, terrain, crops))
    names = GRIDS[board].name_all(concerned)
    doubtful = {name for name in names if name not in named}
    spaces = tuple(
        replace(space, review=space.review or space.space in doubtful) for space in reading.spaces
    )
    # What is asked anyhow may put it right.
    least = sorted(
        (space for space in reading.spaces if space.space in doubtful),
        key=lambda space: space.confidence,
    )
    ask = reading.ask or tuple(space.space for space in least[:_AT_ONCE])
    return replace(reading, spaces=spaces, ask=ask), names


_AT_ONCE = 3
"""How many of the spaces that cannot all be as read are asked about at a time, the least sure."""


def against_the_laws(land: Land) -> Spaces:
    """The spaces of a board of which not all can be so (p. 2, 6)."""
    concerned = 0
    for fault in land_faults(land, None, Rulings()):
        values: Mapping[str, Any] = fault.values
        if "spaces" in values:
            concerned |= sum(1 << land.grid.spaces[name] for name in values["spaces"])
        elif "level" in values:
            concerned |= land.crops[values["level"] - 1]
    for terrain in _too_many(land):
        concerned |= land.terrain[terrain]
    return concerned


def _too_many(land: Land) -> Iterator[Terrain]:
    """The terrains of which more tiles lie than the box has (p. 2)."""
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
)
OPERATION = photo_question(
    read_photo,
    LandPhotoBody(),
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
