"""Candidates for the turn of a dispute: turns suggested by the differences between two tables.

Covers every roll, draws as the later table shows them, and the plays that the differences show,
each at every moment of the turn; and, if no legal turn explains the later table, turns that break a
rule. Not covered: plays that leave no trace. `disputes` tries the candidates.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, combinations, permutations, product, tee
from typing import cast

from theodolite.grid import NOWHERE, Space, Spaces, each, first_of, set_of
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
    Turn,
)
from theodolite.treasure_hunt.board import GRID, HOME
from theodolite.treasure_hunt.candidate_logs import Loggings
from theodolite.treasure_hunt.candidate_moves import CandidateMoves, explorer_of, walker_spaces
from theodolite.treasure_hunt.markers import MAX_PLAYS
from theodolite.treasure_hunt.move_area import Mover
from theodolite.treasure_hunt.placing import Piece, placement_checks
from theodolite.treasure_hunt.snapshot import HAND, Card, Info, Snapshot, Treasure
from theodolite.treasure_hunt.turn_state import movable_explorers
from theodolite.verdict import legal

LOGS_PER_TURN = 10
"""The loggings that are tried for each turn that is tried."""


class CandidateTurns(CandidateMoves):
    """Candidates for the turn that led from one table to another; see `CandidateMoves`."""

    def __init__(
        self, before: Snapshot, after: Snapshot, player: int, most: int, *, loose: bool = False
    ) -> None:
        super().__init__(before, after, player, most, loose=loose)
        self._log_tries = iter(range(LOGS_PER_TURN * most))
        self._known_logs: dict[object, list[tuple[Action, ...]]] = {}

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
        start, end = (explorer_of(table, action.explorer) for table in (self._before, self._after))
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
        givers = self.givers(piece)
        for order in permutations(places):
            yield tuple(
                Place(piece, spaces, givers[i]) if i < len(givers) else Play(card, spaces)
                for i, spaces in enumerate(order)
            )

    def _without_trace(self, plays: Sequence[Action]) -> Iterator[tuple[Action, ...]]:
        """No further plays, or a piece laid and removed, or removed and laid again."""
        yield ()
        lost = self.lost_cards()
        if self._loose or lost is None:
            return
        lost.subtract(_used_by(plays, self._player, self._player))
        if lost[Card.REMOVE_OBSTACLE] <= 0:
            return
        placed = [one.by for one in plays if isinstance(one, Place)]
        before, after = self._before, self._after
        walked = [at for at in walker_spaces(before) if at in walker_spaces(after)]
        pieces: list[tuple[Piece, Card, list[tuple[Space, ...]]]] = [
            (
                "tree",
                Card.FALLEN_TREE,
                [tuple(each(one)) for one in before.trees if one in after.trees],
            ),
            ("walker", Card.WALKER, [(at,) for at in walked]),
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
                    for giver in self.givers(piece)
                    if giver not in placed
                ]
            if not ways:
                continue
            for spaces in [*lying, *self.free_places(piece)]:
                for way in ways:
                    yield (Play(Card.REMOVE_OBSTACLE, obstacle=spaces[0]), way(spaces))

    def free_places(self, piece: Piece) -> Iterator[tuple[Space, ...]]:
        """The first spaces on which a piece may be placed: one place stands for all."""
        bridge = [first_of(one) for one in self._before.board.bridges]
        for at in bridge if piece == "broken_bridge" else each(GRID.everywhere):
            spaces = (at, Space(at + 1)) if piece == "tree" else (at,)
            if max(spaces) < len(GRID.names) and legal(
                [*placement_checks(self._before, self._player, piece, spaces, free=True)]
            ):
                yield spaces
                return

    def _walkers(self, moved: Move | None) -> Iterator[tuple[Action, ...]]:
        """Walkers placed, removed and moved, without the one that the base actions move."""
        before, then = walker_spaces(self._before), walker_spaces(self._after)
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
        then = walker_spaces(self._after)
        there = [at for at in reversed((Space(moved.mover.which), *moved.path)) if at in then]
        return next(iter(there), moved.path[-1])

    def _removed(self) -> tuple[Action, ...]:
        before, after = self._before, self._after
        spaces = [first_of(tree) for tree in before.trees if tree not in after.trees]
        spaces += [at for at in before.broken_bridges if at not in after.broken_bridges]
        return tuple(Play(Card.REMOVE_OBSTACLE, obstacle=at) for at in spaces)

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
            spaces |= self._logs_from(explorer_of(table, mover).at)
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
        before, after, lost = self._before, self._after, self.lost_cards()
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


def _drawn_by(actions: Sequence[Action], player: int) -> list[Card]:
    """The cards that a player draws into the hand."""
    drawn = [one.drawn for one in actions if isinstance(one, Log) and one.owner == player]
    return [one.action for one in drawn if one is not None and isinstance(one.action, Card)]


def _used_by(actions: Sequence[Action], owner: int, player: int) -> list[Card]:
    """The cards of one player that are used in the turn of another, or the same, player."""
    used = [one.card for one in actions if isinstance(one, Play) and owner == player]
    logs = [one for one in actions if isinstance(one, Log) and one.explorer.player == owner]
    return [*used, *(Card.SHOVEL for one in logs if one.shovel)]


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
