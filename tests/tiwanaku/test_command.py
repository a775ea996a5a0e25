"""Boards and discs of Tiwanaku at the terminal."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from theodolite.cli import main

BOARD: dict[str, Any] = {
    "board": "short",
    "terrain": ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"],
    "crops": ["1....", ".4...", "..5..", "....2", "....5"],
    "tiles": {"mud": 7, "sand": 9, "grass": 4, "rock": 5},
    "focus": ["B1"],
    "time_limit_ms": 5000,
}


def run(*arguments: str, typed: Any = None) -> Result:
    return CliRunner().invoke(main, [*arguments], input=typed and json.dumps(typed))


def test_a_board_is_printed_with_what_is_certain_and_why() -> None:
    result = run("deduce", "-", typed=BOARD)
    assert (result.exit_code, result.stderr) == (0, "")
    head, first, *_ = result.output.splitlines()
    assert head.split() == list("ABCDE")
    assert first.split() == ["1", "M1", "M(2)", "S", ".", "."]
    answer = json.loads(run("deduce", "-", "--json", typed=BOARD).output)
    for step in answer["steps"]:
        assert f"{step['id']:>3}. {step['explanation']}" in result.output
    assert result.output.splitlines()[-1] == "B1: 2 (1, 2)"


def test_a_board_that_no_world_fits_exits_with_1_and_names_what_excludes_what() -> None:
    tiles = {"mud": 4, "sand": 9, "grass": 7, "rock": 5}
    result = run("deduce", "-", typed={**BOARD, "tiles": tiles})
    assert result.exit_code == 1
    assert result.output.splitlines()[-1] == "✗ E5 diversity tile_count"


def test_a_board_that_cannot_be_exits_with_1_and_every_fault() -> None:
    result = run("deduce", "-", typed={**BOARD, "terrain": ["MMS.."]})
    assert result.exit_code == 1
    assert "/terrain: " in result.stderr


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
