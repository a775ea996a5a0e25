"""From a photograph to the rows of a board, for callers over HTTP: what all games share.

The photograph is held in memory while its request lasts, and nowhere after that. What reads it,
`theodolite.photo`, is an optional extra, loaded by the first photograph in a process of its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, NamedTuple

import msgspec
from flask import Response, request
from msgspec import Struct
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from theodolite.verdict import Fault
from theodolite.web.answers import respond, says
from theodolite.web.operations import Operation
from theodolite.web.problems import Problem, unsupported_media_type
from theodolite.web.reading import UNREADABLE, Body, Items, Leaf, Nested, refusal, shown
from theodolite.web.serving.isolation import run_isolated
from theodolite.web.serving.lanes import Lane, leave_the_loop

if TYPE_CHECKING:
    from theodolite.photo import Reading

__all__ = [
    "CORNERS_EXAMPLE",
    "LARGEST_PHOTOGRAPH",
    "LARGEST_TEXT",
    "PREPARE",
    "PhotoBody",
    "PhotoRead",
    "SpaceRead",
    "photo_question",
    "photo_read",
    "sampled_twice",
    "samples_field",
]

MEDIA_TYPE: Final = "multipart/form-data"
LARGEST_PHOTOGRAPH: Final = 20 << 20
"""The most bytes of a photograph."""
LARGEST_TEXT: Final = 256 << 10
"""The most bytes of all that is said about it, and of what holds the parts together."""
FURTHEST: Final = 100_000
"""Pixels: the largest coordinate, which is more than any photograph that is read can have."""
MOST_PARTS: Final = 8
"""The most parts of a body; more than it can have, so that what is superfluous can be named."""
CORNERS_EXAMPLE: Final = [[612.4, 301.8], [3318.0, 344.5], [3502.7, 2710.1], [421.9, 2688.6]]
"""Where the board lies in the photograph of every example."""
PREPARE: Final = "theodolite.photo.preparing:prepare"
"""What makes ready what all readings share; by its name, for it needs an extra."""
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


class PhotoBody(Body):
    """A photograph, and where its board lies; a game adds what it asks besides.

    Attributes:
        name_or_json: The parts that hold either a name or JSON, which begins with a bracket.
    """

    name_or_json: ClassVar[Sequence[str]] = ()

    photo = PictureField(
        required=True,
        metadata={"description": "JPEG, PNG or WebP: at most 20 MiB and 50 megapixels."},
    )
    corners = Items(
        Items(CoordinateField(), 2, least=2),
        4,
        least=4,
        metadata={
            "description": "The corners of the grid of spaces as JSON: [x, y] in pixels of the "
            "upright photograph, clockwise from the top left as the rows are to be read. Without "
            "them they are looked for."
        },
    )


def samples_field(sample: Body, most: int) -> Items:
    """What a person has named so far; each of these samples shows a space."""
    return Items(
        Nested(sample),
        most,
        metadata={
            "description": "What a person has named so far, as JSON; `ask` of the answer tells "
            "which spaces are to be named next."
        },
    )


def sampled_twice(samples: Sequence[Mapping[str, Any] | None]) -> Iterable[Fault]:
    """A fault for each sample of a space that another shows already; spaces by their names."""
    seen = set()
    for i, sample in enumerate(samples):
        space = (sample or {}).get("space")
        if space is not None and space in seen:
            yield Fault("sampled_twice", ("samples", i, "space"), {"space": space})
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
    ask: Annotated[
        Sequence[str],
        says(
            "The spaces to ask a person about next; what is answered goes with the other samples "
            "into the next request. As long as there are any, the rows are not to be believed."
        ),
    ]
    groups: Annotated[
        Sequence[Sequence[str]], says("The spaces that look alike, largest group first.")
    ]
    corners: Annotated[
        Sequence[Sequence[float]], says("The corners used, as the request gives them.")
    ]
    proposed: Annotated[bool, says("Whether the corners were found, not given.")]
    review_corners: Annotated[bool, says("Whether a person should look at the corners.")]


def photo_question(
    read: Callable[[Mapping[str, Any]], Any],
    body: PhotoBody,
    answer: Any,
    answer_example: Callable[[], Any],
    example: Mapping[str, Any],
) -> Operation:
    """The operation `photos` of a game.

    Args:
        read: A function of a module: takes what the body makes of a request, and returns the
            answer. It is run in a process of its own; its docstring is the operation's text.
        body: Reads a request.
        answer: The type of its answer.
        answer_example: Makes an answer.
        example: A request, but for the photograph and the corners.
    """

    def photos() -> Response:
        if request.mimetype != MEDIA_TYPE:
            raise unsupported_media_type(MEDIA_TYPE)
        leave_the_loop(Lane.PHOTOGRAPH)
        return respond(_read_isolated(read, _asked(body)))

    return Operation(
        "photos",
        "/photos",
        photos,
        read.__doc__ or "",
        answer,
        answer_example,
        body,
        {"photo": "The bytes of the file.", **example, "corners": CORNERS_EXAMPLE},
        MEDIA_TYPE,
    )


class _Unreadable(NamedTuple):
    """Why a photograph cannot be read: the code of its PhotoError."""

    code: str


def _read_isolated(read: Callable[[Mapping[str, Any]], Any], asked: Mapping[str, Any]) -> Any:
    try:
        outcome = run_isolated(_tried, read, asked, prepare=PREPARE)
    except ImportError:
        raise Problem("not-installed") from None
    except MemoryError:
        raise Problem("overloaded", headers={"Retry-After": "1"}) from None
    except TimeoutError:
        raise _problem(_Unreadable("damaged")) from None
    if isinstance(outcome, _Unreadable):
        raise _problem(outcome)
    return outcome


def _tried(read: Callable[[Mapping[str, Any]], Any], asked: Mapping[str, Any]) -> Any:
    from theodolite.photo import PhotoError  # noqa: PLC0415 - an extra

    try:
        return read(asked)
    except PhotoError as error:
        return _Unreadable(error.code)


def photo_read(reading: "Reading") -> PhotoRead:
    """The answer about a board that is read as rows of letters."""
    return PhotoRead(
        reading.rows,
        [
            SpaceRead(space.space, space.symbol, space.runner_up, space.confidence, space.review)
            for space in reading.spaces
        ],
        reading.ask,
        reading.groups,
        reading.corners,
        reading.proposed,
        reading.review_corners,
    )


def _problem(error: _Unreadable) -> Problem:
    if error.code == "too_many_bytes":
        return Problem("too-large")
    if error.code == "format":
        return Problem("unsupported-media-type", says="photo")
    path = ("corners",) if error.code == "corners" else ("photo",)
    return Problem("invalid-photo", faults=[Fault(f"photo_{error.code}", path)])


def _asked(body: PhotoBody) -> Any:
    """What the parts of the body say; a problem with all that is wrong with them."""
    parts, faults = {}, []
    for name, values in _parts():
        value = values[0]
        if len(values) > 1:
            faults.append(Fault("too_many", (name,), {"most": 1, "count": len(values)}))
        elif type(value) is str and (
            name in _JSON or (name in body.name_or_json and value.startswith("["))
        ):
            try:
                parts[name] = msgspec.json.decode(value)
            except (msgspec.DecodeError, RecursionError):
                faults.append(Fault("bad_json", (name,)))
        else:
            parts[name] = value
    unread = {fault.path for fault in faults}
    try:
        asked = body.read(parts)
    except UNREADABLE:
        faults += [fault for fault in body.explain(parts) if fault.path not in unread]
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
