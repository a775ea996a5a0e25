"""The nearest ways: against the definition told a second time, and by NumPy as without it."""

from functools import partial
from typing import Any

import pytest
from flask.testing import FlaskClient

from reference.frame import disagreement
from theodolite.treasure_hunt import expectation, routes
from theodolite.treasure_hunt.board import place_name
from theodolite.treasure_hunt.expectation import NEVER, Roll, expected
from theodolite.treasure_hunt.routes import WORK, Asked, TooLong, could_matter, ways
from theodolite.treasure_hunt.snapshot import Creep
from theodolite.web.treasure_hunt.examples import WAY
from treasure_hunt.scenes import names, place, scene


def test_they_are_what_the_definition_says(client: FlaskClient) -> None:
    assert disagreement(client, "treasure_hunt", "ways", range(12)) is None


ODDS = ((1,), (4,), (5,), (7,))
LAKES = """
W1 W. S. S. Pa P. P.
W. W. S. S. P. P. Sb
"""


def test_numpy_finds_what_is_found_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table = scene(LAKES)
    asked = Asked(0, 0, (place("N10/E14"), place("N11/E16")), home=True)
    by_numpy = ways(table, asked)
    monkeypatch.setattr(expectation, "_numpy", lambda: None)
    without = ways(table, asked)
    assert by_numpy.turns is not None
    assert without.turns == pytest.approx(by_numpy.turns, abs=1e-9)
    assert (without.fewest, without.order) == (by_numpy.fewest, by_numpy.order)
    assert [best.at for best in without.first] == [best.at for best in by_numpy.first]


def test_the_end_that_is_nearest_on_the_average_is_told() -> None:
    # Beside the coordinate a 2 does not do; from the forest every roll does.
    table = scene("W1 W. Wa\nF. F. F.", fill="W")
    odds = ((1, 2), *ODDS[1:])
    one, _ = ways(table, Asked(0, 0, (place("N10/E12"),), odds=odds)).first
    assert (names([one.at]), one.after) == ("N11/E10", 1)


def test_the_values_of_dice_that_are_given_count() -> None:
    table = scene("W1 W. Wa")
    # A 2 ends on it, a 1 on the water before, whence a 1 does.
    odds = ((1, 2), (4,), (5,), (7,))
    way = ways(table, Asked(0, 0, (place("N10/E12"),), odds=odds))
    assert way.turns is not None
    (one, two) = way.first
    assert (one.pips, two.pips, two.at, two.after) == (1, 2, place("N10/E12"), 0)
    assert names(two.path) == "N10/E11 N10/E12"
    assert way.turns == pytest.approx(1 + 0.5 * (one.after or 0))


def test_logging_in_passing_takes_what_lies_on_the_way() -> None:
    table = scene("S1 S. Sa S. S. Sb", rulings={"logging": "in_passing"})
    asked = Asked(0, 0, (place("N10/E12"), place("N10/E15")), odds=((1,), (4,), (5,), (7,)))
    way = ways(table, asked)
    assert (way.turns, way.fewest, names(way.order)) == (1, 1, "N10/E12 N10/E15")
    assert names(way.first[0].path) == "N10/E11 N10/E12 N10/E13 N10/E14 N10/E15"


def test_only_what_was_passed_is_logged_in_passing() -> None:
    # Two steps past the one coordinate, two back past it, and two to the other.
    table = scene(
        "Wa W. W1 Wb W. Fv\nFt Ft Fu Fu Fk Fv\nF. F. F. F. Fk",
        at="N01/E01",
        ann={"2": "N20/E20"},
        rulings={"logging": "in_passing"},
    )
    targets = (place("N01/E01"), place("N01/E04"))
    assert ways(table, Asked(0, 0, targets, odds=((2,), *ODDS[1:]))).turns == 3


def test_a_shovel_serves_one_of_two_passed() -> None:
    table = scene(
        "S1 S. Sa S. S. Sb",
        rulings={"logging": "in_passing"},
        info={"a": "buried open", "b": "buried open"},
        ann={"hand": "shovel"},
    )
    assert ways(table, Asked(0, 0, (place("N10/E12"), place("N10/E15")))).turns is None


