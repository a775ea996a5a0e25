"""Turns of Treasure Hunt with cards: a round by touch, and each card judged in its turn."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from journeys.conftest import PHONE, Visit
from journeys.sheet import Sheet
from journeys.test_accidents import swipe
from journeys.test_everyone import serious
from journeys.test_treasure_hunt import (
    SIDEWAYS,
    SMALL,
    TABLE,
    ask,
    board,
    draw_up,
    hit,
    marked,
    opened,
    press,
    roll,
)

TAPS = 30
"""The most taps of a round of two players; a choice in a list counts as two. Measured: 21."""
PAUSE = 800
"""Milliseconds after a turn in which the page takes no taps, and some more."""
ROLL = {"do": "roll", "die": "brown", "pips": 7}
END = "N09/E04"
TREE = ["N20/E05", "N20/E06"]


def with_hands(*hands: list[str], **change: Any) -> dict[str, Any]:
    """Return the stored table with these hands, in the order of the players."""
    players = [{**one, "hand": hand} for one, hand in zip(TABLE["players"], hands, strict=True)]
    return {**TABLE, "players": players, **change}


def card(sheet: Sheet, name: str) -> None:
    """Take a card or a free piece in hand."""
    draw_up(sheet)
    sheet.tap(sheet.page.locator(".hand-of").get_by_role("button", name=name, exact=True))


def touch(sheet: Sheet, *spaces: str) -> None:
    for space in spaces:
        hit(sheet, space)


def snapshot(sheet: Sheet) -> dict[str, Any]:
    """Return the table that the browser has stored, as requests have it, without rulings."""
    own = ("north", "pack", "laid", "rulings")
    return {key: value for key, value in sheet.kept().items() if key not in own}


def ends(server: str, table: dict[str, Any], roll: dict[str, Any], mover: str) -> dict[str, Any]:
    """Return the paths to the spaces where Cassandra's piece may end, by the service."""
    given = {"roll": {key: roll[key] for key in ("die", "pips")}}
    body = {"snapshot": table, "player": "Cassandra", "given": given}
    moves = ask(server, "legal-actions", body)["moves"]
    return {end["at"]: end["path"] for end in moves if end["mover"] == mover}


def move(server: str, table: dict[str, Any], at: str) -> dict[str, Any]:
    """Return Cassandra's move with ROLL."""
    path = ends(server, table, ROLL, "explorer:1")[at]
    return {"do": "move", "mover": "explorer:1", "path": path}


def after(server: str, table: dict[str, Any], player: str, *actions: dict[str, Any]) -> Any:
    """Return the table after a legal turn, by the service, without rulings."""
    body = {"snapshot": table, "player": player, "move": {"actions": list(actions)}}
    verdict = ask(server, "legality-checks", body)
    assert verdict["legal"], verdict["checks"]
    return {key: value for key, value in verdict["after"].items() if key != "rulings"}


def two_players_play_a_round_with_cards(visit: Visit, server: str) -> None:
    """Each logs or moves, draws, and plays cards: a tree, a walker, a lost shoe."""
    phone = opened(visit, with_hands(["fallen_tree"], ["lost_shoe", "walker"]), **PHONE)
    bar = phone.page.locator(".next-step")
    roll(phone, "path", 7)
    touch(phone, "N08/E10")
    press(phone, "These cards")
    press(phone, "Tap it on the board")
    touch(phone, "N08/E18")
    phone.page.get_by_role("combobox", name="Action card").select_option("shovel")
    phone.taps += 2
    card(phone, "fallen tree")
    touch(phone, "N09/E25", "N10/E25")
    press(phone, "Move there")
    expect(bar).to_contain_text("Tap a die")
    phone.page.wait_for_timeout(PAUSE)
    assert snapshot(phone)["trees"] == [["N09/E25", "N10/E25"]]

    card(phone, "walker")
    touch(phone, "N10/E22")
    roll(phone, "path", 7)
    touch(phone, "N08/E23")
    card(phone, "lost shoe")
    press(phone, "Move there")
    expect(bar).to_contain_text("Cassandra has lost a shoe and skips this turn.")
    phone.page.wait_for_timeout(PAUSE)
    press(phone, "Next player")
    kept = snapshot(phone)
    assert kept["walkers"] == [{"at": "N10/E22", "moved_by": None}]
    cassandra, elliott = kept["players"]
    assert (cassandra["hand"], cassandra["shoes"], elliott["hand"]) == (["shovel"], 0, [])
    assert phone.taps <= TAPS, phone.taps
    replays_lawfully(phone, 3)


