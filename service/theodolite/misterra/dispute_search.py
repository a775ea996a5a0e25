"""The search for plays of one player that lead from one table to another (p. 4-5).

It enumerates the effects of half days, and prunes by the spaces of the parchment and the island
that still differ. The cards of a play are found next (`dispute_cards`), its shortest moves last.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import product
from typing import NamedTuple

from theodolite.checkpoints import checkpoint
from theodolite.grid import NOWHERE, Space, Spaces, each
from theodolite.misterra.board import GRID, Board, Island, Terrain
from theodolite.misterra.claiming import may_claim
from theodolite.misterra.dispute_cards import (
    Cards,
    Need,
    contradictions,
    possible_cards,
    sorted_card,
    without,
)
from theodolite.misterra.half_days import Exchange, HalfDay
from theodolite.misterra.mapping import update
from theodolite.misterra.movement import Ground, Places, place_bit, places_of, union
from theodolite.misterra.sight import PAIRS, Pair
from theodolite.misterra.snapshot import TURN_HALF_DAYS, Place, Snapshot

ANYWHERE: Places = -1
"""All places."""

_MAX_EXPLAINED = 4
"""The most differences that a half day explains: two spaces each of parchment and island."""
MAX_DIFFERENCES = 99
"""More than can ever be left unexplained."""


class Stage(NamedTuple):
    """The effect of a half day, and the table after it as far as it bears on the dispute.

    Attributes:
        half_day: The half day without its move and its cards.
        places: The places from which it can be done.
        island: The island after it.
        claims: The player's claims after it.
        parchment_differs: The spaces on which the parchment differs from the one to be explained.
        island_differs: The spaces on which the island does.
    """

    half_day: HalfDay
    places: Places
    island: Island
    claims: tuple[Space, ...]
    parchment_differs: Spaces
    island_differs: Spaces

    @property
    def acts(self) -> bool:
        """Whether it maps or claims."""
        return self.half_day.action != "discard"


class _Walk(NamedTuple):
    """The place where each move ends, and the number of steps in all."""

    ends: tuple[Place, ...]
    steps: int


class Play(NamedTuple):
    """Half days in order, and the differences that they leave unexplained.

    Attributes:
        stages: The half days.
        ends: The place where the move of each ends.
        steps: The number of steps in all.
        cards: The cards exchanged and taken; None if no cards are possible.
        remaining: The number of differences that remain.
        contradictions: The fields `deck` and `display` that remain, if no cards are possible; of
            several sets any one suffices.
        is_astray: Whether the meeple ends elsewhere, which `remaining` counts too.
    """

    stages: tuple[Stage, ...]
    ends: tuple[Place, ...]
    steps: int
    cards: Cards | None
    remaining: int
    contradictions: Sequence[tuple[str, ...]] = ()
    is_astray: bool = False

    @property
    def length(self) -> tuple[int, int, int, int]:
        """The key by which accounts are sorted, the shortest first."""
        done = sum(stage.acts for stage in self.stages)
        return len(self.stages), done, self.cards.exchanged if self.cards else 0, self.steps

    @property
    def cost(self) -> tuple[int, ...]:
        """The key by which the nearest play is found: fewest differences, then shortest."""
        return (self.remaining, *self.length)


@dataclass(frozen=True)
class Search:
    """The search for plays of a player that lead from one table to another."""

    before: Snapshot
    after: Snapshot
    player: int

    @cached_property
    def goal(self) -> tuple[Terrain | None, ...]:
        """The terrain of each space of the parchment in the end."""
        parchment = self.after.players[self.player].parchment
        return tuple(parchment.at(space) for space in each(GRID.everywhere))

    @cached_property
    def claims(self) -> frozenset[Space]:
        """The spaces of the player's claim markers in the end."""
        return frozenset(self.after.players[self.player].claims)

    @cached_property
    def end(self) -> Places:
        """The place of the meeple in the end, as a set; empty if it is not placed."""
        meeple = self.after.players[self.player].meeple
        return 0 if meeple is None else place_bit(meeple)

    @cached_property
    def start(self) -> Stage:
        """The table before, as the stage after a half day without effect."""
        player = self.before.players[self.player]
        island = self.before.island
        return Stage(
            HalfDay(),
            0,
            island,
            player.claims,
            differing(player.parchment, self.after.players[self.player].parchment),
            self._island_differs(island),
        )

    @cached_property
    def reach(self) -> list[Places]:
        """The places where the first move can end, by the least number of steps."""
        return Ground.of(self.before).layers(self.before.players[self.player].meeple)

    def remaining(self, stage: Stage) -> int:
        """The number of differences that remain after a stage."""
        claims = len(self.claims.symmetric_difference(stage.claims))
        return stage.parchment_differs.bit_count() + stage.island_differs.bit_count() + claims

    def _island_differs(self, island: Island) -> Spaces:
        return differing_islands(island, self.after.island)

    def ground(self, island: Island) -> Ground:
        """The ground of an island."""
        return Ground(island.tiles, self.before.beach.spaces)

    def first_stages(self, budget: int, ends: Places | None = None) -> Iterator[Stage]:
        """Enumerate the first half days.

        Args:
            budget: The most differences that may remain in the end.
            ends: The places where the move may end, if there is no second half day.
        """
        return self._stages(self.start, union(self.reach), budget, ends)

    def second_stages(self, first: Stage, budget: int, ends: Places) -> Iterator[Stage]:
        """Enumerate the second half days that leave at most a budget of differences."""
        places = union(self.ground(first.island).spread(first.places))
        return self._stages(first, places, budget, ends)

    def _stages(
        self, table: Stage, places: Places, budget: int, ends: Places | None
    ) -> Iterator[Stage]:
        last = ends is not None
        if ends is not None:
            places &= ends
        if not places:
            return
        yield from self._map(table, places, budget, last=last)
        # Discarding leaves everything as it was.
        candidates = [table._replace(half_day=HalfDay(), places=places)]
        # A claim puts a marker under the meeple.
        half_day = HalfDay(action="claim")
        for space in self.claims.difference(table.claims):
            if (here := 1 << space & places) and self._may_claim(table, space):
                claims = (*table.claims, space)
                candidates.append(table._replace(half_day=half_day, places=here, claims=claims))
        most = budget if last else budget + _MAX_EXPLAINED
        yield from (stage for stage in candidates if self.remaining(stage) <= most)

    def _may_claim(self, table: Stage, space: Space) -> bool:
        players = list(self.before.players)
        players[self.player] = players[self.player]._replace(claims=table.claims)
        snapshot = self.before._replace(island=table.island, players=tuple(players))
        return may_claim(snapshot, table.claims, space)

    def _map(self, table: Stage, places: Places, budget: int, *, last: bool) -> Iterator[Stage]:
        ground = self.ground(table.island)
        # A second half day explains at most two spaces of the parchment.
        on_parchment = budget if last else budget + 2
        most = budget if last else budget + _MAX_EXPLAINED
        fitting = self._fitting(table) if last else NOWHERE
        for pair in PAIRS:
            # All other spaces stay as they are.
            rest = table.parchment_differs & ~pair.spaces
            if rest.bit_count() > on_parchment or (
                last and self._least(table, pair, fitting) > most
            ):
                continue
            if not (here := pair.viewpoints(ground) & places):
                continue
            checkpoint()
            for one, other in product(Terrain, repeat=2):
                wrong = (one != self.goal[pair.first]) << pair.first
                wrong |= (other != self.goal[pair.second]) << pair.second
                if (rest | wrong).bit_count() > on_parchment:
                    continue
                for half_day, island in self._lay(table.island, pair, one, other):
                    differs = self._island_differs(island)
                    stage = Stage(half_day, here, island, table.claims, rest | wrong, differs)
                    if self.remaining(stage) <= most:
                        yield stage

    def _fitting(self, table: Stage) -> Spaces:
        """Find the spaces that one more card may bring to their final state.

        Its terrain is that of the final parchment. It confirms a hazy tile of its terrain, makes
        any other space hazy, and changes nothing without a tile in the supply.
        """
        goal = self.after.players[self.player].parchment
        tiles, confirmed = table.island
        then, confirmed_then = self.after.island
        scarce = union(goal[terrain] for terrain in Terrain if table.island.supply(terrain) < 2)
        unchanged = ~table.island_differs & (confirmed | scarce)
        updated = goal.matching(then) & ~confirmed & ~(goal.matching(tiles) ^ confirmed_then)
        return goal.covered & (unchanged | updated)

    def _least(self, table: Stage, pair: Pair, fitting: Spaces) -> int:
        """The least differences that remain after a card on a pair."""
        remaining = (table.parchment_differs & ~pair.spaces).bit_count()
        remaining += (table.island_differs & ~pair.spaces).bit_count()
        remaining += (pair.spaces & ~fitting).bit_count()
        return remaining + len(self.claims.symmetric_difference(table.claims))

    def _least_after(self, first: Stage) -> int:
        """The least differences that remain after any second half day."""
        fitting = self._fitting(first)
        by_map = min(self._least(first, pair, fitting) for pair in PAIRS)
        return min(by_map, self.remaining(first) - bool(self.claims.difference(first.claims)))

    def _lay(
        self, island: Island, pair: Pair, one: Terrain, other: Terrain
    ) -> Iterator[tuple[HalfDay, Island]]:
        """Lay a card on a pair, in each order of its halves that leads to another island."""
        first, _ = update(island, pair.first, one, self.before.rulings)
        first, _ = update(first, pair.second, other, self.before.rulings)
        yield HalfDay(sketch=(one, other), action="map", spaces=(pair.first, pair.second)), first
        # The order only matters if the supply runs out.
        if min(island.supply(one), island.supply(other)) < 2:
            second, _ = update(island, pair.second, other, self.before.rulings)
            second, _ = update(second, pair.first, one, self.before.rulings)
            if second != first:
                spaces = (pair.second, pair.first)
                yield HalfDay(sketch=(other, one), action="map", spaces=spaces), second

    def play(self, budget: int, *stages: Stage) -> Play | None:
        """Make a play of stages: add its cards and moves.

        Args:
            budget: The most differences that may remain.
            stages: The half days in order.

        Returns:
            The play; None if no moves are possible, or more differences remain. If no cards are
            possible, the fields that contradict it count as differences.
        """
        checkpoint()
        remaining = self.remaining(stages[-1])
        needs = needs_of(stages)
        for cards in self.cards(needs, ()):
            if walk := self._walk(stages, cards.exchanges):
                return Play(stages, walk.ends, walk.steps, cards, remaining)
        # If cards are possible, they were exchanged without a lagoon underfoot.
        wrong = self.contradictions(needs) or [("display",)]
        wrong = [fields for fields in wrong if self.is_possible(stages, fields)] or wrong
        remaining += min(map(len, wrong))
        if remaining <= budget and (walk := self._walk(stages, (None,) * len(stages))):
            return Play(stages, walk.ends, walk.steps, None, remaining, wrong)
        return None

    def _walk(self, stages: Sequence[Stage], exchanges: Sequence[Exchange | None]) -> _Walk | None:
        """Find moves of the fewest steps, with the shortest first move; None if there are none."""
        island = self.before.island
        places = []
        for stage, exchange in zip(stages, exchanges, strict=True):
            # An exchange needs a lagoon underfoot.
            places.append(stage.places & island.tiles.lagoon if exchange else stage.places)
            island = stage.island
        if len(stages) == 1:
            for steps, layer in enumerate(self.reach):
                for end in places_of(layer & places[0]):
                    return _Walk((end,), steps)
            return None
        ground = self.ground(stages[0].island)
        walks = [
            (first + second, first, middles)
            for (first, out), (second, back) in product(
                enumerate(self.reach), enumerate(ground.spread(places[1]))
            )
            if (middles := out & back & places[0])
        ]
        if not walks:
            return None
        steps, first, middles = min(walks)
        middle = next(places_of(middles))
        end = next(places_of(ground.layers(middle)[steps - first] & places[1]))
        return _Walk((middle, end), steps)

    def account(self, play: Play) -> tuple[HalfDay, ...]:
        """The half days of a play."""
        half_days = []
        ground, start = Ground.of(self.before), self.before.players[self.player].meeple
        unknown = (None,) * len(play.stages)
        exchanges, taken = play.cards or Cards(unknown, unknown)
        for stage, end, exchange, any_card in zip(
            play.stages, play.ends, exchanges, taken, strict=True
        ):
            half_days.append(
                stage.half_day._replace(
                    move=ground.paths(start)[end],
                    lagoon=exchange,
                    sketch=stage.half_day.sketch or any_card,
                )
            )
            ground, start = self.ground(stage.island), end
        return tuple(half_days)

    @cached_property
    def cards(self) -> Callable[[tuple[Need, ...], tuple[str, ...]], list[Cards]]:
        """Finds the cards that half days can have had, by the card that each needs.

        The second argument are the fields `deck` and `display` that are left open.
        """

        def find(needs: tuple[Need, ...], fields: tuple[str, ...]) -> list[Cards]:
            return possible_cards(self.before, without(self.after, fields), needs)

        return cache(find)

    def is_possible(self, stages: Sequence[Stage], fields: tuple[str, ...]) -> bool:
        """Whether the cards and moves of half days are possible if some fields are left open."""
        found = self.cards(needs_of(stages), fields)
        return any(self._walk(stages, cards.exchanges) for cards in found)

    @cached_property
    def contradictions(self) -> Callable[[tuple[Need, ...]], Sequence[tuple[str, ...]]]:
        """Finds the sets of fields that contradict half days, by the card that each needs."""
        return cache(partial(contradictions, self.before, self.after))

    def rules_out(self, half_days: int) -> bool:
        """Whether the display and the deck rule out a number of half days."""
        return not self.cards((None,) * half_days, ())

    def complete(self, most: int) -> list[Play]:
        """Find plays that explain everything, the shortest first: all, or more than `most`."""
        found: list[Play] = []
        for plays in self._by_length():
            found += [play for play in plays if play is not None]
            # All plays of later batches are longer.
            if len(found) > most:
                break
        return sorted(found, key=lambda play: play.length)

    def _by_length(self) -> Iterator[Iterator[Play | None]]:
        """Find plays that explain everything, in batches: those of later ones are longer."""
        if not self.rules_out(1):
            yield (self.play(0, only) for only in self.first_stages(0, self.end))
        if self.rules_out(TURN_HALF_DAYS):
            return
        turns = [
            (first, [*self.second_stages(first, 0, self.end)]) for first in self.first_stages(0)
        ]
        for done in range(TURN_HALF_DAYS + 1):
            yield (
                self.play(0, first, second)
                for first, second_stages in turns
                for second in second_stages
                if first.acts + second.acts == done
            )

    def nearest(self, ends: Places, budget: int = MAX_DIFFERENCES) -> Play | None:
        """Find a play that leaves as few differences as any; None if all leave more than a budget.

        Args:
            ends: The places where the meeple may end.
            budget: The most differences that may remain.
        """
        best: Play | None = None
        for only in self.first_stages(budget, ends):
            best = _better(best, self.play(budget, only))
        cards = self._cards_remaining
        for least, first in self._first_stages():
            if best is not None:
                budget = best.remaining - 1
            if least + cards > budget:
                break
            for second in self.second_stages(first, budget - cards, ends):
                best = _better(best, self.play(budget, first, second))
        return best

    def near(self, budget: int) -> Iterator[Play]:
        """Find every play that leaves at most a budget of differences, the meeple's included."""
        for only in self.first_stages(budget, ANYWHERE):
            yield from self._ending(budget, only)
        for least, first in self._first_stages():
            if least + self._cards_remaining > budget:
                break
            for second in self.second_stages(first, budget - self._cards_remaining, ANYWHERE):
                yield from self._ending(budget, first, second)

    def _ending(self, budget: int, *stages: Stage) -> Iterator[Play]:
        """The play of stages that ends where the meeple stands, or else one that ends elsewhere."""
        *others, last = stages
        play = None
        if here := last.places & self.end:
            play = self.play(budget, *others, last._replace(places=here))
        if play is None and (play := self.play(budget - 1, *stages)):
            play = play._replace(remaining=play.remaining + 1, is_astray=True)
        if play is not None and play.remaining <= budget:
            yield play

    def parchment(self, play: Play) -> Board:
        """The player's parchment after a play."""
        parchment = self.before.players[self.player].parchment
        for half_day in (stage.half_day for stage in play.stages):
            for space, terrain in zip(half_day.spaces or (), half_day.sketch or (), strict=False):
                parchment = parchment.laid(space, terrain)
        return parchment

    @cached_property
    def _cards_remaining(self) -> int:
        """The least number of fields that contradict two half days."""
        return min(map(len, self.contradictions((None,) * TURN_HALF_DAYS)), default=0)

    @cached_property
    def _first_stages(self) -> Callable[[], list[tuple[int, Stage]]]:
        """Finds the first half days, sorted by the least differences that remain after a second."""

        # A property is computed under a lock of all searches, in which none may pause.
        def find() -> list[tuple[int, Stage]]:
            firsts = self.first_stages(MAX_DIFFERENCES)
            bounds = [(self._least_after(first), first) for first in firsts]
            return sorted(bounds, key=lambda bound: bound[0])

        return cache(find)


def _better(best: Play | None, play: Play | None) -> Play | None:
    if best is None or (play is not None and play.cost < best.cost):
        return play
    return best


def needs_of(stages: Sequence[Stage]) -> tuple[Need, ...]:
    """The card that each half day needs; None for one that needs none in particular."""
    return tuple(stage.half_day.sketch and sorted_card(stage.half_day.sketch) for stage in stages)


def differing(one: Board, other: Board) -> Spaces:
    """The spaces on which two boards differ."""
    return (one.covered | other.covered) & ~one.matching(other)


def differing_islands(one: Island, other: Island) -> Spaces:
    """The spaces on which two islands differ, the sides of their tiles included."""
    return differing(one.tiles, other.tiles) | (one.confirmed ^ other.confirmed)
