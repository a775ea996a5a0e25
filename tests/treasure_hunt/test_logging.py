"""Markers: explorers that may log them, and coordinates where explorers may not end."""

from typing import Any

import pytest

from theodolite.treasure_hunt.board import GRID, place_name
from theodolite.treasure_hunt.choices import legal_actions
from theodolite.treasure_hunt.markers import (
    barred_coordinates,
    is_own,
    loggable_from,
    loggable_markers,
    marked_spaces,
    shovel_at_hand,
    walkers_near,
    zone,
)
from theodolite.treasure_hunt.move_area import Mover, move_area
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.snapshot import CreepThrough, Snapshot
from treasure_hunt.scenes import names, place, scene, spaces

TEAMS = {"players": 4, "teams": True}


def found(table: Snapshot, player: int, at: str, played: int = 0) -> list[tuple[Any, ...]]:
    return [
        (marker.owner, marker.route, marker.must, marker.legal)
        for marker in loggable_markers(table, player, place(at), played)
    ]


def test_mates_log_coordinates_of_mates_only_by_a_ruling() -> None:
    by_team = scene("F.", rulings={"team_logging": "team"}, **TEAMS)
    assert [is_own(by_team, 0, owner) for owner in range(4)] == [True, False, True, False]
    assert [is_own(by_team, 3, owner) for owner in range(4)] == [False, True, False, True]
    by_colour = scene("F.", **TEAMS)
    assert [is_own(by_colour, 2, owner) for owner in range(4)] == [False, False, True, False]
    alone = scene("F.", players=4, rulings={"team_logging": "team"})
    assert [is_own(alone, 0, owner) for owner in range(4)] == [True, False, False, False]


def test_lists_own_markers_first() -> None:
    table = scene("FA", also=["N10/E10 a", "N10/E10 d"], info={"A": "open"})
    assert found(table, 0, "N10/E10") == [
        (0, 0, True, True),
        (0, 2, True, True),
        (1, 0, False, True),
    ]
    assert found(table, 1, "N10/E10") == [(1, 0, True, True)]
    of_both = scene("FA", also=["N10/E10 a"], info={"a": "open"})
    assert found(of_both, 1, "N10/E10") == [(1, 0, True, True), (0, 0, False, True)]
    assert found(table, 1, "N10/E11") == []


@pytest.mark.parametrize(
    ("info", "ruling", "expected"),
    [
        ("", "all", []),
        ("closed", "open_only", []),
        ("closed", "all", [(1, 0, False, True)]),
        ("open", "open_only", [(1, 0, False, True)]),
        ("buried", "all", []),
        ("buried open", "open_only", [(1, 0, False, False)]),
    ],
)
def test_lists_treasures_of_others(info: str, ruling: str, expected: list[tuple[Any, ...]]) -> None:
    table = scene("FA", info={"A": info}, rulings={"treasure_access": ruling})
    assert found(table, 0, "N10/E10") == expected


def test_shovels_need_a_card_left_to_play() -> None:
    table = scene("F.", ann={"hand": "boat shovel"}, bo={"hand": "unknown"})
    assert [shovel_at_hand(table, 0, played) for played in (0, 1, 2, 3)] == [
        True,
        True,
        False,
        False,
    ]
    assert [shovel_at_hand(table, 1, played) for played in (1, 2)] == [None, False]
    assert shovel_at_hand(scene("F."), 0, 0) is False


def test_zone_of_a_coordinate() -> None:
    at = place("N10/E10")
    square = GRID.name_all(zone(scene("F."), at))
    assert (len(square), square[0], square[-1]) == (25, "N08/E08", "N12/E12")
    steps = GRID.name_all(zone(scene("F.", rulings={"walker_zone": "steps"}), at))
    assert (len(steps), steps[0], steps[-1]) == (13, "N08/E10", "N12/E10")


@pytest.mark.parametrize(
    ("at", "by_square", "by_steps"),
    [("N12/E12", True, False), ("N12/E10", True, True), ("N13/E10", False, False)],
)
def test_walkers_near_a_coordinate(at: str, by_square: bool, by_steps: bool) -> None:
    for ruling, near in (("square", by_square), ("steps", by_steps)):
        table = scene("Fa", also=[f"{at} w"], rulings={"walker_zone": ruling})
        assert walkers_near(table, place("N10/E10")) == (spaces(at) if near else 0)
        assert found(table, 0, "N10/E10") == [(0, 0, True, not near)]


def test_logs_from_beside_only_covered_neighbours() -> None:
    drawn = {"also": ["N10/E11 t", "N10/E12 t", "N20/E20 u", "N20/E21 u"]}
    beside = scene("F. F.", rulings={"covered_coordinate": "from_beside"}, **drawn)
    assert names([*loggable_from(beside, place("N10/E10"))]) == "N10/E10 N10/E11"
    assert names([*loggable_from(beside, place("N09/E10"))]) == "N09/E10"
    assert [*loggable_from(beside, place("home"))] == []
    assert names([*loggable_from(scene("F. F.", **drawn), place("N10/E10"))]) == "N10/E10"


