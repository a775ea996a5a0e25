"""Finds the grids of boards in a photograph: quadrilaterals of equal spaces.

Three steps, each a vote of many small edges, so that no single one has to be seen:

1. The table. Boards, cards and planks are right-angled, so under the right tilt of the camera the
   directions of all straight edges fall into few classes modulo 90 degrees.
2. The grid. On the rectified table the lines of a grid are equally spaced; every pitch and place
   is scored by the edges that lie along all of its lines.
3. The fit. The best candidates are fitted line by line, and the best supported is proposed.

Further boards are looked for on the same table, outside those that were found. Spaces are taken to
be square; if no square grid is plain to see, oblong ones are tried.

Assumes a lens between wide and normal, a tilt below 53 degrees and a grid that lies wholly in the
picture. Which corner is the top left is taken from the picture: a person may turn it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final, NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike

from theodolite.grid import Grid
from theodolite.photo.lens import Floats, Pixels, distort, rectify_plane

Map = MatLike

SIDE: Final = 640
"""The longer side, in pixels, of the picture that is searched."""
FOCAL: Final = 0.9 * SIDE
"""The focal length taken for granted, a 32 mm lens on film; the fit makes up for others."""
SHORTEST: Final = 8.0
"""The shortest straight edges that vote, in pixels."""
MOST: Final = 500
"""How many straight edges vote, the longest first."""
STEPS: Final = 180
"""The number of directions modulo 90 degrees."""
STEEPEST: Final = 0.93
"""The largest tilt of the camera that is tried, in radians."""
TURNS: Final = 2
"""Directions tried for a grid, those with the most edges first."""
SHRINK: Final = 0.34
"""Pixels of the rectified table for a pixel in the middle of the picture."""
HALF: Final = 120
"""Half the side of the rectified table, in its pixels."""
SMALL: Final = 9
"""The number of pitches too small to be tried at first: a pattern of the table may have them."""
PITCHES: Final = 9 * (38 / 9) ** (np.arange(-SMALL, 32) / 31)
"""The sides of a space that are tried, from 6 to 38 pixels of the rectified table."""
PLACES: Final = 2
"""How many places of a grid are kept for each pitch."""
GUESSES: Final = 2
"""How many grids are fitted for each direction."""
UNIT: Final = 24
"""The side of a space in the fit, in pixels."""
REACH: Final = UNIT // 4
"""How far to each side of a line its edge is sought, in pixels of the fit."""
PLAINEST: Final = 0.6
"""The support of a line that is plain to see."""
RUNS_ON: Final = 0.15
"""The support from which lines are taken to run on past the grid."""
AS_WELL: Final = 0.02
"""How much less support a grid may have that fits as well as another."""
NARROW: Final = 1.8
"""How far beside its line an edge of an outer line may lie, in pixels of the fit."""
NEAR_LINE: Final = 0.08
"""How far beside its line an edge is sought that tells how straight the lines are, in spaces."""
STRIP: Final = 0.1
"""The support that a strip along the rim, like a beach, takes from a grid."""
ALIKE: Final = 2
"""How many spaces elsewhere may look like a strip, as a card of sand looks like a beach."""
PLAIN: Final = 20.0
"""How far spaces differ in colour, in CIELAB units, that may all lie beside the grid."""


class _FitStep(NamedTuple):
    """A step of the fit.

    `window` is how far a line may be off and `spread` how far an edge is spread across it, in
    spaces; `rim` is what an outer line counts, `stiff` what the stiffness of a tilt counts;
    `bends` tells that lines may bend.
    """

    window: float
    rim: float
    stiff: float = 1.0
    spread: float = 1 / 30
    bends: bool = False


STIFFNESS: Final = np.array((1e-9, 0.6, 0.6, 1e-9, 0.6, 0.6, 40, 40, 1))
"""The regularization of the terms of a fit: scale and turn little, tilt much.

And the bend of its lines little; its shift only where nothing is seen: then nothing is moved.
"""
ROUNDS: Final = (_FitStep(0.13, 0.1), _FitStep(0.10, 0.1), _FitStep(0.07, 0.1), _FitStep(0.05, 0.5))
"""The rounds in which a guess is fitted."""
LAST: Final = (
    _FitStep(0.15, 0.1, 0.1, 1 / 16),
    _FitStep(0.10, 0.1, 0.1, 1 / 16),
    _FitStep(0.07, 0.5, 0.02, 1 / 16),
    _FitStep(0.05, 1.0, 0.02, 1 / 16),
)
"""The rounds for the best of them, whose tilt is known better.

