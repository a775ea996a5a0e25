"""Treasure Hunt's page: zooming, rolls and their reasons, routes, missions, board packs."""

import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import requests
from playwright.sync_api import Locator, expect

from journeys.conftest import DESK, PHONE, Visit
from journeys.sheet import Sheet, wait_for
from journeys.test_accidents import middle, scrolled, swipe
from journeys.test_everyone import serious
from journeys.test_keyboard import reach
from service.serving import running
from theodolite.treasure_hunt.board import GRID, Segment, lay_segments

ROOT = Path(__file__).parents[2]
RECORD = json.loads((ROOT / "examples/treasure_hunt/record.json").read_text("utf-8"))["record"]
PACK = ROOT / "examples/treasure_hunt/board-pack.toml"
INVENTED = files("theodolite.web").joinpath("page/treasure_hunt/invented.toml")
TABLE: dict[str, Any] = RECORD["snapshot"]
QUARTERS = ("N01/E01", "N01/E16", "N16/E01", "N16/E16")
SIDEWAYS = {"width": 740, "height": 360}
MOST_TAPS_OF_A_TURN = 10
"""Of a turn with a logging and two cards drawn, in fingers on glass."""
PATIENCE = 90_000
FINGER = 24
"""Pixels of a space that a finger hits."""


def opened(visit: Visit, table: Any = TABLE, who: str = "", **options: Any) -> Sheet:
    """Open the page with a stored game whose row numbers grow downwards."""
    kept = None if table is None else {"north": "down", **table}
    return visit(options or DESK, kept, "/treasure-hunt/", who)


def ask(server: str, operation: str, body: Any) -> Any:
    response = requests.post(f"{server}/v3/treasure-hunt/{operation}", json=body, timeout=60)
    response.raise_for_status()
    return response.json()


def board(sheet: Sheet) -> Locator:
    return sheet.page.locator(".board.quest")


def marked(sheet: Sheet, mark: str) -> set[str]:
    found = board(sheet).locator(f".is-{mark}")
    return set(found.evaluate_all("spaces => spaces.map(space => space.dataset.space)"))


def press(sheet: Sheet, name: str) -> None:
    sheet.tap(sheet.page.get_by_role("button", name=name, exact=True))


def hit(sheet: Sheet, space: str) -> None:
    """Tap a space; where it is too small for a finger, the first tap enlarges the board."""
    target = sheet.space(board(sheet), space)
    box = target.bounding_box()
    sheet.page.evaluate("() => new Promise(requestAnimationFrame)")
    precise = sheet.page.locator("[data-precise=true]").count()
    if sheet.by_touch and precise and box and box["width"] < FINGER:
        sheet.tap(target)
    sheet.tap(target)


def draw_up(sheet: Sheet) -> None:
    """Show the text again where a roll has drawn it down."""
    if sheet.by_touch and sheet.page.locator(".side.is-down").count():
        sheet.tap(sheet.page.get_by_role("button", name="Show more of the text"))


def enlarged(sheet: Sheet) -> float:
    scale = sheet.page.locator(".zoom").get_attribute("data-scale")
    return float(scale or "0")


def roll(sheet: Sheet, terrain: str, pips: int) -> None:
    """Select the die of a terrain and enter the roll."""
    sheet.go("Roll")
    die = sheet.page.get_by_role("group", name="Dice").get_by_role("button", name=f"for {terrain}")
    sheet.tap(die)
    values = sheet.page.get_by_role("group", name="Rolled at the table?")
    sheet.tap(values.get_by_role("button", name=str(pips), exact=True))


def ends_of(server: str, mover: str, die: str, pips: int) -> dict[str, Any]:
    """Return the spaces where Cassandra's piece may end, by the API."""
    body = {"snapshot": TABLE, "player": "Cassandra", "given": {"roll": {"die": die, "pips": pips}}}
    moves = ask(server, "legal-actions", body)["moves"]
    return {end["at"]: end for end in moves if end["mover"] == mover}


