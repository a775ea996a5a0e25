"""How requests and responses of API 1 read in API 3.

A module of each game has `request`, `pointer`, `answer` and `comparable`, its `INTENDED`
differences with their reasons, and lists what is `unmapped`. This module has what all games share.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

REPLACED = {"page", "section", "heading"}
"""Fields beside a rule that are one `reference` now."""
SAID_ANEW = {"unknown_field", "wrong_type", "unknown_player", "unknown_ruling", "unknown_variant"}
"""Codes of faults whose sentences say more than they did."""
PAGE = "p."


def request(game: str, operation: str, body: Any, recorded: Any = None) -> tuple[str, Any]:
    """The path and the body with which API 3 is asked what API 1 was asked.

    Args:
        game: The game's segment of the path, `treasure-hunt`.
        operation: The rest of the path.
        body: The JSON of the body; a list of objects for NDJSON; text that is sent as it is.
        recorded: The response of API 1, which may tell what a request left open.
    """
    if operation == "scores/batch":
        return f"/v3/{game}/scores", [request(game, "scores", line)[1] for line in body]
    if not isinstance(body, dict):
        return f"/v3/{game}/{_names(game).get(operation, operation)}", body
    if operation == "boards":
        return f"/v3/{game}/notations", {"snapshot": body}
    module = module_of(game)
    if hasattr(module, "completed"):
        body = module.completed(operation, body, recorded)
    name, translated = module.request(operation, body)
    return f"/v3/{game}/{name}", translated


def answer(game: str, operation: str, recorded: Any, body: Any = None) -> Any:
    """The response that API 3 must give where API 1 gave the recorded one.

    Args:
        game: As for `request`.
        operation: The operation of API 1.
        recorded: The JSON of the response; a list of objects for NDJSON; or text.
        body: The body of the request.
    """
    if isinstance(recorded, list):
        return [
            answer(game, "scores", line, asked) for line, asked in zip(recorded, body, strict=True)
        ]
    if not isinstance(recorded, dict) or operation in ("rules", "rulings", "cards", "maps"):
        return recorded
    if "errors" in recorded or str(recorded.get("type", "")).startswith("/problems/"):
        return _problem(recorded, lambda pointer: _pointer(game, operation, pointer, body))
    if operation == "disputes":
        recorded = _undiagnosed(recorded)
    return module_of(game).answer(operation, cited(recorded), body)


def comparable(game: str, operation: str, now: Any, body: Any = None) -> Any:
    """The part of a response of API 3 that is compared with one of API 1."""
    if isinstance(now, list):
        for line in now:
            line.pop("line")
        return [comparable(game, operation.removesuffix("/batch"), line) for line in now]
    if isinstance(now, dict) and "errors" in now:
        return _problem(now, lambda pointer: pointer)
    if isinstance(now, dict) and str(now.get("type", "")).startswith("/problems/"):
        return {"type": now["type"]}
    if operation == "disputes":
        # What no play explains is told otherwise now: the likeliest departures, by their cost.
        now = _undiagnosed({name: value for name, value in now.items() if name != "mended"})
    return module_of(game).comparable(operation, now, body)


def _undiagnosed(dispute: Any) -> Any:
    """A dispute without its differences, and without the rulings that would change these."""
    rulings = [{**one, "could_matter": None} for one in dispute["rulings"]]
    return {**dispute, "differences": [], "rulings": rulings}


def unmapped(game: str, operation: str, body: Any) -> bool:
    """Whether API 3 has no counterpart to a request."""
    module = module_of(game)
    return hasattr(module, "unmapped") and bool(module.unmapped(operation, body))


def module_of(game: str) -> Any:
    """The module of a game."""
    return import_module(f"grammar.{game.replace('-', '_')}")


def _names(game: str) -> Mapping[str, str]:
    return {"boards": "notations", **getattr(module_of(game), "LISTS", {})}


def cited(value: Any) -> Any:
    """A value with one `reference` beside each rule."""
    if isinstance(value, list):
        return [cited(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    inner = {key: cited(inner) for key, inner in value.items() if key not in REPLACED}
    if "rule" in value and isinstance(value.get("page"), int):
        return {**inner, "reference": f"{PAGE} {value['page']}"}
    if "rule" in value and "section" in value:
        return {**inner, "reference": value["section"]}
    return value if REPLACED & value.keys() else inner


def renamed(names: Mapping[str, str]) -> Callable[[Any], Any]:
    """A translation that renames fields at any depth: old names to new ones."""

    def rename(value: Any) -> Any:
        if isinstance(value, dict):
            return {names.get(key, key): rename(inner) for key, inner in value.items()}
        return [rename(inner) for inner in value] if isinstance(value, list) else value

    return rename


def _pointer(game: str, operation: str, pointer: str, body: Any) -> str:
    if not isinstance(body, dict):
        return pointer
    if operation == "boards":
        return f"/snapshot{pointer}"
    translated: str = module_of(game).pointer(operation, pointer)
    return translated


def _problem(problem: Any, translate: Callable[[str], str]) -> Any:
    """A problem as far as it is compared: its type, and its faults in any order."""
    faults = [
        {
            **{key: value for key, value in fault.items() if key != "detail"},
            "pointer": translate(fault["pointer"]),
            "detail": "" if fault["code"] in SAID_ANEW else fault["detail"],
        }
        for fault in problem.get("errors", ())
    ]
    faults.sort(key=lambda fault: (fault["pointer"], fault["code"]))
    return {"type": problem["type"], **({"errors": faults} if faults else {})}
