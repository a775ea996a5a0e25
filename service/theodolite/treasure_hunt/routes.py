"""The nearest way to some coordinates and home: in fewest expected turns.

One explorer moves every turn and all else stands still. A state is a place with its terrain, the
targets left, whether a boat is in use and how many shovels are left. States with the same targets
and shovels left are a stage; logging leads to a later stage, so that stages are solved from the
last to the first. The values themselves are found in `expectation`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from theodolite.grid import Space, Spaces, each
from theodolite.rulings import alternatives
from theodolite.treasure_hunt.board import DICE, HOME, Terrain
from theodolite.treasure_hunt.expectation import NEVER, Roll, expected
from theodolite.treasure_hunt.ground import BOAT, Ground, Mover, ground
from theodolite.treasure_hunt.logs import finds, has_right, reach_of
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.reach import Reach
from theodolite.treasure_hunt.snapshot import Card, Route, Snapshot

__all__ = ["TARGETS", "Asked", "Best", "TooLong", "Ways", "could_matter", "may_be_target", "ways"]

TARGETS = 4
WORK = 1_500_000
"""How many ends of rolls are looked at before a search is given up as too long: after some four
seconds."""
OTHERWISE = 120_000
"""As WORK, for all searches that ask whether another ruling would change what was found: one, as a
rule, for most rulings change nothing that was met on the way, and need none."""
_LONGER = ("die_count", "logging")
"""The rulings by which more ends are looked at; the others are searched by first."""
SAME = 1e-9
"""Values that differ by no more are equal."""
DECIMALS = 4
"""With how many decimals turns are told."""


class TooLong(Exception):  # noqa: N818 - a state of affairs, not an error of ours
    """There are more states than are searched."""


class Asked(NamedTuple):
    """A question about a way.

    `odds` holds for each terrain the values of its die, each as often as it is on the die.
    """

    player: int
    explorer: int
    targets: tuple[Space, ...]
    home: bool = False
    boat: bool = False
    odds: tuple[tuple[int, ...], ...] = DICE


class Best(NamedTuple):
    """The best end for a roll, a path that leads there, and the expected turns after it."""

    pips: int
    at: Space
    path: tuple[Space, ...]
    after: float | None


class Ways(NamedTuple):
    """The nearest way; None where it is not certain to end.

    `work` is how many ends of rolls were looked at to find it, `search` what found it.
    """

    turns: float | None
    fewest: int | None
    order: Sequence[Space]
    first: Sequence[Best]
    work: int
    search: "_Search"


class _Node(NamedTuple):
    """A place with its terrain, whether a boat is in use, and the targets passed to get there."""

    at: Space
    terrain: Terrain
    boat: bool
    passed: Spaces = 0
    begins: bool = False
    """Whether it stands there from the start, and has not come there."""


class _Stage(NamedTuple):
    """The targets and the shovels left."""

    left: Spaces
    shovels: int


def may_be_target(snapshot: Snapshot, player: int, space: Space) -> bool:
    """Whether a coordinate is marked for a player's explorers to log."""
    return any(
        route.marked == space and has_right(snapshot, player, owner, route)
        for owner, one in enumerate(snapshot.players)
        for route in one.routes
    )


def ways(snapshot: Snapshot, asked: Asked, work: int = WORK) -> Ways:
    """The nearest way over all targets, in any order, and home where that is asked.

    Args:
        snapshot: the table.
        asked: what is asked.
        work: how many ends of rolls may be looked at.

    Raises:
        TooLong: There are more.
    """
    return _Search(snapshot, asked, work).answer()


def could_matter(
    snapshot: Snapshot, asked: Asked, way: Ways, names: Iterable[str], work: int = OTHERWISE
) -> dict[str, bool | None]:
    """Whether another value of a ruling would change the way that was found.

    Args:
        snapshot: the table.
        asked: what was asked.
        way: what was found.
        names: the rulings that are asked about.
        work: how many ends of rolls may be looked at for all of them.

    Returns:
        For each ruling whether it would, None where that takes more work.
    """
    found: dict[str, bool | None] = {}
    for name in sorted(names, key=_LONGER.__contains__):
        found[name] = False
        for rulings in alternatives(snapshot.rulings, name):
            search = _Search(snapshot.under(rulings), asked, work)
            if search.goes_as(way.search):
                continue
            try:
                # What takes longer by far is not begun.
                differs = None if way.work > work else search.differs(way)
            except TooLong:
                differs = None
            work = search.left
            if differs is not False:
                found[name] = differs
            if differs:
                break
    return found


def _told(way: Ways) -> object:
    """What is told of a way."""
    first = [(best.pips, best.at, best.path, _rounded(best.after)) for best in way.first]
    return _rounded(way.turns), way.fewest, way.order, first


def _rounded(turns: float | None) -> float | None:
    return None if turns is None else round(turns, DECIMALS)


