"""Impossible tables that no drawing shows, and tables by other rulings."""

from random import Random

import pytest
from flask.testing import FlaskClient

from reference.treasure_hunt_plays import random_play
from reference.treasure_hunt_tables import random_table
from theodolite.conformance import NotationError
from theodolite.grid import NOWHERE, Spaces
from theodolite.treasure_hunt.board import GRID, HOME, Terrain
from theodolite.treasure_hunt.impossibilities import impossibilities
from theodolite.treasure_hunt.snapshot import (
    Card,
    Deck,
    Info,
    Mission,
    Route,
    Rulings,
    Snapshot,
    Treasure,
    trees_clear,
)
from theodolite.web.treasure_hunt.schemas import SNAPSHOT
from theodolite.web.treasure_hunt.turns import MoveSchema, turn_of
from treasure_hunt.scenes import dumped, place, scene, snapshot, spaces


def codes(table: Snapshot, three_plus: Spaces = NOWHERE) -> list[str]:
    deck = Deck(three_plus=three_plus)
    return [fault.code for fault in impossibilities(table._replace(deck=deck))]


@pytest.mark.parametrize("window", ["Sta F.", "S F."])
def test_notation_allows_one_sign_on_a_space(window: str) -> None:
    with pytest.raises(NotationError, match="Unknown word"):
        snapshot(window)


def test_rejects_players_with_equal_fields() -> None:
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


def test_rejects_missions_of_different_difficulties() -> None:
    table = scene("F.", ann={"mission": "gold 5"}, bo={"mission": "ruby 5"})
    assert codes(table) == []
    for difficulty, found in ((2, ["difficulties_differ"]), (4, ["difficulty_value"])):
        mission = Mission(difficulty, (Treasure.RUBY,), 5)
        assert codes(table.with_player(1, mission=mission)) == found


def test_rejects_treasures_without_info_and_info_without_coordinate() -> None:
    table = scene("Fa")
    route = Route((place("N10/E10"),), (Info.OPEN, Info.BURIED), ())
    routes = (route, Route((), (Info.BURIED,)), Route())
    assert codes(table.with_player(0, routes=routes)) == [
        "treasure_count",
        "info_without_coordinate",
    ]


def test_rejects_three_plus_cards_with_two_players() -> None:
    marked = spaces("N10/E10")
    assert codes(scene("Fa"), marked) == ["three_plus_card"]
    assert codes(scene("Fa", players=3), marked) == []
    assert codes(scene("Fa", at="N01/E01"), spaces("N01/E01")) == ["three_plus_card"]


def test_rejects_cards_missing_in_the_copy() -> None:
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
def test_distance_of_trees(other: str, rulings: dict[str, str], clear: bool) -> None:
    by = Rulings()._replace(**rulings)  # type: ignore[arg-type]
    assert trees_clear(spaces("N30/E01 N30/E02"), spaces(other), by) == clear
    assert trees_clear(spaces(other), spaces("N30/E01 N30/E02"), by) == clear


def test_rejects_broken_bridges_that_are_no_bridges() -> None:
    table = scene("P= P.")
    assert codes(table._replace(broken_bridges=(place("N10/E11"),))) == ["not_a_bridge"]


@pytest.mark.parametrize(
    ("extent", "closed"),
    [("whole_bridge", "N10/E10 N10/E11 N10/E13 N10/E14"), ("one_space", "N10/E11 N10/E13")],
)
def test_spaces_closed_by_broken_bridges(extent: str, closed: str) -> None:
    table = scene("P= Px F. Px P=", rulings={"broken_bridge_extent": extent})
    assert table.broken_spaces == table.closed == spaces(closed)


def test_explorers_at_home_stay_home_by_other_rulings() -> None:
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
def test_explorers_off_the_board_are_afloat_by_their_corner(corner: str, afloat: bool) -> None:
    table = scene(f"{corner}.", at="N01/E01", rulings={"home_place": "frame"})
    assert table.afloat(0) == afloat
    assert not table.afloat(1)


def test_rejects_hands_of_four_cards() -> None:
    table = scene("F.")
    assert codes(table.with_player(0, hand=(Card.BOAT,) * 3)) == []
    assert codes(table.with_player(0, hand=(Card.BOAT,) * 4)) == ["hand_size"]


def test_rejects_trees_without_spaces(client: FlaskClient) -> None:
    body = {**snapshot("F."), "trees": [[]]}
    answer = client.post("/v3/treasure-hunt/scores", json={"snapshot": body})
    errors = [(error["pointer"], error["code"]) for error in answer.get_json()["errors"]]
    assert errors == [("/snapshot/trees/0", "tree_shape")]


@pytest.mark.parametrize("seed", range(20))
def test_dumped_snapshots_load_as_the_same_table(seed: int) -> None:
    table = SNAPSHOT.load_fast(random_table(Random(seed)))
    assert SNAPSHOT.load_fast(SNAPSHOT.dump(table)) == table


@pytest.mark.parametrize("seed", range(20))
def test_dumped_turns_load_as_the_same_turn(seed: int) -> None:
    body = random_play(Random(seed))
    table = SNAPSHOT.load_fast(body["snapshot"])
    turn = turn_of(table, body["player"], MoveSchema().load_fast(body["move"]))
    again = MoveSchema().load_fast(dumped(table, turn)["move"])
    assert turn_of(table, body["player"], again) == turn
