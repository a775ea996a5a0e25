"""Turns, ends and boards that no numbered case covers."""

from typing import Any

import pytest

from theodolite.grid import each
from theodolite.rulebook import Rulebook
from theodolite.treasure_hunt import (
    find_quickest_way,
    judge,
    legal_actions,
    mission_checks,
    replay,
    resolve,
    update,
)
from theodolite.treasure_hunt.actions import Move, NamedPiece, Play, Roll, Turn
from theodolite.treasure_hunt.board import HOME, Terrain, place_name
from theodolite.treasure_hunt.disputes import could_matter
from theodolite.treasure_hunt.move_area import Mover, move_area, step_counts
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.placing import placement_checks
from theodolite.treasure_hunt.quickest_way import WayQuery, may_be_target
from theodolite.treasure_hunt.reach import Reach
from theodolite.treasure_hunt.snapshot import (
    Card,
    CreepThrough,
    Explorer,
    Route,
    Rulings,
    Snapshot,
    Walker,
)
from treasure_hunt.scenes import names, place, played, scene, spaces

RULEBOOK = Rulebook("theodolite.treasure_hunt")


def failed(table: Snapshot, text: str, player: int = 0) -> list[str]:
    checks = [ruled.check for ruled in judge(table, played(table, text, player)).checks]
    return [check.rule.partition(".")[2] for check in checks if check.status == "failed"]


def ends(table: Snapshot, count: int) -> list[str]:
    """Where a move of a number of steps can end, by paths and by sets alike."""
    where = move_area(table, Mover(0, 0), 0)
    found = [place_name(end.at) for end in Search(where, count).ends(count)]
    reached = Reach(where).ends(where.start, [count])[count]
    assert {*found} == {place_name(at) for at in each(reached)}
    return found


def test_dice_that_move_no_explorer_are_not_rolled_if_another_does() -> None:
    steps = {"tree_distance": "two_steps"}
    table = scene("W1 Wt Wt F.\nWu F. F. F.\nWu F. F. S2", at="N01/E01", rulings=steps)
    assert failed(table, "roll blue 1; skip") == ["turn.must"]
    assert failed(table, "roll white 5; skip") == ["turn.must"]


@pytest.mark.parametrize("player", [0, 1])
def test_moves_that_can_continue_over_a_creep_through_do_not_end_before_it(player: int) -> None:
    # Two steps lead onto the other's coordinate; where the creep-through is path, the first ends.
    explorer, marker = "13"[player], "Aa"[player]
    table = scene(
        f"W{explorer} Pc W{marker} Ft\nFu Fu Fv Ft",
        at="N01/E01",
        ann={"1": "N01/E01" if player == 0 else "N20/E20", "2": "N20/E21"},
        rulings={"creep_for": "placer"},
    )
    for placer in (0, 1):
        placed = table._replace(creep_throughs=(CreepThrough(place("N01/E02"), placer),))
        broken = [] if placer == player else ["turn.must"]
        assert failed(placed, "roll blue 2; skip", player) == broken


def test_no_shovel_after_two_cards() -> None:
    # Trees all around, and Ann's buried treasure under one of them.
    table = scene(
        "W1 Wa Ft\nFu Fu Ft",
        at="N01/E01",
        also=["N01/E02 k", "N01/E03 k"],
        info={"a": "buried open"},
        ann={"hand": "shovel lost_shoe fallen_tree"},
    )
    one = "play lost_shoe Bo"
    two = f"{one}; play fallen_tree N25/E10 N25/E11"
    assert failed(table, f"{one}; roll blue 1; skip") == ["turn.must"]
    assert failed(table, f"{two}; roll blue 1; skip") == []


def test_shoes_and_walker_cards_need_a_receiver_and_a_space() -> None:
    table = scene("Fw", ann={"hand": "lost_shoe walker remove_obstacle"})
    for play, rule in (
        (Play(Card.REMOVE_OBSTACLE), "remove"),
        (Play(Card.LOST_SHOE), "shoe"),
        (Play(Card.WALKER, mover=NamedPiece(None, place("N10/E10"))), "walker.move"),
    ):
        turn = Turn(0, (play,))
        checks = [ruled.check for ruled in judge(table, turn).checks]
        assert f"treasure_hunt.{rule}" in [c.rule for c in checks if c.status == "failed"]
        assert all(RULEBOOK.sentence("en", c.rule, c.says, c.values) for c in checks)
        assert [fault.code for fault in update(table, turn).faults] == ["cannot_apply"]


