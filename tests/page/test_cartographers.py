"""Cartographers in the same shell: maps by strokes and shapes, and a sheet of four seasons."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest
import requests
from playwright.sync_api import Locator, expect

from page.conftest import DESK, PHONE, OpenContext
from page.sheet import Sheet
from page.test_everyone import serious

MOST_TAPS = 60
ROWS = "ABCDEFGHIJK"
NAMES = {"F": "forest", "V": "village", "A": "farm", "W": "water", "M": "monster"}
DRAWN = [
    "FFFAAWWWVVV",
    "FF..AWW.VV.",
    "FAAA.WW..VV",
    "FAAMMMFFFVV",
    "WAAM.MFFFAA",
    "WWVVV.FFAAA",
    "WWVVVWWWAA.",
    "WW.VVWWWMMM",
    "FFFAA.W.M.M",
    "FFFAA..VVVM",
    "FFFAAAAVVVV",
]
"""A full map, as winter leaves it; mountains of side A are left out."""
MOUNTAINS = {"B4", "C9", "F6", "I3", "J8"}
DECREES = {"A": "treetower", "B": "canal_lake", "C": "shieldgate", "D": "borderlands"}
BOX = {"decrees": [4, 5], "coins": 2, "monsters": -1}


def on_side_a(rows: list[str]) -> list[str]:
    return [
        "".join("." if f"{ROWS[y]}{x + 1}" in MOUNTAINS else letter for x, letter in enumerate(row))
        for y, row in enumerate(rows)
    ]


def table(season: str = "spring", **player: Any) -> dict[str, Any]:
    return {
        "game": "cartographers",
        "map": "A",
        "season": season,
        "decrees": DECREES,
        "ambushes": [],
        "players": [
            {
                "name": "Ann",
                "coins": 3,
                "stars": [],
                "drawn": on_side_a(DRAWN),
                "seasons": [],
                **player,
            }
        ],
        "rulings": {},
    }


def opened(open_context: OpenContext, kept: Any = None, **options: Any) -> Sheet:
    page = open_context(**(options or PHONE), service_workers="block").new_page()
    return Sheet.open(page, kept, "/cartographers/")


def chart(sheet: Sheet, name: str = "Ann") -> Locator:
    return sheet.page.locator(f'.board[aria-label="Map of {name}"]')


def areas(rows: list[str]) -> list[tuple[str, list[str]]]:
    """Each area of one letter as a walk of a finger that never leaves it, beginning sideways."""
    cells = {(y, x): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    seen: set[tuple[int, int]] = set()
    found = []

    def walk(cell: tuple[int, int], path: list[tuple[int, int]]) -> None:
        seen.add(cell)
        path.append(cell)
        y, x = cell
        for near in ((y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x)):
            if near not in seen and cells.get(near) == cells[cell]:
                walk(near, path)
                path.append(cell)

    for cell, letter in cells.items():
        if letter != "." and cell not in seen:
            path: list[tuple[int, int]] = []
            walk(cell, path)
            found.append((letter, [f"{ROWS[y]}{x + 1}" for y, x in path]))
    return found


def draw(sheet: Sheet, board: Locator, walk: list[str]) -> None:
    """One stroke; where it cannot begin sideways, after a long press."""
    if len(set(walk)) == 1:
        sheet.tap(sheet.space(board, walk[0]))
        return
    sheet.taps += 1
    board.evaluate("board => board.scrollIntoView({block: 'center'})")
    points = []
    for space in walk:
        box = sheet.space(board, space).bounding_box()
        assert box is not None
        points.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    devtools = sheet.page.context.new_cdp_session(sheet.page)
    send = "Input.dispatchTouchEvent"
    devtools.send(send, {"type": "touchStart", "touchPoints": [points[0]]})
    if walk[0][0] != walk[1][0]:
        sheet.page.wait_for_timeout(450)
    for one, other in pairwise(points):
        half = {axis: (one[axis] + other[axis]) / 2 for axis in ("x", "y")}
        for point in (half, other):
            devtools.send(send, {"type": "touchMove", "touchPoints": [point]})
    devtools.send(send, {"type": "touchEnd", "touchPoints": []})
    devtools.detach()


def test_a_full_winter_map_takes_at_most_sixty_taps(open_context: OpenContext) -> None:
    phone = opened(open_context)
    phone.go("Player 1")
    board = chart(phone, "Player 1")
    rows = on_side_a(DRAWN)
    phone.taps = 0
    found = areas(rows)
    for letter, name in NAMES.items():
        phone.choose(name)
        for _, walk in (one for one in found if one[0] == letter):
            draw(phone, board, walk)
    assert phone.kept()["players"][0]["drawn"] == rows
    assert phone.taps <= MOST_TAPS


def test_the_season_is_scored_live_and_its_lines_light_up(
    open_context: OpenContext, server: str
) -> None:
    desk = opened(open_context, table(), **DESK)
    answer = requests.post(f"{server}/v1/cartographers/scores", json=table(), timeout=5).json()
    (season,) = answer["players"][0]["seasons"]
    desk.expect_total("Ann", season["total"])
    lines = desk.page.locator(".score-line > button")
    expect(lines).to_have_count(len(season["items"]))
    item = next(item for item in season["items"] if item["spaces"])
    at = season["items"].index(item)
    lines.nth(at).click()
    expect(chart(desk).locator(".is-lit")).to_have_count(len(item["spaces"]))
    expect(desk.page.locator(".law")).to_contain_text(item["section"])


def test_four_decrees_are_chosen_and_what_is_missing_is_said(open_context: OpenContext) -> None:
    phone = opened(open_context, {**table(), "decrees": {}})
    missing = phone.page.locator(".missing")
    expect(missing).to_have_text("Still missing: decree A")
    phone.tap(missing)
    for decree, card in DECREES.items():
        phone.page.get_by_label(f"Card of decree {decree}", exact=True).select_option(card)
    assert phone.kept()["decrees"] == DECREES
    expect(missing).to_have_text("Nothing is missing.")
    # A category is dealt once: no other decree offers it.
    offered = phone.page.get_by_label("Card of decree A", exact=True).locator("option")
    expect(offered.filter(has_text="Canal Lake")).to_have_count(0)


def test_a_season_is_written_down_and_four_of_them_are_rated_alone(
    open_context: OpenContext, server: str
) -> None:
    boxes = [{"season": season, **BOX} for season in ("spring", "summer", "autumn")]
    desk = opened(open_context, table("autumn", seasons=boxes[:2]), **DESK)
    live = desk.page.locator(".paper tfoot td").nth(2)
    expect(live).to_have_text(re.compile(r"\d"))
    worth = live.inner_text()
    desk.page.get_by_role("button", name="Write down Autumn, go on").click()
    expect(live).to_have_text(worth)
    after = desk.kept()
    assert after["season"] == "winter"
    assert [box["season"] for box in after["players"][0]["seasons"]] == [
        box["season"] for box in boxes
    ]
    answer = requests.post(f"{server}/v1/cartographers/scores", json=after, timeout=5).json()
    assert answer["complete"]
    expect(desk.leader()).to_contain_text(answer["solo"]["title"])
    desk.expect_total("Ann", answer["players"][0]["total"])


def test_an_earlier_season_is_copied_from_the_sheet(open_context: OpenContext) -> None:
    desk = opened(open_context, table("summer"), **DESK)
    expect(desk.page.locator(".missing")).to_have_text("Still missing: Ann\u2019s boxes of Spring")
    for label, value in (
        ("First decree", 4),
        ("Second decree", 5),
        ("Coins", 2),
        ("Monsters", 1),
    ):
        desk.page.get_by_label(f"Spring: {label}").fill(str(value))
        desk.page.get_by_label(f"Spring: {label}").press("Enter")
    assert desk.kept()["players"][0]["seasons"] == [{"season": "spring", **BOX}]


def test_ruins_stay_visible_under_terrain(open_context: OpenContext) -> None:
    drawn = ["." * 11, ".....F.....", *["." * 11] * 9]
    desk = opened(open_context, table(drawn=drawn), **DESK)
    space = desk.space(chart(desk), "B6")
    expect(space).to_have_accessible_name("B6, forest, on ruins")
    expect(space.locator(".under")).to_be_visible()
    expect(desk.space(chart(desk), "C2")).to_have_accessible_name("C2, ruins")


def test_a_shape_is_turned_mirrored_and_goes_where_it_may(
    open_context: OpenContext, server: str
) -> None:
    empty = table(drawn=["." * 11] * 11)
    phone = opened(open_context, empty)
    phone.go("Ann")
    phone.page.get_by_text("Draw the shape of a card").tap()
    phone.page.get_by_label("Which card?").select_option("hamlet")
    phone.tap(phone.page.get_by_role("button", name="Shape 2"))
    body = {"snapshot": empty, "player": "Ann", "card": "hamlet", "limit": 1000}
    answer = requests.post(f"{server}/v1/cartographers/legal-actions", json=body, timeout=5).json()
    legal = [one["spaces"] for one in answer["placements"]]
    board = chart(phone)
    expect(board.locator(".is-reach").first).to_be_visible()
    # As printed (XXX over XX.), its first square may not lie on the mountain B4 or beside it.
    for anchor, spaces in (("A1", ["A1", "A2", "A3", "B1", "B2"]), ("D1", None)):
        assert spaces is None or spaces in legal
        phone.tap(phone.space(board, anchor))
    phone.tap(phone.page.get_by_role("button", name="Turn"))
    phone.tap(phone.page.get_by_role("button", name="Mirror"))
    drawn = phone.kept()["players"][0]["drawn"]
    assert drawn[0] == "VVV" + "." * 8
    assert drawn[1] == "VV" + "." * 9
    before = json.dumps(drawn)
    phone.tap(phone.space(board, "A3"))
    assert json.dumps(phone.kept()["players"][0]["drawn"]) == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(open_context: OpenContext, scheme: str) -> None:
    context = open_context(**PHONE, service_workers="block", color_scheme=scheme)
    page = context.new_page()
    phone = Sheet.open(page, table(), "/cartographers/")
    for station in ("Game", "Decrees", "Ann", "Score sheet"):
        phone.go(station)
        assert serious(phone) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("language", ["en", "nl", "fr", "de"])
def test_the_page_speaks_the_browsers_language(open_context: OpenContext, language: str) -> None:
    phone = opened(open_context, table(), **{**PHONE, "locale": language})
    for at in range(1, 5):
        phone.page.locator(f".stop:nth-child({at})").tap()
        shown = phone.page.locator("body").inner_text()
        assert not re.search(r"\b[a-z_]+\.[a-z_]+\b", shown)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_sheet_prints_on_one_page(open_context: OpenContext) -> None:
    desk = opened(open_context, table(), **DESK)
    expect(desk.total("Ann")).to_have_text(re.compile(r"\d"))
    pdf = desk.page.pdf(format="A4", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
