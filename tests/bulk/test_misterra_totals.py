"""Array totals of Misterra equal those of `scoring.score`, on random tables of every kind."""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from reference.misterra_tables import random_table
from theodolite.bulk.misterra_totals import Tables, Totals, score_totals
from theodolite.misterra.presumptions import CARDS
from theodolite.misterra.scoring import CATEGORIES, score
from theodolite.misterra.snapshot import Snapshot
from theodolite.web.misterra.schemas import SnapshotSchema

BODY = SnapshotSchema()


def kind(snapshot: Snapshot) -> Hashable:
    """The properties that all tables of one call share."""
    solo = snapshot.otoma is not None
    return len(snapshot.players), solo, snapshot.master_cartographers, snapshot.rulings


def drawn(seed: int, count: int) -> list[Snapshot]:
    rng = Random(seed)
    return [BODY.load_fast(random_table(rng)) for _ in range(count)]


@pytest.fixture(scope="module")
def snapshots() -> list[Snapshot]:
    return drawn(1, 4000)


def expected(snapshot: Snapshot) -> list[dict[str, int]]:
    return [dict(lines.subtotals) for lines in score(snapshot).lines]


def found(totals: Totals, table: int) -> list[dict[str, int]]:
    players = range(totals.fidelity.shape[1])
    return [
        {name: int(getattr(totals, name)[table, player]) for name in CATEGORIES}
        for player in players
    ]


def test_subtotals_equal_those_of_the_scorer(snapshots: list[Snapshot]) -> None:
    groups = defaultdict(list)
    for snapshot in snapshots:
        groups[kind(snapshot)].append(snapshot)
    for group in groups.values():
        totals = score_totals(Tables.of(group))
        for table, snapshot in enumerate(group):
            assert found(totals, table) == expected(snapshot), snapshot


def test_random_tables_cover_every_card_and_ruling(snapshots: list[Snapshot]) -> None:
    cards = {card.card for s in snapshots for p in s.players for card in p.presumptions}
    assert cards == set(CARDS)
    used = [set(values) for values in zip(*(s.rulings for s in snapshots), strict=True)]
    assert [len(values) for values in used] == [2, 2, 3, 2, 2, 2]


def test_a_total_is_the_sum_of_its_subtotals(snapshots: list[Snapshot]) -> None:
    pair = [s for s in snapshots if kind(s) == kind(snapshots[0])]
    totals = score_totals(Tables.of(pair))
    assert (totals.total == sum(totals, start=np.int16(0))).all()


def test_blocks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables.of([snapshot._replace(otoma=None) for snapshot in alike(drawn(2, 300))])
    whole = score_totals(tables)
    monkeypatch.setattr("theodolite.bulk.misterra_totals._BLOCK", 7)
    assert all((a == b).all() for a, b in zip(whole, score_totals(tables), strict=True))


def alike(snapshots: list[Snapshot]) -> list[Snapshot]:
    """The tables of two players, all with the rulings and the variant of the first."""
    pairs = [s for s in snapshots if len(s.players) == 2]
    first = pairs[0]
    return [
        s._replace(master_cartographers=first.master_cartographers, rulings=first.rulings)
        for s in pairs
    ]


def test_accepts_no_tables() -> None:
    tables = Tables.of(alike(drawn(3, 30)))[:0]
    assert score_totals(tables).total.shape == (0, 2)


def test_reports_everything_wrong_with_the_arrays() -> None:
    tables = Tables.of(alike(drawn(4, 30)))
    with pytest.raises(ValueError, match=r"islands is int64 .*; parchments has .*; held") as e:
        replace(
            tables,
            islands=tables.islands.astype(np.int64),
            parchments=tables.parchments + 9,
            faces=tables.faces[:1],
        )
    assert "claims" not in str(e.value)
