"""Saves what people have of this edition's page, once: `pytest tests/journeys/save_states.py`.

Each game is played a little by touch. The storage of the browser, the links and the totals
shown are written to `saved/<game>.json`; a file that is there is not written again.
"""

import json
from collections.abc import Callable
from typing import Any, cast

import pytest
from playwright.sync_api import expect

from journeys import test_cartographers as maps
from journeys import test_entry as entry
from journeys import test_tiwanaku as puzzles
from journeys import test_treasure_hunt as quest
from journeys import test_treasure_hunt_round as hunt
from journeys import test_turn as turns
from journeys.conftest import PHONE, Visit
from journeys.sheet import TABLE, Sheet, strokes
from journeys.test_every_game import GAMES, Played, lay
from journeys.test_referee import LAGOON_JUNGLE, take_card
from journeys.test_saved_states import SAVED, open_oldest, shown
from journeys.test_share import link_of
from theodolite import __version__


def on(phone: Sheet) -> Visit:
    """Return a `visit` for chapters that stays on the open page."""
    return lambda *_args, **_options: phone


def misterra(phone: Sheet, _: str) -> None:
    """An example; a game entered by touch, and a turn of each player through the referee."""
    page = phone.page
    phone.tap(page.get_by_role("button", name="Look at an example"))
    phone.menu("New game")
    for at, player in enumerate(TABLE["players"]):
        entry.rename(phone, at, player["name"])
    phone.go("Island")
    entry.lay(phone, phone.island, TABLE["island"])
    phone.tap(page.get_by_role("button", name="Hazy tiles"))
    entry.lay(phone, phone.island, [row.swapcase() for row in TABLE["island"]])
    phone.go("Cassandra")
    # A full parchment would end the game before her turn.
    rows = [*TABLE["players"][0]["parchment"][:4], "SSJ.."]
    entry.lay(phone, phone.parchment("Cassandra"), rows)
    phone.go("Claims")
    for tool, space in (("Claim marker", "D1"), ("Meeple", "C3")):
        phone.choose(f"{tool} of Cassandra")
        phone.tap(phone.space(phone.island, space))
    phone.choose("Meeple of Elliott")
    phone.tap(phone.space(phone.island, "E2"))
    phone.go("Cards")
    for player in TABLE["players"]:
        for card in player["presumptions"]:
            entry.pick_card(phone, player["name"], card)
    phone.tap(page.get_by_role("tab", name="Referee"))
    play = page.get_by_role("button", name="Play it in the game")
    for name, space, mapped in (("Elliott", "E3", []), ("Cassandra", "D3", ["D3", "D4"])):
        phone.tap(page.get_by_role("group", name="Who?").get_by_role("button", name=name))
        phone.tap(phone.space(phone.island, space))
        for spaces in (mapped, []):
            take_card(phone, LAGOON_JUNGLE)
            for one in spaces:
                phone.tap(phone.space(phone.parchment(name), one))
            if not spaces:
                phone.tap(page.get_by_role("button", name="Neither"))
            play.last.tap()
            expect(play).to_have_count(0)
    phone.tap(page.get_by_role("tab", name="Score"))


def cartographers(phone: Sheet, _: str) -> None:
    """An example in winter; a spring of four cards written down, and a card of summer."""
    bar = phone.page.locator(".next-step")
    phone.tap(phone.page.get_by_role("button", name="Look at an example"))
    phone.menu("New game")
    phone.go("Decrees")
    for at, card in enumerate(maps.DECREES.values()):
        phone.tap(phone.page.locator(".decree").nth(at))
        words = card.replace("_", " ").capitalize()
        offered = phone.page.get_by_role("dialog").locator(".scoring-card")
        phone.tap(offered.filter(has=phone.page.get_by_text(words)))
        expect(offered).to_have_count(0)
    for card in ("orchard", "marshlands", "homestead", "fishing_village", "great_river"):
        if card == "great_river":
            phone.page.wait_for_timeout(maps.DOUBLE_TAP)
            phone.tap(bar.get_by_role("button", name="Write down Spring, go on"))
            phone.page.wait_for_timeout(maps.DOUBLE_TAP)
        phone.go("Player 1")
        maps.play(phone, "Player 1", card)
        phone.page.wait_for_timeout(maps.DOUBLE_TAP)
        phone.go("Player 2")
        phone.tap(bar.get_by_role("button", name="Draw it"))
        phone.tap(maps.chart(phone, "Player 2").locator(".is-reach").first)
        phone.tap(bar.get_by_role("button", name="Done"))


