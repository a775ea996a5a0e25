"""Reviews of records of Maps of Misterra."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Struct

from theodolite import reviews as frame
from theodolite.misterra import reviews as rules
from theodolite.misterra.replays import replay
from theodolite.reviews import Option
from theodolite.web.misterra.moves import (
    HalfDayDocument,
    MoveSchema,
    half_day_document,
    turns_of,
)
from theodolite.web.misterra.replays import replays
from theodolite.web.misterra.responses import localizer_for
from theodolite.web.responses import Stop, description, same_as
from theodolite.web.reviews import Review, ReviewedTurn, reviewed_turns, summary


class BestHalfDay(Struct):
    """The best that could be done in a half day with its card."""

    value: Annotated[int, description("The change of the player's total.")]
    move: Annotated[
        HalfDayDocument,
        same_as(MoveSchema),
        description("The half day, without an exchange at a lagoon."),
    ]


class ReviewedHalfDay(ReviewedTurn, kw_only=True):
    """A half day of a record, weighed."""

    best: Annotated[BestHalfDay | None, description("The best option.")]


class GameReview(Review, kw_only=True):
    """A record as reviewed, half day by half day."""

    stopped_at: Annotated[
        Stop | None, description("Where the record stops being legal; null if it does not.")
    ]
    turns: Annotated[list[ReviewedHalfDay], description("The legal half days, in order.")]


def reviews(request: Mapping[str, Any], locale: str) -> GameReview:
    """The value of each half day, and the best alternative.

    The value of a half day is the change of the player's own total if the game ended now, hazy
    tiles counted as confirmed. It is compared with everything else that could be done with the same
    sketch card, without an exchange at a lagoon. A record that stops being legal is reviewed up to
    there. Otoma decides nothing and is left out.
    """
    judged = replays(request, locale)
    snapshot, turns = request["record"]["snapshot"], turns_of(request["record"])
    review = frame.review(rules.decisions(snapshot, turns, replay(snapshot, turns)))
    return GameReview(
        legal=judged.legal,
        stopped_at=judged.stopped_at,
        turns=reviewed_turns(review, ReviewedHalfDay, snapshot.names, localizer_for(locale), _best),
        **summary(review),
    )


def _best(option: Option) -> BestHalfDay:
    return BestHalfDay(int(option.value), half_day_document(option.action))
