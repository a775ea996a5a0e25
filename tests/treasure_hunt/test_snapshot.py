"""Tables: what makes one impossible that no picture shows, and other rulings for the same one."""

import pytest
from flask.testing import FlaskClient

from theodolite.notation import treasure_hunt
from theodolite.treasure_hunt.board import GRID, HOME, Board, Layers, Terrain
from theodolite.treasure_hunt.impossibilities import impossibilities
from theodolite.treasure_hunt.snapshot import (
    UNREADABLE,
    Card,
    Creep,
    Deck,
    Explorer,
    Info,
    Mission,
    Route,
    Rulings,
    Snapshot,
    Treasure,
    Walker,
    trees_clear,
)
from treasure_hunt.scenes import place, scene, spaces


def codes(table: Snapshot, three_plus: int = 0) -> list[str]:
    deck = Deck(three_plus=three_plus)
    return [fault.code for fault in impossibilities(table._replace(deck=deck))]


@pytest.mark.parametrize("window", ["Sta F.", "S F."])
def test_a_window_has_one_sign_on_each_space(window: str) -> None:
    with pytest.raises(ValueError, match="to unpack"):
        treasure_hunt.snapshot({"window": window})


def test_two_players_are_told_apart() -> None:
    table = scene("F.")
    ann, bo = table.players
    twin = bo._replace(name=ann.name, colour=ann.colour, home=ann.home, explorers=ann.explorers)
    assert codes(table._replace(players=(ann, twin))) == [
        "name_twice",
        "colour_twice",
        "home_twice",
        "explorers_share_space",
        "explorers_share_space",
    ]
    astray = bo._replace(home=place("N10/E10"), explorers=bo.explorers[:1])
    assert codes(table._replace(players=(ann, astray))) == ["home_not_corner", "explorer_count"]


def test_missions_are_of_one_difficulty() -> None:
    table = scene("F.", ann={"mission": "gold 5"}, bo={"mission": "ruby 5"})
    assert codes(table) == []
    for difficulty, found in ((2, ["difficulties_differ"]), (4, ["difficulty_value"])):
        mission = Mission(difficulty, (Treasure.RUBY,), 5)
        assert codes(table.with_player(1, mission=mission)) == found


def test_each_treasure_lies_on_its_card_and_no_info_without_a_coordinate() -> None:
    table = scene("Fa")
    route = Route((place("N10/E10"),), (Info.OPEN, Info.BURIED), ())
    routes = (route, Route((), (Info.BURIED,)), Route())
    assert codes(table.with_player(0, routes=routes)) == [
        "treasure_count",
        "info_without_coordinate",
    ]


def test_two_players_leave_out_the_cards_marked_three_plus() -> None:
    marked = spaces("N10/E10")
    assert codes(scene("Fa"), marked) == ["three_plus_card"]
    assert codes(scene("Fa", players=3), marked) == []
    assert codes(scene("Fa", at="N01/E01"), spaces("N01/E01")) == ["three_plus_card"]


def test_a_card_that_could_not_be_read_may_be_any() -> None:
    table = scene("Fa")
    routes = (Route((UNREADABLE, place("N10/E10"))), *table.players[0].routes[1:])
    assert codes(table.with_player(0, routes=routes), spaces("N10/E12")) == []


def test_what_a_copy_does_not_have() -> None:
    mission = {"ann": {"mission": "gold 3", "hand": "boat boat", "treasures": "gold gold"}}
    table = scene("Fa", **mission)
    known = Mission(1, (Treasure.GOLD,), 3)
    deck = Deck(spaces("N10/E10"), missions=(known,), actions={Card.BOAT: 2})
    assert [*impossibilities(table._replace(deck=deck))] == []
    other = Deck(
        spaces("N10/E11"),
        missions=(known._replace(coordinates=4),),
        actions={Card.BOAT: 1},
        treasures={Treasure.GOLD: 1},
    )
    assert [fault.code for fault in impossibilities(table._replace(deck=other))] == [
        "card_not_in_pack",
        "mission_not_in_pack",
        "too_many_of_card",
        "too_many_of_treasure",
    ]


