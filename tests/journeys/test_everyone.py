"""Accessibility, layout, size and security of the page."""

import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from itertools import pairwise
from typing import Any
from urllib.parse import urljoin

import pytest
import requests
from playwright.sync_api import Page, expect

from journeys.conftest import DESK, PHONE, OpenContext
from journeys.sheet import TABLE, Sheet

SMALLEST_TARGET = 44
MOST_BYTES = 250_000


AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def serious(sheet: Sheet) -> list[str]:
    if not sheet.page.evaluate("'axe' in window"):
        sheet.page.evaluate(AXE)
    violations = sheet.page.evaluate("axe.run(document, {resultTypes: ['violations']})")[
        "violations"
    ]
    return [
        f"{violation['id']}: {node['html']} {node['failureSummary']}"
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


DIALOGS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "menu": ("Island", lambda page: page.get_by_role("button", name="Menu").click()),
    "paste": ("Island", lambda page: page.get_by_role("button", name="Rows").first.click()),
    "choice": ("Island", lambda page: page.locator(".island [data-space=C3]").click()),
    "cards": ("Cards", lambda page: page.locator(".card").first.click()),
    "face": ("Cards", lambda page: page.locator(".card").nth(1).click()),
    "photo": ("Island", lambda page: page.get_by_role("button", name="Photo").first.click()),
}
STATIONS = ("Players", "Island", "Cassandra", "Cards", "Claims", "Result")


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_axe_reports_no_serious_violation(
    open_context: OpenContext, size: dict[str, object], scheme: str
) -> None:
    context = open_context(**size, service_workers="block", color_scheme=scheme)
    sheet = Sheet.open(context.new_page(), TABLE)
    sheet.expect_total("Cassandra", 42)
    page = sheet.page
    for station in STATIONS:
        sheet.go(station)
        assert serious(sheet) == []
    page.locator(".score-line > button").nth(2).click()
    assert serious(sheet) == []
    sheet.go("Island")
    sheet.choose("Take away")
    sheet.space(sheet.island, "D1").click()
    expect(page.locator(".troubles").first).to_be_visible()
    assert serious(sheet) == []
    page.keyboard.press("Control+z")
    sheet.tool("Nothing in hand").click()
    for station, open_dialog in DIALOGS.values():
        sheet.go(station)
        open_dialog(page)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert serious(sheet) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    for entry in ("Share, print, save", "Games on this device"):
        sheet.menu(entry)
        expect(page.locator(".dialog h2")).to_have_text(entry)
        assert serious(sheet) == []
        page.keyboard.press("Escape")
    for tab in ("Referee", "Dispute"):
        page.get_by_role("tab", name=tab).click()
        assert serious(sheet) == []


SMALL = """least => [...document.querySelectorAll("button, select, summary, .space, label, a")]
    .filter(one => one.checkVisibility() && !one.closest(".sr"))
    .map(one => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < least)
    .map(([html, box]) => `${box.width} x ${box.height} ${html}`)"""


def places(sheet: Sheet) -> Iterator[str]:
    """Open every part of the page in turn."""
    for station in STATIONS:
        sheet.go(station)
        yield station
    for tab in ("Referee", "Dispute"):
        sheet.page.get_by_role("tab", name=tab).click()
        yield tab


def test_touch_targets_are_large_enough(open_context: OpenContext) -> None:
    phone = Sheet.open(open_context(**PHONE, service_workers="block").new_page(), TABLE)
    for place in places(phone):
        assert phone.page.evaluate(SMALL, SMALLEST_TARGET) == [], place


FOUR = [
    {**TABLE["players"][0], "name": name, "claims": [], "presumptions": [], "meeple": None}
    for name in ("Cassandra", "Elliott", "Maximiliane the Long-Winded", "Q")
]
SIZES = {
    "360": {"width": 360, "height": 740},
    "320": {"width": 320, "height": 640},
    "on its side": {"width": 740, "height": 360},
    "a desk enlarged to twice its size": {"width": 640, "height": 450},
}


