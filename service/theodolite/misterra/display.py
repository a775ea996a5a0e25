"""Which cards can have been taken, going by the display and the deck before and after (p. 4-5)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from theodolite.misterra.snapshot import Sketch, Snapshot
from theodolite.misterra.turn import Exchange

__all__ = ["DISPLAY", "HALF_DAYS", "Cards", "card", "refills", "ways"]

DISPLAY = 5
HALF_DAYS = 2

Need = Sketch | None
"""A card that a half day must take; None for any card."""


class Cards(NamedTuple):
    """The exchange and the card taken in each half day; the card is None where any would do."""

    exchanges: tuple[Exchange | None, ...]
    taken: tuple[Need, ...]

    @property
    def exchanged(self) -> int:
        """How many exchanges there are."""
        return sum(exchange is not None for exchange in self.exchanges)


def card(sketch: Sketch) -> Sketch:
    """A sketch card whichever way round it is held."""
    return min(sketch), max(sketch)


def refills(before: Snapshot, after: Snapshot, half_days: int) -> list[int]:
    """How many cards can have been revealed after so many half days, going by the deck."""
    counts = {0}
    # The display is refilled after two half days, but in a solo game only after Otoma's turn.
    if half_days == HALF_DAYS and before.otoma is None:
        # Before a turn it is full while the deck lasts, so room is made by what the turn takes.
        left = DISPLAY if before.display is None else len(before.display)
        room = DISPLAY - left + half_days
        counts |= {*range(room + 1)} if before.deck is None else {min(room, before.deck)}
    if before.deck is not None and after.deck is not None:
        counts &= {before.deck - after.deck}
    return sorted(counts)


def ways(before: Snapshot, after: Snapshot, needs: Sequence[Need]) -> list[Cards]:
    """The ways for each half day to take what it needs and to leave the display as it is after.

    Those with fewer exchanges come first; an exchange that nothing calls for is in none.
    """
    found: dict[Cards, None] = {}
    for rest in _rests(before, after, len(needs)):
        if before.display is None:
            found[Cards((None,) * len(needs), tuple(needs))] = None
        else:
            shown = [card(sketch) for sketch in before.display]
            found |= dict.fromkeys(_ways(shown, rest, needs, before.deck))
    return sorted(found, key=lambda cards: cards.exchanged)


def _rests(
    before: Snapshot, after: Snapshot, half_days: int
) -> Iterator[tuple[Sketch, ...] | None]:
    """What can have lain in the display before the refill; None if that is not known."""
    shown = None if before.display is None else len(before.display) - half_days
    # Every half day takes a card.
    if shown is not None and shown < 0:
        return
    counts = refills(before, after, half_days)
    if shown is None or after.display is None:
        if counts:
            yield None
        return
    lying = sorted(card(sketch) for sketch in after.display)
    if len(lying) - shown in counts:
        yield from set(combinations(lying, shown))


def _ways(
    shown: Sequence[Sketch],
    rest: Sequence[Sketch] | None,
    needs: Sequence[Need],
    deck: int | None,
) -> Iterator[Cards]:
    wanted = Counter([need for need in needs if need is not None])
    wanted.update(rest or ())
    # What is wanted and did not lie there was revealed; what lay there and is not wanted went.
    revealed = sorted((wanted - Counter(shown)).elements())
    spare = sorted((Counter(shown) - wanted).elements())
    if len(revealed) > len(needs) or (revealed and deck == 0):
        return
    tucked, others = spare[: len(revealed)], iter(spare[len(revealed) :])
    taken = [next(others) if need is None and rest is not None else need for need in needs]
    for when in combinations(range(len(needs)), len(revealed)):
        for order in sorted(set(permutations(revealed))):
            exchanges: list[Exchange | None] = [None] * len(needs)
            for i, discard, reveal in zip(when, tucked, order, strict=True):
                exchanges[i] = Exchange(discard, reveal)
            if _can_be_done(shown, exchanges, taken):
                yield Cards(tuple(exchanges), tuple(taken))


def _can_be_done(
    shown: Sequence[Sketch], exchanges: Sequence[Exchange | None], taken: Sequence[Need]
) -> bool:
    display = Counter(shown)
    for exchange, sketch in zip(exchanges, taken, strict=True):
        if exchange is not None:
            display[exchange.discard] -= 1
            display[exchange.reveal] += 1
        if sketch is not None:
            display[sketch] -= 1
        if min(display.values()) < 0:
            return False
    return True
