"""Classifies pencil signs on a printed map by samples of the same person's signs.

A stroke is darker than the paper on both of its sides; a shadow is not. A sign is described by the
places and directions of its strokes and edges, by its ink and by its colour, independent of the
pressure of the pencil.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from theodolite.grid import Grid, Space, each
from theodolite.photo.cells import LINEAR
from theodolite.photo.clusters import find_clusters, spaces_to_ask
from theodolite.photo.decode import Photograph
from theodolite.photo.hands import Map, Seen, Signs, teach
from theodolite.photo.lens import Floats, Pixels
from theodolite.photo.looks import Looks, digest
from theodolite.photo.quality import Flaw
from theodolite.photo.reading import (
    Board,
    Classification,
    Point,
    Reading,
    board_within,
    distances_to_kinds,
    ranked,
    to_reading,
)

UNIT: Final = 48
"""The side of a space, in pixels."""
RIM: Final = 4
"""The pixels along each side of a space that are left aside: printed lines run there."""
FADE: Final = 4
"""The pixels along the sides of the rest over which ink counts less and less."""
MIDDLE: Final = 10
"""The pixels along each side of a space in which ink may be a neighbour's that runs in."""
WIDEST: Final = 13
"""The greatest width of a stroke in pixels; wider areas are shadows or painted."""
FAINT: Final = 0.03
"""The darkness, as a natural logarithm, up to which a pixel is no stroke."""
PALE: Final = 0.06
"""The darkness up to which a pixel has no colour."""
DARKEST: Final = 1.6
"""The darkness at which ink saturates."""
SHADOWY: Final = 0.25
"""How strongly a shadow may be coloured, in logarithms."""
PAINTED: Final = 0.4
"""The least colour, in logarithms, of a space that is painted all over."""
PRINTED: Final = 0.25
"""The share of the darkest pixel from which the darkness common to ruins is their print."""
ASTRAY: Final = 6
"""By how many pixels the print of a ruin may lie beside its place."""
BESIDE: Final = 2.5
"""The distance from a print, in pixels, up to which ink across it is inferred."""
STRONG: Final = 0.97
"""The share of a space's pixels that are paler than its darkest strokes."""
LEAST: Final = 0.15
"""The darkness of the palest strokes that a pencil is taken to draw."""
WEAK: Final = 0.5
"""How pale the strokes of a sign may be, beside what is usual on the map."""
ALL_ROUND: Final = 6
"""The pixels along each side of a space in which there is hardly any of a neighbour's ink."""
ASIDE: Final = 0.8
"""The weight of ink beyond the middle, which may be a neighbour's."""
BARE: Final = 0.15
"""How much ink lies on bare spaces, beside what is usual on the map."""
DRAWN: Final = 0.35
"""The ink on drawn spaces, relative to the usual on the map."""
WAYS: Final = 8
"""The number of directions of strokes."""
LONG: Final = 2.5
"""The length of the filter along a stroke, in pixels."""
THICK: Final = 1.5
"""The width of the filter across a stroke, in pixels."""
EVENED: Final = 0.25
"""The power of how large signs are, squared, beside the usual, that is taken from them."""
RESIZED: Final = 1.18
"""By how much signs are made larger or smaller, at most."""
CELLS: Final = 6
"""The parts along each side of a sign, in which edges and strokes are gathered."""
SOFT: Final = 0.6
"""How far each counts for the parts beside its own, in parts."""
STROKES: Final = 1.7
"""The weight of strokes, relative to their edges."""
DENSITY: Final = 0.06
"""The weight of ink."""
MOVES: Final = (-3.5, 0.0, 3.5)
"""By how many pixels a sign is moved, each way, to fit another."""
GREY: Final = 0.1
"""The darkness at which half of a colour is believed."""
CLUSTER_LIMIT: Final = 0.105
"""The limit of a cluster of signs."""
WIDE: Final = 0.28
"""The limit of clusters that each need a named sign."""
NEAR: Final = 0.24
"""The distance from a named kind up to which a cluster needs no named sign."""
NEIGHBOURLY: Final = 0.8
"""The factor of the distance of neighbours: shapes have several spaces."""
DARKER: Final = 0.1
"""By how much darker, in logarithms, the print must be elsewhere for the corners to be doubted, or
for the picture to be mirrored."""
UNKNOWN: Final = 1.4
"""The distance at which a sign is as likely to be of a kind without a sample."""
REVIEW: Final = 0.15
"""The confidence below which a person should review a space."""
HIDDEN: Final = 0.2
"""That limit on a ruin, whose print hides a part of the sign."""
ELSEWHERE: Final = 0.05
"""Added to both where the kind has a sample on other maps alone."""


