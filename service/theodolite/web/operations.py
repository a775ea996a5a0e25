"""What is on the web: a game, its operations, and what each is asked, answers and is said to do.

A game is a `Game`, which lists its operations; nothing registers itself. An operation is a
`question`, a `listing`, a `batch.batch`, or an Operation with a view of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple, cast, get_type_hints

import msgspec
from flask import Flask, Response, request

from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.verdict import NOTHING
from theodolite.web.answers import (
    RuleList,
    RulingList,
    language,
    list_rules,
    list_rulings,
    respond,
    respond_with,
)
from theodolite.web.problems import RULEBOOKS, Problem, unsupported_media_type
from theodolite.web.reading import UNREADABLE, Body
from theodolite.web.serving.lanes import Lane, leave_the_loop

__all__ = [
    "Game",
    "Operation",
    "decoded",
    "games_of",
    "json_body",
    "listing",
    "mount",
    "operations_of",
    "question",
    "read",
]

_JSON = "application/json"
LARGE = 1 << 14
"""Bytes: a longer body takes more than a few milliseconds to read."""
MOST_PARTS = MOST_TEXTS = 25_000
"""How many lists and objects, and how many texts, names of fields among them, a body may have,
which is three times what the longest games have: while they are decoded no other thread can work.
"""


class Operation(NamedTuple):
    """An address, and what the specification says of it.

    Attributes:
        name: The last part of its id, `<game>.<name>`.
        path: Where it is asked, below the game's own path.
        view: Answers a request.
        text: A sentence, and after an empty line what else there is to say of it.
        answer: The type of its answer, or the media type of what is no JSON.
        answer_example: Makes an answer.
        body: Reads a request; none is asked by GET.
        example: A request.
        media_type: That of a request.
        then: The questions of the same game that can be asked next, by their names, each with its
            body in the runtime expressions of OpenAPI.
        problems: The types of problem that this operation alone can meet.
        judge: Takes what the body makes of a request and a language, and returns the answer; none
            where a view does more than that.
    """

    name: str
    path: str
    view: Callable[[], Response]
    text: str
    answer: Any
    answer_example: Callable[[], Any]
    body: Body | None = None
    example: Any = None
    media_type: str = _JSON
    then: Mapping[str, Any] = NOTHING
    problems: Sequence[str] = ()
    judge: Callable[[Any, str], Any] | None = None

    @property
    def method(self) -> str:
        """How it is asked."""
        return "GET" if self.body is None else "POST"

    def answer_to(self, document: bytes | bytearray, spoken: str) -> Any:
        """The answer to a JSON document, in a language, whoever asks.

        Raises:
            Problem: it cannot be judged.
        """
        if self.body is None or self.judge is None:
            raise TypeError(self.name)
        return self.judge(read(self.body, document), spoken)


class Game(NamedTuple):
    """A game on the web.

    Attributes:
        name: As it is printed on the box.
        rulebook: Its rules, rulings and words.
        questions: What can be asked about it, but for the list of its rules and that of its
            rulings, which every game has.
        card_pack: Reads the document of its card pack, as a body reads a request's.
        page: The folder of its part of the page, where that is not `page/<id>`.
        scored_by: The question that tells how a table stands; its answer has players with items.
        prepare: Works out what is the same for every question, before a worker is asked any.
    """

    name: str
    rulebook: Rulebook
    questions: Sequence[Operation]
    card_pack: Body | None = None
    page: Traversable | None = None
    scored_by: str = "scores"
    prepare: Callable[[], None] = lambda: None

    @property
    def id(self) -> str:
        """The name of its package, which begins the id of each of its operations and rules."""
        return self.rulebook.game

    @property
    def path(self) -> str:
        """Where its addresses begin."""
        return f"/v1/{self.id.replace('_', '-')}"

    def operation(self, name: str) -> Operation | None:
        """What it can be asked under a name; None if that is nothing."""
        return next((each for each in self.operations if each.name == name), None)

    @property
    def operations(self) -> Sequence[Operation]:
        """What it can be asked; its rules and rulings are listed without its doing."""

        def rules(spoken: str) -> RuleList:
            """Every rule that an answer about the game can name."""
            return list_rules(self.rulebook, spoken)

        def rulings(spoken: str) -> RulingList:
            """Every open point of the rules, its values, its default and why it is open."""
            return list_rulings(self.rulebook, spoken)

        return [*self.questions, listing(rules, "/rules"), listing(rulings, "/rulings")]


def question(
    judge: Callable[[Any, str], Any],
    path: str,
    body: Body,
    example: Mapping[str, Any],
    *,
    answer: str | None = None,
    lane: Lane | None = None,
    then: Mapping[str, Any] = NOTHING,
    problems: Sequence[str] = (),
) -> Operation:
    """A question that is asked by POST.

    Args:
        judge: takes what `body` makes of the request and the language of the texts, and returns the
            answer, a struct, or a text of the media type `answer`. Its name is that of the
            question, its docstring the description.
        path: where it is asked, below the game's own path.
        body: reads the request.
        example: a request.
        answer: the media type of an answer that is a text.
        lane: where it is judged if it may take more than a few milliseconds, say `Lane.LONG`.
        then: what can be asked next, see `Operation`.
        problems: what can go wrong with this question alone.
    """

    def view() -> Response:
        if lane is not None:
            leave_the_loop(lane)
        asked = read(body, json_body())
        spoken = language()
        if answer is not None:
            return respond_with(judge(asked, spoken).encode(), answer)
        return respond(judge(asked, spoken), spoken)

    return Operation(
        judge.__name__,
        path,
        view,
        judge.__doc__ or "",
        answer or get_type_hints(judge)["return"],
        lambda: judge(body.read(example), LANGUAGES[0]),
        body,
        example,
        then=then,
        problems=problems,
        judge=judge,
    )


def listing(lists: Callable[[str], Any], path: str, *, tagged: bool = True) -> Operation:
    """A list that is read by GET.

    Args:
        lists: takes the language of the texts, and returns the answer, a struct. Its name is that
            of the list, its docstring the description.
        path: where it is read, below the game's own path.
        tagged: whether clients may keep it, and ask by its entity tag whether it has changed.
    """

    def view() -> Response:
        spoken = language()
        response = respond(lists(spoken), spoken)
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
    """Put games and the service's other operations on the web."""
    app.extensions[_GAMES] = games
    app.extensions[RULEBOOKS] = {game.id: game.rulebook for game in games}
    app.extensions[_OPERATIONS] = {
        **{operation.name: operation for operation in others},
        **{f"{game.id}.{each.name}": each for game in games for each in game.operations},
    }
    prefixes = {game.id: game.path for game in games}
    for id_, operation in app.extensions[_OPERATIONS].items():
        prefix = prefixes.get(id_.partition(".")[0], "")
        app.add_url_rule(prefix + operation.path, id_, operation.view, methods=[operation.method])


