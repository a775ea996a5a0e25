"""Answers about the end of a game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Struct

from theodolite.leaving import staying
from theodolite.misterra import ending
from theodolite.misterra.otoma import ClaimingCards
from theodolite.misterra.remarks import after_turn
from theodolite.misterra.snapshot import OTOMA_HALF_DAYS, Snapshot
from theodolite.misterra.turns import next_seat, seats
from theodolite.verdict import Fault
from theodolite.web.misterra.moves import move_faults
from theodolite.web.misterra.responses import Remarks, localizer_for, remark_responses
from theodolite.web.responses import Condition, Localizer, NextPlayer, StillToPlay, description


class End(Struct, kw_only=True):
    """Whether the end of the game is triggered."""

    triggered: Annotated[
        bool | None,
        description("Whether any of the conditions is met; null if only unknown ones may be."),
    ]
    conditions: Annotated[list[Condition], description("Every condition that ends the game.")]


class OtomaLeft(Struct):
    """The cards of Otoma that are left."""

    half_days: Annotated[int, description("The half days that Otoma still plays.")]
    may_claim: Annotated[
        bool | None, description("Whether the next card may claim; null where it is not known.")
    ]


class EndAfterTurn(End, kw_only=True):
    """Whether the end of the game is triggered after a turn."""

    over: Annotated[
        bool | None,
        description(
            "Whether the end is triggered and the round finished; null if that is unknown."
        ),
    ]
    next_player: NextPlayer
    still_to_play: StillToPlay
    otoma: Annotated[
        OtomaLeft | None, description("The cards of Otoma; null in games without, or if unknown.")
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
    localizer, names, at_table = localizer_for(locale), seats(snapshot), staying(snapshot)
    seat = names.index(request["player"]) if "player" in request else len(names) - 1
    # A solo game ends after Otoma's turn, and is checked as the player's.
    player = min(seat, len(snapshot.players) - 1)
    end = end_response(ending.conditions(snapshot, player), localizer)
    behind = [names[other] for other in at_table if other > player]
    begun = ending.has_begun(snapshot)
    over = not at_table or (False if behind else begun)
    return EndAfterTurn(
        over=over,
        next_player=None if over else names[next_seat(snapshot, seat)],
        still_to_play=behind if begun else [],
        otoma=_otoma_left(snapshot),
        triggered=end.triggered,
        conditions=end.conditions,
        remarks=remark_responses(after_turn(snapshot), localizer),
    )


def _otoma_left(snapshot: Snapshot) -> OtomaLeft | None:
    if snapshot.otoma is None or (played := snapshot.otoma_half_days) is None:
        return None
    cards = ClaimingCards.of(snapshot)
    known = {"passed": True, "failed": False, "not_checked": None}
    return OtomaLeft(OTOMA_HALF_DAYS - played, known[cards.check(claims=True).status])


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
