"""The text that all notations share: entries, words, and faults by line and column.

A table is a list of entries. An entry is a line `key: value` or `key name: value`; indented lines
below it belong to its value. In a chapter of cases each entry is a key of TOML, `key = "value"`
or `key.name = "value"`. `docs/reference/notation.md` documents this for players.

Add what every game needs here; what one game writes belongs in its own module.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, SupportsIndex, TypeVar

from theodolite.rows import Lettering

Json = dict[str, Any]
_Value = TypeVar("_Value")
_SHOWN = 20
"""Known words that a fault names at most."""
_LONGEST = 40
"""Characters of a text that a fault repeats at most."""
_MOST_FAULTS = 100

SENTENCES = {
    "bad_line": "{value!r} is no entry. An entry is `key: value`.",
    "entry_twice": "The entry {value!r} is given twice.",
    "bad_quoted_name": "{value} is no name in quotation marks.",
    "missing_entry": "The entry {value!r} is missing.",
    "missing_word": "A word is missing after {value!r}.",
    "not_a_number": "{value!r} is no number.",
    "row_count": "There are {value} rows; expected are {known}.",
    "row_length": "The row has {value} spaces; expected are {known}.",
    "unknown_entry": "Unknown entry {value!r}. Known entries: {known}.",
    "unknown_letter": "Unknown letter {value!r}. Known letters: {known}.",
    "unknown_word": "Unknown word {value!r}. Known words: {known}.",
}
"""Every code of a fault, and its English sentence."""


class Fault(NamedTuple):
    """One reason why a text cannot be read.

    Attributes:
        line: The line, from 1.
        column: The column, from 1.
        code: One of the codes above.
        value: The text found there.
        known: The expected texts, as words separated by spaces; empty where nothing can be named.
    """

    line: int
    column: int
    code: str
    value: str
    known: str = ""

    def __str__(self) -> str:
        sentence = SENTENCES[self.code].format(value=self.value, known=self.known)
        return f"line {self.line}, column {self.column}: {sentence}"


class NotationError(ValueError):
    """A text cannot be read as a table.

    Attributes:
        faults: All that was found, in order; of each entry the first.
    """

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


class Text(str):
    """A piece of a text that knows where it stands in the whole."""

    __slots__ = ("source", "start")
    source: str
    start: int

    def __new__(cls, text: str, source: str | None = None, start: int = 0) -> "Text":
        """Make a piece of `source` that begins at its character `start`; the whole by default."""
        piece = super().__new__(cls, text)
        piece.source = text if source is None else source
        piece.start = start
        return piece

    @property
    def line(self) -> int:
        """The line on which the text begins, from 1."""
        return self.source.count("\n", 0, self.start) + 1

    @property
    def column(self) -> int:
        """The column in which the text begins, from 1."""
        return self.start - (self.source.rfind("\n", 0, self.start) + 1) + 1

    def __getitem__(self, key: SupportsIndex | slice) -> "Text":
        """A character, or the text from one character to another, which knows its place too."""
        start = key.indices(len(self))[0] if isinstance(key, slice) else range(len(self))[key]
        return Text(super().__getitem__(key), self.source, self.start + start)

    def found(self, pattern: str) -> "list[Text]":
        """The pieces that match a regular expression."""
        return [self[slice(*match.span())] for match in re.finditer(pattern, self)]

    def words(self) -> "list[Text]":
        """The words between spaces and line ends; a name in quotation marks is one word."""
        return self.found(r'"(?:[^"\\\n]|\\.)*"|\S+')

    def parts(self, separator: str = ";") -> "list[Text]":
        """The parts between separators, without the spaces around them; no empty ones."""
        inside = re.escape(separator)
        return self.found(rf"[^\s{inside}](?:[^{inside}]*[^\s{inside}])?")

    def before_and_after(self, separator: str) -> "tuple[Text, Text]":
        """The text before the first separator, and after it; nothing after if there is none."""
        before, _, _ = self.partition(separator)
        return self[: len(before)], self[len(before) + len(separator) :]

    def head_and_rows(self) -> "tuple[list[Text], Text | None]":
        """The words of an entry and the board in it, if there is one.

        The board is what stands below the first line, or the first word with `/` and without `=`.
        """
        head, below = self.before_and_after("\n")
        words = head.words()
        if below.strip():
            return words, below
        boards = [word for word in words if "/" in word and "=" not in word]
        return [word for word in words if word not in boards[:1]], next(iter(boards), None)

    def rows(self) -> "list[Text]":
        """The rows of a board: parted by `/` or by line ends."""
        return self.found(r"[^\s/](?:[^\n/]*[^\s/])?")


Entries = Mapping[str, Any]
"""Entries by key: a text, or for an entry with names the texts by name."""


class TableNotation(NamedTuple):
    """How the tables of a game are written.

    Attributes:
        named: The keys of entries with names: `player` in `player Ann: …`.
        needed: The keys of entries that every whole table has.
        read: From entries to the snapshot that they hold, and the keys that must be there; raises
            NotationError.
        write: From a snapshot to its text.
    """

    named: Collection[str]
    needed: Collection[str]
    read: Callable[[Entries, Collection[str]], Json]
    write: Callable[[Json], str]

    def parse(self, text: str, *, partial: bool = False) -> Json:
        """The snapshot that a text stands for; whether it is possible is not looked at.

        Args:
            text: The text.
            partial: Whether entries may be missing.

        Raises:
            NotationError: The text cannot be read; each fault has a line and a column.
        """
        return self.read(split_entries(text, self.named), () if partial else self.needed)


def fault(code: str, value: str, known: Iterable[object] = ()) -> NotationError:
    """The error of a text that cannot be read, at its place."""
    at = value if isinstance(value, Text) else Text(value)
    return NotationError([Fault(at.line, at.column, code, str(at)[:_LONGEST], _some(known))])


def _some(known: Iterable[object]) -> str:
    words = [str(word) for word in known]
    return " ".join(words if len(words) <= _SHOWN else [*words[: _SHOWN - 2], "…", words[-1]])


def found(word: str, known: Mapping[str, _Value]) -> _Value:
    """The meaning of a word.

    Raises:
        NotationError: `unknown_word`.
    """
    if word not in known:
        raise fault("unknown_word", word, known)
    return known[word]


def number(word: str) -> int:
    """A whole number.

    Raises:
        NotationError: `not_a_number`.
    """
    if not re.fullmatch(r"[+-]?\d{1,6}", word, re.ASCII):
        raise fault("not_a_number", word)
    return int(word)


def only(keyword: Text, words: Sequence[Text]) -> Text:
    """The one word after a keyword.

    Raises:
        NotationError: `missing_word` or `unknown_word`.
    """
    if not words:
        raise fault("missing_word", keyword)
    if len(words) > 1:
        raise fault("unknown_word", words[1])
    return words[0]


def groups(words: Sequence[Text], keywords: Iterable[str]) -> Iterator[tuple[Text, list[Text]]]:
    """Words by the keyword that they follow; those before the first one follow an empty text."""
    keywords = set(keywords)
    head, rest = Text(""), list[Text]()
    for word in words:
        if word in keywords:
            if head or rest:
                yield head, rest
            head, rest = word, []
        else:
            rest.append(word)
    if head or rest:
        yield head, rest


def board_rows(value: Text, lettering: Lettering) -> list[str]:
    """The rows of a board as letters, without the spaces within them.

    Raises:
        NotationError: `row_count`, `row_length` or `unknown_letter`, for the first bad row.
    """
    rows = value.rows()
    if len(rows) != lettering.grid.rows:
        raise miscount(rows[0] if rows else value, "row_count", len(rows), lettering.grid.rows)
    for row in rows:
        for letter in row.found(r"\S"):
            if letter not in lettering.known:
                raise fault("unknown_letter", letter, lettering.known)
        if len(row.replace(" ", "")) != lettering.grid.columns:
            raise miscount(row, "row_length", len(row.replace(" ", "")), lettering.grid.columns)
    return [row.replace(" ", "") for row in rows]


def miscount(at: Text, code: str, count: int, expected: object) -> NotationError:
    """The error of a board that has too few or too many rows, or a row spaces."""
    return NotationError([Fault(at.line, at.column, code, str(count), str(expected))])


# Possessive, so that a long line that is no entry is not tried again from each of its words.
_KEY = re.compile(
    r'(?P<key>\w++)(?:[ \t]++(?P<name>"(?:[^"\\]|\\.)*+"|[^:"\s]++(?:[^\S\n]++[^:"\s]++)*+))?\s*+:'
)


def split_entries(text: str, named: Iterable[str]) -> Json:
    """The entries of a text.

    Args:
        text: the text of a table.
        named: the keys whose entries have names.

    Raises:
        NotationError: `bad_line` or `entry_twice`.
    """
    entries: Json = {}
    for block in Text(text).found(r"(?m)^[^\s](?:.*(?:\n[ \t]+.*|\n(?=[ \t]*\n))*)|^[ \t]+\S.*"):
        key = _KEY.match(block)
        if key is None or (key["key"] in named) != (key["name"] is not None):
            raise fault("bad_line", next(iter(block.rows()), block))
        holder, name = entries, key["key"]
        if key["name"] is not None:
            holder = entries.setdefault(name, {})
            name = name_of(block[slice(*key.span("name"))])
        if name in holder:
            raise fault("entry_twice", block[: key.end() - 1])
        value = block[key.end() :]
        blank = len(value) - len(value.lstrip(" \t"))
        holder[Text(name, block.source, block.start)] = value[blank : len(value.rstrip())]
    return entries


def name_of(word: Text) -> str:
    """The name that a word is, or that stands in its quotation marks as in JSON.

    Raises:
        NotationError: `bad_quoted_name`.
    """
    if not word.startswith('"'):
        return str(word)
    try:
        return str(json.loads(word))
    except ValueError:
        raise fault("bad_quoted_name", word) from None


def word_of(name: str) -> str:
    """A name as one word, in quotation marks unless it is a plain one."""
    return name if re.fullmatch(r"[^\W\d_][\w'-]*", name) else json.dumps(name)


def entries_of(fields: Mapping[str, Any]) -> Entries:
    """The entries of a test case, whose values are texts of TOML."""
    return {
        key: {name: Text(str(inner)) for name, inner in value.items()}
        if isinstance(value, Mapping)
        else Text(str(value))
        for key, value in fields.items()
    }


def read_entries(
    entries: Entries, readers: Mapping[str, Callable[[Text], Any]], needed: Iterable[str]
) -> Json:
    """The value of each entry, by key, and by name for entries with names.

    Args:
        entries: the entries.
        readers: what reads the value of each key there may be.
        needed: the keys that must be there.

    Raises:
        NotationError: the first fault of each entry, `_MOST_FAULTS` of them at most.
    """
    read: Json = {}
    faults: list[Fault] = []
    for key, name, text in _each(entries):
        if len(faults) >= _MOST_FAULTS:
            break
        try:
            if key not in readers:
                raise fault("unknown_entry", key, readers)
            value = readers[key](text)
        except NotationError as error:
            faults += error.faults
        else:
            holder = read if name is None else read.setdefault(str(key), {})
            holder[str(key if name is None else name)] = value
    faults += [Fault(1, 1, "missing_entry", key) for key in needed if key not in entries]
    if faults:
        raise NotationError(sorted(faults))
    return read


def _each(entries: Entries) -> Iterator[tuple[str, str | None, Text]]:
    """Each entry: its key, its name if it has one, and its text."""
    for key, value in entries.items():
        if isinstance(value, Mapping):
            yield from ((key, name, text) for name, text in value.items())
        else:
            yield key, None, value


def names_of(value: Text) -> list[str]:
    """Names, those of several words in quotation marks."""
    return [name_of(word) for word in value.words()]


def left_lines(snapshot: Json) -> Iterator[str]:
    """The entry `left`, of the players who have left the table, if there are any."""
    if left := snapshot.get("left"):
        yield entry("left", " ".join(map(word_of, left)))


def entry(key: str, value: str, name: str | None = None) -> str:
    """An entry as it is written."""
    if name is not None:
        plain = re.fullmatch(r'[^:"\s](?:[^:"\n]*[^:"\s])?', name) and name.isprintable()
        key = f"{key} {name if plain else json.dumps(name)}"
    return f"{key}: {value}".rstrip()


def drawn_entry(key: str, rows: Iterable[str], value: str = "", name: str | None = None) -> str:
    """An entry with a board below it."""
    return "\n".join([entry(key, value, name), *(f"  {row}" for row in rows)])
