"""Starts `theodolite serve` as a process for a test, and has requests to send to it."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import orjson
import requests

from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite.web.photos import PREPARE

FULL = "THEODOLITE_FULL_TESTS" in os.environ
"""Whether the tests of faults and load run at full length (15 minutes instead of one)."""

GAME = orjson.dumps({"snapshot": FINISHED_GAME})
SCORES = "/v3/misterra/scores"
SPAWNED = "--multiprocessing-fork"
COMMAND = Path(sys.executable).with_name("theodolite")


class Server(NamedTuple):
    url: str
    port: int
    process: "subprocess.Popen[bytes]"

    def workers(self) -> list[int]:
        """The process ids of the workers."""
        # The resource tracker of multiprocessing is a child, too.
        return [p for p in _children([self.process.pid]) if _has_argument(p, SPAWNED)]

    def readers(self) -> list[int]:
        """The process ids of the workers' servers that read photographs."""
        return [p for p in _children(self.workers()) if _has_argument(p, PREPARE)]

    def memory(self) -> int:
        """The resident memory of the workers, in bytes."""
        pages = [int(Path(f"/proc/{p}/statm").read_text().split()[1]) for p in self.workers()]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")

    def connect(self, request: bytes = b"") -> socket.socket:
        """Open a connection and send these bytes."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        connection.sendall(request)
        return connection

    def answers(self) -> bool:
        """Whether it accepts connections and reports that it is healthy."""
        try:
            return requests.get(f"{self.url}/healthz", timeout=1).ok
        except requests.RequestException:
            return False

    def score(self) -> int:
        """The status of a valid request."""
        json = {"Content-Type": "application/json"}
        return requests.post(self.url + SCORES, GAME, headers=json, timeout=60).status_code


def _children(parents: Sequence[int]) -> list[int]:
    processes = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
    return [process for process in processes if _parent(process) in parents]


def _parent(pid: int) -> int | None:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    state, parent = stat.rpartition(")")[2].split()[:2]
    return None if state == "Z" else int(parent)


def _has_argument(pid: int, argument: str) -> bool:
    try:
        return argument.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextmanager
def reserved_port() -> Iterator[int]:
    """Reserve a port for one test; nothing listens on it yet."""
    with socket.socket() as kept:
        # The server sets it too; both sockets must, to share the port.
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        yield kept.getsockname()[1]


@contextmanager
def running(log: Path, *options: str) -> Iterator[Server]:
    """Run a server with these options on a reserved port, and stop it at the end."""
    with reserved_port() as port, running_on(port, log, *options) as server:
        yield server


@contextmanager
def running_on(port: int, log: Path, *options: str) -> Iterator[Server]:
    """Run a server with these options on a given port, and stop it at the end.

    Its standard output is written beside the log, with the suffix `.out`.
    """
    command = [str(COMMAND), "serve", "--port", str(port), *options]
    printed = log.with_suffix(".out")
    with (
        log.open("wb") as file,
        printed.open("wb") as out,
        subprocess.Popen(command, stdout=out, stderr=file) as process,
    ):
        server = Server(f"http://127.0.0.1:{port}", port, process)
        try:
            # Generous, because busy machines start slowly.
            deadline = time.monotonic() + 120
            while not server.answers():
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.02)
            yield server
        finally:
            process.terminate()
