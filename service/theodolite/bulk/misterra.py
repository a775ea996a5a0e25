"""Maps of Misterra over Arrow's columns: the totals of many tables at once.

Only valid tables are scored here; all others are left to the service, which finds their faults. The
checks of the request schema and of `impossibilities` are therefore repeated on whole columns. A
valid table that is left to the service in doubt is scored all the same, only more slowly.
"""

from typing import NamedTuple, get_args

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from theodolite.bulk.columns import (
    Flags,
    all_in_lists,
    boards,
    distinct_in_lists,
    flags,
    lookup,
    numbers,
    read_choices,
    read_lists,
    valid_names,
)
from theodolite.bulk.frame import Scored, Scorer
from theodolite.bulk.misterra_totals import NONE, Tables, score_totals
from theodolite.grid import each
from theodolite.misterra.board import GRID, LETTERS, TERRAIN_NAMES, TILES_PER_TERRAIN, Terrain
from theodolite.misterra.presumptions import CARDS
from theodolite.misterra.scoring import CATEGORIES
from theodolite.misterra.snapshot import (
    MARKERS,
    ONE_OF_EACH_TERRAIN,
    OTOMA,
    OTOMA_HALF_DAYS,
    SKETCH_CARDS,
    SOLO_SKETCH_CARDS,
    Place,
    Presumption,
    Rulings,
    Side,
)
from theodolite.web.misterra.schemas import PresumptionSchema, completed
from theodolite.web.schemas import LOAD_ERRORS

_ROWS = pa.list_(pa.string())
_CARD = pa.struct(
    {"card": pa.int64(), "terrain": pa.string(), "avoid": pa.string(), "pattern": _ROWS}
)
_PLAYER = pa.struct(
    {
        "name": pa.string(),
        "parchment": _ROWS,
        "meeple": pa.string(),
        "claims": pa.list_(pa.string()),
        "presumptions": pa.list_(_CARD),
    }
)
SNAPSHOT = pa.schema(
    {
        "beach": pa.string(),
        "island": _ROWS,
        "players": pa.list_(_PLAYER),
        "otoma": pa.struct({"claims": pa.list_(pa.string()), "half_days_played": pa.int64()}),
        "variants": pa.struct({"master_cartographers": pa.bool_()}),
        "rulings": pa.struct(dict.fromkeys(Rulings._fields, pa.string())),
        "display": pa.list_(pa.list_(pa.string())),
        "deck": pa.int64(),
        "left": pa.list_(pa.string()),
    }
)
"""A snapshot as a row: the fields of a request, null where they are absent."""

_SPACES = len(GRID.names)
_PLAYERS, _CARDS, _SKETCHES = 4, 2, 5
_PARCHMENT = lookup({letter: i for i, letter in enumerate(f".{LETTERS}")})
_ISLAND = lookup({letter: i for i, letter in enumerate(f".{LETTERS}{LETTERS.lower()}")})
_PLACES = [
    place
    for on_beach in (False, True)
    for place in (Place(space, on_beach) for space in each(GRID.everywhere))
    if not on_beach or GRID.edge >> place.space & 1
]


class _Players(NamedTuple):
    """The players of all tables, one after the other: `of` is each one's table."""

    of: NDArray[np.int64]
    first: NDArray[np.int64]
    counts: NDArray[np.int64]
    parchments: NDArray[np.uint8]
    claims: NDArray[np.int8]
    held: NDArray[np.int16]
    faces: list[Presumption]


