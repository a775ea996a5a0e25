"""The operation that lists the ends of moves for rolls: its request schema and response."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from theodolite.grid import Space
from theodolite.treasure_hunt import choices
from theodolite.treasure_hunt.actions import NamedPiece
from theodolite.treasure_hunt.board import DIE_NAMES, GRID, TERRAIN_NAMES, Terrain, place_name
from theodolite.treasure_hunt.choices import Destination
from theodolite.treasure_hunt.markers import Marker
from theodolite.treasure_hunt.move_area import Mover
from theodolite.treasure_hunt.snapshot import ROUTES, TURN_RULINGS, Snapshot
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.fields import refusal, shorten
from theodolite.web.responses import rulings_used
from theodolite.web.schemas import Schema, unknown_player
from theodolite.web.treasure_hunt.responses import End, FoundLog, LegalActions, Position
from theodolite.web.treasure_hunt.schemas import list_field, names_of, player_field, snapshot_field
from theodolite.web.treasure_hunt.turns import (
    MoverField,
    die_field,
    mover_data,
    off_die,
    pips_field,
)


class RollSchema(Schema):
    """A roll."""

    die = die_field(required=True)
    pips = pips_field(required=True)

    def make(self, data: Mapping[str, Any]) -> tuple[Terrain, int]:
        """The die's terrain, and the value."""
        return data["die"], data["pips"]

    def cross_faults(self, made: object, data: Mapping[str, Any]) -> Iterator[Fault]:
        """A value that is not on the die."""
        return off_die(data)


class _WalkerField(MoverField):
    """A walker by its space, `walker:N10/E10`."""

    def load(self, value: Any) -> tuple[str, Space]:
        """`walker` and its space."""
        kind, which = super().load(value)
        if kind != "walker":
            raise refusal("unknown_mover", {"value": shorten(value)})
        return kind, Space(which)


class LegalActionsRequestSchema(Schema):
    """A table, one of its players, and a roll."""

    snapshot = snapshot_field()
    player = player_field("The player whose turn it is.", required=True)
    roll = fields.Nested(
        RollSchema(),
        allow_none=True,
        description="The roll. Default null: every value of every die that may be chosen.",
    )
    moved = list_field(
        _WalkerField(description="A walker by the space where it stands: `walker:N10/E10`."),
        "The walkers moved in this turn already. Default none.",
        most=8,
    )

    def cross_faults(self, made: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[Fault]:
        """An unknown player; a walker that is not on the table."""
        snapshot = made["snapshot"]
        yield from unknown_player(names_of(snapshot), made["player"], ("player",))
        walkers = {walker.at for walker in snapshot.walkers}
        for i, (_, space) in enumerate(made.get("moved", ())):
            if space not in walkers:
                value = {"value": f"walker:{GRID.names[space]}"}
                yield Fault("unknown_mover", ("moved", i), value)


def legal_actions(request: Mapping[str, Any], locale: str) -> LegalActions:
    """List the ends of every move with a roll.

    For every piece that may move with the roll, the response lists the ends of its move, each with
    a shortest path and the markers that can be logged there. Without a roll, it does so for every
    value of every die that may be chosen. Within a turn, `moved` names the walkers moved already.
    """
    snapshot: Snapshot = request["snapshot"]
    roll: tuple[Terrain, int] | None = request.get("roll")
    names = names_of(snapshot)
    player = names.index(request["player"])
    moved = [space for _, space in request.get("moved", ())]
    found = choices.legal_actions(snapshot, player, roll, moved)
    matter = choices.could_matter(snapshot, player, roll, moved, found)

    def of(mover: Mover) -> Any:
        return UNSET if mover.player is None or not snapshot.teams else names[mover.player]

    return LegalActions(
        [
            Position(
                mover=_mover_name(mover, snapshot),
                of=of(mover),
                die=_die(die),
                pips=pips,
                ends=[_end(end, names) for end in ends],
            )
            for mover, die, pips, ends in found.positions
        ],
        [
            _found_log(marker, names, explorer=mover.which + 1, of=of(mover))
            for mover, marker in found.logs_now
        ],
        rulings_used(snapshot.rulings, {name: matter.get(name, False) for name in TURN_RULINGS}),
    )


def _mover_name(mover: Mover, snapshot: Snapshot) -> str:
    walker = mover.player is None
    named = NamedPiece(None, snapshot.walkers[mover.which].at) if walker else NamedPiece(*mover)
    return MoverField().dump(mover_data(named))


def _end(end: Destination, names: Sequence[str]) -> End:
    return End(
        place_name(end.at),
        _terrain(end.terrain),
        len(end.path),
        [place_name(place) for place in end.path],
        end.stopped_by,
        [_found_log(marker, names) for marker in end.logs],
    )


def _found_log(marker: Marker, names: Sequence[str], **of: Any) -> FoundLog:
    route: Any = ROUTES[marker.route]
    return FoundLog(
        owner=names[marker.owner],
        route=route,
        at=GRID.names[marker.at],
        must=marker.must,
        legal=marker.legal,
        **of,
    )


def _die(die: int) -> Any:
    return DIE_NAMES[die]


def _terrain(terrain: int) -> Any:
    return TERRAIN_NAMES[terrain]
