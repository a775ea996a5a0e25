"""Writes the numbered cases out for the conformance runner: `python -m treasure_hunt.write_cases`.

In `cases/` a case is a picture and a line; the runner's chapters have the same cases as requests
and answers, with a board as the top left of its rows.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from theodolite.treasure_hunt import Snapshot, update
from theodolite.treasure_hunt.actions import Move
from theodolite.treasure_hunt.board import GRID
from theodolite.web.treasure_hunt.tables import snapshot_answer, turn_answer
from treasure_hunt.scenes import NAMES, played, scene

__all__ = ["SCENE", "chapters"]

Json = dict[str, Any]

HERE = Path(__file__).parent / "cases"
THERE = Path(__file__).parents[1] / "cases" / "treasure_hunt"
SCENE = (
    *("at", "fill", "players", "also", "terrain", "cards", "info", "rulings", "walker"),
    *("ann", "bo", "cy", "di", "young", "teams"),
)
RULE = "treasure_hunt."
KNOWN = {"yes": True, "no": False, "unknown": "{null}"}
NOTHING: tuple[Any, ...] = ([], {}, None, 0, False, "")


def chapters() -> Iterator[tuple[Path, str]]:
    """Every chapter of the runner's suite, as it is to be written."""
    for path in sorted(HERE.glob("*.toml")):
        chapter = tomllib.loads(path.read_text("utf-8"))
        path_asked, written = "", []
        for case in chapter["case"]:
            table = scene(case["window"], **{key: case[key] for key in SCENE if key in case})
            path_asked, body, status, expect = _asked(case, table)
            told = {key: case[key] for key in ("id", "section", "title", "why")}
            told["status"] = status
            lines = [f"{key} = {_toml(value)}" for key, value in told.items()]
            lines += ["[case.body]", *(f"{key} = {_toml(value)}" for key, value in body.items())]
            lines += ["[case.expect]"]
            lines += [f"{key} = {_toml(value)}" for key, value in expect.items()]
            written.append("\n".join(["[[case]]", *lines]))
        head = [
            f"chapter = {chapter['chapter']}",
            f"title = {_toml(chapter['title'])}",
            f"about = {_toml(chapter['about'])}",
            "",
            "[request]",
            'method = "POST"',
            f'path = "/v1/treasure-hunt/{path_asked}"',
            "",
            "[answer]",
            'status = "{status}"',
        ]
        yield THERE / path.name, "\n".join(head) + "\n\n" + "\n\n".join(written) + "\n"


def _asked(  # noqa: PLR0911 - a case for each question
    case: Json, table: Snapshot
) -> tuple[str, Json, int, Json]:
    """A case's question: its path, its body, the status and what the answer contains."""
    snapshot = {"snapshot": _compact(table)}
    if "do" in case:
        return "legality-checks", *_turn(case, table, snapshot)
    if "ends" in case:
        return "legal-actions", *_roll(case, table, snapshot)
    if "place" in case:
        piece, *spaces = case["place"].split()
        body = {**snapshot, "player": "Ann", "piece": piece, "spaces": " ".join(spaces)}
        return "placement-checks", body, 200, _failed(case)
    if "met" in case:
        sheet = {
            "name": "Ann",
            "complete": KNOWN[case["complete"]],
            "won": KNOWN[case["won"]],
            "items": [{"met": KNOWN[one]} for one in case["met"].split()],
        }
        return "mission-checks", snapshot, 200, {"players": [sheet]}
    if "way" in case:
        return "routes", *_way(case, snapshot)
    if "turns" in case:
        return "replays", *_replay(case, table, snapshot)
    if "did" in case:
        after = update(table, played(table, case["did"])).after
        body = {"before": _compact(table), "after": _compact(after), "player": "Ann"}
        return "disputes", body, 200, {"possible": case["possible"]}
    errors = [{"code": code} for code in case["faults"]]
    if not errors:
        return "mission-checks", snapshot, 200, {}
    return "mission-checks", snapshot, 422, {"errors": errors}


def _failed(case: Json) -> Json:
    failed = case.get("failed", [])
    checks = [{"rule": f"{RULE}{rule}", "status": "failed"} for rule in failed]
    return {"legal": not failed, **({"checks": checks} if checks else {})}


