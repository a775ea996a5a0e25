"""Rates that several processes count together, and what a store that is away does to them."""

import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests
from click.testing import CliRunner

from attacks.conftest import eventually
from service.serving import Server, running
from theodolite.cli import main

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


@pytest.fixture
def port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        found: int = listener.getsockname()[1]
    return found


def limited(port: int, rate: str) -> list[str]:
    return ["--rate-limit", rate, "--rate-store", f"redis://127.0.0.1:{port}"]


def statuses(server: Server, times: int) -> list[int]:
    """What that many requests meet, each on a connection of its own."""
    return [requests.get(f"{server.url}/v1/games", timeout=60).status_code for _ in range(times)]


def test_workers_and_services_count_together(tmp_path: Path, port: int) -> None:
    options = limited(port, "10/hour")
    with (
        store(port),
        running(tmp_path / "first", "--workers", "2", *options) as first,
        running(tmp_path / "second", *options) as second,
    ):
        assert statuses(first, 7) == [200] * 7
        assert statuses(second, 5) == [200] * 3 + [429] * 2
        refused = requests.get(f"{first.url}/v1/games", timeout=60)
        assert refused.json()["type"] == "/problems/too-many-requests"
        assert 1 <= int(refused.headers["Retry-After"]) <= 3600


def test_a_request_that_leaves_the_loop_is_counted_once(tmp_path: Path, port: int) -> None:
    with store(port), running(tmp_path / "log", *limited(port, "2/hour")) as server:
        met = [
            requests.post(f"{server.url}/v1/misterra/scores", json={}, timeout=60).status_code
            for _ in range(3)
        ]
        assert met == [422, 422, 429]


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
