"""Whether one map can have become another by a sequence of cards.

Covers explore cards with ruins and fallback, ambushes drawn by a neighbour or solo, heroes, and the
ends of seasons with zombies and trolls. Whether the deck allows the cards `replays` judges. What no
legal play explains is in `breaches`.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from theodolite.cartographers.board import Map, Terrain
from theodolite.cartographers.breaches import most_by_terrain, unexplained
from theodolite.cartographers.disputed import (
    Choice,
    Difference,
    Dispute,
    State,
    Step,
    after_card,
    apart,
    turn_of,
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
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.snapshot import Player, Season, Snapshot
from theodolite.cartographers.turn import COIN_RULINGS, Offer, Turn, offer, patterns, rulings_used
from theodolite.grid import Spaces, each

__all__ = [
    "ACCOUNTS",
    "MOST_CARDS",
    "Account",
    "Choice",
    "Difference",
    "Dispute",
    "Finding",
    "SearchTooLongError",
    "Step",
    "dispute_rulings",
    "settle",
]

ACCOUNTS = 20
"""How many accounts are told at most."""
MOST_CARDS = 20
MOST_TABLES = 20_000
"""How many maps are looked at in vain before the search is given up."""


class SearchTooLongError(Exception):
    """The search was given up."""


Account = tuple[Step, ...]


class Finding(NamedTuple):
    """What a dispute comes to: the accounts, or what none explains."""

    accounts: Sequence[Account]
    more: bool
    differences: Sequence[Difference]


def settle(dispute: Dispute) -> Finding:
    """Find how the one map can have become the other.

    Raises:
        SearchTooLongError: there are too many cards, or too many maps to look at.
    """
    if len(dispute.cards) > MOST_CARDS:
        raise SearchTooLongError
    start = State(dispute.before, after_ruins=False, ambushes=dispute.ambushes)
    accounts = list(islice(_Search(dispute).accounts(0, start), ACCOUNTS + 1))
    if accounts:
        return Finding(accounts[:ACCOUNTS], len(accounts) > ACCOUNTS, ())
    return Finding((), False, unexplained(dispute))


def dispute_rulings(dispute: Dispute) -> Sequence[str]:
    """The rulings that may bear on a dispute, in the order of the table."""
    table = Snapshot(
        dispute.game, dispute.before.printed, Season.SPRING, dispute.solo, (Player(""),)
    )
    used = {
        name
        for card in dispute.cards
        if card is not None
        for name in rulings_used(table, Turn(0, 0, card))
    }
    # Coins are no part of a map.
    return [name for name in Rulings._fields if name in used.difference(COIN_RULINGS)]


class _Search:
    """A search, card by card, for the draws that turn the one map into the other."""

    def __init__(self, dispute: Dispute) -> None:
        self.dispute = dispute
        self.goal = dispute.after
        self.ruined = self.goal.drawn.ruined
        self.filled = self.goal.filled
        self.hopeless: set[tuple[int, State]] = set()
        self._room = most_by_terrain(dispute.cards)

    def accounts(self, i: int, state: State) -> Iterator[Account]:
        """Every account of the cards from one on."""
        if (i, state) in self.hopeless:
            return
        if len(self.hopeless) > MOST_TABLES:
            raise SearchTooLongError
        found = False
        if i == len(self.dispute.cards):
            if not apart(state.map, self.goal):
                found = True
                yield ()
        else:
            for step, then in self._steps(i, state):
                if self._may_lead_there(i + 1, then.map):
                    for rest in self.accounts(i + 1, then):
                        found = True
                        yield (step, *rest)
        if not found:
            self.hopeless.add((i, state))

    def _may_lead_there(self, i: int, land: Map) -> bool:
        """Whether nothing on a map is against its becoming the goal with the cards left."""
        goal = self.goal
        if land.stars & ~goal.stars or land.drawn.ruined & ~self.ruined:
            return False
        # What is drawn stays, or is destroyed.
        for letter, now in enumerate(land.drawn[:-2]):
            if now & ~(goal.drawn[letter] | self.ruined):
                return False
        room, empty = self._room[i], land.empty
        wanted = [goal.drawn[terrain] for terrain in Terrain]
        wanted[Terrain.MONSTER] = goal.drawn.monsters
        return all((wanted[terrain] & empty).bit_count() <= room[terrain] for terrain in Terrain)

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
        for ambush in order(state.ambushes, state.map):
            act = self._zombies if ambush == ZOMBIE else self._trolls
            chosen = [after for choice, land in chosen for after in act(choice, land)]
        for choice, land in chosen:
            yield choice, state._replace(map=land, after_ruins=False)

    def _zombies(self, choice: Choice, land: Map) -> Iterator[tuple[Choice, Map]]:
        yield choice, spread(land)[0]

    def _trolls(self, choice: Choice, land: Map) -> Iterator[tuple[Choice, Map]]:
        may = troll_may_destroy(land)
        if not may:
            yield choice, land
        for target in each(may & self.ruined):
            yield Choice({**choice.destroyed, TROLL: target}), destroyed_by_troll(land, target)[0]

    def _draws(self, card: Card, state: State) -> Iterator[tuple[Draw, Map]]:
        """Every legal draw for a card that stays within the goal, and the map after it."""
        land = state.map
        offered = offer(*turn_of(self.dispute, state, card))
        if not offered.placements and not offered.fallback:
            # Nothing can be drawn, or a solo ambush is discarded.
            yield Draw(), land
        for drawn, letter in self._told(card, land, offered):
            filled = filled_in(land, drawn, letter)
            if letter != "G":
                yield drawn, filled
                continue
            targets = gorgon_targets(filled, drawn.spaces, self.dispute.rulings)
            # What is destroyed is so in the end, or was wasteland.
            seen = targets & (self.ruined | land.printed.wasteland)
            for target in each(seen):
                yield drawn._replace(destroys=target), destroyed_by_gorgon(filled, target)
            if not targets:
                yield drawn, filled

    def _told(self, card: Card, land: Map, offered: Offer) -> Iterator[tuple[Draw, str]]:
        """The draws offered that the goal shows, each with its letter."""
        goal = self.goal
        new = self.filled & ~land.filled
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
