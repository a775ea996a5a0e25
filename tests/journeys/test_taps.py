"""How many taps a finished game takes that is entered by hand, on a phone and by touch.

A tap or a stroke counts as one, and so does a field that is filled in; a name that is typed does
not. The tables were there before the page was counted on them: three players of the
documentation's example of four, and two maps of 42 squares of random lawful drawings.
"""

import json
from pathlib import Path
from typing import Any

import requests
from playwright.sync_api import Locator, expect

from journeys.conftest import PHONE, Visit
from journeys.entering import Misterra, areas
from journeys.sheet import Sheet

MOST = {"misterra": 55, "cartographers": 50}
EXAMPLES = Path(__file__).parents[2] / "examples"

WINTER: dict[str, Any] = {
    "game": "cartographers",
    "map": "A",
    "season": "winter",
    "decrees": {"A": "greenbough", "D": "lost_barony"},
    "ambushes": [],
    "players": [
        {
            "name": "Anna",
            "coins": 5,
            "stars": [],
            "drawn": [
                "...........",
                "..A..F.....",
                "V.AFFF...A.",
                "VVAAA....W.",
                "V.......A..",
                ".F..F...AAA",
                ".F.V.FVVF..",
                ".FFVVVVVFF.",
                "....V....F.",
                "....V.A..F.",
                "......A....",
            ],
            "seasons": [
                {"season": "spring", "written": 14},
                {"season": "summer", "written": 21},
                {"season": "autumn", "written": 17},
            ],
        },
        {
            "name": "Bert",
            "coins": 3,
            "stars": [],
            "drawn": [
                ".......VV..",
                ".....A..V..",
                "F..AAAV..AA",
                ".F.A..VV...",
                "W..A..V.F..",
                "W.AA..FFF..",
                "W..A....F..",
                ".V.A...F...",
                "VV.AAA.FF..",
                "V.......F..",
                "V.......F..",
            ],
            "seasons": [
                {"season": "spring", "written": 16},
                {"season": "summer", "written": 19},
                {"season": "autumn", "written": 22},
            ],
        },
    ],
    "rulings": {},
}
"""Two maps of 42 squares."""
KINDS = {"F": "forest", "V": "village", "A": "farm", "W": "water", "M": "monster"}


def test_misterra_for_three_takes_at_most_55_taps(visit: Visit, server: str) -> None:
    example = json.loads((EXAMPLES / "misterra" / "four-players.json").read_text())["snapshot"]
    players = [{**player, "meeple": None} for player in example["players"][:3]]
    table = {**example, "players": players, "variants": {}, "rulings": {}}
    phone = visit(PHONE)
    Misterra(phone, table).enter()
    assert phone.kept() == table
    answer = requests.post(
        f"{server}/v3/misterra/scores", json={"snapshot": table}, timeout=60
    ).json()
    for player in answer["players"]:
        phone.expect_total(player["name"], player["total"])
    assert phone.taps <= MOST["misterra"], phone.taps


class Cartographers:
    """Somebody who enters the end of winter."""

    def __init__(self, phone: Sheet, table: dict[str, Any]) -> None:
        self.phone, self.table = phone, table

    def map(self, player: dict[str, Any]) -> None:
        phone = self.phone
        board = phone.page.locator(f'.board[aria-label="Map of {player["name"]}"]')
        for letter, name in KINDS.items():
            for walk in areas([" " * 11] * 11, player["drawn"], letter):
                phone.choose(name)
                phone.stroke(board, [f"{'ABCDEFGHIJK'[y]}{x + 1}" for y, x in walk], steps=2)
        self.fill(
            phone.page.get_by_role("spinbutton", name=f"Coins of {player['name']}", exact=True),
            player["coins"],
        )

    def fill(self, field: Locator, value: int) -> None:
        self.phone.tap(field)
        field.fill(str(value))

    def enter(self) -> None:
        phone, page = self.phone, self.phone.page
        for at, player in enumerate(self.table["players"]):
            page.get_by_label("Name").nth(at).fill(player["name"])
        phone.tap(page.get_by_role("button", name="Winter", exact=True))
        phone.tap(page.locator(".next"))
        dialog = page.get_by_role("dialog")
        for decree, name in (("D", "Lost Barony"), ("A", "Greenbough")):
            expect(dialog).to_contain_text(f"Decree {decree}")
            phone.tap(dialog.get_by_role("button", name=name))
        for player in self.table["players"]:
            phone.tap(page.locator(".next"))
            self.map(player)
        phone.tap(page.locator(".next"))
        for season in ("Spring", "Summer", "Autumn"):
            for player in self.table["players"]:
                box = next(one for one in player["seasons"] if one["season"] == season.lower())
                self.fill(page.get_by_label(f"{season}: {player['name']}"), box["written"])


def test_a_winter_of_two_maps_takes_at_most_50_taps(visit: Visit, server: str) -> None:
    phone = visit(PHONE, path="/cartographers/")
    Cartographers(phone, WINTER).enter()
    assert phone.kept() == WINTER
    answer = requests.post(
        f"{server}/v3/cartographers/scores", json={"snapshot": WINTER}, timeout=60
    ).json()
    for player in answer["players"]:
        phone.expect_total(player["name"], player["total"])
    assert phone.taps <= MOST["cartographers"], phone.taps
