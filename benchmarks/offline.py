"""Measures the site without a server in Chromium: `PYTHONPATH=tests python -m benchmarks.offline`.

A plain host serves it and counts the bytes that it sends. Times are of the clock, and in brackets
those of all processors for the tab, which depend less on what else runs. The memory is the
proportional share of the tab's process, engine included.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from os import getloadavg, sysconf
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, sync_playwright

from journeys.conftest import CHROMIUM, FLAGS, PHONE
from journeys.sheet import TABLE, Sheet
from theodolite.offline.building import build
from theodolite.tiwanaku.board import BoardName, Terrain
from tiwanaku.positions import positions

SCORES, BOARDS = 40, 20
SCORED = {"snapshot": TABLE}
SETTLED = 3000
"""Milliseconds until nothing more is fetched."""
ASK = """async ([path, body]) => {
    const root = location.pathname.replace(/[^/]+[/]$/, "");
    const { askDevice } = await import(`${root}page/shell/device.js`);
    const begun = performance.now();
    const response = await askDevice(path, {
        method: "POST", headers: {"Content-Type": "application/json"}, body,
    });
    if (!response.ok) throw new Error(await response.text());
    await response.text();
    return performance.now() - begun;
}"""


class Host(SimpleHTTPRequestHandler):
    """A static host that counts what it sends, and compresses nothing."""

    sent = 0

    def log_message(self, *_: object) -> None:
        """Write no log."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        content = source.read()
        Host.sent += len(content)
        outputfile.write(content)


@contextmanager
def hosted(folder: str) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=folder))
    thread = Thread(target=host.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{host.server_port}/"
    host.shutdown()


def main() -> None:
    """Print every figure."""
    print(f"load {getloadavg()[0]:.1f} at the start")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        build(Path(folder), say=lambda _: None)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with hosted(folder) as site:
            devtools = browser.new_browser_cdp_session()
            phone: dict[str, Any] = {**PHONE, "base_url": site, "locale": "en-GB"}
            context = browser.new_context(**phone)
            context.set_default_timeout(300_000)
            begun = perf_counter()
            open_game(context)
            print(f"first visit: {perf_counter() - begun:.1f} s, {Host.sent / 1e6:.2f} MB")
            context.pages[0].close()
            Host.sent = 0
            begun = perf_counter()
            page = context.new_page()
            page.goto("misterra/")
            asked(page, "v3/misterra/scores", SCORED)
            taken, tab = perf_counter() - begun, tab_of(devtools)
            page.wait_for_timeout(SETTLED)
            print(
                f"second visit: first answer after {taken:.1f} s ({processor(tab):.1f} s), "
                f"{Host.sent / 1e6:.2f} MB"
            )
            report("later scores", tab, page, "v3/misterra/scores", [SCORED] * SCORES)
            page.goto("tiwanaku/")
            asked(page, "v3/tiwanaku/deductions", boards()[0])
            tab = tab_of(devtools)
            report("deductions, five tiles", tab, page, "v3/tiwanaku/deductions", boards())
            print(f"memory of the tab: {memory(tab) / 1e6:.0f} MB")
        browser.close()
    print(f"load {getloadavg()[0]:.1f} at the end")


def open_game(context: BrowserContext) -> None:
    """Open a game, and wait until its first total stands there and all is kept."""
    sheet = Sheet.open(context.new_page(), TABLE, "misterra/")
    sheet.page.wait_for_function(
        "document.querySelector('.way [data-total=Cassandra]')?.textContent === '42'"
    )
    sheet.page.wait_for_function("navigator.serviceWorker.controller !== null")
    sheet.page.wait_for_timeout(SETTLED)


def report(name: str, tab: int, page: Page, path: str, bodies: Sequence[Any]) -> None:
    """Print the median time of some questions."""
    clocked, spent = [], []
    for body in bodies:
        before = processor(tab)
        clocked.append(asked(page, path, body))
        spent.append(1000 * (processor(tab) - before))
    print(f"{name}: {median(clocked):.0f} ms ({mean(spent):.0f} ms on average), the median")


def asked(page: Page, path: str, body: Any) -> float:
    """Milliseconds of one question."""
    return float(page.evaluate(ASK, [path, json.dumps(body)]))


def boards() -> Sequence[dict[str, Any]]:
    """Random short boards with so many tiles, each with its crop."""
    chance = Random(3)  # noqa: S311 - the same positions every time
    drawn = positions(BoardName.SHORT, chance, known=(0.2, 0.2), planted=1)
    return [
        {
            "snapshot": {
                "board": "short",
                "terrain": land.terrain_rows(),
                "crops": land.crop_rows(),
                "tiles": {each.name.lower(): tiles[each] for each in Terrain},
            },
            "time_limit_ms": 10_000,
        }
        for land, tiles in islice(drawn, BOARDS)
    ]


def tab_of(devtools: CDPSession) -> int:
    """The process of the tab that has the engine: the largest one."""
    processes = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    tabs: list[int] = [each["id"] for each in processes if each["type"] == "renderer"]
    return max(tabs, key=memory)


def memory(process: int) -> int:
    """The proportional share of a process, in bytes."""
    shares = Path(f"/proc/{process}/smaps_rollup").read_text()
    return 1024 * int(shares.partition("\nPss:")[2].split()[0])


def processor(process: int) -> float:
    """The seconds of processor time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
