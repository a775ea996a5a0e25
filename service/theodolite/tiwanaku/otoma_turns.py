"""When Otoma's pawns move (solo p. 8-9, cooperative p. 11), and what they discover."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple, cast

from theodolite.grid import Space
from theodolite.tiwanaku import otoma
from theodolite.tiwanaku.deeds import Explore, OtomaMove
from theodolite.tiwanaku.exploring import discover
from theodolite.tiwanaku.gains import Gain, otomas_crop
from theodolite.tiwanaku.movement import bits
from theodolite.tiwanaku.progress import Broken, Progress
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

__all__ = ["Went", "after_solo_turn", "go_alone", "react"]


def after_solo_turn(course: Progress) -> None:
    """After exploring to a bare space the arrow below decides; nothing else moves a pawn (p. 8)."""
    end, action = course.stopped_at, course.turn.action
    if action is None and course.turn.otoma:
        course.miss("otoma.arrow", {}, says="open")
    if not isinstance(action, Explore) or end is None:
        _stays(course, "otoma.arrow")
        return
    if course.table.land.planted >> end & 1:
        course.spare(("action",), ("arrow", action.arrow), ("own_arrow", action.own_arrow))
        _stays(course, "otoma.arrow")
        return
    known = dict(course.table.arrows or ())
    if end in known:
        course.spare(("action",), ("arrow", action.arrow))
    arrow = known.get(end, action.arrow)
    names = course.table.land.grid.names
    if arrow is None:
        course.miss("otoma.arrow", {"space": names[end]}, 1 << end)
        return
    arrows = tuple(sorted({**known, end: arrow}.items()))
    course.table = course.table._replace(arrows=arrows)
    values = {"space": names[end], "colour": arrow.colour, "arrow": arrow.direction}
    course.check("otoma.arrow", "passed", values, 1 << end)
    if arrow.colour == course.table.players[course.seat].colour:
        _own_arrow(course, action, arrow)
        return
    course.spare(("action",), ("own_arrow", action.own_arrow))
    for due in otoma.after_exploring(course.table, arrow):
        _move_entered(course, due.pawn, arrow.direction)


def _stays(course: Progress, rule: str) -> None:
    """No pawn of Otoma's moves; a move that was entered all the same is against the rules."""
    if course.turn.action is not None and course.turn.otoma:
        course.check(rule, "failed", {}, says="idle")


def _own_arrow(course: Progress, action: Explore, arrow: Arrow) -> None:
    """The arrow has the meeple's colour: easy, nothing; hard, a pawn of the player's choice."""
    is_whole = course.table.rulings.own_arrow_choice == "whole_game"
    level = course.table.difficulty if is_whole else None
    if action.own_arrow is None and level is None:
        course.miss("otoma.own_colour", {})
        return
    if is_whole and level is None:
        course.check("otoma.own_colour", "not_checked", {}, says="open")
    else:
        holds = level is None or action.own_arrow in (None, level)
        course.hold("otoma.own_colour", holds=holds, values={})
        course.go_on()
    if "easy" in (action.own_arrow, level):
        _stays(course, "otoma.own_colour")
        return
    moves = course.turn.otoma
    if moves == ():
        course.check("otoma.own_colour", "failed", {}, says="hard")
    elif moves is None or moves[0].pawn is None:
        course.miss("otoma.straight", {})
    elif pawn := _pawn(course.table, moves[0].pawn):
        _move_entered(course, pawn, arrow.direction)
    else:
        course.check("otoma.arrow_pawn", "failed", {}, says="none")


def _pawn(table: Snapshot, named: Colour | Space) -> Pawn | None:
    pawns = table.otoma.pawns if table.otoma else ()
    return next((pawn for pawn in pawns if named in (pawn.colour, pawn.space)), None)


def _move_entered(course: Progress, pawn: Pawn, way: Direction) -> None:
    """The pawn that is due makes the move that was entered."""
    moves = course.turn.otoma
    move = moves[0] if moves else OtomaMove()
    named = pawn if move.pawn is None else _pawn(course.table, move.pawn)
    # Of a pawn that comes round to where it stood nothing need be entered.
    left_out = moves == () and _run(course, pawn, way).stops_at is not None
    values = {"space": course.table.land.grid.names[pawn.space]}
    holds = named == pawn and not left_out
    course.hold("otoma.arrow_pawn", holds=holds, values=values, spaces=1 << pawn.space)
    course.go_on()
    if left_out or named is None:
        raise Broken
    _go(course, named, _run(course, named, way), move, ("otoma", 0))


def _run(course: Progress, pawn: Pawn, way: Direction) -> otoma.Course:
    return otoma.course(course.table, pawn.space, way, course.empty)


