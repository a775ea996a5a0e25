"""The maps of a table drawn as SVG, side by side, in the order of the players.

A terrain is told by its letter as well as by its colour, what is printed by its shape: a mountain,
an arch of ruins, cracked wasteland. Stars lie in the upper right of a space.
"""

from typing import NamedTuple
from xml.etree import ElementTree as ET

from theodolite.cartographers.board import EMPTY, GRID, Map
from theodolite.cartographers.snapshot import Snapshot
from theodolite.grid import Spaces
from theodolite.web.svg import BARE, INK, MARK, document, rectangle, text

__all__ = ["Marked", "draw"]

SPACE, GAP, HEAD = 32, 40, 56
_MAP = SPACE * GRID.columns
_FILLS = {
    "F": "#8fb275",
    "V": "#d99a6c",
    "A": "#efd78c",
    "W": "#a9d0dc",
    "H": "#d8c7e8",
    **dict.fromkeys("MDZTG", "#b79cc4"),
    **dict.fromkeys("Xd", "#9a9088"),
}
_MOUNTAIN = "M3 28l9-18 6 9 4-5 8 14z"
_RUINS = "M7 27v-15q9-10 18 0v15M12 27v-12q4-5 8 0v12"
_WASTELAND = "M3 10l8 5 4-7 8 8 6-4M4 24l7-4 7 6 10-5"
_STAR = "M26 3l1.6 3.6 3.9.4-2.9 2.7.8 3.9-3.4-2-3.4 2 .8-3.9-2.9-2.7 3.9-.4z"


class Marked(NamedTuple):
    """Spaces to light up, and the player whose map alone is drawn; None: everybody's."""

    spaces: Spaces
    player: str | None = None


def draw(snapshot: Snapshot, marked: Marked) -> str:
    """Draw the maps of a table.

    Args:
        snapshot: the table.
        marked: spaces to light up; the others are then paler.

    Returns:
        An SVG document.
    """
    shown = [
        (i, player.name)
        for i, player in enumerate(snapshot.players)
        if marked.player in (None, player.name)
    ]
    across = min(len(shown), 3)
    width = across * (_MAP + GAP) + GAP
    height = -(-len(shown) // across) * (_MAP + GAP + HEAD) + GAP // 2
    svg = document(width, height, ", ".join(name for _, name in shown))
    for place, (player, name) in enumerate(shown):
        x = GAP + place % across * (_MAP + GAP)
        y = HEAD + place // across * (_MAP + GAP + HEAD)
        group = ET.SubElement(svg, "g", transform=f"translate({x} {y})")
        text(group, 0, -26, f"{player + 1}. {name}", size=18, anchor="start", weight="bold")
        _edge(group)
        _spaces(group, snapshot.map(player), marked.spaces)
    return ET.tostring(svg, encoding="unicode")


def _edge(group: ET.Element) -> None:
    """The letters of the rows and the numbers of the columns."""
    for row in range(GRID.rows):
        text(
            group, -12, row * SPACE + 21, GRID.names[row * GRID.columns][0], size=13, weight="bold"
        )
    for column in range(GRID.columns):
        x, number = column * SPACE + SPACE // 2, GRID.names[column][1:]
        text(group, x, -8, number, size=13, weight="bold")


def _spaces(group: ET.Element, land: Map, marked: Spaces) -> None:
    for space in range(len(GRID.names)):
        bit = 1 << space
        row, column = divmod(space, GRID.columns)
        field = ET.SubElement(group, "g", transform=f"translate({column * SPACE} {row * SPACE})")
        if marked and not marked & bit:
            field.set("opacity", "0.35")
        letter = land.drawn.letter(space)
        fill = _FILLS.get(letter, BARE)
        rectangle(field, 0, 0, SPACE, SPACE, fill=fill, stroke="#cbb994")
        _print(field, land, bit)
        if letter != EMPTY:
            text(field, SPACE // 2, SPACE // 2 + 6, letter.upper(), size=16, weight="bold")
        if land.stars & bit:
            ET.SubElement(field, "path", {"d": _STAR, "fill": MARK})
        if marked & bit:
            mark = {"fill": "none", "stroke": MARK, "stroke-width": "3"}
            rectangle(field, 1.5, 1.5, SPACE - 3, SPACE - 3, **mark)


def _print(field: ET.Element, land: Map, bit: Spaces) -> None:
    for spaces, path, fill in (
        (land.printed.mountains, _MOUNTAIN, "#a89080"),
        (land.ruins, _RUINS, "none"),
        (land.printed.wasteland, _WASTELAND, "none"),
    ):
        if spaces & bit:
            ET.SubElement(field, "path", {"d": path, "fill": fill, "stroke": INK})
