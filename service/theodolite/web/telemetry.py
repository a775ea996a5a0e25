"""What the service tells of itself: request ids, structured logs without bodies, and metrics."""

import logging
import os
import re
import sys
import time
import traceback
import uuid
from typing import Any

import orjson
from flask import Blueprint, Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram
from prometheus_client import generate_latest as exposition
from prometheus_client.multiprocess import MultiProcessCollector

__all__ = ["LOGGING", "JsonFormatter", "register"]

_REQUESTS = Counter(
    "theodolite_requests_total", "Requests answered.", ("operation", "method", "status")
)
_SECONDS = Histogram(
    "theodolite_request_seconds",
    "Time from the first look at a request to its answer.",
    ("operation",),
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
_SANE_ID = re.compile(r"[A-Za-z0-9._:@/+=-]{1,128}\Z")
_access = logging.getLogger("theodolite.access")

blueprint = Blueprint("telemetry", __name__)


@blueprint.get("/metrics")
def metrics() -> Response:
    """The counts and times of all workers, as Prometheus reads them."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(exposition(registry), mimetype=None, content_type=CONTENT_TYPE_LATEST)


def _begin() -> None:
    g.started = time.perf_counter()
    asked = request.headers.get("X-Request-ID", "")
    g.request_id = asked if _SANE_ID.match(asked) else uuid.uuid4().hex


def _end(response: Response) -> Response:
    seconds = time.perf_counter() - g.started
    response.headers["X-Request-ID"] = g.request_id
    operation = request.endpoint or "none"
    _REQUESTS.labels(operation, request.method, response.status_code).inc()
    _SECONDS.labels(operation).observe(seconds)
    if _access.isEnabledFor(logging.INFO):
        _access.info(
            "request",
            extra={
                "request_id": g.request_id,
                "method": request.method,
                "path": request.path,
                "status": response.status_code,
                "milliseconds": round(seconds * 1000, 3),
            },
        )
    return response


def register(app: Flask) -> None:
    """Give every request of an app an id, a log line and its place in the metrics."""
    app.register_blueprint(blueprint)
    app.before_request(_begin)
    app.after_request(_end)


class JsonFormatter(logging.Formatter):
    """A log record as one line of JSON."""

    _KNOWN = frozenset(logging.makeLogRecord({}).__dict__)

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
        "console": {"class": "logging.StreamHandler", "formatter": "json", "stream": sys.stderr}
    },
    "root": {"level": "INFO", "handlers": ["console"]},
    # Granian's own loggers, which else write lines of another form.
    "loggers": {"_granian": {"level": "INFO"}, "granian.access": {"level": "INFO"}},
}
"""The logging of a server: JSON lines on standard error."""
