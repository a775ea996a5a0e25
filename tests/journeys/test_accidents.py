"""Accidental input and broken storage lose nothing: swipes, stray taps, pauses, invalid data."""

import copy
import json

from playwright.sync_api import Locator, expect

from journeys.conftest import DESK, PHONE, OpenContext, Visit
from journeys.sheet import TABLE, Sheet, wait_for

TWO_MINUTES = 120_000


def on_the_island(visit: Visit) -> Sheet:
    phone = visit(PHONE, TABLE)
    phone.go("Island")
    return phone


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def swipe(sheet: Sheet, start: Locator, right: float, down: float) -> None:
    """Swipe from a space in many small steps."""
    x, y = middle(start)
    sheet.touch("touchStart", {"x": x, "y": y})
    for step in range(1, 16):
        sheet.touch("touchMove", {"x": x + right * step / 15, "y": y + down * step / 15})
        sheet.page.wait_for_timeout(16)
    sheet.touch("touchEnd")


def scrolled(sheet: Sheet) -> float:
    top: float = sheet.page.evaluate("scrollY")
    return top


def a_swipe_with_an_empty_hand_scrolls_and_draws_nothing(seeded: Sheet) -> None:
    seeded.page.evaluate("document.body.style.paddingBottom = '600px'")
    swipe(seeded, seeded.space(seeded.island, "B3"), 6, -150)
    wait_for(seeded.page, "scrollY > 60")
    swipe(seeded, seeded.space(seeded.island, "C2"), -4, 100)
    assert seeded.kept() == TABLE
    assert seeded.rows(seeded.island) == TABLE["island"]


def a_stroke_draws_in_every_direction_and_does_not_scroll(seeded: Sheet) -> None:
    seeded.choose("mountain")
    seeded.page.evaluate("document.body.style.paddingBottom = '600px'")
    before = scrolled(seeded)
    (x, y), (to, below) = (middle(seeded.space(seeded.island, name)) for name in ("A1", "C3"))
    swipe(seeded, seeded.space(seeded.island, "A1"), to - x, 6)
    swipe(seeded, seeded.space(seeded.island, "C1"), 3, below - y)
    assert [row[2] for row in seeded.rows(seeded.island)[:3]] == ["M", "M", "M"]
    assert seeded.rows(seeded.island)[0] == "MMMS."
    assert scrolled(seeded) == before


def a_fast_stroke_skips_no_space(seeded: Sheet) -> None:
    seeded.choose("mountain")
    seeded.stroke(seeded.island, ["A5", "E5", "E1"])
    rows = seeded.rows(seeded.island)
    assert rows[4] == "MMMMM"
    assert [row[4] for row in rows] == ["M"] * 5


def two_fingers_scroll_and_draw_nothing(seeded: Sheet) -> None:
    seeded.choose("mountain")
    seeded.page.evaluate("document.body.style.paddingBottom = '600px'")
    before = scrolled(seeded)
    x, y = middle(seeded.space(seeded.island, "B3"))
    for at in range(12):
        kind = "touchMove" if at else "touchStart"
        fingers = [{"x": x + 60 * id_, "y": y - 14 * at, "id": id_} for id_ in (0, 1)]
        seeded.touch(kind, *fingers)
        seeded.page.wait_for_timeout(16)
    seeded.touch("touchEnd")
    seeded.page.wait_for_timeout(300)
    assert seeded.kept() == TABLE
    assert scrolled(seeded) > before + 60


def a_second_finger_ends_a_stroke(seeded: Sheet) -> None:
    seeded.choose("mountain")
    (x, y), (to, _) = (middle(seeded.space(seeded.island, name)) for name in ("A1", "B1"))
    first, second = {"x": x, "y": y, "id": 0}, {"x": x, "y": y + 90, "id": 1}
    seeded.touch("touchStart", first)
    seeded.touch("touchStart", first, second)
    seeded.touch("touchMove", {**first, "x": to}, second)
    seeded.touch("touchEnd")
    assert seeded.kept() == TABLE


