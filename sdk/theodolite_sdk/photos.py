"""Looks of a copy of a game, learnt from photographs and kept in a file."""

from pathlib import Path
from typing import Any

from theodolite_sdk.pictures import Reviewed
from theodolite_sdk.responses import PhotoLooks
from theodolite_sdk.sender import decoded, encoded


def load_looks(path: str | Path) -> PhotoLooks | None:
    """Return the looks of a copy of a game that a file keeps, None if there is none.

    Args:
        path: The file, as `save_looks` writes it.

    Raises:
        OSError: The file cannot be read.
        UnexpectedAnswer: The file holds something else.
    """
    file = Path(path)
    return decoded(file.read_bytes(), PhotoLooks) if file.exists() else None


def save_looks(path: str | Path, reading: Reviewed) -> None:
    """Keep what a photograph taught of a copy of a game; not if looks were sent that did not fit.

    Args:
        path: The file.
        reading: The reading, such as `guide_photo` returns it.

    Raises:
        OSError: The file cannot be written.
    """
    read: Any = reading
    if read.looks is not None and read.looks_fit in (None, "good"):
        Path(path).write_bytes(encoded(read.looks))
