"""Tells apart what a pencil drew on a printed map, by one sample of each of a person's own signs.

Ink is what is darker than the paper about it. What the print shows on certain spaces is known by
what those spaces have in common, and taken away. A sign is described by where its strokes run in
which direction, by how much ink lies where, and by its colour; two signs are compared as they fit
best when one is moved a little, for no hand draws a sign twice at the same place.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from theodolite.grid import Grid, Space
from theodolite.photo.asking import families, to_ask
from theodolite.photo.cells import LINEAR
from theodolite.photo.corners import Floats, Pixels
from theodolite.photo.decode import Photograph
from theodolite.photo.reading import (
    Board,
    Point,
    Reading,
    Told,
    as_read,
    board_within,
    kinds_apart,
    ranked,
)

__all__ = ["read_signs", "tell_signs"]

UNIT: Final = 48
"""The side of a space, in pixels."""
RIM: Final = 6
"""The pixels along each side of a space that are left aside: printed lines run there."""
CELLS: Final = 5
"""The parts along each side of the rest, in which strokes are gathered."""
SOFT: Final = 0.5
"""How far a stroke counts for the parts beside its own, in parts."""
FADE: Final = 8
"""The pixels along the sides over which strokes count less and less: neighbours' signs run in."""
WAYS: Final = 8
"""The directions of strokes that are told apart."""
FAINT: Final = 0.06
"""The darkness, as a natural logarithm, of what is taken for no ink at all."""
DARKEST: Final = 1.6
"""And that beyond which ink is not told apart."""
MOVES: Final = tuple((right, down) for right in (-1, 0, 1) for down in (-1, 0, 1))
"""By how many parts a sign is moved to fit another."""
LITTLE: Final = 0.5
"""What little ink there is on bare paper: how unlike two signs are is told in shares of theirs."""
DENSITY: Final = 0.5
"""What a difference of ink counts, beside one of strokes."""
TINT: Final = 3.5
"""What a difference of hue counts, beside one of strokes."""
GREY: Final = 0.1
"""The strength of colour at which half of it is taken for a hue: more of it changes little."""
KIN: Final = 0.32
"""How unlike the signs of a family may be."""
UNKNOWN: Final = 1.4
"""The unlikeness at which a sign is as likely to be one of which there is no sample."""
REVIEW: Final = 0.22
"""The confidence below which a person should look."""

Map = npt.NDArray[np.float32]


class _Signs(NamedTuple):
    """What is described: spaces x cells x cells x ways, x cells x cells, and x 3 colours."""

    strokes: Map
    ink: Map
    colour: Map


def _papers(light: Map, grid: Grid) -> tuple[Map, Map]:
    """The light of bare paper: as it is on each space, shadows and all, and as it is on the whole.

    The second is a smooth surface, on which an area that is coloured all over can be seen.
    """
    parts = light.reshape(grid.rows, UNIT, grid.columns, UNIT, 3)[:, RIM:-RIM, :, RIM:-RIM]
    bright = np.log(np.percentile(parts, 80, axis=(1, 3)).reshape(-1, 3) + 1e-3)
    x = np.tile(np.linspace(-1, 1, grid.columns), grid.rows)
    y = np.repeat(np.linspace(-1, 1, grid.rows), grid.columns)
    terms = np.column_stack((np.ones_like(x), x, y, x * x, y * y, x * y))
    weight, smooth = np.ones(len(x)), bright
    for _ in range(10):
        weighted = terms.T * weight
        smooth = terms @ np.linalg.solve(weighted @ terms + 1e-6 * np.eye(6), weighted @ bright)
        off = (bright - smooth).min(1)
        # What is darker than its surroundings is no bare paper.
        weight = 1 / (1 + (np.minimum(off, 0) / 0.03) ** 2 + (np.maximum(off, 0) / 0.15) ** 2)
    wide, high = grid.columns * UNIT, grid.rows * UNIT
    here, whole = (
        cv2.resize(
            np.exp(each).reshape(grid.rows, grid.columns, 3).astype(np.float32),
            (wide, high),
            interpolation=cv2.INTER_LINEAR,
        )
        for each in (bright, smooth)
    )
    return np.asarray(here, np.float32), np.asarray(whole, np.float32)


def _darkness(pixels: Pixels, grid: Grid) -> tuple[Map, Map]:
    """How much darker than paper everything is, in logarithms, and how much more of each colour.

    Returns:
        Spaces x UNIT x UNIT x 3, of the paper of each space; and spaces x 3, of that of the whole.
    """
    light = LINEAR[pixels]
    here, whole = _papers(light, grid)
    dark = np.clip(np.log((here + 0.01) / (light + 0.01)) - FAINT, 0, DARKEST)
    colour = np.log((whole + 0.01) / (light + 0.01))
    parts, colours = (
        each.reshape(grid.rows, UNIT, grid.columns, UNIT, 3)
        .transpose(0, 2, 1, 3, 4)
        .reshape(-1, UNIT, UNIT, 3)
        for each in (dark, colour)
    )
    return np.asarray(parts, np.float32), np.asarray(
        colours[:, FADE:-FADE, FADE:-FADE].mean((1, 2)), np.float32
    )


def _without_print(dark: Map, alike: Collection[Space]) -> Map:
    """The darkness without what is printed on some spaces: whatever they have in common."""
    spaces = sorted(alike)
    if len(spaces) < 2:
        return dark
    blurred = np.array([cv2.GaussianBlur(dark[space], (0, 0), 1.0) for space in spaces])
    common = np.partition(blurred, 1, axis=0)[1] if len(spaces) > 3 else blurred.min(0)
    common = cv2.dilate(common.astype(np.float32), np.ones((5, 5)))
    bare = dark.copy()
    bare[spaces] = np.clip(dark[spaces] - 1.2 * common, 0, None)
    return bare