def no_tool_is_selected_initially_after_a_reload_and_after_a_pause(
    open_context: OpenContext,
) -> None:
    page = open_context(**PHONE, service_workers="block").new_page()
    page.clock.install()
    phone = Sheet.open(page, TABLE)
    phone.go("Island")
    hand = phone.tool("Nothing in hand")
    # A brush is in hand only where nothing lies yet.
    expect(hand).to_have_attribute("aria-pressed", "true")
    phone.choose("jungle")
    page.reload()
    expect(hand).to_have_attribute("aria-pressed", "true")
    phone.choose("jungle")
    page.clock.fast_forward(TWO_MINUTES + 1000)
    expect(hand).to_have_attribute("aria-pressed", "true")


def tapping_the_selected_tool_keeps_it_selected(seeded: Sheet) -> None:
    seeded.choose("jungle")
    seeded.tap(seeded.tool("jungle"))
    expect(seeded.tool("jungle")).to_have_attribute("aria-pressed", "true")


def a_tap_without_a_tool_opens_the_choice_of_terrains(seeded: Sheet) -> None:
    seeded.tap(seeded.space(seeded.island, "B1"))
    choice = seeded.page.get_by_role("dialog", name="B1")
    expect(choice.get_by_role("button", name="empty")).to_have_attribute("aria-pressed", "true")
    assert seeded.kept() == TABLE
    seeded.tap(choice.get_by_role("button", name="hazy lagoon"))
    expect(choice).to_have_count(0)
    expect(seeded.space(seeded.island, "B1")).to_have_attribute("data-tile", "l")
    seeded.tap(seeded.space(seeded.island, "E5"))
    choice = seeded.page.get_by_role("dialog", name="E5")
    seeded.tap(choice.get_by_role("button", name="Claim marker of Elliott"))
    assert seeded.kept()["players"][1]["claims"] == ["E5"]


def removing_a_player_can_be_undone_from_the_notice(desk: Sheet) -> None:
    desk.page.get_by_role("button", name="Remove Elliott").click()
    notice = desk.page.locator(".notice")
    expect(notice).to_contain_text("Elliott and their parchment were removed.")
    assert len(desk.kept()["players"]) == 1
    notice.get_by_role("button", name="Undo").click()
    assert desk.kept() == TABLE
    expect(notice).to_be_empty()


def closing_the_notice_keeps_what_was_done(desk: Sheet) -> None:
    desk.page.get_by_role("button", name="Remove Elliott").click()
    notice = desk.page.locator(".notice")
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_be_empty()
    assert len(desk.kept()["players"]) == 1


def clearing_a_board_removes_its_pieces_and_can_be_undone(desk: Sheet) -> None:
    island = desk.page.get_by_role("region", name="Island", exact=True)
    island.get_by_role("button", name="Clear").click()
    cleared = desk.kept()
    assert cleared["island"] == ["....."] * 5
    assert [player["claims"] for player in cleared["players"]] == [[], []]
    assert [player["meeple"] for player in cleared["players"]] == [None, "beach:E3"]
    expect(desk.page.locator(".piece.claim")).to_have_count(0)
    expect(desk.page.locator(".troubles")).to_have_count(0)
    desk.page.locator(".notice").get_by_role("button", name="Undo").click()
    assert desk.kept() == TABLE


def deleting_a_game_can_be_undone_from_the_notice(desk: Sheet) -> None:
    desk.expect_total("Cassandra", 42)
    desk.menu("New game")
    desk.menu("Games on this device")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Delete Cassandra 42 · Elliott").click()
    expect(dialog.locator(".game")).to_have_count(1)
    expect(dialog.locator(".notice")).to_contain_text("Cassandra 42 · Elliott 5 removed.")
    dialog.locator(".notice").get_by_role("button", name="Undo").click()
    expect(dialog.locator(".notice")).to_be_empty()
    expect(dialog.locator(".game")).to_have_count(2)
    dialog.locator(".game").filter(has_text="Cassandra").click()
    assert desk.kept() == TABLE