The inner lines count most at first, lest the outer ones be sought at a frame that is printed beside
them; the two edges of a thin line are spread so far that its middle is found.
"""
BENT: Final = (
    _FitStep(0.15, 0.1, 0.02, 1 / 16, bends=True),
    _FitStep(0.10, 0.1, 0.02, 1 / 16, bends=True),
    _FitStep(0.07, 0.1, 0.02, 1 / 16, bends=True),
)
"""The rounds that find how far the lens bends the lines."""
LONG: Final = 10
"""The spaces along a side from which a bend of its lines is more than corners are off."""
ASPECTS: Final = (0.8, 0.85, 0.9, 0.95, 1.05, 1.11, 1.18, 1.25)
"""The widths of oblong spaces that are tried, in their heights."""
CLEARLY: Final = 0.05
"""How much more support a grid of oblong spaces needs than one of square spaces."""
MOST_BOARDS: Final = 6
"""How many boards are looked for besides the first: four parchments, and two that are none."""
MISSED: Final = 2
"""How many grids that are not plain to see end the search."""
SIMILAR: Final = 0.35
"""How much larger or smaller than the first other boards may be, in natural logarithms."""
AROUND: Final = 0.06
"""How far the surroundings of a found board belong to it, in sides of the board."""
TRUSTED: Final = 0.45
"""The support of proposed corners below which a person should review them."""
FAIR: Final = 0.33
"""The support below which that holds however plain the rim and however straight the lines are."""
PLAIN_RIM: Final = 0.3
"""The support of each outer line that makes up for a lack of support in all."""
STRAIGHT: Final = 0.009
"""How far edges may lie from their lines for that, in spaces: less than where lines are amiss."""
SETTLED: Final = 0.12
"""How far the last fit may move a corner, in spaces, without a review."""
UPRIGHT: Final = 0.25
"""How much plainer the first corner must be than the next without a review: up to 35 degrees."""


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


class _Picture(NamedTuple):
    """The picture that is searched: its longer side is `zoom` times SIDE.

    `free` is 1 where boards may lie, else 0.
    """

    pixels: Pixels
    free: Map
    zoom: int = 1


class _View(NamedTuple):
    """A homography from the searched picture to the rectified table, and the table's size."""

    matrix: MatLike
    size: tuple[int, int]


class _Fit(NamedTuple):
    """A grid's corners, its support, and that of its lines above, below, left and right of it.

    `runs_on`: whether the lines run on past a side while the spaces along the other are all alike.
    """

    quad: Floats
    support: float
    beyond: tuple[float, ...]
    runs_on: bool


def find_boards(pixels: Pixels, grid: Grid) -> list[Proposal]:
    """Propose the corners of all boards of a kind.

    Args:
        pixels: RGB, height x width x 3.
        grid: The board whose spaces are sought.

    Returns:
        The boards, the likeliest first: the best grid however doubtful it is, and others that are
        plain to see. Empty if the picture has too few straight edges.
    """
    boards = _search(pixels, grid, 1)
    if max(pixels.shape[:2]) >= 2 * SIDE and not (boards and boards[0].placed):
        # The boards may be small, as two maps on one photograph are.
        closer = _search(pixels, grid, 2)
        if closer and closer[0].placed:
            return closer
    return boards


def _search(pixels: Pixels, grid: Grid, zoom: int) -> list[Proposal]:
    """The boards in a picture whose longer side is `zoom` times SIDE, the likeliest first."""
    scale = zoom * SIDE / max(pixels.shape[:2])
    small = _shrunk(pixels, scale)
    picture = _Picture(small, np.ones(small.shape[:2], np.float32), zoom)
    ends = _segments(picture)
    least = grid.columns + grid.rows
    if len(ends) < least:
        return []
    tilt = _tilt(ends)
    views = [*_views(picture, tilt, ends)]
    pitches = PITCHES[SMALL:] if zoom == 1 else PITCHES
    found = _proposed(picture, _likeliest(picture, views, grid, pitches), grid)
    if zoom == 1 and (found is None or not found.placed):
        found = _perhaps_oblong(picture, views, grid, pitches, found)
    if found is None:
        return []
    boards = [found]
    if found.placed:
        boards += _others(picture, tilt, ends, grid, found)
    boards.sort(key=_confidence, reverse=True)
    return [replace(board, corners=board.corners / scale) for board in boards]


