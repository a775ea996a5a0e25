"""The sketch cards of a dispute: those that half days can have exchanged and taken (p. 4-5).

Covers the display and the deck before and after; `dispute_search` covers everything else.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from theodolite.misterra.half_days import Exchange
from theodolite.misterra.snapshot import DISPLAY_SIZE, TURN_HALF_DAYS, Sketch, Snapshot
from theodolite.misterra.turns import cards_taken

Need = Sketch | None
"""A card that a half day must take; None for any card."""


class Cards(NamedTuple):
    """The cards of some half days.

    Attributes:
        exchanges: The exchange of each half day; None if none was made.
        taken: The card taken in each; None for any card.
    """

    exchanges: tuple[Exchange | None, ...]
    taken: tuple[Need, ...]

    @property
    def exchanged(self) -> int:
        """The number of exchanges."""
        return sum(exchange is not None for exchange in self.exchanges)


def sorted_card(sketch: Sketch) -> Sketch:
    """A sketch card with its halves in the order of the terrains."""
    return min(sketch), max(sketch)


def refills(before: Snapshot, after: Snapshot, half_days: int) -> list[int]:
    """Find the numbers of cards that can have refilled the display after some half days.

    Returns:
        The numbers; none if so many half days cannot follow.
    """
    taken = cards_taken(before)
    # One half day may be the second of a turn, unless the display tells.
    ends = {TURN_HALF_DAYS, 1} if taken is None else {TURN_HALF_DAYS - taken}
    if half_days > max(ends):
        return []
    counts = {0}
    # The display is refilled after two half days, but in a solo game only after Otoma's turn.
    if half_days in ends and before.otoma is None:
        # Before a turn it is full while the deck lasts, so the turn alone makes room.
        left = DISPLAY_SIZE if before.display is None else len(before.display)
        room = DISPLAY_SIZE - left + half_days
        counts |= {*range(room + 1)} if before.deck is None else {min(room, before.deck)}
    if before.deck is not None and after.deck is not None:
        counts &= {before.deck - after.deck}
    return sorted(counts)


def possible_cards(before: Snapshot, after: Snapshot, needs: Sequence[Need]) -> list[Cards]:
    """Find the cards that half days can have exchanged and taken.

    Args:
        before: The table before; an unknown card of its display may be any card.
        after: The table after.
        needs: The card that each half day needs.

    Returns:
        The possibilities, those with fewer exchanges first; none has an exchange without need.
    """
    found: dict[Cards, None] = {}
    for rest, refill in _before_refill(before, after, len(needs)):
        if before.display is None:
            found[Cards((None,) * len(needs), tuple(needs))] = None
        else:
            start = OpenCards.of(before.display)
            found |= dict.fromkeys(_cards_from(start, rest, refill, needs, before.deck))
    return sorted(found, key=lambda cards: cards.exchanged)


def contradictions(
    before: Snapshot, after: Snapshot, needs: Sequence[Need]
) -> Sequence[tuple[str, ...]]:
    """Find the fields, `deck` and `display`, that contradict some half days.

    The display does, too, if it did not have the cards that they need.

    Args:
        before: The table before.
        after: The table after.
        needs: The card that each half day needs.

    Returns:
        Each smallest set of fields without which the half days are possible; none if they are.
    """
    any_display, any_deck = without(after, ["display"]), without(after, ["deck"])
    if before.display is not None and len(before.display) < len(needs):
        return [("display",)]
    if possible_cards(before, after, needs):
        return []
    alone = {"deck": any_deck, "display": any_display, "refill": without(after, ["refill"])}
    found = [(field,) for field, table in alone.items() if possible_cards(before, table, needs)]
    if found:
        return found
    is_needed = any(need is not None for need in needs)
    if is_needed and not possible_cards(before, any_deck._replace(display=None), needs):
        others = contradictions(before, after, [None] * len(needs)) or [()]
        return [*dict.fromkeys(tuple(sorted({"display", *fields})) for fields in others)]
    return [("deck", "display")]


def without(table: Snapshot, fields: Collection[str]) -> Snapshot:
    """A table with some of the fields `deck` and `display` left open, or refilled by one card."""
    if "refill" in fields and table.display is not None and table.deck:
        return table._replace(display=(*table.display, None), deck=table.deck - 1)
    return table._replace(
        display=None if "display" in fields else table.display,
        deck=None if "deck" in fields else table.deck,
    )


class OpenCards(NamedTuple):
    """Open cards.

    Attributes:
        known: The known cards.
        unknown: The number of the others.
    """

    known: Counter[Sketch]
    unknown: int

    @classmethod
    def of(cls, display: Sequence[Need]) -> "OpenCards":
        """Count the cards of a display."""
        known = [sorted_card(sketch) for sketch in display if sketch is not None]
        return cls(Counter(known), len(display) - len(known))


def _before_refill(
    before: Snapshot, after: Snapshot, half_days: int
) -> Iterator[tuple[OpenCards | None, OpenCards | None]]:
    """Find the displays that there can have been before the refill, each with the refill.

    They are None if not known.
    """
    # Every half day takes a card.
    left = None if before.display is None else len(before.display) - half_days
    if left is not None and left < 0:
        return
    counts = refills(before, after, half_days)
    if left is None or after.display is None:
        if counts:
            yield None, None
        return
    opened = OpenCards.of(after.display)
    cards = [*sorted(opened.known.elements()), *[None] * opened.unknown]
    if len(cards) - left in counts:
        for rest in map(OpenCards.of, dict.fromkeys(combinations(cards, left))):
            yield rest, OpenCards(opened.known - rest.known, opened.unknown - rest.unknown)


def _cards_from(
    start: OpenCards,
    rest: OpenCards | None,
    refill: OpenCards | None,
    needs: Sequence[Need],
    deck: int | None,
) -> Iterator[Cards]:
    wanted = Counter([need for need in needs if need is not None])
    wanted.update(rest.known if rest else ())
    # Wanted cards that were not there were revealed, or were among the unknown ones; cards that
    # were there and are not wanted were taken or tucked away.
    missing = sorted((wanted - start.known).elements())
    count = max(0, len(missing) - start.unknown)
    if count > len(needs) or (count and deck == 0):
        return
    spare = sorted((start.known - wanted).elements())
    # Without a known card left, an unknown one was tucked away.
    back = sorted(refill.known) if refill and start.unknown else []
    for revealed in dict.fromkeys(combinations(missing, count)):
        ways = [*dict.fromkeys(permutations([*spare, *revealed, *back], count))]
        for when in combinations(range(len(needs)), count):
            for order in sorted(set(permutations(revealed))):
                for tucked in ways:
                    exchanges: list[Exchange | None] = [None] * len(needs)
                    for i, discard, reveal in zip(when, tucked, order, strict=True):
                        exchanges[i] = Exchange(discard, reveal)
                    others = sorted((Counter(spare) - Counter(tucked)).elements())
                    cards = Cards(tuple(exchanges), _taken(needs, others, rest))
                    if _is_possible(start, rest, cards) and _come_back(cards, refill, deck):
                        # The card that was tucked away is named once.
                        yield cards
                        break


def _come_back(cards: Cards, refill: OpenCards | None, deck: int | None) -> bool:
    """Whether tucked cards come back where the deck is drawn down to them (p. 4)."""
    if deck is None:
        return True
    tucked: list[Sketch] = []
    for exchange in cards.exchanges:
        if exchange is not None:
            tucked.append(exchange.discard)
            if deck < len(tucked) and exchange.reveal != tucked.pop(0):
                return False
    if refill is None:
        return True
    drawn = refill.known.total() + refill.unknown - deck + len(tucked)
    back = Counter(tucked[: max(0, drawn)])
    return (back - refill.known).total() <= refill.unknown


def _taken(
    needs: Sequence[Need], spare: Sequence[Sketch], rest: OpenCards | None
) -> tuple[Need, ...]:
    """Find the card taken in each half day: one that is gone, if it needs none in particular."""
    # An unknown card afterwards may be any of those that seem to be gone.
    if rest is None or rest.unknown:
        return tuple(needs)
    others = iter(spare)
    return tuple(next(others, None) if need is None else need for need in needs)


def _is_possible(start: OpenCards, rest: OpenCards | None, cards: Cards) -> bool:
    """Whether each card is there when it is tucked away or taken, or may be an unknown one."""
    display, unknown = Counter(start.known), start.unknown
    for exchange, sketch in zip(cards.exchanges, cards.taken, strict=True):
        if exchange is not None:
            unknown -= _is_unknown(display, exchange.discard)
            display[exchange.reveal] += 1
        if sketch is not None:
            unknown -= _is_unknown(display, sketch)
    short = (rest.known - display).total() if rest else 0
    return short <= unknown


def _is_unknown(display: Counter[Sketch], sketch: Sketch) -> bool:
    """Take a card off a display; return whether it was an unknown one."""
    if display[sketch]:
        display[sketch] -= 1
        return False
    return True
