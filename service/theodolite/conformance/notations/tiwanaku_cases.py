"""Test cases of Tiwanaku: what is played is a line, and what must be answered another one.

`tests/cases/tiwanaku/README.md` documents the notation, `tiwanaku` reads the tables.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from theodolite.conformance.notations import tiwanaku_worlds
from theodolite.conformance.notations.chapters import Asked, Notation, merged
from theodolite.notation import tiwanaku
from theodolite.notation.text import Json, Text, entries_of
from theodolite.notation.tiwanaku import DIRECTIONS, TERRAINS


def _parts(text: str, by: str = ";") -> list[str]:
    return [part.strip() for part in text.split(by) if part.strip()]


def _snapshot(table: Mapping[str, Any]) -> Json:
    return {"rulings": {}, **tiwanaku.TABLE.read(entries_of(table), tiwanaku.TABLE.needed)}


# Turns.


def _turn(text: str) -> Json:
    """`> E5 D5 =R; offer 2 4` and the like; the parts of a turn stand in any order."""
    turn: Json = {}
    for part in _parts(text):
        head, *words = part.split()
        match head:
            case "offer":
                turn["offering"] = [int(word) for word in words]
            case "spend":
                turn["spend"] = {"terrain": TERRAINS[words[0][0]]}
                if words[0][1:]:
                    turn["spend"]["arrow"] = DIRECTIONS[words[0][1]]
            case "otoma" | "reaction":
                moves = [] if words == ["none"] else _parts(" ".join(words), ",")
                turn[head] = [_otoma_move(move.split()) for move in moves]
            case "last":
                turn["action"] = {"type": "final_offering"}
                turn["offering"] = [int(word) for word in words[1:]]
            case _:
                turn["action"] = _action(part)
    return turn


def _action(text: str) -> Json:
    head, *words = text.split()
    match head:
        case "pass":
            return {"type": "pass"}
        case "nothing":
            return {"type": "none"}
        case "recall":
            return {"type": "recall", "from": words[0]}
        case "divine":
            text = " ".join(words)
            return {"type": "divine", "predictions": list(map(_prediction, _parts(text, ",")))}
        case "final":
            return {"type": "final_prediction", **_prediction(" ".join(words))}
        case _:
            return _explore(text)


def _prediction(text: str) -> Json:
    """`B1 2/4`: level 2 was named for B1 and level 4 was true; `B1 2` before the wheel is asked."""
    space, _, levels = text.partition(" ")
    says, _, true = levels.partition("/")
    prediction: Json = {"space": space, "says": int(says) if says.isdigit() else None}
    return prediction | ({"wheel": int(true)} if true else {})


def _explore(text: str) -> Json:
    start, _, way = text.partition(">")
    action: Json = {"type": "explore", "from": start.strip() or None, "path": []}
    words = iter(way.split())
    for word in words:
        if word[0] == "=":
            action["wheel"] = TERRAINS[word[1]]
        elif word == "by":
            action["giver"] = next(words)
        elif word == "arrow":
            action["arrow"] = tiwanaku.arrow(next(words))
        elif word == "own":
            action["own_arrow"] = next(words)
        else:
            action["path"].append(word)
    return action


def _otoma_move(words: Sequence[str]) -> Json:
    """`purple =S5 by Bo`, any word of which may be absent."""
    move: Json = {}
    rest = iter(words)
    for word in rest:
        if word[0] == "=":
            move["wheel"] = {"terrain": TERRAINS[word[1]], "crop": int(word[2:])}
        elif word == "by":
            move["giver"] = next(rest)
        else:
            move["pawn"] = word
    return move


def _played(text: str) -> Json:
    """`Ana: > E5 D5`, `Otoma: purple > =S5, brown ^`, or `Ana: leaves`."""
    name, _, text = text.partition(":")
    if text.strip() == "leaves":
        return {"player": name, "left": True}
    move = {"moves": [*map(_directed, _parts(text, ","))]} if name == "Otoma" else _turn(text)
    return {"player": name, "move": move}


def _directed(text: str) -> Json:
    pawn, way, *rest = text.split()
    return {"pawn": pawn, "direction": DIRECTIONS[way], **_otoma_move(rest)}


# Answers.


class _Expected:
    """The part of an answer that a case states, read part by part."""

    def __init__(self, table: Mapping[str, Any], after: str = "after") -> None:
        self.cells = tiwanaku.cells(Text(table["board"]))
        self.body: Json = {}
        self.after = after
        self.gains: list[Json] = self.body.setdefault("changes", [])
        self.silent = True
        self.changed: Json = {}

    def read(self, then: str) -> Json:
        for part in _parts(then):
            if not self.common(part.split()):
                raise ValueError(part)
        return self.done()

    def done(self) -> Json:
        if self.silent:
            del self.body["changes"]
        if self.changed:
            self.body[self.after] = self.changed
        return self.body

    def common(self, words: Sequence[str]) -> bool:
        """Read a part that any answer about a turn may have; false if it is none."""
        head, *rest = words
        match head:
            case "legal" | "illegal":
                self.body["legal"] = head == "legal"
                self.checks("failed", rest)
            case "not":
                self.body["legal"] = None
            case "unknown" | "passes":
                self.checks("not_checked" if head == "unknown" else "passed", rest)
            case "next":
                self.body["next_player"] = None if rest == ["nobody"] else rest[0]
            case "ends" | "on":
                self.body["ends"] = head == "ends"
            case "gainless":
                self.silent = False
            case "after":
                self.body[self.after] = None
            case "lies" | "pool" | "arrows" | "final":
                self.of_table(head, rest)
            case _:
                known = _known(self.body, words) or self.of_pawn(head, rest)
                return known or self.of_side(head, rest)
        return True

    def of_pawn(self, head: str, words: Sequence[str]) -> bool:
        """Read a part about the last move of a pawn of Otoma's; false if it is none."""
        moves: list[Json] = self.body.get("moves", [])
        if words[:1] == ["goes"]:
            self.body["moves"] = [*moves, _went(head, words[1:])]
        elif head in ("token", "tokenless"):
            moves[-1]["token"] = head == "token"
        elif head == "breaks":
            failed = [{"rule": f"tiwanaku.{rule}", "status": "failed"} for rule in words]
            moves[-1]["checks"] = failed
        else:
            return False
        return True

    def of_table(self, what: str, words: Sequence[str]) -> None:
        """Read a field of the table after a turn that belongs to no side."""
        pairs = zip(words[::2], words[1::2], strict=False)
        if what == "lies":
            for space, cell in pairs:
                self.cells[int(space[1]) - 1][ord(space[0]) - ord("A")] = cell
            self.changed["terrain"], self.changed["crops"] = tiwanaku.rows(self.cells)
        elif what == "arrows":
            self.changed["arrows"] = {space: tiwanaku.arrow(arrow) for space, arrow in pairs}
        else:
            self.changed[what] = tiwanaku.counts(words) if what == "pool" else tiwanaku.final(words)

    def checks(self, status: str, rules: Sequence[str]) -> None:
        found = [{"rule": f"tiwanaku.{rule}", "status": status} for rule in rules]
        if found:
            self.body.setdefault("checks", []).extend(found)

    def of_side(self, name: str, words: Sequence[str]) -> bool:
        """Read a gain, or what a side of the table after it has; false if it is neither."""
        if re.fullmatch(r"[+-]\d+", words[0]):
            self.silent = False
            self.gains.append(_gain(name, words))
            if "moves" in self.body:
                self.body["moves"][-1]["changes"].append(self.gains[-1])
            return True
        if words[0] not in _HAD:
            return False
        field, read = _HAD[words[0]]
        self.side(name)[field] = read(words[1:])
        return True

    def side(self, name: str) -> Json:
        """The part of the table that belongs to a side."""
        if name in ("Otoma", "group"):
            side: Json = self.changed.setdefault(name.lower(), {})
            return side
        players: list[Json] = self.changed.setdefault("players", [])
        if name not in [one["name"] for one in players]:
            players.append({"name": name})
        return next(one for one in players if one["name"] == name)


