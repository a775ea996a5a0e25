"""From a photograph to the rows of a board. Needs the extra `theodolite[photo]`.

Pure functions: bytes in, a reading out; nothing is kept and nothing is learnt. Samples from the
photograph itself say what each kind of space looks like, so no artwork of any game is known here.
"""

from theodolite.photo.decode import PhotoError, Photograph, decode
from theodolite.photo.reading import Point, Reading, SpaceReading, read_board

__all__ = [
    "PhotoError",
    "Photograph",
    "Point",
    "Reading",
    "SpaceReading",
    "decode",
    "read_board",
]
