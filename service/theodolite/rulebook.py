"""A game's rules and rulings, read from its tables, and the sentences that cite them."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from theodolite.verdict import Values

if TYPE_CHECKING:
    from enum import Enum

__all__ = ["LANGUAGES", "Rule", "Rulebook", "Ruling"]

LANGUAGES = ("en", "nl", "fr", "de")


class Rule(NamedTuple):
    """A rule: its id, the page of the rulebook, its text and its sentences by language and key."""

    id: str
    page: int
    texts: Mapping[str, Mapping[str, str]]


class Ruling(NamedTuple):
    """An open point of the rules: its values (the first is the default) and the reason for it."""

    name: str
    values: Sequence[str]
    why: Mapping[str, str]

    @property
    def default(self) -> str:
        """The value that holds where a request names none."""
        return self.values[0]


class Rulebook:
    """The tables of one game: `rules.toml`, `rulings.toml` and `words.toml` in its package.

    Args:
        game: the package that holds the tables; its last part begins every rule's id.
    """

    def __init__(self, game: str) -> None:
        self._tables = files(game)
        self.game = game.rpartition(".")[2]

    def _read(self, table: str) -> dict[str, Any]:
        return tomllib.loads(self._tables.joinpath(table).read_text("utf-8"))

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule by its id, in the order of the rulebook's table."""
        return {
            (name := f"{self.game}.{area}.{rule}"): Rule(
                name, entry["page"], {language: entry[language] for language in LANGUAGES}
            )
            for area, entries in self._read("rules.toml").items()
            for rule, entry in entries.items()
        }

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        """Every ruling by its name."""
        return {
            name: Ruling(name, tuple(entry["values"]), entry["why"])
            for name, entry in self._read("rulings.toml").items()
        }

    @cached_property
    def _words(self) -> Mapping[str, Mapping[str, Any]]:
        return self._read("words.toml")

    def words(self, language: str, table: str) -> Mapping[str, str]:
        """A table of the game's words in a language, say its terrains or its titles."""
        words: Mapping[str, str] = self._words[language][table]
        return words

    def fault(self, language: str, code: str, values: Values) -> str | None:
        """The sentence that explains a fault of a snapshot; None if the code is not this game's."""
        template = self.words(language, "faults").get(code)
        return template and self.fill(language, template, values)

    def sentence(self, language: str, rule: str, key: str, values: Values) -> str:
        """What a rule has to say: its text `key` in a language, filled with the values."""
        return self.fill(language, self.rules[rule].texts[language][key], values)

    def fill(self, language: str, template: str, values: Values) -> str:
        """A template filled with values; a member of an enumeration becomes the game's word."""
        words = self._words[language]["terms"]
        terms = {
            key: words[cast("Enum", value).name]
            for key, value in values.items()
            if type(value) not in _PLAIN
        }
        return template.format_map({**values, **terms} if terms else values)


_PLAIN = frozenset({str, int, type(None)})
