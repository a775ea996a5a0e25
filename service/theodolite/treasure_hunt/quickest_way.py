"""The quickest way of an explorer to some coordinates and home: the fewest expected turns.

The explorer moves every turn and everything else stands still. A state is a place with its terrain,
the targets left, whether a boat is in use, and the number of shovels left. States with the same
targets and shovels left are a stage. Logging leads to a later stage, so that stages are solved from
the last to the first, each by `expected_turns`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from theodolite.checkpoints import checkpoint
from theodolite.grid import NOWHERE, Space, Spaces, each, set_of, union
from theodolite.rulings import alternatives
from theodolite.treasure_hunt.board import DICE, GRID, HOME, Terrain
from theodolite.treasure_hunt.expected_turns import NEVER, Node, Nodes, Roll, solve
from theodolite.treasure_hunt.markers import has_right, loggable_from, loggable_markers
from theodolite.treasure_hunt.move_area import BOAT_FACTOR, MoveArea, Mover, move_area
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.reach import Reach
from theodolite.treasure_hunt.snapshot import Card, Route, Snapshot

MAX_TARGETS = 4
"""The most targets of a query."""
MAX_WORK = 1_500_000
"""Ends of rolls that a search looks at before it gives up, after about two seconds."""
MAX_WORK_FOR_RULINGS = 120_000
"""As MAX_WORK, for all searches by other rulings together. Most rulings change nothing that the
first search met, and need no search of their own."""
_SLOW_RULINGS = ("die_count", "logging")
"""The rulings whose searches look at more ends; the others are searched first."""
EQUAL_WITHIN = 1e-9
"""Turns: values that differ by no more are equal."""
DECIMALS = 4
"""Decimals of turns in answers."""


class TooLongError(Exception):
    """The search has looked at as many ends as it may."""


class WayQuery(NamedTuple):
    """A query for the quickest way of an explorer.

    Attributes:
        player: The owner of the explorer.
        explorer: The explorer's index; without meaning for a `joint_way` of both.
        targets: One to MAX_TARGETS coordinates to log, in any order.
        home: Whether the explorer goes home afterwards. Default False.
        boat: Whether the player uses a boat from the start. Default: as the snapshot says.
        odds: For each terrain the values of its die, each as often as it is on the die. Default:
            each value once.
    """

    player: int
    explorer: int
    targets: tuple[Space, ...]
    home: bool = False
    boat: bool = False
    odds: tuple[tuple[int, ...], ...] = DICE


class Best(NamedTuple):
    """The best end for a roll.

    Attributes:
        pips: The value rolled.
        at: The place where the explorer stands then.
        path: A path that leads there.
        after: The expected number of turns after it.
        explorer: The index of the explorer.
        shares: For both explorers, the targets that each of them logs then.
    """

    pips: int
    at: Space
    path: tuple[Space, ...]
    after: float | None
    explorer: int
    shares: tuple[Spaces, ...] = ()


class QuickestWay(NamedTuple):
    """The quickest way.

    Attributes:
        turns: The expected number of turns; None if the way is not certain to end.
        fewest: The number of turns with the luckiest rolls; None if it is not certain to end.
        order: The targets in the order in which the luckiest rolls reach them; none for both
            explorers.
        first: The best end for each value of the first roll.
        work: The number of ends of rolls that the search looked at.
        search: The search, for `could_matter`.
    """

    turns: float | None
    fewest: int | None
    order: Sequence[Space]
    first: Sequence[Best]
    work: int
    search: "WaySearch"


class _Node(NamedTuple):
    """A place with its terrain, whether a boat is in use, and the targets passed to get there.

    The number of a node has a block of PLACES for each combination of all but the place.
    """

    at: Space
    terrain: Terrain
    boat: bool
    passed: Spaces = NOWHERE
    begins: bool = False
    """Whether the way begins there."""


PLACES = HOME + 1
"""The spaces of the board, and home."""


class Stage(NamedTuple):
    """The targets and the shovels left."""

    left: Spaces
    shovels: int


State = tuple[Stage, Node]
"""A node of a stage."""
Worth = Callable[[Stage, Node], float]
"""The expected turns from a state."""


def may_be_target(snapshot: Snapshot, player: int, space: Space) -> bool:
    """Whether a coordinate is marked for a player's explorers to log."""
    return any(
        route.marked == space and has_right(snapshot, player, owner, route)
        for owner, one in enumerate(snapshot.players)
        for route in one.routes
    )


