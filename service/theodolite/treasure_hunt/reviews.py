"""Reviews of records: each move of an explorer against the other ends of the same roll.

The measure is minus the expected number of turns until the moved explorer has logged all
coordinates marked for its owner before the turn and is home, as `quickest_way` finds it. It does
not know the other players, the other explorer's share of the work, and what is drawn later. A move
that no end of the roll matches, say because a card was played on the way, may be better than all of
them; then it is the best itself.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple

from theodolite.grid import Space
from theodolite.reviews import DECIMALS, Decision, Option, Weighed
from theodolite.treasure_hunt.actions import Move, Roll, Turn
from theodolite.treasure_hunt.board import DICE, HOME, place_name
from theodolite.treasure_hunt.quickest_way import (
    QuickestWay,
    TooLongError,
    WayQuery,
    find_quickest_way,
)
from theodolite.treasure_hunt.replays import Replay
from theodolite.treasure_hunt.snapshot import Snapshot
from theodolite.verdict import Path, Word

WORK = 500_000
"""The most ends of rolls that the search for one way looks at: all of a board of one terrain."""
REVIEW_WORK = 15_000
"""The most checkpoints of a review, of which each is dearer than those of the other games."""

Dice = tuple[tuple[int, ...], ...]


class End(NamedTuple):
    """The end of an explorer's move.

    Attributes:
        explorer: The index of the explorer.
        at: The place where it stands then.
    """

    explorer: int
    at: Space


class _Ways:
    """The searches for the ways of a record; an explorer's last one may hold for its next way."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self._known: dict[tuple[int, int], QuickestWay] = {}

    def find(self, snapshot: Snapshot, query: WayQuery) -> QuickestWay:
        """Find the quickest way."""
        explorer = query.player, query.explorer
        way = find_quickest_way(snapshot, query, WORK, self._known.get(explorer))
        self._known[explorer] = way
        return way


def decisions(
    snapshot: Snapshot, turns: Sequence[Turn], replayed: Replay, dice: Dice = DICE
) -> Iterator[Decision]:
    """Find the legal turns of a record whose draws are known.

    Args:
        snapshot: The table before the first turn.
        turns: The turns.
        replayed: The record as `replays.replay` judged it.
        dice: For each terrain the values of its die. Default: each value once.
    """
    ways = _Ways(dice)
    for i, (turn, verdict) in enumerate(zip(turns, replayed.turns, strict=False)):
        if verdict.after is None:
            return
        yield partial(_weigh, ways, snapshot, verdict.after, turn, ("turns", i))
        snapshot = verdict.after


def weigh(before: Snapshot, after: Snapshot, turn: Turn, dice: Dice = DICE) -> Weighed:
    """Weigh a legal turn.

    Args:
        before: The table before it.
        after: The table after it.
        turn: The turn.
        dice: For each terrain the values of its die. Default: each value once.
    """
    return _weigh(_Ways(dice), before, after, turn, ())


def _weigh(ways: _Ways, before: Snapshot, after: Snapshot, turn: Turn, path: Path) -> Weighed:
    values: dict[str, object] = {"player": before.players[turn.player].name}
    roll = next((action for action in turn.actions if isinstance(action, Roll)), None)
    moved = [
        action.mover
        for action in turn.actions
        if isinstance(action, Move) and action.mover.player is not None
    ]
    if roll is None or not moved or moved[0].player is None:
        return Weighed(path, turn.player, Word("reviews", "STAYED", values))
    owner, explorer = moved[0].player, moved[0].which
    values |= {"pips": roll.pips, "explorer": explorer + 1}
    marked = [route.marked for route in before.players[owner].routes]
    query = WayQuery(
        owner,
        explorer,
        tuple(dict.fromkeys(space for space in marked if space is not None)),
        home=True,
        # A value that a card pack leaves out was rolled with another die.
        odds=ways.dice if roll.pips in ways.dice[roll.die] else DICE,
    )
    if not query.targets:
        return Weighed(path, turn.player, Word("reviews", "NO_TARGET", values))
    # A marker that was logged lies elsewhere, or nowhere.
    routes = after.players[owner].routes
    left = {space for space, route in zip(marked, routes, strict=True) if route.marked == space}
    targets = tuple(space for space in query.targets if space in left)
    at = after.players[owner].explorers[explorer].at
    try:
        first = ways.find(before, query)
        ends = {best.pips: best for best in first.first}
        then = ways.find(after, query._replace(targets=targets))
    except TooLongError:
        return Weighed(path, turn.player, Word("reviews", "TOO_LONG", values))
    if not ends and first.turns == 0:
        return Weighed(path, turn.player, Word("reviews", "NO_TARGET", values))
    if first.turns is None or then.turns is None:
        return Weighed(path, turn.player, Word("reviews", "UNCERTAIN", values))
    value = round(first.turns - then.turns, DECIMALS)
    best = Option(End(explorer, at), value)
    end = ends[roll.pips]
    if end.after is not None and (saved := round(first.turns - end.after, DECIMALS)) > value:
        best = Option(End(explorer, end.at), saved)
    return Weighed(path, turn.player, _sentence(values, at, value, best), value, best)


def _sentence(values: dict[str, object], at: Space, value: float, best: Option) -> Word:
    moved: Literal["NEARER", "LEVEL", "FARTHER"] = (
        "NEARER" if value > 0 else "FARTHER" if value < 0 else "LEVEL"
    )
    done = Word("reviews", "DONE", {**values, "at": _place(at)})
    result = Word("reviews", moved, {"done": done, "turns": abs(value)})
    if best.value <= value:
        return Word("reviews", "BEST", {"result": result})
    instead = {"result": result, "at": _place(best.action.at), "turns": best.value - value}
    return Word("reviews", "BETTER", instead)


def _place(at: Space) -> object:
    return Word("terms", "HOME") if at == HOME else place_name(at)
