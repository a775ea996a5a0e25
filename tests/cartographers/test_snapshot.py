"""The faults that make a table impossible."""

from collections.abc import Iterable

import pytest

from cartographers.pictures import drawn, spaces, table
from theodolite.cartographers.board import Drawn, Map, Print
from theodolite.cartographers.facts import CARDS, MAPS, Game
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import scoring_faults
from theodolite.cartographers.snapshot import (
    Box,
    Player,
    Season,
    ambush_faults,
    card_faults,
    decree_faults,
    map_faults,
    order_faults,
    player_faults,
    ruins_faults,
    solo_faults,
)
from theodolite.grid import NOWHERE
from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.rulings import values_of
from theodolite.verdict import Fault, Path


def listed(faults: Iterable[Fault]) -> list[tuple[str, Path]]:
    """The code and the path of each fault."""
    return [(fault.code, fault.path) for fault in faults]


@pytest.mark.parametrize(
    ("decrees", "game", "faults"),
    [
        ({"A": "deepwood", "B": "silos"}, "heroes", []),
        ({"A": "deepwood"}, "cartographers", [("card_not_in_game", ("A",))]),
        ({"A": "deepwood", "C": "greenbough"}, "combined", [("category_twice", ("C",))]),
    ],
)
def test_decrees_have_cards_of_the_game_and_of_different_categories(
    decrees: dict[str, str], game: Game, faults: list[object]
) -> None:
    assert listed(decree_faults(decrees, game)) == faults


def test_scores_need_the_cards_of_their_decrees() -> None:
    known = table("", decrees=("deepwood", None, None, None))
    assert listed(scoring_faults(known, (0, 1))) == [("decree_missing", ("decrees", "B"))]
    unknown = known._replace(decrees=(None,) * 4)
    assert listed(scoring_faults(unknown, (1,), ("snapshot",))) == [
        ("decree_missing", ("snapshot", "decrees"))
    ]


def test_the_golden_granary_needs_the_ruins() -> None:
    known = table("", decrees=("the_golden_granary", None, None, None))
    assert listed(scoring_faults(known, (0,))) == []
    hidden = known._replace(printed=known.printed._replace(ruins=None))
    assert listed(scoring_faults(hidden, (0,))) == [("ruins_not_known", ("map",))]


@pytest.mark.parametrize(
    ("card", "game", "needed", "codes"),
    [
        ("hamlet", "cartographers", ("shapes",), []),
        ("hamlet", "heroes", ("shapes",), ["card_not_in_game"]),
        ("wren_the_lioness", "cartographers", ("pattern",), ["face_missing", "card_not_in_game"]),
        ("wren_the_lioness", "heroes", (), []),
    ],
)
def test_cards_belong_to_the_game_and_show_what_is_needed(
    card: str, game: Game, needed: tuple[str, ...], codes: list[str]
) -> None:
    assert listed(card_faults(CARDS[card], game, needed)) == [(code, ()) for code in codes]


@pytest.mark.parametrize(
    ("ambushes", "season", "faults"),
    [
        ([], Season.SPRING, []),
        (["gnoll_raid"], Season.SPRING, []),
        (["gnoll_raid", "zombie_plague"], Season.SPRING, [("too_many_ambushes", ())]),
        (["gnoll_raid", "zombie_plague"], None, []),
        (["gnoll_raid", "gnoll_raid"], Season.SUMMER, [("duplicate_ambush", (1,))]),
    ],
)
def test_ambushes_come_once_and_one_more_each_season(
    ambushes: list[str], season: Season | None, faults: list[object]
) -> None:
    assert listed(ambush_faults(ambushes, "combined", season)) == faults


def test_ambushes_belong_to_the_game() -> None:
    assert listed(ambush_faults(["zombie_plague"], "cartographers")) == [("card_not_in_game", (0,))]