def test_two_cards_are_played_in_a_turn_at_most() -> None:
    passing = {"logging": "in_passing"}
    two = scene(
        "S1 S. Sa S. S. Sb",
        rulings=passing,
        info={"a": "buried open", "b": "buried open"},
        ann={"hand": "shovel shovel"},
    )
    assert ways(two, Asked(0, 0, (place("N10/E12"), place("N10/E15")), odds=ODDS)).turns == 1
    three = scene(
        "S1 S. Sa Sb S. Sd",
        rulings=passing,
        info={"a": "buried open", "b": "buried open", "d": "buried open"},
        ann={"hand": "shovel shovel shovel"},
    )
    targets = (place("N10/E12"), place("N10/E13"), place("N10/E15"))
    assert ways(three, Asked(0, 0, targets, odds=ODDS)).turns == 2


def test_somebody_elses_open_treasure_is_logged_where_the_own_one_cannot_be() -> None:
    table = scene("W1 Fa", also=["N10/E11 A"], info={"a": "buried open", "A": "open"})
    assert ways(table, Asked(0, 0, (place("N10/E11"),))).turns == 1


def test_somebody_elses_open_treasure_is_logged_on_arrival_alone() -> None:
    table = scene("FA", also=["N10/E10 1"], info={"A": "open"})
    # Four steps lead round to where it stood.
    assert ways(table, Asked(0, 0, (place("N10/E10"),), odds=ODDS)).turns == 1


def test_a_boat_is_used_and_lost() -> None:
    table = scene("W1 W. W. W. Wa W. W. W. W.")
    by_boat = ways(table, Asked(0, 0, (place("N10/E14"),), boat=True, odds=ODDS))
    assert (by_boat.turns, by_boat.fewest) == (1, 1)
    assert ways(table, Asked(0, 0, (place("N10/E14"),), odds=ODDS)).turns == 3
    in_use = scene("W1 W. W. W. Wa W. W. W. W.", ann={"boats": 1})
    assert ways(in_use, Asked(0, 0, (place("N10/E14"),), odds=ODDS)).turns == 1


def test_a_boat_passes_under_a_bridge() -> None:
    asked = Asked(0, 0, (place("N10/E14"),), boat=True, odds=ODDS)
    assert ways(scene("W1 P= P= W. Wa"), asked).turns == 1


def test_on_land_there_is_no_boat_but_for_an_explorer_of_its_player_afloat() -> None:
    asked = Asked(0, 0, (place("N10/E15"),), boat=True, odds=ODDS)
    assert ways(scene("S1 W. W. W. W. Wa"), asked).turns == 3
    assert ways(scene("S1 W. W. W. W. Wa", also=["N10/E14 2"]), asked).turns == 2


def test_a_boat_stays_while_an_explorer_of_its_player_is_afloat() -> None:
    lake = "W1 W. W. W. W. W. W. W. Wa"
    alone = Asked(0, 0, (place("N10/E18"),), boat=True, odds=ODDS)
    assert ways(scene(lake), alone).turns == 2
    # Four steps by boat, five over the sand, and by boat again if the other has kept it.
    lakes = "W1 W. W. W. S. S. S. S. S. W. W. W. W. Wa"
    asked = Asked(0, 0, (place("N10/E23"),), boat=True, odds=ODDS)
    lost = ways(scene(lakes, fill="S", ann={"2": "N20/E20"}), asked)
    kept = ways(scene(lakes, fill="S", also=["N10/E22 2"]), asked)
    assert (lost.fewest, kept.fewest) == (4, 3)


def test_home_is_where_the_way_ends() -> None:
    table = scene("F. F. F. F. Fa", at="N01/E01", ann={"1": "N01/E04", "2": "N20/E20"})
    odds = ((1,), (4, 5), (5,), (7,))
    way = ways(table, Asked(0, 0, (place("N01/E05"),), home=True, odds=odds))
    assert way.turns is not None
    assert way.turns >= 2
    at_home = scene("Fa F.", at="N01/E01", ann={"1": "N01/E01"})
    assert ways(at_home, Asked(0, 0, (place("N01/E01"),), home=True)).turns == 0


