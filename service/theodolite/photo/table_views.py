"""Finds the table on which boards lie, and shows it from straight above.

Boards, cards and planks are right-angled, so under the right tilt of the camera the directions of
all straight edges fall into few classes modulo 90 degrees.
"""

from collections.abc import Iterator
from functools import reduce
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike

from theodolite.photo.lens import Floats, Pixels, rectify_plane
from theodolite.photo.tuning import FOCAL, HALF, MOST, SHORTEST, SHRINK, STEEPEST, STEPS, TURNS, Map


class Picture(NamedTuple):
    """The picture that is searched: its longer side is `zoom` times SIDE.

    `free` is 1 where boards may lie, else 0.
    """

    pixels: Pixels
    free: Map
    zoom: int = 1


class View(NamedTuple):
    """A homography from the searched picture to the rectified table, and the table's size."""

    matrix: MatLike
    size: tuple[int, int]


def straight_edges(picture: Picture) -> Floats:
    """The longest straight edges, n x 2 ends x 2, in pixels of zoom 1 from the picture's middle."""
    grey = cv2.cvtColor(picture.pixels, cv2.COLOR_RGB2GRAY)
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE)
    found: MatLike | None = detector.detect(grey)[0]
    if found is None:
        return np.empty((0, 2, 2))
    ends = np.asarray(found, np.float64).reshape(-1, 2, 2) - np.array(grey.shape[::-1]) / 2
    ends /= picture.zoom
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    longest = np.argsort(-length)[:MOST]
    return np.asarray(ends[longest][length[longest] > SHORTEST])


def find_tilt(ends: Floats) -> Floats:
    """The tilt of the table under which the directions of edges agree best."""
    weight = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    reach = np.arange(-7, 8) * 0.13
    tilts = np.array([(x, y) for x in reach for y in reach if np.hypot(x, y) < STEEPEST])
    tilt = tilts[np.argmax(_agreement(tilts, ends, weight, 4.0))]
    around = np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)])
    for step, blur in ((0.065, 3.0), (0.033, 2.0), (0.033, 2.0), (0.016, 2.0), (0.016, 2.0)):
        tilts = tilt + step * around
        tilt = tilts[np.argmax(_agreement(tilts, ends, weight, blur))]
    return np.asarray(tilt)


def views_from_above(picture: Picture, tilt: Floats, ends: Floats) -> Iterator[View]:
    """The table seen from straight above, turned so that many edges run along its sides."""
    weight = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    votes = _directions(tilt[None], ends, weight, 2.0)[1][0]
    strongest = votes.max()
    for _ in range(TURNS):
        peak = int(np.argmax(votes))
        if votes[peak] < 0.15 * strongest:
            return
        before, at, after = votes[peak - 1], votes[peak], votes[(peak + 1) % STEPS]
        nudge = 0.5 * (before - after) / min(before - 2 * at + after, -1e-9)
        turn = ((peak + 0.5 + nudge) * 90 / STEPS + 45) % 90 - 45
        yield _view(picture, tilt, turn)
        votes[np.arange(peak - 10, peak + 11) % STEPS] = 0


def _to_tables(tilts: Floats) -> Floats:
    """From the picture, its middle at 0, to tables tilted by rotations about axes in its plane."""
    views = np.tile(np.diag((0.0, 0.0, 1.0)), (len(tilts), 1, 1))
    for view, tilt in zip(views, tilts, strict=True):
        view[:, :2] = cv2.Rodrigues(np.array((*tilt, 0.0)))[0][:, :2]
    views[:, :2] *= FOCAL
    return np.linalg.inv(views)


