"""Otoma's moves: which pawns move after a player's move, and how."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from msgspec import Struct

from theodolite.tiwanaku import otoma
from theodolite.tiwanaku.actions import Turn, Verdict
from theodolite.tiwanaku.otoma_moves import PawnMove, move_pawn
from theodolite.tiwanaku.progress import Progress
from theodolite.tiwanaku.snapshot import OTOMA, Colour, Mode, Pawn, Snapshot
from theodolite.tiwanaku.snapshot import Rulings as DefaultRulings
from theodolite.verdict import Fault, Path, legal
from theodolite.web import fields
from theodolite.web.problems import Problem
from theodolite.web.responses import Localizer, description
from theodolite.web.schemas import unknown_player
from theodolite.web.tiwanaku.fields import colour_field, space_field
from theodolite.web.tiwanaku.moves import (
    competitive_fault,
    otoma_move,
    pawn_of,
    seat_of,
)
from theodolite.web.tiwanaku.responses import (
    Checks,
    Gain,
    judge_table,
    list_gains,
    played_turn,
)
from theodolite.web.tiwanaku.schemas import PartSchema, space_of, unknown_spaces


class Moved(NamedTuple):
    """Moves of Otoma's as judged.

    Attributes:
        progress: The table after them, with what they brought.
        moves: The moves up to and with the first that breaks a rule.
    """

    progress: Progress
    moves: Sequence[PawnMove]


class AfterMoveSchema(PartSchema):
    """The move of a player after which Otoma moves."""

    player = fields.Name(required=True, description="The name of the player who moved.")
    space = space_field(required=True, description="The space where the meeple ended.")
    meeple_colour = colour_field(
        allow_none=True,
        description="Solo games: the colour of the meeple, which the arrow below it is held "
        "against; the player's by default.",
    )


class GivenSchema(PartSchema):
    """The move of a player to which Otoma's moves are a response."""

    after_move = fields.Nested(
        AfterMoveSchema(),
        allow_none=True,
        description="The move after which Otoma moves; without it, no pawns are due.",
    )


def given_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Otoma in a game without it; a player or a space that the table lacks."""
    table: Snapshot = made["snapshot"]
    after = made.get("given", {}).get("after_move") or {}
    if made["player"] == OTOMA:
        yield from competitive_fault(table)
    elif after:
        yield Fault("superfluous_field", ("given", "after_move"))
    path: Path = ("given", "after_move")
    yield from unknown_player(table.player_names, after.get("player"), (*path, "player"))
    yield from unknown_spaces(table.land.grid, [((*path, "space"), after.get("space"))])


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
    changes: Annotated[list[Gain], description("Otoma's gains, in order.")]
    token: Annotated[bool, description("Whether Otoma took a token.")]
    checks: Checks


def refuse_superfluous(paths: Sequence[Path], where: Path = ()) -> None:
    """Refuse a request with fields that mean nothing on the table they are about."""
    if paths:
        faults = [Fault("superfluous_field", (*where, *path)) for path in paths]
        raise Problem("invalid-snapshot", faults=faults)


def otoma_moves(
    snapshot: Snapshot, move: Mapping[str, Any], *, lenient: bool = False
) -> tuple[Moved, Mapping[str, bool]]:
    """Judge moves of Otoma's, and find for each ruling whether another value would change them.

    Args:
        snapshot: The table.
        move: The moves as their schema loads them.
        lenient: Whether to carry on after a broken rule as if it held.
    """
    moved, matters = judge_table(
        snapshot,
        lambda table: _moved(table, move.get("moves", ()), lenient=lenient),
        lambda found: (
            [(move.items, () if lenient else move) for move in found.moves],
            found.progress.table.under(DefaultRulings()),
        ),
        ("crop_limit", "own_arrow_choice", "otoma_path_end"),
    )
    refuse_superfluous(moved.progress.superfluous, ("move",))
    return moved, matters


def moved_pawns(snapshot: Snapshot, moved: Moved, texts: Localizer) -> dict[str, Any]:
    """The fields of moves of Otoma's as judged."""
    progress, names = moved.progress, snapshot.land.grid.names
    pawns = [
        MovedPawn(
            pawn=pawn.colour.value,
            from_=names[pawn.space],
            course=otoma.stage_names(snapshot, route.stages),
            stops_at=None if route.stops_at is None else names[route.stops_at],
            changes=list_gains(items, texts),
            token=any(item.about.get("token") is True for item in items),
            checks=texts.checks(checks),
        )
        for pawn, route, checks, items in moved.moves
    ]
    verdict = Verdict(progress.checks)
    if progress.lenient or legal(progress.checks):
        verdict = Verdict(
            progress.checks,
            progress.items,
            progress.discovered,
            progress.planted,
            after=progress.table if progress.known else None,
            whole=bool(moved.moves),
        )
    return {**played_turn(snapshot, verdict, texts), "moves": pawns}


