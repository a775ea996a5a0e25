"""The fields that bodies are made of: both ways of reading agree, and every fault has its place."""

from typing import Any

import pytest
from openapi_spec_validator import validate

from theodolite.grid import Grid
from theodolite.web.app import create_app
from theodolite.web.boards import SpaceField, SpacesField
from theodolite.web.openapi import specification
from theodolite.web.operations import Game, question
from theodolite.web.reading import UNREADABLE, Body, Choice, Either, Items, Keyed, Nested, Number
from theodolite.web.site import Health
from toy.web import GAME as TOY

GRID = Grid(3, 2)


class CardBody(Body):
    """A card with its number."""

    card = Number(1, 9, required=True)


class GardenBody(Body):
    """A garden in many fields."""

    spaces = SpacesField(GRID, 3)
    counts = Keyed(SpaceField(GRID), Number(0, 5), 2)
    card = Either({str: Choice({"ace": 1}, "unknown_card"), dict: Nested(CardBody())})
    cards = Items(Keyed(SpaceField(GRID), Nested(CardBody()), 2, allow_none=True), 2)


BODY = GardenBody()


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
def test_what_is_read(asked: Any, made: Any) -> None:
    assert BODY.read(asked) == made
    assert list(BODY.explain(asked)) == []


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
def test_what_is_refused(asked: Any, faults: Any) -> None:
    with pytest.raises(UNREADABLE):
        BODY.read(asked)
    assert [(fault.code, fault.path) for fault in BODY.explain(asked)] == faults


def _told(asked: Any, _language: str) -> Health:
    """Tell nothing of a garden."""
    return Health(str(asked))


def test_how_they_are_specified() -> None:
    game = Game("Garden", TOY.rulebook, (question(_told, "/gardens", BODY, {}),))
    document = specification(create_app(games=(game,)))
    validate(document)
    card = {"$ref": "#/components/schemas/ToyCard"}
    assert document["components"]["schemas"]["ToyGarden"]["properties"]["card"] == {
        "oneOf": [{"type": "string", "enum": ["ace"]}, card]
    }
    cards = document["components"]["schemas"]["ToyGarden"]["properties"]["cards"]
    assert cards["items"]["additionalProperties"] == card
    assert cards["items"]["type"] == ["object", "null"]