def _pawns(words: Sequence[str]) -> list[Json]:
    pairs = zip(words[::2], words[1::2], strict=True)
    return [{"colour": colour, "space": space} for colour, space in pairs]


_HAD: Mapping[str, tuple[str, Callable[[Sequence[str]], Any]]] = {
    # A side after a turn: `at A1 B2`, `holds 2 4`, `steps M1 S2`.
    "at": ("meeples", lambda words: [space for space in words if space != "reserve"]),
    "pawns": ("pawns", _pawns),
    "holds": ("offerings", tiwanaku.levels),
    "score": ("score", lambda words: int(words[0])),
    "steps": ("diversity", tiwanaku.counts),
    "stacks": ("stacks", tiwanaku.counts),
    "tops": ("tops", tiwanaku.tops),
    "recalled": ("recalled_from", lambda words: words[0]),
}


def _gain(side: str, words: Sequence[str]) -> Json:
    """`Ana +2 = 23 discovery level 2 pawns S R at D5`."""
    gain: Json = {"player": side, "points": int(words[0])}
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
            gain["pawns"] = [TERRAINS[letter] for letter in rest.pop(0)]
        elif word == "tokens":
            gain["tokens"] = [int(level) for level in rest.pop(0)]
        elif word[0] == "=":
            gain["terrain"] = TERRAINS[word[1]]
        else:
            gain["effect"] = word
    return gain