class Fingers:
    """Two fingers on the board that move together in small steps."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.devtools = sheet.page.context.new_cdp_session(sheet.page)

    def _send(self, kind: str, points: list[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y, "id": id_} for id_, (x, y) in enumerate(points)]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def move(
        self,
        start: list[tuple[float, float]],
        end: list[tuple[float, float]],
    ) -> None:
        self._send("touchStart", start[:1])
        self._send("touchStart", start)
        for step in range(1, 13):
            points = [
                (x + (to_x - x) * step / 12, y + (to_y - y) * step / 12)
                for (x, y), (to_x, to_y) in zip(start, end, strict=True)
            ]
            self._send("touchMove", points)
            self.sheet.page.wait_for_timeout(16)
        self._send("touchEnd", [])


def two_fingers_zoom_and_pan_without_painting(
    visit: Visit,
) -> None:
    phone = opened(visit, **PHONE)
    phone.go("Board")
    phone.choose("water")
    x, y = middle(phone.space(board(phone), "N15/E15"))
    fingers = Fingers(phone)
    fingers.move([(x - 30, y), (x + 30, y)], [(x - 90, y), (x + 90, y)])
    assert 2.7 < enlarged(phone) < 3.3
    here = middle(phone.space(board(phone), "N15/E15"))
    assert abs(here[0] - x) < 12
    fingers.move([(x - 40, y), (x + 40, y)], [(x - 80, y + 60), (x, y + 60)])
    moved = middle(phone.space(board(phone), "N15/E15"))
    assert abs(moved[0] - here[0] + 40) < 6
    assert abs(moved[1] - here[1] - 60) < 6
    assert scrolled(phone) == 0
    assert phone.page.evaluate("visualViewport.scale") == 1
    assert phone.kept()["board"]["rows"] == TABLE["board"]["rows"]


def a_vertical_swipe_scrolls_the_page_at_any_zoom(
    visit: Visit,
) -> None:
    phone = opened(visit, **PHONE)
    phone.go("Board")
    for _ in range(2):
        press(phone, "Larger")
    before = enlarged(phone)
    place = phone.page.locator(".zoom-view")
    swipe(phone, place, 4, -150)
    wait_for(phone.page, "scrollY > 60")
    assert enlarged(phone) == before
    assert phone.kept()["board"]["rows"] == TABLE["board"]["rows"]


def a_horizontal_swipe_pans_an_enlarged_board(
    visit: Visit,
) -> None:
    phone = opened(visit, **PHONE)
    phone.go("Board")
    for _ in range(3):
        press(phone, "Larger")
    place = phone.space(board(phone), "N15/E15")
    before = middle(place)
    swipe(phone, phone.page.locator(".zoom-view"), -80, 4)
    assert abs(middle(place)[0] - before[0] + 80) < 8
    expect(phone.page.get_by_role("dialog")).to_have_count(0)


def wheel_and_keys_zoom_and_focus_stays_visible(
    visit: Visit,
) -> None:
    desk = opened(visit)
    desk.go("Board")
    desk.space(board(desk), "N02/E02").focus()
    for key in ("+", "+", "+"):
        desk.page.keyboard.press(key)
    assert enlarged(desk) > 3
    for _ in range(12):
        desk.page.keyboard.press("ArrowRight")
    focused = desk.space(board(desk), "N02/E14")
    expect(focused).to_be_focused()
    box, view = focused.bounding_box(), desk.page.locator(".zoom-view").bounding_box()
    assert box is not None
    assert view is not None
    assert view["x"] <= box["x"] <= view["x"] + view["width"] - box["width"]
    desk.page.keyboard.press("0")
    assert enlarged(desk) == 1
    desk.page.mouse.move(*middle(desk.space(board(desk), "N20/E20")))
    desk.page.keyboard.down("Control")
    desk.page.mouse.wheel(0, -300)
    desk.page.keyboard.up("Control")
    wait_for(desk.page, "Number(document.querySelector('.zoom').dataset.scale) > 2")
    before = middle(desk.space(board(desk), "N20/E20"))
    desk.page.mouse.wheel(0, 60)
    wait_for(
        desk.page,
        """before => document.querySelector('[data-space="N20/E20"]')
            .getBoundingClientRect().y < before - 60""",
        arg=before[1],
    )


def shows_every_end_of_a_roll_with_its_path(visit: Visit, server: str) -> None:
    follow_a_roll(opened(visit, **PHONE), server)


def follow_a_roll(phone: Sheet, server: str) -> None:
    """Roll, tap one of the ends that the API lists, and follow the path to it."""
    phone.go("Roll")
    die = phone.page.get_by_role("button", name="Roll the brown die, for path")
    phone.tap(die)
    assert int(die.locator(".die").inner_text()) in range(7, 13)
    roll(phone, "path", 7)
    ends = ends_of(server, "explorer:1", "brown", 7)
    words = phone.page.locator(".reach-words")
    expect(words).to_have_text(f"Explorer 1 may end on {len(ends)} spaces: tap one.")
    assert marked(phone, "reach") == set(ends)
    goal = ends["N08/E10"]
    phone.tap(phone.space(board(phone), goal["at"]))
    expect(phone.page.locator(".discussed h3")).to_have_text("Explorer 1 to N08/E10")
    expect(phone.page.locator(".discussed .stopped")).to_have_text("The roll is used up.")
    steps = phone.page.locator(".steps-of p")
    expect(steps).to_have_text(f"{goal['steps']} steps")
    for at, space in enumerate(goal["path"], 1):
        press(phone, "The next step")
        expect(steps).to_contain_text(f"{at} of {goal['steps']}: {space}")
    assert phone.page.locator(".trail .step").count() == goal["steps"]
    expect(phone.page.locator(".verdict")).to_have_text("Within the rules")


def explains_unreachable_spaces_with_rule_and_section(visit: Visit, server: str) -> None:
    desk = opened(visit)
    roll(desk, "path", 7)
    desk.tap(desk.space(board(desk), "N08/E07"))
    expect(desk.page.locator(".discussed h3")).to_have_text("Why not N08/E07?")
    path = [f"N08/E{column:02}" for column in range(4, 8)]
    actions = [
        {"do": "roll", "die": "brown", "pips": 7},
        {"do": "move", "mover": "explorer:1", "path": path},
    ]
    body = {"snapshot": TABLE, "player": "Cassandra", "move": {"actions": actions}}
    response = ask(server, "legality-checks", body)
    failed = [check for check in response["checks"] if check["status"] == "failed"]
    assert failed
    first = desk.page.locator(".discussed .check").first
    expect(desk.page.locator(".discussed .verdict")).to_have_text("Not within the rules")
    expect(first.locator(".line-title")).to_have_text(failed[0]["explanation"])
    expect(first.locator(".page")).to_have_text(failed[0]["reference"])
    first.get_by_role("button").click()
    laws = requests.get(f"{server}/v3/treasure-hunt/rules", timeout=60).json()["rules"]
    (law,) = [law["text"] for law in laws if law["id"] == failed[0]["rule"]]
    expect(first.locator(".law")).to_have_text(law)
    assert marked(desk, "lit") == set(failed[0]["spaces"])
    expect(desk.page.get_by_role("button", name="Move there")).to_have_count(0)


def a_tap_on_a_small_board_selects_the_nearest_end(visit: Visit) -> None:
    phone = opened(visit, **PHONE)
    roll(phone, "path", 7)
    expect(phone.page.locator(".reach-words")).to_be_visible()
    board(phone).evaluate("board => board.scrollIntoView({block: 'center'})")
    x, y = middle(phone.space(board(phone), "N08/E10"))
    phone.page.touchscreen.tap(x + 9, y)
    expect(phone.page.locator(".discussed h3")).to_have_text("Explorer 1 to N08/E10")


def logs_a_coordinate_and_plays_the_turn(visit: Visit, server: str) -> None:
    desk = opened(visit)
    roll(desk, "path", 7)
    desk.tap(desk.space(board(desk), "N08/E10"))
    own = desk.page.get_by_role("switch", name="N08/E10: triangle of Cassandra")
    expect(own).to_be_checked()
    expect(desk.page.get_by_text("Before the move goes on, say what was drawn.")).to_be_visible()
    desk.page.get_by_role("button", name="These cards").click()
    desk.page.get_by_label("Coordinate card", exact=True).fill("n08/e18")
    desk.page.get_by_label("Coordinate card", exact=True).press("Tab")
    drawn = desk.page.locator(".discussed")
    drawn.get_by_role("combobox", name="Action card").select_option("closed")
    expect(desk.page.locator(".next-step")).to_contain_text("at which route")
    drawn.get_by_role("combobox", name="At which route").select_option("triangle")
    drawn.get_by_role("combobox", name="Which treasure").select_option("gold")
    press(desk, "Move there")
    after = ask(server, "updates", {"snapshot": TABLE, **RECORD["turns"][0]})["after"]
    kept = desk.kept()
    assert kept["players"][0]["explorers"][0] == {"at": "N08/E10"}
    assert kept["players"] == after["players"]
    expect(desk.page.get_by_role("button", name="Elliott").first).to_have_attribute(
        "aria-pressed", "true"
    )
    desk.page.locator(".notice").get_by_role("button", name="Undo").click()
    assert desk.kept()["players"][0]["explorers"][0] == {"at": "N08/E03"}


def a_die_that_moves_nobody_is_not_chosen(visit: Visit) -> None:
    phone = opened(visit, **PHONE)
    phone.go("Roll")
    dice = phone.page.get_by_role("group", name="Dice")
    for terrain, moves in {"water": False, "forest": True, "sand": False, "path": True}.items():
        die = dice.get_by_role("button", name=f"for {terrain}")
        (expect(die).to_be_enabled if moves else expect(die).to_be_disabled)()


def an_owner_of_three_cards_discards_one(visit: Visit) -> None:
    cassandra = {**TABLE["players"][0], "hand": ["boat", "walker", "lost_shoe"]}
    phone = opened(visit, {**TABLE, "players": [cassandra, TABLE["players"][1]]}, **PHONE)
    roll(phone, "path", 7)
    phone.tap(phone.space(board(phone), "N08/E10"))
    bar = phone.page.locator(".next-step")
    expect(bar).to_contain_text("say what was drawn")
    press(phone, "These cards")
    # Nothing is held against anybody until all is said.
    expect(bar).to_contain_text("Choose the coordinate card that was drawn")
    press(phone, "Tap it on the board")
    hit(phone, "N08/E18")
    expect(phone.page.get_by_label("Coordinate card", exact=True)).to_have_value("N08/E18")
    expect(bar).to_contain_text("Now choose the action card that was drawn.")
    phone.page.get_by_role("combobox", name="Action card").select_option("shovel")
    expect(bar).to_contain_text("This is a fourth card: Cassandra discards or plays one.")
    expect(phone.page.locator(".discussed .verdict")).to_have_text("Within the rules")
    phone.page.get_by_role("combobox", name="which is discarded").select_option("boat")
    press(phone, "Move there")
    assert sorted(phone.kept()["players"][0]["hand"]) == ["lost_shoe", "shovel", "walker"]


def explains_why_a_coordinate_cannot_be_logged(visit: Visit, server: str) -> None:
    table = {**TABLE, "walkers": [{"at": "N10/E10"}]}
    desk = opened(visit, table)
    roll(desk, "path", 7)
    desk.tap(desk.space(board(desk), "N08/E10"))
    expect(desk.page.locator(".discussed .verdict")).to_have_text("Within the rules")
    desk.page.get_by_role("switch", name="N08/E10: triangle of Cassandra").check()
    first = desk.page.locator(".discussed .check").first
    expect(desk.page.locator(".discussed .verdict")).to_have_text("Not within the rules")
    laws = requests.get(f"{server}/v3/treasure-hunt/rules", timeout=60).json()["rules"]
    (law,) = [law["text"] for law in laws if law["id"] == "treasure_hunt.log.walker"]
    first.get_by_role("button").click()
    expect(first.locator(".law")).to_have_text(law)


def place(sheet: Sheet, piece: str, *spaces: str) -> None:
    sheet.choose(piece)
    for space in spaces:
        hit(sheet, space)


PLACED = (
    ("tree", "fallen tree", ["N05/E06", "N06/E06"]),
    ("tree", "fallen tree", ["N01/E01", "N01/E02"]),
    ("tree", "fallen tree", ["N05/E06", "N07/E06"]),
    ("walker", "walker", ["N20/E20"]),
    ("broken_bridge", "broken bridge", ["N08/E15"]),
    ("broken_bridge", "broken bridge", ["N08/E20"]),
    ("creep_through", "creep-through", ["N08/E08"]),
    ("creep_through", "creep-through", ["N02/E02"]),
)
"""Free pieces, their names on the page, and where they are put."""


def checks_a_piece_before_it_is_placed(
    visit: Visit, server: str, piece: str, name: str, spaces: list[str]
) -> None:
    # Nobody knows from a board whose card a piece is laid by: the hands are left out.
    players = [{**one, "hand": None, "shoes": 0} for one in TABLE["players"]]
    [free] = [one["free"] for one in players if one["name"] == "Cassandra"]
    card = "fallen_tree" if piece == "tree" else piece
    laid = {"do": "place", "piece": piece} if piece in free else {"do": "play", "card": card}
    body = {
        "snapshot": {**TABLE, "players": players},
        "player": "Cassandra",
        "move": {"actions": [{**laid, "spaces": spaces}]},
    }
    response = ask(server, "legality-checks", body)
    desk = opened(visit)
    desk.go("Pieces")
    place(desk, name, *spaces)
    panel = desk.page.get_by_role("region", name="Pieces")
    expect(panel.locator(".verdict")).to_have_text(
        "Within the rules" if response["legal"] else "Not within the rules"
    )
    explanations = panel.locator(".check .line-title").all_inner_texts()
    # Whose turn it is, and whose piece, is not asked.
    of_turn = tuple(f"treasure_hunt.{area}." for area in ("turn", "card", "free"))
    assert set(explanations) == {
        check["explanation"]
        for check in response["checks"]
        if not check["rule"].startswith(of_turn)
    }
    if response["legal"]:
        press(desk, "Place it")
        kept = desk.kept()
        laid_down = {
            "tree": kept["trees"],
            "walker": [[one["at"]] for one in kept["walkers"]],
            "broken_bridge": [[one] for one in kept["broken_bridges"]],
            "creep_through": [[one] for one in kept["creep_throughs"]],
        }[piece]
        assert laid_down == [spaces]
        assert (piece in kept["players"][0]["free"]) is False
        desk.choose("Take away")
        desk.tap(desk.space(board(desk), spaces[0]))
        expect(desk.page.locator(".notice")).to_contain_text(f"What lay on {spaces[0]} is gone.")
        desk.page.locator(".notice .undo").click()
        expect(board(desk).locator(f'[data-space="{spaces[0]}"]')).to_have_accessible_name(
            re.compile(name)
        )


def shows_expected_turns_and_the_best_end_of_each_roll(visit: Visit, server: str) -> None:
    targets = ["N08/E10", "N06/E06"]
    body = {
        "snapshot": TABLE,
        "player": "Cassandra",
        "explorer": 1,
        "targets": targets,
        "home": True,
    }
    response = ask(server, "routes", body)
    phone = opened(visit, **PHONE)
    phone.go("Ways")
    for target, route in zip(targets, ("triangle", "circle"), strict=True):
        press(phone, f"{target}, {route} of Cassandra")
    phone.tap(phone.page.get_by_role("switch", name="Home afterwards"))
    expected = phone.page.locator(".expected")
    expect(expected).to_contain_text(f"{round(response['expected_turns'], 1):g}", timeout=PATIENCE)
    expect(expected).to_contain_text(f"in {response['fewest_turns']} with luck")
    firsts = phone.page.locator(".firsts button")
    expect(firsts).to_have_count(len(response["first"]))
    for at, best in enumerate(response["first"]):
        expect(firsts.nth(at).locator(".pip")).to_have_text(str(best["pips"]))
        expect(firsts.nth(at)).to_contain_text(best["at"])
    phone.tap(firsts.first)
    assert phone.page.locator(".trail .step").count() == len(response["first"][0]["path"])


def refuses_a_target_of_another_player(visit: Visit) -> None:
    desk = opened(visit)
    desk.go("Ways")
    barred_coordinates = desk.page.get_by_role("button", name="N08/E20, triangle of Elliott")
    desk.tap(barred_coordinates)
    expect(desk.page.get_by_role("region", name="Ways").locator(".troubles")).to_contain_text(
        "N08/E20 is not marked for this player to log."
    )


def the_mission_sheet_lists_conditions_and_winners(visit: Visit, server: str) -> None:
    response = ask(server, "scores", {"snapshot": TABLE})
    desk = opened(visit)
    desk.go("Missions")
    sheet = desk.page.get_by_role("region", name="Missions")
    lines = sheet.locator(".check .line-title")
    expect(desk.page.locator(".leader")).to_have_text("No mission is complete yet.")
    # A mission is its owner's secret: one at a time is looked at.
    for player in reversed(response["players"]):
        press(desk, f"{player['name']} looks at the mission")
        items = player["items"]
        expect(lines).to_have_text([item["explanation"] for item in items])
    at = next(at for at, item in enumerate(items) if item["category"] == "home" and not item["met"])
    sheet.locator(".check button").nth(at).click()
    assert marked(desk, "lit") == set(items[at]["spaces"])

    cassandra = {
        **TABLE["players"][0],
        "explorers": [{"at": "N01/E01"}, {"at": "N01/E01"}],
        "treasures": ["choice"],
        "coordinates": 2,
    }
    winner = opened(visit, {**TABLE, "players": [cassandra, TABLE["players"][1]]}, **PHONE)
    winner.go("Missions")
    expect(winner.page.locator(".leader")).to_have_text("Cassandra wins.")
    moment = winner.page.locator(".moment")
    expect(moment).to_have_class(re.compile("is-final"))
    expect(moment.locator(".why")).to_have_text(
        "The mission is complete: a treasure of choice for gold, 2 coordinates, and every explorer"
        " at home."
    )
    for name in ("Picture to share", "Print", "Link"):
        expect(moment.get_by_role("button", name=name, exact=True)).to_be_visible()


def read_pack(text: str) -> tuple[list[str], list[list[str]]]:
    """Return the board made of the segments of a pack in their order."""
    pack = tomllib.loads(text)
    segments = [
        (
            Segment(
                tuple(one["rows"]),
                tuple(
                    frozenset((int(space[1:3]) - 1, int(space[5:]) - 1) for space in bridge)
                    for bridge in one["bridges"]
                ),
            ),
            turn,
        )
        for one, turn in zip(pack["segments"].values(), (90, 0, 0, 270), strict=True)
    ]
    made = lay_segments(segments, north_up=pack["north"] == "up")
    return made.rows(), [sorted(GRID.name_all(bridge)) for bridge in made.bridges]


def loads_a_pack_and_turns_segments_like_the_api(visit: Visit, pack: Any) -> None:
    desk = opened(visit, None)
    desk.go("Board")
    content = pack.read_bytes()
    desk.page.locator("input[type=file]").set_input_files(
        {"name": "my-copy.toml", "mimeType": "text/plain", "buffer": content}
    )
    press(desk, "Turn segment A")
    for _ in range(3):
        press(desk, "Turn segment D")
    rows, bridges = read_pack(content.decode())
    board_now = desk.kept()["board"]
    assert board_now["rows"] == rows
    assert sorted(sorted(bridge) for bridge in board_now["bridges"]) == sorted(bridges)
    press(desk, "Undo")
    assert desk.kept()["board"]["rows"] != rows


def with_rows(rows: list[str]) -> str:
    """Return a pack of one segment."""
    return json.dumps({"north": "up", "segments": {"A": {"rows": rows}}})


INVALID = (
    ("pack.toml", 'north = "up"\nsegments = oh dear', "line 2"),
    ("game.json", '{"players": []}', "neither a board pack nor a game"),
    ("game.json", '{"players": [', "neither a board pack nor a game"),
    ("pack.json", with_rows(["F" * 15] * 14), "Segment A has 14 rows instead of 15."),
)
"""Files with what the page says of them; models tell the other faults."""


def refuses_an_invalid_pack(visit: Visit, name: str, content: str, notice: str) -> None:
    desk = opened(visit)
    desk.go("Board")
    before = desk.kept()
    file = {"name": name, "mimeType": "text/plain", "buffer": content.encode()}
    desk.page.locator("input[type=file]").set_input_files(cast("Any", file))
    expect(desk.page.locator(".notice")).to_contain_text(notice)
    assert desk.kept() == before


def loads_a_request_of_the_api_from_a_file(visit: Visit) -> None:
    desk = opened(visit, None)
    desk.go("Board")
    content = json.dumps(RECORD).encode()
    file = {"name": "record.json", "mimeType": "application/json", "buffer": content}
    desk.page.locator("input[type=file]").set_input_files(cast("Any", file))
    expect(desk.space(board(desk), "N08/E15")).to_have_accessible_name("N08/E15, path, bridge")
    assert [one["name"] for one in desk.kept()["players"]] == ["Cassandra", "Elliott"]


def paints_terrain_by_strokes_and_keys(visit: Visit) -> None:
    phone = opened(visit, None, **PHONE)
    phone.go("Board")
    press(phone, "Larger")
    press(phone, "Larger")
    phone.choose("water")
    phone.stroke(board(phone), [f"N15/E{column:02}" for column in range(14, 19)])
    assert phone.kept()["board"]["rows"][14][13:18] == "WWWWW"
    phone.choose("bridge")
    phone.stroke(board(phone), ["N15/E15", "N15/E16"])
    assert phone.kept()["board"]["bridges"] == [["N15/E15", "N15/E16"]]
    assert phone.kept()["board"]["rows"][14][13:18] == "WPPWW"
    phone.page.get_by_role("button", name="Undo").click()
    assert phone.kept()["board"]["bridges"] == []

    desk = opened(visit, None)
    desk.go("Board")
    desk.space(board(desk), "N30/E01").focus()
    desk.page.keyboard.type("WFSP?B")
    kept = desk.kept()["board"]
    assert kept["rows"][29][:6] == "WFSP?P"
    assert kept["bridges"] == [["N30/E06"]]


def a_tap_without_a_tool_offers_pieces(visit: Visit) -> None:
    desk = opened(visit)
    desk.go("Board")
    desk.tap(desk.space(board(desk), "N02/E02"))
    desk.page.get_by_role("dialog").get_by_role("button", name="sand", exact=True).click()
    expect(desk.space(board(desk), "N02/E02")).to_have_attribute("data-tile", "S")
    desk.go("Pieces")
    desk.tap(desk.space(board(desk), "N04/E05"))
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Explorer 2 of Cassandra", exact=True).click()
    assert desk.kept()["players"][0]["explorers"][1] == {"at": "N04/E05"}


def asks_for_the_origin_of_a_piece_on_a_boundary(visit: Visit) -> None:
    desk = opened(visit)
    desk.go("Pieces")
    place(desk, "Explorer 1 of Cassandra", "N20/E20")
    group = desk.page.get_by_role("group", name="Explorer 1 came to N20/E20 from")
    group.get_by_role("button", name="sand").click()
    assert desk.kept()["players"][0]["explorers"][0] == {"at": "N20/E20", "terrain": "sand"}
    place(desk, "Explorer 1 of Cassandra", "N21/E20")
    assert desk.kept()["players"][0]["explorers"][0] == {"at": "N21/E20"}


def explains_impossible_tables(visit: Visit) -> None:
    desk = opened(visit)
    desk.go("Pieces")
    place(desk, "Explorer 1 of Cassandra", "N08/E30")
    expect(desk.page.get_by_role("region", name="Pieces").locator(".troubles")).to_contain_text(
        "Two explorers stand on N08/E30"
    )


def offers_an_example_and_links_to_it(
    visit: Visit,
) -> None:
    phone = opened(visit, None, **PHONE)
    press(phone, "Look at an example")
    expect(phone.page.locator(".reach-words")).to_be_visible()
    assert len(marked(phone, "reach")) > 10
    # It is kept once somebody changes it.
    phone.go("Players")
    phone.page.get_by_label("Name", exact=True).first.fill("Cy")
    game = phone.kept()
    phone.menu("Share, print, save")
    field = phone.page.get_by_label("Link to this game", exact=True)
    expect(field).to_have_value(re.compile("#table="))
    friend = opened(visit, None, "friend", **PHONE)
    friend.page.goto(field.input_value())
    expect(friend.page.locator(".shared")).to_be_visible()
    expect(friend.page.locator(".missions .check").first).to_be_visible()
    friend.tap(friend.page.get_by_role("button", name="Make my copy"))
    copy = friend.kept()
    assert {**copy, "pack": None, "laid": None} == {**game, "pack": None, "laid": None}


def enters_four_players_young_players_and_teams(visit: Visit) -> None:
    desk = opened(visit)
    for _ in range(2):
        press(desk, "Add a player")
    kept = desk.kept()
    assert len({one["colour"] for one in kept["players"]}) == 4
    assert len({one["home"] for one in kept["players"]}) == 4
    desk.page.get_by_role("switch", name="Teams").check()
    assert desk.kept()["variants"] == {"young": False, "teams": True}
    desk.page.get_by_role("switch", name="Young players").check()
    young = desk.kept()
    assert young["variants"] == {"young": True, "teams": False}
    assert [len(one["explorers"]) for one in young["players"]] == [1, 1, 1, 1]
    desk.page.get_by_role("button", name="Remove Player 3").click()
    expect(desk.page.locator(".notice")).to_contain_text("Player 3")
    desk.page.locator(".notice .undo").click()
    assert len(desk.kept()["players"]) == 4


def offers_rulings_that_could_change_the_verdict(visit: Visit, server: str) -> None:
    desk = opened(visit)
    roll(desk, "path", 7)
    desk.tap(desk.space(board(desk), "N08/E07"))
    expect(desk.page.locator(".discussed .verdict")).to_have_text("Not within the rules")
    other = desk.page.locator(".discussed .other-rulings li")
    at_most = other.filter(has_text="at most the number rolled")
    at_most.get_by_role("button", name="Use this ruling").click()
    expect(desk.page.locator(".discussed h3")).to_have_text("Explorer 1 to N08/E07")
    expect(desk.page.locator(".discussed .verdict")).to_have_text("Within the rules")
    assert desk.kept()["rulings"] == {"die_count": "at_most"}


def a_lost_shoe_skips_the_turn(visit: Visit) -> None:
    cassandra = {**TABLE["players"][0], "shoes": 1}
    desk = opened(visit, {**TABLE, "players": [cassandra, TABLE["players"][1]]})
    desk.go("Roll")
    expect(desk.page.locator(".discussed .verdict")).to_have_text("Within the rules")
    expect(desk.page.get_by_role("group", name="Dice")).to_have_count(0)
    press(desk, "Next player")
    assert desk.kept()["players"][0]["shoes"] == 0


def a_mouse_pans_an_enlarged_board(visit: Visit) -> None:
    desk = opened(visit)
    roll(desk, "path", 7)
    # The explorer's space becomes visible once its ends are known.
    expect(desk.page.locator(".reach-words")).to_be_visible()
    for _ in range(3):
        press(desk, "Larger")
    before = middle(desk.space(board(desk), "N08/E05"))
    desk.page.mouse.move(*before)
    desk.page.mouse.down()
    desk.page.mouse.move(before[0] - 60, before[1] - 40, steps=6)
    desk.page.mouse.up()
    after = middle(desk.space(board(desk), "N08/E05"))
    assert (round(after[0] - before[0]), round(after[1] - before[1])) == (-60, -40)
    expect(desk.page.locator(".discussed")).to_have_count(0)
    desk.space(board(desk), "N08/E05").click()
    expect(desk.page.locator(".discussed h3")).to_have_text("Why not N08/E05?")


def offers_the_pack_of_the_service(visit: Visit, tmp_path: Path) -> None:
    with running(tmp_path / "log", "--card-pack", str(PACK)) as service:
        desk = opened(visit, None, **{**DESK, "base_url": service.url})
        desk.go("Board")
        # The example's pack has the same name as the service's; that comes first once it is loaded.
        boards = desk.page.get_by_role("button", name="An invented board", exact=True)
        expect(boards).to_have_count(2)
        boards.first.click()
        kept = desk.kept()
        segments = {
            quarter: {"segment": name, "turn": 0}
            for quarter, name in zip(QUARTERS, "ABCD", strict=True)
        }
        own = ("north", "pack", "laid")
        snapshot = {key: value for key, value in kept.items() if key not in own}
        table = {**snapshot, "board": {"segments": segments}}
        body = {"snapshot": table, "player": "Player 1", "move": {}}
        assert kept["board"] == ask(service.url, "updates", body)["after"]["board"]


def enters_a_roll_by_keyboard(visit: Visit) -> None:
    desk = opened(visit)
    page = desk.page
    tab(desk, page.locator(".stop").filter(has_text="Roll"))
    tab(desk, page.get_by_role("button", name="Roll the brown die, for path"))
    tab(desk, page.get_by_role("group", name="Rolled at the table?").get_by_text("7", exact=True))
    expect(page.locator(".reach-words")).to_contain_text("Explorer 1 may end on")
    desk.space(board(desk), "N01/E01").focus()
    for key, steps in (("ArrowDown", 7), ("ArrowRight", 9)):
        for _ in range(steps):
            page.keyboard.press(key)
    space = desk.space(board(desk), "N08/E10")
    expect(space).to_be_focused()
    expect(space).to_have_accessible_name(re.compile("path, triangle of Cassandra, within reach"))
    page.keyboard.press("Enter")
    expect(page.locator(".discussed h3")).to_have_text("Explorer 1 to N08/E10")
    tab(desk, page.get_by_role("button", name="The next step"))
    expect(page.locator(".steps-of p")).to_contain_text("1 of 7: N08/E04, path")
    tab(desk, page.get_by_role("button", name="Nothing", exact=True))
    expect(page.locator(".discussed .verdict")).to_have_text("Not within the rules")


def tab(sheet: Sheet, target: Locator) -> None:
    """Press Tab until the element has the focus, then press it."""
    reach(sheet, target)
    sheet.page.keyboard.press("Enter")


def offers_every_ruling_of_the_api(visit: Visit, server: str) -> None:
    listed = requests.get(f"{server}/v3/treasure-hunt/rulings", timeout=60).json()["rulings"]
    desk = opened(visit)
    desk.page.get_by_text("Rulings", exact=True).click()
    rulings = desk.page.locator("fieldset.ruling")
    expect(rulings).to_have_count(len(listed))
    for at, ruling in enumerate(listed):
        expect(rulings.nth(at).get_by_role("radio")).to_have_count(len(ruling["values"]))
    assert not re.search(r"[a-z]_[a-z]|ruling\.", rulings.first.locator("..").inner_text())
    desk.page.get_by_label("beside it, off the board").check()
    kept = desk.kept()
    assert kept["rulings"] == {"home_place": "frame"}
    assert [player["explorers"][1]["at"] for player in kept["players"]] == ["home", "home"]
    roll(desk, "forest", 4)
    expect(desk.page.locator(".reach-words")).to_contain_text("Explorer 2 may end on")
    desk.go("Missions")
    press(desk, "Cassandra looks at the mission")
    expect(desk.page.get_by_role("region", name="Missions")).to_contain_text(
        "Explorer 2 of Cassandra is home."
    )


def says_that_it_is_offline_and_resumes(visit: Visit) -> None:
    desk = opened(visit)
    roll(desk, "path", 7)
    expect(desk.page.locator(".reach-words")).to_be_visible()
    desk.page.context.set_offline(True)
    desk.tap(desk.space(board(desk), "N08/E10"))
    expect(desk.page.locator(".discussed .offline")).to_be_visible()
    desk.page.context.set_offline(False)
    expect(desk.page.locator(".discussed .verdict")).to_be_visible()


def prints_on_one_page(visit: Visit) -> None:
    desk = opened(visit)
    desk.go("Missions")
    press(desk, "Cassandra looks at the mission")
    expect(desk.page.locator(".missions .check").first).to_be_visible()
    desk.page.emulate_media(media="print")
    desk.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    printed = desk.page.locator("#print svg")
    expect(printed).to_be_visible()
    words = printed.locator("text").all_text_contents()
    assert "Cassandra" in words
    assert any("gold" in line for line in words)
    assert "30" in words
    pdf = desk.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


STATIONS = ("Players", "Board", "Pieces", "Roll", "Ways", "Missions")


def axe_reports_no_serious_violation(visit: Visit, size: dict[str, Any], scheme: str) -> None:
    sheet = opened(visit, **{**size, "color_scheme": scheme})
    for station in STATIONS:
        sheet.go(station)
        assert serious(sheet) == [], station
    sheet.go("Players")
    sheet.tap(sheet.page.locator("section[data-station=game] summary").first)
    assert serious(sheet) == []
    sheet.go("Pieces")
    sheet.tap(sheet.page.locator("section[data-station=pieces] summary").first)
    place(sheet, "fallen tree", "N01/E01", "N01/E02")
    expect(sheet.page.locator(".verdict")).to_be_visible()
    assert serious(sheet) == []
    roll(sheet, "path", 7)
    sheet.tap(sheet.space(board(sheet), "N08/E10"))
    expect(sheet.page.locator(".discussed .check").first).to_be_visible()
    assert serious(sheet) == []


def fits_a_phone_in_every_language(visit: Visit, language: str) -> None:
    phone = opened(visit, **{**PHONE, "locale": language})
    for at in range(1, 7):
        phone.page.locator(f".stop:nth-child({at})").tap()
        shown = phone.page.locator("body").inner_text()
        assert not re.search(r"\b[a-z_]+\.[a-z_]+\b", shown)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    phone.page.locator(".stop:nth-child(4)").tap()
    phone.page.locator(".die-button").last.tap()
    phone.page.locator(".pips button").first.tap()
    phone.tap(phone.space(board(phone), "N08/E10"))
    expect(phone.page.locator(".discussed .check").first).to_be_visible()
    shown = phone.page.locator("body").inner_text()
    assert not re.search(r"\b[a-z]+_[a-z_]+\b", shown)
    assert language == "en" or not re.search(r"\b(space|step|ends?|your|rule)\b", shown)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def fits_landscape_and_text_of_twice_the_size(visit: Visit) -> None:
    phone = opened(visit, **{**PHONE, "viewport": SIDEWAYS})
    large = opened(visit, **PHONE)
    large.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for station in STATIONS:
        phone.go(station)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= SIDEWAYS["width"]
        large.go(station)
        assert large.page.evaluate("document.documentElement.scrollWidth") <= 360


FAR = {
    **TABLE,
    "players": [
        {**TABLE["players"][0], "explorers": [{"at": "N08/E03"}, {"at": "N29/E20"}]},
        TABLE["players"][1],
    ],
}
"""An explorer of Cassandra's stands in the last rows but one."""
ROWS_SEEN = """() => [...document.querySelectorAll(".quest [data-space$='/E09']")]
    .filter(space => {
        const {x, y, width, height} = space.getBoundingClientRect();
        return space.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    })
    .map(space => Number(space.dataset.space.slice(1, 3)))"""


