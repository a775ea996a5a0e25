"""Test cases about the secret world of Tiwanaku; the others are in `tiwanaku_cases`."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from theodolite.conformance.notations.chapters import Asked, Operation
from theodolite.notation.text import Json, Text
from theodolite.notation.tiwanaku import TERRAINS, board, counts

_LIMIT = 10_000


def _board(table: Mapping[str, Any]) -> Json:
    return board(Text(table["board"]))


def _parts(then: str) -> list[list[str]]:
    return [part.split() for part in then.split(";") if part.strip()]


def _deductions(case: Mapping[str, Any], table: Mapping[str, Any]) -> Asked:
    """`deduce` names the spaces that are asked about, `*` all of them."""
    body: Json = {
        "snapshot": {
            **_board(table),
            "tiles": counts(table["tiles"].split()),
            "rulings": dict(table.get("ruling", {})),
        },
        "explain": case.get("explain", False),
        "count_to": case.get("count_to", 1),
        "time_limit_ms": _LIMIT,
    }
    if case["deduce"] != "*":
        body["focus"] = case["deduce"].split()
    expected: Json = {}
    for word, *rest in _parts(case["then"]):
        _deduced(expected, word, rest)
    return Asked("deductions", body, expected)


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
            known = {"crop": int(value)} if value.isdigit() else {"terrain": TERRAINS[value]}
            expected.setdefault("certain", []).append({"space": space, **known})
        case "tier":
            expected["difficulty"] = {"tier": int(rest[0])}
        case "matters" | "irrelevant":
            expected["rulings"] = [{"name": rest[0], "could_matter": word == "matters"}]
        case space:
            expected.setdefault("spaces", {})[space] = _possible(rest)


def _possible(marks: Sequence[str]) -> Json:
    """The values left to a space: letters of terrains, digits of levels."""
    possible: Json = {}
    for mark in marks:
        if mark.isdigit():
            possible["crops"] = [int(level) for level in mark]
        else:
            possible["terrain"] = [TERRAINS[letter] for letter in mark]
    return possible


def _scenario_checks(case: Mapping[str, Any], table: Mapping[str, Any]) -> Asked:
    """`disc` names the start spaces."""
    body = _board(table) | {"start": case["disc"].split(), "otoma": None}
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
                expected["tiles"] = counts(rest)
            case _:
                expected[word] = {"yes": True, "no": False}.get(rest[0])
    return Asked("scenarios", {"check": body}, expected)


def _scenarios(case: Mapping[str, Any], table: Mapping[str, Any]) -> Asked:
    """`draw` is a seed; `then` says what the disc is, or why there is none."""
    body = {"seed": case["draw"], **table.get("asked", {}), **case.get("asked", {})}
    expected: Json = {"generator": "3"}
    for word, *rest in _parts(case["then"]):
        match word:
            case "nothing":
                expected |= {"disc": None, "check": None, "why": rest[0]}
            case "start":
                expected.setdefault("disc", {})["start"] = [*rest]
            case "terrain" | "crops":
                expected.setdefault("disc", {})[word] = [*rest]
            case _:
                check = expected.setdefault("check", {"lawful": True, "fits_box": True})
                check[f"unique_{rest[0]}"] = word == "unique"
    return Asked("scenarios", {"draw": body}, expected)


OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {"deduce": _deductions, "disc": _scenario_checks, "draw": _scenarios}
)
"""The operations about the secret world, by the key of a case that asks them."""
