"""Reads a board off a photograph by comparing its spaces with samples in the same photograph."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from theodolite.grid import Grid, Space
from theodolite.photo.cells import Unlikeness, describe, evened, lightness, rectified, unlikeness
from theodolite.photo.corners import Floats, find_corners
from theodolite.photo.decode import PhotoError, Photograph

__all__ = ["Point", "Reading", "SpaceReading", "read_board"]

Point = tuple[float, float]
"""A place in the upright photograph: pixels from the left and from the top."""

UNEVEN: Final = 0.8
"""How far the lightness of like spaces may differ before the light is evened."""
EVEN: Final = 0.5
"""And after."""
UNKNOWN: Final = 2.2
"""The unlikeness at which a space is as likely to be of a kind of which there is no sample."""
TOLD_BY: Final = 20
"""How many patches of a space tell its kind, those that any kind explains best."""
SURE: Final = 0.35
"""The confidence from which a space helps to tell others."""
REVIEW: Final = 0.60
"""The confidence below which a person should look."""
ALIKE: Final = 1.0
"""The unlikeness up to which groups of spaces are taken for one."""
TRUSTED: Final = 0.45
"""The support of proposed corners below which a person should look."""
SMALLEST: Final = 10.0
"""The side of a space, in pixels of the working picture, from which it can be read."""


@dataclass(frozen=True)
class SpaceReading:
    """What was read on one space.

    `symbol` and `runner_up` are symbols of the samples, None where there are none to choose from;
    `confidence` runs from 0 to 1; `review` tells that a person should look.
    """

    space: str
    symbol: str | None
    runner_up: str | None
    confidence: float
    review: bool


@dataclass(frozen=True)
class Reading:
    """A board as read.

    `rows` is None without samples, and then `groups` holds the names of spaces that look alike,
    the largest group first. `corners` are clockwise from the top left; `proposed` tells that they
    were found rather than given, `review_corners` that a person should look at them.
    """

    rows: tuple[str, ...] | None
    spaces: tuple[SpaceReading, ...]
    groups: tuple[tuple[str, ...], ...]
    corners: tuple[Point, Point, Point, Point]
    proposed: bool
    review_corners: bool


def read_board(
    photograph: Photograph,
    samples: Mapping[str, str] | None = None,
    corners: Sequence[Point] | None = None,
    grid: Grid | None = None,
) -> Reading:
    """Read every space of a board.

    Args:
        photograph: As `decode` gives it.
        samples: Symbols of one character by the name of a space that shows it, at least one for
            each symbol that occurs: what looks like none of them is marked for review.
        corners: The four corners of the grid in the upright photograph, clockwise from the top
            left as the rows are to be read; without them they are sought.
        grid: The board, 5 x 5 spaces unless said otherwise.

    Raises:
        PhotoError: `corners` if no board can lie between the corners.
    """
    grid = grid or Grid(5, 5)
    quad, proposed, doubtful = _corners(photograph, corners, grid)
    patches = describe(rectified(photograph.pixels, quad * photograph.scale, grid), grid)
    shown = {grid.spaces[name]: symbol for name, symbol in (samples or {}).items()}
    # A first look without glare, to learn how the light falls; it is evened for the second.
    kinds = _kinds(unlikeness(patches, UNEVEN, glare=(0.0,)).pairs, shown)
    unlike = unlikeness(evened(patches, _light(lightness(patches), kinds, grid)), EVEN)
    kinds = _kinds(unlike.pairs, shown)
    symbols = list(dict.fromkeys(shown.values()))
    nearest, second, confidence = _ranked(_told_by_patches(unlike, kinds))
    spaces = []
    for space, name in enumerate(grid.names):
        sampled = space in shown
        spaces.append(
            SpaceReading(
                space=name,
                symbol=shown[space] if sampled else symbols[nearest[space]] if shown else None,
                runner_up=symbols[second[space]] if len(symbols) > 1 else None,
                confidence=1.0 if sampled else round(float(confidence[space]), 3),
                review=not sampled and (doubtful or bool(confidence[space] < REVIEW)),
            )
        )
    letters = [space.symbol for space in spaces if space.symbol is not None]
    starts = range(0, len(letters), grid.columns)
    tl, tr, br, bl = ((round(float(x), 1), round(float(y), 1)) for x, y in quad)
    return Reading(
        rows=tuple("".join(letters[i : i + grid.columns]) for i in starts) if shown else None,
        spaces=tuple(spaces),
        groups=() if shown else tuple(tuple(grid.names[space] for space in kind) for kind in kinds),
        corners=(tl, tr, br, bl),
        proposed=proposed,
        review_corners=doubtful,
    )


def _corners(
    photograph: Photograph, given: Sequence[Point] | None, grid: Grid
) -> tuple[Floats, bool, bool]:
    """The corners, whether they are proposed, and whether a person should look at them."""
    if given is None:
        found = find_corners(photograph.pixels, grid)
        if found is not None:
            return found.corners / photograph.scale, True, found.support < TRUSTED
        # Nothing to go by: a square in the middle is something to drag.
        half = 0.35 * min(photograph.width, photograph.height)
        middle = np.array((photograph.width / 2, photograph.height / 2))
        return middle + half * np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))), True, True
    quad = np.array(given, np.float64)
    if quad.shape != (4, 2) or not np.isfinite(quad).all() or np.abs(quad).max() > 1e5:
        raise PhotoError("corners", "four points are needed")
    sides = np.roll(quad, -1, axis=0) - quad
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if (turns <= 0).any():
        raise PhotoError("corners", "the corners do not go around a board clockwise")
    smallest = np.linalg.norm(sides, axis=1).min() / max(grid.columns, grid.rows)
    if smallest * photograph.scale < SMALLEST:
        raise PhotoError("corners", "the board between the corners is too small to be read")
    low = -0.1 * np.array((photograph.width, photograph.height))
    if (quad < low).any() or (quad > -11 * low).any():
        raise PhotoError("corners", "the corners lie outside the photograph")
    return quad, False, False


def _kinds(pairs: Floats, shown: Mapping[Space, str]) -> list[list[Space]]:
    """The spaces of each kind: of each sample's symbol the sure ones, or all, grouped by look."""
    if not shown:
        return _groups(pairs)
    samples: dict[str, list[Space]] = {}
    for space, symbol in shown.items():
        samples.setdefault(symbol, []).append(space)
    kinds = list(samples.values())
    for _ in range(2):
        nearest, _, confidence = _ranked(_to_kinds(pairs, kinds))
        kinds = [list(spaces) for spaces in samples.values()]
        for sure in np.flatnonzero(confidence >= SURE).tolist():
            if sure not in shown:
                kinds[nearest[sure]].append(sure)
    return kinds


