"""Disputes of Maps of Misterra."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Struct

from theodolite.misterra import disputes as rules
from theodolite.rulings import judged
from theodolite.web.differences import Difference, difference
from theodolite.web.misterra.moves import (
    HalfDayDocument,
    MoveSchema,
    half_day_document,
    seat_of,
)
from theodolite.web.misterra.responses import RulingsUsed, localizer_for, table_response
from theodolite.web.responses import (
    description,
    rulings_used,
    same_as,
)


class Account(Struct):
    """One or two half days that lead from the one table to the other."""

    moves: Annotated[
        list[Annotated[HalfDayDocument, same_as(MoveSchema)]],
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


def disputes(request: Mapping[str, Any], locale: str) -> SettledDispute:
    """A half day or a whole turn is looked for.

    Lists the legal accounts of it, the shortest first and 20 at most, or the differences that no
    legal play explains.
    """
    table = request["before"]
    finding, matters = judged(
        lambda rulings: rules.resolve(
            *rules.under(rulings, table, request["after"]), seat_of(table, request["player"])
        ),
        table.rulings,
        rules.RULINGS,
    )
    tables = table_response(table), table_response(request["after"])
    localizer = localizer_for(locale)
    return SettledDispute(
        possible=bool(finding.accounts),
        accounts=[
            Account([half_day_document(half_day) for half_day in account])
            for account in finding.accounts
        ],
        more=finding.more,
        differences=[
            difference(each.path, tables, localizer.sentence(each.rule, each.key, each.values))
            for each in finding.differences
        ],
        rulings=rulings_used(table.rulings, matters),
    )
