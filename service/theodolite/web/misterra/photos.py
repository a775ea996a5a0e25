"""From a photograph to the rows of a board, for callers over HTTP.

The photograph is held in memory while its request lasts, and nowhere after that. What reads it,
`theodolite.photo`, is an optional extra, loaded by the first photograph.
"""

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import msgspec
from flask import Response, request
from msgspec import Struct
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from theodolite.misterra.board import GRID, LETTERS
from theodolite.verdict import Fault
from theodolite.web.answers import respond, says
from theodolite.web.misterra.bodies import space_field
from theodolite.web.operations import Operation
from theodolite.web.problems import Problem
from theodolite.web.reading import (
    UNREADABLE,
    Body,
    Choice,
    Items,
    Leaf,
    Nested,
    refusal,
    shown,
)
from theodolite.web.serving.apart import apart
from theodolite.web.serving.lanes import Lane, leave_the_loop

if TYPE_CHECKING:
    from theodolite.photo import Point, Reading

__all__ = ["OPERATION"]

MEDIA_TYPE: Final = "multipart/form-data"
LARGEST_PHOTOGRAPH: Final = 20 << 20
"""The most bytes of a photograph."""
LARGEST_TEXT: Final = 256 << 10
"""The most bytes of all that is said about it, and of what holds the parts together."""
FURTHEST: Final = 100_000
"""Pixels: the largest coordinate, which is more than any photograph that is read can have."""
MOST_PARTS: Final = 8
"""The most parts of a body; more than it can have, so that what is superfluous can be named."""
_JSON: Final = ("samples", "corners")
"""The parts that hold JSON."""


class PictureField(Leaf):
    """The file of a photograph."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "string", "format": "binary"}, **kwargs)

    def read(self, value: Any) -> bytes:
        """Its bytes."""
        if type(value) is not bytes:
            raise refusal("not_a_file")
        return value


class CoordinateField(Leaf):
    """Pixels of the photograph, upright as its EXIF says, from its left or its top."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "number", "minimum": -FURTHEST, "maximum": FURTHEST}, **kwargs)

    def read(self, value: Any) -> float:
        """The number itself."""
        if type(value) not in (int, float):
            raise refusal("wrong_type", {"expected": "number"})
        if not -FURTHEST <= value <= FURTHEST:
            values = {"value": shown(value), "least": -FURTHEST, "most": FURTHEST}
            raise refusal("out_of_range", values)
        return float(value)


class SampleBody(Body):
    """What lies on one space of the photograph."""

    space = space_field(required=True)
    symbol = Choice(
        {letter: letter for letter in f"{LETTERS}{LETTERS.lower()}."},
        "unknown_value",
        required=True,
        metadata={"description": "In the letters of the rows; small ones on the island only."},
    )


