"""Metrics: the counts and states of all workers, in memory that they share."""

import os
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import accumulate
from math import inf
from pathlib import Path
from platform import python_version
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, cast

from theodolite import __version__
from theodolite.web.problems import problem_types
from theodolite.web.serving.executors import Executor

if TYPE_CHECKING:
    from ctypes import Array, c_double
    from multiprocessing.sharedctypes import Synchronized

    from prometheus_client.core import Metric

_BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, inf)
"""Seconds: the bounds of the buckets of the histogram."""
_STATUSES = (
    *("200", "204", "304", "308", "400", "401", "404", "405", "408", "413", "415"),
    *("422", "429", "500", "501", "503", "other"),
)
_ENDPOINTS = 160
"""The most endpoints that are counted separately; further ones count as `none`."""
_CELLS = len(_BOUNDS) + 1
"""Numbers for an endpoint and a status: responses by bucket, and the sum of their seconds."""
_PLACE_OF_STATUS = {status: place for place, status in enumerate(_STATUSES)}
_SPARE_ROWS = 8
"""Rows beyond one a worker, for those that replace others."""

_EXECUTORS = [each.name.lower() for each in Executor]
_STATES: Final = {
    "requests_in_flight": ("Requests that are received, judged or sent.", "", [""]),
    "executor_begun": ("Jobs that run or pause.", "executor", _EXECUTORS),
    "executor_queued": ("Jobs that wait to begin.", "executor", _EXECUTORS),
}
"""The state of a worker: the text, the label, and its values. It ends with the worker."""
_COUNTS: Final = {
    "executor_wait_seconds": ("Seconds that jobs waited to begin.", "executor", _EXECUTORS),
    "executor_started": ("Jobs that began.", "executor", _EXECUTORS),
    "refusals": ("Requests that were refused, by the type of problem.", "reason", [*problem_types]),
    "searches_cut": ("Answers of searches that ended before all was searched.", "", [""]),
    "log_lines_dropped": ("Lines of the log that could not be written.", "", [""]),
}
"""Counts: the text, the label, and its values."""
_PLACES = {
    (name, value): _ENDPOINTS * len(_STATUSES) * _CELLS + 1 + place
    for place, (name, value) in enumerate(
        (name, value) for name, (_, _, values) in (_STATES | _COUNTS).items() for value in values
    )
}
"""The cells of states and counts in a row, after those of endpoints and the process id."""
_PROCESS = _ENDPOINTS * len(_STATUSES) * _CELLS
_ROW = _PROCESS + 1 + len(_PLACES)
_PROC = Path("/proc")


