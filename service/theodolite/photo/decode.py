"""From the bytes of an upload to upright pixels, within fixed bounds of time and memory.

Covers JPEG, PNG and WebP; of an animation the first frame. Everything else in the file (EXIF,
location, colour profile, thumbnails) is dropped with the upload.
"""

import re
from dataclasses import dataclass
from io import BytesIO
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

__all__ = ["MAX_BYTES", "MAX_PIXELS", "MIN_SIDE", "WORKING_SIDE", "PhotoError", "Photograph", "decode"]

MAX_BYTES: Final = 20 * 2**20
MAX_PIXELS: Final = 50_000_000
MIN_SIDE: Final = 100
WORKING_SIDE: Final = 1600
