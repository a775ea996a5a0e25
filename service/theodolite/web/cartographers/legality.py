"""The endpoints `legality-checks`, `legal-actions` and `ambush-placements`: what may be drawn."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple, cast

from msgspec import UNSET, Struct, UnsetType

from theodolite.cartographers import actions, legality, solo
from theodolite.cartographers.board import GRID, Map, drawn_on
from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.facts import Card
from theodolite.cartographers.legality import Turn
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import scoring_faults
from theodolite.cartographers.scoring_cards import RULINGS
from theodolite.cartographers.snapshot import Snapshot, card_faults, ruins_faults
from theodolite.grid import NOWHERE
from theodolite.rulings import judged
from theodolite.verdict import Fault, below
from theodolite.web import fields
from theodolite.web.cartographers.cards import ambush_field, card_field
from theodolite.web.cartographers.responses import (
    Category,
    Changes,
    RulingsUsed,
    Table,
    TerrainName,
    changes_of,
    localizer_in,
    table_document,
    terrain_name,
)
from theodolite.web.cartographers.schemas import (
    DrawSchema,
    MapField,
    drawn_field,
    game_field,
    name_field,
    rulings_field,
    sheet_faults,
    snapshot_field,
    stars_field,
)
from theodolite.web.responses import Check, Localizer, description, rulings_used
from theodolite.web.schemas import Schema, unknown_player


class TurnSchema(Schema):
    """A table, a player, the map the player draws on, and the card revealed."""

    snapshot = snapshot_field()
    player = name_field(required=True, description="The player who draws.")
    on = name_field(
        allow_none=True, description="The owner of the map drawn on; the player by default."
    )
    card = card_field(required=True, description="The card that is drawn for.")
    after_ruins = fields.Boolean(
        description="Whether a ruins card came before it, so that ruins must be covered; false by "
        "default."
    )

    def turn(self, data: Mapping[str, Any]) -> Turn:
        """The turn."""
        names = data["snapshot"].names
        # Unknown players are refused, but only after the request is made.
        player, on = (
            names.index(name) if name in names else 0
            for name in (data["player"], data.get("on") or data["player"])
        )
        return Turn(player, on, data["card"], data.get("after_ruins", False))

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Unknown players; a card of another game, or whose face is not known."""
        table: Snapshot = made.snapshot
        for field in ("player", "on"):
            yield from unknown_player(table.names, data.get(field), (field,))
        needed = legality.faces_needed(table, made.turn.card)
        yield from below(("card",), card_faults(made.turn.card, table.game, needed))
        if legality.ruins_in_force(table, made.turn):
            yield from ruins_faults(table.printed, ("snapshot", "map"))


class LegalityRequest(NamedTuple):
    """A table, a turn, and what is drawn in it."""

    snapshot: Snapshot
    turn: Turn
    draw: Draw


class LegalityCheckSchema(TurnSchema):
    """A table, and what a player draws for a card."""

    draw = fields.Nested(DrawSchema(), required=True, description="The drawing.")

    def make(self, data: Mapping[str, Any]) -> LegalityRequest:
        """The table, the turn and the draw."""
        return LegalityRequest(data["snapshot"], self.turn(data), data["draw"])


class Legality(Struct):
    """A draw as judged."""

    legal: Annotated[bool, description("Whether no rule is broken.")]
    checks: Annotated[list[Check], description("Every rule that bears on the draw.")]
    shape: Annotated[
        int | None, description("The number of the card's shape drawn, from 0; null if it is none.")
    ]
    fallback: Annotated[bool, description("Whether it is a 1x1 instead of a shape.")]
    changes: Changes
    after: Annotated[Table | None, description("The table after it; null if it is illegal.")]
    rulings: RulingsUsed


