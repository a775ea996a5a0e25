"""The guided flow from players to result on Misterra's page: missing input, photographs, taps."""

import re
from typing import Any

import requests
from playwright.sync_api import expect

from journeys.conftest import PHONE, Visit
from journeys.sheet import SPACES, Sheet, strokes
from journeys.test_entry import TERRAINS, pick_card

MOST_TAPS = 60
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


def enter_island(phone: Sheet) -> None:
    runs = strokes(FINISHED["island"])
    for letter in "JLM":
        phone.choose(TERRAINS[letter])
        for run in runs[letter]:
            phone.stroke(phone.island, run)
    phone.choose("steppe")
    phone.tap(phone.page.get_by_role("button", name="The rest: steppe"))


def enter_parchment(phone: Sheet, player: dict[str, Any]) -> None:
    copy = phone.page.get_by_role("button", name="Copy from the island")
    phone.tap(copy.locator("visible=true"))
    wrong = zip(SPACES, "".join(player["parchment"]), "".join(FINISHED["island"]), strict=True)
    for tile, space in sorted((tile, space) for space, tile, there in wrong if tile != there):
        phone.choose(TERRAINS.get(tile, "Take away"))
        phone.tap(phone.space(phone.parchment(player["name"]), space))


def enter_names(phone: Sheet) -> None:
    """Enter the players of the finished game, and go on to the island."""
    for at, player in enumerate(FINISHED["players"]):
        phone.taps += 1
        phone.page.get_by_label("Name").nth(at).fill(player["name"])
    phone.tap(phone.page.locator(".next"))


def enter_cards_and_claims(phone: Sheet) -> None:
    """Enter the rest of the finished game once its boards are there, and go on to the result."""
    for player in FINISHED["players"]:
        for card in player["presumptions"]:
            pick_card(phone, player["name"], card)
    phone.tap(phone.page.locator(".next"))
    for player in FINISHED["players"]:
        phone.choose(f"Claim marker of {player['name']}")
        for space in player["claims"]:
            phone.tap(phone.space(phone.island, space))
    phone.tap(phone.page.locator(".next"))
    assert phone.kept() == FINISHED


def a_game_of_two_takes_at_most_sixty_taps(phone: Sheet, server: str) -> None:
    following = phone.page.locator(".next")
    enter_names(phone)
    enter_island(phone)
    for player in FINISHED["players"]:
        phone.tap(following)
        enter_parchment(phone, player)
    phone.tap(following)
    enter_cards_and_claims(phone)
    assert phone.taps <= MOST_TAPS
    body = {"snapshot": FINISHED}
    answer = requests.post(f"{server}/v3/misterra/scores", json=body, timeout=60).json()
    for player in answer["players"]:
        phone.expect_total(player["name"], player["total"])
    expect(phone.leader()).to_have_text(re.compile("^Anna wins by "))


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
    pick_card(phone, "Bert", {"card": 23})
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
    phone.choose("jungle")
    phone.tap(phone.space(phone.island, "A1"))
    expect(phone.space(phone.island, "A1")).to_have_accessible_name("A1, jungle")
    phone.tap(phone.page.get_by_role("button", name="Hazy tiles"))
    expect(phone.page.locator(".hazy-how")).to_contain_text("misty side up")
    phone.tap(phone.space(phone.island, "B1"))
    expect(phone.space(phone.island, "B1")).to_have_accessible_name("B1, hazy jungle")


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


def test_a_game_of_two_is_entered_in_sixty_taps_and_its_result_shared(
    visit: Visit, server: str
) -> None:
    a_game_of_two_takes_at_most_sixty_taps(visit(PHONE), server)
    missing_input_is_visible_and_one_tap_away(visit)
    an_empty_page_offers_an_example(visit(PHONE))
    tiles_are_confirmed_by_default_and_hazy_is_explained(visit(PHONE))
    the_result_states_the_deciding_criterion(visit, server)
    offers_the_result_as_a_picture(visit)
    for station in ("Island", "Anna"):
        offers_a_photograph_for_each_empty_board(visit(PHONE), station)
