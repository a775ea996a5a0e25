"""Properties of Tiwanaku's deductions about the secret world."""

from collections.abc import Iterator
from random import Random
from typing import Any

from properties.frame import Adapter, Request, Service, Violation
from tiwanaku.checker import Board, check_steps, singly

Json = dict[str, Any]

_TIERS = {"easy": 1, "medium": 2, "hard": 3}
_LETTER = {"mud": "M", "sand": "S", "grass": "G", "rock": "R"}


def laying_what_is_certain_changes_nothing(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """Placing all certain values leaves worlds and possible values unchanged."""
    request, document = _drawn(service, of, seed)
    if not document.get("consistent"):
        return
    body = request.body
    for value in document["certain"]:
        body = _laid(body, value["space"], value)
    laid = Request(request.operation, body)
    after = _deduced(service, laid)
    if after is None:
        return
    if _known(after, document) != _known(document, document):
        yield Violation(request, f"with what is certain laid: {_differing(document, after)}")


def laying_every_possible_value_leaves_the_same(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """Each possible value of a space has worlds; together they are all worlds."""
    request, document = _drawn(service, of, seed)
    open_ = [
        (at, each) for at, each in document.get("spaces", {}).items() if len(each["terrain"]) > 1
    ]
    if not document.get("consistent") or not open_:
        return
    space, values = Random(seed).choice(open_)
    count, spaces = 0, dict[str, set[Any]]()
    for terrain in values["terrain"]:
        laid = Request(request.operation, _laid(request.body, space, {"terrain": terrain}))
        after = _deduced(service, laid)
        if after is None:
            return
        if not after["consistent"]:
            yield Violation(laid, f"{space} may be {terrain}, and no world shows it")
            return
        count += after["worlds"]["count"]
        for at, each in after["spaces"].items():
            spaces[at] = spaces.get(at, set()) | {*each["terrain"], *each["crops"]}
    before = {at: {*each["terrain"], *each["crops"]} for at, each in document["spaces"].items()}
    wrong = [at for at in spaces if at in before and at != space and spaces[at] != before[at]]
    if wrong:
        yield Violation(request, f"the terrains of {space} leave other values to {wrong}")
    worlds = document["worlds"]
    if worlds["exact"] and count != worlds["count"]:
        says = f"the terrains of {space} have {count} worlds together, not {worlds['count']}"
        yield Violation(request, says)


def focus_changes_nothing(service: Service, of: Adapter, seed: int) -> Iterator[Violation]:
    """A focused request returns the same values for a space as a full one."""
    request, document = _drawn(service, of, seed)
    if not document.get("spaces"):
        return
    some = Random(seed).sample(sorted(document["spaces"]), min(3, len(document["spaces"])))
    focused = _deduced(service, Request(request.operation, {**request.body, "focus": some}))
    if focused is None:
        return
    for space in some:
        if focused["spaces"][space] != document["spaces"][space]:
            says = (
                f"{space} has {focused['spaces'][space]} in focus, else {document['spaces'][space]}"
            )
            yield Violation(request, says)


def every_chain_proves_its_value(service: Service, of: Adapter, seed: int) -> Iterator[Violation]:
    """An independent checker accepts every step, and every chain ends in its value."""
    drawn = of.draw(seed, ("deductions",))
    request = Request(drawn.operation, {**drawn.body, "explain": True})
    document = _deduced(service, request) or {"steps": [], "certain": []}
    try:
        concluded = check_steps(_board(request.body), document["steps"])
    except (AssertionError, KeyError) as wrong:
        yield Violation(request, f"a step does not follow: {wrong}")
        return
    for value in document["certain"]:
        left = {"terrain": [value["terrain"]]} if "terrain" in value else {"crops": [value["crop"]]}
        steps = value["steps"]
        said = [each for one in steps for each in singly(concluded[one])]
        if steps and {"space": value["space"], **left} not in said:
            yield Violation(request, f"steps {steps} do not prove {value}")


def a_puzzle_follows_by_its_tier(service: Service, of: Adapter, seed: int) -> Iterator[Violation]:
    """A disc of a difficulty leaves one world, and its proof needs the tier and no harder one."""
    random = Random(seed)
    difficulty, unique = random.choice([*_TIERS]), random.choice(["from_start", "from_terrain"])
    asked = {"board": "short", "seed": seed, "difficulty": difficulty, "unique": unique}
    request = Request("scenarios", {"draw": asked})
    drawn = service.ask(request).document
    if (disc := drawn["disc"]) is None:
        return
    start = {
        layer: [
            "".join(
                letter if f"{column}{number}" in disc["start"] else "."
                for column, letter in zip("ABCDE", row, strict=True)
            )
            for number, row in enumerate(disc[layer], 1)
        ]
        for layer in ("terrain", "crops")
    }
    known = {"terrain": disc["terrain"]} if unique == "from_terrain" else {}
    board = {"board": "short", **start, **known, "tiles": disc["tiles"]}
    body = {"snapshot": board, "time_limit_ms": 10_000}
    deduced = _deduced(service, Request("deductions", body))
    if deduced is None:
        return
    if deduced["worlds"] != {"count": 1, "exact": True}:
        yield Violation(request, f"leaves {deduced['worlds']['count']} worlds")
    reported = drawn["check"]["difficulty"]
    if reported is None or reported["tier"] != _TIERS[difficulty]:
        yield Violation(request, f"has the difficulty {reported}")
    if deduced["explained"] and deduced["difficulty"] != reported:
        yield Violation(request, f"is {deduced['difficulty']} by its deductions, not {reported}")


def _drawn(service: Service, of: Adapter, seed: int) -> tuple[Request, Json]:
    """Draw a board, and return its deductions; empty if they are truncated."""
    request = of.draw(seed, ("deductions",))
    return request, _deduced(service, request) or {}


def _deduced(service: Service, request: Request) -> Json | None:
    answer = service.ask(request)
    if not answer.ok or answer.document["truncated"]:
        return None
    document: Json = answer.document
    return document


def _board(body: Json) -> Board:
    """The board of a request as the checker holds it."""
    table = body["snapshot"]
    terrain = {letter: name for name, letter in _LETTER.items()}
    lying: dict[tuple[int, int], dict[str, Any]] = {}
    for y, row in enumerate(table["terrain"]):
        for x, letter in enumerate(row):
            if letter != ".":
                lying[x, y] = {"terrain": terrain[letter]}
                if (level := table["crops"][y][x]) != ".":
                    lying[x, y]["level"] = int(level)
    return Board((len(table["terrain"][0]), len(table["terrain"])), lying, table["tiles"])


def _laid(body: Json, space: str, value: Json) -> Json:
    """Add a terrain or a crop to a board."""
    layer, letter = ("terrain", _LETTER[value["terrain"]]) if "terrain" in value else ("", "")
    if not layer:
        layer, letter = "crops", str(value["crop"])
    column, row = ord(space[0]) - ord("A"), int(space[1:]) - 1
    rows = [*body["snapshot"][layer]]
    rows[row] = rows[row][:column] + letter + rows[row][column + 1 :]
    return {**body, "snapshot": {**body["snapshot"], layer: rows}}


def _known(document: Json, first: Json) -> Json:
    """Return the values of the spaces of the first response, and the number of worlds if exact."""
    worlds = document["worlds"]["count"] if first["worlds"]["exact"] else None
    return {"worlds": worlds, "spaces": {**document["spaces"], **_filled(document, first)}}


def _filled(document: Json, first: Json) -> Json:
    """Return the certain values of spaces that are full now and no longer listed."""
    return {at: each for at, each in first["spaces"].items() if at not in document["spaces"]}


def _differing(one: Json, other: Json) -> Json:
    spaces = {
        at: (one["spaces"][at], each)
        for at, each in other["spaces"].items()
        if one["spaces"].get(at) != each
    }
    return {"worlds": (one["worlds"], other["worlds"]), "spaces": spaces}
