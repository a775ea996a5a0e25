"""Tiwanaku: from API 1 to API 3."""

from typing import Any

from grammar.mapping import renamed

INTENDED = {
    **dict.fromkeys(
        ("TATC-08.07", "TATC-08.08", "TATC-08.09", "TATC-20.25"), "the fault says where spaces run"
    ),
    "example rules": "a rule tells which spaces a board has",
    "TATC-08.10": "a move over the edge of the board is illegal",
    "TATC-08.11": "a move over the edge of the board is illegal",
    "TATC-08.90": "a pawn over the edge of the board is none of those that move",
    "TATC-12.28": "the last turn of a record may still have to be played",
    "TATC-12.17 sent to reviews": "a review has no option, and does not search for worlds",
    "TATC-12.22 sent to reviews": "a review has no option, and does not search for worlds",
    **dict.fromkeys(
        (*(f"TATC-21.{case}" for case in (10, 11, 12, 13, 14)), "example scenarios"),
        "explanations are shorter, so that the generator draws other discs",
    ),
    "TATC-20.26": "another of several smallest conflicts",
    "TATC-21.06": "laws tell what needed a supposition",
    "TATC-21.18": "an explanation is shorter",
}
NAMES = {
    "turns": "legality-checks",
    "otoma-moves": "legality-checks",
    "scenario-checks": "scenarios",
    "set-ups": "scenarios",
}
BOARD = ("board", "terrain", "crops", "tiles", "rulings")
gains = renamed({"side": "player", "category": "effect", "items": "changes"})


def unmapped(operation: str, body: Any) -> bool:
    """Whether API 3 has no such request: the moves that are due come from `legal-actions` alone."""
    return operation == "otoma-moves" and isinstance(body, dict) and not body.get("moves")


def request(operation: str, body: dict[str, Any]) -> tuple[str, Any]:
    """A request in API 3."""
    name = NAMES.get(operation, operation)
    match operation:
        case "legality-checks" | "turns":
            rest = {key: value for key, value in body.items() if key != "turn"}
            move = {"move": body["turn"]} if "turn" in body else {}
            wheel = {"check_wheel": False} if operation == "legality-checks" else {}
            return name, {**rest, **move, **wheel}
        case "otoma-moves":
            rest = {key: body[key] for key in body if key not in ("after_move", "moves")}
            return name, {**rest, "player": "Otoma", "move": {"moves": body.get("moves", [])}}
        case "replays" | "reviews":
            rest = {key: body[key] for key in body if key not in ("turns", "check_wheel")}
            turns = body.get("turns")
            if isinstance(turns, list):
                rest["turns"] = [renamed({"turn": "move"})(turn) for turn in turns]
            wheel = {key: body[key] for key in ("check_wheel",) if key in body}
            return name, {"record": rest, **(wheel if operation == "replays" else {})}
        case "deductions" | "hints" | "pictures" if "snapshot" not in body:
            table = {key: body[key] for key in BOARD if key in body}
            rest = {key: body[key] for key in body if key not in BOARD}
            return name, {"snapshot": table, **rest}
        case "scenarios" | "scenario-checks" | "set-ups":
            wanted = {"scenarios": "draw", "scenario-checks": "check", "set-ups": "set_up"}
            return name, {wanted[operation]: body}
    return name, body


def pointer(  # noqa: PLR0911 - a case for each operation
    operation: str, pointer: str
) -> str:
    """The pointer of a fault in API 3."""
    first = pointer.split("/")[1] if pointer else ""
    match operation:
        case "legality-checks" | "turns":
            return pointer.replace("/turn", "/move", 1) if first == "turn" else pointer
        case "otoma-moves":
            return f"/move{pointer}" if first == "moves" else pointer
        case "replays" | "reviews":
            parts = [part if part != "turn" else "move" for part in pointer.split("/")]
            return "/record" + "/".join(parts)
        case "deductions" | "hints" | "pictures":
            return f"/snapshot{pointer}" if first in BOARD else pointer
        case "scenarios":
            return f"/draw{pointer}"
        case "scenario-checks":
            return f"/check{pointer}"
        case "set-ups":
            return f"/set_up{pointer}"
    return pointer


def answer(  # noqa: C901, PLR0911 - a case for each operation
    operation: str, recorded: dict[str, Any], body: Any
) -> Any:
    """The answer of API 3 where API 1 gave this one."""
    match operation:
        case "deductions":
            return _unexplained(recorded)
        case "turns":
            return _turn(recorded, body["turn"])
        case "legality-checks":
            legal = recorded["legal"] and (True if body["turn"].get("action") else None)
            return {**recorded, "legal": legal}
        case "legal-actions":
            moves = recorded["moves"]
            if isinstance(moves, dict):
                moves = [{**move, "arrow": arrow} for arrow, led in moves.items() for move in led]
            return {**recorded, "moves": moves}
        case "otoma-moves":
            del recorded["due"]
            return gains(recorded)
        case "replays":
            return _replay(recorded, body)
        case "reviews":
            replay = _replay(recorded.pop("replay"), body)
            recorded |= {"legal": replay["legal"], "stopped_at": replay["stopped_at"]}
            for turn in recorded["turns"]:
                turn["pointer"] = f"/record{turn['pointer']}"
        case "disputes":
            for account in recorded["accounts"]:
                account["moves"] = [account.pop("turn")]
                account["changes"] = gains(account.pop("items"))
        case "set-ups":
            changes = gains(recorded.pop("items"))
            return {**recorded, "changes": changes}
    return recorded


def _turn(turn: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
    changes, ends = gains(turn.pop("items")), turn.pop("ends_game")
    legal = turn["legal"] and (True if asked.get("action") else None)
    return {**turn, "changes": changes, "ends": ends, "legal": legal}


def _replay(recorded: dict[str, Any], body: Any) -> dict[str, Any]:
    asked = [turn["turn"] for turn in body["turns"]]
    turns = [_turn(turn, own) for turn, own in zip(recorded["turns"], asked, strict=False)]
    stop = recorded["stopped_at"]
    legal = [turn["legal"] for turn in turns]
    return {
        **recorded,
        "turns": turns,
        "legal": False if False in legal else None if None in legal else True,
        "stopped_at": None if stop is None else {"turn": stop, "move": 0},
        "ledger": gains(recorded["ledger"]),
    }


def comparable(  # noqa: C901 - a case for each operation
    operation: str, now: Any, body: Any
) -> Any:
    """The part of an answer that API 1 gave too."""
    match operation:
        case "deductions":
            now = _unexplained(now)
        case "legality-checks":
            now = {key: now[key] for key in ("legal", "checks", "after", "rulings")}
        case "legal-actions":
            for move in now["moves"]:
                del move["move"]
            del now["total"], now["more"]
        case "otoma-moves":
            now = {key: now[key] for key in ("moves", "after", "rulings")}
        case "scores":
            for remark in now["remarks"]:
                del remark["player"]
        case "replays" | "reviews":
            for turn in now["turns"] if operation == "replays" else ():
                del turn["player"]
            if now["stopped_at"] is not None:
                del now["stopped_at"]["player"]
    return _known(now)


def _unexplained(deductions: dict[str, Any]) -> dict[str, Any]:
    """Deductions without their proofs, which take shorter ways now."""
    certain = [{**each, "steps": None} for each in deductions["certain"]]
    return {**deductions, "certain": certain, "steps": None, "difficulty": None}


def _known(value: Any) -> Any:
    if isinstance(value, list):
        return [_known(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return {key: _known(inner) for key, inner in value.items() if key != "unchecked"}
