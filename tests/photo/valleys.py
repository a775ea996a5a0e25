"""Generates photographs of Tiwanaku's boards: terrain tiles, crop tiles on them, meeples.

Boards are parts of lawful worlds, drawn by the solver of the rules. The artwork is invented:
terrains are painted with the brush of `photo.painted`, crops are smaller tiles with a plant.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np

from photo.painted import ART, plate, worn
from photo.scene import (
    NORMAL,
    Conditions,
    Ground,
    Piece,
    Pixels,
    Random,
    Tile,
    hue,
    lab,
    meeple,
    mixed,
    photograph,
    tabletop,
    waves,
)
from theodolite.tiwanaku.board import EMPTY, GRIDS, LETTERS, BoardName
from theodolite.tiwanaku.scenarios import draw

PITCH: Final = 34.0
APART: Final = 10.0
BRUSHES: Final = {"M": "J", "S": "S", "G": "J", "R": "M"}
TERRAINS: Final = {"M": (32, 18, 45), "S": (74, 34, 80), "G": (52, 36, 125), "R": (55, 6, 260)}
CROPS: Final = {
    "1": (58, 42, 35),
    "2": (48, 38, 150),
    "3": (45, 55, 30),
    "4": (78, 60, 88),
    "5": (62, 30, 330),
}


@dataclass(frozen=True)
class Valley:
    """A photograph of a board and its ground truth."""

    data: bytes
    board: BoardName
    terrain: tuple[str, ...]
    crops: tuple[str, ...]
    corners: tuple[tuple[float, float], ...]


@cache
def world(board: BoardName, seed: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A lawful board on which every space has a terrain and a crop."""
    disc = draw(board, seed, "from_terrain", start_tiles=20).disc
    assert disc is not None
    land = disc.land
    return tuple(land.terrain_rows()), tuple(land.crop_rows())


