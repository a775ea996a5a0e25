"""What the service tells of itself: request ids, a log line for each request, and metrics."""

import os
import re
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from fcntl import LOCK_EX, LOCK_NB, lockf
from itertools import accumulate
from math import inf
from mmap import mmap
from multiprocessing.reduction import DupFd
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING, Any

import orjson
from flask import Blueprint, Flask, Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry
from prometheus_client import generate_latest as exposition
from prometheus_client.core import HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from theodolite.web.problems import REQUEST_ID
from theodolite.web.serving.logs import LogWriter

if TYPE_CHECKING:
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
"""Rows beyond one a worker: one that stops and one that starts in its place count at once."""
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

    It is kept in memory that all workers of a service share, each writing a row of its own, and
    taken in full when the service starts: what cannot grow cannot find a disk full. A worker that
    takes the place of a dead one counts on in its row.

    Args:
        file: The descriptor of the shared memory; None for a process that counts for itself.
        rows: How many processes may share it.
    """

    def __init__(self, file: int | None = None, rows: int = 1) -> None:
        self._places: dict[str, int] = {}
        self._lock = Lock()
        self._share(file, rows)

    def _share(self, file: int | None, rows: int) -> None:
        self._file, self._rows = file, rows
        self._cells = memoryview(mmap(-1 if file is None else file, rows * _ROW * 8)).cast("d")

    @classmethod
    def shared(cls, workers: int) -> "Tally":
        """A tally for so many processes, and for those that take their places."""
        file = os.memfd_create("theodolite-tally")
        rows = workers + _SPARE_ROWS
        os.posix_fallocate(file, 0, rows * _ROW * 8)
        return cls(file, rows)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it goes to a process that is being spawned: the memory itself, not what is in it."""
        return _shared, (self._file and DupFd(self._file), self._rows)

    def begin(self, endpoints: Iterable[str]) -> None:
        """Take a row, and a place in it for each endpoint."""
        row = next(filter(self._take, range(self._rows)), None)
        if row is None:
            self._share(None, 1)
        names = sorted(endpoints)[: _ENDPOINTS - 1]
        first = (row or 0) * _ROW
        size = len(_STATUSES) * _CELLS
        self._places = {name: first + size * i for i, name in enumerate([*names, "none"])}

    def _take(self, row: int) -> bool:
        """Whether nobody else writes a row; who dies gives it back."""
        if self._file is None:
            return True
        with suppress(OSError):
            lockf(self._file, LOCK_EX | LOCK_NB, 1, row)
            return True
        return False

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
                rows = range(first, self._rows * _ROW, _ROW)
                *counts, seconds = map(
                    sum, zip(*(self._cells[at : at + _CELLS] for at in rows), strict=True)
                )
                if any(counts):
                    buckets = list(zip(bounds, accumulate(counts), strict=True))
                    family.add_metric((endpoint, status), buckets, seconds)
        yield family


def _shared(file: Any, rows: int) -> Tally:
    return Tally(file and file.detach(), rows)


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
            headers.append(("X-Request-ID", request_id))
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
