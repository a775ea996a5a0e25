"""Without storage the page works as long as it is open, and says that nothing is kept."""

from playwright.sync_api import expect

from page.conftest import PHONE, OpenContext
from page.sheet import Sheet
from page.test_every_game import GAMES, expect_tile, lay

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


def test_all_games_are_played_while_site_data_is_blocked(open_context: OpenContext) -> None:
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
