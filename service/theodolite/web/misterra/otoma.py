"""Otoma's turns in solo games of Maps of Misterra: request, response and endpoint."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Struct

from theodolite.misterra import mapping, otoma
from theodolite.misterra.board import GRID, TERRAIN_NAMES, TerrainName
from theodolite.misterra.otoma import OtomaAction, OtomaHalfDay
from theodolite.misterra.remarks import remarks
from theodolite.rulings import judged
from theodolite.verdict import Fault
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
from theodolite.web.misterra.schemas import SnapshotSchema, space_field, terrain_field
from theodolite.web.responses import Check, Localizer, description, rulings_used, same_as
from theodolite.web.schemas import Schema


class OtomaActionSchema(Schema):
    """An action of Otoma on a space: confirm its tile, or map a terrain."""

    space = space_field(required=True, description="The island space, `A1` to `E5`.")
    do = fields.Choice.of(
        ("confirm", "map"),
        "unknown_value",
        required=True,
        description="Confirm the tile that lies there, or map a terrain.",
    )
    otherwise = terrain_field(
        description="For `confirm` alone: the terrain to map if no tile lies there."
    )
    terrain = terrain_field(description="For `map` alone: the terrain to map.")

    def make(self, data: Mapping[str, Any]) -> OtomaAction:
        """The action."""
        terrain: Any = data.get(_TERRAIN_OF[data["do"]])
        return OtomaAction(data["space"], data["do"], terrain)

    def cross_faults(self, made: OtomaAction, data: Mapping[str, Any]) -> Iterable[Fault]:
        """The terrain missing, or given under the other's name."""
        for do, field in _TERRAIN_OF.items():
            if (made.do == do) != (field in data):
                yield Fault("required" if made.do == do else "superfluous_field", (field,))


_TERRAIN_OF = {"confirm": "otherwise", "map": "terrain"}


class OtomaHalfDaySchema(Schema):
    """A half day of Otoma: two actions, and whether and where it claims."""

    actions = fields.List(
        fields.Nested(OtomaActionSchema()),
        2,
        least=2,
        required=True,
        description="The actions of its two cards, in order.",
    )
    claim = fields.Boolean(description="Whether the cards make Otoma claim; by default false.")
    claim_at = space_field(
        allow_none=True,
        description="With `claim` alone: a space of the region to claim where several are the "
        "largest; by default the first in reading order is claimed.",
    )

    def make(self, data: Mapping[str, Any]) -> OtomaHalfDay:
        """The half day."""
        return OtomaHalfDay(**data)

    def cross_faults(self, made: OtomaHalfDay, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A space for a claim that is not made."""
        if made.claim_at is not None and not made.claim:
            yield Fault("superfluous_field", ("claim_at",))


class OtomaTurnSchema(Schema):
    """The table of a solo game after the player's turn, and Otoma's half days by its cards."""

    snapshot = fields.Nested(
        SnapshotSchema(), required=True, description="The table, `otoma` included."
    )
    half_days = fields.List(
        fields.Nested(OtomaHalfDaySchema()),
        2,
        least=1,
        required=True,
        description="The half days of Otoma, in order.",
    )

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A table without Otoma."""
        if data["snapshot"].otoma is None:
            yield Fault("required", ("snapshot", "otoma"))


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


class OtomaOutcome(Struct):
    """The result of a half day of Otoma."""

    legal: Annotated[bool, description("Whether no rule is broken.")]
    actions: Annotated[list[PlayedOtomaAction], description("The result of each action, in order.")]
    claim: Annotated[OtomaClaim | None, description("The claim; null if none was made.")]
    checks: Annotated[
        list[Check],
        description("Whether the cards can claim, why each action did this, where a claim went."),
    ]


class PlayedOtomaTurn(Struct):
    """The result of a turn of Otoma, and the table after it."""

    legal: Annotated[bool, description("Whether no rule is broken.")]
    checks: Annotated[list[Check], description("The rules on turns: the display, the half days.")]
    half_days: Annotated[
        list[OtomaOutcome],
        description("The result of each half day, up to the first illegal one."),
    ]
    after: Annotated[
        Annotated[Table, same_as(SnapshotSchema)] | None,
        description("The table after the turn; null if it is illegal."),
    ]
    remarks: Remarks
    rulings: RulingsUsed


def otoma_turns(request: dict[str, Any], locale: str) -> PlayedOtomaTurn:
    """Play Otoma's turn in a solo game.

    Its cards name its actions. A claim goes to the largest region that it may claim; on a tie
    `claim_at` decides, by default the first region in reading order. The turn is illegal if its
    cards cannot have come like this, or if `claim_at` is elsewhere.
    """
    snapshot, half_days = request["snapshot"], request["half_days"]
    played, matters = judged(
        lambda rulings: otoma.play(snapshot.under(rulings), half_days),
        snapshot.rulings,
        otoma.RULINGS,
        otoma.without_rulings,
    )
    localizer = localizer_for(locale)
    return PlayedOtomaTurn(
        played.legal,
        localizer.checks(played.checks),
        otoma_responses(half_days, played.half_days, localizer),
        table_response(played.after) if played.legal else None,
        remark_responses(remarks(snapshot), localizer),
        rulings_used(snapshot.rulings, matters),
    )


def otoma_responses(
    half_days: Sequence[OtomaHalfDay], outcomes: Sequence[otoma.OtomaOutcome], localizer: Localizer
) -> list[OtomaOutcome]:
    """The results of half days of Otoma as a response."""
    return [
        OtomaOutcome(
            outcome.legal,
            [
                PlayedOtomaAction(
                    GRID.names[action.space],
                    change_response(done, localizer) if isinstance(done, mapping.Change) else done,
                )
                for action, done in zip(half_day.actions, outcome.actions, strict=True)
            ],
            outcome.claim
            and OtomaClaim(
                GRID.names[outcome.claim.space],
                TERRAIN_NAMES[outcome.claim.terrain],
                localizer.names(outcome.claim.spaces),
                [GRID.names[space] for space in outcome.claim.tied_with],
            ),
            localizer.checks(outcome.checks),
        )
        for half_day, outcome in zip(half_days, outcomes, strict=False)
    ]