def test_somebody_elses_marker_stays_where_the_own_one_was_logged() -> None:
    # Ann logs where she stands, at home, and then may not end there: Bo's marker lies there too.
    drawn: dict[str, Any] = {
        "window": "Fa F. F. F. Fb",
        "at": "N01/E01",
        "ann": {"1": "N01/E01", "2": "N20/E20"},
    }
    asked = Asked(0, 0, (place("N01/E01"), place("N01/E05")), home=True, odds=ODDS)
    assert ways(scene(**drawn), asked).turns == 2
    assert ways(scene(**drawn, also=["N01/E01 A"]), asked).turns is None
    # So for Bo and Ann's marker at his home.
    drawn = {"window": "FB F. F. F. FA", "at": "N30/E26", "also": ["N30/E30 3", "N30/E30 a"]}
    of_bo = Asked(1, 0, (place("N30/E26"), place("N30/E30")), home=True, odds=ODDS)
    assert ways(scene(**drawn, bo={"4": "N20/E20"}), of_bo).turns is None


def test_an_open_treasure_lets_one_end_where_the_own_marker_was_logged() -> None:
    drawn: dict[str, Any] = {
        "window": "Fa F. F. F. Fb",
        "at": "N01/E01",
        "ann": {"1": "N01/E01", "2": "N20/E20"},
    }
    asked = Asked(0, 0, (place("N01/E01"), place("N01/E05")), home=True, odds=ODDS)
    with_treasure = scene(**drawn, also=["N01/E01 A"], info={"A": "open"})
    assert ways(with_treasure, asked).turns == 2


def test_of_two_orders_the_luckiest_is_told_else_the_first_in_order_of_space() -> None:
    a, b = place("N10/E10"), place("N10/E12")
    nearer_b = ways(scene("Wa W. Wb W1"), Asked(0, 0, (a, b), odds=ODDS))
    assert (nearer_b.turns, names(nearer_b.order)) == (3, "N10/E12 N10/E10")
    between = ways(scene("Wa W1 Wb"), Asked(0, 0, (a, b), odds=ODDS))
    assert (between.turns, names(between.order)) == (3, "N10/E10 N10/E12")
    assert [place_name(best.at) for best in between.first] == ["N10/E10"]


def test_of_equal_ends_home_is_told_and_else_the_first_in_order_of_space() -> None:
    # Two steps a turn: away from the coordinate and back, by whichever way.
    two = ((2,), *ODDS[1:])
    drawn: dict[str, Any] = {
        "window": "W. W1 W. W.\nW. W. W. W.\nW. W. W. W.",
        "at": "N01/E01",
        "also": ["N01/E02 a"],
        "ann": {"2": "N20/E20"},
    }
    asked = Asked(0, 0, (place("N01/E02"),), odds=two)
    for home, told in (("corner_space", "N01/E04"), ("frame", "home")):
        rulings = {"late_logging": "arrival_only", "home_place": home}
        way = ways(scene(**drawn, rulings=rulings), asked)
        assert (way.turns, [place_name(best.at) for best in way.first]) == (2, [told])


def test_of_equal_ways_the_one_that_leaves_the_first_in_order_of_space_is_told() -> None:
    table = scene("W1 Wa\nWb W.", rulings={"logging": "in_passing"})
    asked = Asked(0, 0, (place("N10/E11"), place("N11/E10")), odds=((2,), *ODDS[1:]))
    way = ways(table, asked)
    assert (way.turns, [names(best.path) for best in way.first]) == (2, ["N11/E10 N11/E11"])


def test_a_treasure_that_is_no_target_is_not_dug_out() -> None:
    # Bo's may be logged, which would take the shovel that Ann's own one needs.
    buried = {"A": "buried open", "a": "buried open"}
    table = scene("W1 WA W. Wa", fill="W", info=buried, ann={"hand": "shovel"})
    assert ways(table, Asked(0, 0, (place("N10/E13"),), odds=ODDS)).turns == 3


