"""Renders photographs of boards on a table, with lighting, lens and camera: the second generator.

It shares nothing with `photo.drawn`. Objects have a thickness, perspective and shadows. A lamp near
the table and a distant window have different colours, so light drifts and shadows are tinted;
varnish mirrors both. The lens distorts lines and darkens the corners; the camera denoises, sharpens
and bends its tones. Lengths are millimetres with the board's top left space at 0, 0; colours are
linear RGB from 0 to 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

Pixels = npt.NDArray[Any]
Random = np.random.Generator
Quad = Sequence[tuple[float, float]]

LUMINANCE = np.array((0.2126, 0.7152, 0.0722), np.float32)


@dataclass(frozen=True)
class Conditions:
    """Upper bounds of everything that makes a photograph hard to read.

    Attributes:
        tilt: Of the camera from straight above, from and to, in degrees.
        roll: Of the camera about its own axis, in degrees.
        drift: By how much the lamp outshines the window at the board's one end or the other.
        warmth: How much redder than the window the lamp is, in natural logarithms of red to blue.
        shadows: How many hands, heads and glasses stand in the lamp's light.
        varnish: How strongly what is varnished mirrors, of all light.
        blur: Of focus, in pixels.
        noise: Of the sensor, of full light.
        quality: Of the JPEG, from and to.
        wear: Of the artwork: faded, rubbed, stained.
    """

    name: str
    tilt: tuple[float, float]
    roll: float
    drift: float
    warmth: float
    shadows: int
    varnish: float
    blur: float
    noise: float
    quality: tuple[int, int]
    wear: float


EASY = Conditions("easy", (0, 12), 6, 0.25, 0.15, 0, 0.03, 0.8, 0.004, (85, 95), 0.2)
NORMAL = Conditions("normal", (0, 30), 25, 0.55, 0.45, 1, 0.12, 1.4, 0.009, (72, 92), 0.6)
HARD = Conditions("hard", (15, 45), 45, 0.95, 0.8, 3, 0.35, 2.2, 0.02, (55, 80), 1.0)
STEEP = replace(NORMAL, name="steep", tilt=(40, 50))
CONDITIONS = {each.name: each for each in (EASY, NORMAL, HARD, STEEP)}


@dataclass(frozen=True)
class Tile:
    """A flat thing with artwork on its top; `turn` in degrees, `varnish` as a share."""

    art: Pixels
    centre: tuple[float, float]
    size: tuple[float, float]
    turn: float = 0.0
    thickness: float = 2.0
    below: float = 0.0
    varnish: float = 1.0


@dataclass(frozen=True)
class Piece:
    """A standing piece of wood: its outline on the table, its height, its paint."""

    outline: tuple[tuple[float, float], ...]
    height: float
    paint: Pixels
    below: float = 2.0


@dataclass
class Ground:
    """A flat print: a picture of `scale` pixels a millimetre whose top left is `origin`.

    It is turned about the table's origin by `turn` degrees, and moved by `by`.
    """

    art: Pixels
    origin: tuple[float, float]
    scale: float
    varnish: float = 0.3
    turn: float = 0.0
    by: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Shot:
    """A photograph, and where in it a point of the table lies."""

    data: bytes
    _view: Pixels
    _bend: float
    size: tuple[int, int]

    def at(self, points: Quad) -> list[tuple[float, float]]:
        """Pixels of points on the board."""
        flat = _projected(self._view, np.array(points, np.float64), 0.0)
        return [(float(x), float(y)) for x, y in _bent(flat, self._bend, self.size)]


def linear(colour: Sequence[float] | Pixels) -> Pixels:
    """Linear light of sRGB from 0 to 1."""
    part = np.asarray(colour, np.float32)
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4).astype(
        np.float32
    )


def hue(lightness: float, chroma: float, angle: float) -> Pixels:
    """A colour by CIELAB's lightness, chroma and hue angle."""
    turned = np.radians(angle)
    lab = np.array([[[lightness, chroma * np.cos(turned), chroma * np.sin(turned)]]], np.float32)
    return linear(np.clip(cv2.cvtColor(lab, cv2.COLOR_Lab2RGB)[0, 0], 0, 1))


