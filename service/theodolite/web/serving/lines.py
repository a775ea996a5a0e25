"""Who waits for a turn: refused at once where the turn would come too late.

An answer that comes too late costs as much as one in time, and nobody is there to read it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

__all__ = ["Line", "WaitedInVain"]

_MEMORY = 16
"""How many turns count for how long one takes."""


class WaitedInVain(Exception):  # noqa: N818 - no error: there was too much to do
    """Somebody left a line whose turn had not come."""


class Line:
    """A line before those who judge.

    Args:
        abreast: How many are judged side by side.
        most: How many more may stand in line.
        longest: Seconds; nobody joins if it has lately taken longer to come to who stands last.
    """

    def __init__(self, abreast: int, most: int, longest: float) -> None:
        self._abreast, self._most, self._longest = abreast, most, longest
        self._there = 0
        self._pace = 0.0
        """Seconds, lately, from the end of one turn to the end of the next."""

    @property
    def is_full(self) -> bool:
        """Whether who joins now would wait too long, or stand where there is no place."""
        if self._there < self._abreast:
            return False
        too_many = self._there >= self._abreast + self._most
        return too_many or self._there * self._pace > self._longest

    @contextmanager
    def joined(self) -> Iterator[None]:
        """Stand in line, and be judged, to the end of the block."""
        self._there += 1
        place, since = self._there, perf_counter()
        try:
            yield
        finally:
            self._there -= 1
            # Who leaves without a turn says nothing of how long one takes.
            if not isinstance(sys.exception(), WaitedInVain):
                turn = (perf_counter() - since) / place
                self._pace += (turn - self._pace) / _MEMORY