def replays_lawfully(phone: Sheet, turns: int) -> None:
    """The record is kept, and the service plays every turn of it again."""
    phone.page.reload()
    phone.go("Missions")
    press(phone, "Replay the record")
    record = phone.page.get_by_role("region", name="Record of the game")
    expect(record.locator(".verdict")).to_have_text("The whole record keeps to the rules")
    expect(record.locator(".replay li")).to_have_count(turns)


def played(name: str, **fields: Any) -> dict[str, Any]:
    return {"do": "play", "card": name, **fields}


CARDS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "fallen tree": (
        ["N05/E06", "N06/E06"],
        played("fallen_tree", spaces=["N05/E06", "N06/E06"]),
    ),
    "broken bridge": (["N08/E15"], played("broken_bridge", spaces=["N08/E15"])),
    "lost shoe": ([], played("lost_shoe", to="Elliott")),
    "walker": (["N20/E20"], played("walker", spaces=["N20/E20"])),
    "remove an obstacle": ([TREE[1]], played("remove_obstacle", obstacle=TREE[1])),
    "creep-through": (["N08/E20"], played("creep_through", spaces=["N08/E20"])),
    "free tree": (
        ["N05/E06", "N06/E06"],
        {"do": "place", "piece": "tree", "spaces": ["N05/E06", "N06/E06"]},
    ),
    "free walker of Elliott": (
        ["N20/E20"],
        {"do": "place", "piece": "walker", "spaces": ["N20/E20"], "by": "Elliott"},
    ),
}


def plays_each_card_before_the_roll(visit: Visit, server: str, name: str) -> None:
    """Judged at once, and once more with the roll and the move."""
    spaces, action = CARDS[name]
    table = with_hands([action.get("card", "shovel")], [], trees=[TREE])
    phone = opened(visit, table, **PHONE)
    phone.go("Roll")
    card(phone, name)
    touch(phone, *spaces)
    expect(phone.page.locator(".verdict")).to_have_text("Within the rules")
    expect(phone.page.locator(".plays li")).to_have_count(1)
    roll(phone, "path", 7)
    touch(phone, END)
    press(phone, "Move there")
    turn = [action, ROLL, move(server, table, END)]
    assert snapshot(phone) == after(server, table, "Cassandra", *turn)


def a_boat_lengthens_the_reach(visit: Visit, server: str) -> None:
    table = with_hands(["boat"], [])
    cassandra, elliott = table["players"]
    afloat = {**cassandra, "explorers": [{"at": "N20/E15"}, {"at": "N01/E01"}]}
    table = {**table, "players": [afloat, elliott]}
    phone = opened(visit, table, **PHONE)
    roll(phone, "water", 2)
    roll_made = {"do": "roll", "die": "blue", "pips": 2}
    expect(phone.page.locator(".reach-words")).to_be_visible()
    assert marked(phone, "reach") == set(ends(server, table, roll_made, "explorer:1"))
    card(phone, "boat")
    in_use = {**table, "players": [{**afloat, "hand": [], "boats": 1}, elliott]}
    paths = ends(server, in_use, roll_made, "explorer:1")
    assert "N28/E15" in paths
    expect(board(phone).locator('[data-space="N28/E15"].is-reach')).to_be_visible()
    assert marked(phone, "reach") == set(paths)
    touch(phone, "N28/E15")
    press(phone, "Move there")
    steps = {"do": "move", "mover": "explorer:1", "path": paths["N28/E15"]}
    turn = [roll_made, played("boat"), steps]
    assert snapshot(phone) == after(server, table, "Cassandra", *turn)