def rows_seen(sheet: Sheet) -> set[int]:
    return set(sheet.page.evaluate(ROWS_SEEN))


def scroll_to(sheet: Sheet, y: int) -> None:
    sheet.page.evaluate("y => scrollTo(0, y)", y)


END_OF_PAGE = 9999
EVERY_ROW = set(range(1, 31))


def every_row_can_be_seen_above_the_sheet(visit: Visit) -> None:
    for station in ("Pieces", "Roll", "Ways"):
        phone = opened(visit, FAR, **PHONE)
        phone.go(station)
        press(phone, "The whole board")
        for is_up in (False, True):
            if is_up:
                phone.page.locator(".handle").evaluate("handle => handle.click()")
                expect(phone.page.locator(".side.is-up")).to_be_visible()
            seen = set()
            for y in range(0, 900, 60):
                scroll_to(phone, y)
                seen |= rows_seen(phone)
            assert seen == EVERY_ROW, station


def the_piece_that_moves_comes_into_sight(visit: Visit) -> None:
    """Once for each piece: a tap on a space in sight leaves the page where it is."""
    phone = opened(visit, FAR, **PHONE)
    phone.go("Roll")
    wait_for(phone.page, f"({ROWS_SEEN})().includes(29)")
    roll(phone, "path", 7)
    expect(phone.page.locator(".reach-words")).to_be_visible()
    scroll_to(phone, 0)
    phone.tap(phone.space(board(phone), "N09/E08"))
    expect(phone.page.locator(".discussed .verdict")).to_be_visible()
    assert scrolled(phone) == 0


