"""The suites of published cases; each is read once in a process."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from theodolite.conformance import Suite, load_suite, suite_folders


@cache
def suite(game: str) -> Suite:
    """The cases of a game, by the package of the game."""
    return load_suite(suite_folders()[game])


def tells_who_left(body: Mapping[str, Any]) -> bool:
    """Whether a request tells that players left, of which no rulebook says a word.

    The references, which were written from the rulebooks, do not know it.
    """
    record = body.get("record", {})
    tables = [part.get("snapshot") for part in (body, record)]
    return any("left" in (table or {}) for table in tables) or any(
        "left" in turn for turn in record.get("turns", ())
    )
