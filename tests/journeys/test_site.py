"""The site without a server: built, hosted under a prefix, and used with the connection cut."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from journeys import test_cartographers as cartographers
from journeys import test_tiwanaku as tiwanaku
from journeys import test_treasure_hunt as treasure_hunt
from journeys.conftest import PHONE, OpenContext
from journeys.sheet import TABLE, Sheet, wait_for
from journeys.site import PREFIX, Request, engine, hosted, served
from journeys.test_entry import enter_by_touch
from service.serving import running_on
from theodolite.web.game import games_of

MOST_BYTES = 9_500_000
"""Of the engine, 8.1 MB, and of the pages of all games, which the first visit keeps."""


README = Path(__file__).parents[2].joinpath("README.md").read_text("utf-8")


def is_ready(page: Page) -> None:
    """Wait until the engine and the page are kept."""
    expect(page.locator("#engine")).to_be_hidden()
    wait_for(page, "Object.keys(localStorage).some(key => key.startsWith('theodolite.engine'))")
    wait_for(page, "() => navigator.serviceWorker.controller !== null")
    # The worker of the first page keeps the engine's script.
    wait_for(
        page, "async () => Boolean((await navigator.serviceWorker.getRegistration('../'))?.active)"
    )


def cut_off(
    open_context: OpenContext, folder: Path, table: dict[str, Any] | None, path: str
) -> Sheet:
    """Open a game for the first time after Misterra was opened on a phone, without the host."""
    with hosted(folder) as site:
        context = open_context(**PHONE, base_url=site)
        sent: list[str] = []
        context.on("request", lambda each: sent.append(each.url))
        page = context.new_page()
        page.goto("misterra/")
        is_ready(page)
        assert all(url.startswith((site, "blob:", "data:")) for url in sent)
        engine = [url for url in sent if "/engine/" in url and url.endswith(".bin")]
        assert len(engine) == len(set(engine))
    context.set_offline(True)
    return Sheet.open(page, table, path)


def the_table_of_the_readme_is_scored_without_a_connection(
    open_context: OpenContext, folder: Path, client: FlaskClient
) -> None:
    (body,) = re.findall(r"--data '(\{.*?\})'\n```", README, re.DOTALL)
    table = json.loads(body)["snapshot"]
    phone = cut_off(open_context, folder, table, "misterra/")
    answer = client.post("/v3/misterra/scores", json={"snapshot": table}).get_json()
    for player in answer["players"]:
        phone.expect_total(player["name"], player["total"])
    phone.tap(phone.page.get_by_role("button", name="Menu"))
    expect(phone.page.get_by_text("Judged on this device.")).to_be_visible()


def a_game_of_misterra_is_entered_and_scored_offline(
    open_context: OpenContext, folder: Path, client: FlaskClient
) -> None:
    scores = client.post("/v3/misterra/scores", json={"snapshot": TABLE}).get_json()
    enter_by_touch(cut_off(open_context, folder, None, "misterra/"), scores)


def a_season_of_cartographers_is_drawn_and_ended_offline(
    open_context: OpenContext, folder: Path, client: FlaskClient
) -> None:
    begun = cartographers.table(drawn=["." * 11] * 11)
    drawn = cartographers.table()
    phone = cut_off(open_context, folder, begun, "cartographers/")
    phone.go("Ann")
    rows = drawn["players"][0]["drawn"]
    cartographers.draw_all(phone, cartographers.chart(phone), rows)
    answer = client.post("/v3/cartographers/scores", json={"snapshot": drawn})
    (player,) = answer.get_json()["players"]
    phone.expect_total("Ann", player["total"])
    phone.go("Score sheet")
    phone.tap(phone.page.get_by_role("button", name="Write down Spring"))
    expect(phone.page.locator(".notice")).to_contain_text("Spring is written")
    assert phone.kept()["season"] == "summer"


def what_is_certain_in_tiwanaku_is_proved_offline(
    open_context: OpenContext, folder: Path, client: FlaskClient
) -> None:
    position = {key: tiwanaku.TABLE[key] for key in ("board", "terrain", "crops", "tiles")}
    known = client.post("/v3/tiwanaku/deductions", json={"snapshot": position}).get_json()
    phone = cut_off(open_context, folder, tiwanaku.TABLE, "tiwanaku/")
    phone.go("Known")
    tiwanaku.read_a_chain(phone, known)


def a_roll_of_treasure_hunt_is_followed_offline(
    open_context: OpenContext, folder: Path, server: str
) -> None:
    table = {"north": "down", **treasure_hunt.TABLE}
    treasure_hunt.follow_a_roll(cut_off(open_context, folder, table, "treasure-hunt/"), server)


def a_served_page_is_kept_and_judges_when_the_service_is_gone(
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


LATER = re.compile("^later")


def renew(site: Path) -> None:
    """Make a later edition of a built site: another name of an engine's file."""
    (old,) = (site / "engine").glob("*.json")
    names = json.loads(old.read_text("utf-8"))
    stored, names["application.zip"] = names["application.zip"], "application.zip.later.bin"
    (site / "engine" / stored).rename(site / "engine" / names["application.zip"])
    (site / "engine" / "later.json").write_text(json.dumps(names), "utf-8")
    old.unlink()
    for page in (site, *(worker.parent for worker in site.glob("*/service-worker.js"))):
        for file, mark in (("index.html", 'edition="'), ("service-worker.js", "${ALIKE}")):
            text = (page / file).read_text("utf-8").replace(old.name, "later.json")
            (page / file).write_text(text.replace(mark, f"{mark}later", 1), "utf-8")


