"""Turns carried out unjudged: actions without effect, and changes with their rules."""

import json
from typing import Any

import pytest

from theodolite.treasure_hunt import update
from theodolite.treasure_hunt.actions import Play, Turn
from theodolite.treasure_hunt.board import Terrain
from theodolite.treasure_hunt.snapshot import Card, CreepThrough, Explorer
from theodolite.verdict import Fault
from theodolite.web.treasure_hunt.changes import dump_values
from treasure_hunt.scenes import place, played, scene


def missing_thing(fault: Fault) -> str:
    """The thing that an action needs and the table lacks."""
    return str(fault.values["what"].value)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("drawn", "turn", "at", "what"),
    [
        ({"window": "F1"}, "play boat", 0, "boat"),
        ({"window": "F1", "ann": {"hand": "boat"}}, "skip; play boat; play boat", 2, "boat"),
        ({"window": "F1"}, "discard shovel Ann", 0, "shovel"),
        ({"window": "F1"}, "log 1", 0, "marker"),
        ({"window": "F1"}, "place tree Bo N10/E12 N10/E13", 0, "fallen_tree"),
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
def test_updates_report_what_an_action_lacks(
    drawn: dict[str, Any], turn: str, at: int, what: str
) -> None:
    table = scene(**drawn)
    (fault,) = update(table, played(table, turn)).faults
    assert (fault.code, fault.path) == ("cannot_apply", ("move", "actions", at))
    assert missing_thing(fault) == what


@pytest.mark.parametrize(
    ("card", "what"),
    [
        (Card.FALLEN_TREE, "fallen_tree"),
        (Card.BROKEN_BRIDGE, "broken_bridge"),
        (Card.WALKER, "walker"),
        (Card.CREEP_THROUGH, "creep_through"),
        (Card.LOST_SHOE, "lost_shoe"),
        (Card.REMOVE_OBSTACLE, "obstacle"),
    ],
)
def test_updates_report_cards_without_details(card: Card, what: str) -> None:
    table = scene("F1").with_player(0, hand=(card,))
    done = update(table, Turn(0, (Play(card),)))
    assert [*map(missing_thing, done.faults)] == [what]
    assert done.after == table.with_player(0, hand=())


def changed(drawn: dict[str, Any], turn: str) -> list[str]:
    """`place rule value`, of every change."""
    table = scene(**drawn)
    return [
        f"{'/'.join(map(str, one.path))} {one.rule.partition('.')[2]}"
        f" {json.dumps(dump_values(one, table)[1])}"
        for one in update(table, played(table, turn)).changes
    ]


@pytest.mark.parametrize(
    ("drawn", "turn", "expected"),
    [
        (
            {"window": "S1 S. S. S. S. S3"},
            "roll white 5; 1 >>>>>",
            [
                'players/0/explorers/0/at move.orthogonal "N10/E15"',
                'players/0/explorers/0/at move.behind "N10/E14"',
            ],
        ),
        (
            {"window": "S1 ?."},
            "roll white 5; 1 >",
            [
                'players/0/explorers/0/at move.orthogonal "N10/E11"',
                'players/0/explorers/0/terrain move.orthogonal "sand"',
            ],
        ),
        (
            {"window": "W1 P= P=", "ann": {"boats": 1}},
            "roll blue 1; 1 >>",
            [
                'players/0/explorers/0/at move.orthogonal "N10/E12"',
                'players/0/explorers/0/at boat "N10/E11"',
                "players/0/boats boat 0",
            ],
        ),
        (
            {"window": "Fw F.", "walker": {"N10/E10": "Ann"}},
            "roll green 4; w >",
            [
                "walkers/0/moved_by walker.move null",
                'walkers/0/at move.orthogonal "N10/E11"',
                'walkers/0/moved_by walker.move "Ann"',
            ],
        ),
        (
            {"window": "Fw F. F. F. ?."},
            "roll green 4; w >>>>",
            [
                'walkers/0/at move.orthogonal "N10/E14"',
                'walkers/0/terrain move.orthogonal "forest"',
                'walkers/0/moved_by walker.move "Ann"',
            ],
        ),
        (
            # The bridge over Ann's first explorer is mended while a walker is under way.
            {
                "window": "Px\nFw F. F. F. F.",
                "also": ["N10/E10 1"],
                "rulings": {"broken_bridge_space": "as_water"},
                "ann": {"boats": 1, "hand": "remove_obstacle"},
            },
            "roll green 4; w >>; play remove_obstacle N10/E10; w >>",
            [
                'walkers/0/at move.orthogonal "N11/E12"',
                "players/0/hand remove []",
                "broken_bridges remove []",
                "players/0/boats boat 0",
                'walkers/0/at move.orthogonal "N11/E14"',
                'walkers/0/moved_by walker.move "Ann"',
            ],
        ),
        (
            {"window": "F1", "ann": {"hand": "fallen_tree"}},
            "play fallen_tree N10/E12 N10/E13",
            [
                "players/0/hand tree.place []",
                'trees tree.place [["N10/E12", "N10/E13"]]',
            ],
        ),
        (
            {"window": "F1 P=", "ann": {"hand": "broken_bridge"}},
            "play broken_bridge N10/E11",
            [
                "players/0/hand bridge.break []",
                'broken_bridges bridge.break ["N10/E11"]',
            ],
        ),
        (
            {"window": "P1 P.", "ann": {"hand": "creep_through"}},
            "play creep_through N10/E10",
            [
                "players/0/hand creep []",
                'players/0/explorers/0/terrain creep "path"',
                'creep_throughs creep [{"at": "N10/E10", "by": "Ann"}]',
            ],
        ),
        (
            {"window": "F1", "ann": {"hand": "walker"}},
            "play walker N10/E12",
            [
                "players/0/hand walker.place []",
                'walkers walker.place [{"at": "N10/E12", "moved_by": null}]',
            ],
        ),
        (
            {"window": "Fw F.", "ann": {"hand": "walker"}},
            "play walker w 4 >",
            [
                "players/0/hand walker.move []",
                'walkers/0/at move.orthogonal "N10/E11"',
                'walkers/0/moved_by walker.move "Ann"',
            ],
        ),
        (
            {"window": "F1", "bo": {"free": "tree walker"}},
            "place tree Bo N10/E12 N10/E13; place walker Bo N20/E12",
            [
                'players/1/free free.pieces ["walker"]',
                'trees tree.place [["N10/E12", "N10/E13"]]',
                "players/1/free free.pieces []",
                'walkers walker.place [{"at": "N20/E12", "moved_by": null}]',
            ],
        ),
        (
            {"window": "F1", "ann": {"hand": "lost_shoe"}},
            "play lost_shoe Bo",
            [
                "players/0/hand shoe []",
                "players/1/shoes shoe 1",
            ],
        ),
        (
            {"window": "F1 Ft Ft", "ann": {"hand": "remove_obstacle"}},
            "play remove_obstacle N10/E12",
            [
                "players/0/hand remove []",
                "trees remove []",
            ],
        ),
        (
            {"window": "W1", "ann": {"hand": "boat"}},
            "play boat",
            [
                "players/0/hand boat []",
                "players/0/boats boat 1",
            ],
        ),
        (
            {"window": "F1", "ann": {"shoes": 2}},
            "skip",
            [
                "players/0/shoes turn.shoe 0",
            ],
        ),
        (
            {"window": "F1", "ann": {"shoes": 2}, "rulings": {"several_shoes": "one_each"}},
            "skip",
            [
                "players/0/shoes turn.shoe 1",
            ],
        ),
        (
            {"window": "F1 ?. S.", "ann": {"free": "walker"}},
            "place walker Ann N10/E11",
            [
                "players/0/free free.pieces []",
                'walkers walker.place [{"at": "N10/E11", "terrain": "forest", "moved_by": null}]',
            ],
        ),
        (
            {"window": "F1 Pc", "ann": {"free": "walker"}},
            "place walker Ann N10/E11",
            [
                "players/0/free free.pieces []",
                'walkers walker.place [{"at": "N10/E11", "terrain": "path", "moved_by": null}]',
            ],
        ),
        (
            {"window": "F1", "fill": "?", "ann": {"free": "walker"}},
            "place walker Ann N20/E11",
            [
                "players/0/free free.pieces []",
                'walkers walker.place [{"at": "N20/E11", "terrain": "path", "moved_by": null}]',
            ],
        ),
        (
            {"window": "F1", "ann": {"hand": "lost_shoe"}, "bo": {"shoes": 1}},
            "play lost_shoe Bo",
            [
                "players/0/hand shoe []",
                "players/1/shoes shoe 2",
            ],
        ),
        (
            {"window": "F1 Px P. P=", "ann": {"hand": "broken_bridge"}},
            "play broken_bridge N10/E13",
            [
                "players/0/hand bridge.break []",
                'broken_bridges bridge.break ["N10/E11", "N10/E13"]',
            ],
        ),
        (
            {"window": "F1 Ft Ft", "ann": {"hand": "fallen_tree"}},
            "play fallen_tree N20/E20 N20/E21",
            [
                "players/0/hand tree.place []",
                'trees tree.place [["N10/E11", "N10/E12"], ["N20/E20", "N20/E21"]]',
            ],
        ),
        (
            {
                "window": "Fa",
                "also": ["N10/E10 1"],
                "cards": {"a": "N20/E20 N21/E20"},
                "info": {"a": "open:ruby"},
                "ann": {"coordinates": 2, "treasures": "gold"},
            },
            "log 1 drawn nothing",
            [
                "players/0/routes/triangle/cards log.end []",
                "players/0/routes/triangle/info log.end []",
                "players/0/routes/triangle/treasures log.end []",
                "players/0/coordinates log.end 5",
                'players/0/treasures log.end ["gold", "ruby"]',
            ],
        ),
        (
            {"window": "Fa Fb", "also": ["N10/E10 1"], "info": {"b": "open:ruby"}},
            "log 1 drawn N05/E05 closed circle unseen",
            [
                'players/0/routes/triangle/cards log.next ["N10/E10", "N05/E05"]',
                'players/0/routes/circle/info info.closed ["open", "closed"]',
                'players/0/routes/circle/treasures info.closed ["ruby", null]',
            ],
        ),
        (
            {"window": "F1", "ann": {"hand": "boat"}},
            "discard boat Ann",
            [
                "players/0/hand card.hand []",
            ],
        ),
        (
            {"window": "Fa", "also": ["N10/E10 1"]},
            "log 1 drawn N05/E05 boat",
            [
                'players/0/routes/triangle/cards log.next ["N10/E10", "N05/E05"]',
                'players/0/hand log.next ["boat"]',
            ],
        ),
        (
            {"window": "Fa", "also": ["N10/E10 1"]},
            "log 1",
            [
                "players/0/routes/triangle/cards log.next []",
                "players/0/hand log.next null",
            ],
        ),
        (
            {"window": "Fa", "also": ["N10/E10 1"]},
            "log 1 drawn N05/E05 open triangle gold",
            [
                'players/0/routes/triangle/cards log.next ["N10/E10", "N05/E05"]',
                'players/0/routes/triangle/info info.open ["open"]',
                'players/0/routes/triangle/treasures info.open ["gold"]',
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
                "players/0/hand log.shovel []",
                "players/0/routes/triangle/cards log.end []",
                "players/0/routes/triangle/info log.end []",
                "players/0/routes/triangle/treasures log.end []",
                "players/0/coordinates log.end 1",
                'players/0/treasures log.end ["gold"]',
                'players/0/routes/triangle/cards log.end ["N05/E05"]',
                'players/0/hand log.end ["boat"]',
            ],
        ),
    ],
)
def test_changes_name_their_rules(drawn: dict[str, Any], turn: str, expected: list[str]) -> None:
    assert changed(drawn, turn) == expected


def test_removed_obstacles_return_to_the_supply() -> None:
    table = scene("F1 Px P= Ft Ft", also=["N10/E12 w"], ann={"hand": "remove_obstacle"})
    done = update(table, played(table, "play remove_obstacle N10/E12"))
    # The whole bridge is one obstacle, which goes before the walker that stands on it.
    assert (done.after.broken_bridges, done.after.walkers) == ((), table.walkers)
    assert done.after.trees == table.trees


def test_changes_hold_the_value_before() -> None:
    table = scene("Fw", ann={"free": "walker"})
    done = update(table, played(table, "place walker Ann N20/E20"))
    found = {change.path[-1]: (change.before, change.after) for change in done.changes}
    assert found == {"free": (("walker",), ()), "walkers": (table.walkers, done.after.walkers)}


def test_walkers_keep_their_terrain_on_a_new_creep_through() -> None:
    table = scene("F1 Pw F. Fw", ann={"hand": "creep_through"})
    after = update(table, played(table, "play creep_through N10/E11")).after
    assert [walker.terrain for walker in after.walkers] == [Terrain.PATH, None]


def test_explorers_that_stay_behind_keep_their_terrain() -> None:
    # Bo's creep-through serves Bo alone; Ann's explorer has come onto it from sand.
    table = scene(
        "Pc F3", also=["N10/E10 1"], terrain={"1": "sand"}, rulings={"creep_for": "placer"}
    )
    table = table._replace(creep_throughs=(CreepThrough(place("N10/E10"), 1),))
    after = update(table, played(table, "roll white 5; 1 >")).after
    assert after.players[0].explorers[0] == Explorer(place("N10/E10"), Terrain.SAND)


def test_explorers_keep_their_terrain_on_a_new_creep_through() -> None:
    table = scene("S1 S. S. S. S. S.\nP3", ann={"hand": "creep_through"})
    turn = played(table, "roll white 5; 1 >>; play creep_through N11/E10; 1 >>>")
    assert update(table, turn).after.players[1].explorers[0].terrain == Terrain.PATH


def test_remove_obstacle_removes_one_obstacle() -> None:
    table = scene("Px F. Px Fw", ann={"hand": "remove_obstacle remove_obstacle"})
    bridge = update(table, played(table, "play remove_obstacle N10/E10")).after
    assert (bridge.broken_bridges, bridge.walkers) == ((place("N10/E12"),), table.walkers)
    walker = update(table, played(table, "play remove_obstacle N10/E13")).after
    assert (walker.broken_bridges, walker.walkers) == (table.broken_bridges, ())
