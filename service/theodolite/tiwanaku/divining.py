"""Divining (p. 5, solo p. 9): predictions, and the crops that are planted."""

from collections.abc import Sequence

from theodolite.grid import Space, Spaces, set_of
from theodolite.tiwanaku.actions import Prediction
from theodolite.tiwanaku.board import LEVELS
from theodolite.tiwanaku.gains import prediction
from theodolite.tiwanaku.movement import bare_meeples
from theodolite.tiwanaku.progress import Progress
from theodolite.tiwanaku.snapshot import Mode, Snapshot


def divine(progress: Progress, predictions: Sequence[Prediction]) -> None:
    """Check predictions, and carry them out."""
    table, grid = progress.table, progress.table.land.grid
    predicted = set_of([one.space for one in predictions])
    names = [grid.names[one.space] for one in predictions]
    progress.check(
        "divine.at_least_one", holds=bool(predictions), values={"count": len(predictions)}
    )
    foreign = predicted & ~own_meeples(table, progress.seat)
    progress.check(
        "divine.own_meeple",
        holds=not foreign,
        values={"spaces": grid.name_all(foreign)},
        spaces=foreign,
    )
    wrong = predicted & ~table.land.bare
    progress.check(
        "divine.bare_space", holds=not wrong, values={"spaces": grid.name_all(wrong)}, spaces=wrong
    )
    twice = set_of([one.space for at, one in enumerate(predictions) if names[at] in names[:at]])
    progress.check(
        "divine.each_once", holds=not twice, values={"spaces": grid.name_all(twice)}, spaces=twice
    )
    if table.mode == Mode.SOLO:
        # Divining covers all own meeples on bare spaces, and goes on after a mistake (p. 9).
        left = bare_meeples(table, progress.seat) & ~predicted
        progress.check(
            "divine.all_meeples",
            holds=not left,
            values={"spaces": grid.name_all(left)},
            spaces=left,
        )
    else:
        _stops_at_error(progress, predictions)
    # Until the predictions are carried out, which tokens they bring is open.
    progress.undecided = {one.says for one in predictions if one.says is not None}
    progress.stop_if_broken()
    progress.undecided = set()
    for one in predictions:
        predict(progress, one)


def own_meeples(table: Snapshot, seat: int) -> Spaces:
    """The spaces of a player's meeples; those of a pair together."""
    colour = table.players[seat].colour
    return set_of([space for one in table.players if one.colour == colour for space in one.meeples])


def _stops_at_error(progress: Progress, predictions: Sequence[Prediction]) -> None:
    """Check that no prediction follows a mistake, which ends the turn at once (p. 5)."""
    true = [progress.level(one.wheel, one.space) for one in predictions]
    wrong = [
        at
        for at, (one, level) in enumerate(zip(predictions, true, strict=True))
        if level is not None and one.says != level
    ]
    after = [one.space for one in predictions[wrong[0] + 1 :]] if wrong else []
    if after:
        values = {"spaces": [progress.table.land.grid.names[space] for space in after]}
        progress.record("divine.stops_at_error", "failed", values, set_of(after))
    else:
        is_open = None in true[:-1]
        progress.record("divine.stops_at_error", "not_checked" if is_open else "passed", {})


def predict(progress: Progress, one: Prediction) -> None:
    """Plant the true crop, and score the prediction (p. 5)."""
    true = progress.level(one.wheel, one.space)
    values: dict[str, object] = {"space": progress.table.land.grid.names[one.space]}
    if true is None:
        progress.leave_open("divine.crop", values, 1 << one.space)
        # A prediction whose level is not entered may bring any token.
        progress.undecided |= {*LEVELS} if one.says is None else {one.says}
        return
    progress.record("divine.crop", "passed", {**values, "level": true}, 1 << one.space)
    progress.add_gain(*prediction(progress.table, progress.side, one.space, one.says, true))
    progress.lay(progress.table.land.with_crop(one.space, true), one.space)
    progress.table = _covered(progress.table, one.space)
    progress.planted.append((one.space, true))
    progress.mistaken |= one.says != true


def _covered(table: Snapshot, space: Space) -> Snapshot:
    """A crop covers the arrow of its tile for good."""
    if table.arrows is None:
        return table
    return table._replace(arrows=tuple(arrow for arrow in table.arrows if arrow[0] != space))
