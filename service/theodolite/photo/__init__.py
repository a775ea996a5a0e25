"""From a photograph to the rows of a board. Needs the extra `theodolite[photo]`.

Pure functions: bytes in, a reading out; nothing is kept and nothing is learnt. Samples from the
photograph itself say what each kind of space looks like, so no artwork of any game is known here.
"""

from theodolite.photo.cells import HEART, MIDDLE, RIM
from theodolite.photo.decode import PhotoError, Photograph, decode
from theodolite.photo.reading import Point, Reading, SpaceReading, read_board
from theodolite.photo.signs import read_signs

__all__ = [
    "HEART",
    "MIDDLE",
    "RIM",
    "PhotoError",
    "Photograph",
    "Point",
    "Reading",
    "SpaceReading",
    "decode",
    "read_board",
    "read_signs",
]
