"""Reviews of records of Cartographers."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NewType

from msgspec import Struct

from theodolite import reviews as frame
from theodolite.cartographers import reviews as rules
from theodolite.cartographers.actions import decrees_valued
from theodolite.cartographers.replays import replay
from theodolite.cartographers.scoring import scoring_faults
from theodolite.reviews import Option
from theodolite.verdict import Fault
from theodolite.web.cartographers.moves import DrawSchema, seasons_of
from theodolite.web.cartographers.replays import RecordStop, record_faults, replays
from theodolite.web.cartographers.responses import localizer_in
from theodolite.web.responses import description, same_as
from theodolite.web.reviews import Review, ReviewedTurn, reviewed_turns, summary

DrawDocument = NewType("DrawDocument", dict[str, Any])
"""A draw as a request has it."""

_DRAW = DrawSchema()


def review_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """The faults of a record; scoring cards that are missing."""
    found = [*record_faults(made)]
    yield from found
    table = made["record"]["snapshot"]
    missing = scoring_faults(table, decrees_valued(table, "game"), ("record", "snapshot"))
    yield from (fault for fault in missing if fault not in found)


class BestDraw(Struct):
    """The best that could be drawn for a card."""

    value: Annotated[int, description("The change of the measure.")]
    move: Annotated[DrawDocument, same_as(DrawSchema), description("The drawing.")]


class ReviewedDraw(ReviewedTurn, kw_only=True):
    """A draw of a record, weighed."""

    best: Annotated[BestDraw | None, description("The best option.")]


class GameReview(Review, kw_only=True):
    """A record as reviewed, draw by draw."""

    stopped_at: Annotated[RecordStop | None, description("The first fault; null if there is none.")]
    turns: Annotated[list[ReviewedDraw], description("The legal draws, in order.")]


def reviews(request: Mapping[str, Any], locale: str) -> GameReview:
    """Every drawing is compared with everything else that could be drawn for its card.

    The value of a drawing is the change of what all decrees still to be scored, coins and monsters
    would pay for the map as it then is, each once; for an ambush on a neighbour's map, what it
    costs the neighbour. A record that stops being legal is reviewed up to there.
    """
    judged = replays(request, locale)
    snapshot = request["record"]["snapshot"]
    seasons = seasons_of(request["record"]["turns"])
    review = frame.review(rules.decisions(snapshot, seasons, replay(snapshot, seasons)))
    return GameReview(
        legal=judged.legal,
        stopped_at=judged.stopped_at,
        turns=reviewed_turns(review, ReviewedDraw, snapshot.names, localizer_in(locale), _best),
        **summary(review),
    )


def _best(option: Option) -> BestDraw:
    return BestDraw(int(option.value), DrawDocument(_DRAW.dump(option.action)))