def _others(
    picture: _Picture, tilt: Floats, ends: Floats, grid: Grid, first: Proposal
) -> Iterator[Proposal]:
    """The boards besides the first that are plain to see, and about as large."""
    missed, looked_at = 0, first
    for _ in range(MOST_BOARDS):
        picture = picture._replace(free=_without(picture.free, looked_at.corners))
        ends = _within(picture, ends)
        if len(ends) < grid.columns + grid.rows:
            return
        views = [*_views(picture, tilt, ends)]
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


def _side_on_table(view: _View, board: Proposal, grid: Grid) -> float:
    """The side of a space of a board on the rectified table, in its pixels."""
    quad = cv2.perspectiveTransform(board.corners[None], view.matrix)[0]
    around = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).sum()
    return float(around) / 2 / (grid.columns + grid.rows)


def _confidence(board: Proposal) -> float:
    return board.confidence


def _without(free: Map, corners: Floats) -> Map:
    """Where boards may lie besides a board that was found."""
    middle = corners.mean(0)
    wider = middle + (corners - middle) * (1 + 2 * AROUND)
    return cv2.fillConvexPoly(free.copy(), np.rint(wider).astype(np.int32), 0.0)


def _within(picture: _Picture, ends: Floats) -> Floats:
    """The straight edges whose middles lie where boards may lie."""
    high, wide = picture.free.shape
    at = np.rint(ends.mean(1) * picture.zoom + np.array((wide, high)) / 2).astype(int)
    x, y = np.clip(at, 0, (wide - 1, high - 1)).T
    return np.asarray(ends[picture.free[y, x] > 0])


def _perhaps_oblong(
    picture: _Picture,
    views: Sequence[_View],
    grid: Grid,
    pitches: Floats,
    square: Proposal | None,
) -> Proposal | None:
    """The best grid of oblong spaces if it is clearly better than one of square spaces."""
    oblong = [_stretched(view, aspect) for view in views for aspect in ASPECTS]
    found = _proposed(picture, _likeliest(picture, oblong, grid, pitches)[:GUESSES], grid)
    if square is None or (found is not None and found.support > square.support + CLEARLY):
        return found
    return square


def _likeliest(
    picture: _Picture, views: Sequence[_View], grid: Grid, pitches: Floats
) -> list[Floats]:
    """The grids on rectified tables, those with most edges along their lines first."""
    guesses = [guess for view in views for guess in _guesses(picture, view, grid, pitches)]
    guesses.sort(key=lambda guess: guess[0], reverse=True)
    return [quad for _, quad in guesses]


def _proposed(picture: _Picture, guesses: Sequence[Floats], grid: Grid) -> Proposal | None:
    """Fit grids, and propose the best supported."""
    fits = [_fitted(picture, guess, grid) for guess in guesses]
    if not fits:
        return None
    best = max(fits, key=_support)
    # A beach, a row of stacks or a printed frame continues the lines: the grid may lie further.
    while moved := [_fitted(picture, guess, grid) for guess in _moved(best, grid)]:
        fits += moved
        further = max(moved, key=_support)
        if further.support <= best.support:
            break
        best = further
    elsewhere = best.runs_on or any(_is_rival(fit, best, grid) for fit in fits)
    quad = best.quad
    for step in LAST:
        quad, _ = _closer(picture, quad, grid, step)
    moved_by = float(np.linalg.norm(quad - best.quad, axis=1).max())
    flat = quad
    quad, bend = _bent(picture, quad, grid) if _long(grid) else (quad, 0.0)
    if not (np.isfinite(quad).all() and cv2.isContourConvex(quad.astype(np.float32))):
        return None
    rim, astray = _plainness(picture, flat, grid, bend)
    sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    from_top_left = quad.sum(1)
    first, second = np.sort(from_top_left)[:2]
    upright = float(second - first) / float(sides.mean())
    in_order = np.roll(quad, -int(np.argmin(from_top_left)), axis=0)
    moved_by *= (grid.columns + grid.rows) / float(sides.sum()) * 2
    return Proposal(in_order, best.support, rim, astray, moved_by, bend, upright, elsewhere)


def find_bend(pixels: Pixels, corners: Floats, grid: Grid) -> float:
    """How far the lens bends the lines of a grid, 0 where they are too short to tell.

    Args:
        pixels: RGB, height x width x 3.
        corners: The corners of the grid, clockwise, in pixels.
        grid: The board.
    """
    if not _long(grid):
        return 0.0
    half = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    picture = _Picture(half, np.ones(half.shape[:2], np.float32))
    return _bent(picture, corners / 2, grid)[1]


