"""The end of a season: its time, zombies, trolls, and the points written down."""

from typing import Any

import pytest

from cartographers.pictures import names, rows, table
from theodolite.cartographers.board import GRID
from theodolite.cartographers.facts import CARDS, FACTS, Game
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.season_ends import (
    Ending,
    end_season,
    ending_rulings,
    threshold,
    without_rulings,
)
from theodolite.cartographers.snapshot import Box, Season, Snapshot

DECREES = ("sentinel_wood", "canal_lake", "wildholds", "the_cauldrons")


def changes_of(ending: Ending) -> list[str]:
    return [
        f"{effect.ambush}: {GRID.names[change.space or 0]} {change.effect}"
        for effect in ending.effects
        for change in effect.changes
    ]


@pytest.mark.parametrize(
    ("season", "game", "rulings", "time"),
    [
        (Season.SPRING, "heroes", Rulings(), 8),
        (Season.SUMMER, "heroes", Rulings(), 7),
        (Season.SUMMER, "combined", Rulings(), 8),
        (Season.SUMMER, "cartographers", Rulings(), 8),
        (Season.SUMMER, "cartographers", Rulings(summer_threshold="seven"), 7),
        (Season.SUMMER, "heroes", Rulings(summer_threshold="eight"), 8),
        (Season.AUTUMN, "heroes", Rulings(), 7),
        (Season.WINTER, "heroes", Rulings(), 6),
    ],
)
def test_seasons_have_thresholds(season: Season, game: Game, rulings: Rulings, time: int) -> None:
    played = table("", game=game, season=season, rulings=rulings)
    assert threshold(played) == time
    # A table may play another length.
    assert threshold(played._replace(facts=FACTS._replace(lengths={season: 5}))) == 5


def season(picture: str, *, stars: str = "", choices: str = "", **given: Any) -> Ending:
    start = table(picture, stars=stars, decrees=DECREES, **given)
    chosen = {"giant_troll_ravage": GRID.spaces[choices]} if choices else {}
    return end_season(start, None, {"Ann": chosen})


def after(ending: Ending, player: int = 0) -> list[str]:
    assert ending.effected is not None
    return ending.effected.players[player].drawn.rows()


def test_zombies_spread_one_step_all_at_once_and_die_on_stars() -> None:
    ending = season("Z.F/..../Z", stars="A2")
    assert after(ending) == rows("ZXF/Z/ZZ/Z")
    assert changes_of(ending) == [
        "zombie_plague: A2 drawn",
        "zombie_plague: B1 drawn",
        "zombie_plague: C2 drawn",
        "zombie_plague: D1 drawn",
        "zombie_plague: A2 destroyed",
    ]


def test_zombies_fill_ruins_and_bring_coins_for_mountains() -> None:
    ending = season("^R/Z")
    assert after(ending) == rows("/ZZ/Z")
    closes = season("^F/./Z")
    assert closes.effected is not None
    assert closes.effected.players[0].coins == 1
    assert changes_of(closes)[-1] == "zombie_plague: A1 mountain_closed"


def test_a_troll_destroys_the_empty_neighbour_that_is_chosen() -> None:
    ending = season("T.F", choices="A2")
    assert after(ending) == rows("TXF")
    assert changes_of(ending) == ["giant_troll_ravage: A2 destroyed"]
    assert [check.status for check in ending.checks] == ["not_checked", "passed"]


def test_a_troll_waits_for_its_choice_even_of_one_space() -> None:
    ending = season("TF")
    assert ending.effected is None
    assert ending.after is None
    assert [(one.player, one.ambush, names(one.options)) for one in ending.waiting] == [
        (0, "giant_troll_ravage", "B1")
    ]


def test_a_troll_without_an_empty_neighbour_does_nothing() -> None:
    ending = season("TF/F")
    assert after(ending) == rows("TF/F")
    assert [(one.ambush, list(one.changes)) for one in ending.effects] == [
        ("giant_troll_ravage", [])
    ]


@pytest.mark.parametrize(
    ("picture", "choice", "says"),
    [("T.F", "A3", "failed"), ("T.F", "K1", "failed"), ("TF/F", "A3", "none"), ("F", "A2", "none")],
)
def test_a_wrong_choice_is_a_failed_check(picture: str, choice: str, says: str) -> None:
    ending = season(picture, choices=choice)
    assert [check.says for check in ending.checks][1:] == [says]
    assert not ending.waiting
    assert ending.effected is None


