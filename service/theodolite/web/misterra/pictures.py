"""Pictures of tables of Maps of Misterra as SVG: request, drawing and endpoint.

The boards lie side by side, each with the beach at its side. A terrain has a letter and a print as
well as a colour; a hazy tile is paler, with a dashed edge and a small letter. Pieces bear the
number of their player in turn order.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from theodolite.grid import NOWHERE, Spaces, each, set_of
from theodolite.misterra.board import GRID, LETTERS, Board, Terrain
from theodolite.misterra.snapshot import OTOMA, Place, Side, Snapshot
from theodolite.web import fields
from theodolite.web.misterra.schemas import RULEBOOK, space_field
from theodolite.web.svg import BARE, INK, MARK, document, rectangle, text

SPACE, GAP, HEAD = 48, 56, 64
_BOARD = SPACE * GRID.columns
_SAND = "#e7cf9a"
_FILLS = ("#8fb275", "#a9d0dc", "#a89080", "#efd78c")
_PRINTS = (
    "M6 14q4-8 8 0M34 12q4-8 8 0M6 42q4-8 8 0M34 42q4-8 8 0M10 14v4M38 12v4M10 42v3M38 42v3",
    "M4 9q5-5 10 0t10 0 10 0 10 0M4 40q5-5 10 0t10 0 10 0 10 0",
    "M3 14l6-10 6 10M33 14l6-10 6 10M3 44l6-10 6 10M33 44l6-10 6 10",
    "M8 12v-7M12 12l3-6M38 12v-7M42 12l3-6M8 43v-7M12 43l3-6M38 43v-7M42 43l3-6",
)


class Marked(NamedTuple):
    """Spaces to highlight.

    Attributes:
        spaces: The spaces; 0 for none.
        player: The player on whose parchment they are highlighted; None for all players.
    """

    spaces: Spaces
    player: str | None = None


def draw(snapshot: Snapshot, marked: Marked, island_title: str) -> str:
    """Draw a table.

    Args:
        snapshot: The table.
        marked: The spaces to highlight; others of the boards concerned are then paler.
        island_title: The title of the island.

    Returns:
        An SVG document.
    """
    boards = 1 + len(snapshot.players)
    across = min(boards, 3)
    width = across * (_BOARD + GAP) + GAP
    height = -(-boards // across) * (_BOARD + GAP + HEAD) + GAP // 2
    names = ", ".join([island_title, *(player.name for player in snapshot.players)])
    svg = document(width, height, names)

    def panel(index: int, title: str) -> ET.Element:
        x = GAP + index % across * (_BOARD + GAP)
        y = HEAD + index // across * (_BOARD + GAP + HEAD)
        group = ET.SubElement(svg, "g", transform=f"translate({x} {y})")
        text(group, 0, -20, title, size=18, weight="bold", anchor="start")
        if snapshot.beach is not None:
            _beach(group, snapshot.beach)
        return group

    island = panel(0, island_title)
    _tiles(island, snapshot.island.tiles, snapshot.island.confirmed, marked.spaces)
    _pieces(island, snapshot)
    for index, player in enumerate(snapshot.players, 1):
        spaces = marked.spaces if marked.player in (None, player.name) else NOWHERE
        title = f"{index}. {player.name}"
        _tiles(panel(index, title), player.parchment, GRID.everywhere, spaces)
    return ET.tostring(svg, encoding="unicode")


def _tiles(group: ET.Element, board: Board, confirmed: Spaces, marked: Spaces) -> None:
    for space in each(GRID.everywhere):
        bit = 1 << space
        tile = ET.SubElement(group, "g", transform=f"translate({_at(space)[0]} {_at(space)[1]})")
        if marked and not marked & bit:
            tile.set("opacity", "0.35")
        terrain = board.at(space)
        if terrain is None:
            rectangle(tile, 0, 0, SPACE, SPACE, fill=BARE, stroke="#cbb994")
        else:
            _tile(tile, terrain, sure=bool(confirmed & bit))
        if marked & bit:
            mark = {"fill": "none", "stroke": MARK, "stroke-width": "4"}
            rectangle(tile, 2, 2, SPACE - 4, SPACE - 4, **mark)


def _tile(tile: ET.Element, terrain: Terrain, *, sure: bool) -> None:
    edge = {"stroke": INK} if sure else {"stroke": INK, "stroke-dasharray": "4 3"}
    fill = {"fill": _FILLS[terrain], "fill-opacity": "1" if sure else "0.4"}
    rectangle(tile, 0, 0, SPACE, SPACE, **fill, **edge)
    ink = {"stroke": INK, "fill": "none", "opacity": "0.55" if sure else "0.25"}
    ET.SubElement(tile, "path", d=_PRINTS[terrain], attrib=ink)
    letter = LETTERS[terrain] if sure else LETTERS[terrain].lower()
    text(tile, SPACE // 2, SPACE // 2 + 7, letter, size=20, weight="bold")


def _beach(group: ET.Element, side: Side) -> None:
    depth, gap = 12, 6
    left, top, width, height = {
        Side.LEFT: (-depth - gap, 0, depth, _BOARD),
        Side.RIGHT: (_BOARD + gap, 0, depth, _BOARD),
        Side.TOP: (0, -depth - gap, _BOARD, depth),
        Side.BOTTOM: (0, _BOARD + gap, _BOARD, depth),
    }[side]
    rectangle(group, left, top, width, height, fill=_SAND, stroke="#a3854a")


def _pieces(group: ET.Element, snapshot: Snapshot) -> None:
    claims = [(str(i), player.claims) for i, player in enumerate(snapshot.players, 1)]
    for label, spaces in [*claims, (OTOMA[0], snapshot.otoma or ())]:
        for space in spaces:
            x, y = _at(space)
            _piece(group, x + SPACE - 11, y + 11, label, fill=BARE, ink=INK)
    shifts: dict[Place, int] = {}
    for i, player in enumerate(snapshot.players, 1):
        if player.meeple is not None:
            # Meeples may share a space (p. 4): they are drawn side by side.
            shift = shifts.get(player.meeple, 0)
            shifts[player.meeple] = shift + 12
            x, y = _ashore(player.meeple, snapshot.beach)
            _piece(group, x + 11 + shift, y + SPACE - 11, str(i), fill=INK, ink=BARE)


def _piece(group: ET.Element, x: int, y: int, label: str, *, fill: str, ink: str) -> None:
    circle = {"cx": str(x), "cy": str(y), "r": "9", "fill": fill, "stroke": INK}
    ET.SubElement(group, "circle", circle)
    text(group, x, y + 4, label, size=12, weight="bold", fill=ink)


def _at(space: int) -> tuple[int, int]:
    return space % GRID.columns * SPACE, space // GRID.columns * SPACE


def _ashore(place: Place, side: Side) -> tuple[int, int]:
    x, y = _at(place.space)
    if not place.on_beach:
        return x, y
    step = {Side.LEFT: (-1, 0), Side.RIGHT: (1, 0), Side.TOP: (0, -1), Side.BOTTOM: (0, 1)}[side]
    return x + step[0] * SPACE, y + step[1] * SPACE


DRAWN: Mapping[str, Any] = {
    "spaces": fields.List(
        space_field(),
        25,
        code="too_many",
        description="The spaces to highlight, up to 25; by default none.",
    ),
    "player": fields.Name(
        allow_none=True,
        description="The only player on whose parchment they are highlighted; null, the default, "
        "for everybody.",
    ),
}
"""The options of a request."""


def pictures(request: Mapping[str, Any], locale: str) -> str:
    """Boards side by side.

    The island and the parchments lie side by side, each with the beach at its side. The island
    alone suffices. `spaces`, such as those of a line of a score sheet, are highlighted on the
    island, and on every parchment or that of `player`.
    """
    spaces = request.get("spaces", ())
    marked = Marked(set_of(spaces), request.get("player"))
    return draw(request["snapshot"], marked, RULEBOOK.words(locale, "board")["island"])