def score(batch: pa.RecordBatch) -> Scored:
    """Score the tables of a batch with the columns of SNAPSHOT.

    `Scored.valid` says which were. Points are those of `scoring.score`; players equal in points and
    fidelity share their rank.
    """
    column = dict(zip(batch.schema.names, batch.columns, strict=True))
    islands, valid = boards(column["island"], _ISLAND, GRID.rows, GRID.columns)
    beaches = read_choices(column["beach"], [side.value for side in Side])
    valid &= (beaches.number >= 0) & _possible_islands(islands)
    valid &= _valid_display(column["display"]) & _valid_deck(column["deck"])
    # Players who left win nothing: the service ranks the others.
    valid &= read_lists(column["left"]).counts == 0
    otoma, solo, otoma_valid = _otoma(column["otoma"])
    valid &= _sketch_cards(column["display"], column["deck"]) <= np.where(
        solo, SOLO_SKETCH_CARDS, SKETCH_CARDS
    )
    rulings, rulings_valid = _rulings(column["rulings"])
    valid &= otoma_valid & rulings_valid
    variant = flags(pc.struct_field(column["variants"], "master_cartographers"))
    players = _players(column["players"], islands, beaches.number, solo, valid)
    valid &= np.where(
        solo, players.counts == 1, (players.counts >= 1) & (players.counts <= _PLAYERS)
    )

    points = np.zeros((len(CATEGORIES), len(players.of)), np.int16)
    kinds = (rulings * 2 + variant) * 2 + solo
    kinds = kinds * (_PLAYERS + 1) + players.counts
    for kind in np.unique(kinds[valid]):
        tables = np.flatnonzero(valid & (kinds == kind))
        who = players.first[tables][:, None] + np.arange(players.counts[tables[0]])
        possible = _possible(islands[tables], players, who, otoma[tables])
        valid[tables[~possible]] = False
        tables, who = tables[possible], who[possible]
        totals = score_totals(
            Tables(
                islands[tables],
                players.parchments[who],
                players.claims[who],
                players.held[who],
                beaches.number[tables].astype(np.uint8),
                players.faces,
                otoma[tables] if kind // (_PLAYERS + 1) % 2 else None,
                bool(kind // (_PLAYERS + 1) // 2 % 2),
                _RULINGS[int(kind) // (_PLAYERS + 1) // 4],
            )
        )
        for mine, category in zip(points, totals, strict=True):
            mine[who] = category
    total = points.sum(axis=0, dtype=np.int16)
    # Most points win; of tied players the most faithful (p. 6).
    tie_breaks = (("fidelity", points[0]),)
    return Scored(valid, players.counts, [*points], total, tie_breaks, solo)


SCORER = Scorer(SNAPSHOT, CATEGORIES, score)


def _possible_islands(islands: NDArray[np.uint8]) -> Flags:
    """12 tiles of each terrain exist (p. 2)."""
    # The counts of the four terrains side by side in one sum, eight bits each.
    counts = _COUNTS[islands].sum(axis=1, dtype=np.uint32)
    valid = np.ones(len(islands), np.bool_)
    for terrain in Terrain:
        valid &= counts >> np.uint32(8 * terrain) & np.uint32(0xFF) <= TILES_PER_TERRAIN
    return valid


_COUNTS = np.array([0, *[1 << 8 * terrain for terrain in Terrain] * 2], np.uint32)


def _valid_display(display: pa.ListArray) -> Flags:
    if display.null_count == len(display):
        return np.ones(len(display), np.bool_)
    cards = read_lists(display)
    halves = read_lists(cards.values)
    known = read_choices(halves.values, TERRAIN_NAMES).number >= 0
    card_valid = (halves.counts == 2) & all_in_lists(known, halves.of, len(halves.counts))
    # An unknown card is null.
    card_valid |= flags(cards.values.is_null())
    return (cards.counts <= _SKETCHES) & all_in_lists(card_valid, cards.of, len(display))


def _valid_deck(deck: pa.Array) -> Flags:
    left = numbers(deck)
    return (left >= 0) & (left <= SKETCH_CARDS)


def _sketch_cards(display: pa.ListArray, deck: pa.Array) -> NDArray[np.int64]:
    """The number of sketch cards in display and deck."""
    return numbers(pc.list_value_length(display)) + np.maximum(numbers(deck), 0)


def _otoma(otoma: pa.StructArray) -> tuple[NDArray[np.int8], Flags, Flags]:
    """Otoma's markers, whether Otoma plays, and whether its field is valid."""
    solo = flags(otoma.is_valid())
    if not solo.any():
        return np.full((len(otoma), MARKERS), NONE, np.int8), solo, ~solo
    claims = pc.struct_field(otoma, "claims")
    markers, valid = _markers(claims)
    played = numbers(pc.struct_field(otoma, "half_days_played"))
    valid &= (played >= 0) & (played <= OTOMA_HALF_DAYS)
    return markers, solo, valid & (~solo | flags(claims.is_valid()))


_VALUES = [get_args(kind) for kind in Rulings.__annotations__.values()]
_SIZES = [len(values) for values in _VALUES]
_RULINGS = [
    Rulings(*(values[i] for values, i in zip(_VALUES, np.unravel_index(n, _SIZES), strict=True)))
    for n in range(int(np.prod(_SIZES)))
]


def _rulings(rulings: pa.StructArray) -> tuple[NDArray[np.int64], Flags]:
    """The index in `_RULINGS`, and whether every value is valid."""
    index = np.zeros(len(rulings), np.int64)
    valid = np.ones(len(rulings), np.bool_)
    if rulings.null_count < len(rulings):
        for name, values in zip(Rulings._fields, _VALUES, strict=True):
            value = read_choices(pc.struct_field(rulings, name), values)
            index = index * len(values) + np.maximum(value.number, 0)
            valid &= value.valid
    return index, valid


def _players(
    players: pa.ListArray,
    islands: NDArray[np.uint8],
    beaches: NDArray[np.int64],
    solo: Flags,
    valid: Flags,
) -> _Players:
    """Read all players; tables with an invalid player are removed from `valid`."""
    counts, of, _, values = read_lists(players)
    first = np.cumsum(counts) - counts
    names, parchment, meeple, claims, presumptions = values.flatten()
    parchments, parchments_valid = boards(parchment, _PARCHMENT, GRID.rows, GRID.columns)
    markers, markers_valid = _markers(claims)
    held, faces, held_valid = _held(presumptions, beaches[of])
    mine = parchments_valid & markers_valid & held_valid & valid_names(names)
    mine &= _possible_meeples(meeple, islands, beaches, of)
    valid &= all_in_lists(mine, of, len(counts))
    valid[of[mine & solo[of] & _equal(names, OTOMA)]] = False
    codes = numbers(names.dictionary_encode().indices, -1)
    valid &= distinct_in_lists(codes, of, len(counts))
    return _Players(of, first, counts, parchments, markers, held, faces)


def _equal(names: pa.Array, name: str) -> Flags:
    return flags(pc.equal(names, name))


def _markers(claims: pa.ListArray) -> tuple[NDArray[np.int8], Flags]:
    """The markers of each holder, and whether they are valid."""
    counts, of, at, values = read_lists(claims)
    spaces = read_choices(values, GRID.names).number
    laid = np.full((len(counts), MARKERS), NONE, np.int8)
    within = at < MARKERS
    laid[of[within], at[within]] = spaces[within]
    return laid, (counts <= MARKERS) & all_in_lists(spaces >= 0, of, len(counts))


def _held(
    presumptions: pa.ListArray, beaches: NDArray[np.int64]
) -> tuple[NDArray[np.int16], list[Presumption], Flags]:
    """The cards of each player as indices into the faces that occur, and which are valid.

    Args:
        presumptions: The cards of each player.
        beaches: The side of the beach of each player's table, by which printed patterns are turned.
    """
    counts, of, at, values = read_lists(presumptions)
    held = np.full((len(counts), _CARDS), NONE, np.int16)
    if not len(values):
        return held, [], np.ones(len(counts), np.bool_)
    cards, terrains, avoided, patterns = values.flatten()
    number = numbers(cards)
    terrain, avoid = read_choices(terrains, TERRAIN_NAMES), read_choices(avoided, TERRAIN_NAMES)
    pattern, shapes = _patterns(patterns)
    known = terrain.valid & avoid.valid & (number >= 1) & (number <= len(CARDS))
    wide = len(Terrain) + 1
    keys = ((np.where(known, number, 0) * wide + terrain.number + 1) * wide + avoid.number + 1) * (
        len(shapes)
    ) + pattern
    # A pattern that is printed on a card is turned with the beach.
    sides, is_printed = list(Side), (pattern == 0) & (number >= _FIRST_PATTERN)
    keys = keys * len(sides) + np.where(is_printed, np.maximum(beaches[of], 0), 0)
    occurring = pa.array(keys).dictionary_encode()
    index = occurring.indices.to_numpy()
    faces, valid_faces = [], np.zeros(len(occurring.dictionary), np.bool_)
    for i, key in enumerate(occurring.dictionary.to_pylist()):
        rest, side = divmod(key, len(sides))
        rest, shape = divmod(rest, len(shapes))
        rest, second = divmod(rest, wide)
        card, one = divmod(rest, wide)
        face = _face(card, one - 1, second - 1, shapes[shape], sides[side])
        valid_faces[i] = face is not None
        faces.append(face or Presumption(card))
    valid = known & valid_faces[index]
    within = valid & (at < _CARDS)
    held[of[within], at[within]] = index[within]
    return held, faces, (counts <= _CARDS) & all_in_lists(valid, of, len(counts))


def _patterns(patterns: pa.ListArray) -> tuple[NDArray[np.int64], list[list[str] | None]]:
    """The pattern of each card as an index into those that occur, the first being none."""
    if patterns.null_count == len(patterns):
        return np.zeros(len(patterns), np.int64), [None]
    joined = pc.binary_join(patterns, "/").dictionary_encode()
    shapes = [None, *(text.split("/") for text in joined.dictionary.to_pylist()), []]
    index = numbers(joined.indices, -1) + 1
    # A pattern with a row that is null is none that a card could have.
    index[flags(patterns.is_valid()) & (index == 0)] = len(shapes) - 1
    return index, shapes


def _face(
    card: int, terrain: int, avoid: int, pattern: list[str] | None, beach: Side
) -> Presumption | None:
    """A card with its face, None if it is not a card's."""
    shown = {
        "card": card,
        "terrain": None if terrain < 0 else TERRAIN_NAMES[terrain],
        "avoid": None if avoid < 0 else TERRAIN_NAMES[avoid],
        "pattern": pattern,
    }
    try:
        made: Presumption = _PRESUMPTION.load_fast(
            {k: v for k, v in shown.items() if v is not None}
        )
    except LOAD_ERRORS:
        return None
    return completed(made, beach)


_PRESUMPTION = PresumptionSchema()
_FIRST_PATTERN = min(card.number for card in CARDS.values() if "pattern" in card.face)


def _possible_meeples(
    meeples: pa.Array, islands: NDArray[np.uint8], beaches: NDArray[np.int64], of: NDArray[np.int64]
) -> Flags:
    """Empty spaces of the island cannot be entered (p. 4); the beach is along one side."""
    place, valid = read_choices(meeples, [place.name for place in _PLACES])
    there = np.flatnonzero(place >= 0)
    on_beach, space = _ON_BEACH[place[there]], _SPACE_OF[place[there]]
    along = _SHORES[beaches[of[there]], space]
    valid[there] = np.where(on_beach, along, islands[of[there], space] > 0)
    return valid


_SPACE_OF = np.array([place.space for place in _PLACES])
_ON_BEACH = np.array([place.on_beach for place in _PLACES])
_SHORES = np.array([[bool(side.spaces >> space & 1) for space in range(_SPACES)] for side in Side])


def _possible(
    islands: NDArray[np.uint8], players: _Players, who: NDArray[np.int64], otoma: NDArray[np.int8]
) -> Flags:
    """Whether markers lie as they can, and no card is held twice, at tables of as many players."""
    markers = np.concatenate([players.claims[who], otoma[:, None]], axis=1)
    laid = markers != NONE
    spaces = np.maximum(markers, 0)
    tile = np.take_along_axis(islands[:, None], spaces.astype(np.intp), axis=2)
    # A marker is laid on a confirmed tile, which nothing can remove (p. 5).
    unlawful = laid & ((tile < 1) | (tile > len(Terrain)))
    # One marker a space, and each player's regions are of different terrains (p. 5).
    valid = ~unlawful.any(axis=(1, 2)) & _distinct(_bits(spaces, laid).reshape(len(who), -1))
    valid &= _distinct(_bits(tile, laid)).all(axis=1)
    held = players.held[who].reshape(len(who), -1)
    cards = np.array([face.card for face in players.faces] or [0], np.uint8)
    valid &= _distinct(_bits(cards[held], held != NONE))
    # Of some cards each shows a terrain of its own (p. 8).
    shown = np.array([_shown_once(face) for face in players.faces] or [NONE])[held]
    possible: Flags = valid & _distinct(_bits(shown, (held != NONE) & (shown != NONE)))
    return possible


def _shown_once(face: Presumption) -> int:
    """The terrain that no other card of its group shows, as a number; NONE without one."""
    for i, group in enumerate(ONE_OF_EACH_TERRAIN):
        if face.card in group and face.terrain is not None:
            return i * len(Terrain) + face.terrain
    return NONE


def _bits(values: NDArray[np.integer], there: Flags) -> NDArray[np.uint32]:
    return np.where(there, np.uint32(1) << values.astype(np.uint32), np.uint32(0))


def _distinct(bits: NDArray[np.uint32]) -> Flags:
    """Whether the single bits along the last axis are all different."""
    together = np.zeros(bits.shape[:-1], np.uint32)
    valid = np.ones(bits.shape[:-1], np.bool_)
    for bit in np.moveaxis(bits, -1, 0):
        valid &= together & bit == 0
        together |= bit
    return valid
