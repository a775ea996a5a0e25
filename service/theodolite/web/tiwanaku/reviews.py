"""Reviews of records of Tiwanaku."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Struct

from theodolite.reviews import Option
from theodolite.tiwanaku import reviews as rules
from theodolite.tiwanaku.replays import replay
from theodolite.web.responses import description
from theodolite.web.reviews import Review, ReviewedTurn, reviewed_turns, summary
from theodolite.web.tiwanaku.advice import PredictedCrop
from theodolite.web.tiwanaku.moves import records_of
from theodolite.web.tiwanaku.replays import StoppedAt, replays
from theodolite.web.tiwanaku.responses import localizer


class BestTurn(Struct):
    """The best turn, by its parts that can score."""

    value: Annotated[float, description("The expected points, to 4 decimals.")]
    discovers: Annotated[str | None, description("The space discovered, if any.")]
    predicts: Annotated[list[PredictedCrop], description("The predictions in order, if any.")]
    offers: Annotated[list[int], description("The levels of the tokens offered, if any.")]


class TurnReview(ReviewedTurn, kw_only=True):
    """A turn of a record, weighed."""

    best: Annotated[BestTurn | None, description("The best option; null without a value.")]


class GameReview(Review, kw_only=True):
    """A record as reviewed, turn by turn."""

    stopped_at: StoppedAt
    turns: Annotated[
        list[TurnReview], description("The legal turns but the last offerings, in order.")
    ]


def reviews(request: Mapping[str, Any], locale: str) -> GameReview:
    """The expected points of each turn, and of the best turn in its place.

    The value of a turn is its expected points by the worlds that were possible before it: what the
    player could have known. It is compared with each discovery and each single prediction, as
    `advice` weighs them, and with doing neither. Turns are weighed from the last to the first,
    because early boards have too many worlds; a turn not weighed in time has no value. A record
    that stops being legal is reviewed up to there.
    """
    judged = replays(request, locale)
    snapshot, records = request["record"]["snapshot"], records_of(request["record"])
    stop = judged.stopped_at
    replayed = replay(snapshot, records).until(None if stop is None else stop.turn)
    review = rules.review(records, replayed)
    texts = localizer(snapshot, locale)
    return GameReview(
        legal=judged.legal,
        stopped_at=judged.stopped_at,
        turns=reviewed_turns(review, TurnReview, snapshot.player_names, texts, _best),
        **summary(review),
    )


def _best(option: Option) -> BestTurn:
    space, predicts, offers = option.action
    crops = [PredictedCrop(*one) for one in predicts]
    return BestTurn(option.value, space, crops, [*offers])
