"""Whether one player's half day or whole turn can have led from one table to another (p. 4-5).

Covers both half days with their moves, cards, exchanges, mapping and claims, and the refilled
display. `dispute_search` searches the plays, `dispute_reasons` explains differences that remain.
"""

from collections.abc import Iterator, Mapping

from theodolite.disputes import Difference, Finding
from theodolite.misterra.dispute_reasons import meeple_difference, other_differences
from theodolite.misterra.dispute_search import ANYWHERE, MAX_DIFFERENCES, Play, Search
from theodolite.misterra.half_days import HalfDay
from theodolite.misterra.snapshot import Rulings, Snapshot
from theodolite.misterra.turns import seats, turn_checks
from theodolite.verdict import Path, legal

MAX_ACCOUNTS = 20
"""The most accounts of an answer."""
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
    differences = list(outside_changes(before, after, player))
    if before.names != after.names:
        return Finding((), False, differences)
    # Nobody plays out of turn, or when the game is over.
    if not legal(checks := turn_checks(before, player)):
        meeple = ("players", player, "meeple")
        differences += [
            Difference(_PLACES.get(check.rule, meeple), check.rule, check.says, check.values)
            for check in checks
            if check.status == "failed"
        ]
        return Finding((), False, differences)
    search = Search(before, after, player)
    if not differences:
        plays = search.complete(MAX_ACCOUNTS)
        if plays:
            accounts = [search.account(play) for play in plays[:MAX_ACCOUNTS]]
            return Finding(accounts, len(plays) > MAX_ACCOUNTS, ())
    nearest = search.nearest(search.end)
    if other := _without_the_meeple(search, nearest):
        nearest = other
        differences.append(meeple_difference(search, nearest))
    if nearest is not None:  # pragma: no branch - to stay and discard is a play from anywhere
        differences += other_differences(search, nearest)
    return Finding((), False, differences)


def _without_the_meeple(search: Search, nearest: Play | None) -> Play | None:
    """Find the nearest play if the meeple may stand anywhere; None if it is not to blame."""
    budget = MAX_DIFFERENCES if nearest is None else nearest.remaining - 1
    # A meeple that has not moved is to blame only if nothing else is.
    meeple = search.after.players[search.player].meeple
    if meeple is not None and meeple == search.before.players[search.player].meeple:
        budget = 0
    play = search.nearest(ANYWHERE, budget)
    if play is None or nearest is None or play.remaining + 1 < nearest.remaining:
        return play
    # Both leave as many differences. If only a play from elsewhere explains the cards, and without
    # an exchange, the meeple is to blame; else it is if the boards differ.
    if nearest.cards is None:
        return play if play.cards is not None and not play.cards.exchanged else None
    last = nearest.stages[-1]
    return play if last.parchment_differs or last.island_differs else None


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
            yield Difference(path, "misterra.turn.order", "others", values)
    played = before.otoma_half_days, after.otoma_half_days
    if not is_otoma and None not in played and played[0] != played[1]:
        path = ("otoma", "half_days_played")
        yield Difference(path, "misterra.turn.order", "others", values)


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
