"""How requests and responses of Treasure Hunt in API 1 read in the grammar of the code."""

import re
from collections.abc import Mapping
from typing import Any

from grammar.mapping import Translations, each

_CARDS = {
    "tree": "fallen_tree",
    "walker": "walker",
    "broken_bridge": "broken_bridge",
    "creep_through": "creep_through",
}
_OF_A_PLACE = ("tree.place", "walker.place", "bridge.break", "creep", "supply", "variant.young")


def _turn(turn: Any) -> Any:
    return {"player": turn["player"], "move": {"actions": turn["actions"]}}


def _asked_turn(body: Any) -> Any:
    return {"snapshot": body["snapshot"], **_turn(body["turn"])}


def _asked_record(body: Any) -> Any:
    record = body["record"]
    return {"record": {**record, "turns": [*map(_turn, record["turns"])]}}


def _asked_actions(body: Any) -> Any:
    given = {key: body.pop(key) for key in ("roll", "moved") if key in body}
    return {**body, "given": given}


def _asked_placement(body: Any) -> Any:
    """A turn that only places, of a player whose hand is not known."""
    piece, spaces, name = body["piece"], body["spaces"], body["player"]
    seats = body["snapshot"]["players"]
    free = any(piece in one.get("free", ()) for one in seats if one["name"] == name)
    action = {"do": "place", "piece": piece} if free else {"do": "play", "card": _CARDS[piece]}
    players = [{**one, "hand": None} if one["name"] == name else one for one in seats]
    return {
        "snapshot": {**body["snapshot"], "players": players},
        "player": name,
        "move": {"actions": [{**action, "spaces": spaces}]},
    }


def _line(line: Any) -> Any:
    """An object: a line with a rule has a reference, a verdict the rules that were not checked."""
    if "rule" in line:
        line["reference"] = line.pop("section")
        line.pop("heading", None)
    if "before" in line and "rule" in line:
        line["effect"] = line["pointer"].rpartition("/")[2]
        places = [{*re.findall(r"N\d\d/E\d\d", str(line[key]))} for key in ("before", "after")]
        line["spaces"] = sorted(places[0] ^ places[1])
    if "checks" in line:
        unknown = [one["rule"] for one in line["checks"] if one["status"] == "not_checked"]
        line["unchecked"] = [*dict.fromkeys(unknown)]
    for fault in line.get("errors", ()):
        fault["pointer"] = re.sub("^/turn/", "/move/", fault["pointer"])
        if fault["pointer"].startswith("/move/"):
            line["title"] = "Not a possible move"
    return line


def _now_change(line: Any) -> Any:
    """A change without its player, whom its pointer names."""
    return {key: line[key] for key in line if key != "player"} if "effect" in line else line


def _placement(answer: Any) -> Any:
    """A turn that only places is not whole."""
    return {"legal": answer["legal"] and None, "checks": answer["checks"]}


def _now_placement(answer: Any) -> Any:
    checks = {str(one): one for one in answer["checks"]}.values()
    rules = [f"treasure_hunt.{rule}" for rule in _OF_A_PLACE]
    for check in checks:
        del check["action"]
    placed = [check for check in checks if check["rule"] in rules]
    return {"legal": answer["legal"], "checks": placed, "unchecked": []}


def _moves(answer: Any) -> Any:
    """The ends of all positions as moves."""
    moves = []
    for position in answer.pop("positions"):
        mover = {key: position[key] for key in ("mover", "of") if key in position}
        roll = {key: position[key] for key in ("die", "pips")}
        for end in position["ends"]:
            _, _, which = mover["mover"].partition(":")
            logs = [
                {
                    "do": "log",
                    "explorer": int(which),
                    **{key: log[key] for key in ("owner", "route", "at")},
                    "shovel": False,
                }
                for log in end["logs"]
                if log["must"] and log["legal"]
            ]
            actions = [{"do": "roll", **roll}, {"do": "move", **mover, "path": end["path"]}, *logs]
            moves.append({"move": {"actions": actions}, **mover, **roll, **end})
    return {**answer, "moves": moves, "total": len(moves), "more": False}


def _stop(answer: Any) -> Any:
    """The place where a record stops: of one move a turn, and of a player."""
    stop = answer["stopped_at"]
    if stop is not None:
        stop["move"] = None if stop["action"] is None else 0
        stop["player"] = answer["turns"][stop["turn"]]["player"]
    return answer


def _review(answer: Any) -> Any:
    """The review first; of the replay's verdict the outcome."""
    replay = _stop(answer.pop("replay"))
    for turn in answer["turns"]:
        turn["pointer"] = f"/record{turn['pointer']}"
    return {**answer, "legal": replay["legal"], "stopped_at": replay["stopped_at"]}


def _accounts(answer: Any) -> Any:
    moves = [{"moves": [{"actions": one["actions"]}]} for one in answer["accounts"]]
    return {**answer, "accounts": moves}


def _scores(answer: Any) -> Any:
    """Demands as items of a score."""
    if "players" not in answer:
        return answer
    for sheet in answer["players"]:
        for item in sheet["items"]:
            item["category"] = item["demand"]
            item["points"] = int(item["met"] or False)
            item.setdefault("spaces", [])
        unknown = sheet["complete"] is None and any(
            item["demand"] == "coordinates" and item["need"] is None for item in sheet["items"]
        )
        sheet["total"] = None if unknown else sum(item["points"] for item in sheet["items"])
        sheet["possible"] = None if unknown else len(sheet["items"])
    keys = {
        sheet["name"]: (sheet["won"] or False, sheet["total"])
        for sheet in answer["players"]
        if sheet["total"] is not None
    }
    for sheet in answer["players"]:
        better = [key for key in keys.values() if key > keys.get(sheet["name"], (False, 0))]
        sheet["rank"] = 1 + len(better) if sheet["name"] in keys else None
    won = [sheet["won"] for sheet in answer["players"]]
    answer["decided_by"] = "mission" if answer["winners"] else None
    answer["final"] = True if True in won else None if None in won else False
    return answer


PATHS: Mapping[str, str] = {
    "board-updates": "updates",
    "mission-checks": "scores",
    "placement-checks": "legality-checks",
}
REQUESTS: Translations = {
    "legality-checks": [_asked_turn],
    "board-updates": [_asked_turn],
    "legal-actions": [_asked_actions],
    "placement-checks": [_asked_placement],
    "re*s": [_asked_record],
}
ANSWERS: Translations = {
    "placement-checks": [_placement],
    "*s": [each(_line)],
    "legal-actions": [_moves],
    "replays": [_stop],
    "reviews": [_review],
    "disputes": [_accounts],
    "mission-checks": [_scores],
}
NOW: Translations = {"*s": [each(_now_change)], "placement-checks": [_now_placement]}
INTENDED: Mapping[str, str] = {
    "HATC-01.31": "A turn without an action is not whole.",
    "HATC-11.60": "A turn that only places is not whole: the player can still skip it.",
}