def test_checks_name_all_passed_pieces() -> None:
    table = scene("S1 S2 S3 S. Sw S. S.")
    for text in ("roll white 6; 1 >>>>>>", "roll white 6; 1 >; 1 >; 1 >>>>"):
        checks = [one for _, one in judge(table, played(table, text)).checks]
        assert {one.status for one in checks} == {"passed"}
        (through,) = [one for one in checks if one.rule.endswith("through")]
        assert through.spaces == spaces("N10/E11 N10/E12 N10/E14")
    corner = scene("S. S. S. S. S.\nS1", at="N01/E01", ann={"2": "N20/E20"})
    checks = [one for _, one in judge(corner, played(corner, "roll white 5; 1 ^>>>>")).checks]
    assert not [one for one in checks if one.rule.endswith("through")]


@pytest.mark.parametrize(("placer", "rules"), [(0, []), (1, ["move.terrain"])])
def test_moves_over_creep_throughs_of_others(placer: int, rules: list[str]) -> None:
    table = scene("S1 S. S. Pc S. S.", rulings={"creep_for": "placer"})
    table = table._replace(creep_throughs=(CreepThrough(place("N10/E13"), placer),))
    assert failed(table, "roll white 5; 1 >>>>>") == rules


def test_home_and_open_treasures_can_be_passed() -> None:
    table = scene(
        "W1 WA W.", info={"A": "open"}, rulings={"logging": "in_passing", "home_place": "frame"}
    )
    assert failed(table, "roll blue 2; 1 >>") == []
    home = scene("W. W1", at="N01/E01", rulings={"logging": "in_passing", "home_place": "frame"})
    assert failed(home, "roll blue 2; 1 <h") == []


def test_checks_name_all_steps_to_other_than_neighbours() -> None:
    table = scene("S1 S. S. S. S. S.")
    path = tuple(map(place, ("N10/E12", "N10/E13", "N10/E15")))
    turn = Turn(0, (Roll(Terrain.SAND, 5), Move(NamedPiece(0, 0), path)))
    (check,) = [one for _, one in judge(table, turn).checks if one.rule.endswith("orthogonal")]
    assert (check.status, check.spaces) == ("failed", spaces("N10/E12 N10/E15"))


def test_stays_behind_a_piece_on_a_space_passed_illegally() -> None:
    forest = scene("S1 F. S3")
    covered = scene("S1 St S3\nS. St S.", also=["N10/E11 a"])
    for table in (forest, covered):
        after = update(table, played(table, "roll white 5; 1 >>")).after
        assert after.players[0].explorers[0].at == place("N10/E11")


def test_blocked_before_a_covered_coordinate() -> None:
    table = scene("S1 Sa St\nFu Fv Ft\nFu Fv F.", at="N01/E01", also=["N01/E02 k"])
    # Trees all around: only the covered coordinate lies ahead.
    assert ends(table, 1) == ["N01/E02"]
    assert ends(table, 2) == []
    cornered = scene("S1 S. Sa\nFu Fv Ft\nFu Fv Ft", at="N01/E01")
    cornered = cornered._replace(trees=(*cornered.trees, 1 << place("N01/E03")))
    assert ends(cornered, 2) == ["N01/E03"]
    assert ends(cornered, 3) == ["N01/E02"]
    (end,) = Search(move_area(cornered, Mover(0, 0), 0), 3).ends(3)
    assert end.stopped_by == "blocked"
    # An explorer that may stop to log can enter it with steps left.
    stopping = cornered.under(Rulings(die_count="stop_at_goal"))
    assert ends(stopping, 3) == ["N01/E03"]


def test_blocked_before_two_covered_coordinates() -> None:
    # Behind Bo's explorers, left and right, only a covered coordinate of Ann's lies ahead.
    table = scene(
        "Ft Ft F. F. F. Fu Fu\nSk S3 S. S1 S. S4 Sl\nFk Fm Fm F. Fn Fn Fl",
        also=["N11/E10 a", "N11/E16 b"],
    )
    assert {"N11/E12", "N11/E14"} <= {*ends(table, 5)}


