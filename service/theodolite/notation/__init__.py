"""Compact notations of test cases: chapters in TOML, written out as the runner takes them.

A suite's `notation` says which: `{"language": "tiwanaku"}` is a game's own, in which a board is
drawn and a turn is a line; without a language a chapter is a template that its cases fill in.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from theodolite.notation import templates, tiwanaku, treasure_hunt

__all__ = ["LANGUAGES", "written_out"]

LANGUAGES: Mapping[str, Callable[[Mapping[str, Any]], Iterable[dict[str, Any]]]] = MappingProxyType(
    {"tiwanaku": tiwanaku.cases, "treasure_hunt": treasure_hunt.cases}
)
"""The notations of games, by name: from a chapter to its cases."""


def written_out(chapter: Mapping[str, Any], notation: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cases of a chapter as the runner takes them.

    Args:
        chapter: the chapter as it was read.
        notation: what its suite says of it.

    Raises:
        ValueError: there is no such language.
    """
    if "language" not in notation:
        return templates.written_out(chapter, notation)
    if notation["language"] not in LANGUAGES:
        raise ValueError(f"no notation is called {notation['language']}")
    return list(LANGUAGES[notation["language"]](chapter))
