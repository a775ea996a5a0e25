"""Fuzzes every operation of the specification with Schemathesis, alone and in sequences.

Every response must be one that the specification promises. The tests are built when they run,
because the cases of one operation take a third of a second to generate. `make hostile` sends all
cases that break a constraint, and more random ones.
"""

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import yaml
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from schemathesis import Case
from schemathesis.generation.feedback import NO_FEEDBACK
from schemathesis.generation.meta import TestPhase
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

COMMITTED = Path(__file__).parents[2] / "openapi.yaml"
OPERATIONS = [
    (method.upper(), path)
    for path, methods in yaml.load(COMMITTED.read_bytes(), yaml.CSafeLoader)["paths"].items()
    for method in methods
]

THOROUGH = settings.get_current_profile_name() == "thorough"
EVERY = 1 if THOROUGH else 8
"""One in so many cases that break a constraint is sent: most operations share their schemas."""
REPRODUCIBLE = settings(
    max_examples=200 if THOROUGH else 10,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)

PLAIN = {"Accept-Encoding": "identity"}
"""Called through WSGI, Schemathesis accepts gzip and does not decompress it."""


@pytest.fixture(scope="module")
def specification(app: Flask) -> Any:
    """The schema that the application serves."""
    schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
    # A form of too many parts is refused for its size.
    schema.config.checks.negative_data_rejection.expected_statuses = [
        *("400", "401", "403", "404", "405", "406", "413", "415", "422", "429"),
    ]
    return schema


@schemathesis.serializer("application/x-ndjson")
def lines(_context: Any, value: Any) -> bytes:
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()


def excluded_checks(case: Case[Any]) -> list[Any]:
    """The checks that do not apply to a request."""
    # A table can follow the schema and yet be impossible: that is what 422 is for.
    checks: list[Any] = [positive_data_acceptance]
    # A batch answers an invalid table with an error on its line, and status 200.
    if case.media_type == "application/x-ndjson":
        checks.append(negative_data_rejection)
    return checks


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=map(" ".join, OPERATIONS))
def test_responses_match_the_specification(specification: Any, method: str, path: str) -> None:
    breaking = count(OPERATIONS.index((method, path)))

    @REPRODUCIBLE
    def validate(case: Case[Any]) -> None:
        assert case.meta is not None
        if case.meta.phase.name is TestPhase.COVERAGE and next(breaking) % EVERY:
            return
        case.call_and_validate(excluded_checks=excluded_checks(case), headers=PLAIN)

    build_operation_test(
        config=specification.config,
        operation=specification[path][method],
        test_func=validate,
        given_kwargs={},
        feedback=NO_FEEDBACK,
    )()


def test_responses_to_sequences_match_the_specification(specification: Any) -> None:
    class Sequence(specification.as_state_machine()):  # type: ignore[misc]
        """Sends the table of a response to another operation."""

        def get_call_kwargs(self, case: Case[Any]) -> dict[str, Any]:
            return {**super().get_call_kwargs(case), "headers": PLAIN}

        def validate_response(self, response: Any, case: Case[Any], **kwargs: Any) -> None:
            case.validate_response(response, excluded_checks=excluded_checks(case), **kwargs)

    run_state_machine_as_test(
        Sequence, settings=settings(REPRODUCIBLE, max_examples=20, stateful_step_count=5)
    )
