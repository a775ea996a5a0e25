"""Where a request is judged: at once on the loop that all share, or in a thread beside it.

The loop answers one request at a time, so only what takes a few milliseconds may be judged there.
What may take longer says so before it begins, and the gate starts it again in a lane: a few
threads, between which the interpreter changes often enough that the loop is not kept waiting.
"""

from enum import Enum

from flask import request

__all__ = ["ABREAST", "ON_THE_LOOP", "Elsewhere", "Lane", "leave_the_loop"]

ON_THE_LOOP = "theodolite.on_the_loop"
"""The key of an environ that is there while a request is judged on the loop."""


class Lane(Enum):
    """The threads of a kind, how many requests may wait for them, and for how many seconds.

    They share one interpreter: more of them end no sooner, and the loop waits for each of them.
    What takes long stands in a line of its own, so that whoever asks much of it keeps nobody from
    the rest.
    """

    BRIEF = (1, 32, 0.5)
    """Some ten milliseconds: to read a large body, to explain all that is wrong with one."""
    LONG = (1, 16, 0.5)
    """Up to a tenth of a second: replays, disputes, whatever looks at very many turns."""
    SEARCH = (2, 6, 0.3)
    """Up to a second, or as long as whoever asks allows."""
    FAR_SEARCH = (1, 3, 0.3)
    """Up to some seconds, whatever is asked for: nothing short waits behind it."""
    PHOTOGRAPH = (2, 4, 4.0)
    """As long, and up to 20 MiB each while it waits."""
    STREAM = (8, 0, 0.0)
    """Any time: batches, of which ABREAST are judged while the others wait for their clients."""

    @property
    def threads(self) -> int:
        """How many requests are judged side by side."""
        return self.value[0]

    @property
    def in_line(self) -> int:
        """How many more may wait; any beyond are refused."""
        return self.value[1]

    @property
    def patience(self) -> float:
        """Seconds; who would wait for longer, as things have gone lately, is refused at once.

        Whoever waits still when they are over is refused then.
        """
        return self.value[2]


ABREAST = 2
"""How many streams are judged side by side."""


class Elsewhere(BaseException):
    """A request that is to be judged in a lane, from its beginning."""

    def __init__(self, lane: Lane) -> None:
        super().__init__(lane)
        self.lane = lane


def leave_the_loop(lane: Lane) -> None:
    """Go on only where it may take as long as the lane allows.

    Raises:
        Elsewhere: The request is being judged on the loop.
    """
    # The command asks without a request.
    if request and ON_THE_LOOP in request.environ:
        raise Elsewhere(lane)
