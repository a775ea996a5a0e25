"""Which cards can have drawn the new spaces of a map, whatever their order.

The new spaces of a letter form groups, and each group is covered by shapes of different cards.
Ruins and the places of solo ambushes are not looked at: this is necessary, and not sufficient.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from theodolite.cartographers.board import DRAWN_LETTERS, GRID, Map, Terrain
from theodolite.cartographers.facts import Card, Shape
from theodolite.checkpoints import checkpoint
from theodolite.grid import Spaces, each

LETTERS = DRAWN_LETTERS[:-2]
"""The letters that are drawn, except those of destroyed spaces."""
_MAX_WORK = 30_000
"""The most groups that are looked at for a dispute; of more, every set counts as possible."""
_MAX_COVERS = 400
"""The most sets of cards for a group; with more, every set counts as possible."""

Cards = int
"""A set of cards, a bit for each index."""


@lru_cache(maxsize=256)
def _placements_by_space(rows: tuple[str, ...]) -> Sequence[Sequence[Spaces]]:
    """For each space, the placements of a shape that cover it."""
    found: list[list[Spaces]] = [[] for _ in GRID.names]
    for placed in GRID.placements(rows):
        for space in each(placed):
            found[space].append(placed)
    return found


def _has_gap(shape: Shape) -> bool:
    """Whether the squares of a shape are not contiguous."""
    placed = GRID.placements(shape.rows)[0]
    return GRID.group(placed, placed & -placed) != placed


class Tilings:
    """The sets of cards that can have drawn groups of spaces.

    Attributes:
        cards: The cards between the maps; None is the end of a season.
    """

    def __init__(self, cards: Sequence[Card | None], *, solo: bool, with_ruins: bool) -> None:
        self.cards = cards
        self._solo = solo
        self._with_ruins = with_ruins and any(card and card.kind == "ruins" for card in cards)
        self._known: dict[object, frozenset[Cards] | None] = {}
        self._small: dict[Spaces, Cards] = {}
        self._work = 0
        self._room = dict.fromkeys(LETTERS, 0)
        for card in cards:
            sizes = [shape.size for shape in card.shapes or ()] if card is not None else []
            for letter in LETTERS if sizes else ():
                # A 1x1 instead of a shape may be of any terrain.
                is_own = card is not None and letter in letters_of(card)
                self._room[letter] += max(sizes) if is_own else 1
        self._placements: dict[object, Sequence[tuple[Cards, Spaces]]] = {}
        gapped = {
            letter
            for card in cards
            if card is not None and any(map(_has_gap, card.shapes or ()))
            for letter in letters_of(card)
        }
        self._whole = {*LETTERS} - gapped

    def explain(self, map_: Map, goal: Map, first: int) -> bool:
        """Whether the cards from an index on may turn a map into a later one.

        Args:
            map_: The map.
            goal: The later map, with everything of the map that stays.
            first: The index of the first card.
        """
        empty, jokers = map_.empty, goal.drawn.ruined & map_.empty
        small = self.falling_back(goal)
        draws = self._drawing(first)
        spreads = None in self.cards[first:]
        reached = {0}
        for letter, layer in zip(LETTERS, goal.drawn, strict=False):
            left = layer & empty
            if not left or (letter == "Z" and spreads):
                continue
            # A shape with a gap joins what is not contiguous.
            joined = GRID.groups(left | jokers) if letter in self._whole else [left | jokers]
            for group in joined:
                if not (needed := group & left):
                    continue
                covers = self._covers(letter, needed, group & jokers, small)
                if covers is None:
                    return True
                fitting = [cards for cards in covers if not cards & ~draws]
                reached = {one | other for one in reached for other in fitting if not one & other}
                if not reached:
                    return False
        must = draws & ~self._optional(goal, jokers, draws, small, spreads=spreads)
        return any(not must & ~cards for cards in reached)

    def _drawing(self, first: int) -> Cards:
        """The cards from an index on for which something is drawn."""
        return sum(
            1 << i
            for i, card in enumerate(self.cards)
            if i >= first and card is not None and card.kind != "ruins"
        )

    def falling_back(self, goal: Map) -> Cards:
        """The cards that may be drawn as a 1x1 because no shape of theirs had a place."""
        if (found := self._small.get(goal.empty)) is None:
            found = self._small[goal.empty] = self._without_place(goal)
        return found

    def _without_place(self, goal: Map) -> Cards:
        empty, found = goal.empty, 0
        for i, card in enumerate(self.cards):
            if card is None or card.kind == "ruins" or (self._solo and card.kind == "ambush"):
                continue
            # Spaces that are empty in the end were so all along; ruins bind some cards.
            within = goal.ruins if self._with_ruins else GRID.everywhere
            if not any(
                not placed & ~empty and placed & within
                for shape in card.shapes or ()
                for placed in GRID.placements(shape.rows)
            ):
                found |= 1 << i
        return found

    def _optional(
        self, goal: Map, jokers: Spaces, draws: Cards, small: Cards, *, spreads: bool
    ) -> Cards:
        """The cards of which nothing need be seen."""
        if not goal.empty:
            return draws
        found = 0
        for i, card in enumerate(self.cards):
            if card is None or not draws >> i & 1:
                continue
            hidden = (self._solo and card.kind == "ambush") or (spreads and card.letter == "Z")
            # A 1x1 of monsters, too, is destroyed by a star.
            if hidden or (jokers and (small >> i & 1 or self._fits(card, jokers))):
                found |= 1 << i
        return found

    @staticmethod
    def _fits(card: Card, spaces: Spaces) -> bool:
        """Whether a shape of a card fits within some spaces."""
        return any(
            not placed & ~spaces
            for shape in card.shapes or ()
            for placed in GRID.placements(shape.rows)
        )

    def _covers(
        self, letter: str, needed: Spaces, jokers: Spaces, small: Cards
    ) -> frozenset[Cards] | None:
        """The sets of cards whose shapes cover spaces exactly; None if there are too many.

        Args:
            letter: The letter of the spaces.
            needed: The spaces.
            jokers: Further spaces that the shapes may cover.
            small: The cards that may be drawn as a 1x1.
        """
        if not needed:
            return frozenset({0})
        key = (letter, needed, jokers, small)
        if key not in self._known:
            self._known[key] = self._cover(letter, needed, jokers, small)
        return self._known[key]

    def _cover(
        self, letter: str, needed: Spaces, jokers: Spaces, small: Cards
    ) -> frozenset[Cards] | None:
        self._work += 1
        checkpoint()
        if needed.bit_count() > self._room[letter]:
            return frozenset()
        if self._work > _MAX_WORK:
            return None
        within = needed | jokers
        found: set[Cards] = set()
        for card, placed in self._placed(letter, (needed & -needed).bit_length() - 1, small):
            if placed & ~within:
                continue
            rest = self._covers(letter, needed & ~placed, jokers & ~placed, small)
            if rest is None:
                return None
            found |= {cards | card for cards in rest if not cards & card}
            if len(found) > _MAX_COVERS:
                return None
        return frozenset(found)

    def _placed(self, letter: str, space: int, small: Cards) -> Sequence[tuple[Cards, Spaces]]:
        """The placements over a space that draw a letter, each with its card."""
        key = (letter, space, small)
        if key not in self._placements:
            self._placements[key] = [
                (1 << i, placed)
                for i, card in enumerate(self.cards)
                if card is not None and card.kind != "ruins"
                for placed in self._placed_by(card, letter, space, is_small=bool(small >> i & 1))
            ]
        return self._placements[key]

    @staticmethod
    def _placed_by(card: Card, letter: str, space: int, *, is_small: bool) -> Iterator[Spaces]:
        if letter in letters_of(card):
            for shape in card.shapes or ():
                yield from _placements_by_space(shape.rows)[space]
        if is_small and (card.kind != "ambush" or letter in {"M", card.letter}):
            yield Spaces(1 << space)


@lru_cache(maxsize=512)
def letters_of(card: Card) -> Mapping[str, Terrain]:
    """The letters that the shapes of a card are drawn with, each with its terrain."""
    return {
        card.letter if terrain == Terrain.MONSTER else DRAWN_LETTERS[terrain]: terrain
        for terrain in card.terrains
    }
