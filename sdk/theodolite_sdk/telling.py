"""Answers in few words: totals and verdicts first, then the sentences.

The layout follows from the answer alone, so that it serves every operation of every game. Score
sheets and verdicts print themselves otherwise.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from json import dumps
from typing import Any

from theodolite_sdk.words import Localized, title

_LONGEST = 400
"""Characters of a line that is JSON."""
_MARKS = {"passed": "✓", "failed": "✗", "not_checked": "?", True: "✓", False: "✗"}
_DECISIVE = ("legal", "possible", "over", "winners", "decided_by")
"""The fields that an answer begins with."""
_HEADS = {"name", "text", "explanation"}
"""Fields that say what an object is about."""

Write = Callable[[Mapping[str, Any]], str]


class Answer(Localized, frozen=True):
    """Base class of the answer to an operation: prints what decides, then its sentences."""

    def __str__(self) -> str:
        return summarize(_known(self.to_dict(), _DECISIVE))


def summarize(answer: Mapping[str, Any], write: Write | None = None) -> str:
    """Return an answer of an operation as text.

    Args:
        answer: The answer, as JSON has it.
        write: Returns the table in `after` as text; without it the table is left out.
    """
    return "\n".join([*_heads(answer), *_lines(answer, write)])


def mark(status: object) -> str:
    """Return the sign of a status, or of a verdict: `✓`, `✗` or `?`."""
    return _MARKS.get(status, "?")


def compact(value: object) -> str:
    """Return a value as JSON in as few characters as possible."""
    return dumps(value, ensure_ascii=False, separators=(",", ":"))


def _known(value: Any, kept: Iterable[str] = ()) -> Any:
    """A value without the fields that are None, but for some of the outermost."""
    if isinstance(value, dict):
        fields = {key: _known(each) for key, each in value.items()}
        return {key: each for key, each in fields.items() if each is not None or key in kept}
    return [*map(_known, value)] if isinstance(value, list) else value


def _heads(answer: Mapping[str, Any]) -> Iterator[str]:
    """Verdicts, numbers and words, and the total of each player."""
    decisive = {name: answer[name] for name in _DECISIVE if name in answer}
    yield from _plain_fields(decisive)
    for player in answer.get("players", ()):
        if isinstance(player, Mapping) and {"name", "total"} <= player.keys():
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


def _lines(answer: Mapping[str, Any], write: Write | None) -> Iterator[str]:
    for name, value in answer.items():
        if name == "after":
            if write and value:
                yield from [f"{name}:", *write(value).splitlines()]
        elif name == "rulings":
            if rulings := [*_rulings(value)]:
                yield from [f"{name}:", *rulings]
        elif value and isinstance(value, Mapping):
            yield from [f"{name}:", *_object(value)]
        elif isinstance(value, list) and not all(isinstance(each, str) for each in value):
            yield f"{name}:"
            for each in value:
                yield from _object(each)


def _rulings(rulings: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The rulings of a game with their values, or those of an answer that could change it."""
    for each in rulings:
        if "why" in each:
            yield f"- {each['name']} ({', '.join(each['values'])}): {each['why']}"
        elif each.get("could_matter"):
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
            where = [f"({at})"] if isinstance(at := value.get("reference"), str) else []
            yield " ".join(["-", *_signs(value), sentence, *where])
        for name, each in value.items():
            # The lines of a player stand in each season too.
            if name != "items" or "seasons" not in value:
                yield from _sentences(each)


def _signs(value: Mapping[str, Any]) -> Iterator[str]:
    """The signs before a sentence: the points with their category, or a mark."""
    if (points := value.get("points")) is not None:
        category = f" {title(value['category'], {})}" if "category" in value else ""
        yield f"{points}{category}:"
    for name in ("status", "met"):
        if name in value:
            yield mark(value[name])
