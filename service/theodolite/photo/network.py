"""Describes tiles by a small network that was trained on photographs of everyday things.

EfficientNet-Lite0, cut after block 12 (`tests/photo/convert_network.py`, `VENDORED.toml`). Each
space is looked at by itself, in four rotations. The means after blocks 4, 7 and 12 are
its descriptor: numbers whose products say how alike two spaces are. The network hardly notices a
lack of contrast, which tells the hazy side of a tile, so its colour is described beside them. All
are made once for a photograph and carried from response to request.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from theodolite.grid import Grid
from theodolite.photo.cells import LINEAR, LUMINANCE, UNIT
from theodolite.photo.lens import Floats, Pixels
from theodolite.photo.looks import lab_at_equal_lightness

FILE: Final = Path(__file__).with_name("tiles.onnx")
"""The network."""
STAGES: Final = ((40, 1.88), (80, 2.07), (192, 1.49))
"""The numbers after each of the three blocks, and their weight."""
MEANS: Final = sum(count for count, _ in STAGES)
"""The numbers of the network."""
SIZE: Final = MEANS + 2
"""The numbers of a descriptor: those of the network, then two of colour."""
ENDS: Final = np.cumsum([count for count, _ in STAGES])[:-1]
"""Where the numbers of the second and third block begin."""
SHARES: Final = np.square([weight for _, weight in STAGES])
"""The weight of each block in the likeness of two spaces."""
MIDDLE: Final = 72
"""The side of the middle of a space that is looked at, of `UNIT` pixels."""
BRIGHT: Final = 0.85
"""The light that the brightest 5% of the pixels of a board are brought to."""
BATCH: Final = 25
"""The spaces that are looked at together: more take more memory."""
MOST_SPACES: Final = 36
"""The spaces of the largest board that is described: each takes about 16 ms."""
TURNS: Final = 4
"""The rotations in which a space is looked at."""
FAINT: Final = 2.0
"""The distance from grey in CIELAB below which colours are hardly distinct."""
COLOURFUL: Final = 6.0
"""The divisor of colours: more than any has, so that they fit into the bytes of samples."""
LEVELS: Final = 31
"""The steps between the least and the greatest of a carried number on the board."""
STEP: Final = 1 / 192
"""The difference of a sample's number that one more in its byte stands for."""
VERSION: Final = 1
"""The version of carried descriptors."""
TABLES: Final = ((204, 153, 102), (153, 102, 64), (89, 56, 36), (230, 230, 230), (128, 128, 128))
"""Colours of tables and boards on which nothing lies."""
GRAIN: Final = 5
"""The deviation of the lightness of their pixels, of 255."""


@dataclass(frozen=True)
class Descriptors:
    """The descriptors of the spaces of a board, in few bytes.

    Attributes:
        board: A digest of the photograph and the corners: they are those of no other ones.
        numbers: The least and the greatest of each number, then 5 bits for each number of a space.
        version: The version.
    """

    board: str
    numbers: bytes
    version: int = VERSION


@cache
def network() -> Any:
    """The network, a `cv2.dnn.Net`; None without its file."""
    return cv2.dnn.readNetFromONNX(str(FILE)) if FILE.exists() else None


def describe_tiles(pixels: Pixels, grid: Grid) -> Floats:
    """The descriptors of the spaces of a rectified board: spaces x `SIZE`."""
    light = LINEAR[pixels]
    gain = BRIGHT / max(float(np.percentile(light.max(2), 95)), 0.001)
    spaces = light.reshape(grid.rows, UNIT, grid.columns, UNIT, 3).swapaxes(1, 2)
    rim = (UNIT - MIDDLE) // 2
    middles = spaces.reshape(-1, UNIT, UNIT, 3)[:, rim:-rim, rim:-rim]
    pictures = np.stack([cv2.resize(middle, (UNIT, UNIT)) for middle in middles])
    means = _described(_encoded(np.minimum(pictures * gain, 1)), TURNS)
    return np.hstack((means, _colours(middles[:, ::2, ::2])))


def _colours(light: npt.NDArray[np.float32]) -> Floats:
    """The median colours of spaces in linear light, at equal lightness, in two numbers.

    They are the direction from grey, times the logarithm of the distance: haze, which leaves about
    half of any colour, changes them all by as much, whatever light falls on the board.
    """
    every = light.reshape(len(light), -1, 3)
    lab = lab_at_equal_lightness(every, np.maximum(every @ LUMINANCE, 1e-3))
    colours = np.median(lab[..., 1:].astype(np.float64), axis=1)
    strong = np.linalg.norm(colours, axis=1, keepdims=True)
    return np.asarray(colours / np.maximum(strong, 1e-6) * np.log1p(strong / FAINT) / COLOURFUL)


