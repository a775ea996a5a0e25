"""Whether one player's half day or whole turn can have led from one table to another (p. 4-5).

Covers both half days with their moves, cards, exchanges, layings and claims, and the refilled
display. The search is in `plays`, why a difference is explained by no legal play in `reasons`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from theodolite.misterra.plays import ANYWHERE, MOST, Play, Search
from theodolite.misterra.reasons import Difference, astray, unexplained
from theodolite.misterra.snapshot import Rulings, Snapshot
from theodolite.misterra.turn import HalfDay
from theodolite.verdict import Path

__all__ = ["ACCOUNTS", "RULINGS", "Account", "Finding", "settle", "under"]

ACCOUNTS = 20
"""How many accounts are told at most."""
RULINGS = ("claim_region", "empty_supply")

Account = tuple[HalfDay, ...]


class Finding(NamedTuple):
    """What a dispute comes to: the accounts, the shortest first, or what none explains."""

    accounts: Sequence[Account]
    more: bool
    differences: Sequence[Difference]


def settle(before: Snapshot, after: Snapshot, player: int) -> Finding:
    """Find every account of what a player may have done between two tables.

    Where there is none, as few differences as can be are named: those that the play which comes
    nearest leaves, each with the rule that keeps it from being explained.

    Args:
        before: the table before the half day or turn.
        after: the table after it.
        player: the index of who played.
    """
    differences = list(_elsewhere(before, after, player))
    if _names(before) != _names(after):
        return Finding((), False, differences)
    search = Search(before, after, player)
    if not differences:
        plays = search.complete(ACCOUNTS)
        if plays:
            accounts = [search.account(play) for play in plays[:ACCOUNTS]]
            return Finding(accounts, len(plays) > ACCOUNTS, ())
    nearest = search.nearest(search.end)
    if elsewhere := _with_the_meeple_elsewhere(search, nearest):
        nearest = elsewhere
        differences.append(astray(search, nearest))
    if nearest is not None:  # pragma: no branch - to stay and discard is a play from anywhere
        differences += unexplained(search, nearest)
    return Finding((), False, differences)


def _with_the_meeple_elsewhere(search: Search, nearest: Play | None) -> Play | None:
    """The play that comes nearest if the meeple were left out; None if it is not to blame."""
    budget = MOST if nearest is None else nearest.left - 1
    # One that has not moved is no change, so it is to blame only if nothing else would be.
    meeple = search.after.players[search.player].meeple
    if meeple is not None and meeple == search.before.players[search.player].meeple:
        budget = 0
    play = search.nearest(ANYWHERE, budget)
    if play is None or nearest is None or play.left + 1 < nearest.left:
        return play
    # Either would do. The cards are right if they lie as after a play without an exchange, and what
    # lies on the boards is what the meeple was to be for; a marker lies where it was claimed.
    ordinary = play.cards is not None and not play.cards.exchanged
    if nearest.cards is None:
        return play if ordinary else None
    last = nearest.deeds[-1]
    return play if last.parchment_left or last.island_left else None


def under(rulings: Rulings, before: Snapshot, after: Snapshot) -> tuple[Snapshot, Snapshot]:
    """Two tables with their open points decided so, where they agree on how to decide them."""
    agree = after.rulings == before.rulings
    return before.under(rulings), after.under(rulings) if agree else after


def _names(snapshot: Snapshot) -> list[str]:
    return [player.name for player in snapshot.players]


def _elsewhere(before: Snapshot, after: Snapshot, player: int) -> Iterator[Difference]:
    """What has changed that no half day of a player changes."""
    values = {"player": before.players[player].name}
    for (path, one), (_, other) in zip(_fixed(before, player), _fixed(after, player), strict=False):
        if one != other:
            yield Difference(path, "misterra.turn.order", "others", values)


def _fixed(snapshot: Snapshot, player: int) -> Iterator[tuple[Path, object]]:
    """What of a table a player does not change, each with its place, who plays being first."""
    yield ("players",), _names(snapshot)
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
