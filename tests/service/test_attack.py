"""The whole specification under attack: whatever is sent, the answer is one that it promises."""

import json
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from theodolite.web.app import create_app

CALM = settings(
    max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)

schema = schemathesis.openapi.from_wsgi("/openapi.json", create_app())
# What is too large is refused as such: a form of too many parts too.
schema.config.checks.negative_data_rejection.expected_statuses = [
    *("400", "401", "403", "404", "405", "406", "413", "415", "422", "429"),
]


PLAIN = {"Accept-Encoding": "identity"}
"""Called through WSGI, Schemathesis accepts gzip and does not decompress it."""


@schemathesis.serializer("application/x-ndjson")
def lines(_context: Any, value: Any) -> bytes:
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()


def not_promised(case: Case[Any]) -> list[Any]:
    # A table can follow the schema and yet be impossible: that is what 422 is for.
    checks: list[Any] = [positive_data_acceptance]
    # Of many tables a bad one is answered in its place.
    if case.media_type == "application/x-ndjson":
        checks.append(negative_data_rejection)
    return checks


@schema.parametrize()
@CALM
def test_every_answer_is_one_that_the_specification_promises(case: Case[Any]) -> None:
    case.call_and_validate(excluded_checks=not_promised(case), headers=PLAIN)


class Play(schema.as_state_machine()):  # type: ignore[misc]
    """Asks the next question about the table that an answer holds."""

    def get_call_kwargs(self, case: Case[Any]) -> dict[str, Any]:
        return {**super().get_call_kwargs(case), "headers": PLAIN}

    def validate_response(self, response: Any, case: Case[Any], **kwargs: Any) -> None:
        case.validate_response(response, excluded_checks=not_promised(case), **kwargs)


TestPlay = Play.TestCase
TestPlay.settings = settings(CALM, max_examples=20, stateful_step_count=5)
