"""The score of a season and of a game (Wertung, Spielende, Solo-Wertung).

Covers the two decrees of a season, coins, monsters, seasons written down earlier, the ranking with
its tie-break and the solo rating. What a card pays is in `scoring_cards`. Not covered: whether the
coins marked are those that the game brought, or what was written down is what the map paid then;
only what cannot be is remarked on.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from theodolite.cartographers.board import GRID, Land
from theodolite.cartographers.card_lines import line_of
from theodolite.cartographers.drawing import (
    COINS_ON_THE_SHEET,
    DRAGON_COINS,
    closed_mountains,
    dragon_defeated,
)
from theodolite.cartographers.facts import SCORING_CARDS
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring_cards import CARDS, PAY, RULINGS
from theodolite.cartographers.snapshot import DECREES, Box, Player, Season, Snapshot
from theodolite.grid import Spaces
from theodolite.rulings import judged
from theodolite.scoresheet import Item, Standing, rank
from theodolite.verdict import Values, Word, amount

__all__ = [
    "TITLES",
    "Remark",
    "Scores",
    "SeasonScore",
    "SoloScore",
    "Tally",
    "box",
    "card_rulings",
    "coin_points",
    "decrees_needed",
    "monster_spaces",
    "score",
    "score_with_rulings",
    "season_items",
]

TITLES = (
    (30, "legendary_cartographer"),
    (20, "master_mapsmith"),
    (10, "journeyman_topographer"),
    (0, "apprentice_surveyor"),
    (-5, "amateur_assessor"),
    (-10, "inept_assistant"),
    (-20, "dimwitted_doodler"),
    (-30, "oblivious_inkdrinker"),
)
"""The titles from the highest, by the rating from which each is held (Solo-Wertung)."""


class SeasonScore(NamedTuple):
    """A season's score: scored on the map, in items, or as written down earlier, without any.

    `adds_up` says whether the sum written down is that of its parts.
    """

    season: Season
    total: int
    items: Sequence[Item] | None = None
    adds_up: bool = True


class Tally(NamedTuple):
    """A player's seasons, their sum, and what monsters cost in them."""

    seasons: Sequence[SeasonScore]
    total: int
    monster_loss: int


class Remark(NamedTuple):
    """Something odd about a player's sheet that is not impossible."""

    player: str
    rule: str
    says: str
    values: Values


class SoloScore(NamedTuple):
    """A solo game's rating: the four solo numbers, what is left of the total, and the title.

    None where decrees are not told, the title too where seasons are missing or none is reached.
    """

    numbers: int | None
    rating: int | None
    title: str | None


class Scores(NamedTuple):
    """A scored table: the players' tallies and the ranking.

    `missing` are the seasons that some player has no score for; without any the game is complete.
    """

    tallies: Sequence[Tally]
    standing: Standing
    missing: Sequence[Season]
    remarks: Sequence[Remark]
    solo: SoloScore | None

    @property
    def complete(self) -> bool:
        """Whether all four seasons are scored."""
        return not self.missing


def decrees_needed(season: Season, only: Sequence[int] = ()) -> Sequence[int]:
    """The decrees that a score asks for: those of the season, or these alone."""
    return only or season.decrees


def card_rulings(snapshot: Snapshot, decrees: Sequence[int]) -> list[str]:
    """The rulings by which the cards under some decrees are scored."""
    cards = [snapshot.decrees[decree] or "" for decree in decrees]
    return [RULINGS[card] for card in cards if card in RULINGS]


def score_with_rulings(
    snapshot: Snapshot, only: Sequence[int] = ()
) -> tuple[Scores, Mapping[str, bool]]:
    """Score a table, and say of each ruling used whether another value would change a number."""
    names = card_rulings(snapshot, decrees_needed(snapshot.season, only))
    if not only:
        names += ["coin_limit", *_coin_rulings(snapshot)]
    if snapshot.solo:
        names.append("below_lowest_title")
    return judged(
        lambda rulings: score(snapshot.under(rulings), only),
        snapshot.rulings,
        names,
    )


