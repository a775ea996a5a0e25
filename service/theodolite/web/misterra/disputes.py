"""Disputes of Maps of Misterra: request, response and endpoint."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from msgspec import Struct

from theodolite.misterra import disputes as rules
from theodolite.misterra.snapshot import Snapshot
from theodolite.rulings import judged
from theodolite.verdict import Fault, Path
from theodolite.web import fields
from theodolite.web.misterra.half_days import (
    HalfDaySchema,
    PlayedHalfDay,
    half_day_document,
    seat_of,
)
from theodolite.web.misterra.responses import RulingsUsed, localizer_for, table_response
from theodolite.web.misterra.schemas import SnapshotSchema, name_field
from theodolite.web.responses import Difference, description, rulings_used, same_as
from theodolite.web.schemas import Schema, unknown_player


class Dispute(NamedTuple):
    """Two tables, and the index of the player whose play may lead from the one to the other."""

    before: Snapshot
    after: Snapshot
    player: int


class DisputeSchema(Schema):
    """The tables before and after a half day or turn, and its player."""

    before = fields.Nested(
        SnapshotSchema(), required=True, description="The table before the half day or turn."
    )
    after = fields.Nested(SnapshotSchema(), required=True, description="The table after it.")
    player = name_field(
        required=True, description="The name of the player of the half day or turn."
    )

    def make(self, data: Mapping[str, Any]) -> Dispute:
        """The dispute."""
        return Dispute(**{**data, "player": seat_of(data["before"], data["player"])})

    def cross_faults(self, made: Dispute, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A player that is not at the table."""
        return unknown_player(made.before.names, data["player"], ("player",))


class Account(Struct):
    """One or two half days that lead from the one table to the other."""

    half_days: Annotated[
        list[Annotated[PlayedHalfDay, same_as(HalfDaySchema)]],
        description("The half days, as requests have them."),
    ]


class SettledDispute(Struct):
    """Whether a player's half day or turn can have led from one table to another."""

    possible: Annotated[bool, description("Whether any legal play does.")]
    accounts: Annotated[
        list[Account], description("The plays that do, the shortest first, 20 at most.")
    ]
    more: Annotated[bool, description("Whether there are more.")]
    differences: Annotated[
        list[Difference],
        description("The differences that no legal play explains; empty if the play is possible."),
    ]
    rulings: RulingsUsed


def disputes(request: Dispute, locale: str) -> SettledDispute:
    """Find out whether a player's half day or whole turn can have led from one table to another.

    The answer has the legal accounts of it, the shortest first and 20 at most, or the differences
    that no legal play explains.
    """
    finding, matters = judged(
        lambda rulings: rules.resolve(
            *rules.under(rulings, request.before, request.after), request.player
        ),
        request.before.rulings,
        rules.RULINGS,
    )
    before, after = table_response(request.before), table_response(request.after)
    localizer = localizer_for(locale)
    return SettledDispute(
        possible=bool(finding.accounts),
        accounts=[
            Account([half_day_document(half_day) for half_day in account])
            for account in finding.accounts
        ],
        more=finding.more,
        differences=[
            Difference(
                "".join(f"/{part}" for part in difference.path),
                _at(before, difference.path),
                _at(after, difference.path),
                localizer.sentence(difference.rule, difference.key, difference.values),
            )
            for difference in finding.differences
        ],
        rulings=rulings_used(request.before.rulings, matters),
    )


def _at(document: Any, path: Path) -> Any:
    """The value at a path of a document; None if there is none."""
    for part in path:
        try:
            document = document[part]
        except (LookupError, TypeError):
            return None
    return document
