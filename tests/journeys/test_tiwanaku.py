"""Deductions, hints and scenarios on Tiwanaku's page."""

import os
import re
from typing import Any

import pytest
import requests
from playwright.sync_api import Locator, Route, expect

from journeys.conftest import DESK, PHONE, OpenContext, Visit
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


def a_hint_tells_where_then_by_which_rule_then_what(visit: Visit, server: str) -> None:
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


def drawn(server: str, difficulty: str, seed: int) -> dict[str, Any]:
    """Return a disc that the service draws."""
    body = {"draw": {"board": "short", "seed": seed, "difficulty": difficulty}}
    answer = requests.post(f"{server}/v3/tiwanaku/scenarios", json=body, timeout=60).json()
    found: dict[str, Any] = answer["disc"]
    return found


def plays_a_hard_puzzle_with_the_wheel_and_prints_it(visit: Visit, server: str) -> None:
    hidden = drawn(server, "hard", 7)
    phone = opened(visit, None, **PHONE)
    ask(phone, "Hard")
    phone.page.get_by_label("Number").fill("7")
    ask(phone, "Play")
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
    assert phone.kept()["puzzle"]["hints"] == 2
    # Given tiles cannot be taken away.
    given = phone.space(board, hidden["start"][0])
    phone.choose("Take away")
    phone.tap(given)
    expect(given).not_to_have_attribute("data-tile", ".")
    pdf = phone.page.pdf(format="A4", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


MOST_TAPS = 45


def a_puzzle_is_solved_with_hints_by_touch(visit: Visit, server: str) -> None:
    hidden = drawn(server, "easy", 1)
    phone = opened(visit, None, **PHONE)
    page, bar = phone.page, phone.page.locator(".next-step")
    phone.tap(page.get_by_role("button", name="Play", exact=True))
    left = 25 - len(hidden["start"])
    expect(bar).to_contain_text(f"{left} crops to go.")
    for column, row in (space for space in hidden["start"]):
        level = hidden["crops"][int(row) - 1]["ABCDE".index(column)]
        crop = phone.space(disc(phone), column + row).locator(".crop")
        expect(crop).to_have_text(level)
    phone.tap(bar.get_by_role("button", name="A hint"))
    expect(page.locator(".reason")).to_contain_text("Look at ")
    shot(phone, "hint-where")
    phone.tap(bar.get_by_role("button", name="Which rule"))
    expect(page.locator(".reason")).to_be_visible()
    shot(phone, "hint-rule")
    for laid in range(1, left + 1):
        phone.tap(page.get_by_role("button", name="What to lay").first)
        lay = bar.get_by_role("button", name="Lay it")
        expect(lay).to_be_visible()
        expect(page.locator(".board.disc")).to_be_in_viewport(ratio=0.6)
        if laid == 1:
            shot(phone, "hint-step")
        phone.tap(lay)
        if laid < left:
            expect(bar).to_contain_text(re.compile(rf"^\s*{left - laid} crops? to go"))
    expect(bar).to_contain_text(re.compile(rf"Solved in \d+:\d\d\. {left} hints used\."))
    shot(phone, "solved")
    assert phone.taps <= MOST_TAPS, phone.taps
    table = phone.kept()
    assert (table["terrain"], table["crops"]) == (hidden["terrain"], hidden["crops"])
    phone.tap(bar.get_by_role("button", name="Next puzzle"))
    expect(bar).to_contain_text("to go.")
    kept = phone.kept()
    assert (kept["puzzle"]["seed"], kept["puzzle"]["hints"]) == (2, 0)
    assert kept["disc"]["terrain"] == drawn(server, "easy", 2)["terrain"]


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
    phone.go("Game")
    ask(phone, "Play")
    expect(phone.page.locator(".next-step")).to_contain_text("crops to go.")
    ask(phone, "A hint")
    ask(phone, "What to lay")
    expect(phone.page.locator(".proof")).to_be_visible()
    assert serious(phone) == []


def fits_a_phone_in_every_language(visit: Visit, language: str, board: str) -> None:
    phone = opened(visit, TABLE, **{**PHONE, "locale": language})
    if board == "long":
        phone.page.locator('[data-station="game"] .segments button').nth(1).tap()
    for at in range(1, 4):
        phone.page.locator(f".stop:nth-child({at})").tap()
        assert not re.search(r"\b[a-z_]+\.[a-z_]+\b", phone.page.locator("body").inner_text())
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


CROPS = {"1": "sweet potato", "2": "coca leaves", "3": "chili", "4": "maize", "5": "quinoa"}


def wrong_tiles_are_marked_if_wished(visit: Visit) -> None:
    disc = {
        "terrain": ["SGRMM", "GGRRM", "GSSRR", "GRSSS", "MRRRR"],
        "crops": ["15213", "24342", "15151", "34342", "15213"],
    }
    table = {
        "board": "short",
        "terrain": disc["terrain"],
        "crops": [*disc["crops"][:4], "25215"],
        "tiles": {"mud": 4, "sand": 6, "grass": 5, "rock": 10},
        "players": [],
        "disc": disc,
        "start": ["B1"],
        "puzzle": {"difficulty": "easy", "seed": 1, "time": 61_000, "moved": 0, "hints": 1},
    }
    phone = opened(visit, table, **PHONE)
    phone.go("Tiles")
    said = phone.page.locator(".next-step")
    expect(said).to_contain_text("2 spaces are wrong.")
    assert lit(phone, "wrong") == set()
    phone.tap(said.get_by_role("button", name="Show which"))
    expect(phone.page.locator(".is-wrong")).to_have_count(2)

    # A half-done puzzle is kept when another one is opened, which one hint does not change.
    phone.go("Game")
    ask(phone, "Play")
    expect(said).to_contain_text("crops to go.")
    expect(phone.page.locator("#app > .notice")).to_contain_text("The last one is under Games.")
    kept = phone.kept()
    right, crops = kept["disc"]["crops"], "".join(kept["crops"])
    at = crops.index(".")
    near = {crops[y * 5 + x] for y in range(2) for x in range(5) if abs(x - at % 5) <= 1}
    level = next(one for one in "12345" if one not in near | {right[0][at]})
    phone.choose(f"{CROPS[level]} ({level})")
    phone.tap(phone.space(phone.page.locator(".board.disc"), f"{'ABCDE'[at]}1"))
    expect(said).to_contain_text(f"{crops.count('.') - 1} crops to go.")
    expect(phone.page.locator(".is-wrong")).to_have_count(0)
    phone.menu("Games on this device")
    phone.tap(phone.page.locator(".game").filter(has_text="Puzzle 1, Easy"))
    phone.go("Tiles")
    expect(said).to_contain_text("2 spaces are wrong.")
    phone.tap(said.get_by_role("button", name="Show which"))
    assert lit(phone, "wrong") == {"A5", "E5"}
    for space, crop in (("A5", "sweet potato (1)"), ("E5", "chili (3)")):
        phone.choose(crop)
        phone.tap(phone.space(phone.page.locator(".board.disc"), space))
    # The pause since the last move counts as five minutes.
    expect(said).to_contain_text(re.compile(r"Solved in 6:0\d\. 1 hint used\."))
    expect(phone.page.locator(".is-wrong")).to_have_count(0)


def the_puzzle_of_the_day_counts_days_in_a_row(open_context: OpenContext, server: str) -> None:
    hidden = drawn(server, "medium", 20261125)
    table = {
        "board": "short",
        "terrain": hidden["terrain"],
        "crops": hidden["crops"],
        "tiles": hidden["tiles"],
        "players": [],
        "disc": {"terrain": hidden["terrain"], "crops": hidden["crops"]},
        "start": hidden["start"],
        "puzzle": {"difficulty": "medium", "seed": 20261125, "time": 0, "moved": 0, "hints": 0},
    }
    page = open_context(**PHONE, service_workers="block").new_page()
    page.clock.set_fixed_time("2026-11-25T12:00:00")
    page.goto("/tiwanaku/")
    page.locator("#view").wait_for()
    page.evaluate("localStorage.setItem('theodolite.habits', '{\"days\": [20261122, 20261124]}')")
    phone = Sheet.open(page, table, path="/tiwanaku/")
    phone.go("Tiles")
    expect(page.locator(".solved >> nth=0")).to_contain_text("Puzzle of the day")
    expect(page.locator(".solved >> nth=0")).to_contain_text("2 days in a row.")
    phone.go("Game")
    phone.tap(page.get_by_role("button", name="Puzzle of the day"))
    left = 25 - len(hidden["start"])
    expect(page.locator(".next-step")).to_contain_text(f"{left} crops to go.")
    assert phone.kept()["puzzle"]["seed"] == 20261125
    habits = page.evaluate("JSON.parse(localStorage.getItem('theodolite.habits')).days")
    assert habits == [20261122, 20261124, 20261125]
    # The day after tomorrow the row is broken.
    page.clock.set_fixed_time("2026-11-27T12:00:00")
    page.reload()
    phone.go("Game")
    expect(page.get_by_role("button", name="Puzzle of the day")).to_be_visible()
    expect(page.get_by_text("in a row")).to_have_count(0)


def a_hard_long_puzzle_says_how_long_it_takes_and_can_be_cancelled(
    visit: Visit,
) -> None:
    phone = opened(visit, None, **PHONE)
    phone.tap(phone.page.get_by_role("button", name="Long, 9 \u00d7 5"))
    phone.tap(phone.page.get_by_role("button", name="Hard", exact=True))
    before = phone.kept()
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    phone.page.route("**/tiwanaku/scenarios", hold)
    ask(phone, "Play")
    says = phone.page.get_by_text("This can take 15 seconds")
    expect(says).to_be_visible()
    expect(phone.page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    ask(phone, "Cancel")
    expect(says).to_have_count(0)
    expect(phone.page.get_by_role("button", name="Cancel", exact=True)).to_have_count(0)
    assert phone.kept() == before

    # One that is asked for afterwards is dealt.
    phone.page.unroute("**/tiwanaku/scenarios")
    phone.tap(phone.page.get_by_role("button", name="Easy", exact=True))
    ask(phone, "Play")
    expect(phone.page.locator(".next-step")).to_contain_text("to go.")
    assert len(asked) == 1


def test_what_is_certain_is_shown_with_its_reasons(
    visit: Visit, known: dict[str, Any], server: str
) -> None:
    highlights_certain_values_and_lists_possible_ones(visit, known)
    shows_the_reasons_of_a_certain_value_step_by_step(visit, known)
    a_touched_space_tells_its_reason_or_how_likely_each_value_is(visit, known)
    a_hint_tells_where_then_by_which_rule_then_what(visit, server)


def test_the_page_says_why_a_board_is_wrong(visit: Visit) -> None:
    changing_the_board_says_that_tiles_are_removed(visit)
    for rows in WITHOUT_A_WORLD:
        reports_a_board_without_a_world(visit, rows)
    equal_crops_that_touch_are_marked_at_once(visit)
    wrong_tiles_are_marked_if_wished(visit)


def test_a_puzzle_is_dealt_and_solved_with_hints_by_touch(visit: Visit, server: str) -> None:
    a_puzzle_is_solved_with_hints_by_touch(visit, server)


def test_puzzles_are_hard_or_of_the_day(
    visit: Visit, server: str, open_context: OpenContext
) -> None:
    plays_a_hard_puzzle_with_the_wheel_and_prints_it(visit, server)
    the_puzzle_of_the_day_counts_days_in_a_row(open_context, server)
    a_hard_long_puzzle_says_how_long_it_takes_and_can_be_cancelled(visit)


def test_tiwanaku_is_accessible_and_fits_a_phone(visit: Visit) -> None:
    for scheme in ("light", "dark"):
        axe_reports_no_serious_violation(visit, scheme)
    for board in ("short", "long"):
        fits_a_phone_in_every_language(visit, "de", board)
