"""The search for plays of one player that lead from one table to another (p. 4-5).

It runs over what a half day does, not over how: what still differs on the parchment and the island
prunes it, which cards can have been taken is asked next, and a shortest way to walk is found last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from theodolite.grid import Space, Spaces
from theodolite.misterra.board import GRID, Board, Island, Terrain
from theodolite.misterra.claiming import may_claim
from theodolite.misterra.display import HALF_DAYS, Cards, amiss, card, ways
from theodolite.misterra.mapping import update
from theodolite.misterra.movement import Ground, Places, place_bit, places_of, union
from theodolite.misterra.sight import PAIRS, Pair
from theodolite.misterra.snapshot import Place, Sketch, Snapshot
from theodolite.misterra.turn import Exchange, HalfDay

__all__ = ["ANYWHERE", "MOST", "Deed", "Play", "Search", "differing"]

ANYWHERE: Places = -1
"""Every place there is."""

_EXPLAINED = 4
"""The most that one half day explains: two spaces of the parchment and two of the island."""
MOST = 99
"""More than can ever be left unexplained."""


class Deed(NamedTuple):
    """What a half day does, less its move and its cards.

    `places` are those from which it can be done; the rest is how the table then stands, as far as
    it bears on the dispute: the island, the player's claims, and the spaces on which the parchment
    and the island still differ from the table to be explained.
    """

    half_day: HalfDay
    places: Places
    island: Island
    claims: tuple[Space, ...]
    parchment_left: Spaces
    island_left: Spaces

    @property
    def does_something(self) -> bool:
        """Whether it maps or claims."""
        return self.half_day.action != "discard"


class _Walk(NamedTuple):
    """Where each move ends, and how many steps that takes in all."""

    ends: tuple[Place, ...]
    steps: int


class Play(NamedTuple):
    """Deeds in order with places to end each move on, and how much they leave unexplained.

    `amiss` says what of the display and the deck they do, where no cards can have been taken.
    """

    deeds: tuple[Deed, ...]
    ends: tuple[Place, ...]
    steps: int
    cards: Cards | None
    left: int
    amiss: tuple[str, ...] = ()

    @property
    def length(self) -> tuple[int, int, int, int]:
        """What makes one account shorter than another."""
        done = sum(deed.does_something for deed in self.deeds)
        return len(self.deeds), done, self.cards.exchanged if self.cards else 0, self.steps


@dataclass(frozen=True)
class Search:
    """The search for plays of a player that lead from one table to another."""

    before: Snapshot
    after: Snapshot
    player: int

    @cached_property
    def goal(self) -> tuple[Terrain | None, ...]:
        """What each space of the parchment holds in the end."""
        parchment = self.after.players[self.player].parchment
        return tuple(parchment.at(space) for space in range(len(GRID.names)))

    @cached_property
    def claims(self) -> frozenset[Space]:
        """Where the player's claim markers lie in the end."""
        return frozenset(self.after.players[self.player].claims)

    @cached_property
    def end(self) -> Places:
        """Where the meeple stands in the end; no place if it stands nowhere."""
        meeple = self.after.players[self.player].meeple
        return 0 if meeple is None else place_bit(meeple)

    @cached_property
    def start(self) -> Deed:
        """The table before, as a half day that does nothing would leave it."""
        player = self.before.players[self.player]
        island = self.before.island
        return Deed(
            HalfDay(),
            0,
            island,
            player.claims,
            differing(player.parchment, self.after.players[self.player].parchment),
            self._island_left(island),
        )

    @cached_property
    def reach(self) -> list[Places]:
        """Where the first half day's move can end, by the least number of steps."""
        return Ground.of(self.before).layers(self.before.players[self.player].meeple)

    def left(self, deed: Deed) -> int:
        """How many differences a deed leaves."""
        claims = len(self.claims.symmetric_difference(deed.claims))
        return deed.parchment_left.bit_count() + deed.island_left.bit_count() + claims

    def _island_left(self, island: Island) -> Spaces:
        tiles, confirmed = self.after.island
        return differing(island.tiles, tiles) | (island.confirmed ^ confirmed)

    def ground(self, island: Island) -> Ground:
        """What meeples walk on when the island stands so."""
        return Ground(island.tiles, self.before.beach.spaces)

    def firsts(self, budget: int, ends: Places | None = None) -> Iterator[Deed]:
        """What the first half day can do.

        If it is the last too, and so must end on one of `ends`, it leaves no more than the budget
        unexplained; if not, no more than another can bring down to it.
        """
        return self._deeds(self.start, union(self.reach), budget, ends)

    def seconds(self, first: Deed, budget: int, ends: Places) -> Iterator[Deed]:
        """What the second half day can do to leave at most so much unexplained."""
        places = union(self.ground(first.island).spread(first.places))
        return self._deeds(first, places, budget, ends)

    def _deeds(
        self, table: Deed, places: Places, budget: int, ends: Places | None
    ) -> Iterator[Deed]:
        last = ends is not None
        if ends is not None:
            places &= ends
        if not places:
            return
        yield from self._maps(table, places, budget, last=last)
        # Discarding leaves everything as it was.
        candidates = [table._replace(half_day=HalfDay(), places=places)]
        # A claim puts a marker under the meeple.
        half_day = HalfDay(action="claim")
        for space in self.claims.difference(table.claims):
            if (here := 1 << space & places) and self._may_claim(table, space):
                claims = (*table.claims, space)
                candidates.append(table._replace(half_day=half_day, places=here, claims=claims))
        most = budget if last else budget + _EXPLAINED
        yield from (deed for deed in candidates if self.left(deed) <= most)

    def _may_claim(self, table: Deed, space: Space) -> bool:
        players = list(self.before.players)
        players[self.player] = players[self.player]._replace(claims=table.claims)
        snapshot = self.before._replace(island=table.island, players=tuple(players))
        return may_claim(snapshot, table.claims, space)

    def _maps(self, table: Deed, places: Places, budget: int, *, last: bool) -> Iterator[Deed]:
        ground = self.ground(table.island)
        # Another half day explains no more than two spaces of the parchment.
        on_parchment = budget if last else budget + 2
        most = budget if last else budget + _EXPLAINED
        fits = self._fits(table) if last else 0
        for pair in PAIRS:
            # What lies elsewhere stays as it is.
            rest = table.parchment_left & ~pair.spaces
            if rest.bit_count() > on_parchment or (last and self._least(table, pair, fits) > most):
                continue
            if not (here := pair.viewpoints(ground) & places):
                continue
            for one, other in product(Terrain, repeat=2):
                wrong = (one != self.goal[pair.first]) << pair.first
                wrong |= (other != self.goal[pair.second]) << pair.second
                if (rest | wrong).bit_count() > on_parchment:
                    continue
                for half_day, island in self._laid(table.island, pair, one, other):
                    left = self._island_left(island)
                    deed = Deed(half_day, here, island, table.claims, rest | wrong, left)
                    if self.left(deed) <= most:
                        yield deed

    def _fits(self, table: Deed) -> Spaces:
        """The spaces that one more card can bring to what they are in the end, or may be able to.

        The card shows what the parchment then does. It confirms a hazy tile of its terrain, makes
        any other space hazy of its terrain, and changes nothing for want of a tile in the supply.
        """
        goal = self.after.players[self.player].parchment
        tiles, confirmed = table.island
        then, confirmed_then = self.after.island
        scarce = union(goal[terrain] for terrain in Terrain if table.island.supply(terrain) < 2)
        unchanged = ~table.island_left & (confirmed | scarce)
        updated = goal.matching(then) & ~confirmed & ~(goal.matching(tiles) ^ confirmed_then)
        return goal.covered & (unchanged | updated)

    def _least(self, table: Deed, pair: Pair, fits: Spaces) -> int:
        """The least that a card laid on a pair can leave."""
        left = (table.parchment_left & ~pair.spaces).bit_count()
        left += (table.island_left & ~pair.spaces).bit_count()
        left += (pair.spaces & ~fits).bit_count()
        return left + len(self.claims.symmetric_difference(table.claims))

    def _promise(self, first: Deed) -> int:
        """The least that any half day can leave after this one."""
        fits = self._fits(first)
        by_map = min(self._least(first, pair, fits) for pair in PAIRS)
        return min(by_map, self.left(first) - bool(self.claims.difference(first.claims)))

    def _laid(
        self, island: Island, pair: Pair, one: Terrain, other: Terrain
    ) -> Iterator[tuple[HalfDay, Island]]:
        """A card laid on a pair, and the island after it, in each order that makes a difference."""
        first, _ = update(island, pair.first, one, self.before.rulings)
        first, _ = update(first, pair.second, other, self.before.rulings)
        yield HalfDay(sketch=(one, other), action="map", spaces=(pair.first, pair.second)), first
        # Only a supply that is about to run out tells one order from the other.
        if min(island.supply(one), island.supply(other)) < 2:
            second, _ = update(island, pair.second, other, self.before.rulings)
            second, _ = update(second, pair.first, one, self.before.rulings)
            if second != first:
                spaces = (pair.second, pair.first)
                yield HalfDay(sketch=(other, one), action="map", spaces=spaces), second

    def play(self, budget: int, *deeds: Deed) -> Play | None:
        """These deeds with cards to do them and places to stand.

        None if there are no places, or if more than the budget is left. Where no cards can do it,
        what of them is amiss is left too.
        """
        left = self.left(deeds[-1])
        needs = [deed.half_day.sketch and card(deed.half_day.sketch) for deed in deeds]
        for cards in self.cards(*needs):
            if walk := self._walk(deeds, cards.exchanges):
                return Play(deeds, walk.ends, walk.steps, cards, left)
        # Where cards could do it, they were exchanged without a lagoon underfoot.
        wrong = self.amiss(*needs) or ("display",)
        left += len(wrong)
        if left <= budget and (walk := self._walk(deeds, (None,) * len(deeds))):
            return Play(deeds, walk.ends, walk.steps, None, left, wrong)
        return None

    def _walk(self, deeds: Sequence[Deed], exchanges: Sequence[Exchange | None]) -> _Walk | None:
        """Places to end each move on for the fewest steps, late rather than early; None if none."""
        island = self.before.island
        spots = []
        for deed, exchange in zip(deeds, exchanges, strict=True):
            # An exchange needs a lagoon underfoot.
            spots.append(deed.places & island.tiles.lagoon if exchange else deed.places)
            island = deed.island
        if len(deeds) == 1:
            for steps, layer in enumerate(self.reach):
                for end in places_of(layer & spots[0]):
                    return _Walk((end,), steps)
            return None
        ground = self.ground(deeds[0].island)
        walks = [
            (first + second, first, middles)
            for (first, out), (second, back) in product(
                enumerate(self.reach), enumerate(ground.spread(spots[1]))
            )
            if (middles := out & back & spots[0])
        ]
        if not walks:
            return None
        steps, first, middles = min(walks)
        middle = next(places_of(middles))
        end = next(places_of(ground.layers(middle)[steps - first] & spots[1]))
        return _Walk((middle, end), steps)

    def account(self, play: Play) -> tuple[HalfDay, ...]:
        """The half days of a play."""
        half_days = []
        ground, start = Ground.of(self.before), self.before.players[self.player].meeple
        unknown = (None,) * len(play.deeds)
        exchanges, taken = play.cards or Cards(unknown, unknown)
        for deed, end, exchange, any_card in zip(
            play.deeds, play.ends, exchanges, taken, strict=True
        ):
            half_days.append(
                deed.half_day._replace(
                    move=ground.paths(start)[end],
                    lagoon=exchange,
                    sketch=deed.half_day.sketch or any_card,
                )
            )
            ground, start = self.ground(deed.island), end
        return tuple(half_days)

    @cached_property
    def _ways(self) -> dict[tuple[Sketch | None, ...], list[Cards]]:
        return {}

    def cards(self, *needs: Sketch | None) -> list[Cards]:
        """The ways for each half day to have the card that it needs, None for any."""
        if needs not in self._ways:
            self._ways[needs] = ways(self.before, self.after, needs)
        return self._ways[needs]

    @cached_property
    def _amiss(self) -> dict[tuple[Sketch | None, ...], tuple[str, ...]]:
        return {}

    def amiss(self, *needs: Sketch | None) -> tuple[str, ...]:
        """What of the display and the deck is amiss if the half days had the cards they need."""
        if needs not in self._amiss:
            self._amiss[needs] = amiss(self.before, self.after, needs)
        return self._amiss[needs]

    def no_cards(self, half_days: int) -> bool:
        """Whether the display and the deck rule out so many half days, whatever they do."""
        return not self.cards(*[None] * half_days)

    def complete(self, most: int) -> list[Play]:
        """The plays that explain everything, the shortest first; all of them if up to `most`."""
        found: list[Play] = []
        for plays in self._by_length():
            found += [play for play in plays if play is not None]
            # All that follow are longer.
            if len(found) > most:
                break
        return sorted(found, key=lambda play: play.length)

    def _by_length(self) -> Iterator[Iterator[Play | None]]:
        """The plays that explain everything, in batches: what is in a later one is longer."""
        if not self.no_cards(1):
            yield (self.play(0, only) for only in self.firsts(0, self.end))
        if self.no_cards(HALF_DAYS):
            return
        turns = [(first, [*self.seconds(first, 0, self.end)]) for first in self.firsts(0)]
        for done in range(HALF_DAYS + 1):
            yield (
                self.play(0, first, second)
                for first, seconds in turns
                for second in seconds
                if first.does_something + second.does_something == done
            )

    def nearest(self, ends: Places, budget: int = MOST) -> Play | None:
        """A play that leaves as little unexplained as any; None if all leave more than a budget.

        The meeple may end on any of `ends`.
        """
        best: Play | None = None
        for only in self.firsts(budget, ends):
            best = _better(best, self.play(budget, only))
        cards = len(self.amiss(*[None] * HALF_DAYS))
        for least, first in self._promising:
            if best is not None:
                budget = best.left - 1
            if least + cards > budget:
                break
            for second in self.seconds(first, budget - cards, ends):
                best = _better(best, self.play(budget, first, second))
        return best

    @cached_property
    def _promising(self) -> list[tuple[int, Deed]]:
        """What the first half day can do, by the least that the second can then leave."""
        firsts = [(self._promise(first), first) for first in self.firsts(MOST)]
        return sorted(firsts, key=lambda promising: promising[0])


def _better(best: Play | None, play: Play | None) -> Play | None:
    if best is None or (play is not None and (play.left, play.length) < (best.left, best.length)):
        return play
    return best


def differing(one: Board, other: Board) -> Spaces:
    """The spaces on which two boards differ."""
    return (one.covered | other.covered) & ~one.matching(other)
