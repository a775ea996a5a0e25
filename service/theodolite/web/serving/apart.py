"""Work in a process of its own, which ends with the work: all that it took is given back.

What works share is made ready once, in a nursery: a process that forks one for each work. Each
thread has a nursery of its own, which ends with the process that asks.
"""

import os
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from pkgutil import resolve_name
from subprocess import DEVNULL, Popen
from threading import local
from typing import Any, Final, TypeVar, cast
from weakref import finalize

__all__ = ["ONE_THREAD", "apart", "tend"]

Result = TypeVar("Result")

MORE: Final = 1 << 30
"""Bytes of memory that the work may take."""
SECONDS: Final = 20.0
"""How long it may take, what is made ready for the first included."""
PROCESSOR_SECONDS: Final = 10
"""How long it may compute, which other work on the machine does not change."""
ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
"""Works are done side by side; each is too small to be shared among threads, which no fork has."""
_LARGE_PAGES: Final = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
"""A work begins with no memory of its own: each page that it is given costs time."""

_TEND: Final = "import sys, importlib; importlib.import_module(sys.argv[1]).tend(int(sys.argv[2]))"

_here = local()


def apart(work: Callable[..., Result], *given: Any, ready: str) -> Result:
    """What comes of some work, done in a process of its own within bounds of memory and time.

    Args:
        work: A function of a module; what it is given, returns and raises is pickled.
        given: What it takes.
        ready: The function, as `module:name`, that makes ready what such works share.

    Raises:
        MemoryError: The work took more than there is, in memory or in time.
        TimeoutError: It computed for longer than it may, on any machine.
        Exception: Whatever the work raises.
    """
    nursery: _Nursery | None = getattr(_here, "nursery", None)
    if nursery is None or not nursery.end.alive or nursery.process.poll() is not None:
        nursery = _here.nursery = _Nursery()
    outcome = nursery.outcome(ready, PROCESSOR_SECONDS, work, given)
    if isinstance(outcome, Exception):
        raise outcome
    return cast("Result", outcome)


class _Nursery:
    """A process that forks one for each work."""

    def __init__(self) -> None:
        self.pipe, theirs = Pipe()
        with theirs:
            self.process = Popen(  # noqa: S603 - nothing of it comes from a request
                [sys.executable, "-P", "-c", _TEND, __name__, str(theirs.fileno())],
                stdin=DEVNULL,
                env={**_LARGE_PAGES, **os.environ, **ONE_THREAD},
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self.end = finalize(self, _end, self.process)

    def outcome(self, *asked: Any) -> Any:
        """What comes of a work; MemoryError if it took too much."""
        with suppress(OSError, EOFError):
            self.pipe.send(asked)
            if self.pipe.poll(SECONDS):
                return self.pipe.recv()
        self.end()
        return MemoryError()


def _end(process: "Popen[bytes]") -> None:
    """End a nursery, and with it the work that it waits for."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def tend(file: int) -> None:
    """Do each work that comes through a pipe in a process of its own, until the pipe is closed."""
    pipe: Connection[Any, Any] = Connection(file)
    while True:
        try:
            ready, seconds, work, given = pipe.recv()
        except EOFError:
            return
        _make_ready(ready)
        child = os.fork()
        if child == 0:
            _do(pipe, seconds, work, given)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
            pipe.send(TimeoutError())
        elif status:
            pipe.send(MemoryError())


@cache
def _make_ready(name: str) -> None:
    # What is not installed is missed by the work, which says so.
    with suppress(ImportError):
        resolve_name(name)()


def _do(
    pipe: "Connection[Any, Any]", seconds: int, work: Callable[..., Any], given: tuple[Any, ...]
) -> None:
    held = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + MORE, held + MORE))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    # A work that is killed leaves nothing of a photograph on a disk.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        outcome = work(*given)
    except Exception as error:
        outcome = error
    pipe.send(outcome)
