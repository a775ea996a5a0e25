"""Checkpoints: places where a long computation may pause, so that another one can run.

A search calls `checkpoint()` every few milliseconds. A service that runs several searches in turn
sets `time_slice` for each of them; anywhere else a checkpoint does nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from time import monotonic
from typing import NamedTuple, Protocol


class TimeSlice(Protocol):
    """The time that a computation may run until others have a turn."""

    @property
    def is_over(self) -> bool:
        """Whether the computation should pause."""

    def renew(self) -> None:
        """Wait for the next slice; may raise a BaseException that ends the computation."""


time_slice: ContextVar[TimeSlice | None] = ContextVar("time_slice", default=None)
"""The slice of the computation that runs in this context; None if nothing limits it."""


def checkpoint(pause: Callable[[], AbstractContextManager[object]] = nullcontext) -> None:
    """Pause if the time slice of this computation is over.

    Args:
        pause: Makes a context that is entered while the computation pauses.
    """
    current = time_slice.get()
    if current is not None and current.is_over:
        with pause():
            current.renew()


class TimeLimitError(Exception):
    """The time limit of a computation has passed."""


class _Limited(NamedTuple):
    """A slice that ends at a time, and pauses as the slice around it does."""

    end: float
    outer: TimeSlice | None

    @property
    def is_over(self) -> bool:
        return monotonic() >= self.end or (self.outer is not None and self.outer.is_over)

    def renew(self) -> None:
        if monotonic() >= self.end:
            raise TimeLimitError
        if self.outer is not None:
            self.outer.renew()


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Limit the time of a computation, pauses included.

    Args:
        seconds: The time from now on.

    Raises:
        TimeLimitError: The time has passed at a checkpoint.
    """
    token = time_slice.set(_Limited(monotonic() + seconds, time_slice.get()))
    try:
        yield
    finally:
        time_slice.reset(token)
