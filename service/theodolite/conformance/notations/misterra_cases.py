"""Test cases of Maps of Misterra: what is asked is a line, and what must be answered another one.

`tests/cases/misterra/README.md` documents the notation, `misterra` reads the tables.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from theodolite.conformance.notations.chapters import STATUSES, Asked, Notation, checks, merged
from theodolite.misterra.board import GRID, ISLAND, TERRAIN_NAMES
from theodolite.notation import misterra
from theodolite.notation.text import (
    Json,
    Text,
    board_rows,
    entries_of,
    fault,
    found,
    groups,
    number,
)
from theodolite.rulebook import Rulebook

_Case = Mapping[str, Any]
_GAME = "misterra"
_OTOMA = "Otoma"
_NOTHING = "nothing"
_RULEBOOK = Rulebook("theodolite.misterra")


def _snapshot(table: _Case) -> Json:
    return misterra.TABLE.read(entries_of(table), misterra.TABLE.needed)


def _rules(words: Sequence[Text]) -> list[str]:
    return [f"{_GAME}.{word}" for word in words]


# Turns.


def _half_day(line: Text, separator: str = ";") -> Json:
    """`move D3 E3` or `stay`; `lagoon MS > LM`; `sketch LJ`; `map D3 D4`, `claim` or `discard`."""
    half_day: Json = {}
    for part in line.parts(separator):
        head, *words = part.words()
        match head:
            case "move" | "stay":
                half_day["path"] = [misterra.place(word) for word in words]
            case "lagoon":
                half_day["lagoon"] = {"discard": misterra.sketch(words[0])}
                if words[1:]:
                    half_day["lagoon"]["reveal"] = misterra.sketch(words[2])
            case "sketch":
                half_day["sketch"] = misterra.sketch(words[0])
            case "map":
                half_day["action"] = {"type": "map"}
                if words:
                    half_day["action"]["spaces"] = misterra.spaces(words)
            case "claim" | "discard":
                half_day["action"] = {"type": str(head)}
            case _:
                raise fault("unknown_word", head)
    return half_day


def _otoma_half_day(line: Text) -> Json:
    """`confirm D4 M, map B2 J`, on D4 a mountain otherwise; `claim`, `claim at E1`, `no claim`."""
    actions, *claims = line.parts()
    half_day: Json = {"actions": [_otoma_action(part.words()) for part in actions.parts(",")]}
    for claim in claims:
        words = claim.words()
        half_day["claim"] = words[0] == "claim"
        if words[1:2] == ["at"]:
            half_day["claim_at"] = misterra.space(words[2])
    return half_day


def _otoma_action(words: Sequence[Text]) -> Json:
    do, space, letter = words
    key = found(do, {"confirm": "otherwise", "map": "terrain"})
    return {"space": misterra.space(space), "do": str(do), key: misterra.terrain(letter)}


def _move(name: Text, line: Text) -> Json:
    """A half day of a player, or of Otoma."""
    of_otoma = name == _OTOMA and line.strip().startswith(("confirm", "map"))
    return _otoma_half_day(line) if of_otoma else _half_day(line)


def _turn(line: Text) -> Json:
    """`Ada: half day | half day | revealed LL JS`; the same of Otoma; or `Ada: leaves`."""
    name, rest = line.before_and_after(":")
    if rest.words() == ["leaves"]:
        return {"player": str(name), "left": True}
    turn: Json = {"player": str(name), "moves": []}
    for part in rest.parts("|"):
        if part.startswith("revealed"):
            turn["revealed"] = [misterra.sketch(word) for word in part.words()[1:]]
        else:
            turn["moves"].append(_move(name, part))
    return turn


# Answers.

_Read = Callable[[Json, Text, list[Text]], bool]
"""Reads a part of an answer into it; false if it is no such part."""
_Answer = TypeVar("_Answer")


def _expected(case: _Case, table: _Case, *readers: _Read) -> Json:
    """The answer that `then` stands for, each part read by the first reader that knows it."""
    answer: Json = {}
    for part in Text(case.get("then", "")).parts():
        words = part.words()
        if not any(read(answer, part, words) for read in (*readers, _rulings_in(table))):
            raise fault("unknown_word", part)
    return answer


def _rulings_in(table: _Case) -> _Read:
    """`matters RULING…` and `irrelevant RULING…`, with the values that the table has."""
    defaults = {name: ruling.default for name, ruling in _RULEBOOK.rulings.items()}
    values = {**defaults, **table.get("ruling", {})}

    def read(answer: Json, _: Text, words: list[Text]) -> bool:
        if words[0] not in ("matters", "irrelevant"):
            return False
        answer.setdefault("rulings", []).extend(
            {"name": str(name), "value": found(name, values), "could_matter": words[0] == "matters"}
            for name in words[1:]
        )
        return True

    return read


def _verdict(answer: Json, _: Text, words: list[Text]) -> bool:
    """`legal`, `illegal RULE…`, `not whole`; `fails RULE…`, `passes RULE…`, `unknown RULE…`."""
    head, *rules = words
    if head in _LEGAL:
        answer["legal"] = _LEGAL[head]
    if head in STATUSES and rules:
        answer.setdefault("checks", []).extend(checks(_GAME, head, rules))
    return head in _LEGAL or head in STATUSES


_LEGAL = {"legal": True, "illegal": False, "not": None}


def _after_in(table: _Case) -> _Read:
    """The table after it: `island D3 j`, `display LJ`, `Ada at D3`, or `after nothing`."""
    before = _snapshot(table)

    def read(answer: Json, _: Text, words: list[Text]) -> bool:
        head, *rest = words
        if words == ["after", _NOTHING]:
            answer["after"] = None
            return True
        field = _TABLE_PARTS.get(head)
        if field is None:
            return _player_after(answer, before, words)
        answer.setdefault("after", {})[str(head)] = field(before, rest)
        return True

    return read


def _with_letters(rows: Sequence[str], words: Sequence[Text]) -> list[str]:
    """Rows with letters put on spaces: `D3 J E3 .`; as they are if there are no words."""
    letters: dict[int, str] = {
        GRID.spaces[misterra.space(space)]: letter
        for space, letter in zip(words[::2], words[1::2], strict=True)
    }
    text = "".join(rows)
    changed = "".join(letters.get(i, letter) for i, letter in enumerate(text))
    return [changed[i : i + GRID.columns] for i in range(0, len(text), GRID.columns)]


def _sketches(words: Sequence[Text]) -> list[list[str] | None]:
    return [misterra.sketch(word) for word in words if word != "none"]


_TABLE_PARTS: Mapping[str, Callable[[Json, list[Text]], Any]] = {
    "island": lambda before, words: _with_letters(before["island"], words),
    "display": lambda _, words: _sketches(words),
    "deck": lambda _, words: number(words[0]),
    "otoma": lambda _, words: {"claims": misterra.spaces(words)},
}


def _player_after(answer: Json, before: Json, words: list[Text]) -> bool:
    """`Ada at D3 claims D1 draws D3 J`, as far as it is said."""
    player = next((one for one in before["players"] if one["name"] == words[0]), None)
    if player is None:
        return False
    has: Json = {"name": player["name"]}
    for keyword, rest in groups(words[1:], ("at", "claims", "draws")):
        match keyword:
            case "at":
                has["meeple"] = misterra.place(rest[0])
            case "claims":
                has["claims"] = misterra.spaces(rest)
            case "draws":
                has["parchment"] = _with_letters(player["parchment"], rest)
    answer.setdefault("after", {}).setdefault("players", []).append(has)
    return True


def _remarked(answer: Json, _: Text, words: list[Text]) -> bool:
    """`remarks RULE…`, or `remarks nothing`."""
    head, *rest = words
    if head != "remarks":
        return False
    answer["remarks"] = [{"rule": rule} for rule in _rules(rest) if rest != [_NOTHING]]
    return True


def _changed(answer: Json, part: Text, words: list[Text]) -> bool:
    """`changes D3 placed, D4 confirmed`."""
    if words[0] != "changes":
        return False
    pairs = [one.words() for one in part[len("changes") :].parts(",")]
    answer["changes"] = [
        {"space": misterra.space(space), "effect": str(effect)} for space, effect in pairs
    ]
    return True


# Operations.


def _check(case: _Case, table: _Case) -> Asked:
    """`check = "Ada: half day"`."""
    player, line = Text(case["check"]).before_and_after(":")
    body = {"snapshot": _snapshot(table), "player": str(player), "move": _move(player, line)}
    readers = (_verdict, _changed, _otoma_done, _after_in(table), _remarked)
    expected = _expected(case, table, *readers)
    return Asked("legality-checks", body, expected)


def _actions(case: _Case, table: _Case) -> Asked:
    """`actions = "Ada"`."""
    body = {"snapshot": _snapshot(table), "player": case["actions"]}
    return Asked("legal-actions", body, _expected(case, table, _position, _verdict, _remarked))


def _position(answer: Json, part: Text, words: list[Text]) -> bool:
    """`C3 by C2 C3`; of that place `sees …`, `maps`, `places C1 C2, C2 C3`, `claim legal …`."""
    head, *rest = words
    moves: list[Json] = answer.setdefault("moves", [])
    if rest[:1] == ["by"]:
        path = [misterra.place(word) for word in rest[1:] if word != _NOTHING]
        moves.append({"meeple": misterra.place(head), "move": {"path": path}})
        return True
    match head:
        case "sees":
            moves[-1]["sees"] = misterra.spaces(rest)
        case "maps":
            moves[-1]["may_map"] = rest != ["not"]
        case "places":
            pairs = [one.words() for one in part[len("places") :].parts(",")]
            moves[-1]["placements"] = [misterra.spaces(pair) for pair in pairs if pair[1:]]
        case "claim":
            claim: Json = moves[-1].setdefault("claim", {})
            for keyword, rules in groups(rest, ("legal", *STATUSES)):
                _verdict(claim, part, [keyword, *rules])
        case _:
            return False
    return True


def _end(case: _Case, table: _Case) -> Asked:
    """`end = "Ada"`."""
    body = {"snapshot": _snapshot(table), "player": case["end"]}
    return Asked("end-checks", body, _expected(case, table, _condition, _remarked))


def _condition(answer: Json, _: Text, words: list[Text]) -> bool:
    """`begun`, `open` or `undecided`; `finished`, `unfinished`; `met RULE…`, `unmet RULE…`, …."""
    head, *rules = words
    if head in ("finished", "unfinished"):
        answer["over"] = head == "finished"
    elif head in _BEGUN:
        answer["triggered"] = _BEGUN[head]
    elif head in _MET:
        answer.setdefault("conditions", []).extend(
            {"rule": rule, "met": _MET[head]} for rule in _rules(rules)
        )
    else:
        return False
    return True


_BEGUN = {"begun": True, "open": False, "undecided": None}
_MET = {"met": True, "unmet": False, "unknown": None}


def _update(case: _Case, table: _Case) -> Asked:
    """`update = "B2 L, B3 J"`, on the island alone."""
    pairs = [part.words() for part in Text(case["update"]).parts(",")]
    island = board_rows(Text(table["island"]), ISLAND)
    snapshot: Json = {"island": island}
    if "ruling" in table:
        snapshot["rulings"] = dict(table["ruling"])
    action = {"type": "map", "spaces": [misterra.space(space) for space, _ in pairs]}
    sketch = [misterra.terrain(letter) for _, letter in pairs]
    body = {"snapshot": snapshot, "move": {"sketch": sketch, "action": action}}

    def read(answer: Json, _: Text, words: list[Text]) -> bool:
        head, *rest = words
        if head == "island":
            answer["after"] = {"island": _with_letters(island, rest)}
        elif head == "supply":
            counts = [number(word) for word in rest]
            answer["supply"] = dict(zip(TERRAIN_NAMES, counts, strict=True))
        elif head in GRID.spaces:
            change = _effect(words)
            change["rule"] = f"{_GAME}.map.{change['effect']}"
            answer.setdefault("changes", []).append({"returned": None, **change})
        else:
            return False
        return True

    return Asked("updates", body, _expected(case, table, read))


def _effect(words: Sequence[Text]) -> Json:
    """`B2 L replaced M`: the lagoon replaces a mountain, which returns to the supply."""
    space, letter, effect, *returned = words
    change = {"space": misterra.space(space), "terrain": misterra.terrain(letter)}
    change["effect"] = str(effect)
    return change | ({"returned": misterra.terrain(returned[0])} if returned else {})


def _otoma_done(answer: Json, part: Text, words: list[Text]) -> bool:
    """Of Otoma `does D4 M placed, B2 confirmed`, `claims …`."""
    head, *rest = words
    if head == "does":
        actions = [one.words() for one in part[len("does") :].parts(",")]
        answer["actions"] = [
            {"space": misterra.space(one[0]), "done": _effect(one) if one[2:] else str(one[1])}
            for one in actions
        ]
    elif head == "claims":
        answer["claim"] = None if rest == [_NOTHING] else _otoma_claim(rest)
    else:
        return False
    return True


def _otoma_claim(words: Sequence[Text]) -> Json:
    """`E1 J of E1 E2 tied A1`."""
    claim: Json = {"space": misterra.space(words[0]), "terrain": misterra.terrain(words[1])}
    for keyword, rest in groups(words[2:], ("of", "tied")):
        claim[found(keyword, {"of": "spaces", "tied": "tied_with"})] = misterra.spaces(rest)
    return claim


def _record(case: _Case, table: _Case) -> Asked:
    """`record = ["Ada: half day | half day | revealed LL JS", …]`."""
    turns = [_turn(Text(line)) for line in case["record"]]
    body = {"record": {"snapshot": _snapshot(table), "turns": turns}}
    return Asked(
        "replays", body, _expected(case, table, _replay, _verdict, _after_in(table), _remarked)
    )


def _replay(answer: Json, part: Text, words: list[Text]) -> bool:
    """`through` or `stopped TURN MOVE`; `finished`, …; for each turn its verdict."""
    head, *rest = words
    match head:
        case "through":
            answer["stopped_at"] = None
        case "stopped":
            at = [None if word == "-" else number(word) for word in rest]
            answer["stopped_at"] = dict(zip(("turn", "move"), at, strict=False))
        case "finished" | "unfinished" | "undecided":
            answer["over"] = None if head == "undecided" else head == "finished"
        case "turn":
            turn: Json = {}
            for keyword, rules in groups(rest, (*_LEGAL, *STATUSES)):
                _verdict(turn, part, [keyword, *rules])
            answer.setdefault("turns", []).append(turn)
        case _:
            return False
    return True


def _dispute(case: _Case, table: _Case) -> Asked:
    """`dispute = "Ada"`; `later.…` is what the later table has otherwise."""
    later = merged(table, case.get("later", {}))
    body = {"before": _snapshot(table), "after": _snapshot(later), "player": case["dispute"]}
    return Asked("disputes", body, _expected(case, table, _resolved))


def _resolved(answer: Json, part: Text, words: list[Text]) -> bool:
    """`possible`, `impossible`; `account half day | half day`; `differs POINTER…`, or `nothing`."""
    head, *rest = words
    if head in ("possible", "impossible"):
        answer["possible"] = head == "possible"
    elif head == "account":
        accounts: list[Json] = answer.setdefault("accounts", [])
        if rest != [_NOTHING]:
            moves = part[len("account") :].parts("|")
            accounts.append({"moves": [_half_day(one, ",") for one in moves]})
    elif head == "differs":
        answer["differences"] = [{"pointer": str(one)} for one in rest if one != _NOTHING]
    else:
        return False
    return True


def _scores(case: _Case, table: _Case) -> Asked:
    """The question of a case that asks no other."""
    expected = _expected(case, table, _sheet, _result, _remarked)
    return Asked("scores", {"snapshot": _snapshot(table)}, expected)


def _result(answer: Json, part: Text, words: list[Text]) -> bool:
    """`winners Ada, Bo by total`, or `nobody`; `removes A1 B1`, `unclaims Ada A1`, `solo …`."""
    head, *rest = words
    match head:
        case "winners":
            names, reason = part[len("winners") :].before_and_after(" by ")
            is_nobody = names.strip() == "nobody"
            answer["winners"] = [] if is_nobody else [str(name) for name in names.parts(",")]
            if reason or is_nobody:
                answer["decided_by"] = str(reason) if reason else None
        case "removes":
            answer.setdefault("removed", {})["tiles"] = misterra.spaces(rest)
        case "unclaims":
            pairs = [one.words() for one in part[len("unclaims") :].parts(",")]
            answer.setdefault("removed", {})["claims"] = [
                {"player": str(name), "space": misterra.space(space)}
                for name, space in (pair for pair in pairs if pair[1:])
            ]
        case "island":
            answer["island"] = [str(row) for row in part[len("island") :].rows()]
        case "solo":
            answer["solo"] = _solo(rest)
        case _:
            return False
    return True


def _solo(words: list[Text]) -> Json:
    """`solo 51 otoma 6 titles total=Dim fidelity=Expert`; `_` stands for a space, `-` for none."""
    solo: Json = {}
    for keyword, rest in groups(words, ("otoma", "titles")):
        if keyword == "otoma":
            solo["otoma_claims"] = number(rest[0])
        elif keyword == "titles":
            pairs = [word.partition("=") for word in rest]
            solo["titles"] = {
                key: None if title == "-" else title.replace("_", " ") for key, _, title in pairs
            }
        else:
            solo["total"] = number(rest[0])
    return solo


def _sheet(answer: Json, part: Text, words: list[Text]) -> bool:
    """`Ada: …`, and then the lines of her score sheet, each a part."""
    players: list[Json] = answer.get("players", [])
    name, rest = part.before_and_after(": ")
    if part.endswith(":") or rest:
        players = answer.setdefault("players", [])
        players.append({"name": str(name.parts(":")[0])})
        return not rest.strip() or _sheet_part(players[-1], rest, rest.words())
    return bool(players) and _sheet_part(players[-1], part, words)


def _sheet_part(player: Json, part: Text, words: list[Text]) -> bool:
    head, *rest = words
    if head in ("total", "rank"):
        player[str(head)] = number(rest[0])
    elif head == "subtotals":
        pairs = zip(rest[::2], rest[1::2], strict=True)
        player["subtotals"] = {str(key): number(points) for key, points in pairs}
    elif head in _ITEMS:
        player.setdefault("items", []).append(_ITEMS[head](part, words))
    else:
        return False
    return True


def _points_item(_: Text, words: Sequence[Text]) -> Json:
    """`fidelity 50 A1-E1` and `completeness -1 A1`."""
    category, points, *rest = words
    item: Json = {"category": str(category), "points": number(points)}
    return item | ({"spaces": misterra.spaces(rest)} if rest else {})


def _card_item(part: Text, words: Sequence[Text]) -> Json:
    """`card 9 8`; then the spaces, or `= 4 A1-E1, 4 A2-E2`, the parts."""
    _, card, points, *rest = words
    item: Json = {"category": "presumptions", "card": number(card), "points": number(points)}
    if rest[:1] == ["="]:
        parts = [one.words() for one in part.before_and_after("=")[1].parts(",")]
        item["parts"] = [
            {"points": number(one[0]), "spaces": misterra.spaces(one[1:])}
            for one in parts
            if one != [_NOTHING]
        ]
    elif rest:
        item["spaces"] = misterra.spaces(rest)
    return item


def _claim_item(part: Text, words: Sequence[Text]) -> Json:
    """`claim D1 S 8 D1-E1`; then `undisputed`, or `disputed Bo, Cy`."""
    _, claim, letter, points, *rest = words
    item: Json = {
        "category": "claims",
        "claim": misterra.space(claim),
        "terrain": misterra.terrain(letter),
        "points": number(points),
    }
    for keyword, inner in groups(rest, ("undisputed", "disputed")):
        if keyword:
            names = part.before_and_after("disputed")[1].parts(",")
            item["disputed_with"] = [str(name) for name in names]
        else:
            item["spaces"] = misterra.spaces(inner)
    return item


def _line_item(_: Text, words: Sequence[Text]) -> Json:
    """`column C 3 C1 C2 C3 C4 C5` or `row 1 0`, of Master Cartographers."""
    kind, which, points, *rest = words
    item: Json = {"category": "master_cartographers", "line": f"{kind} {which}"}
    item["points"] = number(points)
    return item | ({"spaces": misterra.spaces(rest)} if rest else {})


_ITEMS: Mapping[str, Callable[[Text, Sequence[Text]], Json]] = {
    "fidelity": _points_item,
    "completeness": _points_item,
    "card": _card_item,
    "claim": _claim_item,
    "column": _line_item,
    "row": _line_item,
}

NOTATION = Notation(
    _GAME,
    ("beach", "island", "player", "otoma", "variants", "ruling", "display", "deck", "left"),
    {
        "check": _check,
        "actions": _actions,
        "end": _end,
        "update": _update,
        "record": _record,
        "dispute": _dispute,
        "id": _scores,
    },
    ("later",),
)
