"""Legal actions: every value of every die, teams, late logging; and by other rulings."""

from random import Random
from typing import Any

import pytest
from flask import Flask

from reference.treasure_hunt_tables import random_table
from theodolite.rulings import alternatives
from theodolite.treasure_hunt import judge, update
from theodolite.treasure_hunt.board import DICE, Terrain, place_name
from theodolite.treasure_hunt.choices import could_matter, legal_actions
from theodolite.treasure_hunt.snapshot import Rulings, Snapshot
from theodolite.treasure_hunt.turn import comparable, comparable_update
from theodolite.web.treasure_hunt.schemas import SnapshotSchema
from treasure_hunt.scenes import place, played, scene

SAND_AND_TREE = "S1 S. S. S. S. S.\nF. F. F. F. F. Ft Ft"
AS_WATER = ("broken_bridge_space", "as_water")
IN_STEPS = ("walker_zone", "steps")
FROM_BESIDE = ("covered_coordinate", "from_beside")


def ends(table: Snapshot, player: int = 0) -> list[tuple[str, int]]:
    return [(one.die.name, one.pips) for one in legal_actions(table, player).positions]


def test_lists_every_value_of_every_die_without_a_roll() -> None:
    table = scene("W1 F. S2 F.")
    expected = [("WATER", pips) for pips in DICE[Terrain.WATER]]
    expected += [("SAND", pips) for pips in DICE[Terrain.SAND]]
    assert ends(table) == expected


def test_leaves_out_dice_that_move_no_explorer_if_another_does() -> None:
    table = scene(
        "W1 Wt Wt F.\nWu F. F. F.\nWu F. F. S2",
        at="N01/E01",
        rulings={"tree_distance": "two_steps"},
    )
    assert {name for name, _ in ends(table)} == {"SAND"}
    alone = table.with_player(0, explorers=(table.players[0].explorers[0],) * 2)
    assert {name for name, _ in ends(alone)} == {"WATER"}


def test_lists_walkers_unless_resting_or_barred_by_a_ruling() -> None:
    assert len(ends(scene("W1 W2 F. Fw"))) == 2 * 4 + 3
    assert len(ends(scene("W1 W2 F. Fw", walker={"N10/E13": "Bo"}))) == 2 * 4
    assert len(ends(scene("W1 W2 F. Fw", walker={"N10/E13": "Ann"}))) == 2 * 4 + 3
    barred = {"walker_instead": "without_card"}
    assert len(ends(scene("W1 W2 F. Fw", rulings=barred, ann={"hand": "walker"}))) == 2 * 4
    assert len(ends(scene("W1 W2 F. Fw", rulings=barred))) == 2 * 4 + 3


def test_lists_no_actions_with_a_shoe() -> None:
    table = scene("Wa", also=["N10/E10 1"], ann={"shoes": 1})
    assert legal_actions(table, 0) == ((), ())
    assert not any(could_matter(table, 0, None, (), legal_actions(table, 0)).values())


def test_lists_markers_at_ends_now_and_on_the_way() -> None:
    table = scene(
        "S1 S. Sb S. S. SA",
        also=["N10/E10 a"],
        info={"A": "open"},
        rulings={"logging": "in_passing"},
    )
    choices = legal_actions(table, 0, (Terrain.SAND, 5))
    assert [(one.explorer.which, one.marker.route) for one in choices.logs_now] == [(0, 0)]
    (there,) = [end for end in choices.positions[0].ends if place_name(end.at) == "N10/E15"]
    assert [(marker.owner, marker.route, marker.must) for marker in there.logs] == [
        (1, 0, False),
        (0, 1, True),
    ]


def matter(table: Snapshot, roll: tuple[Terrain, int] | None = None) -> set[str]:
    """The rulings of which another value changes what Ann can do."""
    found = could_matter(table, 0, roll, (), legal_actions(table, 0, roll))
    return {name for name, matters in found.items() if matters}


