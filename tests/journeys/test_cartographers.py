"""The page of Cartographers: maps drawn by strokes and shapes, and a sheet of four seasons."""

import re
from typing import Any

import requests
from playwright.sync_api import Locator, Request, expect

from journeys.conftest import DESK, PHONE, Visit
from journeys.sheet import Sheet
from journeys.test_everyone import serious

DOUBLE_TAP = 750
"""How long the page takes no second tap, in milliseconds, and a little more."""
IS_ON_TOP = """space => {
    const { x, y, width, height } = space.getBoundingClientRect();
    return space.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether nothing covers the middle of a space."""
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
"""A full map at the end of winter, without the mountains of side A."""
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


def opened(visit: Visit, kept: Any = None, **options: Any) -> Sheet:
    return visit(options or PHONE, kept, "/cartographers/")


def chart(sheet: Sheet, name: str = "Ann") -> Locator:
    return sheet.page.locator(f'.board[aria-label="Map of {name}"]')


def areas(rows: list[str]) -> list[tuple[str, list[str]]]:
    """Return a stroke for each area of one letter, which stays inside."""
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


def turns(sheet: Sheet) -> Any:
    """Return the cards of the season under way, as the record keeps them."""
    return sheet.kept_state()["record"]["seasons"][-1]["turns"]


def draw_all(sheet: Sheet, board: Locator, rows: list[str]) -> None:
    """Draw a map, terrain by terrain."""
    found = areas(rows)
    for letter, name in NAMES.items():
        sheet.choose(name)
        for _, walk in (one for one in found if one[0] == letter):
            sheet.stroke(board, walk, steps=2)


def an_empty_page_offers_an_example(visit: Visit, server: str) -> None:
    phone = opened(visit)
    phone.tap(phone.page.get_by_role("button", name="Look at an example"))
    expect(phone.leader()).to_have_text(re.compile("^Tied at 95: Anna wins"))
    assert phone.taps == 1
    # It is kept once somebody changes it.
    phone.go("Game")
    phone.page.get_by_label("Name").first.fill("Cy")
    answer = requests.post(
        f"{server}/v3/cartographers/scores", json={"snapshot": phone.kept()}, timeout=60
    ).json()
    assert answer["final"]
    assert answer["remarks"] == []


def scores_the_season_live_and_highlights_spaces(visit: Visit, server: str) -> None:
    desk = opened(visit, table(), **DESK)
    body = {"snapshot": table()}
    answer = requests.post(f"{server}/v3/cartographers/scores", json=body, timeout=60).json()
    (season,) = answer["players"][0]["seasons"]
    desk.expect_total("Ann", season["total"])
    lines = desk.page.locator(".score-line > button")
    expect(lines).to_have_count(len(season["items"]))
    item = next(item for item in season["items"] if item["spaces"])
    at = season["items"].index(item)
    lines.nth(at).click()
    expect(chart(desk).locator(".is-lit")).to_have_count(len(item["spaces"]))
    expect(desk.page.locator(".law .page")).to_have_text(item["reference"])


def chooses_decrees_from_drawings(visit: Visit) -> None:
    phone = opened(visit, {**table(), "decrees": {}})
    missing = phone.page.locator(".missing")
    expect(missing).to_have_text("Still missing: decree A")
    phone.tap(missing)
    offered = phone.page.get_by_role("dialog").locator(".scoring-card")
    for at, card in enumerate(DECREES.values()):
        if at >= len("AB"):  # Spring scores A and B, which follow each other.
            phone.tap(phone.page.locator(".decree").nth(at))
        # Each category is dealt once, so no other decree offers it.
        expect(offered).to_have_count(16 - 4 * at)
        assert offered.locator(".pays").count() >= 16 - 4 * at
        phone.tap(offered.filter(has_text=re.compile(card.replace("_", " "), re.IGNORECASE)))
    expect(offered).to_have_count(0)
    assert phone.kept()["decrees"] == DECREES
    expect(missing).to_have_text("Nothing is missing.")
    expect(phone.page.locator(".decree").first).to_contain_text("Treetower")
    phone.tap(phone.page.locator(".decree").first)
    phone.tap(phone.page.get_by_role("button", name="Take this card away"))
    expect(missing).to_have_text("Still missing: decree A")


def stores_seasons_and_rates_a_solo_game(visit: Visit, server: str) -> None:
    boxes = [{"season": season, **BOX} for season in ("spring", "summer", "autumn")]
    desk = opened(visit, table("autumn", seasons=boxes[:2]), **DESK)
    live = desk.page.locator(".paper tfoot td").nth(2)
    expect(live).to_have_text(re.compile(r"\d"))
    worth = live.inner_text()
    desk.page.get_by_role("button", name="Write down Autumn, go on").click()
    expect(desk.page.locator(".notice")).to_contain_text("Autumn is written")
    written = desk.page.get_by_label("Autumn: Ann")
    expect(written).to_have_value(worth.replace("\N{MINUS SIGN}", "-"))
    after = desk.kept()
    assert after["season"] == "winter"
    assert [box["season"] for box in after["players"][0]["seasons"]] == [
        box["season"] for box in boxes
    ]
    # Before anything is drawn in Winter, the game is not over.
    expect(desk.leader()).to_contain_text("has")
    desk.page.wait_for_timeout(DOUBLE_TAP)
    desk.choose("forest")
    desk.tap(desk.space(chart(desk), "B11"))
    body = {"snapshot": desk.kept()}
    answer = requests.post(f"{server}/v3/cartographers/scores", json=body, timeout=60).json()
    assert answer["final"]
    expect(desk.leader()).to_contain_text(answer["solo"]["title"])
    desk.expect_total("Ann", answer["players"][0]["total"])


def enters_an_earlier_season(visit: Visit) -> None:
    desk = opened(visit, table("summer"), **DESK)
    expect(desk.page.locator(".missing")).to_have_text("Still missing: Ann\u2019s sum of Spring")
    for label, value in (
        ("First decree", 4),
        ("Second decree", 5),
        ("Coins", 2),
        ("Monsters", 1),
    ):
        desk.page.get_by_label(f"Spring: {label}").fill(str(value))
        desk.page.get_by_label(f"Spring: {label}").press("Enter")
    assert desk.kept()["players"][0]["seasons"] == [{"season": "spring", **BOX}]


