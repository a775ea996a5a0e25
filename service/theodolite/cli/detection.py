"""Detecting the game of a document by its fields."""

from collections.abc import Mapping
from typing import Any

from theodolite.web import fields
from theodolite.web.decoding import decode_json
from theodolite.web.operations import Operation
from theodolite.web.schemas import Schema


def detect_game(document: bytes, operations: Mapping[str, Operation]) -> str | None:
    """The game whose request schema has most of a document's fields; None for a tie.

    Args:
        document: JSON.
        operations: An operation of each game, by the ids of the games.

    Raises:
        Problem: The document is not JSON.
    """
    if len(operations) == 1:
        return next(iter(operations))
    value = decode_json(document)
    known = {id_: _known(each.schema, value) for id_, each in operations.items()}
    best = [id_ for id_, count in known.items() if count == max(known.values())]
    return best[0] if len(best) == 1 else None


def _known(schema: Schema | None, value: Any) -> int:
    """How many fields of an object, nested objects included, a schema has."""
    if schema is None or not isinstance(value, dict):
        return 0
    names = [name for name in schema.fields if name in value]
    return sum(1 + _known_within(schema.fields[name], value[name]) for name in names)


def _known_within(field: Any, value: Any) -> int:
    if isinstance(field, fields.Nested) and isinstance(field.schema, Schema):
        return _known(field.schema, value)
    if isinstance(field, fields.List) and isinstance(value, list):
        return sum(_known_within(field.item, item) for item in value)
    return 0
