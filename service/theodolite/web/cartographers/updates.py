"""Answers about drawings that are carried out, legal or not."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Struct

from theodolite.cartographers.drawing import Draw, Sheet, draw, superfluous_fields
from theodolite.cartographers.legality import pay, revealed_ambushes
from theodolite.cartographers.snapshot import card_faults
from theodolite.rulings import judged
from theodolite.verdict import Fault, below
from theodolite.web.cartographers.responses import (
    Changes,
    RulingsUsed,
    SnapshotDocument,
    changes_of,
    localizer_in,
)
from theodolite.web.cartographers.schemas import PartialSchema
from theodolite.web.responses import description, rulings_used, same_as

PARTIAL = PartialSchema()


class Updated(Struct):
    """A table after a drawing."""

    changes: Changes
    after: Annotated[
        SnapshotDocument,
        same_as(PartialSchema),
        description("The table after it, with no more than the request has."),
    ]
    rulings: RulingsUsed


def updates(request: Mapping[str, Any], locale: str) -> Updated:
    """Without `player` the first one draws. Needed are the game, the map and the sheet drawn on.

    The card decides the letter of a monster and the coin of a shape; it need not be known.
    """
    move = request["move"]
    drawing = move.draw or Draw()
    drawer = request.get("player", request["snapshot"].names[0])
    payer = request["snapshot"].names.index(drawer)
    snapshot, paid = pay(request["snapshot"], payer, drawing)
    owner = snapshot.names.index(move.on or drawer)
    by_owner = drawer == snapshot.names[owner]
    sheet = Sheet.of(snapshot, owner)
    names = ["coin_limit", "fallback_monster", "dragon_defeated"]
    (after, changes), matters = judged(
        lambda rulings: draw(sheet, drawing, move.card, rulings, by_owner=by_owner),
        snapshot.rulings,
        names if by_owner else [*names, "coins_by_others"],
    )
    table = after.onto(snapshot, owner)
    if move.card is not None:
        table = table._replace(ambushes=revealed_ambushes(snapshot, owner, move.card))
    return Updated(
        changes_of([*paid, *changes], localizer_in(locale)),
        SnapshotDocument(PARTIAL.dump(table)),
        rulings_used(snapshot.rulings, matters),
    )


def update_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """A card of another game; stars or a target without effect."""
    snapshot, move = made["snapshot"], made["move"]
    if move.card is not None:
        yield from below(("move", "card"), card_faults(move.card, snapshot.game))
    if move.draw is not None:
        for field in superfluous_fields(move.draw, move.card, snapshot.rulings):
            yield Fault("superfluous_field", ("move", field))