class PhotoBody(Body):
    """A photograph, and what is known of it."""

    photo = PictureField(
        required=True,
        metadata={"description": "JPEG, PNG or WebP: at most 20 MiB and 50 megapixels."},
    )
    board = Choice(
        {board: board for board in ("island", "parchment")},
        "unknown_value",
        required=True,
        metadata={"description": "What it shows."},
    )
    samples = Items(
        Nested(SampleBody()),
        len(GRID.names),
        metadata={
            "description": "One space of each kind that occurs, as JSON. Without any, the answer "
            "groups the spaces that look alike."
        },
    )
    corners = Items(
        Items(CoordinateField(), 2, least=2),
        4,
        least=4,
        metadata={
            "description": "The corners of the 5 x 5 spaces as JSON: [x, y] in pixels of the "
            "upright photograph, clockwise from the top left as the rows are to be read. Without "
            "them they are looked for."
        },
    )

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Hazy tiles on a parchment, and spaces that are sampled twice."""
        seen = set()
        for i, sample in enumerate(data.get("samples", ())):
            symbol, space = (sample or {}).get("symbol"), (sample or {}).get("space")
            if data.get("board") == "parchment" and symbol and symbol.islower():
                yield Fault("hazy_on_parchment", ("samples", i, "symbol"), {"letters": symbol})
            if space is not None and space in seen:
                yield Fault("sampled_twice", ("samples", i, "space"), {"space": GRID.names[space]})
            seen.add(space)


class SpaceRead(Struct):
    """What was read on one space."""

    space: str
    symbol: Annotated[str | None, says("The letter of the rows; null without samples.")]
    runner_up: Annotated[
        str | None, says("The second likeliest; null with samples of fewer than two letters.")
    ]
    confidence: Annotated[float, says("From 0 to 1.")]
    review: Annotated[bool, says("Whether a person should look.")]


class PhotoRead(Struct):
    """A board as read off a photograph."""

    rows: Annotated[Sequence[str] | None, says("As a snapshot has them; null without samples.")]
    spaces: list[SpaceRead]
    groups: Annotated[
        Sequence[Sequence[str]],
        says("Without samples the spaces that look alike, largest group first."),
    ]
    corners: Annotated[
        Sequence[Sequence[float]], says("The corners used, as the request gives them.")
    ]
    proposed: Annotated[bool, says("Whether the corners were found, not given.")]
    review_corners: Annotated[bool, says("Whether a person should look at the corners.")]


_BODY = PhotoBody()


def photos() -> Response:
    """Read a board off a photograph.

    The spaces are compared with the samples that the request points out in the same photograph;
    where the photograph leaves room for doubt, `review` asks for a person. Without corners they
    are proposed; without samples the spaces are grouped by their looks, for a person to name. The
    photograph is not kept.
    """
    if request.mimetype != MEDIA_TYPE:
        raise Problem("unsupported-media-type", headers={"Accept": MEDIA_TYPE})
    leave_the_loop(Lane.PHOTOGRAPH)
    asked = _asked()
    samples = {GRID.names[s["space"]]: s["symbol"] for s in asked.get("samples", ())}
    try:
        read = apart(_read, asked["photo"], samples, asked.get("corners"), needs="theodolite.photo")
    except ImportError:
        raise Problem("not-installed") from None
    except MemoryError:
        raise Problem("overloaded", headers={"Retry-After": "1"}) from None
    if isinstance(read, _Unreadable):
        raise _problem(read)
    return respond(read)


class _Unreadable(NamedTuple):
    """Why a photograph cannot be read: the code of its PhotoError, and what that says."""

    code: str
    detail: str


def _read(
    photo: bytes, samples: Mapping[str, str], corners: Sequence["Point"] | None
) -> "PhotoRead | _Unreadable":
    from theodolite.photo import PhotoError, decode, read_board  # noqa: PLC0415 - an extra

    try:
        return _answer(read_board(decode(photo), samples, corners, GRID))
    except PhotoError as error:
        return _Unreadable(error.code, str(error))


def _answer(reading: "Reading") -> PhotoRead:
    return PhotoRead(
        reading.rows,
        [
            SpaceRead(space.space, space.symbol, space.runner_up, space.confidence, space.review)
            for space in reading.spaces
        ],
        reading.groups,
        reading.corners,
        reading.proposed,
        reading.review_corners,
    )


def _problem(error: _Unreadable) -> Problem:
    if error.code == "too_many_bytes":
        return Problem("too-large")
    if error.code == "format":
        return Problem("unsupported-media-type", detail=error.detail)
    path = ("corners",) if error.code == "corners" else ("photo",)
    return Problem("invalid-photo", faults=[Fault(f"photo_{error.code}", path)])


def _asked() -> Any:
    """What the parts of the body say; a problem with all that is wrong with them."""
    parts, faults = {}, []
    for name, values in _parts():
        value = values[0]
        if len(values) > 1:
            faults.append(Fault("too_many", (name,), {"most": 1, "count": len(values)}))
        elif name in _JSON and type(value) is str:
            try:
                parts[name] = msgspec.json.decode(value)
            except (msgspec.DecodeError, RecursionError):
                faults.append(Fault("bad_json", (name,)))
        else:
            parts[name] = value
    unread = {fault.path for fault in faults}
    try:
        asked = _BODY.read(parts)
    except UNREADABLE:
        faults += [fault for fault in _BODY.explain(parts) if fault.path not in unread]
    if faults:
        raise Problem("invalid-photo", faults=faults)
    return asked


def _in_memory(
    total_content_length: int | None,
    content_type: str | None,
    filename: str | None,
    content_length: int | None = None,
) -> BytesIO:
    """Where a file goes while its request lasts: never to disk."""
    return BytesIO()


def _parts() -> Iterable[tuple[str, Sequence[str | bytes]]]:
    """Each part of the body by its name: a text, or the bytes of a file."""
    request.max_content_length = LARGEST_PHOTOGRAPH + LARGEST_TEXT
    parser = FormDataParser(
        stream_factory=_in_memory,
        max_form_memory_size=LARGEST_TEXT,
        max_content_length=request.max_content_length,
        max_form_parts=MOST_PARTS,
        silent=False,
    )
    try:
        _, form, files = parser.parse(
            request.stream, MEDIA_TYPE, request.content_length, request.mimetype_params
        )
    except RequestEntityTooLarge:
        raise Problem("too-large") from None
    except ValueError:
        raise Problem("bad-request") from None
    names = list(dict.fromkeys([*form, *files]))
    return [
        (name, [*form.getlist(name), *(file.read() for file in files.getlist(name))])
        for name in names
    ]


_ROWS = ["J.LS.", "jMLSS", "..LMS", "S.mm.", "SS..J"]
_CORNERS = [[612.4, 301.8], [3318.0, 344.5], [3502.7, 2710.1], [421.9, 2688.6]]
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
    [],
    _CORNERS,
    proposed=True,
    review_corners=False,
)
OPERATION = Operation(
    "photos",
    "/photos",
    photos,
    photos.__doc__ or "",
    PhotoRead,
    lambda: _ANSWER_EXAMPLE,
    _BODY,
    {
        "photo": "The bytes of the file.",
        "board": "island",
        "samples": [{"space": "A1", "symbol": "J"}, {"space": "A2", "symbol": "j"}],
        "corners": _CORNERS,
    },
    MEDIA_TYPE,
)