def legality_checks(loaded: LegalityRequest, locale: str) -> Legality:
    """Judge a player's draw for a card.

    Responds with every rule that bears on it: passed, failed or not checked. If none failed, the
    response has the changes and the table after it. A draw without spaces claims that nothing can
    be drawn.
    """
    snapshot = loaded.snapshot
    verdict, matters = judged(
        lambda rulings: legality.judge(snapshot.under(rulings), loaded.turn, loaded.draw),
        snapshot.rulings,
        legality.rulings_used(snapshot, loaded.turn),
        legality.without_rulings,
    )
    localizer = localizer_in(locale)
    return Legality(
        verdict.legal,
        localizer.checks(verdict.checks),
        verdict.shape,
        verdict.fallback,
        changes_of(verdict.changes, localizer),
        None if verdict.after is None else table_document(verdict.after),
        rulings_used(snapshot.rulings, matters),
    )


class ActionsRequest(NamedTuple):
    """A table, a turn, what its placements are valued by, and how many are listed."""

    snapshot: Snapshot
    turn: Turn
    valued_by: actions.ValuedBy
    limit: int


class ActionsRequestSchema(TurnSchema):
    """A table, and the card that a player draws for."""

    value = fields.Choice.of(
        ("none", "season", "game"),
        "unknown_value",
        description="The value of placements: nothing (the default), the score of this "
        "season, or all decrees that are still to be scored, coins and monsters, each once.",
    )
    limit = fields.Integer(
        1, 1000, description="How many placements are listed at most; 100 by default."
    )

    def make(self, data: Mapping[str, Any]) -> ActionsRequest:
        """The table, the turn, and which placements are listed."""
        return ActionsRequest(
            data["snapshot"], self.turn(data), data.get("value", "none"), data.get("limit", 100)
        )

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """The faults of every turn; scoring cards that are missing."""
        loaded: ActionsRequest = made
        yield from super().cross_faults(made, data)
        decrees = actions.decrees_valued(loaded.snapshot, loaded.valued_by)
        yield from scoring_faults(loaded.snapshot, decrees, ("snapshot",))


class Gain(Struct):
    """The change that a placement makes to one line of a score."""

    category: Category
    change: Annotated[int, description("The change of the line's points.")]
    decree: Annotated[str | UnsetType, description("Decrees: its letter.")] = UNSET
    card: Annotated[str | UnsetType, description("Decrees: the scoring card under it.")] = UNSET


class Value(Struct):
    """The value of a placement in a terrain."""

    terrain: Annotated[TerrainName, description("The terrain.")]
    change: Annotated[int, description("The sum of its items.")]
    items: Annotated[list[Gain], description("The change of each line of the score.")]
    destroys: Annotated[str | UnsetType, description("The gorgon's best target.")] = UNSET


class Placement(Struct):
    """A possible draw."""

    shape: Annotated[
        int | None, description("The number of the card's shape, from 0; null of a fallback.")
    ]
    spaces: Annotated[list[str], description("The spaces that are filled.")]
    coin: Annotated[bool, description("Whether the shape carries a coin.")]
    terrains: Annotated[list[TerrainName], description("The terrains to choose from.")]
    stars: Annotated[list[str], description("A hero's stars.")]
    values: Annotated[
        list[Value], description("By terrain, the best first, if they were asked for.")
    ]
    destroys: Annotated[
        list[str] | UnsetType, description("The spaces that a gorgon may destroy.")
    ] = UNSET


class LegalActions(Struct):
    """Everything that can be drawn for a card."""

    fallback: Annotated[bool, description("Whether no shape fits, so that a 1x1 is drawn.")]
    total: Annotated[int, description("How many placements there are.")]
    more: Annotated[bool, description("Whether some of them are not listed.")]
    placements: Annotated[list[Placement], description("The best first, if they are valued.")]
    rulings: RulingsUsed


