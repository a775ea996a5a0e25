"""The score of a season and of a game (Wertung, Spielende, Solo-Wertung).

Covers the two decrees of a season, coins, monsters, earlier seasons as written down, the ranking
with its tie-break, and the solo rating. The points of each card are in `scoring_cards`. Whether the
coins marked and the points written down are those that the game brought is not checked; a remark
names only what cannot be.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from theodolite.cartographers.board import GRID, Land, Mark
from theodolite.cartographers.card_explanations import explanation_of
from theodolite.cartographers.drawing import (
    COINS_ON_THE_SHEET,
    DRAGON_COINS,
    closed_mountains,
    dragon_defeated,
)
from theodolite.cartographers.facts import ScoringCard
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring_cards import bounds_of, parts_by_term, ruling_of
from theodolite.cartographers.snapshot import DECREES, Box, Player, Season, Snapshot, ruins_faults
from theodolite.grid import NOWHERE, Spaces
from theodolite.leaving import staying
from theodolite.rulings import judged
from theodolite.scoresheet import Item, Ranking, rank
from theodolite.verdict import Fault, Path, Values, amount

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
"""The titles from the highest, each with the least rating for it (Solo-Wertung)."""

UNDECIDED = "undecided"
"""The value of `Ranking.decided_by` if a loss to monsters that is not known would break the tie."""


class SeasonScore(NamedTuple):
    """The score of a season.

    Attributes:
        season: The season.
        total: Its points.
        items: Its lines; None of an earlier season, which is taken as written down.
        adds_up: Whether the sum written down is that of its parts.
    """

    season: Season
    total: int
    items: Sequence[Item] | None = None
    adds_up: bool = True


class PlayerScore(NamedTuple):
    """A player's score.

    Attributes:
        seasons: The seasons, in order.
        total: The sum of the seasons.
        monster_loss: The points lost to monsters in all of them, 0 or more; None if they are not
            known of every season.
    """

    seasons: Sequence[SeasonScore]
    total: int
    monster_loss: int | None


class Remark(NamedTuple):
    """Something odd about a player's sheet that is not impossible.

    Attributes:
        player: The player's name.
        rule: The id of the rule concerned.
        key: The key of the rule's sentence.
        values: The values that fill the blanks of the sentence.
    """

    player: str
    rule: str
    key: str
    values: Values


class SoloScore(NamedTuple):
    """The rating of a solo game; None while decrees are not known.

    Attributes:
        numbers: The sum of the solo numbers of the four scoring cards.
        rating: The total less these.
        title: The title; None too while seasons are missing, or if the rating reaches no title.
    """

    numbers: int | None
    rating: int | None
    title: str | None


class Scores(NamedTuple):
    """A scored table.

    Attributes:
        players: The score of each player.
        ranking: The ranking of the players.
        missing: The seasons for which some player has no score.
        remarks: Oddities of the sheets.
        solo: The rating of a solo game; None of others.
    """

    players: Sequence[PlayerScore]
    ranking: Ranking
    missing: Sequence[Season]
    remarks: Sequence[Remark]
    solo: SoloScore | None

    @property
    def complete(self) -> bool:
        """Whether all four seasons are scored."""
        return not self.missing


def decrees_needed(season: Season, only: Sequence[int] = ()) -> Sequence[int]:
    """The decrees that are scored: those of the season, or `only` these."""
    return only or season.decrees


def scoring_faults(snapshot: Snapshot, decrees: Sequence[int], path: Path = ()) -> Iterator[Fault]:
    """The faults of a table of which too little is known to score some decrees.

    Args:
        snapshot: The table.
        decrees: The decrees to be scored, by number.
        path: The path of the table in a request.
    """
    for decree in decrees:
        if snapshot.decrees[decree] is None:
            # A field that is absent as a whole is named as a whole.
            letter = (DECREES[decree],) if any(snapshot.decrees) else ()
            yield Fault("decree_missing", (*path, "decrees", *letter), {"decree": DECREES[decree]})
    if "destroyed_ruins" in card_rulings(snapshot, decrees):
        yield from ruins_faults(snapshot.printed, (*path, "map"))


def card_rulings(snapshot: Snapshot, decrees: Iterable[int]) -> list[str]:
    """The rulings that govern the cards under some decrees."""
    rulings = [ruling_of(card) for card in cards_under(snapshot, decrees)]
    return [*dict.fromkeys(ruling for ruling in rulings if ruling is not None)]


def cards_under(snapshot: Snapshot, decrees: Iterable[int]) -> list[ScoringCard]:
    """The cards under those of some decrees whose cards are known."""
    names = [snapshot.decrees[decree] for decree in decrees]
    return [snapshot.facts.scoring[name] for name in names if name is not None]


def score_with_rulings(
    snapshot: Snapshot, only: Sequence[int] = ()
) -> tuple[Scores, Mapping[str, bool]]:
    """Score a table, and find for each ruling used whether another value would change the scores.

    Args:
        snapshot: The table, as for `score`.
        only: As for `score`.

    Returns:
        The scores, and `could_matter` of each ruling.
    """
    names = card_rulings(snapshot, decrees_needed(snapshot.season, only))
    if not only:
        names += ["coin_limit", *_coin_rulings(snapshot)]
    if snapshot.solo:
        names.append("below_lowest_title")
    return judged(lambda rulings: score(snapshot.under(rulings), only), snapshot.rulings, names)


def _coin_rulings(snapshot: Snapshot) -> Iterator[str]:
    """The rulings that decide how many coins the maps have brought at least."""
    maps = [snapshot.map(i) for i in range(len(snapshot.players))]
    if not snapshot.solo and any(closed_mountains(map_) for map_ in maps):
        yield "coins_by_others"
    if any(map_.drawn.dragon | map_.drawn.destroyed_dragon for map_ in maps):
        yield "dragon_defeated"


def score(snapshot: Snapshot, only: Sequence[int] = ()) -> Scores:
    """Score the current season on the maps, and add the earlier seasons as written down.

    Args:
        snapshot: The table; the decrees of `decrees_needed` must be known.
        only: The numbers of decrees, from 0, to score alone, whatever the season, without coins,
            monsters and earlier seasons; by default the season is scored.

    >>> from theodolite.cartographers import MAPS, Drawn
    >>> decrees = ("greenbough", "canal_lake", None, None)
    >>> players = (Player("Ann", Drawn(forest=0b11)), Player("Ben", coins=2))
    >>> table = Snapshot("cartographers", MAPS["A"], Season.SPRING, False, players, decrees)
    >>> [player.total for player in score(table).players]
    [3, 2]
    """
    players = [_player_score(snapshot, i, only) for i in range(len(snapshot.players))]
    missing = [
        season
        for season in Season
        if any(season not in [one.season for one in player.seasons] for player in players)
    ]
    seats = () if only else range(len(players))
    remarks = [remark for player in seats for remark in _remarks(snapshot, player)]
    solo = _solo_score(snapshot, players[0].total, complete=not missing) if snapshot.solo else None
    return Scores(players, _ranked(players, staying(snapshot)), missing, remarks, solo)


def _ranked(players: Sequence[PlayerScore], at_table: Sequence[int]) -> Ranking:
    """Most points win; the tie-break is the fewest points lost to monsters (Spielende)."""
    unknown = {player.total for player in players if player.monster_loss is None}
    losses = [0 if player.total in unknown else -(player.monster_loss or 0) for player in players]
    totals = [player.total for player in players]
    ranking = rank({"total": totals, "monsters": losses}, at_table)
    if len(ranking.winners) > 1 and players[ranking.winners[0]].total in unknown:
        return ranking._replace(decided_by=UNDECIDED)
    return ranking


def _player_score(snapshot: Snapshot, player: int, only: Sequence[int]) -> PlayerScore:
    sheet, rulings = snapshot.players[player], snapshot.rulings
    land = snapshot.map(player).land
    if only:
        items = [_decree(snapshot, decree, land) for decree in only]
        total = sum(item.points for item in items)
        return PlayerScore([SeasonScore(snapshot.season, total, items)], total, 0)
    items = season_items(snapshot, land, sheet.coins, rulings)
    now = SeasonScore(snapshot.season, sum(item.points for item in items), items)
    seasons = [
        *[
            SeasonScore(one.season, one.total, None, one.written in (None, one.total))
            for one in sorted(sheet.seasons)
        ],
        now,
    ]
    lost = [one.monsters for one in sheet.seasons if one.monsters is not None]
    loss = -items[-1].points - sum(lost) if len(lost) == len(sheet.seasons) else None
    return PlayerScore(seasons, sum(season.total for season in seasons), loss)


def season_items(snapshot: Snapshot, land: Land, coins: int, rulings: Rulings) -> list[Item]:
    """The lines of a season's score: its two cards, coins, monsters."""
    return [
        *[_decree(snapshot, decree, land) for decree in snapshot.season.decrees],
        _coins(coins, rulings),
        _monsters(land),
    ]


