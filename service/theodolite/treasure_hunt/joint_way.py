"""A quick way of both explorers to some coordinates and home, planned by roll.

A turn moves one of them, and all pairs of their states are too many to solve. The plan chooses the
die and the best move for each value of the first roll, of either explorer if both stand on its
terrain. Then the targets are divided for good, and the explorers walk one after the other, each by
its quickest way while the other counts as standing where it does now. The expected turns are those
of this plan, exactly. They are an upper bound of the best plan's, since after the first roll it
neither divides anew nor gives a roll to the other explorer.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from theodolite.checkpoints import checkpoint
from theodolite.grid import NOWHERE, Spaces, each
from theodolite.treasure_hunt.expected_turns import NEVER, Node
from theodolite.treasure_hunt.quickest_way import (
    MAX_WORK,
    Best,
    QuickestWay,
    Stage,
    State,
    WayQuery,
    WaySearch,
)
from theodolite.treasure_hunt.snapshot import Snapshot

_DIGITS = 9
"""Decimals of turns that are compared (see EQUAL_WITHIN)."""


class _Option(NamedTuple):
    """The best end of an explorer's move for a roll, the state after it, and its share."""

    best: Best
    after: State
    share: Spaces


class _Division(NamedTuple):
    """The turns of both explorers after a roll, if they divide the targets as well as they can.

    Attributes:
        turns: The expected number.
        fewest: The number with the luckiest rolls, by whichever division.
        share: The targets of the explorer that has moved.
    """

    turns: float
    fewest: float
    share: Spaces


def find_joint_way(snapshot: Snapshot, query: WayQuery, work: int = MAX_WORK) -> QuickestWay:
    """Find the plan of the fewest expected turns for both explorers of a player.

    Args:
        snapshot: A possible table (see `impossibilities`) on which the player has two explorers.
        query: The targets, and the odds; with `home` both explorers go home.
        work: The most ends of rolls to look at.

    Raises:
        TooLongError: There are more ends.

    Example:
        >>> from theodolite.treasure_hunt import *
        >>> routes = (Route((5,)), Route((894,)), Route())
        >>> ann = Player("Ann", "red", 0, (Explorer(0), Explorer(899)), routes)
        >>> bo = Player("Bo", "blue", 29, (Explorer(29), Explorer(29)))
        >>> table = Snapshot(Board.from_rows(["S" * 30] * 30), (ann, bo))
        >>> way = find_joint_way(table, WayQuery(0, 0, targets=(5, 894)))
        >>> way.fewest, [(best.pips, best.explorer) for best in way.first]
        (2, [(5, 0), (6, 0), (7, 0), (8, 0)])
    """
    return JointSearch(snapshot, query, work).answer()


