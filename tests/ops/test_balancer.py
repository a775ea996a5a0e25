"""Two services behind the load balancer of docs/ops, one of which crashes, stops or is busy."""

import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar, NamedTuple

import pytest
import requests

from attacks.conftest import eventually, read_all
from attacks.test_connections import SPELLINGS
from attacks.test_rates import is_open, store, while_in_time
from service.serving import GAME, SCORES, Server, reserved_port, running
from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite_sdk import Theodolite

CONFIGURATION = Path(__file__).parents[2] / "docs" / "ops" / "haproxy.cfg"
REQUESTS = 200

pytestmark = pytest.mark.skipif(
    shutil.which("haproxy") is None and os.environ.get("CI") != "true", reason="needs HAProxy"
)


class Balanced(NamedTuple):
    """A load balancer, by its port, and the services behind it."""

    port: int
    services: tuple[Server, Server]

    @property
    def url(self) -> str:
        """The URL of the load balancer."""
        return f"http://127.0.0.1:{self.port}"


class Busy(BaseHTTPRequestHandler):
    """A service that answers every request with 503."""

    protocol_version = "HTTP/1.1"
    refused: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        ready = self.path == "/readyz" and SCORES not in self.refused
        if not ready:
            self.refused.append(self.path)
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200 if ready else 503)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_GET  # noqa: N815 - as http.server has it

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def placed(text: str, places: dict[str, str]) -> str:
    """Replace addresses and paths of the example configuration by those of the test."""
    for pattern, place in places.items():
        text, found = re.subn(pattern, place, text)
        assert found == 1, pattern
    return text


@contextmanager
def balancer(folder: Path, first: int, second: int) -> Iterator[int]:
    """Run HAProxy without TLS in front of two ports, and return its port."""
    with reserved_port() as port:
        places = {
            r"bind :443 ssl .+": f"bind 127.0.0.1:{port}",
            r"10\.0\.0\.1:8000": f"127.0.0.1:{first}",
            r"10\.0\.0\.2:8000": f"127.0.0.1:{second}",
        }
        configuration, log = folder / "haproxy.cfg", folder / "haproxy"
        configuration.write_text(placed(CONFIGURATION.read_text(), places))
        command = ["haproxy", "-f", str(configuration)]
        with log.open("wb") as file, subprocess.Popen(command, stdout=file, stderr=file) as process:
            try:
                assert eventually(lambda: is_open(port)), log.read_text()
                yield port
            finally:
                process.terminate()


@contextmanager
def balanced(folder: Path, *options: str) -> Iterator[Balanced]:
    """Run two services with these options behind the load balancer."""
    with (
        running(folder / "first", "--trusted-proxies", "1", *options) as first,
        running(folder / "second", "--trusted-proxies", "1", *options) as second,
        balancer(folder, first.port, second.port) as port,
    ):
        yield Balanced(port, (first, second))


def test_no_request_is_lost_when_a_service_is_killed(tmp_path: Path) -> None:
    with (
        balanced(tmp_path) as both,
        Theodolite(both.url) as referee,
        ThreadPoolExecutor(8) as threads,
    ):
        expected = referee.misterra.score(FINISHED_GAME)
        first, second = both.services
        sheets = threads.map(lambda _: referee.misterra.score(FINISHED_GAME), range(REQUESTS))
        for number, sheet in enumerate(sheets):
            if number == REQUESTS // 4:
                for pid in (first.process.pid, *first.workers()):
                    os.kill(pid, signal.SIGKILL)
            assert sheet == expected
        assert not first.answers()
        assert second.answers()


def test_drains_a_service_that_stops(tmp_path: Path) -> None:
    with balanced(tmp_path) as both, ThreadPoolExecutor(8) as threads:
        json = {"Content-Type": "application/json"}

        def status(_number: int) -> int:
            return requests.post(both.url + SCORES, GAME, headers=json, timeout=60).status_code

        for number, met in enumerate(threads.map(status, range(REQUESTS))):
            if number == REQUESTS // 4:
                both.services[0].process.terminate()
            assert met == 200
        assert eventually(lambda: both.services[0].process.poll() is not None)


