"""How verdicts print themselves: base classes of the generated `Check`, `Legality` and others."""

from collections.abc import Iterator, Mapping
from typing import Any

from theodolite_sdk.model import Model
from theodolite_sdk.telling import Answer, mark
from theodolite_sdk.words import open_points, words


class CheckText(Model, frozen=True):
    """A rule and whether it was kept: prints as a line."""

    def __str__(self) -> str:
        check: Any = self
        return f"{mark(check.status)} {check.explanation} ({check.reference})"


class ChangeText(Model, frozen=True):
    """One thing that a move does to the table: prints as a line, its points first."""

    def __str__(self) -> str:
        change: Any = self
        points = getattr(change, "points", None)
        head = "→" if points is None else f"{points:+d}:"
        return f"{head} {change.explanation} ({change.reference})"


class Judged(Answer, frozen=True):
    """Whether a play is legal: counts as true if it is, and nothing of it is missing."""

    def __bool__(self) -> bool:
        verdict: Any = self
        return verdict.legal is True

    def _head(self) -> str:
        verdict: Any = self
        name = {True: "legal", False: "not_legal", None: "not_whole"}[verdict.legal]
        return str(words(__package__, self.language)[name])


class VerdictText(Judged, frozen=True):
    """Whether a play is legal: prints the verdict, every check and every change, a line each."""

    def __str__(self) -> str:
        verdict: Any = self
        lines = [self._head(), *map(str, verdict.checks), *map(str, getattr(self, "changes", ()))]
        return "\n".join([*lines, *open_points(getattr(self, "rulings", ()), self.language)])


class ReplayText(Judged, frozen=True):
    """The verdict on a record: prints each turn with what is wrong with it, and the score."""

    def __str__(self) -> str:
        replay: Any = self
        lines = [self._head()]
        for number, turn in enumerate(replay.turns, 1):
            who = getattr(turn, "player", None) or getattr(turn, "season", "")
            lines.append(f"{number:>4}. {mark(turn.legal)} {who}".rstrip())
            lines += [f"      {sentence}" for sentence in _failed(turn.to_dict())]
        if scores := getattr(replay, "scores", None):
            lines += ["", str(scores)]
        return "\n".join(lines)


def _failed(value: Any) -> Iterator[str]:
    """The sentences of the failed checks anywhere in a part of an answer."""
    if isinstance(value, Mapping):
        if value.get("status") == "failed":
            yield f"{value['explanation']} ({value['reference']})"
        value = [*value.values()]
    for inner in value if isinstance(value, list) else ():
        yield from _failed(inner)


class ReviewText(Judged, frozen=True):
    """The worth of each move of a record: prints a line each, a `*` at those that cost most."""

    def __str__(self) -> str:
        review: Any = self
        lines = [
            f"{'*' if number in review.moments else ' '}{number + 1:>3}. "
            f"{'' if turn.value is None else f'{round(turn.value, 1):+g}':>5}  {turn.explanation}"
            for number, turn in enumerate(review.turns)
        ]
        cut = [words(__package__, review.language)["cut"]] if review.truncated else []
        head = [] if review.legal else [self._head()]
        return "\n".join([*head, *lines, *cut])
