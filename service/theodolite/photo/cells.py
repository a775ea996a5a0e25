"""Distances between the spaces of a board, by descriptors of the patches of their middles.

A patch is described by its colour at equal lightness (CIELAB a* and b*), its lightness, its
contrast and its roughness. Only the lightness changes under a shadow. The distance of two spaces is
that of the best half of their patches, so that a meeple, a marker or a neighbour's edge does not
count. Glare adds white light: a patch may match another with white added, at a price.
"""

from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from theodolite.grid import Grid
from theodolite.photo.lens import Floats, Pixels, rectify_plane, undistort

Patches = npt.NDArray[np.float32]
"""Spaces x patches x (linear red, green, blue, contrast, roughness)."""

UNIT: Final = 80
"""The side of a rectified space, in pixels."""
PATCH: Final = 9
"""The side of a patch, in pixels."""
GLARE: Final = (0.0, 0.03, 0.07, 0.14, 0.25, 0.4)
"""The white light that glare may have added, of full scale."""
GLARE_PRICE: Final = 6.0
"""The squared distance that full-scale glare costs."""
KEPT: Final = 4 / 9
"""The share of patches, the best explained ones, that decides how unlike two spaces are."""
MOST_KEPT: Final = 2 / 3
"""The share that decides where less is left aside: mist may leave a third of a tile clear."""
CLEAREST: Final = 1 / 6
"""The share of patches, the most colourful ones, that mist has most likely left clear."""
COVERED: Final = 1 / 7
"""The share of the patches that a piece covers; a smaller one is not noticed."""
LIKE: Final = 1.0
"""The squared distance below which two spaces are of one kind, a covered part left aside."""
ALIEN: Final = 4.0
"""The squared distance, in usual deviations, from which a patch is simply unlike another."""
PLANE: Final = np.linalg.qr(
    np.vstack((np.ones(PATCH**2), np.indices((PATCH, PATCH)).reshape(2, -1))).T
)[0].astype(np.float32)
"""Pixels of a patch x what explains them where lightness only falls off evenly, orthonormal."""
LUMINANCE: Final = np.array((0.2126, 0.7152, 0.0722), np.float32)
"""The weights of linear red, green and blue in lightness."""
LINEAR: Final = np.array(
    [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in range(256))
    ],
    np.float32,
)
"""The light of each sRGB value."""


class Part(NamedTuple):
    """A part of every space.

    Attributes:
        side: The patches along its side.
        hole: The patches along the side of a hole in its middle.
        apart: The limit of clusters that each need a named space.
    """

    side: int
    hole: int
    apart: float


MIDDLE: Final = Part(6, 0, 1.2)
"""The whole face of a tile but for a rim that its neighbours may overlap."""
RIM: Final = Part(8, 4, 0.55)
"""The face of a tile around a smaller tile on it."""
HEART: Final = Part(4, 0, 0.55)
"""The smaller tile."""


def rectified(pixels: Pixels, corners: Floats, grid: Grid, bend: float) -> Pixels:
    """Rectify the grid to UNIT pixels a space."""
    wide, high = grid.columns * UNIT, grid.rows * UNIT
    onto = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    unbent = undistort(corners, bend, pixels.shape)
    matrix = cv2.getPerspectiveTransform(unbent.astype(np.float32), onto)
    return rectify_plane(pixels, matrix, (wide, high), bend)


def describe(board: Pixels, grid: Grid, part: Part = MIDDLE) -> Patches:
    """The patches of every space of a rectified board, or of a part of every space."""
    light = LINEAR[board]
    grey = light @ LUMINANCE
    sharp, soft = (cv2.GaussianBlur(grey, (0, 0), sigma) for sigma in (1.0, 2.5))
    contrast = np.sqrt(cut_patches((sharp - soft)[..., None] ** 2, grid, part).mean(2))
    # Of the patch alone: no meeple beside it makes it rougher, nor light that falls off over it.
    pixels = cut_patches(sharp[..., None], grid, part)[..., 0]
    rough = pixels - pixels @ PLANE @ PLANE.T
    roughness = np.sqrt((rough**2).mean(2, keepdims=True))
    light = cut_patches(light, grid, part).mean(2)
    return np.concatenate((light, contrast, roughness), axis=2).astype(np.float32)


