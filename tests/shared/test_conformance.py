"""The suites, asked of this service case by case; comparing answers, the command, exports."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from suites import suite
from theodolite.cli import main
from theodolite.conformance import (
    Case,
    Lists,
    Reply,
    export_suite,
    load_suite,
    mismatches,
    run,
    suite_folders,
)
from theodolite.rulebook import Rulebook

SUITES = {game: suite(game) for game in suite_folders()}
SUITE = SUITES["misterra"]
CASES = [(game, case) for game, suite in SUITES.items() for case in suite.cases]


@pytest.fixture(scope="module")
def asked_here(client: FlaskClient) -> Any:
    def ask(method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        response = client.open(path, method=method, headers=dict(headers), data=body)
        return Reply(response.status_code, dict(response.headers), response.get_json(silent=True))

    return ask


@pytest.mark.parametrize(
    ("game", "case"), CASES, ids=[f"{case.id} {case.title}" for _, case in CASES]
)
def test_case(asked_here: Any, game: str, case: Case) -> None:
    assert not case.skip
    (result,) = run([case], SUITES[game].lists, asked_here)
    assert list(result.faults) == [], case.why


@pytest.mark.parametrize("game", SUITES)
def test_the_cases_are_many_and_numbered_once(game: str) -> None:
    ids = [case.id for case in SUITES[game].cases]
    assert len(ids) >= 200
    assert len(set(ids)) == len(ids)


LISTS = Lists({"players": ["name"]}, ["spaces"])


@pytest.mark.parametrize(
    ("expected", "answer", "faults"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, []),
        ({"a": 1}, {"b": 2}, ["/a: missing"]),
        ({"a": {"b": None}}, {"a": {"b": None, "c": 1}}, []),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, ["/a/b: 2 where 1 is expected"]),
        ({"a": 1}, {"a": True}, ["/a: True where 1 is expected"]),
        ({"a": 1}, {"a": 1.0}, ["/a: 1.0 where 1 is expected"]),
        ({"a": {}}, {"a": None}, ["/a: None where {} is expected"]),
        ({"a": [1, 2]}, {"a": [1, 2]}, []),
        (
            {"a": [1, 2]},
            {"a": [2, 1]},
            ["/a/0: 2 where 1 is expected", "/a/1: 1 where 2 is expected"],
        ),
        ({"a": [1]}, {"a": [1, 2]}, ["/a: [1, 2] where 1 are expected"]),
        ({"spaces": ["A1", "B1"]}, {"spaces": ["B1", "A1"]}, []),
        ({"spaces": ["A1"]}, {"spaces": []}, ["/spaces: [] where 1 are expected"]),
        ({"spaces": ["A1", "A1"]}, {"spaces": ["A1", "B1"]}, ["/spaces: 'A1' is not among ['B1']"]),
        ({"players": [{"name": "Bo"}]}, {"players": [{"name": "Ada"}, {"name": "Bo"}]}, []),
        (
            {"players": [{"name": "Bo", "total": 5}]},
            {"players": [{"name": "Ada"}, {"name": "Bo", "total": 4}]},
            ["/players/(Bo)/total: 4 where 5 is expected"],
        ),
        (
            {"players": [{"name": "Bo"}]},
            {"players": []},
            ["/players/(Bo): none of 0 contains {'name': 'Bo'}"],
        ),
    ],
)
def test_what_an_answer_does_not_contain(
    expected: dict[str, Any], answer: dict[str, Any], faults: list[str]
) -> None:
    assert list(mismatches(expected, answer, LISTS)) == faults


def test_status_and_headers_are_part_of_an_answer() -> None:
    answer = {"status": 422, "headers": {"content-type": "application/problem+json"}, "body": {}}
    case = Case("X-1", "Refused", {"method": "GET", "path": "/"}, answer, "")

    def faults(reply: Reply) -> list[str]:
        (result,) = run([case], LISTS, lambda *_: reply)
        return list(result.faults)

    json_ = {"Content-Type": "application/problem+json; charset=utf-8"}
    assert faults(Reply(422, json_, {})) == []
    assert faults(Reply(200, {"Content-Type": "text/html"}, None)) == [
        "status: 200 where 422 is expected",
        "content-type: 'text/html' where 'application/problem+json' is expected",
        ": None where {} is expected",
    ]


def test_a_case_covers_what_it_names_and_what_its_answer_must_cite() -> None:
    answer = {"status": 200, "body": {"checks": [{"rule": "b.c"}, {"rule": "a.b"}], "rule": None}}
    case = Case("X-1", "", {}, answer, "", page=3, rules=["b.c", "c.d"])
    assert case.covers == ["a.b", "b.c", "c.d"]
    assert case.place == "page 3"
    assert case._replace(page=None, section="Setup").place == "Setup"
    assert case._replace(page=None).place == "HTTP API"


@pytest.mark.parametrize("game", SUITES)
def test_cases_cover_rules_of_the_game_alone(game: str) -> None:
    rules = Rulebook(f"theodolite.{game}").rules
    assert {rule for case in SUITES[game].cases for rule in case.covers} <= rules.keys()


def conform(*arguments: str | Path) -> Any:
    return CliRunner().invoke(main, ["conform", *map(str, arguments)])


def test_the_command_prints_the_statement_case_by_case(server: str) -> None:
    for result in (conform("--game", "misterra"), conform(f"{server}/", "--game", "misterra")):
        *cases, summary = result.output.splitlines()
        assert [line.split()[0] for line in cases] == [case.id for case in SUITE.cases]
        assert summary == (f"MATC {SUITE.version}: {len(SUITE.cases)} passed, 0 failed, 0 skipped")
        assert result.exit_code == 0


@pytest.fixture
def own_cases(tmp_path: Path) -> Path:
    """A suite with a case that passes, one that fails and one that is skipped."""
    ask = {"method": "GET", "path": "/healthz"}
    cases = [
        {"id": "OWN-1.01", "title": "Alive", "answer": {"status": 200, "body": {"status": "ok"}}},
        {"id": "OWN-1.02", "title": "Dead", "answer": {"status": 404, "body": {"status": "no"}}},
        {"id": "OWN-1.03", "title": "Unknown", "answer": {"status": 200}, "skip": "Nobody knows."},
    ]
    chapter = {"cases": [{**case, "request": ask, "why": "."} for case in cases]}
    lists: dict[str, Any] = {"identified": {}, "in_any_order": []}
    suite = {"abbreviation": "OWN", "version": "0.1.0", "chapters": ["1.json"], "lists": lists}
    (tmp_path / "suite.json").write_text(json.dumps(suite))
    (tmp_path / "1.json").write_text(json.dumps(chapter))
    return tmp_path


def test_a_case_that_fails_says_why_and_makes_the_command_fail(
    server: str, own_cases: Path
) -> None:
    for result in (conform("--cases", own_cases), conform(server, "--cases", own_cases)):
        assert result.exit_code == 1
        assert result.output.splitlines() == [
            "OWN-1.01   passed  Alive",
            "OWN-1.02   failed  Dead",
            "                   status: 200 where 404 is expected",
            "                   /status: 'ok' where 'no' is expected",
            "OWN-1.03   skipped Unknown",
            "                   Nobody knows.",
            "OWN 0.1.0: 1 passed, 1 failed, 1 skipped",
        ]


@pytest.mark.parametrize("game", SUITES)
def test_an_exported_suite_is_the_suite_and_keeps_to_the_schema(game: str, tmp_path: Path) -> None:
    result = conform("--game", game, "--export", tmp_path)
    assert result.exit_code == 0
    folder = tmp_path / game
    assert load_suite(folder) == SUITES[game]
    schema = json.loads((folder / "schema.json").read_text("utf-8"))
    suite = json.loads((folder / "suite.json").read_text("utf-8"))
    assert {path.name for path in folder.iterdir()} == {
        *("suite.json", "schema.json"),
        *suite["chapters"],
    }
    for name in ("suite.json", *suite["chapters"]):
        exported = json.loads((folder / name).read_text("utf-8"))
        assert [*Draft202012Validator(schema).iter_errors(exported)] == []


def test_the_command_reads_exported_cases(tmp_path: Path) -> None:
    export_suite(SUITE._replace(chapters=SUITE.chapters[:1]), tmp_path)
    result = conform("--cases", tmp_path)
    passed = len(SUITE.chapters[0].cases)
    summary = f"MATC {SUITE.version}: {passed} passed, 0 failed, 0 skipped"
    assert result.output.splitlines()[-1] == summary
    assert result.exit_code == 0


def test_every_game_is_held_to_its_own_cases() -> None:
    result = conform()
    summaries = [line for line in result.output.splitlines() if " failed, " in line]
    assert summaries == [
        f"{suite.abbreviation} {suite.version}: {len(suite.cases)} passed, 0 failed, 0 skipped"
        for suite in SUITES.values()
    ]
    assert result.exit_code == 0


def test_what_cannot_be_asked_exits_with_2(tmp_path: Path) -> None:
    assert conform("--game", "chess").exit_code == 2
    assert conform("127.0.0.1:8000").exit_code == 2
    assert conform("--cases", tmp_path).exit_code == 2
    (tmp_path / "suite.json").write_text("{")
    assert "cannot be read" in conform("--cases", tmp_path).stderr
