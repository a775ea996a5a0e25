"""Servers to measure, started and stopped."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

__all__ = ["resident_megabytes", "running", "seconds_to_first_answer"]


@contextlib.contextmanager
def running(
    command: Sequence[str], environment: Mapping[str, str] | None = None
) -> Iterator[tuple[int, int]]:
    """A server from its first answer on until the end of the block: its process id and port.

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
            yield process.pid, port
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
    """How long a server takes from the start of its process to its first answer."""
    started = time.perf_counter()
    with running(command):
        return time.perf_counter() - started


def resident_megabytes(pid: int) -> float:
    """The resident memory of the largest process below this one: a worker."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()
    pages = [int(Path(f"/proc/{child}/statm").read_text("utf-8").split()[1]) for child in children]
    return max(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6
