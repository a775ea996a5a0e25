"""The endpoint `otoma-moves`: which of Otoma's pawns move after a player's move, and how."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from msgspec import Struct

from theodolite.grid import Space
from theodolite.tiwanaku import otoma
from theodolite.tiwanaku.actions import OtomaMove, Turn
from theodolite.tiwanaku.impossibilities import mode_fault
from theodolite.tiwanaku.otoma_moves import PawnMove, move_pawn
from theodolite.tiwanaku.progress import Progress
from theodolite.tiwanaku.snapshot import Colour, Direction, Mode, Pawn, Snapshot
from theodolite.tiwanaku.snapshot import Rulings as DefaultRulings
from theodolite.verdict import Fault, Path, legal
from theodolite.web import fields
from theodolite.web.problems import Problem
from theodolite.web.responses import description, rulings_used
from theodolite.web.schemas import Schema, unknown_player
from theodolite.web.tiwanaku.fields import colour_field, name_field, space_field
from theodolite.web.tiwanaku.responses import (
    After,
    Checks,
    DirectionName,
    Gain,
    Rulings,
    judge_table,
    list_gains,
    localizer,
    write_table,
)
from theodolite.web.tiwanaku.schemas import PartSchema, SnapshotSchema, space_of, unknown_spaces
from theodolite.web.tiwanaku.turn_schemas import (
    DirectedMoveSchema,
    otoma_move,
    otoma_move_faults,
    pawn_of,
)
from theodolite.web.tiwanaku.turns import refuse_superfluous, seat_of


class AfterMove(NamedTuple):
    """The move of a player after which Otoma moves."""

    seat: int
    space: Space
    meeple_colour: Colour | None


class DirectedMove(NamedTuple):
    """A move of Otoma's in a direction."""

    pawn: Colour | Space
    direction: Direction
    move: OtomaMove


class OtomaMovesRequest(NamedTuple):
    """A table, the move before, and Otoma's moves."""

    snapshot: Snapshot
    after_move: AfterMove | None
    moves: tuple[DirectedMove, ...]


class AfterMoveSchema(PartSchema):
    """The move of a player after which Otoma moves."""

    player = name_field(required=True, description="The name of the player who moved.")
    space = space_field(required=True, description="The space where the meeple ended.")
    meeple_colour = colour_field(
        allow_none=True,
        description="Solo games: the colour of the meeple, which the arrow below it is held "
        "against; the player's by default.",
    )


