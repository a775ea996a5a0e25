"""Reads a board from a photograph by comparing its spaces with samples in the same photograph."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from theodolite.grid import Grid
from theodolite.photo import network, tiles
from theodolite.photo.cells import (
    MIDDLE,
    Part,
    Unlikeness,
    clear_unlikeness,
    describe,
    evened,
    patches_apart,
    plain_unlikeness,
    rectified,
    unlikeness,
)
from theodolite.photo.clusters import find_clusters, spaces_to_ask
from theodolite.photo.corners import find_boards
from theodolite.photo.decode import PhotoError, Photograph
from theodolite.photo.fitting import find_bend
from theodolite.photo.lens import Floats, Pixels
from theodolite.photo.light import light_falloff
from theodolite.photo.looks import Fit, Judged, Looks, Named, Seen, Taught, digest, doubt, teach
from theodolite.photo.network import Descriptors
from theodolite.photo.quality import Flaw, flaws, piece_warnings

Point = tuple[float, float]
"""A place in the upright photograph: pixels from the left and from the top."""
Corners = tuple[Point, Point, Point, Point]
"""The corners of a board, clockwise from the top left."""

UNEVEN: Final = 0.8
"""How far the lightness of like spaces may differ before the light is corrected."""
EVEN: Final = 0.5
"""How far it may differ after that."""
CLUSTER_LIMITS: Final = (1.0, 0.7, 0.8)
"""The limits of clusters: at first, once the light is corrected, and at last."""
UNKNOWN: Final = 2.6
"""The distance at which a space is as likely to be of a kind without a sample."""
TOLD_BY: Final = 5 / 9
"""The share of a space's patches that decides its kind: those that any kind explains best."""
REVIEW: Final = 0.61
"""The confidence below which a person should review a space, in light of one colour."""
DRIFT: Final = 0.1
"""How far the ratio of red to blue may differ over a board, in natural logarithms, for that."""
TINTED: Final = 1.5
"""The confidence that more drift adds to the limit."""
SURE: Final = 0.8
"""The greatest limit."""
MISTY: Final = 0.3
"""The weight of the distance of a space's clearest patches, added to that of all."""
PLAIN: Final = 4.0
"""The greatest distance that counts there."""
PIECE: Final = 12.0
"""The distance from which the most colourful patches are taken for a piece on the space."""
SMALLEST: Final = 10.0
"""The side of a space, in pixels of the working picture, from which it can be read."""


@dataclass(frozen=True)
class SpaceReading:
    """The reading of one space.

    Attributes:
        space: The name of the space.
        symbol: The likeliest symbol of the samples; None without samples.
        runner_up: The second likeliest; None without a second symbol.
        confidence: From 0 to 1.
        review: Whether a person should look.
    """

    space: str
    symbol: str | None
    runner_up: str | None
    confidence: float
    review: bool


@dataclass(frozen=True)
class FoundBoard:
    """A board that was found in a photograph.

    Attributes:
        corners: Its corners.
        confidence: How plain its grid is to see, from 0 to 1.
    """

    corners: Corners
    confidence: float


@dataclass(frozen=True)
class Reading:
    """The reading of a board.

    Attributes:
        layers: The rows of each layer; None without samples.
        spaces: Every space, in reading order.
        ask: The spaces to ask a person about next. The rows are provisional while it is not empty;
            the answers go with the other samples into the next reading.
        groups: The spaces that look alike, the largest group first.
        corners: Clockwise from the top left.
        proposed: Whether the corners were found rather than given.
        review_corners: Whether a person should review them before anything else.
        boards: All boards that were found, the likeliest first; empty if corners were given.
        looks: What the samples teach about this copy of the game, for other photographs: with the
            looks that were given if these fit, else alone. None without samples.
        looks_fit: Whether the looks given were used: only `good` ones are. `none` if they are of
            another kind of board or version, `poor` if of another copy or light; None without.
        descriptors: What the network tells of every space, for other readings with these corners;
            None if the spaces were compared by their patches or signs.
        warnings: What may make the reading wrong: then more is asked, and a better photograph asks
            less.
    """

    layers: tuple[tuple[str, ...], ...] | None
    spaces: tuple[SpaceReading, ...]
    ask: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    corners: Corners
    proposed: bool
    review_corners: bool
    boards: tuple[FoundBoard, ...] = ()
    looks: Looks | None = None
    looks_fit: Fit | None = None
    descriptors: Descriptors | None = None
    warnings: tuple[Flaw, ...] = ()

    @property
    def rows(self) -> tuple[str, ...] | None:
        """The rows of a board of one layer, or those of the lowest."""
        return None if self.layers is None else self.layers[0]


