"""Turns carried out unjudged: what cannot be, for want of what; and what changes, by which rule."""

from typing import Any

import pytest

from theodolite.treasure_hunt import update
from theodolite.treasure_hunt.actions import Play, Turn
from theodolite.treasure_hunt.snapshot import Card
from treasure_hunt.scenes import played, scene


@pytest.mark.parametrize(
    ("drawn", "turn", "at", "what"),
    [
        ({"window": "F1"}, "play boat", 0, "boat"),
        ({"window": "F1", "ann": {"hand": "boat"}}, "skip; play boat; play boat", 2, "boat"),
        ({"window": "F1"}, "discard shovel Ann", 0, "shovel"),
        ({"window": "F1"}, "log 1", 0, "marker"),
        ({"window": "F1"}, "place tree Bo N10/E12 N10/E13", 0, "tree"),
        ({"window": "F1"}, "place walker Ann N10/E12", 0, "walker"),
        (
            {"window": "Fw", "ann": {"hand": "remove_obstacle"}},
            "play remove_obstacle N10/E11",
            0,
            "obstacle",
        ),
        (
            {"window": "Fw F.", "ann": {"hand": "remove_obstacle"}},
            "play remove_obstacle N10/E10; w >",
            1,
            "walker",
        ),
        (
            {"window": "Fw F.", "ann": {"hand": "remove_obstacle walker"}},
            "play remove_obstacle N10/E10; play walker w 4 >",
            1,
            "walker",
        ),
    ],
)
def test_what_is_wanting(drawn: dict[str, Any], turn: str, at: int, what: str) -> None:
    table = scene(**drawn)
    (fault,) = update(table, played(table, turn)).faults
    assert (fault.code, fault.path, fault.values) == (
        "cannot_apply",
        ("turn", "actions", at),
        {"what": what},
    )


@pytest.mark.parametrize(
    ("card", "what"),
    [
        (Card.FALLEN_TREE, "tree"),
        (Card.BROKEN_BRIDGE, "broken_bridge"),
        (Card.WALKER, "walker"),
        (Card.CREEP_THROUGH, "creep_through"),
        (Card.LOST_SHOE, "lost_shoe"),
        (Card.REMOVE_OBSTACLE, "obstacle"),
    ],
)
def test_a_card_of_which_nothing_is_told(card: Card, what: str) -> None:
    table = scene("F1").with_player(0, hand=(card,))
    done = update(table, Turn(0, (Play(card),)))
    assert [fault.values for fault in done.faults] == [{"what": what}]
    assert done.after == table.with_player(0, hand=())


def changed(drawn: dict[str, Any], turn: str) -> list[str]:
    """`place rule`, of every change."""
    table = scene(**drawn)
    done = update(table, played(table, turn))
    return [f"{'/'.join(map(str, one.path))} {one.rule.partition('.')[2]}" for one in done.changes]


HAND = "players/0/hand"


