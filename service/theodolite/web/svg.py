"""Pictures as SVG documents: the paper, the ink, and the few shapes that all games draw."""

from xml.etree import ElementTree as ET

__all__ = ["BARE", "INK", "MARK", "PAPER", "document", "rectangle", "text"]

INK, PAPER, BARE, MARK = "#2b2218", "#f0e4c8", "#fffaf0", "#8a2c1d"


def document(width: int, height: int, title: str) -> ET.Element:
    """A picture of a size, on paper, with what a reader of screens says of it."""
    svg = ET.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=str(width),
        height=str(height),
        role="img",
        attrib={"font-family": "Palatino, 'Book Antiqua', Georgia, serif"},
    )
    ET.SubElement(svg, "title").text = title
    rectangle(svg, 0, 0, width, height, fill=PAPER)
    return svg


def rectangle(
    group: ET.Element, x: float, y: float, width: float, height: float, **look: str
) -> None:
    """A rectangle by its upper left corner; `stroke_width` and the like are its look."""
    box = {"x": str(x), "y": str(y), "width": str(width), "height": str(height)}
    ET.SubElement(group, "rect", box | _attributes(look))


def text(
    group: ET.Element,
    x: float,
    y: float,
    words: str,
    *,
    size: int,
    anchor: str = "middle",
    weight: str = "normal",
    fill: str = INK,
) -> None:
    """A line of text on its base line."""
    look = {"font-size": str(size), "font-weight": weight, "text-anchor": anchor, "fill": fill}
    ET.SubElement(group, "text", {"x": str(x), "y": str(y)} | look).text = words


def _attributes(look: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in look.items()}
