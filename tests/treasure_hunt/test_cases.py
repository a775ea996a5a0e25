"""The numbered cases fail no other rules than those that they name."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from suites import suite
from theodolite.conformance import Case

CASES = suite("treasure_hunt").cases


def of(operation: str) -> list[Any]:
    """The cases of an operation that are not refused."""
    path = f"/v3/treasure-hunt/{operation}"
    return [
        pytest.param(case, id=case.id)
        for case in CASES
        if case.request["path"] == path and case.answer["status"] == 200
    ]


def rules(checks: Any, status: str) -> list[str]:
    """The rules of a status, each once."""
    return sorted({one["rule"] for one in checks if one.get("status") == status})


@pytest.mark.parametrize("case", of("legality-checks"))
def test_cases_fail_only_the_rules_that_they_name(client: FlaskClient, case: Case) -> None:
    answer = client.post(case.request["path"], json=case.request["body"]).get_json()
    expected = case.answer["body"].get("checks", ())
    for status in ("failed", "not_checked"):
        assert rules(answer["checks"], status) == rules(expected, status)


@pytest.mark.parametrize("case", of("disputes"))
def test_accounts_lead_to_the_later_table(client: FlaskClient, case: Case) -> None:
    body = case.request["body"]
    answer = client.post(case.request["path"], json=body).get_json()
    assert bool(answer["differences"]) == (not answer["possible"])
    for account in answer["accounts"]:
        (move,) = account["moves"]
        asked = {"snapshot": body["before"], "player": body["player"], "move": move}
        judged = client.post("/v3/treasure-hunt/legality-checks", json=asked).get_json()
        assert judged["legal"]
        explorers = [player["explorers"] for player in judged["after"]["players"]]
        assert explorers == [player["explorers"] for player in body["after"]["players"]]
