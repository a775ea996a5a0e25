"""Warms up the reader once, before worker processes are forked."""

from io import BytesIO
from typing import Final

import numpy as np
from PIL import Image

from theodolite.grid import Grid
from theodolite.photo.decode import FORMATS, decode
from theodolite.photo.reading import read_board
from theodolite.photo.signs import read_signs

SQUARES: Final = 5
"""Along each side of a chequered board, a margin of one included."""
SIDE: Final = 60
"""Of each square, in pixels."""


def prepare() -> None:
    """Read a chequered board: Pillow loads its decoders, OpenCV and NumPy what they had put off."""
    light = (np.indices((SQUARES, SQUARES)).sum(0) % 2 * 255).astype(np.uint8)
    image = Image.fromarray(light.repeat(SIDE, 0).repeat(SIDE, 1)).convert("RGB")
    for kind in FORMATS:
        saved = BytesIO()
        image.save(saved, kind)
        photograph = decode(saved.getvalue())
    grid = Grid(SQUARES - 2, SQUARES - 2)
    samples = dict(zip(grid.names, "-+-+-+-+-", strict=True))
    first, last = float(SIDE), float(SIDE * (SQUARES - 1))
    corners = [(first, first), (last, first), (last, last), (first, last)]
    read_board(photograph, samples, None, grid)
    read_board(photograph, samples, corners, grid)
    read_signs(photograph, samples, corners, grid, printed={}, ruins=())
