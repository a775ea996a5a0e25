"""The fields of a request, by its schema, each with other values that it may have.

A field that is added to a schema is found here by itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from properties.frame import walk
from theodolite.web.reading import (
    UNREADABLE,
    Body,
    Choice,
    Either,
    Flag,
    Items,
    Keyed,
    Number,
    Text,
)

__all__ = ["otherwise"]

Json = dict[str, Any]

VALUES = 5
"""How many other values a field is given."""


def otherwise(
    schema: Body, body: Json, names: Sequence[str], facts: Sequence[str], random: Random
) -> Iterator[tuple[str, list[Json]]]:
    """Every field of the judged part of a body, by its JSON Pointer, with bodies that differ in it.

    Args:
        schema: what reads the body.
        body: a request.
        names: the fields of the body that are judged.
        facts: fields within these that are left out.
        random: where chance comes from.
    """
    for name in names:
        yield from _within(_Fields(body, facts, random), schema.fields[name], body, (name,))


class _Fields:
    """What fields may hold: the values of the request itself among it."""

    def __init__(self, body: Json, facts: Sequence[str], random: Random) -> None:
        self.seen = [value for _, value in walk(body)]
        self.names = [value for at, value in walk(body) if at.endswith("/name")]
        self.facts, self.random = facts, random

    def others(self, field: Any, value: Any) -> list[Any]:
        """Some values that a field may have, but for one."""
        found = self.candidates(field, value)
        # Nothing, an empty list and false mostly mean what the absence of a field means.
        found = [each for each in found if each != value and (each or value)]
        distinct = [each for i, each in enumerate(found) if each not in found[:i]]
        return self.random.sample(distinct, min(len(distinct), VALUES))

    def candidates(self, field: Any, value: Any = None) -> list[Any]:
        """Values that a field reads."""
        known = self.names if isinstance(field, Text) else self.seen
        seen = [each for each in known if each is not None and _reads(field, each)]
        return seen + self.listed(field, value)

    def listed(self, field: Any, value: Any) -> list[Any]:
        """Values that the schema of a field tells or that can be made by it."""
        found: list[Any] = []
        match field:
            case Choice():
                found = self.random.sample([*field.values], min(len(field.values), VALUES))
            case Number():
                near = [value - 1, value + 1] if isinstance(value, int) else []
                numbers = [field.least, field.least + 1, field.least + 3, field.most, *near]
                found = [each for each in numbers if field.least <= each <= field.most]
            case Flag():
                found = [True, False]
            case Either():
                found = [each for way in field.ways.values() for each in self.listed(way, None)]
            case Items():
                found = self.lists(field, value or [])
            case Keyed():
                found = self.mappings(field)
            case _ if hasattr(field, "nested"):
                found = [made for _ in range(3) if (made := self.made(field.nested))]
        return found

    def lists(self, field: Items, value: list[Any]) -> list[Any]:
        """A list with one item less or more, and some that are short."""
        items = self.others(field.item, None)[:3]
        some = [[], value[:-1], value[1:], value[::-1], *([*value, each] for each in items)]
        some += [[each] * max(1, field.least) for each in items]
        return [each for each in some if _reads(field, each)]

    def mappings(self, field: Keyed) -> list[Any]:
        """Objects of one entry."""
        keys, values = self.others(field.key, None), self.others(field.value, None)
        return [{key: value} for key, value in zip(keys, values, strict=False)]

    def made(self, schema: Body) -> Json | None:
        """An object with all that it must have, and perhaps a field that it may."""
        made: Json = {}
        for name, field in schema.fields.items():
            if field.required or self.random.random() < 0.3:
                values = self.others(field, None)
                if values:
                    made[name] = self.random.choice(values)
        return made if _reads(schema, made) else None


def _reads(field: Any, value: Any) -> bool:
    try:
        field.read(value)
    except UNREADABLE:
        return False
    return True


def _within(
    fields: _Fields, field: Any, body: Json, path: tuple[str | int, ...]
) -> Iterator[tuple[str, list[Json]]]:
    """A field and those within it."""
    value = _at(body, path)
    if not _holds_fields(field, value):
        others = [_put(body, path, other) for other in fields.others(field, value)]
        if value and not field.required:
            others.append(_put(body, path, _GONE))
        yield "".join(f"/{step}" for step in path), others
    match field, value:
        case Items(), list():
            for i in range(len(value)):
                yield from _parts(fields, field.item, body, (*path, i))
        case Keyed(), dict():
            for key in value:
                yield from _parts(fields, field.value, body, (*path, key))
        case _:
            yield from _parts(fields, field, body, path)


def _parts(
    fields: _Fields, field: Any, body: Json, path: tuple[str | int, ...]
) -> Iterator[tuple[str, list[Json]]]:
    """The fields of an object; of a list within a list its items."""
    value = _at(body, path)
    if isinstance(field, Either):
        field = field.ways.get(type(value))
    schema = getattr(field, "nested", None)
    if schema is not None and isinstance(value, dict):
        for name, inner in schema.fields.items():
            if name not in fields.facts:
                yield from _within(fields, inner, body, (*path, name))


def _holds_fields(field: Any, value: Any) -> bool:
    """Whether a field matters by those within it."""
    inner = {Items: "item", Keyed: "value"}.get(type(field))
    if inner is not None:
        return bool(value) and _holds_fields(getattr(field, inner), next(iter(value)))
    if isinstance(field, Either):
        return isinstance(value, dict)
    return value is not None and hasattr(field, "nested")


_GONE = object()


def _at(value: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        value = value.get(step) if isinstance(value, dict) else value[step]
    return value


def _put(value: Any, path: Sequence[str | int], item: Any) -> Any:
    """A copy of a value with another item at a path, or without any there."""
    if not path:
        return item
    step, *rest = path
    if isinstance(value, list):
        return [_put(each, rest, item) if i == step else each for i, each in enumerate(value)]
    inner: Mapping[Any, Any] = value
    new = _put(inner.get(step), rest, item)
    return {
        **{k: v for k, v in inner.items() if k != step},
        **({} if new is _GONE else {step: new}),
    }