def test_blocked_in_two_dead_ends() -> None:
    # Behind Bo's explorers, left and right, trees lie all around.
    table = scene("Ft Ft F. F. F. Fu Fu\nSk S3 S. S1 S. S4 Sl\nFk Fm Fm F. Fn Fn Fl")
    assert {"N11/E12", "N11/E14"} <= {*ends(table, 5)}


def test_ends_on_the_first_space_of_the_board() -> None:
    table = scene(
        "S. S. S. S. S. S1",
        at="N01/E01",
        ann={"2": "N20/E20"},
        rulings={"foreign_end": "stay_behind"},
    )
    assert "N01/E01" in ends(table, 5)


def test_blocked_in_a_dead_end() -> None:
    table = scene("S1 S. Ft\nFu Fv Ft\nFu Fv F.", at="N01/E01")
    (end,) = Search(move_area(table, Mover(0, 0), 0), 5).ends(5)
    assert (names(end.path), end.stopped_by) == ("N01/E02", "blocked")


def test_stays_behind_in_an_occupied_dead_end() -> None:
    table = scene("F. F. St\nS1 S. S4 Ft\nF. F. Fu Fu", also=["N10/E13 t"])
    assert "N11/E11" in ends(table, 5)


def test_passes_its_own_start() -> None:
    table = scene("S1 S.\nS. S.")
    checks = [one.check for one in judge(table, played(table, "roll white 5; 1 >v<^>")).checks]
    assert {one.status for one in checks} == {"passed"}
    assert "treasure_hunt.move.through" not in [one.rule for one in checks]


def test_stays_behind_by_the_first_of_two_paths() -> None:
    # Ann's explorer is stuck on Bo's, or comes onto Bo's in the forest: behind both lies N11/E11.
    table = scene("F. F3 St\nS1 S. S4 Ft\nF. F. Fu Fu", also=["N10/E13 t"])
    where = move_area(table, Mover(0, 0), 0)
    (end,) = [one for one in Search(where, 5).ends(5) if place_name(one.at) == "N11/E11"]
    assert names(end.path) == "N11/E11 N10/E11"
    assert end.stopped_by == "behind"


def test_leaves_a_bridge_onto_a_covered_coordinate() -> None:
    table = scene("W1 P= Wa", also=["N10/E12 t", "N11/E12 t"], ann={"boats": 1})
    assert "N10/E12" in ends(table, 2)
    assert "N10/E12" not in ends(table, 4)


def test_boats_under_a_bridge_end_on_its_first_space_or_before() -> None:
    bridge = "W1 P= P= P= P= P= P= W."
    assert "N10/E11" in ends(scene(bridge, ann={"boats": 1}), 4)
    taken = ends(scene(bridge, ann={"boats": 1}, also=["N10/E11 3"]), 4)
    assert "N10/E11" not in taken
    assert "N10/E10" in taken


def test_boats_stay_behind_two_pieces_on_a_bridge() -> None:
    table = scene("W1 W. W3 P= P= P= P= W.", also=["N10/E13 4"], ann={"boats": 1})
    found = ends(table, 4)
    assert "N10/E11" in found
    assert not {"N10/E12", "N10/E13"} & {*found}
    onto_covered = scene("S1 S. S3 Sa\nF. F. F. Ft", also=["N10/E13 t", "N10/E13 4"])
    assert "N10/E11" in ends(onto_covered, 3)


def test_boats_stay_behind_a_piece_on_the_first_space_of_a_bridge() -> None:
    table = scene("W1 P= P= Wa\nF. F. F. Ft", also=["N10/E13 t", "N10/E13 3"], ann={"boats": 1})
    assert "N10/E12" not in ends(table, 3)


@pytest.mark.parametrize("bridge", ["P= P=", "Px Px"])
def test_boats_before_a_bridge_are_not_blocked(bridge: str) -> None:
    window = f"W1 W. {bridge} W. W.\nFt Ft Fu Fu Fv Fv"
    table = scene(window, at="N01/E01", ann={"boats": 1, "2": "N20/E20"})
    assert "N01/E02" not in ends(table, 4)


def test_boats_end_on_a_broken_bridge_only_to_log() -> None:
    assert "N10/E11" not in ends(scene("W1 Px Px W.", ann={"boats": 1}), 2)
    to_log = scene("W1 Px Px W.", also=["N10/E11 a"], ann={"boats": 1})
    assert "N10/E11" in ends(to_log, 2)