def test_what_could_not_be_read_is_passed_over() -> None:
    table = scene("F.")
    ann, bo = table.players
    blank = bo._replace(
        name="", colour="", home=UNREADABLE, explorers=(Explorer(UNREADABLE), Explorer(HOME))
    )
    half_read = table._replace(
        board=Board(Layers()),
        players=(ann._replace(boats=1), blank),
        trees=(0,),
        walkers=(Walker(UNREADABLE),),
        broken_bridges=(UNREADABLE, 3),
        creeps=(Creep(UNREADABLE), Creep(4)),
    )
    assert codes(half_read) == ["unknown_space"]
    assert half_read.creep_spaces == 1 << 4


def test_what_comes_after_something_that_could_not_be_read_is_looked_at() -> None:
    table = scene("F1 F2 F3 F4")
    ann, bo = table.players
    half_read = table._replace(
        players=(ann._replace(home=UNREADABLE), bo._replace(home=place("N10/E10"))),
        broken_bridges=(UNREADABLE, place("N10/E11")),
    )
    assert codes(half_read) == ["home_not_corner", "not_a_bridge"]


@pytest.mark.parametrize(
    ("other", "rulings", "clear"),
    [
        ("N28/E01 N28/E02", {}, True),
        ("N29/E01 N29/E02", {}, False),
        ("N28/E01 N28/E02", {"tree_distance": "two_between"}, False),
        ("N27/E01 N27/E02", {"tree_distance": "two_between"}, True),
        ("N29/E03 N28/E03", {"tree_distance": "two_steps"}, True),
        ("N30/E03 N29/E03", {"tree_distance": "two_steps"}, False),
    ],
)
def test_how_far_apart_trees_lie(other: str, rulings: dict[str, str], clear: bool) -> None:
    by = Rulings()._replace(**rulings)  # type: ignore[arg-type]
    assert trees_clear(spaces("N30/E01 N30/E02"), spaces(other), by) == clear
    assert trees_clear(spaces(other), spaces("N30/E01 N30/E02"), by) == clear


def test_a_broken_bridge_is_one_of_the_bridges() -> None:
    table = scene("P= P.")
    assert codes(table._replace(broken_bridges=(place("N10/E11"),))) == ["not_a_bridge"]


@pytest.mark.parametrize(
    ("extent", "closed"),
    [("whole_bridge", "N10/E10 N10/E11 N10/E13 N10/E14"), ("one_space", "N10/E11 N10/E13")],
)
def test_what_broken_bridges_close(extent: str, closed: str) -> None:
    table = scene("P= Px F. Px P=", rulings={"broken_bridge_extent": extent})
    assert table.broken_spaces == table.closed == spaces(closed)


def test_who_is_home_stays_so_by_the_other_ruling() -> None:
    table = scene("F1", ann={"2": "N01/E01"})
    frame = Rulings(home_place="frame")
    moved = table.under(frame)
    assert [one.at for one in moved.players[0].explorers] == [place("N10/E10"), HOME]
    assert moved.under(Rulings()) == table
    assert table.under(Rulings(logging="in_passing")).players == table.players
    assert moved.explorer_terrain(0, 1) == Terrain.FOREST
    assert moved.home_of(0) == HOME
    assert table.home_of(1) == GRID.spaces["N30/E30"]


@pytest.mark.parametrize(("corner", "afloat"), [("W", True), ("S", False)])
def test_off_the_board_the_corner_tells_who_is_in_water(corner: str, afloat: bool) -> None:
    table = scene(f"{corner}.", at="N01/E01", rulings={"home_place": "frame"})
    assert table.afloat(0) == afloat
    assert not table.afloat(1)


def test_four_cards_are_too_many_for_a_hand() -> None:
    table = scene("F.")
    assert codes(table.with_player(0, hand=(Card.BOAT,) * 3)) == []
    assert codes(table.with_player(0, hand=(Card.BOAT,) * 4)) == ["hand_size"]


def test_a_tree_lies_somewhere(client: FlaskClient) -> None:
    body = {**treasure_hunt.snapshot({"window": "F."}), "trees": [[]]}
    answer = client.post("/v1/treasure-hunt/mission-checks", json={"snapshot": body})
    errors = [(error["pointer"], error["code"]) for error in answer.get_json()["errors"]]
    assert errors == [("/snapshot/trees/0", "tree_shape")]
