"""How long a question may take, in seconds or in work."""

from collections.abc import Callable
from threading import Timer
from time import monotonic

__all__ = ["Clock", "TimeIsUp"]


class TimeIsUp(Exception):  # noqa: N818 - not an error: what was found so far is the answer
    """The time or the work that a question may take is used up."""


class Clock:
    """How long a question may still take.

    Args:
        seconds: from now on; None for as long as it takes.
        work: how much may still be done, which is the same on every machine: a conflict of the
            solver counts one, a check of the clock CHECK. None for any amount.
    """

    CHECK = 50

    def __init__(self, seconds: float | None = None, work: int | None = None) -> None:
        self._end = None if seconds is None else monotonic() + seconds
        self._work = work

    def spend(self, work: int) -> None:
        """Note work that was done."""
        if self._work is not None:
            self._work -= work

    def check(self) -> None:
        """Raise TimeIsUp if time or work are used up; it counts as work itself."""
        self.spend(self.CHECK)
        self.look()

    def look(self) -> None:
        """Raise TimeIsUp if time or work are used up. It costs nothing, so it may be done often."""
        if self._work is not None and self._work < 0:
            raise TimeIsUp
        if self._end is not None and monotonic() >= self._end:
            raise TimeIsUp

    def alarm(self, ring: Callable[[], None]) -> Timer | None:
        """What rings in a thread of its own when the time is up.

        None if it never is, or where there are no threads: there the caller looks at the clock.
        """
        if self._end is None:
            return None
        timer = Timer(self._end - monotonic(), ring)
        timer.daemon = True
        try:
            timer.start()
        except RuntimeError:
            return None
        return timer
