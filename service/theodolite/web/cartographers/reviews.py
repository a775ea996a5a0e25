"""Reviews of records of Cartographers: request, response and endpoint."""

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
from theodolite.web.cartographers.responses import localizer_in
from theodolite.web.cartographers.schemas import DrawSchema
from theodolite.web.cartographers.seasons import (
    JudgedReplay,
    ReplayRequest,
    ReplaySchema,
    replays,
)
from theodolite.web.responses import description, same_as
from theodolite.web.reviews import Review, ReviewedTurn, reviewed_turns, summary

DrawDocument = NewType("DrawDocument", dict[str, Any])
"""A draw as a request has it."""

_DRAW = DrawSchema()


class ReviewSchema(ReplaySchema):
    """A table whose decrees are known, and a record of the seasons that followed."""

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """The faults of a record; scoring cards that are missing."""
        found = [*super().cross_faults(made, data)]
        yield from found
        table = made.snapshot
        missing = scoring_faults(table, decrees_valued(table, "game"), ("snapshot",))
        yield from (fault for fault in missing if fault not in found)


class BestDraw(Struct):
    """The best that could be drawn for a card."""

    value: Annotated[int, description("The change of the measure.")]
    draw: Annotated[DrawDocument, same_as(DrawSchema), description("The draw.")]


class ReviewedDraw(ReviewedTurn, kw_only=True):
    """A draw of a record, weighed."""

    best: Annotated[BestDraw | None, description("The best option.")]


class GameReview(Review, kw_only=True):
    """A record as reviewed, draw by draw."""

    replay: Annotated[JudgedReplay, description("The verdict on the record.")]
    turns: Annotated[list[ReviewedDraw], description("The legal draws, in order.")]


def reviews(loaded: ReplayRequest, locale: str) -> GameReview:
    """Review a record: what each draw was worth, and what would have been best.

    The value of a draw is the change of what all decrees still to be scored, coins and monsters
    would pay for the map as it then is, each once; for an ambush on a neighbour's map, what it
    costs the neighbour. It is compared with everything else that could be drawn for the card. A
    record that stops being legal is reviewed up to there.
    """
    judged = replays(loaded, locale)
    snapshot, seasons = loaded
    review = frame.review(rules.decisions(snapshot, seasons, replay(snapshot, seasons)))
    return GameReview(
        replay=judged,
        turns=reviewed_turns(review, ReviewedDraw, snapshot.names, localizer_in(locale), _best),
        **summary(review),
    )


def _best(option: Option) -> BestDraw:
    return BestDraw(int(option.value), DrawDocument(_DRAW.dump(option.action)))
