"""The reference and the test cases, written apart from one another, agree."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from misterra.tables import EMPTY
from reference.misterra import (
    RULINGS,
    Json,
    account_possible,
    check_end,
    check_legality,
    judge_record,
    legal_actions,
    otoma_turn,
    perft,
    score,
    update_island,
)
from reference.misterra_questions import RULE_OF
from theodolite.conformance import load, mismatches

CASES = Path(__file__).parents[1] / "cases" / "misterra"
SUITE: Json = json.loads((CASES / "suite.json").read_text())
LISTS = load(CASES).lists
CHAPTERS: list[Json] = [json.loads((CASES / name).read_text()) for name in SUITE["chapters"]]
ALL: list[Json] = [case for chapter in CHAPTERS for case in chapter["cases"]]


def failed(checks: list[Json]) -> list[str]:
    return sorted(check["rule"] for check in checks if check["status"] == "failed")


def in_terms_of_the_contract(answer: Json) -> Json:
    """An answer of the reference with the rules named as the contract names them."""
    told = dict(answer)
    if "failed" in told:
        told["failed"] = sorted(RULE_OF[name] for name in told["failed"])
    if "conditions" in told:
        told["conditions"] = [
            {"rule": RULE_OF[name], "met": met} for name, met in told["conditions"].items()
        ]
    if "remarks" in told:
        told["remarks"] = [{"rule": RULE_OF[name]} for name in told["remarks"]]
    for change in told.get("changes", []):
        change["rule"] = f"misterra.map.{change['effect']}"
    for position in told.get("positions", []):
        position["claim"] = in_terms_of_the_contract(position["claim"])
    return told


def with_failures_for_checks(expected: Json) -> Json:
    """What a case expects, its checks reduced to those that fail: the reference tells no more."""
    told = dict(expected)
    if "checks" in told:
        told["failed"] = failed(told.pop("checks"))
    if "positions" in told:
        told["positions"] = [with_failures_for_checks(position) for position in told["positions"]]
    # Why Otoma did what it did is told in words alone.
    if "half_days" in told:
        told["half_days"] = [
            {name: value for name, value in half_day.items() if name != "checks"}
            for half_day in told["half_days"]
        ]
    if "claim" in told and isinstance(told["claim"], dict):
        told["claim"] = with_failures_for_checks(told["claim"])
    return told


def settle(body: Json) -> Json:
    return {"possible": account_possible(body["before"], body["after"], body["player"])}


ANSWERS: dict[str, Callable[[Json], Json]] = {
    "scores": score,
    "island-updates": update_island,
    "legality-checks": check_legality,
    "legal-actions": legal_actions,
    "end-checks": check_end,
    "otoma-turns": otoma_turn,
    "disputes": settle,
    "replays": judge_record,
}


def known_to_the_reference(case: Json) -> bool:
    question = case["request"]["path"].removeprefix("/v1/misterra/")
    return case["answer"]["status"] == 200 and question in ANSWERS


@pytest.mark.parametrize(
    "case", [c for c in ALL if known_to_the_reference(c)], ids=lambda case: str(case["id"])
)
def test_the_reference_answers_as_the_case_says(case: Json) -> None:
    question = case["request"]["path"].removeprefix("/v1/misterra/")
    answer = in_terms_of_the_contract(ANSWERS[question](case["request"]["body"]))
    expected = with_failures_for_checks(case["answer"]["body"])
    if question == "disputes":
        expected = {"possible": expected["possible"]}
    if question == "replays":
        # Which rules failed it tells of the last turn alone.
        names = ("legal", "stopped_at", "finished")
        expected = {name: expected[name] for name in names if name in expected}
    assert list(mismatches(expected, answer, LISTS)) == []


@pytest.mark.parametrize("name", ["suite.json", *SUITE["chapters"]])
def test_the_cases_keep_to_their_schema(name: str) -> None:
    schema = json.loads((CASES / "schema.json").read_text())
    faults = Draft202012Validator(schema).iter_errors(json.loads((CASES / name).read_text()))
    assert [fault.message for fault in faults] == []


def test_every_file_is_a_chapter() -> None:
    files = {path.name for path in CASES.glob("*.json")}
    assert files == {"suite.json", "schema.json", *SUITE["chapters"]}


def test_cases_are_numbered_in_order() -> None:
    for number, chapter in enumerate(CHAPTERS, 1):
        assert chapter["chapter"] == number
        ids = [case["id"] for case in chapter["cases"]]
        assert ids == [f"MATC-{number}.{index:02d}" for index in range(1, len(ids) + 1)]


def test_titles_are_never_used_twice() -> None:
    titles = [case["title"] for case in ALL]
    assert sorted(titles) == sorted(set(titles))


def rulings_asked(body: Json) -> Any:
    for table in (body, body.get("snapshot"), body.get("before")):
        if table and "rulings" in table:
            return table["rulings"]
    return {}


@pytest.mark.parametrize(
    "case", [case for case in ALL if "rulings" in case], ids=lambda case: str(case["id"])
)
def test_the_rulings_of_a_case_are_those_of_its_request(case: Json) -> None:
    assert case["rulings"] == rulings_asked(case["request"]["body"])


def test_every_ruling_is_tried_in_each_of_its_values() -> None:
    tried = {pair for case in ALL for pair in case.get("rulings", {}).items()}
    assert tried == {(name, value) for name, values in RULINGS.items() for value in values}


def test_every_rule_of_the_catalogue_is_tried() -> None:
    catalogue = next(case for case in ALL if case["request"]["path"] == "/v1/misterra/rules")
    tried = {rule for case in ALL for rule in case.get("rules", [])}
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
