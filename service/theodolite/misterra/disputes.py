"""Whether one player's half day or whole turn can have led from one table to another (p. 4-5).

Covers both half days with their moves, cards, exchanges, mapping and claims, and the refilled
display. `dispute_search` searches the plays, `dispute_reasons` explains differences that remain.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, permutations
from typing import cast

from theodolite.disputes import Difference, Explanation, Finding, likeliest
from theodolite.grid import each
from theodolite.misterra.board import GRID
from theodolite.misterra.dispute_reasons import COSTS, explained, halves_apart
from theodolite.misterra.dispute_search import (
    ANYWHERE,
    MAX_DIFFERENCES,
    Play,
    Search,
    differing,
    differing_islands,
)
from theodolite.misterra.half_days import HalfDay
from theodolite.misterra.mapping import update
from theodolite.misterra.snapshot import Rulings, Snapshot
from theodolite.misterra.turns import seats, turn_checks
from theodolite.verdict import Path, legal

MAX_ACCOUNTS = 20
"""The most accounts of an answer."""
MAX_PLAYS = 2_000
"""The most plays that are explained."""
CARD_SPACES = 2
"""The spaces that a sketch card covers."""
RULINGS = ("claim_region", "empty_supply")
"""The rulings that bear on a dispute."""

_PLACES: Mapping[str, Path] = {
    "misterra.turn.half_days": ("display",),
    "misterra.turn.game_over": ("island",),
}
"""The field that tells of turns, by the rule; for others the meeple of the player."""

Account = tuple[HalfDay, ...]
"""One or two half days that lead from the one table to the other."""


def resolve(before: Snapshot, after: Snapshot, player: int) -> Finding[Account, Difference]:
    """Find all legal plays of a player that lead from one table to another.

    Without any, the differences that the nearest play leaves are explained, as few as possible.

    Args:
        before: The table before the half day or turn.
        after: The table after it.
        player: The index of the player.

    >>> from theodolite.misterra import Board, Island, Place, Player, Side
    >>> island = Island.from_rows(["S....", ".....", ".....", ".....", "....."])
    >>> ada = Player("Ada", Board())
    >>> before = Snapshot(Side.TOP, island, (ada,))
    >>> after = Snapshot(Side.TOP, island, (ada._replace(meeple=Place(0)),))
    >>> [[place.name for place in half_day.move]
    ...  for half_day in resolve(before, after, 0).accounts[0]]
    [['beach:A1'], ['A1']]
    """
    if found := accounts(before, after, player):
        return Finding(found[:MAX_ACCOUNTS], len(found) > MAX_ACCOUNTS, ())
    differences = list(outside_changes(before, after, player))
    if before.names != after.names:
        return Finding((), False, differences)
    # Nobody plays out of turn, or when the game is over.
    if not legal(checks := turn_checks(before, player)):
        meeple = ("players", player, "meeple")
        differences += [
            Difference(
                _PLACES.get(check.rule, meeple), check.rule, check.says, check.values, kind="others"
            )
            for check in checks
            if check.status == "failed"
        ]
        return Finding((), False, differences)
    search = Search(before, after, player)
    best = likeliest(
        Explanation(COSTS["others"] * len(differences) + cost, [*differences, *departures], mended)
        for cost, departures, mended in _explanations(search)
    )
    return Finding((), False, best.departures, mended=best.mended)


def accounts(before: Snapshot, after: Snapshot, player: int) -> Sequence[Account]:
    """Find legal plays of a player that lead from one table to another, the shortest first.

    Args:
        before: The table before the half day or turn.
        after: The table after it.
        player: The index of the player.

    Returns:
        All of them, or one more than MAX_ACCOUNTS.
    """
    if any(outside_changes(before, after, player)) or not legal(turn_checks(before, player)):
        return ()
    search = Search(before, after, player)
    return [search.account(play) for play in search.complete(MAX_ACCOUNTS)[: MAX_ACCOUNTS + 1]]


def _explanations(search: Search) -> Iterable[Explanation[Difference]]:
    """The explanations by plays that leave few differences; by the nearest one if none does."""
    found = [*_halves_apart(search)]
    # Up to four differences may be one slip: both halves of a card on parchment and island.
    for budget in (2, 4):
        plays = sorted(islice(search.near(budget), MAX_PLAYS), key=lambda play: play.cost)
        found += [explanation for play in plays for explanation in explained(search, play)]
        if any(explanation.cost <= budget for explanation in found):
            # Of slips that explain as much, the island is likelier to have been forgotten.
            return sorted(
                found, key=lambda found: all(one.path[0] != "island" for one in found.departures)
            )
    if found:
        return found
    nearest = search.nearest(search.end)
    if other := search.nearest(
        ANYWHERE, MAX_DIFFERENCES if nearest is None else nearest.remaining - 2
    ):
        nearest = other._replace(remaining=other.remaining + 1, is_astray=True)
    # To stay and discard is a play from anywhere.
    return explained(search, cast("Play", nearest))


def _halves_apart(search: Search) -> Iterator[Explanation[Difference]]:
    """The explanations by a card whose halves do not lie side by side."""
    before, after, seat = search.before, search.after, search.player
    was, now = before.players[seat], after.players[seat]
    on_parchment = differing(was.parchment, now.parchment)
    # A half that shows what lay there before changes the island alone.
    changed = on_parchment | differing_islands(before.island, after.island)
    spaces = [*each(changed)]
    if len(spaces) != CARD_SPACES or changed & ~now.parchment.covered:
        return
    if GRID.neighbours(1 << spaces[0]) & changed:
        return
    for kept, moved in permutations(spaces):
        terrains = now.parchment.at(kept), now.parchment.at(moved)
        for place in each(GRID.neighbours(1 << kept)):
            parchment, island = now.parchment.within(~(1 << moved)), before.island
            if (old := was.parchment.at(moved)) is not None:
                parchment = parchment.laid(moved, old)
            for space, terrain in zip((kept, place), terrains, strict=True):
                if terrain is not None:
                    parchment = parchment.laid(space, terrain)
                    island, _ = update(island, space, terrain, before.rulings)
            players = [*after.players]
            players[seat] = now._replace(parchment=parchment)
            mended = after._replace(island=island, players=tuple(players))
            if Search(before, mended, seat).complete(0):
                departure = halves_apart(seat, kept, moved)
                if not on_parchment >> moved & 1:
                    departure = departure._replace(path=("island", *departure.path[-1:]))
                yield Explanation(COSTS["halves_apart"], [departure], mended)
                return


def under(rulings: Rulings, before: Snapshot, after: Snapshot) -> tuple[Snapshot, Snapshot]:
    """Two tables with other rulings, the second only if its rulings are those of the first."""
    agree = after.rulings == before.rulings
    return before.under(rulings), after.under(rulings) if agree else after


def outside_changes(before: Snapshot, after: Snapshot, seat: int) -> Iterator[Difference]:
    """Find changes that no half day of a player, or of Otoma, makes.

    Args:
        before: The table before.
        after: The table after.
        seat: The index in turn order, Otoma's after the player's.
    """
    values = {"player": seats(before)[seat]}
    is_otoma = seat == len(before.players)
    parts = zip(_unchangeable(before, seat), _unchangeable(after, seat), strict=False)
    for (path, one), (_, other) in parts:
        if one != other and not (is_otoma and path == ("otoma",)):
            first = GRID.columns * int(path[-1]) if "parchment" in path else 0
            pairs = zip(str(one), str(other), strict=True) if "parchment" in path else ()
            spaces = [
                GRID.names[first + column]
                for column, (mine, yours) in enumerate(pairs)
                if mine != yours
            ]
            yield Difference(
                path, "misterra.turn.order", "others", values, kind="others", spaces=spaces
            )
    played = before.otoma_half_days, after.otoma_half_days
    if not is_otoma and None not in played and played[0] != played[1]:
        path = ("otoma", "half_days_played")
        yield Difference(path, "misterra.turn.order", "others", values, kind="others")


def _unchangeable(snapshot: Snapshot, player: int) -> Iterator[tuple[Path, object]]:
    """The parts of a table that a player does not change, each with its path."""
    yield ("players",), snapshot.names
    yield ("beach",), snapshot.beach
    yield ("variants", "master_cartographers"), snapshot.master_cartographers
    for name, value in snapshot.rulings._asdict().items():
        yield ("rulings", name), value
    yield ("otoma",), None if snapshot.otoma is None else {*snapshot.otoma}
    for i, one in enumerate(snapshot.players):
        yield ("players", i, "presumptions"), {*one.presumptions}
        if i != player:
            for row, text in enumerate(one.parchment.rows()):
                yield ("players", i, "parchment", row), text
            yield ("players", i, "meeple"), one.meeple
            yield ("players", i, "claims"), {*one.claims}
