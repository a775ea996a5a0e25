"""Reviews of records of Maps of Misterra: response and endpoint; the request is that of replays."""

from typing import Annotated, Any

from msgspec import Struct

from theodolite import reviews as frame
from theodolite.misterra import reviews as rules
from theodolite.misterra.replays import replay
from theodolite.reviews import Option
from theodolite.web.misterra.half_days import HalfDaySchema, PlayedHalfDay, half_day_document
from theodolite.web.misterra.replays import JudgedReplay, replays
from theodolite.web.misterra.responses import localizer_for
from theodolite.web.responses import description, same_as
from theodolite.web.reviews import Review, ReviewedTurn, reviewed_turns, summary


class BestHalfDay(Struct):
    """The best that could be done in a half day with its card."""

    value: Annotated[int, description("The change of the player's total.")]
    half_day: Annotated[
        PlayedHalfDay,
        same_as(HalfDaySchema),
        description("The half day, without an exchange at a lagoon."),
    ]


class ReviewedHalfDay(ReviewedTurn, kw_only=True):
    """A half day of a record, weighed."""

    best: Annotated[BestHalfDay | None, description("The best option.")]


class GameReview(Review, kw_only=True):
    """A record as reviewed, half day by half day."""

    replay: Annotated[JudgedReplay, description("The verdict on the record.")]
    turns: Annotated[list[ReviewedHalfDay], description("The legal half days, in order.")]


def reviews(request: dict[str, Any], locale: str) -> GameReview:
    """Review a record: what each half day was worth, and what would have been best.

    The value of a half day is the change of the player's own total if the game ended now, hazy
    tiles counted as confirmed. It is compared with everything else that could be done with the same
    sketch card, without an exchange at a lagoon. A record that stops being legal is reviewed up to
    there. Otoma decides nothing and is left out.
    """
    judged = replays(request, locale)
    snapshot, turns = request["snapshot"], request["turns"]
    review = frame.review(rules.decisions(snapshot, turns, replay(snapshot, turns)))
    return GameReview(
        replay=judged,
        turns=reviewed_turns(review, ReviewedHalfDay, snapshot.names, localizer_for(locale), _best),
        **summary(review),
    )


def _best(option: Option) -> BestHalfDay:
    return BestHalfDay(int(option.value), half_day_document(option.action))
