"""A game's rules and rulings, read from its tables, and the sentences that cite them."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, cached_property
from importlib.resources import files
from string import Formatter
from typing import Any, NamedTuple

from theodolite.verdict import Name, Values, Word

LANGUAGES = ("en", "nl", "fr", "de")
_PAGES = {"en": "p.", "nl": "p.", "fr": "p.", "de": "S."}
"""How people write `page` before a number."""


class Portion(NamedTuple):
    """Points and what earns them, as a sentence tells them: `A1, B1 → 4`."""

    points: int
    names: Sequence[str]


class Rule(NamedTuple):
    """A rule: its id, where the rulebook has it, its text and sentences by language and key.

    A rulebook with pages is cited by `page`, any other by `section`, its heading.
    """

    id: str
    page: int | None
    section: str | None
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
            (name := f"{self.game}.{rule}"): Rule(
                name,
                entry.get("page"),
                entry.get("section"),
                {language: entry[language] for language in LANGUAGES},
            )
            for rule, own in _entries(self._read("rules.toml"))
            for entry in [{**_shared_rules().get(rule, {}), **own}]
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

    def cite(self, language: str, rule: str) -> Mapping[str, str]:
        """A rule, and where the rulebook has it: `p. 6`, or the heading over it."""
        return self._citations[language][rule]

    def heading(self, language: str, rule: str) -> str | None:
        """The heading over a rule in a language; None if it is the rulebook's own, or not known."""
        section = self.rules[rule].section or ""
        headings: Mapping[str, str] = self._words[language].get("headings", {})
        heading = headings.get(section)
        return None if heading == section else heading

    @cached_property
    def _citations(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        return {
            language: {
                rule: {
                    "rule": rule,
                    "reference": section or "" if page is None else f"{_PAGES[language]} {page}",
                }
                for rule, page, section, _ in self.rules.values()
            }
            for language in LANGUAGES
        }

    def words(self, language: str, table: str) -> Mapping[str, str]:
        """A table of the game's words in a language, say its terrains or its titles."""
        words: Mapping[str, str] = self._words[language][table]
        return words

    def word(self, language: str, word: Word | Name) -> str:
        """A word or a name in a language."""
        if isinstance(word, Name):
            return word.texts[LANGUAGES.index(language)]
        return self.fill(language, self.words(language, word.table)[word.name], word.values)

    def fault(self, language: str, code: str, values: Values) -> str | None:
        """The sentence that explains a fault of a snapshot; None if the code is not this game's."""
        template = self.words(language, "faults").get(code)
        return template and self.fill(language, template, values)

    def sentence(self, language: str, rule: str, key: str, values: Values) -> str:
        """The text `key` of a rule in a language, filled with the values."""
        return self.fill(language, self.rules[rule].texts[language][key], values)

    def fill(self, language: str, template: str, values: Values) -> str:
        """A template filled with values.

        A value is a name, a number, a member of an enumeration or a boolean (for which the game's
        table `terms` has the word), a Word, a Name, a Portion, or a sequence of such. After a colon
        a template may say how a value is put: `{count:tile|tiles}` by number, that of a sequence
        being its length; `{points:+}` with its sign; `{turns:.1f}` with a decimal; a sequence
        joined by `{names:and}`, by `{names:or}`, or by another mark than a comma, as in `{path:→}`
        and `{lines:;}`; `{held:()}` puts pairs as `Ann (C3)`. Of sequences within a sequence that
        goes for the inner ones.
        """
        text = ""
        for literal, field, put, numbers in _parsed(template):
            text += literal
            if field is None:
                continue
            value: Any = values[field]
            # Most are plain: a name, a number, a word, or a list of names.
            kind = type(value)
            if kind is str:
                filled = value
            elif numbers is not None:
                one, some = numbers
                count = value if kind is int or kind is float else len(value)
                filled = one if count == 1 or (language == "fr" and 0 <= count < 2) else some
            elif put:
                filled = self._put(language, value, put)
            elif kind is int:
                filled = str(value)
            elif (kind is list or kind is tuple) and _NAMES.issuperset(map(type, value)):
                filled = ", ".join(value)
            else:
                filled = self._put(language, value, "")
            # French elides before a vowel: *de Bo*, *d'Ann*; not before a space: *de A1*.
            if language == "fr" and text.endswith(_ELIDED) and _VOWEL.match(filled):
                text = text[:-2] + "\u2019"
            text += filled
        return text

    def _put(  # noqa: PLR0911 - a case for each kind
        self, language: str, value: object, put: str
    ) -> str:
        if isinstance(value, Enum):
            # The attribute `name` is a function, which takes as long as all the rest.
            return self.words(language, "terms")[value._name_]
        if isinstance(value, (Word, Name)):
            return self.word(language, value)
        if isinstance(value, Portion):
            return f"{self._join(language, value.names, '')} → {value.points}"
        if isinstance(value, (list, tuple)):
            return self._join(language, value, put)
        if isinstance(value, float):
            text = format(value, put)
            return text if language == "en" else text.replace(".", ",")
        if isinstance(value, bool):
            return self.words(language, "terms")["YES" if value else "NO"]
        return format(value, put)

    def _join(self, language: str, values: Sequence[object], put: str) -> str:
        if values and isinstance(values[0], (list, tuple)) and not isinstance(values[0], _WHOLE):
            return (", " if put else "; ").join([self._put(language, v, put) for v in values])
        parts = [v if type(v) is str else self._put(language, v, "") for v in values]
        if put == "()":
            return f"{parts[0]} ({', '.join(parts[1:])})"
        if put in _CONJUNCTIONS and len(parts) > 1:
            word = self.words(language, "terms")[put.upper()]
            return f"{', '.join(parts[:-1])} {word} {parts[-1]}"
        return _MARKS.get(put, ", ").join(parts)


@cache
def _shared_rules() -> Mapping[str, Mapping[str, Any]]:
    """The texts of the rules that all games share, by their names."""
    text = files("theodolite").joinpath("rules.toml").read_text("utf-8")
    return dict(_entries(tomllib.loads(text)))


def _entries(table: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The rules of a table by their names: `[shoe]` stands alone, `[turn.shoe]` in an area."""
    for name, entry in table.items():
        if LANGUAGES[0] in entry:
            yield name, entry
        else:
            yield from ((f"{name}.{rule}", of_area) for rule, of_area in entry.items())


_NAMES = frozenset({str})
_WHOLE = (Portion, Word, Name)
_CONJUNCTIONS = ("and", "or")
_ELIDED = (" de ", "De ", " que ", "Que ")
_VOWEL = re.compile("[aeiouàâäéèêëîïôöùûü][^\\W\\d]", re.IGNORECASE)
_MARKS = {"→": " → ", ";": "; ", "-": "-"}


# The templates are those of the tables, and each is filled again and again.
@cache
def _parsed(template: str) -> Sequence[tuple[str, str | None, str, list[str] | None]]:
    """Each literal, the field after it, how that is put, and the words for one and for some."""
    return [
        (literal, field, put or "", put.split("|") if put and "|" in put else None)
        for literal, field, put, _ in Formatter().parse(template)
    ]