def a_winter_takes_one_sum_a_season(visit: Visit) -> None:
    phone = opened(visit, table("winter", coins=5))
    phone.go("Score sheet")

    def write(label: str, points: str) -> Locator:
        box = phone.page.get_by_label(label)
        phone.tap(box)
        phone.page.keyboard.type(points)
        return box

    # A number replaces the one that stands in a box, and the other boxes stay blank.
    write("Autumn: Coins", "3")
    expect(write("Autumn: Coins", "5")).to_have_value("5")
    for other in ("First decree", "Second decree", "Monsters", "Ann"):
        expect(phone.page.get_by_label(f"Autumn: {other}")).to_have_value("")
    assert phone.kept()["players"][0]["seasons"] == []
    for season, points in (("Spring", "21"), ("Summer", "19"), ("Autumn", "20")):
        write(f"{season}: Ann", points)
    assert phone.kept()["players"][0]["seasons"] == [
        {"season": "spring", "written": 21},
        {"season": "summer", "written": 19},
        {"season": "autumn", "coins": 5, "written": 20},
    ]
    live = phone.page.locator(".paper tfoot td").nth(3)
    expect(live).to_have_text(re.compile(r"\d"))
    now = int(live.inner_text().replace("\N{MINUS SIGN}", "-"))
    phone.expect_total("Ann", 60 + now)
    # Boxes that do not come to the sum are named.
    for part, points in (("First decree", "8"), ("Second decree", "4"), ("Monsters", "1")):
        write(f"Autumn: {part}", points)
    expect(phone.page.locator(".paper .troubles")).to_have_text(
        "Autumn: the boxes add up to 16, not 20. The boxes count."
    )
    phone.expect_total("Ann", 56 + now)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def a_table_keeps_its_own_pack(visit: Visit) -> None:
    mill = {
        "name": {"en": "Old Mill", "de": "Alte Mühle"},
        "category": "forest",
        "solo": 18,
        "pays": [{"points": 2, "each": "space", "of": "forest"}],
    }
    pack = {"scoring": {"old_mill": mill}, "maps": {"islands": ["." * 11] * 11}}
    own = {"map": "islands", "decrees": {**DECREES, "A": "old_mill"}, "pack": pack}
    phone = opened(visit, {**table(), **own})
    phone.go("Score sheet")
    line = phone.page.get_by_role("button", name=re.compile("Old Mill")).first
    expect(line).to_be_visible()
    phone.go("Game")
    expect(phone.page.get_by_role("button", name="islands", pressed=True)).to_be_visible()
    phone.go("Ann")
    phone.tap(phone.page.get_by_role("button", name="One coin more").first)
    phone.page.reload()
    kept = phone.kept()
    assert kept["pack"] == pack
    assert (kept["map"], kept["players"][0]["coins"]) == ("islands", 4)


def coins_for_skill_cards_are_no_mistake(visit: Visit) -> None:
    spent = [
        {"season": "spring", "coins": 4, "written": 9},
        {"season": "summer", "coins": 1, "written": 9},
    ]
    phone = opened(visit, table("autumn", seasons=spent, coins=3))
    phone.go("Score sheet")
    doubt = phone.page.get_by_text("Summer: 1 after 4 coins")
    expect(doubt).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Spent on skill cards"))
    expect(doubt).to_be_hidden()
    expect(phone.page.get_by_text("Coins spent on skill cards: 3.")).to_be_visible()
    assert phone.kept()["players"][0]["coins_spent"] == 3
    phone.page.reload()
    phone.go("Score sheet")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    phone.tap(phone.page.get_by_role("button", name="Not spent"))
    expect(doubt).to_be_visible()


def shows_ruins_under_terrain(visit: Visit) -> None:
    drawn = ["." * 11, ".....F.....", *["." * 11] * 9]
    desk = opened(visit, table(drawn=drawn), **DESK)
    space = desk.space(chart(desk), "B6")
    expect(space).to_have_accessible_name("B6, forest, on ruins")
    expect(space.locator(".under")).to_be_visible()
    expect(desk.space(chart(desk), "C2")).to_have_accessible_name("C2, ruins")


def take_card(sheet: Sheet, card: str) -> None:
    """Choose a card among the drawings of all cards."""
    if sheet.page.locator(".drawing-card").count() == 0:
        sheet.tap(sheet.page.get_by_role("button", name="Draw a card", exact=True))
    sheet.tap(sheet.page.locator(f'.drawing-card[data-card="{card}"]'))


def turns_mirrors_and_places_a_shape(visit: Visit, server: str) -> None:
    empty = table(drawn=["." * 11] * 11)
    phone = opened(visit, empty)
    phone.go("Ann")
    take_card(phone, "hamlet")
    phone.tap(phone.page.get_by_role("button", name="Shape 2"))
    given = {"card": "hamlet"}
    body = {"snapshot": empty, "player": "Ann", "given": given, "limit": 1000}
    answer = requests.post(f"{server}/v3/cartographers/legal-actions", json=body, timeout=60).json()
    legal = [one["spaces"] for one in answer["moves"]]
    board = chart(phone)
    expect(board.locator(".is-reach").first).to_be_visible()
    # As printed (XXX over XX.), its first square may not lie on the mountain B4 or beside it.
    assert ["A1", "A2", "A3", "B1", "B2"] in legal
    bar = phone.page.locator(".next-step")
    expect(phone.space(board, "B4")).not_to_have_class(re.compile("is-reach"))
    phone.tap(phone.space(board, "B4"))
    expect(bar).to_contain_text("B4 is filled already.")
    assert phone.kept() == empty
    phone.tap(phone.space(board, "A1"))
    assert phone.kept()["players"][0]["drawn"][:2] == ["VVV" + "." * 8, "VV" + "." * 9]
    # The shape turns where it lies, moves where it is tapped, and is never drawn twice.
    expect(board.locator(".is-reach").first).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Turn"))
    drawn = phone.kept()["players"][0]["drawn"]
    assert [row[:2] for row in drawn[:3]] == ["VV", "VV", ".V"]
    phone.tap(phone.space(board, "H8"))
    drawn = "".join(phone.kept()["players"][0]["drawn"])
    assert drawn.count("V") == 5
    assert drawn[0] == "."
    phone.tap(bar.get_by_role("button", name="Done"))
    expect(phone.page.get_by_role("button", name="Draw a card", exact=True)).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Undo"))
    assert phone.kept() == empty


