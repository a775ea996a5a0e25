"""Test cases for referees, asked of any implementation that speaks the contract.

A suite is a folder: `suite.json` names its chapters and says how lists are compared, each chapter
holds cases, in full or, in TOML, in the notation of `notation`. Whoever runs the cases brings the
way to ask.
"""

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from theodolite.notation import written_out

__all__ = [
    "Ask",
    "Case",
    "Lists",
    "Reply",
    "Result",
    "Suite",
    "load",
    "mismatches",
    "run",
    "suites",
]


class Reply(NamedTuple):
    """What an implementation answered; the body as its JSON, None if it has none."""

    status: int
    headers: Mapping[str, str]
    body: Any


Ask = Callable[[str, str, Mapping[str, str], bytes | None], Reply]
"""Sends a method, a path, headers and a body."""


class Lists(NamedTuple):
    """How lists are compared, by the name of the field that holds them; others in their order.

    `identified`: an expected element belongs to that of the answer with the same values in these
    fields, and there may be more elements. `in_any_order`: each belongs to another one.
    """

    identified: Mapping[str, Sequence[str]]
    in_any_order: Sequence[str]


class Case(NamedTuple):
    """A case: what is asked, what the answer must contain, and why."""

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


class Suite(NamedTuple):
    """The cases of a game, in order."""

    abbreviation: str
    version: str
    lists: Lists
    cases: Sequence[Case]


class Result(NamedTuple):
    """What became of a case: what was wrong with the answer; nothing if it passed."""

    case: Case
    faults: Sequence[str]


def suites() -> Mapping[str, Traversable]:
    """The folder of each game's cases: within the package, or beside it where it is checked out."""
    packed = files("theodolite").joinpath("cases")
    cases = packed if packed.is_dir() else Path(__file__).parents[2] / "tests" / "cases"
    folders = sorted(cases.iterdir(), key=lambda folder: folder.name)
    return {each.name: each for each in folders if each.joinpath("suite.json").is_file()}


def load(folder: Traversable) -> Suite:
    """Read a suite.

    Raises:
        OSError: a file is missing.
        ValueError: a file is no JSON, or no TOML.
    """
    suite = json.loads(folder.joinpath("suite.json").read_text("utf-8"))
    cases: list[Mapping[str, Any]] = []
    for name in suite["chapters"]:
        text = folder.joinpath(name).read_text("utf-8")
        if name.endswith(".toml"):
            cases += written_out(tomllib.loads(text), suite["notation"])
        else:
            cases += json.loads(text)["cases"]
    return Suite(
        suite["abbreviation"],
        suite["version"],
        Lists(**suite["lists"]),
        [Case(**case) for case in cases],
    )


def run(suite: Suite, ask: Ask) -> Iterator[Result]:
    """Ask every case that is not skipped, one by one."""
    for case in suite.cases:
        yield Result(case, [] if case.skip else list(_faults(case, suite.lists, ask)))


def _faults(case: Case, lists: Lists, ask: Ask) -> Iterator[str]:
    request, expected = case.request, case.answer
    headers, body = dict(request.get("headers", {})), None
    if "body" in request or "text" in request:
        headers = {"Content-Type": "application/json"} | headers
        body = request.get("text", json.dumps(request.get("body"))).encode()
    reply = ask(request["method"], request["path"], headers, body)
    if reply.status != expected["status"]:
        yield f"status: {reply.status} where {expected['status']} is expected"
    given = {name.lower(): value for name, value in reply.headers.items()}
    for name, beginning in expected.get("headers", {}).items():
        if not given.get(name.lower(), "").startswith(beginning):
            yield f"{name}: {given.get(name.lower())!r} where {beginning!r} is expected"
    if "body" in expected:
        yield from mismatches(expected["body"], reply.body, lists)


def mismatches(
    expected: Any, answer: Any, lists: Lists, pointer: str = "", name: str = ""
) -> Iterator[str]:
    """What of the expected JSON an answer does not contain, each with a pointer to its place.

    An object contains another if it has its fields and they match; a list is compared as `lists`
    says of the field `name`; anything else is equal, and of the same type.
    """
    if isinstance(expected, dict) and isinstance(answer, dict):
        for key, value in expected.items():
            if key not in answer:
                yield f"{pointer}/{key}: missing"
            else:
                yield from mismatches(value, answer[key], lists, f"{pointer}/{key}", key)
    elif isinstance(expected, list) and isinstance(answer, list):
        if name in lists.identified:
            yield from _unidentified(expected, answer, lists, pointer, name)
        elif len(answer) != len(expected):
            yield f"{pointer}: {answer!r} where {len(expected)} are expected"
        elif name in lists.in_any_order:
            yield from _unpaired(expected, answer, lists, pointer, name)
        else:
            for i, (wanted, found) in enumerate(zip(expected, answer, strict=True)):
                yield from mismatches(wanted, found, lists, f"{pointer}/{i}", name)
    elif type(answer) is not type(expected) or answer != expected:
        yield f"{pointer}: {answer!r} where {expected!r} is expected"


def _unidentified(
    expected: Sequence[Any], answer: Sequence[Any], lists: Lists, pointer: str, name: str
) -> Iterator[str]:
    for wanted in expected:
        keys = [key for key in lists.identified[name] if key in wanted]
        same = [found for found in answer if all(found.get(key) == wanted[key] for key in keys)]
        where = f"{pointer}/({', '.join(str(wanted[key]) for key in keys)})"
        if len(same) == 1:
            yield from mismatches(wanted, same[0], lists, where, name)
        elif not any(_contains(found, wanted, lists, name) for found in same):
            yield f"{where}: none of {len(same)} contains {wanted!r}"


def _unpaired(
    expected: Sequence[Any], answer: Sequence[Any], lists: Lists, pointer: str, name: str
) -> Iterator[str]:
    left = list(answer)
    for wanted in expected:
        for found in left:
            if _contains(found, wanted, lists, name):
                left.remove(found)
                break
        else:
            yield f"{pointer}: {wanted!r} is not among {left!r}"


def _contains(answer: Any, expected: Any, lists: Lists, name: str) -> bool:
    return not any(mismatches(expected, answer, lists, name=name))
