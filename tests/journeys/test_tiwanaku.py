"""Deductions, hints and scenarios on Tiwanaku's page."""

import os
import re
from typing import Any

import pytest
import requests
from playwright.sync_api import Locator, expect

from journeys.conftest import DESK, PHONE, Visit
from journeys.sheet import Sheet
from journeys.test_everyone import serious

TABLE: dict[str, Any] = {
    "board": "short",
    "terrain": ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"],
    "crops": ["1....", ".4...", "..5..", "....2", "....5"],
    "tiles": {"mud": 7, "sand": 9, "grass": 4, "rock": 5},
    "disc": None,
}
PATIENCE = 90_000
SHOTS = os.environ.get("SHOTS")


def shot(sheet: Sheet, name: str) -> None:
    """Keep a screenshot in the folder `SHOTS`, if there is one to look at."""
    if SHOTS:
        sheet.page.screenshot(path=f"{SHOTS}/{name}.png")


def opened(visit: Visit, kept: Any = TABLE, **options: Any) -> Sheet:
    return visit(options or DESK, kept, "/tiwanaku/")


@pytest.fixture(scope="module")
def known(server: str) -> dict[str, Any]:
    """Return the API's response for the table."""
    position = {key: TABLE[key] for key in ("board", "terrain", "crops", "tiles")}
    body = {"snapshot": position, "time_limit_ms": 3000}
    response = requests.post(f"{server}/v3/tiwanaku/deductions", json=body, timeout=60)
    answer: dict[str, Any] = response.json()
    return answer


def disc(sheet: Sheet) -> Locator:
    return sheet.page.locator(".board.disc")


def lit(sheet: Sheet, mark: str = "lit") -> set[str | None]:
    spaces = disc(sheet).locator(f".is-{mark}")
    return {spaces.nth(at).get_attribute("data-space") for at in range(spaces.count())}


def ask(sheet: Sheet, name: str) -> None:
    sheet.tap(sheet.page.get_by_role("button", name=name, exact=True))


def highlights_certain_values_and_lists_possible_ones(visit: Visit, known: dict[str, Any]) -> None:
    desk = opened(visit)
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


def shows_the_reasons_of_a_certain_value_step_by_step(visit: Visit, known: dict[str, Any]) -> None:
    read_a_chain(opened(visit), known)


def read_a_chain(sheet: Sheet, known: dict[str, Any]) -> None:
    """Ask for all that is certain, and read why a value is, step by step."""
    ask(sheet, "All of it")
    one = next(one for one in known["certain"] if one["steps"] and "terrain" in one)
    expect(sheet.page.locator(".certain li").first).to_be_visible(timeout=PATIENCE)
    ask(sheet, f"{one['space']}: {one['terrain']}")
    chain = [step for step in known["steps"] if step["id"] in one["steps"]]
    shown = sheet.page.locator(".proof button")
    expect(shown).to_have_text([step["explanation"] for step in chain])
    for at, step in enumerate(chain):
        sheet.tap(shown.nth(at))
        expect(shown.nth(at)).to_have_attribute("aria-pressed", "true")
        assert lit(sheet) == {*step["spaces"], one["space"]}
    assert lit(sheet, "aim") == {one["space"]}


def a_touched_space_tells_its_reason_or_how_likely_each_value_is(
    visit: Visit, known: dict[str, Any]
) -> None:
    phone = opened(visit, **PHONE)
    page = phone.page
    phone.go("Known")
    ask(phone, "All of it")
    expect(page.locator(".certain li").first).to_be_visible(timeout=PATIENCE)
    shot(phone, "all")
    sure = next(one for one in known["certain"] if one["space"] == "B1")
    chain = [step for step in known["steps"] if step["id"] in sure["steps"]]
    phone.tap(phone.space(disc(phone), "B1"))
    expect(page.locator(".reason h3")).to_have_text("B1: coca leaves (2)")
    expect(page.locator(".proof button")).to_have_count(len(chain))
    numbered = {
        step["concludes"].get("space", step["concludes"].get("region_of")) for step in chain
    }
    marks = disc(phone).locator(".space:has(> .steps)")
    assert {marks.nth(at).get_attribute("data-space") for at in range(marks.count())} == (
        numbered if len(chain) > 1 else set()
    )
    shot(phone, "reason")
    # Two discs fit: the open crop is one or the other.
    phone.tap(phone.space(disc(phone), "D3"))
    shares = page.locator(".shares li")
    expect(shares).to_have_text(["sweet potato (1)50%", "chili (3)50%"])
    shot(phone, "odds")
    phone.tap(page.locator(".group > button").first)
    expect(page.locator(".shares")).to_have_count(0)
    assert lit(phone)


