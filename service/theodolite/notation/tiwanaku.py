"""How a case of Tiwanaku is written down: a board drawn, a line for what is played, one for why.

`tests/cases/tiwanaku/README.md` states the notation for people. Whatever cannot be read raises
ValueError, KeyError or IndexError.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from theodolite.notation import tiwanaku_worlds

__all__ = ["cases"]

Json = dict[str, Any]

_COLUMNS = "ABCDEFGHI"
_TERRAINS = {"M": "mud", "S": "sand", "G": "grass", "R": "rock"}
_WAYS = {"^": "up", ">": "right", "v": "down", "<": "left"}
_NAMES = {"ana": "Ana", "bo": "Bo", "cy": "Cy", "di": "Di"}
_COLOURS = {"ana": "blue", "bo": "green", "cy": "brown", "di": "white"}
_PAIRS = {"ana": "blue", "bo": "green", "cy": "blue", "di": "green"}
_PAWNS = dict(zip("BNGWPY", ("blue", "brown", "green", "white", "purple", "yellow"), strict=True))
_TABLE = (
    *("mode", "board", "tiles", "start", "top", "final", "difficulty", "otoma", "group"),
    *("arrows", "paths", "pool", "rulings", "colours", *_NAMES),
)
_CASE = ("id", "title", "page", "why")


def cases(chapter: Mapping[str, Any]) -> Iterator[Json]:
    """Write the cases of a chapter out: each with its request, its answer, rules and rulings."""
    tables = {"": {}, **chapter.get("tables", {})}
    for case in chapter["case"]:
        told = chapter.get("table", {}) | tables[case.get("table", "")]
        told |= {key: case[key] for key in _TABLE if key in case}
        ask = next(key for key in _QUESTIONS if key in case)
        path, body, expected = _QUESTIONS[ask](case, told)
        for pointer, value in case.get("change", {}).items():
            _put(body, pointer.split("/")[1:], value)
        for pointer in case.get("drop", ()):
            _put(body, pointer.split("/")[1:], None, drop=True)
        refused = [part.split() for part in _parts(case["then"]) if part.startswith("refused ")]
        status = 422 if refused else 200
        if refused:
            errors = [{"pointer": one[1], "code": one[2]} for one in refused]
            expected = {"status": 422, "errors": errors}
        yield {
            **{key: case[key] for key in _CASE if key in case},
            "rules": [f"tiwanaku.{rule}" for rule in _rules(case["then"])],
            "rulings": told.get("rulings", {}),
            "request": {"method": "POST", "path": f"/v1/tiwanaku/{path}", "body": body},
            "answer": {"status": status, "body": expected},
        }


def _put(body: Any, steps: Sequence[str], value: Any, *, drop: bool = False) -> None:
    for step in steps[:-1]:
        body = body[int(step)] if isinstance(body, list) else body[step]
    last: Any = int(steps[-1]) if isinstance(body, list) else steps[-1]
    if drop:
        del body[last]
    elif isinstance(body, list) and last == len(body):
        body.append(value)
    else:
        body[last] = value


def _parts(text: str, by: str = ";") -> list[str]:
    return [part.strip() for part in text.split(by) if part.strip()]


def _rules(then: str) -> Iterator[str]:
    """The rules that an expectation names."""
    for part in _parts(then):
        words = part.split()
        at = 2 if words[0] == "turn" else 0
        if words[at] in ("illegal", "unknown", "passes", "met", "unmet"):
            yield from words[at + 1 :]


# The table.


def _cells(drawn: str) -> list[list[str]]:
    return [line.split() for line in drawn.strip().splitlines()]


def _rows(cells: Sequence[Sequence[str]]) -> tuple[list[str], list[str]]:
    terrain = ["".join(cell[0] for cell in row) for row in cells]
    crops = ["".join(cell[1:2] if cell[1:2].isdigit() else "." for cell in row) for row in cells]
    return terrain, crops


def _standing(cells: Sequence[Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Who stands where: the last letter of a space that has three."""
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            if len(cell) == 3:
                yield cell[2], f"{_COLUMNS[c]}{r + 1}"