class Board(NamedTuple):
    """A rectified board, its corners in the photograph, and how they were found."""

    pixels: Pixels
    grid: Grid
    corners: Corners
    proposed: bool
    doubtful: bool
    found: tuple[FoundBoard, ...] = ()
    warnings: tuple[Flaw, ...] = ()

    def with_warnings(self, more: tuple[Flaw, ...]) -> "Board":
        """The board with further warnings."""
        return self._replace(warnings=(*self.warnings, *more))


class Classification(NamedTuple):
    """The classification of all spaces in reading order, the spaces to ask, and the clusters.

    The spaces of `marked`, `ask` and `clusters` are indices of the lists.
    """

    symbols: list[str | None]
    runners_up: list[str | None]
    confidence: list[float]
    marked: set[int]
    ask: list[int]
    clusters: list[list[int]]


def read_board(
    photograph: Photograph,
    samples: Mapping[str, str] | None = None,
    corners: Sequence[Point] | None = None,
    grid: Grid | None = None,
    layers: Sequence[Part] = (MIDDLE,),
    *,
    looks: Looks | None = None,
    kind: str = "tiles",
    one: bool = False,
    descriptors: Descriptors | None = None,
) -> Reading:
    """Read every space of a board.

    Args:
        photograph: The result of `decode`.
        samples: The symbols that a person has named, by space: a character for each layer. `ask` of
            the reading has the spaces to name next.
        corners: The four corners of the grid in the upright photograph, clockwise from the top
            left as the rows are to be read; found if None.
        grid: The board, by default 5 x 5 spaces.
        layers: The parts of a space that show what lies on it, the lowest first.
        looks: `looks` of readings of other photographs of this copy of the game.
        kind: The game and the kind of board, for `looks`.
        one: Whether to ask about at most one space: that whose name settles most.
        descriptors: `descriptors` of an earlier reading of the photograph, which save time.

    Raises:
        PhotoError: `corners` if no board can lie between the corners.
    """
    board = board_within(photograph, corners, grid or Grid(5, 5))
    sampled: dict[int, str] = {
        board.grid.spaces[name]: symbol for name, symbol in (samples or {}).items()
    }
    named = Named(digest(photograph.pixels), board.grid.names, sampled)
    of_board = f"{named.photograph} {board.corners}"
    if (
        (one or sampled or looks is not None)
        and tuple(layers) == (MIDDLE,)
        and (known := network.carried(board.pixels, board.grid, of_board, descriptors))
    ):
        return _read_by_network(board, named, looks, kind, known, one=one)
    return _read_by_patches(board, named, layers, looks, kind, one=one)


def _read_by_network(
    board: Board,
    named: Named,
    looks: Looks | None,
    kind: str,
    descriptors: Descriptors,
    *,
    one: bool,
) -> Reading:
    """Read tiles by the descriptors of the network; without looks, all at once, by patches."""
    sampled = named.sampled
    spaces = network.unpacked(descriptors, len(named.names))
    seen = see(board, sampled)
    judged, taught, fit = tiles.judge(spaces, seen, named, looks or Looks(kind), kind)
    if one or fit == "good":
        unlike = network.unlikeness(spaces, spaces)[0]
        classified = _by_doubt(judged, find_clusters(unlike, tiles.CLUSTER, sampled), sampled)
        if sampled and fit != "good" and not classified.ask:
            classified = _doubt_where_other(classified, classify(seen, sampled), sampled)
    else:
        classified = classify(seen, sampled)
    if one:
        classified = classified._replace(ask=classified.ask[:1])
    return replace(
        to_reading(board.with_warnings(seen.warnings), classified, sampled),
        looks=taught if sampled else None,
        looks_fit=None if looks is None else fit,
        descriptors=descriptors,
    )


