"""Cartographers: from API 1 to API 3."""

from typing import Any

KNOWN = "the fault lists what is known"
EMPTY_SEASON = "a season without turns is none in a flat record"
INTENDED = {
    "CATC-12.03": EMPTY_SEASON,
    "CATC-12.15": EMPTY_SEASON,
    "CATC-12.16": "the end of a season is a turn, and is judged",
    "CATC-15.08": "what can be drawn is told of every card",
    "CATC-14.16": KNOWN,
    "CATC-15.05": KNOWN,
}
NAMES = {
    "map-updates": "updates",
    "season-ends": "end-checks",
    "ambush-placements": "legal-actions",
}
LISTS = {"scoring-cards": "cards"}
TURN = ("on", "card", "after_ruins")
ANN, BEN = "Ann", "Ben"


def completed(operation: str, body: dict[str, Any], recorded: Any) -> dict[str, Any]:
    """A record that says whether its last season ended, which API 1 saw by its cards."""
    if operation not in ("replays", "reviews") or not isinstance(body.get("seasons"), list):
        return body
    judged = recorded.get("replay", recorded).get("seasons", ())
    ended = len(judged) == len(body["seasons"]) and bool(judged) and bool(judged[-1]["scores"])
    *before, last = body["seasons"] or [{}]
    return {**body, "seasons": [*before, {**last, "ended": ended or "choices" in last}]}


def request(  # noqa: PLR0911 - a case for each operation
    operation: str, body: dict[str, Any]
) -> tuple[str, Any]:
    """A request in API 3."""
    name = NAMES.get(operation, operation)
    match operation:
        case "scores":
            only = {key: body[key] for key in ("only",) if key in body}
            return name, {"snapshot": _without(body, "only"), **only}
        case "legality-checks":
            turn = {key: body[key] for key in TURN if key in body}
            draw = body.get("draw")
            move = {**turn, **draw} if isinstance(draw, dict) else draw
            rest = _without(body, *TURN, "draw")
            return name, {**rest, **({"move": move} if "draw" in body else {})}
        case "legal-actions":
            given = {key: body[key] for key in TURN if key in body}
            return name, {**_without(body, *TURN), "given": given}
        case "season-ends":
            given = {key: body[key] for key in ("revealed", "choices") if key in body}
            return name, {**_without(body, *given), **({"given": given} if given else {})}
        case "replays" | "reviews":
            return name, _record(body)
        case "map-updates":
            return name, _update(body)
        case "ambush-placements":
            return name, _ambush(body)
        case "disputes":
            return name, _dispute(body)
    return name, body


def _without(body: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key not in names}