def _counts(words: str) -> Json:
    counts = dict.fromkeys(_TERRAINS.values(), 0)
    return counts | {_TERRAINS[word[0]]: int(word[1:]) for word in words.split()}


def _purse(told: str) -> Json:
    """What a side has: `21 M1 S2 holds 2 4`."""
    purse, _, held = told.partition("holds")
    score, *steps = purse.split()
    return {
        "score": int(score),
        "offerings": [int(level) for level in held.split()],
        "diversity": _counts(" ".join(steps)),
    }


def _colours(told: Mapping[str, Any], keys: Sequence[str]) -> Sequence[str]:
    """As told, or each its own; the partners of a pair share theirs."""
    if "colours" in told:
        return str(told["colours"]).split()
    pairs = told.get("mode") == "cooperative" and len(keys) == 4
    return [(_PAIRS if pairs else _COLOURS)[key] for key in keys]


def _player(key: str, told: str, mode: str, colour: str, meeples: list[str]) -> Json:
    told, _, recalled = told.partition("recalled ")
    player: Json = {"name": _NAMES[key], "colour": colour, "meeples": meeples}
    if recalled:
        player["recalled_from"] = recalled.strip()
    if mode != "cooperative":
        return player | _purse(told)
    stacks, _, tops = told.partition("tops")
    player["stacks"] = _counts(stacks)
    if tops:
        player["tops"] = {_TERRAINS[top[0]]: _WAYS.get(top[1]) for top in tops.split()}
    return player


def _snapshot(told: Mapping[str, Any]) -> Json:
    cells, mode = _cells(told["board"]), told.get("mode", "competitive")
    terrain, crops = _rows(cells)
    standing = list(_standing(cells))
    keys = [key for key in _NAMES if told.get(key)]
    players = [
        _player(key, told[key], mode, colour, [space for who, space in standing if who == key[0]])
        for key, colour in zip(keys, _colours(told, keys), strict=True)
    ]
    snapshot: Json = {
        "board": "short" if len(cells[0]) == 5 else "long",
        "mode": mode,
        "terrain": terrain,
        "crops": crops,
        "tiles": _counts(told["tiles"]),
        "players": players,
        "rulings": dict(told.get("rulings", {})),
    }
    if "start" in told:
        snapshot["start"] = told["start"].split()
    if "top" in told:
        snapshot["diversity_top"] = told["top"]
    if "final" in told:
        snapshot["final"] = _final(told["final"])
    if "difficulty" in told:
        snapshot["difficulty"] = told["difficulty"]
    if mode != "competitive":
        snapshot |= _with_otoma(told, mode, standing, terrain)
    return snapshot


def _final(told: str) -> Json:
    """`Ana passed Bo offered Cy`; of solo and cooperative games `offered Ana` or an empty text."""
    told, _, offered = told.partition("offered")
    starter, _, passed = told.partition("passed")
    final: Json = {"offered": offered.split()}
    return final | ({"starter": starter.strip(), "passed": passed.split()} if starter else {})


def _with_otoma(
    told: Mapping[str, Any], mode: str, standing: Sequence[tuple[str, str]], terrain: Sequence[str]
) -> Json:
    pawns = [{"colour": _PAWNS[who], "space": space} for who, space in standing if who in _PAWNS]
    purse = _purse(told["otoma"])
    if mode == "solo":
        del purse["offerings"]
    more: Json = {"otoma": {"pawns": pawns, **purse}}
    if "arrows" in told:
        words = told["arrows"].split()
        pairs = zip(words[::2], words[1::2], strict=True)
        more["arrows"] = {space: _arrow(arrow) for space, arrow in pairs}
    if "paths" in told:
        more["paths"] = [pair.split() for pair in told["paths"]]
    if mode == "cooperative":
        more["group"] = _purse(told["group"])
        more["pool"] = _pool(told, terrain)
    return more


