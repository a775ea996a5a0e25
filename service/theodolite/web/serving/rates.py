"""Rate limits: counts the requests of each caller in a moving window."""

import logging
from bisect import bisect_right
from collections import OrderedDict, defaultdict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from threading import Lock
from time import monotonic, time
from typing import Any, Final

from limits import RateLimitItem, WindowStats, parse_many
from limits.errors import StorageError
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter

from theodolite.web.serving.limits import OWN_STORE, RATE_HEADERS

_LEFT, _POLICY = RATE_HEADERS
STORE_SECONDS: Final = 0.05
"""Seconds that a shared store may take to count a request."""
RETRY_SECONDS: Final = 2.0
"""Seconds until a shared store that failed is asked again."""

_log = logging.getLogger(__name__)


class _OwnWindows:
    """Moving windows of this process, as a `MovingWindowRateLimiter` has them.

    They follow a clock that is never set, and forget callers. The package's own storage refuses
    everybody while the time of day is set back, and visits all callers there ever were.
    """

    def __init__(self) -> None:
        self._windows: defaultdict[RateLimitItem, OrderedDict[str, list[float]]]
        self._windows = defaultdict(OrderedDict)
        """The times of requests for each rate. The callers that asked last are the last."""
        self._lock = Lock()

    def hit(self, rate: RateLimitItem, caller: str) -> bool:
        """Count a request, unless it exceeds a rate."""
        with self._lock:
            now = monotonic()
            begins = now - rate.get_expiry()
            windows = self._windows[rate]
            times = windows[caller] = windows.pop(caller, [])
            del times[: bisect_right(times, begins)]
            is_within = len(times) < rate.amount
            if is_within:
                times.append(now)
            # Two for each that comes: no request waits until all of a crowd are forgotten.
            for first in [*islice(windows, 2)]:
                if windows[first][-1] <= begins:
                    del windows[first]
        return is_within

    def get_window_stats(self, rate: RateLimitItem, caller: str) -> WindowStats:
        """When the first request of a window leaves it, and how many more it admits."""
        begins = monotonic() - rate.get_expiry()
        with self._lock:
            times = self._windows[rate].get(caller, [])
            inside = times[bisect_right(times, begins) :]
        return WindowStats(
            time() + (inside[0] - begins if inside else 0), rate.amount - len(inside)
        )


class Rates:
    """Counts requests in a store that processes share, and in this process while that fails.

    Args:
        rates: The rates of each caller, such as `100/minute;1000/day`.
        store: The address of the store, `memory://` for this process alone.
    """

    def __init__(self, rates: str, store: str) -> None:
        items = sorted(parse_many(rates))
        names = ['"default"'] if len(items) == 1 else [f'"{each}"' for each in items]
        self._names = dict(zip(items, names, strict=True))
        self._policy = ", ".join(
            f"{name};q={each.amount};w={each.get_expiry()}" for each, name in self._names.items()
        )
        self._asking = ThreadPoolExecutor(1, "rates")
        """Asks the store. Everybody waits for it: to find its host alone may take many seconds."""
        self._own = _OwnWindows()
        self._shared = None if store == OWN_STORE else _shared(store)
        self._retry_at = 0.0
        """When the store is asked again, by `monotonic`; 0 while it answers."""

    def count(self, caller: str) -> tuple[Mapping[str, str], int | None]:
        """Count a request.

        Returns:
            The rate-limit fields of its response, and the seconds to wait if it exceeds a rate.
        """
        if self._shared is not None and monotonic() >= self._retry_at:
            asked = self._asking.submit(self._counted, self._shared, caller)
            try:
                counted = asked.result(STORE_SECONDS)
            # A server that is no store, or one wrongly asked, answers with anything.
            except Exception as error:
                asked.cancel()
                if not self._retry_at:
                    _log.warning(
                        "Rate store unreachable: each process counts for itself. (%s)",
                        type(error).__name__,
                    )
                self._retry_at = monotonic() + RETRY_SECONDS
            else:
                if self._retry_at:
                    _log.warning("Rate store recovered.")
                    self._retry_at = 0.0
                return counted
        return self._counted(self._own, caller)

    def _counted(
        self, limiter: MovingWindowRateLimiter | _OwnWindows, caller: str
    ) -> tuple[Mapping[str, str], int | None]:
        fields = {_POLICY: self._policy}
        exceeded = next((each for each in self._names if not limiter.hit(each, caller)), None)
        wait = 1
        # The store that counted is asked again, and may be late this time.
        with suppress(StorageError):
            left = []
            for each, name in self._names.items():
                window = limiter.get_window_stats(each, caller)
                # The clocks of machines that share a store differ.
                seconds = min(each.get_expiry(), max(0, int(window.reset_time + 1 - time())))
                left.append(f"{name};r={window.remaining};t={seconds}")
                if each is exceeded:
                    wait = max(1, seconds)
            fields[_LEFT] = ", ".join(left)
        return fields, None if exceeded is None else wait


def _shared(store: str) -> MovingWindowRateLimiter:
    """The windows in a Redis: what comes too late for its request is not waited for."""
    from redis.backoff import NoBackoff  # noqa: PLC0415 - an extra
    from redis.retry import Retry  # noqa: PLC0415

    options: dict[str, Any] = {
        "socket_timeout": STORE_SECONDS,
        "socket_connect_timeout": STORE_SECONDS,
        "retry": Retry(NoBackoff(), 0),
        "wrap_exceptions": True,
    }
    return MovingWindowRateLimiter(storage_from_string(store, **options))
