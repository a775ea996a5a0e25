"""The words that a response prints itself with, in the language of its texts.

Each package has a `words.toml`; a game's words come before those that all games share. A new
language is a table in each of these files.
"""

from __future__ import annotations

import tomllib
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec import field

from theodolite_sdk import model

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

SHARED = "theodolite_sdk"
"""The package whose words all games share."""
Language: TypeAlias = Literal["en", "nl", "fr", "de"]
"""The languages of a service's texts."""
ENGLISH = "en"
LANGUAGE = ContextVar("LANGUAGE", default=ENGLISH)
"""The language of the response that is being decoded, from its `Content-Language` header."""


class Localized(model.Model, frozen=True, kw_only=True):
    """Base class of responses that print themselves.

    Attributes:
        language: The language of the response, such as `nl`.
    """

    language: str = field(default_factory=LANGUAGE.get, name=model.LANGUAGE)


@cache
def words(package: str, language: str) -> Mapping[str, Any]:
    """Return the words of a package in a language.

    Args:
        package: The import path of a game's package.
        language: A language tag, such as `de-CH`; its region does not matter. English words are
            returned for an unknown language.
    """
    own, shared = _table(package), _table(SHARED)
    known = language.partition("-")[0].lower()
    if known not in own:
        known = ENGLISH
    return {
        key: {**value, **own[known].get(key, {})} if isinstance(value, dict) else value
        for key, value in {**own[known], **shared[known]}.items()
    }


def open_points(rulings: Iterable[Any], language: str) -> Iterator[str]:
    """Yield a sentence about the rulings that could change an answer, if there are any."""
    matter = (each for each in rulings if getattr(each, "could_matter", False))
    used = ", ".join(f"{each.name} = {each.value}" for each in matter)
    if used:
        yield words(SHARED, language)["rulings"].format(rulings=used)


def _table(package: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(package).joinpath("words.toml").read_text("utf-8"))


def title(name: str, known: Mapping[str, str]) -> str:
    """Return the words for an identifier, such as `master_cartographers`, or else spell it out."""
    plain = name.replace("_", " ")
    return known.get(name, plain[:1].upper() + plain[1:])