def lab(light: Pixels) -> Pixels:
    """CIELAB of linear colours, n x 3."""
    part = np.clip(np.asarray(light, np.float32).reshape(1, -1, 3), 0, 1)
    return np.asarray(cv2.cvtColor(_srgb(part), cv2.COLOR_RGB2Lab)[0])


def waves(rng: Random, high: int, wide: int, slope: float, finest: int = 64) -> Pixels:
    """Noise of many scales from 0 to 1, each half as fine `slope` times as strong."""
    field_ = np.zeros((high, wide), np.float32)
    step, weight = 2, 1.0
    while step <= finest:
        grid = rng.standard_normal((step + 1, step + 1)).astype(np.float32)
        field_ += np.float32(weight) * cv2.resize(grid, (wide, high), interpolation=cv2.INTER_CUBIC)
        step, weight = step * 2, weight / slope
    low, top = np.percentile(field_, (2, 98))
    return np.asarray(np.clip((field_ - low) / max(float(top - low), 1e-6), 0, 1), np.float32)


def mixed(low: Pixels, high: Pixels, share: Pixels | float) -> Pixels:
    """A blend of two colours or pictures."""
    part = np.asarray(share, np.float32)
    return np.asarray(low + (high - low) * (part[..., None] if part.ndim else part), np.float32)


def tabletop(rng: Random, half: float, middle: tuple[float, float]) -> Ground:
    """Boards with knots, a patterned cloth, felt, or stone: `half` millimetres to each side."""
    scale = 1.6
    size = int(2 * half * scale)
    sort = rng.integers(4)
    if sort == 0:
        tone = hue(rng.uniform(30, 72), rng.uniform(10, 32), rng.uniform(55, 80))
        rings = waves(rng, size, size, 1.8, 32)
        grain = np.sin(rings * 60 + np.linspace(0, 14, size, dtype=np.float32)[:, None])
        art = tone * (0.85 + 0.1 * grain + 0.1 * waves(rng, size, size, 1.1))[..., None]
        wide = int(rng.uniform(80, 160) * scale)
        art[:: wide // 2][:size] *= 0.4
    elif sort == 1:
        tones = [hue(rng.uniform(35, 90), rng.uniform(0, 40), rng.uniform(0, 360)) for _ in "ab"]
        repeat = rng.uniform(12, 45) * scale
        y, x = np.mgrid[0:size, 0:size].astype(np.float32) / repeat * 2 * np.pi
        share = ((np.sin(x) + np.sin(y) + np.sin(x + y)) > rng.uniform(0, 1)).astype(np.float32)
        art = mixed(tones[0], tones[1], cv2.GaussianBlur(share, (0, 0), 1.0))
    elif sort == 2:
        art = np.tile(
            hue(rng.uniform(15, 60), rng.uniform(5, 45), rng.uniform(0, 360)), (size, size, 1)
        )
        art = art * (0.85 + 0.3 * rng.random((size, size, 1), np.float32))
    else:
        stone = waves(rng, size, size, 1.3)
        tones = [hue(rng.uniform(20, 90), rng.uniform(0, 12), rng.uniform(0, 360)) for _ in "ab"]
        art = mixed(tones[0], tones[1], stone)
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), float(rng.uniform(0, 360)), 1.0)
    turned = cv2.warpAffine(
        art.astype(np.float32), turn, (size, size), borderMode=cv2.BORDER_REFLECT
    )
    return Ground(
        turned, (middle[0] - half, middle[1] - half), scale, float(rng.choice([0.1, 0.6]))
    )


def meeple(rng: Random, centre: tuple[float, float], below: float, grow: float = 1.0) -> Piece:
    """A figure, a disc or a cube in one of many paints."""
    sort = rng.integers(3)
    turn = rng.uniform(0, 2 * np.pi)
    if sort == 0:
        around = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        radius = 5 + 1.8 * np.cos(3 * around)
        height = 9.0
    elif sort == 1:
        around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        radius, height = np.full(24, rng.uniform(5, 7.5)), 4.0
    else:
        around = np.arange(4) * np.pi / 2
        radius, height = np.full(4, 6.0), 8.0
    x = centre[0] + grow * radius * np.cos(around + turn)
    y = centre[1] + grow * radius * np.sin(around + turn)
    paint = hue(rng.uniform(25, 85), rng.uniform(0, 75), rng.uniform(0, 360))
    return Piece(tuple(zip(x.tolist(), y.tolist(), strict=True)), height * grow, paint, below)