class MetricsCollector:
    """Counts the responses of each endpoint by status and duration, and what `_STATES` says.

    Processes can share it: each writes a row of its own, in memory that is allocated at the start
    and never grows. A worker that replaces a dead one takes the next row.

    Args:
        cells: The counts of all rows, in memory that processes share; None to count for this
            process alone.
        taken: The number of rows taken, shared as well.
        workers: The number of workers that share it.
    """

    def __init__(
        self,
        cells: "Array[c_double] | None" = None,
        taken: "Synchronized[int] | None" = None,
        workers: int = 1,
    ) -> None:
        self._cells: array[float] | Array[c_double] = cells or array("d", bytes(8 * _ROW))
        self._taken, self._workers = taken, workers
        self._row = 0
        self._places: dict[str, int] = {}
        self._lock = Lock()

    @classmethod
    def shared(cls, workers: int) -> "MetricsCollector":
        """A collector for so many processes, and for those that replace them."""
        from multiprocessing import get_context  # noqa: PLC0415 - not every platform has it

        context = get_context("spawn")
        rows = workers + _SPARE_ROWS
        return cls(context.RawArray("d", rows * _ROW), context.Value("i", 0), workers)

    def __reduce__(self) -> tuple[Any, ...]:
        """A spawned process gets the memory itself, not a copy of its contents."""
        shared = (self._cells, self._taken, self._workers) if self._taken else ()
        return MetricsCollector, shared

    def begin(self, endpoints: Iterable[str]) -> None:
        """Take a row, and assign a place in it to each endpoint."""
        names = sorted(endpoints)[: _ENDPOINTS - 1]
        self._row = self._take_row() * _ROW
        size = len(_STATUSES) * _CELLS
        self._places = {name: self._row + size * i for i, name in enumerate([*names, "none"])}
        self._cells[self._row + _PROCESS] = os.getpid()
        for name, (_, _, values) in _STATES.items():
            for value in values:
                self._cells[self._row + _PLACES[name, value]] = 0

    def _take_row(self) -> int:
        if self._taken is None:
            return 0
        with self._taken.get_lock():
            row = self._taken.value
            self._taken.value += 1
        # After many replacements a row is used again. The worker that took it first has usually
        # ended; otherwise the two may lose a response of each other.
        return row % (len(self._cells) // _ROW)

    def count(self, endpoint: str, status: str, seconds: float) -> None:
        """Count a response."""
        place = self._places.get(endpoint, self._places["none"])
        place += _CELLS * _PLACE_OF_STATUS.get(status, len(_STATUSES) - 1)
        with self._lock:
            self._cells[place + bisect_left(_BOUNDS, seconds)] += 1
            self._cells[place + len(_BOUNDS)] += seconds

    def add(self, name: str, value: str = "", amount: float = 1) -> None:
        """Add to one of `_STATES` or `_COUNTS`, by its name and the value of its label."""
        with self._lock:
            self._cells[self._row + _PLACES[name, value]] += amount

    def collect(self) -> "Iterator[Metric]":
        """The counts and states of all workers."""
        from prometheus_client.core import (  # noqa: PLC0415
            CounterMetricFamily,
            GaugeMetricFamily,
            HistogramMetricFamily,
            InfoMetricFamily,
        )

        versions = {"version": __version__, "python": python_version()}
        yield InfoMetricFamily("theodolite_build", "What is served.", versions)
        yield self._responses(HistogramMetricFamily)
        rows = range(0, len(self._cells), _ROW)
        alive = {row: pid for row in rows if (pid := int(self._cells[row + _PROCESS])) and _is(pid)}
        for families, counted, family in (
            (_STATES, alive, GaugeMetricFamily),
            (_COUNTS, rows, CounterMetricFamily),
        ):
            for name, (text, label, values) in families.items():
                metric = family(f"theodolite_{name}", text, labels=[label] if label else [])
                for value in values:
                    place = _PLACES[name, value]
                    total = sum(self._cells[row + place] for row in counted)
                    metric.add_metric([value] if label else [], total)
                yield metric
        replaced = max(0, (self._taken.value if self._taken else 1) - self._workers)
        yield CounterMetricFamily(
            "theodolite_worker_restarts", "Workers that replaced others.", replaced
        )
        if _PROC.exists():
            memory = GaugeMetricFamily(
                "theodolite_worker_memory_bytes", "Resident memory.", labels=["worker"]
            )
            opened = GaugeMetricFamily(
                "theodolite_worker_open_files", "Open file descriptors.", labels=["worker"]
            )
            for row, pid in alive.items():
                about = _PROC / str(pid)
                # It may end meanwhile.
                with suppress(OSError):
                    pages = int(about.joinpath("statm").read_text("ascii").split()[1])
                    memory.add_metric([str(row // _ROW)], pages * os.sysconf("SC_PAGE_SIZE"))
                    opened.add_metric([str(row // _ROW)], len(list((about / "fd").iterdir())))
            yield from (memory, opened)

    def _responses(self, histogram: Any) -> "Metric":
        family = histogram(
            "theodolite_request_seconds",
            "Time from the first look at a request to its answer.",
            labels=("operation", "status"),
        )
        bounds = ["+Inf" if bound == inf else str(bound) for bound in _BOUNDS]
        for endpoint, place in self._places.items():
            for i, status in enumerate(_STATUSES):
                first = (place - self._row) + i * _CELLS
                rows = range(first, len(self._cells), _ROW)
                *counts, seconds = map(
                    sum, zip(*(self._cells[at : at + _CELLS] for at in rows), strict=True)
                )
                if any(counts):
                    buckets = list(zip(bounds, accumulate(counts), strict=True))
                    family.add_metric((endpoint, status), buckets, seconds)
        return cast("Metric", family)


def _is(process: int) -> bool:
    """Whether a process is there, as far as the platform tells."""
    return not _PROC.exists() or (_PROC / str(process)).exists()
