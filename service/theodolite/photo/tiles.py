"""Reads tiles by the descriptors of the network: a space is of the kind of the nearest named one.

A space is in doubt if its nearest kind is not much nearer than the next, or than a bare table, if
all are far, or if the nearest is a little unlike and of another colour, as the hazy side of a tile
is. Named spaces of other photographs of the same copy, *looks*, count as those of this one, but
must be nearer, and nearest by two of the three blocks of the network.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from theodolite.photo import network
from theodolite.photo.lens import Floats
from theodolite.photo.looks import Fit, Judged, Look, Looks, Named

VERSION: Final = 2
"""The version of looks that consist of the network's descriptors."""
USUAL: Final = 0.485
"""The median unlikeness of two spaces of a board, the unit of those below."""
RATIO: Final = 0.8
"""How near the nearest kind must be, relative to the next, to be believed."""
RATIO_OF_LOOKS: Final = 0.7
"""The same where looks are used."""
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
STRANGE: Final = 0.5 * USUAL
"""The unlikeness of spaces and looks from which they have nothing in common."""
SHARED: Final = 0.3
"""The share of spaces that have something in common with looks of the same copy, at least."""
AGREEING: Final = 2
"""The blocks of the network that tell the nearest kind where looks are used, at least."""
SAME: Final = 0.06 * USUAL
"""The unlikeness up to which a space that a person names contradicts a sample of another name."""
CLUSTER: Final = 0.45 * USUAL
"""The limit of clusters of spaces that look alike."""
EMPTY: Final = "."
"""The symbol of a space on which nothing lies, in every game."""


def judge(spaces: Floats, named: Named, looks: Looks, kind: str) -> tuple[Judged, Looks, Fit]:
    """Compare every space with samples of this and of other photographs.

    Args:
        spaces: The descriptors of the spaces.
        named: What a person has named in this photograph.
        looks: Samples of other photographs, which may be of another kind of board.
        kind: The game and the kind of board.

    Returns:
        What they tell; the looks with the samples, or the samples alone if the looks do not fit;
        and how they fit.
    """
    photograph, names, sampled = named
    among = network.unlikeness(spaces, spaces)[0]
    known = looks.samples if looks.are_of(kind, [network.SIZE], VERSION) else ()
    others = network.of_samples([look.descriptor for look in known])
    fit: Fit = "none"
    if known:
        nearest = network.unlikeness(spaces, others)[0].min(1)
        fit = "good" if float(np.quantile(nearest, SHARED)) < STRANGE else "poor"
    if fit != "good":
        known, others, looks = (), others[:0], Looks(kind, version=VERSION)
    wrong = {
        at
        for space, symbol in sampled.items()
        for at, unlike in enumerate(network.unlikeness(spaces[[space]], others)[0][0])
        if unlike < SAME and known[at].symbol != symbol
    }
    kept = [at for at in range(len(known)) if at not in wrong]
    learnt = [
        Look(photograph, names[space], symbol, network.as_sample(spaces[space]))
        for space, symbol in sampled.items()
    ]
    symbols = [*(known[at].symbol for at in kept), *sampled.values()]
    samples = np.vstack((others[kept], spaces[[*sampled]]))
    unlike, blocks = network.unlikeness(spaces, samples)
    kinds, distances = _to_kinds(unlike, symbols)
    doubts = np.ones(len(spaces))
    if kinds:
        colours = _to_kinds(network.colour_apart(spaces, samples), symbols)[1]
        doubts = _doubts(spaces, kinds, distances, colours, RATIO_OF_LOOKS if kept else RATIO)
    if kept:
        each = [_to_kinds(block, symbols)[1].argmin(1) for block in blocks]
        agreeing = (np.array(each) == distances.argmin(1)).sum(0)
        doubts = np.where(agreeing < AGREEING, np.maximum(doubts, 1.0), doubts)
    doubts[[*sampled]] = 0
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
    spaces: Floats, kinds: Sequence[str], distances: Floats, colours: Floats, ratio: float
) -> Floats:
    """How doubtful the nearest kind of each space is, given the distances of all and a ratio."""
    every = np.sort(np.hstack((distances, np.full((len(spaces), 1), UNKNOWN))), axis=1)
    nearest, next_ = np.maximum(every[:, 0], 0), np.maximum(every[:, 1], 1e-9)
    kind = distances.argmin(1)
    colour = colours[np.arange(len(spaces)), kind]
    bare = np.maximum(network.unlikeness(spaces, network.bare_tables())[0].min(1), 1e-9)
    # The bare table of another photograph may look otherwise.
    is_known = np.array([kind == EMPTY for kind in kinds])[kind]
    by_bare = np.where(is_known, 0, nearest / bare / BARE)
    by_colour = np.sqrt(nearest * colour / OTHER_COLOUR)
    return np.asarray(
        np.maximum.reduce((nearest / next_ / ratio, nearest / FAR, by_bare, by_colour))
    )