def _cut(image: Map, grid: Grid) -> Map:
    """A picture of the map by its spaces: spaces x UNIT x UNIT (x colours)."""
    parts = image.reshape(grid.rows, UNIT, grid.columns, UNIT, *image.shape[2:]).swapaxes(1, 2)
    return parts.reshape(-1, UNIT, UNIT, *image.shape[2:])


def _strokes(light: Map) -> Map:
    """How much darker than the paper on both sides each pixel is, in logarithms.

    Shadows do not count, however dark they are.
    """
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (WIDEST, WIDEST))
    paper = cv2.morphologyEx(cv2.GaussianBlur(light, (0, 0), 0.7), cv2.MORPH_CLOSE, around)
    lightest = np.maximum.reduce(cv2.split((paper + 0.01) / (light + 0.01)))
    return np.asarray(np.clip(np.log(lightest) - FAINT, 0, DARKEST))


def _paints(light: Map, grid: Grid) -> Map:
    """How much darker than the lightest paper of its own space each pixel is, in logarithms.

    Where even that is coloured as no shadow is, the space is painted all over: there, the paper is
    what that of all spaces makes likely.
    """
    parts = _cut(light, grid)[:, ::2, ::2].reshape(len(grid.names), -1, 3)
    lightest = parts.shape[1] * 19 // 20
    paper = np.log(np.partition(parts, lightest, axis=1)[:, lightest] + 0.01)
    darker = _smooth(paper, grid) - paper
    colour = np.linalg.norm(darker - darker.mean(1, keepdims=True), axis=1, keepdims=True)
    paper += darker * np.clip((colour - SHADOWY) / (PAINTED - SHADOWY), 0, 1)
    of_spaces = paper.reshape(grid.rows, grid.columns, 3).astype(np.float32)
    everywhere = cv2.resize(of_spaces, light.shape[1::-1])
    return np.asarray(np.clip(everywhere - np.log(light + 0.01) - PALE, 0, DARKEST))


def _smooth(paper: Map, grid: Grid) -> Floats:
    """A smooth surface fitted to the light of the paper of all spaces, in logarithms."""
    x = np.tile(np.linspace(-1, 1, grid.columns), grid.rows)
    y = np.repeat(np.linspace(-1, 1, grid.rows), grid.columns)
    terms = np.column_stack((np.ones_like(x), x, y, x * x, y * y, x * y))
    weight, smooth = np.ones(len(x)), paper.astype(np.float64)
    for _ in range(10):
        weighted = terms.T * weight
        smooth = terms @ np.linalg.solve(weighted @ terms + 1e-6 * np.eye(6), weighted @ paper)
        off = (paper - smooth).min(1)
        # A space darker than its surroundings is not bare paper.
        weight = 1 / (1 + (np.minimum(off, 0) / 0.03) ** 2 + (np.maximum(off, 0) / 0.15) ** 2)
    return np.asarray(smooth)


def _blurred(pictures: Map, spread: float) -> Map:
    """Each of two or more pictures, blurred: pictures x height x width."""
    blurred = cv2.GaussianBlur(pictures.transpose(1, 2, 0), (0, 0), spread)
    return np.asarray(blurred.transpose(2, 0, 1), np.float32)


def _without(dark: Map, printed: Map) -> Map:
    """The darkness without the print, where the darkness beside it is continued.

    Both are spaces x UNIT x UNIT, `printed` from 0 to 1.
    """
    beside = 1 - printed
    seen, inked = _blurred(beside, BESIDE), _blurred(dark * beside, BESIDE)
    return np.asarray(dark * beside + printed * inked / (seen + 0.05))


