"""Treasure Hunt: from API 1 to API 3."""

from typing import Any

INTENDED = {
    "HATC-01.31": "a turn without an action is not whole",
    "HATC-05.27": "a walker that is placed is judged as the turn it is, which young players lack",
}
NAMES = {"board-updates": "updates", "mission-checks": "scores"}
CARDS = {"tree": "fallen_tree"}


def request(operation: str, body: dict[str, Any]) -> tuple[str, Any]:
    """A request in API 3."""
    name = NAMES.get(operation, operation)
    match operation:
        case "legality-checks" | "board-updates":
            rest = {key: value for key, value in body.items() if key != "turn"}
            return name, {**rest, **_turn(body["turn"])}
        case "legal-actions":
            given = {key: body[key] for key in ("roll", "moved") if key in body}
            rest = {key: value for key, value in body.items() if key not in given}
            return name, {**rest, **({"given": given} if given else {})}
        case "placement-checks":
            return "legality-checks", _placed(**body)
        case "replays" | "reviews":
            rest = {key: value for key, value in body.items() if key != "turns"}
            return name, {"record": {**rest, "turns": [*map(_turn, body["turns"])]}}
    return name, body


def _turn(turn: dict[str, Any]) -> dict[str, Any]:
    move = {key: value for key, value in turn.items() if key != "player"}
    return {key: turn[key] for key in ("player",) if key in turn} | {"move": move}


def _placed(snapshot: Any, player: str, piece: str, spaces: list[str]) -> dict[str, Any]:
    """A turn that only places a piece, at a table where no hand is known."""
    (own,) = (each for each in snapshot["players"] if each["name"] == player)
    if piece in own.get("free", ()):
        action = {"do": "place", "piece": piece, "spaces": spaces}
    else:
        action = {"do": "play", "card": CARDS.get(piece, piece), "spaces": spaces}
    players = [{**each, "hand": None, "shoes": 0} for each in snapshot["players"]]
    table = {**snapshot, "players": players}
    return {"snapshot": table, "player": player, "move": {"actions": [action]}}


def pointer(operation: str, pointer: str) -> str:
    """The pointer of a fault in API 3."""
    if operation in ("replays", "reviews"):
        return f"/record{pointer}".replace("/actions", "/move/actions")
    if pointer == "/turn/player":
        return "/player"
    for old, new in (("/turn", "/move"), ("/roll", "/given/roll"), ("/moved", "/given/moved")):
        if pointer.startswith(old):
            return new + pointer.removeprefix(old)
    return pointer


def answer(operation: str, recorded: dict[str, Any], body: Any) -> Any:
    """The answer of API 3 where API 1 gave this one."""
    match operation:
        case "legal-actions":
            moves = [
                {**{key: value for key, value in one.items() if key != "ends"}, **end}
                for one in recorded["positions"]
                for end in one["ends"]
            ]
            rest = {key: value for key, value in recorded.items() if key != "positions"}
            return {**rest, "moves": moves}
        case "placement-checks":
            rules = {check["rule"] for check in recorded["checks"]}
            return {"rules": sorted(rules), "checks": recorded["checks"]}
        case "mission-checks":
            for sheet in recorded["players"]:
                for item in sheet["items"]:
                    item["category"] = item.pop("demand")
                    item.setdefault("spaces", [])
        case "reviews":
            replay = recorded.pop("replay")
            recorded |= {"legal": replay["legal"], "stopped_at": replay["stopped_at"]}
            for turn in recorded["turns"]:
                turn["pointer"] = f"/record{turn['pointer']}"
        case "disputes":
            recorded["accounts"] = [
                {"moves": [{"actions": account["actions"]}]} for account in recorded["accounts"]
            ]
    return recorded


NEW = {"unchecked", "effect", "move"}
NEW_IN = {
    "mission-checks": {"points", "rank", "total", "possible", "decided_by", "final"},
    "legal-actions": {"total", "more"},
}
"""Fields that API 1 did not have."""


def comparable(operation: str, now: Any, body: Any) -> Any:
    """The part of an answer that API 1 gave too."""
    if operation == "placement-checks":
        skipped = tuple(f"treasure_hunt.{area}" for area in ("turn", "card", "log", "free"))
        checks = [each for each in now["checks"] if not each["rule"].startswith(skipped)]
        for each in checks:
            del each["action"]
        return {"rules": sorted({each["rule"] for each in checks}), "checks": checks}
    return _known(now, None, NEW | NEW_IN.get(operation, set()))


def _known(value: Any, key: str | None, new: set[str]) -> Any:
    if isinstance(value, list):
        return [_known(inner, key, new) for inner in value]
    if not isinstance(value, dict):
        return value
    if key == "accounts":
        return value
    here = new | {"changes": {"spaces", "player"}, "stopped_at": {"player"}}.get(key or "", set())
    return {name: _known(inner, name, new) for name, inner in value.items() if name not in here}
