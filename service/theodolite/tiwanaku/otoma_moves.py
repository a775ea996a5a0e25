"""Carries out the moves of Otoma's pawns and their discoveries (solo p. 8-9, cooperative p. 11)."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import NamedTuple, cast

from theodolite.grid import Space, set_of
from theodolite.tiwanaku import otoma
from theodolite.tiwanaku.actions import Explore, OtomaMove
from theodolite.tiwanaku.exploring import discover
from theodolite.tiwanaku.gains import Gain, otoma_crop
from theodolite.tiwanaku.progress import Progress, RuleBroken
from theodolite.tiwanaku.snapshot import (
    OTOMA,
    Arrow,
    Colour,
    Direction,
    Mode,
    Otoma,
    Pawn,
    Snapshot,
)
from theodolite.verdict import Check, Path


def after_solo_turn(progress: Progress) -> None:
    """Follow the arrow below a meeple that explored to a bare space (p. 8)."""
    end, action = progress.stopped_at, progress.turn.action
    if action is None and progress.turn.otoma:
        progress.leave_open("otoma.arrow", {}, key="open")
    if not isinstance(action, Explore) or end is None:
        _no_move(progress, "otoma.arrow")
        return
    if progress.table.land.planted >> end & 1:
        progress.note_superfluous(
            ("action",), ("arrow", action.arrow), ("own_arrow", action.own_arrow)
        )
        _no_move(progress, "otoma.arrow")
        return
    known = dict(progress.table.arrows or ())
    if end in known:
        progress.note_superfluous(("action",), ("arrow", action.arrow))
    arrow = known.get(end, action.arrow)
    names = progress.table.land.grid.names
    if arrow is None:
        progress.leave_open("otoma.arrow", {"space": names[end]}, 1 << end)
        return
    arrows = tuple(sorted({**known, end: arrow}.items()))
    progress.table = progress.table._replace(arrows=arrows)
    values = {"space": names[end], "colour": arrow.colour, "arrow": arrow.direction}
    progress.record("otoma.arrow", "passed", values, 1 << end)
    if arrow.colour == progress.table.players[progress.seat].colour:
        _own_arrow(progress, action, arrow)
        return
    progress.note_superfluous(("action",), ("own_arrow", action.own_arrow))
    for due in otoma.after_exploring(progress.table, arrow):
        _move_entered(progress, due.pawn, arrow.direction)


def _no_move(progress: Progress, rule: str) -> None:
    """Check that no move is entered where no pawn of Otoma's moves."""
    if progress.turn.action is not None and progress.turn.otoma:
        progress.record(rule, "failed", {}, key="idle")


def _own_arrow(progress: Progress, action: Explore, arrow: Arrow) -> None:
    """Follow an arrow of the own colour: easy, nothing; hard, a pawn that the player chooses."""
    is_whole = progress.table.rulings.own_arrow_choice == "whole_game"
    level = progress.table.difficulty if is_whole else None
    if action.own_arrow is None and level is None:
        progress.leave_open("otoma.own_colour", {})
        return
    if is_whole and level is None:
        progress.record("otoma.own_colour", "not_checked", {}, key="open")
    else:
        holds = level is None or action.own_arrow in (None, level)
        progress.check("otoma.own_colour", holds=holds, values={})
        progress.stop_if_broken()
    if "easy" in (action.own_arrow, level):
        _no_move(progress, "otoma.own_colour")
        return
    moves = progress.turn.otoma
    if moves == ():
        progress.record("otoma.own_colour", "failed", {}, key="hard")
    elif moves is None or moves[0].pawn is None:
        progress.leave_open("otoma.straight", {})
    elif pawn := _pawn(progress.table, moves[0].pawn):
        _move_entered(progress, pawn, arrow.direction)
    else:
        progress.record("otoma.arrow_pawn", "failed", {}, key="none")


def _pawn(table: Snapshot, named: Colour | Space) -> Pawn | None:
    return next((pawn for pawn in table.pawns if named in (pawn.colour, pawn.space)), None)


def _move_entered(progress: Progress, pawn: Pawn, direction: Direction) -> None:
    """Let the pawn that is due make the move that was entered."""
    moves = progress.turn.otoma
    move = moves[0] if moves else OtomaMove()
    named = pawn if move.pawn is None else _pawn(progress.table, move.pawn)
    # The move of a pawn that comes round to where it stood may be left out.
    left_out = moves == () and _route(progress, pawn, direction).stops_at is not None
    values = {"space": progress.table.land.grid.names[pawn.space]}
    holds = named == pawn and not left_out
    progress.check("otoma.arrow_pawn", holds=holds, values=values, spaces=1 << pawn.space)
    progress.stop_if_broken()
    if left_out or named is None:
        raise RuleBroken
    _follow(progress, named, _route(progress, named, direction), move, ("otoma", 0))


def _route(progress: Progress, pawn: Pawn, direction: Direction) -> otoma.Route:
    return otoma.route(progress.table, pawn.space, direction, progress.empty)


