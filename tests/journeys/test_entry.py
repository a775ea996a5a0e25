"""A whole game of Misterra entered by touch on a phone and by keyboard on a desktop."""

from typing import Any

import pytest
import requests
from playwright.sync_api import Locator, expect

from journeys.conftest import DESK, PHONE, Visit
from journeys.sheet import SPACES, TABLE, Sheet, strokes

TERRAINS = {"J": "jungle", "L": "lagoon", "M": "mountain", "S": "steppe"}
MOST_TAPS = 25


@pytest.fixture(scope="session")
def scores(server: str) -> dict[str, Any]:
    """Return the API's response for the table."""
    response = requests.post(f"{server}/v3/misterra/scores", json={"snapshot": TABLE}, timeout=60)
    response.raise_for_status()
    answer: dict[str, Any] = response.json()
    return answer


def rename(sheet: Sheet, at: int, name: str) -> None:
    sheet.page.get_by_label("Name").nth(at).fill(name)


def pick_card(sheet: Sheet, player: str, card: dict[str, Any]) -> None:
    """Choose a player's next card; the page then asks for a missing further one."""
    dialog = sheet.page.get_by_role("dialog", name=f"{player}\u2019s presumption")
    if sheet.page.locator("dialog").count() == 0:
        hand = sheet.page.get_by_role("group", name=f"Presumption cards of {player}", exact=True)
        sheet.tap(hand.locator(".card.blank"))
    sheet.tap(dialog.get_by_role("button", name=f"Card {card['card']}:"))
    dialog = sheet.page.get_by_role("dialog")
    if terrain := card.get("terrain"):
        face = dialog.get_by_role("group", name="The terrain on the card")
        sheet.tap(face.get_by_role("button", name=terrain))
    for y, row in enumerate(card.get("pattern", []), 1):
        for x, letter in enumerate(row):
            if letter != ".":
                brush = dialog.get_by_role("group", name="Terrain to draw with")
                sheet.tap(brush.get_by_role("button", name=TERRAINS[letter]))
                sheet.tap(dialog.get_by_role("button", name=f"{'ABCDE'[x]}{y}: "))
    if "pattern" in card:
        sheet.tap(dialog.get_by_role("button", name="Done"))


def finish(sheet: Sheet, scores: dict[str, Any]) -> None:
    """Enter cards and variant, and compare the totals with the API."""
    sheet.go("Cards")
    for player in TABLE["players"]:
        for card in player["presumptions"]:
            pick_card(sheet, player["name"], card)
    expect(sheet.page.get_by_role("dialog")).to_have_count(0)
    sheet.go("Claims")
    sheet.page.get_by_role("switch", name="No claims: Elliott").check()
    sheet.page.get_by_role("switch", name="Master Cartographers").check()
    assert sheet.kept() == TABLE
    for player in scores["players"]:
        sheet.expect_total(player["name"], player["total"])
    first, second = scores["players"]
    ahead = first["total"] - second["total"]
    sheet.go("Result")
    expect(sheet.leader()).to_have_text(f"Cassandra wins by {ahead} points.")


def lay(sheet: Sheet, board: Locator, rows: list[str]) -> None:
    """Draw the rows of one board, terrain by terrain."""
    for letter, runs in strokes(rows).items():
        sheet.choose(TERRAINS[letter])
        for run in runs:
            sheet.stroke(board, run)


def enter_by_touch(phone: Sheet, scores: dict[str, Any]) -> None:
    """Enter the table, and compare the totals with the API."""
    for at, player in enumerate(TABLE["players"]):
        rename(phone, at, player["name"])
    phone.go("Island")
    confirmed, hazy = (
        ["".join(letter if letter in side else "." for letter in row) for row in TABLE["island"]]
        for side in ("JLMS", "jlms")
    )
    lay(phone, phone.island, confirmed)
    phone.tap(phone.page.get_by_role("button", name="Hazy tiles"))
    lay(phone, phone.island, [row.upper() for row in hazy])
    assert phone.rows(phone.island) == TABLE["island"]

    for player in TABLE["players"]:
        phone.go(player["name"])
        phone.taps = 0
        lay(phone, phone.parchment(player["name"]), player["parchment"])
        assert phone.rows(phone.parchment(player["name"])) == player["parchment"]
        assert phone.taps <= MOST_TAPS

    phone.go("Claims")
    for player in TABLE["players"]:
        phone.choose(f"Meeple of {player['name']}")
        phone.tap(phone.space(phone.island, player["meeple"]))
        phone.choose(f"Claim marker of {player['name']}")
        for space in player["claims"]:
            phone.tap(phone.space(phone.island, space))
    finish(phone, scores)


