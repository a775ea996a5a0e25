"""Double taps, reloads, other tabs and Back lose and change nothing, by touch."""

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from journeys import test_cartographers, test_puzzle, test_treasure_hunt, test_treasure_hunt_round
from journeys.conftest import PHONE, OpenContext, Visit
from journeys.sheet import TABLE, Sheet, wait_for
from journeys.test_accidents import middle
from journeys.test_treasure_hunt import board, marked, press

DOUBLE_TAP = """async (name) => {
    const press = () => [...document.querySelectorAll("button")].findLast(
        button => button.textContent.includes(name) && button.checkVisibility()
    );
    const {x, y, width, height} = press().getBoundingClientRect();
    press().click();
    let seen = Infinity;
    while (performance.now() < seen + 350) {
        document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button")?.click();
        await new Promise(resolve => setTimeout(resolve, 20));
        if (document.querySelector(".notice p")) seen = Math.min(seen, performance.now());
    }
}"""
"""Taps where a button is, until a double tap after its answer was seen."""


def a_double_tap_closes_one_season(visit: Visit) -> None:
    phone = test_cartographers.opened(visit, test_cartographers.table())
    phone.go("Score sheet")
    expect(phone.page.get_by_role("button", name="Write down Spring")).to_be_visible()
    phone.page.evaluate(DOUBLE_TAP, "Write down Spring")
    undo = phone.page.locator(".notice").get_by_role("button", name="Undo")
    expect(undo).to_be_in_viewport()
    assert phone.kept()["season"] == "summer"
    assert phone.page.evaluate("scrollY") == 0
    phone.tap(undo)
    assert phone.kept()["season"] == "spring"


def puzzle(visit: Visit) -> Sheet:
    phone = test_puzzle.opened(visit)
    test_puzzle.play(phone, "easy", 1)
    return phone


def hinted(visit: Visit) -> Sheet:
    phone = puzzle(visit)
    press(phone, "A hint")
    phone.tap(phone.page.locator(".segments").get_by_role("button", name="What to lay"))
    return phone


def at_pieces(visit: Visit) -> Sheet:
    phone = test_treasure_hunt.opened(visit, **PHONE)
    phone.go("Pieces")
    return phone


def with_a_roll(visit: Visit) -> Sheet:
    table = test_treasure_hunt_round.with_hands(["lost_shoe", "boat"], [])
    phone = test_treasure_hunt.opened(visit, table, **PHONE)
    test_treasure_hunt.roll(phone, "path", 7)
    test_treasure_hunt.draw_up(phone)
    expect(phone.page.locator(".reach-words")).to_be_visible()
    return phone


DOUBLE_TAPS = [
    (puzzle, "A hint"),
    (hinted, "Lay it"),
    (at_pieces, "Next: Roll \u203a"),
    (with_a_roll, "Roll again"),
]
"""Buttons below which another one comes to lie that changes something, too."""


def the_second_tap_of_a_double_tap_does_nothing(
    visit: Visit, begin: Callable[[Visit], Sheet], name: str
) -> None:
    phone = begin(visit)
    page = phone.page
    button = page.get_by_role("button", name=name, exact=True).locator("visible=true")
    button.scroll_into_view_if_needed()
    # A tap ends with this event and its click.
    page.evaluate("addEventListener('mouseup', () => (window.taps = (window.taps ?? 0) + 1))")
    x, y = middle(button)
    now = time.time()
    states = []
    for taps, at in enumerate((now, now + 0.3), 1):
        phone.touch("touchStart", {"x": x, "y": y}, at=at)
        phone.touch("touchEnd", at=at + 0.05)
        wait_for(page, "taps => window.taps === taps", arg=taps)
        expect(button).to_have_count(0)
        states.append((phone.kept_state(), page.locator(".next-step .main").inner_text()))
    assert states[0] == states[1]


def rolled(phone: Sheet) -> str:
    return phone.page.locator(".die-button[aria-pressed=true] .die").inner_text()


def a_roll_and_its_turn_are_kept(visit: Visit) -> None:
    phone = test_treasure_hunt.opened(visit, **PHONE)
    phone.go("Roll")
    die = phone.page.get_by_role("button", name="Roll the brown die, for path")
    phone.tap(die)
    expect(phone.page.locator(".reach-words")).to_be_visible()
    value = rolled(phone)
    for _ in range(5):
        phone.tap(die)
    assert rolled(phone) == value
    space = sorted(marked(phone, "reach"))[0]
    phone.tap(phone.space(board(phone), space))
    title = phone.page.locator(".discussed h3").inner_text()
    phone.go("Pieces")
    phone.choose("fallen tree")
    phone.page.get_by_role("group", name="Whose turn").get_by_role("button").nth(1).tap()
    phone.page.get_by_role("group", name="Whose turn").get_by_role("button").nth(0).tap()
    phone.go("Roll")
    expect(phone.page.locator(".discussed h3")).to_have_text(title)
    phone.page.reload()
    expect(phone.page.locator(".discussed h3")).to_have_text(title)
    assert rolled(phone) == value
    press(phone, "Roll again")
    expect(phone.page.locator(".die-button[aria-pressed=true]")).to_have_count(0)
    phone.page.get_by_role("button", name="Undo").tap()
    assert rolled(phone) == value