def _prints(dark: Map, ruins: Sequence[Space]) -> tuple[Map, Map]:
    """Where each ruin is printed, from 0 to 1, and where ruins usually are.

    That is where all of them, but one perhaps, are dark.
    """
    seen = _blurred(dark[ruins], 0.7)
    within = np.s_[..., ASTRAY:-ASTRAY, ASTRAY:-ASTRAY]
    fits = [
        [cv2.minMaxLoc(cv2.matchTemplate(one, other[within], cv2.TM_CCOEFF_NORMED)) for one in seen]
        for other in seen
    ]
    # The one that is most like all others shows little but the print.
    plainest = max(fits, key=lambda fit: sum(alike for _, alike, _, _ in fit))
    moves = [(y - ASTRAY, x - ASTRAY) for _, _, _, (x, y) in plainest]
    aligned = [np.roll(one, (-y, -x), (0, 1)) for one, (y, x) in zip(seen, moves, strict=True)]
    at = 1 if len(ruins) > 3 else 0
    usual = np.partition(np.array(aligned), at, axis=0)[at]
    dark_on_all = (usual > PRINTED * usual[within].max()).astype(np.float32)
    wide = cv2.dilate(dark_on_all, np.ones((3, 3), np.uint8))
    return np.array([np.roll(wide, move, (0, 1)) for move in moves]), np.asarray(wide)


def _described(strokes: Map, paints: Map, printed: Map) -> Signs:
    """The descriptors of the sign on each space.

    Args:
        strokes: The result of `_strokes`, spaces x UNIT x UNIT.
        paints: The result of `_paints`.
        printed: The pixels to ignore, spaces x UNIT x UNIT, from 0 to 1.
    """
    whole, inner = slice(RIM, -RIM), slice(MIDDLE, -MIDDLE)
    # The edge of a shadow is dark, but hardly coloured.
    paint = paints[:, inner, inner]
    tint = paint - (paint @ np.full(3, 1 / 3, np.float32))[..., None]
    vivid = np.sqrt(np.einsum("...c,...c", tint, tint)) * (1 - printed[:, inner, inner])
    ink = strokes.copy()
    partly = printed.any((1, 2))
    if partly.any():
        ink[partly] = _without(ink[partly], printed[partly])
    seen = ink[:, whole, whole]
    darkest = np.quantile(seen.reshape(len(ink), -1), STRONG, axis=1)
    middle = np.maximum(ink[:, inner, inner], vivid).reshape(len(ink), -1)
    drawn = np.quantile(middle, STRONG, axis=1) > LEAST
    usual = float(np.median(darkest[drawn])) if drawn.sum() > 3 else 2 * LEAST
    strength = np.maximum(darkest, max(WEAK * usual, LEAST))[:, None]
    # However hard the pencil was pressed, a sign is the same.
    around = ink[:, ALL_ROUND:-ALL_ROUND, ALL_ROUND:-ALL_ROUND].reshape(len(ink), -1)
    amount = np.maximum((middle / strength).mean(1), ASIDE * (around / strength).mean(1))
    usual = float(np.median(amount[drawn])) if drawn.sum() > 3 else 0.1
    there = np.clip((amount / usual - BARE) / (DRAWN - BARE), 0, 1)
    inked = np.flatnonzero(there)
    descriptors = np.zeros((len(ink), len(MOVES) ** 2, CELLS * CELLS * (2 * WAYS + 1)), np.float32)
    if len(inked):
        fade = np.minimum(1, (np.arange(seen.shape[1], dtype=np.float32) + 0.5) / FADE)
        fade = np.minimum(fade, fade[::-1])
        drawing = np.clip(seen[inked] / strength[inked, None], 0, 1.3)
        sign = drawing * there[inked, None, None] * (fade[:, None] * fade)
        descriptors[inked] = _descriptors(_centred(sign.astype(np.float32)))
    hues = _hues(paint, vivid)
    return Signs(descriptors, (hues * there[:, None]).astype(np.float32))


def _centred(sign: Map) -> Map:
    """Each sign moved so that its ink is balanced about the middle, its size nearer the usual."""
    side = sign.shape[1]
    half = (side - 1) / 2
    away = np.arange(side, dtype=np.float32) - half
    total = sign.sum((1, 2)) + side * 1.5
    (right, wide), (down, high) = (_spread(sign.sum(axis), away, total) for axis in (1, 2))
    return np.array(
        [
            cv2.warpAffine(
                one,
                np.array(((w, 0, half + x - w * half), (0, h, half + y - h * half)), np.float64),
                (side, side),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            )
            for one, x, y, w, h in zip(sign, right, down, wide, high, strict=True)
        ]
    )


