"""Finds the grids of boards in a photograph: quadrilaterals of equal spaces.

Three steps, each a vote of many small edges, so that no single one has to be seen:

1. The table. Boards, cards and planks are right-angled, so under the right tilt of the camera the
   directions of all straight edges fall into few classes modulo 90 degrees.
2. The grid. On the rectified table the lines of a grid are equally spaced; every pitch and place
   is scored by the edges that lie along all of its lines.
3. The fit. The best candidates are fitted line by line, and the best supported is proposed.

Further boards are looked for on the same table, outside those that were found. Spaces are taken to
be square; if no square grid is plain to see, oblong ones are tried, and the whole picture.

Assumes a lens between wide and normal, a tilt below 53 degrees and a grid that lies wholly in the
picture. Which corner is the top left is taken from the picture: a person may turn it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import attrgetter

import cv2
import numpy as np

from theodolite.grid import Grid
from theodolite.photo.fitting import (
    GridFit,
    fit_bend,
    fit_grid,
    grids_beside,
    inner_support,
    is_long,
    outline_of,
    plainness,
    refine,
)
from theodolite.photo.lens import Floats, Pixels
from theodolite.photo.table_views import (
    Picture,
    View,
    edge_strengths,
    find_tilt,
    seen_from,
    straight_edges,
    stretched,
    views_from_above,
)
from theodolite.photo.tuning import (
    AROUND,
    AS_WELL,
    ASPECTS,
    BAND,
    CLEARLY,
    FAIR,
    GUESSES,
    LAST,
    MARGIN,
    MISSED,
    MOST_BOARDS,
    PITCHES,
    PLACES,
    PLAIN_RIM,
    PLAINEST,
    SETTLED,
    SIDE,
    SIMILAR,
    SMALL,
    STRAIGHT,
    TRUSTED,
    UPRIGHT,
    Map,
)


@dataclass(frozen=True)
class Proposal:
    """Four corners in pixels, clockwise from the top left, and how well edges support them.

    `support` is 0 where no edges lie along the lines and 0.6 where all lines are plain to see;
    `rim` that of the weakest outer line; `astray`, in spaces, how far edges lie from their lines;
    `moved`, in sides of a space, how far the last look at the lines moved a corner; `bend` how far
    the lens bends the lines; `upright`, in sides of the board, how much further up and left the
    first corner lies than the next: of a square 1 where it is not turned, 0 at 45 degrees;
    `elsewhere` tells that the grid may lie elsewhere: its lines run on, or another fits as well.
    """

    corners: Floats
    support: float
    rim: float
    astray: float
    moved: float
    bend: float
    upright: float
    elsewhere: bool

    @property
    def placed(self) -> bool:
        """Whether the lines are seen well enough to be those of a board."""
        plain = self.rim > PLAIN_RIM and self.astray < STRAIGHT
        return self.support > (FAIR if plain else TRUSTED)

    @property
    def doubtful(self) -> bool:
        """Whether a person should review the corners."""
        moved = self.moved > SETTLED or self.upright < UPRIGHT
        return moved or self.elsewhere or not self.placed

    @property
    def confidence(self) -> float:
        """How plain the grid is to see, from 0 to 1; at most 0.5 if it is doubtful."""
        return min(self.support / PLAINEST, 1.0) * (0.5 if self.doubtful else 1.0)


def find_boards(pixels: Pixels, grid: Grid) -> list[Proposal]:
    """Propose the corners of all boards of a kind.

    Args:
        pixels: RGB, height x width x 3.
        grid: The board whose spaces are sought.

    Returns:
        The boards, the likeliest first: the best grid however doubtful it is, and others that are
        plain to see. Empty if the picture has too few straight edges.
    """
    left, top, inner = _without_margins(pixels)
    boards = _search(inner, grid, 1)
    if max(inner.shape[:2]) >= 2 * SIDE and not (boards and boards[0].placed):
        # The boards may be small, as two maps on one photograph are.
        closer = _search(inner, grid, 2)
        if closer and closer[0].placed:
            boards = closer
    return [replace(board, corners=board.corners + np.array((left, top))) for board in boards]


def _without_margins(pixels: Pixels) -> tuple[int, int, Pixels]:
    """Where a picture begins within margins of one colour, as screenshots have, and the picture.

    A little of a margin stays: it may be the table, and show where the board ends.
    """
    ends = []
    for axis in (0, 1):
        # Plane by plane: a quarter of the time.
        spread = np.max([np.ptp(plane, axis=axis) for plane in cv2.split(pixels)], axis=0)
        inside = np.flatnonzero(spread > MARGIN)
        if not len(inside):
            return 0, 0, pixels
        # Bars and captions in a margin are thin. A picture is not cut into thin bands itself.
        bands = np.split(inside, np.flatnonzero(np.diff(inside) > 1) + 1)
        least = BAND * max(map(len, bands))
        kept = [band for band in bands if len(band) >= least]
        first, last = kept[0][0], kept[-1][-1]
        rim = (last - first) // 10
        ends.append((max(0, int(first - rim)), int(last + rim) + 1))
    (left, right), (top, bottom) = ends
    return left, top, pixels[top:bottom, left:right]


def _search(pixels: Pixels, grid: Grid, zoom: int) -> list[Proposal]:
    """The boards in a picture whose longer side is `zoom` times SIDE, the likeliest first."""
    scale = zoom * SIDE / max(pixels.shape[:2])
    small = _shrunk(pixels, scale)
    picture = Picture(small, np.ones(small.shape[:2], np.float32), zoom)
    ends = straight_edges(picture)
    least = grid.columns + grid.rows
    if len(ends) < least:
        return []
    tilt = find_tilt(ends)
    views = [*views_from_above(picture, tilt, ends)]
    pitches = PITCHES[SMALL:] if zoom == 1 else PITCHES
    found = _proposed(picture, _likeliest(picture, views, grid, pitches), grid)
    if zoom == 1 and (found is None or not found.placed):
        found = _perhaps_whole(picture, grid, _perhaps_oblong(picture, views, grid, pitches, found))
    if found is None:
        return []
    boards = [found]
    if found.placed:
        boards += _others(picture, tilt, ends, grid, found)
    boards.sort(key=attrgetter("confidence"), reverse=True)
    return [replace(board, corners=board.corners / scale) for board in boards]


def _others(
    picture: Picture, tilt: Floats, ends: Floats, grid: Grid, first: Proposal
) -> Iterator[Proposal]:
    """The boards besides the first that are plain to see, and about as large."""
    missed, looked_at = 0, first
    for _ in range(MOST_BOARDS):
        picture = picture._replace(free=_without(picture.free, looked_at.corners))
        ends = _within(picture, ends)
        if len(ends) < grid.columns + grid.rows:
            return
        views = [*views_from_above(picture, tilt, ends)]
        if not views:
            return
        side = _side_on_table(views[0], first, grid)
        pitches = PITCHES[np.abs(np.log(PITCHES / side)) < SIMILAR]
        found = _proposed(picture, _likeliest(picture, views, grid, pitches), grid)
        if found is None:
            return
        if found.placed:
            yield found
        else:
            missed += 1
            if missed == MISSED:
                return
        looked_at = found


def _side_on_table(view: View, board: Proposal, grid: Grid) -> float:
    """The side of a space of a board on the rectified table, in its pixels."""
    quad = cv2.perspectiveTransform(board.corners[None], view.matrix)[0]
    around = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).sum()
    return float(around) / 2 / (grid.columns + grid.rows)


def _without(free: Map, corners: Floats) -> Map:
    """Where boards may lie besides a board that was found."""
    middle = corners.mean(0)
    wider = middle + (corners - middle) * (1 + 2 * AROUND)
    return cv2.fillConvexPoly(free.copy(), np.rint(wider).astype(np.int32), 0.0)


def _within(picture: Picture, ends: Floats) -> Floats:
    """The straight edges whose middles lie where boards may lie."""
    high, wide = picture.free.shape
    at = np.rint(ends.mean(1) * picture.zoom + np.array((wide, high)) / 2).astype(int)
    x, y = np.clip(at, 0, (wide - 1, high - 1)).T
    return np.asarray(ends[picture.free[y, x] > 0])


def _perhaps_oblong(
    picture: Picture, views: Sequence[View], grid: Grid, pitches: Floats, square: Proposal | None
) -> Proposal | None:
    """The best grid of oblong spaces if it is clearly better than one of square spaces."""
    oblong = [stretched(view, aspect) for view in views for aspect in ASPECTS]
    found = _proposed(picture, _likeliest(picture, oblong, grid, pitches)[:GUESSES], grid)
    if square is None or (found is not None and found.support > square.support + CLEARLY):
        return found
    return square


def _perhaps_whole(picture: Picture, grid: Grid, found: Proposal | None) -> Proposal | None:
    """The whole picture if it shows the inner lines of a grid more plainly than what was found.

    Nothing shows that the picture ends where the board does: a person reviews the corners.
    """
    high, wide = picture.pixels.shape[:2]
    whole = outline_of(grid)[0] * (wide / grid.columns, high / grid.rows)
    if not ASPECTS[0] <= wide / grid.columns / (high / grid.rows) <= ASPECTS[-1]:
        return found
    support = inner_support(picture, whole, grid)
    least = 0.0 if found is None else inner_support(picture, found.corners, grid)
    if support <= least:
        return found
    return Proposal(whole, support, 0.0, 0.0, 0.0, 0.0, 1.0, elsewhere=True)


def _likeliest(
    picture: Picture, views: Sequence[View], grid: Grid, pitches: Floats
) -> list[Floats]:
    """The grids on rectified tables, those with most edges along their lines first."""
    guesses = [guess for view in views for guess in _guesses(picture, view, grid, pitches)]
    guesses.sort(key=lambda guess: guess[0], reverse=True)
    return [quad for _, quad in guesses]


def _guesses(
    picture: Picture, view: View, grid: Grid, pitches: Floats
) -> list[tuple[float, Floats]]:
    """The grids on a rectified table whose lines have most edges along them, and how many."""
    across, along = edge_strengths(*seen_from(view, picture), 15)
    above = cv2.copyMakeBorder(across, 1, 0, 0, 0, cv2.BORDER_CONSTANT).cumsum(0)
    left = cv2.copyMakeBorder(along, 0, 0, 1, 0, cv2.BORDER_CONSTANT).cumsum(1)
    wide, high = view.size
    found: list[tuple[float, float, int, int]] = []
    for pitch in pitches:
        xs = np.rint(pitch * np.arange(grid.columns + 1)).astype(int)
        ys = np.rint(pitch * np.arange(grid.rows + 1)).astype(int)
        room_x, room_y = wide - int(xs[-1]), high - int(ys[-1])
        if min(room_x, room_y) < 1:
            break
        one = round(pitch)
        upright = (above[one:] - above[:-one]) / one
        upright = np.clip(upright - cv2.blur(upright, (one, 1)), -0.3, 0.5)
        level = (left[:, one:] - left[:, :-one]) / one
        level = np.clip(level - cv2.blur(level, (1, one)), -0.3, 0.5)
        uprights = reduce(cv2.add, [upright[y : y + room_y] for y in ys[:-1]])
        uprights = reduce(cv2.add, [uprights[:, x : x + room_x] for x in xs])
        levels = reduce(cv2.add, [level[:, x : x + room_x] for x in xs[:-1]])
        levels = reduce(cv2.add, [levels[y : y + room_y] for y in ys])
        score = (uprights + levels) / (len(xs) * grid.rows + len(ys) * grid.columns)
        for _ in range(PLACES):
            _, best, _, (x, y) = cv2.minMaxLoc(score)
            found.append((best, float(pitch), x, y))
            half = one // 2
            score[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1] = -1
    found.sort(reverse=True)
    back = np.linalg.inv(view.matrix)
    distinct: list[tuple[float, float, int, int]] = []
    for score, pitch, x, y in found:
        if all(
            abs(pitch / other - 1) > 0.1 or max(abs(x - left), abs(y - top)) > pitch / 2
            for _, other, left, top in distinct
        ):
            distinct.append((score, pitch, x, y))
    return [
        (score, cv2.perspectiveTransform(outline_of(grid) * pitch + np.array((x, y)), back)[0])
        for score, pitch, x, y in distinct[: GUESSES * picture.zoom]
    ]


def _proposed(picture: Picture, guesses: Sequence[Floats], grid: Grid) -> Proposal | None:
    """GridFit grids, and propose the best supported."""
    fits = [fit_grid(picture, guess, grid) for guess in guesses]
    if not fits:
        return None
    best = max(fits, key=attrgetter("support"))
    # A beach, a row of stacks or a printed frame continues the lines: the grid may lie further.
    while moved := [fit_grid(picture, guess, grid) for guess in grids_beside(best, grid)]:
        fits += moved
        further = max(moved, key=attrgetter("support"))
        if further.support <= best.support:
            break
        best = further
    elsewhere = best.runs_on or any(_is_rival(fit, best, grid) for fit in fits)
    quad = best.quad
    for step in LAST:
        quad, _ = refine(picture, quad, grid, step)
    moved_by = float(np.linalg.norm(quad - best.quad, axis=1).max())
    flat = quad
    quad, bend = fit_bend(picture, quad, grid) if is_long(grid) else (quad, 0.0)
    if not (np.isfinite(quad).all() and cv2.isContourConvex(quad.astype(np.float32))):
        return None
    rim, astray = plainness(picture, flat, grid, bend)
    sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    from_top_left = quad.sum(1)
    first, second = np.sort(from_top_left)[:2]
    upright = float(second - first) / float(sides.mean())
    in_order = np.roll(quad, -int(np.argmin(from_top_left)), axis=0)
    moved_by *= (grid.columns + grid.rows) / float(sides.sum()) * 2
    return Proposal(in_order, best.support, rim, astray, moved_by, bend, upright, elsewhere)


def _shrunk(pixels: Pixels, scale: float) -> Pixels:
    # Areas of no whole pixels take ten times as long.
    if scale > 0.5:
        return cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    half = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return cv2.resize(half, None, fx=2 * scale, fy=2 * scale, interpolation=cv2.INTER_LINEAR)


def _is_rival(fit: GridFit, best: GridFit, grid: Grid) -> bool:
    """Whether a grid fits as well as the best, but lies more than half a space away."""
    around = np.linalg.norm(best.quad - np.roll(best.quad, 1, axis=0), axis=1).sum()
    away = np.linalg.norm(fit.quad.mean(0) - best.quad.mean(0))
    far = bool(away > around / (grid.columns + grid.rows) / 4)
    return far and fit.support > best.support - AS_WELL
