"""Which cards can have been taken, going by the display before and after."""

from theodolite.misterra.board import Board, Island, Terrain
from theodolite.misterra.display import Cards, Need, refills, ways
from theodolite.misterra.snapshot import Side, Sketch, Snapshot
from theodolite.misterra.turn import Exchange

J, L, M, S = Terrain
JJ, LL, MM, SS = (J, J), (L, L), (M, M), (S, S)


def table(*display: Sketch, deck: int | None = 9) -> Snapshot:
    return Snapshot(Side.RIGHT, Island(Board(), 0), (), display=display, deck=deck)


def cards(*half_days: tuple[Exchange | None, Need]) -> Cards:
    return Cards(tuple(one for one, _ in half_days), tuple(card for _, card in half_days))


def test_the_card_that_is_gone_was_taken() -> None:
    assert ways(table(JJ, LL), table(LL), [None]) == [cards((None, JJ))]
    assert ways(table(JJ, LL), table(LL), [JJ]) == [cards((None, JJ))]
    # If it was the other, then that one was exchanged for another of this kind.
    assert ways(table(JJ, LL), table(LL), [LL]) == [cards((Exchange(JJ, LL), LL))]


def test_a_card_that_did_not_lie_there_was_revealed_before_it_was_taken() -> None:
    swap = Exchange(JJ, MM)
    assert ways(table(JJ, LL), table(LL), [MM]) == [cards((swap, MM))]
    assert ways(table(JJ, LL, deck=0), table(LL, deck=0), [MM]) == []
    # Taken in the first half day, it was revealed in that.
    before, after = table(JJ, LL, SS), table(SS)
    assert ways(before, after, [MM, LL]) == [cards((swap, MM), (None, LL))]
    # Taken in the second, it was revealed in either.
    assert ways(before, after, [LL, MM]) == [
        cards((swap, LL), (None, MM)),
        cards((None, LL), (swap, MM)),
    ]


def test_a_card_is_tucked_away_only_while_it_lies_there() -> None:
    # Each was exchanged for the card then taken.
    swaps = [cards((Exchange(JJ, MM), MM), (Exchange(LL, SS), SS))]
    assert ways(table(JJ, LL), table(), [MM, SS]) == swaps


def test_fewer_exchanges_come_first() -> None:
    # Of the two that lie there in the end, one was revealed after the turn.
    found = ways(table(JJ, LL, SS, deck=None), table(MM, SS, deck=None), [None, None])
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


def test_nothing_is_revealed_within_a_turn_or_before_otoma_has_played() -> None:
    full, unknown = table(JJ, LL, MM, SS, JJ, deck=9), table(deck=None)
    assert refills(full, unknown, 1) == [0]
    assert refills(full._replace(otoma=()), unknown, 2) == [0]
