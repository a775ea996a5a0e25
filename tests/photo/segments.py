"""Generates photographs of segments of Treasure Hunt's board: printed terrain, paths and bridges.

The artwork is invented. Terrain lies in patches whose borders waver about the lines of the grid; a
space with two terrains in equal parts is unclear. Paths cross on roads and on bridges over water.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np

from photo.painted import ART, plate
from photo.scene import (
    NORMAL,
    Conditions,
    Ground,
    Piece,
    Pixels,
    Random,
    hue,
    lab,
    meeple,
    mixed,
    photograph,
    tabletop,
    waves,
)

SIDE: Final = 15
PITCH: Final = 17.0
SCALE: Final = 4.0
"""Pixels of the drawing to a millimetre."""
APART: Final = 10.0
TERRAINS: Final = {"W": (56, 28, 240), "F": (42, 32, 140), "S": (76, 34, 82), "P": (55, 18, 60)}
BRUSHES: Final = {"W": "L", "F": "J", "S": "S", "P": "S"}
UNCLEAR: Final = 0.015
"""The share of unclear spaces."""


@dataclass(frozen=True)
class PrintedSegment:
    """A photograph of a segment, its rows, and the corners of its grid."""

    data: bytes
    rows: tuple[str, ...]
    corners: tuple[tuple[float, float], ...]


def landscape(rng: Random) -> list[list[str]]:
    """Patches of water, forest and sand, and paths across."""
    seeds = int(rng.integers(6, 12))
    places, letters = rng.uniform(0, SIDE, (seeds, 2)), rng.choice(list("WFS"), seeds)
    rows = [
        [str(letters[np.argmin(np.hypot(*(places - (c + 0.5, r + 0.5)).T))]) for c in range(SIDE)]
        for r in range(SIDE)
    ]
    for _ in range(int(rng.integers(1, 4))):
        row, turned = int(rng.integers(2, SIDE - 2)), rng.random() < 0.5
        for column in range(SIDE):
            if turned:
                rows[column][row] = "P"
            else:
                rows[row][column] = "P"
            if rng.random() < 0.2:
                row = int(np.clip(row + rng.choice((-1, 1)), 1, SIDE - 2))
                if turned:
                    rows[column][row] = "P"
                else:
                    rows[row][column] = "P"
    return rows


@cache
def palette(copy: int) -> dict[str, Pixels]:
    """The printed art of each terrain in one copy of the game: all clearly different."""
    rng = np.random.default_rng((copy, 8))
    while True:
        bases = {
            letter: hue(
                lightness + rng.normal(0, 5),
                max(8, chroma + rng.normal(0, 5)),
                angle + rng.normal(0, 8),
            )
            for letter, (lightness, chroma, angle) in TERRAINS.items()
        }
        plates = {letter: plate(rng, BRUSHES[letter], base) for letter, base in bases.items()}
        seen = lab(np.array([art.mean((0, 1)) for art in plates.values()]))
        gaps = np.linalg.norm(seen[:, None] - seen[None], axis=2)
        if gaps[np.triu_indices(len(seen), 1)].min() >= APART:
            return plates


def drawn(
    rng: Random, rows: list[list[str]], plates: dict[str, Pixels]
) -> tuple[Pixels, list[str]]:
    """The printed segment, and its rows with the unclear spaces."""
    cell = int(PITCH * SCALE)
    size = SIDE * cell
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    # Borders waver.
    wobble = 0.12 * cell
    x += wobble * (2 * waves(rng, size, size, 1.4, 32) - 1)
    y += wobble * (2 * waves(rng, size, size, 1.4, 32) - 1)
    row, column = (np.clip(v // cell, 0, SIDE - 1).astype(int) for v in (y, x))
    letters = np.array(rows)[row, column]
    known = ["".join(line) for line in rows]
    for r in range(SIDE):
        for c in range(SIDE):
            if rows[r][c] == "P" or rng.random() >= UNCLEAR:
                continue
            other = str(rng.choice([letter for letter in "WFS" if letter != rows[r][c]]))
            part = letters[r * cell : (r + 1) * cell, c * cell : (c + 1) * cell]
            v, u = np.mgrid[0:cell, 0:cell]
            part[(u + v > cell) if rng.random() < 0.5 else (u > v)] = other
            known[r] = known[r][:c] + "?" + known[r][c + 1 :]
    art = np.zeros((size, size, 3), np.float32)
    for letter, plate_ in plates.items():
        tiled = np.tile(plate_, (size // ART + 1, size // ART + 1, 1))[:size, :size]
        art[letters == letter] = tiled[letters == letter]
    art *= (0.9 + 0.2 * waves(rng, size, size, 1.5))[..., None]
    ink = (0.12, 0.1, 0.08)
    for k in range(SIDE + 1):
        at = min(k * cell, size - 1)
        line = np.zeros((size, size), np.float32)
        cv2.line(line, (at, 0), (at, size), 1.0, 2, cv2.LINE_AA)
        cv2.line(line, (0, at), (size, at), 1.0, 2, cv2.LINE_AA)
        art = mixed(art, np.array(ink, np.float32), 0.55 * line)
    return art, known


def segment(seed: int, conditions: Conditions = NORMAL, copy: int | None = None) -> PrintedSegment:
    """The photograph that belongs to a seed; `copy` tells which copy of the game it is of."""
    rng = np.random.default_rng((seed, 7))
    art, rows = drawn(rng, landscape(rng), palette(seed if copy is None else copy))
    reach = SIDE * PITCH
    table = tabletop(rng, 2.5 * reach, (reach / 2, reach / 2))
    pieces: list[Piece] = [
        meeple(rng, (float(x), float(y)), 0.0)
        for x, y in rng.uniform(0, reach, (int(rng.integers(0, 4)), 2))
    ]
    printed = Ground(art, (0.0, 0.0), art.shape[0] / reach, 0.3)
    shot = photograph(
        rng, [table, printed], [], pieces, board=(reach, reach), conditions=conditions
    )
    corners = shot.at([(0, 0), (reach, 0), (reach, reach), (0, reach)])
    return PrintedSegment(shot.data, tuple(rows), tuple(corners))
