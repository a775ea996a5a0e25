"""Scores of seasons and games: coins, monsters, the ranking, the solo rating."""

from typing import Any

import pytest

from cartographers.pictures import land, names, table
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import Scores, score, score_with_rulings
from theodolite.cartographers.snapshot import Box, Player, Season, Snapshot

DECREES = ("sentinel_wood", "canal_lake", "wildholds", "the_cauldrons")


def played(picture: str, **table_fields: Any) -> Snapshot:
    return table(picture, decrees=DECREES, **table_fields)


def lines(scores: Scores, player: int = 0) -> list[tuple[str, int]]:
    (season,) = [one for one in scores.players[player].seasons if one.items is not None]
    return [
        (str(item.about.get("decree", item.category)), item.points) for item in season.items or ()
    ]


@pytest.mark.parametrize(
    ("season", "decrees"),
    [
        (Season.SPRING, [("A", 2), ("B", 2)]),
        (Season.SUMMER, [("B", 2), ("C", 0)]),
        (Season.AUTUMN, [("C", 0), ("D", 1)]),
        (Season.WINTER, [("D", 1), ("A", 2)]),
    ],
)
def test_each_season_scores_its_two_decrees(season: Season, decrees: list[tuple[str, int]]) -> None:
    shown = played("FWA.X/FXXX", season=season)
    assert lines(score(shown)) == [*decrees, ("coins", 0), ("monsters", 0)]


def test_coins_count_each_season_and_monsters_cost() -> None:
    scores = score(played("M.M", coins=3))
    assert lines(scores) == [("A", 0), ("B", 0), ("coins", 3), ("monsters", -4)]
    (season,) = scores.players[0].seasons
    assert season.items is not None
    assert names(season.items[-1].spaces) == "A2 A4 B1 B3"
    assert season.total == -1


def test_scores_only_the_requested_decrees() -> None:
    earlier = Box(Season.SPRING, (5, 5), 0, 0)
    shown = played("FMW", coins=2, season=Season.SUMMER)
    shown = shown.with_sheet(0, shown.players[0]._replace(seasons=(earlier,)))
    scores = score(shown, only=(0, 3))
    assert lines(scores) == [("A", 1), ("D", 0)]
    assert scores.players[0].total == 1
    assert scores.players[0].monster_loss == 0


def test_earlier_seasons_are_taken_as_written_in_their_order() -> None:
    boxes = (Box(Season.SUMMER, (1, 2), 3, -4, 2), Box(Season.SPRING, (1, 0), 0, 0, 2))
    shown = played("", season=Season.WINTER)
    shown = shown.with_sheet(0, shown.players[0]._replace(seasons=boxes))
    scores = score(shown)
    assert [(one.season.name, one.total, one.adds_up) for one in scores.players[0].seasons] == [
        ("SPRING", 1, False),
        ("SUMMER", 2, True),
        ("WINTER", 0, True),
    ]
    assert scores.players[0].total == 3
    assert scores.players[0].monster_loss == 4
    assert scores.missing == [Season.AUTUMN]
    assert not scores.complete


def scored(*boxes: tuple[int, int], season: Season = Season.SUMMER) -> Scores:
    """Players of an empty map who wrote points and monsters down for spring."""
    players = tuple(
        Player(f"{i}", seasons=(Box(Season.SPRING, (points, 0), 0, lost),))
        for i, (points, lost) in enumerate(boxes)
    )
    start = Snapshot("cartographers", land("").printed, season, False, players, DECREES)
    return score(start)


@pytest.mark.parametrize(
    ("boxes", "ranks", "winners", "decided_by"),
    [
        ([(5, 0), (7, 0), (5, 0)], [2, 1, 2], [1], "total"),
        ([(8, -1), (9, -2)], [1, 2], [0], "monsters"),
        ([(8, -1), (8, -1), (3, 0)], [1, 1, 3], [0, 1], "shared"),
        ([(0, -3)], [1], [0], "total"),
    ],
)
def test_ties_are_broken_by_what_monsters_cost(
    boxes: list[tuple[int, int]], ranks: list[int], winners: list[int], decided_by: str
) -> None:
    ranking = scored(*boxes).ranking
    assert (ranking.ranks, ranking.winners, ranking.decided_by) == (ranks, winners, decided_by)


@pytest.mark.parametrize(
    ("total", "rulings", "title"),
    [
        (112, Rulings(), "legendary_cartographer"),
        (111, Rulings(), "master_mapsmith"),
        (102, Rulings(), "master_mapsmith"),
        (101, Rulings(), "journeyman_topographer"),
        (92, Rulings(), "journeyman_topographer"),
        (91, Rulings(), "apprentice_surveyor"),
        (82, Rulings(), "apprentice_surveyor"),
        (81, Rulings(), "amateur_assessor"),
        (77, Rulings(), "amateur_assessor"),
        (76, Rulings(), "inept_assistant"),
        (72, Rulings(), "inept_assistant"),
        (71, Rulings(), "dimwitted_doodler"),
        (62, Rulings(), "dimwitted_doodler"),
        (61, Rulings(), "oblivious_inkdrinker"),
        (52, Rulings(), "oblivious_inkdrinker"),
        (51, Rulings(), "oblivious_inkdrinker"),
        (51, Rulings(below_lowest_title="none"), None),
    ],
)
def test_the_solo_title_is_the_highest_reached(
    total: int, rulings: Rulings, title: str | None
) -> None:
    # 25, 24, 16 and 20 are the numbers of the four cards: 85, and the empty map scores nothing.
    boxes = tuple(
        Box(season, (total + 3 if season == 0 else 0, 0), 0, 0) for season in [*Season][:3]
    )
    shown = played("", season=Season.WINTER, rulings=rulings)
    shown = shown.with_sheet(0, shown.players[0]._replace(seasons=boxes))
    solo = score(shown).solo
    assert solo is not None
    assert (solo.numbers, solo.rating, solo.title) == (85, total - 82, title)