def tiwanaku(phone: Sheet, server: str) -> None:
    """A puzzle solved with hints, one half done, and a game of two with a turn of each."""
    puzzles.a_puzzle_is_solved_with_hints_by_touch(on(phone), server)
    phone.tap(phone.page.locator(".masthead").get_by_role("button", name="Undo"))
    phone.menu("New game")
    puzzles.ask(phone, "Play")
    for name in ("A hint", "Which rule", "What to lay", "Lay it"):
        phone.tap(phone.page.locator(".next-step").get_by_role("button", name=name))
    phone.menu("New game")
    for at, player in enumerate(turns.TABLE["players"]):
        phone.page.get_by_label("Name").nth(at).fill(player["name"])
    for terrain, count in turns.TABLE["tiles"].items():
        phone.page.locator(".counts").get_by_label(terrain).fill(str(count))
    phone.go("Tiles")
    for letter, name in {"M": "mud", "S": "sand", "G": "grass", "R": "rock"}.items():
        phone.choose(name)
        for run in strokes(turns.TABLE["terrain"])[letter]:
            phone.stroke(puzzles.disc(phone), run)
    for space, level in {"A1": "1", "B2": "4", "C3": "5", "E4": "2", "E5": "5"}.items():
        phone.choose(f"{puzzles.CROPS[level]} ({level})")
        phone.tap(phone.space(puzzles.disc(phone), space))
    turns.the_bar_asks_one_thing_after_the_other(on(phone))
    phone.tap(phone.page.get_by_role("tab", name="Board"))


def treasure_hunt(phone: Sheet, _: str) -> None:
    """An example; a table from a file, and a round with a roll each and a logged coordinate."""
    phone.tap(phone.page.get_by_role("button", name="Look at an example"))
    phone.go("Board")
    file: Any = {"name": "table.json", "mimeType": "application/json"}
    content = json.dumps({"snapshot": quest.TABLE}).encode()
    phone.page.locator("input[type=file]").set_input_files(cast("Any", {**file, "buffer": content}))
    quest.roll(phone, "path", 7)
    hunt.touch(phone, "N08/E10")
    hunt.draw(phone, phone.page.locator(".discussed"), "N08/E18", "shovel")
    quest.press(phone, "Move there")
    phone.page.wait_for_timeout(hunt.PAUSE)
    quest.roll(phone, "path", 7)
    hunt.touch(phone, "N08/E23")
    quest.press(phone, "Move there")


PLAYED: dict[str, Callable[[Sheet, str], None]] = {
    "misterra": misterra,
    "cartographers": cartographers,
    "tiwanaku": tiwanaku,
    "treasure-hunt": treasure_hunt,
}


@pytest.mark.parametrize("played", GAMES, ids=[played.name for played in GAMES])
def test_save_states(visit: Visit, server: str, played: Played) -> None:
    file = SAVED / f"{played.name}.json"
    if file.exists():
        pytest.skip(f"{file.name} is there")
    phone = visit(PHONE, path=f"/{played.name}/")
    PLAYED[played.name](phone, server)
    phone.page.wait_for_timeout(hunt.PAUSE)
    lay(phone, played)
    phone.tap(phone.page.locator(".masthead").get_by_role("button", name="Undo"))
    # Until the list has the totals.
    phone.page.wait_for_timeout(hunt.PAUSE)
    storage = phone.page.evaluate("({...localStorage})")
    games = []
    for _ in json.loads(storage[f"{played.key}.games"]):
        name = open_oldest(phone)
        _, _, table = link_of(phone).partition("#")
        games.append({"name": name, "link": f"#{table}", "shown": shown(phone, played)})
    entries = ",\n".join(f"{json.dumps(key)}:{storage[key]}" for key in sorted(storage))
    shows = json.dumps(games, ensure_ascii=False, indent=1)
    text = f'{{"edition":"{__version__}",\n"storage":{{\n{entries}\n}},\n"games":{shows}}}\n'
    assert not any(part in text for part in (server.partition("//")[2], "localhost", "/home"))
    SAVED.mkdir(exist_ok=True)
    file.write_text(text, "utf-8")
