"""A hill climber: it looks for bodies for which an operation computes long without a checkpoint.

`python tests/attacks/climbing.py --seconds 600` climbs so long for each operation of every game. It
prints the longest gap and the processor time of the dearest request, and the body of a gap that is
too long. Seeds repeat a run as far as the machine does.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from random import Random
from time import process_time, thread_time
from traceback import walk_stack
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from properties.frame import GAMES, Request, Service, adapter
from properties.requests import corrupted, random_body
from theodolite.checkpoints import time_slice
from theodolite.web.app import create_app

LONGEST_GAP = 0.1
"""Seconds of a processor: the bound of the longest computation between two checkpoints."""
ABANDONED = 12.0
"""Seconds of a processor after which a request is abandoned."""
FRESH = 0.3
"""The share of bodies that are drawn anew."""
MOST_CHANGES = 3


class Gaps:
    """A time slice that never ends, and measures the gaps between checkpoints.

    Attributes:
        longest: The longest gap, in seconds of this thread.
    """

    def __init__(self) -> None:
        self.longest = 0.0
        self.began = self._last = thread_time()

    @property
    def is_over(self) -> bool:
        """Whether the request has taken very long. Measures a gap.

        Raises:
            PausedInLockError: A request that paused here would deny all others.
        """
        now = thread_time()
        self.longest = max(self.longest, now - self._last)
        if any(frame.f_code is _LOCKED for frame, _ in walk_stack(None)):
            raise PausedInLockError
        self._last = thread_time()
        return now - self.began > ABANDONED

    def renew(self) -> None:
        """End the request."""
        raise AbandonedError


_LOCKED = cached_property.__get__.__code__
"""Up to Python 3.11 it holds a lock that all instances of a class share."""


class PausedInLockError(BaseException):
    """A checkpoint is passed within a cached property."""


class AbandonedError(BaseException):
    """A request has taken very long."""


class Found(NamedTuple):
    """The cost of a body: the longest gap and all of it, in seconds of a processor."""

    gap: float
    seconds: float
    body: Any


def measure(service: Service, request: Request) -> Found:
    """Send a request, and measure its gaps; the last one is that after the last checkpoint."""
    gaps = Gaps()
    token = time_slice.set(gaps)
    try:
        service.ask(request)
    except AbandonedError:
        pass
    finally:
        time_slice.reset(token)
    _ = gaps.is_over
    return Found(gaps.longest, thread_time() - gaps.began, request.body)


def climb(service: Service, operation: str, seconds: float, seed: int = 0) -> tuple[Found, Found]:
    """Climb for some seconds of a processor; the bodies of the longest gap and of all time."""
    random, of = Random(f"{operation} {seed}"), adapter(service.game)
    body = service.operations[operation].example
    # The first request loads what the others share.
    measure(service, Request(operation, body))
    dearest = widest = Found(0, 0, body)
    ends = process_time() + seconds
    while True:
        found = measure(service, Request(operation, body))
        if found.gap > LONGEST_GAP:
            # A machine may stop for a moment, but not each time.
            again = [measure(service, Request(operation, body)) for _ in range(2)]
            found = min(found, *again, key=lambda one: one.gap)
        widest = max(widest, found, key=lambda one: one.gap)
        dearest = max(dearest, found, key=lambda one: one.seconds)
        if process_time() > ends:
            return widest, dearest
        if random.random() < FRESH:
            body = random_body(of, service.operations, operation, random)
        else:
            body = random.choice((widest, dearest)).body
            for _ in range(random.randint(1, MOST_CHANGES)):
                body = corrupted(random, body)


def services() -> Iterator[Service]:
    """The service, for each game."""
    client = create_app().test_client()
    for game in GAMES:
        yield Service(client, game)


def main() -> None:
    """Climb in every operation. Exits with 1 if a gap is too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30, help="for each operation")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="operations with this in their paths")
    options = parser.parse_args()
    is_long = False
    for service in services():
        for name in service.operations:
            path = f"{service.path}/{name}"
            if options.only not in path:
                continue
            widest, dearest = climb(service, name, options.seconds, options.seed)
            print(f"{path:<40} gap {widest.gap:6.3f}, seconds {dearest.seconds:6.3f}", flush=True)
            if widest.gap > LONGEST_GAP:
                is_long = True
                print(json.dumps(widest.body))
    sys.exit(is_long)


if __name__ == "__main__":
    main()
