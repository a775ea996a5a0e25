"""Cartographers over Arrow's columns: the totals of many tables at once.

A table is scored here if nothing at all is the matter with it; every other is left to the service's
own reading, as is one whose map is told by its rows or that asks for some decrees alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from theodolite.bulk.columns import (
    Flags,
    all_of,
    boards,
    chosen,
    different,
    flags,
    listed,
    lookup,
    numbers,
    readable_names,
)
from theodolite.bulk.frame import Room, Scored
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
from theodolite.cartographers.scoring_cards import RULINGS
from theodolite.cartographers.snapshot import DECREES, Season
from theodolite.grid import each
from theodolite.research.cartographers import Maps, card_points, monster_points
from theodolite.web.cartographers.bodies import MOST_PLAYERS, MOST_POINTS, printed_maps

__all__ = ["ROOM", "score"]

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
        "only": pa.list_(pa.string()),
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

    `boxes` is a row for each season: what was written down for it, masked where nothing was;
    `lost` what monsters cost in all of these.
    """

    of: Numbers
    counts: Numbers
    tiles: NDArray[np.uint8]
    coins: Numbers
    boxes: Any
    lost: Numbers


def score(batch: pa.RecordBatch) -> Scored:
    """Score the tables of a batch with the columns of SNAPSHOT.

    `Scored.fine` says which were. Maps are known by what an application's card pack tells of them,
    and else by the facts.
    """
    column = dict(zip(batch.schema.names, batch.columns, strict=True))
    prints = printed_maps()
    game, printed = chosen(column["game"], GAMES).number, chosen(column["map"], [*prints]).number
    season = chosen(column["season"], _SEASONS).number
    known = np.array([one is not None for one in prints.values()])
    fine = (game >= 0) & (printed >= 0) & known[printed] & (season >= 0)
    fine &= ~flags(column["only"].is_valid())
    cards, cards_fine = _decrees(column["decrees"], game)
    scored = np.take_along_axis(cards, _SCORED[season], axis=1)
    fine &= cards_fine & (scored >= 0).all(axis=1)
    # What the granary needs is not known of every side.
    ruinless = np.array([one is None or one.ruins is None for one in prints.values()])
    fine &= ~(ruinless[printed] & (scored == _CARDS.index("the_golden_granary")).any(axis=1))
    fine &= _possible_ambushes(column["ambushes"], game, season)
    rulings, rulings_fine = _rulings(column["rulings"])
    fine &= rulings_fine
    players = _players(column["players"], game, season, fine)
    fine &= (players.counts >= 1) & (players.counts <= MOST_PLAYERS)
    fine &= ~flags(column["solo"]) | (players.counts == 1)
    for i, one in enumerate(prints.values()):
        if one is not None:
            _strike_misprints(
                players, np.flatnonzero((fine & (printed == i))[players.of]), one, fine
            )

    lines = np.zeros((len(_NOW), len(players.of)), np.int16)
    for i, one in enumerate(prints.values()):
        who = np.flatnonzero((fine & (printed == i))[players.of])
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
    return Scored(fine, players.counts, [*seasons, *lines], total, (("monsters", least),))


def told(player: Mapping[str, Any]) -> Mapping[str, Any]:
    """The subtotals of a player as the service answers them."""
    seasons = {season["season"]: season["total"] for season in player["seasons"]}
    (items,) = (season["items"] for season in player["seasons"] if "items" in season)
    decrees = [item["points"] for item in items if item["category"] == "decree"]
    others = {item["category"]: item["points"] for item in items}
    return {**seasons, **dict(zip(_NOW, decrees, strict=False)), **others}


ROOM = Room(SNAPSHOT, (*_SEASONS, *_NOW), score, told)


def _decrees(decrees: pa.StructArray, game: Numbers) -> tuple[Numbers, Flags]:
    """The cards under the decrees of each table, -1 for none, and whether they can lie there."""
    read = [chosen(pc.struct_field(decrees, letter), _CARDS) for letter in DECREES]
    cards = np.stack([one.number for one in read], axis=1)
    there = cards >= 0
    fine = np.logical_and.reduce([one.fine for one in read])
    fine &= (_BELONGS[game[:, None], cards] | ~there).all(axis=1)
    # One card of each of four categories is dealt to the decrees (Spielvorbereitung).
    category = np.where(there, 1 << _CATEGORY[cards], 0)
    fine &= category.sum(axis=1) == np.bitwise_or.reduce(category, axis=1)
    return cards, fine


def _possible_ambushes(ambushes: pa.ListArray, game: Numbers, season: Numbers) -> Flags:
    """One more is shuffled in each season, and none comes twice (Nächste Jahreszeit)."""
    counts, of, _, values = listed(ambushes)
    cards = chosen(values, _AMBUSHES).number
    fine = all_of((cards >= 0) & _COMES[game[of], cards], of, len(counts))
    return fine & different(cards, of, len(counts)) & (counts <= season + 1)


def _rulings(rulings: pa.StructArray) -> tuple[Mapping[str, Numbers], Flags]:
    """The index of each ruling's value, and whether every value is one."""
    fine = np.ones(len(rulings), np.bool_)
    read = {}
    for name, values in zip(Rulings._fields, _VALUES, strict=True):
        value = chosen(pc.struct_field(rulings, name), values)
        default = values.index(Rulings._field_defaults[name])
        read[name] = np.where(value.number < 0, default, value.number)
        fine &= value.fine
    return read, fine


