"""Answers about half days: legality checks, and what can be done."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Struct, UnsetType

from theodolite.misterra import half_days, mapping, otoma, values
from theodolite.misterra.board import GRID, TERRAIN_NAMES, TerrainName
from theodolite.misterra.otoma import OtomaHalfDay
from theodolite.misterra.remarks import remarks
from theodolite.misterra.snapshot import OTOMA, Rulings, Snapshot
from theodolite.misterra.turns import judge_in_turn, turn_checks
from theodolite.reviews import Option
from theodolite.rulings import judged
from theodolite.verdict import Fault, legal
from theodolite.web import fields, responses
from theodolite.web.asked import LIMIT
from theodolite.web.misterra.moves import (
    HalfDayDocument,
    MoveSchema,
    half_day_document,
    seat_of,
)
from theodolite.web.misterra.responses import (
    Change,
    Remarks,
    RulingsUsed,
    Table,
    change_response,
    localizer_for,
    remark_responses,
    table_response,
)
from theodolite.web.misterra.schemas import SnapshotSchema
from theodolite.web.responses import (
    Check,
    Listed,
    Localizer,
    description,
    rulings_used,
    same_as,
)


class Verdict(responses.Verdict, kw_only=True):
    """A half day as judged."""

    changes: Annotated[
        list[Change], description("The changes of the island; empty if it is not legal.")
    ]
    after: Annotated[
        Annotated[Table, same_as(SnapshotSchema)] | None,
        description("The table after the half day; null if it is not legal."),
    ]


class PlayedOtomaAction(Struct):
    """The result of an action of Otoma."""

    space: Annotated[str, description("The space of the action.")]
    done: Annotated[
        Literal["confirmed", "nothing"] | Change,
        description('"confirmed", "nothing", or the island\'s change.'),
    ]


class OtomaClaim(Struct):
    """A claim of Otoma's."""

    space: Annotated[str, description("The space of its marker.")]
    terrain: Annotated[TerrainName, description("The terrain of the region.")]
    spaces: Annotated[list[str], description("The region, as it was measured.")]
    tied_with: Annotated[
        list[str], description("A space of each other region as large: `claim_at` can name it.")
    ]


class PlayedMove(Verdict, kw_only=True):
    """A half day as judged; of Otoma with what its cards did."""

    actions: Annotated[
        list[PlayedOtomaAction] | UnsetType,
        description("Otoma: the result of each action, in order."),
    ] = UNSET
    claim: Annotated[
        OtomaClaim | UnsetType | None, description("Otoma: the claim; null if none was made.")
    ] = UNSET


class Legality(PlayedMove, kw_only=True):
    """A half day as judged, remarks on the table, and the rulings that were used."""

    remarks: Remarks
    rulings: RulingsUsed


class Claim(Struct):
    """Whether the player may claim from a place."""

    legal: Annotated[bool, description("Whether no rule is broken.")]
    checks: Annotated[list[Check], description("Every rule that bears on the claim.")]


class Entry(Struct, kw_only=True):
    """A place where the meeple can end its move, or a whole half day with its value."""

    move: Annotated[HalfDayDocument, same_as(MoveSchema), description("The move.")]
    meeple: Annotated[str | UnsetType, description("The place.")] = UNSET
    sees: Annotated[list[str] | UnsetType, description("The island spaces seen from there.")] = (
        UNSET
    )
    may_map: Annotated[bool | UnsetType, description("Whether mapping is allowed there.")] = UNSET
    placements: Annotated[
        list[list[str]] | UnsetType,
        description("The pairs of spaces on which a card can be laid."),
    ] = UNSET
    claim: Annotated[Claim | UnsetType, description("Whether the player may claim there.")] = UNSET
    change: Annotated[
        int | UnsetType,
        description(
            "With `value`: the change of the player's total if the game ended now, hazy tiles "
            "counted as confirmed."
        ),
    ] = UNSET


class LegalActions(Listed, kw_only=True):
    """The places and half days open to a player."""

    moves: Annotated[
        list[Entry],
        description(
            "Every place where the move can end; none if there is no card to take, or one of "
            "`checks` failed. With `value` whole half days, the best first: for each displayed "
            "card, order of its halves and pair of spaces, for each claim, and for only "
            "discarding a card, which may be any. Exchanges at a lagoon are left out."
        ),
    ]
    checks: Annotated[
        list[Check], description("Whether the player may play a half day now: turns and their end.")
    ]
    remarks: Remarks
    rulings: RulingsUsed