def _groups(pairs: Floats) -> list[list[Space]]:
    """Join the two groups that are least unlike on average, until all are unlike."""
    groups = [[space] for space in range(len(pairs))]
    while len(groups) > 1:
        between = np.array([[pairs[np.ix_(a, b)].mean() for b in groups] for a in groups])
        np.fill_diagonal(between, np.inf)
        first, second = divmod(int(np.argmin(between)), len(groups))
        if between[first, second] > ALIKE:
            break
        groups[first] = sorted(groups[first] + groups[second])
        del groups[second]
    return sorted(groups, key=lambda group: (-len(group), group))


def _to_kinds(unlike: Floats, kinds: Sequence[Sequence[Space]]) -> Floats:
    """How unlike each space is to each kind, whose two likest other spaces count.

    Args:
        unlike: Spaces (x patches) x spaces.
        kinds: The spaces of each kind. A kind's only space is at no distance from it.
    """
    others = unlike.copy()
    each = np.arange(len(unlike))
    others[each, ..., each] = np.inf
    distances = np.empty((*unlike.shape[:-1], len(kinds)))
    for kind, spaces in enumerate(kinds):
        two = np.sort(others[..., spaces], axis=-1)[..., :2]
        known = np.isfinite(two)
        distances[..., kind] = np.where(known, two, 0).sum(-1) / np.maximum(known.sum(-1), 1)
    return distances


def _told_by_patches(unlike: Unlikeness, kinds: Sequence[Sequence[Space]]) -> Floats:
    """How unlike each space is to each kind, judged for all kinds by the same patches.

    Glare makes some patches of a card look misty, but no mist leaves a patch as deep in colour as
    the card without: if every kind chose the patches that suit it, that would not count.
    """
    forth = _to_kinds(unlike.forth, kinds)
    telling = np.argpartition(forth.min(2), TOLD_BY - 1, axis=1)[:, :TOLD_BY]
    told = np.take_along_axis(forth, telling[..., None], 1).mean(1)
    return np.asarray((told + _to_kinds(unlike.back, kinds)) / 2)


def _ranked(distances: Floats) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], Floats]:
    """For each space the nearest kind, the next, and the confidence that the nearest is right."""
    spaces, kinds = distances.shape
    order = np.argsort(distances, axis=1)
    nearest, second = order[:, 0], order[:, min(1, kinds - 1)]
    least = np.take_along_axis(distances, nearest[:, None], 1)[:, 0]
    rival = np.full(spaces, UNKNOWN)
    if kinds > 1:
        rival = np.minimum(rival, np.take_along_axis(distances, second[:, None], 1)[:, 0])
    return nearest, second, np.clip((rival - least) / (rival + least + 0.2), 0, 1)


def _light(lightness: Floats, kinds: Sequence[Sequence[Space]], grid: Grid) -> Floats:
    """How the light falls: what a smooth surface explains of the lightness within the kinds."""
    x = np.tile(np.linspace(-1, 1, grid.columns), grid.rows)
    y = np.repeat(np.linspace(-1, 1, grid.rows), grid.columns)
    surface = np.column_stack((x, y, x * x, y * y, x * y))
    spaces = [space for kind in kinds for space in kind]
    kind_of = np.repeat(np.arange(len(kinds)), [len(kind) for kind in kinds])
    system = np.hstack((np.eye(len(kinds))[kind_of], surface[spaces]))
    restraint = np.diag([1e-3] * len(kinds) + [0.15, 0.15, 0.6, 0.6, 0.6])
    seen = lightness[spaces]
    off: Floats = np.zeros(len(spaces))
    for _ in range(8):
        weighted = system.T / (1 + (off / 0.12) ** 2)
        solution = np.linalg.solve(weighted @ system + restraint, weighted @ seen)
        off = np.asarray(seen - system @ solution, np.float64)
    return np.asarray(surface @ solution[len(kinds) :])
