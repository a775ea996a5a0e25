"""Compares the service with the references, which know nothing of it, on whatever is drawn.

A game brings `reference/<game>.py`, the law told a second time, and `reference/<game>_questions.py`
with `QUESTIONS`: what is drawn at random, how the reference answers it, and what of an answer both
of them tell.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import orjson
from flask.testing import FlaskClient

__all__ = ["GAMES", "Question", "disagreement", "questions"]

Json = dict[str, Any]

_FILES = Path(__file__).parent.glob("*_questions.py")
GAMES = tuple(sorted(path.stem.removesuffix("_questions") for path in _FILES))
"""The games that have a reference."""


class Question(NamedTuple):
    """A question of the service, and how its answers are compared.

    Attributes:
        path: what it is called in the service.
        draw: a body for it, at random.
        judge: the reference's answer to a body.
        comparable: what both tell, of an answer of either.
        share: of as many positions as are asked for, on how many it is compared.
    """

    path: str
    draw: Callable[[Random], Json]
    judge: Callable[[Json], Json]
    comparable: Callable[[Json], Json]
    share: float = 1


def questions(game: str) -> Mapping[str, Question]:
    """The questions of a game on which it is compared, by what is asked about."""
    found: Mapping[str, Question] = import_module(f"reference.{game}_questions").QUESTIONS
    return found


def disagreement(client: FlaskClient, game: str, about: str, seeds: Iterable[int]) -> str | None:
    """The first thing that the service and the reference say differently; None if they agree."""
    path, draw, judge, comparable, _ = questions(game)[about]
    url = f"/v1/{game.replace('_', '-')}/{path}"
    for seed in seeds:
        body = draw(Random(seed))
        response = client.post(url, data=orjson.dumps(body), content_type="application/json")
        answer, expected = comparable(orjson.loads(response.data)), comparable(judge(body))
        if answer != expected:
            differences = "\n".join(_differences(answer, expected))
            return f"{game}, {about}, seed {seed} (the service, the reference):\n{differences}"
    return None


def _differences(one: Any, other: Any, at: str = "") -> Iterable[str]:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for name in one:
            yield from _differences(one[name], other[name], f"{at}/{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i, pair in enumerate(zip(one, other, strict=True)):
            yield from _differences(*pair, f"{at}/{i}")
    elif one != other:
        yield f"{at}: {one} - {other}"
