"""Disputes against the plain way: play every turn there is, and see what leads to a table."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from theodolite.misterra.board import Island, Terrain
from theodolite.misterra.disputes import MAX_ACCOUNTS, resolve
from theodolite.misterra.half_days import HalfDay, judge, legal_half_days
from theodolite.misterra.snapshot import Snapshot
from theodolite.web.misterra.schemas import SnapshotSchema

J, L, M, S = Terrain
SAMPLES = 60

# No lagoon comes into play, so there is no exchange, which the plain way leaves out.
STARTS = {
    "on the beach": ([".....", ".....", "....s", ".....", "....."], "beach:E3", []),
    "not placed yet": ([".....", ".....", "....s", ".....", "....."], None, []),
    "on a mountain": ([".....", ".....", "..m..", ".....", "....."], "C3", []),
    "with a claim to make": ([".....", ".....", "..S..", ".....", "....."], "C3", []),
    "with steppe about to run out": (["SSSSS", "SSSS.", ".....", "ss.m.", "....."], "D4", ["B1"]),
}


def start(island: list[str], meeple: str | None, claims: list[str]) -> Snapshot:
    player = {
        "name": "Cassandra",
        "parchment": [".....", "..S..", "..MJ.", ".....", "....."],
        "meeple": meeple,
        "claims": claims,
    }
    display = [["mountain", "steppe"], ["steppe", "steppe"]]
    snapshot: Snapshot = SnapshotSchema().load_fast(
        {"beach": "right", "island": island, "players": [player], "display": display}
    )
    return snapshot


def plays(snapshot: Snapshot) -> Iterator[tuple[tuple[HalfDay, ...], Snapshot]]:
    """Every half day and every turn, with the table that it leads to; cards in either order."""
    for first in _orders(snapshot):
        middle = judge(snapshot, 0, first).after
        assert middle is not None
        yield (first,), middle
        for second in _orders(middle):
            end = judge(middle, 0, second).after
            assert end is not None
            yield (first, second), end


def _orders(snapshot: Snapshot) -> Iterator[HalfDay]:
    for half_day in legal_half_days(snapshot, 0):
        yield half_day
        if half_day.sketch and half_day.spaces:
            yield half_day._replace(sketch=half_day.sketch[::-1], spaces=half_day.spaces[::-1])


def summary(account: tuple[HalfDay, ...], snapshot: Snapshot) -> tuple[Any, ...]:
    """The effects of an account, by which equal accounts are equal.

    The order of the halves of a card is left out unless the island shows it.
    """
    effects: list[tuple[str | None, frozenset[tuple[int, Terrain]], Island]] = []
    for half_day in account:
        after = judge(snapshot._replace(display=None), 0, half_day).after
        assert after is not None
        laid = frozenset(zip(half_day.spaces or (), half_day.sketch or (), strict=False))
        effects.append((half_day.action, laid if half_day.spaces else frozenset(), after.island))
        snapshot = after
    return tuple(effects)


def appearance(snapshot: Snapshot) -> tuple[Any, ...]:
    (player,) = snapshot.players
    return snapshot.island, player.parchment, player.meeple, frozenset(player.claims)


@pytest.mark.parametrize("name", STARTS)
def test_finds_every_account(name: str) -> None:
    before = start(*STARTS[name])
    tables: dict[tuple[Any, ...], Snapshot] = {}
    found: defaultdict[tuple[Any, ...], set[tuple[Any, ...]]] = defaultdict(set)
    for account, after in plays(before):
        tables[appearance(after)] = after
        found[appearance(after)].add(summary(account, before))
    for table in Random(0).sample(list(tables), SAMPLES):
        # The display afterwards would exclude accounts.
        finding = resolve(before, tables[table]._replace(display=None), 0)
        answers = {summary(account, before) for account in finding.accounts}
        assert len(answers) == len(finding.accounts)
        assert answers <= found[table]
        assert len(answers) == min(MAX_ACCOUNTS, len(found[table]))
        assert finding.more == (len(found[table]) > MAX_ACCOUNTS)
