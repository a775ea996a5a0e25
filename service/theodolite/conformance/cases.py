"""Suites of test cases: found, loaded from TOML or JSON, and exported as JSON.

A suite is a folder. `suite.json` names its chapters and says how lists are compared; each chapter
holds cases, in TOML in the notation of its game, or in full in JSON.
"""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from theodolite.conformance.notations import written_out

_SCHEMA = files("theodolite.conformance") / "schema.json"


class Lists(NamedTuple):
    """How lists are compared, by the name of the field that holds them; others in their order.

    Attributes:
        identified: An expected element belongs to that of the answer with the same values in these
            fields, and there may be more elements.
        in_any_order: As many elements as expected; each belongs to another one.
    """

    identified: Mapping[str, Sequence[str]]
    in_any_order: Sequence[str]


class Case(NamedTuple):
    """A case: what is asked, what the answer must contain, and why.

    Attributes:
        id: Abbreviation, chapter and number: `MATC-2.01`.
        title: What is tried.
        request: `method`, `path`, perhaps `headers`, and a JSON `body` or `text` to send as it is.
        answer: `status`, perhaps how `headers` begin, and what the JSON `body` must contain.
        why: The reasoning, for a person.
        page: The page of the rulebook that decides it, where the book has pages.
        section: The heading that decides it, where it has none.
        skip: Why nobody is asked this at present.
        rules: The ids of the rules that it is about.
        rulings: The rulings that decide it, as the request has them.
    """

    id: str
    title: str
    request: Mapping[str, Any]
    answer: Mapping[str, Any]
    why: str
    page: int | None = None
    section: str | None = None
    skip: str | None = None
    rules: Sequence[str] = ()
    rulings: Mapping[str, str] = {}

    @property
    def covers(self) -> Sequence[str]:
        """The rules that it is about, and those that the answer must cite, sorted."""
        return sorted({*self.rules, *_cited(self.answer)})

    @property
    def place(self) -> str:
        """The page or section of the rulebook that decides it; without one, the HTTP API does."""
        return self.section or (f"page {self.page}" if self.page else "HTTP API")


class Chapter(NamedTuple):
    """Cases about one topic.

    Attributes:
        name: The name of its file without the ending: `02-claims`.
        number: The number of the chapter.
        title: The topic in a few words.
        about: What the cases try, in a sentence or two.
        cases: The cases, in order.
    """

    name: str
    number: int
    title: str
    about: str
    cases: Sequence[Case]


class Suite(NamedTuple):
    """The cases of a game.

    Attributes:
        name: The name in full.
        abbreviation: What the ids of its cases begin with.
        version: A changed expectation is a major step, a new case a minor one.
        game: The game, as its folder is called: `treasure_hunt`.
        lists: How lists are compared.
        chapters: The chapters, in order.
    """

    name: str
    abbreviation: str
    version: str
    game: str
    lists: Lists
    chapters: Sequence[Chapter]

    @property
    def cases(self) -> Sequence[Case]:
        """The cases of all chapters, in order."""
        return [case for chapter in self.chapters for case in chapter.cases]


def suite_folders() -> Mapping[str, Traversable]:
    """The folder of each game's cases: within the package, or beside it in a checkout."""
    packed = files("theodolite").joinpath("cases")
    cases = packed if packed.is_dir() else Path(__file__).parents[3] / "tests" / "cases"
    folders = sorted(cases.iterdir(), key=lambda folder: folder.name)
    return {each.name: each for each in folders if each.joinpath("suite.json").is_file()}


def load_suite(folder: Traversable) -> Suite:
    """Load a suite.

    Args:
        folder: A folder of `suite_folders`, or one that `export_suite` wrote.

    Raises:
        OSError: A file is missing.
        ValueError: A file is no JSON or no TOML, or a case cannot be read.
    """
    suite = json.loads(folder.joinpath("suite.json").read_text("utf-8-sig"))
    chapters: list[Chapter] = []
    for file in suite["chapters"]:
        text = folder.joinpath(file).read_text("utf-8-sig")
        if file.endswith(".toml"):
            chapter = tomllib.loads(text)
            cases = written_out(chapter, suite["notation"])
        else:
            chapter = json.loads(text)
            cases = chapter["cases"]
        chapters.append(
            Chapter(
                PurePath(file).stem,
                chapter.get("chapter", len(chapters) + 1),
                chapter.get("title", ""),
                chapter.get("about", ""),
                [Case(**_without_defaults(case)) for case in cases],
            )
        )
    return Suite(
        suite.get("name", ""),
        suite["abbreviation"],
        suite["version"],
        suite.get("game", ""),
        Lists(**suite["lists"]),
        chapters,
    )


def export_suite(suite: Suite, folder: Path) -> None:
    """Write a suite as JSON for other implementations.

    Writes `suite.json`, a file for each chapter with its cases in full, and `schema.json`, the JSON
    Schema of both. `load_suite` loads the folder.

    Args:
        suite: The suite.
        folder: Where to write; made where it is missing.

    Raises:
        OSError: A file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names = [f"{chapter.name}.json" for chapter in suite.chapters]
    head = {**suite._asdict(), "lists": suite.lists._asdict(), "chapters": names}
    _write(folder / "suite.json", head)
    for name, chapter in zip(names, suite.chapters, strict=True):
        cases = [_without_defaults(case._asdict()) for case in chapter.cases]
        about = {"title": chapter.title, "about": chapter.about}
        _write(folder / name, {"chapter": chapter.number, **about, "cases": cases})
    (folder / "schema.json").write_text(_SCHEMA.read_text("utf-8"), "utf-8")


def _cited(value: Any) -> Iterator[str]:
    """The rules that an answer cites anywhere."""
    if isinstance(value, Mapping):
        if isinstance(rule := value.get("rule"), str):
            yield rule
        value = value.values()
    if isinstance(value, Iterable) and not isinstance(value, str):
        for inner in value:
            yield from _cited(inner)


def _without_defaults(case: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a case that are neither null nor empty."""
    return {key: value for key, value in case.items() if value not in (None, (), {}, [])}


def _write(path: Path, content: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")
