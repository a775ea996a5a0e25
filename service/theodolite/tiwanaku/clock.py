"""Budgets of time or of work for searches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from time import monotonic

from theodolite.checkpoints import checkpoint


class TimeIsUp(Exception):  # noqa: N818 - not an error: what was found so far is the answer
    """The budget of time or of work is used up."""


class Clock:
    """A budget of time or of work.

    Args:
        seconds: The time from now on; None for no limit.
        work: The work, which is the same on every machine: a conflict of the solver counts 1, a
            check of the clock CHECK. None for no limit.
    """

    CHECK = 50
    """The work of a round of laws or a call of the solver, beside its conflicts."""

    def __init__(self, seconds: float | None = None, work: int | None = None) -> None:
        self._began, self._seconds = monotonic(), seconds
        self._spent, self._work = 0, work
        self._limits = True

    def is_up(self, share: float = 1.0) -> bool:
        """Whether that share of the budget is used up, within `unlimited` too."""
        return (self._work is not None and self._spent > share * self._work) or (
            self._seconds is not None and monotonic() - self._began >= share * self._seconds
        )

    def spend(self, work: int) -> None:
        """Count work that was done."""
        if self._limits:
            self._spent += work

    def check(self) -> None:
        """Count CHECK work, and raise TimeIsUp if the budget is used up."""
        self.spend(self.CHECK)
        self.look()

    def look(self) -> None:
        """Raise TimeIsUp if the budget is used up. Costs no work, so it may be called often.

        A checkpoint: the search may pause here, and a time limit counts the pause.
        """
        checkpoint()
        if self._limits and self.is_up():
            raise TimeIsUp

    @contextmanager
    def unlimited(self) -> Iterator[None]:
        """For work that has to be done although the budget may be used up: it counts nothing."""
        before, self._limits = self._limits, False
        try:
            yield
        finally:
            self._limits = before

    def alarm(self, ring: Callable[[], None]) -> Timer | None:
        """Start a timer that calls `ring` in a thread of its own when the time is up.

        None without a time limit, within `unlimited`, or where there are no threads: there the
        caller looks at the clock.
        """
        if self._seconds is None or not self._limits:
            return None
        timer = Timer(self._began + self._seconds - monotonic(), ring)
        timer.daemon = True
        try:
            timer.start()
        except RuntimeError:
            return None
        return timer