def test_a_way_past_another_coordinate_is_told() -> None:
    table = scene("S1 S. Sa S. S. Sb")
    asked = Asked(0, 0, (place("N10/E12"), place("N10/E15")))
    five = ways(table, asked).first[0]
    assert names(five.path) == "N10/E11 N10/E12 N10/E13 N10/E14 N10/E15"


def test_a_way_over_the_first_space_of_the_board_is_told() -> None:
    table = scene("W. Wa\nW1 F.", at="N01/E01", ann={"2": "N20/E20"})
    (best,) = ways(table, Asked(0, 0, (place("N01/E02"),), odds=((2,), *ODDS[1:]))).first
    assert names(best.path) == "N01/E01 N01/E02"


def test_a_creep_through_may_serve_its_placer_alone() -> None:
    table = scene("S1 S. S. Pc S. Sa", fill="P", rulings={"creep_for": "placer"})
    for placer, turns in ((0, 1), (1, 2)):
        by_somebody = table._replace(creeps=(Creep(place("N10/E13"), placer),))
        found = ways(by_somebody, Asked(0, 0, (place("N10/E15"),), odds=ODDS))
        assert found.fewest == turns


def test_of_three_targets_the_order_is_found_from_wherever_one_comes() -> None:
    # Thirteen steps either way round, and the first to the right is the first in order of space.
    table = scene("W. W. W1 W. W. Wb\nWa W. W. W. W. W.\nW.\nW. W. W. Wd", fill="W")
    targets = tuple(map(place, ("N11/E10", "N10/E15", "N13/E13")))
    way = ways(table, Asked(0, 0, targets, odds=ODDS))
    assert (way.turns, names(way.order)) == (13, "N10/E15 N13/E13 N11/E10")


def test_a_turn_passes_where_a_roll_moves_nobody() -> None:
    # Nobody of Ann's may end on the second space, and trees lie all around.
    table = scene("Wa WA W1 Wb Fv\nFt Ft Fu Fu Fv", at="N01/E01", ann={"2": "N20/E20"})
    asked = Asked(0, 0, (place("N01/E01"), place("N01/E04")), odds=((1, 2), *ODDS[1:]))
    way = ways(table, asked)
    # From the first space three turns to the other, from the other six to the first.
    assert way.turns == pytest.approx(1 + 6 / 2 + 3 / 2)
    assert way.fewest == 3
    assert names([best.at for best in way.first]) == "N01/E04 N01/E01"
    assert [best.after for best in way.first] == pytest.approx([6, 3])
    from_there = scene("W1 WA W. Wb Fv\nFt Ft Fu Fu Fv", at="N01/E01", ann={"2": "N20/E20"})
    way = ways(from_there, Asked(0, 0, (place("N01/E04"),), odds=((1, 2), *ODDS[1:])))
    told = [(names([best.at]), names(best.path)) for best in way.first]
    assert told == [("N01/E01", ""), ("N01/E03", "N01/E02 N01/E03")]
    assert [best.after for best in way.first] == pytest.approx([3, 1])


def test_what_takes_too_long_is_given_up() -> None:
    table = scene("F1 F. F. Fa")
    with pytest.raises(TooLong):
        ways(table, Asked(0, 0, (place("N10/E13"),)), work=100)
    pool = scene("W1 W. Wa")
    asked = Asked(0, 0, (place("N10/E12"),), odds=ODDS)
    found = ways(pool, asked)
    assert ways(pool, asked, found.work).turns == found.turns
    with pytest.raises(TooLong):
        ways(pool, asked, found.work - 1)
    in_passing = scene("W1 W. Wa", rulings={"logging": "in_passing"})
    longer = ways(in_passing, asked)
    assert longer.work > found.work
    with pytest.raises(TooLong):
        ways(in_passing, asked, longer.work - 1)


