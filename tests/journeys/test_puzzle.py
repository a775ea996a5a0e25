"""The puzzles of Tiwanaku by touch: an easy one alone, others with hints, notes and a lesson."""

import re
from typing import Any

import requests
from playwright.sync_api import Locator, expect

from journeys.conftest import PHONE, OpenContext, Visit
from journeys.sheet import Sheet
from journeys.test_everyone import serious

LEVELS = ["easy", "medium", "hard"]
CROPS = {"1": "sweet potato", "2": "coca leaves", "3": "chili", "4": "maize", "5": "quinoa"}
TERRAINS = {"M": "mud", "S": "sand", "G": "grass", "R": "rock"}
SPACES = [column + row for row in "12345" for column in "ABCDE"]
HINTS = ("A hint", "Which rule", "Why", "What to lay")


def drawn(server: str, difficulty: str, number: int) -> dict[str, Any]:
    """Return the disc of a puzzle: no two levels share a map."""
    body = {
        "board": "short",
        "seed": number * 3 + LEVELS.index(difficulty),
        "difficulty": difficulty,
        "unique": "from_terrain" if difficulty == "easy" else "from_start",
    }
    answer = requests.post(f"{server}/v3/tiwanaku/scenarios", json={"draw": body}, timeout=60)
    found: dict[str, Any] = answer.json()["disc"]
    return found


def at(rows: list[str], space: str) -> str:
    return rows[int(space[1]) - 1]["ABCDE".index(space[0])]


def opened(visit: Visit, **options: Any) -> Sheet:
    """Open the page; how it is played is shown once."""
    phone = visit(options or PHONE, path="/puzzle/")
    dialog = phone.page.get_by_role("dialog")
    expect(dialog.locator(".how-picture")).to_have_count(4)
    phone.tap(dialog.get_by_role("button", name="Let us play"))
    phone.page.reload()
    expect(phone.page.locator("#view")).to_be_visible()
    expect(dialog).to_have_count(0)
    return phone


def bar(phone: Sheet) -> Locator:
    return phone.page.locator(".next-step")


def disc(phone: Sheet) -> Locator:
    return phone.page.locator(".board.disc >> visible=true")


def press(phone: Sheet, name: str) -> None:
    button = phone.page.get_by_role("button", name=name, exact=True)
    phone.tap(button.locator("visible=true").first)


def play(phone: Sheet, level: str, number: int) -> None:
    phone.go("Puzzles")
    press(phone, level.capitalize())
    phone.page.get_by_label("Number").fill(str(number))
    press(phone, "Play")
    expect(bar(phone)).to_contain_text("to go.")


def lay(phone: Sheet, hidden: dict[str, Any], space: str) -> None:
    """Lay what is right on a space."""
    for rows, names in ((hidden["terrain"], TERRAINS), (hidden["crops"], CROPS)):
        letter = at(rows, space)
        kind = "terrain" if names is TERRAINS else "crops"
        if at(phone.kept()[kind], space) == ".":
            phone.choose(names[letter] if names is TERRAINS else f"{names[letter]} ({letter})")
            phone.tap(phone.space(disc(phone), space))


def solves_an_easy_one_without_a_hint(phone: Sheet, server: str) -> None:
    hidden = drawn(server, "easy", 1)
    play(phone, "easy", 1)
    left = phone.page.get_by_role("list", name="Still to lay")
    crops = "".join(hidden["crops"])
    given = "".join(phone.kept()["crops"])
    expect(left.locator("b")).to_have_text(
        [str(crops.count(level) - given.count(level)) for level in "12345"]
    )
    expect(disc(phone).locator("[class*=ends-]").first).to_be_visible()
    open_ = [space for space in SPACES if at(phone.kept()["crops"], space) == "."]
    for level in CROPS:
        for space in open_:
            if at(hidden["crops"], space) == level:
                lay(phone, hidden, space)
    expect(bar(phone)).to_contain_text(re.compile(r"Solved in \d+:\d\d\. No hints used\."))
    press(phone, "Next puzzle")
    expect(bar(phone)).to_contain_text("to go.")
    assert phone.kept()["puzzle"]["seed"] == 2


def solves_with_hints(phone: Sheet, server: str, level: str) -> None:
    """Half by hints, a reload, the rest by hints; where none helps, the wheel is asked."""
    play(phone, level, 1)
    hidden = drawn(server, level, 1)
    shown = phone.page.locator(".reason")
    laid = 0
    while "Solved" not in bar(phone).inner_text():
        if laid == 5:
            before = phone.kept()
            phone.page.reload()
            phone.go("Puzzles")
            press(phone, f"Puzzle 1, {level.capitalize()}")
            assert phone.kept()["terrain"] == before["terrain"]
        phone.go("Hint")
        if laid == 0:
            for name in HINTS[:-1]:
                press(phone, name if name != "A hint" else "Where to look")
                expect(shown).to_be_visible()
                expect(shown.locator("h3")).to_have_count(0)
        press(phone, "What to lay")
        expect(shown).to_be_visible()
        action = bar(phone).get_by_role("button", name="Lay it")
        if action.count():
            space = shown.locator("h3").inner_text().partition(":")[0]
            phone.tap(action)
        else:
            table = phone.kept()
            space = next(one for one in SPACES if at(table["crops"], one) == ".")
            phone.go("Board")
            press(phone, "Show a space")
            phone.tap(phone.space(disc(phone), space))
            phone.tap(phone.page.get_by_role("dialog").locator(".main"))
        laid += 1
        table = phone.kept()
        assert at(table["terrain"], space) in (".", at(hidden["terrain"], space))
        assert at(table["crops"], space) in (".", at(hidden["crops"], space))
    assert (table["terrain"], table["crops"]) == (hidden["terrain"], hidden["crops"])
    phone.go("Board")
    expect(phone.page.locator(".solved")).to_contain_text("The hardest law in a hint")


