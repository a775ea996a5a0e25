"""The guided flow from players to result on Misterra's page: missing input, photographs, taps."""

import re
from typing import Any

import requests
from playwright.sync_api import expect

from journeys.conftest import PHONE, Visit
from journeys.entering import Misterra
from journeys.sheet import Sheet

FINISHED: dict[str, Any] = {
    "beach": "right",
    "island": ["JJLLS", "JMLSS", "MMLSS", "JMMSJ", "JJLLM"],
    "players": [
        {
            "name": "Anna",
            "parchment": ["JJLLS", "JMLSS", "MMLMS", "JMMSJ", "SJLLM"],
            "meeple": None,
            "claims": ["C2", "D2"],
            "presumptions": [{"card": 9}, {"card": 3, "terrain": "lagoon"}],
        },
        {
            "name": "Bert",
            "parchment": ["JJLSS", "JJMSS", "MMLSS", "JM.SJ", "JJLLM"],
            "meeple": None,
            "claims": ["B3"],
            "presumptions": [{"card": 17}, {"card": 23}],
        },
    ],
    "variants": {},
    "rulings": {},
}
"""A finished game of two players."""
BOARDS: list[tuple[str, list[str]]] = [
    ("Island", FINISHED["island"]),
    *((f"Parchment of {player['name']}", player["parchment"]) for player in FINISHED["players"]),
]
"""The panels of its boards, and their rows."""


def enter_names(phone: Sheet) -> None:
    """Enter the players of the finished game, and go on to the island."""
    Misterra(phone, FINISHED).names()


def enter_cards_and_claims(phone: Sheet) -> None:
    """Enter the rest of the finished game once its boards are there, and go on to the result."""
    game = Misterra(phone, FINISHED)
    phone.tap(game.button("First presumption card").first)
    game.cards_and_claims()
    assert phone.kept() == FINISHED


def missing_input_is_visible_and_one_tap_away(visit: Visit) -> None:
    table = {**FINISHED, "players": [dict(player) for player in FINISHED["players"]]}
    table["players"][1] |= {"presumptions": [{"card": 17}], "claims": []}
    phone = visit(PHONE, table)
    missing = phone.page.locator(".missing")
    for station in ("Players", "Island", "Anna", "Bert", "Cards", "Claims", "Result"):
        phone.go(station)
        what = "claims" if station == "Claims" else "second card"
        expect(missing).to_have_text(f"Still missing: Bert\u2019s {what}")
        expect(missing).to_be_in_viewport()
    expect(phone.leader()).to_have_text(re.compile("^(Anna|Bert) leads"))
    phone.tap(missing)
    dialog = phone.page.get_by_role("dialog", name="Bert\u2019s two cards")
    phone.tap(dialog.get_by_role("button", name="Card 23:"))
    # That somebody has no claim is said, and an empty space may be meant.
    expect(missing).to_have_text("Still missing: Bert\u2019s claims")
    phone.tap(missing)
    phone.tap(phone.page.get_by_role("switch", name="No claims: Bert"))
    expect(missing).to_have_text("Counted as it stands: Parchment of Bert, 1 empty space")
    phone.go("Result")
    expect(phone.leader()).to_have_text(re.compile("^(Anna|Bert) wins"))


def an_empty_page_offers_an_example(phone: Sheet) -> None:
    phone.tap(phone.page.get_by_role("button", name="Look at an example"))
    expect(phone.leader()).to_have_text(re.compile("^(Anna|Bert) wins by "))
    assert phone.taps == 1


def tiles_are_confirmed_by_default_and_hazy_is_explained(
    phone: Sheet,
) -> None:
    phone.go("Island")
    expect(phone.tool("jungle")).to_have_attribute("aria-pressed", "true")
    for words in ("jungle", "hazy jungle", "jungle"):
        phone.tap(phone.space(phone.island, "A1"))
        expect(phone.space(phone.island, "A1")).to_have_accessible_name(f"A1, {words}")
    expect(phone.page.locator(".island-panel .hint")).to_contain_text("misty side up")


def the_result_states_the_deciding_criterion(visit: Visit, server: str) -> None:
    phone = visit(PHONE, FINISHED)
    phone.go("Result")
    body = {"snapshot": FINISHED}
    scores = requests.post(f"{server}/v3/misterra/scores", json=body, timeout=60).json()
    first, second = scores["players"]
    assert first["total"] > second["total"]
    totals = phone.page.locator(".podium b")
    expect(totals).to_have_text([str(first["total"]), str(second["total"])])
    expect(totals.first).to_be_in_viewport()
    gains = {
        name: first["subtotals"][name] - second["subtotals"].get(name, 0)
        for name in first["subtotals"]
    }
    most = max(gains, key=lambda name: gains[name])
    own, other = first["subtotals"][most], second["subtotals"][most]
    why = phone.page.locator(".why")
    expect(why).to_have_text(re.compile(f"^{most.capitalize()} .*: {own} to {other}\\.$"))
    expect(why).to_be_in_viewport()
    # Variants that are off have no line; the winner's lines are open.
    expect(phone.page.locator(".sheet-table")).not_to_contain_text("Master")
    expect(phone.page.locator(".lines h3")).to_contain_text("Anna")


def offers_the_result_as_a_picture(visit: Visit) -> None:
    phone = visit(PHONE, FINISHED)
    phone.go("Result")
    with phone.page.expect_download() as saved:
        phone.page.get_by_role("button", name="Picture to share").tap()
    assert saved.value.suggested_filename == "misterra.png"


def offers_a_photograph_for_each_empty_board(phone: Sheet, station: str) -> None:
    phone.page.get_by_label("Name").first.fill("Anna")
    phone.go(station)
    expect(
        phone.page.get_by_role("button", name="Photograph it").locator("visible=true")
    ).to_be_visible()


def test_what_is_missing_is_said_and_the_result_shared(visit: Visit, server: str) -> None:
    missing_input_is_visible_and_one_tap_away(visit)
    an_empty_page_offers_an_example(visit(PHONE))
    tiles_are_confirmed_by_default_and_hazy_is_explained(visit(PHONE))
    the_result_states_the_deciding_criterion(visit, server)
    offers_the_result_as_a_picture(visit)
    for station in ("Island", "Anna"):
        offers_a_photograph_for_each_empty_board(visit(PHONE), station)