def moves_a_walker_with_its_card(visit: Visit, server: str) -> None:
    """The walker is rolled for and moved; the explorer moves as well."""
    table = with_hands(["walker"], [], walkers=[{"at": "N20/E05", "moved_by": None}])
    phone = opened(visit, table, **PHONE)
    phone.go("Roll")
    card(phone, "walker")
    touch(phone, "N20/E05")
    values = phone.page.get_by_role("group", name="What was rolled for the walker?")
    phone.tap(values.get_by_role("button", name="4", exact=True))
    green = {"die": "green", "pips": 4}
    paths = ends(server, table, green, "walker:N20/E05")
    expect(board(phone).locator('[data-space="N24/E05"].is-reach')).to_be_visible()
    assert marked(phone, "reach") == set(paths)
    touch(phone, "N24/E05")
    roll(phone, "path", 7)
    touch(phone, END)
    press(phone, "Move there")
    walk = played("walker", mover="walker:N20/E05", pips=4, path=paths["N24/E05"])
    turn = [walk, ROLL, move(server, table, END)]
    assert snapshot(phone) == after(server, table, "Cassandra", *turn)


def a_card_against_the_rules_is_said_at_once(visit: Visit) -> None:
    """The rule that it breaks stands in the bar, and nobody moves until it is taken back."""
    phone = opened(visit, with_hands(["fallen_tree"], []), **PHONE)
    phone.go("Roll")
    card(phone, "fallen tree")
    touch(phone, "N01/E01", "N01/E02")
    bar = phone.page.locator(".next-step")
    expect(bar.locator(".bad")).to_contain_text("N01/E01")
    roll(phone, "path", 7)
    touch(phone, END)
    expect(phone.page.locator(".discussed .verdict")).to_have_text("Not within the rules")
    expect(bar.locator(".bad")).to_contain_text("N01/E01")
    expect(phone.page.get_by_role("button", name="Move there")).to_have_count(0)
    press(phone, "Take away: fallen tree: N01/E01, N01/E02")
    expect(bar.get_by_role("button", name="Move there")).to_be_visible()


def a_card_may_be_played_between_two_steps(visit: Visit, server: str) -> None:
    """A tree behind the explorer, on a move that a stop on other terrain ends."""
    table = with_hands(["fallen_tree"], [])
    phone = opened(visit, table, **PHONE)
    roll(phone, "path", 7)
    end = "N09/E08"
    touch(phone, end)
    card(phone, "fallen tree")
    touch(phone, "N08/E03", "N08/E04")
    expect(phone.page.locator(".discussed .verdict")).to_have_text("Not within the rules")
    steps = move(server, table, end)
    time = phone.page.get_by_role("combobox", name="When: fallen tree")
    time.select_option("after step 3, N08/E06")
    press(phone, "Move there")
    tree = played("fallen_tree", spaces=["N08/E03", "N08/E04"])
    parts = [{**steps, "path": steps["path"][:3]}, tree, {**steps, "path": steps["path"][3:]}]
    assert snapshot(phone) == after(server, table, "Cassandra", ROLL, *parts)


def an_obstacle_removed_between_two_steps_opens_the_way(visit: Visit, server: str) -> None:
    """The tree lies across the path, so the space is no end until the card is played."""
    tree = ["N07/E06", "N08/E06"]
    table = with_hands(["remove_obstacle"], [], trees=[tree])
    phone = opened(visit, table, **PHONE)
    roll(phone, "path", 8)
    touch(phone, "N08/E11")
    title = phone.page.locator(".discussed h3")
    expect(title).to_have_text("Why not N08/E11?")
    for _ in range(2):
        press(phone, "The next step")
    card(phone, "remove an obstacle")
    touch(phone, tree[1])
    expect(title).to_have_text("Explorer 1 to N08/E11")
    press(phone, "Move there")
    step = {"do": "move", "mover": "explorer:1"}
    path = [f"N08/E{column:02}" for column in range(4, 12)]
    turn: list[dict[str, Any]] = [
        {**ROLL, "pips": 8},
        {**step, "path": path[:2]},
        played("remove_obstacle", obstacle=tree[1]),
        {**step, "path": path[2:]},
    ]
    assert snapshot(phone) == after(server, table, "Cassandra", *turn)


