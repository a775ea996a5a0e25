"""Drives the page as a person does: tapping, drawing, typing, reading."""

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Self

from playwright.sync_api import CDPSession, Locator, Page, expect

KEEP_CLICK = "addEventListener('click', event => { globalThis.clicked = event; }, true);"
"""Keeps the last click: a board may move between the measuring of a place and the tap there."""
UNTIL_NO_DOUBLE = """target => {
    const { clientX = Infinity, clientY = Infinity, timeStamp = 0 } = globalThis.clicked ?? {};
    const { x, y, width, height } = target.getBoundingClientRect();
    const isNear = Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY) < 40;
    return isNear ? timeStamp + 400 - performance.now() : 0;
}"""
"""Milliseconds until a tap is no second one of a double tap: 400; 40 is more than its 24 pixels."""
SPACES = [f"{column}{row}" for row in "12345" for column in "ABCDE"]

TABLE: dict[str, Any] = {
    "beach": "right",
    "island": ["J.LS.", "jMLSS", "..LMS", "S.mm.", "SS..J"],
    "players": [
        {
            "name": "Cassandra",
            "parchment": ["JJLSS", "JMLSS", "MMLMS", "SSMMJ", "SSJJJ"],
            "meeple": "C3",
            "claims": ["D1"],
            "presumptions": [{"card": 9}, {"card": 3, "terrain": "lagoon"}],
        },
        {
            "name": "Elliott",
            "parchment": ["..LS.", "JJMSS", "..MMS", "S...J", "....."],
            "meeple": "beach:E3",
            "claims": [],
            "presumptions": [{"card": 24, "pattern": ["JJ", ".M"]}, {"card": 17}],
        },
    ],
    "variants": {"master_cartographers": True},
    "rulings": {},
}
"""A two-player table with something in every category."""

SHELVES = {"misterra": "theodolite"}
"""Prefixes of keys that do not name their game; Misterra's are older than the other games."""
STORE = """([key, table]) => {
    const names = (table.players ?? []).map(player => player.name);
    const game = {id: "seed", began: "2026-11-21T20:00:00Z", names, totals: null};
    localStorage.setItem(`${key}.games`, JSON.stringify([game]));
    localStorage.setItem(`${key}.game.seed`, JSON.stringify({from: 0, at: 0, last: 0}));
    localStorage.setItem(`${key}.game.seed.0`, JSON.stringify({table}));
}"""
"""Stores a game with a table under a prefix."""
ONCE = """
    if (!sessionStorage.getItem(`seeded ${json}`)) {
        sessionStorage.setItem(`seeded ${json}`, "once");
        store(JSON.parse(json));
    }
"""


MIDDLES = """(board, spaces) => {
    board.scrollIntoView({block: "center"});
    return spaces.map(space => {
        const box = board.querySelector(`[data-space="${space}"]`).getBoundingClientRect();
        return {x: box.x + box.width / 2, y: box.y + box.height / 2};
    });
}"""


def game_of(path: str) -> str:
    """Return the package of the game whose page has this path."""
    return path.partition("#")[0].rstrip("/").rpartition("/")[2].replace("-", "_") or "misterra"


def shelf(game: str) -> str:
    """Return the prefix of a game's keys."""
    return SHELVES.get(game, f"theodolite.{game}")


def wait_for(page: Page, script: str, arg: object = None) -> None:
    """Wait until a script, or its promise, is true.

    Playwright itself takes any promise for true, and its polling is refused by the page's
    Content-Security-Policy.
    """
    for _ in range(900):
        if page.evaluate(script, arg):
            return
        page.wait_for_timeout(100)
    raise AssertionError(script)


def strokes(rows: Sequence[str]) -> dict[str, list[list[str]]]:
    """Return the strokes that draw each terrain: runs of spaces in a row."""
    drawn: dict[str, list[list[str]]] = {}
    for number, row in enumerate(rows, 1):
        for run in re.finditer(r"([A-Z])\1*", row):
            spaces = [f"{'ABCDE'[at]}{number}" for at in range(*run.span())]
            drawn.setdefault(run[1], []).append(spaces)
    return drawn


