"""The numbered cases, asked of the rules themselves."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from theodolite.rulebook import Rulebook
from theodolite.treasure_hunt import impossibilities, judge
from theodolite.treasure_hunt.actions import Move
from theodolite.treasure_hunt.board import GRID
from theodolite.treasure_hunt.snapshot import Snapshot
from treasure_hunt.scenes import names, played, scene

Json = dict[str, Any]

FOLDER = Path(__file__).parents[1] / "cases" / "treasure_hunt"
BOOK = Rulebook("theodolite.treasure_hunt")
SCENE = (
    "at",
    "fill",
    "players",
    "also",
    "terrain",
    "cards",
    "info",
    "rulings",
    "walker",
    "ann",
    "bo",
    "cy",
    "di",
    "young",
    "teams",
)


def cases(key: str) -> list[Any]:
    return [
        pytest.param(case, id=case["id"])
        for path in sorted(FOLDER.glob("*.toml"))
        for case in tomllib.loads(path.read_text("utf-8"))["case"]
        if key in case
    ]


def drawn(case: Json) -> Snapshot:
    return scene(case["window"], **{key: case[key] for key in SCENE if key in case})


@pytest.mark.parametrize("case", cases("do"))
def test_turns(case: Json) -> None:
    table = drawn(case)
    if not case.get("impossible"):
        assert [fault.code for fault in impossibilities(table)] == []
    turn = played(table, case["do"], case.get("player", 0))
    verdict = judge(table, turn)
    failed = [one.check.rule for one in verdict.checks if one.check.status == "failed"]
    assert [*dict.fromkeys(failed)] == [f"treasure_hunt.{rule}" for rule in case.get("failed", [])]
    unknown = [one.check.rule for one in verdict.checks if one.check.status == "not_checked"]
    assert unknown == [f"treasure_hunt.{rule}" for rule in case.get("not_checked", [])]
    told = [
        BOOK.sentence(language, check.rule, check.says, check.values)
        for language in ("en", "nl", "fr", "de")
        for _, check in verdict.checks
    ]
    if "says" in case:
        assert case["says"] in told
    if "stands" in case:
        assert verdict.after is not None
        mover = next(action.mover for action in turn.actions if isinstance(action, Move))
        if mover.player is None:
            assert case["stands"] in [GRID.names[walker.at] for walker in verdict.after.walkers]
            return
        explorer = verdict.after.players[mover.player].explorers[mover.which]
        assert names([explorer.at]) == case["stands"]
        if "terrain_after" in case:
            assert explorer.terrain is not None
            assert explorer.terrain.name.lower() == case["terrain_after"]