class JointSearch(WaySearch):
    """The search of the first explorer, with that of the second beside it."""

    def __init__(self, snapshot: Snapshot, query: WayQuery, work: int) -> None:
        super().__init__(snapshot, query._replace(explorer=0), work)
        second = WaySearch(snapshot, query._replace(explorer=1), work, self.begin[0])
        self.begin = second.begin[0], self.begin[1]
        self._pair: tuple[WaySearch, WaySearch] = self, second
        self._terrains = [snapshot.explorer_terrain(query.player, i) for i in (0, 1)]
        self._divisions: dict[tuple[int, State], _Division] = {}
        self._plan: Sequence[_Option] = ()

    def answer(self) -> QuickestWay:
        """The plan, with the best end for each value of the die that is rolled first."""
        if self._has_ended:
            return QuickestWay(0.0, 0, (), (), 0, self)
        most = self.left
        for search in self._pair:
            search.left = self.left
            search.solve(self._wanted(search))
            self.left = search.left
        plans = [[*self._options(i)] for i in (0, 1)]
        fewest = [
            1 + min(self._divided(i, *state).fewest for state in search.following())
            for i, search in enumerate(self._pair)
        ]
        if self._terrains[0] == self._terrains[1]:
            plans = [[*map(_better, *plans)]]
            fewest = [min(fewest)]
        turns = [self._mean(plan) for plan in plans]
        if min(turns) == NEVER:
            return QuickestWay(None, None, (), (), most - self.left, self)
        self._plan = min(zip(turns, plans, strict=True), key=lambda one: round(one[0], _DIGITS))[1]
        return QuickestWay(
            self._mean(self._plan),
            int(min(few for few, mean in zip(fewest, turns, strict=True) if mean < NEVER)),
            (),
            [option.best for option in self._plan],
            most - self.left,
            self,
        )

    def arrivals(self, turns: int) -> Sequence[float]:
        """The chances that both have finished after no turn, after one turn, and so on."""
        chances = [1.0 if self._has_ended else 0.0] * (turns + 1)
        begun: dict[tuple[int, Spaces, Spaces], dict[State, float]] = {}
        for option in self._plan:
            mover = option.best.explorer
            state = self._own_stage(option.share), option.after[1]
            where = begun.setdefault((mover, option.after[0].left, option.share), {})
            where[state] = where.get(state, 0.0) + self._odds_of(option)
        for (mover, left, share), where in begun.items():
            other = self._pair[1 - mover]
            mine = [0.0, *self._pair[mover].arrivals_from(where, turns)]
            rest = self._own_stage(left & ~share), other.begin[1]
            theirs = other.arrivals_from({rest: 1.0}, turns)
            for turn in range(1, turns + 1):
                chances[turn] += sum(
                    (mine[i + 1] - mine[i]) * theirs[turn - 1 - i] for i in range(turn)
                )
        return [min(chance, 1.0) for chance in chances]

    def goes_as(self, other: WaySearch) -> bool:
        """Whether another search of both explorers met the same."""
        return (
            isinstance(other, JointSearch)
            and super().goes_as(other)
            and self._pair[1].goes_as(other._pair[1])
        )

    @property
    def _has_ended(self) -> bool:
        return all(search.is_done(*search.begin) for search in self._pair)

    def _own_stage(self, share: Spaces) -> Stage:
        """The stage of an explorer with a share of the targets, and of the shovels.

        The shovels for all other targets are not its own.
        """
        stage = self.begin[0]
        needed = sum(self.shovels_for(target) for target in each(stage.left & ~share))
        return Stage(share, max(0, stage.shovels - needed))

    def _wanted(self, search: WaySearch) -> Iterator[State]:
        """The states in which an explorer may begin its share: here, or after the first roll."""
        for stage, number in {search.begin, *search.following()}:
            for share in subsets(stage.left):
                state = self._own_stage(share), number
                if not search.is_done(*state):
                    yield state

    def _divided(self, mover: int, stage: Stage, number: Node) -> _Division:
        """The best division of the targets left after a move."""
        key = mover, (stage, number)
        if key not in self._divisions:
            checkpoint()
            search, other = self._pair[mover], self._pair[1 - mover]
            means, fewest = dict[Spaces, float](), NEVER
            for share in subsets(stage.left):
                mine = search.value(self._own_stage(share), number)
                theirs = other.value(self._own_stage(stage.left & ~share), other.begin[1])
                means[share] = mine[0] + theirs[0]
                fewest = min(fewest, mine[1] + theirs[1])
            share = min(means, key=lambda share: (round(means[share], _DIGITS), -share))
            self._divisions[key] = _Division(means[share], fewest, share)
        return self._divisions[key]

    def _options(self, mover: int) -> Iterator[_Option]:
        """The best end of an explorer for each value of its die."""
        search = self._pair[mover]

        def worth(stage: Stage, number: Node) -> float:
            return self._divided(mover, stage, number).turns

        for best, after in search.first(*search.begin, worth):
            share = self._divided(mover, *after).share
            shares = [share, after[0].left & ~share]
            if mover:
                shares.reverse()
            yield _Option(best._replace(shares=tuple(shares)), after, share)

    def _odds_of(self, option: _Option) -> float:
        return self._odds[self._terrains[option.best.explorer]][option.best.pips]

    def _mean(self, plan: Sequence[_Option]) -> float:
        """The expected turns of a plan."""
        return 1 + sum(self._odds_of(option) * (option.best.after or 0.0) for option in plan)


def _better(first: _Option, second: _Option) -> _Option:
    """The better of two explorers' moves for a roll; who cannot move leaves it to the other."""
    return min(
        (first, second), key=lambda one: (not one.best.path, round(one.best.after or 0, _DIGITS))
    )


def subsets(spaces: Spaces) -> Iterator[Spaces]:
    """All sets within a set of spaces, itself first."""
    subset = spaces
    while subset:
        yield subset
        subset = Spaces((subset - 1) & spaces)
    yield NOWHERE
