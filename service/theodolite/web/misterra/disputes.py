"""Disputes of Maps of Misterra."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

from msgspec import Struct

from theodolite.disputes import Finding
from theodolite.misterra import disputes as rules
from theodolite.misterra import otoma_disputes
from theodolite.misterra.otoma import RULINGS as OTOMA_RULINGS
from theodolite.misterra.snapshot import OTOMA, Rulings
from theodolite.rulings import judged
from theodolite.verdict import Fault
from theodolite.web.differences import MENDED, Dispute, difference
from theodolite.web.misterra.moves import (
    HalfDayDocument,
    MoveSchema,
    OtomaMoveSchema,
    half_day_document,
    otoma_document,
    seat_of,
)
from theodolite.web.misterra.responses import RulingsUsed, Table, localizer_for, table_response
from theodolite.web.misterra.schemas import SnapshotSchema
from theodolite.web.responses import (
    description,
    rulings_used,
    same_as,
)


class Account(Struct):
    """One or two half days that lead from the one table to the other."""

    moves: Annotated[
        list[Annotated[HalfDayDocument, same_as(MoveSchema, OtomaMoveSchema)]],
        description("The half days, as requests have them."),
    ]


class SettledDispute(Dispute):
    """Whether a player's half day or turn can have led from one table to another."""

    accounts: Annotated[
        list[Account], description("The plays that do, the shortest first, 20 at most.")
    ]
    mended: Annotated[Annotated[Table, same_as(SnapshotSchema)] | None, MENDED]
    rulings: RulingsUsed


def disputes(request: Mapping[str, Any], locale: str) -> SettledDispute:
    """A half day or a whole turn is looked for.

    Lists the legal accounts of it, the shortest first and 20 at most, or the differences that no
    legal play explains.
    """
    table = request["before"]
    is_otoma = request["player"] == OTOMA
    resolve: Callable[..., Any] = otoma_disputes.resolve if is_otoma else rules.resolve
    seats = () if is_otoma else (seat_of(table, request["player"]),)
    finding, matters = judged(
        lambda rulings: _without_rulings(
            resolve(*rules.under(rulings, table, request["after"]), *seats)
        ),
        table.rulings,
        OTOMA_RULINGS if is_otoma else rules.RULINGS,
    )
    document: Callable[[Any], HalfDayDocument] = otoma_document if is_otoma else half_day_document
    tables = table_response(table), table_response(request["after"])
    localizer = localizer_for(locale)
    return SettledDispute(
        possible=bool(finding.accounts),
        accounts=[
            Account([document(half_day) for half_day in account]) for account in finding.accounts
        ],
        more=finding.more,
        differences=[
            difference(each, tables, lambda one: localizer.sentence(one.rule, one.key, one.values))
            for each in finding.differences
        ],
        mended=None
        if finding.mended is None
        else table_response(finding.mended.under(table.rulings)),
        rulings=rulings_used(table.rulings, matters),
    )


def _without_rulings(finding: Finding[Any, Any]) -> Finding[Any, Any]:
    """A finding whose table has the default rulings, to compare findings under two rulings."""
    mended = finding.mended
    return finding if mended is None else finding._replace(mended=mended.under(Rulings()))


def dispute_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Otoma at tables without it."""
    if made.get("player") == OTOMA:
        for side in ("before", "after"):
            if made[side].otoma is None:
                yield Fault("required", (side, "otoma"))
