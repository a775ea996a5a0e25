"""How cases about the secret world of Tiwanaku are written down; the rest is in `tiwanaku`."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

__all__ = ["QUESTIONS"]

Json = dict[str, Any]
Written = tuple[str, Json, Json]

_TERRAINS = {"M": "mud", "S": "sand", "G": "grass", "R": "rock"}
_LIMIT = 10_000


def _board(told: Mapping[str, Any]) -> Json:
    rows = [line.split() for line in told["board"].strip().splitlines()]
    return {
        "board": "short" if len(rows[0]) == 5 else "long",
        "terrain": ["".join(cell[0] for cell in row) for row in rows],
        "crops": [
            "".join(cell[1:2] if cell[1:2].isdigit() else "." for cell in row) for row in rows
        ],
    }


def _counts(words: str) -> Json:
    counts = dict.fromkeys(_TERRAINS.values(), 0)
    return counts | {_TERRAINS[word[0]]: int(word[1:]) for word in words.split()}


def _parts(then: str) -> list[list[str]]:
    return [part.split() for part in then.split(";") if part.strip()]


def _deductions(case: Mapping[str, Any], told: Mapping[str, Any]) -> Written:
    """`deduce` names the spaces that are asked about, `*` all of them."""
    body = _board(told) | {
        "tiles": _counts(told["tiles"]),
        "rulings": dict(told.get("rulings", {})),
        "explain": case.get("explain", False),
        "count_to": case.get("count_to", 1),
        "time_limit_ms": _LIMIT,
    }
    if case["deduce"] != "*":
        body["focus"] = case["deduce"].split()
    expected: Json = {}
    for word, *rest in _parts(case["then"]):
        _deduced(expected, word, rest)
    return "deductions", body, expected


def _deduced(expected: Json, word: str, rest: Sequence[str]) -> None:
    match word:
        case "worlds":
            expected |= {"consistent": True, "worlds": {"count": int(rest[0]), "exact": True}}
        case "many":
            expected |= {"consistent": True, "worlds": {"count": int(rest[0]), "exact": False}}
        case "impossible":
            expected |= {"consistent": False, "spaces": {}}
            if rest:
                by = rest.index("by")
                expected["conflict"] = {"tiles": [*rest[:by]], "laws": [*rest[by + 1 :]]}
        case "certain":
            space, value = rest
            told = {"crop": int(value)} if value.isdigit() else {"terrain": _TERRAINS[value]}
            expected.setdefault("certain", []).append({"space": space, **told})
        case "tier":
            expected["difficulty"] = {"tier": int(rest[0])}
        case "matters" | "irrelevant":
            expected["rulings"] = [{"name": rest[0], "could_matter": word == "matters"}]
        case "refused":
            return
        case space:
            expected.setdefault("spaces", {})[space] = _possible(rest)


def _possible(marks: Sequence[str]) -> Json:
    """What is left to a space: letters of terrains, digits of levels."""
    possible: Json = {}
    for mark in marks:
        if mark.isdigit():
            possible["crops"] = [int(level) for level in mark]
        else:
            possible["terrain"] = [_TERRAINS[letter] for letter in mark]
    return possible


def _scenario_checks(case: Mapping[str, Any], told: Mapping[str, Any]) -> Written:
    """`disc` names the start spaces."""
    body = _board(told) | {"start": case["disc"].split(), "otoma": None}
    expected: Json = {}
    for word, *rest in _parts(case["then"]):
        match word:
            case "lawful":
                expected |= {"lawful": True, "violations": []}
            case "breaks":
                one = {"rule": f"tiwanaku.law.{rest[0]}", "spaces": [*rest[1:]]}
                expected.setdefault("violations", []).append(one)
                expected["lawful"] = False
            case "unique" | "several":
                expected[f"unique_{rest[0]}"] = word == "unique"
            case "tier":
                expected["difficulty"] = {"tier": int(rest[0])}
            case "deal":
                expected["deal"] = {str(n): str(n) in rest for n in (2, 3, 4)}
            case "tiles":
                expected["tiles"] = _counts(" ".join(rest))
            case _:
                expected[word] = {"yes": True, "no": False}.get(rest[0])
    return "scenario-checks", body, expected


def _scenarios(case: Mapping[str, Any], told: Mapping[str, Any]) -> Written:
    """`draw` is a seed; `then` says what the disc is, or why there is none."""
    body = {"seed": case["draw"], **told.get("asked", {}), **case.get("asked", {})}
    expected: Json = {"generator": "2"}
    for word, *rest in _parts(case["then"]):
        match word:
            case "nothing":
                expected |= {"disc": None, "check": None, "why": rest[0]}
            case "start":
                expected.setdefault("disc", {})["start"] = [*rest]
            case "terrain" | "crops":
                expected.setdefault("disc", {})[word] = [*rest]
            case "refused":
                continue
            case _:
                check = expected.setdefault("check", {"lawful": True, "fits_box": True})
                check[f"unique_{rest[0]}"] = word == "unique"
    return "scenarios", body, expected


QUESTIONS: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Written]] = (
    MappingProxyType({"deduce": _deductions, "disc": _scenario_checks, "draw": _scenarios})
)
"""The questions about the secret world, by the key of a case that asks them."""
