"""Generates photographs of Cartographers' sheets: a printed map, and signs drawn by a hand.

Every simulated person has their own signs: letters, small pictures, hatching, or coloured areas.
Each drawing of a sign varies in place, size, slant and pressure. The artwork of the print is
invented; positions of mountains, ruins and wasteland are those of the sheets.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from photo.scene import (
    NORMAL,
    Conditions,
    Ground,
    Pixels,
    Random,
    hue,
    meeple,
    mixed,
    photograph,
    tabletop,
    waves,
)
from theodolite.cartographers.board import GRID, Print
from theodolite.cartographers.facts import MAPS
from theodolite.grid import Space, each

SIDE: Final = 11
PITCH: Final = 14.0
SCALE: Final = 9.0
"""Pixels of the drawing to a millimetre."""

Line = list[tuple[float, float]]

LETTERS: Final[dict[str, list[Line]]] = {
    "A": [[(0, 1), (0.5, 0), (1, 1)], [(0.22, 0.6), (0.78, 0.6)]],
    "F": [[(0.9, 0), (0.1, 0), (0.1, 1)], [(0.1, 0.5), (0.7, 0.5)]],
    "V": [[(0, 0), (0.5, 1), (1, 0)]],
    "W": [[(0, 0), (0.25, 1), (0.5, 0.3), (0.75, 1), (1, 0)]],
    "M": [[(0, 1), (0.1, 0), (0.5, 0.7), (0.9, 0), (1, 1)]],
    "H": [[(0.05, 0), (0.05, 1)], [(0.95, 0), (0.95, 1)], [(0.05, 0.5), (0.95, 0.5)]],
    "D": [[(0.1, 0), (0.1, 1), (0.6, 0.95), (0.95, 0.5), (0.6, 0.05), (0.1, 0)]],
    "Z": [[(0, 0), (1, 0), (0, 1), (1, 1)]],
    "T": [[(0, 0), (1, 0)], [(0.5, 0), (0.5, 1)]],
    "G": [[(0.95, 0.2), (0.5, 0), (0.05, 0.5), (0.5, 1), (0.95, 0.75), (0.95, 0.5), (0.6, 0.5)]],
    "X": [[(0, 0), (1, 1)], [(1, 0), (0, 1)]],
}


def _circle(x: float, y: float, radius: float, turns: float = 1.0) -> Line:
    around = np.linspace(0, 2 * np.pi * turns, 18)
    return [(x + radius * float(np.cos(a)), y + radius * float(np.sin(a))) for a in around]


def _wave(y: float, deep: float = 0.09) -> Line:
    return [
        (t, y + deep * float(np.sin(t * 2 * np.pi * 1.5))) for t in np.linspace(0, 1, 14).tolist()
    ]


PICTURES: Final[dict[str, list[Line]]] = {
    "F": [[(0.5, 0), (0.1, 0.65), (0.9, 0.65), (0.5, 0)], [(0.5, 0.65), (0.5, 1)]],
    "V": [
        [(0.1, 0.45), (0.1, 1), (0.9, 1), (0.9, 0.45)],
        [(0, 0.5), (0.5, 0), (1, 0.5)],
    ],
    "A": [[(0, 0.1), (1, 0.1)], [(0, 0.4), (1, 0.4)], [(0, 0.7), (1, 0.7)], [(0, 1), (1, 1)]],
    "W": [_wave(0.2), _wave(0.5), _wave(0.8)],
    "M": [
        _circle(0.5, 0.58, 0.4),
        [(0.2, 0.3), (0.1, 0)],
        [(0.8, 0.3), (0.9, 0)],
        [(0.3, 0.7), (0.7, 0.7)],
    ],
    "H": [[(0.5, 0), (0.5, 1)], [(0.2, 0.7), (0.8, 0.7)]],
}


def _hatched(*angles: float, gap: float = 0.22) -> list[Line]:
    lines = []
    for angle in angles:
        c, s = float(np.cos(np.radians(angle))), float(np.sin(np.radians(angle)))
        for far in np.arange(-0.7, 0.71, gap).tolist():
            half = max(0.0, 0.62 - abs(far) * 0.35)
            x, y = 0.5 - s * far, 0.5 + c * far
            lines.append([(x - half * c, y - half * s), (x + half * c, y + half * s)])
    return lines


HATCHING: Final[dict[str, list[Line]]] = {
    "F": _hatched(45),
    "V": _hatched(0, 90, gap=0.3),
    "A": _hatched(90),
    "W": [_wave(y, 0.06) for y in (0.1, 0.35, 0.6, 0.85)],
    "M": _hatched(45, 135, gap=0.16),
    "H": [_circle(x, y, 0.08) for x in (0.2, 0.5, 0.8) for y in (0.2, 0.5, 0.8)],
}
COLOURS: Final = {
    "F": (45, 45, 140),
    "V": (45, 60, 35),
    "A": (78, 65, 85),
    "W": (55, 45, 250),
    "M": (40, 45, 320),
    "H": (65, 65, 60),
}


@dataclass(frozen=True)
class Sheet:
    """A photograph of a sheet and its ground truth."""

    data: bytes
    rows: tuple[str, ...]
    corners: tuple[tuple[float, float], ...]
    printed: Print
    style: str


class Hand:
    """How one person draws: a sign for each letter, a pencil, and how steady it is led.

    Args:
        rng: Chooses the pencil, and draws each sign anew.
        person: Chooses the signs, how they are led, and the coloured pencils; `rng` if None.
    """

    def __init__(self, rng: Random, person: Random | None = None) -> None:
        self.rng = rng
        person = person or rng
        self.style = str(person.choice(["letters", "pictures", "hatching", "colours"]))
        signs = {"letters": LETTERS, "pictures": PICTURES, "hatching": HATCHING}
        self.signs = {**LETTERS, **signs.get(self.style, {})}
        self.slant = float(person.normal(0, 0.12))
        self.size = float(person.uniform(0.5, 0.72))
        self.unsteady = float(person.uniform(0.012, 0.035))
        self.thick = float(rng.uniform(0.45, 0.9))
        self.press = float(rng.uniform(0.5, 0.85))
        self.graphite = hue(rng.uniform(18, 34), 2, 260)
        self.paints = {
            letter: hue(
                light + person.normal(0, 5),
                chroma + person.normal(0, 7),
                angle + person.normal(0, 10),
            )
            for letter, (light, chroma, angle) in COLOURS.items()
        }

    def draw(self, art: Pixels, row: int, column: int, letter: str, margin: float) -> None:
        """One sign on a space."""
        tone, lines = self.graphite, self.signs[letter]
        if self.style == "colours" and letter in self.paints:
            tone, gap = self.paints[letter], float(self.rng.uniform(0.07, 0.12))
            lines = _hatched(float(self.rng.normal(50, 12)), gap=gap)
        full = self.style in {"hatching", "colours"} and letter in COLOURS
        size = (0.8 if full else self.size) * PITCH * float(self.rng.normal(1, 0.07))
        middle = (np.array((column, row)) + 0.5) * PITCH + self.rng.normal(0, 0.045 * PITCH, 2)
        turn = self.rng.normal(0, 0.09)
        c, s = np.cos(turn), np.sin(turn)
        shear = np.array(((1, self.slant), (0, 1))) @ np.array(((c, -s), (s, c)))
        shear = shear @ np.diag(self.rng.normal(1, 0.08, 2))
        # Strokes are drawn on a patch of their own and laid over the paper with a grain.
        low = ((middle - PITCH + margin) * SCALE).astype(int)
        side = int(2 * PITCH * SCALE)
        mask = np.zeros((side, side), np.float32)
        for line in lines:
            points = np.array(line) - 0.5
            points = points + self.rng.normal(0, self.unsteady, points.shape)
            onto = (points @ shear.T * size + middle + margin) * SCALE - low
            thick = max(1, round(self.thick * SCALE * float(self.rng.normal(1, 0.1))))
            cv2.polylines(
                mask, [np.rint(onto * 16).astype(np.int32)], False, 1.0, thick, cv2.LINE_AA, 4
            )
        press = self.press * float(np.clip(self.rng.normal(1, 0.12), 0.6, 1.3))
        grain = self.rng.uniform(0.7, 1.0, mask.shape).astype(np.float32)
        part = art[low[1] : low[1] + side, low[0] : low[0] + side]
        part[...] = mixed(part, tone, np.clip(mask * grain * press, 0, 1))


def mountain(art: Pixels, at: Callable[[float, float], tuple[int, int]], ink: Pixels) -> None:
    """A printed mountain in a unit square."""
    for peak, foot in (((0.4, 0.12), (0.05, 0.75)), ((0.68, 0.3), (0.4, 0.9))):
        shape = np.array([at(*peak), at(*foot), at(min(0.97, peak[0] + 0.35), foot[1])])
        cv2.fillPoly(art, [shape], (ink * 0.7 + 0.1).tolist(), cv2.LINE_AA)
        cv2.polylines(art, [shape], True, (ink * 0.3).tolist(), 4, cv2.LINE_AA)


def ruin(art: Pixels, at: Callable[[float, float], tuple[int, int]], ink: Pixels) -> None:
    """A printed ruin: a broken arch."""
    tone = (ink * 0.6 + 0.15).tolist()
    for x in (0.18, 0.72):
        cv2.rectangle(art, at(x, 0.3), at(x + 0.12, 0.85), tone, 3, cv2.LINE_AA)
    cv2.line(art, at(0.1, 0.88), at(0.92, 0.88), tone, 3, cv2.LINE_AA)
    cv2.ellipse(
        art,
        at(0.5, 0.32),
        (int(0.25 * PITCH * SCALE), int(0.14 * PITCH * SCALE)),
        0,
        180,
        310,
        tone,
        3,
        cv2.LINE_AA,
    )


def sheet(rng: Random, printed: Print, margin: float) -> tuple[Pixels, Pixels]:
    """The printed sheet, and its ink."""
    size = int((SIDE * PITCH + 2 * margin) * SCALE)
    paper = hue(rng.uniform(82, 94), rng.uniform(2, 18), rng.uniform(70, 95))
    ink = hue(rng.uniform(25, 50), rng.uniform(5, 30), rng.uniform(40, 90))
    art = paper * (0.95 + 0.08 * waves(rng, size, size, 1.4))[..., None]

    def at(x: float, y: float) -> tuple[int, int]:
        return round((x + margin) * SCALE), round((y + margin) * SCALE)

    reach = SIDE * PITCH
    for k in range(SIDE + 1):
        thin = int(rng.integers(2, 5))
        cv2.line(art, at(k * PITCH, 0), at(k * PITCH, reach), ink.tolist(), thin, cv2.LINE_AA)
        cv2.line(art, at(0, k * PITCH), at(reach, k * PITCH), ink.tolist(), thin, cv2.LINE_AA)
    if rng.random() < 0.6:
        gap = float(rng.uniform(1.5, 4))
        cv2.rectangle(art, at(-gap, -gap), at(reach + gap, reach + gap), ink.tolist(), 5)
    for space in range(SIDE * SIDE):
        row, column = divmod(space, SIDE)

        def within(x: float, y: float, row: int = row, column: int = column) -> tuple[int, int]:
            return at((column + x) * PITCH, (row + y) * PITCH)

        if printed.mountains >> space & 1:
            mountain(art, within, ink)
        elif (printed.ruins or 0) >> space & 1:
            ruin(art, within, ink)
        elif printed.wasteland >> space & 1:
            cv2.rectangle(
                art, within(0.04, 0.04), within(0.96, 0.96), (ink * 0.5 + 0.25).tolist(), -1
            )
            cv2.line(art, within(0.1, 0.6), within(0.9, 0.3), (ink * 0.4).tolist(), 4, cv2.LINE_AA)
    # Boxes for points and coins, in the margin.
    for _ in range(14):
        x, y = rng.uniform(-margin + 3, reach + margin - 12), -margin + rng.uniform(3, 7)
        cv2.rectangle(art, at(x, y), at(x + 6, y + 5), ink.tolist(), 3)
    return art.astype(np.float32), ink


def filled(rng: Random, printed: Print) -> list[str]:
    """Shapes of one to five spaces of a terrain, as they are drawn in play."""
    letters = ["."] * (SIDE * SIDE)
    sorts = [*"FVAW", *"FVAW", "M"]
    if rng.random() < 0.4:
        sorts.append("H")
    if rng.random() < 0.5:
        sorts += [str(s) for s in rng.choice(list("DZTG"), 1)]
    for _ in range(int(rng.integers(8, 30))):
        letter = sorts[rng.integers(len(sorts))]
        space, size = Space(rng.integers(SIDE * SIDE)), int(rng.integers(1, 6))
        shape = 1 << space
        for _ in range(size):
            around = [*each(GRID.neighbours(shape))]
            shape |= 1 << around[rng.integers(len(around))]
        for s in range(SIDE * SIDE):
            if shape >> s & 1 and printed.plain >> s & 1 and letters[s] == ".":
                letters[s] = letter
    return ["".join(letters[k : k + SIDE]) for k in range(0, SIDE * SIDE, SIDE)]


def drawn_on(
    rng: Random,
    printed: Print,
    rows: Sequence[str] | None = None,
    person: Random | None = None,
) -> tuple[Ground, list[str], str]:
    """A sheet as a person has drawn on it, its rows, and their style.

    Without a person it is anybody's hand, without rows an invented map.
    """
    margin = float(rng.uniform(16, 26))
    art, _ = sheet(rng, printed, margin)
    drawn = filled(rng, printed) if rows is None else [*rows]
    hand = Hand(rng, person)
    for r, row in enumerate(drawn):
        for c, letter in enumerate(row):
            if letter != ".":
                hand.draw(art, r, c, letter, margin)
    return Ground(art, (-margin, -margin), SCALE, 0.15), drawn, hand.style


def map_sheet(
    seed: int,
    conditions: Conditions = NORMAL,
    rows: Sequence[str] | None = None,
    person: int | None = None,
) -> Sheet:
    """The photograph that belongs to a seed, of a map.

    Args:
        seed: Says what is drawn and how it is photographed.
        conditions: The light.
        rows: The map, by default an invented one.
        person: Seeds the hand, by default another one for each seed.
    """
    rng = np.random.default_rng((seed, 3))
    printed = MAPS[str(rng.choice(["A", "B"]))]
    assert printed is not None
    hand = None if person is None else np.random.default_rng((person, 4))
    paper, drawn, style = drawn_on(rng, printed, rows, hand)
    reach = SIDE * PITCH
    table = tabletop(rng, 2.5 * reach, (reach / 2, reach / 2))
    pieces = []
    for _ in range(int(rng.integers(0, 3))):
        angle = float(rng.uniform(0, 2 * np.pi))
        far = 0.85 * reach
        centre = (reach / 2 + far * float(np.cos(angle)), reach / 2 + far * float(np.sin(angle)))
        pieces.append(meeple(rng, centre, 0.0))
    shot = photograph(rng, [table, paper], [], pieces, board=(reach, reach), conditions=conditions)
    corners = shot.at([(0, 0), (reach, 0), (reach, reach), (0, reach)])
    return Sheet(shot.data, tuple(drawn), tuple(corners), printed, style)
