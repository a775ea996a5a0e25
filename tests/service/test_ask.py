"""The command `ask`: every operation, here and of a service, tables as text, many files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from theodolite.cli import main
from theodolite.web.app import create_app
from theodolite.web.games import GAMES
from theodolite.web.misterra.examples import FINISHED_GAME

TEXT = "beach: left\nisland: J.LS./JMLSS/..LMS/S.MM./SS..J\nplayer Ann: at A1\n"
TIMED = ("deductions", "scenarios")
"""Operations whose answers depend on the time that they had."""
OPERATIONS = [
    (game, each)
    for game in GAMES
    for each in game.operations
    if each.schema is None or (each.media_type == "application/json" and each.name not in TIMED)
]
client = create_app().test_client()


def run(*arguments: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["ask", *map(str, arguments)], input=typed)


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str, str], Path]:
    def write(name: str, content: str) -> Path:
        path = tmp_path / name
        path.write_text(content, "utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("game", "operation"), OPERATIONS, ids=[f"{game.id}.{each.name}" for game, each in OPERATIONS]
)
def test_every_operation_has_the_answer_of_the_service(game: Any, operation: Any) -> None:
    name, path = game.path.rpartition("/")[2], game.path + operation.path
    if operation.schema is None:
        expected, printed = client.get(path), run(name, operation.path[1:], "--json")
    else:
        expected = client.post(path, json=operation.example)
        typed = json.dumps(operation.example)
        printed = run(name, operation.path[1:], "-", "--json", typed=typed)
        assert run(name, operation.path[1:], "-", typed=typed).exit_code == 0
    assert printed.exit_code == 0
    if expected.is_json:
        assert json.loads(printed.output) == expected.get_json()
    else:
        assert printed.output == expected.text.rstrip("\n") + "\n"


def test_a_table_as_text_is_a_file_too(file: Callable[[str, str], Path]) -> None:
    table = file("table.txt", TEXT)
    scored = run("misterra", "scores", table)
    assert scored.output.startswith("winners: Ann\n")
    actions = run("misterra", "legal_actions", table, "--with", "player=Ann", "--json")
    assert json.loads(actions.output)["positions"][0]["meeple"] == "A1"
    assert json.loads(run("misterra", "boards", table).output)["players"][0]["meeple"] == "A1"


def test_rulings_are_listed_and_named_where_they_matter(file: Callable[[str, str], Path]) -> None:
    listed = run("misterra", "rulings").output
    assert "\n- claim_region (with_hazy, confirmed_only): Page 5 counts hazy tiles" in listed
    island = "island: ...../.J.s./..lSs/.Mml./....."
    players = "player Ann: at C3 claims D3\nplayer Bo: at D4\n"
    table = file("table.txt", f"beach: right\n{island}\n{players}")
    judged = {
        action: run(
            *("misterra", "legality-checks", table, "--with", "player=Bo", "--with"),
            f'half_day={{"move": ["D3"], "action": {{"type": "{action}"}}}}',
        ).output
        for action in ("claim", "discard")
    }
    used = "rulings:\n- claim_region: with_hazy (another value would change this answer)\n"
    assert judged["claim"].endswith(used)
    assert "rulings" not in judged["discard"]


def test_many_files_are_answered_in_order_and_fail_together(
    file: Callable[[str, str], Path],
) -> None:
    good, bad = file("good.txt", TEXT), file("bad.txt", "beach: up")
    printed = run("misterra", "scores", good, bad, good, "--json")
    winners = [json.loads(line).get("winners") for line in printed.output.splitlines()]
    assert (printed.exit_code, winners) == (1, [["Ann"], None, ["Ann"]])
    plain = run("misterra", "scores", bad, good)
    assert plain.stdout.startswith(f"{bad}:\n{good}:\nwinners: Ann\n")
    assert "line 1, column 8: " in plain.stderr


def test_problems_are_json_where_answers_are(file: Callable[[str, str], Path]) -> None:
    bad = file("bad.json", json.dumps({**FINISHED_GAME, "beach": "up"}))
    for command in (["ask", "misterra", "scores"], ["score", "--game", "misterra"]):
        printed = CliRunner().invoke(main, [*command, str(bad), "--json"])
        assert printed.exit_code == 1
        assert json.loads(printed.stdout)["errors"][0]["pointer"] == "/beach"
        assert not printed.stderr


def test_problems_of_records_are_json_too(file: Callable[[str, str], Path]) -> None:
    bad = file("bad.json", json.dumps({"snapshot": {**FINISHED_GAME, "beach": "up"}, "turns": []}))
    for command in ("replay", "review"):
        printed = CliRunner().invoke(main, [command, "--game", "misterra", str(bad), "--json"])
        assert printed.exit_code == 1
        assert json.loads(printed.stdout)["errors"][0]["pointer"] == "/snapshot/beach"
        assert not printed.stderr


def test_asks_a_service_at_its_address(server: str, file: Callable[[str, str], Path]) -> None:
    table = file("table.txt", TEXT)
    assert (
        run("misterra", "scores", table, "--url", server).output
        == run("misterra", "scores", table).output
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess", "scores", "-"], "Valid games are misterra, cartographers"),
        (["misterra", "hats", "-"], "Valid operations are scores, island-updates"),
        (["misterra", "photos", "-"], "Valid operations are"),
        (["misterra", "scores"], "scores needs a file."),
        (["misterra", "rules", "-"], "rules takes no file."),
        (["misterra", "scores", "-", "--with", "player"], "player is not NAME=VALUE."),
        (["misterra", "rules", "--url", "http://127.0.0.1:1"], "Connection refused"),
        (["misterra", "rules", "--url", "nowhere"], "nowhere is no HTTP address."),
    ],
)
def test_what_cannot_be_asked_exits_with_2(arguments: list[str], says: str) -> None:
    printed = run(*arguments)
    assert printed.exit_code == 2
    assert says in printed.output


def test_a_record_is_for_replay() -> None:
    record = Path(__file__).parents[2] / "examples" / "tiwanaku" / "record.json"
    printed = CliRunner().invoke(main, ["score", str(record)])
    assert printed.exit_code == 2
    assert printed.output.endswith("record.json is the record of a game: use replay.\n")


def test_shells_complete_games_and_operations() -> None:
    completed = ShellComplete(main, {}, "theodolite", "_THEODOLITE_COMPLETE").get_completions
    assert [each.value for each in completed(["ask"], "t")] == ["tiwanaku", "treasure-hunt"]
    assert [each.value for each in completed(["ask", "misterra"], "sc")] == ["scores"]


def test_h_is_help_everywhere() -> None:
    assert CliRunner().invoke(main, ["score", "-h"]).output.startswith("Usage: ")


def test_conform_reports_by_rule_instead_of_by_case(tmp_path: Path) -> None:
    head = '{"name": "Two", "abbreviation": "T", "version": "1.2.0", "game": "misterra"'
    lists = '"lists": {"identified": {}, "in_any_order": []}, "chapters": ["one.json"]}'
    (tmp_path / "suite.json").write_text(f"{head}, {lists}")
    request = {"method": "GET", "path": "/healthz"}
    cases = [
        {"id": "T-1", "rules": ["one", "two"], "answer": {"status": 200}},
        {"id": "T-2", "rules": ["two"], "answer": {"status": 404}},
        {"id": "T-3", "section": "Three", "answer": {"status": 200}},
    ]
    full = [{**case, "title": "A case", "why": "Because.", "request": request} for case in cases]
    (tmp_path / "one.json").write_text(json.dumps({"cases": full}))
    printed = CliRunner().invoke(main, ["conform", "--cases", str(tmp_path), "--report"])
    assert printed.exit_code == 1
    assert "T-2        failed  A case\n" in printed.output
    assert printed.output.splitlines()[-6:] == [
        "| rule | passed | failed | skipped |",
        "| --- | ---: | ---: | ---: |",
        "| Three | 1 | 0 | 0 |",
        "| one | 1 | 0 | 0 |",
        "| two | 1 | 1 | 0 |",
        "T 1.2.0: 2 passed, 1 failed, 0 skipped",
    ]
