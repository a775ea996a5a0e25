"""Deductions, hints and scenarios on Tiwanaku's page."""

import re
from typing import Any

import pytest
import requests
from playwright.sync_api import Locator, expect

from page.conftest import DESK, PHONE, OpenContext
from page.sheet import Sheet
from page.test_everyone import serious

TABLE: dict[str, Any] = {
    "board": "short",
    "terrain": ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"],
    "crops": ["1....", ".4...", "..5..", "....2", "....5"],
    "tiles": {"mud": 7, "sand": 9, "grass": 4, "rock": 5},
    "disc": None,
}
PATIENCE = 90_000


def opened(open_context: OpenContext, kept: Any = TABLE, **options: Any) -> Sheet:
    page = open_context(**(options or DESK), service_workers="block").new_page()
    return Sheet.open(page, kept, "/tiwanaku/")


@pytest.fixture(scope="module")
def known(server: str) -> dict[str, Any]:
    """Return the API's response for the table."""
    position = {key: TABLE[key] for key in ("board", "terrain", "crops", "tiles")}
    body = {**position, "time_limit_ms": 3000}
    response = requests.post(f"{server}/v1/tiwanaku/deductions", json=body, timeout=60)
    answer: dict[str, Any] = response.json()
    return answer


def disc(sheet: Sheet) -> Locator:
    return sheet.page.locator(".board.disc")


def lit(sheet: Sheet, mark: str = "lit") -> set[str | None]:
    spaces = disc(sheet).locator(f".is-{mark}")
    return {spaces.nth(at).get_attribute("data-space") for at in range(spaces.count())}


def ask(sheet: Sheet, name: str) -> None:
    sheet.tap(sheet.page.get_by_role("button", name=name, exact=True))


def test_highlights_certain_values_and_lists_possible_ones(
    open_context: OpenContext, known: dict[str, Any]
) -> None:
    desk = opened(open_context)
    ask(desk, "All of it")
    certain = desk.page.locator(".certain li")
    expect(certain).to_have_count(len(known["certain"]), timeout=PATIENCE)
    assert lit(desk, "certain") == {one["space"] for one in known["certain"]}
    expect(desk.page.get_by_text("2 discs fit.")).to_be_visible()
    assert known["worlds"] == {"count": 2, "exact": True}
    open_levels = "".join(map(str, known["spaces"]["D3"]["crops"]))
    expect(desk.space(disc(desk), "D3").locator(".pencil")).to_have_text(open_levels)
    desk.page.get_by_role("switch", name="Pencil marks").uncheck()
    expect(desk.page.locator(".pencil")).to_have_count(0)


def test_shows_the_reasons_of_a_certain_value_step_by_step(
    open_context: OpenContext, known: dict[str, Any]
) -> None:
    read_a_chain(opened(open_context), known)


def read_a_chain(sheet: Sheet, known: dict[str, Any]) -> None:
    """Ask for all that is certain, and read why a value is, step by step."""
    ask(sheet, "All of it")
    one = next(one for one in known["certain"] if one["steps"] and "terrain" in one)
    expect(sheet.page.locator(".certain li").first).to_be_visible(timeout=PATIENCE)
    ask(sheet, f"{one['space']}: {one['terrain']}")
    chain = [step for step in known["steps"] if step["id"] in one["steps"]]
    shown = sheet.page.locator(".step")
    for at, step in enumerate(chain, 1):
        expect(shown).to_have_text(f"{at} of {len(chain)} {step['explanation']}")
        assert lit(sheet) == set(step["spaces"])
        if at < len(chain):
            ask(sheet, "Next step")


def test_a_hint_shows_only_the_easiest_step(
    open_context: OpenContext, known: dict[str, Any]
) -> None:
    desk = opened(open_context)
    ask(desk, "A hint")
    shown = desk.page.locator(".step")
    expect(shown).to_be_visible(timeout=PATIENCE)
    shortest = min(len(one["steps"]) for one in known["certain"] if one["steps"])
    assert shown.inner_text() in {step["explanation"] for step in known["steps"]}
    assert lit(desk)
    expect(desk.page.locator(".certain")).to_have_count(0)
    expect(desk.page.locator(".pencil")).to_have_count(0)
    expect(desk.page.locator(".reason h3")).to_have_count(0)
    for _ in range(shortest - 1):
        ask(desk, "One step more")
    expect(desk.page.get_by_role("button", name="One step more")).to_have_count(0)


