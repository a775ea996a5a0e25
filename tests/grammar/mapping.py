"""How requests and responses of API 1 read in the grammar of the code.

A module with the name of a game has what that game's own words became: tables as those here, whose
keys are patterns of its operations in API 1, such as `*-checks`. Every entry whose pattern matches
is applied, in order, after those of all games.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

Translate = Callable[[Any], Any]
"""Takes a JSON object of API 1, and returns it in the grammar of the code."""
Translations = Mapping[str, Sequence[Translate]]

ROOT = "/v3"
"""The beginning of the paths of the code."""
PATHS: Mapping[str, str] = {"boards": "notations"}
"""The operations of the code that have another name: `{"map-updates": "updates"}`."""
REQUESTS: Translations = {
    "boards": [lambda table: {"snapshot": table}],
    "replays": [lambda record: {"record": record}],
    "reviews": [lambda record: {"record": record}],
}
"""Changes of request bodies: `{"legality-checks": [renamed({"half_day": "move"})]}`."""
ANSWERS: Translations = {}
"""Changes of responses, problems included: `{"*": [renamed({"complete": "final"})]}`."""
NOW: Translations = {}
"""Changes of the code's own responses where API 1 had less to say."""
INTENDED: Mapping[str, str] = {}
"""Why the code says something else, by the pattern of the ids of the recorded requests."""


def request(game: str, operation: str, body: Any) -> tuple[str, Any]:
    """The path and the body with which the code is asked what API 1 was asked.

    Args:
        game: The game's segment of the path, `treasure-hunt`.
        operation: The rest of the path.
        body: The JSON of the body; a list of objects for NDJSON; text that is sent as it is.
    """
    path = operation
    for pattern, renamed_to in _entries(game, "PATHS"):
        if fnmatchcase(operation, pattern):
            path = renamed_to
    return f"{ROOT}/{game}/{path}", _translated(game, "REQUESTS", operation, body)


def answer(game: str, operation: str, recorded: Any) -> Any:
    """The response that the code must give where API 1 gave the recorded one.

    Args:
        game: As for `request`.
        operation: The operation of API 1.
        recorded: The JSON of the response; a list of objects for NDJSON; or text.
    """
    return _translated(game, "ANSWERS", operation, recorded)


def now(game: str, operation: str, given: Any) -> Any:
    """The part of a response of the code that API 1 had too."""
    return _translated(game, "NOW", operation, given)


def intended(game: str, id_: str) -> bool:
    """Whether a recorded request is meant to be answered otherwise."""
    return any(fnmatchcase(id_, pattern) for pattern, _ in _entries(game, "INTENDED"))


def renamed(names: Mapping[str, str]) -> Translate:
    """A translation that renames fields at any depth: old names to new ones."""
    return each(lambda entry: {names.get(key, key): value for key, value in entry.items()})


def each(translate: Translate) -> Translate:
    """A translation of the objects at any depth, the innermost first."""

    def deep(value: Any) -> Any:
        if isinstance(value, dict):
            return translate({key: deep(inner) for key, inner in value.items()})
        return [deep(inner) for inner in value] if isinstance(value, list) else value

    return deep


def _translated(game: str, table: str, operation: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_translated(game, table, operation, line) for line in value]
    for pattern, translations in _entries(game, table):
        if isinstance(value, dict) and fnmatchcase(operation, pattern):
            for translate in translations:
                value = translate(value)
    return value


def _entries(game: str, table: str) -> Iterator[tuple[str, Any]]:
    yield from globals()[table].items()
    yield from getattr(_module(game), table, {}).items()


@cache
def _module(game: str) -> object:
    name = f"grammar.{game.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None
