"""Half days of Maps of Misterra: legality checks and legal actions, with their schemas."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple, NewType

from msgspec import UNSET, Struct, UnsetType

from theodolite.misterra import half_days, values
from theodolite.misterra.board import GRID
from theodolite.misterra.half_days import Exchange, HalfDay
from theodolite.misterra.remarks import remarks
from theodolite.misterra.snapshot import Rulings, Snapshot
from theodolite.misterra.turns import judge_in_turn, turn_checks
from theodolite.reviews import Option
from theodolite.rulings import judged
from theodolite.verdict import Fault, Path, legal
from theodolite.web import fields
from theodolite.web.misterra.island_updates import Change, change_response
from theodolite.web.misterra.responses import (
    Remarks,
    RulingsUsed,
    Table,
    localizer_for,
    remark_responses,
    table_response,
)
from theodolite.web.misterra.schemas import (
    SnapshotSchema,
    name_field,
    place_field,
    sketch_field,
    space_field,
)
from theodolite.web.responses import Check, Localizer, description, rulings_used, same_as
from theodolite.web.schemas import Schema, unknown_player

MAX_MOVE = 60
"""The most steps of a move, and the most half days of a turn, in a request."""


class ExchangeSchema(Schema):
    """An exchange of sketch cards at a lagoon."""

    discard = sketch_field(
        required=True, description="The card of the display that is tucked under the deck."
    )
    reveal = sketch_field(required=True, description="The card that is revealed from the deck.")

    def make(self, data: Mapping[str, Any]) -> Exchange:
        """The exchange."""
        return Exchange(**data)


class ActionSchema(Schema):
    """The third phase of a half day: the use of its card."""

    type = fields.Choice.of(
        ("map", "claim", "discard"),
        "unknown_value",
        required=True,
        description="Map the card, claim the region under the meeple, or only discard the card.",
    )
    spaces = fields.List(
        space_field(),
        2,
        least=2,
        description="For `map` alone: the spaces of the first and the second half of the card.",
    )

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Spaces missing where a card is mapped, or given where none is."""
        if (data["type"] == "map") != ("spaces" in data):
            code = "required" if data["type"] == "map" else "superfluous_field"
            yield Fault(code, ("spaces",))