def test_boats_stay_behind_a_walker_on_a_broken_bridge() -> None:
    table = scene(
        "W1 W. Px Px W.",
        also=["N10/E12 w"],
        ann={"boats": 1},
        rulings={"occupied_by": "explorers_and_walkers"},
    )
    assert "N10/E11" in ends(table, 3)
    assert "N10/E12" not in ends(table, 3)
    assert "N10/E11" not in ends(table, 4)


def test_boats_pass_only_under_bridges() -> None:
    assert "N10/E12" in ends(scene("W1 P= W.", ann={"boats": 1}), 2)
    assert "N10/E12" not in ends(scene("W1 P. W.", ann={"boats": 1}), 2)


def test_not_blocked_before_home_off_the_board() -> None:
    table = scene("S. S. S1\nFt Ft Fu Fu", at="N01/E01", rulings={"home_place": "frame"})
    assert failed(table, "roll white 5; 1 <<") == ["move.count"]


def test_boats_do_not_stop_under_a_broken_bridge() -> None:
    table = scene("W1 Px Px W.", ann={"boats": 1})
    assert failed(table, "roll blue 1; 1 >") == ["move.count", "move.closed"]


def test_boats_that_turn_back_do_not_stop_on_a_bridge() -> None:
    table = scene("W1 P= P= W.", ann={"boats": 1}, rulings={"turning_back": "free"})
    assert failed(table, "roll blue 1; 1 >") == []
    assert failed(table, "roll blue 1; 1 >><") == ["move.count"]
    assert failed(table, "roll blue 1; 1 >><<") == []


def test_passed_markers_can_be_logged_after_the_move() -> None:
    table = scene("S1 Sa S. S. S. S.", rulings={"logging": "in_passing"})
    assert failed(table, "roll white 5; 1 >>; 1 >>>; log 1 at N10/E11 drawn N05/E05 boat") == []
    assert failed(table, "roll white 5; 1 >>; 1 >>>") == ["log.must"]


def test_passed_markers_are_logged_beside_the_last_one() -> None:
    table = scene("S1 Sa S. S. S. Sb", rulings={"logging": "in_passing"})
    end = "log 1 drawn N05/E05 boat"
    assert failed(table, f"roll white 5; 1 >>>>>; {end}") == ["log.must"]
    assert failed(table, f"roll white 5; 1 >>>>>; {end}; log 1 at N10/E11 drawn N06/E06 boat") == []


def test_the_second_player_must_log_too() -> None:
    assert failed(scene("S3 S. S. S. S. SA"), "roll white 5; 3 >>>>>", 1) == ["log.must"]
    assert failed(scene("S3 S. S. S. S. Sa"), "roll white 5; 3 >>>>>", 1) == ["move.foreign"]


def test_moves_on_path_end_on_a_broken_bridge() -> None:
    table = scene("P1 P. Px P. P. P. P. P.", rulings={"broken_bridge_space": "as_water"})
    assert failed(table, "roll brown 7; 1 >>>>>>>") == ["move.terrain"]
    assert failed(table, "roll brown 7; 1 >>") == []


def test_blocked_with_one_step_left() -> None:
    table = scene("S1 S. S. S. S. Ft\nFu Fu Fv Fv Fk Ft\nF. F. F. F. Fk", at="N01/E01")
    assert failed(table, "roll white 5; 1 >>>>") == []
    assert failed(table, "roll white 5; 1 >>>") == ["move.count"]


def test_free_pieces_can_be_placed_after_the_move() -> None:
    table = scene("S1 F.", ann={"free": "tree"})
    assert failed(table, "roll white 5; 1 >; place tree Ann N20/E20 N20/E21") == []


def test_checks_name_closed_spaces() -> None:
    table = scene("S1 St St S.", ann={"2": "N20/E20"})
    checks = [one for _, one in judge(table, played(table, "roll white 5; 1 >")).checks]
    (closed,) = [one for one in checks if one.rule.endswith("closed")]
    assert (closed.status, closed.spaces) == ("failed", spaces("N10/E11"))


@pytest.mark.parametrize(
    ("player", "window", "at", "path"),
    [(0, "W. W1", "N01/E01", "<h"), (1, "W3 W.", "N30/E29", ">h")],
)
def test_home_off_the_board_has_the_terrain_of_its_corner(
    player: int, window: str, at: str, path: str
) -> None:
    table = scene(window, at=at, rulings={"home_place": "frame"})
    turn = played(table, f"roll blue 2; {2 * player + 1} {path}", player)
    (count,) = [one for _, one in judge(table, turn).checks if one.rule.endswith("count")]
    assert count.says == "count"
    assert update(table, turn).after.players[player].explorers[0] == Explorer(HOME)