def _spread(ink: Map, away: Map, total: Map) -> tuple[Map, Map]:
    """Where each sign's ink lies along an axis, and how many times as wide as it is to be seen."""
    middle = (ink * away).sum(1) / total
    squares = (ink * (away - middle[:, None]) ** 2).sum(1) / (ink.sum(1) + 1e-3) + 1
    return middle, np.clip((squares / np.median(squares)) ** EVENED, 1 / RESIZED, RESIZED)


def _descriptors(sign: Map) -> Map:
    """The descriptors of each sign at its place and moved: signs x moves x features."""
    count, side, _ = sign.shape
    tall = sign.reshape(-1, side)
    soft = _blurred(sign, 0.7)
    along, across = np.gradient(np.ascontiguousarray(soft), axis=(1, 2))
    seen = np.zeros((2 * WAYS + 1, count, side, side), np.float32)
    # An edge counts for the two ways between which it runs.
    strength, angle = cv2.cartToPolar(np.asarray(across, np.float32), np.asarray(along, np.float32))
    way = angle.ravel() * np.float32(WAYS / np.pi)
    before = way.astype(np.int32)
    share_after = (way - before) * strength.ravel()
    by_way, place = seen[:WAYS].reshape(WAYS, -1), np.arange(way.size)
    by_way[before % WAYS, place] = strength.ravel() - share_after
    by_way[(before + 1) % WAYS, place] = share_after
    # At the crossings of a lattice edges run any way; the strokes do not.
    runs = seen[WAYS:-1].reshape(WAYS, -1, side)
    for run, kernel in zip(runs, _KERNELS, strict=True):
        cv2.filter2D(tall, -1, kernel, dst=run)
    np.maximum(runs, 0, out=runs)
    runs -= runs.mean(0)
    np.maximum(runs, 0, out=runs)
    runs *= STROKES
    runs *= runs
    np.multiply(sign, DENSITY, out=seen[-1])
    middles = (np.arange(CELLS) + 0.5) * side / CELLS - 0.5
    off = np.arange(side) - middles[:, None] - np.array(MOVES)[:, None, None]
    share = np.exp(-((off / (SOFT * side / CELLS)) ** 2) / 2)
    share = (share * CELLS / side / SOFT / np.sqrt(2 * np.pi)).astype(np.float32)
    share = share.reshape(-1, side)
    gathered = share @ (seen.reshape(-1, side) @ share.T).reshape(-1, side, len(share))
    parts = gathered.reshape(-1, count, len(MOVES), CELLS, len(MOVES), CELLS)
    by_move = parts.transpose(1, 2, 4, 0, 3, 5).reshape(count, len(MOVES) ** 2, -1)
    return np.asarray(np.sqrt(np.maximum(by_move, 0)))


def _kernel(turn: float) -> Map:
    """A filter for strokes of one direction, in radians."""
    reach = round(1.6 * LONG)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    along = x * np.cos(turn) + y * np.sin(turn)
    across = (y * np.cos(turn) - x * np.sin(turn)) / THICK
    kernel = np.exp(-((along / LONG) ** 2) / 2) * (1 - across**2) * np.exp(-(across**2) / 2)
    kernel *= np.hypot(x, y) <= reach + 0.5
    kernel -= kernel.mean()
    return np.asarray(kernel / np.abs(kernel).sum() * 2, np.float32)


_KERNELS: Final = tuple(_kernel(way * np.pi / WAYS) for way in range(WAYS))


def _hues(paints: Map, weight: Map) -> Map:
    """The hue of what is drawn on each space: spaces x 3, grey at 0."""
    total = np.einsum("nyxc,nyx->nc", paints, weight)
    colour = total / (weight.sum((1, 2)) + paints.shape[1])[:, None]
    hue = colour - colour.mean(1, keepdims=True)
    return np.asarray(hue / (np.linalg.norm(colour, axis=1, keepdims=True) + GREY))