@pytest.mark.parametrize("seed", range(8))
def test_rulings_matter_if_another_value_changes_the_actions(app: Flask, seed: int) -> None:
    with app.app_context():
        table = SnapshotSchema().load_fast(random_table(Random(seed)))
    roll = (table.explorer_terrain(0, 0), DICE[table.explorer_terrain(0, 0)][0])
    now = legal_actions(table, 0, roll)
    assert matter(table, roll) == {
        name
        for name in Rulings._fields
        for other in alternatives(table.rulings, name)
        if legal_actions(table.under(other), 0, roll) != now
    }


def test_rulings_matter_without_a_roll_if_they_do_for_one_value() -> None:
    # Bo's coordinate lies at the end of eight spaces.
    table = scene("S1 S. S. S. S. S. S. S. SA")
    five, eight = ((Terrain.SAND, pips) for pips in (5, 8))
    assert "foreign_end" not in matter(table, five)
    assert "foreign_end" in matter(table, eight)
    assert "foreign_end" in matter(table)
    # Ann's at the end of five, and a walker two by two spaces from it.
    assert "walker_zone" in matter(scene("S1 S. S. S. S. Sa", also=["N12/E17 w"]))


def test_walkers_moved_in_the_turn_rest() -> None:
    table = scene("S1 S. S. S. S. S.\nSw S. S. S. S. S.", ann={"hand": "walker"})
    moved = update(table, played(table, "play walker w 5 >>>>>")).after
    five = (Terrain.SAND, 5)
    for known, movers in (((), [0, None]), ((place("N11/E15"),), [0])):
        found = legal_actions(moved, 0, five, known)
        assert [one.mover.player for one in found.positions] == movers
    assert not could_matter(moved, 0, five, (place("N11/E15"),), found)["walker_round"]


@pytest.mark.parametrize(
    ("sign", "late_logging", "any_logs"),
    [("a", "own_turn", True), ("a", "arrival_only", False), ("A", "own_turn", False)],
)
def test_only_own_coordinates_are_logged_later(
    sign: str, late_logging: str, any_logs: bool
) -> None:
    table = scene(
        f"F{sign}",
        also=["N10/E10 1"],
        info={"A": "open"},
        rulings={"late_logging": late_logging},
    )
    assert bool(legal_actions(table, 0).logs_now) == any_logs


@pytest.mark.parametrize("player", [0, 1])
def test_paths_list_passed_markers(player: int) -> None:
    explorer, marker = "13"[player], "aA"[player]
    # Five steps lead past the coordinate to where seven lead by the upper row.
    window = f"S. S. S. S. S. S.\nS{explorer} S{marker} S. S. S. S."
    table = scene(window, rulings={"logging": "in_passing"})
    marked = place("N11/E11")
    ends = [end for one in legal_actions(table, player).positions for end in one.ends]
    assert {marked in end.path for end in ends} == {True, False}
    for end in ends:
        assert [(marker.owner, marker.at) for marker in end.logs] == (
            [(player, marked)] if marked in end.path else []
        )


def test_comparable_verdicts_ignore_the_place_of_home() -> None:
    table = scene("S1 S. S. S. S. S.")
    turn = played(table, "roll white 5; 1 >>>>>")
    other = Rulings(home_place="frame")
    assert comparable(judge(table, turn)) == comparable(judge(table.under(other), turn))
    assert comparable_update(update(table, turn)) == comparable_update(
        update(table.under(other), turn)
    )
    assert comparable(judge(table, played(table, "roll white 5; 1 >")))[2] is None  # type: ignore[index]


