"""Fits a grid of equal spaces to the edges of a picture, line by line, and weighs the fit."""

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from theodolite.grid import Grid
from theodolite.photo.lens import Floats, Pixels, distort
from theodolite.photo.table_views import Picture, View, edge_strengths, seen_from
from theodolite.photo.tuning import (
    ALIKE,
    BENT,
    LAST,
    LONG,
    NARROW,
    NEAR_LINE,
    PLAIN,
    PLAINEST,
    REACH,
    ROUNDS,
    RUNS_ON,
    STIFFNESS,
    STRIP,
    UNIT,
    FitStep,
    Map,
)


class GridFit(NamedTuple):
    """A grid's corners, its support, and that of its lines above, below, left and right of it.

    `runs_on`: whether the lines run on past two sides, as those of a larger board do, or past one
    while the spaces along the other are all alike.
    """

    quad: Floats
    support: float
    beyond: tuple[float, ...]
    runs_on: bool


def fit_grid(picture: Picture, quad: Floats, grid: Grid) -> GridFit:
    """Move a grid's corners to where the edges about its lines are, and weigh the outcome."""
    for step in ROUNDS:
        quad, _ = refine(picture, quad, grid, step)
    above, seen = seen_from(_around(quad, grid), picture)
    support, beyond = _supports(*edge_strengths(above, seen, UNIT), grid)
    rims = _rims(above, grid)
    # A beach, a row of stacks: all alike and like hardly any other space.
    strips = sum(apart > max(1.2 * spread, 5) for spread, apart in rims)
    opposite = (rims[1], rims[0], rims[3], rims[2])
    runs_on = sum(further > RUNS_ON for further in beyond) > 1 or any(
        further > RUNS_ON and spread < PLAIN
        for further, (spread, _) in zip(beyond, opposite, strict=True)
    )
    return GridFit(quad, support - STRIP * strips, beyond, runs_on)


def inner_support(picture: Picture, quad: Floats, grid: Grid) -> float:
    """How much more edge lies along the inner lines of a grid than between them."""
    across, along = edge_strengths(*seen_from(_around(quad, grid), picture), UNIT)
    inner = []
    for edges, lines, stretches in _both_ways(across, along, grid):
        profiles, usual = _profiles(edges, lines, stretches, ROUNDS[-1].spread)
        inner.append(_above_usual(profiles, usual, NARROW)[2:-2, 1:-1].ravel())
    return float(np.concatenate(inner).mean())


def find_bend(pixels: Pixels, corners: Floats, grid: Grid) -> float:
    """How far the lens bends the lines of a grid, 0 where they are too short to tell.

    Args:
        pixels: RGB, height x width x 3.
        corners: The corners of the grid, clockwise, in pixels.
        grid: The board.
    """
    if not is_long(grid):
        return 0.0
    half = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    picture = Picture(half, np.ones(half.shape[:2], np.float32))
    return fit_bend(picture, corners / 2, grid)[1]


def is_long(grid: Grid) -> bool:
    """Whether a bend of the grid's lines is worth fitting."""
    return max(grid.columns, grid.rows) >= LONG


def fit_bend(picture: Picture, quad: Floats, grid: Grid) -> tuple[Floats, float]:
    """The grid's corners where its lines meet that a lens has bent, and the bend."""
    bend = 0.0
    for step in BENT:
        quad, more = refine(picture, quad, grid, step, bend)
        bend += more
    return distort(quad, bend, picture.pixels.shape), bend


def refine(
    picture: Picture, quad: Floats, grid: Grid, step: FitStep, bend: float = 0.0
) -> tuple[Floats, float]:
    """The grid's corners, without the bend, moved once to what a look finds, and more bend."""
    view = _around(quad, grid)
    across, along = edge_strengths(*seen_from(view, picture, bend), UNIT)
    upright, _ = _profiles(across, grid.columns + 1, grid.rows, step.spread)
    level, _ = _profiles(along.T, grid.rows + 1, grid.columns, step.spread)
    bulge = _bulge(view, grid, picture.pixels.shape) if step.bends else None
    shift, more = _shift(upright[1:-1, 1:-1], level[1:-1, 1:-1], step, bulge)
    onto = (outline_of(grid) + 1 + shift) * UNIT
    moved = cv2.perspectiveTransform(onto, np.linalg.inv(view.matrix))[0]
    return np.asarray(moved, np.float64), more


def plainness(picture: Picture, quad: Floats, grid: Grid, bend: float) -> tuple[float, float]:
    """The support of the weakest outer line, and how far edges lie from lines, in spaces."""
    across, along = edge_strengths(*seen_from(_around(quad, grid), picture, bend), UNIT)
    rims, distances, strengths = [], [], []
    for edges, lines, stretches in _both_ways(across, along, grid):
        profiles, usual = _profiles(edges, lines, stretches, LAST[-1].spread)
        plain = _above_usual(profiles, usual, NARROW)[1:-1, 1:-1].mean(1)
        rims += [float(plain[0]), float(plain[-1])]
        offset, strength = _offsets(profiles[1:-1, 1:-1], NEAR_LINE)
        distances.append(np.abs(offset).ravel())
        strengths.append(np.minimum(strength, 1).ravel())
    weights = np.concatenate(strengths) + 1e-9
    return min(rims), float(np.average(np.concatenate(distances), weights=weights))