@pytest.mark.parametrize("players", [FOUR, FOUR[:1]], ids=["four players", "solo"])
@pytest.mark.parametrize("size", [*SIZES, "letters twice as large"])
def test_does_not_overflow_horizontally(open_context: OpenContext, players: Any, size: str) -> None:
    viewport = SIZES.get(size, SIZES["360"])
    context = open_context(**{**PHONE, "viewport": viewport}, service_workers="block")
    table = {**TABLE, "players": players}
    if len(players) == 1:
        table |= {"otoma": {"claims": ["A1"]}}
    phone = Sheet.open(context.new_page(), table)
    if size == "letters twice as large":
        phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for place in places(phone):
        width = phone.page.evaluate("document.documentElement.scrollWidth")
        assert width <= viewport["width"], place


@pytest.mark.parametrize("beach", ["left", "right", "top", "bottom"])
def test_does_not_scroll_horizontally_for_any_beach(open_context: OpenContext, beach: str) -> None:
    table = {**TABLE, "beach": beach, "players": FOUR}
    phone = Sheet.open(open_context(**PHONE, service_workers="block").new_page(), table)
    phone.expect_total("Q", 28)
    for place in places(phone):
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360, place


def test_a_phone_in_landscape_shows_the_board(open_context: OpenContext) -> None:
    context = open_context(**{**PHONE, "viewport": SIZES["on its side"]}, service_workers="block")
    phone = Sheet.open(context.new_page(), TABLE)
    phone.go("Island")
    phone.island.evaluate("board => board.scrollIntoView({block: 'center'})")
    covered = phone.page.evaluate("""() => [...document.querySelectorAll(".island [data-space]")]
        .map(space => [space, space.getBoundingClientRect()])
        .filter(([, {top, bottom}]) => top >= 0 && bottom <= innerHeight)
        .filter(([space, {x, y, width, height}]) =>
            !space.contains(document.elementFromPoint(x + width / 2, y + height / 2)))
        .map(([space]) => space.dataset.space)""")
    assert covered == []


def test_totals_do_not_overlap(open_context: OpenContext) -> None:
    table = {**TABLE, "players": FOUR}
    phone = Sheet.open(open_context(**PHONE, service_workers="block").new_page(), table)
    phone.go("Result")
    phone.expect_total("Q", 28)
    totals = phone.page.locator(".sheet-table .total")
    boxes = [totals.nth(at).bounding_box() for at in range(4)]
    for one, other in pairwise(boxes):
        assert one is not None
        assert other is not None
        assert one["x"] + one["width"] <= other["x"]


def test_terrain_and_sides_are_distinguishable_without_colour(desk: Sheet) -> None:
    desk.space(desk.island, "A1").focus()
    desk.page.keyboard.type("JLMSjlmsj")
    motifs = [
        desk.space(desk.island, space).locator("use").get_attribute("href")
        for space in ("A1", "B1", "C1", "D1")
    ]
    assert motifs == ["#jungle", "#lagoon", "#mountain", "#steppe"]
    letters = [desk.space(desk.island, space).inner_text() for space in ("A1", "E1")]
    assert letters == ["J", "j"]
    style = "tile => getComputedStyle(tile).borderStyle"
    assert desk.space(desk.island, "A1").locator(".tile").evaluate(style) == "solid"
    assert desk.space(desk.island, "E1").locator(".tile").evaluate(style) == "dashed"


@pytest.mark.parametrize("game", ["misterra", "cartographers", "tiwanaku", "treasure-hunt"])
def test_limits_the_size_of_offline_files(server: str, game: str) -> None:
    worker = requests.get(f"{server}/{game}/service-worker.js", timeout=60).text
    listed = re.search(r'FILES = "(.*)"\.split', worker)
    assert listed is not None
    sent = [
        requests.get(urljoin(f"{server}/{game}/", path), stream=True, timeout=60).raw.read()
        for path in listed[1].split()
    ]
    assert sum(map(len, sent)) < MOST_BYTES


def test_requests_no_other_host(open_context: OpenContext, server: str) -> None:
    page = open_context(**PHONE).new_page()
    requested: set[str] = set()
    page.on("request", lambda request: requested.add(request.url))
    sheet = Sheet.open(page, TABLE)
    sheet.expect_total("Cassandra", 42)
    elsewhere = {url for url in requested if not url.startswith((server, "data:", "blob:"))}
    assert elsewhere == set()


def test_is_sent_with_a_strict_content_security_policy(desk: Sheet) -> None:
    response = desk.page.goto("/misterra/")
    assert response is not None
    policy = response.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
