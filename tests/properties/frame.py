"""Tests properties of responses that all games share.

The frame and the properties contain nothing of a game. `properties/<game>.py` defines an `ADAPTER`:
random requests of every kind, and the few facts that a property needs and no schema holds. A
property sends requests to the service and yields violations.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import orjson
from flask.testing import FlaskClient

from theodolite.web.app import create_app
from theodolite.web.game import games_of
from theodolite.web.games import GAMES as ALL_GAMES
from theodolite.web.operations import Operation

FORM = "multipart/form-data"

Json = dict[str, Any]
Draw = Callable[[Random], Json]
Slip = Callable[[Random, Json], None]
"""Spoils one thing of a legal check in place, or leaves it as it is if it has no such thing."""

GAMES = tuple(game.id for game in ALL_GAMES)
"""Every game of the service, each of which has an adapter."""


class Request(NamedTuple):
    """A request to a game: the last part of its path, and its body."""

    operation: str
    body: Json


class Answer(NamedTuple):
    """A response of the service."""

    status: int
    content: bytes

    @property
    def ok(self) -> bool:
        """Whether the status is 200."""
        return self.status == 200

    @property
    def document(self) -> Any:
        """The JSON document; None for other media types, such as pictures."""
        return orjson.loads(self.content) if self.content[:1] == b"{" else None

    @property
    def codes(self) -> set[str]:
        """The codes of the faults."""
        return {code for _, code in self.faults}

    @property
    def faults(self) -> set[tuple[str, str]]:
        """The pointer and code of each fault of a refused request."""
        faults = () if self.ok else self.document.get("errors", ())
        return {(fault["pointer"], fault["code"]) for fault in faults}


class Violation(NamedTuple):
    """A request whose response violates a property, with an explanation."""

    request: Request
    says: str


class Judged(NamedTuple):
    """A part of a record: a request that judges it alone, and the verdict within the record.

    `checks` are those of the record, as `(rule, status)`; `after` is its table, if it has one.
    """

    request: Request
    checks: Sequence[tuple[str, str]]
    after: Json | None


class Adapter(NamedTuple):
    """The facts of a game that the properties need.

    Attributes:
        game: The package of the game.
        draws: Generators of random bodies by operation: first those on an empty board, then
            those from play, then invalid ones.
        asks: Returns a valid request to every operation that takes a snapshot.
        turns: The operations that judge moves which disputes can contain.
        disputed: Returns the dispute of a turn, given the request that judged it and the
            response; None if there is none.
        alone: Returns each part of a record as judged alone, given the record and its response.
        only_in_records: Rules that only a record can judge, such as the order of turns.
        illegal: Returns whether a move is illegal, for responses without `legal`.
        judged: Names of the fields that are judged, by operation.
        facts: Fields within those that describe cards or boards and are not judged.
        stays: Returns whether a body is the same by every value of a ruling.
        own: Properties of this game alone.
        tables: Generators of further tables, as they stand in a request.
        slips: Ways to spoil one thing of a legal move, by the rules that speak against it.
    """

    game: str
    draws: Mapping[str, Sequence[Draw]]
    asks: Callable[[Json], Iterable[Request]]
    turns: Sequence[str]
    disputed: Callable[[Request, Json], Request | None]
    alone: Callable[[Json, Json, "Service"], Iterable[Judged]]
    only_in_records: Sequence[str] = ()
    illegal: Callable[[Request, Json], bool | None] = lambda request, document: None
    judged: Mapping[str, Sequence[str]] = {}
    facts: Sequence[str] = ()
    stays: Callable[[Json, str], bool] = lambda body, ruling: True
    own: Sequence["Property"] = ()
    tables: Sequence[Draw] = ()
    slips: Mapping[str, Sequence[Slip]] = {}

    def draw(self, seed: int, operations: Sequence[str] | None = None) -> Request:
        """Draw a random request to one of the operations; the first seeds use empty boards."""
        names = [name for name in self.draws if operations is None or name in operations]
        kinds = self.draws[names[seed % len(names)]]
        kind = kinds[seed // len(names) % len(kinds)]
        return Request(names[seed % len(names)], kind(Random(seed)))


class Service:
    """A client of the service for the properties of a game."""

    def __init__(self, client: FlaskClient, game: str) -> None:
        self._client, self.game = client, game
        self.path = f"/v3/{game.replace('_', '-')}"

    def ask(self, request: Request, language: str = "en") -> Answer:
        """Send a request and return the response."""
        response = self._client.post(
            f"{self.path}/{request.operation}",
            data=json.dumps(request.body),
            content_type=self.operations[request.operation].media_type,
            headers={"Accept-Language": language},
        )
        return Answer(response.status_code, response.data)

    @property
    def twin(self) -> "Service":
        """A second instance of the application."""
        return Service(_second_instance(), self.game)

    @cached_property
    def operations(self) -> Mapping[str, Operation]:
        """The operations of the game that take a JSON document, or one a line."""
        (game,) = [one for one in games_of(self._client.application) if one.path == self.path]
        posted = [one for one in game.operations if one.schema and one.media_type != FORM]
        return {one.path[1:]: one for one in posted}

    def listed(self, name: str) -> Any:
        """A list of the game, such as its rules."""
        return orjson.loads(self._client.get(f"{self.path}/{name}").data)


@cache
def _second_instance() -> FlaskClient:
    return create_app().test_client()


Property = Callable[[Service, Adapter, int], Iterator[Violation]]


def adapter(game: str) -> Adapter:
    """Return the adapter of a game."""
    found: Adapter = import_module(f"properties.{game}").ADAPTER
    return found


def first_violation(
    client: FlaskClient, holds: Property, of: Adapter, seeds: Iterable[int]
) -> str | None:
    """Describe the first violation of a property, with its request for posting it again."""
    service = Service(client, of.game)
    for seed in seeds:
        for violation in holds(service, of, seed):
            operation, body = violation.request
            return (
                f"{of.game}, {holds.__name__}, seed {seed}: {violation.says}\n"
                f"POST {service.path}/{operation}\n{json.dumps(body)}"
            )
    return None


def walk(value: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value within a value with its JSON Pointer, itself first."""
    yield pointer, value
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in inner:
            yield from walk(item, f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}")


def resolve(value: Any, pointer: str) -> Any:
    """Resolve a JSON Pointer; raise KeyError if it leads nowhere."""
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(key)] if isinstance(value, list) else value[key]
        except (IndexError, ValueError, TypeError) as error:
            raise KeyError(pointer) from error
    return value


GONE = object()
"""Marks a value that `put` leaves out."""


def at(value: Any, path: Sequence[str | int]) -> Any:
    """Return the value at a path; None in place of an absent field."""
    for step in path:
        value = value.get(step) if isinstance(value, dict) else value[step]
    return value


def put(value: Any, path: Sequence[str | int], item: Any) -> Any:
    """Copy a value with another item at a path, or without it."""
    if not path:
        return item
    step, *rest = path
    if isinstance(value, list):
        return [put(each, rest, item) if i == step else each for i, each in enumerate(value)]
    inner: Mapping[Any, Any] = value
    new = put(inner.get(step), rest, item)
    return {
        **{k: v for k, v in inner.items() if k != step},
        **({} if new is GONE else {step: new}),
    }
