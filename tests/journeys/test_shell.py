"""The shell: it offers the games, opens the last one played, and contains nothing of a game."""

import re
from collections.abc import Iterator
from logging import getLogger
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from playwright.sync_api import expect
from werkzeug.serving import make_server

from journeys.conftest import DESK, PHONE, OpenContext, Visit
from journeys.sheet import TABLE, Sheet
from theodolite.web import page

TOY = Path(__file__).with_name("toy")

LINK_OF_THE_FIRST_EDITION = (
    "#table=eJx1kEFrhTAMgP9LzlJ4e4PH87q9S7GnHoeMzBXtaKukdfAQ__vS2jE2mJdoTL58yQZvBocJWiA7TgkasNFhe"
    "If2BaTotODMh-q05ihEp3LUwvuc11oICX0Di8O7ocg9GwT0hmlPGCNjCLluQRomb0IqUHnAZIUqVaFaKVmilAXqjVlc"
    "QZ05PTi0Pk-A51MZSSaufkl2DsfcAYmlr3vz_XpuIBkitIEZDsd5DrD3-X9VvDln55T-Coq6tZSqbq3q1nnb_M3PL8Fy"
    "wfaWNf_RenjMQxL7hOMGmaOg_7E9XdiNoZ9IFkPi5g08Ru545YI0j4TLVG6caDV7A7Q6G8Zct-9f4fOKuQ"
)


def offers_the_games(open_context: OpenContext) -> None:
    home = open_context(**PHONE, service_workers="block").new_page()
    home.goto("/")
    offer = home.get_by_role("link", name="Maps of Misterra")
    expect(offer).to_contain_text("Score sheet, referee and disputes.")
    home.get_by_label("Language").select_option("de")
    expect(home.locator("h2")).to_have_text("Welches Spiel liegt auf dem Tisch?")
    offer.tap()
    expect(home).to_have_url(re.compile("/misterra/$"))
    expect(home.locator("#tab-sheet")).to_have_text("Wertung")


def the_first_page_says_what_it_is(open_context: OpenContext) -> None:
    home = open_context(**PHONE, service_workers="block").new_page()
    home.goto("/")
    expect(
        home.get_by_text("Photograph the board, get the score, and know why.")
    ).to_be_in_viewport()
    expect(home.get_by_role("img", name="A photograph of a board")).to_be_in_viewport()
    expect(home.get_by_role("link", name="Photograph a board")).to_be_in_viewport()
    home.get_by_role("link", name="Try an example").tap()
    expect(home.locator(".leader")).to_have_text(re.compile("wins by"))
    expect(home.locator(".podium b")).to_have_count(2)
    assert home.url.endswith("/misterra/")


def opens_the_last_game_and_offers_the_others(visit: Visit) -> None:
    phone = visit(PHONE)
    phone.page.goto("/")
    expect(phone.page.locator(".way")).to_be_visible()
    assert phone.page.url.endswith("/misterra/")
    phone.page.get_by_role("button", name="Menu").tap()
    phone.page.get_by_role("link", name="Other board games").tap()
    expect(phone.page.get_by_role("link", name="Maps of Misterra")).to_be_visible()


def opens_a_game_stored_by_version_1(visit: Visit) -> None:
    phone = visit(PHONE, TABLE, "/")
    phone.expect_total("Cassandra", 42)
    assert phone.kept() == TABLE
    assert phone.page.url.endswith("/misterra/")


def opens_a_link_of_version_1(visit: Visit) -> None:
    friend = visit(PHONE, path="/" + LINK_OF_THE_FIRST_EDITION)
    friend.expect_total("Cassandra", 42)
    friend.expect_total("Elliott", 5)


@pytest.fixture
def toy_server() -> Iterator[str]:
    """A service with a toy game only: two coins, heads or tails."""
    getLogger("werkzeug").setLevel("ERROR")
    app = Flask("toy", static_folder=None)
    app.register_blueprint(page.blueprint([page.Entry("toy", TOY)]))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()


def test_a_new_game_needs_only_a_folder(open_context: OpenContext, toy_server: str) -> None:
    toy = open_context(**DESK, service_workers="block", base_url=toy_server).new_page()
    toy.goto("/")
    toy.get_by_role("link", name="Two coins").click()
    coins = toy.get_by_role("button", name="Turn coin")
    coins.nth(1).click()
    expect(coins).to_have_text(["heads", "tails"])
    toy.reload()
    expect(coins).to_have_text(["heads", "tails"])
    toy.get_by_role("button", name="Undo").click()
    expect(coins).to_have_text(["heads", "heads"])
    keys = toy.evaluate("Object.keys(localStorage)")
    assert all(key.startswith("theodolite.toy.") or key == "theodolite.habits" for key in keys)


def all_of_the_menu_begins_at_one_edge(phone: Sheet) -> None:
    phone.page.get_by_role("button", name="Menu").click()
    icons = phone.page.locator(".menu-entry .icon")
    expect(icons).to_have_count(5)
    assert (
        len(set(icons.evaluate_all("icons => icons.map(icon => icon.getBoundingClientRect().x)")))
        == 1
    )


WORDS = {
    "en": "Cassandra leads by 37 points.",
    "nl": "Cassandra staat 37 punten voor.",
    "fr": "Cassandra mène de 37 points.",
    "de": "Cassandra führt mit 37 Punkten.",
}
ENGLISH = re.compile(r"\b(spaces?|island|your|parchment|worth)\b")
KEY = re.compile(r"\b[a-z_]+\.[a-z_]+\b")


def uses_the_language_of_the_browser(visit: Visit, language: str) -> None:
    phone = visit({**PHONE, "locale": language}, TABLE)
    page = phone.page
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.locator(".stop").last.tap()
    expect(page.locator(".leader")).to_have_text(WORDS[language])
    for at in range(page.locator(".score-line > button").count()):
        page.locator(".score-line > button").nth(at).tap()
        expect(page.locator(".law")).to_have_text(re.compile(r"\w{3}.* [pS]\. \d"))
    for place in (
        *(f".stop:nth-child({at})" for at in range(1, 8)),
        "#tab-referee",
        "#tab-dispute",
    ):
        page.locator(place).tap()
        visible = page.locator("body").inner_text()
        assert not KEY.search(visible), KEY.findall(visible)
        assert language == "en" or not ENGLISH.search(visible), ENGLISH.findall(visible)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def remembers_the_language_chosen_in_the_menu(desk: Sheet) -> None:
    desk.page.get_by_role("button", name="Menu").click()
    desk.page.get_by_role("dialog").get_by_label("Language").select_option("nl")
    expect(desk.page.get_by_role("dialog")).to_contain_text("Nieuw spel, zelfde spelers")
    desk.page.reload()
    expect(desk.page.locator("#tab-referee")).to_have_text("Arbiter")


def test_the_first_page_offers_the_games_and_opens_the_last_one(
    visit: Visit, open_context: OpenContext
) -> None:
    offers_the_games(open_context)
    the_first_page_says_what_it_is(open_context)
    opens_the_last_game_and_offers_the_others(visit)
    opens_a_game_stored_by_version_1(visit)
    opens_a_link_of_version_1(visit)


def test_the_menu_and_the_language_of_the_browser_are_in_order(visit: Visit) -> None:
    uses_the_language_of_the_browser(visit, "de")
    remembers_the_language_chosen_in_the_menu(visit(DESK))
    all_of_the_menu_begins_at_one_edge(visit(PHONE))