def _described(dark: Map, colour: Map) -> _Signs:
    ink = dark[:, RIM:-RIM, RIM:-RIM].max(3).transpose(1, 2, 0)
    along, across = np.gradient(cv2.GaussianBlur(ink, (0, 0), 1.2), axis=(0, 1))
    side = len(ink)
    fade = np.minimum(1, (np.arange(side) + 0.5) / FADE)
    fade = np.minimum(fade, fade[::-1]).astype(np.float32)
    seen = (fade[:, None] * fade)[..., None]
    strength = np.hypot(across, along) * seen
    way = (np.arctan2(along, across) % np.pi) * (WAYS / np.pi)
    strokes = [
        _gathered(strength * np.clip(1 - np.abs((way - each + WAYS / 2) % WAYS - WAYS / 2), 0, 1))
        for each in range(WAYS)
    ]
    return _Signs(np.sqrt(np.stack(strokes, -1)), _gathered(ink * seen), colour)


def _gathered(values: Map) -> Map:
    """Means over the parts of each space: height x width x spaces to spaces x cells x cells."""
    side = len(values)
    middles = (np.arange(CELLS) + 0.5) * side / CELLS - 0.5
    away = (np.arange(side) - middles[:, None]) / (SOFT * side / CELLS)
    share = np.exp(-(away**2) / 2)
    share = (share / share.sum(1, keepdims=True)).astype(np.float32)
    by_row = np.tensordot(share, values, (1, 0))
    return np.asarray(np.tensordot(by_row, share, (1, 1)).transpose(1, 0, 2), np.float32)


def _unlikeness(signs: _Signs) -> Floats:
    """How unlike every two signs are, where one is moved to fit the other best."""
    count = len(signs.strokes)
    look = np.concatenate((signs.strokes, DENSITY * signs.ink[..., None]), axis=3)
    flat = look.reshape(count, -1)
    squares = (flat * flat).sum(1)
    padded = np.pad(look, ((0, 0), (1, 1), (1, 1), (0, 0)))
    best = np.full((count, count), np.inf)
    for right, down in MOVES:
        there = slice(1 + down, 1 + down + CELLS), slice(1 + right, 1 + right + CELLS)
        moved = padded[:, there[0], there[1]].reshape(count, -1)
        # What is moved out of sight is not forgiven.
        np.minimum(best, squares[:, None] + squares - 2 * flat @ moved.T, out=best)
    share = np.sqrt(squares[:, None] + LITTLE) * np.sqrt(squares + LITTLE)
    tint = signs.colour - signs.colour.mean(1, keepdims=True)
    tint /= np.linalg.norm(tint, axis=1, keepdims=True) + GREY
    difference = ((tint[:, None] - tint) ** 2).sum(2)
    return np.asarray(np.maximum(np.minimum(best, best.T), 0) / share + TINT * difference, float)


def read_signs(
    photograph: Photograph,
    samples: Mapping[str, str],
    corners: Sequence[Point] | None,
    grid: Grid,
    *,
    printed: Mapping[Space, str],
    ruins: Collection[Space],
) -> Reading:
    """Read what is drawn on a printed map.

    Args:
        photograph: As `decode` gives it.
        samples: The symbols of the spaces, by their names, that a person has named.
        corners: As for `read_board`.
        grid: The map.
        printed: The symbols of spaces on which nothing can be drawn.
        ruins: The spaces that have a print of their own on which something may be drawn.

    Raises:
        PhotoError: `corners` if no map can lie between the corners.
    """
    board = board_within(photograph, corners, grid)
    shown = {grid.spaces[name]: symbol for name, symbol in samples.items()}
    told = tell_signs(board, shown, printed, ruins)
    return as_read(board, told, shown.keys() | printed.keys())


def tell_signs(
    board: Board, shown: Mapping[Space, str], printed: Mapping[Space, str], ruins: Collection[Space]
) -> Told:
    """Tell what is drawn on every space.

    Args:
        board: The sheet from straight above.
        shown: The symbols of the spaces that a person has named.
        printed: What is known of spaces on which nothing can be drawn.
        ruins: The spaces that have a print of their own on which something may be drawn.
    """
    side = board.grid.columns * UNIT, board.grid.rows * UNIT
    small = cv2.resize(board.pixels, side, interpolation=cv2.INTER_AREA)
    dark, colour = _darkness(small, board.grid)
    unlike = _unlikeness(_described(_without_print(dark, ruins), colour))
    count = len(board.grid.names)
    free = [space for space in range(count) if space not in printed]
    places = {space: at for at, space in enumerate(free)}
    apart = unlike[np.ix_(free, free)]
    named = {places[space]: symbol for space, symbol in shown.items() if space in places}
    kin = families(apart, KIN, named)
    symbols: list[str | None] = [printed.get(space) for space in range(count)]
    runners_up: list[str | None] = [None] * count
    confidence = [1.0 if space in printed else 0.0 for space in range(count)]
    doubts: dict[Space, float] = {}
    if named:
        of_symbols, distances = kinds_apart(apart, kin, named)
        nearest, second, sure = ranked(distances, UNKNOWN)
        for at, space in enumerate(free):
            symbols[space] = named.get(at, of_symbols[nearest[at]])
            runners_up[space] = of_symbols[second[at]] if len(of_symbols) > 1 else None
            confidence[space] = 1.0 if at in named else round(float(sure[at]), 3)
            if confidence[space] < REVIEW:
                doubts[at] = confidence[space]
    ask, marked = to_ask(apart, kin, named, doubts)
    return Told(
        symbols,
        runners_up,
        confidence,
        {free[at] for at in marked},
        [free[at] for at in ask],
        [[free[at] for at in family] for family in kin],
    )
