"""The quickest ways, compared with a second definition."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from reference.frame import disagreement
from reference.treasure_hunt_ways import random_joint_way, random_way
from theodolite.grid import Space, set_of
from theodolite.treasure_hunt.board import place_name
from theodolite.treasure_hunt.expected_turns import NEVER, Roll, solve
from theodolite.treasure_hunt.joint_way import find_joint_way
from theodolite.treasure_hunt.quickest_way import (
    MAX_WORK,
    TooLongError,
    WayQuery,
    arrivals,
    could_matter,
    find_quickest_way,
)
from theodolite.treasure_hunt.snapshot import CreepThrough, Explorer
from theodolite.web.treasure_hunt import routes as web_routes
from theodolite.web.treasure_hunt.examples import ROUTE
from theodolite.web.treasure_hunt.schemas import SNAPSHOT
from treasure_hunt.scenes import names, place, scene


@pytest.mark.parametrize(("compared", "seeds"), [("ways", range(12)), ("joint ways", range(5, 13))])
def test_ways_agree_with_the_definition(
    client: FlaskClient, compared: str, seeds: Iterable[int]
) -> None:
    assert disagreement(client, "treasure_hunt", compared, seeds) is None


ODDS = ((1,), (4,), (5,), (7,))


def test_chooses_the_end_with_the_fewest_expected_turns() -> None:
    # Beside the coordinate a 2 does not do; from the forest every roll does.
    table = scene("W1 W. Wa\nF. F. F.", fill="W")
    odds = ((1, 2), *ODDS[1:])
    one, _ = find_quickest_way(table, WayQuery(0, 0, (place("N10/E12"),), odds=odds)).first
    assert (names([one.at]), one.after) == ("N11/E10", 1)


@pytest.mark.parametrize(
    "map_rows",
    ["W1 W. W. W. Wa", "S1 S. S. F.\nS. Pt P. Sa", "F. F. Ft F.\nF1 F. Ft Fa\nP. P. P. P."],
)
def test_arrives_as_often_as_ways_that_are_asked_roll_by_roll(map_rows: str) -> None:
    table = scene(map_rows)
    target = table.players[0].routes[0].cards[-1]
    odds = ((1, 2), (2, 3, 4), (1, 2, 3), (1, 1, 2))

    @cache
    def chance(at: Space, turns: int) -> float:
        here = table.with_player(0, explorers=(Explorer(at), table.players[0].explorers[1]))
        way = find_quickest_way(here, WayQuery(0, 0, (target,), odds=odds))
        if way.turns == 0:
            return 1.0
        faces = odds[here.explorer_terrain(0, 0)]
        return turns and sum(
            faces.count(best.pips) / len(faces) * chance(best.at, turns - 1) for best in way.first
        )

    way = find_quickest_way(table, WayQuery(0, 0, (target,), odds=odds))
    assert way.turns is not None
    start = table.players[0].explorers[0].at
    chances = arrivals(way, 90)
    assert chances[:3] == pytest.approx([chance(start, k) for k in range(1, 4)], abs=1e-4)
    assert sum(1 - one for one in [0, *chances]) == pytest.approx(way.turns, abs=1e-4)


@pytest.mark.parametrize("draw", [random_way, random_joint_way])
@pytest.mark.parametrize("seed", range(12))
def test_the_mean_of_arrivals_is_the_expected_turns(
    client: FlaskClient, seed: int, draw: Callable[[Random], Mapping[str, Any]]
) -> None:
    body = {**draw(Random(seed)), "within": 60}
    answer = client.post("/v3/treasure-hunt/routes", json=body).get_json()
    chances = answer["within"]
    assert chances == sorted(chances)
    if answer["expected_turns"] is None:
        assert not any(chances)
    elif chances[-1] == 1:
        turns = sum(1 - one for one in [0, *chances]) if answer["expected_turns"] else 0
        assert turns == pytest.approx(answer["expected_turns"], abs=0.003)


@pytest.mark.parametrize(
    ("map_rows", "odds", "turns", "movers"),
    [
        # On one terrain, the explorer that a value of the die takes to the target.
        ("W1 Wa F. F.\nF. F. F. F.\nF. F. W2 W.", ((1,), *ODDS[1:]), 1, [0]),
        ("W1 W. Wa W2", ((1, 2), *ODDS[1:]), 1, [1, 0]),
        # On two terrains, the die whose explorer is nearer.
        ("W1 Wa W. F2", ODDS, 1, [0]),
        ("W1 W. W. W. W. W. Wa F2", ODDS, 1, [1]),
        # A target for each.
        ("Wa W1 F. F. F. F. W2 Wb", ODDS, 2, [0]),
    ],
)
def test_the_explorer_that_a_roll_serves_best_moves(
    map_rows: str, odds: Any, turns: float, movers: Sequence[int]
) -> None:
    table = scene(map_rows)
    targets = tuple(route.cards[-1] for route in table.players[0].routes if route.cards)
    way = find_joint_way(table, WayQuery(0, 0, targets, odds=odds))
    assert (way.turns, [best.explorer for best in way.first]) == (turns, movers)


def test_uses_the_given_dice() -> None:
    table = scene("W1 W. Wa")
    # A 2 ends on it, a 1 on the water before, whence a 1 does.
    odds = ((1, 2), (4,), (5,), (7,))
    way = find_quickest_way(table, WayQuery(0, 0, (place("N10/E12"),), odds=odds))
    assert way.turns is not None
    (one, two) = way.first
    assert (one.pips, two.pips, two.at, two.after) == (1, 2, place("N10/E12"), 0)
    assert names(two.path) == "N10/E11 N10/E12"
    assert way.turns == pytest.approx(1 + 0.5 * (one.after or 0))


def test_logs_passed_targets_in_passing() -> None:
    table = scene("S1 S. Sa S. S. Sb", rulings={"logging": "in_passing"})
    query = WayQuery(0, 0, (place("N10/E12"), place("N10/E15")), odds=((1,), (4,), (5,), (7,)))
    way = find_quickest_way(table, query)
    assert (way.turns, way.fewest, names(way.order)) == (1, 1, "N10/E12 N10/E15")
    assert names(way.first[0].path) == "N10/E11 N10/E12 N10/E13 N10/E14 N10/E15"


def test_logs_only_passed_targets_in_passing() -> None:
    # Two steps past the one coordinate, two back past it, and two to the other.
    table = scene(
        "Wa W. W1 Wb W. Fv\nFt Ft Fu Fu Fk Fv\nF. F. F. F. Fk",
        at="N01/E01",
        ann={"2": "N20/E20"},
        rulings={"logging": "in_passing"},
    )
    targets = (place("N01/E01"), place("N01/E04"))
    assert find_quickest_way(table, WayQuery(0, 0, targets, odds=((2,), *ODDS[1:]))).turns == 3


def test_one_shovel_serves_one_of_two_passed_targets() -> None:
    table = scene(
        "S1 S. Sa S. S. Sb",
        rulings={"logging": "in_passing"},
        info={"a": "buried open", "b": "buried open"},
        ann={"hand": "shovel"},
    )
    assert (
        find_quickest_way(table, WayQuery(0, 0, (place("N10/E12"), place("N10/E15")))).turns is None
    )


def test_plays_at_most_two_cards_in_a_turn() -> None:
    passing = {"logging": "in_passing"}
    two = scene(
        "S1 S. Sa S. S. Sb",
        rulings=passing,
        info={"a": "buried open", "b": "buried open"},
        ann={"hand": "shovel shovel"},
    )
    assert (
        find_quickest_way(
            two, WayQuery(0, 0, (place("N10/E12"), place("N10/E15")), odds=ODDS)
        ).turns
        == 1
    )
    three = scene(
        "S1 S. Sa Sb S. Sd",
        rulings=passing,
        info={"a": "buried open", "b": "buried open", "d": "buried open"},
        ann={"hand": "shovel shovel shovel"},
    )
    targets = (place("N10/E12"), place("N10/E13"), place("N10/E15"))
    assert find_quickest_way(three, WayQuery(0, 0, targets, odds=ODDS)).turns == 2


def test_logs_open_treasures_of_others_instead_of_barred_own_ones() -> None:
    table = scene("W1 Fa", also=["N10/E11 A"], info={"a": "buried open", "A": "open"})
    assert find_quickest_way(table, WayQuery(0, 0, (place("N10/E11"),))).turns == 1


def test_logs_open_treasures_of_others_only_on_arrival() -> None:
    table = scene("FA", also=["N10/E10 1"], info={"A": "open"})
    # Four steps lead round to where it stood.
    assert find_quickest_way(table, WayQuery(0, 0, (place("N10/E10"),), odds=ODDS)).turns == 1


def test_uses_and_loses_boats() -> None:
    table = scene("W1 W. W. W. Wa W. W. W. W.")
    by_boat = find_quickest_way(table, WayQuery(0, 0, (place("N10/E14"),), boat=True, odds=ODDS))
    assert (by_boat.turns, by_boat.fewest) == (1, 1)
    assert find_quickest_way(table, WayQuery(0, 0, (place("N10/E14"),), odds=ODDS)).turns == 3
    in_use = scene("W1 W. W. W. Wa W. W. W. W.", ann={"boats": 1})
    assert find_quickest_way(in_use, WayQuery(0, 0, (place("N10/E14"),), odds=ODDS)).turns == 1


def test_boats_pass_under_bridges() -> None:
    query = WayQuery(0, 0, (place("N10/E14"),), boat=True, odds=ODDS)
    assert find_quickest_way(scene("W1 P= P= W. Wa"), query).turns == 1


def test_boats_need_an_explorer_in_water() -> None:
    query = WayQuery(0, 0, (place("N10/E15"),), boat=True, odds=ODDS)
    assert find_quickest_way(scene("S1 W. W. W. W. Wa"), query).turns == 3
    assert find_quickest_way(scene("S1 W. W. W. W. Wa", also=["N10/E14 2"]), query).turns == 2


def test_boats_stay_while_an_explorer_is_in_water() -> None:
    lake = "W1 W. W. W. W. W. W. W. Wa"
    alone = WayQuery(0, 0, (place("N10/E18"),), boat=True, odds=ODDS)
    assert find_quickest_way(scene(lake), alone).turns == 2
    # Four steps by boat, five over the sand, and by boat again if the other has kept it.
    lakes = "W1 W. W. W. S. S. S. S. S. W. W. W. W. Wa"
    query = WayQuery(0, 0, (place("N10/E23"),), boat=True, odds=ODDS)
    lost = find_quickest_way(scene(lakes, fill="S", ann={"2": "N20/E20"}), query)
    kept = find_quickest_way(scene(lakes, fill="S", also=["N10/E22 2"]), query)
    assert (lost.fewest, kept.fewest) == (4, 3)


def test_ways_end_at_home() -> None:
    table = scene("F. F. F. F. Fa", at="N01/E01", ann={"1": "N01/E04", "2": "N20/E20"})
    odds = ((1,), (4, 5), (5,), (7,))
    way = find_quickest_way(table, WayQuery(0, 0, (place("N01/E05"),), home=True, odds=odds))
    assert way.turns is not None
    assert way.turns >= 2
    at_home = scene("Fa F.", at="N01/E01", ann={"1": "N01/E01"})
    assert find_quickest_way(at_home, WayQuery(0, 0, (place("N01/E01"),), home=True)).turns == 0


def test_markers_of_others_stay_on_logged_targets() -> None:
    # Ann logs where she stands, at home, and then may not end there: Bo's marker lies there too.
    drawn: dict[str, Any] = {
        "window": "Fa F. F. F. Fb",
        "at": "N01/E01",
        "ann": {"1": "N01/E01", "2": "N20/E20"},
    }
    query = WayQuery(0, 0, (place("N01/E01"), place("N01/E05")), home=True, odds=ODDS)
    assert find_quickest_way(scene(**drawn), query).turns == 2
    assert find_quickest_way(scene(**drawn, also=["N01/E01 A"]), query).turns is None
    # So for Bo and Ann's marker at his home.
    drawn = {"window": "FB F. F. F. FA", "at": "N30/E26", "also": ["N30/E30 3", "N30/E30 a"]}
    of_bo = WayQuery(1, 0, (place("N30/E26"), place("N30/E30")), home=True, odds=ODDS)
    assert find_quickest_way(scene(**drawn, bo={"4": "N20/E20"}), of_bo).turns is None


def test_open_treasures_allow_ends_on_logged_targets() -> None:
    drawn: dict[str, Any] = {
        "window": "Fa F. F. F. Fb",
        "at": "N01/E01",
        "ann": {"1": "N01/E01", "2": "N20/E20"},
    }
    query = WayQuery(0, 0, (place("N01/E01"), place("N01/E05")), home=True, odds=ODDS)
    with_treasure = scene(**drawn, also=["N01/E01 A"], info={"A": "open"})
    assert find_quickest_way(with_treasure, query).turns == 2


def test_chooses_the_luckiest_order_then_the_first_by_space() -> None:
    a, b = place("N10/E10"), place("N10/E12")
    nearer_b = find_quickest_way(scene("Wa W. Wb W1"), WayQuery(0, 0, (a, b), odds=ODDS))
    assert (nearer_b.turns, names(nearer_b.order)) == (3, "N10/E12 N10/E10")
    between = find_quickest_way(scene("Wa W1 Wb"), WayQuery(0, 0, (a, b), odds=ODDS))
    assert (between.turns, names(between.order)) == (3, "N10/E10 N10/E12")
    assert [place_name(best.at) for best in between.first] == ["N10/E10"]


def test_chooses_home_among_equal_ends_then_the_first_by_space() -> None:
    # Two steps a turn: away from the coordinate and back, by whichever way.
    two = ((2,), *ODDS[1:])
    drawn: dict[str, Any] = {
        "window": "W. W1 W. W.\nW. W. W. W.\nW. W. W. W.",
        "at": "N01/E01",
        "also": ["N01/E02 a"],
        "ann": {"2": "N20/E20"},
    }
    query = WayQuery(0, 0, (place("N01/E02"),), odds=two)
    for home, found in (("corner_space", "N01/E04"), ("frame", "home")):
        rulings = {"late_logging": "arrival_only", "home_place": home}
        way = find_quickest_way(scene(**drawn, rulings=rulings), query)
        assert (way.turns, [place_name(best.at) for best in way.first]) == (2, [found])


def test_chooses_the_first_targets_left_among_equal_ends() -> None:
    table = scene("W1 Wa\nWb W.", rulings={"logging": "in_passing"})
    query = WayQuery(0, 0, (place("N10/E11"), place("N11/E10")), odds=((2,), *ODDS[1:]))
    way = find_quickest_way(table, query)
    assert (way.turns, [names(best.path) for best in way.first]) == (2, ["N11/E10 N11/E11"])


def test_does_not_dig_for_treasures_that_are_no_targets() -> None:
    # Bo's may be logged, which would take the shovel that Ann's own one needs.
    buried = {"A": "buried open", "a": "buried open"}
    table = scene("W1 WA W. Wa", fill="W", info=buried, ann={"hand": "shovel"})
    assert find_quickest_way(table, WayQuery(0, 0, (place("N10/E13"),), odds=ODDS)).turns == 3


def test_paths_can_pass_other_coordinates() -> None:
    table = scene("S1 S. Sa S. S. Sb")
    query = WayQuery(0, 0, (place("N10/E12"), place("N10/E15")))
    five = find_quickest_way(table, query).first[0]
    assert names(five.path) == "N10/E11 N10/E12 N10/E13 N10/E14 N10/E15"


def test_paths_can_cross_the_first_space_of_the_board() -> None:
    table = scene("W. Wa\nW1 F.", at="N01/E01", ann={"2": "N20/E20"})
    (best,) = find_quickest_way(
        table, WayQuery(0, 0, (place("N01/E02"),), odds=((2,), *ODDS[1:]))
    ).first
    assert names(best.path) == "N01/E01 N01/E02"


def test_creep_throughs_can_serve_only_their_placer() -> None:
    table = scene("S1 S. S. Pc S. Sa", fill="P", rulings={"creep_for": "placer"})
    for placer, turns in ((0, 1), (1, 2)):
        by_somebody = table._replace(creep_throughs=(CreepThrough(place("N10/E13"), placer),))
        found = find_quickest_way(by_somebody, WayQuery(0, 0, (place("N10/E15"),), odds=ODDS))
        assert found.fewest == turns


def test_orders_three_targets_from_any_start() -> None:
    # Thirteen steps either way round, and the first to the right is the first in order of space.
    table = scene("W. W. W1 W. W. Wb\nWa W. W. W. W. W.\nW.\nW. W. W. Wd", fill="W")
    targets = tuple(map(place, ("N11/E10", "N10/E15", "N13/E13")))
    way = find_quickest_way(table, WayQuery(0, 0, targets, odds=ODDS))
    assert (way.turns, names(way.order)) == (13, "N10/E15 N13/E13 N11/E10")


def test_rolls_without_a_move_pass_the_turn() -> None:
    # Nobody of Ann's may end on the second space, and trees lie all around.
    table = scene("Wa WA W1 Wb Fv\nFt Ft Fu Fu Fv", at="N01/E01", ann={"2": "N20/E20"})
    query = WayQuery(0, 0, (place("N01/E01"), place("N01/E04")), odds=((1, 2), *ODDS[1:]))
    way = find_quickest_way(table, query)
    # From the first space three turns to the other, from the other six to the first.
    assert way.turns == pytest.approx(1 + 6 / 2 + 3 / 2)
    assert way.fewest == 3
    assert names([best.at for best in way.first]) == "N01/E04 N01/E01"
    assert [best.after for best in way.first] == pytest.approx([6, 3])
    from_there = scene("W1 WA W. Wb Fv\nFt Ft Fu Fu Fv", at="N01/E01", ann={"2": "N20/E20"})
    way = find_quickest_way(
        from_there, WayQuery(0, 0, (place("N01/E04"),), odds=((1, 2), *ODDS[1:]))
    )
    found = [(names([best.at]), names(best.path)) for best in way.first]
    assert found == [("N01/E01", ""), ("N01/E03", "N01/E02 N01/E03")]
    assert [best.after for best in way.first] == pytest.approx([3, 1])


def test_gives_up_long_searches() -> None:
    table = scene("F1 F. F. Fa")
    with pytest.raises(TooLongError):
        find_quickest_way(table, WayQuery(0, 0, (place("N10/E13"),)), work=100)
    pool = scene("W1 W. Wa")
    query = WayQuery(0, 0, (place("N10/E12"),), odds=ODDS)
    found = find_quickest_way(pool, query)
    assert find_quickest_way(pool, query, found.work).turns == found.turns
    with pytest.raises(TooLongError):
        find_quickest_way(pool, query, found.work - 1)
    in_passing = scene("W1 W. Wa", rulings={"logging": "in_passing"})
    longer = find_quickest_way(in_passing, query)
    assert longer.work > found.work
    with pytest.raises(TooLongError):
        find_quickest_way(in_passing, query, longer.work - 1)


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
def test_rulings_matter_if_turns_differ(window: str, ruling: str, matters: bool) -> None:
    table = scene(window)
    query = WayQuery(0, 0, table.players[0].routes[0].cards, odds=ODDS)
    way = find_quickest_way(table, query)
    assert could_matter(table, query, way, [ruling], MAX_WORK) == {ruling: matters}


def test_rulings_matter_if_only_expected_turns_differ() -> None:
    # With luck one turn is enough by either; who may stop needs no luck.
    table = scene("S1 S. S. S. S. Sa")
    query = WayQuery(0, 0, (place("N10/E15"),))
    way = find_quickest_way(table, query)
    assert way.fewest == 1
    assert could_matter(table, query, way, ["die_count"], MAX_WORK) == {"die_count": True}


def test_late_logging_matters() -> None:
    table = scene("Wa F.", also=["N10/E10 1"])
    query = WayQuery(0, 0, (place("N10/E10"),), odds=ODDS)
    way = find_quickest_way(table, query)
    assert way.turns == 0
    # By the other value it goes away and comes back.
    assert could_matter(table, query, way, ["late_logging"]) == {"late_logging": True}


def test_could_matter_is_unknown_after_a_long_search() -> None:
    table, query = scene("S1 S. Sa S. S. S."), WayQuery(0, 0, (place("N10/E12"),), odds=ODDS)
    way = find_quickest_way(table, query)
    assert way.work > 0
    found = could_matter(table, query, way, ["die_count", "logging"], way.work - 1)
    assert found == {"die_count": None, "logging": None}
    # By the other values there are more ends than by this one.
    for name in ("die_count", "logging"):
        assert could_matter(table, query, way, [name], way.work) == {name: None}
    # The first takes more than half of what there is; of the second there is nothing left to say.
    found = could_matter(table, query, way, ["turning_back", "logging"], 2 * way.work)
    assert found == {"turning_back": False, "logging": None}


def test_could_matter_searches_as_long_as_the_way_took() -> None:
    table = scene("S1 S. Sa S. S. S.", rulings={"turning_back": "free"})
    query = WayQuery(0, 0, (place("N10/E12"),), odds=ODDS)
    way = find_quickest_way(table, query)
    found = could_matter(table, query, way, ["turning_back"], way.work)
    assert found == {"turning_back": False}
    found = could_matter(table, query, way, ["turning_back"], way.work - 1)
    assert found == {"turning_back": None}


def test_could_matter_skips_identical_searches() -> None:
    """Without somebody else's marker, or a creep-through, nothing tells these rulings apart."""
    table, query = scene("S1 S. Sa S. S. S."), WayQuery(0, 0, (place("N10/E12"),), odds=ODDS)
    found = could_matter(
        table, query, find_quickest_way(table, query), ["foreign_end", "creep_for"], 0
    )
    assert found == {"foreign_end": False, "creep_for": False}


