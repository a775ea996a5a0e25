"""Whole games by keyboard alone, with a visible focus."""

import re
from typing import Any

import pytest
import requests
from playwright.sync_api import Locator, expect

from journeys import test_turn
from journeys.conftest import DESK, Visit
from journeys.sheet import Sheet
from journeys.test_cartographers import DECREES, DRAWN, on_side_a

MOST_STOPS = 150
VISIBLE = """() => {
    const one = document.activeElement;
    const {outlineStyle, outlineWidth} = getComputedStyle(one);
    const {width, height, bottom, top} = one.getBoundingClientRect();
    const inSight = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
    return inSight && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
}"""


def opened(visit: Visit, game: str) -> Sheet:
    return visit(DESK, path=f"/{game}/")


def reach(sheet: Sheet, target: Locator) -> None:
    """Press Tab until an element has the focus; every stop must be visible."""
    expect(target).to_be_visible()
    for _ in range(MOST_STOPS):
        if target.evaluate("one => one === document.activeElement"):
            return
        sheet.page.keyboard.press("Tab")
        focused = sheet.page.evaluate("document.activeElement !== document.body")
        assert not focused or sheet.page.evaluate(VISIBLE), sheet.page.evaluate(
            "document.activeElement.outerHTML.slice(0, 200)"
        )
    pytest.fail(f"Tab never comes to {target}")


def press(sheet: Sheet, target: Locator, key: str = "Enter") -> None:
    reach(sheet, target)
    sheet.page.keyboard.press(key)


def walk(sheet: Sheet, board: Locator, space: str, rows: str) -> None:
    """Move to a space by Tab and arrow keys."""
    first = board.locator('[data-space][tabindex="0"]')
    reach(sheet, first)
    here = first.get_attribute("data-space") or ""
    (row, column), (down, right) = (at(rows, one) for one in (here, space))
    for key, steps in (
        ("ArrowDown", down - row),
        ("ArrowUp", row - down),
        ("ArrowRight", right - column),
        ("ArrowLeft", column - right),
    ):
        for _ in range(steps):
            sheet.page.keyboard.press(key)
    expect(board.locator(f'[data-space="{space}"]')).to_be_focused()
    assert sheet.page.evaluate(VISIBLE)


def at(rows: str, space: str) -> tuple[int, int]:
    """Return row and column of a space whose name begins with either."""
    letter, number = "ABCDEFGHIJK".index(space[0]), int(space[1:]) - 1
    return (letter, number) if rows == "letters" else (number, letter)


def scores_a_season_of_cartographers(visit: Visit, server: str) -> None:
    desk = opened(visit, "cartographers")
    page = desk.page
    for name in ("Ann", "Ben"):
        field = page.get_by_label("Name").nth(0 if name == "Ann" else 1)
        reach(desk, field)
        page.keyboard.press("Control+a")
        page.keyboard.type(name)
    for at_, card in enumerate(DECREES.values()):
        # The decrees of the season are asked one after the other.
        if page.get_by_role("dialog").count() == 0:
            press(desk, page.locator(".decree").nth(at_))
        named = re.compile(card.replace("_", " "), re.IGNORECASE)
        press(desk, page.get_by_role("dialog").locator(".scoring-card").filter(has_text=named))
        if page.get_by_role("dialog").count() == 0:
            # The focus returns to the place from which the dialogs were opened.
            expect(page.locator(".decree").nth(max(at_ - 1, 0) if at_ < 2 else at_)).to_be_focused()
    for name in ("Ann", "Ben"):
        board = page.locator(f'.board[aria-label="Map of {name}"]')
        walk(desk, board, "A1", "letters")
        page.keyboard.type("".join(on_side_a(DRAWN)))
        press(desk, page.locator(".map-panel").filter(has=board).get_by_label("One coin more"))
    table = desk.kept()
    assert [player["drawn"] for player in table["players"]] == [on_side_a(DRAWN)] * 2
    body = {"snapshot": table}
    scores = requests.post(f"{server}/v3/cartographers/scores", json=body, timeout=60).json()
    for player in scores["players"]:
        desk.expect_total(player["name"], player["total"])
    line = page.locator(".score-line > button").first
    press(desk, line, "Space")
    expect(line).to_have_attribute("aria-pressed", "true")
    press(desk, page.get_by_role("button", name="Write down Spring, go on"))
    expect(page.locator(".notice")).to_contain_text("Spring")
    assert desk.kept()["season"] == "summer"
    page.keyboard.press("Control+z")
    assert desk.kept() == table
    page.keyboard.press("Control+y")
    assert desk.kept()["season"] == "summer"


