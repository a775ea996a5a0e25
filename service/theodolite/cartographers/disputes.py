"""Disputes: a map before and after a sequence of cards, and what became of it in between.

Whether a legal play explains a dispute is judged in `accounts`. All destroyed spaces are alike,
whatever was drawn there before, and coins are not part of a map.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from theodolite.cartographers.board import GRID, Drawn, Map, Terrain
from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.facts import FACTS, Card, Facts, Game
from theodolite.cartographers.legality import Turn
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.snapshot import Player, Season, Snapshot
from theodolite.grid import Space, Spaces, union
from theodolite.verdict import Values


class Choice(NamedTuple):
    """The space destroyed for a troll at the end of a season, by its ambush; none without one."""

    destroyed: Mapping[str, Space]

    @property
    def target(self) -> Space | None:
        """The space destroyed; None if there is none."""
        return next(iter(self.destroyed.values()), None)


Step = Draw | Choice | None
"""A step for a card: a draw, choices at the end of a season, or None for a ruins card."""


class Dispute(NamedTuple):
    """Two maps with one print, and the cards between them.

    Attributes:
        game: The game.
        before: The map before the cards.
        after: The map after the cards.
        cards: The cards in order, their faces known; None is the end of a season.
        solo: Whether it is a solo game.
        ambushes: The ids of the ambushes revealed before these cards, in order.
        rulings: The rulings in force.
        facts: The printed facts.
        coins_spent: The coins that skill cards have cost between the maps.
    """

    game: Game
    before: Map
    after: Map
    cards: Sequence[Card | None]
    solo: bool = False
    ambushes: tuple[str, ...] = ()
    rulings: Rulings = Rulings()
    facts: Facts = FACTS
    coins_spent: int = 0

    @property
    def table(self) -> Snapshot:
        """A table with one empty map, for the rules of drawing."""
        return Snapshot(
            self.game,
            self.before.printed,
            # A dispute has no season: whether the deck allows the cards is not judged.
            Season.SPRING,
            self.solo,
            (Player(""),),
            rulings=self.rulings,
            facts=self.facts,
        )


class Difference(NamedTuple):
    """A departure from legal play.

    Attributes:
        kind: Its kind, a key of `departures.toml`.
        space: The first of `spaces` in which the maps differ; None if there is none.
        before: The letter of `space` before.
        after: The letter of `space` after.
        spaces: The spaces concerned.
        card: The index of the card concerned; None if it is none of them.
        rule: The id of the rule that is broken.
        key: The key of the rule's sentence.
        values: The values that fill the blanks of the sentence.
        alternatives: Other departures, each of which explains as much at the same cost.
    """

    kind: str
    space: Space | None
    before: str | None
    after: str | None
    spaces: Spaces
    card: int | None
    rule: str
    key: str
    values: Values
    alternatives: Sequence["Difference"] = ()

    @property
    def thing(self) -> object:
        """The thing that is wrong, whatever the sentence says of it."""
        return self.kind, self.space, self.spaces


class State(NamedTuple):
    """A map after some of the cards, with what stays in force from one card to the next.

    Attributes:
        map: The map.
        after_ruins: Whether ruins are in force.
        ambushes: The ids of the ambushes revealed so far, in order.
    """

    map: Map
    after_ruins: bool
    ambushes: tuple[str, ...]


def after_card(state: State, card: Card, map_: Map) -> State:
    """The state after a draw; ruins stay in force until the next explore card (Ruinen)."""
    ambushes = (*state.ambushes, card.id) if card.kind == "ambush" else state.ambushes
    return State(map_, state.after_ruins and card.kind != "explore", ambushes)


def turn_of(dispute: Dispute, state: State, card: Card) -> tuple[Snapshot, Turn]:
    """A table with one map, and the turn of a card on it, as `legality` takes them."""
    sheet = Player("", state.map.drawn, state.map.stars)
    table = dispute.table._replace(players=(sheet,), ambushes=(card.id,))
    return table, Turn(0, 0, card, state.after_ruins)


def map_differences(map_: Map, goal: Map) -> Spaces:
    """The spaces in which two maps differ, stars included."""
    return drawn_differences(map_, goal) | map_.stars ^ goal.stars


def drawn_differences(map_: Map, goal: Map) -> Spaces:
    """The spaces in which the drawings on two maps differ."""
    layers = zip(_layers(map_.drawn), _layers(goal.drawn), strict=True)
    return union(one ^ other for one, other in layers)


def _layers(drawn: Drawn) -> tuple[Spaces, ...]:
    """The layers of a drawing, with one layer for all destroyed spaces."""
    return (*drawn[:-2], drawn.ruined)


def most_by_terrain(cards: Sequence[Card | None]) -> Sequence[Mapping[Terrain, int]]:
    """For each card, how many spaces of each terrain it and the cards after it can fill at most."""
    room = dict.fromkeys(Terrain, 0)
    room_by_card = [room]
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
        room_by_card.append(room)
    return room_by_card[::-1]


def contradictions(map_: Map, goal: Map) -> Spaces:
    """The spaces of a map that no cards can turn into those of a later map.

    Stars and destroyed spaces stay. Letters stay, or are destroyed.
    """
    ruined = goal.drawn.ruined
    found = map_.stars & ~goal.stars | map_.drawn.ruined & ~ruined
    for drawn, drawn_later in zip(map_.drawn[:-2], goal.drawn, strict=False):
        found |= drawn & ~(drawn_later | ruined)
    return found


def excess(map_: Map, goal: Map, room: Mapping[Terrain, int]) -> int:
    """How many empty spaces are filled on a later map beyond what cards can fill.

    Args:
        map_: The map.
        goal: The later map.
        room: How many spaces of each terrain the cards can fill at most.
    """
    empty, later = map_.empty, goal.drawn
    filled = (later.forest, later.village, later.farm, later.water, later.hero, later.monsters)
    return sum(
        max(0, (layer & empty).bit_count() - most)
        for layer, most in zip(filled, room.values(), strict=True)
    )