def test_stays_behind_explorers_and_walkers() -> None:
    table = scene(
        "S1 S. S. S. S. S3", also=["N20/E20 w"], rulings={"occupied_by": "explorers_and_walkers"}
    )
    assert "N10/E14" in ends(table, 5)
    checks = [one for _, one in judge(table, played(table, "roll white 5; 1 >>>>>")).checks]
    assert not [one for one in checks if one.rule.endswith(("through", "foreign"))]


@pytest.mark.parametrize(("lying", "status"), [(3, "passed"), (4, "failed")])
def test_the_last_piece_of_the_supply_is_placed(lying: int, status: str) -> None:
    table = scene(" ".join(["Pc"] * lying) + " P.")
    *_, supply = placement_checks(table, 0, "creep_through", [place(f"N10/E{10 + lying}")])
    assert (supply.rule, supply.status) == ("treasure_hunt.supply", status)


def test_rejects_a_second_roll() -> None:
    table = scene("S1 S. S. S. S. S.")
    checks = judge(table, played(table, "roll white 5; roll white 6; 1 >>>>>")).checks
    assert [
        (ruled.action, ruled.check.says) for ruled in checks if ruled.check.status == "failed"
    ] == [(1, "second_roll")]


def test_plain_moves_list_their_checks() -> None:
    table = scene("S1 S. S. S. F.")
    checks = [one for _, one in judge(table, played(table, "roll white 6; 1 >>>>")).checks]
    assert all(RULEBOOK.sentence("en", one.rule, one.says, one.values) for one in checks)
    found = {one.rule.partition(".")[2]: (one.says, one.spaces) for one in checks}
    assert found == {
        "turn.one": ("passed", 0),
        "move.orthogonal": ("passed", 0),
        "move.reversal": ("passed", 0),
        "move.closed": ("passed", 0),
        "move.terrain": ("ended", spaces("N10/E11 N10/E12 N10/E13 N10/E14")),
        "move.count": ("terrain", spaces("N10/E14")),
        "turn.must": ("passed", 0),
    }


def test_rejects_one_card_drawn_of_two() -> None:
    table = scene("Fa", also=["N10/E10 1"], info={"a": "open"})
    assert failed(table, "log 1 drawn - closed; roll green 4; 1 >>>>") == ["log.end"]


def test_boats_under_a_bridge_are_blocked_by_land_and_trees() -> None:
    table = scene("F. P= P= W1\nFt Ft Fu Fu", at="N01/E01", ann={"boats": 1, "2": "N20/E20"})
    assert failed(table, "roll blue 1; 1 <<") == []


def test_no_goals_under_a_bridge() -> None:
    table = scene(
        "W1 P= P= W.", also=["N10/E12 a"], ann={"boats": 1}, rulings={"die_count": "stop_at_goal"}
    )
    assert "N10/E12" not in ends(table, 4)


def test_blocked_under_a_bridge() -> None:
    table = scene(
        "W1 P= P= Wa\nFu Fu Fv Fv",
        at="N01/E01",
        also=["N01/E04 t", "N01/E05 t"],
        ann={"boats": 1},
    )
    assert ends(table, 3) == ["N01/E02", "N01/E04"]
    assert ends(table, 4) == ["N01/E02"]


def test_explorers_off_the_board_are_on_no_bridge() -> None:
    table = scene("P= P.", rulings={"home_place": "frame"})
    (check, _) = placement_checks(table, 0, "broken_bridge", [place("N10/E10")])
    assert check.status == "passed"
    assert table.broken_spaces == 0


def test_breaking_without_spaces_marks_no_bridge() -> None:
    (check, _) = placement_checks(scene("P= P."), 0, "broken_bridge", [])
    assert (check.status, check.spaces) == ("failed", 0)
    corner = scene("P= P=", at="N01/E01", ann={"1": "N20/E20", "2": "N20/E21"})
    (check, _) = placement_checks(corner, 0, "broken_bridge", [place("N01/E02")])
    assert check.status == "passed"


