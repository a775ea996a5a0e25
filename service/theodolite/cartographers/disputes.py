"""Whether one map can have become another by a sequence of cards.

Covers explore cards with ruins and fallback, ambushes drawn by a neighbour or solo, heroes, and the
ends of seasons with zombies and trolls. Coins are no part of a map and are not looked at; nor is
whether the deck allows the cards, which `replays` judges. A destroyed space is a destroyed space,
whatever stood there.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from theodolite.cartographers.board import GRID, Drawn, Map, Terrain
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
from theodolite.cartographers.facts import Card, Game
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.snapshot import Player, Season, Snapshot
from theodolite.cartographers.turn import COIN_RULINGS, Offer, Turn, offer, patterns, rulings_used
from theodolite.grid import Space, Spaces, each
from theodolite.verdict import Values

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
TABLES_TO_EXPLAIN = 1_000
"""How many are looked at for the one that comes nearest, where no account is found."""


class SearchTooLongError(Exception):
    """The search was given up."""


class Choice(NamedTuple):
    """What trolls destroyed at the end of a season, by ambush."""

    destroyed: Mapping[str, Space]


Step = Draw | Choice | None
"""What was done for a card: a draw; choices at the end of a season; nothing for a ruins card."""
Account = tuple[Step, ...]


class Dispute(NamedTuple):
    """What is disputed: a map before and after, and the cards between, None the end of a season.

    `ambushes` are those that came before.
    """

    game: Game
    before: Map
    after: Map
    cards: Sequence[Card | None]
    solo: bool = False
    ambushes: tuple[str, ...] = ()
    rulings: Rulings = Rulings()


class Difference(NamedTuple):
    """A space that no account explains, with its letters; None: cards that have no place."""

    space: Space | None
    before: str | None
    after: str | None
    says: str
    values: Values

    @property
    def rule(self) -> str:
        """The rule that decided."""
        return f"cartographers.dispute.{self.says}"


class Finding(NamedTuple):
    """What a dispute comes to: the accounts, or what none explains."""

    accounts: Sequence[Account]
    more: bool
    differences: Sequence[Difference]


class _State(NamedTuple):
    """A map after some of the cards, with what holds on from one card to the next."""

    map: Map
    after_ruins: bool
    ambushes: tuple[str, ...]


def settle(dispute: Dispute) -> Finding:
    """Find how the one map can have become the other.

    Raises:
        SearchTooLongError: there are too many cards, or too many maps to look at.
    """
    if len(dispute.cards) > MOST_CARDS:
        raise SearchTooLongError
    start = _State(dispute.before, after_ruins=False, ambushes=dispute.ambushes)
    accounts = list(islice(_Search(dispute, MOST_TABLES).accounts(0, start), ACCOUNTS + 1))
    if accounts:
        return Finding(accounts[:ACCOUNTS], len(accounts) > ACCOUNTS, ())
    # Whatever there is room for, one map or another comes nearest.
    search = _Search(dispute, TABLES_TO_EXPLAIN, bounded=False)
    with suppress(SearchTooLongError):
        list(search.accounts(0, start))
    return Finding((), False, list(_unexplained(dispute, search.nearest)))


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
    """A search, card by card, for the draws that turn the one map into the other.

    Args:
        dispute: what is disputed.
        most: how many maps may be looked at in vain.
        bounded: whether to give up where the cards left have not enough squares for the rest.
    """

    def __init__(self, dispute: Dispute, most: int, *, bounded: bool = True) -> None:
        self.dispute = dispute
        self.most = most
        self.goal = dispute.after
        self.ruined = self.goal.drawn.ruined
        self.filled = self.goal.filled
        self.hopeless: set[tuple[int, _State]] = set()
        self.nearest = dispute.before
        self._least = _apart(self.nearest, self.goal).bit_count()
        self._room = _most_by_terrain(dispute.cards) if bounded else None

    def accounts(self, i: int, state: _State) -> Iterator[Account]:
        """Every account of the cards from one on."""
        if (i, state) in self.hopeless:
            return
        if len(self.hopeless) > self.most:
            raise SearchTooLongError
        self._note(state.map)
        found = False
        if i == len(self.dispute.cards):
            if _same(state.map, self.goal):
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

    def _note(self, land: Map) -> None:
        """Remember the map that comes nearest."""
        apart = _apart(land, self.goal).bit_count()
        if apart < self._least:
            self._least, self.nearest = apart, land

    def _may_lead_there(self, i: int, land: Map) -> bool:
        """Whether nothing on a map is against its becoming the goal with the cards left."""
        goal = self.goal
        if land.stars & ~goal.stars or land.drawn.ruined & ~self.ruined:
            return False
        # What is drawn stays, or is destroyed.
        for letter, now in enumerate(land.drawn[:-2]):
            if now & ~(goal.drawn[letter] | self.ruined):
                return False
        if self._room is None:
            return True
        room, empty = self._room[i], land.empty
        wanted = [goal.drawn[terrain] for terrain in Terrain]
        wanted[Terrain.MONSTER] = goal.drawn.monsters
        return all((wanted[terrain] & empty).bit_count() <= room[terrain] for terrain in Terrain)

    def _steps(self, i: int, state: _State) -> Iterator[tuple[Step, _State]]:
        card = self.dispute.cards[i]
        if card is None:
            yield from self._season_ends(state)
        elif card.kind == "ruins":
            yield None, state._replace(after_ruins=True)
        else:
            ambushes = state.ambushes
            if card.kind == "ambush":
                ambushes = (*ambushes, card.id)
            # Ruins hold until the next explore card.
            after_ruins = state.after_ruins and card.kind != "explore"
            for drawn, after in self._draws(card, state):
                yield drawn, _State(after, after_ruins, ambushes)

    def _season_ends(self, state: _State) -> Iterator[tuple[Step, _State]]:
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

    def _draws(self, card: Card, state: _State) -> Iterator[tuple[Draw, Map]]:
        """Every legal draw for a card that stays within the goal, and the map after it."""
        land = state.map
        table = self._table(land)
        turn = Turn(0, 0, card, state.after_ruins)
        offered = offer(table, turn)
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

    def _table(self, land: Map) -> Snapshot:
        """A table of this one map, as the rules of drawing ask for it."""
        dispute = self.dispute
        sheet = Player("", land.drawn)
        return Snapshot(
            dispute.game,
            land.printed,
            Season.SPRING,
            dispute.solo,
            (sheet,),
            rulings=dispute.rulings,
        )


def _most_by_terrain(cards: Sequence[Card | None]) -> Sequence[Mapping[Terrain, int]]:
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


def _told_apart(drawn: Drawn) -> tuple[Spaces, ...]:
    """What is drawn, a destroyed dragon like any destroyed space."""
    return (*drawn[:-2], drawn.ruined)


def _same(land: Map, goal: Map) -> bool:
    return land.stars == goal.stars and _told_apart(land.drawn) == _told_apart(goal.drawn)


def _apart(land: Map, goal: Map) -> Spaces:
    """The spaces in which two maps differ."""
    apart = land.stars ^ goal.stars
    for one, other in zip(_told_apart(land.drawn), _told_apart(goal.drawn), strict=True):
        apart |= one ^ other
    return apart


def _unexplained(dispute: Dispute, nearest: Map) -> Iterator[Difference]:
    """What no account explains: what the map that comes nearest has otherwise."""
    before, after = dispute.before, dispute.after
    erased = before.filled & ~after.filled | before.stars & ~after.stars
    apart = _apart(nearest, after)
    for space in each(apart | erased):
        # A filled space never becomes empty again, and stars stay (Geländearten, Helden).
        says = "erased" if erased >> space & 1 else "unexplained"
        values = {"space": GRID.names[space]}
        yield Difference(space, before.drawn.letter(space), after.drawn.letter(space), says, values)
    if not apart | erased:
        yield Difference(None, None, None, "cards_left", {"count": len(dispute.cards)})