def grids_beside(fit: GridFit, grid: Grid) -> Iterator[Floats]:
    """The grids one space further on the sides where the lines run on."""
    outline = outline_of(grid)
    to_picture = cv2.getPerspectiveTransform(
        outline.astype(np.float32), fit.quad.astype(np.float32)
    )
    for runs_on, step in zip(fit.beyond, ((0, -1), (0, 1), (-1, 0), (1, 0)), strict=True):
        if runs_on > RUNS_ON:
            moved = outline + np.array(step, np.float64)
            yield cv2.perspectiveTransform(moved, to_picture)[0]


def outline_of(grid: Grid) -> Floats:
    """The corners of the grid in spaces."""
    wide, high = float(grid.columns), float(grid.rows)
    return np.array([[(0, 0), (wide, 0), (wide, high), (0, high)]])


def _around(quad: Floats, grid: Grid) -> View:
    """A grid from straight above, with a margin of one space."""
    fitted = ((outline_of(grid) + 1) * UNIT).astype(np.float32)
    size = ((grid.columns + 2) * UNIT, (grid.rows + 2) * UNIT)
    return View(cv2.getPerspectiveTransform(quad.astype(np.float32), fitted), size)


def _both_ways(across: Map, along: Map, grid: Grid) -> Iterator[tuple[Map, int, int]]:
    """Edges along upright lines, and along level ones, turned; lines, and stretches of each."""
    yield across, grid.columns + 1, grid.rows
    yield along.T, grid.rows + 1, grid.columns


