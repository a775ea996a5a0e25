"""Draws photographs of boards whose every space is known.

All artwork is invented here: it resembles no printed game, only the difficulties of one. Each
photograph has its own print run (palette, board, frame), its own table, lamp and camera; each
card has its own texture. Lengths on the board are millimetres, colours linear RGB from 0 to 1.

As in print, the mean colours of any two kinds of space within a print run are at least `APART`
CIELAB units from each other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Literal

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

Pixels = npt.NDArray[Any]
Random = np.random.Generator

SIDE = 5
PITCH = 40.0
TILE = 37.5
SCALE = 4.5
APART = 11.0
CARD = 110

BASES: dict[str, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
    "J": ((62, 104, 54), (30, 62, 36)),
    "L": ((72, 160, 172), (38, 112, 140)),
    "M": ((134, 120, 112), (92, 82, 80)),
    "S": ((208, 178, 92), (168, 132, 60)),
    "sea": ((88, 128, 176), (112, 150, 190)),
    "parchment": ((226, 208, 172), (204, 182, 140)),
}


PAINTS = ((200, 40, 40), (40, 70, 180), (235, 200, 40), (240, 240, 240), (30, 30, 30))


@dataclass(frozen=True)
class Drawing:
    """A drawn photograph and the truth about it.

    `corners` are the four of the grid in pixels of the photograph, clockwise from the top left;
    `covered` names the spaces on which a meeple or a marker lies.
    """

    data: bytes
    kind: Literal["island", "parchment"]
    rows: tuple[str, ...]
    corners: tuple[tuple[float, float], ...]
    samples: dict[str, str]
    covered: frozenset[str]


def space(column: int, row: int) -> str:
    return f"{chr(ord('A') + column)}{row + 1}"


def linear(colour: tuple[int, int, int] | Pixels) -> Pixels:
    part = np.asarray(colour, np.float32) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4).astype(
        np.float32
    )


def encoded(light: Pixels) -> Pixels:
    part = np.clip(light, 0, 1)
    return np.where(part <= 0.0031308, part * 12.92, 1.055 * part ** (1 / 2.4) - 0.055).astype(
        np.float32
    )


def lab(colour: Pixels) -> Pixels:
    return np.asarray(cv2.cvtColor(encoded(colour.reshape(1, -1, 3)), cv2.COLOR_RGB2Lab)[0])


def clouds(rng: Random, size: int, grain: float, stretch: float = 1.0) -> Pixels:
    """Smooth noise from 0 to 1 with about `grain` bumps across, `stretch` times fewer along x."""
    coarse = rng.random((max(2, round(grain)), max(2, round(grain / stretch))), np.float32)
    fine = cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(fine, 0, 1))


def blend(low: Pixels, high: Pixels, share: Pixels) -> Pixels:
    return np.asarray(low + (high - low) * share[..., None], np.float32)


def jungle(rng: Random, base: Pixels, detail: Pixels) -> Pixels:
    art = blend(detail, base, clouds(rng, CARD, 9))
    for _ in range(70):
        centre = tuple(int(v) for v in rng.integers(0, CARD, 2))
        radius = int(rng.integers(4, 11))
        tone = detail + (base * 1.7 - detail) * rng.random()
        cv2.circle(art, centre, radius, (detail * 0.7).tolist(), -1, cv2.LINE_AA)
        cv2.circle(art, centre, radius - 2, tone.tolist(), -1, cv2.LINE_AA)
    return art


def lagoon(rng: Random, base: Pixels, detail: Pixels) -> Pixels:
    art = blend(detail, base, clouds(rng, CARD, 4))
    phase, across = np.meshgrid(np.arange(CARD), np.arange(CARD))
    waves = np.sin((across + 14 * clouds(rng, CARD, 5)) / rng.uniform(1.6, 2.6) + phase * 0.05)
    art = blend(art, np.minimum(base * 1.8, 1), (0.35 * (waves > 0.75)).astype(np.float32))
    if rng.random() < 0.4:
        shore = cv2.GaussianBlur((clouds(rng, CARD, 3) > 0.8).astype(np.float32), (0, 0), 2)
        art = blend(art, linear((214, 194, 150)), shore)
    return art


def mountain(rng: Random, base: Pixels, detail: Pixels) -> Pixels:
    art = blend(detail, base, clouds(rng, CARD, 14))
    for _ in range(int(rng.integers(5, 9))):
        x, y = rng.integers(8, CARD - 8), rng.integers(30, CARD)
        wide, high = rng.integers(10, 24), rng.integers(18, 40)
        peak, foot = (x, y - high), (x + wide // 4, y)
        for end, tone in ((x - wide, base * 1.5), (x + wide, detail * 0.6)):
            cv2.fillPoly(art, [np.array([peak, (end, y), foot])], tone.tolist(), cv2.LINE_AA)
        snow = np.array(
            [peak, (x - wide // 3, y - high * 2 // 3), (x + wide // 3, y - high * 2 // 3)]
        )
        if rng.random() < 0.5:
            cv2.fillPoly(art, [snow], (0.8, 0.8, 0.82), cv2.LINE_AA)
    return art


def steppe(rng: Random, base: Pixels, detail: Pixels) -> Pixels:
    art = blend(base, detail, 0.5 * clouds(rng, CARD, 5, 2))
    for _ in range(90):
        x, y = (int(v) for v in rng.integers(0, CARD, 2))
        lean, high = int(rng.integers(-4, 5)), int(rng.integers(4, 10))
        tone = detail * rng.uniform(0.6, 1.5)
        cv2.line(art, (x, y), (x + lean, y - high), tone.tolist(), 1, cv2.LINE_AA)
    return art


ARTISTS: dict[str, Callable[[Random, Pixels, Pixels], Pixels]] = {
    "J": jungle,
    "L": lagoon,
    "M": mountain,
    "S": steppe,
}


@dataclass(frozen=True)
class Print:
    """One print run: the colours of every kind of space on one board."""

    colours: dict[str, tuple[Pixels, Pixels]]
    mist: Pixels
    veil: float
    frame: Pixels
    line: float
    bare: str

    def card(self, rng: Random, symbol: str) -> Pixels:
        """The artwork of one card; a small letter is the same terrain seen through mist."""
        tint = np.exp(rng.normal(0, 0.05) + rng.normal(0, 0.025, 3)).astype(np.float32)
        base, detail = self.colours[symbol.upper()]
        art = ARTISTS[symbol.upper()](rng, base * tint, detail * tint)
        art = np.rot90(art, int(rng.integers(4))).copy()
        if symbol.islower():
            drift = self.veil * (0.85 + 0.3 * clouds(rng, CARD, 4, 1.5))
            art = blend(art, self.mist, drift.clip(0, 1).astype(np.float32))
        cv2.rectangle(art, (0, 0), (CARD - 1, CARD - 1), (art.mean((0, 1)) * 0.6).tolist(), 2)
        return art


def printed(rng: Random, kind: str) -> Print:
    """Mix palettes until all kinds of space are at least `APART` from each other."""
    while True:
        colours = {}
        for name, (base, detail) in BASES.items():
            shift = np.exp(rng.normal(0, 0.12) + rng.normal(0, 0.10, 3)).astype(np.float32)
            colours[name] = (linear(base) * shift, linear(detail) * shift)
        bare = "parchment" if kind == "parchment" or rng.random() < 0.5 else "sea"
        run = Print(
            colours=colours,
            mist=linear((226, 230, 234)) * np.float32(rng.uniform(0.85, 1.05)),
            veil=float(rng.uniform(0.38, 0.55)),
            frame=(rng.random(3) ** 2 * 0.6).astype(np.float32),
            line=float(rng.uniform(0.45, 0.75)),
            bare=bare,
        )
        plain = [
            (base + detail) / 2 for base, detail in (colours[name] for name in (*"JLMS", bare))
        ]
        misty = [mean + (run.mist - mean) * run.veil for mean in plain[:4]]
        means = lab(np.array(plain if kind == "parchment" else plain + misty, np.float32))
        gaps = np.linalg.norm(means[:, None] - means[None], axis=2)
        if gaps[np.triu_indices(len(means), 1)].min() >= APART:
            return run


class Table:
    """A canvas in millimetres seen from above, drawn with the board's top left space at 0, 0."""

    def __init__(self, half: float, background: Pixels) -> None:
        self.origin = half
        self.bare = background
        self.pixels = background.copy()

    def at(self, x: float, y: float) -> tuple[int, int]:
        return round((x + self.origin) * SCALE), round((y + self.origin) * SCALE)

    def rectangle(self, x: float, y: float, wide: float, high: float, art: Pixels) -> None:
        (left, top), (right, bottom) = self.at(x, y), self.at(x + wide, y + high)
        self.pixels[top:bottom, left:right] = cv2.resize(
            art, (right - left, bottom - top), interpolation=cv2.INTER_AREA
        )

    def lay(self, art: Pixels, centre: tuple[float, float], wide: float, turn: float) -> None:
        """Lay a card with its thickness's thin shadow, `turn` degrees from square."""
        height = wide * art.shape[0] / art.shape[1]
        corners = cv2.boxPoints((centre, (wide, height), turn))
        onto = np.array([self.at(*corner) for corner in corners], np.float32)
        size_y, size_x = art.shape[:2]
        source = np.array([(0, size_y), (0, 0), (size_x, 0), (size_x, size_y)], np.float32)
        left, top = np.maximum(onto.min(0).astype(int) - 8, 0)
        right, bottom = onto.max(0).astype(int) + 9
        window = self.pixels[top:bottom, left:right]
        shape = (window.shape[1], window.shape[0])
        to_window = cv2.getPerspectiveTransform(source, onto - np.array((left, top), np.float32))
        alpha = cv2.warpPerspective(np.ones(art.shape[:2], np.float32), to_window, shape)
        shadow = cv2.GaussianBlur(np.roll(alpha, (3, 2), (0, 1)), (0, 0), 2)
        window *= 1 - 0.45 * shadow[..., None]
        window[...] = blend(window, cv2.warpPerspective(art, to_window, shape), alpha)

    def blob(self, outline: list[tuple[float, float]], colour: Pixels) -> None:
        """A wooden piece: its shadow, its side, and its lit top."""
        points = np.array([self.at(*point) for point in outline], np.int32)
        for shift, tone in ((9, None), (4, colour * 0.55), (0, colour)):
            if tone is None:
                shade = np.zeros(self.pixels.shape[:2], np.float32)
                cv2.fillPoly(shade, [points + shift], 1)
                self.pixels *= 1 - 0.5 * cv2.GaussianBlur(shade, (0, 0), 4)[..., None]
            else:
                cv2.fillPoly(self.pixels, [points + shift], tone.tolist(), cv2.LINE_AA)


