"""The final phase (p. 6, solo p. 9, cooperative p. 11): predictions, passes, last offerings."""

from collections.abc import Sequence

from theodolite.tiwanaku.deeds import FinalOffering, FinalPrediction, Pass, Prediction
from theodolite.tiwanaku.divining import own_meeples, predict
from theodolite.tiwanaku.gains import offering
from theodolite.tiwanaku.offering import offering_checks, otoma_offers
from theodolite.tiwanaku.progress import Broken, Progress
from theodolite.tiwanaku.snapshot import (
    Final,
    Mode,
    Snapshot,
)

__all__ = ["final_phase", "final_seats", "has_predictions", "nothing_meanwhile"]


def final_phase(course: Progress, final: Final) -> None:
    """Carry out a turn of the final phase."""
    table, seat, turn = course.table, course.seat, course.turn
    name = table.players[seat].name
    match turn.action:
        case FinalPrediction(one):
            _still_in(course, final, name)
            _divine_one(course, one)
            if course.mistaken:
                # A mistake costs, and is a pass (p. 6).
                course.check("final.must_pass_after_error", "passed", {"player": name})
                course.table = _passed(course.table, name)
        case Pass():
            _still_in(course, final, name)
            course.go_on()
            course.table = _passed(table, name)
        case FinalOffering():
            _last_offering(course, final)
        case None:
            course.miss("turn.action", {}, says="final")
            if turn.offering:
                offering_checks(course, turn.offering)
        case _:
            course.check("turn.one_action", "failed", {}, says="final")
            raise Broken


def nothing_meanwhile(course: Progress) -> None:
    """With a prediction or a pass of the final phase nothing is offered (p. 6)."""
    if course.turn.offering and isinstance(course.turn.action, FinalPrediction | Pass):
        course.check("final.offering_after_all", "failed", {}, says="meanwhile")


def _still_in(course: Progress, final: Final, name: str) -> None:
    if not has_predictions(course.table):
        course.check("final.passed_is_out", "failed", {}, says="none")
        return
    out = name in final.passed
    course.hold("final.passed_is_out", holds=not out, values={"player": name})


def has_predictions(table: Snapshot) -> bool:
    """Whether the end of the game has predictions: not in solo, in groups only by the ruling."""
    if table.mode == Mode.COOPERATIVE:
        return table.rulings.coop_final_predictions == "yes"
    return table.mode == Mode.COMPETITIVE


def _divine_one(course: Progress, one: Prediction) -> None:
    table, grid = course.table, course.table.land.grid
    here = 1 << one.space
    values = {"spaces": [grid.names[one.space]]}
    strange = here & ~own_meeples(table, course.seat)
    course.hold("divine.own_meeple", holds=not strange, values=values, spaces=strange)
    wrong = here & ~table.land.bare
    course.hold("divine.bare_space", holds=not wrong, values=values, spaces=wrong)
    course.go_on()
    predict(course, one)


def _passed(table: Snapshot, name: str) -> Snapshot:
    final = table.final or Final()
    return table._replace(final=final._replace(passed=(*final.passed, name)))


def _last_offering(course: Progress, final: Final) -> None:
    """When all have passed, everyone may make one last offering (p. 6, 11)."""
    table, tokens = course.table, course.turn.offering
    waiting = final_seats(table)
    names = [table.players[seat].name for seat in waiting]
    course.hold("final.offering_after_all", holds=not waiting, values={"players": names})
    if table.mode == Mode.SOLO and table.rulings.solo_final_offering == "no":
        course.check("final.solo_offering", "failed", {})
    again = course.side in final.offered
    course.hold("final.one_offering", holds=not again, values={})
    if tokens:
        # Nobody must offer.
        offering_checks(course, tokens)
    course.go_on()
    if tokens:
        course.gain(*offering(table, course.side, tokens))
    if table.mode == Mode.COOPERATIVE:
        otoma_offers(course)
    offered = final._replace(offered=(*final.offered, course.side))
    course.table = course.table._replace(final=offered)


def final_seats(snapshot: Snapshot) -> Sequence[int]:
    """Who has not passed yet, from the player on who laid the last tile."""
    final = snapshot.final
    if final is None or not has_predictions(snapshot):
        return ()
    names = [player.name for player in snapshot.players]
    first = names.index(final.starter) if final.starter in names else 0
    order = [*range(first, len(names)), *range(first)]
    return [seat for seat in order if names[seat] not in final.passed]