def _pool(told: Mapping[str, Any], terrain: Sequence[str]) -> Json:
    """As told, or what the tiles leave beside the board and the stacks."""
    if "pool" in told:
        return _counts(told["pool"])
    left = _counts(told["tiles"])
    for key in filter(told.get, _NAMES):
        for name, count in _counts(told[key].partition("tops")[0]).items():
            left[name] -= count
    lying = "".join(terrain)
    return {name: left[name] - lying.count(letter) for letter, name in _TERRAINS.items()}


def _arrow(told: str) -> Json:
    return {"colour": told[:-1], "direction": _WAYS[told[-1]]}


# What is played.


def _turn(told: str) -> Json:
    """`> E5 D5 =R; offer 2 4` and the like; the parts of a turn stand in any order."""
    turn: Json = {}
    for part in _parts(told):
        head, *words = part.split()
        match head:
            case "offer":
                turn["offering"] = [int(word) for word in words]
            case "spend":
                turn["spend"] = {"terrain": _TERRAINS[words[0][0]]}
                if words[0][1:]:
                    turn["spend"]["arrow"] = _WAYS[words[0][1]]
            case "otoma" | "reaction":
                moves = [] if words == ["none"] else _parts(" ".join(words), ",")
                turn[head] = [_otoma_move(move.split()) for move in moves]
            case "last":
                turn["action"] = {"type": "final_offering"}
                turn["offering"] = [int(word) for word in words[1:]]
            case _:
                turn["action"] = _action(part)
    return turn


def _action(told: str) -> Json:
    head, *words = told.split()
    match head:
        case "pass":
            return {"type": "pass"}
        case "nothing":
            return {"type": "none"}
        case "recall":
            return {"type": "recall", "from": words[0]}
        case "divine":
            told = " ".join(words)
            return {"type": "divine", "predictions": list(map(_prediction, _parts(told, ",")))}
        case "final":
            return {"type": "final_prediction", **_prediction(" ".join(words))}
        case _:
            return _explore(told)


def _prediction(told: str) -> Json:
    """`B1 2/4`: level 2 was named for B1 and level 4 was true; `B1 2` before the wheel is asked."""
    space, _, levels = told.partition(" ")
    says, _, true = levels.partition("/")
    prediction: Json = {"space": space, "says": int(says) if says.isdigit() else None}
    return prediction | ({"wheel": int(true)} if true else {})


def _explore(told: str) -> Json:
    start, _, way = told.partition(">")
    action: Json = {"type": "explore", "from": start.strip() or None, "path": []}
    words = iter(way.split())
    for word in words:
        if word[0] == "=":
            action["wheel"] = _TERRAINS[word[1]]
        elif word == "by":
            action["giver"] = next(words)
        elif word == "arrow":
            action["arrow"] = _arrow(next(words))
        elif word == "own":
            action["own_arrow"] = next(words)
        else:
            action["path"].append(word)
    return action


def _otoma_move(words: Sequence[str]) -> Json:
    """`purple =S5 by Bo`, of which every word may lack."""
    move: Json = {}
    told = iter(words)
    for word in told:
        if word[0] == "=":
            move["wheel"] = {"terrain": _TERRAINS[word[1]], "crop": int(word[2:])}
        elif word == "by":
            move["giver"] = next(told)
        else:
            move["pawn"] = word
    return move


def _played(told: str) -> tuple[str, Json]:
    name, _, turn = told.partition(":")
    return name, _turn(turn)


# What is expected.


