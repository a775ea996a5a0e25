"""Why no legal play explains a difference between two tables, in the words of the rule (p. 4-5).

What is told is what the play that comes nearest leaves (`plays`); the rule is the one that keeps
that play from leaving the table as it was found.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from theodolite.grid import Space, Spaces
from theodolite.misterra.board import GRID, Island
from theodolite.misterra.claiming import claim_checks
from theodolite.misterra.display import HALF_DAYS, Lying, card, refills, ways
from theodolite.misterra.movement import Ground, place_bit, places_of, union
from theodolite.misterra.plays import Deed, Play, Search, differing
from theodolite.misterra.sight import PAIRS, coverable, map_checks, within_a_card
from theodolite.misterra.snapshot import Place
from theodolite.verdict import Path, Values, Word

__all__ = ["Difference", "astray", "unexplained"]


class Difference(NamedTuple):
    """A difference that no legal play explains: where it stands in the snapshots, and why."""

    path: Path
    rule: str
    says: str
    values: Values


def astray(search: Search, play: Play) -> Difference:
    """Why the meeple cannot stand where it does, going by a play that explains the rest."""
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
    return [search.before.island, *(deed.island for deed in play.deeds[:-1])]


def _too_far(search: Search, play: Play, place: Place, values: dict[str, object]) -> Difference:
    """The meeple cannot have got there in so many half days."""
    player = search.player
    path = ("players", player, "meeple")
    start = search.before.players[player].meeple
    # The cards tell how many half days were played, where another number does not agree with them.
    is_told = search.no_cards(HALF_DAYS)
    half_days = len(play.deeds) if is_told else HALF_DAYS
    if start is None and half_days == 1:
        return Difference(path, "misterra.move.first_placement", "inland_after", values)
    values = {**values, "count": half_days, "from": start and start.word}
    takes = _half_days_to(search, place)
    if takes is None:
        return Difference(path, "misterra.move.onto_tile", "unreachable", values)
    # A tile that the turn laid may have shortened the way too late.
    if takes <= half_days:
        says = "out_of_reach"
    else:
        says = "too_far_by_cards" if half_days < HALF_DAYS else "too_far"
    return Difference(path, "misterra.move.one_step", says, {**values, "takes": takes})


def _half_days_to(search: Search, place: Place) -> int | None:
    """How many half days it takes a meeple to a place on the island as it is found; None if never.

    One that was placed on the beach has taken one for that.
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
    """The meeple can have got there, but what was played is not played from there."""
    path = ("players", search.player, "meeple")
    last, island = play.deeds[-1], _islands(search, play)[-1]
    half_day = last.half_day
    if not last.places & place_bit(place):
        if half_day.spaces is not None:
            for check in map_checks(place, island.tiles, half_day.spaces):
                if check.status == "failed":
                    return Difference(path, check.rule, check.says, check.values)
        if half_day.action == "claim":
            values = {**values, "space": GRID.names[last.claims[-1]]}
            return Difference(path, "misterra.claim.confirmed_tile", "elsewhere", values)
    spots = play.deeds[0].places & union(search.reach)
    if len(play.deeds) == HALF_DAYS and not (
        union(search.ground(island).spread(spots)) & place_bit(place)
    ):
        names = [spot.word for spot in places_of(spots)]
        return Difference(path, "misterra.move.one_step", "between", {**values, "spots": names})
    # What else keeps a meeple from being somewhere is an exchange of cards, at a lagoon.
    return Difference(path, "misterra.lagoon.standing", "elsewhere", values)


def unexplained(search: Search, play: Play) -> Iterator[Difference]:
    """What a play does not explain, the meeple aside."""
    yield from _parchment(search, play.deeds[-1])
    yield from _island(search, play)
    yield from _claims(search, play.deeds[-1])
    for field in play.amiss:
        yield _display(search, play) if field == "display" else _deck(search, play)


_WHOLE = "misterra.turn.half_days"


Reason = tuple[str, str, Spaces]
"""A rule, the key of its sentence, and the spaces of which it holds."""


def _parchment(search: Search, deed: Deed) -> Iterator[Difference]:
    before, player = search.before, search.player
    one, other = before.players[player], search.after.players[player]
    changed = differing(one.parchment, other.parchment)
    most = 2 * (HALF_DAYS - search.no_cards(HALF_DAYS))
    reasons: Sequence[Reason] = (
        (_WHOLE, "emptied", one.parchment.covered & ~other.parchment.covered),
        (_WHOLE, "unlaid", search.start.island_left & ~changed),
        (_WHOLE, "uncovered", ~changed),
        *_out_of_sight(search, deed),
        (_WHOLE, "too_many", -1 if changed.bit_count() > most else 0),
        (_WHOLE, "parchment", -1),
    )
    values = {
        "player": one.name,
        "count": changed.bit_count(),
        "most": most,
        "card": GRID.name_all(deed.parchment_left),
    }
    yield from _rows(("players", player, "parchment"), deed.parchment_left, reasons, values)


def _out_of_sight(search: Search, deed: Deed) -> Iterator[Reason]:
    """Where no card can be laid from anywhere that the meeple can have stood in a turn."""
    ground = Ground.of(search.before)
    stood = union(ground.spread(union(search.reach)))
    left = deed.parchment_left
    # What is left may be a card.
    for pair in PAIRS:
        if pair.spaces == left and not pair.viewpoints(ground) & stood:
            if pair.viewpoints(ground, from_jungle=True) & stood:
                yield "misterra.map.jungle", "card_from_jungle", left
            else:
                yield "misterra.map.sight", "unseen_card", left
    seen = in_sight = 0
    for place in places_of(stood):
        seen |= coverable(place, ground.tiles)
        in_sight |= within_a_card(place, ground.tiles)
    yield "misterra.map.sight", "unseen", ~in_sight
    yield "misterra.map.jungle", "from_jungle", ~seen