def places_and_moves_a_shape(visit: Visit) -> None:
    desk = opened(visit, "cartographers")
    page = desk.page
    board = page.locator('.board[aria-label="Map of Player 1"]')
    press(desk, page.get_by_role("button", name="Draw a card"))
    press(desk, page.get_by_role("button", name="Great River"))
    press(desk, page.get_by_role("button", name="Shape 1, with a coin"))
    press(desk, page.get_by_role("button", name="Turn"))
    expect(board.locator(".is-reach").first).to_be_visible()
    walk(desk, board, "D2", "letters")
    page.keyboard.press("Enter")
    drawn = desk.kept()["players"][0]["drawn"]
    assert [row[1] for row in drawn[3:6]] == ["W", "W", "W"]


def deduces_a_puzzle_and_plays_a_turn_of_tiwanaku(
    visit: Visit,
) -> None:
    desk = opened(visit, "puzzle")
    page = desk.page
    press(desk, page.get_by_role("button", name="Let us play"))
    board = page.locator(".board.disc >> visible=true")
    press(desk, page.get_by_role("button", name="Hard"))
    number = page.get_by_label("Number")
    reach(desk, number)
    page.keyboard.press("Control+a")
    page.keyboard.type("7")
    press(desk, page.get_by_role("button", name="Play", exact=True))
    expect(board.locator(".crop").first).to_be_visible(timeout=60_000)
    bare = board.locator('[data-space][data-tile="."]').first.get_attribute("data-space") or ""
    press(desk, page.get_by_role("button", name="Show a space"))
    walk(desk, board, bare, "numbers")
    for shown in (desk.space(board, bare), desk.space(board, bare).locator(".crop")):
        page.keyboard.press("Enter")
        press(desk, page.get_by_role("dialog").locator(".main"))
        expect(shown).to_be_visible()
    expect(desk.space(board, bare)).not_to_have_attribute("data-tile", ".")
    press(desk, page.get_by_role("button", name="All of it"))
    press(desk, page.get_by_role("dialog").locator(".main"))
    expect(page.locator(".certain button").first).to_be_visible(timeout=60_000)
    press(desk, page.locator(".certain button").first)
    expect(page.locator(".proof")).to_be_visible()
    desk = visit(DESK, test_turn.TABLE, "/tiwanaku/")
    page, board = desk.page, desk.page.locator(".board.disc")
    reach(desk, page.locator("#tab-sheet"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-referee")).to_be_focused()
    space = ""
    # The meeple, then where it goes.
    for choice in (".is-reach", ".is-reach:not([aria-label*=meeple])"):
        end = board.locator(choice).first
        expect(end).to_be_visible()
        space = end.get_attribute("data-space") or ""
        walk(desk, board, space, "numbers")
        page.keyboard.press("Enter")
    wheel = page.get_by_role("button", name="mud", exact=True)
    if wheel.first.is_visible():
        press(desk, wheel.first)
    press(desk, page.get_by_role("button", name="Play it on the board"))
    table: dict[str, Any] = desk.kept()
    assert space in table["players"][0]["meeples"]


def types_on_a_board_and_clears_it(visit: Visit) -> None:
    desk = opened(visit, "tiwanaku")
    board = desk.page.locator(".board.disc")
    walk(desk, board, "B2", "numbers")
    desk.page.keyboard.type("MSG")
    desk.page.keyboard.press("ArrowLeft")
    desk.page.keyboard.type("3")
    assert desk.kept()["terrain"][1] == ".MSG."
    expect(desk.space(board, "D2").locator(".crop")).to_have_text("3")
    desk.space(board, "C2").focus()
    desk.page.keyboard.press("Delete")
    assert desk.kept()["terrain"][1] == ".M.G."


def test_games_are_played_by_keyboard_alone(visit: Visit, server: str) -> None:
    scores_a_season_of_cartographers(visit, server)
    places_and_moves_a_shape(visit)
    deduces_a_puzzle_and_plays_a_turn_of_tiwanaku(visit)
    types_on_a_board_and_clears_it(visit)
