"""The parts that several responses about Maps of Misterra share: tables, citations, sentences."""

from collections.abc import Iterable
from typing import Annotated, Any, NewType

from theodolite.misterra import mapping, remarks
from theodolite.misterra.board import GRID, TERRAIN_NAMES, TerrainName
from theodolite.misterra.snapshot import Snapshot
from theodolite.web import responses
from theodolite.web.misterra.schemas import RULEBOOK, SnapshotSchema
from theodolite.web.responses import Localizer, Remark, RulingUsed, description

TABLE = SnapshotSchema()

Table = NewType("Table", dict[str, Any])
"""A snapshot as a request has it."""

RulingsUsed = Annotated[list[RulingUsed], description("The rulings that this answer used.")]


class Change(responses.Change, kw_only=True):
    """The change of a space of the island by mapping a terrain."""

    space: Annotated[str, description("The space.")]
    terrain: Annotated[TerrainName, description("The terrain mapped.")]
    returned: Annotated[
        TerrainName | None,
        description("The terrain of the tile that went back to the supply; null without one."),
    ]


Remarks = Annotated[list[Remark], description("Improbable things about the table.")]


def remark_responses(found: Iterable[remarks.Remark], localizer: Localizer) -> list[Remark]:
    """Remarks on a table as a response."""
    return [
        Remark(
            player=None,
            explanation=localizer.sentence(rule, key, values),
            **localizer.cite(rule),
        )
        for rule, key, values in found
    ]


def table_response(snapshot: Snapshot) -> Table:
    """Write a snapshot as a request has it."""
    return Table(TABLE.dump(snapshot))


def localizer_for(locale: str) -> Localizer:
    """The localizer of this game in a locale."""
    return Localizer(RULEBOOK, GRID, locale)


def change_response(change: mapping.Change, localizer: Localizer) -> Change:
    """A change of the island as a response."""
    returned = change.returned
    space = GRID.names[change.space]
    values = {"space": space, "terrain": change.terrain, "returned": returned}
    return Change(
        space=space,
        spaces=[space],
        terrain=TERRAIN_NAMES[change.terrain],
        effect=change.effect,
        returned=None if returned is None else TERRAIN_NAMES[returned],
        explanation=localizer.sentence(change.rule, change.key, values),
        **localizer.cite(change.rule),
    )
