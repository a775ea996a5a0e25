"""Fixtures of the page's tests: Chromium with the page of a real server."""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
)

from journeys.driver import playwright
from journeys.sheet import KEEP_CLICK, STORE, Sheet, game_of, shelf
from journeys.site import PREFIX
from theodolite.offline.building import build

# Generous, because busy machines are slow.
expect.set_options(timeout=120_000)

# The headless shell takes two thirds of the time.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}

MODAL = """
    new MutationObserver(records => {
        for (const node of records.flatMap(({addedNodes}) => [...addedNodes]))
            if (node.matches?.("dialog[open]:not(:modal)"))
                console.error("an open dialog was moved, and is modal no longer");
    }).observe(document, {childList: true, subtree: true});
"""

OpenContext = Callable[..., BrowserContext]
Visit = Callable[..., Sheet]

BARE = "/page/games.json"
"""A document without scripts, for the store of its host."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Chromium is not installed: apt-get install chromium-headless-shell")
        pytest.skip("Chromium is not installed")
    launched = playwright().chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A static host's folder, with the site without a server below a prefix."""
    if shutil.which("npm") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("npm is not installed: apt-get install nodejs npm")
        pytest.skip("npm is not installed")
    root = tmp_path_factory.mktemp("host")
    assert build(root / PREFIX, say=lambda _: None).is_compiled
    return root


@pytest.fixture
def complaints() -> list[str]:
    """Errors of scripts on any page of the test; a test may clear those that it causes."""
    return []


@pytest.fixture
def open_context(browser: Browser, server: str, complaints: list[str]) -> Iterator[OpenContext]:
    """Open a new browser profile, based at the page's address; no page may raise an error."""
    opened: list[BrowserContext] = []

    def open_context(**options: Any) -> BrowserContext:
        context = browser.new_context(**{"base_url": server, "locale": "en-GB", **options})
        context.set_default_timeout(120_000)
        context.on("page", watch)
        context.add_init_script(MODAL)
        context.add_init_script(KEEP_CLICK)
        opened.append(context)
        return context

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
        page.on("console", note)

    def note(message: ConsoleMessage) -> None:
        # The browser logs each refused or failed request itself, and a worker that is out of reach.
        refused = message.text.startswith("Failed to load resource")
        lost = message.text == "An unknown error occurred when fetching the script."
        if (
            message.type == "error"
            and not lost
            and not (refused and "/v3/" in message.location["url"])
        ):
            complaints.append(f"{message.text} ({message.location['url']})")

    yield open_context
    for context in opened:
        context.close()
    assert complaints == []


@pytest.fixture
def visit(open_context: OpenContext) -> Visit:
    """Open a game with a stored table or an empty one.

    A page that was opened alike before is emptied and taken again, which takes half the time of a
    new browser profile; `who` names another person, whose profile is another one.
    """
    pages: dict[str, Page] = {}

    def visit(
        device: Mapping[str, Any],
        table: Mapping[str, Any] | None = None,
        path: str = "/misterra/",
        who: str = "",
    ) -> Sheet:
        key = json.dumps([device, who])
        if key in pages:
            page = pages[key]
            page.unroute_all()
            page.context.set_offline(False)
            page.emulate_media(media="screen")
            page.set_viewport_size(device["viewport"])
        else:
            page = pages[key] = open_context(service_workers="block", **device).new_page()
        page.goto(BARE)
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
        if table is not None:
            page.evaluate(STORE, [shelf(game_of(path)), table])
        return Sheet.open(page, path=path)

    return visit
