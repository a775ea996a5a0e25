"""Candidates for the roll and the move of a disputed turn, suggested by two tables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import cast

from theodolite.grid import NOWHERE, Space, each
from theodolite.treasure_hunt.actions import Action, Move, NamedPiece, Play, Roll, Skip, Turn
from theodolite.treasure_hunt.board import DICE, GRID, STARTS, segment_of
from theodolite.treasure_hunt.markers import marked_spaces
from theodolite.treasure_hunt.move_area import MoveArea, Mover, move_area, step_counts
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.placing import Piece
from theodolite.treasure_hunt.playing import inherited_terrain
from theodolite.treasure_hunt.snapshot import Card, Explorer, Snapshot, Walker
from theodolite.treasure_hunt.turn import begin_turn, update
from theodolite.treasure_hunt.turn_state import movable_explorers

TURNS_PER_START = 10
"""The turns that are tried for each space on which a walker is tried before its move."""


class CandidateMoves:
    """Candidates for the roll and the move of the turn that led from one table to another.

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
        self._known_moves: dict[tuple[NamedPiece, Space], list[tuple[Roll, Move]]] = {}
        # The explorers that the player may move come first.
        self._moved_explorers = sorted(movers, key=lambda mover: mover not in mine)

    def _base_moves(self) -> Iterator[tuple[Action, ...]]:
        """The roll and the move, or a skip for a lost shoe."""
        if not self._before.players[self._player].shoes:
            yield from self._rolls()
            return
        yield (Skip(),)
        if self._loose:
            yield ()
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
                yield from self._moves(NamedPiece(*mover), explorer_of(after, mover).at)
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
            self._moves(NamedPiece(*mover), explorer_of(self._after, mover).at) for mover in moved
        ]
        if len(ways) == 1:
            yield from ways[0]
        elif first := [way for way in (next(way, None) for way in ways) if way is not None]:
            yield (first[0][0], *(move for _, move in first))

    def _moves(self, named: NamedPiece, end: Space) -> Iterator[tuple[Roll, Move]]:
        """A roll and a shortest path for each value that takes a piece to a place."""
        # Each move is asked for with each combination of further plays.
        if (named, end) not in self._known_moves:
            self._known_moves[named, end] = [*self._ways(named, end)]
        yield from self._known_moves[named, end]

    def _ways(self, named: NamedPiece, end: Space) -> Iterator[tuple[Roll, Move]]:
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

    def ends(self, named: NamedPiece) -> Iterator[Space]:
        """The spaces where a move of a piece can end, by any roll."""
        mover = _piece(self._before, named)
        steps = step_counts(self._before, mover)
        search = Search(move_area(self._before, mover, self._player), max(steps))
        for count in steps:
            for one in search.ends(count):
                yield one.at

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
        if named.player is None and Space(named.which) not in walker_spaces(before):
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
        lost = self.lost_cards()
        if self._loose or not lost or not lost[Card.REMOVE_OBSTACLE]:
            return
        if lost[Card.FALLEN_TREE] or self.givers("tree"):
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
        there = [*walker_spaces(after), *([named.which] if named.player is None else [])]
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

    def lost_cards(self) -> Counter[Card] | None:
        """The cards that have left the player's hand; None if a hand is unknown."""
        one, other = (table.players[self._player].hand for table in (self._before, self._after))
        return None if one is None or other is None else Counter(one) - Counter(other)

    def givers(self, piece: Piece) -> list[int]:
        """The players who have placed their free piece."""
        pairs = enumerate(zip(self._before.players, self._after.players, strict=True))
        return [i for i, (one, then) in pairs if piece in one.free and piece not in then.free]

    def _new_creeps(self) -> list[Space]:
        before = [creep.at for creep in self._before.creep_throughs]
        return [creep.at for creep in self._after.creep_throughs if creep.at not in before]

    def _boats_unseen(self) -> int:
        """The number of boats that can have been played and discarded: only hands show it."""
        lost = self.lost_cards()
        return int(self._before.afloat(self._player)) if lost is None else lost[Card.BOAT]

    @cached_property
    def _walker_moves(self) -> list[tuple[Space, Space]]:
        """The starts and ends of walkers that the player can have moved."""
        before, after = walker_spaces(self._before), walker_spaces(self._after)
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
        lost = self.lost_cards()
        cards = lost is not None and lost[Card.WALKER]
        if self._loose or not (cards or self.givers("walker")):
            return
        then = walker_spaces(self._after)
        taken = {segment_of(at) for at in walker_spaces(self._before) if at in then}
        near = sorted(each(GRID.everywhere & ~STARTS), key=lambda at: abs(_distance(at, end) - 4))
        free = (at for at in near if at != end and segment_of(at) not in taken)
        for at in islice(free, self._most // TURNS_PER_START):
            if next(self._moves(NamedPiece(None, at), end), None):
                yield at
                return

    def _moves_of_removed(self) -> Iterator[tuple[Space, Space]]:
        """The moves of walkers that can have been removed thereafter; one end stands for all."""
        lost = self.lost_cards()
        if self._loose or not lost or not lost[Card.REMOVE_OBSTACLE]:
            return
        for i, walker in enumerate(self._before.walkers):
            if walker.at not in walker_spaces(self._after):
                area = move_area(self._before, Mover(None, i), self._player)
                steps = step_counts(self._before, Mover(None, i))
                for end in islice(Search(area, max(steps)).ends(steps[0]), 1):
                    yield walker.at, end.at

    def _may_have_moved(self, walker: Walker, before: Sequence[Space]) -> bool:
        """Whether the later table shows or suggests that the player has moved a walker."""
        return walker.moved_by == self._player or (self._loose and walker.at not in before)


def walker_spaces(snapshot: Snapshot) -> list[Space]:
    """The spaces of the walkers."""
    return [walker.at for walker in snapshot.walkers]


def _piece(snapshot: Snapshot, named: NamedPiece) -> Mover:
    if named.player is not None:
        return Mover(*named)
    return Mover(None, walker_spaces(snapshot).index(Space(named.which)))


def _distance(one: Space, other: Space) -> int:
    """The number of steps between two spaces."""
    (north, east), (norths, easts) = divmod(one, GRID.columns), divmod(other, GRID.columns)
    return abs(north - norths) + abs(east - easts)


def _straight(start: Space, end: Space) -> tuple[Space, ...]:
    """The spaces of a path of any length with one corner at most."""
    corner = start // GRID.columns * GRID.columns + end % GRID.columns
    east = range(start, corner, 1 if corner > start else -1)
    north = range(corner, end, GRID.columns if end > corner else -GRID.columns)
    return (*east, *north, end)[1:]


def explorer_of(snapshot: Snapshot, mover: Mover) -> Explorer:
    """The explorer with an index, of the player of that index."""
    return snapshot.players[_pair(mover)[0]].explorers[mover.which]


def _pair(mover: Mover) -> tuple[int, int]:
    return cast("int", mover.player), mover.which