@dataclass
class _Canvas:
    """The view of the camera by pixel: colour, varnish, and how far each surface leans."""

    colour: Pixels
    varnish: Pixels
    lean: Pixels
    lamp: Pixels = field(default_factory=lambda: np.zeros(0))


def photograph(
    rng: Random,
    grounds: Sequence[Ground],
    tiles: Sequence[Tile],
    pieces: Sequence[Piece],
    *,
    board: tuple[float, float],
    conditions: Conditions,
    size: tuple[int, int] = (1600, 1200),
) -> Shot:
    """Photograph a table.

    Args:
        rng: Source of randomness.
        grounds: What is printed flat, from the bottom up.
        tiles: What lies on it, from the bottom up.
        pieces: What stands on that.
        board: The width and height of the grid, which is wholly in the picture.
        conditions: Upper bounds of the disturbances.
        size: Pixels.
    """
    wide, high = size
    bend = float(rng.uniform(-0.05, 0.03))
    view = _camera(rng, board, conditions, size, bend)
    lamp = np.array((*rng.uniform(-0.6, 1.6, 2) * max(board), rng.uniform(500, 1100)))
    canvas = _Canvas(
        np.full((high, wide, 3), 0.2, np.float32),
        np.zeros((high, wide), np.float32),
        np.zeros((high, wide, 2), np.float32),
        np.ones((high, wide), np.float32),
    )
    for ground in grounds:
        _lay_ground(canvas, view, ground)
    for tile in tiles:
        _lay_tile(rng, canvas, view, tile, lamp)
    for piece in sorted(pieces, key=lambda piece: _depth(view, piece.outline[0]), reverse=True):
        _stand(canvas, view, piece, lamp)
    light = _lit(rng, canvas, view, lamp, board=board, conditions=conditions)
    light = _through_lens(light, bend, size)
    data = _developed(rng, light, conditions)
    return Shot(data, view, bend, size)


def _camera(
    rng: Random,
    board: tuple[float, float],
    conditions: Conditions,
    size: tuple[int, int],
    bend: float,
) -> Pixels:
    """A 3 x 4 matrix from the table to pixels in which the whole board is seen."""
    wide, high = size
    middle = np.array((board[0] / 2, board[1] / 2, 0))
    corners = np.array([(0, 0), (board[0], 0), board, (0, board[1])], np.float64)
    base = 0.0
    if board[0] < board[1]:
        base = 90.0
    while True:
        tilt = np.radians(rng.uniform(*conditions.tilt))
        azimuth = rng.uniform(0, 2 * np.pi)
        roll = np.radians(base + rng.normal(0, conditions.roll / 2))
        focal = rng.uniform(0.62, 1.25) * wide
        far = focal * max(board) / (rng.uniform(0.62, 0.95) * high)
        eye = middle + far * np.array(
            (np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt))
        )
        aim = middle + np.array((*rng.normal(0, 0.04, 2) * max(board), 0))
        ahead = (aim - eye) / np.linalg.norm(aim - eye)
        # Down in the picture is down on the board, but for the roll.
        down = np.array((-np.sin(roll), np.cos(roll), 0))
        right = np.cross(ahead, down)
        right /= np.linalg.norm(right)
        # Up is towards the eye, though x runs right and y down: a left-handed table.
        turned = np.stack((right, np.cross(right, ahead), ahead))
        lens = np.array(((focal, 0, wide / 2), (0, focal, high / 2), (0, 0, 1)))
        view = lens @ np.column_stack((turned, -turned @ eye))
        seen = _bent(_projected(view, corners, 0.0), bend, size)
        if np.all((seen > 0.015 * high) & (seen < np.array(size) - 0.015 * high)):
            return np.asarray(view)


def _plane(view: Pixels, height: float) -> Pixels:
    """The homography of a plane above the table; heights are positive upwards."""
    return np.column_stack((view[:, 0], view[:, 1], view[:, 3] + height * view[:, 2]))


def _projected(view: Pixels, points: Pixels, height: float) -> Pixels:
    return np.asarray(cv2.perspectiveTransform(points[None], _plane(view, height))[0])


