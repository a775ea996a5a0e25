"""The checks of turns, as `checks.toml` lists them."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from theodolite.rulebook import Rulebook
from theodolite.treasure_hunt import judge
from theodolite.treasure_hunt.board import GRID
from treasure_hunt.scenes import played, scene

RULEBOOK = Rulebook("theodolite.treasure_hunt")
TURNS = tomllib.loads(Path(__file__).with_name("checks.toml").read_text("utf-8"))["turn"]


def test_illegal_turns_have_no_changes() -> None:
    table = scene("S1 S. S. S. S. S.")
    verdict = judge(table, played(table, "roll white 5; 1 >>>"))
    assert (verdict.legal, verdict.changes, verdict.after) == (False, (), None)


def check_lines(drawn: dict[str, Any], turn: str) -> list[str]:
    """A line for each check: action, rule, status, spaces, sentence."""
    table = scene(**drawn)
    return [
        f"{'-' if action is None else action} {check.rule.partition('.')[2]} {check.status}"
        f" [{' '.join(GRID.name_all(check.spaces))}]"
        f" {RULEBOOK.sentence('en', check.rule, check.says, check.values)}"
        for action, check in judge(table, played(table, turn)).checks
    ]


@pytest.mark.parametrize("case", TURNS, ids=[f"{i} {one['do']}" for i, one in enumerate(TURNS)])
def test_checks_are_those_of_the_file(case: dict[str, Any]) -> None:
    drawn = {key: value for key, value in case.items() if key not in ("do", "checks")}
    lines = check_lines(drawn, case["do"])
    assert [line for line in lines if " passed " not in line or line in case["checks"]] == case[
        "checks"
    ]