def _go(course: Progress, pawn: Pawn, run: otoma.Course, move: OtomaMove, part: Path) -> None:
    """A pawn takes its course; on the empty space terrain and crop are both revealed (p. 9)."""
    table, names = course.table, course.table.land.grid.names
    stepped_on = [stage for stage in run.way if isinstance(stage, int)]
    steps = bits(stepped_on)
    values: dict[str, object] = {"way": [names[space] for space in stepped_on]}
    if course.lost:
        course.miss("otoma.path", {}, says="open")
    elif run.unknown is not None:
        space, side = run.unknown
        course.miss("otoma.path", {"space": names[space], "side": side}, steps)
        course.lost = True
    elif run.stops_at is None:
        course.check("otoma.straight", "passed", values, steps)
        course.check("otoma.no_empty", "passed", {"space": names[pawn.space]}, steps)
        course.spare(part, ("wheel", move.terrain), ("giver", move.giver))
    else:
        course.check("otoma.straight", "passed", values, steps)
        values = {"space": names[run.stops_at]}
        course.check("otoma.first_empty", "passed", values, 1 << run.stops_at)
        course.table = _stood(table, pawn, run.stops_at)
        _reveal(course, run.stops_at, move, part)


def _reveal(course: Progress, space: Space, move: OtomaMove, part: Path) -> None:
    discover(course, OTOMA, space, move.terrain, giver=move.giver, part=part)
    if course.covered >> space & 1:
        return
    crop = course.level(move.crop, space)
    if crop is None:
        course.miss("divine.crop", {"space": course.table.land.grid.names[space]}, 1 << space)
        return
    token = course.table.mode == Mode.COOPERATIVE
    course.gain(*otomas_crop(course.table, space, crop, token=token))
    course.answered(course.table.land.with_crop(space, crop), space)
    course.planted.append((space, crop))


def _stood(table: Snapshot, pawn: Pawn, space: Space) -> Snapshot:
    side = cast("Otoma", table.otoma)
    pawns = [one._replace(space=space) if one == pawn else one for one in side.pawns]
    return table._replace(otoma=side._replace(pawns=tuple(pawns)))


def react(course: Progress) -> None:
    """Every pawn in the row or column of a meeple that explored moves away from it (p. 11)."""
    moves, names = course.turn.reaction, course.table.land.grid.names
    if course.stopped_at is None:
        if moves and course.turn.action is None:
            course.miss("otoma.away", {}, says="open")
        elif moves:
            course.check("otoma.away", "failed", {}, says="idle")
        return
    due = list(otoma.reactions(course.table, course.stopped_at))
    values = {"spaces": [names[one.pawn.space] for one in due]}
    if moves is None:
        if due:
            course.miss("otoma.away", values)
        return
    if not due:
        course.hold("otoma.away", holds=not moves, values={}, says="idle" if moves else "none")
        return
    course.hold("otoma.away", holds=len(moves) == len(due), values=values)
    course.go_on()
    for at, move in enumerate(moves[: len(due)]):
        found = _nearest(course, due, move)
        if found is None:
            return
        due.remove(found)
        run = _run(course, found.pawn, found.direction)
        _go(course, found.pawn, run, move, ("reaction", at))


def _nearest(course: Progress, due: Sequence[otoma.Due], move: OtomaMove) -> otoma.Due | None:
    """The pawn that moves next, by what was entered; None if that does not name one."""
    names = course.table.land.grid.names
    nearest = [one for one in due if one.distance == due[0].distance]
    values = {"spaces": [names[one.pawn.space] for one in nearest]}
    if move.pawn is None and len(nearest) > 1:
        course.miss("otoma.nearest_first", values)
        return None
    # The pawns of a cooperative game have one colour, so that they go by their spaces.
    named = [one for one in nearest if move.pawn in (None, one.pawn.space)]
    course.hold("otoma.nearest_first", holds=bool(named), values=values)
    if not named:
        raise Broken
    return named[0]


class Went(NamedTuple):
    """A pawn that moved by itself: its course, the rules that bear on it, and what it brought."""

    pawn: Pawn
    run: otoma.Course
    checks: Sequence[Check]
    items: Sequence[Gain]


def go_alone(course: Progress, pawn: Pawn, way: Direction, move: OtomaMove, part: Path) -> Went:
    """Move one of Otoma's pawns outside a turn.

    Args:
        course: the moves so far, which go on with this one.
        pawn: which pawn.
        way: its direction.
        move: what the wheel shows and who gives the tile.
        part: the part of the request that tells of the move.
    """
    checked, gained = len(course.checks), len(course.items)
    run = _run(course, pawn, way)
    with suppress(Broken):
        _go(course, pawn, run, move, part)
    return Went(pawn, run, course.checks[checked:], course.items[gained:])