def _read_by_patches(
    board: Board,
    named: Named,
    layers: Sequence[Part],
    looks: Looks | None,
    kind: str,
    *,
    one: bool,
) -> Reading:
    """Read tiles of one or more layers by patches and quantiles."""
    sampled = named.sampled
    by_layer = [{s: symbol[at] for s, symbol in sampled.items()} for at in range(len(layers))]
    seen = [see(board, named, part) for named, part in zip(by_layer, layers, strict=True)]
    taught = None
    if sampled or looks is not None:
        taught = teach(named, seen, looks or Looks(kind), kind)
    if taught is not None and (one or taught.known):
        classified = [
            _classify_by_samples(each, taught, at, sampled) for at, each in enumerate(seen)
        ]
        if sampled and not taught.known and not any(each.ask for each in classified):
            plain = [classify(*each) for each in zip(seen, by_layer, strict=True)]
            classified = [
                _doubt_where_other(*both, sampled) for both in zip(classified, plain, strict=True)
            ]
    else:
        classified = [classify(*each) for each in zip(seen, by_layer, strict=True)]
    merged = _merge_layers(classified)
    if one:
        # The least sure space settles most.
        merged = merged._replace(ask=sorted(merged.ask, key=merged.confidence.__getitem__)[:1])
    reading = to_reading(board.with_warnings(seen[0].warnings), merged, sampled, len(layers))
    if taught is None:
        return reading
    return replace(
        reading,
        looks=taught.looks if sampled else None,
        looks_fit=None if looks is None else taught.fit,
    )


def to_reading(
    board: Board, classified: Classification, sampled: Collection[int], layers: int = 1
) -> Reading:
    """The reading for a classification.

    Args:
        board: The board.
        classified: Its classification; a symbol has a character for each layer.
        sampled: The spaces that a person has named.
        layers: The number of layers.
    """
    names, columns = board.grid.names, board.grid.columns
    spaces = tuple(
        SpaceReading(
            names[space],
            classified.symbols[space],
            classified.runners_up[space],
            classified.confidence[space],
            review=space not in sampled and (board.doubtful or space in classified.marked),
        )
        for space in range(len(names))
    )
    symbols = [symbol for symbol in classified.symbols if symbol is not None]
    rows = tuple(
        tuple(
            "".join(symbol[layer] for symbol in symbols[start : start + columns])
            for start in range(0, len(names), columns)
        )
        for layer in range(layers)
    )
    return Reading(
        layers=rows if len(symbols) == len(names) else None,
        spaces=spaces,
        ask=tuple(names[space] for space in classified.ask),
        groups=tuple(tuple(names[space] for space in cluster) for cluster in classified.clusters),
        corners=board.corners,
        proposed=board.proposed,
        review_corners=board.doubtful,
        boards=board.found,
        warnings=board.warnings,
    )


def _merge_layers(classified: Sequence[Classification]) -> Classification:
    """Merge the layers of a board. A space is as sure as its least sure layer."""
    first, *others = classified
    if not others:
        return first
    spaces = range(len(first.symbols))
    symbols = [[layer.symbols[space] or "" for layer in classified] for space in spaces]
    confidence = [min(layer.confidence[space] for layer in classified) for space in spaces]
    runners_up: list[str | None] = []
    for space in spaces:
        least = min(range(len(classified)), key=lambda at: classified[at].confidence[space])
        other = classified[least].runners_up[space]
        rivals = [*symbols[space][:least], other or "", *symbols[space][least + 1 :]]
        runners_up.append("".join(rivals) if other else None)
    return Classification(
        ["".join(symbol) or None for symbol in symbols],
        runners_up,
        confidence,
        set().union(*(layer.marked for layer in classified)),
        list(dict.fromkeys(space for layer in classified for space in layer.ask)),
        first.clusters,
    )


