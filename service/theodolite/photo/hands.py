"""Compares signs with each other, and with looks: signs of the same hand on other maps.

Two signs are compared at the best of several small shifts, since no sign is drawn twice at the same
place. A sign of looks is compared as if it lay on the map too: it may name a cluster, and a cluster
unlike any named one is asked about as without looks. No pressure, pencil or light of the other map
is kept. On ruins, and of ruins, signs are compared without the part that the print hides.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from theodolite.grid import Space
from theodolite.photo.lens import Floats
from theodolite.photo.looks import Fit, Look, Looks

LITTLE: Final = 0.3
"""The ink of bare paper: distances are relative to the ink of both signs plus this."""
TINT: Final = 15.0
"""The weight of a difference of hue, relative to one of strokes."""
FARTHEST: Final = 2.0
"""The greatest weight of hues."""
COLOURFUL: Final = 0.15
"""The strength and difference of colours that decide kinds by themselves."""
STEP: Final = 1 / 256
"""The difference of a descriptor's number that one more in its byte stands for."""
HUE_STEP: Final = 1 / 128
"""The difference of a hue's number that one more in its byte stands for."""
STRANGE: Final = 0.22
"""The median distance of drawn signs from looks from which these are of another hand."""
SAME: Final = 0.1
"""The distance up to which a sign that a person names contradicts a sample of another name."""

Map = npt.NDArray[np.float32]


class Signs(NamedTuple):
    """Descriptors (signs x moves x features, the middle move being none) and hues (signs x 3)."""

    descriptors: Map
    hues: Map

    @property
    def unmoved(self) -> "Signs":
        """The signs at their places alone."""
        middle = self.descriptors.shape[1] // 2
        return Signs(self.descriptors[:, middle : middle + 1], self.hues)

    @property
    def drawn(self) -> npt.NDArray[np.bool_]:
        """Which are not bare."""
        return np.asarray(self.unmoved.descriptors.any((1, 2)) | self.hues.any(1))


class Seen(NamedTuple):
    """The signs of a map, or of looks.

    Attributes:
        plain: The signs, on ruins without what the print hides.
        hidden: The signs as they would look on a ruin.
        on_ruins: Which of them lie on ruins.
    """

    plain: Signs
    hidden: Signs
    on_ruins: npt.NDArray[np.bool_]

    def packed(self) -> npt.NDArray[np.int8]:
        """The signs as signed bytes: signs x numbers."""
        count = len(self.on_ruins)
        parts = [
            part
            for signs in (self.plain, self.hidden)
            for part in (signs.unmoved.descriptors.reshape(count, -1) / STEP, signs.hues / HUE_STEP)
        ]
        numbers: Map = np.hstack((*parts, self.on_ruins[:, None]))
        return np.asarray(np.clip(np.rint(numbers), -128, 127), np.int8)


def unpacked(packed: npt.NDArray[np.int8]) -> Seen:
    """The inverse of `Seen.packed`."""
    plain, hidden = (
        Signs(half[:, None, :-3] * np.float32(STEP), half[:, -3:] * np.float32(HUE_STEP))
        for half in np.split(packed[:, :-1], 2, axis=1)
    )
    return Seen(plain, hidden, packed[:, -1] > 0)


def compare(seen: Seen, named: Seen) -> Floats:
    """The distance of every two signs: of those of a map, followed by those of looks.

    Args:
        seen: The signs of the map.
        named: The signs of looks.
    """
    unlike = _unlikeness(seen.plain, named.plain)
    on_ruins = np.concatenate((seen.on_ruins, named.on_ruins))
    if on_ruins.any():
        hidden = _unlikeness(seen.hidden, named.hidden)
        unlike[on_ruins], unlike[:, on_ruins] = hidden[on_ruins], hidden[:, on_ruins]
    return unlike


