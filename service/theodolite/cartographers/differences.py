"""Differences of a dispute that no legal play explains: the errors of the likeliest play.

Cards are played in order as the later map shows them, legally or not; one space of a legal draw may
differ from that map. Each play has a penalty for its errors, and the play with the least penalty is
the likeliest. The errors of a draw are the checks that fail in `legality`.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from theodolite.cartographers.board import DRAWN_LETTERS, EMPTY, GRID, Map, Mark, Terrain
from theodolite.cartographers.disputes import (
    Choice,
    Difference,
    Dispute,
    State,
    Step,
    after_card,
    contradictions,
    drawn_differences,
    excess,
    map_differences,
    most_by_terrain,
    turn_of,
)
from theodolite.cartographers.drawing import (
    Draw,
    destroyed_by_gorgon,
    drawn_letter,
    filled_in,
    gorgon_targets,
)
from theodolite.cartographers.facts import Card
from theodolite.cartographers.legality import Offer, judge, offer, patterns
from theodolite.cartographers.mends import Mend
from theodolite.cartographers.season_ends import (
    acting_ambushes,
    destroyed_by_troll,
    spread_zombies,
    troll_options,
)
from theodolite.cartographers.tilings import LETTERS
from theodolite.checkpoints import checkpoint
from theodolite.disputes import Explanation, costs_of
from theodolite.grid import Space, Spaces, each, first_of
from theodolite.verdict import NOTHING, Check, Values, Word

MAX_PLAYS = 40
"""The greatest number of plays that are followed to the next card: those with least penalty."""
MAX_WAYS = 150
"""The greatest number of ways in which a play is continued with a card."""
COSTS = costs_of(__package__)
ERROR = COSTS["card"]
"""The penalty for an illegal draw."""
SLIP = COSTS["square_other"]
"""The penalty for a space that differs."""

RULE = "cartographers"


class Played(NamedTuple):
    """A step for a card, legal or not.

    Attributes:
        number: The index of the card.
        step: The draw, or the choices at the end of a season.
        before: The state before it.
        after: The map after it.
        penalty: The penalty for its errors; 0 of a legal step.
    """

    number: int
    step: Step
    before: State
    after: Map
    penalty: int = 0


class _Play(NamedTuple):
    """The steps for the cards so far.

    Attributes:
        state: The state after them.
        played: The steps, in order.
        put_off: The index of each card for which no draw was found, with the state before it.
    """

    state: State
    played: tuple[Played, ...] = ()
    put_off: tuple[tuple[int, State], ...] = ()

    @property
    def illegal(self) -> Sequence[Played]:
        """The steps with errors."""
        return [step for step in self.played if step.penalty]

    @property
    def penalty(self) -> int:
        """The penalty for the errors of all steps."""
        return sum([step.penalty for step in self.played]) + ERROR * len(self.put_off)


def likeliest_play(dispute: Dispute) -> Explanation[Difference]:
    """The errors of the likeliest play of a dispute that neither legal play nor one slip explains.

    If the same spaces differ after every likeliest legal play, these are listed, each with what it
    should show; else the rules that the likeliest play breaks.
    """
    plays = _Plays(dispute).all()
    penalties = [play.penalty + SLIP * _differing(dispute, play).bit_count() for play in plays]
    least = min(penalties)
    likeliest = [play for play, count in zip(plays, penalties, strict=True) if count == least]
    legal = [play for play in likeliest if not play.illegal]
    illegal = [play for play in likeliest if play.illegal]
    play = legal[0] if len({_differing(dispute, play) for play in legal}) == 1 else likeliest[0]
    play = play if play in legal or not illegal else illegal[0]
    broken = [difference for step in play.illegal for difference in _broken(dispute, step)]
    slips = [
        _slip(dispute, play, space, _kind(dispute, play, space))
        for space in each(_differing(dispute, play))
    ]
    return Explanation(least, broken + slips, None if play.illegal else play.state.map)


def _kind(dispute: Dispute, play: _Play, space: Space) -> str:
    """The kind of a space that differs from what a play leads to."""
    expected, after, bit = play.state.map, dispute.after, 1 << space
    if (dispute.before.filled & ~after.filled | dispute.before.stars & ~after.stars) & bit:
        return "erased"
    if (expected.stars ^ after.stars) & bit:
        return "star_missing" if expected.stars & bit else "star_extra"
    if (expected.drawn.ruined ^ after.drawn.ruined) & bit:
        return "destroyed" if after.drawn.ruined & bit else "not_destroyed"
    if not after.filled & bit:
        return "square_missing"
    return "square_other" if expected.filled & bit else "square_extra"


def slip(mended: Dispute, account: Sequence[Step], dispute: Dispute, mend: Mend) -> Difference:
    """The difference of one slip.

    Args:
        mended: The dispute about the mended map.
        account: An account of it.
        dispute: The dispute about the map as it is.
        mend: The slip.
    """
    steps = tuple(played(mended, account))
    final = steps[-1].after if steps else mended.before
    play = _Play(State(final, after_ruins=False, ambushes=()), steps)
    if mend.kind == "not_drawn":
        step = next(
            one for one in steps if isinstance(one.step, Draw) and one.step.spaces >> mend.space & 1
        )
        (difference, *_) = _broken(dispute, step._replace(step=Draw()))
        return difference._replace(kind=mend.kind, spaces=dispute.after.empty)
    if mend.kind == "not_destroyed" and (choices := _choices(dispute, steps, mend.space)):
        return choices
    found = _slip(dispute, play, mend.space, mend.kind)
    return found._replace(spaces=mend.spaces) if mend.spaces else found


def _choices(dispute: Dispute, played: Sequence[Played], space: Space) -> Difference | None:
    """The difference of a space that could be chosen among several, and of which none was."""
    for one in played:
        match one.step:
            case Choice() if one.step.target == space:
                check = _troll(dispute, Choice({}), one.before)
            case Draw(destroys=target) if target == space:
                drawn = one._replace(step=one.step._replace(destroys=None))
                (check, *_) = [
                    each for each in _checks(dispute, drawn) if each.rule == f"{RULE}.gorgon.target"
                ]
            case _:
                continue
        if check.spaces.bit_count() > 1:
            found = _difference(dispute, one.number, check)
            return found._replace(
                kind="not_destroyed", space=None, before=None, after=None, spaces=check.spaces
            )
    return None


def played(dispute: Dispute, account: Sequence[Step]) -> Iterator[Played]:
    """The steps of an account, each with the maps before and after it."""
    state = State(dispute.before, after_ruins=False, ambushes=dispute.ambushes)
    for number, (card, step) in enumerate(zip(dispute.cards, account, strict=True)):
        map_ = state.map
        match step:
            case Choice():
                for letter, _ in acting_ambushes(state.ambushes, map_, dispute.facts):
                    if letter == "Z":
                        map_, _ = spread_zombies(map_)
                    else:
                        map_, _ = destroyed_by_troll(map_, step.target)
                then = state._replace(map=map_, after_ruins=False)
            case Draw(spaces, terrain) if card is not None:
                if terrain is not None:
                    letter = drawn_letter(terrain, card, spaces, dispute.rulings)
                    map_ = filled_in(map_, step, letter)
                if step.destroys is not None:
                    map_ = destroyed_by_gorgon(map_, step.destroys)
                then = after_card(state, card, map_)
            case _:
                then = state._replace(after_ruins=True)
        yield Played(number, step, state, map_)
        state = then


def _differing(dispute: Dispute, play: _Play) -> Spaces:
    """The spaces in which the map after a play differs from the later map."""
    return map_differences(play.state.map, dispute.after)


class _Plays:
    """A beam search for the plays of a dispute, card by card."""

    def __init__(self, dispute: Dispute) -> None:
        self.dispute = dispute
        self.goal = dispute.after
        self.ruined = dispute.after.drawn.ruined
        self.room = most_by_terrain(dispute.cards)

    def all(self) -> Sequence[_Play]:
        """The plays of all cards, in the order in which they were found."""
        dispute = self.dispute
        start = State(dispute.before, after_ruins=False, ambushes=dispute.ambushes)
        plays = [_Play(start)]
        for number, card in enumerate(dispute.cards):
            found: dict[object, _Play] = {}
            for play in plays:
                for then in islice(self._then(number, card, play), MAX_WAYS):
                    checkpoint()
                    illegal = [step.number for step in then.illegal]
                    found.setdefault((then.state, *illegal, then.put_off), then)
            plays = sorted(found.values(), key=lambda play: self._least_penalty(number + 1, play))
            plays = plays[:MAX_PLAYS]
        return [self._with_put_off(play) for play in plays]

    def _least_penalty(self, number: int, play: _Play) -> int:
        """The least penalty of a play once the cards from index `number` on are played."""
        checkpoint()
        map_ = play.state.map
        errors = contradictions(map_, self.goal).bit_count()
        if not play.put_off:
            errors += excess(map_, self.goal, self.room[number])
        return play.penalty + SLIP * errors

    def _then(self, number: int, card: Card | None, play: _Play) -> Iterator[_Play]:
        """A play continued with one more card, in every way."""
        state = play.state
        if card is None:
            for step, map_, penalty in self._season_ends(state):
                played = Played(number, step, state, map_, penalty)
                ended = state._replace(map=map_, after_ruins=False)
                yield play._replace(state=ended, played=(*play.played, played))
        elif card.kind == "ruins":
            yield play._replace(state=state._replace(after_ruins=True))
        else:
            offered = offer(*turn_of(self.dispute, state, card))
            for drawn, map_, penalty in self._draws(card, state, offered):
                played = Played(number, drawn, state, map_, penalty)
                then = after_card(state, card, map_)
                yield play._replace(state=then, played=(*play.played, played))
            if offered.placements or offered.fallback:
                then = after_card(state, card, state.map)
                yield play._replace(state=then, put_off=(*play.put_off, (number, state)))

    def _season_ends(self, state: State) -> Iterator[tuple[Choice, Map, int]]:
        """The effects of zombies and trolls; trolls also destroy wrong spaces or none."""
        chosen = [(Choice({}), state.map, 0)]
        for letter, ambush in acting_ambushes(state.ambushes, state.map, self.dispute.facts):
            if letter == "Z":
                chosen = [
                    (choice, spread_zombies(map_)[0], penalty) for choice, map_, penalty in chosen
                ]
            else:
                chosen = [after for one in chosen for after in self._trolls(ambush, *one)]
        yield from chosen

    def _trolls(
        self, ambush: str, choice: Choice, map_: Map, penalty: int
    ) -> Iterator[tuple[Choice, Map, int]]:
        options = troll_options(map_)
        if not options:
            yield choice, map_, penalty
            return
        elsewhere = self.ruined & ~map_.drawn.ruined & ~options
        for targets, fault in ((options, 0), (elsewhere, ERROR)):
            for target in each(targets):
                yield Choice({ambush: target}), destroyed_by_troll(map_, target)[0], penalty + fault
        yield choice, map_, penalty + ERROR

    def _draws(self, card: Card, state: State, offered: Offer) -> Iterator[tuple[Draw, Map, int]]:
        """The likely draws for a card, each with the map after it and its penalty."""
        map_ = state.map
        if not offered.placements and not offered.fallback:
            # Nothing can be drawn, or a solo ambush is discarded.
            yield Draw(), map_, 0
        fitting = {spaces for _, spaces in offered.placements}
        fitting |= {1 << space for space in each(map_.empty)} if offered.fallback else set()
        for spaces, terrain, letter in self._shown(card, map_, fitting):
            plain = Draw(spaces, terrain)
            legal = spaces in fitting and terrain in offered.terrains
            rules = (terrain not in (*card.terrains, *offered.terrains)) + bool(
                spaces & map_.filled
            )
            penalty = 0 if legal else ERROR + COSTS["further_rule"] * max(0, rules - 1)
            if card.kind == "hero" and not offered.fallback:
                yield from self._heroes(card, map_, plain, penalty)
            else:
                yield from self._aimed(map_, plain, letter, penalty)

    def _shown(
        self, card: Card, map_: Map, fitting: set[Spaces]
    ) -> Iterator[tuple[Spaces, Terrain, str]]:
        """The draws for a card that the later map shows; one space of a legal draw may differ."""
        changed = drawn_differences(map_, self.goal)
        places = dict.fromkeys(spaces for spaces in fitting if (spaces & ~changed).bit_count() <= 1)
        for shape in card.shapes or ():
            places |= dict.fromkeys(
                spaces for spaces in GRID.placements(shape.rows) if not spaces & ~changed
            )
        places |= dict.fromkeys(1 << space for space in each(changed))
        for spaces in sorted(places):
            for terrain in Terrain:
                letter = drawn_letter(terrain, card, spaces, self.dispute.rulings)
                other = spaces & ~(self.goal.drawn.layer(letter) | self.ruined & changed)
                if not other or (spaces in fitting and self._is_slip(card, map_, spaces, other)):
                    yield spaces, terrain, letter

    def _is_slip(self, card: Card, map_: Map, spaces: Spaces, other: Spaces) -> bool:
        """Whether a draw may have been intended although one space shows another letter."""
        if spaces.bit_count() > 1:
            return other.bit_count() == 1
        # A hero that is missing is recognised by its stars.
        new = self.goal.stars & ~map_.stars
        return card.kind == "hero" and any(
            stars & new and not stars & ~self.goal.stars
            for stars in patterns(card.pattern or (), spaces.bit_length() - 1)
        )

    def _heroes(
        self, card: Card, map_: Map, plain: Draw, penalty: int
    ) -> Iterator[tuple[Draw, Map, int]]:
        """A hero with a pattern of which one star may be missing, or with all new stars."""
        goal = self.goal.stars
        attacks = patterns(card.pattern or (), plain.spaces.bit_length() - 1)
        found = [(stars, penalty) for stars in attacks if (stars & ~goal).bit_count() <= 1]
        if (new := goal & ~map_.stars) not in attacks:
            found.append((new, penalty + ERROR))
        for stars, fault in found:
            drawn = plain._replace(stars=stars)
            yield drawn, _drawn_over(map_, drawn, "H"), fault

    def _aimed(
        self, map_: Map, plain: Draw, letter: str, penalty: int
    ) -> Iterator[tuple[Draw, Map, int]]:
        """A draw with each target of a gorgon, with wrong targets, or without a target."""
        filled = _drawn_over(map_, plain, letter)
        targets = 0
        if letter == "G":
            targets = gorgon_targets(filled, plain.spaces, self.dispute.rulings)
            elsewhere = self.ruined & ~filled.drawn.ruined & ~targets
            for chosen, error in ((targets, 0), (elsewhere, ERROR)):
                for target in each(chosen):
                    after = destroyed_by_gorgon(filled, target)
                    yield plain._replace(destroys=target), after, penalty + error
        yield plain, filled, penalty + (ERROR if targets else 0)

    def _with_put_off(self, play: _Play) -> _Play:
        """A play completed with draws for the cards put off: what is left over on the later map.

        The spaces left over are no shape of theirs. A card for which nothing is left was not drawn.
        """
        for number, before in play.put_off:
            card, map_ = self.dispute.cards[number], play.state.map
            drawn = Draw()
            penalty = ERROR
            if card is not None and (found := self._leftover(card, map_)):
                drawn, letter, fault = found
                map_, penalty = _drawn_over(map_, drawn, letter), penalty + fault
            played = Played(number, drawn, before, map_, penalty)
            state = play.state._replace(map=map_)
            play = play._replace(state=state, played=(*play.played, played))
        return play._replace(put_off=())

    def _leftover(self, card: Card, map_: Map) -> tuple[Draw, str, int] | None:
        """The likeliest draw for a card among the groups of spaces left over, with its penalty.

        Groups in a terrain of the card are likelier, then larger ones.
        """
        found = []
        for i, letter in enumerate(LETTERS):
            terrain = Terrain(min(i, Terrain.MONSTER))
            left = self.goal.drawn.layer(letter) & ~map_.drawn.layer(letter)
            for group in GRID.groups(left):
                draw = Draw(group, terrain)
                if drawn_letter(terrain, card, group, self.dispute.rulings) == letter:
                    penalty = (terrain not in card.terrains) + (group & map_.filled != 0)
                    found.append((draw, letter, penalty))
        return min(found, key=lambda one: (one[2], -one[0].spaces.bit_count()), default=None)


def _drawn_over(map_: Map, drawn: Draw, letter: str) -> Map:
    """A map after a draw, which may cover filled spaces."""
    bare = map_._replace(drawn=map_.drawn.without(drawn.spaces))
    return filled_in(bare, drawn, letter)


def _broken(dispute: Dispute, played: Played) -> Iterator[Difference]:
    """The rules that a draw or a choice breaks."""
    step, card = played.step, dispute.cards[played.number]
    if not isinstance(step, Draw) or card is None:
        yield _difference(dispute, played.number, _troll(dispute, step, played.before))
        return
    concerned = step.spaces | step.stars
    if step.destroys is not None:
        concerned |= 1 << step.destroys
    for check in _checks(dispute, played):
        yield _difference(dispute, played.number, check._replace(spaces=concerned or check.spaces))


def _checks(dispute: Dispute, played: Played) -> Iterator[Check]:
    """The checks that fail for a draw."""
    step, card = played.step, dispute.cards[played.number]
    if isinstance(step, Draw) and card is not None:
        table, turn = turn_of(dispute, played.before, card)
        checks = judge(table, turn, step).checks
        yield from (check for check in checks if check.status == "failed")


def _troll(dispute: Dispute, step: Step, before: State) -> Check:
    """The check of a troll for which no space, or a wrong one, was destroyed."""
    map_ = before.map
    # Zombies that were revealed before it have spread.
    if acting_ambushes(before.ambushes, map_, dispute.facts)[0][0] == "Z":
        map_ = spread_zombies(map_)[0]
    may = troll_options(map_)
    target = step.target if isinstance(step, Choice) else None
    values: Values = {
        "spaces": GRID.name_all(may),
        "target": None if target is None else GRID.names[target],
    }
    if target is None:
        return Check(f"{RULE}.effect.troll", "failed", "idle", values, may)
    return Check(f"{RULE}.effect.troll", "failed", "astray", values, 1 << target)


def _difference(dispute: Dispute, number: int, check: Check) -> Difference:
    """The difference for a failed check, at the first of its spaces in which the maps differ."""
    before, after = dispute.before, dispute.after
    rule, _, key, values, spaces = check
    shown = spaces & map_differences(before, after)
    if not shown:
        return Difference("card", None, None, None, spaces, number, rule, key, values)
    space = first_of(shown)
    letters = before.drawn.letter(space), after.drawn.letter(space)
    return Difference("card", space, *letters, spaces, number, rule, key, values)


def _slip(dispute: Dispute, play: _Play, space: Space, kind: str) -> Difference:
    """The difference of a space that does not show what it should by the last change there."""
    before, after = dispute.before.drawn.letter(space), dispute.after.drawn.letter(space)
    number, (rule, key), values = _reason(dispute, play, space)
    named = {"space": GRID.names[space], "mark": _mark(after), "was": _mark(before), **values}
    return Difference(
        kind, space, before, after, Spaces(1 << space), number, f"{RULE}.{rule}", key, named
    )


_Reason = tuple[int | None, tuple[str, str], Values]
"""The number of the card that concerns a space, the rule and its sentence."""


def _reason(dispute: Dispute, play: _Play, space: Space) -> _Reason:
    before, after, bit = dispute.before, dispute.after, Spaces(1 << space)
    if (before.filled & ~after.filled | before.stars & ~after.stars) & bit:
        return None, ("dispute.erased", "says"), NOTHING
    # A wrong star is reported apart from the drawing.
    drawn = drawn_differences(play.state.map, after) & bit != 0
    drawn = drawn and not (play.state.map.stars ^ after.stars) & bit
    if drawn and after.drawn.ruined & bit:
        return _destroyed(play, bit)
    for number, step, state, map_, _ in reversed(play.played):
        changed = drawn_differences(state.map, map_) if drawn else state.map.stars ^ map_.stars
        if changed & bit:
            values = {**_of_draw(step), "wanted": _mark(map_.drawn.letter(space))}
            return number, _expected_by(step, state, play, after, space, drawn=drawn), values
    if drawn and before.drawn.covered & bit:
        return None, ("dispute.erased", "changed"), NOTHING
    return None, ("dispute.unexplained", "says" if drawn else "star"), NOTHING


def _destroyed(play: _Play, bit: Spaces) -> _Reason:
    """Why a space is not destroyed: a troll or a gorgon destroys one alone, or nothing does."""
    for number, step, *_ in play.played:
        target, rule, near = None, "effect.troll", GRID.everywhere
        if isinstance(step, Choice):
            target = step.target
        elif isinstance(step, Draw):
            target, rule, near = step.destroys, "gorgon.target", GRID.neighbours(step.spaces)
        if target is not None and bit & near:
            both = GRID.name_all(Spaces(bit | 1 << target))
            return number, (rule, "once"), {"spaces": both}
    return None, ("dispute.unexplained", "destroyed"), NOTHING


def _expected_by(
    step: Step, state: State, play: _Play, after: Map, space: Space, *, drawn: bool
) -> tuple[str, str]:
    """The rule by which a step should have changed a space, and the key of its sentence."""
    if isinstance(step, Choice):
        is_troll = step.target == space
        is_starred = play.state.map.stars >> space & 1
        if is_troll or not is_starred:
            return "effect.troll" if is_troll else "effect.zombie", "lacking"
        return "effect.zombie", "starred"
    if not drawn:
        return "hero.pattern", "lacking"
    if isinstance(step, Draw) and step.destroys == space:
        return "gorgon.target", "lacking"
    if after.drawn.letter(space) == state.map.drawn.letter(space):
        alone = isinstance(step, Draw) and step.spaces.bit_count() <= 1
        return "draw.shape", "lacking_alone" if alone else "lacking"
    both = play.state.map.drawn.monsters & after.drawn.monsters
    return "draw.terrain", "letter" if both >> space & 1 else "mixed"


def _of_draw(step: Step) -> Values:
    """The spaces and the terrain of a draw."""
    if isinstance(step, Draw):
        return {"spaces": GRID.name_all(step.spaces), "terrain": step.terrain}
    return NOTHING


def _mark(letter: str) -> Word | None:
    """The noun for a letter; None of an empty or a destroyed space."""
    return None if letter in (EMPTY, *DRAWN_LETTERS[-2:]) else Mark(letter).shown
