"""Games, undo steps, records and links of an earlier edition open in this one.

The files below `saved` were written with the page of the edition that they name. A file is never
written again; its `shown` may follow a new wording, but no other number, space or name.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from journeys.conftest import BARE, PHONE, OpenContext
from journeys.sheet import Sheet
from journeys.test_every_game import GAMES, RESULTS, Played

SAVED = Path(__file__).parent / "saved"
PUT = """storage => {
    for (const key in storage) localStorage.setItem(key, JSON.stringify(storage[key]));
}"""
BOARDS = """boards => boards.map(board => [...board.querySelectorAll("[data-space]")].map(space =>
    (space.dataset.tile ?? "") + (space.querySelector(".crop")?.dataset.level ?? "")
).join(""))"""
TOTALS = """places => Object.fromEntries(places.map(place =>
    [".name", "b"].map(part => place.querySelector(part).textContent)
))"""
PRESS_ALL = f"""async button => {{
    const states = [];
    while (!button.disabled) {{
        button.click();
        await new Promise(done => setTimeout(done));
        states.push(({BOARDS})([document]).join(""));
    }}
    return states;
}}"""
"""Presses Undo or Redo to the end, and returns the tiles after each step."""


def seen(sheet: Sheet, played: Played) -> dict[str, Any]:
    """Return what a game and its link show: the boards, the totals and who leads."""
    page, (station, _) = sheet.page, RESULTS[played.name]
    leader = page.locator(".moment .leader")
    # A puzzle has no result.
    if page.locator(".stop").get_by_text(station, exact=True).count() > 0:
        sheet.go(station)
        expect(leader).not_to_have_text("…")
    return {
        "boards": page.locator(".board").evaluate_all(BOARDS),
        "totals": page.locator(".podium li").evaluate_all(TOTALS),
        "leader": leader.all_text_contents(),
    }


def shown(sheet: Sheet, played: Played) -> dict[str, Any]:
    """Return what the open game shows, its record, and its steps of undo and redo."""
    result = seen(sheet, played)
    if not result["leader"]:
        sheet.go(played.station)
        result["bar"] = sheet.page.locator(".next-step .missing").text_content()
    record = sheet.page.get_by_role("region", name="Record of the game")
    replay = record.get_by_role("button", name="Replay the record")
    if replay.count() > 0:
        sheet.tap(replay)
        expect(record.locator(".verdict")).to_be_visible()
    turns = record.locator(".verdict, .standing, .replay li").all_text_contents()
    header = sheet.page.locator(".masthead")
    undo, redo = (header.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    back: list[str] = undo.evaluate(PRESS_ALL)
    forth: list[str] = redo.evaluate(PRESS_ALL)
    undone = len(forth) - len(back)
    for _ in range(undone):
        undo.click()
    steps = {"undo": len(back), "redo": undone, "different_boards": len({*back, *forth})}
    return {**result, "turns": turns, "steps": steps}


def open_oldest(sheet: Sheet) -> str:
    """Open the game at the end of the list, which moves to its top; return its name there."""
    sheet.menu("Games on this device")
    game = sheet.page.locator(".game").last
    name = game.locator("b").inner_text()
    game.click()
    # Without the answer on another game, which a page that stays open shows for a second.
    sheet.page.reload()
    sheet.page.locator("#view").wait_for()
    return name


@pytest.mark.parametrize("played", GAMES, ids=[played.name for played in GAMES])
def test_what_an_earlier_edition_saved_opens(open_context: OpenContext, played: Played) -> None:
    saved = json.loads((SAVED / f"{played.name}.json").read_text("utf-8"))
    own, friends = (open_context(**PHONE, service_workers="block") for _ in range(2))
    page, other = own.new_page(), friends.new_page()
    page.goto(BARE)
    page.evaluate(PUT, saved["storage"])
    sheet = Sheet.open(page, path=f"/{played.name}/")
    # Nothing was set aside, which would be said instead.
    expect(page.locator("#app > .notice")).to_contain_text("This page was updated.")
    for game in saved["games"]:
        assert open_oldest(sheet) == game["name"]
        assert shown(sheet, played) == game["shown"]
        friend = Sheet.open(other, path=f"/{played.name}/{game['link']}")
        expect(other.locator(".shared")).to_be_visible()
        shared = seen(friend, played)
        assert shared == {part: game["shown"][part] for part in shared}
        other.goto(BARE)