def _unlikeness(signs: Signs, named: Signs) -> Floats:
    """How unlike every two signs are, where one of the map is moved to fit the other best."""
    count = len(signs.hues)
    unmoved = np.vstack((signs.unmoved.descriptors, named.descriptors))
    moved = _misfit(unmoved, signs.descriptors)
    best = np.vstack((moved.T, _misfit(unmoved, named.descriptors).T)).T
    best[:count, count:] = moved[count:].T
    hues = np.vstack((signs.hues, named.hues))
    tint = ((hues[:, None] - hues) ** 2).sum(2)
    # A hand that draws in many colours distinguishes kinds by them rather than by strokes.
    drawn = np.concatenate((signs.drawn, named.drawn))
    here = np.flatnonzero(signs.drawn)
    many = (
        np.clip(np.sqrt(tint[np.ix_(here, here)].mean() / 2) / COLOURFUL, 0, 1)
        if len(here)
        else 0.0
    )
    colour = np.minimum(np.linalg.norm(hues, axis=1) / COLOURFUL, 2)
    trust = 1 / (1 + many * np.outer(colour, colour))
    trust = np.where(np.outer(drawn, drawn), trust, 1)
    return np.asarray(np.minimum(best, best.T) * trust + np.minimum(TINT * tint, FARTHEST), float)


def _misfit(unmoved: Map, moved: Map) -> Map:
    """How unlike each of some signs is every other one where this is moved to fit it best."""
    count, moves, features = moved.shape
    still = unmoved[:, 0]
    squares = (still * still).sum(1)
    moved_squares = (moved * moved).sum(2)
    both = still @ moved.reshape(count * moves, features).T
    apart = squares[:, None, None] + moved_squares - 2 * both.reshape(len(still), count, moves)
    share = np.sqrt(squares + LITTLE)[:, None, None] * np.sqrt(moved_squares + LITTLE)
    return np.asarray((np.maximum(apart, 0) / share).min(2))


class Taught(NamedTuple):
    """The signs of a map and of looks, compared with each other.

    Attributes:
        looks: The looks with the samples of this map, or these alone if the looks are not used.
        fit: How well the looks fit; `none` without any.
        known: The symbols of the samples of the looks that are used.
        unlike: The distance of every two signs: those of the map, followed by those of `known`.
    """

    looks: Looks
    fit: Fit
    known: Sequence[str]
    unlike: Floats


def teach(
    photograph: str,
    seen: Seen,
    sampled: Mapping[Space, str],
    *,
    free: Sequence[Space],
    names: Sequence[str],
    looks: Looks,
) -> Taught:
    """Compare the signs of a map with looks, and add its samples to them.

    Args:
        photograph: The digest of the photograph.
        seen: The signs on all spaces of the map.
        sampled: The free spaces that a person has named.
        free: The spaces on which something may be drawn.
        names: The names of all spaces.
        looks: The looks; they may be of another version.
    """
    packed = seen.packed()
    count, size = packed.shape
    known = looks.samples if looks.are_of(looks.kind, [size]) else ()
    unlike = compare(seen, _signs_of(known, size))
    fit: Fit = "none"
    if known:
        drawn = [space for space in free if seen.plain.drawn[space]]
        nearest = unlike[drawn, count:].min(1)
        fit = "poor" if drawn and np.median(nearest) > STRANGE else "good"
    if fit != "good":
        known, looks = (), Looks(looks.kind)
    wrong = {
        at
        for space, symbol in sampled.items()
        for at, look in enumerate(known)
        if look.symbol != symbol and unlike[space, count + at] < SAME
    }
    kept = [at for at in range(len(known)) if at not in wrong]
    rows = [*range(count), *(count + at for at in kept)]
    learnt = [
        Look(photograph, names[space], symbol, packed[space].tobytes())
        for space, symbol in sampled.items()
    ]
    return Taught(
        looks.taught(learnt, [known[at] for at in wrong]),
        fit,
        [known[at].symbol for at in kept],
        unlike[np.ix_(rows, rows)],
    )


def _signs_of(samples: Sequence[Look], size: int) -> Seen:
    """The signs of samples, of so many bytes each."""
    joined = np.frombuffer(b"".join(look.descriptor for look in samples), np.int8)
    return unpacked(joined.reshape(len(samples), size))
