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
from theodolite.web.misterra.disputes import DisputeSchema
from theodolite.web.misterra.examples import DISPUTE, LEGALITY_CHECK, PLAYER_QUESTION
from theodolite.web.misterra.half_days import LegalityCheckSchema, PlayerQuestionSchema
from theodolite.web.misterra.schemas import SnapshotSchema

_TIMES = 300


def microseconds() -> Iterator[tuple[str, float]]:
    """Each measurement, and the median of its microseconds."""
    with create_app().app_context():
        snapshot = SnapshotSchema()
        tables = [snapshot.load_fast(table) for table in random_tables(_TIMES)]
        example = snapshot.load_fast(EXAMPLE)
        legality = LegalityCheckSchema().load_fast(LEGALITY_CHECK)
        player_request = PlayerQuestionSchema().load_fast(PLAYER_QUESTION)
        dispute = DisputeSchema().load_fast(DISPUTE)
        broad = [DisputeSchema().load_fast(body) for body in broad_disputes()]
    yield "a score, a different table of four each time", _median(score, tables)
    yield "a score, the example over and over", _median(score, [example])
    yield (
        "the legality of a half day",
        _median(lambda of: half_days.judge(of.snapshot, of.player, of.half_day), [legality]),
    )
    yield (
        "all legal actions of a half day",
        _median(lambda of: half_days.legal_actions(of.snapshot, of.player), [player_request]),
    )
    yield "a dispute", _median(lambda loaded: disputes.resolve(*loaded), [dispute])
    yield (
        "the longest of the disputes with most to search",
        max(_median(lambda loaded: disputes.resolve(*loaded), [one], 12) for one in broad),
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
