"""Boards and discs of Tiwanaku at the terminal."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from theodolite.cli import main
from theodolite.tiwanaku.scenarios import Drawn

TABLE: dict[str, Any] = {
    "board": "short",
    "terrain": ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"],
    "crops": ["1....", ".4...", "..5..", "....2", "....5"],
    "tiles": {"mud": 7, "sand": 9, "grass": 4, "rock": 5},
}
BOARD: dict[str, Any] = {"snapshot": TABLE, "focus": ["B1"], "time_limit_ms": 5000}
WRONG: dict[str, Any] = {**TABLE, "tiles": {"mud": 4, "sand": 9, "grass": 7, "rock": 5}}


def run(*arguments: str, typed: Any = None) -> Result:
    return CliRunner().invoke(main, [*arguments], input=typed and json.dumps(typed))


def test_prints_a_board_with_what_is_certain_and_why() -> None:
    result = run("deduce", "-", typed=BOARD)
    assert (result.exit_code, result.stderr) == (0, "")
    head, first, *_ = result.output.splitlines()
    assert head.split() == list("ABCDE")
    assert first.split() == ["1", "M1", "M(2)", "S", ".", "."]
    answer = json.loads(run("deduce", "-", "--json", typed=BOARD).output)
    for step in answer["steps"]:
        assert f"{step['id']:>3}. {step['explanation']}" in result.output
    assert result.output.splitlines()[-1] == "B1: 2 (1, 2)"


def test_prints_how_likely_each_open_value_is() -> None:
    result = run("deduce", "-", "--odds", typed={**BOARD, "focus": ["B1", "D5"]})
    assert result.exit_code == 0
    assert result.output.splitlines()[-1] == "D5: 1 50.0%, 3 50.0%"


def test_says_that_there_are_no_odds_if_worlds_were_not_counted() -> None:
    empty = ["....."] * 5
    table = {**TABLE, "terrain": empty, "crops": empty}
    body = {"snapshot": table, "time_limit_ms": 100}
    result = run("deduce", "-", "--odds", typed=body)
    assert "no odds" in result.output.splitlines()[-1]


def test_odds_of_a_file_that_is_no_board_are_refused() -> None:
    assert run("deduce", "-", "--odds", typed=[1]).exit_code == 2
    assert CliRunner().invoke(main, ["deduce", "-", "--odds"], input="{").exit_code != 0


def test_exits_with_1_and_names_the_conflict_if_no_world_fits() -> None:
    result = run("deduce", "-", typed=WRONG)
    assert result.exit_code == 1
    assert result.output.splitlines()[-1] == "✗ E5 diversity tile_count"


def test_exits_with_2_and_lists_every_fault_of_an_impossible_board() -> None:
    result = run("deduce", "-", typed={**TABLE, "terrain": ["MMS.."]})
    assert result.exit_code == 2
    assert "/terrain: " in result.stderr


def test_prints_a_hint_with_its_proof_or_the_nudge_alone() -> None:
    result = run("hint", "-", typed=TABLE)
    assert result.exit_code == 0
    nudge, *_, value = result.output.splitlines()
    assert value == "B1: 2"
    assert nudge.startswith("Look at ")
    assert run("hint", "-", "--nudge", typed=TABLE).output == f"{nudge}\n"
    found = json.loads(run("hint", "-", "--json", "--max-tier", "1", typed=TABLE).output)
    assert found["hint"]["technique"] == "one_each"


def test_tells_why_there_is_no_hint() -> None:
    result = run("hint", "-", typed={"snapshot": TABLE, "seen": ["B1"], "max_tier": 1})
    assert result.exit_code == 0
    result = run("hint", "-", typed=WRONG)
    assert result.exit_code == 1
    assert "fit no lawful map" in result.output


def test_a_hint_has_no_focus() -> None:
    result = run("hint", "-", typed=BOARD)
    assert result.exit_code == 2
    assert "/focus: There is no field of this name here." in result.stderr


def test_problems_are_json_where_answers_are() -> None:
    for command in ("deduce", "hint"):
        result = run(command, "-", "--json", typed={**TABLE, "terrain": ["MMS.."]})
        assert (result.exit_code, result.stderr) == (2, "")
        assert json.loads(result.stdout)["errors"][0]["pointer"] == "/snapshot/terrain"
    twice = ("--difficulty", "easy", "--max-tier", "2")
    result = run("scenario", "--seed", "7", *twice, "--json")
    assert (result.exit_code, result.stderr) == (2, "")
    assert json.loads(result.stdout)["errors"][0]["pointer"] == "/draw/max_tier"


def test_that_there_is_no_disc_is_json_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("theodolite.tiwanaku.scenarios.draw", lambda *_, **__: Drawn(None, "none"))
    result = run("scenario", "--seed", "7", "--json")
    assert (result.exit_code, result.stderr) == (1, "")
    assert json.loads(result.stdout)["why"] == "none"
    result = run("scenario", "--seed", "7")
    assert (result.exit_code, result.stdout) == (1, "There is no such disc: none.\n")


def test_a_disc_is_printed_and_drawn_from_both_sides(tmp_path: Path) -> None:
    result = run("scenario", "--seed", "7", "--svg", str(tmp_path / "disc"))
    assert (result.exit_code, result.stderr) == (0, "")
    front, back = (board.splitlines() for board in result.output.split("\n\n"))
    assert len(front) == len(back) == 6
    whole = [cell for row in back[1:] for cell in row.split()[1:]]
    start = [cell for row in front[1:] for cell in row.split()[1:]]
    assert all(len(cell) == 2 for cell in whole)
    assert all(shown in (".", hidden) for shown, hidden in zip(start, whole, strict=True))
    assert any(cell != "." for cell in start)
    for side in ("front", "back"):
        assert (tmp_path / f"disc-{side}.svg").read_text("utf-8").startswith("<svg")
    answer = json.loads(run("scenario", "--seed", "7", "--json").output)
    assert answer["disc"]["start"]
    assert answer["check"]["lawful"]


def test_an_easy_disc_is_printed_with_all_its_terrain() -> None:
    result = run("scenario", "--seed", "7", "--difficulty", "easy")
    front, back = (board.splitlines()[1:] for board in result.output.split("\n\n"))
    for shown, hidden in zip(front, back, strict=True):
        pairs = zip(shown.split()[1:], hidden.split()[1:], strict=True)
        assert all(cell in (whole, whole[0]) for cell, whole in pairs)
    twice = run("scenario", "--seed", "7", "--difficulty", "easy", "--max-tier", "2")
    assert twice.exit_code == 2
    assert "/max_tier" in twice.stderr
