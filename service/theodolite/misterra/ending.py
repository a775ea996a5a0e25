"""When the game ends (p. 6; solo p. 11), judged after a whole turn.

Covers the confirmed island with its rare case of empty spaces that nobody can map any more, the
last sketch card, and the covered parchment. That the round is then finished is judged in `replays`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from theodolite.grid import Spaces
from theodolite.misterra.board import GRID
from theodolite.misterra.movement import Ground, places_of
from theodolite.misterra.sight import coverable
from theodolite.misterra.snapshot import Snapshot
from theodolite.verdict import NOTHING, Values

__all__ = ["Condition", "OtomaTurns", "conditions", "mappable", "triggered"]


class Condition(NamedTuple):
    """One way for the game to end: whether it is met (None if that is not known), and why."""

    rule: str
    met: bool | None
    says: str
    values: Values
    spaces: Spaces = 0


OTOMA_TURNS = 10
"""How many turns Otoma's cards last for (p. 10).

There are 21 after the set-up. Each half day flips the first of them, and is told what to do by the
one that then lies on top: twenty are flipped, two to a turn, and the last is left.
"""


class OtomaTurns(NamedTuple):
    """How many turns Otoma has played, as far as is known: all of them, or those of a record."""

    played: int = 0
    all_told: bool = False


NOT_TOLD = OtomaTurns()


def conditions(
    snapshot: Snapshot, player: int, otoma_turns: OtomaTurns = NOT_TOLD
) -> list[Condition]:
    """Every condition that ends the game, for a player who has just finished a whole turn.

    A solo game ends after Otoma's turn, and has a condition of its own for the last card.
    """
    if snapshot.otoma is None:
        return [_island(snapshot), _no_cards(snapshot), _parchment(snapshot, player)]
    return [_island(snapshot), _otoma_cards(otoma_turns), _parchment(snapshot, player)]


def _otoma_cards(turns: OtomaTurns) -> Condition:
    """All of Otoma's cards are played. They are no part of a snapshot; a record's are counted."""
    values = {"count": turns.played, "most": OTOMA_TURNS}
    if turns.played >= OTOMA_TURNS:
        return Condition("misterra.solo.end", True, "played", values)
    if turns.all_told:
        return Condition("misterra.solo.end", False, "left", values)
    return Condition("misterra.solo.end", None, "not_checked", values)


def triggered(met: Iterable[Condition]) -> bool:
    """Whether any of the conditions ends the game. One that is not known does not."""
    return any(condition.met for condition in met)


def _island(snapshot: Snapshot) -> Condition:
    """All 25 spaces are confirmed, or all but empty ones that nobody can map any more."""
    tiles, confirmed = snapshot.island
    empty = GRID.everywhere & ~tiles.covered
    hazy = tiles.covered & ~confirmed
    # Otoma maps any space, so no space of a solo game is ever out of reach.
    open_ = empty if snapshot.otoma is not None else empty & mappable(snapshot)
    values = {
        "empty": GRID.name_all(empty),
        "hazy": GRID.name_all(hazy),
        "open": GRID.name_all(open_),
        "count": empty.bit_count(),
    }
    if hazy:
        says = "hazy_and_empty" if empty else "hazy"
        return Condition("misterra.end.island_confirmed", False, says, values, hazy | empty)
    if open_:
        return Condition("misterra.end.island_confirmed", False, "mappable", values, empty)
    says = "unmappable" if empty else "confirmed"
    return Condition("misterra.end.island_confirmed", True, says, values, empty or confirmed)


def mappable(snapshot: Snapshot) -> Spaces:
    """The spaces that somebody can still map while the island stays as it is.

    A meeple walks over tiles and along the beach for as many half days as it takes, and maps from
    any place that is not jungle; a card covers a space that is seen, or one beside it.
    """
    ground = Ground.of(snapshot)
    reached = ground.within_reach_ever(player.meeple for player in snapshot.players)
    spaces = 0
    for place in places_of(reached):
        spaces |= coverable(place, ground.tiles)
    return spaces


def _no_cards(snapshot: Snapshot) -> Condition:
    """No sketch card is left, neither in the deck nor in the display."""
    left = [snapshot.deck, None if snapshot.display is None else len(snapshot.display)]
    if any(left):
        return Condition("misterra.end.no_sketch_cards", False, "left", NOTHING)
    if None in left:
        return Condition("misterra.end.no_sketch_cards", None, "not_checked", NOTHING)
    return Condition("misterra.end.no_sketch_cards", True, "gone", NOTHING)


def _parchment(snapshot: Snapshot, player: int) -> Condition:
    """The player's parchment is fully covered."""
    one = snapshot.players[player]
    empty = GRID.everywhere & ~one.parchment.covered
    values = {"player": one.name, "spaces": GRID.name_all(empty)}
    says = "empty" if empty else "covered"
    return Condition("misterra.end.parchment_covered", not empty, says, values, empty)