def _long(grid: Grid) -> bool:
    return max(grid.columns, grid.rows) >= LONG


def _shrunk(pixels: Pixels, scale: float) -> Pixels:
    # Areas of no whole pixels take ten times as long.
    if scale > 0.5:
        return cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    half = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return cv2.resize(half, None, fx=2 * scale, fy=2 * scale, interpolation=cv2.INTER_LINEAR)


def _support(fit: _Fit) -> float:
    return fit.support


def _is_rival(fit: _Fit, best: _Fit, grid: Grid) -> bool:
    """Whether a grid fits as well as the best, but lies more than half a space away."""
    around = np.linalg.norm(best.quad - np.roll(best.quad, 1, axis=0), axis=1).sum()
    away = np.linalg.norm(fit.quad.mean(0) - best.quad.mean(0))
    far = bool(away > around / (grid.columns + grid.rows) / 4)
    return far and fit.support > best.support - AS_WELL


def _segments(picture: _Picture) -> Floats:
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


def _tilt(ends: Floats) -> Floats:
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


def _views(picture: _Picture, tilt: Floats, ends: Floats) -> Iterator[_View]:
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


def _view(picture: _Picture, tilt: Floats, turn: float) -> _View:
    (high, wide), zoom = picture.free.shape, picture.zoom
    middle = np.array(((1, 0, -wide / 2), (0, 1, -high / 2), (0, 0, zoom))) / zoom
    scale = FOCAL * SHRINK * zoom
    c, s = scale * np.cos(np.radians(turn)), scale * np.sin(np.radians(turn))
    matrix = np.array(((c, s, 0), (-s, c, 0), (0, 0, 1))) @ _to_tables(tilt[None])[0] @ middle
    outline = np.array([[(0, 0), (wide, 0), (wide, high), (0, high)]], np.float64)
    seen = cv2.perspectiveTransform(outline, matrix)[0]
    low, top = np.maximum(seen.min(0), -HALF * zoom), np.minimum(seen.max(0), HALF * zoom)
    size = int(np.ceil(top[0] - low[0])), int(np.ceil(top[1] - low[1]))
    return _View(np.array(((1, 0, -low[0]), (0, 1, -low[1]), (0, 0, 1))) @ matrix, size)


def _stretched(view: _View, aspect: float) -> _View:
    """A table on which spaces are square that are `aspect` times as wide as high."""
    wider = aspect**-0.5
    wide, high = view.size
    matrix = np.diag((wider, 1 / wider, 1.0)) @ view.matrix
    return _View(matrix, (int(wide * wider), int(high / wider)))


def _seen_from(view: _View, picture: _Picture, bend: float = 0.0) -> tuple[Pixels, Map]:
    """The picture from straight above, and where boards may lie."""
    free = cv2.warpPerspective(picture.free, view.matrix, view.size)
    above = rectify_plane(picture.pixels, view.matrix, view.size, bend)
    return above, cv2.erode(free, np.ones((5, 5)))


def _edges(above: Pixels, seen: Map, pitch: int) -> tuple[Map, Map]:
    """How strong upright and level edges are, relative to all edges within two spaces."""
    smooth = cv2.GaussianBlur(above, (3, 3), 0.8)
    across, along = (
        reduce(cv2.max, cv2.split(np.abs(cv2.Sobel(smooth, cv2.CV_16S, *step)))).astype(np.float32)
        for step in ((1, 0), (0, 1))
    )
    usual = cv2.blur(across + along, (2 * pitch + 1, 2 * pitch + 1)) + 15
    return np.minimum(across / usual, 2) * seen, np.minimum(along / usual, 2) * seen


def _guesses(
    picture: _Picture, view: _View, grid: Grid, pitches: Floats
) -> list[tuple[float, Floats]]:
    """The grids on a rectified table whose lines have most edges along them, and how many."""
    across, along = _edges(*_seen_from(view, picture), 15)
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
        (score, cv2.perspectiveTransform(_outline(grid) * pitch + np.array((x, y)), back)[0])
        for score, pitch, x, y in distinct[: GUESSES * picture.zoom]
    ]


def _outline(grid: Grid) -> Floats:
    """The corners of the grid in spaces."""
    wide, high = float(grid.columns), float(grid.rows)
    return np.array([[(0, 0), (wide, 0), (wide, high), (0, high)]])


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


