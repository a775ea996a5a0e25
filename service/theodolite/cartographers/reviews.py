"""Reviews of records: each draw against what else could have been drawn for its card.

The measure is `actions.points_to_come` of the map's owner. An ambush on a neighbour's map is worth
what it costs the neighbour.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from theodolite.cartographers.actions import points_to_come, valued_draws
from theodolite.cartographers.board import GRID
from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.legality import Turn
from theodolite.cartographers.replays import (
    Leave,
    Replay,
    SeasonRecord,
    leaves_ruins_in_force,
    revealed,
    turn_for,
)
from theodolite.cartographers.snapshot import Season, Snapshot
from theodolite.leaving import leave
from theodolite.reviews import Decision, Option, Weighed, comparison
from theodolite.verdict import Path, Word


def decisions(
    start: Snapshot, seasons: Sequence[SeasonRecord], replayed: Replay
) -> Iterator[Decision]:
    """Find the legal draws of a record.

    Args:
        start: The table before the record; the decrees still to be scored must be known.
        seasons: The seasons.
        replayed: The record as `replays.replay` judged it.
    """
    table, first = start, 0
    for record, season in zip(seasons, replayed.seasons, strict=False):
        after_ruins = False
        for at, (shown, played) in enumerate(zip(record.turns, season.turns, strict=False), first):
            if isinstance(shown, Leave):
                _, table = leave("cartographers", table, table.names.index(shown.player))
                continue
            table = revealed(table, shown.card)
            for player, verdict in played.draws:
                if verdict.after is None:
                    return
                name = table.players[player].name
                turn = turn_for(table, player, shown.card, after_ruins=after_ruins)
                path = ("turns", at, "moves", name)
                drawn = shown.draws[name] or Draw()
                yield partial(weigh, table, verdict.after, turn, drawn, path)
                table = verdict.after
            after_ruins = leaves_ruins_in_force(shown.card, after_ruins=after_ruins)
        if season.ending is None or season.ending.after is None:
            return
        # The end of the season is a turn of the record too.
        table, first = season.ending.after, first + len(record.turns) + 1


def weigh(before: Snapshot, after: Snapshot, turn: Turn, drawn: Draw, path: Path = ()) -> Weighed:
    """Weigh a legal draw.

    Args:
        before: The table before it.
        after: The table after it.
        turn: The turn.
        drawn: The draw.
        path: The way to it in the request.
    """
    # On a neighbour's map, the player gains what the neighbour loses.
    sign = 1 if turn.owner == turn.player else -1
    value = sign * (points_to_come(after, turn.owner) - points_to_come(before, turn.owner))
    options = [option._replace(value=sign * option.value) for option in valued_draws(before, turn)]
    # The draws that skill cards allow are not listed.
    options += [Option(drawn, value)] * (drawn.skill is not None)
    best = max(options, key=lambda option: option.value, default=Option(drawn, 0))
    return Weighed(path, turn.player, _sentence(before, turn, drawn, value, best), value, best)


def _sentence(before: Snapshot, turn: Turn, drawn: Draw, value: int, best: Option) -> Word:
    names = before.names
    values: dict[str, object] = {
        "player": names[turn.player],
        "owner": names[turn.owner],
        "card": turn.card.name,
    }
    if not drawn.spaces:
        return Word("reviews", "NOTHING", values)
    clauses = {
        **values,
        "done": _clause("DONE", turn, drawn, values),
        "instead": _clause("INSTEAD", turn, best.action, values),
    }
    prefix = "" if turn.owner == turn.player else "AGAINST_"
    says = comparison(value, best.value, clauses, prefix)
    # In winter nothing is scored more than once.
    if before.season is Season.WINTER:
        return says
    return Word("reviews", "COUNTED", {"says": says})


def _clause(mood: str, turn: Turn, drawn: Draw, values: dict[str, object]) -> Word:
    kind = "AMBUSH" if turn.card.kind == "ambush" else "DRAW"
    destroys: Word | str = ""
    if drawn.destroys is not None:
        destroys = Word("reviews", "DESTROYING", {"space": GRID.names[drawn.destroys]})
    return Word(
        "reviews",
        f"{mood}_{kind}",
        {
            **values,
            "terrain": "" if drawn.terrain is None else Word("marks", drawn.terrain.name),
            "spaces": GRID.name_all(drawn.spaces),
            "destroying": destroys,
        },
    )
