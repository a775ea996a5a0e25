"""Observability: request ids, a log line for each request, and metrics."""

import re
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b
from secrets import token_hex
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import msgspec
from flask import Blueprint, Flask, Response, current_app

from theodolite.web.problems import PROBLEM, REQUEST_ID, VERSION
from theodolite.web.responses import TRUNCATED
from theodolite.web.serving.executors import Executor, Route, routed
from theodolite.web.serving.limits import KEY_NAME
from theodolite.web.serving.logs import LogWriter
from theodolite.web.serving.metrics import MetricsCollector

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

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


class AccessLog(NamedTuple):
    """Where lines about requests are written, and how they name clients.

    Attributes:
        writer: Takes the lines.
        secret: The key of the hashes that stand for addresses; None to write addresses.
        has_lines: Whether there are lines at all, by the level of the log.
    """

    writer: LogWriter
    secret: bytes | None = None
    has_lines: bool = True

    def client(self, address: str) -> str:
        """The name of a client: equal names are equal addresses."""
        if self.secret is None:
            return address
        return blake2b(address.encode(), digest_size=6, key=self.secret).hexdigest()


def metrics_of(app: Flask) -> MetricsCollector:
    """The metrics of an app; those of this process for an app without any."""
    return cast("MetricsCollector", app.extensions.get(_METRICS) or MetricsCollector())


def register(app: Flask, log: AccessLog | None, metrics: MetricsCollector) -> None:
    """Give every request of an app an id, a log line and a place in the metrics."""
    app.register_blueprint(_blueprint)
    app.extensions[_METRICS] = metrics
    if log is not None:
        log.writer.on_dropped = partial(metrics.add, "log_lines_dropped", "")
    app.wsgi_app = _Telemetry(app, metrics, log)  # type: ignore[method-assign]


class _Telemetry:
    """A WSGI application that gives every request an id, its place in the metrics and a log line.

    Args:
        app: Answers requests; their ids are in their environ under REQUEST_ID.
        metrics: Counts the responses.
        log: Takes a line of JSON for each request; None for no lines.
    """

    def __init__(self, app: Flask, metrics: MetricsCollector, log: AccessLog | None = None) -> None:
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
            operation = (request and request.endpoint) or "none"
            self.metrics.count(operation, status[:3], seconds)
            if problem := environ.get(PROBLEM):
                self.metrics.add("refusals", problem)
            if environ.get(TRUNCATED):
                self.metrics.add("searches_cut")
            if self.log is not None and self.log.has_lines:
                line = {
                    "time": datetime.now(UTC),
                    "level": "info",
                    "logger": "theodolite.access",
                    "message": "request",
                    "request_id": request_id,
                    "client": self.log.client(environ.get("REMOTE_ADDR", "")),
                    "key": environ.get(KEY_NAME),
                    "operation": operation,
                    "method": environ["REQUEST_METHOD"],
                    "path": environ["PATH_INFO"],
                    "status": int(status[:3]),
                    "milliseconds": round(seconds * 1000, 3),
                }
                self.log.writer.write(msgspec.json.encode(line) + b"\n")
            return start_response(status, headers, *error)

        return self.answer(environ, start)
