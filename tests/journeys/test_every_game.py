"""Features of the shell, for every game: storage, undo, links, offline use, small screens."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from journeys.conftest import DESK, PHONE, OpenContext, Visit
from journeys.sheet import Sheet, wait_for
from journeys.test_accidents import left_behind, swipe
from journeys.test_treasure_hunt import TABLE as HUNT
from journeys.test_turn import NO_STEPS
from journeys.test_turn import TABLE as DIG
from service.serving import running_on


class Played(NamedTuple):
    """How these tests place one tile on the first board of a game."""

    name: str
    station: str
    board: str
    space: str
    tool: str
    tile: str
    key: str
    bare: str = "."


GAMES = (
    Played("misterra", "Island", ".board.island", "B2", "jungle", "J", "theodolite"),
    Played(
        "cartographers",
        "Player 1",
        ".board.chart >> nth=0",
        "E5",
        "forest",
        "F",
        "theodolite.cartographers",
    ),
    Played("tiwanaku", "Tiles", ".board.disc", "C3", "sand", "S", "theodolite.tiwanaku"),
    Played(
        "treasure-hunt",
        "Board",
        ".board.quest",
        "N15/E15",
        "forest",
        "F",
        "theodolite.treasure_hunt",
        "?",
    ),
)


def opened(visit: Visit, played: Played, who: str = "") -> Sheet:
    return visit(PHONE, path=f"/{played.name}/", who=who)


def lay(sheet: Sheet, played: Played) -> None:
    sheet.go(played.station)
    sheet.choose(played.tool)
    sheet.tap(sheet.space(sheet.page.locator(played.board), played.space))


def expect_tile(sheet: Sheet, played: Played, tile: str) -> None:
    sheet.go(played.station)
    space = sheet.space(sheet.page.locator(played.board), played.space)
    expect(space).to_have_attribute("data-tile", tile)


def stores_under_the_games_keys_and_undoes(visit: Visit, played: Played) -> None:
    phone = opened(visit, played)
    lay(phone, played)
    phone.page.reload()
    expect_tile(phone, played, played.tile)
    expect(phone.tool("Nothing in hand")).to_have_attribute("aria-pressed", "true")
    keys = phone.page.evaluate("Object.keys(localStorage)")
    own = re.compile(
        rf"{re.escape(played.key)}\.(games|(game|answer)\..*)|theodolite\.habits|.*\.view"
    )
    assert all(own.fullmatch(key) for key in keys), keys
    phone.page.get_by_role("button", name="Undo").click()
    expect_tile(phone, played, played.bare)


def undo_and_redo_go_to_what_they_change(visit: Visit, played: Played) -> None:
    phone = opened(visit, played)
    lay(phone, played)
    space = phone.space(phone.page.locator(played.board), played.space)
    stop = phone.page.locator(".stop").filter(has=phone.page.get_by_text(played.station))
    notice = phone.page.locator(".notice")
    for button, said, tile in (
        ("Undo", "Undone: ", played.bare),
        ("Redo", "Redone: ", played.tile),
    ):
        phone.tap(phone.page.locator(".stop").first)
        expect(space).not_to_be_visible()
        phone.tap(phone.page.get_by_role("button", name=button))
        expect(stop).to_have_attribute("aria-current", "step")
        expect(space).to_have_attribute("data-tile", tile)
        expect(space).to_be_in_viewport()
        expect(notice).to_contain_text(said)
        expect(phone.tool("Nothing in hand")).to_have_attribute("aria-pressed", "true")
    # In sight, a change speaks for itself.
    phone.tap(phone.page.get_by_role("button", name="Undo"))
    expect(space).to_have_attribute("data-tile", played.bare)
    expect(notice).to_be_empty()


def no_station_is_called_like_a_tab(visit: Visit, played: Played, language: str) -> None:
    page = visit({**PHONE, "locale": language}, path=f"/{played.name}/").page
    tabs, stations = (
        set(page.locator(name).all_inner_texts()) for name in ("[role=tab]", ".stop .name")
    )
    assert stations
    assert not tabs & stations


def opens_a_link_and_copies_it_once(visit: Visit, played: Played) -> None:
    phone = opened(visit, played)
    lay(phone, played)
    phone.menu("Share, print, save")
    field = phone.page.get_by_label("Link to this game", exact=True)
    expect(field).to_have_value(re.compile(f"/{played.name}/#table="))
    link = field.input_value()
    friend = Sheet.open(opened(visit, played, "friend").page, path=link)
    expect(friend.page.locator(".shared")).to_be_visible()
    expect(friend.page.get_by_role("toolbar")).to_have_count(0)
    expect_tile(friend, played, played.tile)
    friend.tap(friend.space(friend.page.locator(played.board), played.space))
    expect(friend.page.get_by_role("dialog")).to_have_count(0)
    for _ in range(2):
        friend.page.goto(link)
        friend.tap(friend.page.get_by_role("button", name="Make my copy"))
        expect(friend.page.locator(".shared")).to_have_count(0)
    expect_tile(friend, played, played.tile)
    games = friend.page.evaluate(f"localStorage.getItem('{played.key}.games')")
    assert len(json.loads(games)) == 1


def a_vertical_swipe_draws_nothing(visit: Visit, played: Played) -> None:
    phone = opened(visit, played)
    phone.go(played.station)
    phone.choose("Nothing in hand")
    phone.page.evaluate("document.body.style.paddingBottom = '600px'")
    board = phone.page.locator(played.board)
    swipe(phone, phone.space(board, played.space), 5, -140)
    wait_for(phone.page, "scrollY > 50")
    assert phone.page.evaluate(f"localStorage.getItem('{played.key}.games')") is None
    expect(phone.space(board, played.space)).to_have_attribute("data-tile", played.bare)


def does_not_overflow_horizontally(visit: Visit, played: Played) -> None:
    for width, height in ((320, 640), (740, 360)):
        phone = opened(visit, played)
        phone.page.set_viewport_size({"width": width, "height": height})
        for at in range(phone.page.locator(".stop").count()):
            phone.page.locator(".stop").nth(at).tap()
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= width
            phone.page.keyboard.press("Escape")


def a_broken_store_does_not_blank_the_page(open_context: OpenContext, played: Played) -> None:
    page = open_context(**DESK, service_workers="block").new_page()
    kept = {
        "games": "[null]",
        "game.x": '{"from": 0, "at": 0, "last": 0}',
        "game.x.0": '{"table": {"players": [null]}}',
        "view": "[1]",
    }
    page.add_init_script(left_behind({f"{played.key}.{key}": text for key, text in kept.items()}))
    desk = Sheet.open(page, path=f"/{played.name}/")
    expect(desk.page.locator(played.board)).to_be_visible()
    expect(desk.page.locator(".notice")).to_contain_text("could not be read")


WON: dict[str, dict[str, Any]] = {
    "tiwanaku": {
        **DIG,
        "terrain": ["GGMGG", "SGMGG", "SGMGR", "SGMRR", "SSMRR"],
        "crops": [".352.", "....3", ".5...", "34...", "2.1.1"],
        "tiles": {"mud": 5, "sand": 5, "grass": 10, "rock": 5},
        "start": ["B1", "C1", "D1", "E2", "B3", "A4", "B4", "A5", "C5", "E5"],
        "players": [{**one, "meeples": [], "diversity": NO_STEPS} for one in DIG["players"]],
        "final": {"starter": "Ana", "passed": ["Ana", "Bo"], "offered": []},
    },
    "treasure-hunt": {
        **HUNT,
        "north": "down",
        "players": [
            {
                **HUNT["players"][0],
                "explorers": [{"at": "N01/E01"}, {"at": "N01/E01"}],
                "treasures": ["gold"],
                "coordinates": 3,
            },
            HUNT["players"][1],
        ],
    },
}
"""Finished games where the page has no finished example."""
RESULTS = {
    "misterra": ("Result", "Anna won with {} points."),
    "cartographers": ("Score sheet", "Anna won with {} points."),
    "tiwanaku": ("Result", "Ana won with {} points."),
    "treasure-hunt": ("Missions", "Cassandra wins."),
}


def the_bar_says_who_won_and_shares_it(visit: Visit, played: Played) -> None:
    name = played.name
    phone = visit(PHONE, WON.get(name), f"/{name}/")
    page = phone.page
    if name not in WON:
        phone.tap(page.get_by_role("button", name="Look at an example"))
    station, words = RESULTS[name]
    phone.go(station)
    bar = page.locator(".next-step")
    said = bar.locator(".missing")
    expect(said).to_have_text(re.compile(words.format(r"\d+")))
    points = page.locator(".podium .first b").inner_text()
    expect(said).to_have_text(words.format(points))
    phone.tap(bar.get_by_role("button", name="Share", exact=True))
    expect(page.get_by_role("dialog").get_by_label("Link to this game", exact=True)).to_be_visible()


@pytest.mark.parametrize("played", GAMES, ids=[played.name for played in GAMES])
def test_every_game_is_kept_and_shared(
    visit: Visit, open_context: OpenContext, played: Played
) -> None:
    stores_under_the_games_keys_and_undoes(visit, played)
    undo_and_redo_go_to_what_they_change(visit, played)
    opens_a_link_and_copies_it_once(visit, played)
    a_vertical_swipe_draws_nothing(visit, played)
    does_not_overflow_horizontally(visit, played)
    no_station_is_called_like_a_tab(visit, played, "en")
    the_bar_says_who_won_and_shares_it(visit, played)
    a_broken_store_does_not_blank_the_page(open_context, played)


def test_every_game_opens_offline(open_context: OpenContext, port: int, tmp_path: Path) -> None:
    with running_on(port, tmp_path / "log") as service:
        context = open_context(**PHONE, base_url=service.url)
        phones = {}
        for played in GAMES:
            phone = phones[played] = Sheet.open(context.new_page(), path=f"/{played.name}/")
            lay(phone, played)
            wait_for(phone.page, "() => navigator.serviceWorker.controller !== null")
    for played, phone in phones.items():
        phone.page.reload()
        expect_tile(phone, played, played.tile)
