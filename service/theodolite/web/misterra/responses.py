"""The parts that several responses about Maps of Misterra share: tables, citations, sentences."""

from typing import Annotated, Any, NewType

from theodolite.misterra.board import GRID
from theodolite.misterra.snapshot import Snapshot
from theodolite.web.misterra.schemas import RULEBOOK, SnapshotSchema
from theodolite.web.responses import Localizer, RulingUsed, description

_SNAPSHOT = SnapshotSchema()

Table = NewType("Table", dict[str, Any])
"""A snapshot as a request has it."""

RulingsUsed = Annotated[list[RulingUsed], description("The rulings that this answer used.")]

RulePage = Annotated[int, description("That rule's rulebook page.")]


def table_response(snapshot: Snapshot) -> Table:
    """Write a snapshot as a request has it."""
    return Table(_SNAPSHOT.dump(snapshot))


def localizer_for(locale: str) -> Localizer:
    """The localizer of this game in a locale."""
    return Localizer(RULEBOOK, GRID, locale)
