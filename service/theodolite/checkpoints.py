"""Checkpoints: places where a long computation may pause, so that another one can run.

A search calls `checkpoint()` every few milliseconds. A service that runs several searches in turn
sets `time_slice` for each of them; anywhere else a checkpoint does nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Protocol


class TimeSlice(Protocol):
    """The time that a computation may run until others have a turn."""

    @property
    def is_over(self) -> bool:
        """Whether the computation should pause."""

    def renew(self) -> None:
        """Wait for the next slice; may raise a BaseException that ends the computation."""


time_slice: ContextVar[TimeSlice | None] = ContextVar("time_slice", default=None)
"""The slice of the computation that runs in this context; None if nothing limits it."""


_left: ContextVar[list[int] | None] = ContextVar("_left", default=None)
"""The checkpoints that the computation in this context may still pass; None for any number."""


def checkpoint(pause: Callable[[], AbstractContextManager[object]] = nullcontext) -> None:
    """Pause if the time slice of this computation is over.

    Args:
        pause: Makes a context that is entered while the computation pauses.

    Raises:
        OutOfWorkError: The computation has used up its work (see `work_limit`).
    """
    left = _left.get()
    if left is not None:
        left[0] -= 1
        if left[0] < 0:
            raise OutOfWorkError
    current = time_slice.get()
    if current is not None and current.is_over:
        with pause():
            current.renew()


class OutOfWorkError(Exception):
    """A computation has passed more checkpoints than it may."""


@contextmanager
def work_limit(checkpoints: int) -> Iterator[None]:
    """Limit the work of a computation, which is the same on every machine and beside any load.

    Args:
        checkpoints: The most checkpoints that it passes.

    Raises:
        OutOfWorkError: It comes to one more.
    """
    token = _left.set([checkpoints])
    try:
        yield
    finally:
        _left.reset(token)
