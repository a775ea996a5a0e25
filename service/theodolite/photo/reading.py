"""Reads a board off a photograph by comparing its spaces with samples in the same photograph."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from theodolite.grid import Grid, Space
from theodolite.photo.asking import families, to_ask
from theodolite.photo.cells import (
    MIDDLE,
    Part,
    Unlikeness,
    clear_unlikeness,
    describe,
    evened,
    plain_unlikeness,
    rectified,
    unlikeness,
)
from theodolite.photo.corners import find_bend, find_corners
from theodolite.photo.decode import PhotoError, Photograph
from theodolite.photo.lens import Floats, Pixels
from theodolite.photo.light import fall_of_light

__all__ = [
    "Board",
    "Point",
    "Reading",
    "SpaceReading",
    "Told",
    "as_read",
    "board_within",
    "kinds_apart",
    "ranked",
    "read_board",
    "tell",
]

Point = tuple[float, float]
"""A place in the upright photograph: pixels from the left and from the top."""

UNEVEN: Final = 0.8
"""How far the lightness of like spaces may differ before the light is evened."""
EVEN: Final = 0.5
"""And after."""
KIN: Final = (1.0, 0.7, 0.8)
"""How unlike families of one kind may be: at first sight, once the light is evened, and at last."""
UNKNOWN: Final = 2.6
"""The unlikeness at which a space is as likely to be of a kind of which there is no sample."""
TOLD_BY: Final = 5 / 9
"""The share of a space's patches that tells its kind, those that any kind explains best."""
REVIEW: Final = 0.61
"""The confidence below which a person should look, in light of one colour."""
DRIFT: Final = 0.1
"""How far the ratio of red to blue may differ over a board, in natural logarithms, for that."""
TINTED: Final = 1.5
"""What more drift adds to the confidence that is needed."""
SURE: Final = 0.8
"""The most that is needed."""
MISTY: Final = 0.3
"""What the unlikeness of a space's clearest patches adds to that of all."""
PLAIN: Final = 4.0
"""The most that counts."""
PIECE: Final = 12.0
"""The unlikeness from which the most colourful patches are a piece that stands there."""
TRUSTED: Final = 0.45
"""The support of proposed corners below which a person should look."""
SETTLED: Final = 0.12
"""How far the last look at the lines may move a corner, in spaces, for nobody to look."""
UPRIGHT: Final = 0.25
"""How much plainer the first corner must be than the next for nobody to look: up to 35 degrees."""
SMALLEST: Final = 10.0
"""The side of a space, in pixels of the working picture, from which it can be read."""


@dataclass(frozen=True)
class SpaceReading:
    """What was read on one space.

    `symbol` and `runner_up` are symbols of the samples, None where there are none to choose from;
    `confidence` runs from 0 to 1; `review` tells that a person should look.
    """

    space: str
    symbol: str | None
    runner_up: str | None
    confidence: float
    review: bool


@dataclass(frozen=True)
class Reading:
    """A board as read.

    `layers` holds the rows of each layer, and is None without samples. `ask` names the spaces to
    ask a person about next: as long as there are any, the board is not to be believed. What is
    named goes with the other samples into the next reading. `groups` holds the names of spaces that
    look alike, the largest group first. `corners` are clockwise from the top left; `proposed` tells
    that they were found rather than given, `review_corners` that a person should look at them,
    before anything else.
    """

    layers: tuple[tuple[str, ...], ...] | None
    spaces: tuple[SpaceReading, ...]
    ask: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    corners: tuple[Point, Point, Point, Point]
    proposed: bool
    review_corners: bool

    @property
    def rows(self) -> tuple[str, ...] | None:
        """The rows of a board of one layer, or those of the lowest."""
        return None if self.layers is None else self.layers[0]


class Board(NamedTuple):
    """A board seen from straight above, where it was in the photograph, and how it was found."""

    pixels: Pixels
    grid: Grid
    corners: tuple[Point, Point, Point, Point]
    proposed: bool
    doubtful: bool


class Told(NamedTuple):
    """What is told of every space in turn: symbols, runners-up, confidence; what to ask; kin."""

    symbols: list[str | None]
    runners_up: list[str | None]
    confidence: list[float]
    marked: set[Space]
    ask: list[Space]
    kin: list[list[Space]]


