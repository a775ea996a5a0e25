"""The parts that several responses about Maps of Misterra share: tables, citations, sentences."""

from collections.abc import Iterable
from typing import Annotated, Any, NewType

from msgspec import Struct

from theodolite.misterra import remarks
from theodolite.misterra.board import GRID
from theodolite.misterra.snapshot import Snapshot
from theodolite.web.misterra.schemas import RULEBOOK, SnapshotSchema
from theodolite.web.responses import Localizer, Reference, RulingUsed, description

_SNAPSHOT = SnapshotSchema()

Table = NewType("Table", dict[str, Any])
"""A snapshot as a request has it."""

RulingsUsed = Annotated[list[RulingUsed], description("The rulings that this answer used.")]


class Remark(Struct, kw_only=True):
    """Something improbable about a table that is possible."""

    rule: Annotated[str, description("The rule concerned.")]
    reference: Reference
    explanation: Annotated[str, description("The oddity, in words.")]


Remarks = Annotated[list[Remark], description("Improbable things about the table.")]


def remark_responses(found: Iterable[remarks.Remark], localizer: Localizer) -> list[Remark]:
    """Remarks on a table as a response."""
    return [
        Remark(explanation=localizer.sentence(rule, key, values), **localizer.cite(rule))
        for rule, key, values in found
    ]


def table_response(snapshot: Snapshot) -> Table:
    """Write a snapshot as a request has it."""
    return Table(_SNAPSHOT.dump(snapshot))


def localizer_for(locale: str) -> Localizer:
    """The localizer of this game in a locale."""
    return Localizer(RULEBOOK, GRID, locale)