def drags_a_shape_without_drawing(visit: Visit) -> None:
    phone = opened(visit, table(drawn=["." * 11] * 11))
    phone.go("Ann")
    take_card(phone, "great_river")
    phone.tap(phone.page.get_by_role("button", name="Shape 1, with a coin"))
    board = chart(phone)
    expect(phone.space(board, "E1")).to_have_class(re.compile("is-reach"))
    # It cannot lie on the mountain of F6, so it stays until the finger has passed.
    phone.stroke(board, ["E1", "E2", "E3", "F3", "F4", "F5", "F6", "F7"])
    drawn = phone.kept()["players"][0]["drawn"]
    assert drawn[5] == "......WWW.."
    assert "".join(drawn).count("W") == 3
    # One drag is one step of undo.
    phone.tap(phone.page.get_by_role("button", name="Undo"))
    assert phone.kept()["players"][0]["drawn"] == ["." * 11] * 11


def a_season_of_four_cards_takes_at_most_thirty_taps(visit: Visit, server: str) -> None:
    """Draw four explore cards, one after a ruins card, then end the season."""
    start = table(drawn=["." * 11] * 11)
    phone = opened(visit, start)
    phone.go("Ann")
    phone.taps = 0
    board = chart(phone)
    asked: list[Any] = []

    def note(request: Request) -> None:
        if request.url.endswith("/legal-actions"):
            asked.append(request.post_data_json)

    phone.page.on("request", note)
    for card, shape, ruins in (
        ("great_river", 1, False),
        ("hamlet", 1, True),
        ("fishing_village", 1, False),
        ("farmland", 1, False),
    ):
        take_card(phone, card)
        phone.tap(phone.page.locator(".shapes button").nth(shape - 1))
        if ruins:
            phone.tap(phone.page.get_by_role("switch", name="After a ruins card"))
        expect(board.locator(".is-reach").first).to_be_visible()
        if ruins:
            covered = board.locator(".is-reach").count()
            assert asked[-1]["given"]["after_ruins"] is True
            answer = requests.post(
                f"{server}/v3/cartographers/legal-actions", json=asked[-1], timeout=60
            ).json()
            assert 0 < covered <= len(answer["moves"])
        phone.tap(board.locator(".is-reach").last)
        expect(board).to_be_in_viewport()
        phone.tap(phone.page.locator(".next-step").get_by_role("button", name="Done"))
    kept = phone.kept()
    assert kept["players"][0]["coins"] == start["players"][0]["coins"] + 3
    phone.go("Score sheet")
    phone.tap(phone.page.get_by_role("button", name="Write down Spring"))
    expect(phone.page.locator(".notice")).to_contain_text("Spring is written")
    assert phone.kept()["season"] == "summer"
    assert phone.taps <= 30


HEROES: dict[str, Any] = {
    **table(),
    "game": "heroes",
    "decrees": {"A": "deepwood", "B": "craylund", "C": "gnomish_colony", "D": "silos"},
    "players": [
        {"name": name, "coins": 0, "stars": [], "drawn": ["." * 11] * 11, "seasons": []}
        for name in ("Ann", "Ben")
    ],
}


def undo_names_the_map_that_it_changes(visit: Visit) -> None:
    phone = opened(visit, HEROES)
    ann, ben = chart(phone), chart(phone, "Ben")
    notice = phone.page.locator(".notice")
    phone.go("Ann")
    phone.choose("farm")
    phone.tap(phone.space(ann, "K11"))
    expect(phone.space(ann, "K11")).to_have_attribute("data-tile", "A")
    phone.go("Ben")
    take_card(phone, "zombie_plague")
    expect(ben.locator(".is-reach").first).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Undo"))
    expect(phone.space(ann, "K11")).to_have_attribute("data-tile", ".")
    assert phone.space(ann, "K11").evaluate(IS_ON_TOP)
    expect(notice).to_have_text("Undone: Map of Ann")
    # The card for Ben's map is put back, so that a tap draws no shape here.
    expect(phone.page.get_by_role("button", name="Draw a card", exact=True)).to_be_visible()
    expect(phone.page.locator(".is-reach")).to_have_count(0)
    # Both maps and the sheet change, where the season's end is seen.
    phone.go("Score sheet")
    phone.tap(phone.page.get_by_role("button", name="Write down Spring, go on"))
    expect(notice).to_contain_text("Spring is written on every sheet")
    phone.page.wait_for_timeout(DOUBLE_TAP)
    phone.go("Decrees")
    phone.tap(notice.get_by_role("button", name="Undo"))
    expect(notice).to_have_text("Undone: Score sheet, Map of Ann, and Map of Ben")
    expect(phone.page.get_by_role("button", name="Write down Spring, go on")).to_be_visible()


def an_ambush_names_its_player_and_acts_at_season_end(visit: Visit, server: str) -> None:
    desk = opened(visit, HEROES, **DESK)
    take_card(desk, "zombie_plague")
    expect(desk.page.locator(".draw-panel")).to_contain_text("Ben draws it on this map")
    expect(desk.space(chart(desk), "E5")).to_have_class(re.compile("is-reach"))
    desk.tap(desk.space(chart(desk), "E5"))
    table = desk.kept()
    assert table["ambushes"] == ["zombie_plague"]
    assert table["players"][0]["drawn"][4] == "....Z......"
    body = {"snapshot": table}
    ended = requests.post(f"{server}/v3/cartographers/end-checks", json=body, timeout=60).json()
    desk.page.get_by_role("button", name="Write down Spring, go on").click()
    expect(desk.page.locator(".notice")).to_contain_text("zombies and trolls have acted")
    after = desk.kept()
    assert after["season"] == "summer"
    assert [player["drawn"] for player in after["players"]] == [
        player["drawn"] for player in ended["after"]["players"]
    ]
    desk.page.locator(".notice").get_by_role("button", name="Undo").click()
    assert desk.kept() == table