def crop_tile(rng: Random, level: str, paint: Pixels, wear: float) -> Pixels:
    """The face of a crop tile: leaves, more of them the higher its level."""
    art = np.tile(mixed(paint, np.ones(3, np.float32), 0.45), (ART, ART, 1))
    art = art * (0.9 + 0.2 * waves(rng, ART, ART, 1.6, 16))[..., None]
    count = int(level) + 1
    for k in range(count):
        angle = 2 * np.pi * k / count
        centre = (
            round(ART / 2 + ART * 0.2 * float(np.cos(angle))),
            round(ART / 2 + ART * 0.2 * float(np.sin(angle))),
        )
        axes = (ART // 6, ART // 11)
        turn = float(np.degrees(angle))
        cv2.ellipse(art, centre, axes, turn, 0, 360, (paint * 0.75).tolist(), -1, cv2.LINE_AA)
    art = np.rot90(art, int(rng.integers(4))).copy()
    art *= np.exp(rng.normal(0, 0.02 + 0.03 * wear) + rng.normal(0, 0.01, 3)).astype(np.float32)
    return worn(rng, art.astype(np.float32), wear)


def palettes(rng: Random) -> tuple[dict[str, list[Pixels]], dict[str, Pixels], Pixels]:
    """Choose plates of terrains, paints of crops and the bare board, all clearly different."""
    while True:
        plates, means = {}, []
        for letter, (lightness, chroma, angle) in TERRAINS.items():
            base = hue(
                lightness + rng.normal(0, 5),
                max(3, chroma + rng.normal(0, 5)),
                angle + rng.normal(0, 10),
            )
            plates[letter] = [plate(rng, BRUSHES[letter], base) for _ in range(2)]
            means.append(np.mean([art.mean((0, 1)) for art in plates[letter]], 0))
        paints = {
            level: hue(light + rng.normal(0, 4), max(8, c + rng.normal(0, 5)), a + rng.normal(0, 8))
            for level, (light, c, a) in CROPS.items()
        }
        bare = hue(rng.uniform(60, 88), rng.uniform(5, 20), rng.uniform(40, 100))
        seen = lab(np.array([*means, bare]))
        gaps = np.linalg.norm(seen[:, None] - seen[None], axis=2)
        crops = lab(np.array([*paints.values()]))
        crop_gaps = np.linalg.norm(crops[:, None] - crops[None], axis=2)
        least = min(
            gaps[np.triu_indices(len(seen), 1)].min(),
            crop_gaps[np.triu_indices(len(crops), 1)].min(),
        )
        if least >= APART:
            return plates, paints, bare


def valley(seed: int, conditions: Conditions = NORMAL, board: BoardName | None = None) -> Valley:
    """The photograph that belongs to a seed."""
    rng = np.random.default_rng((seed, 4))
    board = board or (BoardName.LONG if rng.random() < 0.5 else BoardName.SHORT)
    grid = GRIDS[board]
    whole_terrain, whole_crops = world(board, seed % 40)
    laid, planted = rng.uniform(0.3, 1.0), rng.uniform(0.1, 0.9)
    terrain, crops = [], []
    for land_row, crop_row in zip(whole_terrain, whole_crops, strict=True):
        lies = rng.random(len(land_row)) < laid
        grows = lies & (rng.random(len(land_row)) < planted)
        terrain.append(
            "".join(t if there else EMPTY for t, there in zip(land_row, lies, strict=True))
        )
        crops.append(
            "".join(k if there else EMPTY for k, there in zip(crop_row, grows, strict=True))
        )
    plates, paints, bare = palettes(rng)
    wide, high = grid.columns * PITCH, grid.rows * PITCH
    scale, rim = 3.2, float(rng.uniform(8, 24))
    size = (int((high + 2 * rim) * scale), int((wide + 2 * rim) * scale))
    art = bare * (0.85 + 0.2 * waves(rng, *size, 1.4))[..., None]
    inner = bare * (0.95 + 0.1 * waves(rng, *size, 1.5))[..., None]
    low = int(rim * scale)
    art[low:-low, low:-low] = inner[low:-low, low:-low]
    ink = np.clip(bare * rng.uniform(0.3, 0.6), 0, 1).tolist()

    def at(x: float, y: float) -> tuple[int, int]:
        return round((x + rim) * scale), round((y + rim) * scale)

    for k in range(grid.columns + 1):
        cv2.line(art, at(k * PITCH, 0), at(k * PITCH, high), ink, 3, cv2.LINE_AA)
    for k in range(grid.rows + 1):
        cv2.line(art, at(0, k * PITCH), at(wide, k * PITCH), ink, 3, cv2.LINE_AA)
    tiles: list[Tile] = []
    pieces: list[Piece] = []
    thick = float(rng.uniform(1.2, 2.4))
    for r, row in enumerate(terrain):
        for c, letter in enumerate(row):
            if letter not in LETTERS:
                continue
            slip = np.clip(rng.normal(0, 0.6, 2), -1.5, 1.5)
            centre = ((c + 0.5) * PITCH + float(slip[0]), (r + 0.5) * PITCH + float(slip[1]))
            top = plates[letter][rng.integers(2)]
            top = worn(rng, np.rot90(top, int(rng.integers(4))).copy(), conditions.wear)
            side = PITCH - 1.2
            tiles.append(Tile(top, centre, (side, side), float(rng.normal(0, 1.2)), thick))
            level = crops[r][c]
            if level != EMPTY:
                off = rng.normal(0, 0.8, 2)
                middle = (centre[0] + float(off[0]), centre[1] + float(off[1]))
                face = crop_tile(rng, level, paints[level], conditions.wear)
                turn = float(rng.uniform(0, 90))
                tiles.append(Tile(face, middle, (16.5, 16.5), turn, thick, thick))
            elif rng.random() < 0.06:
                off = rng.normal(0, 5, 2)
                stand = (centre[0] + float(off[0]), centre[1] + float(off[1]))
                pieces.append(meeple(rng, stand, thick, 0.9))
    table = tabletop(rng, 2.5 * max(wide, high), (wide / 2, high / 2))
    ground = Ground(art.astype(np.float32), (-rim, -rim), scale, 0.3)
    shot = photograph(
        rng, [table, ground], tiles, pieces, board=(wide, high), conditions=conditions
    )
    corners = shot.at([(0, 0), (wide, 0), (wide, high), (0, high)])
    return Valley(shot.data, board, tuple(terrain), tuple(crops), tuple(corners))
