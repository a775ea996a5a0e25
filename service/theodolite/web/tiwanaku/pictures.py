"""A board of Tiwanaku drawn as SVG, with pencil marks for what a space may still have.

A terrain is told by its letter and its print as well as by its colour, a crop by its level in a
disc. Players' meeples bear the number of their place at the table, Otoma's pawns an O.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from xml.etree import ElementTree as ET

from theodolite.grid import Space, Spaces, each
from theodolite.tiwanaku.board import LETTERS, LEVELS, Land, Level, Terrain
from theodolite.tiwanaku.snapshot import Snapshot
from theodolite.web.svg import BARE, INK, MARK, document, rectangle, text
from theodolite.web.tiwanaku.deduction_bodies import Marks

__all__ = ["draw"]

SPACE, MARGIN, FOOT = 64, 32, 40
_PENCIL = "#6b6459"
_FILLS = ("#b58d68", "#ecd48b", "#9cbf7c", "#a9a7ad")
_PRINTS = (
    "M6 14q4-8 8 0M50 12q4-8 8 0M6 56q4-8 8 0M50 56q4-8 8 0",
    "M8 10h.1M14 7h.1M20 11h.1M46 10h.1M52 7h.1M58 11h.1M8 56h.1M14 53h.1M52 53h.1M58 57h.1",
    "M8 14v-8M12 14l4-7M50 14v-8M54 14l4-7M8 59v-8M12 59l4-7M50 59v-8M54 59l4-7",
    "M4 14l7-10 7 10M46 14l7-10 7 10M4 60l7-10 7 10M46 60l7-10 7 10",
)

_bold = partial(text, weight="bold")


def draw(
    land: Land,
    snapshot: Snapshot | None,
    marks: Mapping[Space, Marks],
    lit: Spaces,
    legend: Sequence[str],
) -> str:
    """Draw a board.

    Args:
        land: what lies.
        snapshot: the table, if who stands where is to be drawn.
        marks: what is pencilled into spaces; only what does not lie there is drawn.
        lit: the spaces to light up; the others are then paler.
        legend: the names of the terrains, in their order.

    Returns:
        An SVG document.
    """
    grid = land.grid
    width = grid.columns * SPACE + 2 * MARGIN
    height = grid.rows * SPACE + 2 * MARGIN + FOOT
    svg = document(width, height, "Tiwanaku")
    for column in range(grid.columns):
        _bold(svg, MARGIN + column * SPACE + SPACE // 2, 22, grid.names[column][0], size=16)
    for row in range(grid.rows):
        _bold(svg, 16, MARGIN + row * SPACE + SPACE // 2 + 6, str(row + 1), size=16)
    for space in each(grid.everywhere):
        row, column = divmod(space, grid.columns)
        at = f"translate({MARGIN + column * SPACE} {MARGIN + row * SPACE})"
        tile = ET.SubElement(svg, "g", transform=at)
        if lit and not lit >> space & 1:
            tile.set("opacity", "0.35")
        _tile(tile, land.terrain_at(space), land.level_at(space))
        _pencil(tile, land, space, marks.get(space, Marks()))
        if lit >> space & 1:
            edge = {"fill": "none", "stroke": MARK, "stroke_width": "4"}
            rectangle(tile, 2, 2, SPACE - 4, SPACE - 4, **edge)
        _pieces(tile, space, snapshot)
    _legend(svg, height - FOOT, legend)
    return ET.tostring(svg, encoding="unicode")


def _tile(tile: ET.Element, terrain: Terrain | None, level: Level | None) -> None:
    if terrain is None:
        rectangle(tile, 0, 0, SPACE, SPACE, fill=BARE, stroke="#cbb994")
        return
    rectangle(tile, 0, 0, SPACE, SPACE, fill=_FILLS[terrain], stroke=INK)
    ink = {"stroke": INK, "fill": "none", "opacity": "0.5", "stroke-linecap": "round"}
    ET.SubElement(tile, "path", d=_PRINTS[terrain], attrib=ink)
    _bold(tile, SPACE // 2, 16, LETTERS[terrain], size=14)
    if level is not None:
        disc = {"cx": "32", "cy": "38", "r": "15", "fill": BARE, "stroke": INK}
        ET.SubElement(tile, "circle", disc)
        _bold(tile, 32, 45, str(level), size=20)


def _pencil(tile: ET.Element, land: Land, space: Space, marks: Marks) -> None:
    if not land.laid >> space & 1:
        letters = "".join(LETTERS[terrain] for terrain in marks.terrain)
        _bold(tile, SPACE // 2, 24, letters, size=13, fill=_PENCIL)
    if not land.planted >> space & 1:
        for level in marks.crops:
            x = 8 + 12 * LEVELS.index(level)
            _bold(tile, x, 46, str(level), size=13, fill=_PENCIL)


def _pieces(tile: ET.Element, space: Space, snapshot: Snapshot | None) -> None:
    if snapshot is None:
        return
    standing: Iterable[tuple[str, str]] = [
        (str(seat), player.colour.value)
        for seat, player in enumerate(snapshot.players, 1)
        if space in player.meeples
    ]
    if snapshot.otoma is not None:
        pawns = [pawn for pawn in snapshot.otoma.pawns if pawn.space == space]
        standing = [*standing, *[("O", pawn.colour.value) for pawn in pawns]]
    for i, (label, colour) in enumerate(standing):
        x = 12 + 14 * i
        look = {"cx": str(x), "cy": "53", "r": "9", "fill": BARE, "stroke-width": "3"}
        ET.SubElement(tile, "circle", {**look, "stroke": _COLOURS[colour]})
        _bold(tile, x, 57, label, size=11)


_COLOURS = {
    "blue": "#2f6db0",
    "brown": "#7b4a21",
    "green": "#3c7a36",
    "white": "#8d8d8d",
    "purple": "#7a3f92",
    "yellow": "#c79a12",
}


def _legend(svg: ET.Element, top: int, legend: Sequence[str]) -> None:
    for terrain, name in enumerate(legend):
        x = MARGIN + terrain * (SPACE + 14)
        rectangle(svg, x, top, 14, 14, fill=_FILLS[terrain], stroke=INK)
        told = f"{LETTERS[terrain]} {name}"
        text(svg, x + 20, top + 12, told, size=12, anchor="start")