_GAMES, _OPERATIONS = "theodolite.games", "theodolite.operations"


def games_of(app: Flask) -> Sequence[Game]:
    """The games that an app judges."""
    return cast("Sequence[Game]", app.extensions[_GAMES])


def operations_of(app: Flask) -> Mapping[str, Operation]:
    """Every operation of an app by its id, `<game>.<question>`, which names its endpoint too."""
    return cast("Mapping[str, Operation]", app.extensions[_OPERATIONS])


def json_body() -> bytes:
    """The body of the request, which says that it is JSON."""
    # Nearly everybody says just that; the header is parsed for nobody else.
    if request.content_type != _JSON and request.mimetype != _JSON:  # noqa: PLR1714
        raise unsupported_media_type(_JSON)
    length = request.content_length
    # What says that it is small needs no guard while it is read.
    if length is not None and length <= LARGE:
        return cast("bytes", request.environ["wsgi.input"].read(length))
    if length is not None:
        leave_the_loop(Lane.BRIEF)
    body = request.get_data(cache=False)
    # Werkzeug cuts off without a word what comes in chunks and is too large.
    if length is None and len(body) == request.max_content_length:
        raise Problem("too-large")
    return body


def read(body: Body, data: bytes | bytearray) -> Any:
    """What a body makes of a JSON document; a problem with all that is wrong if it cannot."""
    if len(data) > LARGE:
        if data.count(b"[") + data.count(b"{") > MOST_PARTS:
            raise Problem("too-large", says="parts", values={"most": MOST_PARTS})
        if data.count(b'"') > 2 * MOST_TEXTS:
            raise Problem("too-large", says="strings", values={"most": MOST_TEXTS})
    document: Any = msgspec.UNSET
    try:
        document = msgspec.json.decode(data)
        return body.read(document)
    except UNREADABLE:
        leave_the_loop(Lane.BRIEF)
        faults = body.explain(decoded(data) if document is msgspec.UNSET else document)
        if not faults:
            raise
        raise Problem("invalid-snapshot", faults=faults) from None


def decoded(data: bytes | bytearray) -> Any:
    """What a JSON document holds; a problem if it is none."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Problem("not-json", detail=str(error)) from error
