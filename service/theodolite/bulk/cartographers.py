"""Cartographers over Arrow's columns: the totals of many tables at once.

Only valid tables are scored here. All others are left to the service, as are tables whose map is
given by rows and requests for some decrees alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from theodolite.bulk.cartographers_points import Maps, card_points, monster_points
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
from theodolite.cartographers.board import (
    DRAWN_LETTERS,
    EMPTY,
    GRID,
    MONSTERS,
    PRINT_LETTERS,
    Print,
)
from theodolite.cartographers.drawing import COINS_ON_THE_SHEET
from theodolite.cartographers.facts import CARDS, CATEGORIES, GAMES, SCORING_CARDS, belongs
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring_cards import ruling_of
from theodolite.cartographers.snapshot import DECREES, Season
from theodolite.grid import Spaces, each
from theodolite.web.cartographers.known import installed
from theodolite.web.cartographers.schemas import MAX_PLAYERS, MAX_POINTS

_SEASONS = tuple(season.name.lower() for season in Season)
_BOX = pa.struct(
    {
        "season": pa.string(),
        "decrees": pa.list_(pa.int64()),
        "coins": pa.int64(),
        "monsters": pa.int64(),
        "written": pa.int64(),
    }
)
_PLAYER = pa.struct(
    {
        "name": pa.string(),
        "coins": pa.int64(),
        "coins_spent": pa.int64(),
        "stars": pa.list_(pa.string()),
        "drawn": pa.list_(pa.string()),
        "seasons": pa.list_(_BOX),
    }
)
SNAPSHOT = pa.schema(
    {
        "game": pa.string(),
        "map": pa.string(),
        "season": pa.string(),
        "solo": pa.bool_(),
        "decrees": pa.struct(dict.fromkeys(DECREES, pa.string())),
        "ambushes": pa.list_(pa.string()),
        "players": pa.list_(_PLAYER),
        "rulings": pa.struct(dict.fromkeys(Rulings._fields, pa.string())),
        "left": pa.list_(pa.string()),
    }
)
"""A table to be scored as a row: the fields of a request, null where they are absent."""

_NOW = ("first_decree", "second_decree", "coins", "monsters")
"""The lines of the season that is scored."""

_SPACES = len(GRID.names)
_DRAWN = lookup({letter: i for i, letter in enumerate(f"{EMPTY}{DRAWN_LETTERS}{PRINT_LETTERS}")})
_PRINTED = 1 + len(DRAWN_LETTERS)
"""The number of the first letter that repeats the print."""
_OF_HEROES = np.array([letter in "HDZTGd" for letter in f"{EMPTY}{DRAWN_LETTERS}"])
_IS_MONSTER = np.array([letter in MONSTERS for letter in f"{EMPTY}{DRAWN_LETTERS}"])
_CARDS = tuple(SCORING_CARDS)
_OF_RUINS = [
    i for i, card in enumerate(SCORING_CARDS.values()) if ruling_of(card) == "destroyed_ruins"
]
_CATEGORY = np.array([CATEGORIES.index(card.category) for card in SCORING_CARDS.values()])
_AMBUSHES = tuple(card.id for card in CARDS.values() if card.kind == "ambush")
_BELONGS, _COMES = (
    np.array([[belongs(card, game) for card in cards] for game in GAMES])
    for cards in (SCORING_CARDS.values(), [CARDS[ambush] for ambush in _AMBUSHES])
)
_SCORED = np.array([season.decrees for season in Season])
_VALUES = [get_args(kind) for kind in Rulings.__annotations__.values()]

Numbers = NDArray[np.int64]


class _Players(NamedTuple):
    """The players of all tables, one after the other: `of` is each one's table.

    `boxes` has a row for each season: its recorded sum, masked where none was recorded; `lost` is
    what monsters cost in all of these.
    """

    of: Numbers
    counts: Numbers
    tiles: NDArray[np.uint8]
    coins: Numbers
    boxes: Any
    lost: Numbers


def score(batch: pa.RecordBatch) -> Scored:
    """Score the tables of a batch with the columns of SNAPSHOT.

    `Scored.valid` says which were. Maps come from the application's card pack, else from the facts.
    """
    column = dict(zip(batch.schema.names, batch.columns, strict=True))
    prints = installed().maps
    game, printed = (
        read_choices(column["game"], GAMES).number,
        read_choices(column["map"], [*prints]).number,
    )
    season = read_choices(column["season"], _SEASONS).number
    known = np.array([one is not None for one in prints.values()])
    valid = (game >= 0) & (printed >= 0) & known[printed] & (season >= 0)
    cards, cards_valid = _decrees(column["decrees"], game)
    scored = np.take_along_axis(cards, _SCORED[season], axis=1)
    valid &= cards_valid & (scored >= 0).all(axis=1)
    # Some cards need ruins, which are not known of every map.
    ruinless = np.array([one is None or one.ruins is None for one in prints.values()])
    valid &= ~(ruinless[printed] & np.isin(scored, _OF_RUINS).any(axis=1))
    valid &= _possible_ambushes(column["ambushes"], game, season)
    rulings, rulings_valid = _rulings(column["rulings"])
    # Players who left win nothing: the service ranks the others.
    valid &= rulings_valid & (read_lists(column["left"]).counts == 0)
    players = _players(column["players"], game, season, valid)
    valid &= (players.counts >= 1) & (players.counts <= MAX_PLAYERS)
    valid &= ~flags(column["solo"]) | (players.counts == 1)
    for i, one in enumerate(prints.values()):
        if one is not None:
            _strike_misprints(
                players, np.flatnonzero((valid & (printed == i))[players.of]), one, valid
            )

    lines = np.zeros((len(_NOW), len(players.of)), np.int16)
    for i, one in enumerate(prints.values()):
        who = np.flatnonzero((valid & (printed == i))[players.of])
        if one is not None and len(who):
            lines[:, who] = _season(players, who, one, scored, rulings)
    now = lines.sum(axis=0, dtype=np.int16)
    seasons = players.boxes
    for i, _ in enumerate(Season):
        mine = season[players.of] == i
        seasons[i, mine] = now[mine]
    total = seasons.filled(0).sum(axis=0, dtype=np.int16)
    # Most points win; of tied players who lost least to monsters (Spielende).
    least = (lines[-1] - players.lost).astype(np.int16)
    # One player alone plays solo unless the table says otherwise.
    solo = flags(column["solo"].fill_null(True)) & (players.counts == 1)
    return Scored(valid, players.counts, [*seasons, *lines], total, (("monsters", least),), solo)


def subtotals_of(player: Mapping[str, Any]) -> Mapping[str, Any]:
    """The subtotals of a player in the service's answer."""
    seasons = {season["season"]: season["total"] for season in player["seasons"]}
    (items,) = (season["items"] for season in player["seasons"] if "items" in season)
    decrees = [item["points"] for item in items if item["category"] == "decree"]
    others = {item["category"]: item["points"] for item in items}
    return {**seasons, **dict(zip(_NOW, decrees, strict=False)), **others}


