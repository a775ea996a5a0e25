"""The notations of test cases, which are built on those of tables in `theodolite.notation`.

A suite's `notation` names its own: `{"language": "tiwanaku"}` is that of a game, in which a turn is
a line; without a language a chapter is a template that its cases fill in.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from theodolite.conformance.notations import (
    chapters,
    misterra_cases,
    templates,
    tiwanaku_cases,
    treasure_hunt_cases,
)
from theodolite.notation import cartographers, misterra, tiwanaku, treasure_hunt
from theodolite.notation.text import Json, TableNotation

__all__ = ["TABLES", "read_table", "write_table", "written_out"]

_LANGUAGES: Mapping[str, Callable[[Mapping[str, Any]], Iterable[Json]]] = MappingProxyType(
    {
        "misterra": partial(chapters.cases, misterra_cases.NOTATION),
        "tiwanaku": partial(chapters.cases, tiwanaku_cases.NOTATION),
        "treasure_hunt": partial(chapters.cases, treasure_hunt_cases.NOTATION),
    }
)
"""The notations of games, by name: from a chapter to its cases."""

TABLES: Mapping[str, TableNotation] = MappingProxyType(
    {
        "cartographers": cartographers.TABLE,
        "misterra": misterra.TABLE,
        "tiwanaku": tiwanaku.TABLE,
        "treasure_hunt": treasure_hunt.TABLE,
    }
)
"""The notation of the tables of each game, by the name of its folder."""


def written_out(chapter: Mapping[str, Any], notation: Mapping[str, Any]) -> list[Json]:
    """The cases of a chapter in full.

    Args:
        chapter: The chapter as TOML has it.
        notation: What its suite says of it.

    Raises:
        ValueError: There is no such language, or a case cannot be read.
    """
    if "language" not in notation:
        return templates.written_out(chapter, notation)
    if notation["language"] not in _LANGUAGES:
        raise ValueError(f"no notation is called {notation['language']}")
    return list(_LANGUAGES[notation["language"]](chapter))


def read_table(game: str, text: str) -> Json:
    """The snapshot that a table in text stands for.

    Args:
        game: The game, as its folder is called: `treasure_hunt`.
        text: The table; `docs/reference/notation.md` says how it is written.

    Returns:
        A snapshot as the HTTP contract has it. Whether it is possible is not looked at.

    Raises:
        NotationError: The text cannot be read; each fault has a line and a column.
    """
    return TABLES[game].parse(text)


def write_table(game: str, snapshot: Json) -> str:
    """A snapshot as text, which `read_table` reads back.

    Args:
        game: The game, as its folder is called.
        snapshot: A possible snapshot, as the HTTP contract has it.
    """
    return TABLES[game].write(snapshot)
