"""The memory of the device, by touch: games, players, statistics and a backup file."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from journeys.conftest import PHONE, OpenContext
from journeys.sheet import TABLE, Sheet
from journeys.test_every_game import WON

CASSANDRA, ELLIOTT = TABLE["players"]
FINISHED = {**TABLE, "players": [CASSANDRA, {**ELLIOTT, "claims": ["C2"]}]}
MISTERRA = re.compile("Cassandra 42 · Elliott")
TIWANAKU = re.compile("Ana .*Bo")


def memory(page: Page, tab: str) -> Locator:
    """Open a part of what the device remembers, from the first page."""
    page.goto("/misterra/" if page.url.endswith("/#memory") else "/#memory")
    page.goto("/#memory")
    page.locator(".memory").get_by_role("button", name=tab, exact=True).tap()
    return page.locator(".memory")


def game(page: Page, names: "str | re.Pattern[str]") -> Locator:
    return page.locator(".game").filter(has_text=names)


def games_of_two_kinds_are_listed_and_opened(page: Page) -> Sheet:
    Sheet.open(page, WON["tiwanaku"], "/tiwanaku/").go("Result")
    expect(page.locator(".podium b")).to_have_count(2)
    phone = Sheet.open(page, FINISHED)
    phone.expect_total("Cassandra", 42)
    phone.menu("Games on this device")
    expect(game(page, MISTERRA)).to_contain_text("Maps of Misterra")
    expect(game(page, MISTERRA)).to_have_attribute("aria-current", "true")
    phone.tap(game(page, TIWANAKU))
    expect(page).to_have_url(re.compile("/tiwanaku/$"))
    expect(page.locator(".board.disc")).to_be_attached()
    memory(page, "Games")
    expect(page.locator(".game")).to_have_count(2)
    phone.tap(game(page, MISTERRA))
    expect(page).to_have_url(re.compile("/misterra/$"))
    phone.expect_total("Cassandra", 42)
    return phone


def row(page: Page, title: str, name: str) -> list[str]:
    table = page.get_by_role("table", name=title)
    return table.get_by_role("row").filter(has_text=name).locator("td").all_inner_texts()


def statistics_count_finished_games_by_kind(page: Page) -> None:
    memory(page, "Statistics")
    table = page.get_by_role("table", name="Maps of Misterra")
    expect(table).to_contain_text("Fidelity")
    assert row(page, "Maps of Misterra", "Wins") == ["1", "0"]
    assert row(page, "Maps of Misterra", "Average")[0] == "42"
    assert row(page, "Tiwanaku", "Games") == ["1", "1"]
    expect(page.locator(".pairs").first.locator("b")).to_have_text("1 : 0")


def known_names_are_offered(page: Page, phone: Sheet) -> None:
    for path in ("/misterra/", "/cartographers/"):
        phone = Sheet.open(page, path=path)
        phone.menu("New game")
        known = page.get_by_role("group", name="Known players")
        phone.tap(known.get_by_role("button", name="Elliott"))
        phone.tap(known.get_by_role("button", name="Ana"))
        expect(known).to_have_count(0)
        assert [player["name"] for player in phone.kept()["players"]] == ["Elliott", "Ana"]


def examples_are_nobodys_games(page: Page, phone: Sheet) -> None:
    phone.menu("New game")
    phone.tap(page.get_by_role("button", name="Look at an example"))
    expect(page.locator(".podium b")).to_have_count(2)
    memory(page, "Games")
    expect(page.locator(".game")).to_have_count(5)
    expect(game(page, "Anna")).to_have_count(0)
    phone = Sheet.open(page)
    phone.tap(page.get_by_role("button", name="Look at an example"))
    phone.go("Island")
    phone.choose("jungle")
    phone.tap(phone.space(phone.island, "A1"))
    memory(page, "Games")
    expect(game(page, "Anna")).to_contain_text("Example")
    page.get_by_role("button", name="Statistics").tap()
    assert row(page, "Maps of Misterra", "Games") == ["1", "1"]


def restore(page: Page, file: Path) -> Locator:
    memory(page, "Backup")
    page.get_by_label("Restore a backup").set_input_files(file)
    return page.get_by_role("region", name="Restore a backup")


def a_backup_restores_all_and_loses_nothing(page: Page, phone: Sheet, folder: Path) -> None:
    memory(page, "Backup")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a backup").tap()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    before = page.evaluate(
        "Object.keys(localStorage).filter(key => !key.includes('answer')).sort()"
    )
    page.evaluate("localStorage.clear()")
    memory(page, "Games")
    expect(page.locator(".memory")).to_contain_text("No games are kept on this device yet.")
    asked = restore(page, file)
    expect(asked).to_contain_text("6 of them are not on this device.")
    phone.tap(asked.get_by_role("button", name="Add what is missing"))
    expect(page.locator(".memory")).to_contain_text("The backup is restored.")
    assert page.evaluate("Object.keys(localStorage).sort()") == before
    memory(page, "Games")
    phone.tap(game(page, MISTERRA))
    phone.expect_total("Cassandra", 42)
    assert phone.kept() == FINISHED

    phone.go("Island")
    phone.choose("jungle")
    phone.tap(phone.space(phone.island, "B1"))
    for button, row in (
        ("Cancel", "JJLS."),
        ("Add what is missing", "JJLS."),
        ("Add, and", "J.LS."),
    ):
        asked = restore(page, file)
        expect(asked).to_contain_text("1 game is different here.")
        phone.tap(asked.get_by_role("button", name=button))
        expect(asked).to_have_count(0)
        assert phone.kept()["island"][0] == row


def other_files_are_refused(page: Page, folder: Path) -> None:
    (whole,) = folder.glob("theodolite-*.json")
    for text in (whole.read_text("utf-8")[:-20], '{"theodolite": 1}', "\x00"):
        (folder / "other.json").write_text(text, "utf-8")
        asked = restore(page, folder / "other.json")
        expect(page.locator(".memory")).to_contain_text("Nothing was changed.")
        expect(asked).to_have_count(0)


def test_what_a_device_remembers(open_context: OpenContext, tmp_path: Path) -> None:
    page = open_context(**PHONE, service_workers="block").new_page()
    phone = games_of_two_kinds_are_listed_and_opened(page)
    statistics_count_finished_games_by_kind(page)
    known_names_are_offered(page, phone)
    examples_are_nobodys_games(page, phone)
    a_backup_restores_all_and_loses_nothing(page, phone, tmp_path)
    other_files_are_refused(page, tmp_path)