def _coin_rulings(snapshot: Snapshot) -> Iterator[str]:
    """The rulings that decide what coins the maps must have brought."""
    maps = [snapshot.map(i) for i in range(len(snapshot.players))]
    if not snapshot.solo and any(closed_mountains(land) for land in maps):
        yield "coins_by_others"
    if any(land.drawn.dragon | land.drawn.destroyed_dragon for land in maps):
        yield "dragon_defeated"


def score(snapshot: Snapshot, only: Sequence[int] = ()) -> Scores:
    """Score the season named on the maps, and add the earlier seasons as written.

    Args:
        snapshot: the table, with the decrees of `decrees_needed`.
        only: score these decrees alone, whatever the season, without coins, monsters and the
            seasons written down.
    """
    tallies = [_tally(snapshot, i, only) for i in range(len(snapshot.players))]
    # Most points win; of tied players who lost least to monsters (Spielende).
    standing = rank(
        {
            "total": [tally.total for tally in tallies],
            "monsters": [-tally.monster_loss for tally in tallies],
        }
    )
    missing = [
        season
        for season in Season
        if any(season not in [one.season for one in tally.seasons] for tally in tallies)
    ]
    remarks = [] if only else [remark for i in range(len(tallies)) for remark in _odd(snapshot, i)]
    solo = _solo_score(snapshot, tallies[0].total, complete=not missing) if snapshot.solo else None
    return Scores(tallies, standing, missing, remarks, solo)


def _tally(snapshot: Snapshot, player: int, only: Sequence[int]) -> Tally:
    sheet, rulings = snapshot.players[player], snapshot.rulings
    land = snapshot.map(player).land
    if only:
        items = [_decree(snapshot, decree, land) for decree in only]
        total = sum(item.points for item in items)
        return Tally([SeasonScore(snapshot.season, total, items)], total, 0)
    items = season_items(snapshot, land, sheet.coins, rulings)
    now = SeasonScore(snapshot.season, sum(item.points for item in items), items)
    seasons = [
        *[
            SeasonScore(one.season, one.total, None, one.written in (None, one.total))
            for one in sorted(sheet.seasons)
        ],
        now,
    ]
    loss = -items[-1].points - sum(one.monsters for one in sheet.seasons)
    return Tally(seasons, sum(season.total for season in seasons), loss)


def season_items(snapshot: Snapshot, land: Land, coins: int, rulings: Rulings) -> list[Item]:
    """The lines of a season's score: its two cards, coins, monsters."""
    return [
        *[_decree(snapshot, decree, land) for decree in snapshot.season.decrees],
        _coins(coins, rulings),
        _monsters(land),
    ]


def _decree(snapshot: Snapshot, decree: int, land: Land) -> Item:
    """What the scoring card under a decree pays (Wertungskarten)."""
    card = snapshot.decrees[decree] or ""
    parts = CARDS[card](land, snapshot.rulings)
    spaces = 0
    for part in parts:
        spaces |= part.spaces
    says, values = line_of(card, land, parts)
    return Item(
        "decree",
        sum([part.points for part in parts]),
        f"cartographers.card.{card}",
        says,
        values,
        spaces,
        parts,
        {"decree": DECREES[decree], "card": card},
    )


def coin_points(marked: int, rulings: Rulings) -> int:
    """1 for every coin marked so far (Wertung)."""
    # The sheet has a place for fourteen, if that is counted as a limit (coin_limit).
    if marked > COINS_ON_THE_SHEET and rulings.coin_limit == "fourteen":
        return COINS_ON_THE_SHEET
    return marked


def _coins(marked: int, rulings: Rulings) -> Item:
    count = coin_points(marked, rulings)
    return Item("coins", count, "cartographers.season.coins", amount(count), {"count": count}, 0)


