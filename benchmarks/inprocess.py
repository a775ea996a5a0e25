"""Measures the judges of Misterra and Cartographers in process, without HTTP and JSON."""

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks import cartographers
from benchmarks.misterra import EXAMPLE, broad_disputes, random_tables
from theodolite.misterra import disputes, half_days
from theodolite.misterra.scoring import score
from theodolite.web.app import create_app
from theodolite.web.misterra.examples import ACTIONS, CHECK, DISPUTE
from theodolite.web.misterra.moves import MoveSchema
from theodolite.web.misterra.schemas import SnapshotSchema

_TIMES = 300


def microseconds() -> Iterator[tuple[str, float]]:
    """Each measurement, and the median of its microseconds."""
    with create_app().app_context():
        snapshot = SnapshotSchema()
        tables = [snapshot.load_fast(table) for table in random_tables(_TIMES)]
        example = snapshot.load_fast(EXAMPLE["snapshot"])
        checked = snapshot.load_fast(CHECK["snapshot"])
        half_day = MoveSchema().load_fast(CHECK["move"])
        acting = snapshot.load_fast(ACTIONS["snapshot"])
        disputed = [
            (snapshot.load_fast(body["before"]), snapshot.load_fast(body["after"]), player)
            for body in (DISPUTE, *broad_disputes())
            for player in [[one["name"] for one in body["before"]["players"]].index(body["player"])]
        ]
    yield "a score, a different table of four each time", _median(score, tables)
    yield "a score, the example over and over", _median(score, [example])
    yield (
        "the legality of a half day",
        _median(lambda table: half_days.judge(table, 0, half_day), [checked]),
    )
    yield (
        "all legal actions of a half day",
        _median(lambda table: half_days.legal_actions(table, 0), [acting]),
    )
    yield "a dispute", _median(lambda loaded: disputes.resolve(*loaded), disputed[:1])
    yield (
        "the longest of the disputes with most to search",
        max(_median(lambda loaded: disputes.resolve(*loaded), [one], 12) for one in disputed[1:]),
    )
    with create_app().app_context():
        yield from cartographers.microseconds()


def _median(judge: Callable[[Any], object], loaded: Iterable[Any], rounds: int = _TIMES) -> float:
    times = []
    for _, request in zip(range(rounds), cycle(loaded), strict=False):
        started = perf_counter()
        judge(request)
        times.append(perf_counter() - started)
    return median(times) * 1e6
