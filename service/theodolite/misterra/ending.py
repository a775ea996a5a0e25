"""When the game ends (p. 6; solo p. 11), judged after a whole turn.

Covers the confirmed island with its rare case of empty spaces that no player can map, the
last sketch card, and the covered parchment. That the round is then finished is judged in `replays`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from theodolite.grid import NOWHERE, Spaces, union
from theodolite.leaving import staying
from theodolite.misterra.board import GRID
from theodolite.misterra.movement import Ground, places_of
from theodolite.misterra.sight import coverable
from theodolite.misterra.snapshot import OTOMA_HALF_DAYS, Snapshot
from theodolite.verdict import NOTHING, Values


class Condition(NamedTuple):
    """One way for the game to end.

    Attributes:
        rule: The id of the rule.
        met: Whether the condition is met; None if that is not known.
        key: The key of the rule's sentence that explains it.
        values: The values of the sentence's blanks.
        spaces: The spaces concerned.
    """

    rule: str
    met: bool | None
    key: str
    values: Values
    spaces: Spaces = NOWHERE


def conditions(snapshot: Snapshot, player: int) -> list[Condition]:
    """Check every condition that ends the game, after a whole turn of a player.

    A solo game ends after Otoma's turn, and has a condition of its own for the last card.

    Args:
        snapshot: The table after the turn.
        player: The index of the player who finished it.

    >>> from theodolite.misterra import Board, Island, Player, Side
    >>> full = ["JJLSS", "JMLSS", "MMLMS", "SSMMJ", "SSJJJ"]
    >>> ada = Player("Ada", Board())
    >>> table = Snapshot(Side.RIGHT, Island.from_rows(full), (ada,), display=(), deck=3)
    >>> [(condition.rule, condition.met) for condition in conditions(table, 0)]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('misterra.end.island_confirmed', True), ('misterra.end.no_sketch_cards', False),
     ('misterra.end.parchment_covered', False)]
    """
    if snapshot.otoma is None:
        return [_island(snapshot), _no_cards(snapshot), _parchment(snapshot, player)]
    return [_island(snapshot), _otoma_cards(snapshot), _parchment(snapshot, player)]


def _otoma_cards(snapshot: Snapshot) -> Condition:
    """All of Otoma's cards are played."""
    played = snapshot.otoma_half_days
    values = {"count": played, "most": OTOMA_HALF_DAYS}
    if played is None:
        return Condition("misterra.solo.end", None, "not_checked", values)
    is_over = played == OTOMA_HALF_DAYS
    return Condition("misterra.solo.end", is_over, "played" if is_over else "left", values)


def triggered(conditions: Iterable[Condition]) -> bool | None:
    """Whether any of the conditions ends the game; None if only unknown ones may."""
    met = {condition.met for condition in conditions}
    return True if True in met else None if None in met else False


def has_begun(snapshot: Snapshot) -> bool | None:
    """Whether a turn of any player has triggered the end; None if that is not known."""
    others = [_parchment(snapshot, other) for other in range(1, len(snapshot.players))]
    return triggered([*conditions(snapshot, 0), *others])


def _island(snapshot: Snapshot) -> Condition:
    """All 25 spaces are confirmed, or all but empty ones that no player can map any more."""
    tiles, confirmed = snapshot.island
    empty = GRID.everywhere & ~tiles.covered
    hazy = tiles.covered & ~confirmed
    # Otoma can map every space.
    open_ = empty if snapshot.otoma is not None else empty & mappable(snapshot)
    values = {
        "empty": GRID.name_all(empty),
        "hazy": GRID.name_all(hazy),
        "open": GRID.name_all(open_),
        "count": empty.bit_count(),
    }
    if hazy:
        key = "hazy_and_empty" if empty else "hazy"
        return Condition("misterra.end.island_confirmed", False, key, values, hazy | empty)
    if open_:
        return Condition("misterra.end.island_confirmed", False, "mappable", values, empty)
    key = "unmappable" if empty else "confirmed"
    return Condition("misterra.end.island_confirmed", True, key, values, empty or confirmed)


def mappable(snapshot: Snapshot) -> Spaces:
    """Find the spaces that some player can still map while the island stays as it is.

    A meeple walks over tiles and along the beach for any number of half days, and maps from any
    place but jungle; a card covers a space that is seen, or one beside it.
    """
    ground = Ground.of(snapshot)
    reached = ground.within_reach_ever(snapshot.players[seat].meeple for seat in staying(snapshot))
    return union(coverable(place, ground.tiles) for place in places_of(reached))


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
    key = "empty" if empty else "covered"
    return Condition("misterra.end.parchment_covered", not empty, key, values, empty)
