"""What answers about Maps of Misterra contain, for the specification and for tests."""

from marshmallow import Schema, fields, validate

from theodolite.misterra.board import TERRAIN_NAMES
from theodolite.misterra.scoring import CATEGORIES

__all__ = [
    "ChangeAnswer",
    "PresumptionListAnswer",
    "RulingUsedAnswer",
    "ScoresAnswer",
    "UpdatedIslandAnswer",
    "rows_field",
    "spaces_field",
    "terrain_field",
]


def spaces_field(description: str) -> fields.List[str]:
    """A list of names of spaces."""
    return fields.List(fields.String(), required=True, metadata={"description": description})


def terrain_field(*, allow_none: bool = False) -> fields.String:
    """The name of a terrain."""
    names = [*TERRAIN_NAMES, None] if allow_none else TERRAIN_NAMES
    return fields.String(required=True, allow_none=allow_none, validate=validate.OneOf(names))


def rows_field(description: str) -> fields.List[str]:
    """An island as rows."""
    return fields.List(fields.String(), required=True, metadata={"description": description})


def _text(description: str) -> fields.String:
    return fields.String(required=True, metadata={"description": description})


def _points(description: str) -> fields.Integer:
    return fields.Integer(required=True, metadata={"description": description})


class RulingUsedAnswer(Schema):
    """A ruling that the answer used."""

    name = _text("The ruling's name.")
    value = _text("The value in force.")
    could_matter = fields.Boolean(
        required=True,
        metadata={"description": "Whether another value would change this answer."},
    )


class PartAnswer(Schema):
    """A portion of an item's points."""

    points = _points("The portion's points.")
    spaces = spaces_field("The spaces that earn them.")


class ItemAnswer(Schema):
    """One line of a score sheet."""

    category = fields.String(required=True, validate=validate.OneOf(CATEGORIES))
    points = _points("The line's points; the sum of its parts where it has any.")
    spaces = spaces_field("The spaces that count for it.")
    rule = _text("The rule that gives the points.")
    page = fields.Integer(required=True, metadata={"description": "That rule's rulebook page."})
    explanation = _text("Why, in words.")
    parts = fields.List(
        fields.Nested(PartAnswer), metadata={"description": "Presumptions: where points come from."}
    )
    card = fields.Integer(metadata={"description": "Presumptions: the card's number."})
    claim = fields.String(metadata={"description": "Claims: the marker's space."})
    terrain = fields.String(
        validate=validate.OneOf(TERRAIN_NAMES), metadata={"description": "Claims: the region's."}
    )
    disputed_with = fields.List(
        fields.String(), metadata={"description": "Claims: who else has a marker in the region."}
    )
    line = fields.String(metadata={"description": "Master Cartographers: the row or column."})


class SubtotalsAnswer(Schema):
    """The points of each category."""

    fidelity = _points("2 for each space that matches the island.")
    completeness = _points("-1 for each empty space.")
    presumptions = _points("From the presumption cards.")
    claims = _points("2 for each tile of each region claimed.")
    master_cartographers = _points("3 for each faithful line, in the variant.")


class PlayerScoreAnswer(Schema):
    """A player's score."""

    name = _text("The player's name.")
    rank = fields.Integer(required=True, metadata={"description": "From 1; tied players share."})
    total = _points("The sum of the subtotals.")
    subtotals = fields.Nested(SubtotalsAnswer, required=True)
    items = fields.List(fields.Nested(ItemAnswer), required=True)


class RemovedClaimAnswer(Schema):
    """A claim marker removed before scoring."""

    player = _text("Its holder; Otoma in a solo game.")
    space = _text("The space it lay on.")


class RemovedAnswer(Schema):
    """What was removed before scoring."""

    tiles = spaces_field("The spaces whose hazy tiles were removed.")
    claims = fields.List(fields.Nested(RemovedClaimAnswer), required=True)


class TitlesAnswer(Schema):
    """The titles of a solo score."""

    total = _text("For the total.")
    presumptions = _text("For the presumptions.")
    fidelity = _text("For the fidelity.")
    claims = _text("For the claims less Otoma's.")


class SoloAnswer(Schema):
    """A solo score."""

    otoma_claims = _points("What Otoma's claims take off.")
    total = _points("The player's total less Otoma's claims.")
    titles = fields.Nested(TitlesAnswer, required=True)
    items = fields.List(
        fields.Nested(ItemAnswer), required=True, metadata={"description": "Otoma's claims."}
    )


class ScoresAnswer(Schema):
    """A scored table."""

    players = fields.List(fields.Nested(PlayerScoreAnswer), required=True)
    winners = fields.List(fields.String(), required=True)
    decided_by = fields.String(
        required=True, validate=validate.OneOf(("total", "fidelity", "shared"))
    )
    island = rows_field("The island as scored, hazy tiles gone.")
    removed = fields.Nested(RemovedAnswer, required=True)
    rulings = fields.List(fields.Nested(RulingUsedAnswer), required=True)
    solo = fields.Nested(SoloAnswer, metadata={"description": "In solo games only."})


class ChangeAnswer(Schema):
    """What mapping a terrain did to a space of the island."""

    space = _text("The space.")
    terrain = terrain_field()
    effect = fields.String(
        required=True,
        validate=validate.OneOf(
            ("placed", "confirmed", "replaced", "already_confirmed", "none_in_supply")
        ),
    )
    returned = terrain_field(allow_none=True)
    rule = _text("The rule that decides.")
    page = fields.Integer(required=True, metadata={"description": "That rule's rulebook page."})
    explanation = _text("Why, in words.")


class SupplyAnswer(Schema):
    """The tiles left in the supply."""

    jungle = fields.Integer(required=True)
    lagoon = fields.Integer(required=True)
    mountain = fields.Integer(required=True)
    steppe = fields.Integer(required=True)


class UpdatedIslandAnswer(Schema):
    """The island after mapping."""

    island = rows_field("The island after it.")
    changes = fields.List(fields.Nested(ChangeAnswer), required=True)
    supply = fields.Nested(SupplyAnswer, required=True)
    rulings = fields.List(fields.Nested(RulingUsedAnswer), required=True)


class ThresholdAnswer(Schema):
    """A row of a card's table."""

    count = fields.Integer(required=True, metadata={"description": "From this many on,"})
    points = fields.Integer(required=True, metadata={"description": "the card pays this."})


class FaceAnswer(Schema):
    """What a printed card shows, from the card pack."""

    terrain = fields.String(validate=validate.OneOf(TERRAIN_NAMES))
    avoid = fields.String(validate=validate.OneOf(TERRAIN_NAMES))
    pattern = fields.List(fields.String())


class CardAnswer(Schema):
    """A presumption card."""

    card = fields.Integer(required=True)
    criterion = _text("What it scores, as the last part of its rule's id.")
    rule = _text("Its rule.")
    page = fields.Integer(required=True)
    text = _text("Its rule in words.")
    once = fields.Boolean(required=True, metadata={"description": "Scores one time only."})
    table = fields.List(
        fields.Nested(ThresholdAnswer),
        required=True,
        metadata={"description": "The highest threshold reached pays; empty where `each` does."},
    )
    beyond = fields.Integer(
        required=True, metadata={"description": "Points for each one above the last threshold."}
    )
    each = fields.Integer(
        required=True, metadata={"description": "Points for each time it scores, without a table."}
    )
    needs = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "What of the printed face a request must carry."},
    )
    face = fields.Nested(
        FaceAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "The face, where a card pack gives it."},
    )


class PresumptionListAnswer(Schema):
    """The presumption cards."""

    presumptions = fields.List(fields.Nested(CardAnswer), required=True)