@pytest.mark.parametrize(
    ("drawn", "turn", "expected"),
    [
        (
            {"window": "S1 S. S. S. S. S3"},
            "roll white 5; 1 >>>>>",
            ["players/0/explorers/0/at move.orthogonal", "players/0/explorers/0/at move.behind"],
        ),
        (
            {"window": "S1 ?."},
            "roll white 5; 1 >",
            [
                "players/0/explorers/0/at move.orthogonal",
                "players/0/explorers/0/terrain move.orthogonal",
            ],
        ),
        (
            {"window": "W1 P= P=", "ann": {"boats": 1}},
            "roll blue 1; 1 >>",
            [
                "players/0/explorers/0/at move.orthogonal",
                "players/0/explorers/0/at boat",
                "players/0/boats boat",
            ],
        ),
        (
            {"window": "Fw F.", "walker": {"N10/E10": "Ann"}},
            "roll green 4; w >",
            [
                "walkers/0/moved_by walker.move",
                "walkers/0/at move.orthogonal",
                "walkers/0/moved_by walker.move",
            ],
        ),
        (
            {"window": "F1", "ann": {"hand": "fallen_tree"}},
            "play fallen_tree N10/E12 N10/E13",
            [f"{HAND} tree.place", "trees tree.place"],
        ),
        (
            {"window": "F1 P=", "ann": {"hand": "broken_bridge"}},
            "play broken_bridge N10/E11",
            [f"{HAND} bridge.break", "broken_bridges bridge.break"],
        ),
        (
            {"window": "P1 P.", "ann": {"hand": "creep_through"}},
            "play creep_through N10/E10",
            [f"{HAND} creep", "players/0/explorers/0/terrain creep", "creep_throughs creep"],
        ),
        (
            {"window": "F1", "ann": {"hand": "walker"}},
            "play walker N10/E12",
            [f"{HAND} walker.place", "walkers walker.place"],
        ),
        (
            {"window": "Fw F.", "ann": {"hand": "walker"}},
            "play walker w 4 >",
            [
                f"{HAND} walker.move",
                "walkers/0/at move.orthogonal",
                "walkers/0/moved_by walker.move",
            ],
        ),
        (
            {"window": "F1", "bo": {"free": "tree walker"}},
            "place tree Bo N10/E12 N10/E13; place walker Bo N20/E12",
            [
                "players/1/free free.pieces",
                "trees tree.place",
                "players/1/free free.pieces",
                "walkers walker.place",
            ],
        ),
        (
            {"window": "F1", "ann": {"hand": "lost_shoe"}},
            "play lost_shoe Bo",
            [f"{HAND} shoe", "players/1/shoes shoe"],
        ),
        (
            {"window": "F1 Ft Ft", "ann": {"hand": "remove_obstacle"}},
            "play remove_obstacle N10/E12",
            [f"{HAND} remove", "trees remove"],
        ),
        (
            {"window": "W1", "ann": {"hand": "boat"}},
            "play boat",
            [f"{HAND} boat", "players/0/boats boat"],
        ),
        ({"window": "F1", "ann": {"shoes": 2}}, "skip", ["players/0/shoes turn.shoe"]),
        ({"window": "F1", "ann": {"hand": "boat"}}, "discard boat Ann", [f"{HAND} card.hand"]),
        (
            {"window": "Fa", "also": ["N10/E10 1"]},
            "log 1 drawn N05/E05 boat",
            ["players/0/routes/triangle/cards log.next", f"{HAND} log.next"],
        ),
        (
            {"window": "Fa", "also": ["N10/E10 1"]},
            "log 1",
            ["players/0/routes/triangle/cards log.next", f"{HAND} log.next"],
        ),
        (
            {"window": "Fa", "also": ["N10/E10 1"]},
            "log 1 drawn N05/E05 open triangle gold",
            [
                "players/0/routes/triangle/cards log.next",
                "players/0/routes/triangle/info info.open",
                "players/0/routes/triangle/treasures info.open",
            ],
        ),
        (
            {
                "window": "Fa",
                "also": ["N10/E10 1"],
                "info": {"a": "buried closed:gold"},
                "ann": {"hand": "shovel"},
            },
            "log 1 shovel drawn N05/E05 boat",
            [
                f"{HAND} log.shovel",
                "players/0/routes/triangle/cards log.end",
                "players/0/routes/triangle/info log.end",
                "players/0/routes/triangle/treasures log.end",
                "players/0/coordinates log.end",
                "players/0/treasures log.end",
                "players/0/routes/triangle/cards log.end",
                f"{HAND} log.end",
            ],
        ),
    ],
)
def test_what_changes_by_which_rule(drawn: dict[str, Any], turn: str, expected: list[str]) -> None:
    assert changed(drawn, turn) == expected


def test_what_an_obstacle_is_removed_from() -> None:
    table = scene("F1 Px P= Ft Ft", also=["N10/E12 w"], ann={"hand": "remove_obstacle"})
    done = update(table, played(table, "play remove_obstacle N10/E12"))
    # The whole bridge is one obstacle, which goes before the walker that stands on it.
    assert (done.after.broken_bridges, done.after.walkers) == ((), table.walkers)
    assert done.after.trees == table.trees