def test_refuses_route_searches_that_take_too_long(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_routes, "find_quickest_way", partial(find_quickest_way, work=100))
    reply = client.post("/v3/treasure-hunt/routes", json=ROUTE)
    assert reply.get_json()["type"] == "/problems/too-long-to-search"


def solved(
    rolls: Sequence[Any], known: Mapping[int, tuple[float, float]]
) -> tuple[list[float], list[float]]:
    """The expected and the fewest turns of nodes, given the odds and the ends of their rolls."""
    found = solve(
        {
            Space(node): [Roll(odds, set_of(map(Space, ends))) for odds, ends in of_node]
            for node, of_node in enumerate(rolls)
            if of_node
        },
        {Space(node): values for node, values in known.items()},
    )
    nodes = [found[Space(node)] for node in range(len(rolls))]
    return [expected for expected, _ in nodes], [fewest for _, fewest in nodes]


def test_solves_a_graph() -> None:
    half = 0.5
    rolls = [
        [(half, {1}), (half, {0, 3})],  # to 1, or stay, or the one that never ends
        [(half, {2}), (half, {1})],
        [],
        [(1, {3})],
        [(1, {5})],
        [],
    ]
    expected, fewest = solved(rolls, {2: (0, 0), 5: (NEVER, NEVER)})
    assert expected[:4] == pytest.approx([4, 2, 0, NEVER])
    assert fewest == [2, 1, 0, NEVER, NEVER, NEVER]