@pytest.mark.parametrize(
    ("drawn", "text", "legal", "last", "failed_between"),
    [
        # A turn without an action is not whole.
        ({}, "", None, None, ["turn.must"]),
        ({"rulings": {"pass_turn": "allowed"}}, "", None, None, []),
        ({"ann": {"shoes": 1}}, "", None, None, ["turn.shoe"]),
        # A turn that only places can go on, until another one follows.
        ({"ann": {"free": "tree"}}, "place tree Ann N20/E20 N20/E21", True, True, ["turn.must"]),
        ({"ann": {"hand": "walker"}}, "play walker N20/E20", True, True, ["turn.must"]),
        ({}, "roll white 5", False, False, ["turn.must"]),
    ],
)
def test_turns_that_can_go_on(
    drawn: dict[str, Any],
    text: str,
    legal: bool | None,
    last: bool | None,
    failed_between: list[str],
) -> None:
    table = scene("S1 S. S. S. S. S. W3", **drawn)
    turn, bo = played(table, text), played(table, "roll blue 1; 3 >", 1)
    verdict = judge(table, turn)
    assert verdict.legal is legal
    assert verdict.whole == bool(text)
    assert (verdict.after is None) == (legal is not True)
    assert replay(table, [turn]).legal is last
    between = replay(table, [turn, bo])
    checks = [one.check for one in between.turns[0].checks if one.check.status == "failed"]
    assert [one.rule.partition(".")[2] for one in checks] == failed_between
    assert between.legal is (not failed_between)


def test_nobody_moves_where_nobody_can() -> None:
    table = scene("Ft Ft Fu\nFk F1 Fu\nFk Fv Fv", at="N01/E01", ann={"2": "N02/E02"})
    assert judge(table, played(table, "")).legal is judge(table, played(table, "skip")).legal


@pytest.mark.parametrize(
    "text",
    [
        "place tree Ann N30/E20 N31/E20",
        "play remove_obstacle N10/E31",
        "log 1 drawn N00/E05 boat",
        "log 1 at N31/E05",
        "roll white 5; play fallen_tree N31/E20 N31/E21",
    ],
)
def test_nobody_plays_over_the_edge(text: str) -> None:
    table = scene("S1 S. S. S. S. S.", ann={"hand": "remove_obstacle fallen_tree", "free": "tree"})
    turn = played(table, text)
    assert failed(table, text) == ["board.frame"]
    assert [one.code for one in update(table, turn).faults] == ["unknown_space"]
    assert replay(table, [turn]).legal is False


def test_the_first_winner_stays() -> None:
    won = {"mission": "gold 0", "treasures": "gold"}
    # Ann has won before the record; Bo comes home in it, and nobody is left.
    table = scene("F3", at="N30/E26", ann=won, bo=won)
    home, again = played(table, "roll green 4; 3 >>>>", 1), played(table, "skip", 1)
    found = replay(table, [home, again])
    assert (found.won, found.stopped_at) == (0, (1, None, 1))
    assert replay(table, [played(table, "skip")]).stopped_at == (0, None, 0)


def test_of_two_winners_the_player_in_turn_wins() -> None:
    mission = {"mission": "gold 0"}
    table = scene(
        "F5 F. F. F. F.",
        at="N01/E26",
        players=4,
        teams=True,
        ann={**mission, "treasures": "gold"},
        cy=mission,
    )
    came = played(table, "roll green 4; 5 >>>>", 2)
    assert table.players[2].home == place("N01/E30")
    assert replay(table, [came]).won == 2


def test_turns_out_of_order_have_no_action_at_fault() -> None:
    table = scene("S1 S. S. S. S. S. W3")
    ann = played(table, "roll white 5; 1 >>>")
    found = replay(table, [played(table, "roll blue 1; 3 >", 1), ann])
    assert found.stopped_at == (1, 1, 0)
    found = replay(table, [played(table, "roll white 5; 1 >>>>>"), ann])
    assert found.stopped_at == (1, None, 0)