def what_was_drawn_is_asked_in_sight(visit: Visit) -> None:
    """The sheet is back at its top for the next player."""
    phone = opened(visit, **PHONE)
    roll(phone, "path", 7)
    phone.tap(phone.space(board(phone), "N08/E10"))
    form = phone.page.locator(".drawing-of")
    expect(form).to_be_in_viewport(ratio=0.98)
    press(phone, "These cards")
    expect(form.get_by_role("combobox", name="Action card")).to_be_in_viewport(ratio=0.5)
    press(phone, "Tap it on the board")
    hit(phone, "N08/E18")
    form.get_by_role("combobox", name="Action card").select_option("shovel")
    press(phone, "Move there")
    expect(phone.page.locator(".next-step")).to_contain_text("Tap a die")
    assert phone.page.locator(".side").evaluate("side => side.scrollTop") == 0
    # With the choice of the action card, which no tap counts.
    assert phone.taps + 1 <= MOST_TAPS_OF_A_TURN


def landscape_shows_the_whole_board_beside_all_that_is_said(
    visit: Visit,
) -> None:
    phone = opened(visit, FAR, **{**PHONE, "viewport": SIDEWAYS})
    for station in ("Board", "Pieces", "Ways", "Roll"):
        phone.go(station)
        press(phone, "The whole board")
        assert rows_seen(phone) == EVERY_ROW, station
    roll(phone, "path", 7)
    expect(phone.page.locator(".reach-words")).to_be_visible()
    scroll_to(phone, END_OF_PAGE)
    assert rows_seen(phone) == EVERY_ROW