SCORER = Scorer(SNAPSHOT, (*_SEASONS, *_NOW), score, subtotals_of)


def _decrees(decrees: pa.StructArray, game: Numbers) -> tuple[Numbers, Flags]:
    """The cards under the decrees of each table, -1 for none, and whether they are valid there."""
    read = [read_choices(pc.struct_field(decrees, letter), _CARDS) for letter in DECREES]
    cards = np.stack([one.number for one in read], axis=1)
    there = cards >= 0
    valid = np.logical_and.reduce([one.valid for one in read])
    valid &= (_BELONGS[game[:, None], cards] | ~there).all(axis=1)
    # One card of each of four categories is dealt to the decrees (Spielvorbereitung).
    category = np.where(there, 1 << _CATEGORY[cards], 0)
    valid &= category.sum(axis=1) == np.bitwise_or.reduce(category, axis=1)
    return cards, valid


def _possible_ambushes(ambushes: pa.ListArray, game: Numbers, season: Numbers) -> Flags:
    """One more is shuffled in each season, and none comes twice (Nächste Jahreszeit)."""
    counts, of, _, values = read_lists(ambushes)
    cards = read_choices(values, _AMBUSHES).number
    valid = all_in_lists((cards >= 0) & _COMES[game[of], cards], of, len(counts))
    return valid & distinct_in_lists(cards, of, len(counts)) & (counts <= season + 1)


