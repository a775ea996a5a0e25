"""Admission to the event loop: a request is refused at once if its turn would come too late.

A response that comes too late costs as much as one in time, and nobody reads it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

_AVERAGED = 16
"""The number of turns over which their duration is averaged."""


class AdmissionQueue:
    """The requests that wait for the event loop, which judges one at a time.

    Args:
        most: The most requests that wait.
        longest: Seconds; no request is admitted that would wait for longer, by recent turns.
    """

    def __init__(self, most: int, longest: float) -> None:
        self._most, self._longest = most, longest
        self._there = 0
        self._average = 0.0
        """The average seconds, lately, from the end of one turn to the end of the next."""

    @property
    def is_full(self) -> bool:
        """Whether another request would wait too long, or has no place."""
        return self._there > self._most or self._there * self._average > self._longest

    @contextmanager
    def joined(self) -> Iterator[None]:
        """Wait and be judged, to the end of the block."""
        self._there += 1
        place, since = self._there, perf_counter()
        try:
            yield
        finally:
            self._there -= 1
            turn = (perf_counter() - since) / place
            self._average += (turn - self._average) / _AVERAGED
