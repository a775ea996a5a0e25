"""Random requests to every operation of a game: lawful ones, odd ones and broken ones.

The tables are those of the game's adapter. By the schemas of the operations, boards are emptied or
filled and fields take other values; now and then a place gets a value of another kind.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any

from properties.fields import Values, loads
from properties.frame import Adapter, at, put, walk
from theodolite.web import fields
from theodolite.web.operations import Operation
from theodolite.web.schemas import Schema

Json = dict[str, Any]
Path = tuple[str | int, ...]

BRIEF: Mapping[str, Sequence[int]] = {"time_limit_ms": (1, 30, 300, 1000)}
"""Values of fields for which random requests would take long."""
PARTS = 8
"""Parts of the spaces of a board, each of which is emptied or filled at once."""
SEEN = 20
"""Values of the request itself that are tried in other places of it."""
LETTERS = "ABCDEFJLMSWXYabcdjlms0159.-: ñ\u20ac\n"
_TABLES = ("snapshot", "before", "after")
_VALUES: Sequence[Any] = (
    *(None, True, False, 0, -1, 1, 3, 99, 10**400, -(2**63), 1.5, 1e308, "", " ", "A1", "J"),
    *("\x00", "\ud800", "x" * 5000, "é" * 41, "🧭", "../", "{}", [], {}, [[]], [None] * 40),
    *([0] * 1200, {str(i): i for i in range(1200)}, [[[[[[[[[[]]]]]]]]]], "9" * 400, "NaN"),
)


def random_body(of: Adapter, operations: Mapping[str, Operation], name: str, random: Random) -> Any:
    """Draw a body of a request: lawful, with other values of its schema, or broken.

    Args:
        of: The adapter of the game.
        operations: The operations of the game by name.
        name: The operation, which takes a JSON document.
        random: Source of randomness.
    """
    schema = operations[name].schema
    assert schema is not None
    body = _assembled(of, operations, name, random)
    change = _Change(random, body)
    changes: list[Callable[[Json], Json]] = [
        *[partial(change.option, name, field) for name, field in schema.fields.items()],
        *[
            partial(change.boards, schema, part)
            for part in range(random.choice((0, 0, 2, 3, 4, 5, PARTS)))
        ],
        *[partial(change.object, schema)] * random.choice((0, 1, 4)),
    ]
    keeps_lawful = random.random() < 0.8
    for one in changes:
        changed = one(body)
        if changed != body and (not keeps_lawful or loads(schema, changed)):
            body = changed
    for field in BRIEF.keys() & body.keys():
        body[field] = random.choice(BRIEF[field])
    for _ in range(random.choice((0, 0, 0, 0, 0, 1, 3))):
        body = corrupted(random, body)
    return body


def corrupted(random: Random, value: Any) -> Any:
    """Change one place of a JSON value, which may itself change."""
    places = list(_places(value))
    path = random.choice(places)
    here = at(value, path)
    if isinstance(here, str) and here and random.random() < 0.5:
        i = random.randrange(len(here))
        new: Any = here[:i] + random.choice(LETTERS) + here[i + random.randrange(2) :]
    elif isinstance(here, bool) or here is None:
        new = random.choice(_VALUES)
    elif isinstance(here, int) and random.random() < 0.5:
        new = here + random.choice([-1, 1, 10, -here])
    elif isinstance(here, list) and here and random.random() < 0.6:
        how = random.randrange(4)
        new = [here[:-1], here + here, [*here, random.choice(here)], here[::-1]][how]
    elif isinstance(here, dict) and here and random.random() < 0.6:
        new = dict(here)
        if random.random() < 0.5:
            del new[random.choice(list(new))]
        else:
            name = random.choice(["", "a/b~c", "player", "x" * 300, *here])
            new[name] = random.choice(_VALUES)
    elif random.random() < 0.5:
        new = at(value, random.choice(places))
    else:
        new = random.choice(_VALUES)
    return put(value, path, deepcopy(new))


def _places(value: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    if len(path) < 8 and isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value[:40])
        for key, item in inner:
            yield from _places(item, (*path, key))


def _assembled(of: Adapter, operations: Mapping[str, Operation], name: str, random: Random) -> Json:
    """A request from the values that lawful requests of the game have for its fields."""
    operation = operations[name]
    assert operation.schema is not None
    schemas = {other: one.schema for other, one in operations.items() if one.schema is not None}
    needed = {field for field, each in operation.schema.fields.items() if each.required}
    alike = [other for other in of.draws if needed <= schemas[other].fields.keys()]
    body: Json = {}
    for _ in range(3):
        first = second = _known(of, alike, random)
        # The tables of a dispute are now and then unrelated.
        if "after" in needed and random.random() < 0.3:
            second = _known(of, alike, random)
        body = deepcopy(dict(operation.example))
        for field, each in operation.schema.fields.items():
            value = (second if field == "after" else first).get(field)
            if value is not None and loads(each, value):
                body[field] = value
            elif field in body and not each.required and random.random() < 0.7:
                del body[field]
        if loads(operation.schema, body):
            break
    return body


def _known(of: Adapter, alike: Sequence[str], random: Random) -> Json:
    """The fields of a lawful request, to one of some operations or any, and of its table."""
    if of.tables and random.random() < 0.5:
        drawn = random.choice(of.tables)(random)
    elif alike and random.random() < 0.7:
        drawn = of.draw(random.randrange(1 << 30), alike).body
    else:
        # Disputes take long to draw.
        others = [name for name in of.draws if name != "disputes"]
        drawn = of.draw(random.randrange(1 << 30), others).body
    held = drawn.get("record", drawn)
    table = next((held[name] for name in _TABLES if name in held), held)
    players = table.get("players") or [{"name": "Ann"}]
    name = random.choice(players)["name"]
    return {**dict.fromkeys(_TABLES, table), "player": name, **table, **drawn}


class _Change:
    """Changes of a request, each in a part of its boards or in a few fields."""

    def __init__(self, random: Random, body: Json) -> None:
        self.random = random
        seen = [value for _, value in walk(body) if not isinstance(value, dict | list)]
        names = [{"name": value} for at, value in walk(body) if at.endswith("/name")]
        self.values = Values([names, random.sample(seen, min(len(seen), SEEN))], (), random)
        self.parts = [random.randrange(PARTS) for _ in range(997)]
        self.laid = random.choice(("nothing", "nothing", "anything"))

    def option(self, name: str, field: Any, body: Json) -> Json:
        """The request with another value of an optional field, most of which are options."""
        body = dict(body)
        if not field.required and self.random.random() < 0.4:
            self.vary(body, name, field)
        return body

    def vary(self, body: Json, name: str, field: Any) -> None:
        """Give a field another value, or none."""
        if name in body and not field.required and self.random.random() < 0.3:
            del body[name]
        elif others := self.values.others(field, body.get(name)):
            body[name] = self.random.choice(others)

    def object(self, schema: Schema, value: Json) -> Json:
        """The object with other values in a few of its fields."""
        value = dict(value)
        for name, field in schema.fields.items():
            if self.random.random() < 0.03:
                self.vary(value, name, field)
            elif value.get(name) is not None:
                value[name] = _within(field, value[name], self.object)
        return value

    def boards(self, schema: Schema, part: int, value: Json) -> Json:
        """The object with a part of the spaces of most of its boards empty, or at random."""
        value = dict(value)
        for name, field in schema.fields.items():
            if value.get(name) is None:
                continue
            if letters := _letters(field):
                if self.random.random() < 0.7:
                    value[name] = self.board(value[name], letters, part)
            else:
                inner = lambda schema, inner: self.boards(schema, part, inner)  # noqa: E731
                value[name] = _within(field, value[name], inner)
        return value

    def board(self, rows: list[str], letters: str, part: int) -> list[str]:
        """The rows with a part of the spaces changed."""
        laid = letters if self.laid == "anything" else "." if "." in letters else letters[-1:]
        return [
            "".join(
                self.random.choice(laid) if self.parts[(r * len(row) + c) % 997] == part else letter
                for c, letter in enumerate(row)
            )
            for r, row in enumerate(rows)
        ]


def _within(field: Any, value: Any, change: Callable[[Schema, Json], Json]) -> Any:
    """The value with a change of the objects within it."""
    if isinstance(field, fields.OneOf):
        field = field.ways.get(type(value))
    match field, value:
        case fields.List(), list():
            return [_within(field.item, item, change) for item in value]
        case fields.Mapping(), dict():
            return {key: _within(field.value, item, change) for key, item in value.items()}
        case _ if hasattr(field, "nested") and isinstance(value, dict):
            return change(field.nested, value)
    return value


def _letters(field: Any) -> str:
    """The letters of a field for the rows of a board; none of another field."""
    row = getattr(field, "spec", {}).get("items", {}).get("pattern", "")
    start, _, rest = row.partition("[")
    return rest.partition("]")[0].replace("\\", "") if start == "^" else ""