def legality_checks(request: Mapping[str, Any], locale: str) -> Legality:
    """Whether the player may play the half day now is judged too.

    Without `lagoon` no exchange was made. Without `sketch` an unknown card of the display was
    taken. Without `action` the half day is not whole. A half day of Otoma is what its two cards
    say: a claim goes to the largest region that it may claim; on a tie `claim_at` decides, by
    default the first region in reading order.
    """
    snapshot: Snapshot = request["snapshot"]
    localizer, move = localizer_for(locale), request["move"]
    if request["player"] == OTOMA:
        played, matters = judged(
            lambda rulings: otoma.play_in_turn(snapshot.under(rulings), move),
            snapshot.rulings,
            otoma.RULINGS,
            otoma.without_rulings,
        )
        verdict = _played(played, move, localizer)
    else:
        player = seat_of(snapshot, request["player"])
        judgement, matters = judged(
            lambda rulings: judge_in_turn(snapshot.under(rulings), player, move),
            snapshot.rulings,
            half_days.rulings_used(move),
            half_days.without_rulings,
        )
        verdict = verdict_response(judgement, localizer)
    return Legality(
        **{name: getattr(verdict, name) for name in verdict.__struct_fields__},
        remarks=remark_responses(remarks(snapshot), localizer),
        rulings=rulings_used(snapshot.rulings, matters),
    )


VALUE: Mapping[str, Any] = {
    "value": fields.Choice.of(
        ("none", "now"),
        "unknown_value",
        description="The value of half days: nothing (the default), or the change of the player's "
        "total if the game ended now, hazy tiles counted as confirmed.",
    ),
    **LIMIT,
}
"""The options of a request for what a player can do."""


def chooser_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Otoma, whose cards decide what it does."""
    if made.get("player") == OTOMA:
        yield Fault("otoma_by_cards", ("player",))


def legal_actions(request: Mapping[str, Any], locale: str) -> LegalActions:
    """For every place where the meeple can end its move, a shortest way there.

    Beside it: the spaces seen, the spaces on which a card can be laid, and whether the player may
    claim. With `value`, whole half days are listed instead, each with the change of the player's
    total.
    """
    snapshot: Snapshot = request["snapshot"]
    player = seat_of(snapshot, request["player"])
    checks = turn_checks(snapshot, player)
    is_valued = request.get("value") == "now"

    def list_actions(rulings: Rulings) -> tuple[list[half_days.Position], list[Option]]:
        # Nothing can be done in another's turn, or after the second half day.
        if not legal(checks):
            return [], []
        table = snapshot.under(rulings)
        if is_valued:
            cards = half_days.cards_to_take(snapshot.display)
            return [], values.valued_half_days(table, player, cards)
        return half_days.legal_actions(table, player), []

    (positions, options), matters = judged(
        list_actions,
        snapshot.rulings,
        values.RULINGS if is_valued else half_days.ACTIONS_RULINGS,
    )
    localizer = localizer_for(locale)
    entries = [
        Entry(move=half_day_document(option.action), change=int(option.value)) for option in options
    ] or [_entry(position, localizer) for position in positions]
    limit = request.get("limit", len(entries))
    return LegalActions(
        moves=entries[:limit],
        total=len(entries),
        more=limit < len(entries),
        checks=localizer.checks(checks),
        remarks=remark_responses(remarks(snapshot), localizer),
        rulings=rulings_used(snapshot.rulings, matters),
    )


def _entry(position: half_days.Position, localizer: Localizer) -> Entry:
    pairs = position.placements
    return Entry(
        move=HalfDayDocument({"path": [place.name for place in position.path]}),
        meeple=position.meeple.name,
        sees=localizer.names(position.sees),
        may_map=position.may_map,
        placements=[[GRID.names[pair.first], GRID.names[pair.second]] for pair in pairs],
        claim=Claim(legal(position.claim), localizer.checks(position.claim)),
    )


def verdict_response(verdict: half_days.Verdict, localizer: Localizer) -> PlayedMove:
    """A verdict on a player's half day as a response."""
    return PlayedMove(
        **localizer.verdict(verdict.checks, whole=verdict.whole),
        changes=[change_response(change, localizer) for change in verdict.changes],
        after=None if verdict.after is None else table_response(verdict.after),
    )


def _played(played: otoma.OtomaTurn, move: OtomaHalfDay, localizer: Localizer) -> PlayedMove:
    """The verdict on a half day of Otoma, its turn included."""
    (outcome,) = played.half_days
    own = otoma_move(move, outcome, localizer)
    return PlayedMove(
        **localizer.verdict([*played.checks, *outcome.checks], whole=True),
        changes=own.changes if played.legal else [],
        after=table_response(played.after) if played.legal else None,
        actions=own.actions,
        claim=own.claim,
    )


def otoma_move(
    half_day: OtomaHalfDay, outcome: otoma.OtomaOutcome, localizer: Localizer
) -> PlayedMove:
    """The result of a half day of Otoma, without the table after it."""
    claim = outcome.claim
    changes = [done for done in outcome.actions if isinstance(done, mapping.Change)]
    return PlayedMove(
        **localizer.verdict(outcome.checks, whole=True),
        changes=[change_response(change, localizer) for change in changes],
        after=None,
        actions=[
            PlayedOtomaAction(
                GRID.names[action.space],
                change_response(done, localizer) if isinstance(done, mapping.Change) else done,
            )
            for action, done in zip(half_day.actions, outcome.actions, strict=True)
        ],
        claim=claim
        and OtomaClaim(
            GRID.names[claim.space],
            TERRAIN_NAMES[claim.terrain],
            localizer.names(claim.spaces),
            [GRID.names[space] for space in claim.tied_with],
        ),
    )