def notes_guesses_and_the_way_back(phone: Sheet, server: str) -> None:
    play(phone, "medium", 2)
    hidden = drawn(server, "medium", 2)
    table = phone.kept()
    one, *others = (space for space in SPACES if at(table["terrain"], space) == ".")
    notes = phone.space(disc(phone), one).locator(".pencil")
    press(phone, "Notes")
    for crop in ("chili (3)", "maize (4)"):
        phone.choose(crop)
        phone.tap(phone.space(disc(phone), one))
    expect(notes).to_have_text("34")
    phone.tap(phone.space(disc(phone), one))
    expect(notes).to_have_text("3")
    press(phone, "Notes")
    phone.page.reload()
    expect(notes).to_have_text("3")
    phone.page.get_by_role("switch", name="No guessing").check()
    wrong = next(letter for letter in TERRAINS if letter != at(hidden["terrain"], one))
    phone.choose(TERRAINS[wrong])
    phone.tap(phone.space(disc(phone), one))
    notice = phone.page.locator("#app > .notice")
    expect(notice).to_contain_text("it cannot be known yet")
    phone.tap(notice.get_by_role("button", name="Close"))
    phone.page.get_by_role("switch", name="No guessing").uncheck()
    for space in others[:2]:
        lay(phone, hidden, space)
    press(phone, "Before the mistake")
    assert at(phone.kept()["terrain"], one) == "."
    assert phone.kept()["puzzle"]["hints"] == 1


def a_lesson_is_finished(phone: Sheet, server: str) -> None:
    boards = requests.get(f"{server}/page/puzzle/lessons.json", timeout=60).json()["separation"]
    phone.go("Learn")
    phone.tap(phone.page.get_by_role("button", name="Equal numbers apart"))
    for board in boards:
        answers = phone.page.get_by_role("group", name=f"What lies on {board['space']}?")
        wrong = next(level for level in CROPS if level != board["is"])
        for level, says in ((wrong, "Not this one"), (board["is"], "Right: ")):
            phone.tap(answers.get_by_label(f"{CROPS[level]} ({level})"))
            expect(phone.page.get_by_text(says)).to_be_visible()
        phone.tap(phone.page.locator(".station.now .main"))
    expect(phone.page.locator(".lessons")).to_contain_text("3 of 3")


def the_day_counts_and_is_in_the_calendar(open_context: OpenContext, server: str) -> None:
    page = open_context(**PHONE, service_workers="block").new_page()
    page.clock.set_fixed_time("2026-11-25T12:00:00")
    page.goto("/page/games.json")
    page.evaluate(
        "localStorage.setItem('theodolite.habits', '{\"days\": [20261124], \"how\": true}')"
    )
    page.goto("/#games")
    page.get_by_role("link", name="Today\u2019s puzzle").tap()
    page.wait_for_url("**/puzzle/")
    page.locator("#view").wait_for()
    phone = Sheet(page, "puzzle")
    expect(bar(phone)).to_contain_text("to go.")
    hidden = drawn(server, "medium", 20261125)
    for space in SPACES:
        lay(phone, hidden, space)
    expect(page.locator(".solved")).to_contain_text("2 days in a row.")
    phone.go("Puzzles")
    expect(page.get_by_label("Puzzle of day 25, solved")).to_be_visible()
    expect(page.get_by_label("Puzzle of day 26", exact=True)).to_be_disabled()
    expect(page.locator("tbody")).to_contain_text("Medium")


def is_accessible_and_fits(visit: Visit, scheme: str) -> None:
    phone = opened(visit, **{**PHONE, "color_scheme": scheme})
    play(phone, "easy", 3)
    for station in ("Puzzles", "Board", "Hint", "Learn"):
        phone.go(station)
        assert serious(phone) == []
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_puzzles_are_solved_in_one_session_with_a_reload(visit: Visit, server: str) -> None:
    phone = opened(visit)
    solves_an_easy_one_without_a_hint(phone, server)
    for level in ("medium", "hard"):
        solves_with_hints(phone, server, level)


def test_notes_guesses_lessons_and_days(
    visit: Visit, open_context: OpenContext, server: str
) -> None:
    phone = opened(visit)
    notes_guesses_and_the_way_back(phone, server)
    a_lesson_is_finished(phone, server)
    the_day_counts_and_is_in_the_calendar(open_context, server)
    for scheme in ("light", "dark"):
        is_accessible_and_fits(visit, scheme)
