"""The commands of operations: each of them, here and of a service, tables as text, many files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from theodolite.cli import main
from theodolite.web.app import create_app
from theodolite.web.games import GAMES
from theodolite.web.misterra.examples import FINISHED_GAME

TEXT = "beach: left\nisland: J.LS./JMLSS/..LMS/S.MM./SS..J\nplayer Ann: at A1\n"
ASKED = {
    "score": "scores",
    "check": "legality_checks",
    "update": "updates",
    "actions": "legal_actions",
    "end": "end_checks",
    "replay": "replays",
    "review": "reviews",
    "picture": "pictures",
    "notation": "notations",
    "hint": "hints",
    "advise": "advice",
    "route": "routes",
}
OPERATIONS = [
    (game, command, operation)
    for game in GAMES
    for command, name in ASKED.items()
    if (operation := game.operation(name)) is not None
]
client = create_app().test_client()


def run(*arguments: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)], input=typed)


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str, str], Path]:
    def write(name: str, content: str) -> Path:
        path = tmp_path / name
        path.write_text(content, "utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("game", "command", "operation"),
    OPERATIONS,
    ids=[f"{game.id}.{command}" for game, command, _ in OPERATIONS],
)
def test_every_command_has_the_answer_of_the_service(
    game: Any, command: str, operation: Any
) -> None:
    expected = client.post(game.path + operation.path, json=operation.example)
    typed = json.dumps(operation.example)
    printed = run(command, "-", "--json", typed=typed)
    plain = run(command, "-", typed=typed)
    if expected.is_json:
        answer = expected.get_json()
        assert json.loads(printed.output) == answer
        is_no = any(answer.get(name) is False for name in ("legal", "possible"))
        assert (printed.exit_code, plain.exit_code) == (is_no, is_no)
    else:
        assert printed.output == plain.output == expected.text.rstrip("\n") + "\n"


def test_every_operation_has_a_command() -> None:
    operations = {each.name for game in GAMES for each in game.operations if each.schema}
    alone = {"disputes", "deductions", "scenarios", "photos"}
    assert operations == {*ASKED.values()} | alone


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_two_tables_are_a_dispute(game: Any, file: Callable[[str, str], Path]) -> None:
    request = game.operation("disputes").example
    members = {"before", "after"}
    tables = [file(f"{name}.json", json.dumps(request[name])) for name in sorted(members)[::-1]]
    beside = [
        f"--with={name}={json.dumps(value)}"
        for name, value in request.items()
        if name not in members
    ]
    printed = run("dispute", *tables, *beside, "--json")
    assert (
        json.loads(printed.output) == client.post(f"{game.path}/disputes", json=request).get_json()
    )


def test_lists_games_operations_and_lists() -> None:
    assert [line.split()[0] for line in run("games").output.splitlines()] == [
        game.segment for game in GAMES
    ]
    operations = run("games", "--game", "misterra").output
    assert operations.startswith("scores           Score a table.\n")
    assert (
        "\n- claim_region (with_hazy, confirmed_only): Page 5 counts hazy tiles"
        in run("games", "rulings", "--game", "misterra").output
    )
    rules = run("games", "rules", "--game", "misterra", "--json").output
    assert json.loads(rules) == client.get("/v3/misterra/rules").get_json()


def test_a_table_as_text_is_a_file_too(file: Callable[[str, str], Path]) -> None:
    table = file("table.txt", TEXT)
    scored = run("score", table)
    assert scored.output.split()[0] == "Ann"
    actions = run("actions", table, "--with", "player=Ann", "--json")
    assert json.loads(actions.output)["moves"][0]["meeple"] == "A1"
    assert run("notation", table).output.startswith("beach: left\nisland:\n")


def test_rulings_are_named_where_they_matter(file: Callable[[str, str], Path]) -> None:
    island = "island: ...../.J.s./..lSs/.Mml./....."
    players = "player Ann: at C3 claims D3\nplayer Bo: at D4\n"
    table = file("table.txt", f"beach: right\n{island}\n{players}")
    judged = {
        action: run(
            *("check", table, "--with", "player=Bo", "--with"),
            f'move={{"path": ["D3"], "action": {{"type": "{action}"}}}}',
        ).output
        for action in ("claim", "discard")
    }
    used = "Another ruling would change this answer: claim_region = with_hazy.\n"
    assert judged["claim"].endswith(used)
    assert "ruling" not in judged["discard"]


def test_many_files_are_answered_in_order_and_fail_together(
    file: Callable[[str, str], Path],
) -> None:
    good, bad = file("good.txt", TEXT), file("bad.txt", "beach: up")
    printed = run("score", good, bad, good, "--json")
    winners = [json.loads(line).get("winners") for line in printed.output.splitlines()]
    assert (printed.exit_code, winners) == (2, [["Ann"], None, ["Ann"]])
    plain = run("score", bad, good)
    assert plain.stdout.split()[:3] == [f"{bad}:", f"{good}:", "Ann"]
    assert "line 1, column 8: " in plain.stderr


def test_problems_are_json_where_answers_are(file: Callable[[str, str], Path]) -> None:
    bad = file("bad.json", json.dumps({**FINISHED_GAME, "beach": "up"}))
    printed = run("score", bad, "--json")
    assert printed.exit_code == 2
    assert json.loads(printed.stdout)["errors"][0]["pointer"] == "/snapshot/beach"
    assert not printed.stderr


def test_problems_of_records_are_json_too(file: Callable[[str, str], Path]) -> None:
    bad = file(
        "bad.json",
        json.dumps({"record": {"snapshot": {**FINISHED_GAME, "beach": "up"}, "turns": []}}),
    )
    for command in ("replay", "review"):
        printed = CliRunner().invoke(main, [command, "--game", "misterra", str(bad), "--json"])
        assert printed.exit_code == 2
        assert json.loads(printed.stdout)["errors"][0]["pointer"] == "/record/snapshot/beach"
        assert not printed.stderr


def test_asks_a_service_at_its_address(server: str, file: Callable[[str, str], Path]) -> None:
    table = file("table.txt", TEXT)
    assert run("score", table, "--url", server).output == run("score", table).output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["score", "-", "--game", "chess"],
            "There is no chess. Valid values: misterra, cartographers",
        ),
        (["deduce", "-", "--game", "misterra"], "Only tiwanaku can be asked for deductions."),
        (["score", "-", "--with", "player"], "player is not NAME=VALUE."),
        (["score", "-"], "Which game is it? Give --game misterra or cartographers"),
        (["score", "-", "--game", "misterre"], "Did you mean misterra?"),
        (["games", "rule", "--game", "misterra"], "Did you mean rules?"),
        (["scor", "-"], "No such command 'scor'. Did you mean 'score'?"),
        (["games", "--url", "nowhere"], "nowhere is no HTTP address."),
    ],
)
def test_what_cannot_be_asked_exits_with_2(arguments: list[str], says: str) -> None:
    printed = run(*arguments, typed="{}")
    assert printed.exit_code == 2
    assert says in printed.output


@pytest.mark.parametrize("command", [["games"], ["score", "-"], ["conform"], ["mcp"]])
def test_no_service_exits_with_3(command: list[str]) -> None:
    at = ["http://127.0.0.1:1"] if command == ["conform"] else ["--url", "http://127.0.0.1:1"]
    printed = run(*command, *at, typed=json.dumps(FINISHED_GAME))
    assert printed.exit_code == 3
    assert "No service can be reached at http://127.0.0.1:1" in printed.output
    assert "Connection refused" in printed.output


def test_a_record_is_for_replay() -> None:
    record = Path(__file__).parents[2] / "examples" / "tiwanaku" / "record.json"
    printed = CliRunner().invoke(main, ["score", str(record)])
    assert printed.exit_code == 2
    assert printed.output.endswith("record.json is the record of a game: use replay.\n")


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