def find_quickest_way(
    snapshot: Snapshot, query: WayQuery, work: int = MAX_WORK, known: QuickestWay | None = None
) -> QuickestWay:
    """Find the way of the fewest expected turns over all targets, in any order.

    Args:
        snapshot: A possible table (see `impossibilities`).
        query: The explorer, its targets, and the odds.
        work: The most ends of rolls to look at.
        known: A way for the same query, or for more targets, on another table. If that search has
            solved this way too, say because only the explorer has moved and logged since, nothing
            is searched again; else its values are a guess. The answer is the same without it.

    Raises:
        TooLongError: There are more ends.

    Example:
        >>> from theodolite.treasure_hunt import *
        >>> routes = (Route((5,)), Route(), Route())
        >>> ann = Player("Ann", "red", 0, (Explorer(0), Explorer(0)), routes)
        >>> bo = Player("Bo", "blue", 899, (Explorer(899), Explorer(899)))
        >>> table = Snapshot(Board.from_rows(["S" * 30] * 30), (ann, bo))
        >>> way = find_quickest_way(table, WayQuery(0, 0, targets=(5,)))
        >>> way.fewest, [best.pips for best in way.first]
        (1, [5, 6, 7, 8])
    """
    search = WaySearch(snapshot, query, work)
    if known is not None and not search.continues(known.search):
        search = WaySearch(snapshot, query, work, known=known.search)
    return search.answer()


def arrivals(way: QuickestWay, turns: int) -> Sequence[float]:
    """The chances to arrive within one turn, within two, and so on, on the quickest way.

    Each roll is answered by the end that leaves the fewest expected turns, as in `first`.

    Args:
        way: The way.
        turns: The number of chances wanted.

    Returns:
        The chances, each from 0 to 1; all 0 if the way is not certain to end.

    Example:
        >>> from theodolite.treasure_hunt import *
        >>> routes = (Route((5,)), Route(), Route())
        >>> ann = Player("Ann", "red", 0, (Explorer(0), Explorer(0)), routes)
        >>> bo = Player("Bo", "blue", 899, (Explorer(899), Explorer(899)))
        >>> table = Snapshot(Board.from_rows(["P" * 30] * 30), (ann, bo))
        >>> way = find_quickest_way(table, WayQuery(0, 0, targets=(5,)))
        >>> [round(chance, 4) for chance in arrivals(way, 2)]
        [0.5, 0.75]
    """
    return way.search.arrivals(turns)[1:]


def could_matter(
    snapshot: Snapshot,
    query: WayQuery,
    way: QuickestWay,
    names: Iterable[str],
    work: int = MAX_WORK_FOR_RULINGS,
) -> dict[str, bool | None]:
    """Whether another value of a ruling would change the way that was found.

    Args:
        snapshot: The table.
        query: The query.
        way: The way that was found.
        names: The rulings to try.
        work: The most ends of rolls to look at for all of them together.

    Returns:
        The answer for each ruling; None if it takes more work.
    """
    found: dict[str, bool | None] = {}
    for name in sorted(names, key=_SLOW_RULINGS.__contains__):
        found[name] = False
        for rulings in alternatives(snapshot.rulings, name):
            search = type(way.search)(snapshot.under(rulings), query, work)
            if search.goes_as(way.search):
                continue
            try:
                # A search that is certain to need more work is not begun.
                differs = None if way.work > work else search.differs(way)
            except TooLongError:
                differs = None
            work = search.left
            if differs is not False:
                found[name] = differs
            if differs:
                break
    return found