@pytest.mark.parametrize(
    ("window", "ruling", "matters"),
    [
        ("W1 Fa", "turning_back", False),
        ("W1 Fa", "late_logging", False),
        ("W1 W. W. Wa", "die_count", False),
        ("S1 S. Sa S. S. S.", "die_count", True),  # one may stop at the third space
        ("S1 S. Sa S. S. S.", "logging", True),
        # Two steps away the walker is in both zones, three by two in neither.
        ("W1 Fa F. Fw", "walker_zone", False),
        ("W1 Wa F. F.\nF. F. F. F.\nF. F. F. Fw", "walker_zone", True),
        ("W1 Wa\nF. F.\nF. F.\nF. F. Fw", "walker_zone", False),
    ],
)
def test_another_ruling_matters_if_the_turns_differ(
    window: str, ruling: str, matters: bool
) -> None:
    table = scene(window)
    asked = Asked(0, 0, table.players[0].routes[0].cards, odds=ODDS)
    way = ways(table, asked)
    assert could_matter(table, asked, way, [ruling], WORK) == {ruling: matters}


def test_a_ruling_matters_that_changes_the_expected_turns_alone() -> None:
    # With luck one turn is enough by either; who may stop needs no luck.
    table = scene("S1 S. S. S. S. Sa")
    asked = Asked(0, 0, (place("N10/E15"),))
    way = ways(table, asked)
    assert way.fewest == 1
    assert could_matter(table, asked, way, ["die_count"], WORK) == {"die_count": True}


def test_logging_later_where_one_stands_matters() -> None:
    table = scene("Wa F.", also=["N10/E10 1"])
    asked = Asked(0, 0, (place("N10/E10"),), odds=ODDS)
    way = ways(table, asked)
    assert way.turns == 0
    # By the other value it goes away and comes back.
    assert could_matter(table, asked, way, ["late_logging"]) == {"late_logging": True}


def test_what_takes_too_long_to_say_is_not_said() -> None:
    table, asked = scene("S1 S. Sa S. S. S."), Asked(0, 0, (place("N10/E12"),), odds=ODDS)
    way = ways(table, asked)
    assert way.work > 0
    told = could_matter(table, asked, way, ["die_count", "logging"], way.work - 1)
    assert told == {"die_count": None, "logging": None}
    # By the other values there are more ends than by this one.
    for name in ("die_count", "logging"):
        assert could_matter(table, asked, way, [name], way.work) == {name: None}
    # The first takes more than half of what there is; of the second there is nothing left to say.
    told = could_matter(table, asked, way, ["turning_back", "logging"], 2 * way.work)
    assert told == {"turning_back": False, "logging": None}


def test_a_ruling_that_takes_as_long_is_looked_at() -> None:
    table = scene("S1 S. Sa S. S. S.", rulings={"turning_back": "free"})
    asked = Asked(0, 0, (place("N10/E12"),), odds=ODDS)
    way = ways(table, asked)
    told = could_matter(table, asked, way, ["turning_back"], way.work)
    assert told == {"turning_back": False}
    told = could_matter(table, asked, way, ["turning_back"], way.work - 1)
    assert told == {"turning_back": None}


def test_a_search_that_would_go_the_same_way_is_not_begun() -> None:
    """Without somebody else's marker, or a creep-through, nothing tells these rulings apart."""
    table, asked = scene("S1 S. Sa S. S. S."), Asked(0, 0, (place("N10/E12"),), odds=ODDS)
    told = could_matter(table, asked, ways(table, asked), ["foreign_end", "creep_for"], 0)
    assert told == {"foreign_end": False, "creep_for": False}


def test_a_route_that_takes_too_long_is_a_problem_of_its_own(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "ways", partial(ways, work=100))
    reply = client.post("/v1/treasure-hunt/routes", json=WAY)
    assert reply.get_json()["type"] == "/problems/too-long-to-search"


@pytest.mark.parametrize("numpy", [True, False])
def test_the_values_of_a_graph(monkeypatch: pytest.MonkeyPatch, numpy: bool) -> None:
    if not numpy:
        monkeypatch.setattr(expectation, "_numpy", lambda: None)
    half = 0.5
    rolls = [
        [Roll(half, (1,)), Roll(half, (0, 3))],  # to 1, or stay, or the one that never ends
        [Roll(half, (2,)), Roll(half, (1,))],
        [],
        [Roll(1, (3,))],
        [Roll(1, (5,))],
        [],
    ]
    found = expected(rolls, {2: (0, 0), 5: (NEVER, NEVER)})
    assert found.expected[:4] == pytest.approx([4, 2, 0, NEVER])
    assert found.fewest == [2, 1, 0, NEVER, NEVER, NEVER]


