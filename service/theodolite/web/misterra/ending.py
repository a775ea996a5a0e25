"""The end of a game of Maps of Misterra: response and endpoint."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Struct

from theodolite.misterra import ending
from theodolite.misterra.remarks import after_turn
from theodolite.web.misterra.half_days import PlayerQuestion
from theodolite.web.misterra.responses import Remarks, localizer_for, remark_responses
from theodolite.web.responses import Condition, Localizer, description


class End(Struct):
    """Whether the end of the game is triggered."""

    triggered: Annotated[
        bool | None,
        description("Whether any of the conditions is met; null if only unknown ones may be."),
    ]
    conditions: Annotated[list[Condition], description("Every condition that ends the game.")]


class EndAfterTurn(End):
    """Whether the end of the game is triggered after a turn."""

    remarks: Remarks


def end_checks(request: PlayerQuestion, locale: str) -> EndAfterTurn:
    """Check whether the end of the game is triggered after a player's whole turn.

    The round is then finished, so that all players have had as many turns. A solo game is checked
    after Otoma's turn.
    """
    snapshot, localizer = request.snapshot, localizer_for(locale)
    end = end_response(ending.conditions(snapshot, request.player), localizer)
    found = remark_responses(after_turn(snapshot), localizer)
    return EndAfterTurn(end.triggered, end.conditions, found)


def end_response(conditions: Sequence[ending.Condition], localizer: Localizer) -> End:
    """The conditions that end the game as a response."""
    return End(
        ending.triggered(conditions),
        [
            Condition(
                met=met,
                explanation=localizer.sentence(rule, key, values),
                spaces=localizer.names(spaces),
                **localizer.cite(rule),
            )
            for rule, met, key, values, spaces in conditions
        ],
    )