CRAMPED = """() => {
    const boxes = [...document.querySelectorAll(".dice button, .pips button")]
        .map(button => [button, button.getBoundingClientRect()]);
    const inside = (one, other) => one.left >= other.left && one.right <= other.right
        && one.top >= other.top && one.bottom <= other.bottom;
    const apart = (one, other) => one.right <= other.left || one.left >= other.right
        || one.bottom <= other.top || one.top >= other.bottom;
    return boxes.filter(([button, box], at) => {
        const range = new Range();
        range.selectNodeContents(button);
        return ![...range.getClientRects()].every(one => inside(one, box))
            || boxes.slice(0, at).some(([, other]) => !apart(box, other));
    }).map(([button]) => button.innerText);
}"""


def dice_have_room_for_text_of_twice_the_size(visit: Visit, language: str) -> None:
    phone = opened(visit, **PHONE, locale=language, reduced_motion="reduce")
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    phone.page.locator(".stop:nth-child(4)").tap()
    phone.tap(phone.page.locator(".die-button").last)
    expect(phone.page.locator(".pips button").first).to_be_visible()
    assert phone.page.evaluate(CRAMPED) == []


SMALL = """least => [...document.querySelectorAll("button, select, summary, label, a, input")]
    .filter(one => one.checkVisibility() && !one.closest(".sr"))
    .filter(one => !(one instanceof HTMLInputElement && one.closest("label")))
    .map(one => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < least)
    .map(([html, box]) => `${box.width} x ${box.height} ${html}`)"""


