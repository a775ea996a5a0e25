"""Reads the rows of a board from a photograph. Needs the extra `theodolite[photo]`.

Pure functions: bytes in, a reading out. Samples from the photograph itself show what each kind of
space looks like, so the package contains no artwork of any game. The network that describes tiles
was trained on photographs of everyday things, and on no game.
"""

from theodolite.photo.cells import HEART, MIDDLE, RIM
from theodolite.photo.decode import PhotoError, Photograph, decode
from theodolite.photo.looks import Look, Looks
from theodolite.photo.network import Descriptors
from theodolite.photo.reading import FoundBoard, Point, Reading, SpaceReading, read_board
from theodolite.photo.signs import read_signs

__all__ = [
    "HEART",
    "MIDDLE",
    "RIM",
    "Descriptors",
    "FoundBoard",
    "Look",
    "Looks",
    "PhotoError",
    "Photograph",
    "Point",
    "Reading",
    "SpaceReading",
    "decode",
    "read_board",
    "read_signs",
]
