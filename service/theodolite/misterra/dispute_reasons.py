"""The rules by which no legal play explains a difference between two tables (p. 4-5).

The differences are those that the nearest play leaves (`dispute_search`); the rule of each is the
one that keeps that play from explaining it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from theodolite.disputes import Difference, Explanation, costs_of
from theodolite.grid import NOWHERE, Space, Spaces, each, first_of, set_of
from theodolite.misterra.board import GRID, Island
from theodolite.misterra.claiming import claim_checks
from theodolite.misterra.dispute_cards import OpenCards, possible_cards, refills, without
from theodolite.misterra.dispute_search import (
    Play,
    Search,
    Stage,
    differing,
    differing_islands,
    needs_of,
)
from theodolite.misterra.half_days import HalfDay
from theodolite.misterra.movement import Ground, place_bit, places_of, union
from theodolite.misterra.sight import PAIRS, coverable, map_checks, within_a_card
from theodolite.misterra.snapshot import TURN_HALF_DAYS, Place, Snapshot
from theodolite.verdict import Path, Values, Word

COSTS = costs_of(__package__)


def _meeple(search: Search, play: Play) -> Difference:
    """Explain why the meeple cannot stand at its place, given a play that explains the rest."""
    return _misplaced(search, play)._replace(kind="meeple")


def _misplaced(search: Search, play: Play) -> Difference:
    before, player = search.before, search.player
    one, place = before.players[player], search.after.players[player].meeple
    path = ("players", player, "meeple")
    beach = GRID.name_all(before.beach.spaces)
    if place is None and one.meeple is None:
        return Difference(path, "misterra.move.first_placement", "absent", {"beach": beach})
    values: dict[str, object] = {"player": one.name}
    if place is None or one.meeple is None:
        values |= {"beach": beach, "from": one.meeple and one.meeple.word}
    if place is None:
        return Difference(path, "misterra.move.first_placement", "gone", values)
    values["to"] = place.word
    islands = _islands(search, play)
    reached = union(search.reach)
    for island in islands[1:]:
        reached = union(search.ground(island).spread(reached))
    if not reached & place_bit(place):
        return _too_far(search, play, place, values)
    return _out_of_place(search, play, place, values)


def _islands(search: Search, play: Play) -> list[Island]:
    """The island before each half day of a play."""
    return [search.before.island, *(stage.island for stage in play.stages[:-1])]


def _too_far(search: Search, play: Play, place: Place, values: dict[str, object]) -> Difference:
    """Explain that the meeple cannot have moved so far."""
    player = search.player
    path = ("players", player, "meeple")
    start = search.before.players[player].meeple
    # Display and deck may rule out a whole turn.
    half_days = len(play.stages) if search.rules_out(TURN_HALF_DAYS) else TURN_HALF_DAYS
    if start is None and half_days == 1:
        return Difference(path, "misterra.move.first_placement", "inland_after", values)
    values = {**values, "count": half_days, "from": start and start.word}
    takes = _half_days_to(search, place)
    if takes is None:
        return Difference(path, "misterra.move.onto_tile", "unreachable", values)
    # A tile laid in the turn may have shortened the path too late.
    if takes <= half_days:
        key = "out_of_reach"
    else:
        key = "too_far_by_cards" if half_days < TURN_HALF_DAYS else "too_far"
    return Difference(path, "misterra.move.one_step", key, {**values, "takes": takes})


def _half_days_to(search: Search, place: Place) -> int | None:
    """Count the half days that the meeple needs to a place on the final island.

    Its first placement on the beach is one of them. None if it never gets there.
    """
    ground = search.ground(search.after.island)
    reached = union(ground.layers(search.before.players[search.player].meeple))
    half_days = 1
    while not reached & place_bit(place):
        grown = union(ground.spread(reached))
        if grown == reached:
            return None
        reached, half_days = grown, half_days + 1
    return half_days


def _out_of_place(
    search: Search, play: Play, place: Place, values: dict[str, object]
) -> Difference:
    """Explain that the meeple reaches the place, but cannot have played from there."""
    path = ("players", search.player, "meeple")
    last, island = play.stages[-1], _islands(search, play)[-1]
    half_day = last.half_day
    if not last.places & place_bit(place):
        if half_day.spaces is not None:
            for check in map_checks(place, island.tiles, half_day.spaces):
                if check.status == "failed":
                    return Difference(path, check.rule, check.says, check.values)
        if half_day.action == "claim":
            values = {**values, "space": GRID.names[last.claims[-1]]}
            return Difference(path, "misterra.claim.confirmed_tile", "elsewhere", values)
    stood = play.stages[0].places & union(search.reach)
    if len(play.stages) == TURN_HALF_DAYS and not (
        union(search.ground(island).spread(stood)) & place_bit(place)
    ):
        names = [spot.word for spot in places_of(stood)]
        return Difference(path, "misterra.move.one_step", "between", {**values, "spots": names})
    # The only other action that needs a place is an exchange, at a lagoon.
    return Difference(path, "misterra.lagoon.standing", "elsewhere", values)


def explained(search: Search, play: Play) -> Iterator[Explanation[Difference]]:
    """The explanations by a play: what it leaves, for each set of fields that contradict it."""
    stage = play.stages[-1]
    laid = [_meeple(search, play)] if play.is_astray else []
    laid += _of_card(search, play) or [*_parchment(search, stage), *_island(search, play)]
    laid += _claims(search, play)
    for fields in play.contradictions or [()]:
        departures = [
            *laid,
            *[_REASONS[field](search, play) for field in fields],
        ]
        cost = sum(
            COSTS[one.kind] * (len(one.spaces) if one.kind in _BY_SPACE else 1)
            for one in departures
        )
        if fields and not search.is_possible(play.stages, fields):
            # The play needs something else besides.
            yield Explanation(cost + 1, departures)
        else:
            yield Explanation(cost, departures, _mended(search, play, fields))


_BY_SPACE = ("parchment", "island", "claim")
"""The kinds of departures that cost for each space."""


def _mended(search: Search, play: Play, fields: Sequence[str]) -> Snapshot:
    """The later table to which a play leads; the fields that contradict it are left open."""
    before, after, seat, stage = search.before, search.after, search.player, play.stages[-1]
    player = before.players[seat]._replace(
        parchment=search.parchment(play), meeple=play.ends[-1], claims=stage.claims
    )
    players = (*before.players[:seat], player, *before.players[seat + 1 :])
    table = before._replace(
        island=stage.island, players=players, display=after.display, deck=after.deck
    )
    return without(table, fields)


def _of_card(search: Search, play: Play) -> list[Difference]:
    """The difference of a play if it is one slip with a card; none if it is anything else."""
    before, stage = search.before, play.stages[-1]
    was, now = (
        before.players[search.player].parchment,
        search.after.players[search.player].parchment,
    )
    parchment, island = stage.parchment_differs, stage.island_differs
    path = ("players", search.player, "parchment")
    laid = [stage.half_day for stage in play.stages if stage.half_day.spaces is not None]
    if not parchment:
        return _forgotten(search, play, laid)
    if island & ~parchment:
        return []
    for rule, key, spaces in _out_of_sight(search, stage):
        if key in ("unseen_card", "card_from_jungle"):
            names = GRID.name_all(spaces)
            at = (*path, first_of(spaces) // GRID.columns)
            values = {"player": before.players[search.player].name, "card": names}
            return [Difference(at, rule, key, values, kind="card", spaces=names)]
    # One half of a card is there, and nothing of the other.
    for one, other in (half_day.spaces or (Space(0), Space(0)) for half_day in laid):
        for first, second in ((one, other), (other, one)):
            gone = Spaces(1 << second)
            if parchment == gone and was.at(second) == now.at(second):
                kind = "half_missing" if island else "parchment"
                names = [GRID.names[second]]
                return [_halves("half", kind, search.player, first, second)._replace(spaces=names)]
    return []


def _forgotten(search: Search, play: Play, laid: Sequence[HalfDay]) -> list[Difference]:
    """The island that was not updated after one card, or after both; none if it was."""
    before, stage = search.before, play.stages[-1]
    left = stage.island_differs
    changed = [set_of(half_day.spaces or ()) for half_day in laid]
    changed.append(differing_islands(before.island, stage.island))
    is_kept = not left & differing_islands(before.island, search.after.island)
    if not (is_kept and left in changed and left & left - 1):
        return []
    names = GRID.name_all(left)
    values = {"player": before.players[search.player].name, "spaces": names}
    kind = "island_forgotten"
    return [
        Difference(
            ("island",), "misterra.map.adjacent", "not_updated", values, kind=kind, spaces=names
        )
    ]


def halves_apart(player: int, first: Space, second: Space) -> Difference:
    """The difference of a card of a player whose halves do not lie side by side."""
    return _halves("failed", "halves_apart", player, first, second)


def _halves(key: str, kind: str, player: int, first: Space, second: Space) -> Difference:
    names = [GRID.names[second], GRID.names[first]]
    values = {"first": names[1], "second": names[0]}
    path = ("players", player, "parchment", second // GRID.columns)
    return Difference(path, "misterra.map.adjacent", key, values, kind=kind, spaces=names)


_TURN = "misterra.turn.half_days"


Reason = tuple[str, str, Spaces]
"""A rule, the key of its sentence, and the spaces for which it is the reason."""


def _parchment(search: Search, stage: Stage) -> Iterator[Difference]:
    before, player = search.before, search.player
    one, other = before.players[player], search.after.players[player]
    changed = differing(one.parchment, other.parchment)
    most = 2 * (TURN_HALF_DAYS - search.rules_out(TURN_HALF_DAYS))
    reasons: Sequence[Reason] = (
        (_TURN, "emptied", one.parchment.covered & ~other.parchment.covered),
        (_TURN, "unlaid", search.start.island_differs & ~changed),
        (_TURN, "uncovered", ~changed),
        *_out_of_sight(search, stage),
        (_TURN, "too_many", GRID.everywhere if changed.bit_count() > most else NOWHERE),
        (_TURN, "parchment", GRID.everywhere),
    )
    values = {
        "player": one.name,
        "count": changed.bit_count(),
        "most": most,
        "card": GRID.name_all(stage.parchment_differs),
    }
    path = ("players", player, "parchment")
    yield from _by_row("parchment", path, stage.parchment_differs, reasons, values)


def _out_of_sight(search: Search, stage: Stage) -> Iterator[Reason]:
    """Find the spaces on which the meeple can have laid no card in a turn."""
    ground = Ground.of(search.before)
    reachable = union(ground.spread(union(search.reach)))
    left = stage.parchment_differs
    # The spaces that differ may be those of one card.
    for pair in PAIRS:
        if pair.spaces == left and not pair.viewpoints(ground) & reachable:
            if pair.viewpoints(ground, from_jungle=True) & reachable:
                yield "misterra.map.jungle", "card_from_jungle", left
            else:
                yield "misterra.map.sight", "unseen_card", left
    seen = in_sight = NOWHERE
    for place in places_of(reachable):
        seen |= coverable(place, ground.tiles)
        in_sight |= within_a_card(place, ground.tiles)
    yield "misterra.map.sight", "unseen", ~in_sight
    yield "misterra.map.jungle", "from_jungle", ~seen


def _island(search: Search, play: Play) -> Iterator[Difference]:
    before, stage = search.before, play.stages[-1]
    one, other = before.players[search.player], search.after.players[search.player]
    tiles, confirmed = before.island
    final = search.after.island.tiles
    laid = set_of(space for stage in play.stages for space in stage.half_day.spaces or ())
    unlaid = search.start.island_differs & final.covered & ~other.parchment.matching(final) & ~laid
    reasons: Sequence[Reason] = (
        (_TURN, "confirmed", confirmed),
        (_TURN, "removed", tiles.covered & ~final.covered),
        (_TURN, "unlaid", unlaid),
        *[(rule, key, spaces & ~laid) for rule, key, spaces in _out_of_sight(search, stage)],
        (_TURN, "island", ~laid),
    )
    values = {"player": one.name, "card": GRID.name_all(stage.parchment_differs)}
    left = stage.island_differs
    yield from _by_row("island", ("island",), left, reasons, values)
    for _, _, spaces in reasons:
        left &= ~spaces
    # On the other spaces the play leaves another tile than there is.
    for space in each(left):
        values_here = {
            "space": GRID.names[space],
            "expected": _tile(stage.island, space),
            "found": _tile(search.after.island, space),
        }
        path = ("island", space // GRID.columns)
        named = [GRID.names[space]]
        yield Difference(path, _TURN, "expected", values_here, kind="island", spaces=named)


def _tile(island: Island, space: Space) -> Word:
    """The tile of a space as a word of a sentence."""
    terrain = island.tiles.at(space)
    if terrain is None:
        return Word("terms", "NO_TILE")
    side = "CONFIRMED_TILE" if island.confirmed >> space & 1 else "HAZY_TILE"
    return Word("terms", side, {"terrain": terrain})


def _claims(search: Search, play: Play) -> Iterator[Difference]:
    for difference in _claims_left(search, play):
        spaces = difference.values.get("spaces") or [difference.values["space"]]
        yield difference._replace(kind="claim", spaces=cast("Sequence[str]", spaces))


def _claims_left(search: Search, play: Play) -> Iterator[Difference]:
    before, player, stage = search.before, search.player, play.stages[-1]
    one = before.players[player]
    path = ("players", player, "claims")
    values = {"player": one.name, "count": len(play.stages)}
    if moved := set(one.claims) - search.claims:
        yield Difference(path, _TURN, "marker_moved", {**values, "spaces": _names(moved)})
    players = list(before.players)
    players[player] = one._replace(claims=stage.claims)
    table = before._replace(island=stage.island, players=tuple(players))
    reachable = union(search.ground(stage.island).spread(union(search.reach)))
    for space in sorted(search.claims.difference(stage.claims)):
        failed = [
            check
            for check in claim_checks(table, player, Place(space))
            if check.status == "failed" and check.rule != "misterra.claim.confirmed_tile"
        ]
        here = {**values, "space": GRID.names[space], "spaces": _names({space})}
        if failed:
            values_here = {**failed[0].values, "spaces": here["spaces"]}
            yield Difference(path, failed[0].rule, failed[0].says, values_here)
        elif not reachable >> space & 1:
            yield Difference(path, "misterra.claim.confirmed_tile", "unreached", here)
        # Every half day has its action already.
        elif all(stage.acts for stage in play.stages):
            yield Difference(path, "misterra.claim.confirmed_tile", "second_action", here)
        else:
            yield Difference(path, _TURN, "claim", here)


def _display(search: Search, play: Play) -> Difference:
    """Explain why the display before or after does not fit a play."""
    return _display_left(search, play)._replace(kind="display")


def _display_left(search: Search, play: Play) -> Difference:
    before, after = search.before, search.after
    path = ("display",)
    half_days = len(play.stages)
    cards_before = before.display or ()
    values: dict[str, object] = {"player": before.players[search.player].name, "count": half_days}
    # Every half day takes a card.
    if before.display is not None and len(cards_before) < half_days:
        key = "one_card" if cards_before else "none"
        return Difference(path, "misterra.sketch.chosen", key, values)
    needs = needs_of(play.stages)
    if not search.contradictions(needs):
        return Difference(path, "misterra.lagoon.standing", "exchanged", values)
    anything_open = after._replace(display=None, deck=None)
    if any(needs) and not possible_cards(before, anything_open, needs):
        missing = [need for need in needs if need and need not in OpenCards.of(cards_before).known]
        values |= {"cards": missing or [need for need in needs if need]}
        return Difference(path, "misterra.sketch.from_display", "not_there", values)
    cards_after = after.display or ()
    left = len(cards_before) - half_days
    refilled = refills(before, after, half_days)
    refilled = refilled or refills(before, after._replace(deck=None), half_days)
    fit = {left + more for more in refilled}
    if len(cards_after) not in fit:
        values |= {"expected": sorted(fit), "found": len(cards_after)}
        return Difference(path, "misterra.turn.refill", "display", values)
    taken = Counter(need for need in needs if need)
    kept = OpenCards.of(cards_before).known - taken
    new = sorted((OpenCards.of(cards_after).known - kept).elements())
    values |= {"cards": new, "deck": before.deck}
    is_short = before.deck is not None and before.deck < len(new)
    return Difference(path, _TURN, "deck_short" if is_short else "new_cards", values)


def _deck(search: Search, play: Play) -> Difference:
    """Explain why the deck does not fit a play."""
    before, after = search.before, search.after
    half_days = len(play.stages)
    revealed = refills(before, after._replace(deck=None), half_days)
    values = {
        "player": before.players[search.player].name,
        "count": half_days,
        "was": before.deck,
        "revealed": revealed,
        "found": after.deck,
    }
    key = "deck" if any(revealed) else "deck_kept"
    return Difference(("deck",), "misterra.turn.refill", key, values, kind="deck")


def _refill(search: Search, play: Play) -> Difference:
    """Explain that the display was refilled by one card too few."""
    found = len(search.after.display or ())
    values = {
        "player": search.before.players[search.player].name,
        "count": len(play.stages),
        "expected": [found + 1],
        "found": found,
    }
    return Difference(("display",), "misterra.turn.refill", "display", values, kind="refill")


_REASONS: Mapping[str, Callable[[Search, Play], Difference]] = {
    "display": _display,
    "deck": _deck,
    "refill": _refill,
}


def _names(spaces: set[Space]) -> list[str]:
    return [GRID.names[space] for space in sorted(spaces)]


def _by_row(
    kind: str, path: Path, spaces: Spaces, reasons: Sequence[Reason], values: Values
) -> Iterator[Difference]:
    """Make a difference for each row and reason; the first reason of a space counts."""
    for row, line in enumerate(GRID.row_lines):
        left = spaces & line
        for rule, key, where in reasons:
            if left & where:
                names = GRID.name_all(left & where)
                values_here = {**values, "spaces": names}
                yield Difference((*path, row), rule, key, values_here, kind=kind, spaces=names)
            left &= ~where