def _turn(case: Json, table: Snapshot, snapshot: Json) -> tuple[Json, int, Json]:
    turn = played(table, case["do"], case.get("player", 0))
    expect = _failed(case)
    mover = next((one.mover for one in turn.actions if isinstance(one, Move)), None)
    if "stands" in case and mover is not None and mover.player is not None:
        moved = [{"at": GRID.names[one.at]} for one in table.players[mover.player].explorers]
        moved[mover.which] = {"at": case["stands"]}
        player = {"name": NAMES[mover.player], "explorers": moved}
        expect["after"] = {"players": [player]}
    return {**snapshot, "turn": _lean(_told(turn_answer(turn, table), turn))}, 200, expect


def _told(turn: Json, played_turn: Any) -> Json:
    """A turn without the draws that are not told."""
    for told, action in zip(turn["actions"], played_turn.actions, strict=True):
        if getattr(action, "untold", False):
            del told["drawn"]
    return turn


def _roll(case: Json, table: Snapshot, snapshot: Json) -> tuple[Json, int, Json]:
    die, pips = case["roll"].split()
    mover = f"explorer:{case['piece']}"
    if case["piece"] == "w":
        mover = f"walker:{GRID.names[table.walkers[0].at]}"
    ends = [
        dict(zip(("at", "stopped_by"), end.split(), strict=True))
        for end in case["ends"].split("; ")
    ]
    roll = {"die": die, "pips": int(pips)}
    expect = {"positions": [{"mover": mover, "ends": ends}]}
    return {**snapshot, "player": "Ann", "roll": roll}, 200, expect


def _way(case: Json, snapshot: Json) -> tuple[Json, int, Json]:
    explorer, *targets = case["way"].split()
    body = {**snapshot, "player": "Ann", "explorer": int(explorer), "targets": " ".join(targets)}
    if case["turns_expected"] == "never":
        return body, 200, {"expected_turns": "{null}", "fewest_turns": "{null}"}
    expected, fewest = case["turns_expected"].split()
    return body, 200, {"expected_turns": float(expected), "fewest_turns": int(fewest)}


def _replay(case: Json, table: Snapshot, snapshot: Json) -> tuple[Json, int, Json]:
    turns, now = [], table
    for told in case["turns"]:
        name, _, actions = told.partition(": ")
        turn = played(now, actions, NAMES.index(name))
        turns.append(_lean(_told(turn_answer(turn, now), turn)))
        now = update(now, turn).after
    expect: Json = {"legal": case["stopped"] == "no", "won": case.get("won", "{null}")}
    if case["stopped"] != "no":
        turn_at, action = case["stopped"].split()
        at = "{null}" if action == "-" else int(action)
        expect["stopped_at"] = {"turn": int(turn_at), "action": at}
    return {**snapshot, "turns": turns}, 200, expect


def _compact(table: Snapshot) -> Json:
    """A snapshot in the suite's notation, without what is there by default."""
    told = snapshot_answer(table)
    rows = told["board"]["rows"]
    told["board"]["rows"] = "/".join(row.rstrip("F") for row in rows).rstrip("/") + "/"
    rulings = {
        name: value
        for name, value in told["rulings"].items()
        if value != getattr(type(table.rulings)(), name)
    }
    hands = [player.pop("hand") for player in told["players"]]
    lean: Json = _lean({**told, "rulings": rulings})
    for player, hand in zip(lean["players"], hands, strict=True):
        # Absent it would not be known.
        if hand is not None:
            player["hand"] = " ".join(hand) or []
    return lean


def _lean(value: Any) -> Any:
    """A value without what is nothing, and with lists of words as texts."""
    if isinstance(value, Mapping):
        lean = {key: _lean(inner) for key, inner in value.items()}
        needed = ("cards", "path", "spaces", "drawn", "coordinates", "actions", "treasures")
        kept = {k: v for k, v in lean.items() if v not in NOTHING or k in needed}
        return {k: "{null}" if v is None else v for k, v in kept.items()}
    if isinstance(value, list):
        if value and all(isinstance(one, str) for one in value):
            return " ".join(value)
        return [_lean(one) if one is not None else "{null}" for one in value]
    return value


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


if __name__ == "__main__":
    for file, text in chapters():
        file.write_text(text, "utf-8")