def a_troll_asks_for_the_space_to_destroy(visit: Visit) -> None:
    drawn = ["." * 11] * 4 + ["....T......"] + ["." * 11] * 6
    players = [{**HEROES["players"][0], "drawn": drawn}, HEROES["players"][1]]
    table = {**HEROES, "players": players, "ambushes": ["giant_troll_ravage"]}
    phone = opened(visit, table)
    phone.go("Score sheet")
    phone.tap(phone.page.get_by_role("button", name="Write down Spring, go on"))
    expect(phone.page.locator(".waiting")).to_contain_text("Giant Troll Ravage")
    reach = chart(phone).locator(".is-reach")
    expect(reach).to_have_count(4)
    phone.tap(phone.space(chart(phone), "A1"))
    assert phone.kept() == table
    phone.tap(phone.space(chart(phone), "E6"))
    expect(phone.page.locator(".waiting")).to_have_count(0)
    after = phone.kept()
    assert after["season"] == "summer"
    assert after["players"][0]["drawn"][4] == "....TX....."


def places_a_hero_and_the_spaces_it_destroys(visit: Visit) -> None:
    drawn = ["." * 11] * 4 + ["....ZD....."] + ["." * 11] * 6
    players = [{**HEROES["players"][0], "drawn": drawn}, HEROES["players"][1]]
    desk = opened(visit, {**HEROES, "players": players}, **DESK)
    take_card(desk, "wren_the_lioness")
    bar = desk.page.locator(".next-step")
    expect(bar).to_contain_text("Tap an empty space for the hero")
    for space in ("E5", "D5", "E5", "E6", "C5", "C6", "C6"):
        desk.tap(desk.space(chart(desk), space))
    desk.page.locator(".draw-panel").get_by_role("button", name="Done").click()
    ann = desk.kept()["players"][0]
    assert ann["stars"] == ["E5", "E6", "C5"]
    assert ann["drawn"][3:5] == ["....H......", "....Xd....."]
    assert turns(desk) == [{"card": "wren_the_lioness", "draws": {"0": "H D5 *E5 *E6 *C5"}}]
    # The same card is out for the other player, and one undo takes the whole hero back.
    desk.go("Ben")
    expect(bar).to_contain_text("The current card is Wren the Lioness.")
    # Every dragon space is destroyed, which brings three coins.
    expect(desk.page.locator(".coins input").first).to_have_value("3")
    desk.page.locator(".notice").get_by_role("button", name="Undo").click()
    assert desk.kept()["players"][0]["drawn"] == drawn


def a_gorgon_asks_for_the_space_that_it_destroys(visit: Visit) -> None:
    phone = opened(visit, HEROES)
    phone.go("Ann")
    take_card(phone, "gorgon_gaze")
    board = chart(phone)
    expect(phone.space(board, "A5")).to_have_class(re.compile("is-reach"))
    phone.tap(phone.space(board, "A5"))
    bar = phone.page.locator(".next-step")
    phone.tap(bar.get_by_role("button", name="Done"))
    expect(bar).to_contain_text("Tap the space beside the gorgon")
    phone.tap(phone.space(board, "A6"))
    assert phone.kept()["players"][0]["drawn"][:2] == ["....GXG....", ".....G....."]
    # Its card passes left, so that the next player draws on this map.
    assert turns(phone) == [{"card": "gorgon_gaze", "draws": {"1": "G A5 A7 B6 xA6"}}]


def a_closed_mountain_brings_a_coin(visit: Visit) -> None:
    drawn = ["...F.......", "..F........", *["." * 11] * 9]
    phone = opened(visit, table(drawn=drawn, coins=0))
    phone.go("Ann")
    take_card(phone, "great_river")
    phone.tap(phone.page.get_by_role("button", name="Shape 2"))
    board = chart(phone)
    # ..X over .XX over XX. from B5: all four neighbours of the mountain on B4 are filled.
    phone.tap(phone.space(board, "B5"))
    phone.tap(phone.page.locator(".next-step").get_by_role("button", name="Done"))
    expect(phone.page.locator(".notice")).to_contain_text("Coins added")
    expect(phone.page.locator(".coins input").first).to_have_value("1")
    phone.tap(phone.page.locator(".notice").get_by_role("button", name="Undo"))
    assert phone.kept()["players"][0]["drawn"] == drawn


def the_bar_ends_a_season_whose_time_is_reached(visit: Visit) -> None:
    phone = opened(visit, table(drawn=["." * 11] * 11))
    phone.go("Ann")
    board = chart(phone)
    clock = phone.page.locator(".clock")
    times = (1, 3, 5, 7, 8)
    cards = ("great_river", "orchard", "marshlands", "homestead", "farmland")
    for time, card in zip(times, cards, strict=True):
        take_card(phone, card)
        expect(board.locator(".is-reach").first).to_be_visible()
        phone.tap(board.locator(".is-reach").last)
        phone.tap(phone.page.locator(".next-step").get_by_role("button", name="Done"))
        expect(clock).to_contain_text(f"Spring: time {time} of 8")
    bar = phone.page.locator(".next-step")
    expect(bar).to_contain_text("Spring is over")
    phone.page.wait_for_timeout(DOUBLE_TAP)
    phone.tap(bar.get_by_role("button", name="Write down Spring, go on"))
    expect(phone.page.locator(".notice")).to_contain_text("Spring is written")
    # Of the next season no card is drawn yet, so nothing invites to end it.
    phone.page.wait_for_timeout(DOUBLE_TAP)
    phone.go("Score sheet")
    expect(bar).to_contain_text("Summer: time 0 of 8")
    early = phone.page.get_by_role("button", name="Write down Summer, go on")
    expect(early).to_have_count(0)
    phone.tap(bar.get_by_role("button", name="Draw a card"))
    expect(clock).to_have_text("Summer: time 0 of 8")
    expect(phone.page.get_by_role("button", name="Orchard")).to_be_visible()