def board_within(
    photograph: Photograph, corners: Sequence[Point] | None, grid: Grid, *, drawn: bool = False
) -> Board:
    """Rectify the board between corners, which are found if none are given.

    Args:
        photograph: The photograph.
        corners: As for `read_board`.
        grid: The board.
        drawn: Whether its edges and colours are those that somebody drew.

    Raises:
        PhotoError: `corners` if no board can lie between the corners.
    """
    found: tuple[FoundBoard, ...] = ()
    if corners is None:
        quad, doubtful, bend, found = _find_boards(photograph, grid)
    else:
        doubtful = False
        quad, bend = _check_corners(photograph, corners, grid)
    pixels = rectified(photograph.pixels, quad * photograph.scale, grid, bend)
    warnings = flaws(pixels, photograph.missing, drawn=drawn)
    return Board(pixels, grid, _to_points(quad), corners is None, doubtful, found, warnings)


def see(board: Board, sampled: Mapping[int, str], part: Part = MIDDLE) -> Seen:
    """Describe every space and even the light.

    Args:
        board: The rectified board.
        sampled: The symbols of the spaces that a person has named.
        part: The part of each space to compare.
    """
    patches = describe(board.pixels, board.grid, part)
    # Each pass improves the light falloff, which is estimated from like spaces.
    unlike = plain_unlikeness(patches_apart(patches, UNEVEN))
    for within in CLUSTER_LIMITS[:-1]:
        fall = light_falloff(patches, find_clusters(unlike, within, sampled), board.grid)
        even = evened(patches, fall)
        apart = patches_apart(even, EVEN)
        unlike = plain_unlikeness(apart)
    warnings: tuple[Flaw, ...] = ()
    # On tiles of two layers the upper one would be a piece, in a flawed picture the flaw.
    if part == MIDDLE and not board.warnings:
        warnings = piece_warnings(apart, board.grid.names, sampled)
    return Seen(board.pixels, board.grid, part, patches, even, fall, unlike, warnings)


def classify(seen: Seen, sampled: Mapping[int, str]) -> Classification:
    """Classify every space by the samples.

    Args:
        seen: The spaces.
        sampled: The symbols of the spaces that a person has named.
    """
    _, grid, part, _, even, fall, unlike, _ = seen
    wide, clusters = (
        find_clusters(unlike, part.apart, sampled),
        find_clusters(unlike, CLUSTER_LIMITS[-1], sampled),
    )
    count = len(grid.names)
    if not sampled:
        ask, marked = spaces_to_ask(unlike, wide, sampled, {})
        return Classification([None] * count, [None] * count, [0.0] * count, marked, ask, wide)
    symbols, distances = _distances(unlikeness(even, EVEN), clusters, sampled)
    in_mist = _in_mist(clear_unlikeness(even), distances, symbols, sampled)
    nearest, second, sure = ranked(distances, further=in_mist)
    confidence = [1.0 if s in sampled else round(float(sure[s]), 3) for s in range(count)]
    needed = _needed(fall)
    doubts = {space: held for space, held in enumerate(confidence) if held < needed}
    ask, marked = spaces_to_ask(unlike, wide, sampled, doubts)
    return Classification(
        [sampled.get(space, symbols[nearest[space]]) for space in range(count)],
        [symbols[second[space]] if len(symbols) > 1 else None for space in range(count)],
        confidence,
        marked,
        ask,
        wide,
    )


def _classify_by_samples(
    seen: Seen, taught: Taught, layer: int, sampled: Mapping[int, str]
) -> Classification:
    """Classify every space of a layer by samples of this and of other photographs."""
    named = {space: symbol[layer] for space, symbol in sampled.items()}
    clusters = find_clusters(seen.unlike, seen.part.apart, named)
    symbols, kinds = taught.to_kinds(layer)
    if not symbols:
        ask, marked = spaces_to_ask(seen.unlike, clusters, sampled, {})
        count = len(seen.unlike)
        return Classification([None] * count, [None] * count, [0.0] * count, marked, ask, clusters)
    doubts = doubt(kinds, taught.tightened)
    doubts[[*sampled]] = 0
    urgent = sorted((s for s in range(len(doubts)) if doubts[s] >= 1), key=lambda s: -doubts[s])
    return _by_doubt(Judged(symbols, kinds.distances, doubts, urgent), clusters, named)


