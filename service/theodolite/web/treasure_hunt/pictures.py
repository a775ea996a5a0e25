"""The operation that draws tables as SVG: the board with its frame, and everything on it.

Letters and signs distinguish terrains and pieces as well as colours do.
"""

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET

from theodolite.grid import Space, Spaces, each
from theodolite.treasure_hunt.board import GRID, HOME, LETTERS
from theodolite.treasure_hunt.snapshot import Snapshot
from theodolite.web.boards import SpacesField
from theodolite.web.svg import INK, MARK, PAPER, document, rectangle, text

SPACE, FRAME = 28, 40
_FILLS = ("#a9d0dc", "#8fb275", "#efd78c", "#c9a27a", "#d8d2c4")
_COLOURS = {"red": "#c0392b", "green": "#2e7d32", "yellow": "#d4a017", "blue": "#2456a6"}
_SIGNS = ("M5 23L14 7L23 23Z", "M14 5a9 9 0 1 0 .1 0Z", "M6 6H22V22H6Z")
"""The outlines of the markers: triangle, circle, square."""


LIT = SpacesField(GRID, description="Spaces to highlight, such as those of a check. Default none.")
"""The field `spaces` of a request."""


def pictures(request: Mapping[str, Any], _locale: str) -> str:
    """The board with its frame and all pieces; `spaces` are highlighted."""
    return draw(request["snapshot"], request.get("spaces", 0))


def draw(snapshot: Snapshot, lit: Spaces) -> str:
    """Draw a table.

    Args:
        snapshot: The table.
        lit: Spaces to highlight. If there are any, the others are paler.

    Returns:
        An SVG document.
    """
    side = 2 * FRAME + GRID.columns * SPACE
    names = ", ".join(player.name for player in snapshot.players)
    svg = document(side, side, names)
    _frame(svg)
    bridges = sum(snapshot.board.bridges)
    for space in each(GRID.everywhere):
        _ground(svg, snapshot, space, lit, is_bridge=bool(bridges >> space & 1))
    _pieces(svg, snapshot)
    for space in each(lit):
        x, y = _at(space)
        rectangle(svg, x + 1, y + 1, SPACE - 2, SPACE - 2, **_MARKED)
    return ET.tostring(svg, encoding="unicode")


_MARKED = {"fill": "none", "stroke": MARK, "stroke_width": "3"}


def _frame(svg: ET.Element) -> None:
    for number in range(GRID.columns):
        along = FRAME + number * SPACE + SPACE // 2
        text(svg, along, FRAME - 10, f"E{number + 1:02}", size=10)
        text(svg, FRAME // 2, along + 4, f"N{number + 1:02}", size=10)


def _ground(
    svg: ET.Element, snapshot: Snapshot, space: Space, lit: Spaces, *, is_bridge: bool
) -> None:
    x, y = _at(space)
    printed = snapshot.board.printed(space)
    layer = len(LETTERS) - 1 if printed is None else int(printed)
    pale = {"opacity": "0.4"} if lit and not lit >> space & 1 else {}
    look = {"fill": _FILLS[layer], "stroke": "#a3854a", "stroke-width": "0.5"}
    rectangle(svg, x, y, SPACE, SPACE, **look, **pale)
    text(svg, x + 4, y + 9, LETTERS[layer], size=7)
    if is_bridge:
        rails = f"M{x} {y + 4}h{SPACE}M{x} {y + SPACE - 4}h{SPACE}"
        ET.SubElement(svg, "path", d=rails, stroke=INK, fill="none")


def _pieces(svg: ET.Element, snapshot: Snapshot) -> None:
    for player in snapshot.players:
        for sign, route in zip(_SIGNS, player.routes, strict=False):
            if route.marked is not None:
                _sign(svg, route.marked, sign, fill=_COLOURS.get(player.colour, INK))
    for creep in snapshot.creep_throughs:
        _sign(svg, creep.at, "M3 3L25 25M25 3L3 25", fill="none")
    for space in snapshot.broken_bridges:
        _sign(svg, space, "M3 20L11 8L17 20L25 8", fill="none")
    for tree in snapshot.trees:
        ends = [_at(space) for space in each(tree)]
        half = SPACE // 2
        trunk = " L".join(f"{x + half} {y + half}" for x, y in ends)
        look = {"stroke": "#5d4023", "stroke-width": "9", "stroke-linecap": "round"}
        ET.SubElement(svg, "path", d=f"M{trunk}", fill="none", attrib=look)
    for walker in snapshot.walkers:
        _piece(svg, walker.at, "W", 0, fill=INK)
    drawn: dict[Space, int] = {}
    for player in snapshot.players:
        for number, explorer in enumerate(player.explorers, 1):
            place = player.home if explorer.at == HOME else explorer.at
            # Explorers that share their home are drawn side by side.
            shift = drawn.get(place, 0)
            drawn[place] = shift + 10
            _piece(svg, place, str(number), shift, fill=_COLOURS.get(player.colour, INK))


def _sign(svg: ET.Element, space: Space, path: str, *, fill: str) -> None:
    x, y = _at(space)
    look = {"fill": fill, "stroke": INK, "transform": f"translate({x} {y})"}
    ET.SubElement(svg, "path", d=path, attrib=look)


def _piece(svg: ET.Element, space: Space, label: str, shift: int, *, fill: str) -> None:
    x, y = _at(space)
    centre = {"cx": str(x + 9 + shift), "cy": str(y + 18), "r": "8"}
    ET.SubElement(svg, "circle", centre | {"fill": fill, "stroke": PAPER})
    text(svg, x + 9 + shift, y + 22, label, size=10, fill=PAPER)


def _at(space: Space) -> tuple[int, int]:
    north, east = divmod(space, GRID.columns)
    return FRAME + east * SPACE, FRAME + north * SPACE