def _profiles(edges: Map, lines: int, stretches: int, spread: float) -> tuple[Map, Map]:
    """Edges about every upright line, and their usual strength within the spaces between.

    Args:
        edges: Strength of upright edges on a fitted grid with a margin of one space.
        lines: The lines of the grid, to which one more on each side is added.
        stretches: The spaces along a line, likewise.
        spread: How far an edge is spread across its line, in spaces.

    Returns:
        Lines x stretches x positions from -REACH to REACH, and lines x stretches.
    """
    seen = cv2.GaussianBlur(edges, (0, 0), sigmaX=spread * UNIT, sigmaY=0.01)
    rows = seen.reshape(stretches + 2, UNIT, -1)[:, UNIT // 8 : -(UNIT // 8)].mean(1)
    inside = rows.reshape(stretches + 2, lines + 1, UNIT)[:, :, UNIT // 4 : -(UNIT // 4)].mean(2)
    inside = cv2.copyMakeBorder(inside, 0, 0, 1, 1, cv2.BORDER_REPLICATE).T
    padded = cv2.copyMakeBorder(rows, 0, 0, REACH, REACH + 1, cv2.BORDER_CONSTANT)
    place = UNIT * np.arange(lines + 2)[:, None] + np.arange(2 * REACH + 1)
    return padded[:, place].transpose(1, 0, 2), (inside[:-1] + inside[1:]) / 2


def _above_usual(profiles: Map, usual: Map, width: float) -> Map:
    """How much stronger each stretch of a line is than usual; `width` in pixels of the fit."""
    position = np.arange(-REACH, REACH + 1)
    peak = (profiles * np.exp(-((position / width) ** 2) / 2)).max(2)
    return np.asarray(np.clip(peak - usual, -0.2, PLAINEST))


def _offsets(profiles: Map, window: float) -> tuple[Floats, Floats]:
    """Where near each line the edge is, in spaces from the line, and how strong."""
    position = np.arange(-REACH, REACH + 1)
    near = profiles * np.exp(-((position / (window * UNIT)) ** 2) / 2)
    peak = np.clip(np.argmax(near, axis=2), 1, 2 * REACH - 1)
    before, at, after = (
        np.take_along_axis(near, peak[..., None] + step, axis=2)[..., 0] for step in (-1, 0, 1)
    )
    nudge = 0.5 * np.clip((before - after) / np.minimum(before - 2 * at + after, -1e-6), -2, 2)
    return (position[peak] + nudge) / UNIT, at.astype(np.float64)


def _bulge(view: View, grid: Grid, shape: tuple[int, ...]) -> Floats:
    """How far a bend of 1 would move each stretch of every line across it, in spaces.

    All upright lines, from the left, are followed by all level ones, from above.
    """
    to_picture, little, moved = np.linalg.inv(view.matrix), 0.01, []
    for turned, lines, stretches in (
        (False, grid.columns + 1, grid.rows),
        (True, grid.rows + 1, grid.columns),
    ):
        line, stretch = np.mgrid[1 : lines + 1, 1 : stretches + 1] * float(UNIT)
        stretch += UNIT / 2
        at = np.dstack((stretch, line) if turned else (line, stretch))
        there = np.asarray(cv2.perspectiveTransform(at, to_picture), np.float64)
        away = cv2.perspectiveTransform(distort(there, little, shape), view.matrix) - at
        moved.append(away[..., int(turned)].ravel() / (little * UNIT))
    return np.concatenate(moved)


def _shift(upright: Map, level: Map, step: FitStep, bulge: Floats | None) -> tuple[Floats, float]:
    """The small homography that moves the lines onto their edges, robust to edges amiss.

    Solves for dx = a + bx + cy + x(gx + hy) and dy = d + ex + fy + y(gx + hy) by least squares
    with Cauchy weights. The outermost lines count less, for the board's own rim runs beside them;
    the terms of perspective are held back, for the tilt of the table is known well. If
    `bulge` is given, the bend is fitted, too.

    Returns:
        How far each corner is moved, in spaces, and the bend.
    """
    stiffness = STIFFNESS * np.array((1, 1, 1, 1, 1, 1, step.stiff, step.stiff, 1))
    rows, targets, weights = [], [], []
    for profiles, turned in ((upright, False), (level, True)):
        offset, strength = _offsets(profiles, step.window)
        lines, stretches = offset.shape
        line, stretch = np.mgrid[0:lines, 0:stretches].astype(np.float64)
        line = (2 * line / (lines - 1) - 1).ravel()
        stretch = (2 * (stretch + 0.5) / stretches - 1).ravel()
        x, y = (stretch, line) if turned else (line, stretch)
        plane, none = (np.ones_like(x), x, y), (np.zeros_like(x),) * 3
        shear = (none, plane) if turned else (plane, none)
        rows.append(np.column_stack((*shear[0], *shear[1], line * x, line * y)))
        targets.append(offset.ravel())
        weights.append(np.minimum(strength.ravel(), 1) * np.where(np.abs(line) > 0.99, step.rim, 1))
    system, target, given = np.concatenate(rows), np.concatenate(targets), np.concatenate(weights)
    if bulge is not None:
        system = np.column_stack((system, bulge))
    stiffness = stiffness[: system.shape[1]]
    weight, solution = given, np.zeros(len(stiffness))
    for _ in range(6):
        weighted = system.T * weight
        normal = weighted @ system + np.diag(stiffness)
        solution = np.linalg.solve(normal, weighted @ target)
        weight = given / (1 + ((target - system @ solution) / (0.6 * step.window)) ** 2)
    a, b, c, d, e, f, g, h = solution[:8]
    corners = np.array(
        [
            (a + b * x + c * y + x * (g * x + h * y), d + e * x + f * y + y * (g * x + h * y))
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
    )
    return corners, float(solution[8:].sum())


def _supports(across: Map, along: Map, grid: Grid) -> tuple[float, tuple[float, ...]]:
    """How much more edge lies along the lines than between, less where lines run on beyond."""
    supports, beyond = [], []
    for edges, lines, stretches in _both_ways(across, along, grid):
        profiles, usual = _profiles(edges, lines, stretches, ROUNDS[-1].spread)
        plain = _above_usual(profiles, usual, 1.2)
        supports.append(plain[1:-1, 1:-1].ravel())
        beyond += [float(plain[2:-2, 0].mean()), float(plain[2:-2, -1].mean())]
    # Lines run on beyond one side at a beach, beyond most sides in a chequered cloth.
    least, second, third, _ = sorted(beyond)
    support = float(np.concatenate(supports).mean())
    support -= max(0.0, least) + 0.2 * (second + max(0.0, third))
    return support, tuple(beyond)


def _rims(above: Pixels, grid: Grid) -> list[tuple[float, float]]:
    """Of the outer lines of spaces above, below, left and right: how alike, how unlike others.

    In CIELAB units, lightness counted half: how far one of them is from their usual colour, and how
    far the other spaces are, but for the `ALIKE` likest.
    """
    lab = cv2.cvtColor(above, cv2.COLOR_RGB2Lab).astype(np.float32) * (0.5, 1, 1)
    parts = lab.reshape(grid.rows + 2, UNIT, grid.columns + 2, UNIT, 3)
    middle = slice(UNIT // 4, -(UNIT // 4))
    colours = np.median(parts[1:-1, middle, 1:-1, middle], axis=(1, 3))
    rims = []
    for turned in (colours, colours[::-1], colours.swapaxes(0, 1), colours.swapaxes(0, 1)[::-1]):
        line, rest = turned[0], turned[1:].reshape(-1, 3)
        usual = np.median(line, axis=0)
        spread = np.linalg.norm(line - usual, axis=1).max()
        apart = np.sort(np.linalg.norm(rest - usual, axis=1))[ALIKE]
        rims.append((float(spread), float(apart)))
    return rims