def see_signs(pixels: Pixels, grid: Grid, ruins: Sequence[Space]) -> Seen:
    """Describe the sign on every space.

    Args:
        pixels: The rectified map, UNIT pixels to a space.
        grid: The map.
        ruins: The spaces that have a print of their own.
    """
    light = LINEAR[pixels]
    strokes, paints = _cut(_strokes(light), grid), _cut(_paints(light, grid), grid)
    printed = np.zeros_like(strokes)
    on_ruins = np.zeros(len(strokes), bool)
    if len(ruins) < 2:
        plain = _described(strokes, paints, printed)
        return Seen(plain, plain, on_ruins)
    on_ruins[ruins] = True
    printed[on_ruins], usual = _prints(strokes, ruins)
    plain = _described(strokes, paints, printed)
    # Signs on ruins are compared with the others as these would look on a ruin.
    printed[~on_ruins] = usual
    return Seen(plain, _described(strokes, paints, printed), on_ruins)


def read_signs(
    photograph: Photograph,
    samples: Mapping[str, str],
    corners: Sequence[Point] | None,
    grid: Grid,
    *,
    printed: Mapping[Space, str],
    ruins: Collection[Space],
    looks: Looks | None = None,
    kind: str = "signs",
) -> Reading:
    """Read the signs drawn on a printed map.

    Args:
        photograph: As `decode` gives it.
        samples: The symbols of the spaces, by their names, that a person has named.
        corners: As for `read_board`.
        grid: The map.
        printed: The symbols of spaces on which nothing can be drawn.
        ruins: The spaces that have a print of their own on which something may be drawn.
        looks: `looks` of readings of other maps in the same hand.
        kind: The game, for `looks`.

    Raises:
        PhotoError: `corners` if no map can lie between the corners.
    """
    board = board_within(photograph, corners, grid, drawn=True)
    elsewhere, mirrored = _darker_elsewhere(board, printed)
    if board.proposed and max(elsewhere, mirrored) > DARKER:
        board = board._replace(doubtful=True)
    if mirrored > max(DARKER, elsewhere + DARKER):
        flaw = Flaw("mirrored", round(mirrored, 3), DARKER)
        board = board.with_warnings((flaw,))
    sampled = {grid.spaces[name]: symbol for name, symbol in samples.items()}
    size = grid.columns * UNIT, grid.rows * UNIT
    small = cv2.resize(board.pixels, size, interpolation=cv2.INTER_AREA)
    taught = teach(
        digest(photograph.pixels),
        see_signs(small, grid, sorted(ruins)),
        {space: symbol for space, symbol in sampled.items() if space not in printed},
        free=[space for space in grid.spaces.values() if space not in printed],
        names=grid.names,
        looks=looks if looks and looks.kind == kind else Looks(kind),
    )
    classified = classify_signs(
        grid, taught.unlike, taught.known, sampled, printed=printed, ruins=ruins
    )
    return replace(
        to_reading(board, classified, sampled.keys() | printed.keys()),
        looks=taught.looks if sampled else None,
        looks_fit=None if looks is None else taught.fit,
    )


