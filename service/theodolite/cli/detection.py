"""Detecting the game of a request by its fields, or by the notation of its table."""

from collections.abc import Mapping
from typing import Any

from theodolite.notation.text import NotationError
from theodolite.web import fields
from theodolite.web.asked import TableField
from theodolite.web.game import Game
from theodolite.web.schemas import Schema


def detect_game(games: Mapping[Game, Schema], request: Any) -> Game | None:
    """The game whose request schema has most of a request's fields; None for a tie.

    Args:
        games: The schema of a request of each game.
        request: The request, decoded.
    """
    if len(games) == 1:
        return next(iter(games))
    known = {game: _known(schema, request) for game, schema in games.items()}
    best = [game for game, count in known.items() if count == max(known.values())]
    return best[0] if len(best) == 1 else None


def _known(schema: Any, value: Any) -> float:
    """How many fields of an object, nested objects included, a schema has."""
    if not isinstance(schema, Schema) or not isinstance(value, dict):
        return 0
    names = [name for name in schema.fields if name in value]
    return sum(1 + _known_within(schema.fields[name], value[name]) for name in names)


def _known_within(field: Any, value: Any) -> float:
    if isinstance(field, TableField) and isinstance(value, str):
        return _read(field, value)
    if isinstance(field, fields.OneOf):
        return _known_within(field.ways.get(type(value)), value)
    if isinstance(field, fields.Nested):
        return _known(field.schema, value)
    if isinstance(field, fields.List) and isinstance(value, list):
        return sum(_known_within(field.item, item) for item in value)
    return 0


def _read(field: TableField, text: str) -> float:
    """How well a notation reads a text: 2 without a fault, 1 if it knows all entries."""
    if field.notation is None:
        return 0
    try:
        field.notation.parse(text)
    except NotationError as error:
        return 1 / (1 + sum(fault.code == "unknown_entry" for fault in error.faults))
    return 2