class Sheet:
    """One open page.

    Args:
        page: A page of Playwright that shows the sheet.
        game: The game that it shows.
    """

    def __init__(self, page: Page, game: str = "misterra") -> None:
        self.page = page
        self.game = game
        self.by_touch: bool = page.evaluate("navigator.maxTouchPoints > 0")
        self.taps = 0
        self._devtools: CDPSession | None = None

    @classmethod
    def open(
        cls, page: Page, table: dict[str, Any] | None = None, path: str = "/misterra/"
    ) -> Self:
        """Open the page, with a stored table if one is given."""
        game = game_of(path)
        if table is not None:
            stored = json.dumps(json.dumps([shelf(game), table]))
            page.add_init_script(f"{{ const json = {stored}, store = {STORE}; {ONCE} }}")
        page.goto(path)
        page.locator("#view").wait_for()
        return cls(page, game)

    def go(self, station: str) -> None:
        """Open a step of the navigation, from players to result; what it asks first is put off."""
        stop = self.page.locator(".stop").filter(has=self.page.get_by_text(station, exact=True))
        if stop.get_attribute("aria-current") != "step":
            self.tap(stop)
            expect(stop).to_have_attribute("aria-current", "step")
            if self.page.locator("dialog").count():
                self.page.keyboard.press("Escape")
                expect(self.page.locator("dialog")).to_have_count(0)

    @property
    def island(self) -> Locator:
        return self.page.locator(".board.island")

    def parchment(self, player: str) -> Locator:
        return self.page.locator(f'.board[aria-label="Parchment of {player}"]')

    @staticmethod
    def space(board: Locator, place: str) -> Locator:
        return board.locator(f'[data-space="{place}"]')

    def rows(self, board: Locator) -> list[str]:
        """Return the rows of a board."""
        letters = board.evaluate(
            """(board, spaces) => spaces.map(
                space => board.querySelector(`[data-space="${space}"]`)?.dataset.tile ?? ""
            )""",
            SPACES,
        )
        return ["".join(letters[at : at + 5]) for at in range(0, 25, 5)]

    def tap(self, target: Locator) -> None:
        """Tap or click once; in one place no faster than two taps that are no double tap."""
        self.taps += 1
        target.scroll_into_view_if_needed()
        waits = target.evaluate(UNTIL_NO_DOUBLE)
        if waits > 0:
            self.page.wait_for_timeout(waits)
        if self.by_touch:
            target.tap()
        else:
            target.click()

    def tool(self, name: str) -> Locator:
        return self.page.get_by_role("toolbar").get_by_role("button", name=name, exact=True)

    def choose(self, name: str) -> None:
        """Select a tool, unless it is selected."""
        if self.tool(name).get_attribute("aria-pressed") != "true":
            self.tap(self.tool(name))
            expect(self.tool(name)).to_have_attribute("aria-pressed", "true")

    def stroke(
        self, board: Locator, spaces: Sequence[str], *, steps: int = 1, hold: int = 0
    ) -> None:
        """Draw over spaces with one finger, from centre to centre; a single space is a tap.

        Args:
            board: The board to draw on.
            spaces: Spaces that the finger passes, in order.
            steps: Number of movements from one space to the next.
            hold: Time before the first movement, in milliseconds.
        """
        if len(set(spaces)) == 1:
            self.tap(self.space(board, spaces[0]))
            return
        self.taps += 1
        points = board.evaluate(MIDDLES, spaces)
        self.touch("touchStart", points[0])
        if hold:
            self.page.wait_for_timeout(hold)
        for one, other in pairwise(points):
            for step in range(1, steps + 1):
                self.touch(
                    "touchMove",
                    {axis: one[axis] + (other[axis] - one[axis]) * step / steps for axis in one},
                )
        self.touch("touchEnd")

    def touch(self, kind: str, *points: dict[str, float], at: float | None = None) -> None:
        """Send one touch event.

        Args:
            kind: `touchStart`, `touchMove` or `touchEnd`.
            points: Where the fingers are, unless they are lifted.
            at: The time that the event carries, in seconds since 1970; now if None.
        """
        if self._devtools is None:
            self._devtools = self.page.context.new_cdp_session(self.page)
        event: dict[str, Any] = {"type": kind, "touchPoints": points}
        if at is not None:
            event["timestamp"] = at
        self._devtools.send("Input.dispatchTouchEvent", event)

    def total(self, player: str) -> Locator:
        return self.page.locator(f'.way [data-total="{player}"]')

    def leader(self) -> Locator:
        """Return the text that names the winner or leader."""
        return self.page.locator(".leader")

    def expect_total(self, player: str, points: int) -> None:
        expect(self.total(player)).to_have_text(str(points).replace("-", "\N{MINUS SIGN}"))

    def kept(self) -> dict[str, Any]:
        """Return the table that the browser has stored."""
        table: dict[str, Any] = self.kept_state()["table"]
        return table

    def kept_state(self) -> dict[str, Any]:
        """Return the state that the browser has stored: the table and its record."""
        kept: dict[str, Any] = self.page.evaluate(
            """key => {
                const {id} = JSON.parse(localStorage.getItem(`${key}.games`)).at(-1);
                const {at} = JSON.parse(localStorage.getItem(`${key}.game.${id}`));
                const step = n => JSON.parse(localStorage.getItem(`${key}.game.${id}.${n}`));
                const last = part => {
                    let n = at;
                    while (step(n).same?.includes(part)) n -= 1;
                    return step(n)[part];
                };
                const state = step(at);
                for (const part of state.same ?? []) state[part] = last(part);
                delete state.same;
                return state;
            }""",
            shelf(self.game),
        )
        return kept

    def menu(self, entry: str) -> None:
        self.page.get_by_role("button", name="Menu").click()
        self.page.get_by_role("button", name=entry, exact=True).click()
