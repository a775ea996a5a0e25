"""A different request each time, for every question of every game.

Tables of four come from `tables` and `cartographers`, what is judged of turns from the cases that
the service conforms with and from what the tests draw at random (their folder is in PYTHONPATH).
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from flask.testing import FlaskClient

from benchmarks.asked import Asked
from benchmarks.cartographers import winter_sheets
from benchmarks.tables import random_tables
from reference.cartographers_tables import random_legality_check as random_draw
from reference.misterra_tables import random_legality_check
from theodolite.conformance import load, suites
from theodolite.web.app import create_app

__all__ = ["different"]

MOST = 1000
"""How many requests of a question are asked in turn; none of them is remembered for the next."""

Json = dict[str, Any]


def different(is_asked: Callable[[str], bool]) -> Mapping[str, Sequence[Asked]]:
    """The requests of each question that is asked and answered in JSON, by its path.

    Only what is answered with 200 is taken.

    Args:
        is_asked: of which paths they are wanted.
    """
    client = create_app().test_client()
    drawn: dict[str, Iterator[Json]] = {
        "/v1/misterra/scores": random_tables(MOST),
        "/v1/misterra/legal-actions": _of_players("misterra"),
        "/v1/misterra/end-checks": _of_players("misterra"),
        "/v1/misterra/legality-checks": map(random_legality_check, _seeded()),
        "/v1/cartographers/scores": winter_sheets(MOST),
        "/v1/cartographers/legality-checks": map(random_draw, _seeded()),
    }
    for path, bodies in _cases().items():
        drawn.setdefault(path, iter(bodies))
    return {
        path: asked
        for path, bodies in sorted(drawn.items())
        if is_asked(path) and (asked := _answered(client, path, bodies))
    }


def _seeded() -> Iterator[Random]:
    return (Random(seed) for seed in range(MOST))  # noqa: S311 - no secret


def _of_players(game: str) -> Iterator[Json]:
    """Questions about one of the players of a table."""
    random = Random(1)  # noqa: S311 - no secret
    tables: Mapping[str, Callable[[int], Iterator[Json]]] = {"misterra": random_tables}
    for table in tables[game](MOST):
        yield {"snapshot": table, "player": random.choice(table["players"])["name"]}


def _cases() -> Mapping[str, Sequence[Json]]:
    """What the cases of the suites ask, by path."""
    asked: dict[str, list[Json]] = {}
    for suite in suites().values():
        for case in load(suite).cases:
            if isinstance(case.request.get("body"), dict):
                asked.setdefault(case.request["path"], []).append(case.request["body"])
    return asked


def _answered(client: FlaskClient, path: str, bodies: Iterator[Json]) -> list[Asked]:
    fine = (body for body in bodies if client.post(path, json=body).status_code == 200)
    return [Asked(path, "POST", json.dumps(body).encode()) for body in islice(fine, MOST)]