def _known(body: Json, words: Sequence[str]) -> bool:
    """Read which rulings could matter; false for any other part."""
    if words[0] in ("matters", "irrelevant"):
        body.setdefault("rulings", []).extend(
            {"name": name, "could_matter": words[0] == "matters"} for name in words[1:]
        )
    return words[0] in ("matters", "irrelevant")


# Operations.


def _check(case: Mapping[str, Any], table: Mapping[str, Any]) -> Asked:
    body = {"snapshot": _snapshot(table), **_played(case["check"])}
    if body["player"] != "Otoma":
        body["check_wheel"] = case.get("wheel", False)
    return Asked("legality-checks", body, _answer(case, table))


def _answer(case: Mapping[str, Any], table: Mapping[str, Any], after: str = "after") -> Json:
    return _Expected(table, after).read(case["then"])


def _actions(case: Mapping[str, Any], table: Mapping[str, Any]) -> Asked:
    expected: Json = {}
    given = {"given": {"after_move": _moved(*case["moved"].split())}} if "moved" in case else {}
    body = {"snapshot": _snapshot(table), "player": case["actions"], **given}
    for part in _parts(case["then"]):
        words = part.split()
        head, rest = words[0], words[1:]
        if " to " in part:
            way, _, moves = part.rpartition(": ")
            arrow = {"arrow": way} if way else {}
            expected.setdefault("moves", []).extend({**arrow, **move} for move in _moves(moves))
        elif head == "due":
            expected.setdefault("moves", []).extend(_due(rest))
        elif head == "moveless":
            expected["moves"] = []
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
    return Asked("legal-actions", body, expected)


def _moved(player: str, space: str, *colour: str) -> Json:
    """`Ana A4 blue`: the move after which Otoma moves."""
    return {"player": player, "space": space, **({"meeple_colour": colour[0]} if colour else {})}


def _moves(text: str) -> Iterator[Json]:
    """`B1 to A2 via A1 A2, C1`."""
    start, _, ends = text.partition(" to ")
    for end in _parts(ends, ","):
        space, _, path = end.partition(" via ")
        move: Json = {"from": None if start == "reserve" else start, "to": space}
        yield move | ({"path": path.split()} if path else {})


def _end(case: Mapping[str, Any], table: Mapping[str, Any]) -> Asked:
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
    return Asked("end-checks", {"snapshot": _snapshot(table), "player": case["end"]}, expected)


def _scores(case: Mapping[str, Any], table: Mapping[str, Any]) -> Asked:
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
    return Asked("scores", {"snapshot": _snapshot(table)}, expected)


def _due(words: Sequence[str]) -> Iterator[Json]:
    """`purple E2 > 3 tied D4`, or `nobody`."""
    if words != ["nobody"]:
        pawn, space, way, *rest = words
        due: Json = {"pawn": pawn, "space": space, "direction": DIRECTIONS[way]}
        if rest:
            due["distance"] = int(rest[0])
        if "tied" in rest:
            due["tied_with"] = rest[rest.index("tied") + 1 :]
        yield due


