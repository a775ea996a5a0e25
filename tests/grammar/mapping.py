"""How requests and responses of API 1 read in the grammar of the code.

Each renaming is a line of a table. Keys are patterns of `<game>/<operation>` in API 1, such as
`misterra/scores` or `*/legality-checks`. Every entry whose pattern matches is applied, in order.
"""

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

Translate = Callable[[Any], Any]
"""Takes a JSON object of API 1, and returns it in the grammar of the code."""

ROOT = "/v3"
"""The beginning of the paths of the code."""
PATHS: Mapping[str, str] = {}
"""The operations of the code that have another name: `{"*/map-updates": "updates"}`."""
REQUESTS: Mapping[str, Sequence[Translate]] = {}
"""Changes of request bodies: `{"misterra/legality-checks": [renamed({"half_day": "move"})]}`."""
ANSWERS: Mapping[str, Sequence[Translate]] = {}
"""Changes of responses, problems included: `{"*": [renamed({"complete": "final"})]}`."""


def request(game: str, operation: str, body: Any) -> tuple[str, Any]:
    """The path and the body with which the code is asked what API 1 was asked.

    Args:
        game: The game's segment of the path, `treasure-hunt`.
        operation: The rest of the path.
        body: The JSON of the body; a list of objects for NDJSON; text that is sent as it is.
    """
    name = f"{game}/{operation}"
    for pattern, renamed_to in PATHS.items():
        if fnmatchcase(name, pattern):
            operation = renamed_to
    return f"{ROOT}/{game}/{operation}", _translated(REQUESTS, name, body)


def answer(game: str, operation: str, recorded: Any) -> Any:
    """The response that the code must give where API 1 gave the recorded one.

    Args:
        game: As for `request`.
        operation: The operation of API 1.
        recorded: The JSON of the response; a list of objects for NDJSON; or text.
    """
    return _translated(ANSWERS, f"{game}/{operation}", recorded)


def renamed(names: Mapping[str, str]) -> Translate:
    """A translation that renames fields at any depth: old names to new ones."""

    def rename(value: Any) -> Any:
        if isinstance(value, dict):
            return {names.get(key, key): rename(inner) for key, inner in value.items()}
        return [rename(inner) for inner in value] if isinstance(value, list) else value

    return rename


def _translated(table: Mapping[str, Sequence[Translate]], name: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_translated(table, name, line) for line in value]
    for pattern, translations in table.items():
        if isinstance(value, dict) and fnmatchcase(name, pattern):
            for translate in translations:
                value = translate(value)
    return value
