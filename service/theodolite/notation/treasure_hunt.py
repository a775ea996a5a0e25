"""How a case of Treasure Hunt is written down: a window of the board, a line for what is played.

`tests/cases/treasure_hunt/README.md` states the notation for people. Whatever cannot be read raises
ValueError, KeyError or IndexError.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

__all__ = ["NAMES", "cases", "snapshot", "turn"]

Json = dict[str, Any]
Written = tuple[str, Json, Json]

NAMES = ("Ann", "Bo", "Cy", "Di")
_COLOURS = ("red", "green", "yellow", "blue")
_HOMES = ("N01/E01", "N30/E30", "N01/E30", "N30/E01")
_EXPLORERS = ("12", "34", "56", "78")
_MARKERS = ("abd", "ABD")
_TREES = "tuvklmno"
_ROUTES = ("triangle", "circle", "square")
_INFO = ("closed", "open", "buried")
_SIDE = 30
_STEPS = {"^": -_SIDE, "<": -1, ">": 1, "v": _SIDE}
"""How far each arrow leads, the spaces counted row by row: past a row's end onto the next row."""
_KNOWN = {"yes": True, "no": False, "unknown": None}
_CASE = ("id", "section", "title", "why")


def cases(chapter: Mapping[str, Any]) -> Iterator[Json]:
    """Write the cases of a chapter out: each with its request and its answer."""
    for case in chapter["case"]:
        ask = next(key for key in _QUESTIONS if key in case)
        path, body, expected = _QUESTIONS[ask](case, snapshot(case))
        yield {
            **{key: case[key] for key in _CASE},
            "rules": _ruled(case.get("failed", ())),
            "rulings": case.get("rulings", {}),
            "request": {"method": "POST", "path": f"/v1/treasure-hunt/{path}", "body": body},
            "answer": {"status": 422 if "errors" in expected else 200, "body": expected},
        }


# The table.


def snapshot(told: Mapping[str, Any]) -> Json:
    """The table that a case tells of."""
    rows, found = _drawn(told)
    where = {what: _name(*spaces[0]) for what, spaces in found.items()}
    terrain = told.get("terrain", {})
    standing = sorted(found.get("=", []) + found.get("x", []))
    players = [_player(i, where, told) for i in range(told.get("players", 2))]
    return {
        "board": {
            "rows": rows,
            "bridges": [[_name(*space) for space in bridge] for bridge in _groups(standing)],
        },
        "players": players,
        "trees": [[_name(*one) for one in sorted(found[t])] for t in _TREES if t in found],
        "walkers": [
            {
                "at": _name(*space),
                **({"terrain": terrain["w"]} if "w" in terrain else {}),
                "moved_by": told.get("walker", {}).get(_name(*space)),
            }
            for space in found.get("w", ())
        ],
        "broken_bridges": [_name(*space) for space in found.get("x", ())],
        "creep_throughs": [_name(*space) for space in found.get("c", ())],
        "variants": {key: told.get(key, False) for key in ("young", "teams")},
        "rulings": dict(told.get("rulings", {})),
    }


def _name(north: int, east: int) -> str:
    return f"N{north:02}/E{east:02}"


def _space(name: str) -> tuple[int, int]:
    return int(name[1:3]), int(name[5:7])


def _drawn(told: Mapping[str, Any]) -> tuple[list[str], dict[str, list[tuple[int, int]]]]:
    """The rows of the board, and where each sign of the window stands."""
    letters = [[told.get("fill", "F")] * _SIDE for _ in range(_SIDE)]
    found: dict[str, list[tuple[int, int]]] = {}
    top, left = _space(told.get("at", "N10/E10"))
    for r, row in enumerate(told["window"].strip().splitlines()):
        for c, cell in enumerate(row.split()):
            letters[top + r - 1][left + c - 1], sign = cell
            found.setdefault(sign, []).append((top + r, left + c))
    for name, what in map(str.split, told.get("also", ())):
        found.setdefault(what, []).append(_space(name))
    return ["".join(row) for row in letters], found


