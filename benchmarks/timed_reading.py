"""Reads and times one photograph; `benchmarks.photographs` runs it in a subprocess."""

from collections.abc import Mapping, Sequence
from time import process_time
from typing import NamedTuple

from photo.evaluate import Read
from theodolite.photo import Point, decode


class Times(NamedTuple):
    """Milliseconds of processor time: of decoding, of reading, and of the whole process."""

    decoding: float
    reading: float
    whole: float


def read_timed(
    data: bytes, read: Read, samples: Mapping[str, str], corners: Sequence[Point] | None
) -> Times:
    """Read a photograph; returns the times that it took."""
    started = process_time()
    photograph = decode(data)
    decoded = process_time()
    read(photograph, samples, corners)
    done = process_time()
    return Times(1000 * (decoded - started), 1000 * (done - decoded), 1000 * done)
