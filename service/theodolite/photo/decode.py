"""From the bytes of an upload to upright pixels, within bounds of time and memory.

Reads JPEG, PNG and WebP, with the extra `heic` also HEIC; of an animation the first picture.
Metadata of the file (place, camera, profile, thumbnail) are dropped.
"""

import re
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Final, Literal

import numpy as np
from PIL import ExifTags, Image, ImageFile

from theodolite.photo.lens import Pixels

try:
    import pillow_heif
except ImportError:
    _HEIC: tuple[str, ...] = ()
else:
    pillow_heif.options.DECODE_THREADS = 1
    pillow_heif.register_heif_opener()
    _HEIC = ("HEIF",)

FORMATS: Final = ("JPEG", "PNG", "WEBP")
"""The formats that are always read, by their names in Pillow."""
MOST_BYTES: Final = 20 * 2**20
"""The largest file that is read."""
MOST_PIXELS: Final = 52_000_000
"""The largest picture that is read."""
FEWEST_PIXELS: Final = 100
"""The shortest side of a picture on which a board can be seen."""
WORKING_SIDE: Final = 1600
"""The longer side of the picture that is worked on: a space is some 150 of its pixels."""
MOST_SCANS: Final = 20
"""The passes of a progressive JPEG: cameras write about ten, each costs a full decoding."""

MOST_MISSING: Final = 0.05
"""The share of the rows of a truncated JPEG that may be missing: a download that broke off."""
MOST_SEGMENTS: Final = 1000
"""The segments of a JPEG: a file of 20 MiB in segments of the usual 64 KiB has 320."""
MOST_PADDING: Final = 1000
"""Bytes between the segments of a JPEG, which a decoder reads one by one."""
MOST_CHUNKS: Final = 10_000
"""The chunks of a PNG: a file of 20 MiB in chunks of the usual 8 KiB has 2,560."""
MOST_DECODED: Final = 4 * MOST_PIXELS
"""Bytes of the decoded pixels: four of eight bits each."""

_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Samples of a pixel, by the colour type of a PNG."""
_MAGIC: Final = re.compile(
    rb"\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF....WEBP|....ftyp(?:he|mif1)", re.DOTALL
)
_MARKER: Final = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
"""A marker of a JPEG, other than those that stand in the middle of a scan."""
_TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""The transposition that turns a picture of each EXIF orientation upright."""
_ASIDE: Final = {_TURNS[5], _TURNS[6], _TURNS[7], _TURNS[8]}

PhotoCode = Literal[
    "too_many_bytes",
    "format",
    "too_many_pixels",
    "too_many_bits",
    "too_small",
    "damaged",
    "corners",
]


class PhotoError(ValueError):
    """A photograph, or what was said about it, that cannot be read.

    `code` is stable: `too_many_bytes`, `format` (of none that is read), `too_many_pixels`,
    `too_many_bits` (a PNG of 16 bits a sample that takes more than 208 MB when decoded),
    `too_small`, `damaged` (corrupt, hostile, or truncated by more than `MOST_MISSING`) or
    `corners`.
    """

    def __init__(self, code: PhotoCode, detail: str) -> None:
        super().__init__(detail)
        self.code = code


@dataclass(frozen=True)
class Photograph:
    """An upright photograph at working size.

    Args:
        pixels: RGB, height x width x 3.
        width: The upright photograph's own width, in pixels.
        height: And its height.
        missing: The share of its rows that a truncated JPEG lacks, which are grey; None if the
            file is whole.
    """

    pixels: Pixels
    width: int
    height: int
    missing: float | None = None

    @property
    def scale(self) -> float:
        """Working pixels for each of the photograph's own."""
        return float(max(self.pixels.shape[:2]) / max(self.width, self.height))

    def flipped(self) -> "Photograph":
        """The photograph that a mirrored one was made of: left is right."""
        return replace(self, pixels=np.ascontiguousarray(self.pixels[:, ::-1]))


def decode(data: bytes) -> Photograph:
    """Decode a photograph, turn it upright by its EXIF, and shrink it to working size.

    Raises:
        PhotoError: The data are not a photograph that can be read; every code but `corners`.
    """
    if len(data) > MOST_BYTES:
        raise PhotoError("too_many_bytes", f"a file of more than {MOST_BYTES >> 20} MiB")
    magic = _MAGIC.match(data)
    if not magic or (b"ftyp" in magic[0] and not _HEIC):
        raise PhotoError("format", "neither JPEG, PNG nor WebP")
    if data.startswith(b"\xff\xd8"):
        _check_segments(data)
    elif data.startswith(b"\x89PNG"):
        _check_chunks(data)
    try:
        try:
            return _opened(data)
        except OSError:
            if not data.startswith(b"\xff\xd8"):
                raise
            return _opened_truncated(data)
    except (PhotoError, MemoryError):
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many_pixels() from error
    # A hostile file can make a decoder fail in any way; whichever, the file is at fault.
    except Exception as error:
        raise PhotoError("damaged", "a file that is truncated or damaged") from error


