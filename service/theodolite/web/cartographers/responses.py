"""Response structs of Cartographers that several endpoints share, and how they are made.

Structs of single endpoints are beside the endpoint.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, NewType, cast

from theodolite.cartographers import drawing
from theodolite.cartographers.board import GRID, TERRAIN_NAMES, Terrain
from theodolite.cartographers.snapshot import Season, Snapshot
from theodolite.web import responses
from theodolite.web.cartographers.known import RULEBOOK
from theodolite.web.cartographers.schemas import SNAPSHOT, SnapshotSchema
from theodolite.web.responses import Localizer, RulingUsed, description, same_as

TerrainName = Literal["forest", "village", "farm", "water", "hero", "monster"]
SeasonName = Literal["spring", "summer", "autumn", "winter"]
GameName = Annotated[
    Literal["cartographers", "heroes", "combined"], description("The game, or both combined.")
]
Category = Annotated[
    Literal["decree", "coins", "monsters"], description("The source of the points.")
]
RulingsUsed = Annotated[list[RulingUsed], description("The rulings that bear on the response.")]

SnapshotDocument = NewType("SnapshotDocument", dict[str, Any])
"""A table as SnapshotSchema writes it."""
Table = Annotated[SnapshotDocument, same_as(SnapshotSchema)]


class Change(responses.Change, kw_only=True):
    """A change of one space of a map, or a reason for coins."""

    effect: Annotated[drawing.Effect, description("The kind of event.")]
    space: Annotated[str | None, description("The space; null if it is not about one space.")]
    coins: Annotated[int, description("The coins marked for it, below 0 if they are spent.")]


Changes = Annotated[list[Change], description("Every change, in order.")]


def localizer_in(locale: str) -> Localizer:
    """The localizer of a map of Cartographers."""
    return Localizer(RULEBOOK, GRID, locale)


def season_name(season: Season) -> SeasonName:
    """The name of a season in responses."""
    return cast("SeasonName", season.name.lower())


def terrain_name(terrain: Terrain) -> TerrainName:
    """The name of a terrain in responses."""
    return cast("TerrainName", TERRAIN_NAMES[terrain])


def table_document(snapshot: Snapshot) -> SnapshotDocument:
    """A table as requests have it."""
    return SnapshotDocument(SNAPSHOT.dump(snapshot))


def changes_of(changes: Iterable[drawing.Change], localizer: Localizer) -> list[Change]:
    """The changes of a map."""
    return [
        Change(
            space=None if change.space is None else GRID.names[change.space],
            effect=change.effect,
            coins=change.coins,
            spaces=localizer.names(change.spaces if change.space is None else 1 << change.space),
            explanation=localizer.sentence(change.rule, change.key, change.values),
            **localizer.cite(change.rule),
        )
        for change in changes
    ]
