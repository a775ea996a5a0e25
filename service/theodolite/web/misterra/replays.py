"""Replays of records of Maps of Misterra: request, response and endpoint."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from msgspec import Struct

from theodolite.misterra import replays as rules
from theodolite.misterra.remarks import remarks
from theodolite.misterra.replays import RecordedTurn
from theodolite.misterra.snapshot import OTOMA
from theodolite.misterra.turns import seats
from theodolite.rulings import judged
from theodolite.verdict import Fault, Path
from theodolite.web import fields
from theodolite.web.misterra.ending import End, end_response
from theodolite.web.misterra.half_days import (
    MAX_MOVE,
    HalfDaySchema,
    Verdict,
    off_beach,
    seat_of,
    verdict_response,
)
from theodolite.web.misterra.otoma import OtomaHalfDaySchema, OtomaOutcome, otoma_responses
from theodolite.web.misterra.responses import (
    Remark,
    RulingsUsed,
    Table,
    localizer_for,
    remark_responses,
    table_response,
)
from theodolite.web.misterra.schemas import SnapshotSchema, name_field, sketch_field
from theodolite.web.misterra.scores import Scores
from theodolite.web.misterra.scores import scores as score_table
from theodolite.web.responses import Check, description, rulings_used, same_as
from theodolite.web.schemas import Schema, unknown_player

_MAX_TURNS = 60
"""The most turns of a record: 104 sketch cards, two a turn, last for fewer."""


class TurnSchema(Schema):
    """A turn of a record: a player's half days, or Otoma's, and the cards then revealed."""

    player = name_field(
        required=True, description="The name of the player, or `Otoma` in a solo game."
    )
    half_days = fields.List(
        fields.Nested(HalfDaySchema()),
        MAX_MOVE,
        code="too_many",
        description="The half days of a player, in order; by default none.",
    )
    otoma_half_days = fields.List(
        fields.Nested(OtomaHalfDaySchema()),
        MAX_MOVE,
        code="too_many",
        description="The half days of Otoma, in order; by default none.",
    )
    revealed = fields.List(
        sketch_field(),
        5,
        code="too_many",
        allow_none=True,
        description="The cards that refill the display after the turn; null, the default, if "
        "they are not known.",
    )

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Half days of the other kind."""
        other = "half_days" if data["player"] == OTOMA else "otoma_half_days"
        if other in data:
            yield Fault("superfluous_field", (other,))


class ReplaySchema(Schema):
    """A table, and the turns that followed.

    It lies between two turns, unless its display shows that a half day of the first is over.
    """

    snapshot = fields.Nested(
        SnapshotSchema(), required=True, description="The table before the first of the turns."
    )
    turns = fields.List(
        fields.Nested(TurnSchema()),
        _MAX_TURNS,
        code="too_many",
        required=True,
        description="The turns in order.",
    )
    scores = fields.Boolean(
        description="Whether the table is scored if the game is over; by default false."
    )

    def make(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """The table, and the turns by their seats."""
        snapshot = data["snapshot"]
        turns = [
            RecordedTurn(
                seat_of(snapshot, turn["player"]),
                turn.get("half_days", ()),
                turn.get("otoma_half_days", ()),
                turn.get("revealed"),
            )
            for turn in data["turns"]
        ]
        return {**data, "turns": turns}

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Turns of players that are not at the table; beach spaces that it does not have."""
        snapshot = data["snapshot"]
        names = seats(snapshot)
        for i, turn in enumerate(data["turns"]):
            path: Path = ("turns", i)
            yield from unknown_player(names, turn["player"], (*path, "player"))
            for j, half_day in enumerate(turn.get("half_days", ())):
                yield from off_beach(snapshot, half_day, (*path, "half_days", j))


class TurnVerdict(Struct):
    """A turn of a record as judged."""

    player: Annotated[str, description("The name of the player, or Otoma.")]
    legal: Annotated[bool, description("Whether no rule is broken in it.")]
    checks: Annotated[
        list[Check], description("The rules on turns: order, half days, refill, end of the game.")
    ]
    half_days: Annotated[
        list[Verdict], description("A player's half days, up to the first illegal one.")
    ]
    otoma_half_days: Annotated[
        list[OtomaOutcome], description("Otoma's half days, up to the first illegal one.")
    ]
    end: Annotated[End | None, description("Null where the game cannot end after this turn.")]


class Stop(Struct):
    """Where a record stops being legal."""

    turn: Annotated[int, description("The index of the turn, from 0.")]
    half_day: Annotated[
        int | None,
        description(
            "The index of the half day, from 0; null if the refill of the display is at fault."
        ),
    ]


class JudgedReplay(Struct):
    """A record as judged, up to and with its first illegal half day."""

    legal: Annotated[bool, description("Whether the whole record is legal.")]
    turns: Annotated[
        list[TurnVerdict], description("The turns up to and with the first illegal one.")
    ]
    stopped_at: Annotated[
        Stop | None, description("Where the record stops being legal; null if it is legal.")
    ]
    after: Annotated[
        Table,
        same_as(SnapshotSchema),
        description("The table after the last legal half day or turn."),
    ]
    finished: Annotated[
        bool | None,
        description(
            "Whether the game is over with it; null where it is not known whether cards are left."
        ),
    ]
    scores: Annotated[
        Scores | None,
        description("The scores of a finished record if `scores` is true; else null."),
    ]
    remarks: Annotated[
        list[Remark], description("Improbable things about the table before the first turn.")
    ]
    rulings: RulingsUsed


def replays(request: dict[str, Any], locale: str) -> JudgedReplay:
    """Judge a record of turns, from a table on.

    The judgement stops at the first illegal half day and says why. With `scores` true, the table is
    scored if the game is over. In a solo game the record has Otoma's turns as `otoma_half_days`.
    """
    snapshot, turns = request["snapshot"], request["turns"]
    replayed, matters = judged(
        lambda rulings: rules.replay(snapshot.under(rulings), turns),
        snapshot.rulings,
        rules.RULINGS,
        rules.without_rulings,
    )
    names = seats(snapshot)
    stop = replayed.stopped_at
    localizer = localizer_for(locale)
    return JudgedReplay(
        legal=stop is None,
        turns=[
            TurnVerdict(
                names[record.seat],
                verdict.legal,
                localizer.checks(verdict.checks),
                [verdict_response(half_day, localizer) for half_day in verdict.half_days],
                otoma_responses(record.otoma, verdict.otoma, localizer),
                end_response(verdict.conditions, localizer) if verdict.conditions else None,
            )
            for record, verdict in zip(turns, replayed.turns, strict=False)
        ],
        stopped_at=None if stop is None else Stop(stop.turn, stop.half_day),
        after=table_response(replayed.after),
        finished=replayed.finished,
        scores=(
            score_table(replayed.after, locale)
            if request.get("scores") and replayed.finished
            else None
        ),
        remarks=remark_responses(remarks(snapshot), localizer),
        rulings=rulings_used(snapshot.rulings, matters),
    )