def legal_actions(loaded: ActionsRequest, locale: str) -> LegalActions:
    """List everything that can be drawn for a card.

    There is an entry for each set of spaces, and of stars for a hero. With `value`, it has the
    change to this season's score, or to the points of all decrees that are still to be scored, of
    coins and of monsters.
    """
    snapshot, _, valued_by, limit = loaded
    # Coins bear on values alone.
    coins = legality.COIN_RULINGS if valued_by == "none" else ()
    names = [name for name in legality.rulings_used(snapshot, loaded.turn) if name not in coins]
    valued = [snapshot.decrees[d] or "" for d in actions.decrees_valued(snapshot, valued_by)]
    names += [RULINGS[card] for card in valued if card in RULINGS]
    found, matters = judged(
        lambda rulings: actions.legal_actions(snapshot.under(rulings), loaded.turn, valued_by),
        snapshot.rulings,
        names,
        # Placements beyond the limit are not in the response.
        lambda found: (found.fallback, len(found.placements), found.placements[:limit]),
    )
    localizer = localizer_in(locale)
    return LegalActions(
        found.fallback,
        len(found.placements),
        len(found.placements) > limit,
        [_placement(placement, localizer) for placement in found.placements[:limit]],
        rulings_used(snapshot.rulings, matters),
    )


def _placement(placement: actions.Placement, localizer: Localizer) -> Placement:
    targets = placement.destroys
    return Placement(
        placement.shape,
        localizer.names(placement.spaces),
        placement.coin,
        [terrain_name(terrain) for terrain in placement.terrains],
        localizer.names(placement.stars or NOWHERE),
        [_value(value) for value in placement.values],
        UNSET if targets is None else localizer.names(targets),
    )


def _value(value: actions.Value) -> Value:
    return Value(
        terrain_name(value.terrain),
        value.change,
        [
            Gain(
                cast("Any", gain.category),
                gain.change,
                UNSET if gain.decree is None else gain.decree,
                UNSET if gain.card is None else gain.card,
            )
            for gain in value.items
        ],
        UNSET if value.destroys is None else GRID.names[value.destroys],
    )


class AmbushRequest(NamedTuple):
    """A map, and the ambush that is to be drawn on it in solo play."""

    map: Map
    card: Card
    rulings: Rulings


class AmbushPlacementSchema(Schema):
    """A map in solo play, and an ambush."""

    game = game_field()
    map = MapField(required=True)
    drawn = drawn_field(required=True)
    stars = stars_field()
    card = ambush_field(required=True, description="The ambush.")
    rulings = rulings_field()

    def make(self, data: Mapping[str, Any]) -> AmbushRequest:
        """The map and the ambush."""
        printed = data["map"]
        map_ = Map(printed, drawn_on(data["drawn"], printed), data.get("stars", 0))
        return AmbushRequest(map_, data["card"], data.get("rulings", Rulings()))

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """An impossible map; an ambush of another game, or whose face is not known."""
        loaded: AmbushRequest = made
        yield from sheet_faults(data["game"], loaded.map, data["drawn"])
        needed = ("shapes", "corner", "turns")
        yield from below(("card",), card_faults(loaded.card, data["game"], needed))


class AmbushPlacements(Struct):
    """Where a solo ambush is drawn."""

    placements: Annotated[
        list[list[str]], description("The spaces of each placement; none if it is discarded.")
    ]
    at: Annotated[
        str | None, description("The first space that it can cover; null if it is discarded.")
    ]
    ring: Annotated[
        int | None,
        description("The distance of that space from the edge, from 0; null if it is discarded."),
    ]
    tried: Annotated[int, description("How many spaces were tried, that one included.")]
    discarded: Annotated[bool, description("Whether it fits nowhere.")]
    rulings: RulingsUsed


def ambush_placements(loaded: AmbushRequest, locale: str) -> AmbushPlacements:
    """Find where a solo ambush is drawn.

    Lists every placement that covers the first space which can be covered. Spaces are tried from
    the card's corner in its direction, ring by ring.
    """
    found, matters = judged(
        lambda rulings: solo.place(loaded.card, loaded.map.filled, rulings),
        loaded.rulings,
        ["solo_turning", "solo_ambush"],
    )
    localizer = localizer_in(locale)
    return AmbushPlacements(
        [localizer.names(placement) for placement in found.placements],
        None if found.at is None else GRID.names[found.at],
        found.ring,
        found.tried,
        not found.placements,
        rulings_used(loaded.rulings, matters),
    )
