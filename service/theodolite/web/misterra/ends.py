"""Answers about the end of a game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Struct

from theodolite.misterra import ending
from theodolite.misterra.otoma import ClaimingCards
from theodolite.misterra.remarks import after_turn
from theodolite.misterra.snapshot import OTOMA, OTOMA_HALF_DAYS, Snapshot
from theodolite.misterra.turns import seats
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
            "Whether the game is over: a turn has triggered the end, and this one finishes the "
            "round; null if only unknown conditions may be met."
        ),
    ]
    next_player: Annotated[
        str | None, description("The one whose turn follows, Otoma included; null if it is over.")
    ]
    still_to_play: Annotated[
        list[str],
        description("Those who finish the round after the end was triggered, in turn order."),
    ]
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
    localizer, last = localizer_for(locale), len(snapshot.players) - 1
    name = request.get("player", OTOMA)
    player = last if name == OTOMA else snapshot.names.index(name)
    end = end_response(ending.conditions(snapshot, player), localizer)
    over = ending.has_begun(snapshot) if player == last else False
    following = seats(snapshot)
    seat = following.index(name) if "player" in request else len(following) - 1
    behind = following[seat + 1 :] if snapshot.otoma is None else []
    return EndAfterTurn(
        over=over,
        next_player=None if over else following[(seat + 1) % len(following)],
        still_to_play=behind if ending.has_begun(snapshot) else [],
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