def _record(body: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(body.get("seasons"), list):
        return {"record": body}
    turns: list[Any] = []
    for number, season in enumerate(body["seasons"]):
        turns += [_turn(turn) for turn in season.get("turns", ())]
        if number < len(body["seasons"]) - 1 or season["ended"]:
            end = {key: season[key] for key in ("choices",) if key in season}
            turns.append({"season_end": end})
    return {"record": {**_without(body, "seasons"), "turns": turns}}


def _turn(turn: dict[str, Any]) -> dict[str, Any]:
    moves = {"moves": turn["draws"]} if "draws" in turn else {}
    return {**_without(turn, "draws"), **moves}


def _sheet(body: dict[str, Any], name: str, *keys: str) -> dict[str, Any]:
    return {"name": name, **{key: body[key] for key in keys if key in body}}


EMPTY = ["..........."] * 11


def _update(body: dict[str, Any]) -> dict[str, Any]:
    sheet = _sheet(body, ANN, "drawn", "stars", "coins", "dragon_paid")
    table: dict[str, Any] = {key: body[key] for key in ("game", "map", "rulings") if key in body}
    table["players"] = [sheet, {"name": BEN, "drawn": EMPTY}]
    draw = body.get("draw")
    move = {**draw} if isinstance(draw, dict) else draw
    if isinstance(move, dict) and body.get("card") is not None:
        move["card"] = body["card"]
    asked = {"snapshot": table, **({} if move is None else {"move": move})}
    if body.get("by") == "neighbour":
        return {**asked, "player": BEN, "move": {**(move or {}), "on": ANN}}
    return asked


def _ambush(body: dict[str, Any]) -> dict[str, Any]:
    table: dict[str, Any] = {key: body[key] for key in ("game", "map", "rulings") if key in body}
    table |= {"season": "spring", "players": [_sheet(body, ANN, "drawn", "stars")]}
    card = {key: body[key] for key in ("card",) if key in body}
    return {"snapshot": table, "player": ANN, "given": card}


def _dispute(body: dict[str, Any]) -> dict[str, Any]:
    solo = body.get("solo", False)

    def table(sheet: Any) -> Any:
        if not isinstance(sheet, dict):
            return sheet
        made: dict[str, Any] = {key: body[key] for key in ("game", "map", "rulings") if key in body}
        return {**made, "season": "winter", "solo": solo, "players": [{"name": ANN, **sheet}]}

    given = {key: body[key] for key in ("cards", "ambushes") if key in body}
    sides: dict[str, Any] = {key: table(body[key]) for key in ("before", "after") if key in body}
    return {**sides, "player": ANN, "given": given}


def pointer(  # noqa: C901, PLR0911, PLR0912 - a case for each operation
    operation: str, pointer: str
) -> str:
    """The pointer of a fault in API 3."""
    first = pointer.split("/")[1] if pointer else ""
    match operation:
        case "scores":
            return pointer if first == "only" else f"/snapshot{pointer}"
        case "legality-checks":
            if first in TURN:
                return f"/move{pointer}"
            return pointer.replace("/draw", "/move", 1) if first == "draw" else pointer
        case "legal-actions" | "season-ends":
            moved = first in (*TURN, "revealed", "choices")
            return f"/given{pointer}" if moved else pointer
        case "map-updates":
            if first == "draw":
                return pointer.replace("/draw", "/move", 1)
            if first == "card":
                return f"/move{pointer}"
            sheet = ("drawn", "stars", "coins", "dragon_paid")
            return f"/snapshot/players/0{pointer}" if first in sheet else f"/snapshot{pointer}"
        case "ambush-placements":
            if first == "card":
                return f"/given{pointer}"
            return f"/snapshot/players/0{pointer}" if first in ("drawn", "stars") else pointer
        case "replays" | "reviews":
            flat = pointer.replace("/seasons/0/turns/", "/turns/").replace("/draws/", "/moves/")
            return f"/record{flat}"
        case "disputes":
            if first in ("cards", "ambushes"):
                return f"/given{pointer}"
            for side in ("/before", "/after"):
                if pointer.startswith(side):
                    return f"{side}/players/0{pointer.removeprefix(side)}"
    return pointer


def answer(  # noqa: C901 - a case for each operation
    operation: str, recorded: dict[str, Any], body: Any
) -> Any:
    """The answer of API 3 where API 1 gave this one."""
    match operation:
        case "scores":
            return _scores(recorded)
        case "legal-actions":
            recorded["moves"] = recorded.pop("placements")
        case "season-ends":
            recorded["triggered"] = recorded.pop("over")
        case "ambush-placements":
            recorded["moves"] = recorded.pop("placements")
        case "map-updates":
            sheet = {key: recorded.pop(key) for key in ("drawn", "stars", "coins")}
            return {**recorded, "sheet": sheet}
        case "replays":
            return _replay(recorded)
        case "reviews":
            replay = _replay(recorded.pop("replay"))
            recorded |= {"legal": replay["legal"], "stopped_at": replay["stopped_at"]}
            for turn in recorded["turns"]:
                parts = turn["pointer"].replace("/draws/", "/moves/").split("/")
                turn["pointer"] = "/".join(["/record", *parts[3:]])
                if turn["best"]:
                    turn["best"]["move"] = turn["best"].pop("draw")
        case "disputes":
            for account in recorded["accounts"]:
                account["moves"] = account.pop("draws")
    return recorded


def _scores(scored: Any) -> Any:
    if scored is not None:
        scored["final"] = scored.pop("complete")
        if "solo" in scored:
            scored |= {"winners": [], "decided_by": None}
    return scored


def _replay(recorded: dict[str, Any]) -> dict[str, Any]:
    turns: list[Any] = []
    first = 0
    for season in recorded.pop("seasons"):
        first = len(turns)
        for turn in season["turns"]:
            turns.append({**turn, "season": season["season"], "moves": turn.pop("draws")})
            del turns[-1]["draws"]
        if season["scores"] is not None or season["checks"]:
            legal = all(check["status"] != "failed" for check in season["checks"])
            ended = {key: season[key] for key in ("season", "checks", "effects")}
            turns.append({**ended, "legal": legal, "scores": _scores(season["scores"])})
    stop = recorded["stopped_at"]
    if stop is not None:
        at = stop["turn"]
        stop["turn"] = len(turns) - 1 if at is None else first + at
    return {**recorded, "turns": turns, "scores": _scores(recorded["scores"])}


NEW = {"unchecked", "move", "dragon_paid"}


def comparable(operation: str, now: Any, body: Any) -> Any:
    """The part of an answer that API 1 gave too."""
    match operation:
        case "season-ends":
            now = _without(now, "over", "conditions")
        case "map-updates":
            after = now.pop("after")["players"][0]
            now["sheet"] = {key: after[key] for key in ("drawn", "stars", "coins")}
        case "ambush-placements":
            now["moves"] = [one["spaces"] for one in now["moves"]]
            names = ("moves", "at", "ring", "tried", "discarded", "rulings")
            now = {key: now[key] for key in names}
            used = ("solo_turning", "solo_ambush")
            now["rulings"] = [one for one in now["rulings"] if one["name"] in used]
        case "scoring-cards" | "cards":
            kinds = operation == "scoring-cards"
            cards = [one for one in now["cards"] if (one["kind"] == "scoring") == kinds]
            for card in cards if kinds else ():
                del card["kind"]
            return {operation.replace("-", "_"): cards}
        case "disputes":
            for one in now["differences"]:
                for key in ("before", "after") if one["space"] is not None else ():
                    one[key] = one[key][int(one["space"][1:]) - 1]
                del one["pointer"]
    if operation in ("replays", "reviews") and now["stopped_at"] is not None:
        del now["stopped_at"]["move"]
    return _known(now, operation)


def _known(value: Any, operation: str) -> Any:
    if isinstance(value, list):
        return [_known(inner, operation) for inner in value]
    if not isinstance(value, dict):
        return value
    new = NEW - ({"move"} if operation == "reviews" else set())
    if "monster_loss" in value:
        # The lines of all seasons of a player, which stand in each season too.
        new |= {"items"}
    return {key: _known(inner, operation) for key, inner in value.items() if key not in new}