class _Search:
    def __init__(self, snapshot: Snapshot, asked: Asked, work: int) -> None:
        self._snapshot = snapshot
        self._asked = asked
        self._mover = Mover(asked.player, asked.explorer)
        self.left = work
        self._nodes: list[_Node] = []
        self._numbers: dict[_Node, int] = {}
        self._grounds: dict[tuple[_Stage, Terrain, bool], Ground] = {}
        self._reaches: dict[Ground, Reach] = {}
        self._offers: dict[tuple[Ground, int], tuple[Roll, ...]] = {}
        self._tables: dict[tuple[_Stage, bool], Snapshot] = {}
        # The values of each stage, by the numbers of its nodes.
        self._turns: dict[_Stage, dict[int, tuple[float, float]]] = {}
        self._end_numbers: dict[tuple[Ground, bool], dict[Space, int]] = {}
        self._targets = sum(1 << target for target in {*asked.targets})
        self._left_to: dict[tuple[_Stage, int], tuple[_Stage, int] | None] = {}
        self._odds = [
            {pips: values.count(pips) / len(values) for pips in sorted({*values})}
            for values in asked.odds
        ]
        others = [
            i for i in range(len(snapshot.players[asked.player].explorers)) if i != asked.explorer
        ]
        self._other_afloat = any(
            snapshot.explorer_terrain(asked.player, i) == Terrain.WATER for i in others
        )
        self._begin = self._start()

    def answer(self) -> Ways:
        """The nearest way."""
        most = self.left
        expected_turns, fewest = self._found()
        work = most - self.left
        if expected_turns == NEVER:
            return Ways(None, None, (), (), work, self)
        stage, node = self._begin
        if self._is_done(stage, self._nodes[node]):
            return Ways(0.0, 0, (), (), work, self)
        return Ways(
            expected_turns,
            int(fewest),
            self._order(stage, node, {}),
            list(self._first(stage, node)),
            work,
            self,
        )

    def differs(self, way: Ways) -> bool:
        """Whether what is told of a way is not what is told by these rulings."""
        return _told(self.answer()) != _told(way)

    def goes_as(self, other: "_Search") -> bool:
        """Whether all that another search of this question met is the same by these rulings.

        Then every step of this search would be one of that.
        """
        here, there = self._snapshot, other._snapshot
        # With the same terrains and home it sets out from the same node.
        if (
            here.rulings.logging != there.rulings.logging
            or here.layers != there.layers
            or here.home_of(self._asked.player) != there.home_of(self._asked.player)
            or self._begin != other._begin
        ):
            return False
        # Numbered alike, nodes are compared by their numbers.
        self._nodes, self._numbers = other._nodes, other._numbers
        return all(
            self._ground(stage, _Node(HOME, terrain, boat)) == where
            for (stage, terrain, boat), where in other._grounds.items()
        ) and all(
            self._exit(stage, number) == exit_ for (stage, number), exit_ in other._left_to.items()
        )

    def _found(self) -> tuple[float, float]:
        """The expected and the fewest turns."""
        stage, node = self._begin
        if not self._is_done(stage, self._nodes[node]):
            self._solve(stage, node)
        return self._value(stage, node)

    # Stages and nodes

    def _start(self) -> tuple[_Stage, int]:
        snapshot, asked = self._snapshot, self._asked
        one = snapshot.players[asked.player]
        explorer = one.explorers[asked.explorer]
        terrain = snapshot.explorer_terrain(asked.player, asked.explorer)
        hand = one.hand or ()
        stage = _Stage(self._targets, hand.count(Card.SHOVEL))
        # What can be logged at the start is (`late_logging`).
        after = self._logged(stage, [*reach_of(snapshot, explorer.at)], own=True)
        if after != stage and snapshot.rulings.late_logging == "own_turn":
            stage = after
        boat = bool(asked.boat or one.boats) and (terrain == Terrain.WATER or self._other_afloat)
        return stage, self._number(_Node(explorer.at, terrain, boat, begins=True))

    def _number(self, node: _Node) -> int:
        number = self._numbers.get(node)
        if number is None:
            number = self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
        return number

    def _table(self, stage: _Stage, *, boat: bool) -> Snapshot:
        """The table with the markers of the targets done gone, and with the shovels left."""
        key = (stage, boat)
        if key not in self._tables:
            asked, snapshot = self._asked, self._snapshot
            done = self._targets & ~stage.left
            for owner, one in enumerate(snapshot.players):
                routes = tuple(
                    Route() if self._is_logged(done, owner, route) else route
                    for route in one.routes
                )
                if routes != one.routes:
                    snapshot = snapshot.with_player(owner, routes=routes)
            hand = (Card.SHOVEL,) * stage.shovels
            self._tables[key] = snapshot.with_player(asked.player, hand=hand, boats=int(boat))
        return self._tables[key]

    def _is_logged(self, done: Spaces, owner: int, route: Route) -> bool:
        """Whether the marker of a route lay on a target that is done, and was the player's to log.

        What others have marked there besides stays.
        """
        marked = bool(route.cards) and bool(done >> route.cards[-1] & 1)
        return marked and has_right(self._snapshot, self._asked.player, owner, route)

    def _logged(self, stage: _Stage, places: Sequence[Space], *, own: bool = False) -> _Stage:
        """The stage after logging what of the targets may be logged at some places."""
        played = 0
        for place in places:
            if not stage.left >> place & 1:
                continue
            table = self._table(stage, boat=False)
            for find in finds(table, self._asked.player, place, played):
                if not find.legal or (own and not find.must):
                    continue
                route = table.players[find.owner].routes[find.route]
                played += route.needs_shovel
                stage = _Stage(stage.left & ~(1 << place), stage.shovels - route.needs_shovel)
                break
        return stage

    def _is_done(self, stage: _Stage, node: _Node) -> bool:
        home = self._snapshot.home_of(self._asked.player)
        return not stage.left and (not self._asked.home or node.at == home)

    def _exit(self, stage: _Stage, number: int) -> tuple[_Stage, int] | None:
        """Where a node leads by logging, None if it stays in its stage."""
        key = (stage, number)
        if key not in self._left_to:
            node = self._nodes[number]
            places = [*reach_of(self._snapshot, node.at), *each(node.passed)]
            after = self._logged(stage, places)
            if after == stage:
                self._left_to[key] = None
            else:
                self._left_to[key] = (after, self._number(node._replace(passed=0)))
        return self._left_to[key]

    # What a roll offers

    def _offer(self, stage: _Stage, number: int) -> tuple[Roll, ...]:
        node = self._nodes[number]
        where = self._ground(stage, node)
        key = (where, number)
        if key not in self._offers:
            self._offers[key] = tuple(self._rolls(where, number))
        if self._snapshot.rulings.logging == "at_end":
            return self._offers[key]
        return tuple(
            roll._replace(ends=tuple(self._plain(stage, end) for end in roll.ends))
            for roll in self._offers[key]
        )

    def _plain(self, stage: _Stage, end: int) -> int:
        """A node without the targets passed on the way to it, if none of them is logged."""
        if self._nodes[end].passed and self._exit(stage, end) is None:
            return self._number(self._nodes[end]._replace(passed=0))
        return end

    def _ground(self, stage: _Stage, node: _Node) -> Ground:
        """What the explorer walks on, its start left out: stages share what is the same."""
        key = (stage, node.terrain, node.boat)
        if key not in self._grounds:
            table = self._table(stage, boat=node.boat)
            begun = (node.at, node.terrain)
            where = ground(table, self._mover, self._asked.player, begun=begun)
            self._grounds[key] = where._replace(start=HOME)
        return self._grounds[key]

    def _rolls(self, where: Ground, number: int) -> Iterator[Roll]:
        node = self._nodes[number]
        times = self._times(node)
        odds = self._odds[node.terrain]
        ends = self._ends(where, node, [times * pips for pips in odds])
        for pips, chance in odds.items():
            numbers = tuple(ends[times * pips]) or (number,)
            self.left -= len(numbers)
            if self.left < 0:
                raise TooLong
            yield Roll(chance, numbers)

    @staticmethod
    def _times(node: _Node) -> int:
        return BOAT if node.boat and node.terrain == Terrain.WATER else 1

    def _ends(
        self, where: Ground, node: _Node, steps: Sequence[int]
    ) -> Mapping[int, Sequence[int]]:
        """The nodes where a move can end, for each number of steps."""
        if self._snapshot.rulings.logging == "in_passing":
            search = Search(where._replace(start=node.at), max(steps), self._targets)
            self.left -= search.states
            return {
                count: [
                    self._number(
                        self._end(where, node, end.at)._replace(passed=end.passed & ~(1 << end.at))
                    )
                    for end in search.ends(count)
                ]
                for count in steps
            }
        if where not in self._reaches:
            self._reaches[where] = Reach(where)
        numbers = self._end_numbers.setdefault((where, node.boat), {})
        reached = self._reaches[where].ends(node.at, steps)
        found: dict[int, list[int]] = {}
        for count, spaces in reached.items():
            ends = found[count] = []
            for at in each(spaces):
                if at == node.at or at not in numbers:
                    numbers[at] = self._number(self._end(where, node, at))
                ends.append(numbers[at])
        return found

    def _end(self, where: Ground, node: _Node, at: Space) -> _Node:
        terrain = where._replace(start=node.at).terrain_at(self._snapshot, at)
        # A boat is lost as soon as no own explorer is in water (`boat`).
        boat = node.boat and (terrain == Terrain.WATER or self._other_afloat)
        return _Node(at, terrain, boat)

    # Solving

    def _solve(self, stage: _Stage, start: int) -> None:
        """Find the nodes of every stage from the first on, then their values from the last."""
        entries: dict[_Stage, set[int]] = {stage: {start}}
        found: list[tuple[_Stage, Mapping[int, tuple[Roll, ...]], set[int]]] = []
        while entries:
            # Logging leaves fewer targets, so that nothing leads back into this stage.
            stage = max(entries)
            found.append((stage, *self._explore(stage, sorted(entries.pop(stage)), entries)))
        for stage, inside, seen in reversed(found):
            self._turns[stage] = self._values(stage, inside, seen)

    def _explore(
        self, stage: _Stage, entries: Sequence[int], later: dict[_Stage, set[int]]
    ) -> tuple[Mapping[int, tuple[Roll, ...]], set[int]]:
        """What can be rolled on every node of a stage, and all nodes that are met.

        Where the stage is left goes into `later`.
        """
        inside: dict[int, tuple[Roll, ...]] = {}
        waiting = [number for number in entries if not self._is_done(stage, self._nodes[number])]
        seen = {*waiting}
        while waiting:
            number = waiting.pop()
            inside[number] = self._offer(stage, number)
            for end in set().union(*(roll.ends for roll in inside[number])) - seen:
                seen.add(end)
                if exit_ := self._exit(stage, end):
                    if not self._is_done(exit_[0], self._nodes[exit_[1]]):
                        later.setdefault(exit_[0], set()).add(exit_[1])
                elif not self._is_done(stage, self._nodes[end]):
                    waiting.append(end)
        return inside, seen

    def _values(
        self, stage: _Stage, inside: Mapping[int, tuple[Roll, ...]], seen: set[int]
    ) -> dict[int, tuple[float, float]]:
        """The expected and the fewest turns of every node of a stage."""
        known = {}
        for end in sorted(seen - inside.keys()):
            known[end] = self._value(*(self._exit(stage, end) or (stage, end)))
        rolls = [inside.get(number, ()) for number in range(len(self._nodes))]
        solved = expected(rolls, known)
        return {
            number: (solved.expected[number], solved.fewest[number]) for number in (*inside, *known)
        }

    def _value(self, stage: _Stage, number: int) -> tuple[float, float]:
        if self._is_done(stage, self._nodes[number]):
            return 0.0, 0.0
        return self._turns[stage][number]

    # What is told

    def _after(self, stage: _Stage, end: int) -> tuple[_Stage, int]:
        """The state that an end comes to, what can be logged there being logged."""
        return self._exit(stage, end) or (stage, end)

    def _order(
        self,
        stage: _Stage,
        number: int,
        known: dict[tuple[_Stage, int], tuple[Space, ...]],
    ) -> tuple[Space, ...]:
        """The order of the targets with the luckiest rolls, the first in order of space."""
        if stage.left.bit_count() < 2:
            return tuple(each(stage.left))
        key = (stage, number)
        if key not in known:
            nearer = self._turns[stage][number][1] - 1
            ends = {end for roll in self._offer(stage, number) for end in roll.ends}
            orders = []
            for end in sorted(ends):
                after = self._after(stage, end)
                if self._value(*after)[1] == nearer:
                    logged = tuple(each(stage.left & ~after[0].left))
                    orders.append((*logged, *self._order(*after, known)))
            known[key] = min(orders)
        return known[key]

    def _first(self, stage: _Stage, number: int) -> Iterator[Best]:
        """The best end for each roll."""
        node = self._nodes[number]
        where = self._ground(stage, node)._replace(start=node.at)
        odds = self._odds[node.terrain]
        times = self._times(node)
        passing = self._snapshot.rulings.logging == "in_passing"
        search = Search(where, times * max(odds), self._targets if passing else 0)
        for pips, roll in zip(odds, self._offer(stage, number), strict=True):
            told = [(self._after(stage, end), end) for end in roll.ends]
            least = min(self._value(*after)[0] for after, _ in told)
            best, end = min(
                ((after, end) for after, end in told if self._value(*after)[0] <= least + SAME),
                key=lambda one: self._rank(*one),
            )
            path: tuple[Space, ...] = ()
            for one in search.ends(times * pips):
                passed = self._nodes[end].passed
                if one.at == self._nodes[end].at and one.passed & ~(1 << one.at) == passed:
                    path = one.path
            yield Best(pips, self._nodes[end].at, path, self._value(*best)[0])

    def _rank(self, after: tuple[_Stage, int], end: int) -> tuple[object, ...]:
        """Equal ends are told by space, terrain, and targets left."""
        node = self._nodes[end]
        return node.at != HOME, node.at, node.terrain, [*each(after[0].left)]
