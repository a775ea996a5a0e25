"""The words that a sheet is printed with, in the language of the answer.

Each package has a `words.toml`; a game's words come before those that all games share.
"""

from __future__ import annotations

import tomllib
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ENGLISH", "SHARED", "SPOKEN", "Spoken", "title", "words"]

SHARED = "theodolite_sdk"
"""The package whose words all games share."""
ENGLISH = "en"
SPOKEN = ContextVar("SPOKEN", default=ENGLISH)
"""The language of the answer that is being read, from its `Content-Language`."""


class Spoken(Struct, frozen=True, kw_only=True):
    """What can print itself: it knows the language of the answer that it was read from."""

    language: str = field(default_factory=SPOKEN.get)


@cache
def words(package: str, language: str) -> Mapping[str, Any]:
    """The words of a game's package; in English if it does not know the language."""
    own, shared = _table(package), _table(SHARED)
    known = language.partition("-")[0].lower()
    if known not in own:
        known = ENGLISH
    return {
        key: {**value, **own[known].get(key, {})} if isinstance(value, dict) else value
        for key, value in {**own[known], **shared[known]}.items()
    }


def _table(package: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(package).joinpath("words.toml").read_text("utf-8"))


def title(name: str, known: Mapping[str, str]) -> str:
    """A category for people: as the words know it, or its own name if a newer service added it."""
    plain = name.replace("_", " ")
    return known.get(name, plain[:1].upper() + plain[1:])