@pytest.mark.parametrize(
    ("drawn", "turn", "ruling", "value", "changes"),
    [
        # The fourth card is played at once by either; by one a check says that it may be.
        (
            {"window": "S1 S. Fa", "ann": {"hand": "boat walker shovel"}},
            "roll white 5; 1 >>; log 1 drawn N05/E05 lost_shoe; play lost_shoe Bo",
            "after_stop",
            "cards_allowed",
            True,
        ),
        ({"window": "S1 S. F."}, "roll white 5; 1 >>", "after_stop", "cards_allowed", False),
        ({"window": "F1", "ann": {"shoes": 2}}, "skip", "several_shoes", "one_each", True),
        ({"window": "S1 S."}, "roll white 5; 1 >; skip", "die_count", "at_most", True),
    ],
)
def test_other_rulings_change_checks_and_results(
    drawn: dict[str, Any], turn: str, ruling: str, value: str, changes: bool
) -> None:
    table = scene(**drawn)
    other = table.under(table.rulings._replace(**{ruling: value}))  # type: ignore[arg-type]
    done = played(table, turn)
    assert (comparable(judge(table, done)) != comparable(judge(other, done))) == changes


def test_rested_walkers_count_as_changes_by_a_ruling() -> None:
    table = scene("W1 W2 F. Fw", walker={"N10/E13": "Ann"}, ann={"hand": "walker"})
    assert "walker_instead" in matter(table)


@pytest.mark.parametrize(
    ("drawn", "ruling", "value", "matters"),
    [
        # Of a fallen bridge the path is as it was, or water.
        ({"window": "S1 S. S. S. S. Px", "also": ["N10/E15 a"]}, *AS_WATER, True),
        ({"window": "S1 S. S. S. S. S. F. F. F. Px"}, *AS_WATER, False),
        # Two by two spaces away a walker is in the square alone.
        ({"window": "S1 S. S. S. S. Sa", "also": ["N12/E17 w"]}, *IN_STEPS, True),
        ({"window": "S1 S. S. S. S. S.", "also": ["N20/E20 a", "N22/E22 w"]}, *IN_STEPS, False),
        (
            {
                "window": "S1 S. S. S. S. S.",
                "also": ["N01/E01 a", "N03/E03 w"],
                "ann": {"2": "N20/E20"},
            },
            *IN_STEPS,
            False,
        ),
        (
            {
                "window": "S1 S. Sa S. S. S.",
                "also": ["N12/E14 w"],
                "rulings": {"logging": "in_passing"},
            },
            *IN_STEPS,
            True,
        ),
        # The coordinate under the tree is a sixth step away, and beside the fifth.
        ({"window": SAND_AND_TREE, "also": ["N11/E15 a"]}, *FROM_BESIDE, True),
        ({"window": SAND_AND_TREE, "also": ["N11/E16 a"]}, *FROM_BESIDE, False),
    ],
)
def test_rulings_matter_by_terrain_or_markers(
    drawn: dict[str, Any], ruling: str, value: str, matters: bool
) -> None:
    table = scene(**drawn)
    other = table.under(table.rulings._replace(**{ruling: value}))  # type: ignore[arg-type]
    five = (Terrain.SAND, 5)
    assert (ruling in matter(table, five)) == matters
    here, there = (legal_actions(one, 0, five) for one in (table, other))
    assert [end.at for end in here.positions[0].ends] == [end.at for end in there.positions[0].ends]
    assert (here != there) == matters


def test_creep_throughs_can_serve_only_their_placer() -> None:
    ways_over = "S1 S. S. Pc S. S.\nF. F. F. F. F. F.\nSw S. S. Pc S. S."
    table = scene(ways_over, also=["N10/E10 3"], rulings={"creep_for": "placer"})
    table = table._replace(
        creep_throughs=tuple(creep._replace(by=1) for creep in table.creep_throughs)
    )
    for player, passes in ((0, False), (1, True)):
        of_explorer, of_walker = legal_actions(table, player, (Terrain.SAND, 5)).positions
        for position, end in ((of_explorer, "N10/E15"), (of_walker, "N12/E15")):
            assert (place(end) in [one.at for one in position.ends]) == passes
