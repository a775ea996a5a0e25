"""Works for a process of their own."""

import os
import signal
import sys
import time
from collections.abc import Callable

__all__ = [
    "MEGABYTE",
    "burn",
    "die",
    "fail",
    "linger",
    "loaded_by",
    "need",
    "prepare",
    "prepared",
    "take",
]

MEGABYTE = 1 << 20
_PREPARED_IN: list[int] = []


def take(megabytes: int) -> int:
    return len(bytearray(megabytes * MEGABYTE))


def linger() -> None:
    time.sleep(60)


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


def prepared() -> tuple[list[int], int]:
    """The processes in which works were prepared, and this one."""
    return _PREPARED_IN, os.getpid()


def loaded_by(work: Callable[..., object], *given: object) -> set[str]:
    """The modules that a work is the first to load."""
    before = set(sys.modules)
    work(*given)
    return set(sys.modules) - before
