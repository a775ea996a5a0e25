"""Reads tiles by the descriptors of the network: a space is of the kind of the nearest named one.

A space is in doubt if its nearest kind is not much nearer than the next, or than a bare table, if
all are far, or if the nearest is a little unlike and of another colour, as the hazy side of a tile
is. Named spaces of other photographs of the same copy, *looks*, count as those of this one, but
must be nearer, and nearest by two of the three blocks of the network. Patches are compared too: a
space is less doubtful if they doubt the same kind less, and doubtful at last if they believe
another kind.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from theodolite.photo import network
from theodolite.photo.cells import MIDDLE
from theodolite.photo.lens import Floats
from theodolite.photo.looks import (
    Fit,
    Judged,
    Looks,
    Named,
    Seen,
    Taught,
    doubt,
    size_of,
    teach,
)

VERSION: Final = 2
"""The version of looks whose samples have both descriptors."""
SIZE: Final = network.SIZE + size_of(MIDDLE)
"""The bytes of a sample: the descriptor by the network, then that by patches."""
USUAL: Final = 0.485
"""The median unlikeness of two spaces of a board, the unit of those below."""
RATIO: Final = 0.8
"""How near the nearest kind must be, relative to the next, to be believed."""
RATIO_OF_LOOKS: Final = 0.7
"""The same where looks are used, unless colours tell it too."""
RATIO_OF_BOTH: Final = 0.5
"""The same by the geometric mean of unlikeness and distance of colours."""
ALIKE: Final = 0.2
"""Added to distances of colours before that: two colours are never the very same."""
FAR: Final = 0.6 * USUAL
"""The unlikeness from which no kind is believed."""
OTHER_COLOUR: Final = 0.3 * USUAL
"""The product of unlikeness and distance of colours from which no kind is believed."""
UNKNOWN: Final = 1.6 * USUAL
"""How unlike a kind that nobody has named is."""
BARE: Final = 0.5
"""How near the nearest kind must be, relative to a bare table, unless that has been named."""
NEIGHBOURLY: Final = 0.6 * USUAL
"""How unlike doubtful spaces may be for the name of one to settle another."""
SHARED: Final = 1 / 3
"""The share of spaces that looks of the same copy have samples of, at least."""
STRANGE: Final = 0.25 * USUAL
"""The product of unlikeness and distance of colours from which looks have no sample of a space."""
AGREEING: Final = 2
"""The blocks of the network that tell the nearest kind where looks are used, at least."""
SAME: Final = 0.06 * USUAL
"""The unlikeness up to which a space that a person names contradicts a sample of another name."""
CLUSTER: Final = 0.45 * USUAL
"""The limit of clusters of spaces that look alike."""
EMPTY: Final = "."
"""The symbol of a space on which nothing lies, in every game."""


def judge(
    spaces: Floats, seen: Seen, named: Named, looks: Looks, kind: str
) -> tuple[Judged, Looks, Fit]:
    """Compare every space with samples of this and of other photographs.

    Args:
        spaces: The descriptors of the spaces by the network.
        seen: The patches of the spaces.
        named: What a person has named in this photograph.
        looks: Samples of other photographs, which may be of another kind of board.
        kind: The game and the kind of board.

    Returns:
        What they tell; the looks with the samples, or the samples alone if the looks do not fit;
        and how they fit.
    """
    sampled = named.sampled
    among = network.unlikeness(spaces, spaces)[0]
    known = looks.samples if looks.are_of(kind, [SIZE], VERSION) else ()
    others = network.of_samples([look.descriptor[: network.SIZE] for look in known])
    fit: Fit = "none"
    if known:
        both = network.unlikeness(spaces, others)[0] * network.colour_apart(spaces, others)
        fit = "good" if float(np.quantile(both.min(1), SHARED)) < STRANGE else "poor"
    if fit != "good":
        known, others, looks = (), others[:0], Looks(kind, version=VERSION)
    wrong = {
        at
        for space, symbol in sampled.items()
        for at, unlike in enumerate(network.unlikeness(spaces[[space]], others)[0][0])
        if unlike < SAME and known[at].symbol != symbol
    }
    kept = [at for at in range(len(known)) if at not in wrong]
    patches = [replace(known[at], descriptor=known[at].descriptor[network.SIZE :]) for at in kept]
    taught = teach(named, [seen], Looks(kind, tuple(patches)), kind)
    learnt = [
        replace(look, descriptor=network.as_sample(spaces[space]) + look.descriptor)
        for space, look in zip(sampled, taught.learnt, strict=True)
    ]
    symbols = [*(known[at].symbol for at in kept), *sampled.values()]
    samples = np.vstack((others[kept], spaces[[*sampled]]))
    unlike, blocks = network.unlikeness(spaces, samples)
    kinds, distances = _to_kinds(unlike, symbols)
    doubts = np.ones(len(spaces))
    if kinds:
        colours = _to_kinds(network.colour_apart(spaces, samples), symbols)[1]
        doubts = _doubts(spaces, kinds, distances, colours, known=len(kept) > 0)
    if kept:
        each = [_to_kinds(block, symbols)[1].argmin(1) for block in blocks]
        agreeing = (np.array(each) == distances.argmin(1)).sum(0)
        doubts = np.where(agreeing < AGREEING, np.maximum(doubts, 1.0), doubts)
    doubts[[*sampled]] = 0
    if kept and taught.known:
        doubts = _by_both(doubts, [kinds[at] for at in distances.argmin(1)], taught)
    doubtful = np.flatnonzero(doubts >= 1)
    resolved = (among[:, doubtful] < NEIGHBOURLY).sum(1) * (not kept)
    urgent = sorted(map(int, doubtful), key=lambda space: (-resolved[space], -doubts[space]))
    judged = Judged(kinds, distances, doubts, urgent)
    return judged, looks.taught(learnt, [known[at] for at in wrong]), fit


def _to_kinds(unlike: Floats, symbols: Sequence[str]) -> tuple[list[str], Floats]:
    """The kinds, and how unlike each space is the nearest sample of each of them."""
    kinds = list(dict.fromkeys(symbols))
    of_kind = [[at for at, symbol in enumerate(symbols) if symbol == kind] for kind in kinds]
    distances = [unlike[:, each].min(1) for each in of_kind]
    return kinds, np.column_stack(distances) if kinds else np.empty((len(unlike), 0))


def _doubts(
    spaces: Floats, kinds: Sequence[str], distances: Floats, colours: Floats, *, known: bool
) -> Floats:
    """How doubtful the nearest kind of each space is, given how far it is from all kinds."""
    kind = distances.argmin(1)
    at = (np.arange(len(spaces)), kind)
    nearest, colour = np.maximum(distances[at], 0), colours[at]
    ratio = _to_next(distances, kind, UNKNOWN)
    doubts = ratio / RATIO
    if known:
        both = _to_next(distances * (colours + ALIKE), kind, UNKNOWN * (1 + ALIKE))
        clearer = np.minimum(ratio / RATIO_OF_LOOKS, np.sqrt(both) / RATIO_OF_BOTH)
        doubts = np.maximum(doubts, clearer)
    bare = np.maximum(network.unlikeness(spaces, network.bare_tables())[0].min(1), 1e-9)
    # The bare table of another photograph may look otherwise.
    is_known = np.array([each == EMPTY for each in kinds])[kind]
    by_bare = np.where(is_known, 0, nearest / bare / BARE)
    by_colour = np.sqrt(nearest * colour / OTHER_COLOUR)
    return np.asarray(np.maximum.reduce((doubts, nearest / FAR, by_bare, by_colour)))


def _to_next(distances: Floats, kind: npt.NDArray[np.intp], unknown: float) -> Floats:
    """The distance of the nearest kind of each space, as a share of that of the next."""
    every = np.hstack((distances, np.full((len(distances), 1), unknown)))
    nearest = np.take_along_axis(every, kind[:, None], 1)[:, 0]
    np.put_along_axis(every, kind[:, None], np.inf, 1)
    return np.asarray(np.maximum(nearest, 0) / np.maximum(every.min(1), 1e-9))


def _by_both(doubts: Floats, nearest: Sequence[str], taught: Taught) -> Floats:
    """The doubts of spaces by the network and by patches.

    Where patches doubt the same kind less, they are the geometric mean of both. Once none is left,
    spaces that patches believe to be of another kind are in doubt.

    Args:
        doubts: How doubtful the nearest kind of each space is by the network.
        nearest: That kind.
        taught: What patches tell.
    """
    kinds, distances = taught.to_kinds(0)
    by_patches = doubt(distances, taught.tightened)
    is_same = np.array(kinds)[distances.distances.argmin(1)] == np.array(nearest)
    both = np.where(is_same, np.minimum(doubts, np.sqrt(doubts * by_patches)), doubts)
    if (both >= 1).any():
        return both
    return np.where(is_same | (by_patches >= 1), both, 1.0)
