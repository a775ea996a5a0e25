"""Maps of Misterra: from API 1 to API 3."""

from typing import Any

_WHOLE = "a check of Otoma lists every rule on the half day, even if it is not its turn"
INTENDED = {
    "MATC-18.30": _WHOLE,
    "MATC-18.31": _WHOLE,
    "MATC-18.33": _WHOLE,
    "approved otoma-turns: cards not taken yet": _WHOLE,
    "MATC-22.20": "the name of the automaton is reserved, and the fault says so",
    "approved scores: a player called Otoma": "the name of the automaton is reserved",
    "MATC-22.99": "a step over the edge is illegal, and is not refused",
    "MATC-22.100": "a step onto a beach that is not there is illegal, and is not refused",
    "MATC-22.104": "a card over the edge is illegal, and is not refused",
    "MATC-22.111": "a card of Otoma over the edge is illegal, and is not refused",
    "MATC-22.113": "the text is sent as it is, and a bare table is told how to wrap it",
    "MATC-23.12": "the edge of the board is a rule",
    "MATC-22.124": "turns of players and of Otoma have one field, whose form follows the player",
}
NAMES = {"island-updates": "updates", "otoma-turns": "legality-checks"}
LISTS = {"presumptions": "cards"}


def unmapped(operation: str, body: Any) -> bool:
    """Whether API 3 has no such request: a turn of Otoma of another number of half days than one.

    A half day is judged by itself, a turn of two in a record.
    """
    half_days = body.get("half_days") if isinstance(body, dict) else None
    return operation == "otoma-turns" and isinstance(half_days, list) and len(half_days) != 1


def request(operation: str, body: dict[str, Any]) -> tuple[str, Any]:
    """A request in API 3."""
    name = NAMES.get(operation, operation)
    match operation:
        case "scores":
            return name, {"snapshot": body}
        case "legality-checks":
            move = _move(body.get("half_day"), whole=True)
            return name, {**_without(body, "half_day"), **_if("half_day" in body, move=move)}
        case "island-updates":
            return name, _update(body)
        case "otoma-turns":
            rest = _without(body, "half_days")
            half_days = body.get("half_days")
            move = half_days[0] if isinstance(half_days, list) and half_days else half_days
            return name, {**rest, "player": "Otoma", **_if("half_days" in body, move=move)}
        case "replays" | "reviews":
            turns = body.get("turns")
            if isinstance(turns, list):
                turns = [_turn(turn) for turn in turns]
            rest = _without(body, "turns", "scores")
            return name, {"record": {**rest, **_if("turns" in body, turns=turns)}}
    return name, body


def _if(given: bool, **fields: Any) -> dict[str, Any]:
    return fields if given else {}


def _without(body: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key not in names}


def _move(half_day: Any, *, whole: bool = False) -> Any:
    """A half day in API 3: without an action, API 1 took the card for discarded."""
    if not isinstance(half_day, dict):
        return half_day
    path = _if("move" in half_day, path=half_day.get("move"))
    discard = {} if "action" in half_day or not whole else {"action": {"type": "discard"}}
    return {**path, **_without(half_day, "move"), **discard}


def _update(body: dict[str, Any]) -> dict[str, Any]:
    table = {"snapshot": {key: body[key] for key in ("island", "rulings") if key in body}}
    halves = body.get("sketch")
    if not isinstance(halves, list):
        return table
    spaces = [half["space"] for half in halves if "space" in half]
    sketch = [half["terrain"] for half in halves if "terrain" in half]
    return {**table, "move": {"sketch": sketch, "action": {"type": "map", "spaces": spaces}}}


def _turn(turn: dict[str, Any]) -> dict[str, Any]:
    rest = _without(turn, "half_days", "otoma_half_days")
    moves = [_move(half_day, whole=True) for half_day in turn.get("half_days", ())]
    return {**rest, "moves": [*moves, *turn.get("otoma_half_days", ())]}


def pointer(  # noqa: PLR0911 - a case for each operation
    operation: str, pointer: str
) -> str:
    """The pointer of a fault in API 3."""
    match operation:
        case "scores":
            return f"/snapshot{pointer}"
        case "legality-checks":
            moved = pointer.replace("/half_day/move", "/move/path")
            return moved.replace("/half_day", "/move")
        case "otoma-turns":
            return pointer.replace("/half_days/0", "/move").replace("/half_days", "/move")
        case "island-updates":
            _, _, place = pointer.partition("/sketch/")
            if place:
                number, _, field = place.partition("/")
                path = "action/spaces" if field == "space" else "sketch"
                return f"/move/{path}/{number}"
            return f"/snapshot{pointer}" if pointer else pointer
        case "replays" | "reviews":
            moved = pointer.replace("/otoma_half_days", "/moves").replace("/half_days", "/moves")
            parts = moved.split("/")
            if "moves" in parts:
                parts = ["path" if part == "move" else part for part in parts]
            return f"/record{'/'.join(parts)}"
    return pointer