@pytest.mark.parametrize(
    ("game", "picture", "stars", "faults"),
    [
        ("heroes", "FHDZTGXd", "C1", []),
        ("heroes", "Z", "A1", [("monster_on_star", ("stars",))]),
        ("heroes", "X", "A1", []),
        ("cartographers", "FMX", "", []),
        ("cartographers", "H", "", [("hero_in_base_game", ("drawn",))]),
        ("cartographers", "d", "", [("hero_in_base_game", ("drawn",))]),
        (
            "cartographers",
            "T",
            "B1",
            [("hero_in_base_game", ("stars",)), ("hero_in_base_game", ("drawn",))],
        ),
    ],
)
def test_maps_have_what_the_game_draws(
    game: Game, picture: str, stars: str, faults: list[object]
) -> None:
    land = Map(Print(), drawn(picture), spaces(stars))
    assert listed(map_faults(game, land)) == faults


def test_players_have_different_names_and_possible_boxes() -> None:
    spring = Box(Season.SPRING, (0, 4), 2, -1)
    players = [
        Player("Ann", seasons=(spring, spring)),
        Player("Ben", coins=-1, seasons=(spring._replace(season=Season.SUMMER),)),
        Player("Ann", coins=3, seasons=(spring._replace(coins=-1, monsters=1),)),
    ]
    assert listed(player_faults(players, Season.SUMMER)) == [
        ("duplicate_name", ("players", 2, "name")),
        ("negative_coins", ("players", 1, "coins")),
        ("duplicate_season", ("players", 0, "seasons", 1, "season")),
        ("season_not_earlier", ("players", 1, "seasons", 0, "season")),
        ("negative_coins", ("players", 2, "seasons", 0, "coins")),
        ("positive_monsters", ("players", 2, "seasons", 0, "monsters")),
    ]
    possible = [Player("Ann", seasons=(spring,)), Player("Ben")]
    assert not list(player_faults(possible, Season.SUMMER))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_fills_its_sentence(language: str) -> None:
    book = Rulebook("theodolite.cartographers")
    spring = Box(Season.SPRING, (0, 0), -1, 1)
    faults = [
        *decree_faults({"A": "deepwood", "B": "greenbough"}, "combined"),
        *decree_faults({"A": "deepwood"}, "cartographers"),
        *scoring_faults(table("", decrees=(None,) * 4), (3,)),
        *card_faults(CARDS["wren_the_lioness"], "cartographers", ("pattern",)),
        *ambush_faults(["gnoll_raid", "gnoll_raid"], "combined", Season.SPRING),
        *map_faults("cartographers", Map(Print(), drawn("T"), spaces("A1"))),
        *player_faults([Player("A", Drawn(), NOWHERE, -1, (spring, spring))] * 2, Season.SPRING),
        *solo_faults(solo=True, players=2),
        *order_faults([], drawn("ZT")),
    ]
    assert len({fault.code for fault in faults}) == 15
    for fault in faults:
        assert book.fault(language, fault.code, fault.values)


def test_solo_games_have_one_player() -> None:
    assert [fault.code for fault in solo_faults(solo=True, players=2)] == ["not_solo"]
    assert not list(solo_faults(solo=True, players=1))
    assert not list(solo_faults(solo=False, players=1))


def test_ruins_of_one_source_are_not_known() -> None:
    map_a, map_c = MAPS["A"], MAPS["C"]
    assert map_a is not None
    assert map_c is not None
    assert not list(ruins_faults(map_a))
    assert [fault.code for fault in ruins_faults(map_c)] == ["ruins_not_known"]


def test_zombies_and_trolls_on_one_map_need_their_order() -> None:
    both = Drawn(zombie=spaces("A1"), troll=spaces("B1"))
    assert [fault.code for fault in order_faults(["zombie_plague"], both)] == ["ambush_missing"]
    assert not list(order_faults(["giant_troll_ravage", "zombie_plague"], both))
    assert not list(order_faults([], Drawn(zombie=spaces("A1"))))


def test_rulings_toml_agrees_with_the_rulings() -> None:
    book = Rulebook("theodolite.cartographers")
    assert {name: ruling.values for name, ruling in book.rulings.items()} == values_of(Rulings)
    assert Rulings()._asdict() == {name: one.default for name, one in book.rulings.items()}
