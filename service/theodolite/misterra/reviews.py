"""Reviews of records: each half day against what else could have been done with its card.

The measure is that of `values`. Alternatives take the same sketch card and make no exchange at a
lagoon. If the card is not known, only claims and the discard are compared. Otoma decides nothing,
so that its half days are left out.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from theodolite.misterra import otoma
from theodolite.misterra.board import GRID
from theodolite.misterra.half_days import HalfDay
from theodolite.misterra.replays import RecordedTurn, Replay
from theodolite.misterra.snapshot import Snapshot
from theodolite.misterra.values import total_after, total_now, valued_half_days
from theodolite.reviews import Decision, Weighed, comparison
from theodolite.verdict import Path, Word


def decisions(
    snapshot: Snapshot, turns: Sequence[RecordedTurn], replayed: Replay
) -> Iterator[Decision]:
    """Find the legal half days of the players in a record.

    Args:
        snapshot: The table before the first turn.
        turns: The turns.
        replayed: The record as `replays.replay` judged it.
    """
    for i, (turn, verdict) in enumerate(zip(turns, replayed.turns, strict=False)):
        for j, (half_day, judged) in enumerate(
            zip(turn.half_days, verdict.half_days, strict=False)
        ):
            if judged.after is None:
                return
            path = ("turns", i, "moves", j)
            yield partial(weigh, snapshot, turn.seat, half_day, path)
            snapshot = judged.after
        if turn.otoma and verdict.legal:
            snapshot = otoma.play(snapshot, turn.otoma).after


def weigh(snapshot: Snapshot, player: int, half_day: HalfDay, path: Path = ()) -> Weighed:
    """Weigh a legal half day.

    Args:
        snapshot: The table before it.
        player: The index of the player.
        half_day: The half day.
        path: The way to it in the request.
    """
    value = total_after(snapshot, player, half_day) - total_now(snapshot, player)
    # The card may have been revealed at a lagoon, so the display does not limit the alternatives.
    cards = () if half_day.sketch is None else (half_day.sketch,)
    best, *_ = valued_half_days(snapshot._replace(display=None), player, cards)
    if best.action.sketch is None:
        best = best._replace(action=best.action._replace(sketch=half_day.sketch))
    clauses = {
        "done": _clause("DONE", snapshot, player, half_day),
        "instead": _clause("INSTEAD", snapshot, player, best.action),
    }
    says = comparison(value, best.value, clauses)
    return Weighed(path, player, says, value, best)


def _clause(mood: str, snapshot: Snapshot, player: int, half_day: HalfDay) -> Word:
    """The clause that says what a player did, or could have done instead."""
    kind = (half_day.action or "discard").upper()
    values: dict[str, object] = {"player": snapshot.players[player].name}
    if half_day.spaces is not None and half_day.sketch is not None:
        values["one"], values["other"] = half_day.sketch
        values["first"], values["second"] = (GRID.names[space] for space in half_day.spaces)
        if half_day.sketch[0] == half_day.sketch[1]:
            kind = "MAP_TWICE"
    if half_day.action == "claim":
        meeple = half_day.move[-1] if half_day.move else snapshot.players[player].meeple
        if meeple is not None:
            values["space"] = meeple.name
            values["terrain"] = snapshot.island.tiles.at(meeple.space)
    return Word("reviews", f"{mood}_{kind}", values)
