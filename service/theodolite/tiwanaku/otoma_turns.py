"""When Otoma's pawns move (solo p. 8-9, cooperative p. 11), and what they discover."""

from collections.abc import Sequence
from typing import cast

from theodolite.grid import Space
from theodolite.tiwanaku import otoma
from theodolite.tiwanaku.deeds import Explore, OtomaMove, Turn, Verdict
from theodolite.tiwanaku.exploring import lay, score_discovery
from theodolite.tiwanaku.gains import (
    otomas_crop,
)
from theodolite.tiwanaku.movement import bits
from theodolite.tiwanaku.progress import Broken, Progress, Untold
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

__all__ = ["after_solo_exploring", "otoma_goes", "otoma_move", "react"]


def after_solo_exploring(course: Progress) -> None:
    """After exploring to a bare space the arrow below decides."""
    end, action = course.stopped_at, course.turn.action
    if end is None or not isinstance(action, Explore) or course.table.land.planted >> end & 1:
        return
    known = dict(course.table.arrows or ())
    arrow = action.arrow or known.get(end)
    names = course.table.land.grid.names
    if arrow is None:
        course.check("otoma.arrow", "not_checked", {"space": names[end]}, 1 << end)
        raise Untold
    if action.arrow is not None:
        arrows = tuple(sorted({**known, end: arrow}.items()))
        course.table = course.table._replace(arrows=arrows)
    values = {"space": names[end], "colour": arrow.colour, "arrow": arrow.direction}
    course.check("otoma.arrow", "passed", values, 1 << end)
    if arrow.colour == course.table.players[course.seat].colour:
        _own_arrow(course, action, arrow)
    else:
        for due in otoma.after_exploring(course.table, arrow):
            _move_told(course, due.pawn, arrow.direction, course.turn.otoma)


def _own_arrow(course: Progress, action: Explore, arrow: Arrow) -> None:
    """The arrow has the meeple's colour: easy, nothing; hard, a pawn of the player's choice."""
    choice = action.own_arrow
    if course.table.rulings.own_arrow_choice == "whole_game":
        choice = "hard" if course.table.difficulty == "hard" else "easy"
        differs = action.own_arrow not in (None, choice)
        course.hold("otoma.own_colour", holds=not differs, values={})
        course.go_on()
    else:
        told = choice is not None
        course.check("otoma.own_colour", "passed" if told else "not_checked", {})
    if choice is None:
        raise Untold
    if choice == "easy":
        return
    moves_told = course.turn.otoma
    pawn = _pawn(course.table, moves_told[0].pawn) if moves_told else None
    if pawn is None:
        course.check("otoma.straight", "not_checked", {})
        raise Untold
    _move_told(course, pawn, arrow.direction, moves_told)


def _pawn(table: Snapshot, named: Colour | Space | None) -> Pawn | None:
    pawns = table.otoma.pawns if table.otoma else ()
    return next((pawn for pawn in pawns if named in (pawn.colour, pawn.space)), None)


def _move_told(
    course: Progress, pawn: Pawn, way: Direction, told: Sequence[OtomaMove] | None
) -> None:
    move = told[0] if told else OtomaMove()
    named = _pawn(course.table, move.pawn) if move.pawn is not None else pawn
    values = {"space": course.table.land.grid.names[pawn.space]}
    course.hold("otoma.arrow_pawn", holds=named == pawn, values=values, spaces=1 << pawn.space)
    course.go_on()
    otoma_goes(course, pawn, way, move)


def otoma_goes(course: Progress, pawn: Pawn, way: Direction, move: OtomaMove) -> None:
    """A pawn takes its course; on the empty space terrain and crop are both revealed (p. 9)."""
    table = course.table
    names = table.land.grid.names
    run = otoma.course(table, pawn.space, way, table.rulings)
    told = {"way": otoma.path_names(table, run.way)}
    steps = bits([stage for stage in run.way if isinstance(stage, int)])
    if run.unknown is not None:
        course.check("otoma.path", "not_checked", told, steps)
        raise Untold
    course.check("otoma.straight", "passed", told, steps)
    if run.stops_at is None:
        course.check("otoma.no_empty", "passed", {"space": names[pawn.space]}, steps)
        return
    values = {"space": names[run.stops_at]}
    course.check("otoma.first_empty", "passed", values, 1 << run.stops_at)
    terrain = course.terrain(move.terrain, run.stops_at)
    crop = course.level(move.crop, run.stops_at)
    if terrain is None or crop is None:
        raise Untold
    lay(course, run.stops_at, terrain, move.giver)
    score_discovery(course, OTOMA, run.stops_at, terrain)
    land = course.table.land.with_crop(run.stops_at, crop)
    course.planted.append((run.stops_at, crop))
    token = table.mode == Mode.COOPERATIVE
    course.gain(*otomas_crop(course.table._replace(land=land), run.stops_at, crop, token=token))
    course.table = _stood(course.table, pawn, run.stops_at)


def _stood(table: Snapshot, pawn: Pawn, space: Space) -> Snapshot:
    side = cast("Otoma", table.otoma)
    pawns = [one._replace(space=space) if one == pawn else one for one in side.pawns]
    return table._replace(otoma=side._replace(pawns=tuple(pawns)))


def react(course: Progress) -> None:
    """Every pawn in the row or column of a meeple that explored moves away from it (p. 11)."""
    if course.stopped_at is None:
        return
    due = list(otoma.reactions(course.table, course.stopped_at))
    told = course.turn.reaction
    if told is None:
        if due:
            course.check("otoma.away", "not_checked", {"count": len(due)})
            raise Untold
        return
    values: dict[str, object] = {"count": len(due), "told": len(told)}
    course.hold("otoma.away", holds=len(told) == len(due), values=values)
    course.go_on()
    names = course.table.land.grid.names
    for move in told:
        nearest = [one for one in due if one.distance == due[0].distance]
        chosen = next((one for one in nearest if _is(one.pawn, move.pawn)), None)
        if move.pawn is None and len(nearest) == 1:
            chosen = nearest[0]
        expected = [names[one.pawn.space] for one in nearest]
        if move.pawn is None and chosen is None:
            course.check("otoma.nearest_first", "not_checked", {"spaces": expected})
            raise Untold
        course.hold("otoma.nearest_first", holds=chosen is not None, values={"spaces": expected})
        course.go_on()
        # What does not hold goes no further.
        found = cast("otoma.Due", chosen)
        due.remove(found)
        otoma_goes(course, found.pawn, found.direction, move)


def _is(pawn: Pawn, named: Colour | Space | None) -> bool:
    # The pawns of a cooperative game have one colour, so that they go by their spaces.
    return named == pawn.space


def otoma_move(snapshot: Snapshot, pawn: Pawn, way: Direction, told: OtomaMove) -> Verdict:
    """A move of one of Otoma's pawns by itself: its checks, gains, and the table after it."""
    course = Progress(snapshot, 0, Turn(), None)
    try:
        otoma_goes(course, pawn, way, told)
    except (Untold, Broken):
        return Verdict(course.checks)
    return Verdict(
        course.checks, course.items, course.discovered, course.planted, after=course.table
    )