def _moved(snapshot: Snapshot, moves: Sequence[Mapping[str, Any]], *, lenient: bool) -> Moved:
    """The moves up to and with the first that breaks a rule."""
    at = snapshot.land.grid.spaces
    progress = Progress(snapshot, 0, Turn(), None, lenient=lenient)
    done: list[PawnMove] = []
    if not moves:
        progress.leave_open("otoma.straight", {})
    for number, data in enumerate(moves):
        if not (lenient or legal(progress.checks)):
            break
        part = ("moves", number)
        found = _pawn(progress.table, data["pawn"], ("move", *part, "pawn"))
        ends = [(one.pawn.space, one.route.stops_at) for one in done]
        moved = [start if stop is None else stop for start, stop in ends]
        move = otoma_move(data, at)
        done.append(move_pawn(progress, found, data["direction"], move, part, moved=moved))
        if done[-1].route.unknown is not None:
            end = otoma.stage_names(snapshot, [done[-1].route.unknown])[0]
            raise _refusal(Fault("path_unknown", ("snapshot", "paths"), {"end": end}))
    return Moved(progress, done)


def _pawn(table: Snapshot, name: Colour | str, path: Path) -> Pawn:
    """The one pawn of a colour, or that on a space."""
    named = pawn_of(name, table.land.grid.spaces)
    found = [pawn for pawn in table.pawns if named in (pawn.colour, pawn.space)]
    if not found:
        known = [*dict.fromkeys(pawn.colour for pawn in table.pawns)]
        raise _refusal(Fault("unknown_pawn", path, {"value": name, "known": known}))
    return found[0]


def _refusal(fault: Fault) -> Problem:
    return Problem("invalid-snapshot", faults=[fault])


def due_moves(
    snapshot: Snapshot, after: Mapping[str, Any] | None
) -> tuple[Sequence[otoma.Due], Mapping[str, bool]]:
    """The pawns that move after a player's move, nearest first, and which rulings could matter."""
    return judge_table(
        snapshot,
        lambda table: _due(table, after),
        names=("crop_limit", "own_arrow_choice", "otoma_path_end"),
    )


def _due(snapshot: Snapshot, after: Mapping[str, Any] | None) -> Sequence[otoma.Due]:
    if after is None:
        return ()
    space = space_of(after["space"], snapshot.land.grid.spaces)
    colour = after.get("meeple_colour")
    is_idle = snapshot.mode == Mode.COOPERATIVE or snapshot.land.planted >> space & 1
    if colour is not None and is_idle:
        # A colour is held against an arrow, and none decides here.
        refuse_superfluous([("given", "after_move", "meeple_colour")])
    colour = colour or snapshot.players[seat_of(snapshot, after["player"])].colour
    due = otoma.due_after(snapshot, space, colour)
    if due is None:
        name = snapshot.land.grid.names[space]
        fault = Fault("arrow_unknown", ("given", "after_move", "space"), {"space": name})
        raise _refusal(fault)
    return due
