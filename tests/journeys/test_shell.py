"""The shell: it offers the games, opens the last one played, and contains nothing of a game."""

import hashlib
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from logging import getLogger
from pathlib import Path
from threading import Thread
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from playwright.sync_api import expect
from werkzeug.serving import make_server

from journeys.conftest import DESK, PHONE, OpenContext
from journeys.sheet import TABLE, Sheet
from theodolite.web import page

PAGE = Path(str(files("theodolite.web").joinpath("page")))
GAMES = ("misterra", "cartographers", "tiwanaku", "treasure_hunt")
TOY = Path(__file__).with_name("toy")

LINK_OF_THE_FIRST_EDITION = (
    "#table=eJx1kEFrhTAMgP9LzlJ4e4PH87q9S7GnHoeMzBXtaKukdfAQ__vS2jE2mJdoTL58yQZvBocJWiA7TgkasNFhe"
    "If2BaTotODMh-q05ihEp3LUwvuc11oICX0Di8O7ocg9GwT0hmlPGCNjCLluQRomb0IqUHnAZIUqVaFaKVmilAXqjVlc"
    "QZ05PTi0Pk-A51MZSSaufkl2DsfcAYmlr3vz_XpuIBkitIEZDsd5DrD3-X9VvDln55T-Coq6tZSqbq3q1nnb_M3PL8Fy"
    "wfaWNf_RenjMQxL7hOMGmaOg_7E9XdiNoZ9IFkPi5g08Ru545YI0j4TLVG6caDV7A7Q6G8Zct-9f4fOKuQ"
)


def test_offers_the_games(open_context: OpenContext) -> None:
    home = open_context(**PHONE, service_workers="block").new_page()
    home.goto("/")
    offer = home.get_by_role("link", name="Maps of Misterra")
    expect(offer).to_contain_text("Score sheet, referee and disputes.")
    home.get_by_label("Language").select_option("de")
    expect(home.locator("h2")).to_have_text("Welches Spiel liegt auf dem Tisch?")
    offer.tap()
    expect(home).to_have_url(re.compile("/misterra/$"))
    expect(home.locator("#tab-sheet")).to_have_text("Wertung")


def test_the_first_page_says_what_it_is(open_context: OpenContext) -> None:
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


def test_opens_the_last_game_and_offers_the_others(
    open_context: OpenContext,
) -> None:
    phone = Sheet.open(open_context(**PHONE, service_workers="block").new_page())
    phone.page.goto("/")
    expect(phone.page.locator(".way")).to_be_visible()
    assert phone.page.url.endswith("/misterra/")
    phone.page.get_by_role("button", name="Menu").tap()
    phone.page.get_by_role("link", name="Another game").tap()
    expect(phone.page.get_by_role("link", name="Maps of Misterra")).to_be_visible()


def test_opens_a_game_stored_by_version_1(
    open_context: OpenContext,
) -> None:
    phone = Sheet.open(open_context(**PHONE, service_workers="block").new_page(), TABLE, "/")
    phone.expect_total("Cassandra", 42)
    assert phone.kept() == TABLE
    assert phone.page.url.endswith("/misterra/")


def test_opens_a_link_of_version_1(open_context: OpenContext) -> None:
    page = open_context(**PHONE, service_workers="block").new_page()
    friend = Sheet.open(page, path="/" + LINK_OF_THE_FIRST_EDITION)
    friend.expect_total("Cassandra", 42)
    friend.expect_total("Elliott", 5)


def test_names_no_game() -> None:
    shell = [path for path in (PAGE / "shell").rglob("*") if path.is_file()]
    assert shell
    for path in shell:
        text = path.read_text("utf-8", "ignore").lower()
        assert not re.search(r"misterra|cartographer|tiwanaku|jungle|lagoon|parchment", text), path


def test_the_edition_is_the_digest_of_the_cached_files(client: FlaskClient) -> None:
    for place in ("/", "/misterra/"):
        worker = client.get(f"{place}service-worker.js").get_data(as_text=True)
        assert "{{" not in worker
        listed = re.search(r'FILES = "(.*)"\.split', worker)
        assert listed is not None
        kept = [client.get(urljoin(place, path)) for path in listed[1].split()]
        assert [answer.status_code for answer in kept] == [200] * len(kept)
        digest = hashlib.sha256(b"\0".join(answer.data for answer in kept)).hexdigest()[:16]
        assert f"const EDITION = `${{MINE}}{digest}`;" in worker


def test_each_game_caches_the_shell_and_itself_and_the_first_page_all(client: FlaskClient) -> None:
    worker = client.get("/misterra/service-worker.js").get_data(as_text=True)
    assert " ../page/misterra/game.js " in worker
    assert " ../page/shell/start.js " in worker
    assert not any(f"page/{name}/" in worker for name in GAMES[1:])
    first = client.get("/service-worker.js").get_data(as_text=True)
    for name in GAMES:
        assert f" {name.replace('_', '-')}/ " in first
        assert f" ./page/{name}/game.js " in first


def test_the_screenshots_have_the_sizes_that_the_manifest_states() -> None:
    manifest = json.loads((PAGE / "shell/manifest.webmanifest").read_text("utf-8"))
    for picture in (*manifest["screenshots"], *manifest["icons"][1:]):
        with Image.open(PAGE / "shell" / picture["src"]) as image:
            assert "x".join(map(str, image.size)) == picture["sizes"]


def test_only_a_page_with_a_service_takes_photographs_that_are_shared() -> None:
    entries = page.shipped(["misterra"])
    for referee, is_target in ((page.SERVICE, True), (page.Referee(service=None), False)):
        files = dict(page.static_site(entries, referee))
        manifest = json.loads(files["page/shell/manifest.webmanifest"])
        assert ("share_target" in manifest) is is_target


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


def test_all_of_the_menu_begins_at_one_edge(phone: Sheet) -> None:
    phone.page.get_by_role("button", name="Menu").click()
    icons = phone.page.locator(".menu-entry .icon")
    expect(icons).to_have_count(5)
    assert (
        len(set(icons.evaluate_all("icons => icons.map(icon => icon.getBoundingClientRect().x)")))
        == 1
    )
