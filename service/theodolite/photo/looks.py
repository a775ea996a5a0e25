"""Reads tiles by samples of a photograph, together with looks: samples of others of the same copy.

A kind is all its samples: each patch of a space is compared with the nearest patch of any of them,
and quantiles of colour, lightness and edges with those of the nearest sample. A space is in doubt
if its nearest kind is not much nearer than the next, or if all are far. The most doubtful space
is asked about first, and its answer is a sample before another space is chosen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Literal, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from theodolite.grid import Grid
from theodolite.photo.cells import (
    ALIEN,
    LINEAR,
    LUMINANCE,
    MOST_KEPT,
    Part,
    Patches,
    as_columns,
    as_rows,
    best_share,
    cut_patches,
    evened,
    patch_features,
)
from theodolite.photo.lens import Floats, Pixels
from theodolite.photo.quality import Flaw

Packed = npt.NDArray[np.int8]
"""Spaces x numbers of a descriptor, in `STEP`s."""
Fit = Literal["none", "poor", "good"]

VERSION: Final = 1
"""The version of descriptors: looks of another one are not used."""
MOST: Final = 300
"""The most samples of looks; the oldest are dropped."""
MOST_BYTES: Final = 256 << 10
"""The most bytes of looks as JSON."""
OVERHEAD: Final = 100
"""The bytes of a sample as JSON beside its descriptor, at most."""
STEP: Final = 1 / 6
"""The difference of a descriptor's number that one more in its byte stands for."""
QUANTILES: Final = np.linspace(0.05, 0.95, 7)
"""The shares of pixels that are darker, less red, less yellow, or smoother."""
DIMENSIONS: Final = 4 * len(QUANTILES)
SPREADS: Final = (0.5, 6.0, 6.0, 0.6)
"""Their usual deviations: lightness and edges in natural logarithms, colours in CIELAB."""
LIGHT_SPREAD: Final = 0.25
"""The unit of the light of a space, in natural logarithms."""
SOME: Final = 0.02
"""Added to distances before their geometric mean: two samples are never the very same."""
RATIO: Final = 0.65
"""How near the nearest kind must be, relative to the next, to be believed."""
EITHER: Final = 0.85
"""How near it must be, relative to the next, by patches alone and by quantiles alone."""
FAR: Final = 2.0
"""The distance from which no kind is believed."""
TINTED: Final = 1.0
"""By how much drift of the light's colour over the board tightens the ratio."""
DRIFT: Final = 0.3
"""The drift, in natural logarithms of red to blue, that does not."""
RELIT: Final = 0.5
"""By how much light unlike that of the looks tightens the ratio."""
RELIT_FROM: Final = 0.5
"""The difference of light, in natural logarithms, that does not."""
BRIGHTEST: Final = 1.5
"""By how much the light may differ from that of the looks, in natural logarithms."""
ALIKE: Final = 0.15
"""The difference of light, in natural logarithms, up to which two spaces may be of one kind."""
SLIGHT: Final = 0.1
"""The price of a natural logarithm of difference from the light of the looks."""
STRANGE: Final = 2.0
"""The median distance of spaces from the looks from which these are of another copy."""
SAME: Final = 0.5
"""The distance up to which a space that a person names contradicts a sample of another name."""


@dataclass(frozen=True)
class Look:
    """A sample that a person named.

    Attributes:
        photograph: A digest of its photograph.
        space: The name of the space in it.
        symbol: What lies there: a character for each layer.
        descriptor: How it looks, in `STEP`s, a signed byte for each number.
    """

    photograph: str
    space: str
    symbol: str
    descriptor: bytes


