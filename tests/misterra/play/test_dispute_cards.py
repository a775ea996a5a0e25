"""Which cards can have been taken, going by the display before and after."""

from theodolite.grid import NOWHERE
from theodolite.misterra.board import Board, Island, Terrain
from theodolite.misterra.dispute_cards import Cards, Need, possible_cards, refills
from theodolite.misterra.half_days import Exchange
from theodolite.misterra.snapshot import Side, Sketch, Snapshot

J, L, M, S = Terrain
JJ, LL, MM, SS = (J, J), (L, L), (M, M), (S, S)


def table(*display: Sketch, deck: int | None = 9) -> Snapshot:
    return Snapshot(Side.RIGHT, Island(Board(), NOWHERE), (), display=display, deck=deck)


def cards(*half_days: tuple[Exchange | None, Need]) -> Cards:
    return Cards(tuple(one for one, _ in half_days), tuple(card for _, card in half_days))


def test_takes_the_card_that_is_gone() -> None:
    assert possible_cards(table(JJ, LL), table(LL), [None]) == [cards((None, JJ))]
    assert possible_cards(table(JJ, LL), table(LL), [JJ]) == [cards((None, JJ))]
    # If it was the other, then that one was exchanged for another of this kind.
    assert possible_cards(table(JJ, LL), table(LL), [LL]) == [cards((Exchange(JJ, LL), LL))]


def test_reveals_a_card_that_was_not_there_before_it_is_taken() -> None:
    swap = Exchange(JJ, MM)
    assert possible_cards(table(JJ, LL), table(LL), [MM]) == [cards((swap, MM))]
    assert possible_cards(table(JJ, LL, deck=0), table(LL, deck=0), [MM]) == []
    # Taken in the first half day, it was revealed in that.
    before, after = table(JJ, LL, SS), table(SS)
    assert possible_cards(before, after, [MM, LL]) == [cards((swap, MM), (None, LL))]
    # Taken in the second, it was revealed in either.
    assert possible_cards(before, after, [LL, MM]) == [
        cards((swap, LL), (None, MM)),
        cards((None, LL), (swap, MM)),
    ]


def test_tucks_away_a_card_only_while_it_is_there() -> None:
    # Each was exchanged for the card then taken.
    swaps = [cards((Exchange(JJ, MM), MM), (Exchange(LL, SS), SS))]
    assert possible_cards(table(JJ, LL), table(), [MM, SS]) == swaps


def test_sorts_by_number_of_exchanges() -> None:
    # Of the two that lie there in the end, one was revealed after the turn.
    found = possible_cards(table(JJ, LL, SS, deck=None), table(MM, SS, deck=None), [None, None])
    exchanged = [way.exchanged for way in found]
    assert exchanged == sorted(exchanged)
    assert set(exchanged) == {0, 1}


def test_after_a_turn_the_display_is_refilled_as_far_as_the_deck_goes() -> None:
    five = (JJ, LL, MM, SS, JJ)
    unknown = table(deck=None)
    assert refills(table(*five, deck=None), unknown, 2) == [0, 1, 2]
    assert refills(table(*five, deck=9), unknown, 2) == [0, 2]
    assert refills(table(*five, deck=1), unknown, 2) == [0, 1]
    assert refills(table(JJ, LL, deck=None), unknown, 2) == [0, 1, 2, 3, 4, 5]
    assert refills(table(*five, deck=9), table(deck=7), 2) == [2]
    assert refills(table(*five, deck=9), table(deck=8), 2) == []


def test_refills_nothing_within_a_turn_or_before_otoma() -> None:
    full, unknown = table(JJ, LL, MM, SS, JJ, deck=9), table(deck=None)
    assert refills(full, unknown, 1) == [0]
    assert refills(full._replace(otoma=()), unknown, 2) == [0]
