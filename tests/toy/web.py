"""What can be asked about it on the web."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from theodolite.rulebook import Rulebook
from theodolite.rulings import judged
from theodolite.verdict import Fault
from theodolite.web.answers import Item, RulingUsed, Voice, used
from theodolite.web.boards import RowsField
from theodolite.web.operations import Game, question
from theodolite.web.reading import Body, Nested, rulings_body
from toy.hedges import GRID, HEDGES, Rulings, score

__all__ = ["GAME"]

RULEBOOK = Rulebook("toy")


class BoardBody(Body):
    """A board with hedges."""

    board = RowsField(HEDGES, required=True)
    rulings = Nested(rulings_body(Rulings))

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """A board without a hedge."""
        if data.get("board") == [0]:
            yield Fault("no_hedge", ("board",))


class Scores(Struct):
    """What the board scores."""

    total: int
    items: list[Item]
    rulings: list[RulingUsed]


def scores(asked: Mapping[str, Any], language: str) -> Scores:
    """Score a board."""
    (hedges,), rulings = asked["board"], asked.get("rulings", Rulings())
    item, matters = judged(lambda rulings: score(hedges, rulings), rulings, ["corners"])
    voice = Voice(RULEBOOK, GRID, language)
    return Scores(item.points, [voice.item(item, Item)], used(rulings, matters))


GAME = Game(
    "Hedges",
    RULEBOOK,
    (question(scores, "/scores", BoardBody(), {"board": ["HH.", "..H"]}),),
    page=Path(__file__).parents[1] / "page" / "toy",
)