def _went(start: str, words: Sequence[str]) -> Json:
    """`E2 goes F2 G2 stops` or `… stays`."""
    *way, end = words
    stop = way[-1] if end == "stops" else None
    return {"from": start, "course": way, "stops_at": stop, "changes": []}


def _replays(case: Mapping[str, Any], table: Mapping[str, Any]) -> Asked:
    turns = [*map(_played, case["record"])]
    record = {"snapshot": _snapshot(table), "turns": turns}
    body = {"record": record, "check_wheel": case.get("wheel", False)}
    expected = _Expected(table)
    verdicts: list[Json] = [{} for _ in turns]
    for part in _parts(case["then"]):
        head, *rest = part.split()
        if head == "stopped":
            del verdicts[int(rest[0]) + 1 :]
            at = int(rest[0])
            expected.body["stopped_at"] = {"turn": at, "move": 0, "player": turns[at]["player"]}
        elif head == "through":
            expected.body["stopped_at"] = None
        elif head == "turn":
            one = _Expected(table)
            one.common(rest[1:])
            verdicts[int(rest[0])] |= one.done()
        elif head == "ledger":
            gains = [{"points": int(points)} for points in rest[1:]]
            expected.body.setdefault("ledger", {})[rest[0]] = gains
        elif not expected.common([head, *rest]):
            raise ValueError(part)
    return Asked("replays", body, {**expected.done(), "turns": verdicts})


def _disputes(case: Mapping[str, Any], table: Mapping[str, Any]) -> Asked:
    after = merged(table, case["later"])
    body = {"before": _snapshot(table), "after": _snapshot(after), "player": case["dispute"]}
    expected: Json = {}
    for part in _parts(case["then"], "|"):
        head, _, rest = part.partition(" ")
        if head in ("possible", "impossible"):
            expected["possible"] = head == "possible"
        elif head in ("more", "all"):
            expected["more"] = head == "more"
        elif head == "account":
            expected.setdefault("accounts", []).append({"moves": [_turn(rest)]})
        elif head == "differs":
            pointer, *values = rest.split()
            numbers = [int(value) if value.isdigit() else value for value in values]
            difference = dict(zip(("before", "after"), numbers, strict=False))
            expected.setdefault("differences", []).append({"pointer": pointer, **difference})
        elif not _known(expected, part.split()):
            raise ValueError(part)
    return Asked("disputes", body, expected)


def _set_ups(case: Mapping[str, Any], table: Mapping[str, Any]) -> Asked:
    snapshot = _snapshot(table)
    body = {key: snapshot[key] for key in _SET_UP if key in snapshot}
    body["players"] = [
        {"name": player["name"], "colour": player["colour"]} for player in snapshot["players"]
    ]
    body["rulings"] = snapshot.get("rulings", {})
    if table.get("mode", "competitive") != "competitive":
        pieces = tiwanaku.pieces(Text(table["board"]))
        body["otoma"] = [
            {"colour": tiwanaku.PAWNS[sign], "space": space}
            for sign, space in pieces
            if sign in tiwanaku.PAWNS
        ]
    return Asked("scenarios", {"set_up": body}, _answer(case, table, "snapshot"))


_SET_UP = ("board", "mode", "terrain", "crops", "tiles", "start", "difficulty")


def _rules(case: Mapping[str, Any]) -> Iterator[str]:
    """The rules that a case or its expectation names."""
    yield from case.get("rules", "").split()
    for part in _parts(case["then"]):
        words = part.split()
        at = 2 if words[0] == "turn" else 0
        if words[at] in ("illegal", "unknown", "passes", "met", "unmet"):
            yield from words[at + 1 :]


NOTATION = Notation(
    "tiwanaku",
    (
        *("mode", "board", "tiles", "start", "top", "difficulty", "player", "otoma", "group"),
        *("arrows", "paths", "pool", "final", "left", "ruling"),
    ),
    {
        "check": _check,
        "actions": _actions,
        "end": _end,
        "scores": _scores,
        "record": _replays,
        "dispute": _disputes,
        "set_up": _set_ups,
        **tiwanaku_worlds.OPERATIONS,
    },
    ("later", "wheel", "moved", "explain", "count_to", "asked"),
    _rules,
)