def enters_a_game_by_touch(phone: Sheet, scores: dict[str, Any]) -> None:
    enter_by_touch(phone, scores)


def enters_a_game_by_keyboard(desk: Sheet, scores: dict[str, Any]) -> None:
    rename(desk, 0, "Cassandra")
    rename(desk, 1, "Elliott")
    boards = [
        (desk.island, TABLE["island"]),
        *((desk.parchment(player["name"]), player["parchment"]) for player in TABLE["players"]),
    ]
    for board, rows in boards:
        desk.space(board, "A1").focus()
        desk.page.keyboard.type("".join(rows))
        assert desk.rows(board) == rows
    for player in TABLE["players"]:
        desk.tool(f"Claim marker of {player['name']}").press("Enter")
        for space in player["claims"]:
            desk.space(desk.island, space).press("Enter")
        desk.tool(f"Meeple of {player['name']}").press("Enter")
        desk.space(desk.island, player["meeple"]).press("Enter")
    finish(desk, scores)


def the_worst_parchment_takes_one_tap_for_each_space(phone: Sheet) -> None:
    # All neighbours differ, so no stroke covers two spaces.
    rows = ["JLMSJ", "LMSJL", "MSJLM", "SJLMS", "JLMSJ"]
    phone.go("Player 1")
    board = phone.parchment("Player 1")
    phone.taps = 0
    for letter in "JLM":
        phone.choose(TERRAINS[letter])
        for space, tile in zip(SPACES, "".join(rows), strict=True):
            if tile == letter:
                phone.tap(phone.space(board, space))
    phone.choose("steppe")
    phone.tap(phone.page.get_by_role("button", name="The rest: steppe"))
    assert phone.rows(board) == rows
    assert phone.taps <= MOST_TAPS


def arrow_keys_move_over_board_and_beach(desk: Sheet) -> None:
    desk.space(desk.island, "D2").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        desk.page.keyboard.press(key)
    expect(desk.space(desk.island, "beach:E3")).to_be_focused()
    expect(desk.space(desk.island, "beach:E3")).to_have_accessible_name("beach at E3")


def lower_case_is_hazy_and_a_second_letter_confirms(desk: Sheet) -> None:
    space = desk.space(desk.island, "C3")
    space.press("m")
    expect(space).to_have_accessible_name("C3, hazy mountain")
    space.press("m")
    expect(space).to_have_accessible_name("C3, mountain")
    desk.page.keyboard.press("Control+z")
    expect(space).to_have_accessible_name("C3, hazy mountain")
    desk.page.keyboard.press("Control+Shift+z")
    expect(space).to_have_accessible_name("C3, mountain")
    desk.space(desk.island, "D3").press("Backspace")
    expect(desk.space(desk.island, "C3")).to_be_focused()


def both_boards_face_the_beach(desk: Sheet, side: str) -> None:
    names = {"left": "on the left", "right": "on the right", "top": "above", "bottom": "below"}
    desk.page.get_by_role("button", name=f"Beach {names[side]}").click()
    near = {"left": "A3", "right": "E3", "top": "C1", "bottom": "C5"}[side]
    shore = desk.space(desk.island, f"beach:{near}").bounding_box()
    edge = desk.space(desk.island, near).bounding_box()
    paper = desk.space(desk.parchment("Player 1"), near).bounding_box()
    assert shore is not None
    assert edge is not None
    assert paper is not None
    lies = {
        "left": shore["x"] < edge["x"],
        "right": shore["x"] > edge["x"],
        "top": shore["y"] < edge["y"],
        "bottom": shore["y"] > edge["y"],
    }
    assert [here for here, true in lies.items() if true] == [side]
    assert abs(edge["y"] - paper["y"]) < 1
    assert abs(edge["width"] - paper["width"]) < 1


