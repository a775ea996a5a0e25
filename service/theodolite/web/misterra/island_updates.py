"""Updates of the island of Maps of Misterra: request, response and endpoint."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from msgspec import Struct

from theodolite.misterra import mapping
from theodolite.misterra.board import GRID, TERRAIN_NAMES, Island, Terrain, TerrainName
from theodolite.misterra.mapping import Effect
from theodolite.misterra.snapshot import Rulings, tile_faults
from theodolite.rulings import judged
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.misterra.responses import RulingsUsed, localizer_for
from theodolite.web.misterra.schemas import island_field, rulings_field, space_field, terrain_field
from theodolite.web.responses import Localizer, Reference, description, rulings_used
from theodolite.web.schemas import Schema


class MappedSpaceSchema(Schema):
    """Half a sketch card: a terrain and the space that it is mapped on."""

    space = space_field(required=True, description="The island space, `A1` to `E5`.")
    terrain = terrain_field(required=True, description="The terrain of this half.")


class IslandUpdateSchema(Schema):
    """An island, and one or two spaces of it to map in this order."""

    island = island_field()
    sketch = fields.List(
        fields.Nested(MappedSpaceSchema()),
        2,
        least=1,
        required=True,
        description="The halves of the card in the order in which they are mapped; two lie on "
        "adjacent spaces.",
    )
    rulings = rulings_field()

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterable[Fault]:
        """An island of too many tiles; a sketch card on spaces that are not adjacent."""
        yield from tile_faults(data["island"])
        if len(data["sketch"]) == 2:
            first, second = (half["space"] for half in data["sketch"])
            if not GRID.neighbours(1 << first) >> second & 1:
                values = {"first": GRID.names[first], "second": GRID.names[second]}
                yield Fault("not_adjacent", ("sketch", 1, "space"), values)


class Change(Struct, kw_only=True):
    """The change of a space of the island by mapping a terrain."""

    space: Annotated[str, description("The space.")]
    terrain: Annotated[TerrainName, description("The terrain mapped.")]
    effect: Annotated[Effect, description("The effect on the space.")]
    returned: Annotated[
        TerrainName | None,
        description("The terrain of the tile that went back to the supply; null without one."),
    ]
    rule: Annotated[str, description("The rule that decides.")]
    reference: Reference
    explanation: Annotated[str, description("Why, in words.")]


class Supply(Struct):
    """The tiles left in the supply."""

    jungle: Annotated[int, description("Jungle tiles, 0 to 12.")]
    lagoon: Annotated[int, description("Lagoon tiles, 0 to 12.")]
    mountain: Annotated[int, description("Mountain tiles, 0 to 12.")]
    steppe: Annotated[int, description("Steppe tiles, 0 to 12.")]


class UpdatedIsland(Struct):
    """The island after mapping."""

    island: Annotated[list[str], description("The island after it.")]
    changes: Annotated[list[Change], description("The change by each half of the card, in order.")]
    supply: Annotated[Supply, description("The tiles left in the supply.")]
    rulings: RulingsUsed


def island_updates(request: dict[str, Any], locale: str) -> UpdatedIsland:
    """Map one or two spaces of the island.

    The spaces are updated one after the other (page 5): a tile that the first returns to the supply
    is there for the second.
    """
    rulings = request.get("rulings", Rulings())
    (island, changes), matters = judged(
        lambda rulings: _mapped(request, rulings), rulings, ["empty_supply"]
    )
    localizer = localizer_for(locale)
    return UpdatedIsland(
        island.rows(),
        [change_response(change, localizer) for change in changes],
        Supply(**{TERRAIN_NAMES[terrain]: island.supply(terrain) for terrain in Terrain}),
        rulings_used(rulings, matters),
    )


def _mapped(request: dict[str, Any], rulings: Rulings) -> tuple[Island, list[mapping.Change]]:
    island, changes = request["island"], []
    for half in request["sketch"]:
        island, change = mapping.update(island, half["space"], half["terrain"], rulings)
        changes.append(change)
    return island, changes


def change_response(change: mapping.Change, localizer: Localizer) -> Change:
    """A change of the island as a response."""
    returned = change.returned
    space = GRID.names[change.space]
    values = {"space": space, "terrain": change.terrain, "returned": returned}
    return Change(
        space=space,
        terrain=TERRAIN_NAMES[change.terrain],
        effect=change.effect,
        returned=None if returned is None else TERRAIN_NAMES[returned],
        explanation=localizer.sentence(change.rule, change.key, values),
        **localizer.cite(change.rule),
    )