def trees_between_two_steps_end_a_move_early(visit: Visit, server: str) -> None:
    """They close what the last space leads to, so that fewer steps than rolled are enough."""
    table = with_hands(["fallen_tree"], [])
    phone = opened(visit, table, **PHONE)
    roll(phone, "path", 7)
    # On a small board a tap means the nearest end.
    for _ in range(2):
        press(phone, "Larger")
    swipe(phone, phone.page.locator(".zoom-view"), 80, 4)
    touch(phone, "N08/E01")
    press(phone, "The next step")
    trees = ["N06/E01", "N07/E01"], ["N09/E01", "N10/E01"]
    for name, spaces in zip(("fallen tree", "free tree"), trees, strict=True):
        card(phone, name)
        touch(phone, *spaces)
    time = phone.page.get_by_role("combobox", name="When: free tree")
    time.select_option("after step 1, N08/E02")
    expect(phone.page.locator(".discussed h3")).to_have_text("Explorer 1 to N08/E01")
    press(phone, "Move there")
    step = {"do": "move", "mover": "explorer:1"}
    turn: list[dict[str, Any]] = [
        ROLL,
        {**step, "path": ["N08/E02"]},
        played("fallen_tree", spaces=trees[0]),
        {"do": "place", "piece": "tree", "spaces": trees[1], "by": "Cassandra"},
        {**step, "path": ["N08/E01"]},
    ]
    assert snapshot(phone) == after(server, table, "Cassandra", *turn)


def a_fourth_card_may_be_played_at_once(visit: Visit) -> None:
    phone = opened(visit, with_hands(["boat", "walker", "lost_shoe"], []), **PHONE)
    roll(phone, "path", 7)
    touch(phone, "N08/E10")
    press(phone, "These cards")
    press(phone, "Tap it on the board")
    touch(phone, "N08/E18")
    phone.page.get_by_role("combobox", name="Action card").select_option("shovel")
    expect(phone.page.locator(".next-step")).to_contain_text("a fourth card")
    card(phone, "lost shoe")
    press(phone, "Move there")
    kept = snapshot(phone)["players"]
    assert sorted(kept[0]["hand"]) == ["boat", "shovel", "walker"]
    assert kept[1]["shoes"] == 1


def cards_of_a_turn_outlast_a_reload(visit: Visit) -> None:
    phone = opened(visit, with_hands(["lost_shoe"], []), **PHONE)
    phone.go("Roll")
    card(phone, "lost shoe")
    phone.go("Pieces")
    phone.page.reload()
    phone.go("Roll")
    expect(phone.page.locator(".plays li")).to_contain_text("lost shoe: Elliott")
    press(phone, "Undo")
    expect(phone.page.locator(".plays li")).to_have_count(0)


def the_winning_turn_leads_to_the_result(visit: Visit) -> None:
    table = with_hands([], [])
    cassandra, elliott = table["players"]
    last = {
        **cassandra,
        "explorers": [{"at": "N01/E05"}, {"at": "N01/E01"}],
        "treasures": ["gold"],
        "coordinates": 3,
    }
    table = {**table, "players": [elliott, last], "rulings": {"die_count": "stop_at_goal"}}
    phone = opened(visit, table, **PHONE)
    phone.go("Roll")
    press(phone, "Cassandra")
    roll(phone, "forest", 4)
    touch(phone, "N01/E01")
    press(phone, "Move there")
    bar = phone.page.locator(".next-step")
    expect(bar).to_contain_text("Cassandra wins.")
    phone.page.wait_for_timeout(PAUSE)
    press(phone, "See the result")
    moment = phone.page.locator(".moment")
    expect(moment.locator(".leader")).to_have_text("Cassandra wins.")
    expect(moment.locator(".why")).to_have_text(
        "The mission is complete: gold, 3 coordinates, and every explorer at home."
    )
    height: int = phone.page.evaluate("innerHeight")
    assert moment.evaluate("one => one.getBoundingClientRect().bottom") < height
    # The winner's lines stand first.
    expect(phone.page.locator(".mission-of h3").first).to_contain_text("Cassandra")
    replays_lawfully(phone, 1)