def _groups(spaces: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Some spaces in order, by which of them are joined."""
    groups: list[list[tuple[int, int]]] = []
    for north, east in spaces:
        beside = [
            group for group in groups if any(abs(north - n) + abs(east - e) == 1 for n, e in group)
        ]
        joined = sorted([(north, east), *(space for group in beside for space in group)])
        groups = [group for group in groups if group not in beside] + [joined]
    return sorted(groups)


def _player(i: int, where: Mapping[str, str], told: Mapping[str, Any]) -> Json:
    own = told.get(NAMES[i].lower(), {})
    frame = told.get("rulings", {}).get("home_place") == "frame"
    explorers = []
    for what in _EXPLORERS[i][: 1 if told.get("young") else 2]:
        at = where.get(what, own.get(what, "home" if frame else _HOMES[i]))
        lent = {"terrain": told["terrain"][what]} if what in told.get("terrain", {}) else {}
        explorers.append({"at": at, **lent})
    markers = _MARKERS[i] if i < len(_MARKERS) else "..."
    hand = own.get("hand", "")
    *demanded, coordinates = own.get("mission", "0").split()
    return {
        "name": NAMES[i],
        "colour": _COLOURS[i],
        "home": _HOMES[i],
        "explorers": explorers,
        "routes": {
            route: _route(marker, where, told)
            for route, marker in zip(_ROUTES, markers, strict=True)
        },
        **{key: own.get(key, 0) for key in ("coordinates", "boats", "shoes")},
        "treasures": [_seen(one) for one in own.get("treasures", "").split()],
        "hand": None if hand == "unknown" else hand.split(),
        "free": own.get("free", "").split(),
        "mission": {"difficulty": 1, "treasures": demanded, "coordinates": int(coordinates)}
        if "mission" in own
        else None,
    }


def _route(marker: str, where: Mapping[str, str], told: Mapping[str, Any]) -> Json:
    cards = told.get("cards", {}).get(marker, "").split()
    if marker in where and marker != ".":
        cards.append(where[marker])
    info = [entry.partition(":") for entry in told.get("info", {}).get(marker, "").split()]
    return {
        "cards": cards,
        "info": [name for name, _, _ in info],
        "treasures": [_seen(treasure) for name, _, treasure in info if name != "buried"],
    }


def _seen(treasure: str) -> str | None:
    return None if treasure in ("", "unseen") else treasure


# What is played.


class _Paces:
    """Where the pieces stand as they are moved, so that paths can be told by arrows alone."""

    def __init__(self, table: Json) -> None:
        self.homes = [player["home"] for player in table["players"]]
        self.explorers = {
            sign: explorer["at"]
            for signs, player in zip(_EXPLORERS, table["players"], strict=False)
            for sign, explorer in zip(signs, player["explorers"], strict=False)
        }
        self.walkers = [walker["at"] for walker in table["walkers"]]

    def explorer(self, sign: str, arrows: str) -> list[str]:
        """The path of an explorer, which stands at its end from now on."""
        path = _path(arrows, self.explorers[sign], self.homes[(int(sign) - 1) // 2])
        self.explorers[sign] = [self.explorers[sign], *path][-1]
        return path

    def walker(self, arrows: str) -> tuple[str, list[str]]:
        """The first walker, and its path."""
        mover = f"walker:{self.walkers[0]}"
        path = _path(arrows, self.walkers[0], "")
        self.walkers[0] = [self.walkers[0], *path][-1]
        return mover, path


def _path(arrows: str, start: str, home: str) -> list[str]:
    path = []
    for arrow in arrows:
        if arrow == "h":
            start = "home"
        elif start == "home":
            start = home
        else:
            north, east = _space(start)
            rows, columns = divmod(_SIDE * north + east - 1 + _STEPS[arrow], _SIDE)
            start = _name(rows, columns + 1)
        path.append(start)
    return path


def turn(table: Json, line: str, player: str = "Ann") -> Json:
    """A turn on a table as it is written."""
    return _turn(_Paces(table), line, player)


def _turn(paces: _Paces, line: str, player: str) -> Json:
    parts = [part.split() for part in line.split(";") if part.strip()]
    return {"player": player, "actions": [_action(part, paces, player) for part in parts]}


def _action(  # noqa: PLR0911 - a case for each kind
    words: Sequence[str], paces: _Paces, player: str
) -> Json:
    match words:
        case ["roll", die, pips]:
            return {"do": "roll", "die": die, "pips": int(pips)}
        case ["play", card, *rest]:
            return {"do": "play", "card": card, **_told_of(card, rest, paces)}
        case ["place", piece, by, *spaces]:
            if piece == "walker":
                paces.walkers += spaces
            return {"do": "place", "piece": piece, "spaces": spaces, "by": by}
        case ["log", explorer, *rest]:
            return {"do": "log", **_whose(explorer, player, "explorer"), **_logged(rest)}
        case ["discard", card, by]:
            return {"do": "discard", "card": card, "by": by}
        case ["skip"]:
            return {"do": "skip"}
        case ["w", arrows]:
            mover, path = paces.walker(arrows)
            return {"do": "move", "mover": mover, "path": path}
        case [sign, *arrows]:
            path = paces.explorer(sign, "".join(arrows))
            return {"do": "move", **_whose(sign, player, "mover"), "path": path}
    raise ValueError(words)


def _whose(sign: str, player: str, key: str) -> Json:
    """An explorer by its sign: its number, and whose it is unless it is the player's own."""
    owner, which = divmod(int(sign) - 1, 2)
    told: Json = {key: which + 1 if key == "explorer" else f"explorer:{which + 1}"}
    return told if NAMES[owner] == player else {**told, "of": NAMES[owner]}


def _told_of(card: str, words: Sequence[str], paces: _Paces) -> Json:
    """What is told of a card that is played."""
    match card, words:
        case "walker", ["w", pips, arrows]:
            mover, path = paces.walker(arrows)
            return {"mover": mover, "pips": int(pips), "path": path}
        case "lost_shoe", [to]:
            return {"to": to}
        case "remove_obstacle", [space]:
            return {"obstacle": space}
    return {"spaces": list(words)} if words else {}


def _logged(words: Sequence[str]) -> Json:
    """What is told of a logging: whose marker, where, the shovel, the draw."""
    told: Json = {}
    rest = list(words)
    while rest:
        match rest.pop(0):
            case "shovel":
                told["shovel"] = True
            case "at":
                told["at"] = rest.pop(0)
            case "drawn":
                told["drawn"] = _drawn_cards(rest)
                rest.clear()
            case name if name in NAMES:
                told["owner"] = name
            case route:
                told["route"] = route
    return told


def _drawn_cards(words: Sequence[str]) -> Json | None:
    if words == ["nothing"]:
        return None
    drawn = dict(zip(("coordinate", "action", "info_route", "treasure"), words, strict=False))
    return {key: None if word in ("-", "unseen") else word for key, word in drawn.items()}


# The questions.


def _ruled(rules: Sequence[str]) -> list[str]:
    return [f"treasure_hunt.{rule}" for rule in rules]


def _verdict(case: Mapping[str, Any]) -> Json:
    """Whether a turn or a placement is legal, and which rules it breaks or leaves open."""
    failed, unknown = _ruled(case.get("failed", ())), _ruled(case.get("not_checked", ()))
    checks = [{"rule": rule, "status": "failed"} for rule in failed]
    checks += [{"rule": rule, "status": "not_checked"} for rule in unknown]
    if "says" in case:
        checks.append({"explanation": case["says"]})
    return {"legal": not failed, **({"checks": checks} if checks else {})}


def _checked(case: Mapping[str, Any], table: Json) -> Written:
    """`do`: what a player does; `stands` is where the first piece moved stands after it."""
    played = turn(table, case["do"], NAMES[case.get("player", 0)])
    if "refused" in case:
        return "legality-checks", {"snapshot": table, "turn": played}, _refused(case["refused"])
    expected = _verdict(case)
    if "stands" in case:
        move = next(action for action in played["actions"] if action["do"] == "move")
        expected["after"] = _standing(case, move, played["player"], table)
    return "legality-checks", {"snapshot": table, "turn": played}, expected


def _refused(codes: Sequence[str]) -> Json:
    return {"errors": [{"code": code} for code in codes]} if codes else {}


def _standing(case: Mapping[str, Any], move: Json, player: str, table: Json) -> Json:
    there: Json = {"at": case["stands"]}
    if "terrain_after" in case:
        there["terrain"] = case["terrain_after"]
    kind, _, which = move["mover"].partition(":")
    if kind == "walker":
        moved = {**there, "moved_by": player}
        walkers = [{"at": walker["at"]} for walker in table["walkers"]]
        return {"walkers": [moved if one["at"] == which else one for one in walkers]}
    name = move.get("of", player)
    seat = next(one for one in table["players"] if one["name"] == name)
    explorers = [{"at": one["at"]} for one in seat["explorers"]]
    explorers[int(which) - 1] = there
    return {"players": [{"name": name, "explorers": explorers}]}


def _rolled(case: Mapping[str, Any], table: Json) -> Written:
    """`ends`: every place where a roll can take a piece, each with what stops it there."""
    die, pips = case["roll"].split()
    mover = f"explorer:{case['piece']}"
    if case["piece"] == "w":
        mover = f"walker:{table['walkers'][0]['at']}"
    ends = [
        dict(zip(("at", "stopped_by"), end.split(), strict=True))
        for end in case["ends"].split("; ")
    ]
    body: Json = {"snapshot": table, "player": "Ann", "roll": {"die": die, "pips": int(pips)}}
    if "moved" in case:
        body["moved"] = case["moved"].split()
    return "legal-actions", body, {"positions": [{"mover": mover, "ends": ends}]}


def _placed(case: Mapping[str, Any], table: Json) -> Written:
    """`place`: what Ann would lay."""
    piece, *spaces = case["place"].split()
    body = {"snapshot": table, "player": "Ann", "piece": piece, "spaces": spaces}
    return "placement-checks", body, _verdict(case)


def _met(case: Mapping[str, Any], table: Json) -> Written:
    """`met`: each demand of Ann's in order, treasures, coordinates, explorers."""
    sheet = {
        "name": "Ann",
        **{key: _KNOWN[case[key]] for key in ("complete", "won")},
        "items": [{"met": _KNOWN[one]} for one in case["met"].split()],
    }
    expected: Json = {"players": [sheet]}
    if "remarks" in case:
        expected["remarks"] = [{"explanation": one} for one in case["remarks"]]
    return "mission-checks", {"snapshot": table}, expected


def _way(case: Mapping[str, Any], table: Json) -> Written:
    """`way`: an explorer of Ann's and its targets."""
    explorer, *targets = case["way"].split()
    body = {"snapshot": table, "player": "Ann", "explorer": int(explorer), "targets": targets}
    body |= {key: case[key] for key in ("home", "dice") if key in case}
    if case["turns_expected"] == "never":
        return "routes", body, {"expected_turns": None, "fewest_turns": None}
    expected, fewest = case["turns_expected"].split()
    answer: Json = {"expected_turns": float(expected), "fewest_turns": int(fewest)}
    if "order" in case:
        answer["order"] = case["order"].split()
    return "routes", body, answer


def _record(case: Mapping[str, Any], table: Json) -> Written:
    """`turns`: a record, and where it stops being legal."""
    paces, turns = _Paces(table), []
    for told in case["turns"]:
        name, _, line = told.partition(": ")
        turns.append(_turn(paces, line, name))
    expected: Json = {"legal": case["stopped"] == "no", "won": case.get("won")}
    if case["stopped"] != "no":
        at, action = case["stopped"].split()
        stop = {"turn": int(at), "action": None if action == "-" else int(action)}
        expected["stopped_at"] = stop
    return "replays", {"snapshot": table, "turns": turns}, expected


def _dispute(case: Mapping[str, Any], table: Json) -> Written:
    """`later`: what the later table shows otherwise, by pointers."""
    after = snapshot(case)
    for pointer, value in case["later"].items():
        unseen = pointer.endswith("/treasures")
        _put(after, pointer.split("/")[1:], [_seen(one) for one in value] if unseen else value)
    body = {"before": table, "after": after, "player": "Ann"}
    expected = {key: case[key] for key in ("possible", "more") if key in case}
    if "differ" in case:
        expected["differences"] = [
            {"pointer": pointer, "explanation": why} for pointer, why in case["differ"].items()
        ]
    return "disputes", body, expected


def _put(inside: Any, steps: Sequence[str], value: Any) -> None:
    for step in steps[:-1]:
        inside = inside[int(step)] if isinstance(inside, list) else inside[step]
    inside[int(steps[-1]) if isinstance(inside, list) else steps[-1]] = value


def _possible(case: Mapping[str, Any], table: Json) -> Written:
    """`faults`: all that is wrong with a table, by their codes."""
    return "mission-checks", {"snapshot": table}, _refused(case["faults"])


_QUESTIONS: Mapping[str, Callable[[Mapping[str, Any], Json], Written]] = {
    "do": _checked,
    "ends": _rolled,
    "place": _placed,
    "met": _met,
    "way": _way,
    "turns": _record,
    "later": _dispute,
    "faults": _possible,
}
"""The questions by the key of a case that asks them."""
