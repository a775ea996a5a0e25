"""One photograph, read and timed: the work of a process of its own."""

from collections.abc import Mapping, Sequence
from time import process_time
from typing import NamedTuple

from photo.evaluate import Read
from theodolite.photo import Point, decode

__all__ = ["Times", "read_timed"]


class Times(NamedTuple):
    """Milliseconds of the processor's time: of decoding, of reading, and of all that was done."""

    decoding: float
    reading: float
    whole: float


def read_timed(
    data: bytes, read: Read, samples: Mapping[str, str], corners: Sequence[Point] | None
) -> Times:
    """Read a photograph, and tell how long that took."""
    started = process_time()
    photograph = decode(data)
    decoded = process_time()
    read(photograph, samples, corners)
    done = process_time()
    return Times(1000 * (decoded - started), 1000 * (done - decoded), 1000 * done)