def _follow(
    progress: Progress, pawn: Pawn, route: otoma.Route, move: OtomaMove, part: Path
) -> None:
    """Let a pawn follow its route; the space where it stops reveals terrain and crop (p. 9)."""
    table, names = progress.table, progress.table.land.grid.names
    stepped_on = [stage for stage in route.stages if isinstance(stage, int)]
    steps = set_of(stepped_on)
    values: dict[str, object] = {"way": [names[space] for space in stepped_on]}
    if progress.lost:
        progress.leave_open("otoma.path", {}, key="open")
    elif route.unknown is not None:
        space, side = route.unknown
        progress.leave_open("otoma.path", {"space": names[space], "side": side}, steps)
        progress.lost = True
    elif route.stops_at is None:
        progress.record("otoma.straight", "passed", values, steps)
        progress.record("otoma.no_empty", "passed", {"space": names[pawn.space]}, steps)
        progress.note_superfluous(part, ("wheel", move.terrain), ("giver", move.giver))
    else:
        progress.record("otoma.straight", "passed", values, steps)
        values = {"space": names[route.stops_at]}
        progress.record("otoma.first_empty", "passed", values, 1 << route.stops_at)
        progress.table = _with_pawn_on(table, pawn, route.stops_at)
        _reveal(progress, route.stops_at, move, part)


def _reveal(progress: Progress, space: Space, move: OtomaMove, part: Path) -> None:
    discover(progress, OTOMA, space, move.terrain, giver=move.giver, part=part)
    if progress.covered >> space & 1:
        return
    crop = progress.level(move.crop, space)
    if crop is None:
        progress.leave_open(
            "divine.crop", {"space": progress.table.land.grid.names[space]}, 1 << space
        )
        return
    token = progress.table.mode == Mode.COOPERATIVE
    progress.add_gain(*otoma_crop(progress.table, space, crop, token=token))
    progress.lay(progress.table.land.with_crop(space, crop), space)
    progress.planted.append((space, crop))


def _with_pawn_on(table: Snapshot, pawn: Pawn, space: Space) -> Snapshot:
    side = cast("Otoma", table.otoma)
    pawns = [one._replace(space=space) if one == pawn else one for one in side.pawns]
    return table._replace(otoma=side._replace(pawns=tuple(pawns)))


def react(progress: Progress) -> None:
    """Move every pawn in the row or column of a meeple that explored away from it (p. 11)."""
    moves, names = progress.turn.reaction, progress.table.land.grid.names
    if progress.stopped_at is None:
        if moves and progress.turn.action is None:
            progress.leave_open("otoma.away", {}, key="open")
        elif moves:
            progress.record("otoma.away", "failed", {}, key="idle")
        return
    due = list(otoma.reactions(progress.table, progress.stopped_at))
    values = {"spaces": [names[one.pawn.space] for one in due]}
    if moves is None:
        if due:
            progress.leave_open("otoma.away", values)
        return
    if not due:
        progress.check("otoma.away", holds=not moves, values={}, key="idle" if moves else "none")
        return
    progress.check("otoma.away", holds=len(moves) == len(due), values=values)
    progress.stop_if_broken()
    for at, move in enumerate(moves[: len(due)]):
        found = _nearest(progress, due, move)
        if found is None:
            return
        due.remove(found)
        route = _route(progress, found.pawn, found.direction)
        _follow(progress, found.pawn, route, move, ("reaction", at))


def _nearest(progress: Progress, due: Sequence[otoma.Due], move: OtomaMove) -> otoma.Due | None:
    """The pawn that moves next, as entered; None if that leaves open which one."""
    names = progress.table.land.grid.names
    nearest = [one for one in due if one.distance == due[0].distance]
    values = {"spaces": [names[one.pawn.space] for one in nearest]}
    if move.pawn is None and len(nearest) > 1:
        progress.leave_open("otoma.nearest_first", values)
        return None
    # The pawns of a cooperative game have one colour, so they are named by their spaces.
    named = [one for one in nearest if move.pawn in (None, one.pawn.space)]
    progress.check("otoma.nearest_first", holds=bool(named), values=values)
    if not named:
        raise RuleBroken
    return named[0]


def _check_once(progress: Progress, pawn: Pawn, moved: Collection[Space]) -> None:
    """Check that each pawn moves once in the reaction of a cooperative game (p. 11)."""
    if progress.table.mode == Mode.COOPERATIVE and pawn.space in moved:
        values = {"space": progress.table.land.grid.names[pawn.space]}
        progress.record("otoma.away", "failed", values, 1 << pawn.space, key="twice")
        progress.stop_if_broken()


class PawnMove(NamedTuple):
    """A move of a pawn outside a turn.

    Attributes:
        pawn: The pawn before its move.
        route: Its route.
        checks: The rules that bear on it.
        items: Otoma's gains.
    """

    pawn: Pawn
    route: otoma.Route
    checks: Sequence[Check]
    items: Sequence[Gain]


def move_pawn(
    progress: Progress,
    pawn: Pawn,
    direction: Direction,
    move: OtomaMove,
    part: Path,
    *,
    moved: Collection[Space] = (),
) -> PawnMove:
    """Move one of Otoma's pawns outside a turn.

    Args:
        progress: The moves so far, which go on with this one.
        pawn: The pawn.
        direction: Its direction.
        move: What the wheel shows, and the giver of the tile.
        part: The part of the request that enters the move.
        moved: The spaces of the pawns that have moved.
    """
    checks, gains = len(progress.checks), len(progress.items)
    route = _route(progress, pawn, direction)
    with suppress(RuleBroken):
        _check_once(progress, pawn, moved)
        _follow(progress, pawn, route, move, part)
    return PawnMove(pawn, route, progress.checks[checks:], progress.items[gains:])
