"""What answers about the play of Maps of Misterra contain, for the specification and for tests."""

from types import MappingProxyType

from marshmallow import Schema, fields, validate

from theodolite.web.misterra.answers import (
    ChangeAnswer,
    RulingUsedAnswer,
    ScoresAnswer,
    spaces_field,
    terrain_field,
)
from theodolite.web.misterra.bodies import SnapshotBody
from theodolite.web.misterra.play_bodies import HalfDayBody

__all__ = [
    "EndAnswer",
    "JudgedReplayAnswer",
    "LegalActionsAnswer",
    "LegalityAnswer",
    "PlayedOtomaTurnAnswer",
    "SettledDisputeAnswer",
]


def _text(description: str) -> fields.String:
    return fields.String(required=True, metadata={"description": description})


def _flag(description: str) -> fields.Boolean:
    return fields.Boolean(required=True, metadata={"description": description})


def _page() -> fields.Integer:
    return fields.Integer(required=True, metadata={"description": "That rule's rulebook page."})


def _rulings() -> "fields.List[dict[str, object]]":
    return fields.List(fields.Nested(RulingUsedAnswer), required=True)


class CheckAnswer(Schema):
    """One rule held against a half day."""

    rule = _text("The rule.")
    page = _page()
    status = fields.String(
        required=True, validate=validate.OneOf(("passed", "failed", "not_checked"))
    )
    explanation = _text("Why, in words.")
    spaces = spaces_field("The island spaces concerned.")


class VerdictAnswer(Schema):
    """A half day as judged."""

    legal = _flag("Whether no rule is broken.")
    checks = fields.List(
        fields.Nested(CheckAnswer),
        required=True,
        metadata={"description": "Every rule that bears on the half day."},
    )
    changes = fields.List(fields.Nested(ChangeAnswer), required=True)
    after = fields.Nested(
        SnapshotBody,
        required=True,
        allow_none=True,
        metadata={"description": "The table after what was told; null if that is illegal."},
    )


class LegalityAnswer(VerdictAnswer):
    """A half day as judged, and the rulings that were used."""

    rulings = _rulings()


class ClaimAnswer(Schema):
    """Whether the player may claim from a place."""

    legal = _flag("Whether no rule is broken.")
    checks = fields.List(fields.Nested(CheckAnswer), required=True)


class PositionAnswer(Schema):
    """A place where the meeple can end its move, and what it can do there."""

    meeple = _text("The place.")
    path = spaces_field("A shortest path there: the places stepped onto.")
    sees = spaces_field("The island spaces seen from there.")
    may_map = _flag("Whether mapping is allowed there.")
    placements = fields.List(
        fields.List(fields.String()),
        required=True,
        metadata={"description": "The pairs of spaces on which a card can be laid."},
    )
    claim = fields.Nested(ClaimAnswer, required=True)


class LegalActionsAnswer(Schema):
    """What a player can do in a half day."""

    positions = fields.List(fields.Nested(PositionAnswer), required=True)
    rulings = _rulings()


class ConditionAnswer(Schema):
    """One way for the game to end."""

    rule = _text("The rule.")
    page = _page()
    met = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "Null where the snapshot does not hold what it takes to know."},
    )
    explanation = _text("Why, in words.")
    spaces = spaces_field("The island spaces concerned.")


class EndAnswer(Schema):
    """Whether the end of the game is triggered."""

    triggered = _flag("Whether any of the conditions is met.")
    conditions = fields.List(fields.Nested(ConditionAnswer), required=True)


class _Done(fields.Raw):
    """Confirmed, nothing, or the change of the island."""

    spec = MappingProxyType(
        {
            "oneOf": [
                {"type": "string", "enum": ["confirmed", "nothing"]},
                {"$ref": "#/components/schemas/Change"},
            ]
        }
    )


class PlayedOtomaActionAnswer(Schema):
    """What an action of Otoma's did."""

    space = _text("Where.")
    done = _Done(
        required=True, metadata={"description": '"confirmed", "nothing", or the island\'s change.'}
    )


class OtomaClaimAnswer(Schema):
    """A claim of Otoma's."""

    space = _text("Where its marker lies.")
    terrain = terrain_field()
    spaces = spaces_field("The region, as it was measured.")
    tied_with = spaces_field("A space of each other region as large: `claim_at` can name it.")


class OtomaOutcomeAnswer(Schema):
    """What a half day of Otoma's did."""

    actions = fields.List(fields.Nested(PlayedOtomaActionAnswer), required=True)
    claim = fields.Nested(OtomaClaimAnswer, required=True, allow_none=True)


class PlayedOtomaTurnAnswer(Schema):
    """What Otoma's turn did, and the table after it."""

    half_days = fields.List(fields.Nested(OtomaOutcomeAnswer), required=True)
    after = fields.Nested(SnapshotBody, required=True)
    rulings = _rulings()


class TurnVerdictAnswer(Schema):
    """A turn of a record as judged."""

    player = _text("Whose turn it was.")
    legal = _flag("Whether no rule is broken in it.")
    checks = fields.List(
        fields.Nested(CheckAnswer),
        required=True,
        metadata={"description": "The rules on turns: order, half days, refill, end of the game."},
    )
    half_days = fields.List(fields.Nested(VerdictAnswer), required=True)
    otoma_half_days = fields.List(fields.Nested(OtomaOutcomeAnswer), required=True)
    end = fields.Nested(
        EndAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "Null where the game cannot end after this turn."},
    )


class StopAnswer(Schema):
    """Where a record stops being legal, counted from 0."""

    turn = fields.Integer(required=True)
    half_day = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Null if the refill of the display is at fault."},
    )


class JudgedReplayAnswer(Schema):
    """A record as judged, up to and with its first illegal half day."""

    legal = _flag("Whether the whole record is legal.")
    turns = fields.List(fields.Nested(TurnVerdictAnswer), required=True)
    stopped_at = fields.Nested(StopAnswer, required=True, allow_none=True)
    after = fields.Nested(SnapshotBody, required=True)
    finished = _flag("Whether the game is over with it.")
    scores = fields.Nested(
        ScoresAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "The scores of a finished record, where they were asked for."},
    )
    rulings = _rulings()


class AccountAnswer(Schema):
    """One or two half days that lead from the one table to the other."""

    half_days = fields.List(fields.Nested(HalfDayBody), required=True)


class DifferenceAnswer(Schema):
    """A difference that no legal play explains."""

    pointer = _text("JSON Pointer into the snapshots.")
    before = fields.Raw(required=True, allow_none=True)
    after = fields.Raw(required=True, allow_none=True)
    explanation = _text("Why, in words.")


class SettledDisputeAnswer(Schema):
    """Whether a player's half day or turn can have led from one table to another."""

    possible = _flag("Whether any legal play does.")
    accounts = fields.List(
        fields.Nested(AccountAnswer),
        required=True,
        metadata={"description": "The plays that do, the shortest first, 20 at most."},
    )
    more = _flag("Whether there are more.")
    differences = fields.List(fields.Nested(DifferenceAnswer), required=True)
    rulings = _rulings()
