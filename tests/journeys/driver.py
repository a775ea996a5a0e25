"""The driver of browsers.

A process can have only one, so that it stands in a module of its own: pytest imports a conftest
under another name than tests do.
"""

import atexit
from functools import cache

from playwright.sync_api import Playwright, sync_playwright


@cache
def playwright() -> Playwright:
    """The driver of this process; the nightly tests have a browser too."""
    started = sync_playwright().start()
    atexit.register(started.stop)
    return started