def cut_patches(values: npt.NDArray[np.float32], grid: Grid, part: Part) -> npt.NDArray[np.float32]:
    """The patches in a part of each space: spaces x patches x pixels x channels."""
    channels = values.shape[2]
    side, hole, _ = part
    rim = (UNIT - side * PATCH) // 2
    spaces = values.reshape(grid.rows, UNIT, grid.columns, UNIT, channels)
    middles = spaces[:, rim : rim + side * PATCH, :, rim : rim + side * PATCH]
    patches = middles.reshape(grid.rows, side, PATCH, grid.columns, side, PATCH, channels)
    each = patches.transpose(0, 3, 1, 4, 2, 5, 6)
    there = np.ones((side, side), bool)
    within = slice((side - hole) // 2, (side + hole) // 2)
    there[within, within] = hole == 0
    shape = (grid.rows * grid.columns, side, side, PATCH**2, channels)
    return np.asarray(each.reshape(shape)[:, there], np.float32)


def evened(patches: Patches, stops: Floats) -> Patches:
    """The patches as they would look if less light fell.

    Args:
        patches: As `describe` gives them.
        stops: By how much less, in natural logarithms: spaces x (red, green, blue).
    """
    less = np.exp(-stops)
    factors = np.column_stack((less, less[:, 1], less[:, 1]))
    return np.asarray(patches * factors[:, None], np.float32)


def patch_features(patches: Patches, lightness_spread: float) -> npt.NDArray[np.float32]:
    """The features of patches, each in its usual deviation between patches of one kind."""
    light = patches[..., :3]
    luminance = np.maximum(light @ LUMINANCE, 1e-3)
    equal = light / luminance[..., None] * 0.25
    encoded = np.where(equal <= 0.0031308, equal * 12.92, 1.055 * equal ** (1 / 2.4) - 0.055)
    lab = cv2.cvtColor(encoded.reshape(1, -1, 3).astype(np.float32), cv2.COLOR_RGB2Lab)[0]
    log = np.log(
        np.column_stack(
            (
                luminance.ravel() + 0.004,
                (patches[..., 3] / luminance).ravel() + 0.007,
                (patches[..., 4] / luminance).ravel() + 0.01,
            )
        )
    )
    spreads = np.array((4, 4, lightness_spread, 0.6, 0.6), np.float32)
    return np.column_stack((lab[:, 1:], log)).astype(np.float32) / spreads


def clear_unlikeness(patches: Patches) -> Floats:
    """How unlike the colours of every two spaces are, squared, each where it is most colourful.

    Two tiles in mist look alike by most of their patches: where it is thin they show what they are.

    Args:
        patches: As `describe` gives them.
    """
    spaces, count, _ = patches.shape
    colours = patch_features(patches, 1.0)[:, :2].reshape(spaces, count, 2)
    clearest = np.argsort(-(colours**2).sum(2), axis=1)[:, : round(CLEAREST * count)]
    means = np.take_along_axis(colours, clearest[..., None], 1).mean(1).astype(np.float64)
    return np.asarray(((means[:, None] - means) ** 2).sum(2))


class Unlikeness(NamedTuple):
    """How unlike every two spaces are, from 0 (alike) to `ALIEN`, one of them with glare on it.

    `forth[i, p, j]`: how badly patch p of space i is explained by space j with glare on it.
    `back[i, j]`: how badly space j with glare on it is explained by space i.
    """

    forth: Floats
    back: Floats


def plain_unlikeness(apart: npt.NDArray[np.float32]) -> Floats:
    """How unlike every two spaces are, both ways in one, by most of their patches and no glare.

    Args:
        apart: As `patches_apart` gives it.
    """
    strict = best_share(np.minimum(apart, ALIEN), MOST_KEPT)
    return ((strict + strict.T) / 2).astype(np.float64)


def patches_apart(patches: Patches, lightness_spread: float) -> npt.NDArray[np.float32]:
    """How far, squared, each space is from each patch of each other: spaces x patches x spaces.

    Args:
        patches: As `describe` gives them.
        lightness_spread: How far lightness may usually differ between spaces of one kind, in
            natural logarithms: more before the light is evened than after.
    """
    spaces, count, _ = patches.shape
    classified = as_columns(patch_features(patches.swapaxes(0, 1), lightness_spread))
    distance = as_rows(patch_features(_halved(patches), lightness_spread), 0.0) @ classified
    nearest = distance.reshape(spaces, -1, classified.shape[1]).min(1)
    return np.asarray(nearest.reshape(spaces, count, spaces))


def piece_contrast(apart: npt.NDArray[np.float32]) -> Floats:
    """By how many usual deviations a part of each space differs from all else on the board.

    High where a piece of another colour stands; 0 where no other space is like the rest of this
    one, which is then a tile of its own kind.

    Args:
        apart: As `patches_apart` gives it.
    """
    others, each = apart.copy(), np.arange(len(apart))
    others[each, :, each] = np.inf
    is_like = best_share(np.minimum(others, ALIEN), KEPT).min(0) < LIKE
    piece = round(COVERED * others.shape[1])
    strange = np.partition(others.min(0), -piece, axis=0)[-piece]
    return np.asarray(np.where(is_like, np.sqrt(np.maximum(strange, 0)), 0.0), np.float64)


def unlikeness(patches: Patches, lightness_spread: float) -> Unlikeness:
    """Compare every two spaces, glare on one of them allowed for.

    Args:
        patches: As `describe` gives them.
        lightness_spread: As for `patches_apart`.
    """
    spaces, count, _ = patches.shape
    classified = as_columns(patch_features(patches.swapaxes(0, 1), lightness_spread))
    half = _halved(patches)
    # forth[j, p, i]: patch p of i by j with glare; under[j, p, i]: patch p of j with glare by i.
    forth = np.full((spaces, count * spaces), ALIEN, np.float32)
    under = np.full((spaces, half.shape[1], spaces), ALIEN, np.float32)
    for added in GLARE:
        lit = half.copy()
        lit[..., :3] += added
        described = patch_features(lit, lightness_spread)
        distance = as_rows(described, GLARE_PRICE * added) @ classified
        np.minimum(forth, distance.reshape(spaces, -1, classified.shape[1]).min(1), out=forth)
        by_bare = distance.reshape(-1, count, spaces).min(1)
        np.minimum(under, by_bare.reshape(under.shape), out=under)
    by_patch = forth.reshape(spaces, count, spaces).transpose(2, 1, 0)
    return Unlikeness(by_patch.astype(np.float64), best_share(under, KEPT).T.astype(np.float64))


def _halved(patches: Patches) -> Patches:
    """Every other patch, as the squares of one colour on a chessboard: enough to explain others."""
    count = patches.shape[1]
    side = round(count**0.5)
    each = np.arange(count)
    return np.asarray(patches[:, (each + each // side) % 2 == 0], np.float32)


def as_rows(features: npt.NDArray[np.float32], price: float) -> npt.NDArray[np.float32]:
    """Features as rows: times `as_columns`, squared distances and a price."""
    squares = (features * features).sum(1) + price
    return np.column_stack((-2 * features, squares, np.ones_like(squares))).astype(np.float32)


def as_columns(features: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Features as columns, for `as_rows`."""
    squares = (features * features).sum(1)
    return np.vstack((features.T, np.ones_like(squares), squares)).astype(np.float32)


def best_share(distances: npt.NDArray[np.float32], share: float) -> npt.NDArray[np.float32]:
    """The mean of that share of the patches, the middle axis, that is explained best."""
    kept = round(share * distances.shape[1])
    return np.asarray(np.partition(distances, kept - 1, axis=1)[:, :kept].mean(1))
