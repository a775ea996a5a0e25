"""Storage and undo: nothing is lost by a reload, a killed tab, a lost connection or a wrong tap."""

from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error, Page, expect

from journeys.conftest import DESK, PHONE, OpenContext, Visit
from journeys.sheet import TABLE, Sheet, wait_for
from journeys.test_every_game import GAMES, expect_tile, lay
from service.serving import running_on


def a_reload_keeps_boards_and_undo_steps(phone: Sheet) -> None:
    phone.go("Island")
    phone.choose("lagoon")
    phone.tap(phone.space(phone.island, "B2"))
    phone.stroke(phone.island, ["A4", "B4", "C4"])
    phone.page.reload()
    assert phone.rows(phone.island) == [".....", ".L...", ".....", "LLL..", "....."]
    undo = phone.page.get_by_role("button", name="Undo")
    undo.click()
    assert phone.rows(phone.island) == [".....", ".L...", ".....", ".....", "....."]
    phone.page.reload()
    undo.click()
    expect(undo).to_be_disabled()
    phone.page.get_by_role("button", name="Redo").click()
    phone.page.get_by_role("button", name="Redo").click()
    assert phone.rows(phone.island)[3] == "LLL.."


def a_killed_tab_loses_nothing(open_context: OpenContext) -> None:
    context = open_context(**PHONE, service_workers="block")
    phone = Sheet.open(context.new_page())
    phone.go("Player 1")
    phone.choose("steppe")
    phone.stroke(phone.parchment("Player 1"), ["A1", "B1", "C1", "D1", "E1"])
    with phone.page.expect_event("crash"):
        kill(phone.page)
    reopened = Sheet.open(context.new_page())
    assert reopened.rows(reopened.parchment("Player 1"))[0] == "SSSSS"


def kill(page: Page) -> None:
    """Kill the process of a tab."""
    with suppress(Error):
        page.goto("chrome://crash")


def a_new_game_keeps_the_old_one(visit: Visit) -> None:
    desk = visit(DESK, TABLE)
    desk.expect_total("Cassandra", 42)
    desk.menu("New game, same players")
    assert desk.rows(desk.island) == ["....."] * 5
    expect(desk.page.get_by_label("Name")).to_have_count(2)
    assert [player["name"] for player in desk.kept()["players"]] == ["Cassandra", "Elliott"]
    assert desk.kept()["variants"] == TABLE["variants"]
    desk.menu("Games on this device")
    before = desk.page.locator(".game").filter(has_text="Cassandra 42 · Elliott")
    expect(before.locator("small")).to_contain_text("Nov 2026")
    before.click()
    assert desk.kept() == TABLE
    desk.expect_total("Cassandra", 42)


def other_tabs_follow(open_context: OpenContext) -> None:
    context = open_context(**DESK, service_workers="block")
    one = Sheet.open(context.new_page(), TABLE)
    other = Sheet.open(context.new_page())
    other.space(other.island, "B1").press("J")
    expect(one.space(one.island, "B1")).to_have_attribute("data-tile", "J")


FILL_THE_STORE = """() => {
    const key = id => `theodolite.game.${id}`;
    const games = JSON.parse(localStorage.getItem("theodolite.games"));
    const state = localStorage.getItem(`${key(games[0].id)}.0`);
    const old = {...games[0], id: "old", names: ["Long", "ago"], totals: null};
    localStorage.setItem("theodolite.games", JSON.stringify([old, ...games]));
    localStorage.setItem(key("old"), JSON.stringify({from: 0, at: 9, last: 9}));
    for (let step = 0; step < 10; step += 1) {
        localStorage.setItem(`${key("old")}.${step}`, state);
    }
    for (let size = 4e6; size >= 1; size = Math.floor(size / 2)) {
        try {
            for (let at = 0; ; at += 1) localStorage.setItem(`x${size}.${at}`, "x".repeat(size));
        } catch { /* as full as it gets with pieces of this size */ }
    }
}"""


def a_full_store_drops_old_undo_steps_first(
    visit: Visit,
) -> None:
    desk = visit(DESK, TABLE)
    desk.expect_total("Cassandra", 42)
    desk.page.evaluate(FILL_THE_STORE)
    desk.space(desk.island, "B1").press("J")
    assert desk.kept()["island"][0] == "JJLS."
    expect(desk.page.locator(".notice")).to_be_empty()
    desk.menu("Games on this device")
    desk.page.locator(".game").filter(has_text="Long · ago").click()
    assert desk.kept() == TABLE