@pytest.mark.parametrize("numpy", [True, False])
def test_what_is_not_certain_is_left_out(monkeypatch: pytest.MonkeyPatch, numpy: bool) -> None:
    if not numpy:
        monkeypatch.setattr(expectation, "_numpy", lambda: None)
    half = 0.5
    rolls = [
        [Roll(half, (1,)), Roll(half, (2,))],  # once in two it ends where nothing ends
        [],
        [],
        [Roll(1, (0, 4))],  # so that the longer way is chosen
        [Roll(half, (1,)), Roll(half, (4, 0))],
        [Roll(half, (0,)), Roll(half, (3,))],
    ]
    found = expected(rolls, {1: (0, 0), 2: (NEVER, NEVER)})
    assert list(found.expected) == pytest.approx([NEVER, 0, NEVER, 3, 2, NEVER])
    assert list(found.fewest) == [NEVER, 0, NEVER, 2, 1, NEVER]


@pytest.mark.parametrize("numpy", [True, False])
def test_a_stage_that_comes_later_counts(monkeypatch: pytest.MonkeyPatch, numpy: bool) -> None:
    if not numpy:
        monkeypatch.setattr(expectation, "_numpy", lambda: None)
    # At first it seems best to stay, which it never is for good.
    found = expected([[Roll(1, (0, 1))], [], [Roll(1, (0, 3))], []], {1: (10, 1), 3: (10.5, 4)})
    assert list(found.expected) == pytest.approx([11, 10, 11.5, 10.5])
    assert list(found.fewest) == [2, 1, 3, 4]


@pytest.mark.parametrize("numpy", [True, False])
def test_what_seems_nearer_at_first_need_not_be(
    monkeypatch: pytest.MonkeyPatch, numpy: bool
) -> None:
    if not numpy:
        monkeypatch.setattr(expectation, "_numpy", lambda: None)
    half = 0.5
    rolls = [
        [Roll(1, (1, 4))],  # with luck it is two turns by the one, but three on the average
        [Roll(half, (2,)), Roll(half, (3,))],
        [],
        [Roll(1, (1,))],
        [],
    ]
    found = expected(rolls, {2: (0, 0), 4: (2.5, 2)})
    assert list(found.expected) == pytest.approx([3.5, 3, 0, 4, 2.5])
    assert list(found.fewest) == [2, 1, 0, 2, 2]


def test_from_a_later_stage_alone_it_takes_longer() -> None:
    found = expected([[Roll(1, (2,))], [Roll(1, (3,))], [], []], {2: (1, 1), 3: (4, 4)})
    assert list(found.fewest) == [2, 5, 1, 4]


def test_who_may_get_to_where_one_goes_round_for_good_is_not_certain_to_finish() -> None:
    half = 0.5
    rolls = [[Roll(1, (1,))], [Roll(1, (0,))], [Roll(half, (0,)), Roll(half, (3,))], []]
    found = expected(rolls, {3: (0, 0)})
    assert list(found.expected) == list(found.fewest) == [NEVER, NEVER, NEVER, 0]


def test_numpy_is_used_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    table, asked = scene(LAKES), Asked(0, 0, (place("N10/E14"),))
    by_numpy = ways(table, asked).turns
    with monkeypatch.context() as without:
        without.setattr(expectation, "_in_python", None)
        assert ways(table, asked).turns == by_numpy
    monkeypatch.setattr(expectation, "_numpy", expectation._numpy.__wrapped__)
    monkeypatch.setattr(expectation, "find_spec", lambda _: None)
    monkeypatch.setattr(expectation, "_with_numpy", None)
    assert ways(table, asked).turns == pytest.approx(by_numpy)


def test_a_graph_without_a_goal() -> None:
    found = expected([[Roll(1, (0,))]], {})
    assert (list(found.expected), list(found.fewest)) == ([NEVER], [NEVER])
