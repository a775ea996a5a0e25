"""A whole game of Misterra entered by touch on a phone and by keyboard on a desktop."""

from typing import Any

import pytest
import requests
from playwright.sync_api import expect

from journeys.conftest import DESK, PHONE, Visit
from journeys.entering import Misterra
from journeys.sheet import TABLE, Sheet

ENTERED = {**TABLE, "players": [{**player, "meeple": None} for player in TABLE["players"]]}
"""The table as a score needs it: without the meeples."""


@pytest.fixture(scope="session")
def scores(server: str) -> dict[str, Any]:
    """Return the API's response for the table."""
    response = requests.post(f"{server}/v3/misterra/scores", json={"snapshot": TABLE}, timeout=60)
    response.raise_for_status()
    answer: dict[str, Any] = response.json()
    return answer


def rename(sheet: Sheet, at: int, name: str) -> None:
    sheet.page.get_by_label("Name").nth(at).fill(name)


def expect_scores(sheet: Sheet, scores: dict[str, Any]) -> None:
    """Compare what is entered with the table, and the totals with the API."""
    assert sheet.kept() == ENTERED
    for player in scores["players"]:
        sheet.expect_total(player["name"], player["total"])
    first, second = scores["players"]
    ahead = first["total"] - second["total"]
    expect(sheet.leader()).to_have_text(f"Cassandra wins by {ahead} points.")


def enter_by_touch(phone: Sheet, scores: dict[str, Any]) -> None:
    """Enter the table, and compare the totals with the API."""
    Misterra(phone, TABLE).enter()
    expect_scores(phone, scores)


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
    desk.page.get_by_role("switch", name="Master Cartographers").check()
    desk.go("Cards")
    desk.tap(desk.page.locator(".card.blank").first)
    entrant = Misterra(desk, TABLE)
    entrant.cards()
    desk.page.get_by_role("switch", name="No claims: Elliott").check()
    desk.go("Result")
    expect_scores(desk, scores)


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
    enter_by_touch(visit(PHONE), scores)
    cards_are_drawings_with_what_they_pay(visit(PHONE), server)
    for side in ("left", "right", "top", "bottom"):
        lines_of_cards_are_drawn_towards_the_beach(visit, side)


def test_a_game_is_entered_by_keyboard(visit: Visit, scores: dict[str, Any], server: str) -> None:
    enters_a_game_by_keyboard(visit(DESK), scores)
    arrow_keys_move_over_board_and_beach(visit(DESK))
    lower_case_is_hazy_and_a_second_letter_confirms(visit(DESK))
    for side in ("left", "right", "top", "bottom"):
        both_boards_face_the_beach(visit(DESK), side)
    enters_a_solo_game(visit(DESK), server)
