"""Half days: what each is made of, whether it is legal, and which are (p. 4-5).

Covers moving, choosing a sketch card with the lagoon's exchange, mapping and claiming. The order of
turns, the refilled display and the end of the game are in `replays` and `ending`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Literal, NamedTuple

from theodolite.grid import Space, Spaces
from theodolite.misterra.board import Terrain
from theodolite.misterra.claiming import claim_checks
from theodolite.misterra.mapping import Change, update
from theodolite.misterra.movement import Ground, move_checks
from theodolite.misterra.sight import Pair, map_checks, may_map, placements, seen
from theodolite.misterra.snapshot import Display, Place, Rulings, Sketch, Snapshot
from theodolite.verdict import NOTHING, Check, Status, legal

__all__ = [
    "ACTIONS_RULINGS",
    "SKETCHES",
    "Action",
    "Exchange",
    "HalfDay",
    "Position",
    "Verdict",
    "half_days",
    "judge",
    "legal_actions",
    "rulings_used",
    "told",
    "without",
]

Action = Literal["map", "claim", "discard"]
SKETCHES = tuple(combinations_with_replacement(Terrain, 2))
"""Every sketch card there can be, its halves in the order of the terrains."""
ACTIONS_RULINGS = ("claim_region",)
"""The rulings that decide what a player can do."""


class Exchange(NamedTuple):
    """What a lagoon allows: a display card tucked under the deck, and the one revealed for it."""

    discard: Sketch
    reveal: Sketch


class HalfDay(NamedTuple):
    """One half day: the places stepped onto, the exchange, the card taken, and its use.

    A card that is mapped lays the first half of `sketch` on the first of `spaces`.
    """

    move: tuple[Place, ...] = ()
    lagoon: Exchange | None = None
    sketch: Sketch | None = None
    action: Action = "discard"
    spaces: tuple[Space, Space] | None = None


class Verdict(NamedTuple):
    """The checks of a half day and, if it is legal, what changed and the table after it."""

    checks: Sequence[Check]
    changes: Sequence[Change] = ()
    after: Snapshot | None = None

    @property
    def legal(self) -> bool:
        """Whether no rule was broken."""
        return legal(self.checks)


class Position(NamedTuple):
    """A place where a meeple can end its move: how it gets there, and what it can do there."""

    meeple: Place
    path: tuple[Place, ...]
    sees: Spaces
    may_map: bool
    placements: Sequence[Pair]
    claim: Sequence[Check]


def judge(snapshot: Snapshot, player: int, half_day: HalfDay) -> Verdict:
    """Hold one half day of a player against every rule that bears on it.

    An exchange that is not told was not made. A half day takes a card, so if it is not told which,
    one of the display is gone and the others lie there unknown.
    """
    start = snapshot.players[player].meeple
    place = half_day.move[-1] if half_day.move else start
    tiles = snapshot.island.tiles
    checks = list(move_checks(Ground.of(snapshot), start, half_day.move))
    display = snapshot.display
    checks.append(_chosen(display, half_day.sketch))
    if half_day.lagoon is not None:
        checks += _lagoon_checks(snapshot, place, half_day.lagoon)
        display = _exchanged(display, half_day.lagoon)
    if half_day.sketch is not None:
        checks.append(_in_display("misterra.sketch.from_display", display, half_day.sketch))
    if half_day.action == "map" and half_day.spaces is not None:
        checks += map_checks(place, tiles, half_day.spaces)
    if half_day.action == "claim":
        checks += claim_checks(snapshot, player, place)
    if not legal(checks):
        return Verdict(checks)
    if display is not None:
        display = without(display, half_day.sketch) if half_day.sketch else _less_one(display)
    return _carried_out(snapshot._replace(display=display), player, place, half_day, checks)


def _carried_out(
    snapshot: Snapshot, player: int, place: Place | None, half_day: HalfDay, checks: list[Check]
) -> Verdict:
    island, one = snapshot.island, snapshot.players[player]
    parchment, claims = one.parchment, one.claims
    changes = []
    if half_day.action == "map" and half_day.spaces and half_day.sketch:
        for space, terrain in zip(half_day.spaces, half_day.sketch, strict=True):
            parchment = parchment.laid(space, terrain)
            island, change = update(island, space, terrain, snapshot.rulings)
            changes.append(change)
    if half_day.action == "claim" and place is not None:
        claims = (*claims, place.space)
    players = list(snapshot.players)
    players[player] = one._replace(parchment=parchment, meeple=place, claims=claims)
    after = snapshot._replace(island=island, players=tuple(players))
    return Verdict(checks, changes, after)


def _lagoon_checks(snapshot: Snapshot, place: Place | None, exchange: Exchange) -> Iterator[Check]:
    # The meeple stands on a lagoon, whether or not it moved.
    here = 0 if place is None or place.on_beach else 1 << place.space
    values: dict[str, object] = {} if place is None else {"place": place.word}
    status: Status
    if place is None:
        yield Check("misterra.lagoon.standing", "failed", "unplaced", values)
    else:
        status = "passed" if snapshot.island.tiles.lagoon & here else "failed"
        yield Check("misterra.lagoon.standing", status, status, values, here)

    # The card tucked away comes out of the display.
    yield _in_display("misterra.lagoon.from_display", snapshot.display, exchange.discard)

    # The card revealed comes off the deck.
    status = "not_checked" if snapshot.deck is None else "passed" if snapshot.deck else "failed"
    values = {**_halves(exchange.reveal), "count": snapshot.deck}
    yield Check("misterra.lagoon.deck", status, status, values)


def _chosen(display: Display | None, sketch: Sketch | None) -> Check:
    """A card is taken, whatever follows; an exchange leaves as many in the display."""
    if display == ():
        return Check("misterra.sketch.chosen", "failed", "none", NOTHING)
    if sketch is None:
        return Check("misterra.sketch.chosen", "not_checked", "not_checked", NOTHING)
    return Check("misterra.sketch.chosen", "passed", "passed", _halves(sketch))


def _in_display(rule: str, display: Display | None, sketch: Sketch) -> Check:
    status: Status = "not_checked"
    says = "not_checked"
    if display is not None:
        if any(card in (sketch, sketch[::-1]) for card in display):
            status = says = "passed"
        elif None in display:
            says = "unknown"
        else:
            status = says = "failed"
    return Check(rule, status, says, _halves(sketch))


def _halves(sketch: Sketch) -> dict[str, object]:
    return {"one": sketch[0], "other": sketch[1]}


def without(display: Display, sketch: Sketch) -> Display | None:
    """A display less one card, whichever way round that is told; None if it cannot lie there.

    A card that is not known may be any.
    """
    for card in (sketch, sketch[::-1], None):
        if card in display:
            at = display.index(card)
            return (*display[:at], *display[at + 1 :])
    return None


def _less_one(display: Display) -> Display:
    """A display less one card that is not told: of each kind one may be gone."""
    left = [card for card in display if card is not None]
    for kind in {(min(card), max(card)) for card in left}:
        left.remove(kind if kind in left else kind[::-1])
    return (*left, *[None] * (len(display) - 1 - len(left)))


def _exchanged(display: Display | None, exchange: Exchange) -> Display | None:
    if display is None:
        return None
    rest = without(display, exchange.discard)
    return (*(display if rest is None else rest), exchange.reveal)


def legal_actions(snapshot: Snapshot, player: int) -> list[Position]:
    """Where a player's meeple can end its move, and what it can do there with a card.

    Nowhere, if there is no card to take, without which no half day is played.
    """
    if snapshot.display == ():
        return []
    tiles = snapshot.island.tiles
    paths = Ground.of(snapshot).paths(snapshot.players[player].meeple)
    return [
        Position(
            place,
            path,
            seen(place, tiles),
            may_map(place, tiles),
            placements(place, tiles),
            list(claim_checks(snapshot, player, place)),
        )
        for place, path in paths.items()
    ]


def half_days(snapshot: Snapshot, player: int) -> Iterator[HalfDay]:
    """Every distinct legal half day without an exchange at a lagoon.

    Two are distinct if the meeple ends elsewhere, another card is taken (any there can be, where
    the display is not known), another terrain is laid on a space, or a claim is made.
    """
    known = [card for card in snapshot.display or () if card is not None]
    is_known = snapshot.display is not None and len(known) == len(snapshot.display)
    cards = dict.fromkeys((min(card), max(card)) for card in (known if is_known else SKETCHES))
    for position in legal_actions(snapshot, player):
        for card in cards:
            yield HalfDay(position.path, sketch=card)
            if legal(position.claim):
                yield HalfDay(position.path, sketch=card, action="claim")
            for pair in position.placements:
                spaces = (pair.first, pair.second)
                for sketch in dict.fromkeys((card, card[::-1])):
                    yield HalfDay(position.path, sketch=sketch, action="map", spaces=spaces)


def rulings_used(half_day: HalfDay) -> Sequence[str]:
    """The rulings that the judgement of a half day reads."""
    match half_day.action:
        case "map":
            return ("empty_supply",)
        case "claim":
            return ("claim_region",)
        case "discard":
            return ()


def told(verdict: Verdict) -> Verdict:
    """All of a verdict but the rulings that the table after it carries."""
    return verdict._replace(after=verdict.after and verdict.after.under(Rulings()))
