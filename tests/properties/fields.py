"""Finds the fields of a request by its schema, and varies each of them.

Fields that are added to a schema are found automatically.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from properties.frame import GONE, at, put, walk
from theodolite.web import fields
from theodolite.web.schemas import LOAD_ERRORS, Schema

Json = dict[str, Any]

VALUES = 5
"""Number of other values tried for a field."""


def otherwise(
    schema: Schema, body: Json, names: Sequence[str], facts: Sequence[str], random: Random
) -> Iterator[tuple[str, list[Json]]]:
    """Yield every judged field of a body by JSON Pointer, with bodies that differ in it.

    Args:
        schema: The schema of the body.
        body: A valid request.
        names: Names of the fields of the body that are judged.
        facts: Names of fields within these that are left out.
        random: Source of randomness.
    """
    for name in names:
        field = form_of(schema, body).fields[name]
        yield from _within(Values(body, facts, random), field, body, (name,))


class Values:
    """Generates values of fields, also from values of the request itself."""

    def __init__(self, body: Any, facts: Sequence[str], random: Random) -> None:
        self.seen = [value for _, value in walk(body)]
        self.names = [value for at, value in walk(body) if at.endswith("/name")]
        self.facts, self.random = facts, random

    def others(self, field: Any, value: Any) -> list[Any]:
        """Draw values of a field that differ from a given one."""
        found = self.candidates(field, value)
        # null, an empty list and false mostly mean the same as an absent field.
        found = [each for each in found if each != value and (each or value)]
        distinct = [each for i, each in enumerate(found) if each not in found[:i]]
        return self.random.sample(distinct, min(len(distinct), VALUES))

    def candidates(self, field: Any, value: Any = None) -> list[Any]:
        """Draw values that the field loads."""
        known = self.names if isinstance(field, fields.Text) else self.seen
        seen = [each for each in known if each is not None and loads(field, each)]
        return seen + self.listed(field, value)

    def listed(self, field: Any, value: Any) -> list[Any]:
        """Draw candidate values from the schema of a field."""
        found: list[Any] = []
        match field:
            case fields.Choice():
                found = self.random.sample([*field.values], min(len(field.values), VALUES))
            case fields.Integer():
                near = [value - 1, value + 1] if isinstance(value, int) else []
                numbers = [field.least, field.least + 1, field.least + 3, field.most, *near]
                found = [each for each in numbers if field.least <= each <= field.most]
            case fields.Boolean():
                found = [True, False]
            case fields.OneOf():
                found = [each for way in field.ways.values() for each in self.listed(way, None)]
            case fields.List():
                found = self.lists(field, value or [])
            case fields.Mapping():
                found = self.mappings(field)
            case _ if hasattr(field, "nested"):
                found = [made for _ in range(3) if (made := self.made(field.nested))]
        return found

    def lists(self, field: fields.List, value: list[Any]) -> list[Any]:
        """Lists with one item less or more, and short ones."""
        items = self.others(field.item, None)[:3]
        some = [[], value[:-1], value[1:], value[::-1], *([*value, each] for each in items)]
        some += [[each] * max(1, field.least) for each in items]
        return [each for each in some if loads(field, each)]

    def mappings(self, field: fields.Mapping) -> list[Any]:
        """Mappings of one entry."""
        keys, values = self.others(field.key, None), self.others(field.value, None)
        return [{key: value} for key, value in zip(keys, values, strict=False)]

    def made(self, schema: Schema) -> Json | None:
        """An object with all required fields, and perhaps an optional one."""
        made: Json = {}
        for name, field in schema.fields.items():
            if field.required or self.random.random() < 0.3:
                values = self.others(field, None)
                if values:
                    made[name] = self.random.choice(values)
        return made if loads(schema, made) else None


def form_of(schema: Schema, value: Json) -> Schema:
    """The schema that loads an object, which is another one where the automaton moves."""
    of_otoma = getattr(schema, "_of_otoma", None)
    return (of_otoma and of_otoma(value)) or schema


def loads(field: Any, value: Any) -> bool:
    """Whether a field, or a schema, loads a value."""
    try:
        (field.load_fast if isinstance(field, Schema) else field.load)(value)
    except LOAD_ERRORS:
        return False
    return True


def _within(
    drawn: Values, field: Any, body: Json, path: tuple[str | int, ...]
) -> Iterator[tuple[str, list[Json]]]:
    """Yield a field and the fields within it."""
    value = at(body, path)
    if not _holds_fields(field, value):
        others = [put(body, path, other) for other in drawn.others(field, value)]
        if value and not field.required:
            others.append(put(body, path, GONE))
        yield "".join(f"/{step}" for step in path), others
    match field, value:
        case fields.List(), list():
            for i in range(len(value)):
                yield from _parts(drawn, field.item, body, (*path, i))
        case fields.Mapping(), dict():
            for key in value:
                yield from _parts(drawn, field.value, body, (*path, key))
        case _:
            yield from _parts(drawn, field, body, path)


def _parts(
    drawn: Values, field: Any, body: Json, path: tuple[str | int, ...]
) -> Iterator[tuple[str, list[Json]]]:
    """Yield the fields of an object, or the items of a list within a list."""
    value = at(body, path)
    if isinstance(field, fields.OneOf):
        field = field.ways.get(type(value))
    schema = getattr(field, "nested", None)
    if schema is not None and isinstance(value, dict):
        for name, inner in form_of(schema, value).fields.items():
            if name not in drawn.facts:
                yield from _within(drawn, inner, body, (*path, name))


def _holds_fields(field: Any, value: Any) -> bool:
    """Whether a field is covered by the fields within it."""
    inner = {fields.List: "item", fields.Mapping: "value"}.get(type(field))
    if inner is not None:
        return bool(value) and _holds_fields(getattr(field, inner), next(iter(value)))
    if isinstance(field, fields.OneOf):
        return isinstance(value, dict)
    return value is not None and hasattr(field, "nested")