def test_marked_and_barred_coordinates() -> None:
    table = scene("Fa FA FB", also=["N10/E10 D"], info={"B": "open"})
    assert marked_spaces(table) == spaces("N10/E10 N10/E11 N10/E12")
    assert marked_spaces(scene("F.")) == 0
    # One's own marker and an open treasure let an explorer end there.
    assert barred_coordinates(table, 0) == spaces("N10/E11")
    assert barred_coordinates(table, 1) == 0


def test_buried_treasures_need_a_shovel_to_end_there() -> None:
    drawn = {"info": {"A": "buried closed"}, "rulings": {"treasure_access": "all"}}
    assert barred_coordinates(scene("FA", **drawn), 0) == spaces("N10/E10")
    assert barred_coordinates(scene("FA", ann={"hand": "shovel"}, **drawn), 0) == 0
    assert barred_coordinates(scene("FA", ann={"hand": "unknown"}, **drawn), 0) == 0
    assert barred_coordinates(scene("FA", ann={"hand": "shovel"}, **drawn), 0, 2) == spaces(
        "N10/E10"
    )


def ends(table: Snapshot, mover: Mover, count: int) -> dict[str, str]:
    where = move_area(table, mover, mover.player or 0)
    return {place_name(end.at): end.stopped_by for end in Search(where, count).ends(count)}


BO = Mover(1, 0)


def test_home_is_a_goal_of_each_explorer() -> None:
    drawn = {"at": "N30/E27", "rulings": {"die_count": "stop_at_goal"}}
    table = scene("S. S3 S. S.", **drawn)
    assert ends(table, Mover(1, 0), 5)["N30/E30"] == "goal"
    assert "N30/E30" not in ends(scene("S. S1 S. S.", **drawn), Mover(0, 0), 5)
    ann = scene("S. S. S1", at="N01/E01", rulings={"die_count": "stop_at_goal"})
    assert ends(ann, Mover(0, 0), 5)["N01/E01"] == "goal"
    away = {"1": "N20/E20", "2": "N21/E20"}
    assert "N01/E01" not in ends(scene("S. S. S3", ann=away, **{**drawn, "at": "N01/E01"}), BO, 5)


def test_start_spaces_of_others_are_ordinary() -> None:
    away = {"1": "N20/E20", "2": "N21/E20"}
    # Its water ends the move, and nothing leads on to the sand behind it.
    table = scene("W. S3\nS. F.", at="N01/E01", ann=away)
    assert ends(table, BO, 5) == {
        "N01/E01": "terrain",
        "N01/E03": "terrain",
        "N02/E02": "terrain",
    }


def test_only_covered_coordinates_are_entered_as_the_last_step() -> None:
    drawn = {"also": ["N10/E12 t", "N10/E13 t"]}
    table = scene("S1 S. Sa S.", **drawn)
    where = move_area(table, Mover(0, 0), 0)
    assert (where.last, where.last_off) == (spaces("N10/E12"), 0)
    assert move_area(scene("S1 S. Sa S."), Mover(0, 0), 0).last == 0
    other = scene("S1 S. Fa S.", **drawn)
    where = move_area(other, Mover(0, 0), 0)
    assert (where.last, where.last_off) == (spaces("N10/E12"),) * 2
    beside = scene("S1 S. Sa S.", rulings={"covered_coordinate": "from_beside"}, **drawn)
    assert move_area(beside, Mover(0, 0), 0).last == 0


@pytest.mark.parametrize(
    ("ruling", "by", "serves"),
    [("everyone", 1, True), ("placer", 1, False), ("placer", 0, True), ("placer", None, True)],
)
def test_players_whom_creep_throughs_serve(ruling: str, by: int | None, serves: bool) -> None:
    table = scene("S1 P. S.", rulings={"creep_for": ruling})
    table = table._replace(creep_throughs=(CreepThrough(place("N10/E11"), by),))
    where = move_area(table, Mover(0, 0), 0)
    assert bool(where.on & spaces("N10/E11")) == serves


def test_creep_throughs_serve_the_player_in_turn() -> None:
    table = scene("S1 P. S.", rulings={"creep_for": "placer"}, **TEAMS)
    table = table._replace(creep_throughs=(CreepThrough(place("N10/E11"), 2),))
    assert not move_area(table, Mover(0, 0), 0).on & spaces("N10/E11")
    assert move_area(table, Mover(0, 0), 2).on & spaces("N10/E11")


def test_lists_markers_in_order_of_places() -> None:
    table = scene(
        "S1 Sa S. Sb S. SA",
        info={"A": "open"},
        rulings={"logging": "in_passing"},
    )
    (position,) = [
        one for one in legal_actions(table, 0).positions if one.pips == 5 and one.mover == (0, 0)
    ]
    (end,) = [end for end in position.ends if place_name(end.at) == "N10/E15"]
    assert [place_name(marker.at) for marker in end.logs] == ["N10/E15", "N10/E11", "N10/E13"]


@pytest.mark.parametrize(
    ("window", "also", "barred"),
    [
        ("FB FD", (), "N01/E01 N01/E02"),
        ("Fa Fb FA", ("N01/E01 B",), "N01/E03"),
        ("Fa Fb FA", ("N01/E02 B",), "N01/E03"),
    ],
)
def test_coordinates_marked_only_by_others_are_barred(
    window: str, also: tuple[str, ...], barred: str
) -> None:
    table = scene(window, at="N01/E01", also=also)
    assert barred_coordinates(table, 0) == spaces(barred)
