"""The single slips of a pencil that explain a later map: what is mended, legal play leads to it.

A slip is one space or one star of the later map that shows something else than legal play puts
there. Each that the cards suggest is mended, and is an explanation if there is an account then.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import NamedTuple

from theodolite.cartographers.board import DRAWN_LETTERS, EMPTY, GRID, MONSTERS, Map
from theodolite.cartographers.disputes import Dispute, contradictions
from theodolite.cartographers.drawing import destroyed_by_stars
from theodolite.cartographers.legality import patterns
from theodolite.cartographers.tilings import LETTERS, Tilings, letters_of
from theodolite.grid import NOWHERE, Space, Spaces, each, first_of

MAX_SINGLE = 12
"""The most spaces on which a card of a single square may have been meant, each looked at alone."""
MIN_OF_TWO = 4
"""The least size of a shape of which two slips leave enough to tell it by."""


class Mend(NamedTuple):
    """A mended later map.

    Attributes:
        kind: The kind of the departure that is mended.
        space: The space that is mended.
        goal: The later map as it should be.
        spaces: All spaces that are mended, if there are several.
        second: The other space of a shape that is mended in the same way; None if there is none.
    """

    kind: str
    space: Space
    goal: Map
    spaces: Spaces = NOWHERE
    second: Space | None = None

    @property
    def slips(self) -> Sequence["Mend"]:
        """The slips that are mended, each by itself."""
        if self.second is None:
            return [self]
        return [self._replace(space=space) for space in (self.space, self.second)]


def showing(map_: Map, space: Space, letter: str) -> Map:
    """A map with another letter on a space."""
    drawn = map_.drawn.without(1 << space)
    if letter != EMPTY:
        drawn = drawn.with_letter(1 << space, letter)
    return destroyed_by_stars(map_._replace(drawn=drawn))


def undone(dispute: Dispute) -> Sequence[Mend]:
    """The mends of everything drawn before that is gone or changed, one after the other."""
    goal, mends = dispute.after, []
    for space in each(contradictions(dispute.before, goal)):
        letter = dispute.before.drawn.letter(space)
        if letter != EMPTY and not goal.drawn.ruined >> space & 1:
            goal = showing(goal, space, letter)
        goal = goal._replace(stars=goal.stars | dispute.before.stars & 1 << space)
        mends.append(Mend("erased", space, destroyed_by_stars(goal)))
    return mends


def slips(dispute: Dispute, goal: Map, tilings: Tilings) -> Iterator[Mend]:
    """The slips that the cards suggest, and that would let the cards cover the new spaces.

    Single ones come first, then two slips in one shape.

    Args:
        dispute: The dispute.
        goal: The later map, with everything of the earlier one.
        tilings: What the cards can cover.
    """
    seen: set[Map] = {goal}
    for mend in chain(
        _of_shapes(dispute, goal),
        _of_fallbacks(dispute, goal, tilings),
        _of_squares(dispute, goal),
        _of_letters(dispute, goal),
        _of_effects(dispute, goal),
        _of_stars(dispute, goal),
        _of_two_squares(dispute, goal),
    ):
        if mend.goal not in seen:
            seen.add(mend.goal)
            if tilings.explain(dispute.before, mend.goal, 0):
                yield mend


def _of_shapes(dispute: Dispute, goal: Map) -> Iterator[Mend]:
    """Squares that a shape lacks, or that show another letter than the rest of it."""
    empty = dispute.before.empty
    ruined = goal.drawn.ruined & empty
    for card in dispute.cards:
        is_found = False
        for letter, shape in product(letters_of(card), card.shapes or ()) if card else ():
            for placed in GRID.placements(shape.rows):
                lacks = placed & ~(goal.drawn.layer(letter) | ruined)
                if lacks.bit_count() != 1 or placed & ~empty:
                    continue
                space = first_of(lacks)
                if lacks & ~goal.empty:
                    yield Mend("square_other", space, showing(goal, space, letter))
                elif shape.size > 1 or goal.empty.bit_count() <= MAX_SINGLE:
                    yield Mend("square_missing", space, showing(goal, space, letter))
                elif not is_found and letter != "H":
                    # A single square may have been meant anywhere: one place stands for all.
                    is_found = True
                    yield Mend("not_drawn", space, showing(goal, space, letter))


def _of_fallbacks(dispute: Dispute, goal: Map, tilings: Tilings) -> Iterator[Mend]:
    """A 1x1 that was not drawn instead of a shape: one place stands for all."""
    if goal.empty.bit_count() > MAX_SINGLE:
        space = first_of(goal.empty)
        for i, card in enumerate(dispute.cards):
            if card is not None and tilings.falling_back(goal) >> i & 1:
                yield Mend("not_drawn", space, showing(goal, space, next(iter(letters_of(card)))))


def _of_two_squares(dispute: Dispute, goal: Map) -> Iterator[Mend]:
    """Two squares that a shape lacks, or that show other letters than the rest of it."""
    empty = dispute.before.empty
    ruined = goal.drawn.ruined & empty
    for card in dispute.cards:
        for letter, shape in product(letters_of(card), card.shapes or ()) if card else ():
            for placed in GRID.placements(shape.rows) if shape.size >= MIN_OF_TWO else ():
                lacks = placed & ~(goal.drawn.layer(letter) | ruined)
                if (
                    lacks.bit_count() == 2
                    and not lacks & ~empty
                    and lacks & goal.empty in (0, lacks)
                ):
                    one, other = each(lacks)
                    kind = "square_missing" if lacks & goal.empty else "square_other"
                    mended = showing(showing(goal, one, letter), other, letter)
                    yield Mend(kind, one, mended, second=other)


def _of_squares(dispute: Dispute, goal: Map) -> Iterator[Mend]:
    """Squares of no shape; a 1x1 instead of a shape may be of any terrain."""
    empty = dispute.before.empty
    few = goal.empty if goal.empty.bit_count() <= MAX_SINGLE else NOWHERE
    for space in each(goal.drawn.covered & empty & ~goal.drawn.ruined | few):
        now = goal.drawn.letter(space)
        for letter in (EMPTY, *LETTERS):
            if letter != now:
                kind = "square_missing" if now == EMPTY else "square_other"
                kind = "square_extra" if letter == EMPTY else kind
                yield Mend(kind, space, showing(goal, space, letter))


def _of_letters(dispute: Dispute, goal: Map) -> Iterator[Mend]:
    """Monsters of which each space shows the letter of another one."""
    ambushes = [card for card in dispute.cards if card is not None and card.kind == "ambush"]
    for card, letter in product(ambushes, MONSTERS):
        shown = goal.drawn.layer(letter) & dispute.before.empty
        for shape in card.shapes or () if letter != card.letter else ():
            for placed in GRID.placements(shape.rows):
                if not placed & ~shown:
                    drawn = goal.drawn.without(placed).with_letter(placed, card.letter)
                    mended = goal._replace(drawn=drawn)
                    yield Mend("letter", first_of(placed), destroyed_by_stars(mended), placed)


def _of_effects(dispute: Dispute, goal: Map) -> Iterator[Mend]:
    """Spaces that are crossed out and should not be, or the other way round, and zombies."""
    before, drawn = dispute.before, goal.drawn
    for space in each(drawn.ruined & ~before.drawn.ruined):
        yield Mend("destroyed", space, showing(goal, space, before.drawn.letter(space)))
        for letter in LETTERS if before.empty >> space & 1 else "":
            yield Mend("destroyed", space, showing(goal, space, letter))
    near = GRID.neighbours(drawn.gorgon | drawn.troll | drawn.ruined) & goal.printed.plain
    for space in each(near & ~drawn.ruined):
        yield Mend("not_destroyed", space, showing(goal, space, DRAWN_LETTERS[-2]))
    if None in dispute.cards:
        for space in each(GRID.neighbours(drawn.zombie) & goal.empty):
            yield Mend("square_missing", space, showing(goal, space, "Z"))


def _of_stars(dispute: Dispute, goal: Map) -> Iterator[Mend]:
    """Stars that are missing or too many."""
    for space in each(goal.stars & ~dispute.before.stars):
        yield Mend("star_extra", space, goal._replace(stars=goal.stars & ~(1 << space)))
    for card in dispute.cards:
        if card is None or card.kind != "hero":
            continue
        for hero in each(goal.drawn.hero | goal.drawn.ruined):
            for stars in patterns(card.pattern or (), hero):
                lacks = stars & ~goal.stars
                if lacks.bit_count() == 1:
                    starred = destroyed_by_stars(goal._replace(stars=goal.stars | lacks))
                    yield Mend("star_missing", first_of(lacks), starred)
        # A hero that is missing is recognised by its stars.
        new = goal.stars & ~dispute.before.stars
        for hero in each(goal.empty if new else NOWHERE):
            if any(
                stars & new and not stars & ~goal.stars
                for stars in patterns(card.pattern or (), hero)
            ):
                yield Mend("square_missing", hero, showing(goal, hero, "H"))