def _opened(data: bytes) -> Photograph:
    with Image.open(BytesIO(data), formats=FORMATS + _HEIC) as image:
        return _decoded(image)


def _opened_truncated(data: bytes) -> Photograph:
    """Decode a JPEG whose last bytes are missing.

    Raises:
        PhotoError: `damaged` if more than `MOST_MISSING` of its rows are missing.
    """
    with Image.open(BytesIO(data), formats=FORMATS[:1]) as image:
        ImageFile.LOAD_TRUNCATED_IMAGES = True
        try:
            image.load()
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = False
        rows = np.asarray(image.convert("L"))
        # The decoder leaves what it does not reach in one grey.
        known = np.flatnonzero((rows != rows[-1, -1]).any(1))
        missing = 1 - (int(known[-1]) + 1) / len(rows) if len(known) else 1.0
        if missing > MOST_MISSING:
            raise PhotoError("damaged", f"a JPEG that lacks {missing:.0%} of its rows")
        return replace(_decoded(image), missing=round(missing, 4))


def _decoded(image: Image.Image) -> Photograph:
    width, height = image.size
    if width * height > MOST_PIXELS:
        raise _too_many_pixels()
    # A strip loses its shorter side when it is shrunk.
    if min(width, height) * min(1.0, WORKING_SIDE / max(width, height)) < FEWEST_PIXELS:
        raise PhotoError("too_small", f"fewer than {FEWEST_PIXELS} pixels along a side")
    turn = _turn(image)
    if image.mode.startswith("I"):
        # Sixteen bits a pixel: the upper eight are enough.
        image = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    elif image.mode not in {"L", "RGB", "YCbCr"}:
        image = image.convert("RGB")
    # A JPEG is decoded straight to about the size that is needed.
    image.thumbnail((WORKING_SIDE, WORKING_SIDE), Image.Resampling.BOX, reducing_gap=1.0)
    if turn is not None:
        image = image.transpose(turn)
        if turn in _ASIDE:
            width, height = height, width
    return Photograph(np.asarray(image.convert("RGB")), width, height)


def _turn(image: Image.Image) -> Image.Transpose | None:
    """The transposition that turns a picture upright; None if its EXIF is missing or unreadable."""
    try:
        return _TURNS.get(image.getexif().get(ExifTags.Base.Orientation, 1))
    except Exception:
        return None


def _check_segments(data: bytes) -> None:
    """Refuse a JPEG of more parts than any camera writes.

    Raises:
        PhotoError: `damaged`.
    """
    segments = scans = padding = 0
    position = 2
    while (marker := _MARKER.search(data, position)) and marker[0] != b"\xff\xd9":
        segments += 1
        # Between a scan and the next marker lie its pixels.
        padding += 0 if scans else marker.start() - position
        scans += marker[0] == b"\xff\xda"
        position = marker.end()
        if marker[0] not in {b"\xff\x01", b"\xff\xd8"}:
            position += max(2, int.from_bytes(data[position : position + 2]))
        if scans > MOST_SCANS or segments > MOST_SEGMENTS or padding > MOST_PADDING:
            most = (
                f"{MOST_SCANS} scans, {MOST_SEGMENTS} segments or {MOST_PADDING} bytes of padding"
            )
            raise PhotoError("damaged", f"a JPEG of more than {most}")


def _check_chunks(data: bytes) -> None:
    """Refuse a PNG of more parts, or of more bytes when decoded, than any photograph has.

    Raises:
        PhotoError: `damaged` or `too_many_bits`.
    """
    width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    depth, colours = data[24:25], data[25:26]
    bits = int.from_bytes(depth) * _CHANNELS.get(int.from_bytes(colours), 1)
    # More pixels than the limit are reported as such, later.
    if width * height <= MOST_PIXELS and width * height * bits > 8 * MOST_DECODED:
        raise PhotoError("too_many_bits", f"a picture of more than {MOST_DECODED // 10**6} MB")
    position, chunks = 8, 0
    while position < len(data):
        position += 12 + int.from_bytes(data[position : position + 4])
        chunks += 1
        if chunks > MOST_CHUNKS:
            raise PhotoError("damaged", f"a PNG of more than {MOST_CHUNKS} chunks")


def _too_many_pixels() -> PhotoError:
    return PhotoError(
        "too_many_pixels", f"a picture of more than {MOST_PIXELS // 10**6} megapixels"
    )
