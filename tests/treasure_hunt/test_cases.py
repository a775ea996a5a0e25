"""The numbered cases, asked of the rules themselves.

`write_cases.py` writes them out for the conformance runner.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from theodolite.rulebook import Rulebook
from theodolite.treasure_hunt import (
    impossibilities,
    judge,
    legal_actions,
    mission_checks,
    placement_checks,
    replay,
    settle,
    update,
    ways,
)
from theodolite.treasure_hunt.actions import Move
from theodolite.treasure_hunt.board import DIE_NAMES, GRID, Terrain, place_name
from theodolite.treasure_hunt.routes import Asked
from theodolite.treasure_hunt.snapshot import Snapshot
from treasure_hunt.scenes import NAMES, names, place, played, scene
from treasure_hunt.write_cases import SCENE

Json = dict[str, Any]

FOLDER = Path(__file__).parent / "cases"
BOOK = Rulebook("theodolite.treasure_hunt")


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


@pytest.mark.parametrize("case", cases("ends"))
def test_rolls(case: Json) -> None:
    table = drawn(case)
    assert [fault.code for fault in impossibilities(table)] == []
    die, pips = case["roll"].split()
    roll = (Terrain(DIE_NAMES.index(die)), int(pips))
    piece = case["piece"]
    (position,) = [
        one
        for one in legal_actions(table, 0, roll).positions
        if (one.mover.player is None) == (piece == "w")
        and (piece == "w" or one.mover.which == int(piece) - 1)
    ][:1]
    found = [f"{place_name(end.at)} {end.stopped_by}" for end in position.ends]
    assert found == case["ends"].split("; ")


@pytest.mark.parametrize("case", cases("place"))
def test_placements(case: Json) -> None:
    table = drawn(case)
    piece, *on = case["place"].split()
    free = piece in table.players[0].free
    checks = [*placement_checks(table, 0, piece, [place(one) for one in on], free=free)]
    failed = [check.rule for check in checks if check.status == "failed"]
    assert failed == [f"treasure_hunt.{rule}" for rule in case["failed"]]
    for check in checks:
        assert BOOK.sentence("en", check.rule, check.says, check.values)


KNOWN = {"yes": True, "no": False, "unknown": None}


@pytest.mark.parametrize("case", cases("met"))
def test_missions(case: Json) -> None:
    table = drawn(case)
    assert [fault.code for fault in impossibilities(table)] == []
    sheet = mission_checks(table)[0]
    assert [item.met for item in sheet.items] == [KNOWN[one] for one in case["met"].split()]
    assert (sheet.complete, sheet.won) == (KNOWN[case["complete"]], KNOWN[case["won"]])


@pytest.mark.parametrize("case", cases("way"))
def test_ways(case: Json) -> None:
    table = drawn(case)
    assert [fault.code for fault in impossibilities(table)] == []
    explorer, *targets = case["way"].split()
    asked = Asked(
        0, int(explorer) - 1, tuple(place(one) for one in targets), case.get("home", False)
    )
    way = ways(table, asked)
    if case["turns_expected"] == "never":
        assert (way.turns, way.fewest) == (None, None)
        return
    expected, fewest = case["turns_expected"].split()
    assert way.turns is not None
    assert (round(way.turns, 4), way.fewest) == (float(expected), int(fewest))
    if "order" in case:
        assert names(way.order) == case["order"]


@pytest.mark.parametrize("case", cases("turns"))
def test_replays(case: Json) -> None:
    table = drawn(case)
    turns, now = [], table
    for told in case["turns"]:
        name, _, actions = told.partition(": ")
        turns.append(played(now, actions, NAMES.index(name)))
        now = update(now, turns[-1]).after
    found = replay(table, turns)
    stopped = "no"
    if found.stopped_at is not None:
        turn, action = found.stopped_at
        stopped = f"{turn} {'-' if action is None else action}"
    assert stopped == case["stopped"]
    assert found.won == (NAMES.index(case["won"]) if "won" in case else None)
    assert len(found.turns) == case.get("told", len(found.turns))


@pytest.mark.parametrize("case", cases("did"))
def test_disputes(case: Json) -> None:
    table = drawn(case)
    assert [fault.code for fault in impossibilities(table)] == []
    turn = played(table, case["did"])
    after = update(table, turn).after
    found = settle(table, after, 0)
    assert bool(found.accounts) == case["possible"]
    assert bool(found.differences) == (not found.accounts and table != after)
    for account in found.accounts:
        assert judge(table, account).after is not None
    # What was done is among them, or was not found for want of tries.
    done = [type(action) for action in turn.actions]
    if case["possible"] and done:
        accounts = [[type(action) for action in account.actions] for account in found.accounts]
        assert done in accounts or found.more


@pytest.mark.parametrize("case", cases("faults"))
def test_impossible_tables(case: Json) -> None:
    faults = [*impossibilities(drawn(case))]
    assert [fault.code for fault in faults] == case["faults"]
    for fault in faults:
        for language in ("en", "nl", "fr", "de"):
            assert BOOK.fault(language, fault.code, fault.values)
