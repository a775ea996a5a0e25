"""The operation `photos`, which reads a board from a photograph: the part that games share.

A photograph is held in memory during its request, and never stored. The reader,
`theodolite.photo`, is an optional extra; it is imported in subprocesses alone.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, NamedTuple

import msgspec
from flask import Response, request
from msgspec import Struct
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from theodolite.grid import Grid
from theodolite.verdict import Fault, below
from theodolite.web import fields
from theodolite.web.decoding import decode_json
from theodolite.web.fields import refusal, shorten
from theodolite.web.operations import Operation
from theodolite.web.problems import Problem, unsupported_media_type
from theodolite.web.responses import description, respond
from theodolite.web.schemas import LOAD_ERRORS, Schema
from theodolite.web.serving.executors import Executor
from theodolite.web.serving.isolation import run_isolated, warm_up

if TYPE_CHECKING:
    from theodolite.photo import Looks, Photograph, Reading
    from theodolite.photo.cells import Part

MEDIA_TYPE: Final = "multipart/form-data"
LARGEST_PHOTOGRAPH: Final = 20 << 20
"""The most bytes of a photograph."""
LARGEST_TEXT: Final = 512 << 10
"""The most bytes of all other parts of the form, headers of parts included."""
FURTHEST: Final = 100_000
"""The largest coordinate in pixels: more than the side of any photograph that is accepted."""
MOST_PARTS: Final = 9
"""The most parts of a form: more than are defined, so that superfluous parts can be named."""
CORNERS_EXAMPLE: Final = [[612.4, 301.8], [3318.0, 344.5], [3502.7, 2710.1], [421.9, 2688.6]]
"""The corners of the board in the photograph of every example."""
PREPARE: Final = "theodolite.photo.preparing:prepare"
"""The function that a subprocess runs before its first photograph, by name: it needs an extra."""
MOST_LOOKS: Final = 300
"""The most samples of looks: as many as a response has at most."""
_JSON: Final = ("samples", "corners", "looks", "descriptors", "flip")
"""The parts of the form that hold JSON."""


class PictureField(fields.Field):
    """The file of a photograph."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "string", "format": "binary"}, **kwargs)

    def load(self, value: Any) -> bytes:
        """Its bytes."""
        if type(value) is not bytes:
            raise refusal("not_a_file")
        return value


