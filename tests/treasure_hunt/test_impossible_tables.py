"""Impossible tables: each code, its place in the snapshot, and its values."""

from collections.abc import Callable
from typing import Any

import pytest

from theodolite.grid import Space
from theodolite.treasure_hunt.board import GRID, bridge_faults
from theodolite.treasure_hunt.impossibilities import impossibilities
from theodolite.treasure_hunt.snapshot import (
    Card,
    CreepThrough,
    Deck,
    Explorer,
    Info,
    Mission,
    Player,
    Route,
    Snapshot,
    Treasure,
    Walker,
)
from theodolite.verdict import Fault
from treasure_hunt.scenes import place, scene, spaces


def as_text(fault: Fault) -> str:
    """`code /place/in/the/snapshot name=value …`"""
    values = [f"{name}={value}" for name, value in fault.values.items()]
    return " ".join([fault.code, "/".join(["", *map(str, fault.path)]), *values])


def faults_of(table: Snapshot) -> list[str]:
    deck = Deck(three_plus=spaces("N20/E20"))
    return [as_text(fault) for fault in impossibilities(table._replace(deck=deck))]


Change = Callable[[Snapshot], Snapshot]


def player_change(player: int, **changed: Any) -> Change:
    return lambda table: table.with_player(player, **changed)


def table_change(**changed: Any) -> Change:
    return lambda table: table._replace(**changed)


def same_for_bo(field: str) -> Change:
    """Bo has what Ann has."""
    return lambda table: table.with_player(1, **{field: getattr(table.players[0], field)})


def explorers_at(player: int, *places: str, **fields: Any) -> Change:
    explorers = tuple(Explorer(place(one), **fields) for one in places)
    return player_change(player, explorers=explorers)


def routes(*first: Any) -> Change:
    return player_change(0, routes=(Route(*first), Route(), Route()))


def mission(player: int, *of: Any) -> Change:
    return player_change(player, mission=Mission(*of))


def as_is(table: Snapshot) -> Snapshot:
    return table


GOLD, CHOICE = Treasure.GOLD, Treasure.CHOICE
N20, N21 = place("N20/E20"), place("N21/E20")
FOUR = {"window": "F.", "players": 4}
TEAMS = {**FOUR, "teams": True}
YOUNG = {"window": "F.", "young": True}