def read_board(
    photograph: Photograph,
    samples: Mapping[str, str] | None = None,
    corners: Sequence[Point] | None = None,
    grid: Grid | None = None,
    layers: Sequence[Part] = (MIDDLE,),
) -> Reading:
    """Read every space of a board.

    Args:
        photograph: As `decode` gives it.
        samples: Symbols by the name of a space that shows them, a character for each layer: what a
            person has named. `ask` of the reading says what is to be named besides.
        corners: The four corners of the grid in the upright photograph, clockwise from the top
            left as the rows are to be read; without them they are sought.
        grid: The board, 5 x 5 spaces unless said otherwise.
        layers: The parts of a space that show what lies on it, the lowest first.

    Raises:
        PhotoError: `corners` if no board can lie between the corners.
    """
    board = board_within(photograph, corners, grid or Grid(5, 5))
    shown = {board.grid.spaces[name]: symbol for name, symbol in (samples or {}).items()}
    told = [
        tell(board, {space: symbol[at] for space, symbol in shown.items()}, part)
        for at, part in enumerate(layers)
    ]
    return as_read(board, _together(told), shown, len(layers))


def as_read(board: Board, told: Told, shown: Collection[Space], layers: int = 1) -> Reading:
    """A reading of what was told of a board.

    Args:
        board: The board.
        told: What was told of it; a symbol has a character for each layer.
        shown: The spaces that a person has named.
        layers: How many there are.
    """
    names, columns = board.grid.names, board.grid.columns
    spaces = tuple(
        SpaceReading(
            names[space],
            told.symbols[space],
            told.runners_up[space],
            told.confidence[space],
            review=space not in shown and (board.doubtful or space in told.marked),
        )
        for space in range(len(names))
    )
    symbols = [symbol for symbol in told.symbols if symbol is not None]
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
        ask=tuple(names[space] for space in told.ask),
        groups=tuple(tuple(names[space] for space in family) for family in told.kin),
        corners=board.corners,
        proposed=board.proposed,
        review_corners=board.doubtful,
    )


def _together(told: Sequence[Told]) -> Told:
    """What the layers of a board tell together: no surer of a space than the least sure of them."""
    first, *others = told
    if not others:
        return first
    spaces = range(len(first.symbols))
    symbols = [[layer.symbols[space] or "" for layer in told] for space in spaces]
    confidence = [min(layer.confidence[space] for layer in told) for space in spaces]
    runners_up: list[str | None] = []
    for space in spaces:
        least = min(range(len(told)), key=lambda at: told[at].confidence[space])
        other = told[least].runners_up[space]
        rivals = [*symbols[space][:least], other or "", *symbols[space][least + 1 :]]
        runners_up.append("".join(rivals) if other else None)
    return Told(
        ["".join(symbol) or None for symbol in symbols],
        runners_up,
        confidence,
        set().union(*(layer.marked for layer in told)),
        list(dict.fromkeys(space for layer in told for space in layer.ask)),
        first.kin,
    )


def board_within(photograph: Photograph, corners: Sequence[Point] | None, grid: Grid) -> Board:
    """The board between corners, which are sought if none are given.

    Raises:
        PhotoError: `corners` if no board can lie between the corners.
    """
    quad, proposed, doubtful, bend = _corners(photograph, corners, grid)
    pixels = rectified(photograph.pixels, quad * photograph.scale, grid, bend)
    tl, tr, br, bl = ((round(float(x), 1), round(float(y), 1)) for x, y in quad)
    return Board(pixels, grid, (tl, tr, br, bl), proposed, doubtful)


def tell(board: Board, shown: Mapping[Space, str], part: Part = MIDDLE) -> Told:
    """Tell what every space shows, by what a person has named.

    Args:
        board: The board from straight above.
        shown: The symbols of the spaces that a person has named.
        part: The part of each space that shows it.
    """
    patches = describe(board.pixels, board.grid, part)
    # Each look is better than the one before, for what is alike tells how the light falls.
    unlike = plain_unlikeness(patches, UNEVEN)
    for within in KIN[:-1]:
        fall = fall_of_light(patches, families(unlike, within, shown), board.grid)
        even = evened(patches, fall)
        unlike = plain_unlikeness(even, EVEN)
    wide, kin = families(unlike, part.apart, shown), families(unlike, KIN[-1], shown)
    count = len(board.grid.names)
    if not shown:
        ask, marked = to_ask(unlike, wide, shown, {})
        return Told([None] * count, [None] * count, [0.0] * count, marked, ask, wide)
    symbols, distances = _distances(unlikeness(even, EVEN), kin, shown)
    in_mist = _in_mist(clear_unlikeness(even), distances, symbols, shown)
    nearest, second, sure = ranked(distances, further=in_mist)
    confidence = [1.0 if s in shown else round(float(sure[s]), 3) for s in range(count)]
    needed = _needed(fall)
    doubts = {space: held for space, held in enumerate(confidence) if held < needed}
    ask, marked = to_ask(unlike, wide, shown, doubts)
    return Told(
        [shown.get(space, symbols[nearest[space]]) for space in range(count)],
        [symbols[second[space]] if len(symbols) > 1 else None for space in range(count)],
        confidence,
        marked,
        ask,
        wide,
    )