def play(sheet: Sheet, name: str, card: str) -> None:
    """Draw a card on the last space where its first shape fits."""
    take_card(sheet, card)
    board = chart(sheet, name)
    expect(board.locator(".is-reach").first).to_be_visible()
    sheet.tap(board.locator(".is-reach").last)
    sheet.tap(sheet.page.locator(".next-step").get_by_role("button", name="Done"))


def the_bar_says_who_still_draws_the_card(visit: Visit) -> None:
    phone = opened(visit)
    bar = phone.page.locator(".next-step")
    phone.go("Player 2")
    expect(phone.page.locator(".clock")).to_have_text("Spring")
    take_card(phone, "great_river")
    board = chart(phone, "Player 2")
    expect(board.locator(".is-reach").first).to_be_visible()
    expect(bar.get_by_role("button", name="Done")).to_be_disabled()
    phone.tap(board.locator(".is-reach").last)
    phone.tap(bar.get_by_role("button", name="Done"))
    expect(bar).to_contain_text("The current card is Great River.")
    phone.page.wait_for_timeout(DOUBLE_TAP)
    phone.tap(bar.get_by_role("button", name="Player 1"))
    phone.page.wait_for_timeout(DOUBLE_TAP)
    phone.tap(bar.get_by_role("button", name="Draw it"))
    board = chart(phone, "Player 1")
    phone.tap(board.locator(".is-reach").last)
    phone.tap(bar.get_by_role("button", name="Done"))
    expect(bar.get_by_role("button", name="Draw a card")).to_be_visible()


def record_panel(sheet: Sheet) -> Locator:
    return sheet.page.get_by_role("region", name="Record of the game")


def a_troll_acts_after_winter_for_the_record_alone(visit: Visit) -> None:
    drawn = ["T" + "." * 10, *["." * 11] * 10]
    boxes = [{"season": season, **BOX} for season in ("spring", "summer", "autumn")]
    kept = table("winter", drawn=drawn, seasons=boxes, coins=6)
    phone = opened(visit, {**kept, "game": "combined", "ambushes": ["giant_troll_ravage"]})
    bar = phone.page.locator(".next-step")
    phone.go("Ann")
    for card in ("orchard", "marshlands", "homestead"):
        play(phone, "Ann", card)
    expect(bar).to_contain_text("Winter is over")
    before = phone.kept()
    total = phone.total("Ann").text_content()
    phone.go("Score sheet")
    panel = record_panel(phone)
    expect(panel).to_contain_text("Giant Troll Ravage acts once more after winter: Ann chooses")
    phone.tap(panel.get_by_role("button", name="Replay the record"))
    expect(panel.locator(".verdict.illegal")).to_be_visible()
    phone.tap(panel.get_by_role("button", name="Choose the space"))
    expect(phone.page.locator(".waiting")).to_contain_text("Giant Troll Ravage")
    phone.tap(phone.page.get_by_role("button", name="Not yet"))
    phone.tap(bar.get_by_role("button", name="Giant Troll Ravage"))
    phone.tap(phone.space(chart(phone), "A2"))
    expect(phone.page.locator(".notice")).to_contain_text("Noted in the record")
    expect(bar.get_by_role("button", name="Giant Troll Ravage")).to_have_count(0)
    assert phone.kept() == before
    choices = phone.kept_state()["record"]["seasons"][-1]["choices"]
    assert choices == {"Ann": {"giant_troll_ravage": "A2"}}
    phone.go("Score sheet")
    expect(panel.get_by_role("button", name="Choose the space")).to_have_count(0)
    phone.tap(panel.get_by_role("button", name="Replay the record"))
    expect(panel.locator(".verdict.legal")).to_be_visible()
    # The space that the troll destroyed is on no sheet, and is no difference.
    expect(panel.locator(".standing")).to_have_count(0)
    assert phone.total("Ann").text_content() == total


