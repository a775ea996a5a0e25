"""Generates photographs of Misterra's boards in scenes, with artwork unlike that of `photo.drawn`.

A print run has its own palette, and a few plates for each terrain, painted in strokes; clouds
drift over a hazy tile and leave much of it clear. The mean colours of any two kinds are
at least `APART` CIELAB units from each other, which a person can just distinguish at a glance; the
least difference is returned with each photograph.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

import cv2
import numpy as np

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

SIDE: Final = 5
PITCH: Final = 38.0
ART: Final = 120
APART: Final = 6.0
TERRAINS: Final = {"J": (40, 30, 145), "L": (56, 26, 225), "M": (48, 9, 50), "S": (70, 38, 82)}
"""Lightness, chroma and hue about which a print run chooses."""


@dataclass(frozen=True)
class Painted:
    """A photograph and the truth about it; `apart` is the least difference of two kinds."""

    data: bytes
    kind: Literal["island", "parchment"]
    rows: tuple[str, ...]
    corners: tuple[tuple[float, float], ...]
    covered: frozenset[str]
    apart: float


def stroke(art: Pixels, rng: Random, tone: Pixels, size: tuple[float, float], turn: float) -> None:
    """One touch of a brush."""
    centre = tuple(int(v) for v in rng.uniform(0, art.shape[0], 2))
    axes = (max(1, int(size[0])), max(1, int(size[1])))
    paint_ = np.clip(tone, 0, 1).tolist()
    cv2.ellipse(art, centre, axes, float(turn), 0, 360, paint_, -1, cv2.LINE_AA)


def plate(rng: Random, terrain: str, base: Pixels) -> Pixels:
    """One painting of a terrain."""
    dark, light = base * 0.55, np.minimum(base * 1.7, 0.95)
    art = mixed(base * 0.85, base * 1.15, waves(rng, ART, ART, 1.6, 16))
    touch = partial(stroke, art, rng)
    if terrain == "J":
        for _ in range(120):
            tone = mixed(dark, light, float(rng.beta(1.5, 2.5)))
            touch(tone, (rng.uniform(5, 13), rng.uniform(1.5, 4)), rng.uniform(0, 360))
    elif terrain == "L":
        for _ in range(70):
            tone = mixed(base, light, float(rng.beta(1, 2)))
            touch(tone, (rng.uniform(8, 26), rng.uniform(0.8, 2)), rng.normal(0, 7))
        if rng.random() < 0.4:
            touch(hue(74, 24, 85), (rng.uniform(8, 18), rng.uniform(5, 12)), rng.uniform(0, 90))
    elif terrain == "M":
        for _ in range(26):
            x, y = rng.uniform(0, ART, 2)
            size = rng.uniform(8, 24)
            points = np.array(
                [(x, y - size), (x + size * 0.8, y + size * 0.5), (x, y + size * 0.3)]
            )
            tone = mixed(dark, light, float(rng.random()))
            cv2.fillPoly(art, [points.astype(np.int32)], tone.tolist(), cv2.LINE_AA)
    else:
        for _ in range(150):
            tone = mixed(base * 0.75, light, float(rng.beta(2, 3)))
            touch(tone, (rng.uniform(3, 9), 1), 90 + rng.normal(0, 18))
        for _ in range(int(rng.integers(0, 4))):
            touch(hue(40, 25, 130), (rng.uniform(3, 6), rng.uniform(2, 4)), 0)
    return art


@dataclass(frozen=True)
class Run:
    """One print run: plates for each terrain, what clouds are like, and the bare space."""

    plates: dict[str, list[Pixels]]
    cloud: Pixels
    cover: float
    bare: Pixels
    frame: Pixels
    apart: float

    def tile(self, rng: Random, symbol: str, wear: float) -> Pixels:
        """The top of one tile."""
        plates = self.plates[symbol.upper()]
        art = plates[rng.integers(len(plates))].copy()
        if symbol.islower():
            art = fogged(rng, art, self.cloud, self.cover)
        art = np.rot90(art, int(rng.integers(4))).copy()
        art *= np.exp(rng.normal(0, 0.02 + 0.03 * wear) + rng.normal(0, 0.01, 3)).astype(np.float32)
        if rng.random() < 0.5 * wear:
            faded = rng.uniform(0, 0.15) * waves(rng, ART, ART, 2.0, 8)
            art = mixed(art, art.mean((0, 1)) * 0.5 + 0.4, faded)
        return worn(rng, art, wear)


def fogged(rng: Random, art: Pixels, cloud: Pixels, cover: float) -> Pixels:
    """Clouds that drift over a painting."""
    depth = waves(rng, ART, ART, 1.7, 16)
    veil = np.clip((depth - (1 - cover) * 0.7) * 1.8, 0.35, 0.88)
    return mixed(art, cloud * (0.92 + 0.1 * waves(rng, ART, ART, 1.5, 8))[..., None], veil)


def worn(rng: Random, art: Pixels, wear: float) -> Pixels:
    """White edges, scratches, a stain."""
    for _ in range(int(rng.poisson(0.8 * wear))):
        start, end = rng.uniform(0, ART, (2, 2)).astype(int)
        cv2.line(art, start.tolist(), end.tolist(), (0.7, 0.68, 0.62), 1, cv2.LINE_AA)
    rim = np.full(art.shape[:2], 0.0, np.float32)
    cv2.rectangle(rim, (0, 0), (ART - 1, ART - 1), float(0.5 * wear), 3)
    return mixed(art, np.array((0.75, 0.72, 0.66), np.float32), rim)


def printed(rng: Random, kind: str) -> Run:
    """Mix palettes until all kinds of space are at least `APART` from each other."""
    while True:
        plates = {}
        for letter, (lightness, chroma, angle) in TERRAINS.items():
            base = hue(
                lightness + rng.normal(0, 7),
                max(3, chroma + rng.normal(0, 6)),
                angle + rng.normal(0, 14),
            )
            plates[letter] = [plate(rng, letter, base) for _ in range(int(rng.integers(1, 4)))]
        cloud = hue(rng.uniform(84, 94), rng.uniform(0, 7), rng.uniform(180, 290))
        cover = float(rng.uniform(0.55, 0.8))
        if kind == "parchment" or rng.random() < 0.5:
            bare = hue(rng.uniform(78, 91), rng.uniform(6, 24), rng.uniform(70, 95))
        else:
            bare = hue(rng.uniform(50, 72), rng.uniform(15, 32), rng.uniform(235, 275))
        means = [bare, *(np.mean([p.mean((0, 1)) for p in plates[letter]], 0) for letter in "JLMS")]
        if kind == "island":
            means += [
                np.mean([fogged(rng, p, cloud, cover).mean((0, 1)) for p in plates[letter]], 0)
                for letter in "JLMS"
            ]
        seen = lab(np.array(means))
        gaps = np.linalg.norm(seen[:, None] - seen[None], axis=2)
        apart = float(gaps[np.triu_indices(len(seen), 1)].min())
        if apart >= APART:
            frame = hue(rng.uniform(15, 70), rng.uniform(0, 30), rng.uniform(0, 360))
            return Run(plates, cloud, cover, bare, frame, apart)


def dealt(rng: Random, kind: str) -> list[str]:
    """Regions that grew from seeds, some of the island hazy, some spaces bare."""
    seeds = int(rng.integers(4, 9))
    places, letters = rng.uniform(0, SIDE, (seeds, 2)), rng.choice(list("JLMS"), seeds)
    filled = rng.uniform(0.35, 1.0)
    hazy = rng.uniform(0, 0.6) if kind == "island" else 0.0
    rows = []
    for r in range(SIDE):
        row = ""
        for c in range(SIDE):
            nearest = np.argmin(np.hypot(*(places - (c + 0.5, r + 0.5)).T))
            letter = str(letters[nearest]) if rng.random() < 0.85 else str(rng.choice(list("JLMS")))
            row += (
                "." if rng.random() > filled else letter.lower() if rng.random() < hazy else letter
            )
        rows.append(row)
    return rows


def bare_board(rng: Random, run: Run, beach: int | None) -> Ground:
    """The printed board: a frame with an ornament, the spaces, perhaps a beach on one side."""
    scale, rim = 3.2, float(rng.uniform(10, 26))
    reach = SIDE * PITCH
    size = int((reach + 2 * rim) * scale)
    art = np.tile(run.frame, (size, size, 1)) * (0.8 + 0.4 * waves(rng, size, size, 1.4))[..., None]

    def at(x: float, y: float) -> tuple[int, int]:
        return round((x + rim) * scale), round((y + rim) * scale)

    if rng.random() < 0.4:
        # A printed line just outside the grid, as boards have it.
        gap = float(rng.uniform(2.5, 6))
        ink = np.clip(run.frame * rng.choice([0.3, 2.5]), 0, 1).tolist()
        cv2.rectangle(
            art, at(-gap, -gap), at(reach + gap, reach + gap), ink, int(rng.integers(2, 6))
        )
    inner = (int(rim * scale), int((rim + reach) * scale))
    side = inner[1] - inner[0]
    ground = run.bare * (0.93 + 0.14 * waves(rng, side, side, 1.5))[..., None]
    art[inner[0] : inner[1], inner[0] : inner[1]] = ground
    if beach is not None:
        depth = float(rng.uniform(0.3, 0.9) * rim)
        sand = hue(80, 20, 80).tolist()
        strips = (
            (at(-depth, 0), at(0, reach)),
            (at(0, -depth), at(reach, 0)),
            (at(reach, 0), at(reach + depth, reach)),
            (at(0, reach), at(reach, reach + depth)),
        )
        cv2.rectangle(art, *strips[beach], sand, -1)
    ink = np.clip(run.bare * rng.uniform(0.35, 0.7), 0, 1).tolist()
    for k in range(SIDE + 1):
        thick = int(rng.integers(2, 5))
        cv2.line(art, at(k * PITCH, 0), at(k * PITCH, reach), ink, thick, cv2.LINE_AA)
        cv2.line(art, at(0, k * PITCH), at(reach, k * PITCH), ink, thick, cv2.LINE_AA)
    return Ground(art.astype(np.float32), (-rim, -rim), scale, 0.3)


def name(column: int, row: int) -> str:
    """The name of a space."""
    return f"{chr(ord('A') + column)}{row + 1}"


def lay(
    rng: Random, run: Run, rows: Sequence[str], kind: str, wear: float
) -> tuple[list[Tile], list[Piece], frozenset[str]]:
    """The tiles on a board, the pieces that stand there, and the spaces that these cover."""
    tiles: list[Tile] = []
    thick = float(rng.uniform(0.4, 2.6))
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            if symbol != ".":
                slip = np.clip(rng.normal(0, 0.9, 2), -2.2, 2.2)
                centre = ((c + 0.5) * PITCH + slip[0], (r + 0.5) * PITCH + slip[1])
                art = run.tile(rng, symbol, wear)
                tiles.append(
                    Tile(art, centre, (PITCH - 1.8, PITCH - 1.8), float(rng.normal(0, 1.5)), thick)
                )
    pieces: list[Piece] = []
    covered = set()
    for _ in range(int(rng.integers(0, 6 if kind == "island" else 3))):
        c, r = (int(v) for v in rng.integers(0, SIDE, 2))
        x, y = (np.array((c, r)) + 0.5) * PITCH + rng.normal(0, 4, 2)
        pieces.append(meeple(rng, (float(x), float(y)), thick))
        covered.add(name(c, r))
    return tiles, pieces, frozenset(covered)


def paint(
    seed: int,
    conditions: Conditions = NORMAL,
    kind: Literal["island", "parchment"] | None = None,
    rows: Sequence[str] | None = None,
    run: Run | None = None,
) -> Painted:
    """The photograph that belongs to a seed; of these rows and this copy if they are given."""
    rng = np.random.default_rng((seed, 2))
    kind = kind or ("island" if rng.random() < 0.6 else "parchment")
    run, rows = run or printed(rng, kind), rows or dealt(rng, kind)
    reach = SIDE * PITCH
    table = tabletop(rng, 3 * reach, (reach / 2, reach / 2))
    board = bare_board(rng, run, int(rng.integers(4)) if kind == "island" else None)
    tiles = []
    for _ in range(int(rng.integers(0, 6))):
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.95, 1.4) * reach
        centre = (reach / 2 + far * np.cos(angle), reach / 2 + far * np.sin(angle))
        art = run.tile(rng, str(rng.choice(list("JLMS"))), conditions.wear)
        tiles.append(Tile(art, centre, (PITCH - 2, PITCH - 2), float(rng.uniform(0, 90))))
    laid, pieces, covered = lay(rng, run, rows, kind, conditions.wear)
    tiles += laid
    shot = photograph(
        rng, [table, board], tiles, pieces, board=(reach, reach), conditions=conditions
    )
    corners = shot.at([(0, 0), (reach, 0), (reach, reach), (0, reach)])
    return Painted(shot.data, kind, tuple(rows), tuple(corners), covered, run.apart)
