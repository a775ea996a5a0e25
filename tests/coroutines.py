"""Coroutines in tests."""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio


def in_thread(main: Callable[..., Awaitable[Any]], *arguments: Any) -> Any:
    """Run a coroutine in a thread: the page's tests leave an event loop in theirs."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(anyio.run, main, *arguments).result()
