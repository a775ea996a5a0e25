"""How many cards there are, and which of them a table holds more of (Material).

Covers action and treasure cards, by what the rulebook counts and by what is known of a real copy.
"""

from collections import Counter
from collections.abc import Iterator

from theodolite.treasure_hunt.snapshot import HELP, OBSTACLES, Card, Info, Snapshot, Treasure
from theodolite.verdict import Values

__all__ = ["overdrawn"]

CARDS_EACH = 11
"""There are 11 obstacle and 11 help cards (Material)."""
TREASURES = 26
"""There are 26 treasure cards (Material)."""


def overdrawn(snapshot: Snapshot) -> Iterator[tuple[str, Values]]:
    """What a table holds more of than there is: the code of a fault, and its values."""
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
    """The treasure cards that players have and that lie at routes; None counts those not seen."""
    treasures: Counter[Treasure | None] = Counter()
    for player in snapshot.players:
        treasures.update(player.treasures)
        for route in player.routes:
            treasures.update(route.treasures)
    return treasures
