"""Half days: whether one is legal, and which are (p. 4-5).

Covers moving, choosing a sketch card with the lagoon's exchange, mapping and claiming. The order of
turns, the refilled display and the end of the game are in `replays` and `ending`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Literal, NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces
from theodolite.misterra.board import GRID, Terrain
from theodolite.misterra.claiming import claim_checks
from theodolite.misterra.mapping import Change, update
from theodolite.misterra.movement import Ground, move_checks
from theodolite.misterra.sight import Pair, map_checks, may_map, placements, seen
from theodolite.misterra.snapshot import (
    Display,
    Place,
    Rulings,
    Side,
    Sketch,
    Snapshot,
    place_word,
)
from theodolite.verdict import NOTHING, Check, Status, legal, verdict_of

Action = Literal["map", "claim", "discard"]
SKETCHES = tuple(combinations_with_replacement(Terrain, 2))
"""Every sketch card there can be, its halves in the order of the terrains."""
ACTIONS_RULINGS = ("claim_region",)
"""The rulings that bear on `legal_actions`."""


class Exchange(NamedTuple):
    """An exchange of sketch cards at a lagoon (p. 4).

    Attributes:
        discard: The card of the display that is tucked under the deck.
        reveal: The card that is revealed from the deck.
    """

    discard: Sketch
    reveal: Sketch


class HalfDay(NamedTuple):
    """One half day of a player.

    Attributes:
        move: The places entered, in order; by default the meeple stays.
        lagoon: The exchange at a lagoon; None if none was made.
        sketch: The card taken, the half first that goes onto the first space; None if not known.
        action: Map the card, claim a region, or only discard the card; None if that is not said.
        spaces: The spaces of a mapped card; None for other actions.
        over_edge: The names of places in it that are on no board: `F3`, `beach:E6`.
    """

    move: tuple[Place, ...] = ()
    lagoon: Exchange | None = None
    sketch: Sketch | None = None
    action: Action | None = "discard"
    spaces: tuple[Space, Space] | None = None
    over_edge: tuple[str, ...] = ()


class Verdict(NamedTuple):
    """A half day as judged.

    Attributes:
        checks: Every rule that bears on it.
        changes: The changes of the island by mapping; empty if it is illegal.
        after: The table after it; None if it is not legal.
        whole: Whether it has an action.
    """

    checks: Sequence[Check]
    changes: Sequence[Change] = ()
    after: Snapshot | None = None
    whole: bool = True

    @property
    def legal(self) -> bool | None:
        """Whether no rule was broken; None if none was but there is no action."""
        return verdict_of(self.checks, whole=self.whole)


class Position(NamedTuple):
    """A place where a meeple can end its move.

    Attributes:
        meeple: The place.
        path: A shortest path: the places entered.
        sees: The island spaces seen from there.
        may_map: Whether mapping is allowed there.
        placements: The pairs of spaces on which a card can be laid from there.
        claim: The rules on claiming there.
    """

    meeple: Place
    path: tuple[Place, ...]
    sees: Spaces
    may_map: bool
    placements: Sequence[Pair]
    claim: Sequence[Check]


def judge(snapshot: Snapshot, player: int, half_day: HalfDay) -> Verdict:
    """Judge one half day.

    Every half day takes a card. If the card is not known, the display afterwards has one card less,
    and every kind of card that may be gone is counted once as unknown.

    Args:
        snapshot: The table before it.
        player: The index of the player.
        half_day: The half day.

    >>> from theodolite.misterra import Board, Island, Player, Side
    >>> island = Island.from_rows(["JSL..", ".....", ".....", ".....", "....."])
    >>> ada = Player("Ada", Board(), meeple=Place(0))
    >>> verdict = judge(Snapshot(Side.TOP, island, (ada,)), 0, HalfDay((Place(1), Place(2))))
    >>> verdict.legal, verdict.after.players[0].meeple.name
    (True, 'C1')
    """
    if over_edge := [*half_day.over_edge, *_off_beach(snapshot.beach, half_day.move)]:
        return Verdict([on_board(snapshot.beach, over_edge)])
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
        check = _in_display("misterra.sketch.from_display", display, half_day.sketch)
        exchange = half_day.lagoon
        if check.status == "failed" and exchange and {*exchange.discard} == {*half_day.sketch}:
            check = check._replace(says="tucked")
        checks.append(check)
    if half_day.action == "map" and half_day.spaces is not None:
        checks += map_checks(place, tiles, half_day.spaces)
    if half_day.action == "claim":
        checks += claim_checks(snapshot, player, place)
    if half_day.action is None:
        checks.append(Check("misterra.sketch.chosen", "not_checked", "no_action", NOTHING))
        return Verdict(checks, whole=False)
    if not legal(checks):
        return Verdict(checks)
    after, changes = carry_out(snapshot, player, half_day)
    return Verdict(checks, changes, after)


def _off_beach(beach: Side, move: Sequence[Place]) -> Iterator[str]:
    """The beach spaces that lie along another side than the beach."""
    return (one.name for one in move if one.on_beach and not beach.spaces >> one.space & 1)


def on_board(beach: Side, over_edge: Sequence[str]) -> Check:
    """The failed check of places that are not there, by their names."""
    values = {
        "spaces": [place_word(name) for name in dict.fromkeys(over_edge)],
        "beach": GRID.name_all(beach.spaces),
    }
    return Check("misterra.setup.board", "failed", "over_edge", values)


def is_bottom(snapshot: Snapshot) -> bool:
    """Whether the next card of the deck is one that was tucked under it."""
    return bool(snapshot.tucked) and snapshot.deck == len(snapshot.tucked)


def carry_out(
    snapshot: Snapshot, player: int, half_day: HalfDay
) -> tuple[Snapshot, Sequence[Change]]:
    """Carry out a half day, whether it is legal or not.

    Args:
        snapshot: The table before it.
        player: The index of the player.
        half_day: The half day. Without an action no card is taken.

    Returns:
        The table after it, and the changes of the island.
    """
    island, one = snapshot.island, snapshot.players[player]
    place = half_day.move[-1] if half_day.move else one.meeple
    display, tucked = snapshot.display, snapshot.tucked
    if half_day.lagoon is not None:
        display = _exchanged(display, half_day.lagoon)
        tucked = (*tucked, half_day.lagoon.discard)[is_bottom(snapshot) :]
    if display and half_day.action is not None:
        display = _taken(display, half_day.sketch)
    # Otoma has played nothing before the player's first half day.
    if snapshot.otoma is not None and snapshot.otoma_half_days is None and not one.has_played:
        snapshot = snapshot._replace(otoma_half_days=0)
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
    after = snapshot._replace(island=island, players=tuple(players), display=display, tucked=tucked)
    return after, changes


def _lagoon_checks(snapshot: Snapshot, place: Place | None, exchange: Exchange) -> Iterator[Check]:
    # The meeple stands on a lagoon, moved or not.
    here = NOWHERE if place is None or place.on_beach else 1 << place.space
    values: dict[str, object] = {} if place is None else {"place": place.word}
    status: Status
    if place is None:
        yield Check("misterra.lagoon.standing", "failed", "unplaced", values)
    else:
        status = "passed" if snapshot.island.tiles.lagoon & here else "failed"
        yield Check("misterra.lagoon.standing", status, status, values, here)

    # The card tucked away comes from the display.
    yield _in_display("misterra.lagoon.from_display", snapshot.display, exchange.discard)

    # The card revealed comes from the deck.
    status = "not_checked" if snapshot.deck is None else "passed" if snapshot.deck else "failed"
    key: str = status
    values = {**_halves(exchange.reveal), "count": snapshot.deck}
    if is_bottom(snapshot) and without(snapshot.tucked[:1], exchange.reveal) is None:
        status, key = "failed", "tucked"
        values |= {"first": snapshot.tucked[0][0], "second": snapshot.tucked[0][1]}
    yield Check("misterra.lagoon.deck", status, key, values)


def _chosen(display: Display | None, sketch: Sketch | None) -> Check:
    """A card is taken, whatever follows; an exchange leaves the display as large."""
    if display == ():
        return Check("misterra.sketch.chosen", "failed", "none", NOTHING)
    if sketch is None:
        return Check("misterra.sketch.chosen", "not_checked", "not_checked", NOTHING)
    return Check("misterra.sketch.chosen", "passed", "passed", _halves(sketch))


def _in_display(rule: str, display: Display | None, sketch: Sketch) -> Check:
    status: Status = "not_checked"
    key = "not_checked"
    if display is not None:
        if sketch in display or sketch[::-1] in display:
            status = key = "passed"
        elif None in display:
            key = "unknown"
        else:
            status = key = "failed"
    return Check(rule, status, key, _halves(sketch))


def _halves(sketch: Sketch) -> dict[str, object]:
    return {"one": sketch[0], "other": sketch[1]}


def without(display: Display, sketch: Sketch) -> Display | None:
    """Take a card off a display.

    Args:
        display: The open cards. An unknown one may be any card.
        sketch: The card, either half first.

    Returns:
        The other cards; None if the card cannot lie there.
    """
    for card in (sketch, sketch[::-1], None):
        if card in display:
            at = display.index(card)
            return (*display[:at], *display[at + 1 :])
    return None


def _taken(display: Display, sketch: Sequence[Terrain] | None) -> Display:
    """Take a card off a display; of an unknown one each kind may be gone, and becomes unknown."""
    if sketch is not None and len(sketch) == 2:
        left = without(display, (sketch[0], sketch[1]))
        return display if left is None else left
    known = [card for card in display if card is not None]
    for kind in {(min(card), max(card)) for card in known}:
        known.remove(kind if kind in known else kind[::-1])
    return (*known, *[None] * (len(display) - 1 - len(known)))


def _exchanged(display: Display | None, exchange: Exchange) -> Display | None:
    if display is None:
        return None
    rest = without(display, exchange.discard)
    return (*(display if rest is None else rest), exchange.reveal)


def legal_actions(snapshot: Snapshot, player: int) -> list[Position]:
    """Find the places where a player's meeple can end its move, and the actions there.

    Args:
        snapshot: The table before the half day.
        player: The index of the player.

    Returns:
        The places; none if there is no card to take, without which no half day is played.

    >>> from theodolite.misterra import Board, Island, Player, Side
    >>> island = Island.from_rows(["JSL..", ".....", ".....", ".....", "....."])
    >>> ada = Player("Ada", Board(), meeple=Place(0))
    >>> [position.meeple.name for position in legal_actions(Snapshot(Side.LEFT, island, (ada,)), 0)]
    ['A1', 'B1', 'beach:A1', 'C1']
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


def cards_to_take(display: Display | None) -> Sequence[Sketch]:
    """The kinds of sketch cards that can be taken: those of the display, all if one is unknown."""
    known = [card for card in display or () if card is not None]
    is_known = display is not None and len(known) == len(display)
    return tuple(
        dict.fromkeys((min(card), max(card)) for card in (known if is_known else SKETCHES))
    )


def legal_half_days(snapshot: Snapshot, player: int) -> Iterator[HalfDay]:
    """Enumerate the distinct legal half days without an exchange at a lagoon.

    Two are distinct if the meeple ends elsewhere, another card is taken, another terrain is laid on
    a space, or a claim is made. If the display is not known, every card can be taken.
    """
    cards = cards_to_take(snapshot.display)
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
    """The rulings that bear on a half day."""
    match half_day.action:
        case "map":
            return ("empty_supply",)
        case "claim":
            return ("claim_region",)
        case _:
            return ()


def without_rulings(verdict: Verdict) -> Verdict:
    """A verdict with default rulings in its table, to compare verdicts under other rulings."""
    return verdict._replace(after=verdict.after and verdict.after.under(Rulings()))
