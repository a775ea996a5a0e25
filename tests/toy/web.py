"""The toy game on the web: its request schema, its response and its one endpoint."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from theodolite.rulebook import Rulebook
from theodolite.rulings import judged
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.boards import RowsField
from theodolite.web.game import Game
from theodolite.web.operations import endpoint
from theodolite.web.responses import Item, Localizer, RulingUsed, rulings_used
from theodolite.web.schemas import Schema, rulings_schema
from toy.hedges import GRID, HEDGES, Rulings, score

RULEBOOK = Rulebook("toy")


class BoardSchema(Schema):
    """A board with hedges."""

    board = RowsField(HEDGES, required=True, description="2 rows of 3 letters.")
    rulings = fields.Nested(rulings_schema(Rulings))

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find the fault of a board without a hedge."""
        if data["board"] == [0]:
            yield Fault("no_hedge", ("board",))


class Scores(Struct):
    """The score of a board."""

    total: int
    items: list[Item]
    rulings: list[RulingUsed]


def scores(loaded: Mapping[str, Any], locale: str) -> Scores:
    """Score a board."""
    (hedges,), rulings = loaded["board"], loaded.get("rulings", Rulings())
    item, matters = judged(lambda rulings: score(hedges, rulings), rulings, ["corners"])
    localizer = Localizer(RULEBOOK, GRID, locale)
    return Scores(item.points, [localizer.item(item, Item)], rulings_used(rulings, matters))


GAME = Game(
    "Hedges",
    RULEBOOK,
    (endpoint(scores, "/scores", BoardSchema(), {"board": ["HH.", "..H"]}),),
    page=Path(__file__).parents[1] / "journeys" / "toy",
)
