"""Finds flaws in sentences: identifiers, wrong plurals, facts that differ by language."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

from properties.frame import walk

Json = dict[str, Any]

SPACE = re.compile(r"\b(?:N\d\d/E\d\d|[A-K]\d{1,2})\b")
_FORBIDDEN = {
    "an identifier": re.compile(r"\b[a-z]+_[a-z_]+\b|\b(?:beach|walker|explorer):"),
    "two blanks": re.compile(r"\S  +\S"),
    "nothing where a name should be": re.compile(r"\s[.,)]|\(\)|«\s*»|\"\"|: *[.;]|^[.,;:]"),
    "a blank that was not filled": re.compile(r"[{}]"),
}
_BARE = re.compile(
    r"\b(?:dessine|dessiné|montrer?|était|devient|becomes|shows|draws|drew|was) ([^\W\d_A-Z]+)"
)
"""A verb after which what is drawn or shown has an article."""
_HIATUS = re.compile(r"\b(?:[dD]e|[qQ]ue) [AEIOUÉaeiouéèê][^\W\d]\w*")


def sentences(document: Any) -> dict[str, str]:
    """Return the sentences of a response by JSON Pointer."""
    return {
        at: text for at, text in walk(document) if at.endswith(("/explanation", "/why", "/detail"))
    }


def spaces_of(text: str) -> set[str]:
    """Return the spaces that a sentence names."""
    return set(SPACE.findall(text))


def numbers_of(text: str) -> set[int]:
    """Return the numbers in a sentence, without those in names of spaces; one may be a word."""
    return {int(number) for number in re.findall(r"\d+", SPACE.sub(" ", text))} | {1}


def flaws(game: str, language: str, text: str, names: Sequence[str]) -> Iterator[str]:
    """Yield the flaws of a sentence.

    Args:
        game: The package of the game.
        language: The language of the sentence.
        text: The sentence.
        names: Names of players, which may be any words.
    """
    for what, pattern in _FORBIDDEN.items():
        if found := pattern.search(text):
            yield f"{what}: {found.group()!r}"
    if language == "fr" and (found := _HIATUS.search(text)):
        yield f"no elision: {found.group()!r}"
    if (found := _BARE.search(text)) and found.group(1) in _with_article(game, language):
        yield f"no article: {found.group()!r}"
    words = set(re.findall(r"(?<![^\W\d_])[^\W\d_A-Z]{3,}(?![^\W\d_])", text))
    for name in names:
        words -= {*name.split()}
    for word in sorted(words - vocabulary(game, language)):
        if not _is_joined(word, vocabulary(game, language)):
            yield f"no word of this language's texts: {word!r}"
    for plural in plurals(game, language):
        # In "level 1 stand two pawns" the number is a name.
        if re.search(rf"(?<!level )(?<!niveau )(?<!Stufe )\b(?<![.,/-])1 {plural}\b", text):
            yield f"one of many: '1 {plural}'"


def disagreements(texts: Mapping[str, str]) -> Iterator[str]:
    """Yield how translations of a sentence differ in spaces and numbers."""
    first, *others = texts.items()
    for language, text in others:
        for what, of in (("spaces", spaces_of), ("numbers", numbers_of)):
            if of(text) != of(first[1]):
                yield f"other {what} in {language}: {text!r}; {first[1]!r}"


@cache
def _with_article(game: str, language: str) -> frozenset[str]:
    """The nouns of a game that stand with an article."""
    nouns = re.findall(r"^(?:an?|une?|de la) (\w+)$", "\n".join(templates(game, language)), re.M)
    terms = [*words_of(game, language, "terms").values()] if language == "fr" else []
    return frozenset([*nouns, *terms])


def words_of(game: str, language: str, table: str) -> Mapping[str, str]:
    """A table of a game's words."""
    text = files(f"theodolite.{game}").joinpath("words.toml").read_text("utf-8")
    words: Mapping[str, str] = tomllib.loads(text)[language].get(table, {})
    return words


def _is_joined(word: str, known: frozenset[str]) -> bool:
    """Whether a word is a compound of two words, as in Dutch and German: `gebergtetegel`."""
    return any(word[:at] in known and word[at:] in known for at in range(3, len(word) - 2))


@cache
def templates(game: str, language: str) -> Sequence[str]:
    """Yield every text of a game in a language."""
    found = []
    for name in ("rules.toml", "words.toml", "rulings.toml"):
        table = tomllib.loads(files(f"theodolite.{game}").joinpath(name).read_text("utf-8"))
        for at, text in walk(table):
            if isinstance(text, str) and language in at.split("/"):
                found.append(text)
    return found


@cache
def vocabulary(game: str, language: str) -> frozenset[str]:
    """Return every word of a game's texts in a language."""
    words: set[str] = set()
    for template in templates(game, language):
        for literal, _, put, _ in Formatter().parse(template):
            words |= {*re.findall(r"[^\W\d_]+", f"{literal} {put or ''}")}
    return frozenset(words | {word.lower() for word in words})


@cache
def plurals(game: str, language: str) -> frozenset[str]:
    """Return plural words: a few of every game, and those of `{count:tile|tiles}`."""
    one: set[str] = set()
    many: set[str] = {*_PLURALS[language].split()}
    for template in templates(game, language):
        for _, _, put, _ in Formatter().parse(template):
            first, bar, some = (put or "").partition("|")
            if bar and first.strip() and some.strip():
                one.add(first.split()[0].strip(","))
                many.add(some.split()[0].strip(","))
    return frozenset(many - one)


_PLURALS = {
    "en": "points spaces tiles cards steps tokens",
    "nl": "punten velden tegels kaarten stappen fiches",
    "fr": "points cases tuiles cartes jetons",
    "de": "Punkte Felder Karten Schritte",
}


def _counted(item: Json) -> list[set[int]]:
    return [{len(item["spaces"])}]


def _counted_or_parts(item: Json) -> list[set[int]]:
    """Numbers of spaces, sets of four, lines and areas, or of each part with its points."""
    parts, spaces = item.get("parts", ()), len(item["spaces"])
    return [{spaces}, {spaces // 4}, {len(parts)}, {part["points"] for part in parts}]


def _points(item: Json) -> list[set[int]]:
    return [{abs(item["points"])}]


def _level(item: Json) -> list[set[int]]:
    return [{item["level"], item["points"]}]


def _tokens(item: Json) -> list[set[int]]:
    return [{len(item["tokens"]), item["points"]}]


NUMBERS: Mapping[str, Mapping[str, Callable[[Json], list[set[int]]]]] = {
    "misterra": {
        "fidelity": _counted,
        "completeness": _counted,
        "claims": _counted,
        "presumptions": _counted_or_parts,
        # All five spaces of a line, which the sentence says in a word.
        "master_cartographers": lambda item: [set()],
    },
    "cartographers": {"decree": _counted_or_parts, "coins": _points, "monsters": _counted},
    "tiwanaku": {
        "recorded": _points,
        "empty_spaces": _counted,
        "discovery": _level,
        "prediction_right": _level,
        "prediction_wrong": _points,
        "offering": _tokens,
        "otoma_discovery": _level,
        "otoma_crop": _points,
        "otoma_offering": _tokens,
    },
    "treasure_hunt": {
        "treasure": lambda item: [set()],
        "coordinates": lambda item: [
            {item["have"], *([item["need"]] * (item["need"] is not None))}
        ],
        "home": lambda item: [{item["explorer"]}],
    },
}
"""By game and category: the numbers behind the points of an item, as alternatives."""
