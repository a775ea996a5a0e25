"""The totals of many Misterra tables at once, with NumPy.

Covers the players' points of `scoring.score`: fidelity, completeness, every presumption card,
claims with disputed regions, Master Cartographers, and the rulings. Winners, explanations and
the solo score are left to `scoring` and `solo`.

A set of spaces is a `uint32` with a bit for each space, as in `grid`, so one operation on an array
serves all boards.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple, Self, cast

import numpy as np
from numpy.typing import NDArray

from theodolite.grid import orientations
from theodolite.misterra.board import GRID, LETTERS, Board, Terrain
from theodolite.misterra.presumptions import CARDS, Card
from theodolite.misterra.scoring import EMPTY, FAITHFUL_LINE, FIDELITY, PER_TILE
from theodolite.misterra.snapshot import MARKERS, Presumption, Rulings, Side, Snapshot

NONE = -1
"""Stands for a marker or a card that a player does not have."""

SpaceSets = NDArray[np.uint32]
Points = NDArray[np.int16]

_SPACES = len(GRID.names)
_HAZY = len(Terrain)
_BLOCK = 1 << 17
"""Boards that are scored at a time: few enough to stay in a processor's cache."""


@dataclass(frozen=True)
class Tables:
    """N tables of P players each.

    Terrains are numbered from 1 in the order of `Terrain`, spaces from 0 in reading order.

    Attributes:
        islands: (N, 25) uint8: 0 for an empty space, 1-4 for a confirmed tile, 5-8 for a hazy one.
        parchments: (N, P, 25) uint8: 0 for an empty space, 1-4 for a terrain.
        claims: (N, P, 3) int8: the spaces of claim markers, NONE for one not laid.
        held: (N, P, 2) int16: presumption cards as indices into `faces`, NONE for none.
        beaches: (N,) uint8: the side of the beach, an index into `list(Side)`.
        faces: The presumption cards that occur, each with its face complete; as many of one number
            as there are faces of it.
        otoma: (N, 3) int8: the spaces of Otoma's markers, as in `claims`; None without Otoma.
        master_cartographers: Whether that variant is played.
        rulings: How the open points of the rules are decided.

    Raises:
        ValueError: Arrays of other shapes, kinds or values. Whether a table is possible, say
            whether a marker lies on a confirmed tile, is not looked into.
    """

    islands: NDArray[np.uint8]
    parchments: NDArray[np.uint8]
    claims: NDArray[np.int8]
    held: NDArray[np.int16]
    beaches: NDArray[np.uint8]
    faces: Sequence[Presumption]
    otoma: NDArray[np.int8] | None = None
    master_cartographers: bool = False
    rulings: Rulings = Rulings()  # noqa: RUF009 - it is immutable

    def __post_init__(self) -> None:
        if faults := list(self._faults()):
            raise ValueError("; ".join(faults))

    def _faults(self) -> Iterator[str]:
        tables, players = self.parchments.shape[:2]
        for name, kind, shape, least, most in (
            ("islands", np.uint8, (tables, _SPACES), 0, 2 * len(Terrain)),
            ("parchments", np.uint8, (tables, players, _SPACES), 0, len(Terrain)),
            ("claims", np.int8, (tables, players, MARKERS), NONE, _SPACES - 1),
            ("held", np.int16, (tables, players, 2), NONE, len(self.faces) - 1),
            ("beaches", np.uint8, (tables,), 0, len(Side) - 1),
            ("otoma", np.int8, (tables, MARKERS), NONE, _SPACES - 1),
        ):
            array = getattr(self, name)
            if array is None:
                continue
            if array.shape != shape or array.dtype != kind:
                yield f"{name} is {array.dtype} {array.shape}, not {np.dtype(kind)} {shape}"
            elif array.size and not least <= array.min() <= array.max() <= most:
                yield f"{name} has values outside {least} to {most}"

    @classmethod
    def of(cls, snapshots: Sequence[Snapshot]) -> Self:
        """The arrays of snapshots of one number of players, one variant and the same rulings."""
        first = snapshots[0]
        faces = list(
            dict.fromkeys(card for s in snapshots for p in s.players for card in p.presumptions)
        )
        index = {face: i for i, face in enumerate(faces)}
        sides = list(Side)
        return cls(
            np.array([_tiles(s.island.tiles, s.island.confirmed) for s in snapshots], np.uint8),
            np.array([[_tiles(p.parchment) for p in s.players] for s in snapshots], np.uint8),
            np.array([[_filled(p.claims, 3) for p in s.players] for s in snapshots], np.int8),
            np.array(
                [
                    [_filled([index[card] for card in p.presumptions], 2) for p in s.players]
                    for s in snapshots
                ],
                np.int16,
            ),
            np.array([sides.index(s.beach) for s in snapshots], np.uint8),
            faces,
            None
            if first.otoma is None
            else np.array([_filled(s.otoma or (), 3) for s in snapshots], np.int8),
            first.master_cartographers,
            first.rulings,
        )

    def __getitem__(self, rows: slice) -> Self:
        """Some of the tables."""
        return replace(
            self,
            islands=self.islands[rows],
            parchments=self.parchments[rows],
            claims=self.claims[rows],
            held=self.held[rows],
            beaches=self.beaches[rows],
            otoma=None if self.otoma is None else self.otoma[rows],
        )


