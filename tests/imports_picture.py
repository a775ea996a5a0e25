"""Draws the packages of the service and their imports: `python tests/imports_picture.py`.

Writes `docs/images/imports.svg`. An arrow points to what is imported. Imports that follow from
longer ways are left out; so are those within a package.
"""

from html import escape
from pathlib import Path

import grimp

PICTURE = Path(__file__).parents[1] / "docs/images/imports.svg"
WIDE, HIGH, ROW = 170, 30, 44
"""The size of a box, and the distance from one to the next, in pixels."""


def package_imports() -> dict[str, set[str]]:
    """Imports of each package. The games count as one, and so do the modules of all rules."""
    graph = grimp.build_graph("theodolite")
    top, web = (
        {child.removeprefix(f"{package}.") for child in graph.find_children(package)}
        for package in ("theodolite", "theodolite.web")
    )

    def package_of(module: str) -> str:
        match module.split(".")[1:]:
            case ["web", inner, *_] if inner in top:
                return "web.<game>"
            case ["web", ("app" | "games") as inner, *_]:
                return f"web.{inner}"
            case ["web", *_]:
                return "web: the kernel"
            case [name, *_] if name in web:
                return "the games' rules"
            case [name, *_] if graph.find_children(f"theodolite.{name}"):
                return name
            case _:
                return "shared by all rules"

    found: dict[str, set[str]] = {}
    for module in graph.modules:
        imported = {*map(package_of, graph.find_modules_directly_imported_by(module))}
        found.setdefault(package_of(module), set()).update(imported - {package_of(module)})
    return found


def reachable(imports: dict[str, set[str]], package: str) -> set[str]:
    """All packages that a package imports, directly or not."""
    return imports[package].union(*(reachable(imports, other) for other in imports[package]))


def draw(imports: dict[str, set[str]]) -> str:
    """The picture as SVG: a column of packages, each above all that it imports."""

    def height(package: str) -> int:
        return max((height(other) + 1 for other in imports[package]), default=0)

    column = sorted(imports, key=lambda package: (-height(package), package))
    boxes, arrows = [], []
    for i, package in enumerate(column):
        boxes.append(
            f'<rect x="1" y="{i * ROW + 1}" width="{WIDE}" height="{HIGH}" rx="6"/>'
            f'<text x="{WIDE // 2}" y="{i * ROW + 21}">{escape(package)}</text>'
        )
        others = {other for one in imports[package] for other in reachable(imports, one)}
        for j in sorted(map(column.index, imports[package] - others)):
            start, end, bend = i * ROW + HIGH - 10, j * ROW + 10, WIDE + 24 * (j - i)
            arrows.append(
                f'<path d="M{WIDE + 1} {start}C{bend} {start} {bend} {end} {WIDE + 2} {end}"/>'
            )
    wide, high = WIDE * 2, ROW * len(column)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}">
<style>text {{ font: 14px sans-serif; text-anchor: middle; fill: #123 }}
rect {{ fill: #eef3f6; stroke: #345 }}
path {{ fill: none; stroke: #678; stroke-width: 1.3; marker-end: url(#arrow) }}</style>
<marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7"
 orient="auto"><polygon points="0 0 8 4 0 8" fill="#678"/></marker>
<rect width="{wide}" height="{high}" style="fill: #fff; stroke: none"/>
{chr(10).join(boxes + arrows)}
</svg>
"""


if __name__ == "__main__":
    PICTURE.write_text(draw(package_imports()), "utf-8")
