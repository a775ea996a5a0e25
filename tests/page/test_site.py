"""The site without a server: built, hosted under a prefix, and used with the connection cut."""

import json
import os
import shutil
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from page.conftest import PHONE, OpenContext
from page.sheet import TABLE, Sheet
from page.site import PREFIX, Request, engine, hosted, served
from service.serving import running_on
from theodolite.offline.building import build
from theodolite.web.operations import games_of

MOST_BYTES = 9_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A static host's folder with the site in it."""
    if shutil.which("npm") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("npm is not installed: apt-get install nodejs npm")
        pytest.skip("npm is not installed")
    root = tmp_path_factory.mktemp("host")
    assert build(root / PREFIX, say=lambda _: None).is_compiled
    return root


def is_ready(page: Page) -> None:
    """Wait until the engine and the page are kept."""
    expect(page.locator("#engine")).to_be_hidden()
    page.wait_for_function(
        "Object.keys(localStorage).some(key => key.startsWith('theodolite.engine'))"
    )
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_the_table_of_the_readme_is_scored_without_a_connection(
    open_context: OpenContext, folder: Path
) -> None:
    sent: list[str] = []
    with hosted(folder) as site:
        context = open_context(**PHONE, base_url=site)
        context.on("request", lambda each: sent.append(each.url))
        phone = Sheet.open(context.new_page(), TABLE, "misterra/")
        phone.expect_total("Cassandra", 42)
        is_ready(phone.page)
        assert all(url.startswith((site, "blob:", "data:")) for url in sent)

    context.set_offline(True)
    phone.page.reload()
    phone.expect_total("Cassandra", 42)
    phone.expect_total("Elliott", 5)
    phone.tap(phone.page.get_by_role("button", name="Menu"))
    expect(phone.page.get_by_text("Judged on this device.")).to_be_visible()


def test_a_served_page_is_kept_and_judges_when_the_service_is_gone(
    open_context: OpenContext, folder: Path, port: int, tmp_path: Path
) -> None:
    context = open_context(**PHONE, base_url=f"http://127.0.0.1:{port}")
    with running_on(port, tmp_path / "log", "--site", str(folder / PREFIX)):
        phone = Sheet.open(context.new_page(), TABLE)
        phone.expect_total("Cassandra", 42)
        phone.tap(phone.page.get_by_role("button", name="Menu"))
        expect(phone.page.get_by_text("Judged on this device.")).to_have_count(0)
        phone.tap(phone.page.get_by_role("button", name="Keep for use without a connection"))
        is_ready(phone.page)
    phone.page.reload()
    phone.expect_total("Cassandra", 42)
    phone.tap(phone.page.get_by_role("button", name="Menu"))
    expect(phone.page.get_by_text("Judged on this device.")).to_be_visible()


def test_little_is_transferred(folder: Path) -> None:
    site = folder / PREFIX
    page = [*site.glob("page/shell/**/*"), *site.glob("page/vendor/*")]
    engine = [*site.glob("engine/*")]
    games = [
        [*site.glob(f"page/{entry['name']}/**/*")]
        for entry in json.loads((site / "page/games.json").read_text("utf-8"))
    ]
    for game in games:
        files = [file for file in (*page, *engine, *game) if file.is_file()]
        assert sum(file.stat().st_size for file in files) < MOST_BYTES


def examples(app: Flask) -> list[Request]:
    """A request to every operation under /v1/ that has an example, and what is no operation."""
    asked = [
        Request(each.method, game.path + each.path, each.schema and each.example, language)
        for game, language in zip(games_of(app), ("en", "de", "fr", "nl"), strict=True)
        for each in game.operations
        if each.schema is None or each.judge is not None
    ]
    wrong = [Request("POST", each.path, {"unknown": []}, each.language) for each in asked]
    return [*asked, *wrong, Request("GET", "/v1/games"), Request("GET", "/v1/nothing")]


def test_the_engine_answers_every_example_with_the_bytes_of_the_service(
    client: FlaskClient, folder: Path, tmp_path: Path
) -> None:
    requests = examples(client.application)
    assert len(requests) > 80
    with engine(folder / PREFIX, tmp_path) as device:
        for request in requests:
            expected, answered = served(client, request), device.ask(request)
            if not expected.is_cut and not answered.is_cut:
                assert answered.comparable == expected.comparable, request


def test_searches_on_the_device_end_at_their_limits(folder: Path, tmp_path: Path) -> None:
    # Nothing is known of the board, so the search for what it may show takes longer than it may.
    empty = ["....."] * 5
    tiles = {"mud": 6, "sand": 8, "grass": 6, "rock": 5}
    table = {"board": "short", "terrain": empty, "crops": empty, "tiles": tiles}
    request = Request("POST", "/v1/tiwanaku/deductions", {**table, "time_limit_ms": 1000})
    with engine(folder / PREFIX, tmp_path) as device:
        reply = device.ask(request)
    assert reply.status == 200
    assert json.loads(reply.text)["truncated"]


def test_the_engine_refers_photographs_to_a_service(folder: Path, tmp_path: Path) -> None:
    form = (
        '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n'
        "Content-Type: image/jpeg\r\n\r\n-\r\n--x\r\n"
        'Content-Disposition: form-data; name="board"\r\n\r\nisland\r\n--x--\r\n'
    )

    class Form(Request):
        @property
        def headers(self) -> dict[str, str]:
            return {"Content-Type": "multipart/form-data; boundary=x"}

        @property
        def text(self) -> str:
            return form

    with engine(folder / PREFIX, tmp_path) as device:
        reply = device.ask(Form("POST", "/v1/misterra/photos"))
    assert (reply.status, "/problems/not-installed" in reply.text) == (501, True)