def left_behind(texts: dict[str, str]) -> str:
    """Return a script that stores these values once, before the page loads."""
    return f"""
        if (!sessionStorage.getItem("left behind")) {{
            sessionStorage.setItem("left behind", "once");
            Object.entries({json.dumps(texts)}).forEach(one => localStorage.setItem(...one));
        }}
    """


def an_unreadable_store_opens_an_empty_game(open_context: OpenContext) -> None:
    page = open_context(**PHONE, service_workers="block").new_page()
    kept = {"theodolite.games": "[null]", "theodolite.game.seed.0": "{"}
    page.add_init_script(left_behind(kept))
    phone = Sheet.open(page)
    phone.go("Island")
    phone.choose("jungle")
    phone.tap(phone.space(phone.island, "A1"))
    phone.page.reload()
    assert phone.rows(phone.island)[0] == "J...."


def a_table_in_mid_game_does_not_count_as_the_start(visit: Visit) -> None:
    table = copy.deepcopy(TABLE)
    table["players"][0]["meeple"] = None
    phone = visit(PHONE, table)
    phone.page.get_by_role("tab", name="Referee").tap()
    expect(phone.page.locator(".from")).to_contain_text(
        "Tap the space where Cassandra\u2019s meeple stands."
    )
    phone.tap(phone.space(phone.island, "C3"))
    expect(phone.page.locator(".from")).to_have_text("Cassandra\u2019s meeple stands on C3.")
    expect(phone.page.locator(".steps")).to_have_count(0)
    phone.tap(phone.space(phone.island, "D3"))
    expect(phone.page.locator(".verdict-word")).to_contain_text("Within the rules")
    assert phone.kept()["players"][0]["meeple"] == "C3"


def the_first_half_day_can_be_declared(visit: Visit) -> None:
    table = copy.deepcopy(TABLE)
    table["players"][0]["meeple"] = None
    phone = visit(PHONE, table)
    phone.page.get_by_role("tab", name="Referee").tap()
    phone.tap(phone.page.get_by_role("button", name="This is the first half day"))
    phone.tap(phone.space(phone.island, "beach:E3"))
    phone.tap(phone.space(phone.island, "E3"))
    failed = phone.page.locator(".check.failed")
    expect(failed.first).to_contain_text("beach space beside E3")
    expect(phone.page.locator("#view")).not_to_contain_text("beach:")


def test_strokes_and_taps_on_a_phone_draw_what_is_meant(
    visit: Visit, open_context: OpenContext
) -> None:
    a_swipe_with_an_empty_hand_scrolls_and_draws_nothing(on_the_island(visit))
    a_stroke_draws_in_every_direction_and_does_not_scroll(on_the_island(visit))
    a_fast_stroke_skips_no_space(on_the_island(visit))
    two_fingers_scroll_and_draw_nothing(on_the_island(visit))
    a_second_finger_ends_a_stroke(on_the_island(visit))
    tapping_the_selected_tool_keeps_it_selected(on_the_island(visit))
    a_tap_without_a_tool_opens_the_choice_of_terrains(on_the_island(visit))
    no_tool_is_selected_initially_after_a_reload_and_after_a_pause(open_context)


def test_a_removed_player_comes_back_from_the_notice_unless_it_is_closed(visit: Visit) -> None:
    desk = visit(DESK, TABLE)
    removing_a_player_can_be_undone_from_the_notice(desk)
    closing_the_notice_keeps_what_was_done(desk)


def test_what_was_cleared_comes_back_and_the_first_half_day_is_shown(
    visit: Visit, open_context: OpenContext
) -> None:
    clearing_a_board_removes_its_pieces_and_can_be_undone(visit(DESK, TABLE))
    deleting_a_game_can_be_undone_from_the_notice(visit(DESK, TABLE))
    an_unreadable_store_opens_an_empty_game(open_context)
    a_table_in_mid_game_does_not_count_as_the_start(visit)
    the_first_half_day_can_be_declared(visit)