def test_retries_requests_that_a_busy_service_refuses(tmp_path: Path) -> None:
    Busy.refused.clear()
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), Busy) as busy,
        running(tmp_path / "second") as second,
        balancer(tmp_path, busy.server_port, second.port) as port,
    ):
        Thread(target=busy.serve_forever, daemon=True).start()
        json = {"Content-Type": "application/json"}

        def ask() -> int:
            return requests.post(
                f"http://127.0.0.1:{port}{SCORES}", GAME, headers=json, timeout=60
            ).status_code

        try:
            assert [ask() for _ in range(4)] == [200] * 4
            assert SCORES in Busy.refused
            # Its readiness check fails too, so after two checks it receives no more requests.
            assert eventually(lambda: Busy.refused.count("/readyz") > 2)
            asked = Busy.refused.count(SCORES)
            assert [ask() for _ in range(4)] == [200] * 4
            assert Busy.refused.count(SCORES) == asked
        finally:
            busy.shutdown()


def test_services_share_rates_by_client_address(tmp_path: Path, port: int) -> None:
    rates = ("--rate-limit", "10/hour", "--rate-store", f"redis://127.0.0.1:{port}")

    def status(url: str, address: str) -> int:
        forwarded = {"X-Forwarded-For": address}
        return requests.get(f"{url}/v3", headers=forwarded, timeout=60).status_code

    def ask(folder: Path) -> tuple[list[int], int]:
        with store(port), balanced(folder, *rates) as both:
            claimed = [status(both.url, f"10.9.8.{i}") for i in range(12)]
            return claimed, status(both.services[0].url, "10.1.1.1")

    claimed, believed = while_in_time(ask, tmp_path)
    # A forged address is counted all the same.
    assert claimed == [200] * 10 + [429] * 2
    # Addresses that the load balancer reports are counted separately.
    assert believed == 200


def test_streams_a_batch(tmp_path: Path) -> None:
    line = GAME + b"\n"
    head = (
        f"POST {SCORES} HTTP/1.1\r\nHost: referee\r\nConnection: close\r\n"
        "Transfer-Encoding: chunked\r\nContent-Type: application/x-ndjson\r\n\r\n"
    )
    with (
        balanced(tmp_path) as both,
        socket.create_connection(("127.0.0.1", both.port), timeout=60) as made,
        made.makefile("rb") as answer,
    ):
        made.sendall(head.encode())
        for _ in range(3):
            made.sendall(b"%x\r\n%b\r\n" % (len(line), line))
            # The first line is answered before the next is sent.
            while b'"winners"' not in (received := answer.readline()):
                assert received
        made.sendall(b"0\r\n\r\n")
        assert answer.readlines()[-2:] == [b"0\r\n", b"\r\n"]


def test_hides_metrics_from_clients(tmp_path: Path) -> None:
    pages = ["/", "/misterra/", "/page/shell/link.js", "/docs", "/docs/swagger-ui-bundle.js"]
    with balanced(tmp_path) as both:
        assert requests.get(f"{both.url}/metrics", timeout=60).status_code == 403
        assert requests.get(f"{both.services[0].url}/metrics", timeout=60).status_code == 200
        for path in pages:
            ours = requests.get(f"{both.services[0].url}{path}", timeout=60).status_code
            assert requests.get(f"{both.url}{path}", timeout=60).status_code == ours, path


def test_hides_other_spellings_of_metrics(tmp_path: Path) -> None:
    """The service behind the load balancer answers every path with its metrics."""
    Busy.refused.clear()
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), Busy) as service,
        balancer(tmp_path, service.server_port, service.server_port) as port,
    ):
        Thread(target=service.serve_forever, daemon=True).start()
        try:
            assert eventually(lambda: b" 200 " in asked(port, "/readyz"))
            for path in [*SPELLINGS, "/metrics", "/metrics/", "/metrics#", "/metrics?x"]:
                assert re.match(rb"HTTP/1\.1 (400|403|404) ", asked(port, path)), path
            assert Busy.refused == []
            assert b" 503 " in asked(port, "/v3")
        finally:
            service.shutdown()


def asked(port: int, path: str) -> bytes:
    """Send a path as it is written, which HTTP clients would normalise."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as made:
        made.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        return read_all(made)
