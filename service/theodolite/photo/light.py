"""How light falls over a board, learnt from spaces that look alike.

A lamp at one side and a window at the other make the light stronger here than there, and redder:
both change slowly, so that a smooth surface over the whole board explains them.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from theodolite.grid import Grid, Space
from theodolite.photo.cells import LUMINANCE, Patches
from theodolite.photo.lens import Floats

__all__ = ["fall_of_light"]

DARK: Final = 0.004
"""What is added to light before its logarithm is taken, of full scale."""
STIFF: Final = np.array((0.15, 0.15, 0.6, 0.6, 0.6))
"""What holds back slopes and bends of the light's strength."""
STIFF_COLOUR: Final = np.array((0.4, 0.4, 1.5, 1.5, 1.5))
"""And of its colour, which changes less."""
USUAL: Final = 0.12
"""How far the strength of light on like spaces usually is from the surface, in logarithms."""
USUAL_COLOUR: Final = 0.06
"""And its colour."""


def fall_of_light(patches: Patches, kinds: Sequence[Sequence[Space]], grid: Grid) -> Floats:
    """How much more red, green and blue light falls on each space than on the middle one.

    Args:
        patches: As `describe` gives them.
        kinds: Spaces that are taken to be alike, each kind by itself.
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
    seen: Floats, kinds: Sequence[Sequence[Space]], grid: Grid, stiff: Floats, usual: float
) -> Floats:
    """What a smooth surface explains of the differences within the kinds, outliers left aside."""
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
