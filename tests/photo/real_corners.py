"""Measures how well the corners of boards are found in real photographs, and prints a table.

`python -m photo.real_corners FOLDER` reads `boards.json` in a folder: a list of objects with
`file`, `corners` and either `rows` or `grid`, its columns and rows. Outlines drawn by hand are
loose, so corners count as found within a third of a space. Spaces that are 7.5% off square are
oblong.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from theodolite.grid import Grid
from theodolite.photo import decode
from theodolite.photo.corners import find_boards

FOUND: Final = 0.35
"""Largest error of a corner that counts as found, in sides of a space."""
OBLONG: Final = 0.075
"""How far a grid is off square that counts as oblong."""


class Corners(NamedTuple):
    """The outcome of one photograph: whether its spaces are oblong, and its corners."""

    oblong: bool
    found: bool
    marked: bool


def judge(folder: Path, known: Mapping[str, Any]) -> Corners:
    """Look for the corners of the board in one photograph."""
    grid = Grid(*known.get("grid") or (len(known["rows"][0]), len(known["rows"])))
    true = np.array(known["corners"], np.float64)
    top, right, bottom, left = np.linalg.norm(np.roll(true, -1, axis=0) - true, axis=1)
    aspect = (top + bottom) * grid.rows / (right + left) / grid.columns
    side = (top + right + bottom + left) / 2 / (grid.columns + grid.rows)
    photograph = decode((folder / known["file"]).read_bytes())
    boards = find_boards(photograph.pixels, grid)
    oblong = bool(abs(aspect - 1) > OBLONG)
    if not boards:
        return Corners(oblong, found=False, marked=True)
    at = boards[0].corners / photograph.scale
    off = min(np.linalg.norm(np.roll(at, by, axis=0) - true, axis=1).max() for by in range(4))
    return Corners(oblong, bool(off <= FOUND * side), boards[0].doubtful)


def report(outcomes: Sequence[Corners]) -> str:
    """Format the table of results."""
    lines = ["| spaces | photographs | found | found, but marked | wrong, and not marked |"]
    for name, oblong in (("square", False), ("oblong", True)):
        these = [outcome for outcome in outcomes if outcome.oblong == oblong]
        found = sum(outcome.found for outcome in these)
        marked = sum(outcome.found and outcome.marked for outcome in these)
        wrong = sum(not outcome.found and not outcome.marked for outcome in these)
        lines.append(f"| {name} | {len(these)} | {found} | {marked} | {wrong} |")
    return "\n".join(lines)


def main() -> None:
    """Judge all photographs of a folder and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="the beginning of the names of files")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    listed = json.loads((chosen.folder / "boards.json").read_text("utf-8"))
    known = [each for each in listed if each["file"].startswith(chosen.only)]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        print(report([*pool.map(partial(judge, chosen.folder), known)]))


if __name__ == "__main__":
    main()
