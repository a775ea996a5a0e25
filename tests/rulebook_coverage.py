"""The sentences of each rulebook, with the cases that prove them, and the page about each game.

The sentences are in `tests/cases/<game>/coverage.toml`, a line each; `tests/reference_pages.py`
writes the pages.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from theodolite.conformance import Suite

FOLDER = Path(__file__).parent / "cases"
HEADER = "<!-- Generated from coverage.toml of {} by tests/reference_pages.py; do not edit. -->"
INTRODUCTION = """\
Each sentence of the rulebook{also} that can be kept or broken, in our own words and in the order
of the book. *Judged* names the rules that answers cite, *refused* the codes of tables that cannot
be, and *remarked* the rules of remarks beside an answer. The cases after *kept* keep the sentence;
those after *broken* are neighbours of which the verdict differs.
"""


class Sentence(NamedTuple):
    """A sentence of a rulebook, in our own words.

    Attributes:
        text: The sentence.
        rules: The ids of the rules that judge it, without the game.
        codes: The codes of the faults of requests that break it.
        remarked: The ids of the rules that are remarked where it is broken.
        nobody: The reason why nobody can judge it.
        missing: What is not judged yet.
        holds: The numbers of cases that keep it.
        breaks: The numbers of cases that break it.
    """

    text: str
    rules: str = ""
    codes: str = ""
    remarked: str = ""
    nobody: str = ""
    missing: str = ""
    holds: str = ""
    breaks: str = ""


def sentences(game: str) -> dict[str, list[Sentence]]:
    """The sentences of a game by their place: `Page 4`, or a heading of the rulebook."""
    table = tomllib.loads((FOLDER / game / "coverage.toml").read_text("utf-8"))
    return {
        place.get("section") or f"Page {place['page']}": [
            Sentence(**each) for each in place["sentences"]
        ]
        for place in table["place"]
    }


def share(places: Mapping[str, list[Sentence]]) -> tuple[int, int]:
    """How many sentences nothing is missing of, and how many there are."""
    every = [sentence for each in places.values() for sentence in each]
    return sum(not sentence.missing for sentence in every), len(every)


def coverage_page(suite: Suite, name: str) -> str:
    """The page about the sentences of a game.

    Args:
        suite: The cases of the game.
        name: The name of the game.
    """
    places = sentences(suite.game)
    met, of = share(places)
    every = [sentence for each in places.values() for sentence in each]
    ways = Counter(_how(sentence).partition(":")[0] for sentence in every)
    also = " and of Heroes" if suite.game == "cartographers" else ""
    parts = [
        HEADER.format(suite.game),
        f"# {name}: the rulebook, sentence by sentence\n",
        INTRODUCTION.format(also=also),
        f"**{met} of {of} sentences, {met / of:.1%}**: {ways['judged']} judged, "
        f"{ways['refused']} refused, {ways['remarked']} remarked; "
        f"{ways['nobody can judge it']} that nobody can judge, for the reason named.\n",
    ]
    number = 0
    for place, each in places.items():
        parts += [f"## {place}\n", "| | sentence | how | cases |", "| ---: | --- | --- | --- |"]
        for sentence in each:
            number += 1
            parts.append(f"| {number} | {sentence.text} | {_how(sentence)} | {_cases(sentence)} |")
        parts.append("")
    files = [
        f"[{chapter.number}]: ../../../tests/cases/{suite.game}/{chapter.name}.toml"
        for chapter in suite.chapters
    ]
    return "\n".join([*parts, *files]) + "\n"


def _how(sentence: Sentence) -> str:
    ways = {
        "judged": sentence.rules,
        "refused": sentence.codes,
        "remarked": sentence.remarked,
    }
    said = [
        f"{way}: {', '.join(f'`{name}`' for name in names.split())}"
        for way, names in ways.items()
        if names
    ]
    said += [f"nobody can judge it: {sentence.nobody}"] if sentence.nobody else []
    return "; ".join([*said, *([f"missing: {sentence.missing}"] if sentence.missing else [])])


def _cases(sentence: Sentence) -> str:
    groups = {"kept": sentence.holds, "broken": sentence.breaks}
    return "; ".join(
        f"{word} {', '.join(map(_link, numbers.split()))}"
        for word, numbers in groups.items()
        if numbers
    )


def _link(number: str) -> str:
    return f"[{number}][{int(number.partition('.')[0])}]"
