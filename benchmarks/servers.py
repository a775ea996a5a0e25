"""Starts servers for a benchmark, measures their processor time and memory, and stops them."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple


class Server(NamedTuple):
    """A running server: the process that was started, and the port on which it answers."""

    pid: int
    port: int

    def processes(self) -> list[int]:
        """The process that was started, and those that it started: its workers."""
        path = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [self.pid, *map(int, path.read_text("utf-8").split())]

    def cpu_seconds(self) -> float:
        """The processor time that all its processes have taken."""
        times = (
            Path(task, "schedstat").read_text("utf-8").split()[0]
            for pid in self.processes()
            for task in Path(f"/proc/{pid}/task").iterdir()
        )
        return sum(map(int, times)) / 1e9

    def resident_megabytes(self) -> float:
        """The resident memory of its largest process, which is a worker."""
        pages = [
            int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1])
            for pid in self.processes()
        ]
        return max(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextlib.contextmanager
def running(
    command: Sequence[str], environment: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """Run a server until the end of the block, which begins at its first response.

    Args:
        command: the program in this Python's folder and its arguments, the port to be added.
        environment: variables besides those of this process.
    """
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    program = str(Path(sys.executable).with_name(command[0]))
    with subprocess.Popen(
        [program, *command[1:], "--port", str(port)],
        env={**os.environ, **(environment or {})},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            _await_answer(port)
            yield Server(process.pid, port)
        finally:
            process.terminate()


def _await_answer(port: int) -> None:
    give_up = time.perf_counter() + 30
    while time.perf_counter() < give_up:
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", port), timeout=5) as connection,
        ):
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            if connection.recv(1):
                return
        time.sleep(0.005)
    raise TimeoutError(port)


def seconds_to_first_answer(command: Sequence[str]) -> float:
    """The seconds from the start of a server's process to its first response."""
    started = time.perf_counter()
    with running(command):
        return time.perf_counter() - started
