"""The numbered cases break the rules that they name, and no others."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from suites import suite
from theodolite.conformance import Case

CASES = suite("tiwanaku").cases


def broken(checks: Any) -> set[str]:
    return {check["rule"] for check in checks if check["status"] == "failed"}


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if "legal" in case.answer["body"]],
    ids=lambda case: case.id,
)
def test_breaks_only_the_rules_named_by_the_case(client: FlaskClient, case: Case) -> None:
    answer = client.post(case.request["path"], json=case.request["body"]).get_json()
    turns, recorded = answer.get("turns", [answer]), case.answer["body"].get("turns")
    expected = [case.answer["body"]] if recorded is None else recorded
    for turn, what in zip(turns, expected, strict=False):
        assert broken(turn["checks"]) == broken(what.get("checks", ()))