def surface(rng: Random, size: int) -> Pixels:
    """A table: planks, cloth, a plain top, or stripes."""
    tone = (rng.random(3) ** 1.6 * 0.8 + 0.02).astype(np.float32)
    pixels = np.tile(tone, (size, size, 1))
    sort = rng.integers(4)
    if sort == 0:
        grain = clouds(rng, size, 160, 20) * 0.6 + clouds(rng, size, 30, 6) * 0.4
        pixels = np.tile(
            linear((150, 105, 70)) * np.float32(rng.uniform(0.3, 1.4)), (size, size, 1)
        )
        pixels *= (0.55 + 0.8 * grain)[..., None]
        for y in np.arange(rng.uniform(0, 300), size, rng.uniform(250, 500)):
            cv2.line(pixels, (0, int(y)), (size, int(y)), (0.03, 0.02, 0.01), 4)
    elif sort == 1:
        weave = 0.85 + 0.3 * rng.random((size // 2, size // 2), np.float32)
        pixels *= cv2.resize(weave, (size, size), interpolation=cv2.INTER_NEAREST)[..., None]
    elif sort == 2:
        pixels *= (0.85 + 0.3 * clouds(rng, size, 8))[..., None]
    else:
        width = int(rng.integers(40, 160))
        stripes = (np.arange(size) // width % 2).astype(np.float32)
        pixels *= (1 - rng.uniform(0.1, 0.5) * stripes)[:, None, None]
        if rng.random() < 0.4:
            pixels *= (1 - rng.uniform(0.1, 0.5) * stripes)[None, :, None]
    turned = cv2.getRotationMatrix2D((size / 2, size / 2), rng.uniform(0, 180), 1.0)
    return cv2.warpAffine(pixels, turned, (size, size), borderMode=cv2.BORDER_REFLECT)


def deal(rng: Random, kind: str) -> list[str]:
    """Rows as in play: sparse early and full late, with regions instead of scattered tiles."""
    filled = rng.choice([0.3, 0.7, 0.95] if kind == "parchment" else [0.4, 0.75, 1.0])
    letters = np.array(list("JLMS"))
    field = np.stack([clouds(rng, SIDE, rng.choice([2, 3, 5])) for _ in letters])
    terrain = letters[np.argmax(field + rng.uniform(0, 0.6, field.shape), 0)]
    rows = []
    for line in terrain:
        cells = []
        for letter in line:
            if rng.random() > filled:
                cells.append(".")
            elif kind == "island" and rng.random() < 0.4:
                cells.append(letter.lower())
            else:
                cells.append(letter)
        rows.append("".join(cells))
    return rows


def lay_cards(rng: Random, table: Table, run: Print, kind: str, rows: list[str]) -> None:
    def slip() -> float:
        return float(np.clip(rng.normal(0, 1.1), -2.6, 2.6))

    free = {(c, r) for r in range(SIDE) for c in range(SIDE) if rows[r][c] != "."}
    for column, row in sorted(free):
        centre = ((column + 0.5) * PITCH + slip(), (row + 0.5) * PITCH + slip())
        if (column, row) not in free:
            continue
        free.discard((column, row))
        art = run.card(rng, rows[row][column])
        wide, x, y = TILE, *centre
        if kind == "parchment":
            # A sketch card covers two spaces; a single space shows half of a card below another.
            for right, down in ((1, 0), (0, 1)):
                if (column + right, row + down) in free:
                    free.discard((column + right, row + down))
                    other = run.card(rng, rows[row + down][column + right])
                    art = np.concatenate((art, other), axis=1 if right else 0)
                    wide, x, y = TILE + right * PITCH, x + right * PITCH / 2, y + down * PITCH / 2
                    break
        table.lay(art, (x, y), wide, float(rng.normal(0, 1.6)))


def lay_pieces(rng: Random, table: Table, kind: str) -> frozenset[str]:
    """Meeples stand about the middle of a space, markers lie anywhere on it."""
    covered = set()
    for _ in range(int(rng.integers(1, 6))) if kind == "island" else range(int(rng.integers(0, 3))):
        column, row = (int(v) for v in rng.integers(0, SIDE, 2))
        x, y = (np.array((column, row)) + 0.5) * PITCH + rng.normal(0, 4, 2)
        colour = linear(PAINTS[rng.integers(len(PAINTS))])
        turn, grow = rng.uniform(0, 2 * np.pi), rng.uniform(1, 1.5)
        if rng.random() < 0.5:
            outline = [
                (0, -9),
                (3.5, -6),
                (7, -3),
                (4, 0),
                (6.5, 8),
                (0, 5),
                (-6.5, 8),
                (-4, 0),
                (-7, -3),
                (-3.5, -6),
            ]
        else:
            outline = [(6 * np.cos(a), 6 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 16)]
        cos, sin = grow * np.cos(turn), grow * np.sin(turn)
        table.blob([(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in outline], colour)
        covered.add(space(column, row))
    return frozenset(covered)


def board(rng: Random, kind: str, rows: list[str]) -> tuple[Table, frozenset[str]]:
    """The table from above: board, beach, supply, cards, pieces, and what else lies about."""
    run = printed(rng, kind)
    half, reach = 230.0, SIDE * PITCH
    size = round((2 * half + reach) * SCALE)
    table = Table(half, surface(rng, size))
    # Sketch cards of the display and other things lie around the board.
    for _ in range(int(rng.integers(0, 7))):
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(190, 260)
        art = np.concatenate([run.card(rng, s) for s in rng.choice(list("JLMS"), 2)], axis=1)
        where = (reach / 2 + far * np.cos(angle), reach / 2 + far * np.sin(angle))
        table.lay(art, where, 2 * PITCH, float(rng.uniform(-90, 90)))

    beach = int(rng.integers(4)) if kind == "island" else None
    margins = rng.uniform(8, 22) + rng.uniform(0, 6, 4)
    depth = rng.uniform(0.5, 0.85) * PITCH
    stacks = rng.random() < 0.5
    if beach is not None:
        margins[beach] += depth
        if stacks:
            margins[(beach + 2) % 4] += PITCH
    left, top, right, bottom = margins
    base, detail = run.colours[run.bare]
    wide, high = reach + left + right, reach + top + bottom
    rim = float(rng.uniform(2, 6))
    ground = blend(base, detail, clouds(rng, 400, 12))
    edge = np.tile(run.frame, (4, 4, 1)) * (0.9 + 0.2 * rng.random((4, 4, 1), np.float32))
    table.rectangle(-left, -top, wide, high, edge)
    table.rectangle(rim - left, rim - top, wide - 2 * rim, high - 2 * rim, ground * 0.8)
    table.rectangle(0, 0, reach, reach, ground)
    ink = (base * (1 - run.line)).tolist()
    for k in range(SIDE + 1):
        cv2.line(table.pixels, table.at(k * PITCH, 0), table.at(k * PITCH, reach), ink, 3)
        cv2.line(table.pixels, table.at(0, k * PITCH), table.at(reach, k * PITCH), ink, 3)
    if beach is not None:
        sand = blend(linear((232, 214, 168)), linear((206, 182, 130)), clouds(rng, 300, 20))
        strips = ((-depth - 2, 0), (0, -depth - 2), (reach + 2, 0), (0, reach + 2))
        x, y = strips[beach]
        along = beach % 2 == 1
        table.rectangle(x, y, reach if along else depth, depth if along else reach, sand)
        for k in range(1, SIDE):
            ends = (
                ((k * PITCH, y), (k * PITCH, y + depth))
                if along
                else ((x, k * PITCH), (x + depth, k * PITCH))
            )
            cv2.line(table.pixels, table.at(*ends[0]), table.at(*ends[1]), ink, 2)
        if stacks:
            for k, symbol in enumerate("jlms"):
                offset = (k + 1) * PITCH + rng.normal(0, 1)
                far = reach + PITCH * 0.55 if beach < 2 else -PITCH * 0.55
                centre = (offset, far) if along else (far, offset)
                table.lay(run.card(rng, symbol), centre, TILE, float(rng.normal(0, 3)))
    lay_cards(rng, table, run, kind, rows)
    return table, lay_pieces(rng, table, kind)


def camera(rng: Random, wide: int, high: int) -> npt.NDArray[np.float64]:
    """A homography from millimetres on the table to pixels: tilt to 35°, any azimuth, roll."""
    tilt, azimuth = np.radians(rng.uniform(0, 35)), rng.uniform(0, 2 * np.pi)
    roll = np.radians(rng.uniform(-40, 40))
    focal = rng.uniform(0.7, 1.1) * wide

    def about_z(angle: float) -> npt.NDArray[np.float64]:
        c, s = np.cos(angle), np.sin(angle)
        return np.array(((c, -s, 0), (s, c, 0), (0, 0, 1)))

    c, s = np.cos(tilt), np.sin(tilt)
    about_x = np.array(((1, 0, 0), (0, c, -s), (0, s, c)))
    turned = about_z(roll - azimuth) @ about_x @ about_z(azimuth)
    reach = SIDE * PITCH
    far = focal * reach / (rng.uniform(0.5, 0.72) * high)
    shift = np.array((*rng.normal(0, 0.04, 2) * far, far))
    centre = np.array((reach / 2, reach / 2))
    view = np.column_stack((turned[:, 0], turned[:, 1], shift - turned[:, :2] @ centre))
    lens = np.array(((focal, 0, wide / 2), (0, focal, high / 2), (0, 0, 1)))
    return np.asarray(lens @ view)


def lit(rng: Random, photo: Pixels, quad: Pixels, strongest: float) -> tuple[Pixels, Pixels]:
    """Uneven lamp light and shadows, metered, then the glare of lamps: the picture, the glare."""
    high, wide = photo.shape[:2]
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    x, y = (x - wide / 2) / wide, (y - high / 2) / wide
    slope = rng.normal(0, 0.55, 2)
    stops = slope[0] * x + slope[1] * y - rng.uniform(0, 0.9) * (x * x + y * y)
    light = np.exp(stops).astype(np.float32)
    centre, radius = quad.mean(0), float(np.ptp(quad, axis=0).mean()) / 2
    for _ in range(int(rng.integers(0, 3))):
        # A hand, a head, a glass: a soft-edged polygon over part of the board.
        angles = np.sort(rng.uniform(0, 2 * np.pi, 7))
        middle = centre + rng.normal(0, 0.8 * radius, 2)
        reach = rng.uniform(0.3, 1.0, 7) * radius
        outline = middle + reach[:, None] * np.column_stack((np.cos(angles), np.sin(angles)))
        shade = np.zeros((high, wide), np.float32)
        cv2.fillPoly(shade, [outline.astype(np.int32)], 1)
        small = cv2.resize(shade, (wide // 4, high // 4), interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), rng.uniform(1, 15))
        light *= 1 - rng.uniform(0.2, 0.55) * cv2.resize(small, (wide, high))
    photo = photo * light[..., None]
    photo *= rng.uniform(0.55, 0.95) / np.percentile(photo[::8, ::8].max(2), 98)
    glare = np.zeros((high, wide), np.float32)
    for _ in range(int(rng.integers(0, 3))):
        middle = (centre + rng.normal(0, 0.7 * radius, 2) - (wide / 2, high / 2)) / wide
        spread = rng.uniform(0.012, 0.05, 2)
        turn = rng.uniform(0, np.pi)
        u = (x - middle[0]) * np.cos(turn) + (y - middle[1]) * np.sin(turn)
        v = (y - middle[1]) * np.cos(turn) - (x - middle[0]) * np.sin(turn)
        shine = np.exp(-((u / spread[0]) ** 2 + (v / spread[1]) ** 2) / 2)
        glare += (rng.uniform(0.05, strongest) * shine).astype(np.float32)
    return photo + glare[..., None], glare


def exposed(rng: Random, photo: Pixels) -> npt.NDArray[np.uint8]:
    """White balance, defocus, shake, noise of the sensor, sRGB."""
    photo = photo * np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    sigma = rng.uniform(0.3, 2.0)
    photo = cv2.GaussianBlur(photo, (0, 0), sigma).astype(np.float32)
    shake = int(rng.integers(1, 8))
    if shake > 1:
        kernel = np.zeros((shake, shake), np.float32)
        angle = rng.uniform(0, np.pi)
        step = np.array((np.cos(angle), np.sin(angle))) * shake / 2
        middle = np.array((shake // 2, shake // 2))
        start, end = (middle - step).round().astype(int), (middle + step).round().astype(int)
        cv2.line(kernel, start.tolist(), end.tolist(), 1)
        photo = cv2.filter2D(photo, -1, kernel / kernel.sum()).astype(np.float32)
    grain = rng.standard_normal(photo.shape, np.float32)
    level = np.float32(rng.uniform(0.003, 0.02))
    photo = photo + grain * level * np.sqrt(np.maximum(photo, 0) + 0.03)
    return (encoded(photo) * 255).round().astype(np.uint8)


def choose_samples(
    rng: Random, rows: list[str], covered: frozenset[str], glare: Pixels
) -> dict[str, str]:
    """One space of each symbol that occurs: if there is one, a bare one out of the glare."""
    places: dict[str, list[str]] = {}
    dull = set()
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            places.setdefault(symbol, []).append(space(c, r))
            if glare[r, c] < 0.05:
                dull.add(space(c, r))
    chosen = {}
    for symbol, spaces in places.items():
        bare = [name for name in spaces if name not in covered] or spaces
        clear = [name for name in bare if name in dull] or bare
        chosen[clear[rng.integers(len(clear))]] = symbol
    return chosen


def draw(
    seed: int,
    kind: Literal["island", "parchment"] | None = None,
    size: tuple[int, int] = (2000, 1500),
    glare: float = 0.4,
    **save: Any,
) -> Drawing:
    """Draw the photograph that belongs to `seed`, as JPEG at quality 60 unless `save` differs."""
    rng = np.random.default_rng(seed)
    kind = kind or ("island" if rng.random() < 0.6 else "parchment")
    rows = deal(rng, kind)
    table, covered = board(rng, kind, rows)
    wide, high = size
    reach = SIDE * PITCH
    square = np.array([[(0, 0), (reach, 0), (reach, reach), (0, reach)]], np.float64)
    inside = False
    while not inside:
        view = camera(rng, wide, high)
        quad = cv2.perspectiveTransform(square, view)[0]
        inside = bool(np.all((quad > 0.02 * high) & (quad < np.array(size) - 0.02 * high)))
    to_canvas = np.array(
        ((SCALE, 0, table.origin * SCALE), (0, SCALE, table.origin * SCALE), (0, 0, 1))
    )
    to_photo = view @ np.linalg.inv(to_canvas)
    photo = cv2.warpPerspective(table.bare, to_photo, size, borderMode=cv2.BORDER_REFLECT)
    cv2.warpPerspective(table.pixels, to_photo, size, dst=photo, borderMode=cv2.BORDER_TRANSPARENT)
    photo, shine = lit(rng, photo, quad.astype(np.float32), glare)
    pixels = exposed(rng, photo)
    to_spaces = cv2.getPerspectiveTransform(
        quad.astype(np.float32), (square[0] / reach * SIDE * 20).astype(np.float32)
    )
    by_space = cv2.warpPerspective(shine, to_spaces, (SIDE * 20, SIDE * 20))
    by_space = cv2.resize(by_space, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    out = BytesIO()
    options: dict[str, Any] = {"format": "JPEG", "quality": 60} | save
    Image.fromarray(pixels).save(out, **options)
    return Drawing(
        data=out.getvalue(),
        kind=kind,
        rows=tuple(rows),
        corners=tuple((float(x), float(y)) for x, y in quad),
        samples=choose_samples(rng, rows, covered, by_space),
        covered=covered,
    )
