"""Measures what makes a photograph mislead: light, colours, blur, noise, missing rows, pieces."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from theodolite.photo.cells import LINEAR, LUMINANCE, piece_contrast
from theodolite.photo.lens import Pixels

DARK: Final = 20.0
"""The mean of the pixels, of 255, below which colours hardly differ."""
PALE: Final = 0.08
"""The deviations of the shares of red, green and blue, added, below which colours are missing."""
BLURRED: Final = 0.2
"""How strong the finest edges are at least, relative to coarse ones, on a board that is sharp."""
NOISY: Final = 1.0
"""How strong they are at most where noise is weaker than edges."""
FINE: Final = 0.7
"""The deviation of the blur that takes the finest edges, in pixels of the rectified board."""
THINNED: Final = 4
"""Every fourth pixel along each side is enough to tell how colours differ."""
COARSE: Final = (1.6, 4.0)
"""Those of the blurs between which coarse edges lie."""
PIECE: Final = 3.0
"""By how many usual deviations a piece differs from all else on the board, at least."""

FlawCode = Literal[
    "too_dark", "no_colours", "blurred", "noisy", "truncated", "mirrored", "occupied"
]


@dataclass(frozen=True)
class Flaw:
    """A flaw of a photograph that may make the reading wrong.

    Attributes:
        code: `too_dark`, `no_colours`, `blurred`, `noisy`, `truncated`: some rows of a JPEG are
            missing, `mirrored`: the print lies where a mirrored picture shows it, or `occupied`:
            something stands on some spaces.
        value: The measure: a brightness of 255, a spread of colours, the strength of fine edges
            relative to coarse ones, the share of rows that are missing, by how much darker the
            print is where it lies, as a natural logarithm, or by how many usual deviations what
            stands there differs from all else.
        limit: The value that is just good enough.
        spaces: The spaces that are `occupied`, as far as the picture tells.
    """

    code: FlawCode
    value: float
    limit: float
    spaces: tuple[str, ...] = ()


def flaws(board: Pixels, missing: float | None, *, drawn: bool = False) -> tuple[Flaw, ...]:
    """The flaws of a photograph.

    Args:
        board: The rectified board.
        missing: The share of the rows that a truncated file lacks; None if it is whole.
        drawn: Whether its edges and colours are those that somebody drew, and tell nothing.
    """
    mean = float(board.mean())
    measured: list[tuple[FlawCode, float, float, bool]] = [
        ("too_dark", mean, DARK, mean < DARK),
        ("truncated", missing or 0.0, 0.0, missing is not None),
    ]
    if not drawn:
        edges, spread = _edges(board), _spread(board[::THINNED, ::THINNED])
        measured += [
            ("no_colours", spread, PALE, spread < PALE),
            ("blurred", edges, BLURRED, edges < BLURRED),
            ("noisy", edges, NOISY, edges > NOISY),
        ]
    return tuple(
        Flaw(code, round(value, 3), limit)
        for code, value, limit, is_flawed in measured
        if is_flawed
    )


def piece_warnings(
    apart: npt.NDArray[np.float32], names: Sequence[str], known: Collection[int]
) -> tuple[Flaw, ...]:
    """The warning that pieces stand on spaces, if the picture shows them.

    Args:
        apart: How far each space is from each patch of each other, as `patches_apart` gives it.
        names: The names of the spaces.
        known: The spaces that a person has named: what stands there misleads nobody.
    """
    strange = piece_contrast(apart)
    strange[[*known]] = 0
    there = tuple(name for name, by in zip(names, strange, strict=True) if by > PIECE)
    return (Flaw("occupied", round(float(strange.max()), 3), PIECE, there),) if there else ()


def _edges(board: Pixels) -> float:
    """How strong the finest edges are, relative to coarse ones."""
    bright = np.log(LINEAR[board] @ LUMINANCE + 0.01)
    soft, *coarse = (cv2.GaussianBlur(bright, (0, 0), sigma) for sigma in (FINE, *COARSE))
    return float(np.std(bright - soft) / max(float(np.std(coarse[0] - coarse[1])), 1e-3))


def _spread(board: Pixels) -> float:
    """The deviations of the shares of red, green and blue, added."""
    light = LINEAR[board]
    colours = (light - light.mean(2, keepdims=True)) / (light.sum(2, keepdims=True) + 0.05)
    return float(colours.std((0, 1)).sum())
