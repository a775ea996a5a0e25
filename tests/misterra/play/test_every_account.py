"""Disputes against the plain way: play every turn there is, and see what leads to a table."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from theodolite.misterra.board import Island, Terrain
from theodolite.misterra.disputes import ACCOUNTS, settle
from theodolite.misterra.snapshot import Snapshot
from theodolite.misterra.turn import HalfDay, half_days, judge
from theodolite.web.misterra.bodies import SnapshotBody

J, L, M, S = Terrain
ASKED = 60

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
    snapshot: Snapshot = SnapshotBody().read(
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
    for half_day in half_days(snapshot, 0):
        yield half_day
        if half_day.sketch and half_day.spaces:
            yield half_day._replace(sketch=half_day.sketch[::-1], spaces=half_day.spaces[::-1])


def told(account: tuple[HalfDay, ...], snapshot: Snapshot) -> tuple[Any, ...]:
    """What an account does, told so that equal accounts are told alike.

    Which way round a card is laid is left out where the island does not tell.
    """
    deeds: list[tuple[str, frozenset[tuple[int, Terrain]], Island]] = []
    for half_day in account:
        after = judge(snapshot._replace(display=None), 0, half_day).after
        assert after is not None
        laid = frozenset(zip(half_day.spaces or (), half_day.sketch or (), strict=False))
        deeds.append((half_day.action, laid if half_day.spaces else frozenset(), after.island))
        snapshot = after
    return tuple(deeds)


def look(snapshot: Snapshot) -> tuple[Any, ...]:
    (player,) = snapshot.players
    return snapshot.island, player.parchment, player.meeple, frozenset(player.claims)


@pytest.mark.parametrize("name", STARTS)
def test_it_finds_every_account_there_is(name: str) -> None:
    before = start(*STARTS[name])
    tables: dict[tuple[Any, ...], Snapshot] = {}
    found: defaultdict[tuple[Any, ...], set[tuple[Any, ...]]] = defaultdict(set)
    for account, after in plays(before):
        tables[look(after)] = after
        found[look(after)].add(told(account, before))
    for table in Random(0).sample(list(tables), ASKED):
        # The display after it would tell more; without it every account counts.
        finding = settle(before, tables[table]._replace(display=None), 0)
        answers = {told(account, before) for account in finding.accounts}
        assert len(answers) == len(finding.accounts)
        assert answers <= found[table]
        assert len(answers) == min(ACCOUNTS, len(found[table]))
        assert finding.more == (len(found[table]) > ACCOUNTS)