def touch_targets_are_large_enough(visit: Visit) -> None:
    phone = opened(visit, **PHONE)
    for station in STATIONS:
        phone.go(station)
        for summary in phone.page.locator("summary:visible").all():
            summary.tap()
        assert phone.page.evaluate(SMALL, 44) == [], station


def test_the_board_is_enlarged_and_moved_without_painting(visit: Visit) -> None:
    two_fingers_zoom_and_pan_without_painting(visit)
    a_vertical_swipe_scrolls_the_page_at_any_zoom(visit)
    a_horizontal_swipe_pans_an_enlarged_board(visit)
    wheel_and_keys_zoom_and_focus_stays_visible(visit)
    a_mouse_pans_an_enlarged_board(visit)


def test_a_roll_is_followed_and_coordinates_are_logged(visit: Visit, server: str) -> None:
    shows_every_end_of_a_roll_with_its_path(visit, server)
    a_tap_on_a_small_board_selects_the_nearest_end(visit)
    a_die_that_moves_nobody_is_not_chosen(visit)
    says_that_it_is_offline_and_resumes(visit)
    logs_a_coordinate_and_plays_the_turn(visit, server)


def test_what_a_roll_does_not_allow_is_explained(visit: Visit, server: str) -> None:
    explains_unreachable_spaces_with_rule_and_section(visit, server)
    offers_rulings_that_could_change_the_verdict(visit, server)
    a_lost_shoe_skips_the_turn(visit)
    enters_a_roll_by_keyboard(visit)
    an_owner_of_three_cards_discards_one(visit)
    explains_why_a_coordinate_cannot_be_logged(visit, server)


