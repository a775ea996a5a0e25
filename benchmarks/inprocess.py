"""How long the judging itself takes, without HTTP and JSON."""

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks import cartographers
from benchmarks.tables import EXAMPLE, broad_disputes, random_tables
from theodolite.misterra import disputes, turn
from theodolite.misterra.scoring import score
from theodolite.web.app import create_app
from theodolite.web.misterra.bodies import SnapshotBody
from theodolite.web.misterra.play_bodies import (
    DisputeBody,
    LegalityCheckBody,
    PlayerQuestionBody,
)
from theodolite.web.misterra.play_examples import DISPUTE, LEGALITY_CHECK, PLAYER_QUESTION

__all__ = ["microseconds"]

_TIMES = 300


def microseconds() -> Iterator[tuple[str, float]]:
    """What is judged and the median of the microseconds that it takes."""
    with create_app().app_context():
        snapshot = SnapshotBody()
        tables = [snapshot.read(table) for table in random_tables(_TIMES)]
        example = snapshot.read(EXAMPLE)
        legality = LegalityCheckBody().read(LEGALITY_CHECK)
        question = PlayerQuestionBody().read(PLAYER_QUESTION)
        dispute = DisputeBody().read(DISPUTE)
        broad = [DisputeBody().read(asked) for asked in broad_disputes()]
    yield "a score, a different table of four each time", _median(score, tables)
    yield "a score, the example over and over", _median(score, [example])
    yield "the legality of a half day", _median(lambda asked: turn.judge(*asked), [legality])
    yield (
        "all legal actions of a half day",
        _median(lambda asked: turn.legal_actions(asked.snapshot, asked.player), [question]),
    )
    yield "a dispute", _median(lambda asked: disputes.settle(*asked), [dispute])
    yield (
        "the longest of the disputes with most to search",
        max(_median(lambda asked: disputes.settle(*asked), [asked], 12) for asked in broad),
    )
    with create_app().app_context():
        yield from cartographers.microseconds()


def _median(judge: Callable[[Any], object], asked: Iterable[Any], rounds: int = _TIMES) -> float:
    times = []
    for _, question in zip(range(rounds), cycle(asked), strict=False):
        started = perf_counter()
        judge(question)
        times.append(perf_counter() - started)
    return median(times) * 1e6