def _depth(view: Pixels, point: tuple[float, float]) -> float:
    return float(view[2] @ np.array((*point, 0, 1)))


def _bent(points: Pixels, bend: float, size: tuple[int, int]) -> Pixels:
    """Where the lens puts points."""
    middle = np.array(size) / 2
    away = (points - middle) / (size[0] / 2)
    return np.asarray(middle + away * (1 + bend * (away**2).sum(-1, keepdims=True)) * size[0] / 2)


def _window(points: Pixels, shape: tuple[int, ...], margin: int = 3) -> tuple[slice, slice] | None:
    left, top = np.floor(points.min(0)).astype(int) - margin
    right, bottom = np.ceil(points.max(0)).astype(int) + margin
    left, top = max(int(left), 0), max(int(top), 0)
    right, bottom = min(int(right), shape[1]), min(int(bottom), shape[0])
    return (
        None if right - left < 2 or bottom - top < 2 else (slice(top, bottom), slice(left, right))
    )


def _lay_ground(canvas: _Canvas, view: Pixels, ground: Ground) -> None:
    high, wide = ground.art.shape[:2]
    to_table = np.array(
        (
            (1 / ground.scale, 0, ground.origin[0]),
            (0, 1 / ground.scale, ground.origin[1]),
            (0, 0, 1),
        )
    )
    c, s = np.cos(np.radians(ground.turn)), np.sin(np.radians(ground.turn))
    placed = np.array(((c, -s, ground.by[0]), (s, c, ground.by[1]), (0, 0, 1)))
    matrix = _plane(view, 0.0) @ placed @ to_table
    shape = canvas.colour.shape[1::-1]
    cv2.warpPerspective(
        ground.art, matrix, shape, dst=canvas.colour, borderMode=cv2.BORDER_TRANSPARENT
    )
    seen = cv2.warpPerspective(np.ones((high, wide), np.uint8), matrix, shape)
    canvas.varnish[seen > 0] = ground.varnish


def _corners(tile: Tile) -> Pixels:
    (x, y), (wide, high) = tile.centre, tile.size
    c, s = np.cos(np.radians(tile.turn)), np.sin(np.radians(tile.turn))
    flat = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    return np.asarray(flat @ np.array(((c, s), (-s, c))) + (x, y))