class HalfDaySchema(Schema):
    """One half day: the move, the exchange at a lagoon, the card taken, and its use."""

    move = fields.List(
        place_field(),
        MAX_MOVE,
        code="too_many",
        description="The island spaces and beach spaces (`beach:E3`) stepped onto, in order; by "
        "default the meeple stays.",
    )
    lagoon = fields.Nested(
        ExchangeSchema(),
        allow_none=True,
        description="The exchange at a lagoon; null, the default, if none was made.",
    )
    sketch = sketch_field(
        allow_none=True,
        description="The sketch card taken, the half first that goes onto the first space; "
        "required for `map`, null if not known.",
    )
    action = fields.Nested(
        ActionSchema(), description="The use of the card; by default it was discarded."
    )

    def make(self, data: Mapping[str, Any]) -> HalfDay:
        """The half day; without an action, the card is discarded."""
        action = data.get("action", {"type": "discard"})
        return HalfDay(
            data.get("move", ()),
            data.get("lagoon"),
            data.get("sketch"),
            action["type"],
            action.get("spaces"),
        )

    def cross_faults(self, made: HalfDay, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A card that is mapped but not given."""
        if made.action == "map" and made.sketch is None:
            yield Fault("required", ("sketch",))

    def unmake(self, made: HalfDay) -> Mapping[str, Any]:
        """The fields of a request."""
        return super().unmake(
            {
                "move": made.move,
                "action": {"type": made.action, "spaces": made.spaces},
                "lagoon": made.lagoon,
                "sketch": made.sketch,
            }
        )


class PlayerQuestion(NamedTuple):
    """A table, one of its players by index, a half day, and how listed half days are valued."""

    snapshot: Snapshot
    player: int
    half_day: HalfDay = HalfDay()
    value: Literal["none", "now"] = "none"


class PlayerQuestionSchema(Schema):
    """A table, and one of its players."""

    snapshot = fields.Nested(SnapshotSchema(), required=True, description="The table.")
    player = name_field(required=True, description="The name of one of its players.")

    def make(self, data: Mapping[str, Any]) -> PlayerQuestion:
        """The question."""
        return PlayerQuestion(**{**data, "player": seat_of(data["snapshot"], data["player"])})

    def cross_faults(self, made: PlayerQuestion, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A player that is not at the table."""
        return unknown_player(made.snapshot.names, data["player"], ("player",))


class ActionsRequestSchema(PlayerQuestionSchema):
    """A table, one of its players, and how half days are valued."""

    value = fields.Choice.of(
        ("none", "now"),
        "unknown_value",
        description="The value of half days: nothing (the default), or the change of the player's "
        "total if the game ended now, hazy tiles counted as confirmed.",
    )


class LegalityCheckSchema(PlayerQuestionSchema):
    """A table, one of its players, and a half day of that player's."""

    half_day = fields.Nested(
        HalfDaySchema(), required=True, description="The half day that the player has played."
    )

    def cross_faults(self, made: PlayerQuestion, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A player that is not at the table; a beach space that the table does not have."""
        yield from super().cross_faults(made, data)
        yield from off_beach(made.snapshot, made.half_day, ("half_day",))


def seat_of(snapshot: Snapshot, name: str) -> int:
    """The index of a player in turn order; one more than the last for any other name."""
    names = snapshot.names
    return names.index(name) if name in names else len(names)


def off_beach(snapshot: Snapshot, half_day: HalfDay, path: Path) -> Iterator[Fault]:
    """Find steps of a half day onto beach spaces that the table does not have."""
    for i, place in enumerate(half_day.move):
        # Beach spaces lie along one side of the island only.
        if place.on_beach and not snapshot.beach.spaces >> place.space & 1:
            yield Fault("unknown_space", (*path, "move", i), {"value": place.word})


class Verdict(Struct):
    """A half day as judged."""

    legal: Annotated[bool, description("Whether no rule is broken.")]
    checks: Annotated[list[Check], description("Every rule that bears on the half day.")]
    changes: Annotated[
        list[Change], description("The changes of the island; empty if it is illegal.")
    ]
    after: Annotated[
        Annotated[Table, same_as(SnapshotSchema)] | None,
        description("The table after the half day; null if it is illegal."),
    ]


class Legality(Verdict):
    """A half day as judged, remarks on the table, and the rulings that were used."""

    remarks: Remarks
    rulings: RulingsUsed


class Claim(Struct):
    """Whether the player may claim from a place."""

    legal: Annotated[bool, description("Whether no rule is broken.")]
    checks: Annotated[list[Check], description("Every rule that bears on the claim.")]


class Position(Struct):
    """A place where the meeple can end its move, and the actions there."""

    meeple: Annotated[str, description("The place.")]
    path: Annotated[list[str], description("A shortest path there: the places stepped onto.")]
    sees: Annotated[list[str], description("The island spaces seen from there.")]
    may_map: Annotated[bool, description("Whether mapping is allowed there.")]
    placements: Annotated[
        list[list[str]], description("The pairs of spaces on which a card can be laid.")
    ]
    claim: Annotated[Claim, description("Whether the player may claim there.")]


PlayedHalfDay = NewType("PlayedHalfDay", dict[str, Any])
"""A half day as a request has it."""

_HALF_DAY = HalfDaySchema()


def half_day_document(half_day: HalfDay) -> PlayedHalfDay:
    """Write a half day as a request has it."""
    return PlayedHalfDay(_HALF_DAY.dump(half_day))


class ValuedHalfDay(Struct):
    """A half day, and what it is worth."""

    half_day: Annotated[
        PlayedHalfDay,
        same_as(HalfDaySchema),
        description("The half day; a claim or a discard may take any card."),
    ]
    change: Annotated[
        int,
        description(
            "The change of the player's total if the game ended now, hazy tiles counted as "
            "confirmed."
        ),
    ]


class LegalActions(Struct):
    """The places and actions of a half day."""

    positions: Annotated[
        list[Position],
        description(
            "Every place where the move can end; empty if there is no card to take, or one of "
            "`checks` failed."
        ),
    ]
    checks: Annotated[
        list[Check], description("Whether the player may play a half day now: turns and their end.")
    ]
    remarks: Remarks
    rulings: RulingsUsed
    values: Annotated[
        list[ValuedHalfDay] | UnsetType,
        description(
            "If they were asked for, the best first: a half day for each displayed card, order of "
            "its halves and pair of spaces, for each claim, and for only discarding a card. "
            "Exchanges at a lagoon are left out."
        ),
    ] = UNSET


def legality_checks(request: PlayerQuestion, locale: str) -> Legality:
    """Judge one half day, and whether the player may play it now.

    The answer has every rule that bears on it, passed, failed or not checked; if none failed, the
    changes of the island and the table after it. Without `lagoon` no exchange was made. Without
    `sketch` an unknown card of the display was taken.
    """
    snapshot, player, half_day, _ = request
    judgement, matters = judged(
        lambda rulings: judge_in_turn(snapshot.under(rulings), player, half_day),
        snapshot.rulings,
        half_days.rulings_used(half_day),
        half_days.without_rulings,
    )
    localizer = localizer_for(locale)
    verdict = verdict_response(judgement, localizer)
    return Legality(
        verdict.legal,
        verdict.checks,
        verdict.changes,
        verdict.after,
        remark_responses(remarks(snapshot), localizer),
        rulings_used(snapshot.rulings, matters),
    )


def legal_actions(request: PlayerQuestion, locale: str) -> LegalActions:
    """List what a player can do in a half day.

    For every place where the meeple can end its move: a shortest path, the spaces seen, the spaces
    on which a card can be laid, and whether the player may claim. With `value`, the half days
    themselves are listed too, each with the change of the player's total.
    """
    snapshot, player, _, value = request
    checks = turn_checks(snapshot, player)
    is_valued = value == "now"

    def list_actions(rulings: Rulings) -> tuple[list[half_days.Position], list[Option]]:
        # Nothing can be done in another's turn, or after the second half day.
        if not legal(checks):
            return [], []
        table = snapshot.under(rulings)
        cards = half_days.cards_to_take(snapshot.display)
        return (
            half_days.legal_actions(table, player),
            values.valued_half_days(table, player, cards) if is_valued else [],
        )

    (positions, options), matters = judged(
        list_actions,
        snapshot.rulings,
        values.RULINGS if is_valued else half_days.ACTIONS_RULINGS,
    )
    localizer = localizer_for(locale)
    return LegalActions(
        [
            Position(
                position.meeple.name,
                [place.name for place in position.path],
                localizer.names(position.sees),
                position.may_map,
                [[GRID.names[pair.first], GRID.names[pair.second]] for pair in position.placements],
                Claim(legal(position.claim), localizer.checks(position.claim)),
            )
            for position in positions
        ],
        localizer.checks(checks),
        remark_responses(remarks(snapshot), localizer),
        rulings_used(snapshot.rulings, matters),
        [ValuedHalfDay(half_day_document(option.action), int(option.value)) for option in options]
        if is_valued
        else UNSET,
    )


def verdict_response(verdict: half_days.Verdict, localizer: Localizer) -> Verdict:
    """A verdict as a response."""
    return Verdict(
        verdict.legal,
        localizer.checks(verdict.checks),
        [change_response(change, localizer) for change in verdict.changes],
        None if verdict.after is None else table_response(verdict.after),
    )
