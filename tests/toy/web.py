"""The toy game on the web: its table, its move, and what a game must answer."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from theodolite.rulebook import Rulebook
from theodolite.rulings import judged
from theodolite.scoresheet import rank
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.boards import RowsField, SpaceField
from theodolite.web.game import Answer, Game
from theodolite.web.responses import Item, Localizer, PlayerScore, Scores, Verdict, rulings_used
from theodolite.web.schemas import Schema, rulings_schema
from toy.hedges import GRID, HEDGES, Player, Rulings, Table, judge, score

RULEBOOK = Rulebook("toy")


class PlayerSchema(Schema):
    """A player."""

    name = fields.Name(given=True, required=True)
    board = RowsField(HEDGES, required=True, description="2 rows of 3 letters.")

    def make(self, data: Mapping[str, Any]) -> Player:
        """The player."""
        return Player(data["name"], *data["board"])

    def cross_faults(self, made: Player, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find the fault of a board without a hedge."""
        if not made.hedges:
            yield Fault("no_hedge", ("board",))


class SnapshotSchema(Schema):
    """The whole table."""

    players = fields.List(fields.Nested(PlayerSchema()), 4, least=1, required=True)
    rulings = fields.Nested(rulings_schema(Rulings))

    def make(self, data: Mapping[str, Any]) -> Table:
        """The table."""
        return Table(**data)


class MoveSchema(Schema):
    """The planting of a hedge."""

    space = SpaceField(GRID, description="Where it is planted.")


def scores(request: Mapping[str, Any], locale: str) -> Scores:
    """The longest hedge of each player counts."""
    table: Table = request["snapshot"]
    items, matters = judged(
        lambda rulings: [score(player.hedges, rulings) for player in table.players],
        table.rulings,
        ["corners"],
    )
    ranking = rank({"total": [item.points for item in items]})
    lines = [Localizer(RULEBOOK, GRID, locale).item(item, Item) for item in items]
    return Scores(
        players=[
            PlayerScore(name=player.name, rank=rank, total=line.points, items=[line])
            for player, rank, line in zip(table.players, ranking.ranks, lines, strict=True)
        ],
        winners=[table.players[winner].name for winner in ranking.winners],
        rulings=rulings_used(table.rulings, matters),
    )


def legality_checks(request: Mapping[str, Any], locale: str) -> Verdict:
    """A hedge is planted on the player's own board."""
    (player,) = (each for each in request["snapshot"].players if each.name == request["player"])
    space = request["move"].get("space")
    checks = judge(player.hedges, space)
    return Verdict(**Localizer(RULEBOOK, GRID, locale).verdict(checks, whole=space is not None))


TABLE = {"players": [{"name": "Ann", "board": ["HH.", "..H"]}]}

GAME = Game(
    name="Hedges",
    rulebook=RULEBOOK,
    snapshot=SnapshotSchema(),
    players=lambda table: [player.name for player in table.players],
    move=MoveSchema(),
    answers={
        "scores": Answer(scores, {"snapshot": TABLE}),
        "legality_checks": Answer(
            legality_checks, {"snapshot": TABLE, "player": "Ann", "move": {"space": "C1"}}
        ),
    },
    page=Path(__file__).parents[1] / "journeys" / "toy",
)