class _Expected:
    """An answer as far as it is told, read part by part."""

    def __init__(self, told: Mapping[str, Any], after: str = "after") -> None:
        self.cells = _cells(told["board"])
        self.body: Json = {}
        self.after = after
        self.items: list[Json] = self.body.setdefault("items", [])
        self.silent = True
        self.table: Json = {}

    def read(self, then: str) -> Json:
        for part in _parts(then):
            if not self.common(part.split()):
                raise ValueError(part)
        return self.done()

    def done(self) -> Json:
        if self.silent:
            del self.body["items"]
        if self.table:
            self.body[self.after] = self.table
        return self.body

    def common(self, words: Sequence[str]) -> bool:
        """Read a part that any answer about a turn may have; false if it is none."""
        head, *rest = words
        match head:
            case "legal" | "illegal":
                self.body["legal"] = head == "legal"
                self.checks("failed", rest)
            case "unknown" | "passes":
                self.checks("not_checked" if head == "unknown" else "passed", rest)
            case "next":
                self.body["next_player"] = None if rest == ["nobody"] else rest[0]
            case "ends" | "on":
                self.body["ends_game"] = head == "ends"
            case "gainless":
                self.silent = False
            case "untold":
                self.body[self.after] = None
            case "lies" | "pool" | "arrows" | "final":
                self.of_table(head, rest)
            case _:
                return _known(self.body, words) or self.of_side(head, rest)
        return True

    def of_table(self, what: str, words: Sequence[str]) -> None:
        """Read what belongs to no side of the table after a turn."""
        pairs = zip(words[::2], words[1::2], strict=False)
        if what == "lies":
            for space, cell in pairs:
                self.cells[int(space[1]) - 1][_COLUMNS.index(space[0])] = cell
            self.table["terrain"], self.table["crops"] = _rows(self.cells)
        elif what == "arrows":
            self.table["arrows"] = {space: _arrow(arrow) for space, arrow in pairs}
        else:
            read = _counts if what == "pool" else _final
            self.table[what] = read(" ".join(words))

    def checks(self, status: str, rules: Sequence[str]) -> None:
        told = [{"rule": f"tiwanaku.{rule}", "status": status} for rule in rules]
        if told:
            self.body.setdefault("checks", []).extend(told)

    def of_side(self, name: str, words: Sequence[str]) -> bool:
        """Read a gain, or what a side of the table after it has; false if it is neither."""
        if re.fullmatch(r"[+-]\d+", words[0]):
            self.silent = False
            self.items.append(_gain(name, words))
            return True
        if words[0] not in _HAD:
            return False
        field, read = _HAD[words[0]]
        self.side(name)[field] = read(words[1:])
        return True

    def side(self, name: str) -> Json:
        """The part of the table that belongs to a side."""
        if name in ("Otoma", "group"):
            side: Json = self.table.setdefault(name.lower(), {})
            return side
        players: list[Json] = self.table.setdefault("players", [])
        if name not in [one["name"] for one in players]:
            players.append({"name": name})
        return next(one for one in players if one["name"] == name)


def _levels(words: Sequence[str]) -> list[int]:
    return [int(level) for level in words if level != "nothing"]


def _pawns(words: Sequence[str]) -> list[Json]:
    pairs = zip(words[::2], words[1::2], strict=True)
    return [{"colour": colour, "space": space} for colour, space in pairs]


_HAD: Mapping[str, tuple[str, Callable[[Sequence[str]], Any]]] = {
    # What a side has after a turn: `at A1 B2`, `holds 2 4`, `steps M1 S2`.
    "at": ("meeples", lambda words: [space for space in words if space != "reserve"]),
    "pawns": ("pawns", _pawns),
    "holds": ("offerings", _levels),
    "score": ("score", lambda words: int(words[0])),
    "steps": ("diversity", lambda words: _counts(" ".join(words))),
    "stacks": ("stacks", lambda words: _counts(" ".join(words))),
    "tops": ("tops", lambda words: {_TERRAINS[top[0]]: _WAYS.get(top[1]) for top in words}),
    "recalled": ("recalled_from", lambda words: words[0]),
}


