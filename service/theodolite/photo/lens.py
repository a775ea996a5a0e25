"""A lens bends straight lines: what lies far from the middle of a picture is moved out or in.

By how much is told by one number, the bend: the share of its distance from the middle by which a
point is moved out that lies half the picture's width from it. That share grows with the square of
the distance, the first radial term of Brown's model (Decentering Distortion of Lenses, 1966).
"""

import cv2
import numpy as np
import numpy.typing as npt
from cv2.typing import MatLike

__all__ = ["Floats", "Pixels", "bent", "seen_through", "straight"]

Pixels = MatLike
Floats = npt.NDArray[np.float64]


def bent(points: Floats, bend: float, shape: tuple[int, ...]) -> Floats:
    """Where a lens puts points of a picture.

    Args:
        points: Pixels, right and down: ... x 2.
        bend: Of the lens.
        shape: Of the picture: height, width.
    """
    half = np.array(shape[1::-1]) / 2
    away = (points - half) / half[0]
    return np.asarray(points + bend * half[0] * away * (away**2).sum(-1, keepdims=True))


def straight(points: Floats, bend: float, shape: tuple[int, ...]) -> Floats:
    """Where the points of a picture would be without its lens: the inverse of `bent`."""
    found = points
    for _ in range(5):
        found = found + points - bent(found, bend, shape)
    return found


def seen_through(pixels: Pixels, matrix: MatLike, size: tuple[int, int], bend: float) -> Pixels:
    """A plane from straight above.

    Args:
        pixels: A picture of it.
        matrix: The homography from the picture, its lines made straight, to the plane.
        size: Of what is seen of the plane: width, height.
        bend: Of the lens.
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
