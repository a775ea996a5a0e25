"""The final phase (p. 6, solo p. 9, cooperative p. 11): predictions, passes, last offerings."""

from collections.abc import Sequence

from theodolite.tiwanaku.actions import Beyond, FinalOffering, FinalPrediction, Pass, Prediction
from theodolite.tiwanaku.divining import own_meeples, predict
from theodolite.tiwanaku.gains import offering
from theodolite.tiwanaku.offering import offering_checks, otoma_offers
from theodolite.tiwanaku.progress import Progress, RuleBroken
from theodolite.tiwanaku.snapshot import Final, Mode, Snapshot


def final_phase(progress: Progress, final: Final) -> None:
    """Carry out a turn of the final phase."""
    table, seat, turn = progress.table, progress.seat, progress.turn
    name = table.players[seat].name
    match turn.action:
        case FinalPrediction(one):
            _still_in(progress, final, name)
            _divine_one(progress, one)
            if progress.mistaken:
                # A mistake costs, and is a pass (p. 6).
                progress.record("final.must_pass_after_error", "passed", {"player": name})
                progress.table = _passed(progress.table, name)
        case Pass():
            _still_in(progress, final, name)
            progress.stop_if_broken()
            progress.table = _passed(table, name)
        case FinalOffering():
            _last_offering(progress, final)
        case Beyond(spaces):
            progress.require("board.spaces", holds=False, values={"spaces": spaces})
        case None:
            progress.leave_open("turn.action", {}, key="final")
            if turn.offering:
                offering_checks(progress, turn.offering)
        case _:
            progress.record("turn.one_action", "failed", {}, key="final")
            raise RuleBroken


def no_early_offering(progress: Progress) -> None:
    """Check that nothing is offered with a prediction or a pass of the final phase (p. 6)."""
    if progress.turn.offering and isinstance(progress.turn.action, FinalPrediction | Pass):
        progress.record("final.offering_after_all", "failed", {}, key="meanwhile")


def _still_in(progress: Progress, final: Final, name: str) -> None:
    if not has_predictions(progress.table):
        progress.record("final.passed_is_out", "failed", {}, key="none")
        return
    out = name in final.passed
    progress.check("final.passed_is_out", holds=not out, values={"player": name})


def has_predictions(table: Snapshot) -> bool:
    """Whether the end has predictions: not in solo, in cooperative games only by ruling (p. 6)."""
    if table.mode == Mode.COOPERATIVE:
        return table.rulings.coop_final_predictions == "yes"
    return table.mode == Mode.COMPETITIVE


def _divine_one(progress: Progress, one: Prediction) -> None:
    table, grid = progress.table, progress.table.land.grid
    here = 1 << one.space
    values = {"spaces": [grid.names[one.space]]}
    foreign = here & ~own_meeples(table, progress.seat)
    progress.check("divine.own_meeple", holds=not foreign, values=values, spaces=foreign)
    wrong = here & ~table.land.bare
    progress.check("divine.bare_space", holds=not wrong, values=values, spaces=wrong)
    progress.stop_if_broken()
    predict(progress, one)


def _passed(table: Snapshot, name: str) -> Snapshot:
    final = table.final or Final()
    return table._replace(final=final._replace(passed=(*final.passed, name)))


def _last_offering(progress: Progress, final: Final) -> None:
    """Carry out a last offering: one for each side after all have passed (p. 6, 11)."""
    table, tokens = progress.table, progress.turn.offering
    waiting = final_seats(table)
    names = [table.players[seat].name for seat in waiting]
    progress.check("final.offering_after_all", holds=not waiting, values={"players": names})
    if table.mode == Mode.SOLO and table.rulings.solo_final_offering == "no":
        progress.record("final.solo_offering", "failed", {})
    again = progress.side in final.offered
    progress.check("final.one_offering", holds=not again, values={})
    if tokens:
        # An offering of nothing is allowed.
        offering_checks(progress, tokens)
    progress.stop_if_broken()
    if tokens:
        progress.add_gain(*offering(table, progress.side, tokens))
    if table.mode == Mode.COOPERATIVE:
        otoma_offers(progress)
    offered = final._replace(offered=(*final.offered, progress.side))
    progress.table = progress.table._replace(final=offered)


def final_seats(snapshot: Snapshot) -> Sequence[int]:
    """The seats of those who have not passed, from the player on who laid the last tile (p. 6)."""
    final = snapshot.final
    if final is None or not has_predictions(snapshot):
        return ()
    names = snapshot.player_names
    first = names.index(final.starter) if final.starter in names else 0
    order = [*range(first, len(names)), *range(first)]
    return [seat for seat in order if names[seat] not in (*final.passed, *snapshot.left)]
