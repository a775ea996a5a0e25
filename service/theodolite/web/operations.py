"""Games and their operations on the web: routes, request and response types, entity tags.

A game is a `Game`, which lists its operations; nothing registers itself. An operation is an
`endpoint` (POST), a `listing` (GET), a `batch.batch`, or an `Operation` with a view of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, NamedTuple, cast, get_type_hints

from flask import Flask, Response, request

from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.verdict import NOTHING
from theodolite.web.decoding import decode_json
from theodolite.web.problems import RULEBOOKS, Problem, unsupported_media_type
from theodolite.web.responses import (
    RuleList,
    RulingList,
    list_rules,
    list_rulings,
    request_locale,
    respond,
    respond_with,
)
from theodolite.web.schemas import LOAD_ERRORS, Schema
from theodolite.web.serving.executors import SHORT, Executor, Route, routed

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
        longest: The most bytes of a request; None for one that is judged while it comes in.
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
    longest: int | None = SHORT

    @property
    def method(self) -> str:
        """The HTTP method."""
        return "GET" if self.schema is None else "POST"

    @property
    def route(self) -> Route:
        """Where its requests run."""
        return Route(self._executor_of, self.longest)

    def _executor_of(self, environ: "WSGIEnvironment", body: bytes | bytearray) -> Executor | None:
        """The executor of a request. A small body is loaded here, and left to the view."""
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


class Game(NamedTuple):
    """A game on the web.

    Attributes:
        name: The name printed on the box.
        rulebook: Its rules, rulings and words.
        endpoints: Its operations, but for the lists of rules and rulings, which every game has.
        card_pack: Loads its card pack, as a schema loads a request; None if it has none.
        page: The folder of its part of the page; None for `page/<id>`.
        scored_by: The name of the endpoint that scores a table. Its response has `players` with
            `items`.
        prepare: Computes what all requests share, before a worker accepts any.
    """

    name: str
    rulebook: Rulebook
    endpoints: Sequence[Operation]
    card_pack: Schema | None = None
    page: Traversable | None = None
    scored_by: str = "scores"
    prepare: Callable[[], None] = lambda: None

    @property
    def id(self) -> str:
        """The name of its package, which begins the id of each of its operations and rules."""
        return self.rulebook.game

    @property
    def path(self) -> str:
        """The beginning of its paths."""
        return f"/v3/{self.id.replace('_', '-')}"

    def operation(self, name: str) -> Operation | None:
        """The operation of a name; None if there is none."""
        return next((each for each in self.operations if each.name == name), None)

    @property
    def operations(self) -> Sequence[Operation]:
        """Its endpoints, and the lists of its rules and rulings."""

        def rules(locale: str) -> RuleList:
            """List every rule that an answer about the game can name."""
            return list_rules(self.rulebook, locale)

        def rulings(locale: str) -> RulingList:
            """List every open point of the rules, its values, its default and why it is open."""
            return list_rulings(self.rulebook, locale)

        return [*self.endpoints, listing(rules, "/rules"), listing(rulings, "/rulings")]


def endpoint(
    judge: Callable[[Any, str], Any],
    path: str,
    schema: Schema,
    example: Mapping[str, Any],
    *,
    media_type: str | None = None,
    executor: Executor | None = None,
    links: Mapping[str, Any] = NOTHING,
    problems: Sequence[str] = (),
) -> Operation:
    """An operation with a JSON request by POST.

    Args:
        judge: Takes the loaded request and the locale of the texts, and returns the response: a
            struct, or a text of `media_type`. Its name is that of the operation, its docstring the
            description.
        path: Its path, below the game's own path.
        schema: The request schema.
        example: An example of a request.
        media_type: The media type of a response that is a text.
        executor: The executor of requests that may take more than a few milliseconds.
        links: The operations that can follow, see `Operation`.
        problems: The problem types that only this operation has.
    """

    def view() -> Response:
        body = json_body()
        environ = request.environ
        loaded = environ.pop(_LOADED) if _LOADED in environ else load_body(schema, body)
        locale = request_locale()
        if media_type is not None:
            return respond_with(judge(loaded, locale).encode(), media_type)
        return respond(judge(loaded, locale), locale)

    return Operation(
        judge.__name__,
        path,
        view,
        judge.__doc__ or "",
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
            response.set_etag(sha256(body).hexdigest()[:32])
            response.cache_control.no_cache = True
            response.make_conditional(request)
        return response

    return Operation(
        lists.__name__,
        path,
        view,
        lists.__doc__ or "",
        get_type_hints(lists)["return"],
        lambda: lists(LANGUAGES[0]),
    )


def mount(app: Flask, games: Sequence[Game], others: Sequence[Operation]) -> None:
    """Add the routes of games and of the service's other operations to an app."""
    app.extensions[_GAMES] = games
    app.extensions[RULEBOOKS] = {game.id: game.rulebook for game in games}
    app.extensions[_OPERATIONS] = {
        **{operation.name: operation for operation in others},
        **{f"{game.id}.{each.name}": each for game in games for each in game.operations},
    }
    prefixes = {game.id: game.path for game in games}
    for id_, operation in app.extensions[_OPERATIONS].items():
        prefix = prefixes.get(id_.partition(".")[0], "")
        view = routed(operation.view, operation.route)
        app.add_url_rule(prefix + operation.path, id_, view, methods=[operation.method])


_GAMES, _OPERATIONS = "theodolite.games", "theodolite.operations"


def games_of(app: Flask) -> Sequence[Game]:
    """The games of an app."""
    return cast("Sequence[Game]", app.extensions[_GAMES])


def operations_of(app: Flask) -> Mapping[str, Operation]:
    """Every operation of an app by its id, `<game>.<name>`, which is its Flask endpoint too."""
    return cast("Mapping[str, Operation]", app.extensions[_OPERATIONS])


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
