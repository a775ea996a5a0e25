"""Jobs that the tests run in the subprocess pool."""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

MEGABYTE = 1 << 20
PREPARING_SECONDS = 2.0
PREPARED = "PREPARED"
"""The environment variable with the name of a file, of a byte for each server that is ready."""
_PREPARED_IN: list[int] = []


def take(megabytes: int) -> int:
    return len(bytearray(megabytes * MEGABYTE))


def linger() -> None:
    time.sleep(60)


def work_briefly(file: Path) -> str:
    """Write the number of this process into a file, then compute for a while."""
    file.write_text(str(os.getpid()))
    ends = time.process_time() + 0.3
    while time.process_time() < ends:
        pass
    return "done"


def nap() -> float:
    """Sleep for longer than a server prepares. Returns when this began, by the monotonic clock."""
    began = time.monotonic()
    time.sleep(2 * PREPARING_SECONDS)
    return began


def burn() -> None:
    while True:
        pass


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(message: str) -> None:
    raise ValueError(message)


def need() -> None:
    import no_such_module  # type: ignore[import-not-found]  # noqa: F401, PLC0415


def prepare() -> None:
    _PREPARED_IN.append(os.getpid())


def prepare_slowly() -> None:
    time.sleep(PREPARING_SECONDS)
    with Path(os.environ[PREPARED]).open("a") as ready:
        ready.write(".")


def prepared() -> tuple[list[int], int]:
    """The processes in which jobs were prepared, and this one."""
    return _PREPARED_IN, os.getpid()


def loaded_by(work: Callable[..., object], *given: object) -> set[str]:
    """The modules that a job imports first."""
    before = set(sys.modules)
    work(*given)
    return set(sys.modules) - before
