"""What a dispute is about: two maps of one print, and the cards between them.

A destroyed space is a destroyed space, whatever stood there; coins are no part of a map.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from theodolite.cartographers.board import Drawn, Map
from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.facts import Card, Game
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.snapshot import Player, Season, Snapshot
from theodolite.cartographers.turn import Turn
from theodolite.grid import Space, Spaces
from theodolite.verdict import Values

__all__ = [
    "Choice",
    "Difference",
    "Dispute",
    "State",
    "Step",
    "after_card",
    "apart",
    "turn_of",
    "unlike",
]


class Choice(NamedTuple):
    """What trolls destroyed at the end of a season, by ambush."""

    destroyed: Mapping[str, Space]


Step = Draw | Choice | None
"""What was done for a card: a draw; choices at the end of a season; nothing for a ruins card."""


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
    """What no legal play explains: the rule that is broken, and the spaces concerned.

    `space` is the first of them that the maps show otherwise, with its letters; None where they
    show nothing. `card` is the number of the card for which it was done, None where none was.
    """

    space: Space | None
    before: str | None
    after: str | None
    spaces: Spaces
    card: int | None
    rule: str
    says: str
    values: Values


class State(NamedTuple):
    """A map after some of the cards, with what holds on from one card to the next."""

    map: Map
    after_ruins: bool
    ambushes: tuple[str, ...]


def after_card(state: State, card: Card, land: Map) -> State:
    """The state after a card was drawn: ruins hold until the next explore card (Ruinen)."""
    ambushes = (*state.ambushes, card.id) if card.kind == "ambush" else state.ambushes
    return State(land, state.after_ruins and card.kind != "explore", ambushes)


def turn_of(dispute: Dispute, state: State, card: Card) -> tuple[Snapshot, Turn]:
    """A table of one map, and the turn of a card on it, as the rules of drawing ask for them."""
    sheet = Player("", state.map.drawn, state.map.stars)
    table = Snapshot(
        dispute.game,
        state.map.printed,
        Season.SPRING,
        dispute.solo,
        (sheet,),
        # Whether the card can have come is not asked.
        ambushes=(card.id,),
        rulings=dispute.rulings,
    )
    return table, Turn(0, 0, card, state.after_ruins)


def apart(land: Map, goal: Map) -> Spaces:
    """The spaces in which two maps differ."""
    return unlike(land, goal) | land.stars ^ goal.stars


def unlike(land: Map, goal: Map) -> Spaces:
    """The spaces on which two maps have something else drawn."""
    found = 0
    for one, other in zip(_told_apart(land.drawn), _told_apart(goal.drawn), strict=True):
        found |= one ^ other
    return found


def _told_apart(drawn: Drawn) -> tuple[Spaces, ...]:
    """What is drawn, a destroyed dragon like any destroyed space."""
    return (*drawn[:-2], drawn.ruined)