def test_leaves_out_uncertain_nodes() -> None:
    half = 0.5
    rolls = [
        [(half, {1}), (half, {2})],  # once in two it ends where nothing ends
        [],
        [],
        [(1, {0, 4})],  # so that the longer way is chosen
        [(half, {1}), (half, {4, 0})],
        [(half, {0}), (half, {3})],
    ]
    expected, fewest = solved(rolls, {1: (0, 0), 2: (NEVER, NEVER)})
    assert expected == pytest.approx([NEVER, 0, NEVER, 3, 2, NEVER])
    assert fewest == [NEVER, 0, NEVER, 2, 1, NEVER]


def test_uses_the_values_of_later_stages() -> None:
    # At first it seems best to stay, which it never is for good.
    expected, fewest = solved([[(1, {0, 1})], [], [(1, {0, 3})], []], {1: (10, 1), 3: (10.5, 4)})
    assert expected == pytest.approx([11, 10, 11.5, 10.5])
    assert fewest == [2, 1, 3, 4]


def test_converges_to_the_better_end() -> None:
    half = 0.5
    rolls = [
        [(1, {1, 4})],  # with luck it is two turns by the one, but three on the average
        [(half, {2}), (half, {3})],
        [],
        [(1, {1})],
        [],
    ]
    expected, fewest = solved(rolls, {2: (0, 0), 4: (2.5, 2)})
    assert expected == pytest.approx([3.5, 3, 0, 4, 2.5])
    assert fewest == [2, 1, 0, 2, 2]


