"""The common parts of the chapters of all games: tables, pointers, refusals, expectations.

A chapter is TOML. `[every]` holds what every case has, `[table]` the entries of its table and
`[tables.NAME]` those that `table = "NAME"` changes; a case changes the rest. Nothing here knows a
game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from theodolite.conformance.notations.templates import laid_over
from theodolite.notation.text import Json, NotationError, Text, found

_WRITTEN = ("id", "title", "page", "section", "why", "skip")
_CASE = (
    *(*_WRITTEN, "rules", "table", "then", "expect"),
    *("change", "drop", "request", "answer"),
)
STATUSES = {
    "illegal": "failed",
    "fails": "failed",
    "unknown": "not_checked",
    "passes": "passed",
}
"""The words before the rules of a verdict, and the status of the checks that they stand for."""


class Asked(NamedTuple):
    """The operation of a case, the body of its request, and what the response must contain."""

    operation: str
    body: Json
    expected: Json


Operation = Callable[[Mapping[str, Any], Mapping[str, Any]], Asked]


class Notation(NamedTuple):
    """How the cases of a game are written.

    Attributes:
        game: The game, as its folder is called.
        entries: The keys of a case that are entries of its table.
        operations: For each key that asks something: the request of a case, from its table.
        details: The further keys of a case, which operations look at.
        rules: The rules that a case is about, without the game; by default those it names.
    """

    game: str
    entries: Sequence[str]
    operations: Mapping[str, Operation]
    details: Sequence[str] = ()
    rules: Callable[[Mapping[str, Any]], Iterable[str]] = lambda case: case.get("rules", "").split()


def merged(*tables: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of tables, the later ones first; `-` takes an entry with a name away."""
    entries: dict[str, Any] = {}
    for table in tables:
        for key, value in table.items():
            if isinstance(value, Mapping):
                named = {**entries.get(key, {}), **value}
                entries[key] = {name: text for name, text in named.items() if text != "-"}
            else:
                entries[key] = value
    return entries


def cases(notation: Notation, chapter: Mapping[str, Any]) -> Iterator[Json]:
    """The cases of a chapter, each with its request and its answer in full.

    Raises:
        ValueError: a case cannot be read; the message names it.
    """
    for case in chapter["case"]:
        try:
            yield _case(notation, chapter, case)
        except (LookupError, NotationError, TypeError, ValueError) as error:
            raise ValueError(f"{case.get('id')}: {error}") from error


def _case(notation: Notation, chapter: Mapping[str, Any], case: Mapping[str, Any]) -> Json:
    case = {**chapter.get("every", {}), **case}
    known = {*_CASE, *notation.entries, *notation.operations, *notation.details}
    if strange := [key for key in case if key not in known]:
        raise ValueError(f"unknown keys: {strange}")
    written = {key: case[key] for key in _WRITTEN if key in case}
    written["rules"] = [f"{notation.game}.{rule}" for rule in notation.rules(case)]
    if "request" in case:
        return written | {"request": case["request"], "answer": laid_over({}, case["answer"])}
    named = chapter["tables"][case["table"]] if "table" in case else {}
    own = {key: case[key] for key in notation.entries if key in case}
    table = merged(chapter.get("table", {}), named, own)
    if "ruling" in table:
        written["rulings"] = dict(table["ruling"])
    key = next(key for key in notation.operations if key in case)
    problem = _refused(Text(case.get("then", "")))
    asked = {**case, "then": ""} if problem else case
    operation, body, expected = notation.operations[key](asked, table)
    for pointer, value in case.get("change", {}).items():
        put(body, pointer, laid_over(None, value))
    for pointer in case.get("drop", ()):
        put(body, pointer, None, drop=True)
    expected = laid_over(problem or expected, case.get("expect", {}))
    status = 422 if "errors" in expected else 200
    path = f"/v3/{notation.game.replace('_', '-')}/{operation}"
    return {
        **written,
        "request": {"method": "POST", "path": path, "body": body},
        "answer": {"status": status, "body": expected, **case.get("answer", {})},
    }


def put(body: Any, pointer: str, value: Any, *, drop: bool = False) -> None:
    """Put a value where a JSON Pointer leads to, or drop what is there."""
    *steps, last = pointer.split("/")[1:]
    for step in steps:
        body = body[int(step)] if isinstance(body, list) else body[step]
    at: Any = int(last) if isinstance(body, list) else last
    if drop:
        del body[at]
    elif isinstance(body, list) and at == len(body):
        body.append(value)
    else:
        body[at] = value


def _refused(then: Text) -> Json | None:
    """The problem that `refused POINTER CODE; …` stands for; None if it is another answer."""
    if not then.startswith("refused "):
        return None
    parts = [part.words() for part in then.parts()]
    errors = [{"pointer": str(words[1]), "code": str(words[2])} for words in parts]
    return {"status": 422, "errors": errors}


def checks(game: str, status: Text, rules: Sequence[Text]) -> list[Json]:
    """The checks that a word for their status, and their rules, stand for."""
    return [{"rule": f"{game}.{rule}", "status": found(status, STATUSES)} for rule in rules]
