"""The live score on Misterra's page: highlighted spaces, rulings, impossible tables."""

from playwright.sync_api import Locator, expect

from journeys.conftest import DESK, PHONE, OpenContext, Visit
from journeys.sheet import TABLE, Sheet, wait_for

FIDELITY = ["A1", "C1", "D1", "B2", "C2", "D2", "E2", "C3", "D3", "E3", "A4", "A5", "B5", "E5"]


def marked(board: Locator, mark: str) -> list[str | None]:
    spaces = board.locator(f".is-{mark}")
    return [spaces.nth(at).get_attribute("data-space") for at in range(spaces.count())]


def line(sheet: Sheet, title: str) -> Locator:
    return sheet.page.locator(".score-line > button").filter(has_text=title)


def a_line_highlights_its_spaces_on_both_boards(seeded: Sheet) -> None:
    line(seeded, "Fidelity").click()
    paper = seeded.parchment("Cassandra")
    expect(paper.locator(".is-lit").first).to_be_visible()
    assert marked(paper, "lit") == FIDELITY
    assert marked(seeded.island, "lit") == FIDELITY
    assert marked(seeded.parchment("Elliott"), "lit") == []
    expect(seeded.page.locator(".law")).to_contain_text("worth 2 points. p. 6")
    line(seeded, "Fidelity").click()
    expect(seeded.page.locator(".is-lit")).to_have_count(0)


def a_card_highlights_the_parchment_and_a_claim_the_island(seeded: Sheet) -> None:
    line(seeded, "Card 9").click()
    expect(seeded.parchment("Cassandra").locator(".is-lit")).to_have_count(5)
    assert marked(seeded.parchment("Cassandra"), "lit") == ["A2", "B2", "C2", "D2", "E2"]
    assert marked(seeded.island, "lit") == []
    line(seeded, "Claim on D1").click()
    expect(seeded.island.locator(".is-lit")).to_have_count(4)
    assert marked(seeded.island, "lit") == ["D1", "D2", "E2", "E3"]
    assert marked(seeded.parchment("Cassandra"), "lit") == []


def a_line_far_down_lights_boards_that_are_in_sight(seeded: Sheet) -> None:
    seeded.go("Result")
    line(seeded, "Claim on D1").click()
    seeded.page.mouse.wheel(0, 700)
    wait_for(seeded.page, "scrollY > 300")
    for space in ("D1", "E3"):
        expect(seeded.space(seeded.island, space)).to_be_in_viewport(ratio=1)


def highlights_one_occurrence_of_a_card(seeded: Sheet) -> None:
    seeded.go("Cassandra")
    rows = ["JLMSS", "SJLMJ", "MMLMS", "SSMMJ", "SSJJJ"]
    paste(seeded, "Parchment of Cassandra", "\n".join(rows))
    line(seeded, "Card 9").click()
    seeded.page.locator(".parts button").nth(1).click()
    expect(seeded.parchment("Cassandra").locator(".is-lit")).to_have_count(5)
    assert marked(seeded.parchment("Cassandra"), "lit") == ["A2", "B2", "C2", "D2", "E2"]


def paste(sheet: Sheet, panel: str, text: str) -> None:
    section = sheet.page.get_by_role("region", name=panel, exact=True)
    section.get_by_role("button", name="Rows").click()
    sheet.page.get_by_role("dialog").get_by_role("textbox").fill(text)
    sheet.page.get_by_role("button", name="Use these rows").click()


def a_line_shows_its_spaces_beside_it_on_a_phone(open_context: OpenContext) -> None:
    page = open_context(**PHONE, service_workers="block").new_page()
    phone = Sheet.open(page, TABLE)
    phone.go("Result")
    line(phone, "Fidelity").tap()
    expect(page.locator(".stamp")).to_have_count(2)
    expect(page.locator(".stamp.parchment .is-lit")).to_have_count(len(FIDELITY))


def marks_matching_spaces(seeded: Sheet) -> None:
    paper = seeded.parchment("Cassandra")
    expect(paper.locator(".is-match")).to_have_count(len(FIDELITY))
    assert marked(paper, "match") == FIDELITY
    expect(seeded.space(paper, "A1")).to_have_accessible_name("A1, jungle, as on the island")


def shows_the_effect_of_a_ruling_and_applies_it(visit: Visit) -> None:
    expect(visit(DESK, TABLE).page.locator("[data-difference=everyone_scores]")).to_have_count(0)
    table = {**TABLE, "players": [dict(player) for player in TABLE["players"]]}
    table["players"][1]["claims"] = ["E2"]
    shared = visit(DESK, table)
    shared.expect_total("Cassandra", 34)
    other = shared.page.locator(".other-rulings li").filter(
        has_text="Everyone with a marker in the region scores it."
    )
    expect(other.locator("b")).to_have_text("Cassandra +8, Elliott +8")
    other.get_by_role("button", name="Use this ruling").click()
    shared.expect_total("Cassandra", 42)
    shared.expect_total("Elliott", 13)
    shared.page.get_by_text("Rulings", exact=True).click()
    label = "Nobody scores a region that holds several markers."
    shared.page.get_by_label(label).check()
    shared.expect_total("Cassandra", 34)