def test_adds_the_turns_of_later_stages() -> None:
    _, fewest = solved([[(1, {2})], [(1, {3})], [], []], {2: (1, 1), 3: (4, 4)})
    assert fewest == [2, 5, 1, 4]


def test_nodes_that_can_reach_a_cycle_are_uncertain() -> None:
    half = 0.5
    rolls = [[(1, {1})], [(1, {0})], [(half, {0}), (half, {3})], []]
    found = solved(rolls, {3: (0, 0)})
    assert found == ([NEVER, NEVER, NEVER, 0],) * 2


def test_solves_a_graph_without_goals() -> None:
    found = solved([[(1, {0})]], {})
    assert found == ([NEVER], [NEVER])


def test_says_why_a_way_may_never_end(client: FlaskClient) -> None:
    for seed in range(40):
        body = random_way(Random(seed))
        answer = client.post("/v3/treasure-hunt/routes", json=body).get_json()
        if "expected_turns" in answer:
            assert ("explanation" in answer) == (answer["expected_turns"] is None)


def test_names_targets_that_obstacles_cut_off(client: FlaskClient) -> None:
    table = scene("F1 F. F. F. Fa")
    around = ("N10/E13 N10/E12", "N09/E14 N08/E14", "N11/E14 N12/E14", "N10/E15 N10/E16")
    trees = [pair.split() for pair in around]
    rulings = {"tree_distance": "two_steps"}
    body = {
        "snapshot": {**SNAPSHOT.dump(table), "trees": trees, "rulings": rulings},
        "player": "Ann",
        "explorer": 1,
        "targets": ["N10/E14"],
    }
    answer = client.post("/v3/treasure-hunt/routes", json=body)
    assert "N10/E14: trees" in answer.get_json()["explanation"]