def _by_doubt(
    judged: Judged, clusters: list[list[int]], sampled: Mapping[int, str]
) -> Classification:
    """The nearest kind of every space; of each cluster the most urgent space is asked about."""
    symbols, distances, doubts, urgent = judged
    spaces = range(len(doubts))
    order = np.argsort(distances, axis=1)
    none: list[str | None] = [None] * len(spaces)
    nearest = [symbols[at] for at in order[:, 0]] if symbols else none
    confidence = [round(1 / (1 + float(each)), 3) if symbols else 0.0 for each in doubts]
    asked = {next(at for at, c in enumerate(clusters) if s in c): s for s in reversed(urgent)}
    return Classification(
        [sampled.get(space, nearest[space]) for space in spaces],
        [symbols[at] for at in order[:, 1]] if len(symbols) > 1 else none,
        confidence,
        set(urgent),
        [space for space in urgent if space in asked.values()],
        clusters,
    )


def _doubt_where_other(
    classified: Classification, other: Classification, sampled: Collection[int]
) -> Classification:
    """Mark and ask about spaces that another classification reads otherwise."""
    both = zip(classified.symbols, other.symbols, strict=True)
    differing = {
        space for space, (one, two) in enumerate(both) if one != two and space not in sampled
    }
    ask = sorted(differing, key=other.confidence.__getitem__)
    return classified._replace(marked=classified.marked | differing, ask=ask)


def _find_boards(
    photograph: Photograph, grid: Grid
) -> tuple[Floats, bool, float, tuple[FoundBoard, ...]]:
    """The corners of the likeliest board, whether to review them, the bend, and all boards."""
    boards = find_boards(photograph.pixels, grid)
    if not boards:
        # Without a proposal: a square in the middle, for a person to drag.
        half = 0.35 * min(photograph.width, photograph.height)
        middle = np.array((photograph.width / 2, photograph.height / 2))
        return middle + half * np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))), True, 0.0, ()
    found = tuple(
        FoundBoard(_to_points(board.corners / photograph.scale), round(board.confidence, 3))
        for board in boards
    )
    likeliest = boards[0]
    return likeliest.corners / photograph.scale, likeliest.doubtful, likeliest.bend, found


def _to_points(quad: Floats) -> Corners:
    tl, tr, br, bl = ((round(float(x), 1), round(float(y), 1)) for x, y in quad)
    return tl, tr, br, bl


def _check_corners(
    photograph: Photograph, given: Sequence[Point], grid: Grid
) -> tuple[Floats, float]:
    """The corners that are given, and the bend."""
    quad = np.array(given, np.float64)
    if quad.shape != (4, 2) or not np.isfinite(quad).all() or np.abs(quad).max() > 1e5:
        raise PhotoError("corners", "four points are needed")
    sides = np.roll(quad, -1, axis=0) - quad
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if (turns <= 0).any():
        raise PhotoError("corners", "the corners do not go around a board clockwise")
    smallest = np.linalg.norm(sides, axis=1).min() / max(grid.columns, grid.rows)
    if smallest * photograph.scale < SMALLEST:
        raise PhotoError("corners", "the board between the corners is too small to be read")
    low = -0.1 * np.array((photograph.width, photograph.height))
    if (quad < low).any() or (quad > -11 * low).any():
        raise PhotoError("corners", "the corners lie outside the photograph")
    return quad, find_bend(photograph.pixels, quad * photograph.scale, grid)


def _to_kinds(unlike: Floats, kinds: Sequence[Sequence[int]]) -> Floats:
    """The distance of each space to each kind: the mean of its two nearest other spaces.

    Args:
        unlike: Spaces (x patches) x spaces.
        kinds: The spaces of each kind. The only space of a kind has distance 0.
    """
    others = unlike.copy()
    each = np.arange(len(unlike))
    others[each, ..., each] = np.inf
    distances = np.empty((*unlike.shape[:-1], len(kinds)))
    for kind, spaces in enumerate(kinds):
        two = np.sort(others[..., spaces], axis=-1)[..., :2]
        known = np.isfinite(two)
        distances[..., kind] = np.where(known, two, 0).sum(-1) / np.maximum(known.sum(-1), 1)
    return distances


