"""The rules by which no legal play explains a difference between two tables (p. 4-5).

The differences are those that the nearest play leaves (`dispute_search`); the rule of each is the
one that keeps that play from explaining it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from theodolite.disputes import Difference
from theodolite.grid import NOWHERE, Space, Spaces, each, set_of
from theodolite.misterra.board import GRID, Island
from theodolite.misterra.claiming import claim_checks
from theodolite.misterra.dispute_cards import OpenCards, possible_cards, refills
from theodolite.misterra.dispute_search import Play, Search, Stage, differing, needs_of
from theodolite.misterra.movement import Ground, place_bit, places_of, union
from theodolite.misterra.sight import PAIRS, coverable, map_checks, within_a_card
from theodolite.misterra.snapshot import TURN_HALF_DAYS, Place
from theodolite.verdict import Path, Values, Word


def meeple_difference(search: Search, play: Play) -> Difference:
    """Explain why the meeple cannot stand at its place, given a play that explains the rest."""
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


def other_differences(search: Search, play: Play) -> Iterator[Difference]:
    """Explain the differences that remain after a play, the meeple aside."""
    yield from _parchment(search, play.stages[-1])
    yield from _island(search, play)
    yield from _claims(search, play.stages[-1])
    for field in play.contradictions:
        yield _display(search, play) if field == "display" else _deck(search, play)


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
    yield from _by_row(("players", player, "parchment"), stage.parchment_differs, reasons, values)


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
    yield from _by_row(("island",), left, reasons, values)
    for _, _, spaces in reasons:
        left &= ~spaces
    # On the other spaces the play leaves another tile than there is.
    for space in each(left):
        values_here = {
            "space": GRID.names[space],
            "expected": _tile(stage.island, space),
            "found": _tile(search.after.island, space),
        }
        yield Difference(("island", space // GRID.columns), _TURN, "expected", values_here)


def _tile(island: Island, space: Space) -> Word:
    """The tile of a space as a word of a sentence."""
    terrain = island.tiles.at(space)
    if terrain is None:
        return Word("terms", "NO_TILE")
    side = "CONFIRMED_TILE" if island.confirmed >> space & 1 else "HAZY_TILE"
    return Word("terms", side, {"terrain": terrain})


def _claims(search: Search, stage: Stage) -> Iterator[Difference]:
    before, player = search.before, search.player
    one = before.players[player]
    path = ("players", player, "claims")
    values = {"player": one.name}
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
        if failed:
            yield Difference(path, failed[0].rule, failed[0].says, failed[0].values)
        elif not reachable >> space & 1:
            values_here = {**values, "space": GRID.names[space]}
            yield Difference(path, "misterra.claim.confirmed_tile", "unreached", values_here)
        else:
            yield Difference(path, _TURN, "claim", {**values, "spaces": _names({space})})


def _display(search: Search, play: Play) -> Difference:
    """Explain why the display before or after does not fit a play."""
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
    return Difference(path, _TURN, "new_cards", {**values, "cards": new})


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
    return Difference(("deck",), "misterra.turn.refill", key, values)


def _names(spaces: set[Space]) -> list[str]:
    return [GRID.names[space] for space in sorted(spaces)]


def _by_row(
    path: Path, spaces: Spaces, reasons: Sequence[Reason], values: Values
) -> Iterator[Difference]:
    """Make a difference for each row and reason; the first reason of a space counts."""
    for row, line in enumerate(GRID.row_lines):
        left = spaces & line
        for rule, key, where in reasons:
            if left & where:
                names = GRID.name_all(left & where)
                yield Difference((*path, row), rule, key, {**values, "spaces": names})
            left &= ~where