def _gain(side: str, words: Sequence[str]) -> Json:
    """`Ana +2 = 23 discovery level 2 pawns S R at D5`."""
    gain: Json = {"side": side, "points": int(words[0])}
    rest = list(words[1:])
    while rest:
        word = rest.pop(0)
        if word == "=":
            gain["score_after"] = int(rest.pop(0))
        elif word == "at":
            gain["spaces"] = [rest.pop(0)]
        elif word in ("level", "says"):
            gain[word] = int(rest.pop(0))
        elif word in ("token", "tokenless"):
            gain["token"] = word == "token"
        elif word == "pawns":
            gain["pawns"] = [_TERRAINS[letter] for letter in rest.pop(0)]
        elif word == "tokens":
            gain["tokens"] = [int(level) for level in rest.pop(0)]
        elif word[0] == "=":
            gain["terrain"] = _TERRAINS[word[1]]
        else:
            gain["category"] = word
    return gain


def _known(body: Json, words: Sequence[str]) -> bool:
    """Read which rulings could matter; what is refused is read elsewhere; false for all else."""
    if words[0] in ("matters", "irrelevant"):
        told = [{"name": name, "could_matter": words[0] == "matters"} for name in words[1:]]
        body.setdefault("rulings", []).extend(told)
    return words[0] in ("matters", "irrelevant", "refused")


# The questions.

_Asked = tuple[str, Json, Json]


def _check(case: Mapping[str, Any], told: Mapping[str, Any]) -> _Asked:
    player, turn = _played(case["check"])
    body = {"snapshot": _snapshot(told), "player": player, "turn": turn}
    return "legality-checks", body, _answer(case, told)


def _turns(case: Mapping[str, Any], told: Mapping[str, Any]) -> _Asked:
    player, turn = _played(case["turn"])
    body = {"snapshot": _snapshot(told), "player": player, "turn": turn}
    body["check_wheel"] = case.get("wheel", False)
    return "turns", body, _answer(case, told)


def _answer(case: Mapping[str, Any], told: Mapping[str, Any], after: str = "after") -> Json:
    if case["then"].startswith("refused "):
        return {}
    return _Expected(told, after).read(case["then"])


def _actions(case: Mapping[str, Any], told: Mapping[str, Any]) -> _Asked:
    expected: Json = {}
    body = {"snapshot": _snapshot(told), "player": case["actions"]}
    for part in _parts(case["then"]):
        words = part.split()
        head, rest = words[0], words[1:]
        if " to " in part:
            way, _, moves = part.rpartition(": ")
            found = _moves(moves)
            if way:
                expected.setdefault("moves", {}).setdefault(way, []).extend(found)
            else:
                expected.setdefault("moves", []).extend(found)
        elif head == "moveless":
            expected["moves"] = {rest[0]: []} if rest else []
        elif head == "recalls":
            expected["recalls"] = [space for space in rest if space != "nobody"]
        elif head == "divines":
            expected["divinable"] = [space for space in rest if space not in ("nowhere", "all")]
            expected["must_divine_all"] = "all" in rest
        elif head == "offers":
            sets = [one.split("=") for one in _parts(" ".join(rest), ",") if one != "nothing"]
            expected["offerings"] = [
                {"tokens": [int(level) for level in tokens.split()], "points": int(points)}
                for tokens, points in sets
            ]
        elif head == "may":
            expected["may_pass"] = rest == ["pass"]
        elif not _known(expected, words):
            raise ValueError(part)
    return "legal-actions", body, expected


def _moves(told: str) -> Iterator[Json]:
    """`B1 to A2 via A1 A2, C1`."""
    start, _, ends = told.partition(" to ")
    for end in _parts(ends, ","):
        space, _, path = end.partition(" via ")
        move: Json = {"from": None if start == "reserve" else start, "to": space}
        yield move | ({"path": path.split()} if path else {})