def test_a_rating_needs_all_decrees_and_a_title_all_seasons() -> None:
    solo = score(played("")).solo
    assert solo is not None
    assert (solo.numbers, solo.rating, solo.title) == (85, -85, None)
    few = score(played("")._replace(decrees=("sentinel_wood", "canal_lake", None, None))).solo
    assert few == (None, None, None)
    assert score(played("", players="Ben")).solo is None


def test_the_fifteenth_coin_is_no_coin_if_fourteen_are_the_limit() -> None:
    limited = Rulings(coin_limit="fourteen")
    scores = score(played("", coins=15, rulings=limited))
    assert lines(scores)[2] == ("coins", 14)
    assert [(remark.player, remark.key) for remark in scores.remarks] == [("Ann", "beyond")]
    assert not score(played("", coins=15, rulings=limited), only=(0,)).remarks
    for full in (played("", coins=14, rulings=limited), played("", coins=15)):
        scores = score(full)
        assert lines(scores)[2] == ("coins", full.players[0].coins)
        assert not scores.remarks


def test_fewer_coins_than_the_map_brought_are_remarked_on() -> None:
    closed = "^X...D/X...XXX"
    (remark,) = score(played(closed)).remarks
    assert (remark.player, remark.key, remark.values["least"]) == ("Ann", "too_few", 1)
    assert not score(played(closed, coins=1)).remarks
    nobody = Rulings(coins_by_others="nobody")
    assert not score(played(closed, rulings=nobody, players="Ben")).remarks
    # Solo, whatever closes a mountain is the player's own.
    assert score(played(closed, rulings=nobody)).remarks
    beaten = "....XDX/....XXX"
    assert [remark.values["least"] for remark in score(played(beaten)).remarks] == [3]


def test_rulings_that_decide_whether_coins_are_too_few_could_matter() -> None:
    closed = played("^X/X", players="Ben")
    _, found = score_with_rulings(closed)
    assert found == {"coin_limit": False, "coins_by_others": True}
    _, found = score_with_rulings(closed.with_sheet(0, closed.players[0]._replace(coins=1)))
    assert found == {"coin_limit": False, "coins_by_others": False}
    _, found = score_with_rulings(played("dX/X"))
    assert found == {"coin_limit": False, "dragon_defeated": True, "below_lowest_title": False}


@pytest.mark.parametrize(
    ("shown", "only", "matter"),
    [
        (played("", coins=14), (), {"coin_limit": False, "below_lowest_title": False}),
        (played("", coins=15), (), {"coin_limit": True, "below_lowest_title": False}),
        (played("", coins=15, players="Ben"), (0,), {}),
        (
            table(
                "V/^",
                season=Season.SUMMER,
                decrees=("great_city", "the_golden_granary", None, None),
                players="Ben",
            ),
            (0,),
            {"great_city": False},
        ),
        (
            table("VV^", decrees=("great_city", "the_golden_granary", None, None), players="Ben"),
            (),
            {"great_city": False, "destroyed_ruins": False, "coin_limit": False},
        ),
        (
            table(
                "VV^V/.../AX",
                ruins="C2",
                decrees=("great_city", "the_golden_granary", None, None),
                players="Ben",
            ),
            (),
            {"great_city": False, "destroyed_ruins": False, "coin_limit": False},
        ),
        (
            table(
                "VV^/..../V/...WX",
                ruins="D5",
                decrees=("great_city", "the_golden_granary", None, None),
                players="Ben",
            ),
            (),
            {"great_city": True, "destroyed_ruins": True, "coin_limit": False},
        ),
    ],
)
def test_a_ruling_matters_if_another_value_changes_a_number(
    shown: Snapshot, only: tuple[int, ...], matter: dict[str, bool]
) -> None:
    assert score_with_rulings(shown, only)[1] == matter


@pytest.mark.parametrize(
    ("decrees", "box", "says"),
    [
        (DECREES, Box(Season.SPRING, (40, 0), 0, 0), []),
        (DECREES, Box(Season.SPRING, (41, 0), 0, 0), ["beyond"]),
        (DECREES, Box(Season.SUMMER, (0, 8), 0, 0), []),
        (DECREES, Box(Season.SUMMER, (0, 5), 0, 0), ["between"]),
        ((None, "canal_lake", None, None), Box(Season.SPRING, (41, 0), 0, 0), []),
        (DECREES, Box(Season.SPRING, (0, 0), 3, 0), ["falling"]),
        (DECREES, Box(Season.SPRING, (0, 0), 2, 0), []),
    ],
)
def test_remarks_on_impossible_boxes(
    decrees: tuple[str | None, ...], box: Box, says: list[str]
) -> None:
    start = table("", season=Season.AUTUMN, decrees=(*decrees[:2], *DECREES[2:]), coins=2)
    shown = start.with_sheet(0, start.players[0]._replace(seasons=(box,)))
    assert [remark.key for remark in score(shown).remarks] == says
