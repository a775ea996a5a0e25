"""Somebody who enters a finished game of Misterra by touch, in as few taps as the page offers."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from playwright.sync_api import Locator, expect

from journeys.sheet import Sheet

TERRAINS = {"J": "jungle", "L": "lagoon", "M": "mountain", "S": "steppe"}
EMPTY = ["....."] * 5

Cell = tuple[int, int]


def areas(rows: Sequence[str], wanted: Sequence[str], letter: str) -> Iterator[list[Cell]]:
    """Return a walk over each area on which a letter is wanted and does not lie yet."""
    cells = {
        (y, x)
        for y, row in enumerate(wanted)
        for x, each in enumerate(row)
        if each == letter != rows[y][x]
    }
    while cells:
        yield list(around(min(cells), cells))


def around(cell: Cell, cells: set[Cell]) -> Iterator[Cell]:
    """Walk over the area of a cell, and back wherever it ends; it is taken out of the cells."""
    cells.discard(cell)
    yield cell
    y, x = cell
    for near in ((y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x)):
        if near in cells:
            yield from around(near, cells)
            yield cell


class Misterra:
    """Somebody who enters a finished game of Misterra."""

    def __init__(self, phone: Sheet, table: dict[str, Any]) -> None:
        self.phone, self.table = phone, table

    def named(self, walk: Iterable[Cell]) -> list[str]:
        return [f"{'ABCDE'[x]}{y + 1}" for y, x in walk]

    def next(self) -> None:
        self.phone.tap(self.phone.page.locator(".next"))

    def button(self, name: str) -> Locator:
        return self.phone.page.get_by_role("button", name=name).locator("visible=true")

    def island(self) -> None:
        """Strokes of each terrain, and the last at once if all are laid; hazy tiles are turned."""
        phone, rows = self.phone, self.table["island"]
        upper = [row.upper() for row in rows]
        is_full = "." not in "".join(rows)
        for letter in "JLM" if is_full else "JLMS":
            phone.choose(TERRAINS[letter])
            for walk in areas(EMPTY, upper, letter):
                phone.stroke(phone.island, self.named(walk), steps=2)
            hazy = [
                (y, x)
                for y, row in enumerate(rows)
                for x, each in enumerate(row)
                if each == letter.lower()
            ]
            for space in self.named(hazy):
                phone.tap(phone.space(phone.island, space))
        if is_full:
            phone.tap(self.button("The rest: steppe"))
        assert phone.rows(phone.island) == rows

    def parchment(self, player: dict[str, Any]) -> None:
        """As the island; then tiles are pulled over their neighbours, the rest is laid by hand."""
        phone, board = self.phone, self.phone.parchment(player["name"])
        wanted = player["parchment"]
        phone.tap(self.button("Copy from the island"))
        while strokes := self.strokes(phone.rows(board), wanted):
            phone.stroke(board, self.named(strokes[0]))
        rows = phone.rows(board)
        for letter in ".JLMS":
            for walk in areas(rows, wanted, letter):
                phone.choose(TERRAINS.get(letter, "Take away"))
                phone.stroke(board, self.named(walk))
        assert phone.rows(board) == wanted

    @staticmethod
    def strokes(rows: Sequence[str], wanted: Sequence[str]) -> list[list[Cell]]:
        """Return strokes that pull a tile over an area, first those whose tile will be covered."""
        found = []
        for letter in "JLMS.":
            for walk in areas(rows, wanted, letter):
                for at, (y, x) in enumerate(walk):
                    for v, u in ((y, x - 1), (y - 1, x), (y, x + 1), (y + 1, x)):
                        if v in range(5) and u in range(5) and rows[v][u] == letter:
                            stays = wanted[v][u] == letter
                            found.append((stays, [(v, u), *walk[at:], *walk[: at + 1]]))
        return [stroke for _, stroke in sorted(found, key=lambda one: one[0])]

    def cards(self) -> None:
        dialog = self.phone.page.get_by_role("dialog")
        for player in self.table["players"]:
            expect(dialog).to_contain_text(player["name"])
            for card in player["presumptions"]:
                self.phone.tap(dialog.get_by_role("button", name=f"Card {card['card']}:"))
                for part, label in (("terrain", "on the card"), ("avoid", "crossed-out")):
                    if part in card:
                        face = dialog.get_by_role("group", name=label)
                        self.phone.tap(face.get_by_role("button", name=card[part]))
                if "pattern" in card:
                    self.pattern(dialog, card["pattern"])
        expect(dialog).to_have_count(0)

    def pattern(self, dialog: Locator, pattern: list[str]) -> None:
        board = dialog.locator(".board")
        padded = [row.ljust(5, ".") for row in [*pattern, *EMPTY]][:5]
        for letter in sorted({*"".join(pattern)} - {"."}):
            brush = dialog.get_by_role("group", name="Terrain to draw with")
            if letter != "J":
                self.phone.tap(brush.get_by_role("button", name=TERRAINS[letter]))
            for walk in areas(EMPTY, padded, letter):
                self.phone.stroke(board, self.named(walk))
        self.phone.tap(dialog.get_by_role("button", name="Done"))

    def claims(self) -> None:
        for player in self.table["players"]:
            if player["claims"]:
                self.phone.choose(f"Claim marker of {player['name']}")
            for space in player["claims"]:
                self.phone.tap(self.phone.space(self.phone.island, space))

    def names(self) -> None:
        """The players, and the variant; the island comes next."""
        for at, player in enumerate(self.table["players"]):
            if at >= 2:
                self.phone.tap(self.button("Add a player"))
            self.phone.page.get_by_label("Name").nth(at).fill(player["name"])
        if self.table["variants"]:
            self.phone.tap(self.phone.page.get_by_role("switch", name="Master Cartographers"))
        self.next()

    def cards_and_claims(self) -> None:
        self.cards()
        self.claims()
        without = [one["name"] for one in self.table["players"] if not one["claims"]]
        if without:
            self.phone.tap(self.phone.page.get_by_role("switch", name="No claims"))
        self.next()

    def enter(self) -> None:
        self.names()
        self.island()
        for player in self.table["players"]:
            self.next()
            self.parchment(player)
        self.next()
        self.cards_and_claims()
