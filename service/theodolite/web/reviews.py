"""The form of a review that all games share, and how a game's review becomes one.

A game inherits from both structs, and adds `turns`, `stopped_at` and `best` in its own terms.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from msgspec import Struct

from theodolite import reviews
from theodolite.reviews import DECIMALS, Option, Weighed
from theodolite.web.problems import pointer
from theodolite.web.responses import Legal, Localizer, description


class ReviewedTurn(Struct, kw_only=True):
    """A decision of a player in a record, weighed."""

    pointer: Annotated[str, description("JSON Pointer into the request.")]
    player: Annotated[str, description("The player's name.")]
    value: Annotated[
        float | None,
        description("The measure after it minus the measure before it; null if it has none."),
    ]
    cost: Annotated[
        float | None,
        description("The value of the best option minus `value`, from 0; null without a value."),
    ]
    explanation: Annotated[str, description("What was done, and what would have been best.")]


class Review(Struct, kw_only=True):
    """A record as reviewed. A game adds `turns`, and `stopped_at` as in `replays`."""

    legal: Legal
    moments: Annotated[
        list[int],
        description(
            "The indices in `turns` of the three that cost most, the costliest first; fewer if "
            "fewer cost anything."
        ),
    ]
    reviewed: Annotated[int, description("How many have a value.")]
    truncated: Annotated[
        bool, description("Whether the time was up before all legal turns had been weighed.")
    ]


Turn = TypeVar("Turn", bound=ReviewedTurn)


def reviewed_turns(
    review: reviews.Review,
    kind: type[Turn],
    names: Sequence[str],
    localizer: Localizer,
    best: Callable[[Option], Any],
) -> list[Turn]:
    """The weighed decisions of a review as responses.

    Args:
        review: The review.
        kind: The game's struct of a decision.
        names: The names of the players.
        localizer: The localizer of the texts.
        best: Makes the field `best` from the best option.
    """

    def turn(weighed: Weighed) -> Turn:
        fields: Any = {
            "pointer": pointer(("record", *weighed.path)),
            "player": names[weighed.player],
            "value": rounded(weighed.value),
            "best": weighed.best and best(weighed.best),
            "cost": rounded(weighed.cost),
            "explanation": localizer.rulebook.word(localizer.locale, weighed.says),
        }
        return kind(**fields)

    return [turn(weighed) for weighed in review.weighed]


def rounded(value: float | None) -> float | None:
    """A value with DECIMALS decimals."""
    return None if value is None else round(value, DECIMALS)


def summary(review: reviews.Review) -> dict[str, Any]:
    """The fields of a review that are the same for all games."""
    return {
        "moments": review.moments,
        "reviewed": sum(weighed.value is not None for weighed in review.weighed),
        "truncated": review.truncated,
    }