def tries_another_tile_without_changing_the_board(seeded: Sheet) -> None:
    what_if = seeded.page.get_by_role("region", name="What if …?")
    what_if.get_by_role("button", name="Change one space").click()
    trial = seeded.page.get_by_role("grid", name="Trial: Island")
    seeded.space(trial, "B1").click()
    seeded.page.get_by_role("dialog").get_by_role("button", name="jungle", exact=True).click()
    expect(what_if.locator(".difference")).to_have_text("Cassandra +2")
    expect(seeded.space(trial, "B1")).to_have_attribute("data-tile", "J")
    assert seeded.kept() == TABLE
    seeded.expect_total("Cassandra", 42)
    what_if.get_by_role("button", name="Keep", exact=True).click()
    seeded.expect_total("Cassandra", 44)
    assert seeded.kept()["island"][0] == "JJLS."


def reports_impossible_tables_at_the_space(seeded: Sheet) -> None:
    seeded.tool("Take away").click()
    seeded.space(seeded.island, "D1").click()
    trouble = seeded.page.get_by_role("region", name="Island", exact=True).locator(".troubles")
    expect(trouble).to_have_text(
        "D1 Cassandra\u2019s marker is on a space without a confirmed tile."
    )
    assert marked(seeded.island, "trouble") == ["D1"]
    expect(seeded.space(seeded.island, "D1")).to_have_accessible_name(
        "D1, empty, marker of Cassandra, impossible"
    )
    seeded.page.get_by_role("button", name="Undo").click()
    expect(trouble).to_have_count(0)
    seeded.expect_total("Cassandra", 42)


def explains_too_many_tiles_and_duplicate_names(seeded: Sheet) -> None:
    paste(seeded, "Island", "JJJJJ\nJJJJJ\nJJJ..\n.....\n.....")
    seeded.page.get_by_label("Name").nth(1).fill("Cassandra")
    island = seeded.page.get_by_role("region", name="Island", exact=True)
    expect(island.locator(".troubles")).to_contain_text(
        "More than 12 tiles of jungle: the game has 12."
    )
    expect(
        seeded.page.get_by_role("region", name="Who plays?").locator(".troubles")
    ).to_contain_text("Two players are called Cassandra.")
    codes = seeded.page.get_by_text("too_many")
    expect(codes).to_have_count(0)


def refuses_invalid_pasted_text(seeded: Sheet) -> None:
    paste(seeded, "Island", "<img src=x onerror=alert(1)>")
    expect(seeded.page.get_by_role("alert")).to_have_text(
        "“<” is not a terrain. Rows hold J, L, M, S and dots."
    )
    assert seeded.kept() == TABLE


def pastes_rows_into_the_active_board(open_context: OpenContext) -> None:
    context = open_context(
        **DESK, service_workers="block", permissions=["clipboard-read", "clipboard-write"]
    )
    desk = Sheet.open(context.new_page(), TABLE)
    rows = ["JJJJJ", "LLLLL", "MMMMM", "SSSSS", "JLMSJ"]
    desk.page.evaluate("text => navigator.clipboard.writeText(text)", "\n".join(rows))
    desk.space(desk.parchment("Elliott"), "A1").focus()
    desk.page.keyboard.press("Control+V")
    desk.page.get_by_role("button", name="Use these rows").click()
    assert desk.rows(desk.parchment("Elliott")) == rows


def test_a_line_of_the_score_lights_its_spaces(visit: Visit, open_context: OpenContext) -> None:
    a_line_highlights_its_spaces_on_both_boards(visit(DESK, TABLE))
    a_card_highlights_the_parchment_and_a_claim_the_island(visit(DESK, TABLE))
    a_line_far_down_lights_boards_that_are_in_sight(visit(DESK, TABLE))
    highlights_one_occurrence_of_a_card(visit(DESK, TABLE))
    a_line_shows_its_spaces_beside_it_on_a_phone(open_context)
    marks_matching_spaces(visit(DESK, TABLE))


def test_other_rulings_tiles_and_rows_are_tried_or_refused(
    visit: Visit, open_context: OpenContext
) -> None:
    shows_the_effect_of_a_ruling_and_applies_it(visit)
    tries_another_tile_without_changing_the_board(visit(DESK, TABLE))
    reports_impossible_tables_at_the_space(visit(DESK, TABLE))
    explains_too_many_tiles_and_duplicate_names(visit(DESK, TABLE))
    refuses_invalid_pasted_text(visit(DESK, TABLE))
    pastes_rows_into_the_active_board(open_context)
