"""The numbers of action and treasure cards in the game, and tables that show more (Material).

Counts by the rulebook, and by the cards of a real copy as far as they are known.
"""

from collections import Counter
from collections.abc import Iterator

from theodolite.treasure_hunt.snapshot import HELP, OBSTACLES, Card, Info, Snapshot, Treasure
from theodolite.verdict import Values

CARDS_EACH = 11
"""There are 11 obstacle and 11 help cards (Material)."""
TREASURES = 26
"""There are 26 treasure cards (Material)."""


def excess_cards(snapshot: Snapshot) -> Iterator[tuple[str, Values]]:
    """Find the cards of which a table shows more than there are.

    Yields:
        The code of a fault, and its values.
    """
    cards, treasures = _action_cards(snapshot), _treasure_cards(snapshot)
    counted: list[tuple[str, int, int, Values]] = [
        ("too_many_obstacle_cards", sum(cards[one] for one in OBSTACLES), CARDS_EACH, {}),
        ("too_many_help_cards", sum(cards[one] for one in HELP), CARDS_EACH, {}),
        ("too_many_treasures", treasures.total(), TREASURES, {}),
    ]
    deck = snapshot.deck
    counted += [
        ("too_many_of_card", cards[card], most, {"card": card})
        for card, most in deck.actions.items()
    ]
    counted += [
        ("too_many_of_treasure", treasures[treasure], most, {"treasure": treasure})
        for treasure, most in deck.treasures.items()
    ]
    for code, count, most, values in counted:
        if count > most:
            yield code, {**values, "count": count, "most": most}


def _action_cards(snapshot: Snapshot) -> Counter[Card | Info]:
    """The action cards that a table shows: in hands, in use, received, and at routes."""
    cards: Counter[Card | Info] = Counter()
    for player in snapshot.players:
        cards.update(player.hand or ())
        cards[Card.LOST_SHOE] += player.shoes
        cards[Card.BOAT] += player.boats
        for route in player.routes:
            cards.update(route.info)
    return cards


def _treasure_cards(snapshot: Snapshot) -> Counter[Treasure | None]:
    """The treasure cards that players have and that lie at routes, those not seen under None."""
    treasures: Counter[Treasure | None] = Counter()
    for player in snapshot.players:
        treasures.update(player.treasures)
        for route in player.routes:
            treasures.update(route.treasures)
    return treasures