def _fitted(picture: _Picture, quad: Floats, grid: Grid) -> _Fit:
    """Move a grid's corners to where the edges about its lines are, and weigh the outcome."""
    for step in ROUNDS:
        quad, _ = _closer(picture, quad, grid, step)
    above, seen = _seen_from(_around(quad, grid), picture)
    support, beyond = _supports(*_edges(above, seen, UNIT), grid.columns, grid.rows)
    rims = _rims(above, grid)
    # A beach, a row of stacks: all alike and like hardly any other space.
    strips = sum(apart > max(1.2 * spread, 5) for spread, apart in rims)
    opposite = (rims[1], rims[0], rims[3], rims[2])
    runs_on = any(
        further > RUNS_ON and spread < PLAIN
        for further, (spread, _) in zip(beyond, opposite, strict=True)
    )
    return _Fit(quad, support - STRIP * strips, beyond, runs_on)


def _around(quad: Floats, grid: Grid) -> _View:
    """A grid from straight above, with a margin of one space."""
    fitted = ((_outline(grid) + 1) * UNIT).astype(np.float32)
    size = ((grid.columns + 2) * UNIT, (grid.rows + 2) * UNIT)
    return _View(cv2.getPerspectiveTransform(quad.astype(np.float32), fitted), size)


def _bent(picture: _Picture, quad: Floats, grid: Grid) -> tuple[Floats, float]:
    """The grid's corners where its lines meet that a lens has bent, and the bend."""
    bend = 0.0
    for step in BENT:
        quad, more = _closer(picture, quad, grid, step, bend)
        bend += more
    return distort(quad, bend, picture.pixels.shape), bend


def _closer(
    picture: _Picture, quad: Floats, grid: Grid, step: _FitStep, bend: float = 0.0
) -> tuple[Floats, float]:
    """The grid's corners, without the bend, moved once to what a look finds, and more bend."""
    view = _around(quad, grid)
    across, along = _edges(*_seen_from(view, picture, bend), UNIT)
    upright, _ = _profiles(across, grid.columns + 1, grid.rows, step.spread)
    level, _ = _profiles(along.T, grid.rows + 1, grid.columns, step.spread)
    bulge = _bulge(view, grid, picture.pixels.shape) if step.bends else None
    shift, more = _shift(upright[1:-1, 1:-1], level[1:-1, 1:-1], step, bulge)
    onto = (_outline(grid) + 1 + shift) * UNIT
    moved = cv2.perspectiveTransform(onto, np.linalg.inv(view.matrix))[0]
    return np.asarray(moved, np.float64), more


def _plainness(picture: _Picture, quad: Floats, grid: Grid, bend: float) -> tuple[float, float]:
    """The support of the weakest outer line, and how far edges lie from lines, in spaces."""
    across, along = _edges(*_seen_from(_around(quad, grid), picture, bend), UNIT)
    rims, distances, strengths = [], [], []
    for edges, lines, stretches in (
        (across, grid.columns + 1, grid.rows),
        (along.T, grid.rows + 1, grid.columns),
    ):
        profiles, usual = _profiles(edges, lines, stretches, LAST[-1].spread)
        plain = _above_usual(profiles, usual, NARROW)[1:-1, 1:-1].mean(1)
        rims += [float(plain[0]), float(plain[-1])]
        offset, strength = _offsets(profiles[1:-1, 1:-1], NEAR_LINE)
        distances.append(np.abs(offset).ravel())
        strengths.append(np.minimum(strength, 1).ravel())
    weights = np.concatenate(strengths) + 1e-9
    return min(rims), float(np.average(np.concatenate(distances), weights=weights))


def _bulge(view: _View, grid: Grid, shape: tuple[int, ...]) -> Floats:
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


def _shift(upright: Map, level: Map, step: _FitStep, bulge: Floats | None) -> tuple[Floats, float]:
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


def _supports(across: Map, along: Map, nx: int, ny: int) -> tuple[float, tuple[float, ...]]:
    """How much more edge lies along the lines than between, less where lines run on beyond."""
    supports, beyond = [], []
    for edges, lines, stretches in ((across, nx + 1, ny), (along.T, ny + 1, nx)):
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


def _moved(fit: _Fit, grid: Grid) -> Iterator[Floats]:
    """The grids one space further on the sides where the lines run on."""
    outline = _outline(grid)
    to_picture = cv2.getPerspectiveTransform(
        outline.astype(np.float32), fit.quad.astype(np.float32)
    )
    for runs_on, step in zip(fit.beyond, ((0, -1), (0, 1), (-1, 0), (1, 0)), strict=True):
        if runs_on > RUNS_ON:
            moved = outline + np.array(step, np.float64)
            yield cv2.perspectiveTransform(moved, to_picture)[0]
