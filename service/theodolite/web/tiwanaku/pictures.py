"""The operation `pictures`: a board drawn as SVG, with pencil marks for what a space may have.

A terrain has a letter and a print beside its colour, a crop its level in a disc. Players' meeples
have the number of their place at the table, Otoma's pawns an O.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from theodolite.grid import Space, Spaces, each, set_of
from theodolite.tiwanaku.board import LETTERS, LEVELS, Land, Level, Terrain
from theodolite.tiwanaku.snapshot import Snapshot
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.schemas import Schema
from theodolite.web.svg import BARE, INK, MARK, document, rectangle, text
from theodolite.web.tiwanaku.fields import (
    MOST_SPACES,
    levels_field,
    space_field,
    spaces_field,
    terrain_field,
)
from theodolite.web.tiwanaku.schemas import (
    RULEBOOK,
    Named,
    Part,
    listed,
    space_of,
    spaces_of,
    unknown_spaces,
)

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


class Marks(NamedTuple):
    """The pencil marks of a space: the terrains and the levels that it may have."""

    terrain: tuple[Terrain, ...] = ()
    crops: tuple[Level, ...] = ()


class MarksSchema(Schema):
    """The terrains and the levels that a space may have."""

    terrain = fields.List(
        terrain_field(),
        len(Terrain),
        code="too_many",
        description="The terrains, none by default.",
    )
    crops = levels_field(description="The levels of crops, none by default.")

    def make(self, data: Mapping[str, Any]) -> Marks:
        """The marks."""
        return Marks(**data)


class PictureRequest(NamedTuple):
    """A board to draw.

    Attributes:
        land: The tiles on the board.
        snapshot: The table, if its pieces are to be drawn.
        marks: What is pencilled into spaces; only what does not lie there is drawn.
        lit: The spaces to light up; the others are then paler.
    """

    land: Land
    snapshot: Snapshot | None
    marks: Mapping[Space, Marks]
    lit: Spaces


DRAWN: Mapping[str, Any] = {
    "possible": fields.Mapping(
        space_field(),
        fields.Nested(MarksSchema(), description="What is pencilled into that space."),
        MOST_SPACES,
        description="The marks pencilled into spaces, as `spaces` of `deductions` lists it; only "
        "what does not lie there is drawn.",
    ),
    "spaces": spaces_field(description="The spaces to light up, say those of a step."),
}
"""The options of a request."""


def drawn_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Spaces that the board lacks."""
    marked: Iterable[Named] = [(("possible", name), name) for name in made.get("possible", ())]
    named = [*listed(("spaces",), made.get("spaces")), *marked]
    yield from unknown_spaces(made["snapshot"].land.grid, named)


def pictures(request: Mapping[str, Any], locale: str) -> str:
    """Terrain, crops, meeples and pawns; `possible` is pencilled in, `spaces` are lit up."""
    table: Part = request["snapshot"]
    at, possible = table.land.grid.spaces, request.get("possible", {})
    picture = PictureRequest(
        table.land,
        table.snapshot,
        {space_of(name, at): marks for name, marks in possible.items()},
        set_of(spaces_of(request.get("spaces", ()), at) or ()),
    )
    words = RULEBOOK.words(locale, "terms")
    return draw(picture, [words[terrain.name] for terrain in Terrain])


def draw(picture: PictureRequest, legend: Sequence[str]) -> str:
    """Draw a board.

    Args:
        picture: The board, and what is drawn on it.
        legend: The names of the terrains, in their order.

    Returns:
        An SVG document.
    """
    land, snapshot, marks, lit = picture
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
    pieces: Iterable[tuple[str, str]] = [
        (str(seat), player.colour.value)
        for seat, player in enumerate(snapshot.players, 1)
        if space in player.meeples
    ]
    if snapshot.otoma is not None:
        pawns = [pawn for pawn in snapshot.otoma.pawns if pawn.space == space]
        pieces = [*pieces, *[("O", pawn.colour.value) for pawn in pawns]]
    for i, (label, colour) in enumerate(pieces):
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
        text(svg, x + 20, top + 12, f"{LETTERS[terrain]} {name}", size=12, anchor="start")
