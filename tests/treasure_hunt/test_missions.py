"""Missions: the cards that meet demands, the coordinates that count, the winners."""

from typing import Any

import pytest

from theodolite.treasure_hunt import mission_checks, winners
from theodolite.treasure_hunt.missions import Demand
from treasure_hunt.scenes import scene


def as_text(item: Demand) -> str:
    """`demand met what of it`"""
    rule = item.rule.rpartition(".")[2]
    if item.demand == "treasure":
        return f"{rule} {item.met} {item.treasure} by {item.by}"
    if item.demand == "coordinates":
        return f"{rule} {item.met} {item.have} of {item.need}"
    return f"{rule} {item.met} {item.player}:{item.explorer} on {item.spaces.bit_count()}"


@pytest.mark.parametrize(
    ("ann", "expected", "complete"),
    [
        ("gold", ["True gold by gold", "False ruby by None"], False),
        ("gold choice", ["True gold by gold", "True ruby by choice"], True),
        ("choice", ["True gold by choice", "False ruby by None"], False),
        ("ruby choice choice", ["True gold by choice", "True ruby by ruby"], True),
        ("unseen", ["None gold by None", "None ruby by None"], False),
        ("gold unseen", ["True gold by gold", "None ruby by None"], None),
        ("unseen unseen", ["None gold by None", "None ruby by None"], None),
        ("gold gold", ["True gold by gold", "False ruby by None"], False),
    ],
)
def test_treasures(ann: str, expected: list[str], complete: bool | None) -> None:
    table = scene("F1", ann={"mission": "gold ruby 0", "treasures": ann})
    sheet = mission_checks(table)[0]
    assert [as_text(item) for item in sheet.items] == [
        *(f"mission {one}" for one in expected),
        "mission True 0 of 0",
        "win False 0:0 on 1",
        "win True 0:1 on 1",
    ]
    assert (sheet.complete, sheet.won) == (complete, False)


@pytest.mark.parametrize(("ruling", "have"), [("ended_routes", 3), ("logged_too", 5)])
def test_coordinates(ruling: str, have: int) -> None:
    table = scene(
        "F1 Fa Fb",
        cards={"a": "N20/E20 N21/E20"},
        rulings={"coordinates_counted": ruling},
        ann={"mission": "4", "coordinates": 3},
    )
    sheet = mission_checks(table)[0]
    assert as_text(sheet.items[0]) == f"mission {have >= 4} {have} of 4"
    assert sheet.complete == (have >= 4)


def test_an_unknown_mission() -> None:
    sheet = mission_checks(scene("F.", ann={"coordinates": 2}))[0]
    assert [as_text(item) for item in sheet.items] == [
        "mission None 2 of None",
        "win True 0:0 on 1",
        "win True 0:1 on 1",
    ]
    assert (sheet.complete, sheet.won) == (None, None)


def test_explorers_off_the_board_stand_on_no_space() -> None:
    table = scene("F.", rulings={"home_place": "frame"}, ann={"mission": "0", "1": "N01/E01"})
    assert [as_text(item) for item in mission_checks(table)[0].items[1:]] == [
        "win False 0:0 on 1",
        "win True 0:1 on 0",
    ]


TOGETHER = {
    "ann": {"mission": "gold ruby 4", "treasures": "gold", "coordinates": 2},
    "cy": {"treasures": "ruby", "coordinates": 2},
}


@pytest.mark.parametrize(
    ("drawn", "won"),
    [
        ({}, [0, 2]),
        ({"rulings": {"team_end": "one_player"}}, []),
        ({"also": ["N10/E10 5"]}, []),
        ({"also": ["N10/E10 3"]}, [0, 2]),
        (
            {
                "also": ["N10/E10 5"],
                "rulings": {"team_end": "one_player"},
                "ann": {"mission": "gold 2", "treasures": "gold", "coordinates": 2},
            },
            [0],
        ),
        ({"cy": {"mission": "gold ruby 4", "treasures": "ruby"}, "ann": {"treasures": "gold"}}, []),
    ],
)
def test_teams(drawn: dict[str, Any], won: list[int]) -> None:
    faults_of = {"window": "F.", "players": 4, "teams": True, **TOGETHER, **drawn}
    assert winners(mission_checks(scene(**faults_of))) == won


def test_teams_have_the_items_of_both_mates() -> None:
    for_one, for_other = (
        mission_checks(scene("F.", players=4, teams=True, **TOGETHER))[i] for i in (0, 2)
    )
    assert [as_text(item) for item in for_one.items] == [
        "mission True gold by gold",
        "mission True ruby by ruby",
        "mission True 4 of 4",
        *(f"win True {player}:{explorer} on 1" for player in (0, 2) for explorer in (0, 1)),
    ]
    assert for_one == for_other