def _end(case: Mapping[str, Any], told: Mapping[str, Any]) -> _Asked:
    expected: Json = {"conditions": []}
    for part in _parts(case["then"]):
        head, *rest = part.split()
        if head in ("begun", "open"):
            expected["triggered"] = head == "begun"
        elif head in ("over", "lasts"):
            expected["over"] = head == "over"
        elif head == "next":
            expected["next_player"] = None if rest == ["nobody"] else rest[0]
        elif head in ("met", "unmet"):
            rule = {"rule": f"tiwanaku.{rest[0]}", "met": head == "met"}
            expected["conditions"].append(rule)
        elif not _known(expected, [head, *rest]):
            raise ValueError(part)
    return "end-checks", {"snapshot": _snapshot(told), "player": case["end"]}, expected


def _scores(case: Mapping[str, Any], told: Mapping[str, Any]) -> _Asked:
    expected: Json = {"players": []}
    for part in _parts(case["then"]):
        words = part.split()
        if words[0].isdigit():
            _, name, total, _, steps, *lines = words
            side: Json = {"name": name, "rank": int(words[0]), "total": int(total)}
            side["diversity_steps"] = int(steps)
            pairs = zip(lines[::2], lines[1::2], strict=True)
            if lines:
                side["items"] = [{"category": one, "points": int(n)} for one, n in pairs]
            expected["players"].append(side)
        elif "by" in words:
            expected["winners"], expected["decided_by"] = words[:-3], words[-1]
        elif words[0] in ("over", "lasts"):
            expected["final"] = words[0] == "over"
        elif words[0] == "remarks":
            rules = [word for word in words[1:] if word != "nothing"]
            expected["remarks"] = [{"rule": f"tiwanaku.{rule}"} for rule in rules]
        elif not _known(expected, words):
            raise ValueError(part)
    return "scores", {"snapshot": _snapshot(told)}, expected


def _otoma_moves(case: Mapping[str, Any], told: Mapping[str, Any]) -> _Asked:
    snapshot = _snapshot(told)
    body: Json = {"snapshot": snapshot, "moves": []}
    for one in _parts(case["otoma_moves"], ","):
        pawn, way, *wheel = one.split()
        move: Json = {"pawn": pawn, "direction": _WAYS[way]}
        body["moves"].append(move | _otoma_move(wheel))
    if "moved" in case:
        player, space, *colour = case["moved"].split()
        body["after_move"] = {"player": player, "space": space}
        if colour:
            body["after_move"]["meeple_colour"] = colour[0]
    if case["then"].startswith("refused "):
        return "otoma-moves", body, {}
    return "otoma-moves", body, _OtomaExpected(told).read(case["then"])


class _OtomaExpected(_Expected):
    """An answer about Otoma's moves; a gain belongs to the move told last."""

    def common(self, words: Sequence[str]) -> bool:
        moves: list[Json] = self.body.setdefault("moves", [])
        if words[0] == "due":
            self.body.setdefault("due", []).extend(_due(words[1:]))
        elif words[1:2] == ["goes"]:
            moves.append(_went(words))
            self.items = moves[-1].setdefault("items", [])
        elif words[0] in ("token", "tokenless"):
            moves[-1]["token"] = words[0] == "token"
        elif words[0] == "breaks":
            moves[-1]["checks"] = [
                {"rule": f"tiwanaku.{rule}", "status": "failed"} for rule in words[1:]
            ]
        else:
            return super().common(words)
        return True

    def done(self) -> Json:
        self.silent = True
        return super().done()


def _due(words: Sequence[str]) -> Iterator[Json]:
    """`purple E2 > 3 tied D4`, or `nobody`."""
    if words != ["nobody"]:
        pawn, space, way, *rest = words
        due: Json = {"pawn": pawn, "space": space, "direction": _WAYS[way]}
        if rest:
            due["distance"] = int(rest[0])
        if "tied" in rest:
            due["tied_with"] = rest[rest.index("tied") + 1 :]
        yield due


