"""Which cards can have been taken, going by the display and the deck before and after (p. 4-5)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from theodolite.misterra.snapshot import Sketch, Snapshot
from theodolite.misterra.turn import Exchange

__all__ = ["DISPLAY", "HALF_DAYS", "Cards", "amiss", "card", "refills", "ways"]

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

    Those with fewer exchanges come first; an exchange that nothing calls for is in none. A card of
    the display that is not known may be any.
    """
    found: dict[Cards, None] = {}
    for rest in _rests(before, after, len(needs)):
        if before.display is None:
            found[Cards((None,) * len(needs), tuple(needs))] = None
        else:
            shown = Lying.of(before.display)
            found |= dict.fromkeys(_ways(shown, rest, needs, before.deck))
    return sorted(found, key=lambda cards: cards.exchanged)


def amiss(before: Snapshot, after: Snapshot, needs: Sequence[Need]) -> tuple[str, ...]:
    """What of the display and the deck after it must be otherwise for half days to take this.

    The display is, too, if what they need cannot have lain there before.
    """
    unshown, uncounted = after._replace(display=None), after._replace(deck=None)
    if before.display is not None and len(before.display) < len(needs):
        return ("display",)
    if ways(before, after, needs):
        return ()
    if ways(before, uncounted, needs):
        return ("deck",)
    if ways(before, unshown, needs):
        return ("display",)
    is_needed = any(need is not None for need in needs)
    if is_needed and not ways(before, uncounted._replace(display=None), needs):
        return tuple(sorted({"display", *amiss(before, after, [None] * len(needs))}))
    return ("deck", "display")


class Lying(NamedTuple):
    """The open cards at a moment: how often each that is known, and how many that are not."""

    known: Counter[Sketch]
    unknown: int

    @classmethod
    def of(cls, display: Sequence[Need]) -> "Lying":
        """The cards of a display."""
        known = [card(sketch) for sketch in display if sketch is not None]
        return cls(Counter(known), len(display) - len(known))


def _rests(before: Snapshot, after: Snapshot, half_days: int) -> Iterator[Lying | None]:
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
    known, unknown = Lying.of(after.display)
    lying = [*sorted(known.elements()), *[None] * unknown]
    if len(lying) - shown in counts:
        yield from (Lying.of(rest) for rest in dict.fromkeys(combinations(lying, shown)))


def _ways(
    shown: Lying, rest: Lying | None, needs: Sequence[Need], deck: int | None
) -> Iterator[Cards]:
    wanted = Counter([need for need in needs if need is not None])
    wanted.update(rest.known if rest else ())
    # What is wanted and did not lie there was revealed, but for what was not known to lie there;
    # what lay there and is not wanted went.
    missing = sorted((wanted - shown.known).elements())
    count = max(0, len(missing) - shown.unknown)
    if count > len(needs) or (count and deck == 0):
        return
    spare = sorted((shown.known - wanted).elements())
    taken = _taken(needs, spare[count:], rest)
    for revealed in dict.fromkeys(combinations(missing, count)):
        # Where no known card is left to be tucked away, that was one of the unknown.
        tucked = [*spare, *revealed][:count]
        for when in combinations(range(len(needs)), count):
            for order in sorted(set(permutations(revealed))):
                exchanges: list[Exchange | None] = [None] * len(needs)
                for i, discard, reveal in zip(when, tucked, order, strict=True):
                    exchanges[i] = Exchange(discard, reveal)
                if _can_be_done(shown, rest, exchanges, taken):
                    yield Cards(tuple(exchanges), taken)


def _taken(needs: Sequence[Need], spare: Sequence[Sketch], rest: Lying | None) -> tuple[Need, ...]:
    """The card taken in each half day: where any would do, one that is gone."""
    # One that lies there unknown afterwards may be any of those that seem to be gone.
    if rest is None or rest.unknown:
        return tuple(needs)
    others = iter(spare)
    return tuple(next(others, None) if need is None else need for need in needs)


def _can_be_done(
    shown: Lying,
    rest: Lying | None,
    exchanges: Sequence[Exchange | None],
    taken: Sequence[Need],
) -> bool:
    """Whether each card lies there when it is tucked away or taken, or may be an unknown one."""
    display, unknown = Counter(shown.known), shown.unknown
    for exchange, sketch in zip(exchanges, taken, strict=True):
        if exchange is not None:
            unknown -= _is_unknown(display, exchange.discard)
            display[exchange.reveal] += 1
        if sketch is not None:
            unknown -= _is_unknown(display, sketch)
    short = (rest.known - display).total() if rest else 0
    return short <= unknown


def _is_unknown(display: Counter[Sketch], sketch: Sketch) -> bool:
    """Take a card off a display, and say whether it was none of those known to lie there."""
    if display[sketch]:
        display[sketch] -= 1
        return False
    return True
