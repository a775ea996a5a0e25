"""Answers about records."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import UNSET, Struct, UnsetType

from theodolite.disputes import kind_at
from theodolite.misterra import replays as rules
from theodolite.misterra.remarks import remarks
from theodolite.misterra.turns import seats
from theodolite.rulings import judged
from theodolite.verdict import Path
from theodolite.web.misterra.ends import End, end_response
from theodolite.web.misterra.legality import PlayedMove, otoma_move, verdict_response
from theodolite.web.misterra.moves import turns_of
from theodolite.web.misterra.records import records
from theodolite.web.misterra.responses import (
    Remarks,
    RulingsUsed,
    Table,
    localizer_for,
    remark_responses,
    table_response,
)
from theodolite.web.misterra.schemas import SnapshotSchema
from theodolite.web.misterra.scores import Scores, score_table
from theodolite.web.responses import Check, Legal, Stop, description, rulings_used, same_as
from theodolite.web.seen import SEEN, Seen, compare


class TurnVerdict(Struct):
    """A turn of a record as judged."""

    player: Annotated[str, description("The name of the player, or Otoma.")]
    legal: Legal
    checks: Annotated[
        list[Check], description("The rules on turns: order, half days, refill, end of the game.")
    ]
    moves: Annotated[list[PlayedMove], description("The half days, up to the first illegal one.")]
    end: Annotated[End | None, description("Null where the game cannot end after this turn.")]


class JudgedReplay(Struct):
    """A record as judged, up to and with its first illegal half day."""

    legal: Legal
    turns: Annotated[
        list[TurnVerdict], description("The turns up to and with the first illegal one.")
    ]
    stopped_at: Annotated[
        Stop | None, description("Where the record stops being legal; null if it does not.")
    ]
    after: Annotated[
        Table,
        same_as(SnapshotSchema),
        description("The table after the last legal half day or turn."),
    ]
    over: Annotated[
        bool | None,
        description("Whether the game is over with it; null if unknown."),
    ]
    scores: Annotated[Scores | None, description("The scores of a game that is over; else null.")]
    remarks: Remarks
    rulings: RulingsUsed
    seen: Annotated[Seen | UnsetType, SEEN] = UNSET


def _kind_of(path: Path) -> str:
    """The kind of a departure at a place."""
    return kind_at(path, _KINDS, "others")


_KINDS: Mapping[str | int, str] = {
    "claims": "claim",
    **{field: field for field in ("parchment", "island", "meeple", "display", "deck")},
}


def replays(request: Mapping[str, Any], locale: str) -> JudgedReplay:
    """Otoma has turns of its own in a solo game.

    The table lies between two turns, unless its display shows that a half day of the first is over.
    The table is scored if the game is over.
    """
    snapshot = request["record"]["snapshot"]
    turns = turns_of(request["record"])
    replayed, matters = judged(
        lambda rulings: rules.replay(snapshot.under(rulings), turns),
        snapshot.rulings,
        rules.RULINGS,
        rules.without_rulings,
    )
    names, stop, localizer = seats(snapshot), replayed.stopped_at, localizer_for(locale)
    scores = score_table(replayed.after, locale, final=True) if replayed.finished else None
    return JudgedReplay(
        legal=replayed.legal,
        turns=[
            TurnVerdict(
                names[record.seat],
                verdict.legal,
                localizer.checks(verdict.checks),
                [verdict_response(half_day, localizer) for half_day in verdict.half_days]
                or [
                    otoma_move(half_day, outcome, localizer)
                    for half_day, outcome in zip(record.otoma, verdict.otoma, strict=False)
                ],
                end_response(verdict.conditions, localizer) if verdict.conditions else None,
            )
            for record, verdict in zip(turns, replayed.turns, strict=False)
        ],
        stopped_at=stop and Stop(stop.turn, stop.half_day, names[turns[stop.turn].seat]),
        after=table_response(replayed.after),
        over=replayed.finished,
        scores=scores,
        remarks=remark_responses(remarks(snapshot), localizer),
        rulings=[*rulings_used(snapshot.rulings, matters), *(scores.rulings if scores else ())],
        seen=compare(request, records(snapshot), turns, localizer, _kind_of),
    )