def _encoded(light: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Linear light as sRGB, from 0 to 1."""
    bright = 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055
    return np.where(light <= 0.0031308, 12.92 * light, bright).astype(np.float32)


def _described(pictures: npt.NDArray[np.float32], turns: int) -> Floats:
    """The means of pictures of `UNIT` pixels a side, averaged over some rotations."""
    means = np.zeros((len(pictures), MEANS))
    for start in range(0, len(pictures), BATCH):
        some = slice(start, start + BATCH)
        for turn in range(turns):
            turned = np.rot90(pictures[some], turn, (1, 2)).transpose(0, 3, 1, 2)
            network().setInput(np.ascontiguousarray((turned - 0.498) / 0.502, np.float32))
            means[some] += network().forward()
    return normalised(means)


def normalised(numbers: Floats) -> Floats:
    """Means of which those of each block have the length of its weight, and all together 1."""
    parts = np.split(numbers[:, :MEANS], ENDS, axis=1)
    lengths = np.sqrt(SHARES / SHARES.sum())
    means = [
        part * length / np.maximum(np.linalg.norm(part, axis=1, keepdims=True), 1e-9)
        for part, length in zip(parts, lengths, strict=True)
    ]
    return np.hstack((*means, numbers[:, MEANS:]))


@cache
def bare_tables() -> Floats:
    """The means of tables on which nothing lies."""
    grain = np.random.default_rng(0).normal(0, GRAIN, (len(TABLES), UNIT, UNIT, 1))
    colours = np.array(TABLES)[:, None, None]
    return _described(np.clip((colours + grain) / 255, 0, 1).astype(np.float32), 1)


def unlikeness(spaces: Floats, others: Floats) -> tuple[Floats, Sequence[Floats]]:
    """How unlike spaces are others, from 0 to 2: by all means, and by those of each block."""
    both = zip(*(np.split(each[:, :MEANS], ENDS, axis=1) for each in (spaces, others)), strict=True)
    shares = SHARES / SHARES.sum()
    blocks = [share - one @ other.T for share, (one, other) in zip(shares, both, strict=True)]
    return np.asarray(sum(blocks)), blocks


def colour_apart(spaces: Floats, others: Floats) -> Floats:
    """How far the colours of spaces are from others: a half where one has 1.6 times as much."""
    apart = spaces[:, None, MEANS:] - others[None, :, MEANS:]
    return np.asarray(np.linalg.norm(apart, axis=2) * COLOURFUL)


def carried(
    pixels: Pixels, grid: Grid, board: str, given: Descriptors | None
) -> Descriptors | None:
    """The descriptors of a rectified board: those given, if they are its own, or new ones.

    Args:
        pixels: The rectified board.
        grid: Its spaces.
        board: What tells it from others: its photograph and its corners.
        given: What an earlier reading returned, of any board or version.

    Returns:
        None without the network, or if the board has more than `MOST_SPACES`.
    """
    if network() is None or len(grid.names) > MOST_SPACES:
        return None
    board = blake2b(board.encode(), digest_size=8).hexdigest()
    length = 4 * SIZE + -(-5 * SIZE * len(grid.names) // 8)
    if given and (given.board, given.version, len(given.numbers)) == (board, VERSION, length):
        return given
    return Descriptors(board, _packed(describe_tiles(pixels, grid)))


def _packed(numbers: Floats) -> bytes:
    """Five bits a number, in steps from the least to the greatest of all spaces."""
    ends = np.stack((numbers.min(0), numbers.max(0))).astype(np.float16)
    low, high = ends.astype(np.float64)
    steps = np.rint((numbers - low) / np.maximum(high - low, 1e-6) * LEVELS)
    levels = np.clip(steps, 0, LEVELS).astype(np.uint8)
    return ends.tobytes() + np.packbits(np.unpackbits(levels[..., None], axis=2)[..., 3:]).tobytes()


def unpacked(descriptors: Descriptors, count: int) -> Floats:
    """The descriptors of a board of that many spaces: spaces x `SIZE`."""
    numbers = descriptors.numbers
    ends = np.frombuffer(numbers[: 4 * SIZE], np.float16).reshape(2, SIZE)
    low, high = np.nan_to_num(ends.astype(np.float64), posinf=1, neginf=-1)
    bits = np.unpackbits(np.frombuffer(numbers[4 * SIZE :], np.uint8), count=5 * SIZE * count)
    levels = bits.reshape(count, SIZE, 5) @ (1 << np.arange(5)[::-1])
    return normalised(low + levels * (high - low) / LEVELS)


def as_sample(numbers: Floats) -> bytes:
    """The descriptor of a space as signed bytes, for looks."""
    return np.clip(np.rint(numbers / STEP), -127, 127).astype(np.int8).tobytes()


def of_samples(samples: Sequence[bytes]) -> Floats:
    """The inverse of `as_sample` for several."""
    joined = np.frombuffer(b"".join(samples), np.int8).reshape(len(samples), SIZE)
    return normalised(joined.astype(np.float64) * STEP)