@dataclass(frozen=True)
class Looks:
    """The appearance of a copy of a game, the oldest samples first. It contains no picture.

    Attributes:
        kind: The game and the kind of board.
        samples: The samples.
        version: The version of the descriptors.
    """

    kind: str
    samples: tuple[Look, ...] = ()
    version: int = VERSION

    def are_of(self, kind: str, sizes: Sequence[int], version: int = VERSION) -> bool:
        """Whether they are of this kind of board, and have descriptors of these layers."""
        return (
            (self.kind, self.version) == (kind, version)
            and len(self.samples) > 0
            and all(
                len(look.descriptor) == sum(sizes) and len(look.symbol) == len(sizes)
                for look in self.samples
            )
        )

    def taught(self, learnt: Sequence[Look], contradicted: Sequence[Look]) -> "Looks":
        """These looks with what a person named.

        Args:
            learnt: The samples named. They replace those of the same space of a photograph.
            contradicted: The samples that they show to be named wrongly.
        """
        again = {(look.photograph, look.space) for look in learnt}
        kept = [
            look
            for look in self.samples
            if (look.photograph, look.space) not in again and look not in contradicted
        ]
        samples = [*kept, *learnt][-MOST:]
        size = sum(OVERHEAD + len(look.descriptor) * 4 // 3 for look in samples)
        while size > MOST_BYTES:
            size -= OVERHEAD + len(samples.pop(0).descriptor) * 4 // 3
        return Looks(self.kind, tuple(samples), self.version)


class Named(NamedTuple):
    """The samples of a photograph.

    Attributes:
        photograph: A digest of the photograph.
        names: The names of the spaces.
        sampled: The symbols of the spaces that were named.
    """

    photograph: str
    names: Sequence[str]
    sampled: Mapping[int, str]


class Judged(NamedTuple):
    """The comparison of every space with samples.

    Attributes:
        symbols: The kinds that have been named.
        distances: How unlike each space is each kind: spaces x kinds.
        doubts: How doubtful the nearest kind of each space is: from 1, a person should be asked.
        urgent: The doubtful spaces, first that whose name settles most.
    """

    symbols: list[str]
    distances: Floats
    doubts: Floats
    urgent: list[int]


class Seen(NamedTuple):
    """A part of every space of a rectified board.

    `patches` are as they are, `even` without the falloff of light `fall`; `unlike` is the distance
    of every two spaces; `warnings` are the flaws that they show.
    """

    pixels: Pixels
    grid: Grid
    part: Part
    patches: Patches
    even: Patches
    fall: Floats
    unlike: Floats
    warnings: tuple[Flaw, ...]


class Description(NamedTuple):
    """Descriptors of spaces: patches x 5 features, quantiles, and median light in logarithms."""

    patches: Patches
    quantiles: Floats
    light: Floats

    def packed(self) -> Packed:
        """The descriptors as signed bytes: spaces x numbers."""
        count = len(self.light)
        patches = self.patches.reshape(count, -1)
        numbers: Floats = np.hstack((patches, self.quantiles, self.light / LIGHT_SPREAD))
        return np.asarray(np.clip(np.rint(numbers / STEP), -128, 127), np.int8)


def unpacked(packed: Packed) -> Description:
    """The inverse of `Description.packed`."""
    numbers = packed.astype(np.float32) * np.float32(STEP)
    rest = numbers.shape[1] - DIMENSIONS - 3
    patches = numbers[:, :rest].reshape(len(numbers), rest // 5, 5)
    light = numbers[:, -3:].astype(np.float64) * LIGHT_SPREAD
    return Description(patches, numbers[:, -DIMENSIONS - 3 : -3].astype(np.float64), light)


def size_of(part: Part) -> int:
    """The bytes of a space's descriptor for a part of it."""
    return (part.side**2 - part.hole**2) * 5 + DIMENSIONS + 3


def digest(pixels: Pixels) -> str:
    """A name for a photograph that does not tell what it shows: every fourth row is enough."""
    return blake2b(pixels[::4].tobytes(), digest_size=8).hexdigest()


def light_of(patches: Patches, stops: Floats) -> Floats:
    """The median light of each space without the falloff, in natural logarithms."""
    return np.log(np.median(patches[..., :3], axis=1).astype(np.float64) + 0.004) - stops


def relight(light: Floats, known: Floats) -> Floats:
    """How much more red, green and blue light would make spaces look like known ones.

    Each pair of a space and a known one proposes a change; that with most spaces near a known one
    is chosen, a slight one preferred. It is refined on these spaces.

    Args:
        light: The light of spaces: spaces x 3, in natural logarithms.
        known: The same of samples.
    """
    changes = np.vstack((np.zeros((1, 3)), (known[:, None] - light).reshape(-1, 3)))
    size = np.linalg.norm(changes, axis=1)
    changes = changes[size <= BRIGHTEST]
    # A few hundred proposals are enough.
    changes = changes[:: max(1, len(changes) // 400)]
    tree = known.astype(np.float32)
    moved = (light + changes[:, None]).astype(np.float32).reshape(-1, 3)
    apart = (moved**2).sum(1)[:, None] + (tree**2).sum(1) - 2 * moved @ tree.T
    nearest = np.maximum(apart.min(1), 0).reshape(len(changes), -1)
    cost = np.minimum(nearest / ALIKE**2, 1).mean(1) + SLIGHT * np.linalg.norm(changes, axis=1)
    chosen = changes[int(cost.argmin())]
    for _ in range(3):
        off = known - (light + chosen)[:, None]
        at = (off**2).sum(2).argmin(1)
        step = off[np.arange(len(light)), at]
        weight = 1 / (1 + (step**2).sum(1) / ALIKE**2) ** 2
        chosen = chosen + (weight[:, None] * step).sum(0) / weight.sum()
    return np.asarray(chosen)


def describe_spaces(seen: Seen, change: Floats) -> Description:
    """Describe every space as it would look in even and changed light.

    Args:
        seen: The spaces.
        change: The change of red, green and blue light, in natural logarithms.
    """
    stops = seen.fall - change
    count = len(stops)
    light, edges = light_and_edges(seen.pixels, seen.grid, seen.part)
    light = light * np.exp(-stops)[:, None].astype(np.float32)
    bright = np.maximum(light @ LUMINANCE, 1e-3)
    colours = lab_at_equal_lightness(light, bright)
    values = (np.log(bright + 0.004), colours[..., 1], colours[..., 2], edges)
    quantiles = np.column_stack(
        [_quantiles(value) / spread for value, spread in zip(values, SPREADS, strict=True)]
    )
    described = patch_features(evened(seen.patches, stops), 0.5)
    patches = described.reshape(count, -1, described.shape[1])
    return Description(patches, quantiles, light_of(seen.patches, stops))


def light_and_edges(pixels: Pixels, grid: Grid, part: Part) -> tuple[Patches, Patches]:
    """The light and the edges of pixels of every space, every other one: enough for quantiles."""
    linear = LINEAR[pixels]
    dark = np.log(linear @ LUMINANCE + 0.004)
    edges = np.zeros_like(dark)
    edges[1:, 1:] = np.hypot(dark[1:, 1:] - dark[:-1, 1:], dark[1:, 1:] - dark[1:, :-1])
    every = np.concatenate((linear, np.log(edges + 0.02)[..., None]), axis=2)
    each = cut_patches(every, grid, part)[:, :, ::2].reshape(grid.rows * grid.columns, -1, 4)
    return each[..., :3], each[..., 3]


def lab_at_equal_lightness(light: Patches, bright: Patches) -> Patches:
    """CIELAB of linear light, each pixel made as bright as the others."""
    equal = light / bright[..., None] * 0.25
    encoded = np.where(equal <= 0.0031308, equal * 12.92, 1.055 * equal ** (1 / 2.4) - 0.055)
    flat = encoded.reshape(1, -1, 3).astype(np.float32)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_RGB2Lab)[0].reshape(light.shape))


def _quantiles(values: Patches) -> Floats:
    """The quantiles of each row."""
    places = np.rint(QUANTILES * (values.shape[1] - 1)).astype(int)
    # Faster here than `np.partition`.
    return np.asarray(np.sort(values, axis=1)[:, places], np.float64)


def to_samples(spaces: Description, samples: Description) -> tuple[Patches, Floats]:
    """How unlike each space is every sample: spaces x patches x samples, and spaces x samples."""
    count, patches, _ = spaces.patches.shape
    known = len(samples.light)
    apart = as_rows(spaces.patches.reshape(-1, 5), 0.0) @ as_columns(samples.patches.reshape(-1, 5))
    by_patch = apart.reshape(count, patches, known, samples.patches.shape[1]).min(3)
    by_quantile = np.abs(spaces.quantiles[:, None] - samples.quantiles).mean(2)
    return np.clip(by_patch, 0, ALIEN), by_quantile


class ToKinds(NamedTuple):
    """How unlike each space is every kind, by patches and by quantiles: spaces x kinds each."""

    by_patch: Floats
    by_quantile: Floats

    @property
    def distances(self) -> Floats:
        """Their geometric mean."""
        return np.asarray(np.sqrt(self.by_patch * self.by_quantile))


def to_kinds(by_patch: Patches, by_quantile: Floats, kinds: Sequence[Sequence[int]]) -> ToKinds:
    """How unlike each space is every kind, given how unlike it is its samples."""
    each = [list(kind) for kind in kinds]
    nearest = np.stack([by_patch[:, :, kind].min(2) for kind in each], axis=2)
    return ToKinds(
        best_share(nearest, MOST_KEPT).astype(np.float64) + SOME,
        np.column_stack([by_quantile[:, kind].min(1) for kind in each]) + SOME,
    )


def doubt(kinds: ToKinds, tightened: float) -> Floats:
    """How doubtful the nearest kind of each space is: from 1, a person should be asked.

    Args:
        kinds: How unlike each space is every kind.
        tightened: By what factor doubts are greater in this light.
    """
    # A kind without a sample is as far as one that is not believed, by either.
    unknown = np.full((len(kinds.by_patch), 1), 2 * FAR)
    every = ToKinds(*(np.hstack((each, unknown)) for each in kinds))
    two = np.argsort(every.distances, axis=1)[:, :2]
    mean, *alone = (
        np.divide(*np.take_along_axis(each, two, axis=1).T) for each in (every.distances, *every)
    )
    nearest = every.distances.min(1)
    doubts = (mean * tightened / RATIO, nearest / FAR, *(ratio / EITHER for ratio in alone))
    return np.asarray(np.maximum.reduce(doubts))


class Taught(NamedTuple):
    """The samples of a photograph and of looks, compared with its spaces.

    Attributes:
        looks: The looks with these samples, or the samples alone if the looks are not used.
        learnt: These samples.
        fit: How well the looks fit; `none` without any.
        known: The samples of the looks that are used.
        symbols: The symbols of all samples used, those of `known` first.
        apart: For each layer, how unlike each space is each sample: by patch, and by quantiles.
        tightened: By what factor doubts are greater in this light.
    """

    looks: Looks
    learnt: Sequence[Look]
    fit: Fit
    known: tuple[Look, ...]
    symbols: Sequence[str]
    apart: Sequence[tuple[Patches, Floats]]
    tightened: float

    def to_kinds(self, layer: int) -> tuple[list[str], ToKinds]:
        """The symbols of a layer, and how unlike each space is every one of them."""
        places: dict[str, list[int]] = {}
        for at, symbol in enumerate(self.symbols):
            places.setdefault(symbol[layer], []).append(at)
        if not places:
            return [], ToKinds(np.empty((0, 0)), np.empty((0, 0)))
        return list(places), to_kinds(*self.apart[layer], list(places.values()))


def teach(named: Named, seen: Sequence[Seen], looks: Looks, kind: str) -> Taught:
    """Match the light of a photograph to looks, and add its samples to them.

    Args:
        named: What a person has named in the photograph.
        seen: Its spaces, layer by layer.
        looks: The looks, which may be of another kind of board.
        kind: The game and the kind of board.
    """
    photograph, names, sampled = named
    sizes = [size_of(each.part) for each in seen]
    known = looks.samples if looks.are_of(kind, sizes) else ()
    fit: Fit = "none"
    change = np.zeros(3)
    former = _descriptions(known, sizes)
    if known:
        change = relight(light_of(seen[0].patches, seen[0].fall), former[0].light)
    spaces = [describe_spaces(each, change) for each in seen]
    apart = [to_samples(*both) for both in zip(spaces, former, strict=True)]
    if known:
        every = [to_kinds(*each, [range(len(known))]).distances for each in apart]
        strange = max(float(np.median(distances)) for distances in every)
        fit = "good" if strange < STRANGE else "poor"
    if fit == "poor":
        change = np.zeros(3)
        spaces = [describe_spaces(each, change) for each in seen]
    if fit != "good":
        known, looks = (), Looks(kind)
        former = _descriptions(known, sizes)
        apart = [to_samples(*both) for both in zip(spaces, former, strict=True)]
    wrong = _contradicted(known, apart, sampled)
    kept = [at for at in range(len(known)) if at not in wrong]
    apart = [(by_patch[..., kept], by_quantile[:, kept]) for by_patch, by_quantile in apart]
    packed = np.hstack([each.packed() for each in spaces])[list(sampled)]
    learnt = [
        Look(photograph, names[space], symbol, row.tobytes())
        for (space, symbol), row in zip(sampled.items(), packed, strict=True)
    ]
    own = [to_samples(*both) for both in zip(spaces, _descriptions(learnt, sizes), strict=True)]
    drift = float(np.ptp(seen[0].fall[:, 0] - seen[0].fall[:, 2]))
    relit = float(np.linalg.norm(change))
    return Taught(
        looks.taught(learnt, [known[at] for at in wrong]),
        learnt,
        fit,
        tuple(known[at] for at in kept),
        [*(known[at].symbol for at in kept), *sampled.values()],
        [
            (np.concatenate((one[0], two[0]), axis=2), np.hstack((one[1], two[1])))
            for one, two in zip(apart, own, strict=True)
        ],
        1 + TINTED * max(0.0, drift - DRIFT) + RELIT * max(0.0, relit - RELIT_FROM),
    )


def _descriptions(samples: Sequence[Look], sizes: Sequence[int]) -> list[Description]:
    """The descriptors of samples, layer by layer."""
    joined = np.frombuffer(b"".join(look.descriptor for look in samples), np.int8)
    packed = joined.reshape(len(samples), sum(sizes))
    return [unpacked(each) for each in np.split(packed, np.cumsum(sizes)[:-1], axis=1)]


def _contradicted(
    known: Sequence[Look], apart: Sequence[tuple[Patches, Floats]], sampled: Mapping[int, str]
) -> set[int]:
    """The samples of looks that look like a space of another name."""
    return {
        at
        for space, symbol in sampled.items()
        for layer, (by_patch, by_quantile) in enumerate(apart)
        for at, look in enumerate(known)
        if look.symbol[layer] != symbol[layer]
        and to_kinds(by_patch[[space]], by_quantile[[space]], [[at]]).distances[0, 0] < SAME
    }
