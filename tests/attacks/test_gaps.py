"""No operation computes for long without a checkpoint, where others take their turns."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from attacks.climbing import LONGEST_GAP, climb, measure
from properties.frame import GAMES, Request, Service

SECONDS, NIGHTLY_SECONDS = 0.4, 20.0
"""Seconds of a processor for each operation: 20 s and a quarter of an hour together."""
FOUND = [
    json.loads(line)
    for line in Path(__file__).with_name("wide_gaps.ndjson").read_text("utf-8").splitlines()
]
"""Requests with gaps beyond the bound, before they had their checkpoints."""


@pytest.mark.parametrize("game", GAMES)
def test_no_wide_gap_is_found(client: FlaskClient, game: str) -> None:
    _climb(client, game, SECONDS)


@pytest.mark.parametrize("game", GAMES)
def test_no_wide_gap_is_found_for_longer(client: FlaskClient, game: str) -> None:
    _climb(client, game, NIGHTLY_SECONDS)


def _climb(client: FlaskClient, game: str, seconds: float) -> None:
    service = Service(client, game)
    for operation in service.operations:
        widest, _ = climb(service, operation, seconds)
        assert widest.gap <= LONGEST_GAP, f"{operation}: {json.dumps(widest.body)}"


@pytest.mark.parametrize(("game", "operation", "body"), [[*each.values()] for each in FOUND])
def test_gaps_that_were_found_are_narrow(
    client: FlaskClient, game: str, operation: str, body: dict[str, object]
) -> None:
    asked = Request(operation, body)
    assert min(measure(Service(client, game), asked).gap for _ in range(3)) <= LONGEST_GAP
