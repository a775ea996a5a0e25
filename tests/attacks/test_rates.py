"""Rate limits shared by several processes through Redis, also while Redis is unavailable."""

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from typing import TypeVar
from unittest.mock import Mock

import pytest
import redis
import requests
from click.testing import CliRunner
from limits.errors import StorageError
from limits.storage import RedisStorage

from attacks.conftest import eventually
from service.serving import Server, running
from theodolite.cli import main
from theodolite.web.app import create_app
from theodolite.web.serving import limits, rates

Met = TypeVar("Met")
pytestmark = pytest.mark.skipif(
    shutil.which("redis-server") is None, reason="Redis is not installed"
)


@contextmanager
def store(port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """A Redis process without persistence."""
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1"]
    options = ["--save", "", "--appendonly", "no"]
    with subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL) as process:
        try:
            assert eventually(lambda: is_open(port))
            yield process
        finally:
            process.kill()


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def limited(port: int, rate: str) -> list[str]:
    return ["--rate-limit", rate, "--rate-store", f"redis://127.0.0.1:{port}"]


def statuses(server: Server, times: int) -> list[int]:
    """Send that many requests on new connections, and return the statuses."""
    return [requests.get(f"{server.url}/v3", timeout=60).status_code for _ in range(times)]


def while_in_time(ask: Callable[[Path], Met], folder: Path) -> Met:
    """Send requests until the store answered in time, judging by the services' logs in a folder.

    On a busy machine Redis may time out. Each service then counts alone, as it should, and the
    requests are sent again.
    """
    for attempt in range(10):
        logs = folder / str(attempt)
        logs.mkdir()
        met = ask(logs)
        if not any("Rate store unreachable" in log.read_text() for log in logs.iterdir()):
            return met
    raise AssertionError("the store was never in time")


def test_workers_and_services_share_counts(tmp_path: Path, port: int) -> None:
    options = limited(port, "10/hour")

    def ask(logs: Path) -> tuple[list[int], list[int], requests.Response]:
        with (
            store(port),
            running(logs / "first", "--workers", "2", *options) as first,
            running(logs / "second", *options) as second,
        ):
            met = statuses(first, 7), statuses(second, 5)
            return *met, requests.get(f"{first.url}/v3", timeout=60)

    of_first, of_second, refused = while_in_time(ask, tmp_path)
    assert of_first == [200] * 7
    assert of_second == [200] * 3 + [429] * 2
    assert refused.json()["type"] == "/problems/too-many-requests"
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600


def test_counts_a_request_in_an_executor_once(tmp_path: Path, port: int) -> None:
    def ask(logs: Path) -> list[int]:
        with store(port), running(logs / "log", *limited(port, "2/hour")) as server:
            return [
                requests.post(f"{server.url}/v3/misterra/scores", json={}, timeout=60).status_code
                for _ in range(3)
            ]

    assert while_in_time(ask, tmp_path) == [422, 422, 429]


def test_refuses_even_if_the_store_does_not_say_when_to_retry(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "STORE_SECONDS", 60)
    rate = limits.Limits(rate="1/hour", rate_store=f"redis://127.0.0.1:{port}")
    with store(port):
        app = create_app(allowed=rate)
        late = Mock(side_effect=StorageError(redis.TimeoutError()))
        monkeypatch.setattr(RedisStorage, "get_moving_window", late)
        met = [app.test_client().get("/v3") for _ in range(2)]
    assert [answer.status_code for answer in met] == [200, 429]
    assert met[1].headers["Retry-After"] == "1"
    assert late.called


def test_answers_without_a_store(tmp_path: Path, port: int) -> None:
    with running(tmp_path / "log", *limited(port, "3/hour")) as server:
        # Each process counts alone meanwhile.
        assert statuses(server, 4) == [200, 200, 200, 429]
        assert "Rate store unreachable" in (tmp_path / "log").read_text()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP], ids=["dead", "hung"])
def test_answers_after_the_store_stopped(tmp_path: Path, port: int, end: signal.Signals) -> None:
    with store(port) as redis, running(tmp_path / "log", *limited(port, "100/hour")) as server:
        assert statuses(server, 3) == [200] * 3
        redis.send_signal(end)
        assert statuses(server, 20) == [200] * 20
        assert "Rate store unreachable" in (tmp_path / "log").read_text()


def test_uses_a_store_that_comes_back(tmp_path: Path, port: int) -> None:
    with running(tmp_path / "log", *limited(port, "100/hour")) as server:
        assert statuses(server, 1) == [200]
        with store(port):
            log = tmp_path / "log"

            def is_used() -> bool:
                return statuses(server, 1) == [200] and "Rate store recovered" in log.read_text()

            assert eventually(is_used)


def test_waits_for_no_name_of_a_store(monkeypatch: pytest.MonkeyPatch) -> None:
    is_over = Event()

    def find(*_: object, **__: object) -> None:
        is_over.wait(20)
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", find)
    app = create_app(allowed=limits.Limits(rate="1/hour", rate_store="redis://store.example"))
    began = time.monotonic()
    met = [app.test_client().get("/v3").status_code for _ in range(2)]
    took = time.monotonic() - began
    is_over.set()
    assert met == [200, 429]
    assert took < 10


def test_answers_beside_a_store_that_speaks_another_protocol() -> None:
    class Echo(StreamRequestHandler):
        def handle(self) -> None:
            for _ in self.rfile:
                self.wfile.write(b"+OK\r\n")

    with ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"redis://127.0.0.1:{server.server_address[1]}"
        rate = limits.Limits(rate="1/hour", rate_store=address)
        client = create_app(allowed=rate).test_client()
        met = [client.get("/v3").status_code for _ in range(2)]
        server.shutdown()
    assert met == [200, 429]


INVALID = ["memcached://localhost", "localhost:6379", "redis://localhost:first", "redis://[", ""]


@pytest.mark.parametrize("url", INVALID)
def test_serve_refuses_an_invalid_store(url: str) -> None:
    done = CliRunner().invoke(main, ["serve", "--rate-store", url])
    assert done.exit_code == 2
    assert repr(url) in done.output
