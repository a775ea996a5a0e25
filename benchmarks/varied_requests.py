"""Up to a thousand different requests for each operation, so that no cache helps.

Tables of four come from `misterra` and `cartographers`; the tests (their folder is in PYTHONPATH)
draw turns at random; all other requests are those of the test cases.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from flask.testing import FlaskClient

from benchmarks.cartographers import winter_sheets
from benchmarks.example_requests import Request
from benchmarks.misterra import random_tables
from reference.cartographers_tables import random_legality_check as random_draw
from reference.misterra_tables import random_legality_check
from theodolite.conformance import load_suite, suite_folders
from theodolite.web.app import create_app
from theodolite.web.games import GAMES

MOST = 1000
"""The most requests of an operation, which are sent in turn."""

Json = dict[str, Any]


def varied_requests(is_selected: Callable[[str], bool]) -> Mapping[str, Sequence[Request]]:
    """The requests of each operation in JSON, by its path; each of them has a response of 200.

    Args:
        is_selected: Whether to return the requests of a path.
    """
    client = create_app().test_client()
    drawn: dict[str, Iterator[Json]] = {
        "/v3/misterra/scores": map(_scored, random_tables(MOST)),
        "/v3/misterra/legal-actions": _of_players("misterra"),
        "/v3/misterra/end-checks": _of_players("misterra"),
        "/v3/misterra/legality-checks": map(random_legality_check, _seeded()),
        "/v3/cartographers/scores": map(_scored, winter_sheets(MOST)),
        "/v3/cartographers/legality-checks": map(random_draw, _seeded()),
    }
    judged = {game.path + each.path for game in GAMES for each in game.operations}
    for path, bodies in _cases().items():
        if path in judged:
            drawn.setdefault(path, iter(bodies))
    return {
        path: _valid_requests(client, path, bodies)
        for path, bodies in sorted(drawn.items())
        if is_selected(path)
    }


def _scored(table: Json) -> Json:
    return {"snapshot": table}


def _seeded() -> Iterator[Random]:
    return (Random(seed) for seed in range(MOST))  # noqa: S311 - no secret


def _of_players(game: str) -> Iterator[Json]:
    """Requests about one of the players of a table."""
    random = Random(1)  # noqa: S311 - no secret
    tables: Mapping[str, Callable[[int], Iterator[Json]]] = {"misterra": random_tables}
    for table in tables[game](MOST):
        yield {"snapshot": table, "player": random.choice(table["players"])["name"]}


def _cases() -> Mapping[str, Sequence[Json]]:
    """The bodies of the requests of the test cases, by path."""
    requests: dict[str, list[Json]] = {}
    for suite in suite_folders().values():
        for case in load_suite(suite).cases:
            if isinstance(case.request.get("body"), dict):
                requests.setdefault(case.request["path"], []).append(case.request["body"])
    return requests


def _valid_requests(client: FlaskClient, path: str, bodies: Iterator[Json]) -> list[Request]:
    valid = (body for body in bodies if client.post(path, json=body).status_code == 200)
    requests = [Request(path, "POST", json.dumps(body).encode()) for body in islice(valid, MOST)]
    assert requests, f"no valid request: {path}"
    return requests