def _lay_tile(rng: Random, canvas: _Canvas, view: Pixels, tile: Tile, lamp: Pixels) -> None:
    corners = _corners(tile)
    top = tile.below + tile.thickness
    _shade(canvas, view, corners, lamp, below=tile.below, top=top)
    foot, head = _projected(view, corners, tile.below), _projected(view, corners, top)
    edge = tile.art.mean((0, 1)) * 0.5 + 0.12
    for k in range(4):
        side = np.array([foot[k], foot[k - 1], head[k - 1], head[k]])
        cv2.fillPoly(
            canvas.colour, [np.rint(side * 16).astype(np.int32)], edge.tolist(), cv2.LINE_AA, 4
        )
    where = _window(head, canvas.colour.shape)
    if where is None:
        return
    high, wide = tile.art.shape[:2]
    source = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    offset = np.array((where[1].start, where[0].start), np.float32)
    matrix = cv2.getPerspectiveTransform(source, head.astype(np.float32) - offset)
    part = canvas.colour[where]
    shape = part.shape[1::-1]
    art = cv2.warpPerspective(tile.art, matrix, shape, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(np.ones((high, wide), np.float32), matrix, shape)
    part[...] = mixed(part, art, alpha)
    canvas.varnish[where] = np.where(alpha > 0.5, tile.varnish, canvas.varnish[where])
    canvas.lean[where][alpha > 0.5] = rng.normal(0, 0.012, 2)
    canvas.lamp[where] = np.where(alpha > 0.5, 1, canvas.lamp[where])


def _shade(
    canvas: _Canvas, view: Pixels, outline: Pixels, lamp: Pixels, *, below: float, top: float
) -> None:
    """The shadow that an outline at some height casts on the surface below."""
    thrown = outline + (outline - lamp[:2]) * (top - below) / max(float(lamp[2]) - top, 1.0)
    hull = cv2.convexHull(np.concatenate((outline, thrown)).astype(np.float32))[:, 0]
    seen = _projected(view, hull.astype(np.float64), below)
    where = _window(seen, canvas.lamp.shape, 6)
    if where is None:
        return
    offset = np.array((where[1].start, where[0].start))
    part = canvas.lamp[where]
    shadow = np.zeros(part.shape, np.float32)
    cv2.fillPoly(shadow, [np.rint((seen - offset) * 16).astype(np.int32)], 1, cv2.LINE_AA, 4)
    part *= 1 - 0.8 * cv2.GaussianBlur(shadow, (0, 0), 1.5)


def _stand(canvas: _Canvas, view: Pixels, piece: Piece, lamp: Pixels) -> None:
    outline = np.array(piece.outline)
    top = piece.below + piece.height
    _shade(canvas, view, outline, lamp, below=piece.below, top=top)
    steps = 8
    for k in range(steps + 1):
        seen = _projected(view, outline, piece.below + piece.height * k / steps)
        tone = piece.paint * (1.0 if k == steps else 0.45 + 0.2 * k / steps)
        points = [np.rint(seen * 16).astype(np.int32)]
        cv2.fillPoly(canvas.colour, points, tone.tolist(), cv2.LINE_AA, 4)
        cv2.fillPoly(canvas.varnish, points, 0.4, cv2.LINE_8, 4)
        cv2.fillPoly(canvas.lamp, points, 1.0, cv2.LINE_8, 4)


def _lit(
    rng: Random,
    canvas: _Canvas,
    view: Pixels,
    lamp: Pixels,
    *,
    board: tuple[float, float],
    conditions: Conditions,
) -> Pixels:
    """The light that reaches the lens."""
    high, wide = canvas.lamp.shape
    coarse = (wide // 4, high // 4)
    v, u = np.mgrid[0:high:4, 0:wide:4].astype(np.float64)
    flat = cv2.perspectiveTransform(
        np.stack((u, v), -1).reshape(1, -1, 2), np.linalg.inv(_plane(view, 0.0))
    )
    x, y = flat[0].T.reshape(2, *u.shape)
    to_lamp = np.stack((lamp[0] - x, lamp[1] - y, np.full_like(x, lamp[2])))
    far = np.linalg.norm(to_lamp, axis=0)
    near = (lamp[2] / far) ** 3
    reach = max(board)
    window_from = rng.uniform(0, 2 * np.pi)
    across = (
        (x - board[0] / 2) * np.cos(window_from) + (y - board[1] / 2) * np.sin(window_from)
    ) / reach
    daylight = np.exp(np.clip(conditions.drift * rng.uniform(0.3, 1.0) * across, -2, 2))
    blocked = np.ones_like(x)
    for _ in range(int(rng.integers(0, conditions.shadows + 1))):
        # A hand, a head or a glass between the lamp and the table.
        where = np.array(board) * rng.uniform(-0.1, 1.1, 2)
        long, wide_, turn = (
            rng.uniform(0.15, 0.6) * reach,
            rng.uniform(0.06, 0.2) * reach,
            rng.uniform(0, np.pi),
        )
        a = (x - where[0]) * np.cos(turn) + (y - where[1]) * np.sin(turn)
        b = (y - where[1]) * np.cos(turn) - (x - where[0]) * np.sin(turn)
        inside = 1 - np.hypot(a / long, b / wide_)
        soft = rng.uniform(0.1, 0.6)
        blocked *= 1 - rng.uniform(0.5, 0.95) / (1 + np.exp(-np.clip(inside / soft * 4, -30, 30)))
    share = rng.uniform(0.35, 0.65)
    warm = rng.uniform(0.2, 1.0) * conditions.warmth / 2
    lamp_colour = np.exp(np.array((warm, 0.0, -warm)))
    window_colour = np.exp(np.array((-warm, 0.0, warm)) * rng.uniform(0.3, 1.0))
    lamp_light = cv2.resize((share * near * blocked).astype(np.float32), (wide, high))
    day_light = cv2.resize(((1 - share) * daylight).astype(np.float32), (wide, high))
    arriving = (lamp_light * canvas.lamp)[..., None] * lamp_colour.astype(np.float32)
    arriving += day_light[..., None] * window_colour.astype(np.float32)
    # Mirrors: where the surface, leaning a little, sends the lamp or the window into the eye.
    turned, shift = view[:, :3], view[:, 3]
    eye = -np.linalg.inv(turned) @ shift
    to_eye = np.stack((eye[0] - x, eye[1] - y, np.full_like(x, eye[2])))
    to_eye = to_eye / np.linalg.norm(to_eye, axis=0)
    lean = cv2.resize(canvas.lean, coarse, interpolation=cv2.INTER_NEAREST)
    mirrored = np.zeros(u.shape)
    for source, power in (
        (to_lamp / far, rng.uniform(150, 900)),
        (
            np.broadcast_to(
                _unit((np.cos(window_from), np.sin(window_from), rng.uniform(0.4, 1.1)))[
                    :, None, None
                ],
                to_lamp.shape,
            ),
            rng.uniform(20, 90),
        ),
    ):
        half = source + to_eye
        half = half / np.linalg.norm(half, axis=0)
        along = half[2] + half[0] * lean[..., 0] + half[1] * lean[..., 1]
        mirrored += np.clip(along, 0, 1) ** power
    shine = cv2.resize(mirrored.astype(np.float32), (wide, high)) * canvas.varnish
    shine = shine * np.float32(conditions.varnish * rng.uniform(0.2, 1.0))
    away = np.hypot(
        *(np.mgrid[0:high, 0:wide].astype(np.float32) - np.array((high, wide))[:, None, None] / 2)
    )
    vignette = 1 / (1 + (rng.uniform(0.2, 0.7) * away / wide) ** 2) ** 2
    return np.asarray(
        (canvas.colour * arriving + shine[..., None]) * vignette[..., None], np.float32
    )


def _unit(vector: Sequence[float]) -> Pixels:
    return np.asarray(np.array(vector) / np.linalg.norm(vector))


def _through_lens(light: Pixels, bend: float, size: tuple[int, int]) -> Pixels:
    """Bent as `_bent` bends points: for each pixel, where its light came from."""
    wide, high = size
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    away_x, away_y = (x - wide / 2) / (wide / 2), (y - high / 2) / (wide / 2)
    radius = away_x**2 + away_y**2
    back = np.ones_like(radius)
    for _ in range(4):
        back = 1 / (1 + bend * radius * back**2)
    return np.asarray(
        cv2.remap(
            light,
            (wide / 2 + away_x * back * wide / 2).astype(np.float32),
            (high / 2 + away_y * back * wide / 2).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )
    )


def _srgb(light: Pixels) -> Pixels:
    part = np.clip(light, 0, 1)
    return np.where(part <= 0.0031308, part * 12.92, 1.055 * part ** (1 / 2.4) - 0.055).astype(
        np.float32
    )


def _developed(rng: Random, light: Pixels, conditions: Conditions) -> bytes:
    """Focus, exposure, white balance, noise, and what a telephone makes of it."""
    light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.4, max(0.5, conditions.blur)))
    light = light * np.exp(rng.normal(0, 0.07, 3)).astype(np.float32)
    light = light * np.float32(rng.uniform(0.6, 0.95) / np.percentile(light[::8, ::8].max(2), 97))
    noise = np.float32(conditions.noise * rng.uniform(0.3, 1.0))
    grain = rng.standard_normal(light.shape, np.float32)
    light = light + noise * grain * np.sqrt(np.maximum(light, 0) + 0.02)
    light = cv2.bilateralFilter(np.maximum(light, 0).astype(np.float32), 3, 0.06, 2)
    picture = _srgb(light)
    curve = np.float32(rng.uniform(0, 0.25))
    picture = picture + curve * (picture * picture * (3 - 2 * picture) - picture)
    grey = (picture @ np.array((0.3, 0.6, 0.1), np.float32))[..., None]
    picture = grey + (picture - grey) * np.float32(rng.uniform(0.95, 1.2))
    soft = cv2.GaussianBlur(picture, (0, 0), 1.5)
    picture = picture + np.float32(rng.uniform(0, 0.8)) * (picture - soft)
    pixels = np.rint(np.clip(picture, 0, 1) * 255).astype(np.uint8)
    out = BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=int(rng.integers(*conditions.quality)))
    return out.getvalue()
