"""What the service tells of itself: request ids, a log line for each request, and metrics."""

import re
import time
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import accumulate
from math import inf
from multiprocessing import get_context
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING, Any

import orjson
from flask import Blueprint, Flask, Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry
from prometheus_client import generate_latest as exposition
from prometheus_client.core import HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from theodolite.web.problems import REQUEST_ID, VERSION
from theodolite.web.serving.logs import LogWriter

if TYPE_CHECKING:
    from ctypes import Array, c_double
    from multiprocessing.sharedctypes import Synchronized

    from _typeshed.wsgi import StartResponse, WSGIEnvironment

__all__ = ["Tally", "register"]


_BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, inf)
"""Seconds: the bounds of the buckets of the histogram."""
_STATUSES = (
    *("200", "204", "304", "308", "400", "401", "404", "405", "408", "413", "415"),
    *("422", "429", "500", "501", "503", "other"),
)
_ENDPOINTS = 160
"""How many endpoints an application may have to be told apart; any more count as `none`."""
_CELLS = len(_BOUNDS) + 1
"""What is counted of an endpoint and a status: answers by bucket, and the sum of their seconds."""
_PLACE_OF_STATUS = {status: place for place, status in enumerate(_STATUSES)}
_SPARE_ROWS = 8
"""Rows beyond one a worker, for those that replace others."""
_ROW = _ENDPOINTS * len(_STATUSES) * _CELLS
_SANE_ID = re.compile(r"[A-Za-z0-9._:@/+=-]{1,128}\Z")
_STARTED = "theodolite.started"

_TALLY = "theodolite.tally"

_blueprint = Blueprint("telemetry", __name__)


@_blueprint.get("/metrics")
def metrics() -> Response:
    """The counts and times of all workers, as Prometheus reads them."""
    registry = CollectorRegistry()
    registry.register(current_app.extensions[_TALLY])
    return Response(exposition(registry), mimetype=None, content_type=CONTENT_TYPE_LATEST)


class Tally(Collector):
    """How many answers of each status each endpoint gave, and how long they took.

    Processes can share it: each writes a row of its own, in memory that is taken in full at the
    start, so that it never grows. A worker that replaces a dead one takes the next row.

    Args:
        cells: The counts of all rows, in memory that processes share; None to count for this
            process alone.
        taken: How many rows have been taken, shared as well.
    """

    def __init__(
        self, cells: "Array[c_double] | None" = None, taken: "Synchronized[int] | None" = None
    ) -> None:
        self._cells: array[float] | Array[c_double] = cells or array("d", bytes(8 * _ROW))
        self._taken = taken
        self._places: dict[str, int] = {}
        self._lock = Lock()

    @classmethod
    def shared(cls, workers: int) -> "Tally":
        """A tally for so many processes, and for those that replace them."""
        context = get_context("spawn")
        rows = workers + _SPARE_ROWS
        return cls(context.RawArray("d", rows * _ROW), context.Value("i", 0))

    def __reduce__(self) -> tuple[Any, ...]:
        """A process that is spawned gets the memory itself, not a copy of what is in it."""
        return Tally, (self._cells, self._taken) if self._taken else ()

    def begin(self, endpoints: Iterable[str]) -> None:
        """Take a row, and a place in it for each endpoint."""
        names = sorted(endpoints)[: _ENDPOINTS - 1]
        first = self._take_row() * _ROW
        size = len(_STATUSES) * _CELLS
        self._places = {name: first + size * i for i, name in enumerate([*names, "none"])}

    def _take_row(self) -> int:
        if self._taken is None:
            return 0
        with self._taken.get_lock():
            row = self._taken.value
            self._taken.value += 1
        # After many replacements a row is used again. The worker that it was taken by is long dead
        # as a rule; if it is not, the two may miss an answer of each other.
        return row % (len(self._cells) // _ROW)

    def count(self, endpoint: str, status: str, seconds: float) -> None:
        """Count an answer."""
        place = self._places.get(endpoint, self._places["none"])
        place += _CELLS * _PLACE_OF_STATUS.get(status, len(_STATUSES) - 1)
        with self._lock:
            self._cells[place + bisect_left(_BOUNDS, seconds)] += 1
            self._cells[place + len(_BOUNDS)] += seconds

    def collect(self) -> Iterator[Metric]:
        """What all workers counted."""
        family = HistogramMetricFamily(
            "theodolite_request_seconds",
            "Time from the first look at a request to its answer.",
            labels=("operation", "status"),
        )
        bounds = ["+Inf" if bound == inf else str(bound) for bound in _BOUNDS]
        for endpoint, place in self._places.items():
            for i, status in enumerate(_STATUSES):
                first = place % _ROW + i * _CELLS
                rows = range(first, len(self._cells), _ROW)
                *counts, seconds = map(
                    sum, zip(*(self._cells[at : at + _CELLS] for at in rows), strict=True)
                )
                if any(counts):
                    buckets = list(zip(bounds, accumulate(counts), strict=True))
                    family.add_metric((endpoint, status), buckets, seconds)
        yield family


def register(app: Flask, log: LogWriter | None, tally: Tally) -> None:
    """Give every request of an app an id, a log line and a place in the metrics."""
    app.register_blueprint(_blueprint)
    app.extensions[_TALLY] = tally
    app.wsgi_app = _Telemetry(app, tally, log)  # type: ignore[method-assign]


class _Telemetry:
    """A WSGI application that gives every request an id, its place in the metrics and a log line.

    Args:
        app: what answers; it finds the id in its environ under REQUEST_ID.
        tally: where answers are counted.
        log: takes a line of JSON for each request; None for no lines.
    """

    def __init__(self, app: Flask, tally: Tally, log: LogWriter | None = None) -> None:
        self.app, self.answer, self.tally, self.log = app, app.wsgi_app, tally, log

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        # A request that leaves the loop is begun twice.
        started = environ.setdefault(_STARTED, time.perf_counter())
        asked = environ.get("HTTP_X_REQUEST_ID")
        request_id = asked if asked and _SANE_ID.match(asked) else token_hex(16)
        environ[REQUEST_ID] = request_id

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            headers += [("X-Request-ID", request_id), VERSION]
            seconds = time.perf_counter() - started
            request = environ.get("werkzeug.request")
            self.tally.count((request and request.endpoint) or "none", status[:3], seconds)
            if self.log is not None:
                line = {
                    "time": datetime.now(UTC),
                    "level": "info",
                    "logger": "theodolite.access",
                    "message": "request",
                    "request_id": request_id,
                    "method": environ["REQUEST_METHOD"],
                    "path": environ["PATH_INFO"],
                    "status": int(status[:3]),
                    "milliseconds": round(seconds * 1000, 3),
                }
                self.log.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
            return start_response(status, headers, *error)

        return self.answer(environ, start)
