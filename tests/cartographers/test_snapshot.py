"""What makes a table impossible, by code and place."""

import pytest

from cartographers.pictures import drawn, spaces
from theodolite.cartographers.board import Drawn
from theodolite.cartographers.facts import MAPS, Game
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.snapshot import (
    Box,
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
from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.rulings import values_of


@pytest.mark.parametrize(
    ("decrees", "game", "needed", "faults"),
    [
        ({"A": "deepwood", "B": "silos"}, "heroes", (0, 1), []),
        ({"A": "deepwood"}, "heroes", (0, 1), [("decree_missing", ())]),
        ({"A": "deep"}, "heroes", (), [("unknown_card", ("A",))]),
        ({"A": "deepwood"}, "cartographers", (), [("card_not_in_game", ("A",))]),
        ({"A": "deepwood", "C": "greenbough"}, "combined", (), [("category_twice", ("C",))]),
    ],
)
def test_decrees(
    decrees: dict[str, str], game: Game, needed: tuple[int, ...], faults: list[object]
) -> None:
    assert [(one.code, one.path) for one in decree_faults(decrees, game, needed)] == faults


@pytest.mark.parametrize(
    ("name", "game", "codes"),
    [
        ("hamlet", "cartographers", []),
        ("hamlet", "heroes", ["card_not_in_game"]),
        ("ham", "heroes", ["unknown_card"]),
    ],
)
def test_cards(name: str, game: Game, codes: list[str]) -> None:
    assert [(fault.code, fault.path) for fault in card_faults(name, game)] == [
        (code, ()) for code in codes
    ]


@pytest.mark.parametrize(
    ("ambushes", "season", "faults"),
    [
        ([], Season.SPRING, []),
        (["gnoll_raid"], Season.SPRING, []),
        (["gnoll_raid", "zombie_plague"], Season.SPRING, [("too_many_ambushes", ())]),
        (["gnoll_raid", "gnoll_raid"], Season.SUMMER, [("duplicate_ambush", (1,))]),
        (["hamlet"], Season.SUMMER, [("unknown_card", (0,))]),
        (
            ["hamlet", "gnoll_raid", "gnoll_raid"],
            Season.AUTUMN,
            [("unknown_card", (0,)), ("duplicate_ambush", (2,))],
        ),
        (["orcs"], None, [("unknown_card", (0,))]),
    ],
)
def test_ambushes(ambushes: list[str], season: Season | None, faults: list[object]) -> None:
    assert [(one.code, one.path) for one in ambush_faults(ambushes, "combined", season)] == faults


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
def test_maps(game: Game, picture: str, stars: str, faults: list[object]) -> None:
    found = list(map_faults(game, drawn(picture), spaces(stars)))
    assert [(one.code, one.path) for one in found] == faults


def test_a_map_that_could_not_be_read_is_passed_over() -> None:
    assert [one.code for one in map_faults("cartographers", None, 8)] == ["hero_in_base_game"]


def test_players() -> None:
    spring = Box(Season.SPRING, (0, 4), 2, -1)
    faults = player_faults(
        ["Ann", "Ben", "Ann", "", ""],
        [0, -1, 3],
        [
            [spring, spring],
            [spring._replace(season=Season.SUMMER)],
            [spring._replace(coins=-1, monsters=1)],
        ],
        Season.SUMMER,
    )
    assert [(one.code, one.path) for one in faults] == [
        ("duplicate_name", ("players", 2, "name")),
        ("negative_coins", ("players", 1, "coins")),
        ("duplicate_season", ("players", 0, "seasons", 1, "season")),
        ("season_not_earlier", ("players", 1, "seasons", 0, "season")),
        ("negative_coins", ("players", 2, "seasons", 0, "coins")),
        ("positive_monsters", ("players", 2, "seasons", 0, "monsters")),
    ]
    assert not list(player_faults(["Ann", "Ben"], [0, 0], [[spring], []], None))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_fills_its_sentence(language: str) -> None:
    book = Rulebook("theodolite.cartographers")
    spring = Box(Season.SPRING, (0, 0), -1, 1)
    faults = [
        *decree_faults({"A": "deepwood", "B": "greenbough", "C": "x"}, "combined", (3,)),
        *decree_faults({"A": "deepwood"}, "cartographers"),
        *card_faults("x", "heroes"),
        *card_faults("hamlet", "heroes"),
        *ambush_faults(["gnoll_raid", "gnoll_raid", "hamlet"], "combined", Season.SPRING),
        *map_faults("cartographers", drawn("T"), spaces("A1")),
        *player_faults(["A", "A"], [-1], [[spring, spring]], Season.SPRING),
        *solo_faults(solo=True, players=2),
        *order_faults([], drawn("ZT")),
    ]
    assert len({fault.code for fault in faults}) == 15
    for fault in faults:
        assert book.fault(language, fault.code, fault.values)


def test_one_alone_plays_solo() -> None:
    assert [fault.code for fault in solo_faults(solo=True, players=2)] == ["not_solo"]
    assert not list(solo_faults(solo=True, players=1))
    assert not list(solo_faults(solo=False, players=1))


def test_ruins_of_which_one_source_tells_are_not_known() -> None:
    map_a, map_c = MAPS["A"], MAPS["C"]
    assert map_a is not None
    assert map_c is not None
    assert not list(ruins_faults(map_a))
    assert [fault.code for fault in ruins_faults(map_c)] == ["ruins_not_known"]


def test_zombies_and_trolls_that_both_stand_have_come_in_an_order() -> None:
    both = Drawn(zombie=spaces("A1"), troll=spaces("B1"))
    assert [fault.code for fault in order_faults(["zombie_plague"], both)] == ["ambush_missing"]
    assert not list(order_faults(["giant_troll_ravage", "zombie_plague"], both))
    assert not list(order_faults([], Drawn(zombie=1)))


def test_the_rulings_of_the_table_are_those_that_are_judged_by() -> None:
    book = Rulebook("theodolite.cartographers")
    assert {name: ruling.values for name, ruling in book.rulings.items()} == values_of(Rulings)
    assert Rulings()._asdict() == {name: one.default for name, one in book.rulings.items()}
