"""Reviews of records of Treasure Hunt: response and endpoint; the request is that of replays."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Struct

from theodolite import reviews as frame
from theodolite.reviews import Option
from theodolite.treasure_hunt import reviews as rules
from theodolite.treasure_hunt.board import DICE, Terrain, place_name
from theodolite.treasure_hunt.replays import replay
from theodolite.web.responses import description
from theodolite.web.reviews import Review, ReviewedTurn, reviewed_turns, summary
from theodolite.web.treasure_hunt.legality import stop
from theodolite.web.treasure_hunt.responses import StoppedAt, localizer_for
from theodolite.web.treasure_hunt.schemas import installed_pack, names_of
from theodolite.web.treasure_hunt.turns import turns_of


class BestMove(Struct):
    """The best end of a move with a roll."""

    value: Annotated[float, description("The expected turns that it saves, to 4 decimals.")]
    explorer: Annotated[int, description("The explorer, 1 or 2.")]
    at: Annotated[str, description("The space where it stands then, or `home`.")]


class TurnReview(ReviewedTurn, kw_only=True):
    """A turn of a record, weighed."""

    best: Annotated[
        BestMove | None, description("The best end for the same roll; null without a value.")
    ]


class GameReview(Review, kw_only=True):
    """A record as reviewed, turn by turn."""

    stopped_at: StoppedAt
    turns: Annotated[list[TurnReview], description("The legal turns, in order.")]


def reviews(request: Mapping[str, Any], locale: str) -> GameReview:
    """How many turns each move saved.

    The value of a turn is the number of expected turns that it saves until the moved explorer has
    logged all coordinates marked for its owner before the turn and is home, as `routes` finds them.
    It is compared with the best end of the same roll. Turns without a roll and a move, and turns
    for which that number is not known, have no value. A record that stops being legal is reviewed
    up to there.
    """
    snapshot = request["record"]["snapshot"]
    played = turns_of(request["record"])
    replayed = replay(snapshot, played)
    pack = installed_pack()
    packed: Mapping[Terrain, tuple[int, ...]] = pack.odds if pack else {}
    dice = tuple(packed.get(die) or DICE[die] for die in Terrain)
    review = frame.review(rules.decisions(snapshot, played, replayed, dice), rules.REVIEW_WORK)
    return GameReview(
        legal=replayed.legal,
        stopped_at=stop(replayed, names_of(snapshot)),
        turns=reviewed_turns(review, TurnReview, names_of(snapshot), localizer_for(locale), _best),
        **summary(review),
    )


def _best(option: Option) -> BestMove:
    return BestMove(option.value, option.action.explorer + 1, place_name(option.action.at))
