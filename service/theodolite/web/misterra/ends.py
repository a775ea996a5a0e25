"""Answers about the end of a game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Struct

from theodolite.misterra import ending
from theodolite.misterra.remarks import after_turn
from theodolite.misterra.snapshot import OTOMA, Snapshot
from theodolite.verdict import Fault
from theodolite.web.misterra.moves import move_faults
from theodolite.web.misterra.responses import Remarks, localizer_for, remark_responses
from theodolite.web.responses import Condition, Localizer, description


class End(Struct, kw_only=True):
    """Whether the end of the game is triggered."""

    triggered: Annotated[
        bool | None,
        description("Whether any of the conditions is met; null if only unknown ones may be."),
    ]
    conditions: Annotated[list[Condition], description("Every condition that ends the game.")]


class EndAfterTurn(End, kw_only=True):
    """Whether the end of the game is triggered after a turn."""

    over: Annotated[
        bool | None,
        description(
            "Whether the game is over: a turn has triggered the end, and this one finishes the "
            "round; null if only unknown conditions may be met."
        ),
    ]
    remarks: Remarks


def end_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Otoma at a table without it."""
    return move_faults(made["snapshot"], made.get("player", ""), None, ())


def end_checks(request: Mapping[str, Any], locale: str) -> EndAfterTurn:
    """Whether the end is triggered after the whole turn of `player`, by default the last one.

    The round is then finished, so that all players have had as many turns. A solo game is checked
    after Otoma's turn.
    """
    snapshot: Snapshot = request["snapshot"]
    localizer, last = localizer_for(locale), len(snapshot.players) - 1
    name = request.get("player", OTOMA)
    player = last if name == OTOMA else snapshot.names.index(name)
    end = end_response(ending.conditions(snapshot, player), localizer)
    return EndAfterTurn(
        over=ending.has_begun(snapshot) if player == last else False,
        triggered=end.triggered,
        conditions=end.conditions,
        remarks=remark_responses(after_turn(snapshot), localizer),
    )


def end_response(conditions: Sequence[ending.Condition], localizer: Localizer) -> End:
    """The conditions that end the game as a response."""
    return End(
        triggered=ending.triggered(conditions),
        conditions=[
            Condition(
                met=met,
                explanation=localizer.sentence(rule, key, values),
                spaces=localizer.names(spaces),
                **localizer.cite(rule),
            )
            for rule, met, key, values, spaces in conditions
        ],
    )