class OtomaMovesSchema(Schema):
    """A solo or cooperative table, the move before, and Otoma's moves in order."""

    snapshot = fields.Nested(SnapshotSchema(), required=True, description="The table.")
    after_move = fields.Nested(
        AfterMoveSchema(),
        allow_none=True,
        description="The move after which Otoma moves; without it, no pawns are `due`.",
    )
    moves = fields.List(
        fields.Nested(DirectedMoveSchema()),
        5,
        code="too_many",
        description="Otoma's moves in their order, none by default.",
    )

    def make(self, data: Mapping[str, Any]) -> OtomaMovesRequest:
        """The request."""
        snapshot: Snapshot = data["snapshot"]
        at, after = snapshot.land.grid.spaces, data.get("after_move")
        return OtomaMovesRequest(
            snapshot,
            after
            and AfterMove(
                seat_of(snapshot, after["player"]),
                space_of(after["space"], at),
                after.get("meeple_colour"),
            ),
            tuple(
                DirectedMove(pawn_of(move["pawn"], at), move["direction"], otoma_move(move, at))
                for move in data.get("moves", ())
            ),
        )

    def cross_faults(self, made: OtomaMovesRequest, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find a game without Otoma, and what the moves name and the table lacks."""
        table, after = made.snapshot, data.get("after_move") or {}
        if table.mode == Mode.COMPETITIVE:
            yield mode_fault(table.mode, ("snapshot", "otoma"), given=True)
        yield from unknown_player(table.player_names, after.get("player"), ("after_move", "player"))
        yield from unknown_spaces(table.land.grid, [(("after_move", "space"), after.get("space"))])
        yield from otoma_move_faults(table, data.get("moves"), ("moves",))


class DueMove(Struct):
    """A pawn of Otoma's that must or may move."""

    pawn: Annotated[
        str, description("The pawn, by its colour, or by its space where several have that colour.")
    ]
    space: Annotated[str, description("The space on which it stands.")]
    direction: Annotated[DirectionName, description("The way that it moves.")]
    distance: Annotated[
        int | None,
        description("Cooperative games: its distance from the meeple in spaces; null in solo."),
    ]
    tied_with: Annotated[
        list[str],
        description("The spaces of the other pawns as far away; the group chooses their order."),
    ]


class MovedPawn(Struct, kw_only=True, rename={"from_": "from"}):
    """A move of one of Otoma's pawns."""

    pawn: Annotated[str, description("The pawn's colour.")]
    from_: Annotated[str, description("The space that it leaves.")]
    course: Annotated[
        list[str], description("Every space stepped onto, and both ends of each path used.")
    ]
    stops_at: Annotated[
        str | None,
        description("The empty space where it stops; null if it comes round to where it stood."),
    ]
    items: Annotated[list[Gain], description("Otoma's gains, in order.")]
    token: Annotated[bool, description("Whether Otoma took a token.")]
    checks: Checks


class MovedPawns(Struct):
    """Which of Otoma's pawns move, and how."""

    due: Annotated[
        list[DueMove], description("The pawns that must or may move after the player's move.")
    ]
    moves: Annotated[
        list[MovedPawn],
        description("The moves of the request, up to and with the first that breaks a rule."),
    ]
    after: After
    rulings: Rulings


def otoma_moves(request: OtomaMovesRequest, locale: str) -> MovedPawns:
    """Move Otoma's pawns.

    Answers with the pawns that must move after a player's move in their order, and for each move of
    the request with the pawn's course, where it stops and what it brings.
    """
    snapshot = request.snapshot
    (due, progress, moves), matters = judge_table(
        snapshot,
        lambda table: _moved(request, table),
        lambda found: (found[0], found[2], found[1].table.under(DefaultRulings())),
        ("crop_limit", "own_arrow_choice", "otoma_path_end"),
    )
    refuse_superfluous(progress.superfluous)
    texts = localizer(snapshot, locale)
    grid = snapshot.land.grid
    moved = [
        MovedPawn(
            pawn=pawn.colour.value,
            from_=grid.names[pawn.space],
            course=otoma.stage_names(snapshot, route.stages),
            stops_at=None if route.stops_at is None else grid.names[route.stops_at],
            items=list_gains(items, texts),
            token=any(item.about.get("token") is True for item in items),
            checks=texts.checks(checks),
        )
        for pawn, route, checks, items in moves
    ]
    is_known = progress.known and legal(progress.checks)
    return MovedPawns(
        [_due_move(snapshot, one) for one in due],
        moved,
        write_table(progress.table) if is_known else None,
        rulings_used(snapshot.rulings, matters),
    )


def _moved(
    request: OtomaMovesRequest, snapshot: Snapshot
) -> tuple[Sequence[otoma.Due], Progress, Sequence[PawnMove]]:
    """The pawns that are due, and the moves up to and with the first that breaks a rule."""
    progress = Progress(snapshot, 0, Turn(), None, lenient=False)
    done: list[PawnMove] = []
    for at, (pawn, direction, move) in enumerate(request.moves):
        if not legal(progress.checks):
            break
        part = ("moves", at)
        found = _pawn(progress.table, pawn, (*part, "pawn"))
        done.append(move_pawn(progress, found, direction, move, part))
        if done[-1].route.unknown is not None:
            end = otoma.stage_names(snapshot, [done[-1].route.unknown])[0]
            raise _refusal(Fault("path_unknown", ("snapshot", "paths"), {"end": end}))
    return _due(request, snapshot), progress, done


def _pawn(table: Snapshot, named: Colour | Space, path: Path) -> Pawn:
    """The one pawn of a colour, or that on a space."""
    found = [pawn for pawn in table.pawns if named in (pawn.colour, pawn.space)]
    if not found:
        name = named if isinstance(named, Colour) else table.land.grid.names[named]
        known = [*dict.fromkeys(pawn.colour for pawn in table.pawns)]
        raise _refusal(Fault("unknown_pawn", path, {"value": name, "known": known}))
    return found[0]


def _refusal(fault: Fault) -> Problem:
    return Problem("invalid-snapshot", faults=[fault])


def _due(request: OtomaMovesRequest, snapshot: Snapshot) -> Sequence[otoma.Due]:
    """The pawns that move after a player's move, nearest first."""
    after = request.after_move
    if after is None:
        return ()
    is_idle = snapshot.mode == Mode.COOPERATIVE or snapshot.land.planted >> after.space & 1
    if after.meeple_colour is not None and is_idle:
        # A colour is held against an arrow, and none decides here.
        refuse_superfluous([("after_move", "meeple_colour")])
    colour = after.meeple_colour or snapshot.players[after.seat].colour
    due = otoma.due_after(snapshot, after.space, colour)
    if due is None:
        name = snapshot.land.grid.names[after.space]
        raise _refusal(Fault("arrow_unknown", ("after_move", "space"), {"space": name}))
    return due


def _due_move(snapshot: Snapshot, one: otoma.Due) -> DueMove:
    """A pawn that is due, named by its space where several have its colour."""
    names = snapshot.land.grid.names
    alike = [pawn for pawn in snapshot.pawns if pawn.colour == one.pawn.colour]
    return DueMove(
        one.pawn.colour.value if len(alike) == 1 else names[one.pawn.space],
        names[one.pawn.space],
        one.direction.value,
        one.distance,
        [names[pawn.space] for pawn in one.tied_with],
    )
