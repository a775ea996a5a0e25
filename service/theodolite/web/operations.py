"""One way to put an operation on the web: routed, validated and documented in one place."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

import msgspec
from flask import Blueprint, Response, request
from marshmallow import Schema

from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.web.answers import language, respond
from theodolite.web.problems import Problem
from theodolite.web.reading import UNREADABLE, Body

__all__ = ["OPERATIONS", "Operation", "json_body", "listing", "question", "read"]

_JSON = "application/json"


class Operation(NamedTuple):
    """What the specification says of an operation beyond its path."""

    id: str
    text: str
    tag: str
    answer: Schema | str
    answer_example: Callable[[], Any]
    body: Body | None = None
    example: Mapping[str, Any] | None = None
    media_type: str = _JSON


OPERATIONS: dict[str, Operation] = {}
"""Every operation by the name of its endpoint in Flask."""


def json_body() -> bytes:
    """The body of the request, which says that it is JSON."""
    if request.mimetype != _JSON:
        raise Problem("unsupported-media-type", headers={"Accept": _JSON})
    length, most = request.content_length, request.max_content_length
    # What says how long it is needs no guard while it is read.
    if length is not None and most is not None and length <= most:
        return cast("bytes", request.environ["wsgi.input"].read(length))
    body = request.get_data(cache=False)
    # Werkzeug cuts off without a word what comes in chunks and is too large.
    if length is None and len(body) == most:
        raise Problem("too-large")
    return body


def read(body: Body, data: bytes | bytearray, rulebook: Rulebook) -> Any:
    """What a body makes of a JSON document; a problem with all that is wrong if it cannot."""
    try:
        return body.read_json(data)
    except UNREADABLE:
        faults = body.explain(_decode(data))
        if not faults:
            raise
        raise Problem("invalid-snapshot", faults=faults, rulebook=rulebook) from None


def _decode(data: bytes | bytearray) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Problem("not-json", detail=str(error)) from error


def question(
    blueprint: Blueprint,
    path: str,
    *,
    rulebook: Rulebook,
    body: Body,
    answer: Schema | str,
    example: Mapping[str, Any],
) -> Callable[[Callable[[Any, str], Any]], Callable[[Any, str], Any]]:
    """Put a question of a game on the web as a POST.

    The function asked takes what `body` makes of the request and the language of the texts, and
    returns the answer as plain data, or as text of the media type that `answer` names. Its name is
    the operation's id, its docstring its description.
    """

    def decorate(judge: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
        def view() -> Response:
            asked = read(body, json_body(), rulebook)
            spoken = language()
            if isinstance(answer, str):
                return Response(judge(asked, spoken), mimetype=answer)
            return respond(judge(asked, spoken), spoken)

        def answer_example() -> Any:
            return judge(body.read(example), LANGUAGES[0])

        name = judge.__name__
        blueprint.add_url_rule(path, name, view, methods=["POST"])
        OPERATIONS[f"{blueprint.name}.{name}"] = Operation(
            name, judge.__doc__ or "", _tag(blueprint), answer, answer_example, body, example
        )
        return judge

    return decorate


def listing(
    blueprint: Blueprint, path: str, *, answer: Schema
) -> Callable[[Callable[[str], Any]], Callable[[str], Any]]:
    """Put a list on the web as a GET; the function takes the language of the texts."""

    def decorate(lists: Callable[[str], Any]) -> Callable[[str], Any]:
        def view() -> Response:
            spoken = language()
            return respond(lists(spoken), spoken)

        def answer_example() -> Any:
            return lists(LANGUAGES[0])

        name = lists.__name__
        blueprint.add_url_rule(path, name, view, methods=["GET"])
        OPERATIONS[f"{blueprint.name}.{name}"] = Operation(
            name, lists.__doc__ or "", _tag(blueprint), answer, answer_example
        )
        return lists

    return decorate


def _tag(blueprint: Blueprint) -> str:
    """The game of a blueprint, `misterra` for one mounted at `/v1/misterra`, or its own name."""
    return (blueprint.url_prefix or blueprint.name).rpartition("/")[2]
