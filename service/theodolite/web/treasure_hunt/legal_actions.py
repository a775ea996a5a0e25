"""The ends of moves for rolls."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from theodolite.grid import Space
from theodolite.treasure_hunt import choices
from theodolite.treasure_hunt.actions import Log, Move, NamedPiece, Roll, Turn
from theodolite.treasure_hunt.board import DIE_NAMES, GRID, TERRAIN_NAMES, Terrain, place_name
from theodolite.treasure_hunt.choices import Destination, Position
from theodolite.treasure_hunt.markers import MAX_PLAYS, Marker
from theodolite.treasure_hunt.move_area import Mover
from theodolite.treasure_hunt.snapshot import ROUTES, TURN_RULINGS, Card, Snapshot
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.fields import refusal, shorten
from theodolite.web.responses import rulings_used
from theodolite.web.schemas import Schema
from theodolite.web.treasure_hunt import responses
from theodolite.web.treasure_hunt.responses import Entry, FoundLog, LegalActions
from theodolite.web.treasure_hunt.schemas import list_field, names_of
from theodolite.web.treasure_hunt.turns import (
    MoverField,
    MoveSchema,
    die_field,
    move_data,
    mover_data,
    off_die,
    pips_field,
)

_MOVE = MoveSchema()


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
        if kind != "walker" or isinstance(which, str):
            raise refusal("unknown_mover", {"value": shorten(value)})
        return kind, Space(which)


class GivenSchema(Schema):
    """The roll, and the moves before it in the turn."""

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


def given_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Walkers in `given` that are not on the table."""
    walkers = {walker.at for walker in made["snapshot"].walkers}
    for i, (_, space) in enumerate(made.get("given", {}).get("moved", ())):
        if space not in walkers:
            value = {"value": f"walker:{GRID.names[space]}"}
            yield Fault("unknown_mover", ("given", "moved", i), value)


def legal_actions(request: Mapping[str, Any], locale: str) -> LegalActions:
    """Lists the ends of every move with a roll, each with a shortest path.

    For every piece that may move with the roll, it names the markers that can be logged at each
    end. Without a roll, it does so for every value of every die that may be chosen. Within a turn,
    `moved` names the walkers moved already.
    """
    snapshot: Snapshot = request["snapshot"]
    given: Mapping[str, Any] = request.get("given", {})
    roll: tuple[Terrain, int] | None = given.get("roll")
    names = names_of(snapshot)
    player = names.index(request["player"])
    moved = [space for _, space in given.get("moved", ())]
    found = choices.legal_actions(snapshot, player, roll, moved)
    matter = choices.could_matter(snapshot, player, roll, moved, found)

    def of(mover: Mover) -> Any:
        return UNSET if mover.player is None or not snapshot.teams else names[mover.player]

    entries = [
        _entry(snapshot, player, position, end, of=of(position.mover))
        for position in found.positions
        for end in position.ends
    ]
    limit = request.get("limit", len(entries))
    return LegalActions(
        moves=entries[:limit],
        total=len(entries),
        more=limit < len(entries),
        logs_now=[
            _found_log(marker, names, explorer=mover.which + 1, of=of(mover))
            for mover, marker in found.logs_now
        ],
        rulings=rulings_used(
            snapshot.rulings, {name: matter.get(name, False) for name in TURN_RULINGS}
        ),
    )


def _entry(
    snapshot: Snapshot, player: int, position: Position, end: Destination, *, of: Any
) -> Entry:
    mover, die, pips, _ = position
    walker = mover.player is None
    named = NamedPiece(None, snapshot.walkers[mover.which].at) if walker else NamedPiece(*mover)
    logs = _logs_due(snapshot, mover, end.logs)
    turn = Turn(player, (Roll(die, pips), Move(named, end.path), *logs))
    return Entry(
        move=responses.Turn(_MOVE.dump(move_data(snapshot, turn))),
        mover=MoverField().dump(mover_data(named)),
        of=of,
        die=_die(die),
        pips=pips,
        at=place_name(end.at),
        terrain=_terrain(end.terrain),
        steps=len(end.path),
        path=[place_name(place) for place in end.path],
        stopped_by=end.stopped_by,
        logs=[_found_log(marker, names_of(snapshot)) for marker in end.logs],
    )


def _logs_due(snapshot: Snapshot, mover: Mover, markers: Iterable[Marker]) -> Iterator[Log]:
    """The logs that a move ends with, for as many buried treasures as there are shovels."""
    hand = () if mover.player is None else snapshot.players[mover.player].hand or ()
    shovels = min(MAX_PLAYS, hand.count(Card.SHOVEL))
    for marker in markers:
        buried = snapshot.players[marker.owner].routes[marker.route].needs_shovel
        if marker.must and marker.legal and (shovels or not buried):
            shovels -= buried
            at = marker.at
            yield Log(mover, marker.owner, marker.route, at, shovel=buried, draw_unknown=True)


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