def _players(players: pa.ListArray, game: Numbers, season: Numbers, fine: Flags) -> _Players:
    """Read all players; what is wrong with one is struck from the `fine` tables."""
    counts, of, _, values = listed(players)
    names, marked, stars, drawn, written = values.flatten()
    tiles, mine = boards(drawn, _DRAWN, GRID.rows, GRID.columns)
    coins = numbers(marked)
    mine &= readable_names(names) & _within(coins, 0, MOST_POINTS)
    codes = numbers(names.dictionary_encode().indices, -1)
    fine &= different(codes, of, len(counts))
    # Heroes, stars and monsters with effects come in Heroes alone (Geländearten).
    base = (game == GAMES.index("cartographers"))[of]
    if base.any():
        heroes = np.zeros(_PRINTED + len(PRINT_LETTERS), np.bool_)
        heroes[:_PRINTED] = _OF_HEROES
        mine[base] &= ~heroes[tiles[base]].any(axis=1)
    mine &= _possible_stars(stars, tiles, base)
    boxes, lost, boxes_fine = _boxes(written, season[of])
    fine &= all_of(mine & boxes_fine, of, len(counts))
    return _Players(of, counts, tiles, coins, boxes, lost)


def _within(values: Numbers, least: int, most: int) -> Flags:
    return (values >= least) & (values <= most)


def _possible_stars(stars: pa.ListArray, tiles: NDArray[np.uint8], base: Flags) -> Flags:
    """Stars lie on different spaces, none on a monster that stands (Zerstörte Felder)."""
    counts, of, _, values = listed(stars)
    if not len(of):
        return np.ones(len(counts), np.bool_)
    spaces = chosen(values, GRID.names).number
    monsters = np.zeros(_PRINTED + len(PRINT_LETTERS), np.bool_)
    monsters[:_PRINTED] = _IS_MONSTER
    fine = all_of((spaces >= 0) & ~monsters[tiles[of, spaces]], of, len(counts))
    return fine & different(spaces, of, len(counts)) & ~(base & (counts > 0))


def _boxes(written: pa.ListArray, season: Numbers) -> tuple[Any, Numbers, Flags]:
    """The sum of each season that a player wrote down, the losses in them, and who could."""
    counts, of, _, values = listed(written)
    boxes = np.ma.zeros((len(Season), len(counts)), np.int16)
    boxes[:] = np.ma.masked
    lost = np.zeros(len(counts), np.int64)
    if not len(of):
        return boxes, lost, np.ones(len(counts), np.bool_)
    seasons, decrees, coins, monsters, sums = values.flatten()
    at = chosen(seasons, _SEASONS).number
    pair = listed(decrees)
    each_paid = numbers(pair.values, -1)
    # Seasons are written down once, before the one that is scored; monsters only cost points.
    fine = (at >= 0) & (at < season[of]) & (pair.counts == _SCORED.shape[1])
    fine &= all_of(_within(each_paid, 0, MOST_POINTS), pair.of, len(of))
    fine &= _within(numbers(coins, -1), 0, MOST_POINTS) & _within(numbers(monsters, 1), -_SPACES, 0)
    fine &= _within(numbers(sums), -MOST_POINTS, 4 * MOST_POINTS)
    paid = np.bincount(pair.of, np.where(fine[pair.of], each_paid, 0), len(of)).astype(np.int64)
    rest = np.where(fine, numbers(coins) + numbers(monsters), 0)
    boxes[at[fine], of[fine]] = (paid + rest)[fine]
    np.subtract.at(lost, of[fine], numbers(monsters)[fine])
    return boxes, lost, all_of(fine, of, len(counts)) & different(at, of, len(counts))


def _strike_misprints(players: _Players, who: Numbers, printed: Print, fine: Flags) -> None:
    """Strike the tables of players whose map cannot be on its print; wipe off what repeats it."""
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
    fine[players.of[who[~possible]]] = False


def _plane(spaces: int) -> Flags:
    plane = np.zeros(_SPACES, np.bool_)
    plane[[*each(spaces)]] = True
    return plane


def _season(
    players: _Players,
    who: Numbers,
    printed: Print,
    scored: Numbers,
    rulings: Mapping[str, Numbers],
) -> NDArray[np.int16]:
    """The lines of the season of some players, whose maps are of one print."""
    tables = players.of[who]
    lines = np.zeros((len(_NOW), len(who)), np.int16)
    for decree in range(scored.shape[1]):
        for card, under, mine in _dealt(scored[tables, decree], tables, rulings):
            maps = Maps(players.tiles[who[mine]], printed)
            lines[decree, mine] = card_points(maps, [card], under)[:, 0]
    coins = players.coins[who]
    fourteen = rulings["coin_limit"][tables] == _index("coin_limit", "fourteen")
    lines[2] = np.where(fourteen, np.minimum(coins, COINS_ON_THE_SHEET), coins)
    lines[3] = monster_points(Maps(players.tiles[who], printed))
    return lines


def _dealt(
    cards: Numbers, tables: Numbers, rulings: Mapping[str, Numbers]
) -> Iterator[tuple[str, Rulings, Numbers]]:
    """The cards under a decree, each with its ruling and whose it is."""
    for number in np.unique(cards).tolist():
        card, mine = _CARDS[number], np.flatnonzero(cards == number)
        name = RULINGS.get(card)
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
