"""Whether one turn can have led from one table to another, found by trying the turns that might.

Covers any roll, draws as the later table shows them, and the plays that the differences show, each
at every moment of the turn. Not covered: plays that leave no trace.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, islice, permutations, product, tee
from typing import NamedTuple, TypeVar, cast

from theodolite.grid import Space, each
from theodolite.rulings import looked_at, would_change
from theodolite.treasure_hunt.actions import (
    Action,
    Change,
    Discard,
    Drawn,
    Log,
    Move,
    Named,
    Place,
    Play,
    Roll,
    Skip,
    Turn,
    changes,
)
from theodolite.treasure_hunt.board import DICE
from theodolite.treasure_hunt.course import movers_of
from theodolite.treasure_hunt.ground import Mover, counts, ground
from theodolite.treasure_hunt.logs import marked_spaces
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.placing import Piece
from theodolite.treasure_hunt.snapshot import (
    Card,
    Creep,
    Explorer,
    Info,
    Rulings,
    Snapshot,
    Treasure,
)
from theodolite.treasure_hunt.turn import began, judge, update

__all__ = ["ACCOUNTS", "Finding", "could_matter", "settle"]

ACCOUNTS = 20
"""How many accounts are told at most."""
TRIES = 400
"""How many turns are tried before a search ends unfinished."""

GLANCE = 20
"""As TRIES, where all that is asked is whether another ruling would change what was found."""


class Finding(NamedTuple):
    """What a dispute comes to.

    `accounts` explain the later table, those with the fewest actions first; `more` tells that
    there are or may be others; `differences` are what the turn that explains most leaves over.
    """

    accounts: Sequence[Turn]
    more: bool
    differences: Sequence[Change]


def settle(before: Snapshot, after: Snapshot, player: int, most: int = TRIES) -> Finding:
    """Find the turns of a player that can have led from one table to another.

    Args:
        before: the table before the turn.
        after: the table after it, of the same players on the same board.
        player: the player whose turn it was.
        most: how many turns are tried.
    """
    accounts: dict[Turn, None] = {}
    nearest = list(changes(before, _as_told(before, after)))
    tries = 0
    for turn in islice(_Suspicions(before, after, player).turns(), most):
        tries += 1
        verdict = judge(before, turn)
        if verdict.after is None:
            continue
        left = list(changes(verdict.after, _as_told(verdict.after, after)))
        if not left:
            accounts[turn] = None
            if len(accounts) > ACCOUNTS:
                break
        elif len(left) < len(nearest):
            nearest = left
    told = sorted(accounts, key=lambda turn: len(turn.actions))
    more = len(told) > ACCOUNTS or tries == most
    return Finding(told[:ACCOUNTS], more, () if told else nearest)


def could_matter(
    before: Snapshot, after: Snapshot, player: int, names: Iterable[str]
) -> Mapping[str, bool | None]:
    """Whether other rulings would settle a dispute otherwise; None where a glance does not tell.

    Args:
        before: the table before the turn.
        after: the table after it.
        player: the player whose turn it was.
        names: the rulings to be asked about.
    """

    def glance(rulings: Rulings) -> tuple[Sequence[Turn], bool]:
        found = settle(before.under(rulings), after.under(rulings), player, GLANCE)
        return found.accounts, found.more

    rulings = before.rulings
    now, asked = looked_at(glance, rulings)
    accounts, more = now
    if more and not accounts:
        return dict.fromkeys(names)
    unchanged = None if more else False
    return {
        name: (name in asked and would_change(glance, rulings, name, now)) or unchanged
        for name in names
    }


def _as_told(found: Snapshot, after: Snapshot) -> Snapshot:
    """The later table; what differs from a found one only in order, or unseen, is as there.

    What either table does not tell explains any value of the other.
    """
    players = tuple(
        other._replace(
            hand=_alike(one.hand, other.hand),
            free=one.free if {*one.free} == {*other.free} else other.free,
            treasures=_seen(one.treasures, other.treasures),
            routes=tuple(
                there._replace(treasures=_seen(here.treasures, there.treasures))
                for here, there in zip(one.routes, other.routes, strict=True)
            ),
        )
        for one, other in zip(found.players, after.players, strict=True)
    )
    creeps = tuple(
        next((Creep(at, by) for at, by in found.creeps if at == creep.at), creep)
        if creep.by is None
        else creep
        for creep in after.creeps
    )
    return after._replace(
        players=players,
        trees=_ordered(found.trees, after.trees),
        walkers=_ordered(found.walkers, after.walkers),
        broken_bridges=_ordered(found.broken_bridges, after.broken_bridges),
        creeps=_ordered(found.creeps, creeps),
    )


Kind = TypeVar("Kind")


def _ordered(found: tuple[Kind, ...], after: tuple[Kind, ...]) -> tuple[Kind, ...]:
    return found if Counter(found) == Counter(after) else after


def _alike(
    found: tuple[Card, ...] | None, after: tuple[Card, ...] | None
) -> tuple[Card, ...] | None:
    if found is None or after is None:
        return found
    return _ordered(found, after)


def _seen(
    found: tuple[Treasure | None, ...], after: tuple[Treasure | None, ...]
) -> tuple[Treasure | None, ...]:
    if len(found) != len(after):
        return after
    return tuple(
        here if here is None or there is None else there
        for here, there in zip(found, after, strict=True)
    )


class _Suspicions:
    """The turns that the differences between two tables make one think of."""

    def __init__(self, before: Snapshot, after: Snapshot, player: int) -> None:
        self._before = began(before, player)
        self._after = after
        self._player = player

    def turns(self) -> Iterator[Turn]:
        """Every such turn, those in which no move is cut in parts first."""
        seen = set()
        whole, in_parts = tee(self._bases())
        for bases, cut in ((whole, False), (in_parts, True)):
            for base in bases:
                for extras in self._extras(base):
                    for turn in self._woven(base, extras, cut=cut):
                        if turn not in seen:
                            seen.add(turn)
                            yield turn

    def _woven(
        self, base: Sequence[Action], extras: Sequence[Action], *, cut: bool
    ) -> Iterator[Turn]:
        """A turn for each order of the other actions and each moment of the base."""
        steps: list[Action] = []
        for action in base:
            if cut and isinstance(action, Move):
                steps += [Move(action.mover, (place,)) for place in action.path]
            else:
                steps.append(action)
        for order in dict.fromkeys(permutations(extras)):
            moments = range(len(steps) + 1)
            for chosen in combinations_with_replacement(moments, len(order)):
                actions: list[Action] = []
                for moment in moments:
                    actions += [a for a, at in zip(order, chosen, strict=True) if at == moment]
                    actions += steps[moment : moment + 1]
                yield Turn(self._player, tuple(_joined(actions)))

    # The move

    def _bases(self) -> Iterator[tuple[Action, ...]]:
        """The roll and the move, or the skipped turn."""
        before, after = self._before, self._after
        movers = movers_of(before, self._player)
        moved = [m for m in movers if _explorer(before, m) != _explorer(after, m)]
        if before.players[self._player].shoes:
            yield (Skip(),)
            return
        walked = [pair for pair in self._walked() if not moved]
        for mover in moved or movers:
            yield from self._moves(Named(*mover), _explorer(after, mover).at)
        for start, end in walked:
            yield from self._moves(Named(None, start), end)
        if not moved:
            yield (Skip(),)
            for die in sorted({before.explorer_terrain(*_pair(m)) for m in movers}):
                for pips in DICE[die]:
                    yield (Roll(die, pips), Skip())

    def _moves(self, named: Named, end: Space) -> Iterator[tuple[Roll, Move]]:
        """A roll and a shortest path for each value that takes a piece to a place."""
        found: dict[tuple[Roll, Move], None] = {}
        mover = self._piece(named)
        for table in (self._opened(), self._before):
            where = ground(table, mover, self._player)
            steps = counts(table, mover)
            # What is passed is logged, so that a way past it is another one (`logging`).
            passing = mover.player is not None and table.rulings.logging == "in_passing"
            search = Search(where, max(steps), marked_spaces(table) if passing else 0)
            for pips, count in zip(DICE[where.terrain], steps, strict=True):
                for one in search.ends(count):
                    if one.at == end:
                        actions = (
                            Roll(where.terrain, pips),
                            Move(named, one.path),
                        )
                        found[actions] = None
        yield from found

    def _piece(self, named: Named) -> Mover:
        if named.player is not None:
            return Mover(*named)
        return Mover(None, [walker.at for walker in self._before.walkers].index(named.which))

    def _opened(self) -> Snapshot:
        """The table with all that opens ways: creep-throughs laid, obstacles gone, boats in use."""
        before, after = self._before, self._after
        one = before.players[self._player]
        lost = self._lost(self._player)
        boats = max(one.boats, after.players[self._player].boats, int(Card.BOAT in lost))
        table = before.with_player(self._player, boats=boats)._replace(
            trees=tuple(tree for tree in before.trees if tree in after.trees),
            broken_bridges=tuple(b for b in before.broken_bridges if b in after.broken_bridges),
        )
        for creep in self._new_creeps():
            laid = Turn(self._player, (Play(Card.CREEP_THROUGH, spaces=(creep,)),))
            table = update(table, laid).after
        return table

    # What else was done

    def _extras(self, base: Sequence[Action]) -> Iterator[tuple[Action, ...]]:
        """What else the differences show, in each way to explain it."""
        by_base = any(isinstance(a, Move) and a.mover.player is None for a in base)
        options: list[list[tuple[Action, ...]]] = [
            [*self._trees()],
            [*self._walkers(by_base=by_base)],
            [self._removed()],
            [*dict.fromkeys((self._other_plays(), self._other_plays(lost_boats=True)))],
            [*self._logs()],
        ]
        for chosen in product(*options):
            actions = tuple(action for part in chosen for action in part)
            yield actions
            if spare := self._discarded(actions):
                yield (*actions, *spare)

    def _lost(self, player: int) -> Counter[Card]:
        """The cards that a player's hand has lost, as far as both tables tell."""
        one, other = self._before.players[player].hand, self._after.players[player].hand
        if one is None or other is None:
            return Counter()
        return Counter(one) - Counter(other)

    def _trees(self) -> Iterator[tuple[Action, ...]]:
        new = [tree for tree in self._after.trees if tree not in self._before.trees]
        return self._laid("tree", Card.FALLEN_TREE, [tuple(each(tree)) for tree in new])

    def _laid(
        self, piece: Piece, card: Card, places: Sequence[tuple[Space, ...]]
    ) -> Iterator[tuple[Action, ...]]:
        """New pieces, by players who have a free one no longer and by cards."""
        then = self._after.players
        givers = [
            i
            for i, one in enumerate(self._before.players)
            if piece in one.free and piece not in then[i].free
        ]
        for order in permutations(places):
            yield tuple(
                Place(piece, spaces, givers[i]) if i < len(givers) else Play(card, spaces)
                for i, spaces in enumerate(order)
            )

    def _walked(self) -> list[tuple[Space, Space]]:
        """The walkers that the player may have moved: from where, and to where."""
        before = [walker.at for walker in self._before.walkers]
        rested = [w.at for w in self._before.walkers if w.moved_by == self._player]
        return [
            (start, walker.at)
            for walker in self._after.walkers
            if walker.moved_by == self._player and walker.at not in rested
            for start in before
            if start == walker.at or start not in [w.at for w in self._after.walkers]
        ]

    def _walkers(self, *, by_base: bool) -> Iterator[tuple[Action, ...]]:
        """Walkers placed, taken away and moved."""
        then = {walker.at for walker in self._after.walkers}
        before = {walker.at for walker in self._before.walkers}
        moves: list[tuple[Space, Space] | None] = [None]
        moves += self._walked() if not by_base else []
        if by_base and self._walked():
            # The walker that the base moves is explained by it.
            start, end = self._walked()[0]
            then, before = then - {end}, before - {start}
        for move in moves:
            start, end = move or (-1, -1)
            gone = [
                Play(Card.REMOVE_OBSTACLE, obstacle=at) for at in sorted(before - then - {start})
            ]
            new = [(at,) for at in sorted(then - before - {end})]
            for came in self._laid("walker", Card.WALKER, new):
                if move is None:
                    yield (*gone, *came)
                    continue
                for roll, step in self._moves(Named(None, start), end):
                    walk = Play(Card.WALKER, mover=step.mover, pips=roll.pips, path=step.path)
                    yield (*gone, *came, walk)

    def _removed(self) -> tuple[Action, ...]:
        before, after = self._before, self._after
        spaces = [next(each(tree)) for tree in before.trees if tree not in after.trees]
        spaces += [at for at in before.broken_bridges if at not in after.broken_bridges]
        return tuple(Play(Card.REMOVE_OBSTACLE, obstacle=at) for at in spaces)

    def _new_creeps(self) -> list[Space]:
        before = [creep.at for creep in self._before.creeps]
        return [creep.at for creep in self._after.creeps if creep.at not in before]

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
        # A boat that is lost again shows in the hand alone.
        if lost_boats:
            boats = max(boats, self._lost(self._player)[Card.BOAT])
        plays += [Play(Card.BOAT)] * boats
        return tuple(plays)

    def _discarded(self, actions: Sequence[Action]) -> tuple[Action, ...]:
        """The cards that a hand has lost and no play explains."""
        played = Counter(action.card for action in actions if isinstance(action, Play))
        # By itself none is played (`shovel`).
        played[Card.SHOVEL] = sum(isinstance(one, Log) and one.shovel for one in actions)
        return tuple(
            Discard(card, i)
            for i in range(len(self._before.players))
            for card in (self._lost(i) - (played if i == self._player else Counter())).elements()
        )

    # Logging

    def _logs(self) -> Iterator[tuple[Action, ...]]:
        """Each way to log the routes that have changed."""
        options = []
        for owner, one in enumerate(self._before.players):
            for i, route in enumerate(one.routes):
                drawn = self._drawn(owner, i)
                if drawn is not None and route.marked is not None:
                    options.append(
                        [
                            Log(mover, owner, i, route.marked, route.needs_shovel, draw)
                            for mover in movers_of(self._before, self._player)
                            for draw in drawn
                        ]
                    )
        yield from product(*options)

    def _drawn(self, owner: int, i: int) -> list[Drawn | None] | None:
        """What may have been drawn for a route that was logged, None if it cannot have been."""
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
        return [Drawn(coordinate, *action) for action in self._actions_drawn(owner, i)]

    def _actions_drawn(
        self, owner: int, logged: int
    ) -> Iterator[tuple[Card | Info, int | None, Treasure | None]]:
        """The action cards that a player may have drawn, with what an info card brought."""
        one, other = self._before.players[owner], self._after.players[owner]
        for i, was in enumerate(one.routes):
            now, ended = other.routes[i], i == logged and was.has_treasure
            before = 0 if ended else len(was.info)
            for info in now.info[before:]:
                treasure = now.treasures[-1] if info != Info.BURIED and now.treasures else None
                yield info, i, treasure
        if one.hand is None or other.hand is None:
            # Of a hand that is not known any card may be drawn: the first is told.
            yield Card.FALLEN_TREE, None, None
            return
        gained = Counter(other.hand) - Counter(one.hand)
        # A card drawn may have been played or discarded in the same turn.
        for card in sorted({*gained} or {*Card}):
            yield card, None, None
        yield Info.CLOSED, None, None


def _explorer(snapshot: Snapshot, mover: Mover) -> Explorer:
    return snapshot.players[_pair(mover)[0]].explorers[mover.which]


def _pair(mover: Mover) -> tuple[int, int]:
    return cast("int", mover.player), mover.which


def _joined(actions: Sequence[Action]) -> list[Action]:
    """The actions with moves that nothing comes between joined."""
    joined: list[Action] = []
    for action in actions:
        last = joined[-1] if joined else None
        if isinstance(last, Move) and isinstance(action, Move):
            joined[-1] = Move(last.mover, last.path + action.path)
        else:
            joined.append(action)
    return joined