def enters_a_solo_game(desk: Sheet, server: str) -> None:
    table = {
        **TABLE,
        "players": [{**TABLE["players"][0], "name": "Player 1"}],
        "otoma": {"claims": ["A1"]},
    }
    body = {"snapshot": table}
    answer = requests.post(f"{server}/v3/misterra/scores", json=body, timeout=60).json()
    desk.page.get_by_role("button", name="Remove Player 2").click()
    desk.page.get_by_role("switch", name="Solo against Otoma").check()
    desk = Sheet.open(desk.page, table)
    desk.expect_total("Player 1", answer["solo"]["total"])
    expect(desk.page.locator(".leader")).to_have_text("40 points: Insignificant.")
    expect(desk.page.locator(".titles dd")).to_have_text(list(answer["solo"]["titles"].values()))
    desk.tool("Claim marker of Otoma").click()
    desk.space(desk.island, "A1").click()
    desk.expect_total("Player 1", answer["solo"]["total"] + answer["solo"]["otoma_claims"])


def cards_are_drawings_with_what_they_pay(phone: Sheet, server: str) -> None:
    known = requests.get(f"{server}/v3/misterra/cards", timeout=60).json()["cards"]
    phone.go("Cards")
    phone.tap(phone.page.locator(".card.blank").first)
    dialog = phone.page.get_by_role("dialog")
    expect(dialog.locator(".card .card-sketch")).to_have_count(len(known))
    for card in known:
        if not card["needs"]:
            pays = [one["points"] for one in card["table"]] or [card["each"]]
            drawn = dialog.locator(f'.card[aria-label^="Card {card["card"]}:"]')
            expect(drawn.locator(".scale b")).to_have_text([str(points) for points in pays])
    # The drawing is part of the target.
    phone.tap(dialog.locator('.card[aria-label^="Card 12:"] .card-sketch'))
    assert phone.kept()["players"][0]["presumptions"] == [{"card": 12}]


def lines_of_cards_are_drawn_towards_the_beach(visit: Visit, side: str) -> None:
    cards = [{"card": 11}, {"card": 12}]
    first, second = ({**player, "meeple": None} for player in TABLE["players"])
    table = {**TABLE, "beach": side, "players": [{**first, "presumptions": cards}, second]}
    phone = visit(PHONE, table)
    phone.go("Cards")
    for at, is_across in enumerate((True, False)):
        sketch = phone.page.locator(".card-sketch").nth(at)
        columns = {
            rect.get_attribute("x") for rect in sketch.locator(".pays[data-tile=L] rect").all()
        }
        assert (len(columns) > 1) == (is_across == (side in {"left", "right"}))
        sand = sketch.locator(".sand")
        before = [(sand.get_attribute(name) or "").startswith("-") for name in "xy"]
        assert before == [side == "left", side == "top"]


def test_a_game_is_entered_by_touch_with_cards_that_are_drawings(
    visit: Visit, scores: dict[str, Any], server: str
) -> None:
    enters_a_game_by_touch(visit(PHONE), scores)
    cards_are_drawings_with_what_they_pay(visit(PHONE), server)
    for side in ("left", "right", "top", "bottom"):
        lines_of_cards_are_drawn_towards_the_beach(visit, side)
    the_worst_parchment_takes_one_tap_for_each_space(visit(PHONE))


def test_a_game_is_entered_by_keyboard(visit: Visit, scores: dict[str, Any], server: str) -> None:
    enters_a_game_by_keyboard(visit(DESK), scores)
    arrow_keys_move_over_board_and_beach(visit(DESK))
    lower_case_is_hazy_and_a_second_letter_confirms(visit(DESK))
    for side in ("left", "right", "top", "bottom"):
        both_boards_face_the_beach(visit(DESK), side)
    enters_a_solo_game(visit(DESK), server)
