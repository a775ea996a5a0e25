"""The numbered cases: what breaks rules breaks those that are named, and no others."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from theodolite.conformance import Case, load, suites

CASES = load(suites()["tiwanaku"]).cases


def broken(checks: Any) -> set[str]:
    return {check["rule"] for check in checks if check["status"] == "failed"}


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if "legal" in case.answer["body"]],
    ids=lambda case: case.id,
)
def test_no_other_rule_is_broken(client: FlaskClient, case: Case) -> None:
    answer = client.post(case.request["path"], json=case.request["body"]).get_json()
    turns, told = answer.get("turns", [answer]), case.answer["body"].get("turns")
    expected = [case.answer["body"]] if told is None else told
    for turn, what in zip(turns, expected, strict=False):
        assert broken(turn["checks"]) == broken(what.get("checks", ()))