def _went(words: Sequence[str]) -> Json:
    """`E2 goes F2 G2 stops` or `… stays`."""
    start, _, *way, end = words
    return {"from": start, "course": way, "stops_at": way[-1] if end == "stops" else None}


def _replays(case: Mapping[str, Any], told: Mapping[str, Any]) -> _Asked:
    turns = []
    for line in case["record"]:
        player, turn = _played(line)
        turns.append({"player": player, "turn": turn})
    body = {"snapshot": _snapshot(told), "turns": turns, "check_wheel": case.get("wheel", False)}
    if case["then"].startswith("refused "):
        return "replays", body, {}
    expected = _Expected(told)
    verdicts: list[Json] = [{} for _ in turns]
    for part in _parts(case["then"]):
        head, *rest = part.split()
        if head == "stopped":
            del verdicts[int(rest[0]) + 1 :]
            expected.body["stopped_at"] = int(rest[0])
        elif head == "through":
            expected.body["stopped_at"] = None
        elif head == "turn":
            one = _Expected(told)
            one.common(rest[1:])
            verdicts[int(rest[0])] |= one.done()
        elif head == "ledger":
            gains = [{"points": int(points)} for points in rest[1:]]
            expected.body.setdefault("ledger", {})[rest[0]] = gains
        elif not expected.common([head, *rest]):
            raise ValueError(part)
    return "replays", body, {**expected.done(), "turns": verdicts}


def _disputes(case: Mapping[str, Any], told: Mapping[str, Any]) -> _Asked:
    after = {**told, **case["later"]}
    body = {"before": _snapshot(told), "after": _snapshot(after), "player": case["dispute"]}
    expected: Json = {}
    for part in _parts(case["then"], "|"):
        head, _, rest = part.partition(" ")
        if head in ("possible", "impossible"):
            expected["possible"] = head == "possible"
        elif head in ("more", "all"):
            expected["more"] = head == "more"
        elif head == "account":
            expected.setdefault("accounts", []).append({"turn": _turn(rest)})
        elif head == "differs":
            pointer, *values = rest.split()
            numbers = [int(value) if value.isdigit() else value for value in values]
            difference = dict(zip(("before", "after"), numbers, strict=False))
            expected.setdefault("differences", []).append({"pointer": pointer, **difference})
        elif not _known(expected, part.split()):
            raise ValueError(part)
    return "disputes", body, expected


def _set_ups(case: Mapping[str, Any], told: Mapping[str, Any]) -> _Asked:
    cells = _cells(told["board"])
    terrain, crops = _rows(cells)
    mode = told.get("mode", "competitive")
    keys = [key for key in _NAMES if told.get(key)]
    colours = _colours(told, keys)
    body: Json = {
        "board": "short" if len(cells[0]) == 5 else "long",
        "mode": mode,
        "players": [
            {"name": _NAMES[key], "colour": colour}
            for key, colour in zip(keys, colours, strict=True)
        ],
        "terrain": terrain,
        "crops": crops,
        "tiles": _counts(told["tiles"]),
        "rulings": dict(told.get("rulings", {})),
    }
    if "start" in told:
        body["start"] = told["start"].split()
    if "difficulty" in told:
        body["difficulty"] = told["difficulty"]
    if mode != "competitive":
        body["otoma"] = [
            {"colour": _PAWNS[who], "space": space}
            for who, space in _standing(cells)
            if who in _PAWNS
        ]
    return "set-ups", body, _answer(case, told, "snapshot")


_QUESTIONS = {
    "check": _check,
    "turn": _turns,
    "actions": _actions,
    "end": _end,
    "scores": _scores,
    "otoma_moves": _otoma_moves,
    "record": _replays,
    "dispute": _disputes,
    "set_up": _set_ups,
    **tiwanaku_worlds.QUESTIONS,
}
