"""Work in a process of its own, which ends with the work: all that it took is given back.

What the work needs is imported once, in a nursery: a process that forks one for each work. Each
thread has a nursery of its own, which ends with the process that asks.
"""

import importlib
import os
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from subprocess import DEVNULL, Popen
from threading import local
from typing import Any, Final, TypeVar, cast
from weakref import finalize

__all__ = ["apart", "tend"]

Result = TypeVar("Result")

MORE: Final = 1 << 30
"""Bytes of memory that the work may take."""
SECONDS: Final = 20.0
"""How long it may take, the imports of the first included."""
_ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
"""Works are done side by side; each is too small to be shared among threads."""

_TEND: Final = "import sys, importlib; importlib.import_module(sys.argv[1]).tend(int(sys.argv[2]))"

_here = local()


def apart(work: Callable[..., Result], *given: Any, needs: str) -> Result:
    """What comes of some work, done in a process of its own within bounds of memory and time.

    Args:
        work: A function of a module; what it is given, returns and raises is pickled.
        given: What it takes.
        needs: A module that it needs and that takes long to import.

    Raises:
        MemoryError: The work took more than there is, in memory or in time.
        Exception: Whatever the work raises.
    """
    nursery: _Nursery | None = getattr(_here, "nursery", None)
    if nursery is None or not nursery.end.alive or nursery.process.poll() is not None:
        nursery = _here.nursery = _Nursery()
    outcome = nursery.outcome(needs, work, given)
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
                env={**_ONE_THREAD, **os.environ},
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
            needs, work, given = pipe.recv()
        except EOFError:
            return
        with suppress(ImportError):
            importlib.import_module(needs)
        child = os.fork()
        if child == 0:
            _do(pipe, work, given)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            pipe.send(MemoryError())


def _do(pipe: "Connection[Any, Any]", work: Callable[..., Any], given: tuple[Any, ...]) -> None:
    held = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + MORE, held + MORE))
    try:
        outcome = work(*given)
    except Exception as error:
        outcome = error
    pipe.send(outcome)
