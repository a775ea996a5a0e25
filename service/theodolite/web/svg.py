"""SVG pictures: colours and shapes that the games share."""

from xml.etree import ElementTree as ET

INK, PAPER, BARE, MARK = "#2b2218", "#f0e4c8", "#fffaf0", "#8a2c1d"


def document(width: int, height: int, title: str) -> ET.Element:
    """An empty picture of a size, with a title for screen readers."""
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
    """Add a rectangle by its upper left corner; further arguments are SVG attributes."""
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
    """Add a line of text at its baseline."""
    look = {"font-size": str(size), "font-weight": weight, "text-anchor": anchor, "fill": fill}
    ET.SubElement(group, "text", {"x": str(x), "y": str(y)} | look).text = words


def _attributes(look: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in look.items()}