def test_a_choice_for_another_ambush_is_wrong() -> None:
    start = table("Z", decrees=DECREES)
    ending = end_season(start, None, {"Ann": {"zombie_plague": GRID.spaces["A2"]}})
    assert [check.says for check in ending.checks] == ["not_checked", "none"]
    assert ending.effected is None


def test_zombies_and_trolls_act_in_the_order_of_their_cards() -> None:
    first_zombies = season("Z..T", ambushes=("zombie_plague", "giant_troll_ravage"), choices="A3")
    assert after(first_zombies) == rows("ZZXT/Z")
    first_trolls = season("Z.T", ambushes=("giant_troll_ravage", "zombie_plague"), choices="A2")
    assert after(first_trolls) == rows("ZXT/Z")
    no_room = season("Z.T/.F/", ambushes=("zombie_plague", "giant_troll_ravage"), choices="A2")
    assert [check.says for check in no_room.checks] == ["not_checked", "taken"]


def test_missing_choices_stop_the_effects_of_their_player_only() -> None:
    start = table(
        "Z.T", decrees=DECREES, ambushes=("giant_troll_ravage", "zombie_plague"), players="Ben"
    )
    ben = start.players[1]._replace(drawn=start.players[0].drawn)
    ending = end_season(
        start.with_sheet(1, ben), None, {"Ben": {"giant_troll_ravage": GRID.spaces["A2"]}}
    )
    assert [(effect.player, effect.ambush) for effect in ending.effects] == [
        (1, "giant_troll_ravage"),
        (1, "zombie_plague"),
    ]
    assert [one.player for one in ending.waiting] == [0]
    assert ending.effected is None


def revealed(*cards: str) -> Ending:
    start = table("Z", decrees=DECREES)
    return end_season(start, [CARDS[card] for card in cards])


def test_a_season_goes_on_until_its_time_is_reached() -> None:
    ending = revealed("lagoon", "hillside_terrace", "mangrove_swamp", "kethras_gates")
    assert (ending.over, ending.time, ending.threshold) == (False, 5, 8)
    assert not ending.effects
    assert ending.after is None
    over = revealed(
        "lagoon",
        "hillside_terrace",
        "mangrove_swamp",
        "zombie_plague",
        "wildwood_garden",
        "pasture",
    )
    assert (over.over, over.time) == (True, 8)
    assert over.after is not None


def test_a_season_whose_time_is_reached_may_still_wait_for_a_choice() -> None:
    start = table("T", decrees=DECREES)
    cards = ["hillside_terrace", "frontier_dwelling", "wildwood_garden", "mangrove_swamp"]
    waits = end_season(start, [CARDS[card] for card in cards])
    assert (waits.over, waits.time, len(waits.waiting), waits.after) == (True, 8, 1, None)


def test_the_next_season_begins_with_the_last_one_written_down() -> None:
    start = table("FZ", decrees=DECREES, coins=2)
    ending = end_season(start)
    assert ending.over is None
    assert ending.after is not None
    assert ending.after.season == Season.SUMMER
    (line,) = ending.after.players[0].seasons
    assert line == Box(Season.SPRING, (1, 0), 2, -2, 1)
    assert ending.after.players[0].drawn.rows() == rows("FZZ/.Z")


def test_after_winter_there_is_no_season() -> None:
    ending = season("Z", season=Season.WINTER)
    assert ending.after is None
    assert after(ending) == rows("ZZ/Z")


def test_the_rulings_that_an_ending_may_use() -> None:
    def used(start: Snapshot) -> list[str]:
        return list(ending_rulings(start))

    assert used(table("")) == ["coin_limit"]
    cities = ("sentinel_wood", "great_city", None, None)
    assert used(table("", decrees=cities)) == ["coin_limit", "great_city"]
    assert used(table("", decrees=cities, season=Season.WINTER)) == ["coin_limit"]
    assert used(table("D", season=Season.SUMMER)) == [
        "coin_limit",
        "summer_threshold",
        "dragon_defeated",
    ]


def test_a_ruling_that_changes_the_line_written_down_matters() -> None:
    start = table("", decrees=DECREES, coins=15)
    limited = start._replace(rulings=Rulings(coin_limit="fourteen"))
    assert without_rulings(end_season(start)) != without_rulings(end_season(limited))
