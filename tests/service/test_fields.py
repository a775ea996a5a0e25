"""Fields of request schemas: both loaders agree, and faults carry their path."""

from typing import Any

import pytest
from openapi_spec_validator import validate

from theodolite.grid import Grid
from theodolite.web import fields
from theodolite.web.app import create_app
from theodolite.web.boards import SpaceField, SpacesField
from theodolite.web.game import Game
from theodolite.web.openapi import specification
from theodolite.web.operations import endpoint
from theodolite.web.schemas import LOAD_ERRORS, Schema
from theodolite.web.site import Health
from toy.web import GAME as TOY

GRID = Grid(3, 2)


class CardSchema(Schema):
    """A card with its number."""

    card = fields.Integer(1, 9, required=True)


class GardenSchema(Schema):
    """A garden in many fields."""

    spaces = SpacesField(GRID, 3)
    counts = fields.Mapping(SpaceField(GRID), fields.Integer(0, 5), 2)
    card = fields.OneOf(
        {str: fields.Choice({"ace": 1}, "unknown_card"), dict: fields.Nested(CardSchema())}
    )
    cards = fields.List(
        fields.Mapping(SpaceField(GRID), fields.Nested(CardSchema()), 2, allow_none=True), 2
    )


BODY = GardenSchema()


@pytest.mark.parametrize(
    ("asked", "made"),
    [
        ({}, {}),
        ({"spaces": ["C2", "A1"]}, {"spaces": 0b100001}),
        ({"counts": {"B1": 4, "A1": 0}}, {"counts": {1: 4, 0: 0}}),
        ({"card": "ace"}, {"card": 1}),
        ({"card": {"card": 3}}, {"card": {"card": 3}}),
        ({"cards": [None, {"A1": {"card": 2}}]}, {"cards": (None, {0: {"card": 2}})}),
    ],
)
def test_loads_valid_values(asked: Any, made: Any) -> None:
    assert BODY.load_fast(asked) == made
    assert list(BODY.errors(asked)) == []


@pytest.mark.parametrize(
    ("asked", "faults"),
    [
        ({"spaces": "A1"}, [("wrong_type", ("spaces",))]),
        ({"spaces": ["A1"] * 4}, [("too_many", ("spaces",))]),
        (
            {"spaces": ["A1", "A3", 5]},
            [("unknown_space", ("spaces", 1)), ("wrong_type", ("spaces", 2))],
        ),
        ({"spaces": ["A1", "B1", "A1"]}, [("duplicate_space", ("spaces", 2))]),
        (
            {"spaces": ["A1", "Z9", "A1"]},
            [("unknown_space", ("spaces", 1)), ("duplicate_space", ("spaces", 2))],
        ),
        ({"counts": []}, [("wrong_type", ("counts",))]),
        ({"counts": {"A1": 1, "B1": 1, "C1": 1}}, [("too_many", ("counts",))]),
        (
            {"counts": {"A1": 9, "D1": 1}},
            [("out_of_range", ("counts", "A1")), ("unknown_space", ("counts", "D1"))],
        ),
        ({"counts": {"A1": None}}, [("null", ("counts", "A1"))]),
        ({"card": 5}, [("wrong_type", ("card",))]),
        ({"card": "two"}, [("unknown_card", ("card",))]),
        ({"card": {"card": 10}}, [("out_of_range", ("card", "card"))]),
        ({"cards": [{"A1": {}}]}, [("required", ("cards", 0, "A1", "card"))]),
    ],
)
def test_refuses_invalid_values(asked: Any, faults: Any) -> None:
    with pytest.raises(LOAD_ERRORS):
        BODY.load_fast(asked)
    assert [(fault.code, fault.path) for fault in BODY.errors(asked)] == faults


def _judge(asked: Any, _language: str) -> Health:
    """Judge nothing."""
    return Health(str(asked))


def test_fields_are_described_in_the_specification() -> None:
    game = Game(name="Garden", rulebook=TOY.rulebook, own=(endpoint(_judge, "/gardens", BODY, {}),))
    document = specification(create_app(games=(game,)))
    validate(document)
    card, word = (
        {"$ref": f"#/components/schemas/{name}"} for name in ("ToyCard", "ToyGardenCardWord")
    )
    schemas = document["components"]["schemas"]
    assert schemas["ToyGarden"]["properties"]["card"] == {"oneOf": [word, card]}
    assert schemas["ToyGardenCardWord"] == {"type": "string", "enum": ["ace"]}
    cards = document["components"]["schemas"]["ToyGarden"]["properties"]["cards"]
    assert cards["items"]["additionalProperties"] == card
    assert cards["items"]["type"] == ["object", "null"]
