"""What the service tells of itself: request ids, structured logs without bodies, and metrics."""

import logging
import os
import re
import time
import traceback
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import orjson
from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Histogram
from prometheus_client import generate_latest as exposition
from prometheus_client.multiprocess import MultiProcessCollector

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["LOGGING", "REQUEST_ID", "JsonFormatter", "Telemetry", "blueprint"]

REQUEST_ID = "theodolite.request_id"
"""The key of a request's id in its WSGI environ."""

_SECONDS = Histogram(
    "theodolite_request_seconds",
    "Time from the first look at a request to its answer.",
    ("operation", "status"),
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
_timer = cache(_SECONDS.labels)
_SANE_ID = re.compile(r"[A-Za-z0-9._:@/+=-]{1,128}\Z")

blueprint = Blueprint("telemetry", __name__)


@blueprint.get("/metrics")
def metrics() -> Response:
    """The counts and times of all workers, as Prometheus reads them."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(exposition(registry), mimetype=None, content_type=CONTENT_TYPE_LATEST)


class Telemetry:
    """A WSGI application that gives every request an id, its place in the metrics and a log line.

    Args:
        app: what answers; it finds the id in its environ under REQUEST_ID.
        log: the file descriptor that takes a line of JSON for each request; None for no lines.
    """

    def __init__(self, app: "WSGIApplication", log: int | None = None) -> None:
        self.app, self.log = app, log

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        started = time.perf_counter()
        asked = environ.get("HTTP_X_REQUEST_ID")
        request_id = asked if asked and _SANE_ID.match(asked) else token_hex(16)
        environ[REQUEST_ID] = request_id

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            headers.append(("X-Request-ID", request_id))
            seconds = time.perf_counter() - started
            request = environ.get("werkzeug.request")
            _timer((request and request.endpoint) or "none", status[:3]).observe(seconds)
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
                # Who reads the log may be gone; whoever asked is still there.
                with suppress(OSError):
                    os.write(self.log, orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
            return start_response(status, headers, *error)

        return self.app(environ, start)


class JsonFormatter(logging.Formatter):
    """A log record as one line of JSON."""

    # uvicorn repeats its messages for coloured terminals.
    _KNOWN = frozenset({*logging.makeLogRecord({}).__dict__, "color_message"})

    def format(self, record: logging.LogRecord) -> str:
        """The line; what was passed as `extra` becomes fields of it."""
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{k: v for k, v in record.__dict__.items() if k not in self._KNOWN},
        }
        if record.exc_info:
            line["exception"] = "".join(traceback.format_exception(*record.exc_info))
        return orjson.dumps(line, default=str).decode()


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": JsonFormatter}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json",
            "stream": "ext://sys.stderr",
        }
    },
    "root": {"level": "INFO", "handlers": ["console"]},
    "loggers": {"uvicorn": {"level": "INFO"}},
}
"""The logging of a server: JSON lines on standard error."""
