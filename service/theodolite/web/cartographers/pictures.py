"""The endpoint `pictures`: the maps of a table as SVG, side by side, in the order of the players.

A terrain is recognised by its letter as well as by its colour, the print by its shape: a mountain,
an arch of ruins, cracked wasteland. Stars are in the upper right of a space.
"""

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET

from theodolite.cartographers.board import EMPTY, GRID, Map
from theodolite.cartographers.snapshot import Snapshot
from theodolite.grid import NOWHERE, Spaces, each
from theodolite.web import fields
from theodolite.web.boards import SpacesField
from theodolite.web.svg import BARE, INK, MARK, document, rectangle, text

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


DRAWN: Mapping[str, Any] = {
    "spaces": SpacesField(GRID, description="The spaces to highlight; none by default."),
    "player": fields.Name(
        allow_none=True, description="The player whose map alone is drawn; all by default."
    ),
}
"""The options of a request."""


def pictures(request: Mapping[str, Any], _locale: str) -> str:
    """Every map is drawn, or that of `player`; `spaces` are highlighted."""
    return draw_maps(request["snapshot"], request.get("spaces", NOWHERE), request.get("player"))


def draw_maps(snapshot: Snapshot, marked: Spaces = NOWHERE, player: str | None = None) -> str:
    """Draw the maps of a table.

    Args:
        snapshot: The table.
        marked: Spaces to highlight; the others are then paler.
        player: The player whose map alone is drawn; None for all.

    Returns:
        An SVG document.
    """
    shown = [(i, name) for i, name in enumerate(snapshot.names) if player in (None, name)]
    across = min(len(shown), 3)
    width = across * (_MAP + GAP) + GAP
    height = -(-len(shown) // across) * (_MAP + GAP + HEAD) + GAP // 2
    svg = document(width, height, ", ".join(name for _, name in shown))
    for place, (seat, name) in enumerate(shown):
        x = GAP + place % across * (_MAP + GAP)
        y = HEAD + place // across * (_MAP + GAP + HEAD)
        group = ET.SubElement(svg, "g", transform=f"translate({x} {y})")
        text(group, 0, -26, f"{seat + 1}. {name}", size=18, anchor="start", weight="bold")
        _edge(group)
        _spaces(group, snapshot.map(seat), marked)
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


def _spaces(group: ET.Element, map_: Map, marked: Spaces) -> None:
    for space in each(GRID.everywhere):
        bit = 1 << space
        row, column = divmod(space, GRID.columns)
        field = ET.SubElement(group, "g", transform=f"translate({column * SPACE} {row * SPACE})")
        if marked and not marked & bit:
            field.set("opacity", "0.35")
        letter = map_.drawn.letter(space)
        fill = _FILLS.get(letter, BARE)
        rectangle(field, 0, 0, SPACE, SPACE, fill=fill, stroke="#cbb994")
        _print(field, map_, bit)
        if letter != EMPTY:
            text(field, SPACE // 2, SPACE // 2 + 6, letter.upper(), size=16, weight="bold")
        if map_.stars & bit:
            ET.SubElement(field, "path", {"d": _STAR, "fill": MARK})
        if marked & bit:
            mark = {"fill": "none", "stroke": MARK, "stroke-width": "3"}
            rectangle(field, 1.5, 1.5, SPACE - 3, SPACE - 3, **mark)


def _print(field: ET.Element, map_: Map, bit: Spaces) -> None:
    for spaces, path, fill in (
        (map_.printed.mountains, _MOUNTAIN, "#a89080"),
        (map_.ruins, _RUINS, "none"),
        (map_.printed.wasteland, _WASTELAND, "none"),
    ):
        if spaces & bit:
            ET.SubElement(field, "path", {"d": path, "fill": fill, "stroke": INK})