def _rounded_way(way: QuickestWay) -> object:
    """A way as an answer states it."""
    first = [best._replace(after=rounded(best.after)) for best in way.first]
    return rounded(way.turns), way.fewest, way.order, first


def rounded(turns: float | None) -> float | None:
    """Turns with DECIMALS decimals; None if they are unknown or NEVER."""
    return None if turns is None or turns == NEVER else round(turns, DECIMALS)


class WaySearch:
    """The search for the quickest way of an explorer."""

    def __init__(
        self,
        snapshot: Snapshot,
        query: WayQuery,
        work: int,
        stage: Stage | None = None,
        known: "WaySearch | None" = None,
    ) -> None:
        self._snapshot = snapshot
        self._query = query
        self._mover = Mover(query.player, query.explorer)
        self.left = work
        # The numbers of nodes are those of the search whose values are a guess.
        self._blocks: dict[tuple[Any, ...], int] = {} if known is None else known._blocks
        self._nodes: dict[Node, _Node] = {} if known is None else known._nodes
        self._guess = {} if known is None else known._turns
        self._areas: dict[tuple[Stage, Terrain, bool], MoveArea] = {}
        self._reaches: dict[MoveArea, Reach] = {}
        self._offers: dict[tuple[MoveArea, Node], tuple[Roll, ...]] = {}
        self._tables: dict[tuple[Stage, bool], Snapshot] = {}
        # The values of each stage, by the numbers of its nodes.
        self._turns: dict[Stage, dict[Node, tuple[float, float]]] = {}
        self._shifts: dict[tuple[MoveArea, bool], Mapping[int, Spaces]] = {}
        self._targets = set_of(query.targets)
        # The places where a move may end that logs a target, on it or on its way.
        self._near = self._targets | GRID.neighbours(self._targets)
        if snapshot.rulings.logging == "in_passing":
            self._near = ~NOWHERE
        self._shovels: dict[Space, int] = {}
        self._left_to: dict[State, State | None] = {}
        self._odds = [
            {pips: values.count(pips) / len(values) for pips in sorted({*values})}
            for values in query.odds
        ]
        others = [
            i for i in range(len(snapshot.players[query.player].explorers)) if i != query.explorer
        ]
        self._other_afloat = any(
            snapshot.explorer_terrain(query.player, i) == Terrain.WATER for i in others
        )
        self.begin = self._start(stage)

    def answer(self) -> QuickestWay:
        """The quickest way."""
        most = self.left
        expected_turns, fewest = self._found()
        work = most - self.left
        if expected_turns == NEVER:
            return QuickestWay(None, None, (), (), work, self)
        stage, node = self.begin
        if self.is_done(stage, node):
            return QuickestWay(0.0, 0, (), (), work, self)
        return QuickestWay(
            expected_turns,
            int(fewest),
            self._order(stage, node, {}),
            [best for best, _ in self.first(stage, node, self._expected)],
            work,
            self,
        )

    def arrivals(self, turns: int) -> Sequence[float]:
        """The chances to have arrived after no turn, after one turn, and so on."""
        return self.arrivals_from({self.begin: 1.0}, turns)

    def arrivals_from(self, where: Mapping[State, float], turns: int) -> Sequence[float]:
        """As `arrivals`, with the chance to begin in each state."""
        arrived, chances = 0.0, list[float]()
        ends: dict[State, Sequence[tuple[float, State]]] = {}
        for turn in range(turns + 1):
            following: defaultdict[State, float] = defaultdict(float)
            for state, chance in where.items():
                checkpoint()
                if self.is_done(*state):
                    arrived += chance
                elif turn < turns and self.value(*state)[0] < NEVER:
                    if state not in ends:
                        ends[state] = [
                            (roll.odds, self._best_end(state[0], roll, self._expected)[0])
                            for roll in self._offer(*state)
                        ]
                    for odds, after in ends[state]:
                        following[after] += chance * odds
            where = following
            chances.append(min(arrived, 1.0))
        return chances

    def differs(self, way: QuickestWay) -> bool:
        """Whether a way is not the quickest one by these rulings."""
        return _rounded_way(self.answer()) != _rounded_way(way)

    def goes_as(self, other: "WaySearch") -> bool:
        """Whether everything that another search for this query met is the same by these rulings.

        Then this search would repeat every step of the other one.
        """
        # With the same terrains and home it begins at the same node.
        return self.begin == other.begin and self._meets_the_same_as(other)

    def continues(self, other: "WaySearch") -> bool:
        """Whether another search has solved this way too; then takes its values over."""
        stage, number = self.begin
        at = other._number(self._node(number)._replace(begins=False))
        if (
            self._query._replace(targets=()) != other._query._replace(targets=())
            or self._other_afloat != other._other_afloat
            or at not in other._turns.get(stage, {})
            or not self._meets_the_same_as(other)
            # At the start nothing is logged any more.
            or self._exit(stage, at) is not None
        ):
            return False
        self.begin, self._turns = (stage, at), other._turns
        return True

    def _meets_the_same_as(self, other: "WaySearch") -> bool:
        """Whether all areas of moves and all logs that another search met are the same here.

        This search then has the numbers of that one.
        """
        here, there = self._snapshot, other._snapshot
        if (
            here.rulings.logging != there.rulings.logging
            or here.layers != there.layers
            or here.home_of(self._query.player) != there.home_of(self._query.player)
        ):
            return False
        # With the same numbering, nodes are equal if their numbers are.
        self._nodes, self._blocks = other._nodes, other._blocks
        return all(
            self._area(stage, _Node(HOME, terrain, boat)) == area
            for (stage, terrain, boat), area in other._areas.items()
            if not stage.left & ~self._targets
        ) and all(
            self._exit(stage, number) == exit_
            for (stage, number), exit_ in other._left_to.items()
            if not stage.left & ~self._targets
        )

    def _found(self) -> tuple[float, float]:
        """The expected and the fewest turns."""
        stage, node = self.begin
        if not self.is_done(stage, node) and not self._turns:
            self.solve([self.begin])
        return self.value(stage, node)

    # Stages and nodes

    def _start(self, stage: Stage | None) -> State:
        snapshot, query = self._snapshot, self._query
        one = snapshot.players[query.player]
        explorer = one.explorers[query.explorer]
        terrain = snapshot.explorer_terrain(query.player, query.explorer)
        hand = one.hand or ()
        stage = stage or Stage(self._targets, hand.count(Card.SHOVEL))
        # Targets that can be logged at the start are logged (`late_logging`).
        after = self._logged(stage, [*loggable_from(snapshot, explorer.at)], own=True)
        if after != stage and snapshot.rulings.late_logging == "own_turn":
            stage = after
        boat = bool(query.boat or one.boats) and (terrain == Terrain.WATER or self._other_afloat)
        return stage, self._number(_Node(explorer.at, terrain, boat, begins=True))

    def _number(self, node: _Node) -> Node:
        block = self._blocks.setdefault(node[1:], len(self._blocks))
        return Space(block * PLACES + node.at)

    def _node(self, number: Node) -> _Node:
        node = self._nodes.get(number)
        if node is None:
            block, at = divmod(number, PLACES)
            node = self._nodes[number] = _Node(Space(at), *[*self._blocks][block])
        return node

    def _table(self, stage: Stage, *, boat: bool) -> Snapshot:
        """The table without the markers of logged targets, and with the shovels left."""
        key = (stage, boat)
        if key not in self._tables:
            query, snapshot = self._query, self._snapshot
            done = self._targets & ~stage.left
            for owner, one in enumerate(snapshot.players):
                routes = tuple(
                    Route() if self._is_logged(done, owner, route) else route
                    for route in one.routes
                )
                if routes != one.routes:
                    snapshot = snapshot.with_player(owner, routes=routes)
            hand = (Card.SHOVEL,) * stage.shovels
            self._tables[key] = snapshot.with_player(query.player, hand=hand, boats=int(boat))
        return self._tables[key]

    def shovels_for(self, target: Space) -> int:
        """The number of shovels that logging a target takes from those at the start."""
        if target not in self._shovels:
            alone = Stage(Spaces(1 << target), self.begin[0].shovels)
            self._shovels[target] = alone.shovels - self._logged(alone, [target]).shovels
        return self._shovels[target]

    def _is_logged(self, done: Spaces, owner: int, route: Route) -> bool:
        """Whether a route's marker lay on a logged target and was the player's to log.

        Markers of others on the same coordinate stay.
        """
        marked = bool(route.cards) and bool(done >> route.cards[-1] & 1)
        return marked and has_right(self._snapshot, self._query.player, owner, route)

    def _logged(self, stage: Stage, places: Sequence[Space], *, own: bool = False) -> Stage:
        """The stage after logging all targets that may be logged at some places."""
        played = 0
        for place in places:
            if not stage.left >> place & 1:
                continue
            table = self._table(stage, boat=False)
            for marker in loggable_markers(table, self._query.player, place, played):
                if not marker.legal or (own and not marker.must):
                    continue
                route = table.players[marker.owner].routes[marker.route]
                played += route.needs_shovel
                stage = Stage(stage.left & ~(1 << place), stage.shovels - route.needs_shovel)
                break
        return stage

    def is_done(self, stage: Stage, number: Node) -> bool:
        """Whether nothing is left to do."""
        home = self._snapshot.home_of(self._query.player)
        return not stage.left and (not self._query.home or number % PLACES == home)

    def _exit(self, stage: Stage, number: Node) -> State | None:
        """The stage and node to which logging leads from a node; None if nothing is logged."""
        if not self._near >> number % PLACES & 1:
            return None
        key = (stage, number)
        if key not in self._left_to:
            node = self._node(number)
            places = [*loggable_from(self._snapshot, node.at), *each(node.passed)]
            after = self._logged(stage, places)
            if after == stage:
                self._left_to[key] = None
            else:
                self._left_to[key] = (after, self._number(node._replace(passed=NOWHERE)))
        return self._left_to[key]

    # Rolls

    def following(self) -> set[State]:
        """The states after the first roll, by every end of every value."""
        stage, number = self.begin
        rolls = self._offer(stage, number)
        return {self._after(stage, end) for end in each(union(roll.ends for roll in rolls))}

    def _offer(self, stage: Stage, number: Node) -> tuple[Roll, ...]:
        node = self._node(number)
        area = self._area(stage, node)
        key = (area, number)
        if key not in self._offers:
            self._offers[key] = tuple(self._rolls(area, number))
        if self._snapshot.rulings.logging == "at_end":
            return self._offers[key]
        return tuple(
            roll._replace(ends=set_of(self._plain(stage, end) for end in each(roll.ends)))
            for roll in self._offers[key]
        )

    def _plain(self, stage: Stage, end: Node) -> Node:
        """A node, without the targets passed on the way to it if none of them is logged."""
        if self._node(end).passed and self._exit(stage, end) is None:
            return self._number(self._node(end)._replace(passed=NOWHERE))
        return end

    def _area(self, stage: Stage, node: _Node) -> MoveArea:
        """The area of a move, without its start, so that stages can share it."""
        key = (stage, node.terrain, node.boat)
        if key not in self._areas:
            table = self._table(stage, boat=node.boat)
            begun = (node.at, node.terrain)
            area = move_area(table, self._mover, self._query.player, begun=begun)
            self._areas[key] = area._replace(start=HOME)
        return self._areas[key]

    def _rolls(self, area: MoveArea, number: Node) -> Iterator[Roll]:
        node = self._node(number)
        step_factor = self._step_factor(node)
        odds = self._odds[node.terrain]
        ends = self._ends(area, node, [step_factor * pips for pips in odds])
        for pips, chance in odds.items():
            nodes = ends[step_factor * pips] or 1 << number
            checkpoint()
            self.left -= nodes.bit_count()
            if self.left < 0:
                raise TooLongError
            yield Roll(chance, nodes)

    @staticmethod
    def _step_factor(node: _Node) -> int:
        return BOAT_FACTOR if node.boat and node.terrain == Terrain.WATER else 1

    def _ends(self, area: MoveArea, node: _Node, steps: Sequence[int]) -> Mapping[int, Nodes]:
        """The nodes in which a move can end, for each number of steps."""
        if self._snapshot.rulings.logging == "in_passing":
            search = Search(area._replace(start=node.at), max(steps), self._targets)
            self.left -= search.states
            return {
                count: set_of(
                    self._number(
                        self._end(area, node, end.at)._replace(passed=end.passed & ~(1 << end.at))
                    )
                    for end in search.ends(count)
                )
                for count in steps
            }
        if area not in self._reaches:
            self._reaches[area] = Reach(area)
        reached = self._reaches[area].ends(node.at, steps)
        start, where = 1 << node.at, self._numbered(area, node)
        at_start = 1 << self._number(self._end(area, node, node.at))
        return {
            count: union((spaces & ~start & among) << shift for shift, among in where.items())
            | (at_start if spaces & start else NOWHERE)
            for count, spaces in reached.items()
        }

    def _numbered(self, area: MoveArea, node: _Node) -> Mapping[int, Spaces]:
        """The places by how much greater the number of the node is in which a move ends there."""
        key = (area, node.boat)
        if key not in self._shifts:
            shifts: dict[int, Spaces] = {}
            for at in map(Space, range(PLACES)):
                elsewhere = node._replace(at=Space(0) if at == HOME else HOME)
                shift = self._number(self._end(area, elsewhere, at)) - at
                shifts[shift] = shifts.get(shift, NOWHERE) | 1 << at
            self._shifts[key] = shifts
        return self._shifts[key]

    def _end(self, area: MoveArea, node: _Node, at: Space) -> _Node:
        terrain = area._replace(start=node.at).terrain_at(self._snapshot, at)
        # A boat is discarded as soon as no own explorer is in water (`boat`).
        boat = node.boat and (terrain == Terrain.WATER or self._other_afloat)
        return _Node(at, terrain, boat)

    # Solving

    def solve(self, states: Iterable[State]) -> None:
        """Find the nodes of every stage from the first on, then their values from the last one.

        Args:
            states: The states whose values are wanted.
        """
        entries: dict[Stage, set[Node]] = {}
        for stage, node in states:
            entries.setdefault(stage, set()).add(node)
        found: list[tuple[Stage, Mapping[Node, tuple[Roll, ...]], Nodes]] = []
        while entries:
            # Logging leaves fewer targets, so that nothing leads back into this stage.
            stage = max(entries)
            found.append((stage, *self._explore(stage, sorted(entries.pop(stage)), entries)))
        for stage, inside, seen in reversed(found):
            self._turns[stage] = self._values(stage, inside, seen)

    def _explore(
        self, stage: Stage, entries: Sequence[Node], later: dict[Stage, set[Node]]
    ) -> tuple[Mapping[Node, tuple[Roll, ...]], Nodes]:
        """The rolls of every node of a stage, and all nodes that they reach.

        Stages that logging leads to are added to `later`, with the nodes where they begin.
        """
        inside: dict[Node, tuple[Roll, ...]] = {}
        waiting = [number for number in entries if not self.is_done(stage, number)]
        seen = set_of(waiting)
        while waiting:
            number = waiting.pop()
            inside[number] = self._offer(stage, number)
            new = union(roll.ends for roll in inside[number]) & ~seen
            seen |= new
            for end in each(new):
                if exit_ := self._exit(stage, end):
                    if not self.is_done(*exit_):
                        later.setdefault(exit_[0], set()).add(exit_[1])
                elif not self.is_done(stage, end):
                    waiting.append(end)
        return inside, seen

    def _values(
        self, stage: Stage, inside: Mapping[Node, tuple[Roll, ...]], seen: Nodes
    ) -> dict[Node, tuple[float, float]]:
        """The expected and the fewest turns of every node of a stage."""
        known = {
            end: self.value(*(self._exit(stage, end) or (stage, end)))
            for end in each(seen & ~set_of(inside))
        }
        return solve(inside, known, self._guess.get(stage))

    def value(self, stage: Stage, number: Node) -> tuple[float, float]:
        """The expected and the fewest turns from a state."""
        if self.is_done(stage, number):
            return 0.0, 0.0
        return self._turns[stage][number]

    def _expected(self, stage: Stage, number: Node) -> float:
        return self.value(stage, number)[0]

    # The answer

    def _after(self, stage: Stage, end: Node) -> State:
        """The stage and node of an end after logging everything that can be logged there."""
        return self._exit(stage, end) or (stage, end)

    def _order(
        self, stage: Stage, number: Node, known: dict[State, tuple[Space, ...]]
    ) -> tuple[Space, ...]:
        """The order of the targets with the luckiest rolls, the first in order of space."""
        if stage.left.bit_count() < 2:
            return tuple(each(stage.left))
        key = (stage, number)
        if key not in known:
            nearer = self._turns[stage][number][1] - 1
            orders = []
            for end in each(union(roll.ends for roll in self._offer(stage, number))):
                after = self._after(stage, end)
                if self.value(*after)[1] == nearer:
                    logged = tuple(each(stage.left & ~after[0].left))
                    orders.append((*logged, *self._order(*after, known)))
            known[key] = min(orders)
        return known[key]

    def first(self, stage: Stage, number: Node, worth: Worth) -> Iterator[tuple[Best, State]]:
        """The best end for each roll, and the state after it.

        Args:
            stage: The stage of the state in which the die is rolled.
            number: Its node.
            worth: The expected turns from each state.
        """
        node = self._node(number)
        area = self._area(stage, node)._replace(start=node.at)
        odds = self._odds[node.terrain]
        step_factor = self._step_factor(node)
        passing = self._snapshot.rulings.logging == "in_passing"
        search = Search(area, step_factor * max(odds), self._targets if passing else NOWHERE)
        for pips, roll in zip(odds, self._offer(stage, number), strict=True):
            best, end = self._best_end(stage, roll, worth)
            path: tuple[Space, ...] = ()
            for one in search.ends(step_factor * pips):
                passed = self._node(end).passed
                if one.at == self._node(end).at and one.passed & ~(1 << one.at) == passed:
                    path = one.path
            yield Best(pips, self._node(end).at, path, worth(*best), self._query.explorer), best

    def _best_end(self, stage: Stage, roll: Roll, worth: Worth) -> tuple[State, Node]:
        """The best end for a roll, after what is logged there."""
        ends = [(self._after(stage, end), end) for end in each(roll.ends)]
        least = min(worth(*after) for after, _ in ends)
        return min(
            (one for one in ends if worth(*one[0]) <= least + EQUAL_WITHIN),
            key=lambda one: self._rank(*one),
        )

    def _rank(self, after: State, end: Node) -> tuple[object, ...]:
        """The order of equally good ends: by space, terrain, and targets left."""
        node = self._node(end)
        return node.at != HOME, node.at, node.terrain, [*each(after[0].left)]