def a_hint_tells_where_then_by_which_rule_then_why_then_what(visit: Visit, server: str) -> None:
    position = {key: TABLE[key] for key in ("board", "terrain", "crops", "tiles")}
    body = {"snapshot": position, "max_tier": 3}
    hint = requests.post(f"{server}/v3/tiwanaku/hints", json=body, timeout=60).json()["hint"]
    desk = opened(visit)
    shown = desk.page.locator(".reason")
    ask(desk, "Where to look")
    expect(shown).to_have_text(f"Look at {' and '.join(hint['where'])}.", timeout=PATIENCE)
    assert lit(desk) == {*hint["where"]}
    ask(desk, "Which rule")
    expect(shown).to_contain_text("each once")
    expect(shown).not_to_contain_text("B1: coca leaves (2)")
    ask(desk, "Why")
    expect(shown).not_to_contain_text("B1: coca leaves (2)")
    assert lit(desk, "aim") == {hint["space"]}
    ask(desk, "What to lay")
    steps = [step["explanation"] for step in hint["steps"]]
    expect(desk.page.locator(".proof button")).to_have_text(steps)
    expect(shown.locator("h3")).to_have_text("B1: coca leaves (2)")
    assert lit(desk, "aim") == {hint["space"]}
    expect(desk.page.locator(".pencil")).to_have_count(0)
    ask(desk, "Lay it")
    expect(desk.space(disc(desk), "B1").locator(".crop")).to_have_text("2")
    expect(shown).to_have_count(0)


def changing_the_board_says_that_tiles_are_removed(
    visit: Visit,
) -> None:
    phone = opened(visit, **PHONE)
    gone = phone.page.get_by_text("what lay on the last one is gone")
    phone.go("Game")
    phone.tap(phone.page.get_by_role("button", name="Long"))
    expect(gone).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Short"))
    expect(gone).to_have_count(0)


WITHOUT_A_WORLD = (["5....", "5...."], ["1.2..", ".4..."])
"""First rows of crops: two of level 5 touch, and no disc fits."""


def reports_a_board_without_a_world(visit: Visit, rows: list[str]) -> None:
    phone = opened(visit, {**TABLE, "crops": [*rows, *TABLE["crops"][2:]]}, **PHONE)
    phone.go("Known")
    ask(phone, "All of it")
    trouble = phone.page.locator(".side .troubles >> visible=true")
    expect(trouble).to_be_visible(timeout=PATIENCE)
    # The sign stands in the first line of the words.
    assert trouble.evaluate("""list => {
        const icon = list.querySelector(".icon");
        const words = document.createRange();
        words.selectNodeContents(icon.nextSibling);
        return words.getClientRects()[0].top < icon.getBoundingClientRect().bottom;
    }""")


def equal_crops_that_touch_are_marked_at_once(visit: Visit) -> None:
    phone = opened(visit, **PHONE)
    phone.go("Tiles")
    bar = phone.page.locator(".next-step")
    expect(bar).to_contain_text("Still missing: 11 tiles")
    phone.choose("sweet potato (1)")
    phone.tap(phone.space(disc(phone), "B1"))
    expect(bar).to_contain_text("A1 and B1: Equal levels never touch, not even diagonally.")
    assert lit(phone, "wrong") == {"A1", "B1"}


def axe_reports_no_serious_violation(visit: Visit, scheme: str) -> None:
    phone = opened(visit, **{**PHONE, "color_scheme": scheme})
    for station in ("Game", "Tiles", "Known"):
        phone.go(station)
        assert serious(phone) == []
    ask(phone, "All of it")
    expect(phone.page.locator(".certain li").first).to_be_visible(timeout=PATIENCE)
    assert serious(phone) == []
    phone.tap(phone.space(disc(phone), "D3"))
    expect(phone.page.locator(".shares").first).to_be_visible()
    assert serious(phone) == []


def fits_a_phone_in_every_language(visit: Visit, language: str, board: str) -> None:
    phone = opened(visit, TABLE, **{**PHONE, "locale": language})
    if board == "long":
        phone.page.locator('[data-station="game"] .segments button').nth(1).tap()
    for at in range(1, 4):
        phone.page.locator(f".stop:nth-child({at})").tap()
        assert not re.search(r"\b[a-z_]+\.[a-z_]+\b", phone.page.locator("body").inner_text())
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_what_is_certain_is_shown_with_its_reasons(
    visit: Visit, known: dict[str, Any], server: str
) -> None:
    highlights_certain_values_and_lists_possible_ones(visit, known)
    shows_the_reasons_of_a_certain_value_step_by_step(visit, known)
    a_touched_space_tells_its_reason_or_how_likely_each_value_is(visit, known)
    a_hint_tells_where_then_by_which_rule_then_why_then_what(visit, server)


def test_the_page_says_why_a_board_is_wrong(visit: Visit) -> None:
    changing_the_board_says_that_tiles_are_removed(visit)
    for rows in WITHOUT_A_WORLD:
        reports_a_board_without_a_world(visit, rows)
    equal_crops_that_touch_are_marked_at_once(visit)


def test_tiwanaku_is_accessible_and_fits_a_phone(visit: Visit) -> None:
    for scheme in ("light", "dark"):
        axe_reports_no_serious_violation(visit, scheme)
    for board in ("short", "long"):
        fits_a_phone_in_every_language(visit, "de", board)