def a_buried_treasure_is_dug_up_with_the_shovel_in_hand(visit: Visit, server: str) -> None:
    """The form proposes the shovel that the route needs."""
    table = with_hands(["shovel"], [])
    cassandra, elliott = table["players"]
    route = {"cards": ["N08/E10"], "info": ["buried", "closed"], "treasures": ["ruby"]}
    dug = {**cassandra, "routes": {**cassandra["routes"], "triangle": route}}
    table = {**table, "players": [dug, elliott]}
    phone = opened(visit, table, **PHONE)
    roll(phone, "path", 7)
    touch(phone, "N08/E10")
    expect(phone.page.get_by_role("switch", name="With a shovel")).to_be_checked()
    press(phone, "Nothing")
    press(phone, "Move there")
    kept = snapshot(phone)["players"][0]
    assert (kept["hand"], kept["treasures"], kept["coordinates"]) == ([], ["ruby"], 1)


def a_coordinate_is_logged_before_the_move(visit: Visit, server: str) -> None:
    """An explorer that stood there, hindered by a walker until a card removes it."""
    table = with_hands(["remove_obstacle"], [], walkers=[{"at": "N10/E10", "moved_by": None}])
    cassandra, elliott = table["players"]
    waiting = {**cassandra, "explorers": [{"at": "N08/E10"}, {"at": "N01/E01"}]}
    table = {**table, "players": [waiting, elliott]}
    phone = opened(visit, table, **PHONE)
    phone.go("Roll")
    card(phone, "remove an obstacle")
    touch(phone, "N10/E10")
    phone.tap(phone.page.get_by_role("switch", name="N08/E10: triangle of Cassandra"))
    press(phone, "These cards")
    press(phone, "Tap it on the board")
    touch(phone, "N08/E18")
    phone.page.get_by_role("combobox", name="Action card").select_option("boat")
    roll(phone, "path", 7)
    touch(phone, "N09/E11")
    press(phone, "Move there")
    drawn = {"coordinate": "N08/E18", "action": "boat"}
    log = {"do": "log", "explorer": 1, "owner": "Cassandra", "route": "triangle", "drawn": drawn}
    turn = [played("remove_obstacle", obstacle="N10/E10"), ROLL, log]
    moved = {**table, "walkers": []}
    assert snapshot(phone) == after(
        server, table, "Cassandra", *turn, move(server, moved, "N09/E11")
    )


def each_of_two_loggings_of_a_turn_has_its_draws(visit: Visit, server: str) -> None:
    """One before the move, one where it ends; the second makes a hand of four."""
    table = with_hands(["walker", "lost_shoe"], [])
    cassandra, elliott = table["players"]
    routes = {**cassandra["routes"], "circle": {"cards": ["N09/E11"]}}
    waiting = {**cassandra, "explorers": [{"at": "N08/E10"}, {"at": "N01/E01"}], "routes": routes}
    table = {**table, "players": [waiting, elliott]}
    phone = opened(visit, table, **PHONE)
    phone.go("Roll")
    phone.tap(phone.page.get_by_role("switch", name="N08/E10: triangle of Cassandra"))
    draw(phone, phone.page.locator("#view"), "N08/E18", "boat")
    roll(phone, "path", 7)
    touch(phone, "N09/E11")
    draw(phone, phone.page.locator(".discussed"), "N20/E20", "shovel")
    bar = phone.page.locator(".next-step")
    expect(bar).to_contain_text("This is a fourth card")
    given_up = phone.page.locator(".discussed").get_by_role("combobox").last
    given_up.select_option("walker")
    press(phone, "Move there")
    turn: list[dict[str, Any]] = [ROLL]
    log = {"do": "log", "explorer": 1, "owner": "Cassandra"}
    for route, coordinate, action in (
        ("triangle", "N08/E18", "boat"),
        ("circle", "N20/E20", "shovel"),
    ):
        drawn = {"coordinate": coordinate, "action": action}
        turn.append({**log, "route": route, "drawn": drawn})
    turn.insert(2, move(server, table, "N09/E11"))
    turn.append({"do": "discard", "card": "walker"})
    assert snapshot(phone) == after(server, table, "Cassandra", *turn)


