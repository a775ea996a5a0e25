"""Holds answers of the service against properties that cut across all games.

The frame and the properties know no game. A game brings `properties/<game>.py` with an `ADAPTER`:
random requests of every kind, and the few facts that a property needs and no schema says. A
property asks the service and yields what violates it.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import orjson
from flask.testing import FlaskClient

from theodolite.web.app import create_app
from theodolite.web.games import GAMES as ALL_GAMES
from theodolite.web.operations import games_of
from theodolite.web.reading import Body

__all__ = [
    "GAMES",
    "Adapter",
    "Answer",
    "Judged",
    "Property",
    "Request",
    "Service",
    "Violation",
    "adapter",
    "first_violation",
    "resolve",
    "walk",
]

Json = dict[str, Any]
Draw = Callable[[Random], Json]

GAMES = tuple(game.id for game in ALL_GAMES)
"""Every game of the service, each of which has an adapter."""


class Request(NamedTuple):
    """A question of a game: the last part of its address, and its body."""

    operation: str
    body: Json


class Answer(NamedTuple):
    """What the service says to a request."""

    status: int
    content: bytes

    @property
    def ok(self) -> bool:
        """Whether the request could be judged."""
        return self.status == 200

    @property
    def told(self) -> Any:
        """The document; None if it is no JSON, as a picture."""
        return orjson.loads(self.content) if self.content[:1] == b"{" else None

    @property
    def codes(self) -> set[str]:
        """The codes with which a request was refused."""
        return {code for _, code in self.faults}

    @property
    def faults(self) -> set[tuple[str, str]]:
        """What is wrong with a request that was refused: each fault's pointer and code."""
        faults = () if self.ok else self.told.get("errors", ())
        return {(fault["pointer"], fault["code"]) for fault in faults}


class Violation(NamedTuple):
    """What a property found: the request whose answer violates it, and how it does."""

    request: Request
    says: str


class Judged(NamedTuple):
    """A part of a record: a request that asks about it alone, and what the record says of it.

    `checks` are the record's: `(rule, status)`; `after` is its table, None if it tells none.
    """

    request: Request
    checks: Sequence[tuple[str, str]]
    after: Json | None


class Adapter(NamedTuple):
    """What the properties need to know of a game.

    Attributes:
        game: its package.
        draws: by operation, the kinds of random bodies: those on an empty board come first, then
            those from play, then spoilt ones.
        asks: every question that can be asked of a snapshot, with nothing in it to be refused.
        turns: the operations that judge what a dispute can be about.
        disputed: of a request that judged a turn and its answer, the dispute of the same turn;
            None if there is none.
        alone: of a record and its answer, each part of it as judged alone.
        told_by_records: the rules of which a record knows more than a question, say whose turn it
            is.
        illegal: of an answer without `legal`, whether what was asked is against the rules.
        judged: by operation, the names of the fields that make up the part that is judged.
        facts: fields within those that tell what is printed or lay there, and are not judged.
        own: properties that hold of this game alone.
    """

    game: str
    draws: Mapping[str, Sequence[Draw]]
    asks: Callable[[Json], Iterable[Request]]
    turns: Sequence[str]
    disputed: Callable[[Request, Json], Request | None]
    alone: Callable[[Json, Json, "Service"], Iterable[Judged]]
    told_by_records: Sequence[str] = ()
    illegal: Callable[[Request, Json], bool | None] = lambda request, told: None
    judged: Mapping[str, Sequence[str]] = {}
    facts: Sequence[str] = ()
    own: Sequence["Property"] = ()

    def draw(self, seed: int, operations: Sequence[str] | None = None) -> Request:
        """A random request of one of some operations; the first seeds go to empty boards."""
        names = [name for name in self.draws if operations is None or name in operations]
        kinds = self.draws[names[seed % len(names)]]
        kind = kinds[seed // len(names) % len(kinds)]
        return Request(names[seed % len(names)], kind(Random(seed)))


class Service:
    """The service as the properties of a game ask it."""

    def __init__(self, client: FlaskClient, game: str) -> None:
        self._client, self.game = client, game
        self.path = f"/v1/{game.replace('_', '-')}"

    def ask(self, request: Request, language: str = "en") -> Answer:
        """The answer to a request."""
        response = self._client.post(
            f"{self.path}/{request.operation}",
            data=orjson.dumps(request.body),
            content_type="application/json",
            headers={"Accept-Language": language},
        )
        return Answer(response.status_code, response.data)

    @property
    def twin(self) -> "Service":
        """Another instance of the application."""
        return Service(_second_instance(), self.game)

    def schema(self, operation: str) -> Body:
        """What reads the requests of an operation."""
        (game,) = [one for one in games_of(self._client.application) if one.path == self.path]
        (body,) = [one.body for one in game.operations if one.path == f"/{operation}" and one.body]
        return body

    def listed(self, name: str) -> Any:
        """A list of the game, say its rules."""
        return orjson.loads(self._client.get(f"{self.path}/{name}").data)


@cache
def _second_instance() -> FlaskClient:
    return create_app().test_client()


Property = Callable[[Service, Adapter, int], Iterator[Violation]]


def adapter(game: str) -> Adapter:
    """The adapter of a game."""
    found: Adapter = import_module(f"properties.{game}").ADAPTER
    return found


def first_violation(
    client: FlaskClient, holds: Property, of: Adapter, seeds: Iterable[int]
) -> str | None:
    """The first violation of a property, told so that its request can be posted again."""
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
    """Every value within a value with its JSON Pointer, itself first."""
    yield pointer, value
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in inner:
            yield from walk(item, f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}")


def resolve(value: Any, pointer: str) -> Any:
    """What a JSON Pointer leads to; KeyError if that is nothing."""
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(key)] if isinstance(value, list) else value[key]
        except (IndexError, ValueError, TypeError) as error:
            raise KeyError(pointer) from error
    return value
