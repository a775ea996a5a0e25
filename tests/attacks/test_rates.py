"""Rates that several processes count together, and what a store that is away does to them."""

import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar
from unittest.mock import Mock

import pytest
import redis
import requests
from click.testing import CliRunner

from attacks.conftest import eventually
from service.serving import Server, running
from theodolite.cli import main
from theodolite.web.app import create_app
from theodolite.web.serving import limits

Met = TypeVar("Met")
pytestmark = pytest.mark.skipif(
    shutil.which("redis-server") is None, reason="Redis is not installed"
)


@contextmanager
def store(port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """A Redis of one's own that keeps nothing."""
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
    """What that many requests meet, each on a connection of its own."""
    return [requests.get(f"{server.url}/v1/games", timeout=60).status_code for _ in range(times)]


def while_in_time(ask: Callable[[Path], Met], folder: Path) -> Met:
    """What services meet whose store answers in time, the logs of which lie in a folder.

    On a busy machine a store may take longer than is waited for: then each service counts for
    itself, as it should, and is asked once more.
    """
    for attempt in range(10):
        logs = folder / str(attempt)
        logs.mkdir()
        met = ask(logs)
        if not any("storage unreachable" in log.read_text() for log in logs.iterdir()):
            return met
    raise AssertionError("the store was never in time")


def test_workers_and_services_count_together(tmp_path: Path, port: int) -> None:
    options = limited(port, "10/hour")

    def ask(logs: Path) -> tuple[list[int], list[int], requests.Response]:
        with (
            store(port),
            running(logs / "first", "--workers", "2", *options) as first,
            running(logs / "second", *options) as second,
        ):
            met = statuses(first, 7), statuses(second, 5)
            return *met, requests.get(f"{first.url}/v1/games", timeout=60)

    of_first, of_second, refused = while_in_time(ask, tmp_path)
    assert of_first == [200] * 7
    assert of_second == [200] * 3 + [429] * 2
    assert refused.json()["type"] == "/problems/too-many-requests"
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600


def test_a_request_that_leaves_the_loop_is_counted_once(tmp_path: Path, port: int) -> None:
    def ask(logs: Path) -> list[int]:
        with store(port), running(logs / "log", *limited(port, "2/hour")) as server:
            return [
                requests.post(f"{server.url}/v1/misterra/scores", json={}, timeout=60).status_code
                for _ in range(3)
            ]

    assert while_in_time(ask, tmp_path) == [422, 422, 429]


def test_a_store_that_is_late_when_asked_how_long_to_wait_refuses_all_the_same(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STORE_SECONDS", 60)
    rate = limits.Limits(rate="1/hour", rate_store=f"redis://127.0.0.1:{port}")
    with store(port):
        app = create_app(allowed=rate)
        (limiter,) = app.extensions["limiter"]
        late = Mock(side_effect=redis.TimeoutError)
        monkeypatch.setattr(limiter.storage, "lua_moving_window", late)
        met = [app.test_client().get("/v1/games") for _ in range(2)]
    assert [answer.status_code for answer in met] == [200, 429]
    assert met[1].headers["Retry-After"] == "1"
    assert late.called


def test_a_store_that_is_away_stops_nobody(tmp_path: Path, port: int) -> None:
    with running(tmp_path / "log", *limited(port, "3/hour")) as server:
        # Each process counts for itself meanwhile.
        assert statuses(server, 4) == [200, 200, 200, 429]
        assert '"logger":"flask-limiter"' in (tmp_path / "log").read_text()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP], ids=["dead", "hung"])
def test_a_store_that_goes_away_stops_nobody(
    tmp_path: Path, port: int, end: signal.Signals
) -> None:
    with store(port) as redis, running(tmp_path / "log", *limited(port, "100/hour")) as server:
        assert statuses(server, 3) == [200] * 3
        redis.send_signal(end)
        assert statuses(server, 20) == [200] * 20
        assert "storage unreachable" in (tmp_path / "log").read_text()


def test_a_store_that_comes_back_is_used_again(tmp_path: Path, port: int) -> None:
    with running(tmp_path / "log", *limited(port, "100/hour")) as server:
        assert statuses(server, 1) == [200]
        with store(port):
            log = tmp_path / "log"

            def is_used() -> bool:
                return statuses(server, 1) == [200] and "storage recovered" in log.read_text()

            assert eventually(is_used)


@pytest.mark.parametrize("url", ["memcached://localhost", "localhost:6379", ""])
def test_the_command_names_a_store_that_is_none(url: str) -> None:
    done = CliRunner().invoke(main, ["serve", "--rate-store", url])
    assert done.exit_code == 2
    assert repr(url) in done.output
