"""Answers in few words: totals and verdicts first, then the sentences, tables as text.

The layout follows from the answer alone, so that it serves every operation of every game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from theodolite.assistants.tools import compact

MOST_LINES = 80
"""Lines of an answer; the details have the rest."""
_LONGEST = 400
"""Characters of a line that is JSON."""
_MARKS = {"passed": "✓", "failed": "✗", "not_checked": "?", True: "✓", False: "✗"}
_DECISIVE = ("legal", "possible", "over", "winners", "decided_by")
"""The fields that an answer begins with."""
_HEADS = {"name", "text", "explanation"}
"""Fields that say what an object is about."""


def summarize(
    answer: Mapping[str, Any],
    write: Callable[[Mapping[str, Any]], str],
    most_lines: int | None = MOST_LINES,
) -> str:
    """An answer of an operation as text.

    Args:
        answer: The JSON of the answer.
        write: Returns a table as text.
        most_lines: The number of lines after which it is cut; None for all of it.
    """
    lines = [*_heads(answer), *_lines(answer, write)]
    if most_lines is not None and len(lines) > most_lines:
        cut = len(lines) - most_lines
        lines[most_lines:] = [f"… {cut} more lines; ask with `details` for all of the answer."]
    return "\n".join(lines)


def problem(document: Mapping[str, Any]) -> str:
    """A problem and all its faults, each with its place."""
    faults = [f"- {place(fault)}: {fault['detail']}" for fault in document.get("errors", ())]
    return "\n".join([f"{document['title']}. {document['detail']}", *faults])


def place(fault: Mapping[str, Any]) -> str:
    """Where a fault is: its pointer, and in a text its line and column."""
    within = f"line {fault['line']}, column {fault['column']}" if "line" in fault else ""
    return ", ".join(filter(None, (fault["pointer"], within))) or "the request"


def _heads(answer: Mapping[str, Any]) -> Iterator[str]:
    """Verdicts, numbers and words, and the total of each player."""
    decisive = {name: answer[name] for name in _DECISIVE if name in answer}
    yield from _plain_fields(decisive)
    for player in _players(answer):
        yield f"{player['name']}: {player['total']} points"
    yield from _plain_fields({k: value for k, value in answer.items() if k not in decisive})


def _plain_fields(answer: Mapping[str, Any]) -> Iterator[str]:
    for name, value in answer.items():
        if _is_plain(value):
            yield f"{name}: {compact(value)}"
        elif isinstance(value, list) and value and all(isinstance(each, str) for each in value):
            yield f"{name}: {', '.join(value)}"


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))


def _players(answer: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    players = answer.get("players", ())
    return (
        each for each in players if isinstance(each, Mapping) and {"name", "total"} <= each.keys()
    )


def _lines(answer: Mapping[str, Any], write: Callable[[Mapping[str, Any]], str]) -> Iterator[str]:
    for name, value in answer.items():
        if not value:
            continue
        if isinstance(value, Mapping):
            yield f"{name}:"
            yield from (write(value).splitlines() if name == "after" else _object(value))
        elif name == "rulings":
            if rulings := [*_rulings(value)]:
                yield from [f"{name}:", *rulings]
        elif isinstance(value, list) and not all(isinstance(each, str) for each in value):
            yield f"{name}:"
            for each in value:
                yield from _object(each)


def _rulings(rulings: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The rulings of a game with their values, or those of an answer that could change it."""
    for each in rulings:
        if "why" in each:
            yield f"- {each['name']} ({', '.join(each['values'])}): {each['why']}"
        elif each["could_matter"]:
            yield f"- {each['name']}: {each['value']} (another value would change this answer)"


def _object(value: Any) -> Iterator[str]:
    """A line for each sentence within a value, or else its JSON."""
    sentences = list(_sentences(value))
    if sentences and isinstance(value, Mapping) and not value.keys() & _HEADS:
        facts = [f"{name}: {compact(each)}" for name, each in value.items() if _is_plain(each)]
        sentences = [f"- {', '.join(facts)}", *(f"  {sentence}" for sentence in sentences)]
    yield from sentences or [f"- {compact(value)[:_LONGEST]}"]


def _sentences(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _sentences(each)
    elif isinstance(value, Mapping):
        if isinstance(name := value.get("name"), str):
            yield f"- {name}"
        if isinstance(text := value.get("text"), str):
            yield f"- {value.get('id', '')}: {text}"
        if isinstance(sentence := value.get("explanation"), str):
            yield " ".join(["-", *_mark(value), sentence])
        for each in value.values():
            yield from _sentences(each)


def _mark(value: Mapping[str, Any]) -> Iterator[str]:
    if (points := value.get("points")) is not None:
        yield f"{points}:"
    for name in ("status", "met"):
        if name in value:
            yield _MARKS.get(value[name], "?")