def test_changing_the_board_says_that_tiles_are_removed(
    open_context: OpenContext,
) -> None:
    phone = opened(open_context, **PHONE)
    gone = phone.page.get_by_text("what lay on the last one is gone")
    phone.go("Game")
    phone.tap(phone.page.get_by_role("button", name="Long"))
    expect(gone).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Short"))
    expect(gone).to_have_count(0)


def test_reports_a_board_without_a_world(open_context: OpenContext) -> None:
    # Two crops of level 5 touch, which the rules forbid.
    crops = ["5....", "5....", *TABLE["crops"][2:]]
    desk = opened(open_context, {**TABLE, "crops": crops})
    ask(desk, "All of it")
    expect(desk.page.locator(".troubles")).to_be_visible(timeout=PATIENCE)


def test_plays_a_scenario_with_the_wheel_and_prints_it(
    open_context: OpenContext, server: str
) -> None:
    body = {"board": "short", "seed": 7, "unique": "from_start"}
    answer = requests.post(f"{server}/v1/tiwanaku/scenarios", json=body, timeout=60).json()
    hidden = answer["disc"]
    phone = opened(open_context, None, **PHONE)
    phone.page.get_by_label("Number").fill("7")
    ask(phone, "Play it")
    board = disc(phone)
    expect(board).to_be_visible(timeout=60_000)
    for y, row in enumerate(hidden["terrain"], 1):
        for column, letter in zip("ABCDE", row, strict=True):
            shown = letter if f"{column}{y}" in hidden["start"] else "."
            assert phone.space(board, f"{column}{y}").get_attribute("data-tile") == shown
    phone.choose("Ask the wheel")
    space = next(f"{column}1" for column in "ABCDE" if f"{column}1" not in hidden["start"])
    at = "ABCDE".index(space[0])
    phone.tap(phone.space(board, space))
    expect(phone.space(board, space)).to_have_attribute("data-tile", hidden["terrain"][0][at])
    phone.tap(phone.space(board, space))
    expect(phone.space(board, space).locator(".crop")).to_have_text(hidden["crops"][0][at])
    pdf = phone.page.pdf(format="A4", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_reports_no_serious_violation(open_context: OpenContext, scheme: str) -> None:
    phone = opened(open_context, **{**PHONE, "color_scheme": scheme})
    for station in ("Game", "Board", "Known"):
        phone.go(station)
        assert serious(phone) == []
    ask(phone, "All of it")
    expect(phone.page.locator(".certain li").first).to_be_visible(timeout=PATIENCE)
    assert serious(phone) == []


@pytest.mark.parametrize("language", ["en", "nl", "fr", "de"])
@pytest.mark.parametrize("board", ["short", "long"])
def test_fits_a_phone_in_every_language(
    open_context: OpenContext, language: str, board: str
) -> None:
    phone = opened(open_context, TABLE, **{**PHONE, "locale": language})
    if board == "long":
        phone.page.locator(".segments button").nth(1).tap()
    for at in range(1, 4):
        phone.page.locator(f".stop:nth-child({at})").tap()
        assert not re.search(r"\b[a-z_]+\.[a-z_]+\b", phone.page.locator("body").inner_text())
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_scenario_says_when_it_is_solved(open_context: OpenContext) -> None:
    disc = {
        "terrain": ["MMSSS", "SGRSG", "RGRSR", "MGMMM", "GGRRM"],
        "crops": ["12345"] * 5,
    }
    table = {
        "board": "short",
        "terrain": disc["terrain"],
        "crops": [*disc["crops"][:4], "12354"],
        "tiles": {"mud": 7, "sand": 6, "grass": 6, "rock": 6},
        "players": [],
        "disc": disc,
    }
    phone = Sheet.open(
        open_context(**PHONE, service_workers="block").new_page(), table, path="/tiwanaku/"
    )
    phone.go("Board")
    said = phone.page.locator(".next-step")
    expect(said).to_contain_text("2 spaces are wrong.")
    for space, level in (("D5", 4), ("E5", 5)):
        phone.choose(f"level {level}")
        phone.tap(phone.space(phone.page.locator(".board.disc"), space))
    expect(said).to_contain_text("Solved: every tile and crop is right.")
