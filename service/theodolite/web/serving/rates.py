"""Rate limits: counts the requests of each caller in a moving window."""

import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from time import monotonic, time
from typing import Any, Final

from limits import parse_many
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import MovingWindowRateLimiter

from theodolite.web.serving.limits import OWN_STORE, RATE_HEADERS

_LEFT, _POLICY = RATE_HEADERS
STORE_SECONDS: Final = 0.05
"""Seconds that a shared store may take to count a request."""
RETRY_SECONDS: Final = 2.0
"""Seconds until a shared store that failed is asked again."""

_log = logging.getLogger(__name__)


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
        options = _impatient() if store.startswith("redis") else {}
        self._shared = MovingWindowRateLimiter(storage_from_string(store, **options))
        self._asking = ThreadPoolExecutor(1, "rates")
        """Asks the store. Everybody waits for it: to find its host alone may take many seconds."""
        self._alone = MovingWindowRateLimiter(MemoryStorage())
        self._retry_at = inf if store == OWN_STORE else 0.0
        """When the store is asked again, by `monotonic`; 0 while it answers."""

    def count(self, caller: str) -> tuple[Mapping[str, str], int | None]:
        """Count a request.

        Returns:
            The rate-limit fields of its response, and the seconds to wait if it exceeds a rate.
        """
        if monotonic() >= self._retry_at:
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
        return self._counted(self._alone, caller)

    def _counted(
        self, limiter: MovingWindowRateLimiter, caller: str
    ) -> tuple[Mapping[str, str], int | None]:
        fields = {_POLICY: self._policy}
        exceeded = next((each for each in self._names if not limiter.hit(each, caller)), None)
        wait = 1
        # The store that counted is asked again, and may be late this time.
        with suppress(StorageError):
            left = []
            for each, name in self._names.items():
                window = limiter.get_window_stats(each, caller)
                seconds = max(0, int(window.reset_time + 1 - time()))
                left.append(f"{name};r={window.remaining};t={seconds}")
                if each is exceeded:
                    wait = max(1, seconds)
            fields[_LEFT] = ", ".join(left)
        return fields, None if exceeded is None else wait


def _impatient() -> dict[str, Any]:
    """Options of a Redis: what comes too late for its request is not waited for."""
    from redis.backoff import NoBackoff  # noqa: PLC0415 - an extra
    from redis.retry import Retry  # noqa: PLC0415

    wait = {"socket_timeout": STORE_SECONDS, "socket_connect_timeout": STORE_SECONDS}
    return {**wait, "retry": Retry(NoBackoff(), 0), "wrap_exceptions": True}