def a_new_game_does_not_keep_the_invented_board(visit: Visit) -> None:
    phone = test_treasure_hunt.opened(visit, None, **PHONE)
    press(phone, "Look at an example")
    expect(phone.page.locator(".reach-words")).to_be_visible()
    phone.menu("New game")
    press(phone, "Add a player")
    kept = phone.kept()
    assert kept["pack"] is None
    assert set("".join(kept["board"]["rows"])) == {"?"}


def two_tabs_agree_on_names(open_context: OpenContext) -> None:
    context = open_context(**PHONE, service_workers="block")
    one = Sheet.open(context.new_page(), TABLE)
    other = Sheet.open(context.new_page())
    one.page.get_by_label("Name").first.fill("")
    one.page.get_by_label("Name").first.press_sequentially("Max")
    expect(other.page.get_by_label("Name").first).to_have_value("Max")
    # A tab that has not heard of a change takes it over before its own.
    other.page.evaluate(
        "addEventListener('storage', event => event.stopImmediatePropagation(), {capture: true})"
    )
    stale: dict[str, Any] = {**one.kept(), "island": ["JJJJJ", *one.kept()["island"][1:]]}
    other.page.evaluate(
        """table => {
            const key = "theodolite.game.seed";
            const {at} = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(`${key}.${at}`, JSON.stringify({table}));
        }""",
        stale,
    )
    other.page.get_by_label("Name").nth(1).fill("Moritz")
    kept = other.kept()
    assert [player["name"] for player in kept["players"]] == ["Max", "Moritz"]
    assert kept["island"][0] == "JJJJJ"


def a_typed_name_replaces_the_default_and_stays_unique(phone: Sheet) -> None:
    field = phone.page.get_by_label("Name")
    for at in range(2):
        field.nth(at).press_sequentially("Anna")
        field.nth(at).blur()
    assert [player["name"] for player in phone.kept()["players"]] == ["Anna", "Anna 2"]
    field.first.fill("")
    assert phone.kept()["players"][0]["name"] == "Player 1"


def station(phone: Sheet) -> str | None:
    return phone.page.locator(".stop[aria-current=step] .name").inner_text()


def back_closes_then_walks_the_stations_then_leaves(open_context: OpenContext) -> None:
    page = open_context(**PHONE, service_workers="block").new_page()
    page.goto("/")
    page.get_by_role("link", name="Maps of Misterra").tap()
    page.locator("#view").wait_for()
    page.goto("/")
    page.wait_for_url("**/misterra/")
    page.locator(".way").wait_for()
    phone = Sheet(page)
    phone.go("Island")
    phone.go("Cards")
    page.get_by_role("button", name="Menu").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.go_back()
    expect(dialog).to_have_count(0)
    assert station(phone) == "Cards"
    # A dialog that is closed leaves no entry behind.
    page.get_by_role("button", name="Menu").tap()
    dialog.get_by_role("button", name="Close").tap()
    expect(dialog).to_have_count(0)
    while page.evaluate("history.state.open"):
        page.wait_for_timeout(20)
    page.go_back()
    expect(page.locator(".stop[aria-current=step] .name")).to_have_text("Island")
    page.go_back()
    expect(page.locator(".stop[aria-current=step] .name")).to_have_text("Players")
    page.go_back()
    expect(page.get_by_role("link", name="Maps of Misterra")).to_be_visible()
    assert json.loads(page.evaluate("localStorage['theodolite.habits']"))["game"] == "misterra"


def test_double_taps_and_back_change_nothing(visit: Visit, open_context: OpenContext) -> None:
    a_double_tap_closes_one_season(visit)
    for begin, name in DOUBLE_TAPS:
        the_second_tap_of_a_double_tap_does_nothing(visit, begin, name)
    back_closes_then_walks_the_stations_then_leaves(open_context)


def test_what_was_entered_is_kept_as_it_is(visit: Visit, open_context: OpenContext) -> None:
    a_roll_and_its_turn_are_kept(visit)
    a_new_game_does_not_keep_the_invented_board(visit)
    two_tabs_agree_on_names(open_context)
    a_typed_name_replaces_the_default_and_stays_unique(visit(PHONE))
