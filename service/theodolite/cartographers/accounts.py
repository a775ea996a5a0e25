"""Accounts of a dispute: how one map can have become another by a sequence of cards.

Covers explore cards with ruins and fallback, ambushes drawn by a neighbour or in solo play, heroes,
and the ends of seasons with zombies and trolls. Whether the deck allows the cards is judged in
`replays`. The differences that no legal play explains are found in `differences`.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from theodolite.cartographers.board import DRAWN_LETTERS, Map, Terrain
from theodolite.cartographers.differences import COSTS, likeliest_play, played, slip
from theodolite.cartographers.disputes import (
    Choice,
    Difference,
    Dispute,
    State,
    Step,
    after_card,
    contradictions,
    map_differences,
    turn_of,
)
from theodolite.cartographers.drawing import (
    Draw,
    Skill,
    destroyed_by_gorgon,
    drawn_letter,
    filled_in,
    gorgon_targets,
)
from theodolite.cartographers.facts import Card
from theodolite.cartographers.legality import (
    COIN_RULINGS,
    Offer,
    Turn,
    judge,
    offer,
    patterns,
    rulings_used,
)
from theodolite.cartographers.mends import slips, undone
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.season_ends import (
    acting_ambushes,
    destroyed_by_troll,
    spread_zombies,
    troll_options,
)
from theodolite.cartographers.tilings import Tilings
from theodolite.checkpoints import checkpoint
from theodolite.disputes import Explanation, Finding, likeliest
from theodolite.grid import Spaces, each, union

MAX_ACCOUNTS = 20
"""The greatest number of accounts that are listed."""
MAX_CARDS = 20
MAX_STATES = 20_000
"""The greatest number of dead ends, each a map after some cards, before the search is given up."""

MAX_STATES_OF_SLIPS = 2_000
"""The greatest number of dead ends of all slips before the others are left out."""
MAX_STATES_OF_A_SLIP = 400
"""The greatest number of dead ends of a later map in which one slip is mended."""


NOT_JUDGED = tuple(
    f"cartographers.{rule}"
    for rule in ("draw.coin", "deck.once", "deck.ambush", "deck.hero", "deck.ruins")
)
"""The rules of which a dispute about maps alone says nothing: coins, and the deck."""


class SearchTooLongError(Exception):
    """The search was given up: there are too many cards, or too many maps to examine."""


_DRAWN = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER)
"""The terrains that a skill card may draw."""
_CHANGING: Sequence[Skill] = ("extra_squares", "free_drawing")
"""The effects of skill cards that change a draw."""

Account = tuple[Step, ...]
"""One step for each card."""


def resolve(dispute: Dispute) -> Finding[Account, Difference]:
    """Find how the one map of a dispute can have become the other.

    Raises:
        SearchTooLongError: There are more than MAX_CARDS cards, or too many maps to examine.

    >>> from theodolite.cartographers import CARDS, MAPS, Drawn
    >>> before = Map(MAPS["A"])
    >>> after = before._replace(drawn=Drawn(water=0b111))
    >>> len(resolve(Dispute("cartographers", before, after, [CARDS["great_river"]])).accounts)
    1
    """
    if len(dispute.cards) > MAX_CARDS:
        raise SearchTooLongError
    tilings = _tilings(dispute)
    accounts = list(islice(_Search(dispute, tilings, MAX_STATES).all(), MAX_ACCOUNTS + 1))
    if not accounts and dispute.coins_spent:
        accounts = [*_with_skill(dispute)]
    if accounts:
        return Finding(accounts[:MAX_ACCOUNTS], len(accounts) > MAX_ACCOUNTS, ())
    explanations, is_cut = _explanations(dispute, tilings)
    best = likeliest(explanations)
    return Finding((), is_cut, best.departures, is_cut, best.mended)


def _with_skill(dispute: Dispute) -> Iterator[Account]:
    """The accounts by one skill card, for each explore card for which it may have been used.

    Its text is not known: it drew, in one terrain, what the other cards leave over.
    """
    most = MAX_STATES_OF_SLIPS
    for number, card in enumerate(dispute.cards):
        for terrain in _DRAWN if card is not None and card.kind == "explore" else ():
            search = _SkilledSearch(dispute, number, terrain, most)
            with suppress(SearchTooLongError):
                legal_ones = filter(partial(_is_legal, dispute), search.all())
                yield from islice(legal_ones, 1)
            most = max(0, most - len(search.dead_ends))


def _is_legal(dispute: Dispute, account: Account) -> bool:
    """Whether every draw of an account is legal; whether skill cards can be paid is not judged."""
    for one in played(dispute, account):
        card = dispute.cards[one.number]
        if card is not None and isinstance(one.step, Draw):
            drawn = one.step._replace(coins_spent=0)
            if not judge(*turn_of(dispute, one.before, card), drawn).legal:
                return False
    return True


def accounts_of(dispute: Dispute) -> Iterator[Account]:
    """The legal plays that lead from the one map of a dispute to the other."""
    return _Search(dispute, _tilings(dispute), MAX_STATES).all()


def _tilings(dispute: Dispute) -> Tilings:
    return Tilings(dispute.cards, solo=dispute.solo, with_ruins=dispute.game != "heroes")


def _explanations(dispute: Dispute, tilings: Tilings) -> tuple[list[Explanation[Difference]], bool]:
    """The explanations of a later map, and whether not all slips could be looked at."""
    found: list[Explanation[Difference]]
    forced = undone(dispute)
    goal = forced[-1].goal if forced else dispute.after
    needed = sum(COSTS[mend.kind] for mend in forced)
    restored = dispute._replace(after=goal)
    if forced and (account := next(_Search(restored, tilings, MAX_STATES).all(), None)):
        departures = [slip(restored, account, dispute, mend) for mend in forced]
        found = [Explanation(needed, departures, goal)]
        return [*found, *_against_rules(dispute, found)], False
    found = []
    states = MAX_STATES_OF_SLIPS
    for mend in slips(dispute, goal, tilings):
        if found and mend.second is not None:
            break
        mended = dispute._replace(after=mend.goal)
        search = _Search(mended, tilings, min(MAX_STATES_OF_A_SLIP, states))
        try:
            account = next(search.all(), None)
        except SearchTooLongError:
            account = None
        states -= len(search.dead_ends)
        if account is not None:
            departures = [slip(mended, account, dispute, one) for one in (*forced, *mend.slips)]
            cost = needed + COSTS[mend.kind] * len(mend.slips)
            found.append(Explanation(cost, departures, mend.goal))
        if states <= 0:
            break
    return [*found, *_against_rules(dispute, found)], states <= 0


def _against_rules(
    dispute: Dispute, found: Sequence[Explanation[Difference]]
) -> list[Explanation[Difference]]:
    """The likeliest play against the rules, unless fewer slips are likelier than any."""
    least = min((explanation.cost for explanation in found), default=COSTS["card"])
    return [] if least < COSTS["card"] else [likeliest_play(dispute)]


def dispute_rulings(dispute: Dispute) -> Sequence[str]:
    """The rulings that may bear on a dispute, in the order of Rulings."""
    used = {
        name
        for card in dispute.cards
        if card is not None
        for name in rulings_used(dispute.table, Turn(0, 0, card))
    }
    # Coins are not part of a map.
    return [name for name in Rulings._fields if name in used.difference(COIN_RULINGS)]


class _Search:
    """A depth-first search, card by card, for the draws that turn one map into the other."""

    def __init__(self, dispute: Dispute, tilings: Tilings, most: int) -> None:
        self.dispute = dispute
        self.goal = self.shown = dispute.after
        self.ruined = self.goal.drawn.ruined
        self.filled = self.goal.filled
        self.dead_ends: set[tuple[int, State]] = set()
        self._most = most
        self._tilings = tilings

    def all(self) -> Iterator[Account]:
        """Every account."""
        before = self.dispute.before
        if not contradictions(before, self.goal) and self._tilings.explain(before, self.shown, 0):
            start = State(before, after_ruins=False, ambushes=self.dispute.ambushes)
            yield from self.accounts(0, start)

    def accounts(self, i: int, state: State) -> Iterator[Account]:
        """Every account of the cards from index `i` on."""
        if (i, state) in self.dead_ends:
            return
        if len(self.dead_ends) > self._most:
            raise SearchTooLongError
        found = False
        if i == len(self.dispute.cards):
            if self._is_end(state.map):
                found = True
                yield ()
        else:
            for step, then in self._steps(i, state):
                checkpoint()
                if contradictions(then.map, self.goal):
                    continue
                if not self._tilings.explain(then.map, self.shown, i + 1):
                    continue
                for rest in self.accounts(i + 1, then):
                    found = True
                    yield (step, *rest)
        if not found:
            self.dead_ends.add((i, state))

    def _is_end(self, map_: Map) -> bool:
        return not map_differences(map_, self.goal)

    def _steps(self, i: int, state: State) -> Iterator[tuple[Step, State]]:
        card = self.dispute.cards[i]
        if card is None:
            yield from self._season_ends(state)
        elif card.kind == "ruins":
            yield None, state._replace(after_ruins=True)
        else:
            for drawn, after in self._draws(card, state):
                yield drawn, after_card(state, card, after)

    def _season_ends(self, state: State) -> Iterator[tuple[Step, State]]:
        chosen: list[tuple[Choice, Map]] = [(Choice({}), state.map)]
        for letter, ambush in acting_ambushes(state.ambushes, state.map, self.dispute.facts):
            if letter == "Z":
                chosen = [(choice, spread_zombies(map_)[0]) for choice, map_ in chosen]
            else:
                chosen = [after for one in chosen for after in self._trolls(ambush, *one)]
        for choice, map_ in chosen:
            yield choice, state._replace(map=map_, after_ruins=False)

    def _trolls(self, ambush: str, choice: Choice, map_: Map) -> Iterator[tuple[Choice, Map]]:
        options = troll_options(map_)
        if not options:
            yield choice, map_
        for target in each(options & self.ruined):
            yield Choice({ambush: target}), destroyed_by_troll(map_, target)[0]

    def _draws(self, card: Card, state: State) -> Iterator[tuple[Draw, Map]]:
        """Every legal draw for a card that agrees with the goal, and the map after it."""
        map_ = state.map
        offered = offer(*turn_of(self.dispute, state, card))
        if not offered.placements and not offered.fallback:
            # Nothing can be drawn, or a solo ambush is discarded.
            yield Draw(), map_
        for drawn, letter in self._offered(card, map_, offered):
            filled = filled_in(map_, drawn, letter)
            if letter != "G":
                yield drawn, filled
                continue
            targets = gorgon_targets(filled, drawn.spaces, self.dispute.rulings)
            # The target is destroyed on the goal, or it is wasteland, which stays.
            seen = targets & (self.ruined | map_.printed.wasteland)
            for target in each(seen):
                yield drawn._replace(destroys=target), destroyed_by_gorgon(filled, target)
            if not targets:
                yield drawn, filled

    def _offered(self, card: Card, map_: Map, offered: Offer) -> Iterator[tuple[Draw, str]]:
        """The legal draws whose spaces the goal shows, each with its letter."""
        goal = self.goal
        new = self.filled & ~map_.filled
        places: Sequence[Spaces] = [spaces for _, spaces in offered.placements]
        if offered.fallback:
            places = [1 << space for space in each(new)]
        for spaces in places:
            if spaces & ~new:
                continue
            for terrain in offered.terrains:
                letter = drawn_letter(terrain, card, spaces, self.dispute.rulings)
                if spaces & ~(goal.drawn.layer(letter) | self.ruined):
                    continue
                plain = Draw(spaces, terrain)
                if card.kind == "hero" and not offered.fallback:
                    for stars in patterns(card.pattern or (), spaces.bit_length() - 1):
                        yield plain._replace(stars=stars), letter
                else:
                    yield plain, letter


class _SkilledSearch(_Search):
    """The search in which a skill card changed one draw: it drew what the other cards leave over.

    Args:
        dispute: The dispute.
        number: The index of the explore card whose draw it changed.
        terrain: The terrain of that draw.
        most: The greatest number of dead ends.
    """

    def __init__(self, dispute: Dispute, number: int, terrain: Terrain, most: int) -> None:
        cards = [*dispute.cards]
        # It may draw any of the new spaces of its terrain, and the other cards need not.
        cards[number] = None if (card := cards[number]) is None else card._replace(kind="ruins")
        super().__init__(dispute, _tilings(dispute._replace(cards=cards)), most)
        self._number, self._terrain = number, terrain
        self._layer = self.goal.drawn.layer(DRAWN_LETTERS[terrain])
        drawn, new = self.goal.drawn, self._layer & dispute.before.empty
        self.shown = self.goal._replace(drawn=drawn.with_destroyed(new))

    def all(self) -> Iterator[Account]:
        """Every account, legal or not."""
        for account in super().all():
            laid = union(one.spaces for one in account if isinstance(one, Draw))
            spaces = self._layer & self.dispute.before.empty & ~laid
            plain = Draw(spaces, self._terrain, coins_spent=self.dispute.coins_spent)
            for skill in _CHANGING:
                drawn = plain._replace(skill=skill)
                yield (*account[: self._number], drawn, *account[self._number + 1 :])

    def _is_end(self, map_: Map) -> bool:
        left = map_differences(map_, self.goal)
        return bool(left) and not left & ~(self._layer & map_.empty)

    def _steps(self, i: int, state: State) -> Iterator[tuple[Step, State]]:
        card = self.dispute.cards[i]
        if i == self._number and card is not None:
            yield Draw(), after_card(state, card, state.map)
        else:
            yield from super()._steps(i, state)
