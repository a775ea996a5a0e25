"""Observability: request ids, a log line for each request, and metrics."""

import re
import time
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import accumulate
from math import inf
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Blueprint, Flask, Response, current_app

from theodolite.web.problems import REQUEST_ID, VERSION
from theodolite.web.serving.executors import Executor, Route, routed
from theodolite.web.serving.logs import LogWriter

if TYPE_CHECKING:
    from ctypes import Array, c_double
    from multiprocessing.sharedctypes import Synchronized

    from _typeshed.wsgi import StartResponse, WSGIEnvironment
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
_ROW = _ENDPOINTS * len(_STATUSES) * _CELLS
_SANE_ID = re.compile(r"[A-Za-z0-9._:@/+=-]{1,128}\Z")
STARTED = "theodolite.started"
"""The key of an environ for the time at which the server began with a request."""

_METRICS = "theodolite.metrics"

_blueprint = Blueprint("telemetry", __name__)


@_blueprint.get("/metrics")
def metrics() -> Response:
    """The counts and times of all workers, in the text format of Prometheus."""
    # A worker that nobody monitors does without these modules.
    from prometheus_client import (  # noqa: PLC0415
        CONTENT_TYPE_LATEST,
        CollectorRegistry,
        generate_latest,
    )

    registry = CollectorRegistry()
    registry.register(current_app.extensions[_METRICS])
    return Response(generate_latest(registry), mimetype=None, content_type=CONTENT_TYPE_LATEST)


routed(metrics, Route(lambda _environ, _body: Executor.BRIEF))


class MetricsCollector:
    """Counts the responses of each endpoint by status and duration.

    Processes can share it: each writes a row of its own, in memory that is allocated at the start
    and never grows. A worker that replaces a dead one takes the next row.

    Args:
        cells: The counts of all rows, in memory that processes share; None to count for this
            process alone.
        taken: The number of rows taken, shared as well.
    """

    def __init__(
        self, cells: "Array[c_double] | None" = None, taken: "Synchronized[int] | None" = None
    ) -> None:
        self._cells: array[float] | Array[c_double] = cells or array("d", bytes(8 * _ROW))
        self._taken = taken
        self._places: dict[str, int] = {}
        self._lock = Lock()

    @classmethod
    def shared(cls, workers: int) -> "MetricsCollector":
        """A collector for so many processes, and for those that replace them."""
        from multiprocessing import get_context  # noqa: PLC0415 - not every platform has it

        context = get_context("spawn")
        rows = workers + _SPARE_ROWS
        return cls(context.RawArray("d", rows * _ROW), context.Value("i", 0))

    def __reduce__(self) -> tuple[Any, ...]:
        """A spawned process gets the memory itself, not a copy of its contents."""
        return MetricsCollector, (self._cells, self._taken) if self._taken else ()

    def begin(self, endpoints: Iterable[str]) -> None:
        """Take a row, and assign a place in it to each endpoint."""
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

    def collect(self) -> "Iterator[Metric]":
        """The counts of all workers."""
        from prometheus_client.core import HistogramMetricFamily  # noqa: PLC0415

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


def register(app: Flask, log: LogWriter | None, metrics: MetricsCollector) -> None:
    """Give every request of an app an id, a log line and a place in the metrics."""
    app.register_blueprint(_blueprint)
    app.extensions[_METRICS] = metrics
    app.wsgi_app = _Telemetry(app, metrics, log)  # type: ignore[method-assign]


class _Telemetry:
    """A WSGI application that gives every request an id, its place in the metrics and a log line.

    Args:
        app: Answers requests; their ids are in their environ under REQUEST_ID.
        metrics: Counts the responses.
        log: Takes a line of JSON for each request; None for no lines.
    """

    def __init__(self, app: Flask, metrics: MetricsCollector, log: LogWriter | None = None) -> None:
        self.app, self.answer, self.metrics, self.log = app, app.wsgi_app, metrics, log

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        started = environ.get(STARTED) or time.perf_counter()
        asked = environ.get("HTTP_X_REQUEST_ID")
        request_id = asked if asked and _SANE_ID.match(asked) else token_hex(16)
        environ[REQUEST_ID] = request_id

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            headers += [("X-Request-ID", request_id), VERSION]
            seconds = time.perf_counter() - started
            request = environ.get("werkzeug.request")
            self.metrics.count((request and request.endpoint) or "none", status[:3], seconds)
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
                self.log.write(msgspec.json.encode(line) + b"\n")
            return start_response(status, headers, *error)

        return self.answer(environ, start)
