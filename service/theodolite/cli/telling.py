"""Which game a document is about, told from its fields."""

from collections.abc import Mapping
from typing import Any

from theodolite.web.operations import Operation, decoded
from theodolite.web.reading import Body, Items, Nested

__all__ = ["told"]


def told(document: bytes, questions: Mapping[str, Operation]) -> str | None:
    """The game whose question knows most of a document's fields; None if two know as many.

    Args:
        document: JSON.
        questions: what could be asked about it, by the ids of the games.

    Raises:
        Problem: it is no JSON.
    """
    if len(questions) == 1:
        return next(iter(questions))
    value = decoded(document)
    known = {id_: _known(each.body, value) for id_, each in questions.items()}
    best = [id_ for id_, count in known.items() if count == max(known.values())]
    return best[0] if len(best) == 1 else None


def _known(body: Body | None, value: Any) -> int:
    """How many fields of an object, and of the objects in it, a body knows."""
    if body is None or not isinstance(value, dict):
        return 0
    fields = [name for name in body.fields if name in value]
    return sum(1 + _known_within(body.fields[name], value[name]) for name in fields)


def _known_within(field: Any, value: Any) -> int:
    if isinstance(field, Nested) and isinstance(field.schema, Body):
        return _known(field.schema, value)
    if isinstance(field, Items) and isinstance(value, list):
        return sum(_known_within(field.item, item) for item in value)
    return 0