def draw(sheet: Sheet, form: Locator, coordinate: str, action: str) -> None:
    """Tell in a form what was drawn."""
    sheet.tap(form.get_by_role("button", name="These cards", exact=True))
    sheet.tap(form.get_by_role("button", name="Tap it on the board", exact=True))
    touch(sheet, coordinate)
    form.get_by_role("combobox", name="Action card").select_option(action)


def cards_fit_a_phone_in_every_language(visit: Visit, language: str) -> None:
    hand = ["walker", "lost_shoe", "remove_obstacle"]
    phone = opened(visit, with_hands(hand, ["boat"]), **{**PHONE, "locale": language})
    phone.tap(phone.page.locator(".stop").nth(3))
    # A lost shoe is given, then a walker is in hand.
    chips = phone.page.locator(".hand-of button")
    for played_so_far in range(2):
        phone.tap(chips.first)
        expect(phone.page.locator(".plays li")).to_have_count(1)
        expect(phone.page.locator(".draft")).to_have_count(played_so_far)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert phone.page.evaluate(SMALL, 44) == []
    assert serious(phone) == []
    phone.page.set_viewport_size({"width": SIDEWAYS["width"], "height": SIDEWAYS["height"]})
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= SIDEWAYS["width"]


def replays_the_turns_and_disputes_a_change(visit: Visit, server: str) -> None:
    """The record is kept over a reload and a change by hand, after which another one begins."""
    phone = opened(visit, with_hands(["lost_shoe"], []), **PHONE)
    roll(phone, "path", 7)
    touch(phone, END)
    card(phone, "lost shoe")
    phone.page.get_by_role("combobox", name="When: lost shoe").select_option("before the move")
    press(phone, "Move there")
    phone.page.wait_for_timeout(PAUSE)
    press(phone, "Next player")
    phone.page.reload()
    phone.go("Missions")
    record = phone.page.get_by_role("region", name="Record of the game")
    with phone.page.expect_download() as download:
        press(phone, "Save the record")
    saved = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert saved["record"]["snapshot"]["players"][0]["hand"] == ["lost_shoe"]
    assert [turn["player"] for turn in saved["record"]["turns"]] == ["Cassandra", "Elliott"]
    assert ask(server, "replays", saved)["legal"]
    press(phone, "Replay the record")
    expect(record.locator(".verdict")).to_have_text("The whole record keeps to the rules")
    review = ask(server, "reviews", saved)
    press(phone, "Review the game")
    reviewed = phone.page.get_by_role("region", name="Review", exact=True)
    expect(reviewed.locator(".moments .line-reason")).to_have_text(
        [review["turns"][at]["explanation"] for at in review["moments"]]
    )
    expect(reviewed.locator(".moments .line-title").first).to_have_text(
        f"1. Turn {review['moments'][0] + 1}: Cassandra"
    )
    expect(reviewed.locator(".curve polyline")).to_have_count(len(TABLE["players"]))
    expect(record.locator(".replay li")).to_have_text(
        [
            "Cassandra: brown die: 7 \u00b7 lost shoe: Elliott \u00b7 Explorer 1 to N09/E04",
            "Elliott: Skip the turn",
        ]
    )
    assert serious(phone) == []
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360

    # Somebody moved an explorer while nobody looked.
    phone.go("Pieces")
    phone.choose("Explorer 1 of Cassandra")
    touch(phone, "N20/E20")
    expect(phone.page.locator("#app > .notice")).to_contain_text("Not in the record")
    expect(phone.page.locator("#app > .notice .undo")).to_be_visible()
    phone.go("Missions")
    expect(record).to_contain_text("changed by hand after the last turn")
    expect(record.get_by_role("button", name="Replay the record")).to_be_visible()
    press(phone, "Could this have happened?")
    expect(record.locator(".verdict").last).to_have_text("No, it could not")
    phone.go("Pieces")
    phone.choose("Explorer 1 of Cassandra")
    touch(phone, "N09/E08")
    phone.go("Missions")
    press(phone, "Could this have happened?")
    expect(record.locator(".verdict").last).to_have_text("Yes, it could")
    expect(record.locator(".accounts li li").last).to_have_text("Explorer 1 to N09/E08")


