"""Answers about half days that are carried out, legal or not."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Struct

from theodolite.misterra import half_days, mapping, otoma
from theodolite.misterra.board import TERRAIN_NAMES, Terrain
from theodolite.misterra.half_days import HalfDay
from theodolite.misterra.otoma import OtomaHalfDay
from theodolite.misterra.snapshot import OTOMA, Snapshot
from theodolite.rulings import judged
from theodolite.verdict import Fault
from theodolite.web.misterra.responses import (
    Change,
    RulingsUsed,
    Table,
    change_response,
    localizer_for,
)
from theodolite.web.misterra.schemas import PartialSchema
from theodolite.web.responses import description, rulings_used, same_as

PARTIAL = PartialSchema()


class Supply(Struct):
    """The tiles left in the supply."""

    jungle: Annotated[int, description("Jungle tiles, 0 to 12.")]
    lagoon: Annotated[int, description("Lagoon tiles, 0 to 12.")]
    mountain: Annotated[int, description("Mountain tiles, 0 to 12.")]
    steppe: Annotated[int, description("Steppe tiles, 0 to 12.")]


class Updated(Struct):
    """A table after a half day that was carried out."""

    changes: Annotated[list[Change], description("The changes of the island, in order.")]
    after: Annotated[
        Table,
        same_as(PartialSchema),
        description("The table after it, with no more than the request has."),
    ]
    supply: Annotated[Supply, description("The tiles left in the supply.")]
    rulings: RulingsUsed


def update_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Places that are not on the board, where nothing can be carried out."""
    beach, move = made["snapshot"].beach, made["move"]
    if isinstance(move, OtomaHalfDay):
        for name in move.over_edge:
            yield Fault("unknown_space", ("move", "actions"), {"value": name})
        return
    for i, place in enumerate(move.move):
        if place.on_beach and (beach is None or not beach.spaces >> place.space & 1):
            yield Fault("unknown_space", ("move", "path", i), {"value": place.word})


def updates(request: Mapping[str, Any], locale: str) -> Updated:
    """The island is updated space after space (page 5).

    A tile that the first returns to the supply is there for the second. Needed is the island
    alone; with `player` the parchment, the meeple, the claims and the display follow too.
    """
    snapshot: Snapshot = request["snapshot"]
    (after, changes), matters = judged(
        lambda rulings: _carried_out(snapshot.under(rulings), request),
        snapshot.rulings,
        ["empty_supply"],
        lambda done: (done[0].island, done[1]),
    )
    localizer = localizer_for(locale)
    island = after.island
    return Updated(
        [change_response(change, localizer) for change in changes],
        Table(PARTIAL.dump(after._replace(rulings=snapshot.rulings))),
        Supply(**{TERRAIN_NAMES[terrain]: island.supply(terrain) for terrain in Terrain}),
        rulings_used(snapshot.rulings, matters),
    )


def _carried_out(
    snapshot: Snapshot, request: Mapping[str, Any]
) -> tuple[Snapshot, list[mapping.Change]]:
    player, move = request.get("player"), request["move"]
    if player == OTOMA:
        played = otoma.play_in_turn(snapshot, move)
        actions = played.half_days[0].actions
        return played.after, [done for done in actions if isinstance(done, mapping.Change)]
    if player is None:
        return _mapped(snapshot, move)
    after, changes = half_days.carry_out(snapshot, snapshot.names.index(player), move)
    return after, [*changes]


def _mapped(snapshot: Snapshot, move: HalfDay) -> tuple[Snapshot, list[mapping.Change]]:
    """Map the spaces of a half day on the island alone."""
    changes = []
    island = snapshot.island
    for space, terrain in zip(move.spaces or (), move.sketch or (), strict=False):
        island, change = mapping.update(island, space, terrain, snapshot.rulings)
        changes.append(change)
    return snapshot._replace(island=island), changes
