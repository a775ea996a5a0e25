"""Compares the service with the references, which share no code with it, on random positions.

`reference/<game>.py` implements the rules of a game a second time. `COMPARISONS` in
`reference/<game>_comparisons.py` lists the comparisons: how a request is drawn, how the reference
answers it, and which part of a response is compared.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import orjson
from flask.testing import FlaskClient

Json = dict[str, Any]

_FILES = Path(__file__).parent.glob("*_comparisons.py")
GAMES = tuple(sorted(path.stem.removesuffix("_comparisons") for path in _FILES))
"""The games that have a reference."""


class Comparison(NamedTuple):
    """A comparison of an operation.

    Attributes:
        path: The last part of the operation's path.
        draw: Returns a random request.
        judge: Returns the response of the reference.
        comparable: Returns the part of a response that both have.
        share: Fraction of the positions on which to compare.
    """

    path: str
    draw: Callable[[Random], Json]
    judge: Callable[[Json], Json]
    comparable: Callable[[Json], Json]
    share: float = 1


def comparisons(game: str) -> Mapping[str, Comparison]:
    """Return the comparisons of a game by name."""
    found: Mapping[str, Comparison] = import_module(f"reference.{game}_comparisons").COMPARISONS
    return found


def disagreement(client: FlaskClient, game: str, about: str, seeds: Iterable[int]) -> str | None:
    """Describe the first difference between service and reference; None if they agree."""
    path, draw, judge, comparable, _ = comparisons(game)[about]
    url = f"/v3/{game.replace('_', '-')}/{path}"
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