def _rulings(rulings: pa.StructArray) -> tuple[Mapping[str, Numbers], Flags]:
    """The index of each ruling's value, and whether every value is valid."""
    valid = np.ones(len(rulings), np.bool_)
    read = {}
    for name, values in zip(Rulings._fields, _VALUES, strict=True):
        value = read_choices(pc.struct_field(rulings, name), values)
        default = values.index(Rulings._field_defaults[name])
        read[name] = np.where(value.number < 0, default, value.number)
        valid &= value.valid
    return read, valid


def _players(players: pa.ListArray, game: Numbers, season: Numbers, valid: Flags) -> _Players:
    """Read all players; tables with an invalid player are removed from `valid`."""
    counts, of, _, values = read_lists(players)
    names, marked, spent, stars, drawn, written = values.flatten()
    tiles, mine = boards(drawn, _DRAWN, GRID.rows, GRID.columns)
    coins = numbers(marked)
    mine &= valid_names(names) & _within(coins, 0, MAX_POINTS)
    mine &= _within(numbers(spent), 0, MAX_POINTS)
    codes = numbers(names.dictionary_encode().indices, -1)
    valid &= distinct_in_lists(codes, of, len(counts))
    # Heroes, stars and monsters with effects come in Heroes alone (Geländearten).
    base = (game == GAMES.index("cartographers"))[of]
    if base.any():
        heroes = np.zeros(_PRINTED + len(PRINT_LETTERS), np.bool_)
        heroes[:_PRINTED] = _OF_HEROES
        mine[base] &= ~heroes[tiles[base]].any(axis=1)
    mine &= _possible_stars(stars, tiles, base)
    boxes, lost, boxes_valid = _boxes(written, season[of])
    valid &= all_in_lists(mine & boxes_valid, of, len(counts))
    return _Players(of, counts, tiles, coins, boxes, lost)


def _within(values: Numbers, least: int, most: int) -> Flags:
    return (values >= least) & (values <= most)


def _possible_stars(stars: pa.ListArray, tiles: NDArray[np.uint8], base: Flags) -> Flags:
    """Stars lie on different spaces, none on a monster that stands (Zerstörte Felder)."""
    counts, of, _, values = read_lists(stars)
    if not len(of):
        return np.ones(len(counts), np.bool_)
    spaces = read_choices(values, GRID.names).number
    monsters = np.zeros(_PRINTED + len(PRINT_LETTERS), np.bool_)
    monsters[:_PRINTED] = _IS_MONSTER
    valid = all_in_lists((spaces >= 0) & ~monsters[tiles[of, spaces]], of, len(counts))
    return valid & distinct_in_lists(spaces, of, len(counts)) & ~(base & (counts > 0))