def _island(search: Search, play: Play) -> Iterator[Difference]:
    before, deed = search.before, play.deeds[-1]
    one, other = before.players[search.player], search.after.players[search.player]
    tiles, confirmed = before.island
    then = search.after.island.tiles
    laid = 0
    for done in play.deeds:
        laid |= sum(1 << space for space in done.half_day.spaces or ())
    unlaid = search.start.island_left & then.covered & ~other.parchment.matching(then) & ~laid
    reasons: Sequence[Reason] = (
        (_WHOLE, "confirmed", confirmed),
        (_WHOLE, "removed", tiles.covered & ~then.covered),
        (_WHOLE, "unlaid", unlaid),
        *[(rule, says, spaces & ~laid) for rule, says, spaces in _out_of_sight(search, deed)],
        (_WHOLE, "island", ~laid),
    )
    values = {"player": one.name, "card": GRID.name_all(deed.parchment_left)}
    left = deed.island_left
    yield from _rows(("island",), left, reasons, values)
    for _, _, spaces in reasons:
        left &= ~spaces
    # What is left of a card that the play lays is not what it does to the island.
    for space in range(len(GRID.names)):
        if left >> space & 1:
            told = {
                "space": GRID.names[space],
                "expected": _lying(deed.island, space),
                "found": _lying(search.after.island, space),
            }
            yield Difference(("island", space // GRID.columns), _WHOLE, "expected", told)


def _lying(island: Island, space: Space) -> Word:
    """What lies on a space of the island, in words."""
    terrain = island.tiles.at(space)
    if terrain is None:
        return Word("terms", "NO_TILE")
    side = "CONFIRMED_TILE" if island.confirmed >> space & 1 else "HAZY_TILE"
    return Word("terms", side, {"terrain": terrain})


def _claims(search: Search, deed: Deed) -> Iterator[Difference]:
    before, player = search.before, search.player
    one = before.players[player]
    path = ("players", player, "claims")
    values = {"player": one.name}
    if moved := set(one.claims) - search.claims:
        yield Difference(path, _WHOLE, "marker_moved", {**values, "spaces": _named(moved)})
    players = list(before.players)
    players[player] = one._replace(claims=deed.claims)
    table = before._replace(island=deed.island, players=tuple(players))
    stood = union(search.ground(deed.island).spread(union(search.reach)))
    for space in sorted(search.claims.difference(deed.claims)):
        failed = [
            check
            for check in claim_checks(table, player, Place(space))
            if check.status == "failed" and check.rule != "misterra.claim.confirmed_tile"
        ]
        if failed:
            yield Difference(path, failed[0].rule, failed[0].says, failed[0].values)
        elif not stood >> space & 1:
            told = {**values, "space": GRID.names[space]}
            yield Difference(path, "misterra.claim.confirmed_tile", "unreached", told)
        else:
            yield Difference(path, _WHOLE, "claim", {**values, "spaces": _named({space})})


def _display(search: Search, play: Play) -> Difference:
    """Why the display, as it was or as it is, does not fit what was played."""
    before, after = search.before, search.after
    path = ("display",)
    half_days = len(play.deeds)
    shown = before.display or ()
    values: dict[str, object] = {"player": before.players[search.player].name, "count": half_days}
    # Every half day takes a card.
    if before.display is not None and len(shown) < half_days:
        says = "one_card" if shown else "none"
        return Difference(path, "misterra.sketch.chosen", says, values)
    needs = [deed.half_day.sketch and card(deed.half_day.sketch) for deed in play.deeds]
    if not search.amiss(*needs):
        return Difference(path, "misterra.lagoon.standing", "exchanged", values)
    open_after = after._replace(display=None, deck=None)
    if any(needs) and not ways(before, open_after, needs):
        missing = [need for need in needs if need and need not in Lying.of(shown).known]
        values |= {"cards": missing or [need for need in needs if need]}
        return Difference(path, "misterra.sketch.from_display", "not_there", values)
    lying = after.display or ()
    left = len(shown) - half_days
    refilled = refills(before, after, half_days)
    refilled = refilled or refills(before, after._replace(deck=None), half_days)
    fit = {left + more for more in refilled}
    if len(lying) not in fit:
        values |= {"expected": sorted(fit), "found": len(lying)}
        return Difference(path, "misterra.turn.refill", "display", values)
    taken = Counter(need for need in needs if need)
    new = sorted((Lying.of(lying).known - (Lying.of(shown).known - taken)).elements())
    return Difference(path, _WHOLE, "new_cards", {**values, "cards": new})


def _deck(search: Search, play: Play) -> Difference:
    """Why the deck does not hold what it must after so many half days."""
    before, after = search.before, search.after
    half_days = len(play.deeds)
    revealed = refills(before, after._replace(deck=None), half_days)
    values = {
        "player": before.players[search.player].name,
        "count": half_days,
        "was": before.deck,
        "revealed": revealed,
        "found": after.deck,
    }
    says = "deck" if any(revealed) else "deck_kept"
    return Difference(("deck",), "misterra.turn.refill", says, values)


def _named(spaces: set[Space]) -> list[str]:
    return [GRID.names[space] for space in sorted(spaces)]


def _rows(
    path: Path, spaces: Spaces, reasons: Sequence[Reason], values: Values
) -> Iterator[Difference]:
    """A difference for each row of a board and each reason, the first that holds for a space."""
    for row, line in enumerate(GRID.row_lines):
        left = spaces & line
        for rule, says, where in reasons:
            if left & where:
                names = GRID.name_all(left & where)
                yield Difference((*path, row), rule, says, {**values, "spaces": names})
            left &= ~where
