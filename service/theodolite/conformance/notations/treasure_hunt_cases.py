"""Test cases of Treasure Hunt: what is played is a line, and what must be answered another one.

`tests/cases/treasure_hunt/README.md` documents the notation, `treasure_hunt` reads the tables.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from theodolite.conformance.notations.chapters import Asked, Notation, Operation, put
from theodolite.notation.text import Json, entries_of
from theodolite.notation.treasure_hunt import EXPLORERS, TABLE, seen
from theodolite.treasure_hunt.board import GRID

Written = tuple[str, Json, Json]

NAMES = ("Ann", "Bo", "Cy", "Di")
"""The players of the cases, in order."""
_STEPS = {"^": -GRID.columns, "<": -1, ">": 1, "v": GRID.columns}
"""How far each arrow leads, the spaces counted row by row: past a row's end onto the next row."""
_KNOWN = {"yes": True, "no": False, "unknown": None}
_POINTS = {"yes": 1, "no": 0, "unknown": None}
_CARDS = {"tree": "fallen_tree"}
"""The cards of pieces that have another name."""


# Turns.


class _Paces:
    """Where the pieces stand as they are moved, so that arrows alone can describe a path."""

    def __init__(self, table: Json) -> None:
        self.homes = [player["home"] for player in table["players"]]
        self.explorers = {
            sign: explorer["at"]
            for signs, player in zip(EXPLORERS, table["players"], strict=False)
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
            start = GRID.names[(GRID.spaces[start] + _STEPS[arrow]) % len(GRID.names)]
        path.append(start)
    return path


def turn(table: Json, line: str, player: str = "Ann") -> Json:
    """A turn on a table as it is written: the player, and the move."""
    return _turn(_Paces(table), line, player)


def _turn(paces: _Paces, line: str, player: str) -> Json:
    parts = [part.split() for part in line.split(";") if part.strip()]
    actions = [_action(part, paces, player) for part in parts]
    return {"player": player, "move": {"actions": actions}}


def _action(  # noqa: PLR0911 - a case for each kind
    words: Sequence[str], paces: _Paces, player: str
) -> Json:
    match words:
        case ["roll", die, pips]:
            return {"do": "roll", "die": die, "pips": int(pips)}
        case ["play", card, *rest]:
            return {"do": "play", "card": card, **_card_use(card, rest, paces)}
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
    named: Json = {key: which + 1 if key == "explorer" else f"explorer:{which + 1}"}
    return named if NAMES[owner] == player else {**named, "of": NAMES[owner]}


def _card_use(card: str, words: Sequence[str], paces: _Paces) -> Json:
    """The fields of a played card."""
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
    """The fields of a logging: whose marker, where, the shovel, the draw."""
    logging: Json = {}
    rest = list(words)
    while rest:
        match rest.pop(0):
            case "shovel":
                logging["shovel"] = True
            case "at":
                logging["at"] = rest.pop(0)
            case "drawn":
                logging["drawn"] = _drawn_cards(rest)
                rest.clear()
            case name if name in NAMES:
                logging["owner"] = name
            case route:
                logging["route"] = route
    return logging


def _drawn_cards(words: Sequence[str]) -> Json | None:
    if words == ["nothing"]:
        return None
    drawn = dict(zip(("coordinate", "action", "info_route", "treasure"), words, strict=False))
    return {key: None if word in ("-", "unseen") else word for key, word in drawn.items()}


# Operations.


def _ruled(rules: Sequence[str]) -> list[str]:
    return [f"treasure_hunt.{rule}" for rule in rules]


def _verdict(case: Mapping[str, Any]) -> Json:
    """Whether a turn is legal, and which rules it breaks or leaves open."""
    failed, unknown = _ruled(case.get("failed", ())), _ruled(case.get("not_checked", ()))
    checks = [{"rule": rule, "status": "failed"} for rule in failed]
    checks += [{"rule": rule, "status": "not_checked"} for rule in unknown]
    if "says" in case:
        checks.append({"explanation": case["says"]})
    # A turn without an action is not whole.
    whole = True if case.get("do", True) else None
    return {"legal": whole if not failed else False, **({"checks": checks} if checks else {})}


def _checked(case: Mapping[str, Any], table: Json) -> Written:
    """`do`: what a player does; `stands` is where the first piece moved stands after it."""
    played = turn(table, case["do"])
    if "refused" in case:
        return "legality-checks", {"snapshot": table, **played}, _refused(case["refused"])
    expected = _verdict(case)
    if "stands" in case:
        actions = played["move"]["actions"]
        move = next(action for action in actions if action["do"] == "move")
        expected["after"] = _expected_table(case, move, played["player"], table)
    return "legality-checks", {"snapshot": table, **played}, expected


def _refused(codes: Sequence[str]) -> Json:
    return {"errors": [{"code": code} for code in codes]} if codes else {}


def _expected_table(case: Mapping[str, Any], move: Json, player: str, table: Json) -> Json:
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
        {"mover": mover, **dict(zip(("at", "stopped_by"), end.split(), strict=True))}
        for end in case["ends"].split("; ")
    ]
    given: Json = {"roll": {"die": die, "pips": int(pips)}}
    if "moved" in case:
        given["moved"] = case["moved"].split()
    body = {"snapshot": table, "player": "Ann", "given": given}
    return "legal-actions", body, {"moves": ends, "total": len(ends) + case.get("others", 0)}