def a_free_piece_under_pieces_is_played_in_the_recorded_turn(visit: Visit, server: str) -> None:
    phone = opened(visit, with_hands([], []), **PHONE)
    bar = phone.page.locator(".next-step")
    roll(phone, "path", 7)
    touch(phone, END)
    press(phone, "Move there")
    phone.page.wait_for_timeout(PAUSE)
    phone.go("Pieces")
    phone.choose("walker")
    touch(phone, "N20/E20")
    # The verdict covers the button of the panel: the bar is where one taps.
    expect(bar).to_contain_text("Within the rules")
    expect(bar.get_by_role("button")).to_have_text(["Place it"])
    phone.tap(bar.get_by_role("button", name="Place it"))
    expect(phone.page.locator("#app > .notice")).to_contain_text("part of Elliott\u2019s turn")
    expect(phone.page.locator(".plays li")).to_contain_text("N20/E20")
    assert len(phone.kept_state()["record"]["turns"]) == 1
    # The bar does not lead away from a card that is played.
    expect(bar.locator(".next")).to_have_count(0)
    roll(phone, "path", 7)
    expect(phone.page.locator(".reach-words")).to_be_visible()
    touch(phone, sorted(marked(phone, "reach"))[0])
    press(phone, "Move there")
    record = phone.kept_state()["record"]
    assert "place" in [action["do"] for action in record["turns"][1]["move"]["actions"]]
    body = {"record": {key: record[key] for key in ("snapshot", "turns")}}
    assert ask(server, "replays", body)["legal"]
    assert [one["at"] for one in phone.kept()["walkers"]][-1:] == ["N20/E20"]


def the_bar_places_a_piece_that_was_judged(visit: Visit) -> None:
    phone = opened(visit, with_hands([], []), **PHONE)
    bar = phone.page.locator(".next-step")
    phone.go("Pieces")
    phone.choose("fallen tree")
    touch(phone, TREE[0])
    expect(bar.get_by_role("button", name="Place it")).to_be_disabled()
    touch(phone, TREE[1])
    phone.tap(bar.get_by_role("button", name="Place it"))
    assert phone.kept()["trees"][-1:] == [TREE]
    expect(bar.locator(".next")).to_contain_text("Roll")


def test_two_players_play_a_round_with_cards(visit: Visit, server: str) -> None:
    two_players_play_a_round_with_cards(visit, server)
    a_free_piece_under_pieces_is_played_in_the_recorded_turn(visit, server)
    the_bar_places_a_piece_that_was_judged(visit)
    cards_of_a_turn_outlast_a_reload(visit)
    the_winning_turn_leads_to_the_result(visit)


def test_each_card_is_played_before_the_roll_or_between_steps(visit: Visit, server: str) -> None:
    for name in CARDS:
        plays_each_card_before_the_roll(visit, server, name)
    a_boat_lengthens_the_reach(visit, server)
    moves_a_walker_with_its_card(visit, server)
    a_card_against_the_rules_is_said_at_once(visit)
    a_card_may_be_played_between_two_steps(visit, server)
    an_obstacle_removed_between_two_steps_opens_the_way(visit, server)
    trees_between_two_steps_end_a_move_early(visit, server)


def test_each_logging_has_its_draws_and_turns_are_replayed(visit: Visit, server: str) -> None:
    a_fourth_card_may_be_played_at_once(visit)
    a_buried_treasure_is_dug_up_with_the_shovel_in_hand(visit, server)
    a_coordinate_is_logged_before_the_move(visit, server)
    each_of_two_loggings_of_a_turn_has_its_draws(visit, server)
    replays_the_turns_and_disputes_a_change(visit, server)
    cards_fit_a_phone_in_every_language(visit, "de")
