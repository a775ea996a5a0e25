"""What no legal play explains: the likeliest play that led from one map to another, and its faults.

Cards are played in order as the later map shows them, legally or not, and of a legal draw one space
may be otherwise there. Of all plays that are followed, those are told in which least is wrong. What
is wrong with a draw is what `turn` says of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from theodolite.cartographers.board import DRAWN_LETTERS, EMPTY, GRID, Drawn, Map, Mark, Terrain
from theodolite.cartographers.disputed import (
    Choice,
    Difference,
    Dispute,
    State,
    Step,
    after_card,
    apart,
    turn_of,
    unlike,
)
from theodolite.cartographers.drawing import (
    Draw,
    destroyed_by_gorgon,
    drawn_letter,
    filled_in,
    gorgon_targets,
)
from theodolite.cartographers.ending import (
    TROLL,
    ZOMBIE,
    destroyed_by_troll,
    order,
    spread,
    troll_may_destroy,
)
from theodolite.cartographers.facts import Card
from theodolite.cartographers.turn import Offer, judge, offer, patterns
from theodolite.grid import Space, Spaces, each
from theodolite.verdict import NOTHING, Check, Values

__all__ = ["most_by_terrain", "unexplained"]

FOLLOWED = 60
"""How many plays are followed from one card to the next: those in which least is wrong."""
WRONG = 2
"""What a space that is otherwise counts, or a draw against the rules; a further fault of it 1."""

RULE = "cartographers"
_STANDING = DRAWN_LETTERS[:-2]
"""The letters of all that is drawn, but for destroyed spaces."""


class _Played(NamedTuple):
    """What was done for a card, by its number, and the map before and after it.

    `wrong` counts what is against the rules in it.
    """

    number: int
    step: Step
    before: State
    after: Map
    wrong: int = 0


class _Play(NamedTuple):
    """What was done for some of the cards.

    `put_off` are the cards for which nothing was found yet, by number, each with the state before.
    """

    state: State
    played: tuple[_Played, ...] = ()
    put_off: tuple[tuple[int, State], ...] = ()

    @property
    def breaches(self) -> Sequence[_Played]:
        """What was done against the rules."""
        return [one for one in self.played if one.wrong]

    @property
    def wrong(self) -> int:
        """How much of it is."""
        return sum([one.wrong for one in self.played]) + WRONG * len(self.put_off)


def most_by_terrain(cards: Sequence[Card | None]) -> Sequence[Mapping[Terrain, int]]:
    """How many spaces of each terrain the cards from each one on can draw at most."""
    room = dict.fromkeys(Terrain, 0)
    rooms = [room]
    for card in reversed(cards):
        room = dict(room)
        if card is None:
            # Zombies may spread over the whole map.
            room[Terrain.MONSTER] = len(GRID.names)
        elif card.kind != "ruins":
            largest = max([shape.size for shape in card.shapes or ()], default=0)
            for terrain in Terrain:
                # A fallback may be of any terrain.
                room[terrain] += largest if terrain in card.terrains else 1
        rooms.append(room)
    return rooms[::-1]


def unexplained(dispute: Dispute) -> list[Difference]:
    """What is wrong in the likeliest play of a dispute that no legal play explains.

    If the same spaces are otherwise after every legal play that comes nearest, these, each with
    what it should show; else the rules that the likeliest play breaks.
    """
    plays = _Plays(dispute).all()
    wrong = [play.wrong + WRONG * _left(dispute, play).bit_count() for play in plays]
    likeliest = [play for play, count in zip(plays, wrong, strict=True) if count == min(wrong)]
    legal = [play for play in likeliest if not play.breaches]
    illegal = [play for play in likeliest if play.breaches]
    spaces = {_left(dispute, play) for play in legal}
    if not illegal and len(spaces) > 1 and all(map(_but_one, spaces)):
        return [_one_of(dispute, sum(spaces))]
    play = legal[0] if len(spaces) == 1 or not illegal else illegal[0]
    found = [one for breach in play.breaches for one in _broken(dispute, breach)]
    return found + [_slip(dispute, play, space) for space in each(_left(dispute, play))]


def _left(dispute: Dispute, play: _Play) -> Spaces:
    """The spaces that are otherwise after a play than on the later map."""
    return apart(play.state.map, dispute.after)


class _Plays:
    """The plays of a dispute, followed from card to card."""

    def __init__(self, dispute: Dispute) -> None:
        self.dispute = dispute
        self.goal = dispute.after
        self.ruined = dispute.after.drawn.ruined
        self.room = most_by_terrain(dispute.cards)

    def all(self) -> Sequence[_Play]:
        """Plays of all cards, those first that were followed first."""
        dispute = self.dispute
        start = State(dispute.before, after_ruins=False, ambushes=dispute.ambushes)
        plays = [_Play(start)]
        for number, card in enumerate(dispute.cards):
            found: dict[object, _Play] = {}
            for play in plays:
                for then in self._then(number, card, play):
                    illegal = [one.number for one in then.breaches]
                    found.setdefault((then.state, *illegal, then.put_off), then)
            plays = sorted(found.values(), key=lambda play: self._least(number + 1, play))
            plays = plays[:FOLLOWED]
        return [self._found_late(play) for play in plays]

    def _least(self, number: int, play: _Play) -> int:
        """How much will be wrong at least, once the cards from one on are played."""
        land, goal = play.state.map, self.goal
        against = land.stars & ~goal.stars | land.drawn.ruined & ~self.ruined
        for letter, now in enumerate(land.drawn[:-2]):
            against |= now & ~(goal.drawn[letter] | self.ruined)
        left = against.bit_count()
        if not play.put_off:
            empty, room = land.empty, self.room[number]
            for terrain in Terrain:
                wanted = goal.drawn.monsters if terrain == Terrain.MONSTER else goal.drawn[terrain]
                left += max(0, (wanted & empty).bit_count() - room[terrain])
        return play.wrong + WRONG * left

    def _then(self, number: int, card: Card | None, play: _Play) -> Iterator[_Play]:
        """A play with one more card."""
        state = play.state
        if card is None:
            for step, land, wrong in self._season_ends(state):
                played = _Played(number, step, state, land, wrong)
                ended = state._replace(map=land, after_ruins=False)
                yield play._replace(state=ended, played=(*play.played, played))
        elif card.kind == "ruins":
            yield play._replace(state=state._replace(after_ruins=True))
        else:
            offered = offer(*turn_of(self.dispute, state, card))
            for drawn, land, wrong in self._draws(card, state, offered):
                played = _Played(number, drawn, state, land, wrong)
                then = after_card(state, card, land)
                yield play._replace(state=then, played=(*play.played, played))
            if offered.placements or offered.fallback:
                then = after_card(state, card, state.map)
                yield play._replace(state=then, put_off=(*play.put_off, (number, state)))

    def _season_ends(self, state: State) -> Iterator[tuple[Choice, Map, int]]:
        """What zombies and trolls do, and trolls that do something else or nothing."""
        chosen = [(Choice({}), state.map, 0)]
        for ambush in order(state.ambushes, state.map):
            if ambush == ZOMBIE:
                chosen = [(choice, spread(land)[0], wrong) for choice, land, wrong in chosen]
            else:
                chosen = [after for one in chosen for after in self._trolls(*one)]
        yield from chosen

    def _trolls(self, choice: Choice, land: Map, wrong: int) -> Iterator[tuple[Choice, Map, int]]:
        may = troll_may_destroy(land)
        if not may:
            yield choice, land, wrong
            return
        elsewhere = self.ruined & ~land.drawn.ruined & ~may
        for targets, fault in ((may, 0), (elsewhere, WRONG)):
            for target in each(targets):
                chosen = Choice({**choice.destroyed, TROLL: target})
                yield chosen, destroyed_by_troll(land, target)[0], wrong + fault
        yield choice, land, wrong + WRONG

    def _draws(self, card: Card, state: State, offered: Offer) -> Iterator[tuple[Draw, Map, int]]:
        """What may have been drawn for a card, with the map after it and what is wrong in it."""
        land = state.map
        if not offered.placements and not offered.fallback:
            # Nothing can be drawn, or a solo ambush is discarded.
            yield Draw(), land, 0
        fitting = {spaces for _, spaces in offered.placements}
        fitting |= {1 << space for space in each(land.empty)} if offered.fallback else set()
        for spaces, terrain, letter in self._shown(card, land, fitting):
            plain = Draw(spaces, terrain)
            legal = spaces in fitting and terrain in offered.terrains
            wrong = 0 if legal else WRONG
            wrong += terrain not in (*card.terrains, *offered.terrains)
            wrong += spaces & land.filled != 0
            if card.kind == "hero" and not offered.fallback:
                yield from self._heroes(card, land, plain, wrong)
            else:
                yield from self._aimed(land, plain, letter, wrong)

    def _shown(
        self, card: Card, land: Map, fitting: set[Spaces]
    ) -> Iterator[tuple[Spaces, Terrain, str]]:
        """The places that the later map shows for a card; of one that fits, but for a space."""
        changed = unlike(land, self.goal)
        places = dict.fromkeys(spaces for spaces in fitting if _but_one(spaces & ~changed))
        for shape in card.shapes or ():
            places |= dict.fromkeys(
                spaces for spaces in GRID.placements(shape.rows) if not spaces & ~changed
            )
        places |= dict.fromkeys(1 << space for space in each(changed))
        for spaces in sorted(places):
            for terrain in Terrain:
                letter = drawn_letter(terrain, card, spaces, self.dispute.rulings)
                other = spaces & ~(self.goal.drawn.layer(letter) | self.ruined & changed)
                if not other or (spaces in fitting and self._is_slip(card, land, spaces, other)):
                    yield spaces, terrain, letter

    def _is_slip(self, card: Card, land: Map, spaces: Spaces, other: Spaces) -> bool:
        """Whether a draw may have been meant of which one space shows something else."""
        if spaces.bit_count() > 1:
            return _but_one(other)
        # A hero that is not there may yet be told by its stars.
        new = self.goal.stars & ~land.stars
        return card.kind == "hero" and any(
            stars & new and not stars & ~self.goal.stars
            for stars in patterns(card.pattern or (), spaces.bit_length() - 1)
        )

    def _heroes(
        self, card: Card, land: Map, plain: Draw, wrong: int
    ) -> Iterator[tuple[Draw, Map, int]]:
        """A hero with its pattern, of which one star may be missing, or with all new stars."""
        goal = self.goal.stars
        attacks = patterns(card.pattern or (), plain.spaces.bit_length() - 1)
        found = [(stars, wrong) for stars in attacks if _but_one(stars & ~goal)]
        if (new := goal & ~land.stars) not in attacks:
            found.append((new, wrong + WRONG))
        for stars, fault in found:
            drawn = plain._replace(stars=stars)
            yield drawn, _drawn_over(land, drawn, "H"), fault

    def _aimed(
        self, land: Map, plain: Draw, letter: str, wrong: int
    ) -> Iterator[tuple[Draw, Map, int]]:
        """A draw with what a gorgon destroys, or should not have, or leaves."""
        filled = _drawn_over(land, plain, letter)
        targets = 0
        if letter == "G":
            targets = gorgon_targets(filled, plain.spaces, self.dispute.rulings)
            elsewhere = self.ruined & ~filled.drawn.ruined & ~targets
            for aimed, missed in ((targets, 0), (elsewhere, WRONG)):
                for target in each(aimed):
                    after = destroyed_by_gorgon(filled, target)
                    yield plain._replace(destroys=target), after, wrong + missed
        yield plain, filled, wrong + (WRONG if targets else 0)

    def _found_late(self, play: _Play) -> _Play:
        """A play with the cards put off: what is left over on the map is drawn for them.

        What is left over is no shape of theirs, or they would have been drawn; a card for which
        nothing is left was not drawn at all.
        """
        for number, before in play.put_off:
            card, land = self.dispute.cards[number], play.state.map
            drawn = Draw()
            wrong = WRONG
            if card is not None and (found := self._leftover(card, land)):
                drawn, letter, fault = found
                land, wrong = _drawn_over(land, drawn, letter), wrong + fault
            played = _Played(number, drawn, before, land, wrong)
            state = play.state._replace(map=land)
            play = play._replace(state=state, played=(*play.played, played))
        return play._replace(put_off=())

    def _leftover(self, card: Card, land: Map) -> tuple[Draw, str, int] | None:
        """The group of spaces left over that a card is likeliest to be, with what is wrong in it.

        One in its terrain, the larger the likelier.
        """
        found = []
        for letter in _STANDING:
            terrain = Terrain(min(_STANDING.index(letter), Terrain.MONSTER))
            left = self.goal.drawn.layer(letter) & ~land.drawn.layer(letter)
            for group in GRID.groups(left):
                draw = Draw(group, terrain)
                if drawn_letter(terrain, card, group, self.dispute.rulings) == letter:
                    wrong = (terrain not in card.terrains) + (group & land.filled != 0)
                    found.append((draw, letter, wrong))
        return min(found, key=lambda one: (one[2], -one[0].spaces.bit_count()), default=None)


def _drawn_over(land: Map, drawn: Draw, letter: str) -> Map:
    """A map after a draw, which may lie on filled spaces."""
    bare = land._replace(drawn=Drawn(*[layer & ~drawn.spaces for layer in land.drawn]))
    return filled_in(bare, drawn, letter)


def _but_one(spaces: Spaces) -> bool:
    """Whether it is one space at most."""
    return spaces & spaces - 1 == 0


def _broken(dispute: Dispute, breach: _Played) -> Iterator[Difference]:
    """The rules that a draw or a choice breaks."""
    step, card = breach.step, dispute.cards[breach.number]
    if not isinstance(step, Draw) or card is None:
        yield _difference(dispute, breach.number, _troll(step, breach.before))
        return
    table, turn = turn_of(dispute, breach.before, card)
    concerned = step.spaces | step.stars
    if step.destroys is not None:
        concerned |= 1 << step.destroys
    for check in judge(table, turn, step).checks:
        if check.status == "failed":
            told = check._replace(spaces=concerned or check.spaces)
            yield _difference(dispute, breach.number, told)


def _troll(step: Step, before: State) -> Check:
    """A troll that destroyed nothing, or what it cannot."""
    land = before.map
    # Zombies that came before it have spread.
    if order(before.ambushes, land)[0] == ZOMBIE:
        land = spread(land)[0]
    may = troll_may_destroy(land)
    target = step.destroyed.get(TROLL) if isinstance(step, Choice) else None
    values: Values = {
        "spaces": GRID.name_all(may),
        "target": None if target is None else GRID.names[target],
    }
    if target is None:
        return Check(f"{RULE}.effect.troll", "failed", "idle", values, may)
    return Check(f"{RULE}.effect.troll", "failed", "astray", values, 1 << target)


def _difference(dispute: Dispute, number: int | None, check: Check) -> Difference:
    """A rule that is broken, at the first of its spaces that the maps show otherwise."""
    before, after = dispute.before, dispute.after
    rule, _, says, values, spaces = check
    shown = spaces & apart(before, after)
    if not shown:
        return Difference(None, None, None, spaces, number, rule, says, values)
    space = next(each(shown))
    letters = before.drawn.letter(space), after.drawn.letter(space)
    return Difference(space, *letters, spaces, number, rule, says, values)


def _slip(dispute: Dispute, play: _Play, space: Space) -> Difference:
    """A space that is otherwise than it should be, by the last that was done there."""
    before, after = dispute.before.drawn.letter(space), dispute.after.drawn.letter(space)
    number, (rule, says), values = _reason(dispute, play, space)
    named = {"space": GRID.names[space], "mark": _mark(after), "was": _mark(before), **values}
    return Difference(space, before, after, 1 << space, number, f"{RULE}.{rule}", says, named)


def _one_of(dispute: Dispute, spaces: Spaces) -> Difference:
    """Spaces of which one is otherwise than it should be, whichever it is."""
    says = "one_of" if spaces & ~dispute.after.drawn.covered == 0 else "one_lacking"
    values = {"spaces": GRID.name_all(spaces)}
    rule = f"{RULE}.dispute.unexplained"
    return _difference(dispute, None, Check(rule, "failed", says, values, spaces))


_Reason = tuple[int | None, tuple[str, str], Values]
"""The number of the card that concerns a space, the rule and its sentence."""


def _reason(dispute: Dispute, play: _Play, space: Space) -> _Reason:
    before, after, bit = dispute.before, dispute.after, 1 << space
    if (before.filled & ~after.filled | before.stars & ~after.stars) & bit:
        return None, ("dispute.erased", "says"), NOTHING
    # A star that is wrong stands apart from what is drawn.
    drawn = unlike(play.state.map, after) & bit != 0
    if drawn and after.drawn.ruined & bit:
        return None, ("dispute.unexplained", "destroyed"), NOTHING
    for number, step, state, land, _ in reversed(play.played):
        changed = unlike(state.map, land) if drawn else state.map.stars ^ land.stars
        if changed & bit:
            return number, _wanting(step, state, after, space, drawn=drawn), _of_draw(step)
    if not drawn:
        return None, ("dispute.unexplained", "star"), NOTHING
    if before.drawn.covered & bit:
        return None, ("dispute.erased", "changed"), NOTHING
    return None, ("dispute.unexplained", "says"), NOTHING


def _wanting(step: Step, state: State, after: Map, space: Space, *, drawn: bool) -> tuple[str, str]:
    """The rule by which a space that a draw or an ambush changed should be so, and what it says."""
    if isinstance(step, Choice):
        is_troll = step.destroyed.get(TROLL) == space
        return "effect.troll" if is_troll else "effect.zombie", "lacking"
    if not drawn:
        return "hero.pattern", "lacking"
    if isinstance(step, Draw) and step.destroys == space:
        return "gorgon.target", "lacking"
    if after.drawn.letter(space) == state.map.drawn.letter(space):
        alone = isinstance(step, Draw) and _but_one(step.spaces)
        return "draw.shape", "lacking_alone" if alone else "lacking"
    return "draw.terrain", "mixed"


def _of_draw(step: Step) -> Values:
    """The spaces and the terrain of a draw."""
    if isinstance(step, Draw):
        return {"spaces": GRID.name_all(step.spaces), "terrain": step.terrain}
    return NOTHING


def _mark(letter: str) -> Mark | None:
    """What a letter stands for; None of an empty or a destroyed space."""
    return None if letter in (EMPTY, *DRAWN_LETTERS[-2:]) else Mark(letter)