def test_turns_out_of_order_change_nothing() -> None:
    table = scene("S1 S. S. S. S. S. W3 F. W5", players=3)
    ann = played(table, "roll white 5; 1 >>>>>")
    bo, cy = (played(table, f"roll blue 1; {one} >", one // 2) for one in (3, 5))
    assert replay(table, [ann, bo, cy]).legal
    found = replay(table, [ann, cy])
    assert found.stopped_at == (1, None, 2)
    assert (found.turns[1].changes, found.turns[1].after) == ((), None)


def test_winners_stay_for_the_rest_of_a_record() -> None:
    won = {"mission": "gold 0", "treasures": "gold"}
    table = scene("S3 S. S. S. S. SA", ann=won, bo={"shoes": 1})
    skip = played(table, "skip", 1)
    illegal = replay(table, [skip, played(table, "roll white 5; 3 >>>", 1)])
    assert (illegal.legal, illegal.won) == (False, 0)
    draw_unknown = replay(table, [skip, played(table, "roll white 5; 3 >>>>>; log 3", 1)])
    assert (draw_unknown.turns[1].after, draw_unknown.won) == (None, 0)


def test_each_demand_names_its_rule() -> None:
    (sheet, _) = mission_checks(scene("F.", ann={"mission": "gold 0"}))
    rules = [item.rule.removeprefix("treasure_hunt.") for item in sheet.items]
    assert rules == ["end.mission", "end.mission", "end.win", "end.win"]


def test_finds_no_account_for_an_impossible_route() -> None:
    table = scene("S1 S. S. S. S. Sa")
    strange = (Route((place("N01/E05"), place("N01/E06"))), *table.players[0].routes[1:])
    found = resolve(table, table.with_player(0, routes=strange), 0)
    assert not found.accounts
    assert found.differences


def test_unfinished_disputes_report_more() -> None:
    table = scene("S1 S. S. S. S. Sa")
    assert resolve(table, table, 0, most=1).more


def test_could_matter_of_disputes_by_another_ruling() -> None:
    names = ["logging", "pass_turn"]
    # A loop of four in the forest, or a turn passed where that is allowed.
    loop = scene("W1", ann={"2": "N20/E20"})
    assert could_matter(loop, loop, 0, names) == {"logging": False, "pass_turn": True}
    # The drawn coordinate is too far away to have been logged.
    near, far = scene("S1 S. S. S. S. Sa"), place("N25/E25")
    route = near.players[0].routes[0]
    logged = near.with_player(
        0, routes=(route._replace(cards=(*route.cards, far)), *near.players[0].routes[1:])
    )
    assert not resolve(near, logged, 0, most=20).more
    assert could_matter(near, logged, 0, names) == {"logging": None, "pass_turn": None}


def test_rolls_on_no_die_have_no_ends() -> None:
    assert legal_actions(scene("S1 S."), 0, (Terrain.SAND, 99)).positions == []


def test_all_values_list_the_same_markers() -> None:
    table = scene("S1 Fa S. S. S. S.")
    found = [
        [end.logs for end in one.ends if place_name(end.at) == "N10/E11"]
        for one in legal_actions(table, 0).positions
        if one.mover == (0, 0)
    ]
    assert len(found) == 4
    assert all(one == found[0] != [] for one in found)


def test_targets_are_loggable_coordinates() -> None:
    table = scene("Fa FA FB", info={"B": "open"})
    names = ("N10/E10", "N10/E11", "N10/E12")
    assert [may_be_target(table, 0, place(name)) for name in names] == [True, False, True]


def test_finds_the_way_home_off_the_board() -> None:
    table = scene("Wa W1", at="N01/E01", rulings={"home_place": "frame"}, ann={"2": "N20/E20"})
    odds = ((1,), (4,), (5,), (7,))
    way = find_quickest_way(table, WayQuery(0, 0, (place("N01/E01"),), home=True, odds=odds))
    assert (way.turns, way.fewest) == (2, 2)
    assert [best.at for best in way.first] == [place("N01/E01")]
    assert step_counts(table, Mover(0, 0)) == (1, 2, 3, 4)
    assert HOME in [end.at for end in Search(move_area(table, Mover(0, 0), 0), 2).ends(2)]


def test_finds_the_order_of_targets_on_all_ways() -> None:
    table = scene("W1 W. W. W.\nW. W. W. W.\nW. W. Wa Wb", fill="W")
    odds = ((1,), (4,), (5,), (7,))
    query = WayQuery(0, 0, (place("N12/E12"), place("N12/E13")), odds=odds)
    way = find_quickest_way(table, query)
    assert [place_name(one) for one in way.order] == ["N12/E12", "N12/E13"]
    assert (way.turns, way.fewest) == (5, 5)


def test_boats_are_lost_on_a_repaired_bridge() -> None:
    table = scene(
        "W. Px W.",
        also=["N10/E11 1"],
        rulings={"broken_bridge_space": "as_water"},
        ann={"boats": 1, "hand": "remove_obstacle"},
    )
    after = update(table, played(table, "play remove_obstacle N10/E11")).after
    assert (after.players[0].boats, after.broken_bridges) == (0, ())


def walker_turn(*parts: Move | Play) -> Turn:
    return Turn(0, (Roll(Terrain.FOREST, 4), *parts))


def walk(start: str, *path: str) -> Move:
    return Move(NamedPiece(None, place(start)), tuple(map(place, path)))


def test_moving_walkers_keep_their_identity_when_another_is_removed() -> None:
    table = scene("Fw F. Fw F. F. F. F.", at="N10/E14", ann={"hand": "remove_obstacle"})
    gone = Play(Card.REMOVE_OBSTACLE, obstacle=place("N10/E14"))
    rest = walk("N10/E17", "N10/E18", "N10/E19", "N10/E20")
    verdict = judge(table, walker_turn(walk("N10/E16", "N10/E17"), gone, rest))
    assert verdict.after is not None
    assert verdict.after.walkers == (Walker(place("N10/E20"), None, 0),)
    other = Play(Card.REMOVE_OBSTACLE, obstacle=place("N10/E16"))
    rest = walk("N10/E14", "N10/E12", "N10/E11", "N10/E10")
    verdict = judge(table, walker_turn(walk("N10/E14", "N10/E13"), other, rest))
    assert verdict.after is not None
    assert verdict.after.walkers == (Walker(place("N10/E10"), None, 0),)


def test_walkers_moved_by_a_card_do_not_continue_their_move() -> None:
    table = scene("Fw F. F. F. F. F. F. F. F.", ann={"hand": "walker"})
    path = tuple(map(place, ("N10/E12", "N10/E13", "N10/E14", "N09/E14")))
    card = Play(Card.WALKER, mover=NamedPiece(None, place("N10/E11")), pips=4, path=path)
    turn = walker_turn(walk("N10/E10", "N10/E11"), card, walk("N09/E14", "N08/E14"))
    checks = [ruled for ruled in judge(table, turn).checks if ruled.check.status == "failed"]
    rules = [(ruled.action, ruled.check.rule.partition(".")[2]) for ruled in checks]
    assert (3, "turn.one") in rules
    assert (3, "walker.move") in rules


def test_boats_under_a_bridge_stay_in_water() -> None:
    table = scene("W1 P= W. W. W. W.", ann={"boats": 1, "hand": "creep_through"})
    done = update(table, played(table, "roll blue 1; 1 >; play creep_through N10/E11; 1 >>>"))
    lent = [change.after for change in done.changes if change.path[-1] == "terrain"]
    assert lent[0] == Terrain.WATER
    assert done.after.players[0].boats == 1


def test_open_treasures_are_listed_at_each_end() -> None:
    treasure = {"A": "open"}
    passing = scene("S1 SA S. S. S. S.", info=treasure, rulings={"logging": "in_passing"})
    beside = scene(
        "S1 S. S. S. S. S.\nF. F. F. F. F. Wt\nF. F. F. F. F. Wt",
        also=["N11/E15 A"],
        info=treasure,
        rulings={"covered_coordinate": "from_beside"},
    )
    for table, marked in ((passing, "N10/E11"), (beside, "N11/E15")):
        (position,) = legal_actions(table, 0, (Terrain.SAND, 5)).positions
        (end,) = [end for end in position.ends if place_name(end.at) == "N10/E15"]
        assert [(place_name(marker.at), marker.must) for marker in end.logs] == [(marked, False)]


def test_walkers_log_nothing() -> None:
    table = scene("Fw F. F. F. Fa", ann={"1": "N20/E20"}, rulings={"late_logging": "arrival_only"})
    of_walker = [one for one in legal_actions(table, 0).positions if one.mover.player is None]
    assert place("N10/E14") in [end.at for one in of_walker for end in one.ends]
    assert not any(end.logs for one in of_walker for end in one.ends)


def test_trees_need_two_different_spaces() -> None:
    here, beside = place("N10/E10"), place("N10/E11")
    for on in ([here, here], [here, here, beside], [here]):
        checks = [*placement_checks(scene("F."), 0, "tree", on)]
        assert [one.rule for one in checks if one.status == "failed"] == [
            "treasure_hunt.tree.place"
        ]
