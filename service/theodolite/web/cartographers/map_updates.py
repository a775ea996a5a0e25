"""The endpoint `map-updates`: a map after a draw, legal or not."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from msgspec import Struct

from theodolite.cartographers.board import Map, drawn_on
from theodolite.cartographers.drawing import Draw, Sheet, draw, superfluous_fields
from theodolite.cartographers.facts import Card
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.snapshot import card_faults
from theodolite.rulings import judged
from theodolite.verdict import Fault, below
from theodolite.web import fields
from theodolite.web.cartographers.cards import card_field
from theodolite.web.cartographers.responses import Changes, RulingsUsed, changes_of, localizer_in
from theodolite.web.cartographers.schemas import (
    CoinsField,
    DrawSchema,
    MapField,
    drawn_field,
    game_field,
    rulings_field,
    sheet_faults,
    stars_field,
)
from theodolite.web.responses import description, rulings_used
from theodolite.web.schemas import Schema


class MapUpdateRequest(NamedTuple):
    """A sheet, what is drawn on it, and the card if it is known."""

    sheet: Sheet
    draw: Draw
    card: Card | None
    by_owner: bool
    rulings: Rulings


class MapUpdateSchema(Schema):
    """A map with its coins, and what is drawn on it."""

    game = game_field()
    map = MapField(required=True)
    drawn = drawn_field(required=True)
    stars = stars_field()
    coins = CoinsField(description="The coins marked so far; 0 by default.")
    dragon_paid = fields.Boolean(
        description="Whether the coins for the dragon were marked before; false by default."
    )
    draw = fields.Nested(DrawSchema(), required=True, description="The drawing.")
    card = card_field(
        allow_none=True,
        description="The card that is drawn for: it decides the letter of a monster and the coin "
        "of a shape.",
    )
    by = fields.Choice(
        {"owner": True, "neighbour": False},
        "unknown_value",
        description="The drawing player: the owner of the map by default, or a neighbour.",
    )
    rulings = rulings_field()

    def make(self, data: Mapping[str, Any]) -> MapUpdateRequest:
        """The sheet, the draw and the card."""
        printed = data["map"]
        map_ = Map(printed, drawn_on(data["drawn"], printed), data.get("stars", 0))
        return MapUpdateRequest(
            Sheet(map_, data.get("coins", 0), data.get("dragon_paid", False)),
            data["draw"],
            data.get("card"),
            data.get("by", True),
            data.get("rulings", Rulings()),
        )

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """An impossible map; a card of another game; stars or a target without effect."""
        loaded: MapUpdateRequest = made
        yield from sheet_faults(data["game"], loaded.sheet.map, data["drawn"])
        if loaded.card is not None:
            yield from below(("card",), card_faults(loaded.card, data["game"]))
        for field in superfluous_fields(loaded.draw, loaded.card, loaded.rulings):
            yield Fault("superfluous_field", ("draw", field))


class UpdatedMap(Struct):
    """A map after a draw."""

    drawn: Annotated[list[str], description("The drawing after it, as rows of letters.")]
    stars: Annotated[list[str], description("The spaces with a star then.")]
    coins: Annotated[int, description("The coins marked then.")]
    changes: Changes
    rulings: RulingsUsed


def map_updates(loaded: MapUpdateRequest, locale: str) -> UpdatedMap:
    """Draw on a map, legally or not.

    Responds with the map, the stars and the coins after it, and with every change in order: spaces
    filled, starred and destroyed, and reasons for coins.
    """
    names = ["coin_limit", "fallback_monster", "dragon_defeated"]
    (after, changes), matters = judged(
        lambda rulings: draw(
            loaded.sheet, loaded.draw, loaded.card, rulings, by_owner=loaded.by_owner
        ),
        loaded.rulings,
        names if loaded.by_owner else [*names, "coins_by_others"],
    )
    localizer = localizer_in(locale)
    return UpdatedMap(
        after.map.drawn.rows(),
        localizer.names(after.map.stars),
        after.coins,
        changes_of(changes, localizer),
        rulings_used(loaded.rulings, matters),
    )
