"""Operations on the web: routes, request and response types, lines of NDJSON, entity tags.

An operation is an `endpoint` (POST), a `listing` (GET), or an `Operation` with a view of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, cast, get_type_hints

from flask import Response, request

from theodolite.rulebook import LANGUAGES
from theodolite.verdict import NOTHING
from theodolite.web.decoding import decode_json
from theodolite.web.lines import answer_lines
from theodolite.web.problems import Problem, unsupported_media_type
from theodolite.web.responses import request_locale, respond, respond_with, revalidate
from theodolite.web.schemas import LOAD_ERRORS, Schema
from theodolite.web.serving.executors import LINES, SHORT, Executor, Route

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

JSON = "application/json"
LARGE_BODY = 1 << 14
"""Bytes: loading a longer body takes more than a few milliseconds."""
_LOADED = "theodolite.loaded"
"""The key of an environ under which is the loaded body of a request."""
MAX_CONTAINERS = MAX_STRINGS = 25_000
"""The most arrays and objects, and the most strings, field names included, of a body.

Three times what the longest games have. While a body is decoded no other thread can work.
"""


class Operation(NamedTuple):
    """A route, and its description for the specification.

    Attributes:
        name: The last part of its id, `<game>.<name>`.
        path: Its path, below the game's own path.
        view: Answers a request.
        text: A one-sentence summary, then, after an empty line, further description.
        response: The struct of its response, or the media type of a response that is not JSON.
        response_example: Makes an example of a response.
        schema: The request schema; None for GET.
        example: An example of a request.
        media_type: The media type of a request.
        text_types: Media types that a request and a response can have beside JSON, each with an
            example.
        links: The operations of the same game that can follow, by name, each with its request body
            in the runtime expressions of OpenAPI.
        problems: The problem types that only this operation has.
        judge: Takes the loaded request and a locale, and returns the response; None for an
            operation whose view does more than that.
        executor: The executor of all its requests; None if that depends on their bodies.
        longest: The most bytes of a request.
    """

    name: str
    path: str
    view: Callable[[], Response]
    text: str
    response: Any
    response_example: Callable[[], Any]
    schema: Schema | None = None
    example: Any = None
    media_type: str = JSON
    text_types: Mapping[str, Any] = NOTHING
    links: Mapping[str, Any] = NOTHING
    problems: Sequence[str] = ()
    judge: Callable[[Any, str], Any] | None = None
    executor: Executor | None = None
    longest: int = SHORT

    @property
    def method(self) -> str:
        """The HTTP method."""
        return "GET" if self.schema is None else "POST"

    @property
    def takes_lines(self) -> bool:
        """Whether it takes a request on each line."""
        return self.judge is not None and not isinstance(self.response, str)

    @property
    def route(self) -> Route:
        """Where its requests run."""
        return Route(self._executor_of, self.longest, lines=self.takes_lines)

    def _executor_of(self, environ: "WSGIEnvironment", body: bytes | bytearray) -> Executor | None:
        """The executor of a request. A small body is loaded here, and left to the view."""
        if self.route.takes_lines(environ):
            return Executor.STREAM
        if self.executor is not None or self.schema is None:
            return self.executor
        if len(body) > LARGE_BODY:
            return Executor.BRIEF
        try:
            environ[_LOADED] = self.schema.load_fast(decode_json(body))
        except (Problem, *LOAD_ERRORS):
            # The view finds and explains all faults, which takes longer.
            return Executor.BRIEF
        return None

    def response_to(self, document: bytes | bytearray, locale: str) -> Any:
        """The response to a JSON document, outside of a request too.

        Raises:
            Problem: The document cannot be judged.
            TypeError: The operation has no `judge`.
        """
        if self.schema is None or self.judge is None:
            raise TypeError(self.name)
        return self.judge(load_body(self.schema, document), locale)


def endpoint(
    judge: Callable[[Any, str], Any],
    path: str,
    schema: Schema,
    example: Mapping[str, Any],
    *,
    name: str | None = None,
    text: str | None = None,
    media_type: str | None = None,
    executor: Executor | None = None,
    links: Mapping[str, Any] = NOTHING,
    problems: Sequence[str] = (),
) -> Operation:
    """An operation with a JSON request by POST, or with one on each line (NDJSON).

    Args:
        judge: Takes the loaded request and the locale of the texts, and returns the response: a
            struct, or a text of `media_type`.
        path: Its path, below the game's own path.
        schema: The request schema.
        example: An example of a request.
        name: Its name; by default that of `judge`.
        text: Its description; by default the docstring of `judge`.
        media_type: The media type of a response that is a text.
        executor: The executor of requests that may take more than a few milliseconds.
        links: The operations that can follow, see `Operation`.
        problems: The problem types that only this operation has.
    """
    schema.example = example

    def view() -> Response:
        if request.mimetype == LINES and media_type is None:
            return answer_lines(lambda line, locale: judge(load_body(schema, line), locale))
        body = json_body()
        environ = request.environ
        loaded = environ.pop(_LOADED) if _LOADED in environ else load_body(schema, body)
        locale = request_locale()
        if media_type is not None:
            return respond_with(judge(loaded, locale).encode(), media_type)
        return respond(judge(loaded, locale), locale)

    return Operation(
        name or judge.__name__,
        path,
        view,
        text or judge.__doc__ or "",
        media_type or get_type_hints(judge)["return"],
        lambda: judge(schema.load_fast(example), LANGUAGES[0]),
        schema,
        example,
        links=links,
        problems=problems,
        judge=judge,
        executor=executor,
    )


def listing(lists: Callable[[str], Any], path: str, *, tagged: bool = True) -> Operation:
    """An operation without a request body, by GET.

    Args:
        lists: Takes the locale of the texts, and returns the response, a struct. Its name is that
            of the operation, its docstring the description.
        path: Its path, below the game's own path.
        tagged: Whether the response has an entity tag, by which clients revalidate their copy.
    """

    def view() -> Response:
        locale = request_locale()
        response = respond(lists(locale), locale)
        if tagged:
            (body,) = cast("list[bytes]", response.response)
            revalidate(response, sha256(body).hexdigest()[:32])
        return response

    return Operation(
        lists.__name__,
        path,
        view,
        lists.__doc__ or "",
        get_type_hints(lists)["return"],
        lambda: lists(LANGUAGES[0]),
    )


def json_body() -> bytes:
    """The body of the current request, which must be declared as JSON."""
    # Most clients declare exactly this; for them the header is not parsed.
    if request.content_type != JSON and request.mimetype != JSON:  # noqa: PLR1714
        raise unsupported_media_type(JSON)
    length = request.content_length
    # A small body is read without Werkzeug's guards.
    if length is not None and length <= LARGE_BODY:
        return cast("bytes", request.environ["wsgi.input"].read(length))
    body = request.get_data(cache=False)
    # Werkzeug truncates a chunked body that is too large.
    if length is None and len(body) == request.max_content_length:
        raise Problem("too-large")
    return body


def load_body(schema: Schema, data: bytes | bytearray) -> Any:
    """Load a JSON document with a schema.

    Raises:
        Problem: `not-json`, `too-large`, or `invalid-snapshot` with every fault.
    """
    if len(data) > LARGE_BODY:
        if data.count(b"[") + data.count(b"{") > MAX_CONTAINERS:
            raise Problem("too-large", text="parts", values={"most": MAX_CONTAINERS})
        if data.count(b'"') > 2 * MAX_STRINGS:
            raise Problem("too-large", text="strings", values={"most": MAX_STRINGS})
    return load_document(schema, decode_json(data))


def load_document(schema: Schema, document: Any) -> Any:
    """Load a decoded JSON document with a schema.

    Raises:
        Problem: `invalid-snapshot` with every fault.
    """
    try:
        return schema.load_fast(document)
    except LOAD_ERRORS:
        faults = schema.errors(document)
        if not faults:
            raise
        raise Problem("invalid-snapshot", faults=faults) from None