def _distances(
    unlike: Unlikeness, clusters: Sequence[Sequence[int]], sampled: Mapping[int, str]
) -> tuple[list[str], Floats]:
    """The symbols, and the distance of each space to each symbol's nearest cluster.

    All clusters are compared by the same patches of a space. Otherwise each kind would choose the
    patches that suit it, and patches too colourful for mist would not count.
    """
    named, symbols, of_symbol = _by_symbol(clusters, sampled)
    forth = _to_kinds(unlike.forth, named)
    telling = round(TOLD_BY * forth.shape[1])
    best = np.argpartition(forth.min(2), telling - 1, axis=1)[:, :telling]
    classified = np.take_along_axis(forth, best[..., None], 1).mean(1)
    either = (classified + _to_kinds(unlike.back, named)) / 2
    return symbols, np.column_stack([either[:, at].min(1) for at in of_symbol])


def distances_to_kinds(
    unlike: Floats, clusters: Sequence[Sequence[int]], sampled: Mapping[int, str]
) -> tuple[list[str], Floats]:
    """The symbols, and the distance of each space to each, from distances of spaces."""
    named, symbols, of_symbol = _by_symbol(clusters, sampled)
    apart = _to_kinds(unlike, named)
    return symbols, np.column_stack([apart[:, at].min(1) for at in of_symbol])


def _by_symbol(
    clusters: Sequence[Sequence[int]], sampled: Mapping[int, str]
) -> tuple[list[Sequence[int]], list[str], list[list[int]]]:
    """The clusters with a symbol, the symbols, and the clusters of each symbol."""
    named = [cluster for cluster in clusters if any(space in sampled for space in cluster)]
    names = [next(sampled[space] for space in cluster if space in sampled) for cluster in named]
    symbols = list(dict.fromkeys(names))
    return named, symbols, [[at for at, n in enumerate(names) if n == name] for name in symbols]


def _needed(fall: Floats) -> float:
    """The confidence below which a person should review, in this light: spaces x (r, g, b)."""
    drift = float(np.ptp(fall[:, 0] - fall[:, 2]))
    return min(SURE, REVIEW + TINTED * max(0.0, drift - DRIFT))


def _in_mist(
    clear: Floats, distances: Floats, symbols: Sequence[str], sampled: Mapping[int, str]
) -> Floats:
    """The distance that mist may hide between each space and its nearest kind.

    Args:
        clear: The distance of every two spaces by their most colourful patches.
        distances: The distance of each space to each kind.
        symbols: The kinds.
        sampled: The spaces that a person has named.
    """
    named = [[space for space, name in sampled.items() if name == symbol] for symbol in symbols]
    apart = np.array(
        [
            clear[space, named[kind]].min(initial=np.inf)
            for space, kind in enumerate(distances.argmin(1))
        ]
    )
    return np.where(apart < PIECE, MISTY * np.minimum(apart, PLAIN), 0.0)


def ranked(
    distances: Floats, unknown: float = UNKNOWN, further: Floats | float = 0.0
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], Floats]:
    """For each space the nearest kind, the next, and the confidence that the nearest is right.

    Args:
        distances: The distance of each space to each kind.
        unknown: The distance to a kind without a sample.
        further: Added to the distance of the nearest kind.
    """
    spaces, kinds = distances.shape
    order = np.argsort(distances, axis=1)
    nearest, second = order[:, 0], order[:, min(1, kinds - 1)]
    least = np.take_along_axis(distances, nearest[:, None], 1)[:, 0]
    rival = np.full(spaces, unknown)
    if kinds > 1:
        rival = np.minimum(rival, np.take_along_axis(distances, second[:, None], 1)[:, 0])
    least = least + further
    return nearest, second, np.clip((rival - least) / (rival + least + 0.2), 0, 1)