def _directions(tilts: Floats, ends: Floats, weight: Floats, blur: float) -> tuple[Floats, Floats]:
    """For each tilt the votes of the edges for each direction on the table, raw and blurred."""
    homogeneous = np.concatenate((ends, np.ones((*ends.shape[:2], 1))), axis=2)
    on_table = homogeneous.reshape(-1, 3) @ _to_tables(tilts).swapaxes(1, 2)
    on_table = on_table.reshape(len(tilts), len(ends), 2, 3)
    visible = np.all(on_table[..., 2] > 0.2, axis=2)
    flat = on_table[..., :2] / np.where(visible[..., None], on_table[..., 2], 1)[..., None]
    run = flat[:, :, 1] - flat[:, :, 0]
    angle = np.arctan2(run[..., 1], run[..., 0]) % (np.pi / 2)
    step = (angle / (np.pi / 2) * STEPS).astype(np.int64) % STEPS
    step += STEPS * np.arange(len(tilts))[:, None]
    counted = np.bincount(step.ravel(), (weight * visible).ravel(), STEPS * len(tilts))
    votes = np.asarray(counted, np.float64).reshape(len(tilts), STEPS)
    wide = int(3 * blur)
    kernel = np.exp(-((np.arange(-wide, wide + 1) / blur) ** 2) / 2)
    circle = np.concatenate((votes[:, -wide:], votes, votes[:, :wide]), axis=1)
    blurred = np.array([np.convolve(row, kernel / kernel.sum(), "valid") for row in circle])
    return votes, blurred


def _agreement(tilts: Floats, ends: Floats, weight: Floats, blur: float) -> Floats:
    """How far the edges agree in few directions if the table is tilted so."""
    votes, blurred = _directions(tilts, ends, weight, blur)
    return np.asarray((votes * blurred).sum(1))


def _view(picture: Picture, tilt: Floats, turn: float) -> View:
    (high, wide), zoom = picture.free.shape, picture.zoom
    middle = np.array(((1, 0, -wide / 2), (0, 1, -high / 2), (0, 0, zoom))) / zoom
    scale = FOCAL * SHRINK * zoom
    c, s = scale * np.cos(np.radians(turn)), scale * np.sin(np.radians(turn))
    matrix = np.array(((c, s, 0), (-s, c, 0), (0, 0, 1))) @ _to_tables(tilt[None])[0] @ middle
    outline = np.array([[(0, 0), (wide, 0), (wide, high), (0, high)]], np.float64)
    seen = cv2.perspectiveTransform(outline, matrix)[0]
    low, top = np.maximum(seen.min(0), -HALF * zoom), np.minimum(seen.max(0), HALF * zoom)
    size = int(np.ceil(top[0] - low[0])), int(np.ceil(top[1] - low[1]))
    return View(np.array(((1, 0, -low[0]), (0, 1, -low[1]), (0, 0, 1))) @ matrix, size)


def stretched(view: View, aspect: float) -> View:
    """A table on which spaces are square that are `aspect` times as wide as high."""
    wider = aspect**-0.5
    wide, high = view.size
    matrix = np.diag((wider, 1 / wider, 1.0)) @ view.matrix
    return View(matrix, (int(wide * wider), int(high / wider)))


def seen_from(view: View, picture: Picture, bend: float = 0.0) -> tuple[Pixels, Map]:
    """The picture from straight above, and where boards may lie."""
    free = cv2.warpPerspective(picture.free, view.matrix, view.size)
    above = rectify_plane(picture.pixels, view.matrix, view.size, bend)
    return above, cv2.erode(free, np.ones((5, 5)))


def edge_strengths(above: Pixels, seen: Map, pitch: int) -> tuple[Map, Map]:
    """How strong upright and level edges are, relative to all edges within two spaces."""
    smooth = cv2.GaussianBlur(above, (3, 3), 0.8)
    across, along = (
        reduce(cv2.max, cv2.split(np.abs(cv2.Sobel(smooth, cv2.CV_16S, *step)))).astype(np.float32)
        for step in ((1, 0), (0, 1))
    )
    usual = cv2.blur(across + along, (2 * pitch + 1, 2 * pitch + 1)) + 15
    return np.minimum(across / usual, 2) * seen, np.minimum(along / usual, 2) * seen