def monster_spaces(land: Land) -> Spaces:
    """The empty spaces adjacent to a monster space: 1 off for each, each once (Wertung)."""
    return GRID.neighbours(land.monster) & land.empty


def _monsters(land: Land) -> Item:
    spaces = monster_spaces(land)
    count = spaces.bit_count()
    return Item(
        "monsters", -count, "cartographers.season.monsters", amount(count), {"count": count}, spaces
    )


def _odd(snapshot: Snapshot, player: int) -> Iterator[Remark]:
    """Coins beyond the sheet's last place, or fewer than there must be; boxes that cannot be."""
    sheet, rulings, land = snapshot.players[player], snapshot.rulings, snapshot.map(player)
    if sheet.coins > COINS_ON_THE_SHEET and rulings.coin_limit == "fourteen":
        values: Values = {"player": sheet.name, "count": sheet.coins, "most": COINS_ON_THE_SHEET}
        yield Remark(sheet.name, "cartographers.season.coins", "beyond", values)
    least = DRAGON_COINS if dragon_defeated(land.drawn, land.empty, rulings) else 0
    closed = closed_mountains(land).bit_count()
    # A neighbour who closed a mountain may have brought nobody a coin (coins_by_others).
    if closed and (snapshot.solo or rulings.coins_by_others == "map_owner"):
        least += closed
    if sheet.coins < least:
        values = {"player": sheet.name, "count": sheet.coins, "least": least}
        yield Remark(sheet.name, "cartographers.season.coins", "too_few", values)
    yield from _falling(sheet)
    for line in sorted(sheet.seasons):
        yield from _odd_decrees(snapshot, sheet.name, line)


def _falling(sheet: Player) -> Iterator[Remark]:
    """Coins that were written down and are no longer marked: a coin marked stays (Wertung)."""
    counts = [(line.season, line.coins) for line in sorted(sheet.seasons)]
    for (season, earlier), (_, later) in pairwise([*counts, (None, sheet.coins)]):
        if later < earlier:
            values = {"player": sheet.name, "season": season, "count": earlier, "later": later}
            yield Remark(sheet.name, "cartographers.season.coins", "falling", values)


def _odd_decrees(snapshot: Snapshot, player: str, line: Box) -> Iterator[Remark]:
    """Points written down for a decree whose card cannot pay them on this map."""
    for decree, points in zip(line.season.decrees, line.decrees, strict=True):
        card = snapshot.decrees[decree]
        if card is None:
            continue
        pay, most = PAY[card], PAY[card].most(snapshot.printed)
        values = {
            "player": player,
            "season": line.season,
            "card": Word("cards", card),
            "points": points,
            "most": most,
            "step": pay.points,
        }
        if points > most:
            yield Remark(player, "cartographers.season.decrees", "beyond", values)
        elif points % pay.points:
            yield Remark(player, "cartographers.season.decrees", "between", values)


def box(snapshot: Snapshot, player: int) -> Box:
    """What is written on a player's sheet for the season that is scored."""
    sheet = snapshot.players[player]
    land = snapshot.map(player).land
    first, second, coins, monsters = [
        item.points for item in season_items(snapshot, land, sheet.coins, snapshot.rulings)
    ]
    return Box(snapshot.season, (first, second), coins, monsters)


def _solo_score(snapshot: Snapshot, total: int, *, complete: bool) -> SoloScore:
    told = [card for card in snapshot.decrees if card is not None]
    if len(told) < len(DECREES):
        return SoloScore(None, None, None)
    numbers = sum(SCORING_CARDS[card].solo for card in told)
    rating = total - numbers
    return SoloScore(numbers, rating, _title(rating, snapshot.rulings) if complete else None)


def _title(rating: int, rulings: Rulings) -> str | None:
    """The highest title that a rating reaches; below all, the lowest or none."""
    for least, title in TITLES:
        if rating >= least:
            return title
    return TITLES[-1][1] if rulings.below_lowest_title == "lowest" else None