def _tiles(board: Board, confirmed: int = GRID.everywhere) -> list[int]:
    tiles = [0] * _SPACES
    for terrain, layer in zip(Terrain, board, strict=True):
        for space in range(_SPACES):
            if layer >> space & 1:
                tiles[space] = 1 + terrain + (0 if confirmed >> space & 1 else _HAZY)
    return tiles


def _filled(values: Sequence[int], length: int) -> list[int]:
    return [*values, *[NONE] * (length - len(values))]


class Totals(NamedTuple):
    """The points of every player, each an int16 array of (N, P)."""

    fidelity: Points
    completeness: Points
    presumptions: Points
    claims: Points
    master_cartographers: Points

    @property
    def total(self) -> Points:
        """The sum of all."""
        return cast("Points", np.sum(self, axis=0, dtype=np.int16))


def score_totals(tables: Tables) -> Totals:
    """Score every player of every table (p. 6, 8-9): the subtotals of `scoring.score`."""
    count, players = tables.parchments.shape[:2]
    step = max(1, _BLOCK // max(1, players))
    blocks = [_score(tables[start : start + step]) for start in range(0, count, step)]
    if not blocks:
        return Totals(*(np.zeros((count, players), np.int16) for _ in Totals._fields))
    return Totals(*map(np.concatenate, zip(*blocks, strict=True)))


def _score(tables: Tables) -> tuple[Points, ...]:
    island = _layers(tables.islands, 1)
    hazy = _layers(tables.islands, 1 + _HAZY)
    parchment = _layers(tables.parchments, 1)
    # Every hazy tile is removed before anything counts (p. 6).
    matching = _union([mine & tile[:, None] for mine, tile in zip(parchment, island, strict=True)])
    faithful = np.zeros(matching.shape, np.int16)
    if tables.master_cartographers:
        for line in (*GRID.row_lines, *GRID.column_lines):
            faithful += matching & line == line
    return (
        FIDELITY * _size(matching),
        EMPTY * (_SPACES - _size(_union(parchment))),
        _presumptions(tables, parchment),
        _claims(tables, island, hazy),
        FAITHFUL_LINE * faithful,
    )


def _layers(boards: NDArray[np.uint8], first: int) -> list[SpaceSets]:
    """The spaces of each terrain, of which `first` is the number of the first."""
    shape = boards.shape[:-1]
    flags = np.zeros((*shape, 32), np.bool_)
    layers = []
    for terrain in Terrain:
        np.equal(boards, first + terrain, out=flags[..., :_SPACES])
        packed = np.packbits(flags.reshape(-1), bitorder="little").view("<u4")
        layers.append(packed.reshape(shape).astype(np.uint32, copy=False))
    return layers


def _union(sets: Sequence[SpaceSets]) -> SpaceSets:
    return reduce(np.bitwise_or, sets)


def _size(spaces: SpaceSets) -> Points:
    return np.bitwise_count(spaces).astype(np.int16)


def _neighbours(spaces: SpaceSets) -> SpaceSets:
    # As in `Grid.neighbours`, on arrays.
    near: SpaceSets = (spaces & ~np.uint32(GRID.column_lines[-1])) << np.uint32(1)
    near |= (spaces & ~np.uint32(GRID.column_lines[0])) >> np.uint32(1)
    near |= spaces << np.uint32(GRID.columns)
    near |= spaces >> np.uint32(GRID.columns)
    return near


def _group(spaces: SpaceSets, seed: SpaceSets) -> SpaceSets:
    """The part of each set that is contiguous with its seed."""
    while True:
        grown = (seed | _neighbours(seed)) & spaces
        if np.array_equal(grown, seed):
            return seed
        seed = grown


def _claims(tables: Tables, island: list[SpaceSets], hazy: list[SpaceSets]) -> Points:
    markers = _bits(tables.claims)
    everyone = np.bitwise_or.reduce(markers, axis=(1, 2))
    if tables.otoma is not None:
        everyone |= np.bitwise_or.reduce(_bits(tables.otoma), axis=1)
    rivals = everyone[:, None] & ~np.bitwise_or.reduce(markers, axis=2)
    confirmed = _ground(island, markers)
    region = _group(confirmed, markers)
    # Hazy tiles are removed first, and split regions that only they joined (p. 6, removal_order).
    reach = region
    if tables.rulings.removal_order == "together":
        tiles = [tile | haze for tile, haze in zip(island, hazy, strict=True)]
        reach = _group(_ground(tiles, markers), markers)
    points = PER_TILE * _size(region)
    # Markers that share a region earn nothing (p. 6, disputed_regions).
    if tables.rulings.disputed_regions == "nobody_scores":
        points[reach & rivals[:, :, None] != 0] = 0
    return cast("Points", points.sum(axis=2, dtype=np.int16))


def _bits(spaces: NDArray[np.int8]) -> SpaceSets:
    return np.where(spaces == NONE, 0, 1 << spaces.astype(np.uint32) % 32).astype(np.uint32)


def _ground(layers: list[SpaceSets], markers: SpaceSets) -> SpaceSets:
    """All tiles of the terrain that each marker lies on."""
    wide = [layer[:, None, None] for layer in layers]
    return _union([np.where(layer & markers, layer, np.uint32(0)) for layer in wide])


def _presumptions(tables: Tables, parchment: list[SpaceSets]) -> Points:
    points = np.zeros(parchment[0].shape, np.int16)
    flat = points.reshape(-1)
    layers = [layer.reshape(-1) for layer in parchment]
    players = parchment[0].shape[1]
    # The lines perpendicular to a beach on the left or right are the rows (p. 8).
    sideways = np.isin(tables.beaches, [list(Side).index(s) for s in (Side.LEFT, Side.RIGHT)])
    sideways = np.repeat(sideways, players)
    held = tables.held.reshape(-1)
    order = np.argsort(held, kind="stable")
    bounds = np.searchsorted(held[order], np.arange(len(tables.faces) + 1))
    for index, face in enumerate(tables.faces):
        # Nobody holds one card twice, so no parchment comes up twice here.
        who = order[bounds[index] : bounds[index + 1]] // tables.held.shape[2]
        if len(who):
            card = CARDS[face.card]
            mine = [layer[who] for layer in layers]
            from_rows = _Judged(card, face, mine, sideways[who], tables.rulings)
            flat[who] += _CRITERIA[card.criterion](from_rows)
    return points


class _Judged(NamedTuple):
    """A card, and the parchments of those who hold it."""

    card: Card
    face: Presumption
    parchment: list[SpaceSets]
    sideways: NDArray[np.bool_]
    rulings: Rulings

    def layer(self, terrain: Terrain | None) -> SpaceSets:
        return self.parchment[cast("Terrain", terrain)]

    def pays(self, counts: NDArray[np.integer]) -> Points:
        """The points of the card's table for each count."""
        table = [self.card.pays(count) for count in range(_SPACES + 1)]
        return cast("Points", np.array(table, np.int16)[counts])


def _zones_by_size(parchment: Sequence[SpaceSets]) -> NDArray[np.int8]:
    """How many zones of each size a parchment has, as an array of sizes by parchments."""
    joined = [layer & _neighbours(layer) for layer in parchment]
    rest = _union(joined)
    count = np.zeros((_SPACES + 1, len(rest)), np.int8)
    count[1] = np.bitwise_count(_union(parchment) ^ rest)
    who = np.arange(len(rest))
    while len(who := who[rest != 0]):
        joined = [layer[rest != 0] for layer in joined]
        rest = rest[rest != 0]
        seed = rest & (~rest + 1)
        ground = _union([np.where(layer & seed, layer, np.uint32(0)) for layer in joined])
        zone = _group(ground, seed)
        count[np.bitwise_count(zone), who] += 1
        rest ^= zone
    return count


def _zones(from_rows: _Judged) -> Points:
    """Cards 1-4."""
    sizes = _zones_by_size([from_rows.layer(from_rows.face.terrain)])
    return from_rows.pays(np.arange(_SPACES + 1)) @ sizes


def _edge(from_rows: _Judged) -> Points:
    """Cards 5-8."""
    return from_rows.pays(_size(from_rows.layer(from_rows.face.terrain) & np.uint32(GRID.edge)))


def _lines_of_all(from_rows: _Judged) -> Points:
    """Cards 9 and 10."""
    covered = _union(from_rows.parchment)

    def earns(line: int) -> NDArray[np.bool_]:
        full = covered & line == line
        return reduce(np.logical_and, [layer & line != 0 for layer in from_rows.parchment], full)

    return _lines(from_rows, earns)


def _lines_of_one(from_rows: _Judged) -> Points:
    """Cards 11 and 12."""
    return _lines(
        from_rows,
        lambda line: reduce(np.logical_or, [layer & line == line for layer in from_rows.parchment]),
    )


def _lines(from_rows: _Judged, earns: Callable[[int], NDArray[np.bool_]]) -> Points:
    rows, columns = (
        np.sum([earns(line) for line in lines], axis=0, dtype=np.int16)
        for lines in (GRID.row_lines, GRID.column_lines)
    )
    in_rows = from_rows.sideways == (from_rows.card.direction == "perpendicular")
    return from_rows.card.each * np.where(in_rows, rows, columns)


def _apart(from_rows: _Judged) -> Points:
    """Cards 13-16."""
    avoided = _neighbours(from_rows.layer(from_rows.face.avoid))
    return from_rows.pays(_size(from_rows.layer(from_rows.face.terrain) & ~avoided))


def _largest_zone(from_rows: _Judged) -> Points:
    """Card 17."""
    there = _zones_by_size(from_rows.parchment) > 0
    return from_rows.pays(np.where(there.any(axis=0), _SPACES - there[::-1].argmax(axis=0), 0))


def _smallest_zone(from_rows: _Judged) -> Points:
    """Card 18."""
    return from_rows.pays((_zones_by_size(from_rows.parchment) > 0).argmax(axis=0))


def _zones_of_size(from_rows: _Judged) -> Points:
    """Cards 19 and 20."""
    return from_rows.pays(_zones_by_size(from_rows.parchment)[from_rows.card.size])


def _sizes(from_rows: _Judged) -> Points:
    return np.array([_size(layer) for layer in from_rows.parchment])


def _most_common(from_rows: _Judged) -> Points:
    """Card 21."""
    return from_rows.pays(_sizes(from_rows).max(axis=0))


def _least_common(from_rows: _Judged) -> Points:
    """Card 22."""
    sizes = _sizes(from_rows)
    least = np.where(sizes, sizes, _SPACES + 1).min(axis=0)
    return from_rows.card.each * np.where(least > _SPACES, 0, least).astype(np.int16)


def _sets(from_rows: _Judged) -> Points:
    """Card 23."""
    return from_rows.pays(_sizes(from_rows).min(axis=0))


def _pattern(from_rows: _Judged) -> Points:
    """Cards 24-31. Two orientations never cover the same spaces alike, so their counts add up."""
    turned = orientations(
        from_rows.face.pattern or (),
        rotated=from_rows.rulings.pattern_orientation != "as_printed",
        mirrored=from_rows.rulings.pattern_orientation == "any_rotation_or_mirror",
    )
    found = (_size(_corners(pattern, from_rows.parchment)) for pattern in turned)
    return from_rows.card.each * reduce(np.add, found)


def _corners(pattern: Sequence[str], parchment: Sequence[SpaceSets]) -> SpaceSets:
    """Where the top left corner of a pattern lies, as in `Grid.occurrences`."""
    height, width = len(pattern), len(pattern[0])
    free = range(max(0, GRID.columns - width + 1))
    rows = range(max(0, GRID.rows - height + 1))
    corners = np.full_like(
        parchment[0], sum(1 << row * GRID.columns + column for row in rows for column in free)
    )
    letters = "".join(row.ljust(GRID.columns, ".") for row in pattern)
    for offset, letter in enumerate(letters):
        if letter != ".":
            corners &= parchment[LETTERS.index(letter)] >> offset
    return corners


_CRITERIA: Mapping[str, Callable[[_Judged], Points]] = {
    "zones": _zones,
    "edge": _edge,
    "lines_of_all": _lines_of_all,
    "lines_of_one": _lines_of_one,
    "apart": _apart,
    "largest_zone": _largest_zone,
    "smallest_zone": _smallest_zone,
    "zones_of_size": _zones_of_size,
    "most_common": _most_common,
    "least_common": _least_common,
    "sets": _sets,
    "pattern": _pattern,
}