def answer(  # noqa: C901 - a case for each operation
    operation: str, recorded: dict[str, Any], body: Any
) -> Any:
    """The answer of API 3 where API 1 gave this one."""
    match operation:
        case "island-updates":
            island = recorded.pop("island")
            return {**recorded, "after": {"island": island}}
        case "legal-actions":
            values = recorded.pop("values", None)
            positions = recorded.pop("positions")
            moves = [{**_without(one, "path"), "move": {"path": one["path"]}} for one in positions]
            if values is not None:
                moves = [
                    {"move": _move(one["half_day"]), "change": one["change"]} for one in values
                ]
            return {**recorded, "moves": moves}
        case "otoma-turns":
            return _otoma(recorded)
        case "replays":
            return _replay(recorded, body)
        case "reviews":
            replay = _replay(recorded.pop("replay"), body)
            recorded |= {"legal": replay["legal"], "stopped_at": replay["stopped_at"]}
            for turn in recorded["turns"]:
                turn["pointer"] = f"/record{turn['pointer'].replace('half_days', 'moves')}"
                if turn["best"]:
                    turn["best"]["move"] = _move(turn["best"].pop("half_day"))
        case "disputes":
            for account in recorded["accounts"]:
                account["moves"] = [_move(one) for one in account.pop("half_days")]
    return recorded


def _otoma(recorded: dict[str, Any]) -> dict[str, Any]:
    (own,) = recorded.pop("half_days") or [{"checks": [], "actions": [], "claim": None}]
    checks = [*recorded["checks"], *own["checks"]]
    changes = [one["done"] for one in own["actions"] if isinstance(one["done"], dict)]
    made = {"actions": own["actions"], "claim": own["claim"]}
    return {
        **recorded,
        **made,
        "checks": checks,
        "changes": changes if recorded["legal"] else [],
    }


def _replay(recorded: dict[str, Any], body: Any) -> dict[str, Any]:
    for turn in recorded["turns"]:
        half_days, otoma = turn.pop("half_days"), turn.pop("otoma_half_days")
        for one in otoma:
            changes = [done["done"] for done in one["actions"] if isinstance(done["done"], dict)]
            one |= {"changes": changes, "after": None}
        turn["moves"] = [*half_days, *otoma]
    stop = recorded["stopped_at"]
    if stop is not None:
        stop["move"] = stop.pop("half_day")
    recorded["over"] = recorded.pop("finished")
    if not body.get("scores"):
        del recorded["scores"]
    return recorded


NEW = {"unchecked"}


def comparable(  # noqa: C901 - a case for each operation
    operation: str, now: Any, body: Any
) -> Any:
    """The part of an answer that API 1 gave too."""
    match operation:
        case "scores":
            now = _without(now, "final")
        case "legal-actions":
            now = _without(now, "total", "more")
        case "island-updates":
            now["after"] = {"island": now["after"]["island"]}
        case "end-checks":
            now = _without(now, "over")
        case "otoma-turns":
            # Whose turn it is was judged in records alone.
            checks = [one for one in now["checks"] if one["rule"] != "misterra.turn.order"]
            now["checks"] = checks
        case "presumptions":
            for card in now["cards"]:
                del card["kind"]
            return {"presumptions": now["cards"]}
        case "replays":
            # The rulings of the scores were listed beside the scores alone.
            now["rulings"] = now["rulings"][:3]
            if not body.get("scores"):
                del now["scores"]
            elif now["scores"] is not None:
                del now["scores"]["final"]
    if operation in ("replays", "reviews") and now["stopped_at"] is not None:
        del now["stopped_at"]["player"]
    return _known(now, None)


def _known(value: Any, key: str | None) -> Any:
    if isinstance(value, list):
        return [_known(inner, key) for inner in value]
    if not isinstance(value, dict):
        return value
    new = NEW | {"remarks": {"player"}, "changes": {"spaces"}, "done": {"spaces"}}.get(
        key or "", set()
    )
    return {name: _known(inner, name) for name, inner in value.items() if name not in new}
