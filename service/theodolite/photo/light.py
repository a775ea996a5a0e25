"""The light falloff over a board, estimated from spaces that look alike.

Lamps and windows change the strength and the colour of light over a board. Both change slowly, so a
smooth surface over the whole board explains them.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from theodolite.grid import Grid
from theodolite.photo.cells import LUMINANCE, Patches
from theodolite.photo.lens import Floats

DARK: Final = 0.004
"""Added to light before its logarithm is taken, as a share of full scale."""
STIFF: Final = np.array((0.15, 0.15, 0.6, 0.6, 0.6))
"""The regularization of slopes and bends of the light's strength."""
STIFF_COLOUR: Final = np.array((0.4, 0.4, 1.5, 1.5, 1.5))
"""The regularization of those of its colour, which changes less."""
USUAL: Final = 0.12
"""The usual distance of the strength of light on like spaces from the surface, in logarithms."""
USUAL_COLOUR: Final = 0.06
"""The usual distance of its colour."""


def light_falloff(patches: Patches, kinds: Sequence[Sequence[int]], grid: Grid) -> Floats:
    """The red, green and blue light on each space relative to the middle space.

    Args:
        patches: The result of `describe`.
        kinds: The spaces of each kind, assumed to look alike.
        grid: The board.

    Returns:
        Spaces x 3, in natural logarithms.
    """
    light = np.median(patches[..., :3], axis=1).astype(np.float64)
    strength = np.log(np.median(patches[..., :3] @ LUMINANCE, axis=1).astype(np.float64) + DARK)
    red, green, blue = np.log(light + DARK).T
    level = _surface(strength, kinds, grid, STIFF, USUAL)
    reddish = _surface(red - green, kinds, grid, STIFF_COLOUR, USUAL_COLOUR)
    bluish = _surface(blue - green, kinds, grid, STIFF_COLOUR, USUAL_COLOUR)
    return np.column_stack((level + reddish, level, level + bluish))


def _surface(
    seen: Floats, kinds: Sequence[Sequence[int]], grid: Grid, stiff: Floats, usual: float
) -> Floats:
    """The smooth surface that best explains the differences within kinds, robust to outliers."""
    x = np.tile(np.linspace(-1, 1, grid.columns), grid.rows)
    y = np.repeat(np.linspace(-1, 1, grid.rows), grid.columns)
    surface = np.column_stack((x, y, x * x, y * y, x * y))
    spaces = [space for kind in kinds for space in kind]
    kind_of = np.repeat(np.arange(len(kinds)), [len(kind) for kind in kinds])
    system = np.hstack((np.eye(len(kinds))[kind_of], surface[spaces]))
    restraint = np.diag(np.concatenate((np.full(len(kinds), 1e-3), stiff)))
    off: Floats = np.zeros(len(spaces))
    for _ in range(8):
        weighted = system.T / (1 + (off / usual) ** 2)
        solution = np.linalg.solve(weighted @ system + restraint, weighted @ seen[spaces])
        off = np.asarray(seen[spaces] - system @ solution, np.float64)
    return np.asarray(surface @ solution[len(kinds) :])
