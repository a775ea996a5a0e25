"""Works for a process of their own."""

import os
import signal
import time

__all__ = ["MEGABYTE", "die", "fail", "linger", "need", "take"]

MEGABYTE = 1 << 20


def take(megabytes: int) -> int:
    return len(bytearray(megabytes * MEGABYTE))


def linger() -> None:
    time.sleep(60)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(message: str) -> None:
    raise ValueError(message)


def need() -> None:
    import no_such_module  # type: ignore[import-not-found]  # noqa: F401, PLC0415