def _decree(snapshot: Snapshot, decree: int, land: Land) -> Item:
    """The line of the scoring card under a decree (Wertungskarten)."""
    (card,) = cards_under(snapshot, [decree])
    by_term = parts_by_term(card, land, snapshot.rulings)
    parts = [part for _, found in by_term for part in found]
    spaces = NOWHERE
    for part in parts:
        spaces |= part.spaces
    key, values = explanation_of(card, land, by_term)
    return Item(
        "decree",
        sum([part.points for part in parts]),
        card.rule,
        key,
        values,
        spaces,
        parts,
        {"decree": DECREES[decree], "card": card.id},
    )


def coin_points(marked: int, rulings: Rulings) -> int:
    """1 point for every coin marked so far (Wertung)."""
    # The sheet has fourteen places, which may be a limit (coin_limit).
    if marked > COINS_ON_THE_SHEET and rulings.coin_limit == "fourteen":
        return COINS_ON_THE_SHEET
    return marked


def _coins(marked: int, rulings: Rulings) -> Item:
    count = coin_points(marked, rulings)
    return Item(
        "coins", count, "cartographers.season.coins", amount(count), {"count": count}, NOWHERE
    )


def monster_spaces(land: Land) -> Spaces:
    """The empty spaces adjacent to a monster: each costs 1 point, once (Wertung)."""
    return GRID.neighbours(land.monster) & land.empty


