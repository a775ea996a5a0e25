"""Candidates for the turn of a dispute: turns suggested by the differences between two tables.

Covers every roll, draws as the later table shows them, and the plays that the differences show,
each at every moment of the turn; and, if no legal turn explains the later table, turns that break a
rule. Not covered: plays that leave no trace. `disputes` tries the candidates.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import (
    accumulate,
    combinations,
    islice,
    permutations,
    product,
    tee,
)
from typing import cast

from theodolite.grid import NOWHERE, Space, Spaces, each, set_of
from theodolite.treasure_hunt.actions import (
    Action,
    Discard,
    Drawn,
    Log,
    Move,
    NamedPiece,
    Place,
    Play,
    Roll,
    Skip,
    Turn,
)
from theodolite.treasure_hunt.board import DICE, GRID, HOME, STARTS, segment_of
from theodolite.treasure_hunt.candidate_logs import Loggings
from theodolite.treasure_hunt.markers import MAX_PLAYS, marked_spaces
from theodolite.treasure_hunt.move_area import MoveArea, Mover, move_area, step_counts
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.placing import Piece, placement_checks
from theodolite.treasure_hunt.playing import inherited_terrain
from theodolite.treasure_hunt.snapshot import (
    HAND,
    Card,
    Explorer,
    Info,
    Snapshot,
    Treasure,
    Walker,
)
from theodolite.treasure_hunt.turn import begin_turn, update
from theodolite.treasure_hunt.turn_state import movable_explorers
from theodolite.verdict import legal

LOGS_PER_TURN = 10
"""The loggings that are tried for each turn that is tried."""

TURNS_PER_START = 10
"""The turns that are tried for each space on which a walker is tried before its move."""


class CandidateTurns:
    """Candidates for the turn that led from one table to another.

    Args:
        before: The table before the turn.
        after: The table after it.
        player: The player whose turn it was.
        most: The number of turns that are tried.
        loose: Whether turns that break a rule are listed too, the likeliest first. Default False.
    """

    def __init__(
        self, before: Snapshot, after: Snapshot, player: int, most: int, *, loose: bool = False
    ) -> None:
        self._before = begin_turn(before, player)
        self._after = after
        self._player = player
        self._loose = loose
        movers = [
            Mover(i, j)
            for i, one in enumerate(before.players)
            for j in range(len(one.explorers))
            if one.explorers[j].at != after.players[i].explorers[j].at
        ]
        mine = movable_explorers(before, player)
        self._most = most
        self._log_tries = iter(range(LOGS_PER_TURN * most))
        self._known_logs: dict[object, list[tuple[Action, ...]]] = {}
        # The explorers that the player may move come first.
        self._moved_explorers = sorted(movers, key=lambda mover: mover not in mine)

    def turns(self) -> Iterator[Turn]:
        """Every candidate, those with moves in one part first."""
        seen = set()
        whole, in_parts = tee(self._base_moves())
        for bases, cut in ((whole, False), (in_parts, True)):
            for base_actions in bases:
                for extras in self._extras(base_actions):
                    for turn in self._orders(base_actions, extras, cut=cut):
                        if turn not in seen:
                            seen.add(turn)
                            yield turn
            if self._loose:
                return

    def _orders(
        self, base_actions: Sequence[Action], extras: Sequence[Action], *, cut: bool
    ) -> Iterator[Turn]:
        """A turn for each order of the further actions and each moment of the move."""
        if self._loose:
            yield from self._in_usual_order(base_actions, extras)
            return
        steps: list[Action] = []
        for action in base_actions:
            if cut and isinstance(action, Move):
                steps += [Move(action.mover, (place,)) for place in action.path]
            else:
                steps.append(action)
        everywhen = range(len(steps) + 1)
        logs = [one for one in extras if isinstance(one, Log)]
        fitting = [self._moments(one, steps) for one in logs]
        others = [(one, everywhen) for one in extras if not isinstance(one, Log)]
        for order in dict.fromkeys(permutations(others)):
            for at in combinations(range(len(extras)), len(logs)):
                timed: list[tuple[Action, Sequence[int]]] = list(order)
                for i, one in zip(at, zip(logs, fitting, strict=True), strict=True):
                    timed.insert(i, one)
                for chosen in _moments_in_order([moments for _, moments in timed]):
                    actions: list[Action] = []
                    for moment in everywhen:
                        pairs = zip(timed, chosen, strict=True)
                        actions += [action for (action, _), when in pairs if when == moment]
                        actions += steps[moment : moment + 1]
                    yield Turn(self._player, tuple(_joined(actions)))

    def _moments(self, action: Log, steps: Sequence[Action]) -> Sequence[int]:
        """The moments of a move at which an explorer may stand where it logs."""
        moves = [i for i, one in enumerate(steps) if isinstance(one, Move)]
        moments = range(len(steps) + 1)
        if not moves or self._before.rulings.logging == "in_passing":
            return moments
        start, end = (_explorer(table, action.explorer) for table in (self._before, self._after))
        return [
            moment
            for moment in moments
            if (moment <= moves[0] and self._logs_from(start.at) >> cast("Space", action.at) & 1)
            or (moment > moves[-1] and self._logs_from(end.at) >> cast("Space", action.at) & 1)
        ]

    def _logs_from(self, at: Space) -> Spaces:
        """The spaces of coordinates that an explorer may log from a place."""
        if at == HOME:
            return NOWHERE
        beside = self._before.rulings.covered_coordinate == "from_beside"
        return 1 << at | (GRID.neighbours(1 << at) if beside else NOWHERE)

    def _in_usual_order(
        self, base_actions: Sequence[Action], extras: Sequence[Action]
    ) -> Iterator[Turn]:
        """The turn with its plays before the move, and the one with its plays after it."""
        logs = [one for one in extras if isinstance(one, Log)]
        discards = [one for one in extras if isinstance(one, Discard)]
        plays = [one for one in extras if not isinstance(one, (Log, Discard))]
        yield Turn(self._player, (*plays, *base_actions, *logs, *discards))
        if plays:
            yield Turn(self._player, (*base_actions, *logs, *plays, *discards))

    # The move

    def _base_moves(self) -> Iterator[tuple[Action, ...]]:
        """The roll and the move, or a skip for a lost shoe."""
        if not self._before.players[self._player].shoes:
            yield from self._rolls()
            return
        yield (Skip(),)
        if self._loose:
            for rolled in self._rolls():
                yield rolled
                yield (Skip(), *rolled)

    def _rolls(self) -> Iterator[tuple[Action, ...]]:
        """The roll and the move, or a turn without a move."""
        before, after = self._before, self._after
        mine = movable_explorers(before, self._player)
        moved = [one for one in self._moved_explorers if self._loose or one in mine]
        if self._loose:
            yield from self._moves_of_all(moved)
            yield ()
        else:
            for mover in moved or mine:
                yield from self._moves(NamedPiece(*mover), _explorer(after, mover).at)
        if moved:
            return
        for start, end in [*self._walker_moves, *self._moves_of_removed()]:
            yield from self._moves(NamedPiece(None, start), end)
        yield (Skip(),)
        for die in sorted({before.explorer_terrain(*_pair(m)) for m in mine}):
            for pips in DICE[die]:
                yield (Roll(die, pips), Skip())

    def _moves_of_all(self, moved: Sequence[Mover]) -> Iterator[tuple[Action, ...]]:
        """One roll, and a move of each explorer that stands elsewhere."""
        ways = [
            self._moves(NamedPiece(*mover), _explorer(self._after, mover).at) for mover in moved
        ]
        if len(ways) == 1:
            yield from ways[0]
        elif first := [way for way in (next(way, None) for way in ways) if way is not None]:
            yield (first[0][0], *(move for _, move in first))

    def _moves(self, named: NamedPiece, end: Space) -> Iterator[tuple[Roll, Move]]:
        """A roll and a shortest path for each value that takes a piece to a place."""
        found: dict[tuple[Roll, Move], None] = {}
        for table in self._possible_tables(named):
            mover = _piece(table, named)
            steps = step_counts(table, mover)
            # Passed coordinates are logged, so that paths past them differ (`logging`).
            passing = mover.player is not None and table.rulings.logging == "in_passing"
            watched = marked_spaces(table) if passing else NOWHERE
            for area in self._areas(table, mover):
                search = Search(area, max(steps), watched)
                for pips, count in zip(DICE[area.terrain], steps, strict=True):
                    for one in search.ends(count):
                        actions = (Roll(area.terrain, pips), Move(named, one.path))
                        if one.at == end and actions not in found:
                            found[actions] = None
                            yield actions
        if not self._loose or found:
            return
        mover = _piece(self._before, named)
        start, terrain, *_ = move_area(self._before, mover, self._player)
        if max(end, start) < len(GRID.names):
            path = _straight(start, end)
            yield Roll(terrain, DICE[terrain][-1]), Move(named, path)

    def _areas(self, table: Snapshot, mover: Mover) -> Iterator[MoveArea]:
        """The area of a move; then, if rules may be broken, areas in which they are not kept."""
        area = move_area(table, mover, self._player)
        yield area
        if not self._loose:
            return
        # It ends where it may not; it crosses an obstacle; it stops early; it turns back.
        free = area._replace(never=NOWHERE, behind=NOWHERE)
        clear = table._replace(trees=(), broken_bridges=())
        begun = (area.start, area.terrain)
        bare = move_area(clear, mover, self._player, 0, begun)._replace(
            never=NOWHERE, behind=NOWHERE
        )
        yield free
        yield bare
        yield free._replace(may_stop=True)
        yield free._replace(may_turn=True)
        # It continues on another terrain.
        everywhere = bare._replace(
            on=bare.on | bare.off, off=NOWHERE, under=NOWHERE, last=NOWHERE, last_off=NOWHERE
        )
        yield everywhere
        yield everywhere._replace(may_turn=True, may_stop=True)

    def _possible_tables(self, named: NamedPiece) -> list[Snapshot]:
        """The tables on which a piece can have moved: with or without what was laid or removed."""
        before = self._before
        if named.player is None and Space(named.which) not in _spots(before):
            before = self._with_walker(Space(named.which))
        opened = self._with_ways_open(before, named)
        tables: list[Snapshot] = []
        for table in (
            opened,
            before,
            self._with_laid_obstacles(opened),
            self._with_laid_obstacles(before),
            *self._without_relaid(before),
        ):
            if table not in tables:
                tables.append(table)
        return tables[:1] if self._loose else tables

    def _with_walker(self, at: Space) -> Snapshot:
        """The earlier table with one more walker."""
        walker = Walker(at, inherited_terrain(self._before, at))
        return self._before._replace(walkers=(*self._before.walkers, walker))

    def _without_relaid(self, table: Snapshot) -> Iterator[Snapshot]:
        """A table without a tree or broken bridge that can have been removed and laid again."""
        lost = self._lost_cards()
        if self._loose or not lost or not lost[Card.REMOVE_OBSTACLE]:
            return
        if lost[Card.FALLEN_TREE] or self._givers("tree"):
            for tree in table.trees:
                yield table._replace(trees=tuple(one for one in table.trees if one != tree))
        if lost[Card.BROKEN_BRIDGE]:
            for at in table.broken_bridges:
                yield table._replace(
                    broken_bridges=tuple(one for one in table.broken_bridges if one != at)
                )

    def _with_ways_open(self, before: Snapshot, named: NamedPiece) -> Snapshot:
        """A table with new creep-throughs, without removed obstacles, and with boats in use."""
        after = self._after
        one = before.players[self._player]
        boats = max(one.boats, after.players[self._player].boats, self._boats_unseen())
        table = before.with_player(self._player, boats=boats)._replace(
            trees=tuple(tree for tree in before.trees if tree in after.trees),
            broken_bridges=tuple(b for b in before.broken_bridges if b in after.broken_bridges),
        )
        there = [*_spots(after), *([named.which] if named.player is None else [])]
        stay = tuple(walker for walker in before.walkers if walker.at in there)
        table = table._replace(walkers=stay)
        for creep in self._new_creeps():
            laid = Turn(self._player, (Play(Card.CREEP_THROUGH, spaces=(creep,)),))
            table = update(table, laid).after
        return table

    def _with_laid_obstacles(self, table: Snapshot) -> Snapshot:
        """A table with the trees and broken bridges of the later one."""
        after = self._after
        trees = (*table.trees, *(one for one in after.trees if one not in table.trees))
        broken = [one for one in after.broken_bridges if one not in table.broken_bridges]
        return table._replace(trees=trees, broken_bridges=(*table.broken_bridges, *broken))

    # Further actions

    def _extras(self, base_actions: Sequence[Action]) -> Iterator[tuple[Action, ...]]:
        """The further actions that the differences show, in each combination that explains them."""
        walks = (a for a in base_actions if isinstance(a, Move) and a.mover.player is None)
        options: list[list[tuple[Action, ...]]] = [
            [*self._trees()],
            [*self._walkers(next(walks, None))],
            [self._removed()],
            [*dict.fromkeys((self._other_plays(), self._other_plays(lost_boats=True)))],
        ]
        for chosen in product(*options):
            shown = tuple(action for part in chosen for action in part)
            for unseen in self._without_trace(shown):
                plays = (*shown, *unseen)
                for logs in self._logs(base_actions, plays):
                    actions = (*plays, *logs)
                    discards = self._discards_needed(actions)
                    if discards is not None:
                        yield (*actions, *discards)

    def _lost_cards(self) -> Counter[Card] | None:
        """The cards that have left the player's hand; None if a hand is unknown."""
        one, other = (table.players[self._player].hand for table in (self._before, self._after))
        return None if one is None or other is None else Counter(one) - Counter(other)

    def _discards_needed(self, actions: Sequence[Action]) -> tuple[Discard, ...] | None:
        """Discards that explain the hands after some actions; None if nothing explains them."""
        discards: list[Discard] = []
        for i, other in enumerate(self._after.players):
            hand = self._before.players[i].hand
            if hand is None or other.hand is None:
                continue
            held = [*hand, *_drawn_by(actions, i)]
            left = Counter(held)
            left.subtract(_used_by(actions, i, self._player))
            left.subtract(other.hand)
            # Cards are discarded only on a fourth card in hand (`card.hand`).
            spare = sorted((+left).elements())
            if not self._loose and (-left or (spare and len(held) <= HAND)):
                return None
            discards += [Discard(card, i) for card in spare]
        return tuple(discards)

    def _trees(self) -> Iterator[tuple[Action, ...]]:
        new = [tree for tree in self._after.trees if tree not in self._before.trees]
        return self._placed("tree", Card.FALLEN_TREE, [tuple(each(tree)) for tree in new])

    def _placed(
        self, piece: Piece, card: Card, places: Sequence[tuple[Space, ...]]
    ) -> Iterator[tuple[Action, ...]]:
        """New pieces: the free ones of players who had one, then by cards."""
        givers = self._givers(piece)
        for order in permutations(places):
            yield tuple(
                Place(piece, spaces, givers[i]) if i < len(givers) else Play(card, spaces)
                for i, spaces in enumerate(order)
            )

    def _givers(self, piece: Piece) -> list[int]:
        """The players who have placed their free piece."""
        pairs = enumerate(zip(self._before.players, self._after.players, strict=True))
        return [i for i, (one, then) in pairs if piece in one.free and piece not in then.free]

    def _without_trace(self, plays: Sequence[Action]) -> Iterator[tuple[Action, ...]]:
        """No further plays, or a piece laid and removed, or removed and laid again."""
        yield ()
        lost = self._lost_cards()
        if self._loose or lost is None:
            return
        lost.subtract(_used_by(plays, self._player, self._player))
        if lost[Card.REMOVE_OBSTACLE] <= 0:
            return
        placed = [one.by for one in plays if isinstance(one, Place)]
        before, after = self._before, self._after
        pieces: list[tuple[Piece, Card, list[tuple[Space, ...]]]] = [
            (
                "tree",
                Card.FALLEN_TREE,
                [tuple(each(one)) for one in before.trees if one in after.trees],
            ),
            ("walker", Card.WALKER, [(at,) for at in _spots(before) if at in _spots(after)]),
            (
                "broken_bridge",
                Card.BROKEN_BRIDGE,
                [(at,) for at in before.broken_bridges if at in after.broken_bridges],
            ),
        ]
        for piece, card, lying in pieces:
            ways: list[Callable[[tuple[Space, ...]], Action]] = []
            if lost[card] > 0:
                ways.append(partial(Play, card))
            if piece != "broken_bridge":
                ways += [
                    partial(Place, piece, by=giver)
                    for giver in self._givers(piece)
                    if giver not in placed
                ]
            if not ways:
                continue
            for spaces in [*lying, *self._free_places(piece)]:
                for way in ways:
                    yield (Play(Card.REMOVE_OBSTACLE, obstacle=spaces[0]), way(spaces))

    def _free_places(self, piece: Piece) -> Iterator[tuple[Space, ...]]:
        """The first spaces on which a piece may be placed: one place stands for all."""
        bridge = [next(each(one)) for one in self._before.board.bridges]
        for at in bridge if piece == "broken_bridge" else each(GRID.everywhere):
            spaces = (at, Space(at + 1)) if piece == "tree" else (at,)
            if max(spaces) < len(GRID.names) and legal(
                [*placement_checks(self._before, self._player, piece, spaces, free=True)]
            ):
                yield spaces
                return

    @cached_property
    def _walker_moves(self) -> list[tuple[Space, Space]]:
        """The starts and ends of walkers that the player can have moved."""
        before, after = _spots(self._before), _spots(self._after)
        rested = [w.at for w in self._before.walkers if w.moved_by == self._player]
        moved = [
            walker.at
            for walker in self._after.walkers
            if walker.at not in rested and self._may_have_moved(walker, before)
        ]
        starts = [start for start in before if start not in after]
        return [
            (start, end)
            for end in moved
            for start in dict.fromkeys(
                [*(at for at in before if at == end), *starts, *self._placed_before(end)]
            )
        ]

    def _placed_before(self, end: Space) -> Iterator[Space]:
        """Spaces on which a walker can have been placed before it moved; one stands for all."""
        lost = self._lost_cards()
        cards = lost is not None and lost[Card.WALKER]
        if self._loose or not (cards or self._givers("walker")):
            return
        then = _spots(self._after)
        taken = {segment_of(at) for at in _spots(self._before) if at in then}
        near = sorted(each(GRID.everywhere & ~STARTS), key=lambda at: abs(_distance(at, end) - 4))
        free = (at for at in near if at != end and segment_of(at) not in taken)
        for at in islice(free, self._most // TURNS_PER_START):
            if next(self._moves(NamedPiece(None, at), end), None):
                yield at
                return

    def _moves_of_removed(self) -> Iterator[tuple[Space, Space]]:
        """The moves of walkers that can have been removed thereafter; one end stands for all."""
        lost = self._lost_cards()
        if self._loose or not lost or not lost[Card.REMOVE_OBSTACLE]:
            return
        for i, walker in enumerate(self._before.walkers):
            if walker.at not in _spots(self._after):
                area = move_area(self._before, Mover(None, i), self._player)
                steps = step_counts(self._before, Mover(None, i))
                for end in islice(Search(area, max(steps)).ends(steps[0]), 1):
                    yield walker.at, end.at

    def _may_have_moved(self, walker: Walker, before: Sequence[Space]) -> bool:
        """Whether the later table shows or suggests that the player has moved a walker."""
        return walker.moved_by == self._player or (self._loose and walker.at not in before)

    def _walkers(self, moved: Move | None) -> Iterator[tuple[Action, ...]]:
        """Walkers placed, removed and moved, without the one that the base actions move."""
        before, then = _spots(self._before), _spots(self._after)
        base = [] if moved is None else [(Space(moved.mover.which), self._end_of(moved))]
        walked = self._walker_moves
        for count in range(MAX_PLAYS + 1):
            for chosen in combinations(walked, count):
                starts, ends = ([pair[i] for pair in (*base, *chosen)] for i in (0, 1))
                if len({*starts}) < len(starts) or len({*ends}) < len(ends):
                    continue
                there = {*before} - {*starts} | {*ends}
                gone = [Play(Card.REMOVE_OBSTACLE, obstacle=at) for at in sorted(there - {*then})]
                new = [(at,) for at in sorted({*then} - there | {*starts} - {*before})]
                walks = [[*self._moves(NamedPiece(None, start), end)] for start, end in chosen]
                for came, *moves in product([*self._placed("walker", Card.WALKER, new)], *walks):
                    yield (
                        *gone,
                        *came,
                        *(
                            Play(Card.WALKER, mover=step.mover, pips=roll.pips, path=step.path)
                            for roll, step in cast("list[tuple[Roll, Move]]", moves)
                        ),
                    )

    def _end_of(self, moved: Move) -> Space:
        """The space where a walker stands after its move: on its way if that ends behind others."""
        then = _spots(self._after)
        there = [at for at in reversed((Space(moved.mover.which), *moved.path)) if at in then]
        return next(iter(there), moved.path[-1])

    def _removed(self) -> tuple[Action, ...]:
        before, after = self._before, self._after
        spaces = [next(each(tree)) for tree in before.trees if tree not in after.trees]
        spaces += [at for at in before.broken_bridges if at not in after.broken_bridges]
        return tuple(Play(Card.REMOVE_OBSTACLE, obstacle=at) for at in spaces)

    def _new_creeps(self) -> list[Space]:
        before = [creep.at for creep in self._before.creep_throughs]
        return [creep.at for creep in self._after.creep_throughs if creep.at not in before]

    def _other_plays(self, *, lost_boats: bool = False) -> tuple[Action, ...]:
        before, after = self._before, self._after
        plays = [
            Play(Card.BROKEN_BRIDGE, spaces=(at,))
            for at in after.broken_bridges
            if at not in before.broken_bridges
        ]
        plays += [Play(Card.CREEP_THROUGH, spaces=(at,)) for at in self._new_creeps()]
        for i, one in enumerate(before.players):
            if i != self._player:
                plays += [Play(Card.LOST_SHOE, to=i)] * (after.players[i].shoes - one.shoes)
        boats = after.players[self._player].boats - before.players[self._player].boats
        if lost_boats:
            boats = max(boats, self._boats_unseen())
        plays += [Play(Card.BOAT)] * boats
        return tuple(plays)

    def _boats_unseen(self) -> int:
        """The number of boats that can have been played and discarded: only hands show it."""
        lost = self._lost_cards()
        return int(self._before.afloat(self._player)) if lost is None else lost[Card.BOAT]

    # Logging

    def _logs(
        self, base_actions: Sequence[Action], plays: Sequence[Action]
    ) -> Sequence[tuple[Action, ...]]:
        """Each way to log that leads to the later routes; if rules may be broken, to each route."""
        if self._loose:
            return [*self._loose_logs()]
        places = {mover: self._places(mover, base_actions) for mover in self._loggers()}
        played = tuple(
            (*dict.fromkeys(_used_by(plays, i, self._player)), Card.SHOVEL)
            for i in range(len(self._before.players))
        )
        key = (*places.items(), *played)
        if key not in self._known_logs:
            loggings = Loggings(self._after, self._player, places, played, self._log_tries)
            self._known_logs[key] = [*loggings.sequences(self._before)]
        return self._known_logs[key]

    @property
    def unfinished(self) -> bool:
        """Whether some loggings were not tried."""
        return next(self._log_tries, None) is None

    def _places(self, mover: Mover, base_actions: Sequence[Action]) -> Spaces:
        """The coordinates that an explorer can log in the turn."""
        spaces = NOWHERE
        for table in (self._before, self._after):
            spaces |= self._logs_from(_explorer(table, mover).at)
        if self._before.rulings.logging == "in_passing":
            for one in base_actions:
                if isinstance(one, Move) and Mover(*one.mover) == mover:
                    spaces |= set_of(at for at in one.path if at != HOME)
        return spaces

    def _loose_logs(self) -> Iterator[tuple[Action, ...]]:
        """A logging of each route that has changed."""
        options: list[list[Log]] = []
        for owner, one in enumerate(self._before.players):
            for i, route in enumerate(one.routes):
                drawn = self._drawn(owner, i)
                if drawn is not None and route.marked is not None:
                    options.append(
                        [
                            Log(mover, owner, i, route.marked, shovel, draw)
                            for shovel in dict.fromkeys((route.needs_shovel, False))
                            for mover in self._loggers()
                            for draw in drawn
                        ]
                    )
        yield from product(*options)

    def _loggers(self) -> list[Mover]:
        """The explorers that can have logged a marker, those that have moved first."""
        movers = movable_explorers(self._before, self._player)
        return sorted(movers, key=lambda mover: mover not in self._moved_explorers)

    def _drawn(self, owner: int, i: int) -> list[Drawn | None] | None:
        """The draws possible for a route if it was logged; None if it cannot have been logged."""
        was = self._before.players[owner].routes[i]
        now = self._after.players[owner].routes[i]
        if was.cards == now.cards and not (was.has_treasure and not now.has_treasure):
            return None
        if was.has_treasure and not now.cards:
            return [None]
        kept = () if was.has_treasure else was.cards
        if now.cards[:-1] != kept:
            return None
        coordinate = now.cards[-1]
        drawn: list[Drawn | None] = [
            Drawn(coordinate, *action) for action in self._actions_drawn(owner, i)
        ]
        return [Drawn(coordinate), *drawn]

    def _actions_drawn(
        self, owner: int, logged: int
    ) -> Iterator[tuple[Card | Info, int | None, Treasure | None]]:
        """The action cards that a player can have drawn; info cards with route and treasure."""
        one, other = self._before.players[owner], self._after.players[owner]
        for i, was in enumerate(one.routes):
            now, ended = other.routes[i], i == logged and was.has_treasure
            before = 0 if ended else len(was.info)
            for info in now.info[before:]:
                treasure = now.treasures[-1] if info != Info.BURIED and now.treasures else None
                yield info, i, treasure
        if one.hand is None or other.hand is None:
            # An unknown hand can have gained any card; the first one stands for all.
            yield Card.FALLEN_TREE, None, None
            return
        # A gained card is the likeliest draw, but the card can also have been used at once.
        gained = Counter(other.hand) - Counter(one.hand)
        for card in sorted(Card, key=lambda card: (card not in gained, card)):
            yield card, None, None
        yield Info.CLOSED, None, None
        yield Info.BURIED, None, None

    @property
    def hidden(self) -> bool:
        """Whether the turn can have had plays without a trace, which no candidate contains.

        These place a piece and remove or move it, or remove a piece and place it again.
        """
        before, after, lost = self._before, self._after, self._lost_cards()
        if lost is None:
            return True
        gone = [
            piece
            for one, other in zip(before.players, after.players, strict=True)
            for piece in {*one.free} - {*other.free}
        ]
        walkers = lost[Card.WALKER] + gone.count("walker")
        laid = lost[Card.FALLEN_TREE] + lost[Card.BROKEN_BRIDGE] + gone.count("tree") + walkers
        removes = lost[Card.REMOVE_OBSTACLE]
        moved = any(walker.moved_by == self._player for walker in after.walkers)
        placed_and_moved = (
            walkers and moved and (removes or len(after.walkers) > len(before.walkers))
        )
        moved_and_removed = (
            removes and not self._moved_explorers and len(after.walkers) < len(before.walkers)
        )
        return bool(removes and laid) or bool(placed_and_moved or moved_and_removed)


def _moments_in_order(
    fitting: Sequence[Sequence[int]], first: int = 0
) -> Iterator[tuple[int, ...]]:
    """The moments of actions that follow each other, each one of those that fit the action."""
    if not fitting:
        yield ()
        return
    last = [*accumulate(reversed(fitting), _latest, initial=len(GRID.names))][-1]
    for moment in fitting[0]:
        if first <= moment <= last:
            for rest in _moments_in_order(fitting[1:], moment):
                yield (moment, *rest)


def _latest(bound: int, fitting: Sequence[int]) -> int:
    """The last of the moments that fit an action, up to a bound; -1 if there is none."""
    return max((moment for moment in fitting if moment <= bound), default=-1)


def _spots(snapshot: Snapshot) -> list[Space]:
    """The spaces of the walkers."""
    return [walker.at for walker in snapshot.walkers]


def _piece(snapshot: Snapshot, named: NamedPiece) -> Mover:
    if named.player is not None:
        return Mover(*named)
    return Mover(None, _spots(snapshot).index(Space(named.which)))


def _distance(one: Space, other: Space) -> int:
    """The number of steps between two spaces."""
    (north, east), (norths, easts) = divmod(one, GRID.columns), divmod(other, GRID.columns)
    return abs(north - norths) + abs(east - easts)


def _drawn_by(actions: Sequence[Action], player: int) -> list[Card]:
    """The cards that a player draws into the hand."""
    drawn = [one.drawn for one in actions if isinstance(one, Log) and one.owner == player]
    return [one.action for one in drawn if one is not None and isinstance(one.action, Card)]


def _used_by(actions: Sequence[Action], owner: int, player: int) -> list[Card]:
    """The cards of one player that are used in the turn of another, or the same, player."""
    used = [one.card for one in actions if isinstance(one, Play) and owner == player]
    logs = [one for one in actions if isinstance(one, Log) and one.explorer.player == owner]
    return [*used, *(Card.SHOVEL for one in logs if one.shovel)]


def _straight(start: Space, end: Space) -> tuple[Space, ...]:
    """The spaces of a path of any length with one corner at most."""
    corner = start // GRID.columns * GRID.columns + end % GRID.columns
    east = range(start, corner, 1 if corner > start else -1)
    north = range(corner, end, GRID.columns if end > corner else -GRID.columns)
    return (*east, *north, end)[1:]


def _explorer(snapshot: Snapshot, mover: Mover) -> Explorer:
    return snapshot.players[_pair(mover)[0]].explorers[mover.which]


def _pair(mover: Mover) -> tuple[int, int]:
    return cast("int", mover.player), mover.which


def _joined(actions: Sequence[Action]) -> list[Action]:
    """The actions, with moves in successive parts joined."""
    joined: list[Action] = []
    for action in actions:
        last = joined[-1] if joined else None
        if isinstance(last, Move) and isinstance(action, Move):
            joined[-1] = Move(last.mover, last.path + action.path)
        else:
            joined.append(action)
    return joined