def _boxes(written: pa.ListArray, season: Numbers) -> tuple[Any, Numbers, Flags]:
    """Each recorded season's sum, the losses in them, and which players' records are valid."""
    counts, of, _, values = read_lists(written)
    boxes = np.ma.zeros((len(Season), len(counts)), np.int16)
    boxes[:] = np.ma.masked
    lost = np.zeros(len(counts), np.int64)
    if not len(of):
        return boxes, lost, np.ones(len(counts), np.bool_)
    seasons, decrees, coins, monsters, sums = values.flatten()
    at = read_choices(seasons, _SEASONS).number
    pair = read_lists(decrees)
    each_paid = numbers(pair.values, -1)
    # Seasons are written down once, before the one that is scored; monsters only cost points.
    valid = (at >= 0) & (at < season[of]) & (pair.counts == _SCORED.shape[1])
    valid &= all_in_lists(_within(each_paid, 0, MAX_POINTS), pair.of, len(of))
    valid &= _within(numbers(coins, -1), 0, MAX_POINTS) & _within(numbers(monsters, 1), -_SPACES, 0)
    valid &= _within(numbers(sums), -MAX_POINTS, 4 * MAX_POINTS)
    paid = np.bincount(pair.of, np.where(valid[pair.of], each_paid, 0), len(of)).astype(np.int64)
    rest = np.where(valid, numbers(coins) + numbers(monsters), 0)
    boxes[at[valid], of[valid]] = (paid + rest)[valid]
    np.subtract.at(lost, of[valid], numbers(monsters)[valid])
    return (
        boxes,
        lost,
        all_in_lists(valid, of, len(counts)) & distinct_in_lists(at, of, len(counts)),
    )


def _strike_misprints(players: _Players, who: Numbers, printed: Print, valid: Flags) -> None:
    """Remove tables with a map that does not fit its print; erase letters that repeat the print."""
    tiles = players.tiles[who]
    blocked = [*each(printed.mountains | printed.wasteland)]
    repeated = (tiles >= _PRINTED).any(axis=1)
    possible: Flags = np.logical_or(repeated, ~tiles[:, blocked].any(axis=1))
    if repeated.any():
        allowed = np.zeros((_PRINTED + len(PRINT_LETTERS), _SPACES), np.bool_)
        allowed[0] = True
        allowed[1:_PRINTED] = _plane(printed.plain)
        ruins = printed.plain if printed.ruins is None else printed.ruins
        for i, spaces in enumerate((printed.mountains, ruins, printed.wasteland), _PRINTED):
            allowed[i] = _plane(spaces)
        found = tiles[repeated]
        possible[repeated] = allowed[found, np.arange(_SPACES)].all(axis=1)
        found[found >= _PRINTED] = 0
        players.tiles[who[repeated]] = found
    valid[players.of[who[~possible]]] = False


def _plane(spaces: Spaces) -> Flags:
    plane = np.zeros(_SPACES, np.bool_)
    plane[[*each(spaces)]] = True
    return plane


def _season(
    players: _Players, who: Numbers, printed: Print, scored: Numbers, rulings: Mapping[str, Numbers]
) -> NDArray[np.int16]:
    """The lines of the season of some players, whose maps are of one print."""
    tables = players.of[who]
    lines = np.zeros((len(_NOW), len(who)), np.int16)
    for decree in range(scored.shape[1]):
        for card, under, mine in _cards_by_ruling(scored[tables, decree], tables, rulings):
            maps = Maps(players.tiles[who[mine]], printed)
            lines[decree, mine] = card_points(maps, [card], under)[:, 0]
    coins = players.coins[who]
    fourteen = rulings["coin_limit"][tables] == _index("coin_limit", "fourteen")
    lines[2] = np.where(fourteen, np.minimum(coins, COINS_ON_THE_SHEET), coins)
    lines[3] = monster_points(Maps(players.tiles[who], printed))
    return lines


def _cards_by_ruling(
    cards: Numbers, tables: Numbers, rulings: Mapping[str, Numbers]
) -> Iterator[tuple[str, Rulings, Numbers]]:
    """The cards under a decree, each with its ruling and whose it is."""
    for number in np.unique(cards).tolist():
        card, mine = _CARDS[number], np.flatnonzero(cards == number)
        name = ruling_of(SCORING_CARDS[card])
        if name is None:
            yield card, Rulings(), mine
            continue
        values = rulings[name][tables[mine]]
        for value in np.unique(values).tolist():
            decided: Any = {name: _VALUES[Rulings._fields.index(name)][value]}
            yield card, Rulings(**decided), mine[values == value]


def _index(ruling: str, value: str) -> int:
    values: Sequence[str] = _VALUES[Rulings._fields.index(ruling)]
    return values.index(value)
