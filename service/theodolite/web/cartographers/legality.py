"""Answers about drawings: legality checks, and what can be drawn."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NewType, cast

from msgspec import UNSET, Struct, UnsetType

from theodolite.cartographers import actions, legality
from theodolite.cartographers.board import GRID
from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.facts import Facts
from theodolite.cartographers.scoring import card_rulings, scoring_faults
from theodolite.cartographers.solo import SoloPlacement, place
from theodolite.grid import NOWHERE, each
from theodolite.rulings import judged
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.cartographers.cards import card_field
from theodolite.web.cartographers.moves import (
    AFTER_RUINS,
    ON,
    Move,
    MoveSchema,
    face_faults,
    move_document,
    turn_of,
)
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
from theodolite.web.responses import (
    Listed,
    Localizer,
    Verdict,
    description,
    rulings_used,
    same_as,
)
from theodolite.web.schemas import Schema, unknown_player

MoveDocument = NewType("MoveDocument", dict[str, Any])
"""A move as a request has it."""


class Legality(Verdict, kw_only=True):
    """A drawing as judged."""

    shape: Annotated[
        int | None, description("The number of the card's shape drawn, from 0; null if it is none.")
    ]
    fallback: Annotated[bool, description("Whether it is a 1x1 instead of a shape.")]
    changes: Changes
    after: Annotated[Table | None, description("The table after it; null if it is not legal.")]
    rulings: RulingsUsed


def legality_checks(request: Mapping[str, Any], locale: str) -> Legality:
    """A drawing with an empty list of spaces claims that nothing can be drawn.

    A move without a card, or without that list, is not whole.
    """
    snapshot = request["snapshot"]
    move: Move = request["move"]
    matters: Mapping[str, bool] = {}
    if move.card is None or move.draw is None:
        missing = "no_card" if move.card is None else "no_spaces"
        verdict = legality.unfinished(request["player"], missing)
    else:
        turn, draw = turn_of(snapshot, request["player"], move, move.card), move.draw
        verdict, matters = judged(
            lambda rulings: legality.judge(snapshot.under(rulings), turn, draw),
            snapshot.rulings,
            legality.rulings_used(snapshot, turn),
            legality.without_rulings,
        )
    localizer = localizer_in(locale)
    return Legality(
        **localizer.verdict(verdict.checks, whole=verdict.whole),
        shape=verdict.shape,
        fallback=verdict.fallback,
        changes=changes_of(verdict.changes, localizer),
        after=None if verdict.after is None else table_document(verdict.after),
        rulings=rulings_used(snapshot.rulings, matters),
    )


def checked_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """The faults of the card of a move."""
    move: Move = made["move"]
    if move.card is not None:
        turn = turn_of(made["snapshot"], made["player"], move, move.card)
        yield from face_faults(made["snapshot"], turn, ("move", "card"))


class ActionsGivenSchema(Schema):
    """The card that is drawn for."""

    card = card_field(required=True, description="The card.")
    on, after_ruins = ON, AFTER_RUINS

    def make(self, data: Mapping[str, Any]) -> Move:
        """The move without a drawing."""
        return Move(data["card"], data.get("on"), data.get("after_ruins", False), None)


LISTED: Mapping[str, Any] = {
    "value": fields.Choice.of(
        ("none", "season", "game"),
        "unknown_value",
        description="The value of placements: nothing (the default), the score of this "
        "season, or all decrees that are still to be scored, coins and monsters, each once.",
    ),
    "limit": fields.Integer(1, 1000, description="The most entries of `moves`. Default: 100."),
}
"""The options of a request for what can be drawn."""


def given_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """The map of nobody; a card that cannot be judged; scoring cards that are missing."""
    snapshot = made["snapshot"]
    given: Move = made["given"]
    yield from unknown_player(snapshot.names, given.on, ("given", "on"))
    if given.card is not None:
        turn = turn_of(snapshot, made.get("player", ""), given, given.card)
        yield from face_faults(snapshot, turn, ("given", "card"))
    decrees = actions.decrees_valued(snapshot, made.get("value", "none"))
    yield from scoring_faults(snapshot, decrees, ("snapshot",))


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
    """A possible drawing."""

    move: Annotated[MoveDocument, same_as(MoveSchema), description("The best of it, as a move.")]
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


class LegalActions(Listed, kw_only=True):
    """Everything that can be drawn for a card."""

    moves: Annotated[list[Placement], description("The best first, if they are valued.")]
    fallback: Annotated[bool, description("Whether no shape fits, so that a 1x1 is drawn.")]
    rulings: RulingsUsed
    at: Annotated[
        str | UnsetType | None,
        description("Solo ambushes: the first space that it can cover; null if discarded."),
    ] = UNSET
    ring: Annotated[
        int | UnsetType | None,
        description("Solo ambushes: the distance of that space from the edge; null if discarded."),
    ] = UNSET
    tried: Annotated[
        int | UnsetType,
        description("Solo ambushes: how many spaces were tried, that one included."),
    ] = UNSET
    discarded: Annotated[
        bool | UnsetType, description("Solo ambushes: whether it fits nowhere.")
    ] = UNSET


def legal_actions(request: Mapping[str, Any], locale: str) -> LegalActions:
    """There is an entry for each set of spaces, and of stars for a hero.

    With `value`, it has the change to this season's score, or to the points of all decrees that
    are still to be scored, of coins and of monsters. A solo ambush is drawn on the first space that
    can be covered, tried from the card's corner in its direction, ring by ring.
    """
    snapshot = request["snapshot"]
    given, valued_by = request["given"], request.get("value", "none")
    limit = request.get("limit", 100)
    turn = turn_of(snapshot, request["player"], given, given.card)
    # Coins bear on values alone.
    coins = legality.COIN_RULINGS if valued_by == "none" else ()
    names = [name for name in legality.rulings_used(snapshot, turn) if name not in coins]
    names += card_rulings(snapshot, actions.decrees_valued(snapshot, valued_by))
    is_solo = turn.card.kind == "ambush" and snapshot.solo
    filled = snapshot.map(turn.owner).filled
    (found, solo), matters = judged(
        lambda rulings: (
            actions.legal_actions(snapshot.under(rulings), turn, valued_by),
            place(turn.card, filled, rulings) if is_solo else None,
        ),
        snapshot.rulings,
        names,
        # As the response has it: without placements beyond the limit.
        lambda both: (
            both[0].fallback,
            len(both[0].placements),
            both[0].placements[:limit],
            _solo(both[1]),
        ),
    )
    localizer = localizer_in(locale)
    facts = snapshot.facts
    entries = [_placement(one, given, facts, localizer) for one in found.placements[:limit]]
    return LegalActions(
        moves=entries,
        total=len(found.placements),
        more=len(found.placements) > limit,
        fallback=found.fallback,
        rulings=rulings_used(snapshot.rulings, matters),
        **_solo(solo),
    )


def _solo(found: SoloPlacement | None) -> Mapping[str, Any]:
    """Where a solo ambush is drawn."""
    if found is None:
        return {}
    return {
        "at": None if found.at is None else GRID.names[found.at],
        "ring": found.ring,
        "tried": found.tried,
        "discarded": not found.placements,
    }


def _placement(
    placement: actions.Placement, given: Move, facts: Facts, localizer: Localizer
) -> Placement:
    targets = placement.destroys
    best = next(iter(placement.values), None)
    destroys = best.destroys if best else next(each(targets), None) if targets else None
    draw = Draw(
        placement.spaces,
        best.terrain if best else placement.terrains[0],
        placement.stars or NOWHERE,
        destroys,
    )
    return Placement(
        MoveDocument(move_document(given, draw, facts)),
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