def test_pieces_are_checked_and_placed(visit: Visit, server: str) -> None:
    for piece, name, spaces in PLACED:
        checks_a_piece_before_it_is_placed(visit, server, piece, name, spaces)
    a_tap_without_a_tool_offers_pieces(visit)
    asks_for_the_origin_of_a_piece_on_a_boundary(visit)
    explains_impossible_tables(visit)


def test_ways_and_missions_are_those_of_the_service(visit: Visit, server: str) -> None:
    shows_expected_turns_and_the_best_end_of_each_roll(visit, server)
    refuses_a_target_of_another_player(visit)
    the_mission_sheet_lists_conditions_and_winners(visit, server)
    offers_every_ruling_of_the_api(visit, server)
    prints_on_one_page(visit)


def test_a_board_is_loaded_painted_and_shared(visit: Visit, tmp_path: Path) -> None:
    loads_a_pack_and_turns_segments_like_the_api(visit, INVENTED)
    for name, content, notice in INVALID:
        refuses_an_invalid_pack(visit, name, content, notice)
    loads_a_request_of_the_api_from_a_file(visit)
    paints_terrain_by_strokes_and_keys(visit)
    offers_an_example_and_links_to_it(visit)
    enters_four_players_young_players_and_teams(visit)
    offers_the_pack_of_the_service(visit, tmp_path)


def test_treasure_hunt_is_accessible(visit: Visit) -> None:
    for size, scheme in ((PHONE, "light"), (DESK, "dark"), (DESK, "light")):
        axe_reports_no_serious_violation(visit, size, scheme)
    touch_targets_are_large_enough(visit)


def test_treasure_hunt_fits_every_phone(visit: Visit) -> None:
    fits_a_phone_in_every_language(visit, "de")
    fits_landscape_and_text_of_twice_the_size(visit)
    dice_have_room_for_text_of_twice_the_size(visit, "de")
    every_row_can_be_seen_above_the_sheet(visit)
    the_piece_that_moves_comes_into_sight(visit)
    what_was_drawn_is_asked_in_sight(visit)
    landscape_shows_the_whole_board_beside_all_that_is_said(visit)
