"""Candidates for the loggings of a disputed turn: sequences that lead to the routes of a table.

Covers routes that are logged several times, info cards laid on routes that end in the same turn,
and coordinates drawn where an explorer logs next. `candidate_turns` gives them their moments.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from theodolite.checkpoints import checkpoint
from theodolite.grid import Space, Spaces, each, union
from theodolite.treasure_hunt.actions import Drawn, Log, Turn
from theodolite.treasure_hunt.marker_logging import log
from theodolite.treasure_hunt.markers import has_right
from theodolite.treasure_hunt.move_area import Mover
from theodolite.treasure_hunt.snapshot import HAND, Card, Info, Route, Snapshot, Treasure
from theodolite.treasure_hunt.turn_state import TurnState


class Loggings(NamedTuple):
    """The facts that are known of the loggings of a turn.

    Attributes:
        after: The table after the turn.
        player: The player whose turn it was.
        places: For each explorer the coordinates that it can log from where it stood or went.
        played: For each player the cards played in the turn, as far as they are known.
        tries: Ends when no further loggings are tried.
    """

    after: Snapshot
    player: int
    places: Mapping[Mover, Spaces]
    played: Sequence[Sequence[Card]]
    tries: Iterator[int]

    def sequences(self, table: Snapshot) -> Iterator[tuple[Log, ...]]:
        """The loggings that lead from a table to one with the later routes and treasures.

        Args:
            table: The table before them.
        """
        checkpoint()
        pairs = zip(table.players, self.after.players, strict=True)
        # Every logging leaves a card, or a coordinate for each card of an ended route.
        if all(
            one.coordinates == other.coordinates
            and _agree(one.treasures, other.treasures)
            and all(map(_same, one.routes, other.routes))
            for one, other in pairs
        ):
            yield ()
        else:
            for action, then in self._next(table):
                for rest in self.sequences(then) if self._may_lead_on(then) else ():
                    yield (action, *rest)

    def _next(self, table: Snapshot) -> Iterator[tuple[Log, Snapshot]]:
        for mover, spaces in self.places.items():
            for owner, one in enumerate(table.players):
                for i, route in enumerate(one.routes):
                    at = route.marked
                    if at is None or not spaces >> at & 1:
                        continue
                    if has_right(table, mover.player or 0, owner, route):
                        for drawn, _ in zip(self._draws(table, owner, i), self.tries, strict=False):
                            action = Log(mover, owner, i, at, route.needs_shovel, drawn)
                            state = TurnState(table, Turn(self.player, (action,)))
                            log(state, action)
                            yield action, state.snapshot

    def _may_lead_on(self, table: Snapshot) -> bool:
        """Whether further loggings can lead from a table to the later one."""
        reached = union(self.places.values())
        for one, other in zip(table.players, self.after.players, strict=True):
            gained = len(one.treasures)
            if one.coordinates > other.coordinates or not (
                gained <= len(other.treasures) and _agree(one.treasures, other.treasures[:gained])
            ):
                return False
            for route, later in zip(one.routes, other.routes, strict=True):
                stays = route.cards == later.cards and _continues(route, later)
                if not stays and (route.marked is None or not reached >> route.marked & 1):
                    return False
        return True

    def _draws(self, table: Snapshot, owner: int, logged: int) -> Iterator[Drawn | None]:
        """The draws for a route that is logged."""
        route, later = (one.players[owner].routes[logged] for one in (table, self.after))
        kept, unseen = route.cards, self._coordinates_left(table)
        if route.has_treasure:
            yield None
            unseen -= len(kept)
            kept = ()
        coordinates = (
            [*later.cards[len(kept) : len(kept) + 1]] if _begins(later.cards, kept) else []
        )
        # The card of a route that ends in this turn is seen no more: it is logged as well.
        if unseen > len(kept):
            lying = {card for one in table.players for there in one.routes for card in there.cards}
            coordinates += [
                at
                for at in each(union(self.places.values()))
                if at not in lying and at not in coordinates
            ]
        for coordinate in coordinates:
            begun = Route((*kept, coordinate), () if route.has_treasure else route.info)
            routes = list(table.players[owner].routes)
            routes[logged] = begun
            for card in self._cards(table, owner):
                yield Drawn(coordinate, card)
            for i, there in enumerate(routes):
                for info, treasure in self._info(
                    there, self.after.players[owner].routes[i], unseen
                ):
                    yield Drawn(coordinate, info, i, treasure)

    def _cards(self, table: Snapshot, owner: int) -> Sequence[Card]:
        """The cards that a player can draw into the hand, gained ones first."""
        hand, later = (one.players[owner].hand for one in (table, self.after))
        # One card stands for all that an unknown hand can have gained.
        if hand is None or later is None:
            return [Card.FALLEN_TREE]
        cards = [*(Counter(later) - Counter(hand)), *self.played[owner]]
        # And for all that can have been discarded at once, as a fourth in hand.
        if len(hand) >= HAND:
            cards += [card for card in Card if card not in cards][:1]
        return [*dict.fromkeys(cards)]

    def _info(
        self, route: Route, later: Route, unseen: int
    ) -> Iterator[tuple[Info, Treasure | None]]:
        """The info cards drawn for a route, with their treasures."""
        if not route.cards:
            return
        if _continues(route, later) and len(later.info) > len(route.info):
            info = later.info[len(route.info)]
            seen = None if info == Info.BURIED else later.treasures[len(route.treasures)]
            yield info, seen
        # On a route that ends in this turn they are seen no more, but the treasures are.
        if unseen >= len(route.cards) and union(self.places.values()) >> route.cards[-1] & 1:
            won = dict.fromkeys(
                treasure for one in self.after.players for treasure in one.treasures[::-1]
            )
            for info in (Info.CLOSED, Info.OPEN):
                for treasure in won:
                    yield info, treasure
            yield Info.BURIED, None

    def _coordinates_left(self, table: Snapshot) -> int:
        """The number of coordinates that are still to be gained."""
        pairs = zip(table.players, self.after.players, strict=True)
        return sum(other.coordinates - one.coordinates for one, other in pairs)


def _begins(cards: Sequence[Space], begin: Sequence[Space]) -> bool:
    return cards[: len(begin)] == begin


def _continues(route: Route, later: Route) -> bool:
    """Whether a route has the first cards of a later one, and no more."""
    return _begins(later.cards, route.cards) and later.info[: len(route.info)] == route.info


def _same(one: Route, other: Route) -> bool:
    """Whether two routes are equal as far as their treasures are seen."""
    same = one.cards == other.cards and one.info == other.info
    return same and _agree(one.treasures, other.treasures)


def _agree(some: Sequence[Treasure | None], others: Sequence[Treasure | None]) -> bool:
    """Whether treasures are the same, as far as both are seen."""
    return len(some) == len(others) and all(
        None in (one, other) or one == other for one, other in zip(some, others, strict=True)
    )
