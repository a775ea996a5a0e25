"""Radial lens distortion with one parameter, the bend.

The bend is the relative outward shift of a point at half the picture's width from the centre. The
relative shift grows with the square of the distance: the first radial term of Brown's model
(Decentering Distortion of Lenses, 1966).
"""

import cv2
import numpy as np
import numpy.typing as npt
from cv2.typing import MatLike

Pixels = MatLike
Floats = npt.NDArray[np.float64]


def distort(points: Floats, bend: float, shape: tuple[int, ...]) -> Floats:
    """Apply the distortion of a lens to points of a picture.

    Args:
        points: Pixels, right and down: ... x 2.
        bend: The bend of the lens.
        shape: The picture's height and width.
    """
    half = np.array(shape[1::-1]) / 2
    away = (points - half) / half[0]
    return np.asarray(points + bend * half[0] * away * (away**2).sum(-1, keepdims=True))


def undistort(points: Floats, bend: float, shape: tuple[int, ...]) -> Floats:
    """Remove the distortion of a lens from points of a picture: the inverse of `distort`."""
    found = points
    for _ in range(5):
        found = found + points - distort(found, bend, shape)
    return found


def rectify_plane(pixels: Pixels, matrix: MatLike, size: tuple[int, int], bend: float) -> Pixels:
    """Rectify the picture of a plane.

    Args:
        pixels: The picture.
        matrix: The homography from the undistorted picture to the plane.
        size: The width and height of the result.
        bend: The bend of the lens.
    """
    if not bend:
        return cv2.warpPerspective(pixels, matrix, size)
    to_picture = np.linalg.inv(matrix).astype(np.float32)
    right, down = np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32)
    x, y, depth = (a * right + (b * down + c)[:, None] for a, b, c in to_picture)
    half = np.float32(pixels.shape[1] / 2), np.float32(pixels.shape[0] / 2)
    x, y = x / depth - half[0], y / depth - half[1]
    further = 1 + np.float32(bend) / half[0] ** 2 * (x * x + y * y)
    return cv2.remap(pixels, x * further + half[0], y * further + half[1], cv2.INTER_LINEAR)