def an_update_is_taken_at_the_next_start_and_said_though_the_host_is_gone(
    open_context: OpenContext, folder: Path, tmp_path: Path
) -> None:
    host = shutil.copytree(folder, tmp_path / "host")
    with hosted(host) as site:
        context = open_context(**PHONE, base_url=site)
        phone = Sheet.open(context.new_page(), TABLE, "misterra/")
        is_ready(phone.page)
        renew(host / PREFIX)
        phone.page.reload()
        wait_for(
            phone.page,
            "async () => (await navigator.serviceWorker.getRegistration()).waiting !== null",
        )
        expect(phone.page.locator("html")).not_to_have_attribute("data-edition", LATER)
        phone.page.close()
    phone = Sheet.open(context.new_page(), TABLE, "misterra/")
    expect(phone.page.locator("html")).to_have_attribute("data-edition", LATER)
    expect(phone.page.locator(".notice")).to_have_text("This page was updated.")
    phone.expect_total("Cassandra", 42)
    phone.tap(phone.page.get_by_role("button", name="Menu"))
    expect(phone.page.get_by_text("Judged on this device.")).to_be_visible()


def speak(site: Path, old: str, new: str) -> None:
    """Make its pages speak another version of the API."""
    for worker in site.rglob("service-worker.js"):
        text = worker.read_text("utf-8")
        assert old in text
        worker.write_text(text.replace(old, new), "utf-8")


def a_page_of_another_version_is_renewed_while_it_is_open(
    open_context: OpenContext, folder: Path, tmp_path: Path
) -> None:
    host = shutil.copytree(folder, tmp_path / "stranded")
    speak(host, "${MINE}v3 ", "${MINE}")
    with hosted(host) as site:
        context = open_context(**PHONE, base_url=site)
        phone = Sheet.open(context.new_page(), TABLE, "misterra/")
        is_ready(phone.page)
        renew(host / PREFIX)
        speak(host, "`${MINE}`", "`${MINE}v3 `")
        phone.page.reload()
        expect(phone.page.locator("html")).to_have_attribute("data-edition", LATER)
        assert phone.kept() == TABLE


def little_is_transferred(folder: Path) -> None:
    site = folder / PREFIX
    # Icons and screenshots are fetched when the page is installed.
    files = [
        each
        for each in (*site.glob("page/**/*"), *site.glob("engine/*"))
        if each.suffix not in ("", ".png")
    ]
    assert sum(each.stat().st_size for each in files) < MOST_BYTES


def examples(app: Flask) -> list[Request]:
    """A request to every operation under /v3/ that has an example, and what is no operation."""
    asked = [
        Request(each.method, game.path + each.path, each.schema and each.example, language)
        for game, language in zip(games_of(app), ("en", "de", "fr", "nl"), strict=True)
        for each in game.operations
        if each.schema is None or each.judge is not None
    ]
    wrong = [Request("POST", each.path, {"unknown": []}, each.language) for each in asked]
    return [*asked, *wrong, Request("GET", "/v3"), Request("GET", "/v3/nothing")]


def the_engine_answers_every_example_with_the_bytes_of_the_service(
    client: FlaskClient, folder: Path, tmp_path: Path
) -> None:
    requests = examples(client.application)
    assert len(requests) > 80
    with engine(folder / PREFIX, tmp_path) as device:
        for request in requests:
            expected, answered = served(client, request), device.ask(request)
            if not expected.is_cut and not answered.is_cut:
                assert answered.comparable == expected.comparable, request


def searches_on_the_device_end_at_their_limits(folder: Path, tmp_path: Path) -> None:
    # Nothing is known of the board, so the search for what it may show takes longer than it may.
    empty = ["....."] * 5
    tiles = {"mud": 6, "sand": 8, "grass": 6, "rock": 5}
    table = {"board": "short", "terrain": empty, "crops": empty, "tiles": tiles}
    request = Request("POST", "/v3/tiwanaku/deductions", {"snapshot": table, "time_limit_ms": 1000})
    with engine(folder / PREFIX, tmp_path) as device:
        reply = device.ask(request)
    assert reply.status == 200
    assert json.loads(reply.text)["truncated"]


def the_engine_refers_photographs_to_a_service(folder: Path, tmp_path: Path) -> None:
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
        reply = device.ask(Form("POST", "/v3/misterra/photos"))
    assert (reply.status, "/problems/not-installed" in reply.text) == (501, True)


def test_a_game_is_entered_and_scored_on_the_device(
    open_context: OpenContext, folder: Path, client: FlaskClient, port: int, tmp_path: Path
) -> None:
    a_game_of_misterra_is_entered_and_scored_offline(open_context, folder, client)
    a_served_page_is_kept_and_judges_when_the_service_is_gone(open_context, folder, port, tmp_path)


def test_an_update_is_taken_at_the_next_start_or_where_it_must_be_at_once(
    open_context: OpenContext, folder: Path, tmp_path: Path
) -> None:
    an_update_is_taken_at_the_next_start_and_said_though_the_host_is_gone(
        open_context, folder, tmp_path
    )
    a_page_of_another_version_is_renewed_while_it_is_open(open_context, folder, tmp_path)


def test_the_engine_is_small_and_answers_as_the_service_does(
    folder: Path, client: FlaskClient, tmp_path: Path
) -> None:
    little_is_transferred(folder)
    the_engine_answers_every_example_with_the_bytes_of_the_service(client, folder, tmp_path)
    searches_on_the_device_end_at_their_limits(folder, tmp_path)
    the_engine_refers_photographs_to_a_service(folder, tmp_path)