class CoordinateField(fields.Field):
    """A coordinate in pixels of the photograph, upright as its EXIF says, from the left or top."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "number", "minimum": -FURTHEST, "maximum": FURTHEST}, **kwargs)

    def load(self, value: Any) -> float:
        """The number itself."""
        if type(value) not in (int, float):
            raise refusal("wrong_type", {"expected": "number"})
        if not -FURTHEST <= value <= FURTHEST:
            values = {"value": shorten(value), "least": -FURTHEST, "most": FURTHEST}
            raise refusal("out_of_range", values)
        return float(value)


_ShortText = Annotated[str, msgspec.Meta(max_length=100)]


class PhotoLook(Struct):
    """A space that a person named in a photograph, as numbers: no picture can be made of them."""

    photograph: Annotated[_ShortText, description("A digest of the photograph.")]
    space: Annotated[_ShortText, description("The space in it.")]
    symbol: Annotated[_ShortText, description("What lies there: a letter for each layer.")]
    descriptor: Annotated[
        bytes, description("How it looks, in Base64."), msgspec.Meta(max_length=2_000)
    ]


class PhotoLooks(Struct):
    """The appearance of a copy of a game, learnt from samples in photographs of it."""

    version: Annotated[int, description("The version of the descriptors.")]
    kind: Annotated[_ShortText, description("The game and the kind of board.")]
    samples: Annotated[
        list[PhotoLook],
        description("The samples, the oldest first."),
        msgspec.Meta(max_length=MOST_LOOKS),
    ]


class PhotoDescriptors(Struct):
    """Numbers of the network about spaces."""

    version: Annotated[int, description("Their version.")]
    board: Annotated[_ShortText, description("A digest of the board.")]
    numbers: Annotated[
        bytes, description("The numbers, in Base64."), msgspec.Meta(max_length=64_000)
    ]


class ReturnedField(fields.Field):
    """A part of an earlier response, sent back as it is."""

    def __init__(self, struct: type[Struct], code: str, **kwargs: Any) -> None:
        super().__init__({"type": "object"}, **kwargs)
        self.struct, self.code = struct, code

    def load(self, value: Any) -> Struct:
        """The part."""
        try:
            return msgspec.convert(value, self.struct)
        except msgspec.ValidationError:
            raise refusal(self.code) from None


class PhotoSchema(Schema):
    """A photograph of a board, and the corners of the board.

    Attributes:
        name_or_json: The parts of a game's form that hold a name, or JSON beginning with `[`.
    """

    name_or_json: ClassVar[Sequence[str]] = ()

    photo = PictureField(
        required=True,
        description="JPEG, PNG, WebP, with the extra HEIC: at most 20 MiB, 52 megapixels.",
    )
    corners = fields.List(
        fields.List(CoordinateField(), 2, least=2),
        4,
        least=4,
        description="Corners of the grid, else found: [x, y] in pixels of the upright "
        "photograph, clockwise from the rows' top left.",
    )
    flip = fields.Boolean(
        description="Whether it is mirrored: it is turned over first; corners are of the result.",
    )
    ask = fields.Choice(
        {"all": False, "one": True},
        "unknown_value",
        description="`one`: at most one space is asked about, which settles most. `all`, the "
        "default: all that are worth it.",
    )
    looks = ReturnedField(
        PhotoLooks,
        "bad_looks",
        description="`looks` of an earlier response about this copy: only doubts are asked.",
    )
    descriptors = ReturnedField(
        PhotoDescriptors,
        "bad_descriptors",
        description="Of an earlier response about this photograph: saves time.",
    )


def samples_field(sample: Schema, most: int) -> fields.List:
    """The field of samples: the spaces that a person has named so far."""
    return fields.List(
        fields.Nested(sample),
        most,
        description="What a person has named so far; `ask` of the answer has what is next.",
    )


def sampled_twice(samples: Sequence[Mapping[str, Any]]) -> Iterable[Fault]:
    """The faults of spaces that several samples name."""
    seen = set()
    for i, sample in enumerate(samples):
        space = sample["space"]
        if space in seen:
            yield Fault("sampled_twice", ("samples", i, "space"), {"space": space})
        seen.add(space)


LOOKS_DESCRIPTION: Final = (
    "What the samples teach about this copy, for other photographs: with the looks of the request "
    "if these fit. At most 256 kB: the oldest samples are dropped. Null without samples."
)
FIT_DESCRIPTION: Final = (
    "Only `good` looks are used. `none`: of another game, kind of board or version. `poor`: of "
    "another copy or light. Null without looks."
)
DESCRIPTORS_DESCRIPTION: Final = (
    "For the next request about this photograph, to save time. Null without the network."
)


class PhotoWarning(Struct):
    """A flaw of a photograph."""

    code: Annotated[
        Literal["too_dark", "no_colours", "blurred", "noisy", "truncated", "mirrored", "occupied"],
        description(
            "`truncated`: the last rows are missing. `mirrored`: the print of the map is; send "
            "`flip`. `occupied`: a piece seems to stand on `spaces`."
        ),
    ]
    value: Annotated[
        float,
        description(
            "Brightness of 255, spread of colours, fine edges by coarse ones, missing rows, "
            "how much darker the print lies, or by how many deviations a piece differs."
        ),
    ]
    limit: Annotated[float, description("Just good enough.")]
    spaces: Annotated[
        Sequence[str], description("Where a piece seems to stand; only of `occupied`.")
    ]


Warnings = Annotated[
    list[PhotoWarning],
    description("Flaws of the photograph."),
]


class SpaceRead(Struct):
    """The reading of one space."""

    space: Annotated[str, description("The space.")]
    symbol: Annotated[str | None, description("The letter of the rows; null without samples.")]
    runner_up: Annotated[
        str | None,
        description("The second likeliest; null with samples of fewer than two letters."),
    ]
    confidence: Annotated[float, description("From 0 to 1.")]
    review: Annotated[bool, description("Whether a person should look.")]


class BoardFound(Struct):
    """A board that was found in the photograph."""

    corners: Annotated[
        Sequence[Sequence[float]], description("Its corners, as a request gives them.")
    ]
    confidence: Annotated[
        float, description("How plain its lines are, from 0 to 1; below 0.5 review them.")
    ]


BoardsFound = Annotated[
    list[BoardFound],
    description(
        "All boards found, the likeliest, which is read, first. Send `corners` of another to read "
        "it. Empty if the request gives corners."
    ),
]


class PhotoRead(Struct):
    """A board read from a photograph."""

    rows: Annotated[
        Sequence[str] | None, description("The rows as in a snapshot; null without samples.")
    ]
    spaces: Annotated[list[SpaceRead], description("Every space, in reading order.")]
    ask: Annotated[
        Sequence[str],
        description(
            "The spaces to ask a person about next: their answers join `samples`. The rows are "
            "provisional while `ask` is not empty."
        ),
    ]
    groups: Annotated[
        Sequence[Sequence[str]], description("The spaces that look alike, largest group first.")
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
    warnings: Warnings = msgspec.field(default_factory=list)


BOARDS_EXAMPLE: Final = [BoardFound(CORNERS_EXAMPLE, 0.93)]
"""The boards found in the photograph of every example."""


def prepare() -> None:
    """Start to load the reader, if it is installed, for the first photograph. Does not wait."""
    if find_spec("cv2") is not None:
        warm_up(PREPARE)


def photo_endpoint(
    read: Callable[[Mapping[str, Any]], Any],
    schema: PhotoSchema,
    response: Any,
    response_example: Callable[[], Any],
    example: Mapping[str, Any],
) -> Operation:
    """The operation `photos` of a game.

    Args:
        read: A module-level function from the loaded request to the response. It runs in a
            subprocess; its docstring is the operation's description.
        schema: The request schema.
        response: The struct of the response.
        response_example: Makes an example of a response.
        example: An example of a request, without photograph and corners.
    """

    def photos() -> Response:
        if request.mimetype != MEDIA_TYPE:
            raise unsupported_media_type(MEDIA_TYPE)
        return respond(_read_isolated(read, _load_form(schema)))

    return Operation(
        "photos",
        "/photos",
        photos,
        read.__doc__ or "",
        response,
        response_example,
        schema,
        {"photo": "The bytes of the file.", **example, "corners": CORNERS_EXAMPLE},
        MEDIA_TYPE,
        executor=Executor.PHOTOGRAPH,
        longest=LARGEST_PHOTOGRAPH + LARGEST_TEXT,
    )


class _Unreadable(NamedTuple):
    """The code of the PhotoError of a photograph that cannot be read."""

    code: str


def _read_isolated(read: Callable[[Mapping[str, Any]], Any], form: Mapping[str, Any]) -> Any:
    # Where the extra is missing, there may be no processes either.
    if find_spec("cv2") is None:
        raise Problem("not-installed")
    try:
        outcome = run_isolated(_tried, read, form, prepare=PREPARE)
    except ImportError:
        raise Problem("not-installed") from None
    except MemoryError:
        raise Problem("overloaded", headers={"Retry-After": "1"}) from None
    except TimeoutError:
        raise _problem(_Unreadable("damaged")) from None
    if isinstance(outcome, _Unreadable):
        raise _problem(outcome)
    return outcome


def _tried(read: Callable[[Mapping[str, Any]], Any], form: Mapping[str, Any]) -> Any:
    from theodolite.photo import PhotoError  # noqa: PLC0415 - an extra

    try:
        return read(form)
    except PhotoError as error:
        return _Unreadable(error.code)


def read_tiles(
    form: Mapping[str, Any],
    samples: Mapping[str, str],
    grid: Grid,
    kind: str,
    *,
    letters: Sequence[str],
    layers: "Sequence[Part] | None" = None,
) -> "Reading":
    """Read a board of tiles off the photograph of a request.

    Args:
        form: The request.
        samples: The symbols of the spaces that a person has named.
        grid: The board.
        kind: The game and the kind of board, for looks.
        letters: The letters of each layer.
        layers: The parts of a space that show the layers; None for the middle alone.
    """
    from theodolite.photo import MIDDLE, Descriptors, read_board  # noqa: PLC0415 - an extra

    sent: PhotoDescriptors | None = form.get("descriptors")
    return read_board(
        photograph_of(form),
        samples,
        form.get("corners"),
        grid,
        layers or (MIDDLE,),
        looks=from_looks(form, kind, letters),
        kind=kind,
        one=form.get("ask", False),
        descriptors=None
        if sent is None
        else msgspec.convert(sent, Descriptors, from_attributes=True),
    )


def photograph_of(form: Mapping[str, Any]) -> "Photograph":
    """The photograph of a request, turned over if the picture is mirrored."""
    from theodolite.photo import decode  # noqa: PLC0415 - an extra

    photograph = decode(form["photo"])
    return photograph.flipped() if form.get("flip", False) else photograph


def photo_read(reading: "Reading") -> PhotoRead:
    """The response for a board that is read as rows of letters."""
    return msgspec.convert(reading, PhotoRead, from_attributes=True)


def from_looks(form: Mapping[str, Any], kind: str, layers: Sequence[str]) -> "Looks | None":
    """The looks of a request; without samples if one has a symbol that the board lacks.

    Args:
        form: The request.
        kind: The game and the kind of board.
        layers: The letters of each layer.
    """
    from theodolite.photo import Looks  # noqa: PLC0415 - an extra

    sent: PhotoLooks | None = form.get("looks")
    if sent is None:
        return None
    known = sent.kind == kind and all(
        len(look.symbol) == len(layers)
        and all(letter in letters for letter, letters in zip(look.symbol, layers, strict=True))
        for look in sent.samples
    )
    looks = msgspec.convert(sent, Looks, from_attributes=True)
    return looks if known else replace(looks, samples=())


def _problem(error: _Unreadable) -> Problem:
    if error.code == "too_many_bytes":
        return Problem("too-large")
    if error.code == "format":
        return Problem("unsupported-media-type", text="photo")
    path = ("corners",) if error.code == "corners" else ("photo",)
    return Problem("invalid-photo", faults=[Fault(f"photo_{error.code}", path)])


def _load_form(schema: PhotoSchema) -> Any:
    """Load the form of the current request; Problem `invalid-photo` with every fault."""
    parts, faults = {}, []
    for name, values in _parts():
        value = values[0]
        if len(values) > 1:
            faults.append(Fault("too_many", (name,), {"most": 1, "count": len(values)}))
        elif type(value) is str and (
            name in _JSON or (name in schema.name_or_json and value.startswith("["))
        ):
            try:
                parts[name] = decode_json(value.encode())
            except Problem as problem:
                faults += below((name,), problem.faults or [Fault("bad_json")])
        else:
            parts[name] = value
    try:
        loaded = schema.load_fast(parts)
    except LOAD_ERRORS:
        unread = {fault.path[:1] for fault in faults}
        found = schema.field_errors(parts) if faults else schema.errors(parts)
        faults += [fault for fault in found if fault.path not in unread]
    if faults:
        raise Problem("invalid-photo", faults=faults)
    return loaded


def _in_memory(
    total_content_length: int | None,
    content_type: str | None,
    filename: str | None,
    content_length: int | None = None,
) -> BytesIO:
    """The buffer of an uploaded file: in memory, never on disk."""
    return BytesIO()


def _parts() -> Iterable[tuple[str, Sequence[str | bytes]]]:
    """The parts of the form by name, each a text or the bytes of a file."""
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