def warns_if_the_browser_stores_nothing(open_context: OpenContext) -> None:
    page = open_context(**DESK, service_workers="block").new_page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    desk = Sheet.open(page)
    desk.space(desk.island, "B1").press("J")
    expect(page.locator(".notice")).to_contain_text("if you close the page, the game is lost")
    assert desk.rows(desk.island)[0] == ".J..."


def opens_offline_says_only_what_is_known_and_resumes_scoring(
    open_context: OpenContext, port: int, tmp_path: Path
) -> None:
    context = open_context(**PHONE, base_url=f"http://127.0.0.1:{port}")
    page = context.new_page()
    with running_on(port, tmp_path / "before"):
        phone = Sheet.open(page, TABLE)
        phone.expect_total("Cassandra", 42)
        wait_for(page, "() => navigator.serviceWorker.controller !== null")

    page.reload()
    phone.expect_total("Cassandra", 42)
    phone.expect_total("Elliott", 5)
    phone.go("Result")
    expect(page.locator(".standing.offline")).to_be_visible()
    expect(phone.leader()).to_contain_text("Cassandra")
    phone.go("Island")
    phone.choose("jungle")
    phone.tap(phone.space(phone.island, "B1"))
    assert phone.rows(phone.island)[0] == "JJLS."
    # Nobody is ahead on boards that nobody has judged, and a reload says why.
    for _ in range(2):
        phone.go("Result")
        expect(phone.leader()).to_have_text("No connection: the result is not known.")
        expect(phone.total("Cassandra")).to_have_text("\u2013")
        expect(page.locator(".podium")).to_have_count(0)
        page.reload()
    phone.page.get_by_role("button", name="Undo").tap()
    phone.expect_total("Cassandra", 42)
    phone.page.get_by_role("button", name="Redo").tap()
    phone.page.get_by_role("button", name="Menu").tap()
    page.get_by_label("Language").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")

    with running_on(port, tmp_path / "after"):
        phone.expect_total("Cassandra", 44)
        expect(page.locator(".standing")).to_have_count(0)


BLOCKED = """{
    const refuse = () => { throw new DOMException("Access is denied.", "SecurityError"); };
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
        Object.defineProperty(globalThis, name, {get: refuse});
    for (const kind of isSecureContext ? [CacheStorage, ServiceWorkerContainer] : [])
        for (const name of Object.getOwnPropertyNames(kind.prototype))
            if (typeof Object.getOwnPropertyDescriptor(kind.prototype, name).value === "function")
                kind.prototype[name] = async () => refuse();
}"""
"""Makes the browser refuse as Chromium and Firefox do while all cookies are blocked."""


def all_games_are_played_while_site_data_is_blocked(open_context: OpenContext) -> None:
    # Only a page that may not have a service worker shows what becomes of the wish for one.
    context = open_context(**PHONE)
    context.add_init_script(BLOCKED)
    for played in GAMES:
        page = context.new_page()
        page.goto("/")
        expect(page.get_by_text("This browser saves nothing")).to_be_visible()
        page.locator(f"a.offer[href='{played.name}/']").tap()
        page.locator(".way").wait_for()
        phone = Sheet(page)
        notice = page.locator("#app > .notice")
        expect(notice).to_contain_text("if you close the page, the game is lost")
        lay(phone, played)
        expect_tile(phone, played, played.tile)
        expect(notice).to_contain_text("if you close the page, the game is lost")
        phone.menu("New game")
        phone.menu("Games on this device")
        page.locator(".game[aria-current=false]").tap()
        expect_tile(phone, played, played.tile)
        page.get_by_role("button", name="Undo").tap()
        expect_tile(phone, played, played.bare)
        page.close()


def test_reloads_killed_tabs_and_other_tabs_lose_nothing(
    visit: Visit, open_context: OpenContext
) -> None:
    a_reload_keeps_boards_and_undo_steps(visit(PHONE))
    a_killed_tab_loses_nothing(open_context)
    a_new_game_keeps_the_old_one(visit)
    other_tabs_follow(open_context)


def test_refused_stores_are_named_and_every_game_is_played(open_context: OpenContext) -> None:
    warns_if_the_browser_stores_nothing(open_context)
    all_games_are_played_while_site_data_is_blocked(open_context)


def test_full_stores_and_cut_connections_lose_nothing(
    visit: Visit, open_context: OpenContext, port: int, tmp_path: Path
) -> None:
    a_full_store_drops_old_undo_steps_first(visit)
    opens_offline_says_only_what_is_known_and_resumes_scoring(open_context, port, tmp_path)
