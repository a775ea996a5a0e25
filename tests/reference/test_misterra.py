"""The reference and the test cases, written independently, agree."""

from collections.abc import Callable
from typing import Any

import pytest

from misterra.tables import EMPTY
from reference.misterra import (
    RULINGS,
    Json,
    account_possible,
    check_end,
    check_legality,
    judge_record,
    legal_actions,
    perft,
    score,
    update_island,
)
from reference.misterra_comparisons import RULE_OF
from suites import suite, tells_who_left
from theodolite.conformance import mismatches

SUITE = suite("misterra")
ALL: list[Json] = [case._asdict() for case in SUITE.cases]


def failed(checks: list[Json]) -> list[str]:
    return sorted(check["rule"] for check in checks if check["status"] == "failed")


def in_terms_of_the_contract(answer: Json) -> Json:
    """An answer of the reference with the rules named as the contract names them."""
    comparable = dict(answer)
    if "failed" in comparable:
        comparable["failed"] = sorted(RULE_OF[name] for name in comparable["failed"])
    if "conditions" in comparable:
        comparable["conditions"] = [
            {"rule": RULE_OF[name], "met": met} for name, met in comparable["conditions"].items()
        ]
    if "remarks" in comparable:
        comparable["remarks"] = [{"rule": RULE_OF[name]} for name in comparable["remarks"]]
    for change in comparable.get("changes", []):
        change["rule"] = f"misterra.map.{change['effect']}"
    for position in comparable.get("moves", []):
        position["claim"] = in_terms_of_the_contract(position["claim"])
    return comparable


def with_failures_for_checks(expected: Json) -> Json:
    """The expected answer of a case with failed checks alone, as the reference has them."""
    comparable = dict(expected)
    if "checks" in comparable:
        comparable["failed"] = failed(comparable.pop("checks"))
    if "moves" in comparable:
        comparable["moves"] = [with_failures_for_checks(move) for move in comparable["moves"]]
    # The reference does not explain Otoma's actions.
    for action in comparable.get("actions", ()):
        if isinstance(action["done"], dict):
            action["done"].pop("rule", None)
    if "claim" in comparable and isinstance(comparable["claim"], dict):
        comparable["claim"] = with_failures_for_checks(comparable["claim"])
    return comparable


def account_answer(body: Json) -> Json:
    return {"possible": account_possible(body["before"], body["after"], body["player"])}


ANSWERS: dict[str, Callable[[Json], Json]] = {
    "scores": lambda body: score(body["snapshot"]),
    "updates": update_island,
    "legality-checks": check_legality,
    "legal-actions": legal_actions,
    "end-checks": check_end,
    "disputes": account_answer,
    "replays": lambda body: judge_record(body["record"]),
}


def known_to_the_reference(case: Json) -> bool:
    operation = case["request"]["path"].removeprefix("/v3/misterra/")
    if case["answer"]["status"] != 200 or operation not in ANSWERS:
        return False
    body = case["request"]["body"]
    return not isinstance(body.get("snapshot"), str) and not tells_who_left(body)


@pytest.mark.parametrize(
    "case", [c for c in ALL if known_to_the_reference(c)], ids=lambda case: str(case["id"])
)
def test_the_reference_agrees_with_the_case(case: Json) -> None:
    operation = case["request"]["path"].removeprefix("/v3/misterra/")
    answer = in_terms_of_the_contract(ANSWERS[operation](case["request"]["body"]))
    expected = with_failures_for_checks(case["answer"]["body"])
    if operation == "disputes":
        expected = {"possible": expected["possible"]}
    if operation == "replays":
        # Which rules failed it tells of the last turn alone.
        names = ("legal", "stopped_at", "over")
        expected = {name: expected[name] for name in names if name in expected}
    assert list(mismatches(expected, answer, SUITE.lists)) == []


def test_cases_are_numbered_in_order() -> None:
    for number, chapter in enumerate(SUITE.chapters, 1):
        assert chapter.number == number
        ids = [case.id for case in chapter.cases]
        assert ids == [f"MATC-{number}.{index:02d}" for index in range(1, len(ids) + 1)]


def test_titles_are_never_used_twice() -> None:
    titles = [case["title"] for case in ALL]
    assert sorted(titles) == sorted(set(titles))


def rulings_of_request(body: Json) -> Any:
    for table in (body.get("snapshot"), body.get("record", {}).get("snapshot"), body.get("before")):
        if table and "rulings" in table:
            return table["rulings"]
    return {}


@pytest.mark.parametrize(
    "case", [case for case in ALL if case["rulings"]], ids=lambda case: str(case["id"])
)
def test_the_rulings_of_a_case_are_those_of_its_request(case: Json) -> None:
    assert case["rulings"] == rulings_of_request(case["request"]["body"])


def test_every_value_of_every_ruling_has_a_case() -> None:
    tried = {pair for case in ALL for pair in case["rulings"].items()}
    assert tried == {(name, value) for name, values in RULINGS.items() for value in values}


def test_every_rule_has_a_case() -> None:
    catalogue = next(case for case in ALL if case["request"]["path"] == "/v3/misterra/rules")
    tried = {rule for case in ALL for rule in case["rules"]}
    assert tried == {rule["id"] for rule in catalogue["answer"]["body"]["rules"]}


ALONE: Json = {
    "beach": "right",
    "island": [".....", ".....", "..L..", ".....", "....."],
    "players": [{"name": "Ada", "parchment": EMPTY, "meeple": "C3"}],
}


# From C3, which the meeple cannot leave, sixteen pairs of spaces hold a seen one.
@pytest.mark.parametrize(
    ("display", "half_days"),
    [
        ([], 0),
        ([["jungle", "jungle"]], 16 + 2),
        ([["jungle", "lagoon"]], 2 * 16 + 2),
        ([["jungle", "lagoon"], ["lagoon", "jungle"]], 2 * 16 + 2),
        ([["jungle", "lagoon"], ["steppe", "steppe"]], 3 * 16 + 4),
        (None, (4 + 2 * 6) * 16 + 20),
    ],
)
def test_perft_by_hand(display: list[list[str]] | None, half_days: int) -> None:
    table = ALONE if display is None else ALONE | {"display": display}
    assert perft(table, "Ada") == half_days