def _corners(
    photograph: Photograph, given: Sequence[Point] | None, grid: Grid
) -> tuple[Floats, bool, bool, float]:
    """The corners, whether they are proposed, whether a person should look at them, the bend."""
    if given is None:
        found = find_corners(photograph.pixels, grid)
        if found is not None:
            doubtful = (
                found.support < TRUSTED
                or found.moved > SETTLED
                or found.upright < UPRIGHT
                or found.elsewhere
            )
            return found.corners / photograph.scale, True, doubtful, found.bend
        # Nothing to go by: a square in the middle is something to drag.
        half = 0.35 * min(photograph.width, photograph.height)
        middle = np.array((photograph.width / 2, photograph.height / 2))
        return middle + half * np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))), True, True, 0.0
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
    return quad, False, False, find_bend(photograph.pixels, quad * photograph.scale, grid)


def _to_kinds(unlike: Floats, kinds: Sequence[Sequence[Space]]) -> Floats:
    """How unlike each space is to each kind, whose two likest other spaces count.

    Args:
        unlike: Spaces (x patches) x spaces.
        kinds: The spaces of each kind. A kind's only space is at no distance from it.
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
    unlike: Unlikeness, kin: Sequence[Sequence[Space]], shown: Mapping[Space, str]
) -> tuple[list[str], Floats]:
    """The symbols, and how unlike each space is to each: to the likest family of that name.

    All families are judged by the same patches of a space. Glare makes some patches of a card look
    misty, but no mist leaves a patch as deep in colour as the card without: if every kind chose
    the patches that suit it, that would not count.
    """
    named, symbols, of_symbol = _by_symbol(kin, shown)
    forth = _to_kinds(unlike.forth, named)
    telling = round(TOLD_BY * forth.shape[1])
    best = np.argpartition(forth.min(2), telling - 1, axis=1)[:, :telling]
    told = np.take_along_axis(forth, best[..., None], 1).mean(1)
    either = (told + _to_kinds(unlike.back, named)) / 2
    return symbols, np.column_stack([either[:, at].min(1) for at in of_symbol])


def kinds_apart(
    unlike: Floats, kin: Sequence[Sequence[Space]], shown: Mapping[Space, str]
) -> tuple[list[str], Floats]:
    """The symbols, and how unlike each space is to each, as one number tells it of two spaces."""
    named, symbols, of_symbol = _by_symbol(kin, shown)
    apart = _to_kinds(unlike, named)
    return symbols, np.column_stack([apart[:, at].min(1) for at in of_symbol])


def _by_symbol(
    kin: Sequence[Sequence[Space]], shown: Mapping[Space, str]
) -> tuple[list[Sequence[Space]], list[str], list[list[int]]]:
    """The families that have a name, the names there are, and which families have each."""
    named = [family for family in kin if any(space in shown for space in family)]
    names = [next(shown[space] for space in family if space in shown) for family in named]
    symbols = list(dict.fromkeys(names))
    return named, symbols, [[at for at, n in enumerate(names) if n == name] for name in symbols]


def _needed(fall: Floats) -> float:
    """The confidence below which a person should look, in this light: spaces x (r, g, b)."""
    drift = float(np.ptp(fall[:, 0] - fall[:, 2]))
    return min(SURE, REVIEW + TINTED * max(0.0, drift - DRIFT))


def _in_mist(
    clear: Floats, distances: Floats, symbols: Sequence[str], shown: Mapping[Space, str]
) -> Floats:
    """How much more unlike its nearest kind each space may be than most of its patches tell.

    Args:
        clear: How unlike every two spaces are where they are most colourful.
        distances: How unlike each space is to each kind.
        symbols: The kinds.
        shown: The spaces that a person has named.
    """
    named = [[space for space, name in shown.items() if name == symbol] for symbol in symbols]
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
        distances: How unlike each space is to each kind.
        unknown: How unlike it is to a kind that nobody has named.
        further: How much more unlike its nearest kind it may be: that makes nobody surer.
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