def _placed(case: Mapping[str, Any], table: Json) -> Written:
    """`place`: what Ann would lay in a turn that does nothing else yet, her hand unknown."""
    piece, *spaces = case["place"].split()
    ann, *_ = table["players"]
    if piece in ann["free"]:
        action, open_ = {"do": "place", "piece": piece}, ["turn.must"]
    else:
        action, open_ = {"do": "play", "card": _CARDS.get(piece, piece)}, ["card.hand", "turn.must"]
        ann["hand"] = None
    move = {"actions": [{**action, "spaces": spaces}]}
    verdict = _verdict({"not_checked": open_, **case})
    return "legality-checks", {"snapshot": table, "player": "Ann", "move": move}, verdict


def _met(case: Mapping[str, Any], table: Json) -> Written:
    """`met`: each demand of Ann's in order, treasures, coordinates, explorers."""
    sheet = {
        "name": "Ann",
        **{key: _KNOWN[case[key]] for key in ("complete", "won")},
        "items": [{"met": _KNOWN[one], "points": _POINTS[one]} for one in case["met"].split()],
    }
    expected: Json = {"players": [sheet]}
    if "remarks" in case:
        expected["remarks"] = [{"explanation": one} for one in case["remarks"]]
    return "scores", {"snapshot": table}, expected


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
    for named in case["turns"]:
        name, _, line = named.partition(": ")
        leaves = {"player": name, "left": True}
        turns.append(leaves if line == "leaves" else _turn(paces, line, name))
    expected: Json = {"legal": case["stopped"] == "no", "won": case.get("won")}
    if case["stopped"] != "no":
        at, action = case["stopped"].split()
        stop = {"turn": int(at), "action": None if action == "-" else int(action)}
        expected["stopped_at"] = {**stop, "player": turns[int(at)]["player"]}
    return "replays", {"record": {"snapshot": table, "turns": turns}}, expected


def _dispute(case: Mapping[str, Any], table: Json) -> Written:
    """`later`: what the later table shows otherwise, by pointers."""
    after = deepcopy(table)
    for pointer, value in case["later"].items():
        put(after, pointer, [*map(seen, value)] if pointer.endswith("/treasures") else value)
    body = {"before": table, "after": after, "player": "Ann"}
    expected = {key: case[key] for key in ("possible", "more") if key in case}
    if "differ" in case:
        expected["differences"] = [
            {"pointer": pointer, "explanation": why} for pointer, why in case["differ"].items()
        ]
    return "disputes", body, expected


def _possible(case: Mapping[str, Any], table: Json) -> Written:
    """`faults`: all that is wrong with a table, by their codes."""
    return "scores", {"snapshot": table}, _refused(case["faults"])


def _on_snapshot(
    operation: Callable[[Mapping[str, Any], Json], Written],
) -> Operation:
    """An operation on a snapshot as one on the entries of a table."""
    return lambda case, table: Asked(*operation(case, TABLE.read(entries_of(table), TABLE.needed)))


NOTATION = Notation(
    "treasure_hunt",
    (
        *("window", "at", "fill", "pieces", "player", "cards", "info", "terrain", "walker"),
        *("variants", "left", "ruling"),
    ),
    {
        "do": _on_snapshot(_checked),
        "ends": _on_snapshot(_rolled),
        "place": _on_snapshot(_placed),
        "met": _on_snapshot(_met),
        "way": _on_snapshot(_way),
        "turns": _on_snapshot(_record),
        "later": _on_snapshot(_dispute),
        "faults": _on_snapshot(_possible),
    },
    (
        *(
            "failed",
            "not_checked",
            "says",
            "refused",
            "stands",
            "terrain_after",
            "roll",
            "piece",
            "others",
        ),
        *("moved", "complete", "won", "remarks", "home", "dice", "turns_expected", "order"),
        *("stopped", "did", "possible", "more", "differ"),
    ),
    lambda case: [*case.get("rules", "").split(), *case.get("failed", ())],
)