def the_whole_map_is_in_sight_beside_the_card(visit: Visit) -> None:
    phone = opened(visit, table(drawn=["." * 11] * 11))
    phone.go("Ann")
    take_card(phone, "orchard")
    board = chart(phone)
    expect(board.locator(".is-reach").first).to_be_visible()
    phone.page.wait_for_timeout(300)
    for place in ("A1", "A11", "K1", "K11"):
        assert phone.space(board, place).evaluate(IS_ON_TOP), place
    for name in ("Turn", "⇋ Mirror", "farm"):
        expect(phone.page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()


def a_double_tap_on_done_does_not_end_the_season(visit: Visit) -> None:
    phone = opened(visit, table(drawn=["." * 11] * 11))
    phone.go("Ann")
    board = chart(phone)
    for card in ("orchard", "marshlands", "homestead"):
        play(phone, "Ann", card)
    take_card(phone, "fishing_village")
    expect(board.locator(".is-reach").first).to_be_visible()
    phone.tap(board.locator(".is-reach").last)
    done = phone.page.locator(".next-step").get_by_role("button", name="Done")
    box = done.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.page.touchscreen.tap(x, y)
    phone.page.wait_for_timeout(250)
    phone.page.touchscreen.tap(x, y)
    expect(phone.page.locator(".next-step")).to_contain_text("Spring is over")
    assert phone.kept()["season"] == "spring"
    assert len(turns(phone)) == 4
    expect(phone.page.locator('.stop[aria-current="step"]')).to_contain_text("Ann")


def replays_what_was_drawn(visit: Visit) -> None:
    phone = opened(visit, table(drawn=["." * 11] * 11))
    phone.go("Score sheet")
    panel = record_panel(phone)
    expect(panel).to_contain_text("Nothing is noted yet")
    phone.go("Ann")
    for card in ("great_river", "hamlet"):
        play(phone, "Ann", card)
    phone.go("Score sheet")
    replay = panel.get_by_role("button", name="Replay the record")
    phone.tap(replay)
    expect(panel.locator(".verdict.legal")).to_contain_text("keeps to the rules")
    expect(panel.locator(".replay li")).to_have_text(["Great River", "Hamlet"])
    # Step by step on the maps, by the slider and by the list.
    drawn = phone.kept()["players"][0]["drawn"]
    tiles = panel.locator(".replay-step .small-map [data-tile]")
    shown = "tiles => tiles.map(tile => tile.dataset.tile).join('')"
    letters = "".join(drawn)
    assert tiles.evaluate_all(shown).count("V") == letters.count("V")
    panel.get_by_label("Step of the game").fill("1")
    expect(panel.locator(".replay-step p").first).to_contain_text("Great River")
    assert tiles.evaluate_all(shown).count("V") == 0
    assert tiles.evaluate_all(shown).count("W") == letters.count("W")
    phone.tap(panel.locator(".replay button").last)
    expect(panel.locator(".replay-step p").first).to_contain_text("Hamlet")
    expect(panel.locator(".standing")).to_have_count(0)
    assert serious(phone) == []
    # A space drawn by hand is on the sheet, and not in the record.
    phone.go("Ann")
    phone.choose("forest")
    phone.tap(phone.space(chart(phone), "A1"))
    phone.go("Score sheet")
    phone.tap(replay)
    expect(panel.locator(".standing")).to_have_text("Ann\u2019s map differs from the record: A1.")
    # The season ends before its time is reached.
    phone.tap(phone.page.get_by_role("button", name="Write down Spring, go on"))
    phone.page.wait_for_timeout(DOUBLE_TAP)
    phone.go("Ann")
    play(phone, "Ann", "orchard")
    phone.page.reload()
    phone.go("Score sheet")
    phone.tap(replay)
    expect(panel.locator(".verdict.illegal")).to_contain_text("breaks a rule")
    expect(panel.locator(".check.failed")).to_have_count(1)
    phone.tap(panel.get_by_role("button", name="Forget the record"))
    expect(panel).to_contain_text("Nothing is noted yet")
    phone.tap(phone.page.locator(".notice").get_by_role("button", name="Undo"))
    expect(replay).to_be_visible()


def settles_whether_a_map_came_about(visit: Visit) -> None:
    phone = opened(visit, table(drawn=["." * 11] * 11))
    phone.go("Ann")
    for card in ("great_river", "hamlet"):
        play(phone, "Ann", card)
    phone.go("Score sheet")
    panel = record_panel(phone)
    phone.tap(panel.get_by_role("button", name="Dispute a map"))
    ask = panel.get_by_role("button", name="Could this have happened?")
    phone.tap(ask)
    expect(panel.locator(".verdict.legal")).to_contain_text("Yes, it could")
    expect(panel.locator(".accounts li li")).to_have_text(
        [re.compile("^Great River: water "), re.compile("^Hamlet: village ")]
    )
    assert serious(phone) == []
    phone.tap(panel.get_by_role("button", name="Take away Hamlet"))
    phone.tap(ask)
    expect(panel.locator(".verdict.illegal")).to_contain_text("No, it could not")
    expect(panel.locator(".differences li").first).to_be_visible()
    # The map as it was is drawn by hand: a space that was there already needs no card.
    phone.tap(panel.get_by_role("group", name="Before").get_by_role("button", name="Draw it"))
    dialog = phone.page.get_by_role("dialog")
    phone.tap(dialog.get_by_role("button", name="water", exact=True))
    phone.tap(phone.space(dialog.locator(".board"), "K11"))
    phone.tap(dialog.get_by_role("button", name="Done"))
    with phone.page.expect_request("**/cartographers/disputes") as asked:
        phone.tap(ask)
    body: Any = asked.value.post_data_json
    assert body["before"]["players"][0]["drawn"][10] == "." * 10 + "W"
    phone.tap(panel.get_by_role("group", name="Before").get_by_role("button", name="Draw it"))
    phone.tap(phone.space(dialog.locator(".board"), "K11"))
    phone.tap(dialog.get_by_role("button", name="Done"))
    panel.get_by_label("Add a card").select_option("hamlet")
    phone.tap(ask)
    expect(panel.locator(".verdict.legal")).to_contain_text("Yes, it could")


def reviews_what_was_drawn(visit: Visit, server: str) -> None:
    phone = opened(visit, table(drawn=["." * 11] * 11))
    phone.go("Ann")
    for card in ("great_river", "hamlet", "orchard"):
        play(phone, "Ann", card)
    phone.go("Score sheet")
    reviewed = phone.page.locator(".review")
    with phone.page.expect_request("**/cartographers/reviews") as asked:
        phone.tap(reviewed.get_by_role("button", name="Review the game"))
    body = asked.value.post_data_json
    review = requests.post(f"{server}/v3/cartographers/reviews", json=body, timeout=60).json()
    assert len(review["turns"]) == 3
    moments = review["moments"]
    assert moments
    expect(reviewed.locator(".curve circle")).to_have_count(len(moments))
    expect(reviewed.locator(".moments .line-reason")).to_have_text(
        [review["turns"][at]["explanation"] for at in moments]
    )
    costliest = review["turns"][moments[0]]
    phone.tap(reviewed.locator(".moments button").first)
    best = reviewed.locator(".small-map").last.locator(".pays")
    expect(best).to_have_count(len(costliest["best"]["move"]["spaces"]))
    assert serious(phone) == []
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def two_players_draw_the_same_card(visit: Visit, server: str) -> None:
    two = table(drawn=["." * 11] * 11)
    two["players"].append({**two["players"][0], "name": "Ben"})
    phone = opened(visit, two)
    phone.go("Ann")
    take_card(phone, "hamlet")
    phone.tap(phone.page.get_by_role("switch", name="After a ruins card"))
    board = chart(phone)
    # The shape covers C2, which is a ruins space.
    expect(phone.space(board, "B2")).to_have_class(re.compile("is-reach"))
    expect(phone.space(board, "E5")).not_to_have_class(re.compile("is-reach"))
    phone.tap(phone.space(board, "B2"))
    bar = phone.page.locator(".next-step")
    phone.tap(bar.get_by_role("button", name="Done"))
    phone.go("Ben")
    expect(bar).to_contain_text("The current card is Hamlet.")
    phone.page.wait_for_timeout(DOUBLE_TAP)
    phone.tap(bar.get_by_role("button", name="Draw it"))
    expect(phone.page.get_by_role("switch", name="After a ruins card")).to_be_checked()
    phone.tap(phone.space(chart(phone, "Ben"), "B2"))
    phone.tap(bar.get_by_role("button", name="Done"))
    assert turns(phone) == [
        {"card": "temple_ruins", "draws": {}},
        {"card": "hamlet", "draws": {"0": "V B2 C2 C3", "1": "V B2 C2 C3"}},
    ]
    phone.go("Score sheet")
    phone.tap(record_panel(phone).get_by_role("button", name="Replay the record"))
    expect(record_panel(phone).locator(".verdict.legal")).to_be_visible()


def a_single_square_where_no_shape_fits(visit: Visit) -> None:
    drawn = ["F" * 11] * 11
    drawn = on_side_a([*drawn[:10], "." + "F" * 9 + "."])
    phone = opened(visit, table(drawn=drawn))
    phone.go("Ann")
    take_card(phone, "farmland")
    board = chart(phone)
    expect(board.locator(".is-reach")).to_have_count(2)
    panel = phone.page.locator(".draw-panel")
    expect(panel.get_by_role("group", name="Terrain").get_by_role("button")).to_have_count(5)
    phone.tap(phone.space(board, "K1"))
    phone.tap(phone.page.locator(".next-step").get_by_role("button", name="Done"))
    kept = phone.kept()["players"][0]
    assert kept["drawn"][10][0] == "A"
    # A fallback brings no coin of the card.
    assert kept["coins"] == 3


MOUNTAINS_OF_C = {"B2", "D9", "F4", "I10", "J6"}


def heroes_begins_on_its_own_side(visit: Visit, server: str) -> None:
    phone = opened(visit)
    phone.tap(phone.page.get_by_role("button", name="Heroes", exact=True))
    sides = phone.page.get_by_role("group", name="Which map?").get_by_role("button")
    expect(sides).to_have_text(["Side C", "Side A", "Side B", "Another print"])
    expect(sides.first).to_have_attribute("aria-pressed", "true")
    game = phone.page.locator("[data-station=game]")
    expect(game).to_contain_text("Side D is not included")
    assert phone.kept()["map"] == "C"
    phone.go("Player 1")
    peaks = chart(phone, "Player 1").locator('[data-tile="^"]')
    expect(peaks.locator("visible=true").first).to_be_visible()
    given = {"card": "wildwood_garden"}
    body = {"snapshot": phone.kept(), "player": "Player 1", "given": given}
    url = f"{server}/v3/cartographers/legal-actions"
    answer = requests.post(url, json=body, timeout=60)
    assert answer.status_code == 200
    # The base game has ruins, which are not known of this side; what was drawn stays where it is.
    phone.tap(phone.space(chart(phone, "Player 1"), "A1"))
    phone.go("Game")
    phone.tap(phone.page.get_by_role("button", name="Both", exact=True))
    rows = phone.kept()["map"]
    assert {
        f"{ROWS[y]}{x + 1}"
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
        if sign == "^"
    } == MOUNTAINS_OF_C
    expect(game).to_contain_text("Side C: its ruins are not included")


def a_partly_known_print_starts_with_the_known_part(visit: Visit) -> None:
    desk = opened(visit, {**HEROES, "game": "combined"}, **DESK)
    desk.page.get_by_role("button", name="Another print").click()
    desk.page.get_by_role("button", name="Begin with the mountains of side C").click()
    rows = desk.kept()["map"]
    mountains = {
        f"{ROWS[y]}{x + 1}"
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter == "^"
    }
    assert mountains == MOUNTAINS_OF_C


def axe_reports_no_serious_violation(visit: Visit, scheme: str) -> None:
    phone = opened(visit, table(), **{**PHONE, "color_scheme": scheme})
    page = phone.page
    for station in ("Game", "Decrees", "Ann", "Score sheet"):
        phone.go(station)
        assert serious(phone) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def uses_the_language_of_the_browser(visit: Visit, language: str) -> None:
    phone = opened(visit, table(), **{**PHONE, "locale": language})
    for at in range(1, 5):
        phone.page.locator(f".stop:nth-child({at})").tap()
        shown = phone.page.locator("body").inner_text()
        assert not re.search(r"\b[a-z_]+\.[a-z_]+\b", shown)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def prints_on_one_page(visit: Visit) -> None:
    desk = opened(visit, table(), **DESK)
    expect(desk.total("Ann")).to_have_text(re.compile(r"\d"))
    pdf = desk.page.pdf(format="A4", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


def names_what_makes_a_table_impossible(visit: Visit) -> None:
    # Treetower is a card of Cartographers, not of Heroes.
    phone = opened(visit, table(drawn=["." * 11] * 11))
    phone.go("Game")
    phone.tap(phone.page.get_by_role("button", name="Heroes", exact=True))
    bar = phone.page.locator(".next-step")
    expect(bar.locator(".bad")).to_be_visible()
    expect(phone.page.locator(".stop.lacks").filter(has_text="Decrees")).to_have_count(1)
    phone.go("Score sheet")
    expect(phone.leader()).to_contain_text("is impossible")


def a_shape_in_hand_belongs_to_the_map_of_its_card(visit: Visit) -> None:
    phone = opened(visit, HEROES)
    ann, ben = chart(phone), chart(phone, "Ben")
    bar = phone.page.locator(".next-step")
    panel = phone.page.locator(".draw-panel")
    phone.go("Ann")
    phone.choose("farm")
    phone.tap(phone.space(ann, "K11"))
    take_card(phone, "zombie_plague")
    phone.tap(phone.space(ann, "E5"))
    before = phone.kept()
    # On another map no shape is in hand, so that a tap offers what may lie there.
    phone.go("Ben")
    expect(bar).to_contain_text("The current card is Zombie Plague.")
    expect(ben.locator(".is-reach")).to_have_count(0)
    phone.tap(phone.space(ben, "A1"))
    choice = phone.page.get_by_role("dialog")
    expect(choice).to_be_visible()
    assert phone.kept() == before
    phone.page.keyboard.press("Escape")
    expect(choice).to_have_count(0)
    # Its own map still has it, where it moves and is confirmed.
    phone.tap(bar.get_by_role("button", name="Ann"))
    expect(panel).to_contain_text("Zombie Plague")
    phone.tap(phone.space(ann, "E7"))
    phone.tap(bar.get_by_role("button", name="Done"))
    drawn = ["." * 11] * 4 + ["......Z...."] + ["." * 11] * 5 + ["." * 10 + "A"]
    assert [player["drawn"] for player in phone.kept()["players"]] == [drawn, ["." * 11] * 11]
    assert turns(phone) == [{"card": "zombie_plague", "draws": {"1": "Z E7"}}]


def a_card_for_another_map_puts_the_last_one_back(visit: Visit) -> None:
    phone = opened(visit, HEROES)
    phone.go("Ann")
    take_card(phone, "zombie_plague")
    phone.tap(phone.space(chart(phone), "E5"))
    phone.go("Ben")
    play(phone, "Ben", "zombie_plague")
    assert phone.kept()["players"][0] == HEROES["players"][0]
    assert list(turns(phone)[0]["draws"]) == ["0"]
    expect(phone.page.locator(".next-step").get_by_role("button", name="Ann")).to_be_visible()


def back_shows_the_card_of_the_map_in_sight(visit: Visit) -> None:
    phone = opened(visit, HEROES)
    panel = phone.page.locator(".draw-panel")
    phone.go("Ann")
    phone.go("Ben")
    take_card(phone, "zombie_plague")
    expect(panel).to_have_accessible_name("Draw a card on Ben\u2019s map")
    phone.page.go_back()
    expect(phone.page.locator('.stop[aria-current="step"]')).to_contain_text("Ann")
    expect(panel).to_have_accessible_name("Draw a card on Ann\u2019s map")
    expect(panel).not_to_contain_text("Zombie Plague")


def a_shape_in_hand_goes_into_no_other_game(visit: Visit) -> None:
    phone = opened(visit, table())
    phone.menu("New game, same players")
    phone.go("Ann")
    take_card(phone, "hamlet")
    reach = chart(phone).locator(".is-reach")
    expect(reach.first).to_be_visible()
    phone.tap(reach.last)
    expect(chart(phone).locator('[data-tile="V"]').first).to_be_visible()
    phone.menu("Games on this device")
    phone.tap(phone.page.locator(".game").filter(has_text="Ann").last)
    expect(phone.space(chart(phone), "A1")).to_have_attribute("data-tile", "F")
    phone.go("Ann")
    expect(reach).to_have_count(0)
    phone.tap(phone.space(chart(phone), "J1"))
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    assert phone.kept() == table()


def test_a_winter_takes_one_sum_a_season(visit: Visit) -> None:
    a_winter_takes_one_sum_a_season(visit)
    coins_for_skill_cards_are_no_mistake(visit)
    a_table_keeps_its_own_pack(visit)


def test_a_season_is_scored_live_and_explained(visit: Visit, server: str) -> None:
    scores_the_season_live_and_highlights_spaces(visit, server)
    stores_seasons_and_rates_a_solo_game(visit, server)
    enters_an_earlier_season(visit)


def test_a_table_is_chosen_explained_and_printed(visit: Visit, server: str) -> None:
    an_empty_page_offers_an_example(visit, server)
    chooses_decrees_from_drawings(visit)
    shows_ruins_under_terrain(visit)
    names_what_makes_a_table_impossible(visit)
    prints_on_one_page(visit)


def test_cards_are_drawn_on_a_phone(visit: Visit, server: str) -> None:
    turns_mirrors_and_places_a_shape(visit, server)
    drags_a_shape_without_drawing(visit)
    a_closed_mountain_brings_a_coin(visit)
    a_single_square_where_no_shape_fits(visit)
    the_whole_map_is_in_sight_beside_the_card(visit)


def test_a_season_of_cards_is_drawn_and_ended(visit: Visit, server: str) -> None:
    a_season_of_four_cards_takes_at_most_thirty_taps(visit, server)
    the_bar_ends_a_season_whose_time_is_reached(visit)
    a_double_tap_on_done_does_not_end_the_season(visit)
    a_troll_acts_after_winter_for_the_record_alone(visit)


def test_heroes_ambushes_and_monsters_act(visit: Visit, server: str) -> None:
    an_ambush_names_its_player_and_acts_at_season_end(visit, server)
    a_troll_asks_for_the_space_to_destroy(visit)
    places_a_hero_and_the_spaces_it_destroys(visit)
    a_gorgon_asks_for_the_space_that_it_destroys(visit)
    heroes_begins_on_its_own_side(visit, server)
    a_partly_known_print_starts_with_the_known_part(visit)


def test_players_draw_the_same_card_each_on_their_map(visit: Visit, server: str) -> None:
    undo_names_the_map_that_it_changes(visit)
    the_bar_says_who_still_draws_the_card(visit)
    two_players_draw_the_same_card(visit, server)
    a_shape_in_hand_belongs_to_the_map_of_its_card(visit)
    a_card_for_another_map_puts_the_last_one_back(visit)
    back_shows_the_card_of_the_map_in_sight(visit)
    a_shape_in_hand_goes_into_no_other_game(visit)


def test_what_was_drawn_is_replayed_disputed_reviewed_and_accessible(
    visit: Visit, server: str
) -> None:
    replays_what_was_drawn(visit)
    settles_whether_a_map_came_about(visit)
    reviews_what_was_drawn(visit, server)
    for scheme in ("light", "dark"):
        axe_reports_no_serious_violation(visit, scheme)
    uses_the_language_of_the_browser(visit, "de")