def _monsters(land: Land) -> Item:
    spaces = monster_spaces(land)
    count = spaces.bit_count()
    return Item(
        "monsters", -count, "cartographers.season.monsters", amount(count), {"count": count}, spaces
    )


def _remarks(snapshot: Snapshot, player: int) -> Iterator[Remark]:
    """Coins beyond the sheet's last place, or fewer than the map brought; what cannot have been."""
    sheet, rulings, map_ = snapshot.players[player], snapshot.rulings, snapshot.map(player)
    if sheet.coins > COINS_ON_THE_SHEET and rulings.coin_limit == "fourteen":
        values: Values = {"player": sheet.name, "count": sheet.coins, "most": COINS_ON_THE_SHEET}
        yield Remark(sheet.name, "cartographers.season.coins", "beyond", values)
    least = DRAGON_COINS if dragon_defeated(map_.drawn, map_.empty, rulings) else 0
    closed = closed_mountains(map_).bit_count()
    # A mountain that a neighbour closed may have brought no coin (coins_by_others).
    if closed and (snapshot.solo or rulings.coins_by_others == "map_owner"):
        least += closed
    if (count := sheet.coins + sheet.coins_spent) < least:
        values = {"player": sheet.name, "count": count, "least": least}
        yield Remark(sheet.name, "cartographers.season.coins", "too_few", values)
    yield from _falling_coins(sheet)
    # Monsters with effects and heroes, which destroy, come in Heroes alone (Geländearten).
    if snapshot.game == "cartographers" and (gone := map_.drawn.layer(Mark.DESTROYED.value)):
        values = {"player": sheet.name, "spaces": GRID.name_all(gone)}
        yield Remark(sheet.name, "cartographers.change.destroyed", "base", values)
    for line in sorted(sheet.seasons):
        yield from _impossible_decrees(snapshot, sheet.name, line)


def _falling_coins(sheet: Player) -> Iterator[Remark]:
    """Coins that were written down, are no longer marked, and were not spent (Wertung)."""
    left = sheet.coins_spent
    counts = [(line.season, line.coins) for line in sorted(sheet.seasons) if line.coins is not None]
    for (season, earlier), (_, later) in pairwise([*counts, (None, sheet.coins)]):
        left -= max(0, earlier - later)
        if left < 0 and later < earlier:
            values = {"player": sheet.name, "season": season, "count": earlier, "later": later}
            yield Remark(sheet.name, "cartographers.season.coins", "falling", values)


def _impossible_decrees(snapshot: Snapshot, player: str, line: Box) -> Iterator[Remark]:
    """Points written down for a decree whose card cannot pay them on this map."""
    for decree, points in zip(line.season.decrees, line.decrees or (), strict=False):
        for card in cards_under(snapshot, [decree]):
            step, most = bounds_of(card, snapshot.printed)
            values = {
                "player": player,
                "season": line.season,
                "card": card.name,
                "points": points,
                "most": most,
                "step": step,
            }
            if points > most:
                yield Remark(player, "cartographers.season.decrees", "beyond", values)
            elif points % step:
                yield Remark(player, "cartographers.season.decrees", "between", values)


def season_box(snapshot: Snapshot, player: int) -> Box:
    """The boxes that a player writes down for the current season."""
    sheet = snapshot.players[player]
    land = snapshot.map(player).land
    first, second, coins, monsters = [
        item.points for item in season_items(snapshot, land, sheet.coins, snapshot.rulings)
    ]
    return Box(snapshot.season, (first, second), coins, monsters)


def _solo_score(snapshot: Snapshot, total: int, *, complete: bool) -> SoloScore:
    cards = cards_under(snapshot, range(len(DECREES)))
    if len(cards) < len(DECREES):
        return SoloScore(None, None, None)
    numbers = sum(card.solo for card in cards)
    rating = total - numbers
    return SoloScore(numbers, rating, _title(rating, snapshot.rulings) if complete else None)


def _title(rating: int, rulings: Rulings) -> str | None:
    """The highest title that a rating reaches; below all of them, the lowest or none."""
    for least, title in TITLES:
        if rating >= least:
            return title
    return TITLES[-1][1] if rulings.below_lowest_title == "lowest" else None
