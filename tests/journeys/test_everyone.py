"""Accessibility, layout, size and security of the page."""

from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page, expect

from journeys.conftest import DESK, PHONE, OpenContext, Visit
from journeys.sheet import TABLE, Sheet

SMALLEST_TARGET = 44


AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


CHECK = """() => {
    const rules = ["color-contrast", "scrollable-region-focusable"];
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    return axe.run(document, {resultTypes: ["violations"], ...(isDark && {runOnly: rules})});
}"""


def serious(sheet: Sheet) -> list[str]:
    """Return the serious violations; in the dark those of colours and layout alone."""
    if not sheet.page.evaluate("'axe' in window"):
        sheet.page.evaluate(AXE)
    violations = sheet.page.evaluate(CHECK)["violations"]
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


def axe_reports_no_serious_violation(visit: Visit, size: dict[str, Any], scheme: str) -> None:
    sheet = visit({**size, "color_scheme": scheme}, TABLE)
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
    sheet.page.locator("#tab-sheet").click()
    for station in STATIONS:
        sheet.go(station)
        yield station
    for tab in ("Referee", "Dispute"):
        sheet.page.get_by_role("tab", name=tab).click()
        yield tab


def touch_targets_are_large_enough(visit: Visit) -> None:
    phone = visit(PHONE, TABLE)
    for place in places(phone):
        assert phone.page.evaluate(SMALL, SMALLEST_TARGET) == [], place


FOUR = [
    {**TABLE["players"][0], "name": name, "claims": [], "presumptions": [], "meeple": None}
    for name in ("Cassandra", "Elliott", "Maximiliane the Long-Winded", "Q")
]
SIZES: dict[str, Any] = {
    "360": {"width": 360, "height": 740},
    "320": {"width": 320, "height": 640},
    "on its side": {"width": 740, "height": 360},
    "a desk enlarged to twice its size": {"width": 640, "height": 450},
    "letters twice as large": {"width": 360, "height": 740},
}
LETTERS = "size => { document.documentElement.style.fontSize = size; }"


def does_not_overflow_horizontally(visit: Visit, players: Any, sizes: Iterable[str]) -> None:
    table = {**TABLE, "players": players}
    if len(players) == 1:
        table |= {"otoma": {"claims": ["A1"]}}
    phone = visit(PHONE, table)
    for size in sizes:
        viewport = SIZES[size]
        phone.page.set_viewport_size(viewport)
        phone.page.evaluate(LETTERS, "200%" if size == "letters twice as large" else "")
        for place in places(phone):
            width = phone.page.evaluate("document.documentElement.scrollWidth")
            assert width <= viewport["width"], (size, place)


def does_not_scroll_horizontally_for_any_beach(visit: Visit) -> None:
    for beach in ("left", "right", "top", "bottom"):
        phone = visit(PHONE, {**TABLE, "beach": beach, "players": FOUR})
        phone.expect_total("Q", 28)
        for place in places(phone):
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360, place


def a_phone_in_landscape_shows_the_board(visit: Visit) -> None:
    phone = visit({**PHONE, "viewport": SIZES["on its side"]}, TABLE)
    phone.go("Island")
    phone.island.evaluate("board => board.scrollIntoView({block: 'center'})")
    covered = phone.page.evaluate("""() => [...document.querySelectorAll(".island [data-space]")]
        .map(space => [space, space.getBoundingClientRect()])
        .filter(([, {top, bottom}]) => top >= 0 && bottom <= innerHeight)
        .filter(([space, {x, y, width, height}]) =>
            !space.contains(document.elementFromPoint(x + width / 2, y + height / 2)))
        .map(([space]) => space.dataset.space)""")
    assert covered == []


def totals_do_not_overlap(visit: Visit) -> None:
    phone = visit(PHONE, {**TABLE, "players": FOUR})
    phone.go("Result")
    phone.expect_total("Q", 28)
    totals = phone.page.locator(".sheet-table .total")
    boxes = [totals.nth(at).bounding_box() for at in range(4)]
    for one, other in pairwise(boxes):
        assert one is not None
        assert other is not None
        assert one["x"] + one["width"] <= other["x"]


def terrain_and_sides_are_distinguishable_without_colour(desk: Sheet) -> None:
    desk.space(desk.island, "A1").focus()
    desk.page.keyboard.type("JLMSjlmsj")
    motifs = [
        desk.space(desk.island, space).locator("use").get_attribute("href")
        for space in ("A1", "B1", "C1", "D1")
    ]
    assert motifs == ["#jungle", "#lagoon", "#mountain", "#steppe"]
    # The letters of the keys are those of English words, and stand on no tile.
    assert desk.space(desk.island, "A1").inner_text() == ""
    style = "tile => getComputedStyle(tile).borderStyle"
    assert desk.space(desk.island, "A1").locator(".tile").evaluate(style) == "solid"
    assert desk.space(desk.island, "E1").locator(".tile").evaluate(style) == "dashed"


def requests_no_other_host(open_context: OpenContext, server: str) -> None:
    page = open_context(**PHONE).new_page()
    requested: set[str] = set()
    page.on("request", lambda request: requested.add(request.url))
    sheet = Sheet.open(page, TABLE)
    sheet.expect_total("Cassandra", 42)
    elsewhere = {url for url in requested if not url.startswith((server, "data:", "blob:"))}
    assert elsewhere == set()


def test_misterra_is_accessible_and_distinguishable_without_colour(visit: Visit) -> None:
    for size, scheme in ((PHONE, "light"), (DESK, "dark"), (DESK, "light")):
        axe_reports_no_serious_violation(visit, size, scheme)
    touch_targets_are_large_enough(visit)
    terrain_and_sides_are_distinguishable_without_colour(visit(DESK))


def test_misterra_fits_small_screens_and_large_letters(
    visit: Visit, open_context: OpenContext, server: str
) -> None:
    does_not_overflow_horizontally(visit, FOUR[:1], ["320", "letters twice as large"])
    a_phone_in_landscape_shows_the_board(visit)
    totals_do_not_overlap(visit)
    requests_no_other_host(open_context, server)


def test_misterra_fits_every_screen_for_any_beach(visit: Visit) -> None:
    does_not_overflow_horizontally(visit, FOUR, SIZES)
    does_not_overflow_horizontally(visit, FOUR[:1], SIZES)
    does_not_scroll_horizontally_for_any_beach(visit)
