"""Divining (p. 5, solo p. 9): predictions, and the crops that are planted."""

from collections.abc import Sequence

from theodolite.grid import Space, Spaces
from theodolite.tiwanaku.board import LEVELS
from theodolite.tiwanaku.deeds import Prediction
from theodolite.tiwanaku.gains import (
    prediction,
)
from theodolite.tiwanaku.movement import bare_meeples, bits
from theodolite.tiwanaku.progress import Progress
from theodolite.tiwanaku.snapshot import (
    Mode,
    Snapshot,
)

__all__ = ["divine", "own_meeples", "predict"]


def divine(course: Progress, predictions: Sequence[Prediction]) -> None:
    """Hold predictions against the rules, and carry them out."""
    table, grid = course.table, course.table.land.grid
    asked = bits([one.space for one in predictions])
    names = [grid.names[one.space] for one in predictions]
    course.hold("divine.at_least_one", holds=bool(predictions), values={"count": len(predictions)})
    strange = asked & ~own_meeples(table, course.seat)
    course.hold(
        "divine.own_meeple",
        holds=not strange,
        values={"spaces": grid.name_all(strange)},
        spaces=strange,
    )
    wrong = asked & ~table.land.bare
    course.hold(
        "divine.bare_space", holds=not wrong, values={"spaces": grid.name_all(wrong)}, spaces=wrong
    )
    twice = bits([one.space for at, one in enumerate(predictions) if names[at] in names[:at]])
    course.hold(
        "divine.each_once", holds=not twice, values={"spaces": grid.name_all(twice)}, spaces=twice
    )
    if table.mode == Mode.SOLO:
        # Divining covers all own meeples on bare spaces, and goes on after a mistake (p. 9).
        left = bare_meeples(table, course.seat) & ~asked
        course.hold(
            "divine.all_meeples",
            holds=not left,
            values={"spaces": grid.name_all(left)},
            spaces=left,
        )
    else:
        _stops_at_error(course, predictions)
    # Until the predictions are carried out, which tokens they bring is open.
    course.undecided = {one.says for one in predictions if one.says is not None}
    course.go_on()
    course.undecided = set()
    for one in predictions:
        predict(course, one)


def own_meeples(table: Snapshot, seat: int) -> Spaces:
    """The spaces of a player's meeples, of a pair's together."""
    colour = table.players[seat].colour
    return bits([space for one in table.players if one.colour == colour for space in one.meeples])


def _stops_at_error(course: Progress, predictions: Sequence[Prediction]) -> None:
    """A mistake ends the turn at once (p. 5)."""
    true = [course.level(one.wheel, one.space) for one in predictions]
    wrong = [
        at
        for at, (one, level) in enumerate(zip(predictions, true, strict=True))
        if level is not None and one.says != level
    ]
    after = [one.space for one in predictions[wrong[0] + 1 :]] if wrong else []
    if after:
        values = {"spaces": [course.table.land.grid.names[space] for space in after]}
        course.check("divine.stops_at_error", "failed", values, bits(after))
    else:
        is_open = None in true[:-1]
        course.check("divine.stops_at_error", "not_checked" if is_open else "passed", {})


def predict(course: Progress, one: Prediction) -> None:
    """Plant the true crop; the score follows whether it was predicted."""
    true = course.level(one.wheel, one.space)
    values: dict[str, object] = {"space": course.table.land.grid.names[one.space]}
    if true is None:
        course.miss("divine.crop", values, 1 << one.space)
        # What has not been said, either, may bring any token.
        course.undecided |= {*LEVELS} if one.says is None else {one.says}
        return
    course.check("divine.crop", "passed", {**values, "level": true}, 1 << one.space)
    course.gain(*prediction(course.table, course.side, one.space, one.says, true))
    course.answered(course.table.land.with_crop(one.space, true), one.space)
    course.table = _covered(course.table, one.space)
    course.planted.append((one.space, true))
    course.mistaken |= one.says != true


def _covered(table: Snapshot, space: Space) -> Snapshot:
    """A crop covers the arrow of its tile for good."""
    if table.arrows is None:
        return table
    return table._replace(arrows=tuple(told for told in table.arrows if told[0] != space))
