"""Faults of the machine under a running service: what a caller sees, and that it can be stopped."""

import os
import resource
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO

import pytest
import requests

from attacks.conftest import eventually
from service.serving import COMMAND, Server, running, running_on

STOP_SECONDS = 35
"""The longest time from a signal to the end of a service."""
FEW_FILES = 256


def kill_a_worker(server: Server) -> None:
    os.kill(server.workers()[0], signal.SIGKILL)
    assert eventually(lambda: len(server.workers()) == 2)


def stop_a_worker(server: Server) -> None:
    """The other worker answers. Nothing replaces this one before a minute has passed."""
    os.kill(server.workers()[0], signal.SIGSTOP)


def take_the_descriptors(server: Server) -> None:
    """A parent that can open no files starts no worker, and tries again once it can."""
    opened = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
    allowed = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (opened, allowed[1]))
    os.kill(server.workers()[0], signal.SIGKILL)
    assert eventually(lambda: len(server.workers()) == 1)
    time.sleep(2)
    assert server.score() == 200
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, allowed)
    assert eventually(lambda: len(server.workers()) == 2)


def hang_up(server: Server) -> None:
    """A terminal that closes, or a service manager that reloads."""
    before = server.workers()
    server.process.send_signal(signal.SIGHUP)
    time.sleep(2)
    assert server.workers() == before


FAULTS: dict[str, Callable[[Server], None]] = {
    "a worker is killed": kill_a_worker,
    "a worker is stopped": stop_a_worker,
    "the parent has no descriptors": take_the_descriptors,
    "the terminal hangs up": hang_up,
}


@pytest.mark.parametrize("strike", FAULTS.values(), ids=FAULTS)
def test_answers_through_a_fault_and_ends_by_a_signal(
    tmp_path: Path, strike: Callable[[Server], None]
) -> None:
    with running(tmp_path / "log", "--workers", "2") as server:
        strike(server)
        assert [answered(server) for _ in range(20)] == [200] * 20
        ends(server.process)


def answered(server: Server) -> int:
    """The status of a request that is sent again, as the SDK does, if nobody answers it."""
    for _ in range(20):
        try:
            return requests.get(f"{server.url}/v3", timeout=2).status_code
        except requests.RequestException:
            continue
    return 0


def ends(process: "subprocess.Popen[bytes]") -> None:
    """Stop a service, which ends in time."""
    process.terminate()
    process.wait(STOP_SECONDS)


@contextmanager
def unread() -> Iterator[IO[bytes]]:
    """A pipe that nobody reads any more."""
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes, "wb") as file:
        yield file


@contextmanager
def full() -> Iterator[IO[bytes]]:
    """A full disk."""
    with Path("/dev/full").open("wb") as file:
        yield file


@pytest.mark.parametrize("gone", [unread, full])
def test_serves_without_outputs(
    port: int, gone: Callable[[], AbstractContextManager[IO[bytes]]]
) -> None:
    """Lines that cannot be written are dropped and counted, and a worker that ends is replaced."""
    command = [str(COMMAND), "serve", "--port", str(port)]
    with gone() as out, subprocess.Popen(command, stdout=out, stderr=out) as process:
        server = Server(f"http://127.0.0.1:{port}", port, process)
        try:
            assert eventually(server.answers)
            (before,) = server.workers()
            os.kill(before, signal.SIGKILL)
            assert eventually(lambda: server.workers() not in ([], [before]))
            assert eventually(server.answers)
            assert server.score() == 200
            text = requests.get(f"{server.url}/metrics", timeout=60).text
            (dropped,) = [
                float(line.split()[1])
                for line in text.splitlines()
                if line.startswith("theodolite_log_lines_dropped_total ")
            ]
            assert dropped > 0
            ends(process)
        finally:
            process.kill()


def test_silent_connections_deny_nobody_who_may_open_few_files(port: int) -> None:
    command = ["prlimit", f"--nofile={FEW_FILES}", str(COMMAND), "serve", "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        server = Server(f"http://127.0.0.1:{port}", port, process)
        try:
            assert eventually(server.answers)
            silent = [server.connect() for _ in range(300)]
            assert [server.score() for _ in range(20)] == [200] * 20
            for each in silent:
                each.close()
            ends(process)
        finally:
            process.kill()


CLOCK = """\
import os, time
read = time.time
time.time = lambda: read() + (int(open({jump!r}).read()) if os.path.exists({jump!r}) else 0)
"""


@pytest.mark.parametrize("seconds", [-7200, 7200])
def test_a_jump_of_the_clock_denies_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    jump = tmp_path / "jump"
    Path(tmp_path, "sitecustomize.py").write_text(CLOCK.format(jump=str(jump)))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with running(tmp_path / "log", "--rate-limit", "20/second") as server:
        assert [answered(server) for _ in range(20)] == [200] * 20
        jump.write_text(str(seconds))
        time.sleep(1)
        assert [answered(server) for _ in range(20)] == [200] * 20
        ends(server.process)


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with running(tmp_path / "log") as server:
        command = [str(COMMAND), "serve", "--port", str(server.port)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert f"port {server.port}" in done.stderr
        assert "Traceback" not in done.stderr
        assert server.score() == 200


def test_two_instances_serve_beside_each_other(tmp_path: Path) -> None:
    with running(tmp_path / "first") as first, running(tmp_path / "second") as second:
        assert (first.score(), second.score()) == (200, 200)
        ends(first.process)
        assert second.score() == 200


def test_serves_again_on_its_port_at_once(tmp_path: Path, port: int) -> None:
    for name in ("first", "second"):
        with (
            running_on(port, tmp_path / name) as server,
            socket.create_connection(("127.0.0.1", port)),
        ):
            assert server.score() == 200
            ends(server.process)
