"""Traces that `theodolite serve` sends if the environment names a place for them."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest
import requests
from click.testing import CliRunner
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from attacks.conftest import eventually
from service.serving import SCORES, running
from theodolite.cli import serving

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"


@contextmanager
def collector() -> Iterator[tuple[str, list[str]]]:
    """A place for traces: its address, and the names of the spans that it has received."""
    names: list[str] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers["Content-Encoding"] == "gzip":
                body = gzip.decompress(body)
            for of_resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                for of_scope in of_resource.scope_spans:
                    names.extend(span.name for span in of_scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Keep standard error for the test's own output."""

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", names
        server.shutdown()


def test_sends_a_span_for_each_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with collector() as (address, names):
        monkeypatch.setenv(ENDPOINT, address)
        with running(tmp_path / "log") as server:
            assert server.score() == 200
            assert requests.get(f"{server.url}/v3/nowhere", timeout=60).status_code == 404
            assert eventually(lambda: len(names) == 2)
    assert names == [f"POST {SCORES}", "GET /v3/nowhere"], "none for the health check"


def test_a_collector_that_is_gone_delays_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENDPOINT, "http://127.0.0.1:1")
    with running(tmp_path / "log") as server:
        assert server.score() == 200
        ended = monotonic()
    assert monotonic() - ended < 15
    assert server.process.returncode == 0


def test_says_what_traces_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENDPOINT, "http://127.0.0.1:1")
    monkeypatch.setattr(serving, "find_spec", lambda _: None)
    result = CliRunner().invoke(serving.check_config, [])
    assert result.exit_code == 2
    assert "pip install 'theodolite[traces]'" in result.output