def _darker_elsewhere(board: Board, printed: Collection[Space]) -> tuple[float, float]:
    """By how much darker the print would be elsewhere, as a natural logarithm.

    Returns:
        If the map lay one space further, or turned; and if the picture were mirrored.
    """
    high, wide, side = board.grid.rows, board.grid.columns, UNIT // 4
    small = cv2.resize(board.pixels, (wide * side, high * side), interpolation=cv2.INTER_AREA)
    parts = LINEAR[small].mean(2).reshape(high, side, wide, side)
    inner = slice(side // 4, -(side // 4))
    dark = -np.log(parts[:, inner, :, inner] + 0.01).mean((1, 3))
    known = np.zeros(dark.shape, bool)
    known.ravel()[list(printed)] = True
    if not known.any():
        return 0.0, 0.0
    places = np.argwhere(known)
    turns = range(4) if high == wide else (0, 2)
    beside = [np.add(places, (down, right)) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    turned = [np.argwhere(np.rot90(known, turn)) for turn in turns]
    mirrored = [np.argwhere(np.rot90(known[:, ::-1], turn)) for turn in turns]

    def darkest(each: Sequence[npt.NDArray[np.intp]]) -> float:
        within = [spaces[((spaces >= 0) & (spaces < dark.shape)).all(1)] for spaces in each]
        return float(max(dark[*spaces.T].mean() for spaces in within if len(spaces)))

    here = float(dark[known].mean())
    return darkest(beside + turned) - here, darkest(mirrored) - here


def _beside(grid: Grid) -> Floats:
    """Factors of distances: neighbours are often of one kind, so their distance counts less."""
    counts = np.ones((len(grid.names), len(grid.names)))
    for space in grid.spaces.values():
        counts[space, list(each(grid.neighbours(1 << space)))] = NEIGHBOURLY
    return counts


def _strangeness(
    cluster: Sequence[int], together: Floats, kinds: Sequence[Sequence[int]], distances: Floats
) -> float:
    """How likely a cluster is to be of a kind without a name rather than of its nearest kind.

    It grows with the least distance to that kind, with the number of signs, which do not stray
    together, and with the nearness of another kind: a hand whose kinds are so alike may have more.

    Args:
        cluster: The signs of a cluster without a name.
        together: The distance of every two signs, less for neighbours.
        kinds: The signs of each named kind.
        distances: The distance of each sign to each kind.
    """
    kind, *others = set(distances[cluster].argmin(1).tolist())
    if others:
        return np.inf
    near = together[np.ix_(cluster, kinds[kind])].min()
    rival = np.delete(distances[cluster], kind, axis=1).min(initial=UNKNOWN)
    return float(near * len(cluster) ** 0.5 / np.cbrt(rival + 1e-9))


def classify_signs(
    grid: Grid,
    unlike: Floats,
    known: Sequence[str],
    sampled: Mapping[Space, str],
    *,
    printed: Mapping[Space, str],
    ruins: Collection[Space],
) -> Classification:
    """Classify the sign on every space.

    Args:
        grid: The map.
        unlike: The distance of every two signs: those on its spaces, followed by those of looks.
        known: The symbols of looks.
        sampled: The symbols of the spaces that a person has named.
        printed: The symbols of spaces on which nothing can be drawn.
        ruins: The spaces with a print of their own on which signs can be drawn.
    """
    count = len(grid.names)
    free = [space for space in grid.spaces.values() if space not in printed]
    places = {space: at for at, space in enumerate(free)}
    rows = [*free, *range(count, len(unlike))]
    apart = unlike[np.ix_(rows, rows)]
    here = {places[space]: symbol for space, symbol in sampled.items() if space in places}
    named = here | {len(free) + at: symbol for at, symbol in enumerate(known)}
    together = apart.copy()
    together[: len(free), : len(free)] *= _beside(grid)[np.ix_(free, free)]
    wide = find_clusters(together, WIDE, named)
    clusters = find_clusters(together, CLUSTER_LIMIT, named)
    symbols: list[str | None] = [printed.get(space) for space in grid.spaces.values()]
    runners_up: list[str | None] = [None] * count
    confidence = [1.0 if space in printed else 0.0 for space in range(count)]
    doubts: dict[int, float] = {}
    unclear = clusters
    if named:
        of_symbols, distances = distances_to_kinds(apart, clusters, named)
        nearest, second, sure = ranked(distances, UNKNOWN)
        for at, space in enumerate(free):
            symbol = here.get(at, of_symbols[nearest[at]])
            symbols[space] = symbol
            runners_up[space] = of_symbols[second[at]] if len(of_symbols) > 1 else None
            confidence[space] = 1.0 if at in here else round(float(sure[at]), 3)
            elsewhere = 0 if symbol in here.values() else ELSEWHERE
            if confidence[space] < (HIDDEN if space in ruins else REVIEW) + elsewhere:
                doubts[at] = confidence[space]
        kinds = [
            [sign for cluster in clusters if symbol in map(named.get, cluster) for sign in cluster]
            for symbol in of_symbols
        ]
        unclear = [
            cluster
            for cluster in clusters
            if not doubts.keys().isdisjoint(cluster)
            or _strangeness(cluster, together, kinds, distances) > NEAR
        ]
    # Naming one sign of each wide cluster answers most other questions.
    first, _ = spaces_to_ask(apart, wide, named, {})
    ask, marked = spaces_to_ask(apart, unclear, named, doubts)
    on_map: list[list[int]] = [
        [free[at] for at in cluster if at < len(free)] for cluster in clusters
    ]
    return Classification(
        symbols,
        runners_up,
        confidence,
        {free[at] for at in marked},
        [free[at] for at in first or ask],
        sorted((signs for signs in on_map if signs), key=lambda cluster: (-len(cluster), cluster)),
    )
