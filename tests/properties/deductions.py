"""What holds of the deductions about the secret world, whatever lies."""

from collections.abc import Iterator
from random import Random
from typing import Any

from properties.frame import Adapter, Request, Service, Violation

__all__ = [
    "focus_changes_nothing",
    "laying_every_possible_value_leaves_the_same",
    "laying_what_is_certain_changes_nothing",
]

Json = dict[str, Any]

_LETTER = {"mud": "M", "sand": "S", "grass": "G", "rock": "R"}


def laying_what_is_certain_changes_nothing(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """With all that is certain on the board there are as many worlds, and as many values."""
    request, told = _drawn(service, of, seed)
    if not told.get("consistent"):
        return
    body = request.body
    for value in told["certain"]:
        body = _laid(body, value["space"], value)
    laid = Request(request.operation, body)
    after = _told(service, laid)
    if after is None:
        return
    if _known(after, told) != _known(told, told):
        yield Violation(request, f"with what is certain laid: {_differing(told, after)}")


def laying_every_possible_value_leaves_the_same(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """Of each value that a space may have there are worlds: together those of before."""
    request, told = _drawn(service, of, seed)
    open_ = [(at, each) for at, each in told.get("spaces", {}).items() if len(each["terrain"]) > 1]
    if not told.get("consistent") or not open_:
        return
    space, values = Random(seed).choice(open_)
    count, spaces = 0, dict[str, set[Any]]()
    for terrain in values["terrain"]:
        laid = Request(request.operation, _laid(request.body, space, {"terrain": terrain}))
        after = _told(service, laid)
        if after is None:
            return
        if not after["consistent"]:
            yield Violation(laid, f"{space} may be {terrain}, and no world shows it")
            return
        count += after["worlds"]["count"]
        for at, each in after["spaces"].items():
            spaces[at] = spaces.get(at, set()) | {*each["terrain"], *each["crops"]}
    before = {at: {*each["terrain"], *each["crops"]} for at, each in told["spaces"].items()}
    wrong = [at for at in spaces if at in before and at != space and spaces[at] != before[at]]
    if wrong:
        yield Violation(request, f"the terrains of {space} leave other values to {wrong}")
    if told["worlds"]["exact"] and count != told["worlds"]["count"]:
        says = (
            f"the terrains of {space} have {count} worlds together, not {told['worlds']['count']}"
        )
        yield Violation(request, says)


def focus_changes_nothing(service: Service, of: Adapter, seed: int) -> Iterator[Violation]:
    """A space that is asked about alone may have what it may have among all."""
    request, told = _drawn(service, of, seed)
    if not told.get("spaces"):
        return
    some = Random(seed).sample(sorted(told["spaces"]), min(3, len(told["spaces"])))
    focused = _told(service, Request(request.operation, {**request.body, "focus": some}))
    if focused is None:
        return
    for space in some:
        if focused["spaces"][space] != told["spaces"][space]:
            says = f"{space} has {focused['spaces'][space]} in focus, else {told['spaces'][space]}"
            yield Violation(request, says)


def _drawn(service: Service, of: Adapter, seed: int) -> tuple[Request, Json]:
    """A board, and what is known of it; nothing if not all was found out."""
    request = of.draw(seed, ("deductions",))
    return request, _told(service, request) or {}


def _told(service: Service, request: Request) -> Json | None:
    answer = service.ask(request)
    if not answer.ok or answer.told["truncated"]:
        return None
    told: Json = answer.told
    return told


def _laid(body: Json, space: str, value: Json) -> Json:
    """A board with a terrain or a crop more."""
    layer, letter = ("terrain", _LETTER[value["terrain"]]) if "terrain" in value else ("", "")
    if not layer:
        layer, letter = "crops", str(value["crop"])
    column, row = ord(space[0]) - ord("A"), int(space[1:]) - 1
    rows = [*body[layer]]
    rows[row] = rows[row][:column] + letter + rows[row][column + 1 :]
    return {**body, layer: rows}


def _known(told: Json, first: Json) -> Json:
    """The values of the spaces that were asked about first, and the worlds if they were counted."""
    worlds = told["worlds"]["count"] if first["worlds"]["exact"] else None
    return {"worlds": worlds, "spaces": {**told["spaces"], **_settled(told, first)}}


def _settled(told: Json, first: Json) -> Json:
    """Spaces that are no longer listed since they are full have what was certain of them."""
    return {at: each for at, each in first["spaces"].items() if at not in told["spaces"]}


def _differing(one: Json, other: Json) -> Json:
    spaces = {
        at: (one["spaces"][at], each)
        for at, each in other["spaces"].items()
        if one["spaces"].get(at) != each
    }
    return {"worlds": (one["worlds"], other["worlds"]), "spaces": spaces}