@pytest.mark.parametrize(
    ("drawn", "change", "expected"),
    [
        (
            {"window": "F.", "players": 3},
            table_change(teams=True),
            ["teams_need_four /variants/teams count=3"],
        ),
        ({**TEAMS, "young": True}, as_is, ["young_teams /variants"]),
        ({"window": "F."}, same_for_bo("name"), ["name_twice /players/1/name name=Ann"]),
        ({"window": "F."}, same_for_bo("colour"), ["colour_twice /players/1/colour colour=red"]),
        (
            {"window": "F3 F4"},
            same_for_bo("home"),
            ["home_twice /players/1/home space=N01/E01"],
        ),
        (
            {"window": "F."},
            player_change(1, home=N20),
            [
                "home_not_corner /players/1/home space=N20/E20",
                "explorers_share_space /players/1/explorers/1/at space=N30/E30",
            ],
        ),
        (
            {"window": "F."},
            explorers_at(0, "N01/E01"),
            ["explorer_count /players/0/explorers count=1 expected=2"],
        ),
        (
            YOUNG,
            explorers_at(1, "N30/E30", "N30/E30"),
            ["explorer_count /players/1/explorers count=2 expected=1"],
        ),
        ({"window": "F."}, player_change(1, free=("tree", "tree")), ["free_twice /players/1/free"]),
        (YOUNG, player_change(1, free=("walker",)), ["walker_in_young /players/1/free"]),
        (
            {"window": "F."},
            explorers_at(1, "home", "N30/E30"),
            ["unknown_space /players/1/explorers/0/at value=home"],
        ),
        (
            {"window": "F1"},
            explorers_at(1, "N10/E10", "N30/E30"),
            ["explorers_share_space /players/1/explorers/0/at space=N10/E10"],
        ),
        (
            {"window": "F1 F2"},
            explorers_at(0, "N10/E10", "N10/E10"),
            ["explorers_share_space /players/0/explorers/1/at space=N10/E10"],
        ),
        ({"window": "F1 F2"}, player_change(0, boats=1), ["boat_out_of_water /players/0/boats"]),
        ({"window": "F1 W2"}, player_change(0, boats=1), []),
        (
            {"window": "?1 F2"},
            as_is,
            ["terrain_missing /players/0/explorers/0/terrain space=N10/E10"],
        ),
        (
            {"window": "F1 F2"},
            explorers_at(0, "N10/E10", "N10/E11", terrain=0),
            [
                f"terrain_superfluous /players/0/explorers/{i}/terrain space=N10/E1{i}"
                for i in (0, 1)
            ],
        ),
        (
            {"window": "?."},
            table_change(walkers=(Walker(place("N10/E10")),)),
            ["terrain_missing /walkers/0/terrain space=N10/E10"],
        ),
        (
            {"window": "F."},
            routes((), (Info.BURIED,)),
            ["info_without_coordinate /players/0/routes/triangle/info"],
        ),
        (
            {"window": "F."},
            routes((N21,), (Info.OPEN, Info.BURIED, Info.CLOSED), (GOLD,)),
            ["treasure_count /players/0/routes/triangle/treasures count=1 expected=2"],
        ),
        (
            {"window": "F."},
            routes((N21, N20)),
            ["three_plus_card /players/0/routes/triangle/cards/1 space=N20/E20"],
        ),
        ({"window": "F.", "players": 3}, routes((N21, N20)), []),
        (
            {"window": "F."},
            player_change(1, hand=(Card.SHOVEL,) * 4),
            ["hand_size /players/1/hand count=4"],
        ),
        (YOUNG, player_change(1, hand=(Card.WALKER,)), ["walker_card_in_young /players/1/hand"]),
        (
            {"window": "F."},
            mission(1, 0, (GOLD,), 1),
            ["difficulty_value /players/1/mission/difficulty value=0"],
        ),
        ({"window": "F."}, mission(1, 3, (GOLD,), 1), []),
        (
            {"window": "F.", "ann": {"mission": "gold 5"}},
            mission(1, 2, (GOLD,), 1),
            ["difficulties_differ /players/1/mission/difficulty"],
        ),
        ({"window": "F."}, mission(0, 1, (), 1), ["mission_empty /players/0/mission/treasures"]),
        (
            {"window": "F."},
            mission(0, 1, (GOLD, CHOICE), 1),
            ["choice_in_mission /players/0/mission/treasures/1"],
        ),
        (
            {**TEAMS, "ann": {"mission": "gold 5"}},
            mission(2, 1, (GOLD,), 4),
            ["mission_differs /players/2/mission"],
        ),
        (
            {**TEAMS, "bo": {"mission": "gold 5"}},
            mission(3, 1, (Treasure.RUBY,), 5),
            ["mission_differs /players/3/mission"],
        ),
        ({**TEAMS, "bo": {"mission": "gold ruby 5"}}, mission(3, 1, (Treasure.RUBY, GOLD), 5), []),
        ({**TEAMS, "ann": {"mission": "gold 5"}}, mission(1, 1, (GOLD,), 4), []),
        ({**FOUR, "ann": {"mission": "gold 5"}}, mission(2, 1, (GOLD,), 4), []),
        ({"window": "Ft F. Ft"}, as_is, ["tree_shape /trees/0 spaces=['N10/E10', 'N10/E12']"]),
        (
            {"window": "Ft Ft Ft"},
            as_is,
            ["tree_shape /trees/0 spaces=['N10/E10', 'N10/E11', 'N10/E12']"],
        ),
        (
            {"window": "Ft Ft", "at": "N01/E29"},
            as_is,
            ["tree_on_start /trees/0 spaces=['N01/E29', 'N01/E30']"],
        ),
        (
            {"window": "Ft Ft Fu Fu"},
            as_is,
            ["tree_distance /trees/1 spaces=['N10/E12', 'N10/E13'] other=['N10/E10', 'N10/E11']"],
        ),
        ({"window": "Ft Ft F. Fu Fu"}, as_is, []),
        (YOUNG, table_change(walkers=(Walker(N20),)), ["walker_in_young /walkers/0"]),
        ({"window": "Fw", "also": ["N10/E20 w", "N20/E10 w", "N20/E20 w"]}, as_is, []),
        (
            {"window": "Pc Pc", "also": ["N10/E10 1", "N10/E11 w"]},
            as_is,
            [
                "terrain_missing /players/0/explorers/0/terrain space=N10/E10",
                "terrain_missing /walkers/0/terrain space=N10/E11",
            ],
        ),
        (
            {"window": "?2", "rulings": {"home_place": "frame"}},
            as_is,
            ["terrain_missing /players/0/explorers/1/terrain space=N10/E10"],
        ),
        (
            {"window": "F.", "rulings": {"home_place": "frame"}, "fill": "W"},
            player_change(0, boats=1),
            [],
        ),
        (
            {"window": "F."},
            table_change(trees=(0, spaces("N10/E10 N10/E12"))),
            ["tree_shape /trees/0 spaces=[]", "tree_shape /trees/1 spaces=['N10/E10', 'N10/E12']"],
        ),
        ({"window": "Fw F. Fw"}, as_is, ["walkers_in_segment /walkers/1/at space=N10/E12"]),
        (
            {"window": "P= P."},
            table_change(broken_bridges=(place("N10/E11"),)),
            ["not_a_bridge /broken_bridges/0 space=N10/E11"],
        ),
        ({"window": "Px Px"}, as_is, ["bridge_broken_twice /broken_bridges/1 space=N10/E11"]),
        ({"window": "Px P. Px"}, as_is, []),
        (
            {"window": "F."},
            table_change(creep_throughs=(CreepThrough(N20),)),
            ["creep_terrain /creep_throughs/0 space=N20/E20"],
        ),
        (
            {"window": "W."},
            table_change(creep_throughs=(CreepThrough(place("N10/E10")),) * 2),
            ["creep_twice /creep_throughs/1 space=N10/E10"],
        ),
        (
            {"window": "F.", "fill": "P"},
            table_change(creep_throughs=tuple(map(CreepThrough, map(Space, range(1, 6))))),
            ["too_many_creeps /creep_throughs count=5 most=4"],
        ),
        (
            {"window": "F.", "fill": "P"},
            table_change(creep_throughs=tuple(map(CreepThrough, map(Space, range(1, 5))))),
            [],
        ),
        (
            {"window": "P= P. " * 7},
            lambda t: t._replace(broken_bridges=tuple(range(279, 293, 2))),
            ["too_many_broken_bridges /broken_bridges count=7 most=6"],
        ),
        (
            {"window": "F.", "bo": {"free": "tree"}},
            table_change(trees=tuple(3 << 30 * n + 4 * e for n in (6, 9) for e in range(1, 6))),
            ["too_many_trees /trees count=11 most=10"],
        ),
        (
            {"window": "F."},
            table_change(trees=tuple(3 << 30 * n + 4 * e for n in (6, 9) for e in range(1, 6))),
            [],
        ),
        (
            {**FOUR, "ann": {"shoes": 3}, "bo": {"hand": "walker walker boat"}},
            player_change(2, shoes=7),
            ["too_many_obstacle_cards /players count=12 most=11"],
        ),
        ({**FOUR, "ann": {"shoes": 4}}, player_change(2, shoes=7), []),
        (
            {
                "window": "W1 W.",
                "ann": {"boats": 9, "hand": "shovel boat walker"},
                "bo": {"hand": "creep_through"},
            },
            as_is,
            ["too_many_help_cards /players count=12 most=11"],
        ),
        ({"window": "W1 W.", "ann": {"boats": 9, "hand": "shovel boat walker"}}, as_is, []),
        (
            {"window": "Fa", "ann": {"treasures": "gold " * 20}, "info": {"a": "open open"}},
            player_change(1, treasures=(GOLD,) * 5),
            ["too_many_treasures /players count=27 most=26"],
        ),
        (
            {"window": "F.", "ann": {"treasures": "gold " * 20}},
            player_change(1, treasures=(GOLD,) * 6),
            [],
        ),
    ],
)
def test_rejects_impossible_tables(
    drawn: dict[str, Any], change: Change, expected: list[str]
) -> None:
    assert faults_of(change(scene(**drawn))) == expected


def test_bridges() -> None:
    board = scene("P. P. F. P.").board
    bridges = map(spaces, ("N10/E10 N10/E11", "N10/E11 N10/E12", "N10/E10 N10/E13"))
    assert [as_text(fault) for fault in bridge_faults(GRID, board.layers.path, bridges)] == [
        "bridge_not_path /bridges/1 spaces=['N10/E12']",
        "bridge_overlap /bridges/1 spaces=['N10/E11']",
        "bridge_gap /bridges/2 spaces=['N10/E10', 'N10/E13']",
        "bridge_overlap /bridges/2 spaces=['N10/E10']",
    ]


def test_reports_each_player_with_a_duplicate() -> None:
    ann, bo = scene("F.").players
    cy = Player("Cy", "red", place("N30/E01"), (Explorer(place("N30/E01")),) * 2)
    table = scene("F.")._replace(players=(ann, bo, cy))
    assert faults_of(table) == ["colour_twice /players/2/colour colour=red"]
