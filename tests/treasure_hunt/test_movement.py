"""Ends of moves: `Search` and `Reach` agree on random tables."""

from random import Random

import pytest
from flask import Flask

from reference.treasure_hunt_tables import random_table
from theodolite.grid import NOWHERE, Space, each
from theodolite.treasure_hunt.board import HOME, Terrain, place_name
from theodolite.treasure_hunt.move_area import Mover, move_area, step_counts
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.reach import Reach
from theodolite.treasure_hunt.steps import steps_from
from theodolite.web.treasure_hunt.schemas import SnapshotSchema
from treasure_hunt.scenes import place, scene


@pytest.mark.parametrize("seed", range(30))
def test_search_and_reach_find_the_same_ends(app: Flask, seed: int) -> None:
    body = random_table(Random(seed))
    with app.app_context():
        table = SnapshotSchema().load_fast(body)
    movers = [Mover(0, 0), Mover(0, 1), *[Mover(None, i) for i in range(len(table.walkers))]]
    for mover in movers:
        area, steps = move_area(table, mover, 0), step_counts(table, mover)
        search, reached = Search(area, max(steps)), Reach(area).ends(area.start, steps)
        for count in steps:
            by_path = {place_name(end.at) for end in search.ends(count)}
            assert by_path == {place_name(at) for at in each(reached[count])}, (mover, count)
            assert Reach(area).leads_on(area.start, [count]) == bool(by_path), (mover, count)


def test_no_steps_lead_off_the_board_without_a_frame() -> None:
    assert steps_from(HOME, None) == ()
    assert steps_from(HOME, Space(0)) == ((5, 0),)


def test_pieces_keep_the_terrain_of_their_start() -> None:
    table = scene("?1 S.", terrain={"1": "sand"})
    area = move_area(table, Mover(0, 0), 0)
    assert area.terrain_at(table, area.start) == area.terrain


@pytest.mark.parametrize(
    ("at", "terrain"),
    [
        ("N10/E10", "sand"),
        ("N10/E11", "sand"),
        ("N10/E12", "sand"),
        ("N10/E13", "forest"),
        ("N10/E14", "path"),
        ("N11/E10", "sand"),
        ("N11/E11", "water"),
        ("N11/E12", "sand"),
        ("N20/E20", "forest"),
    ],
)
def test_pieces_keep_their_terrain_until_another_ends_the_move(at: str, terrain: str) -> None:
    # Trees cover Ann's coordinates: on her explorer's terrain, on another, on a creep-through.
    also = ["N10/E12 a", "N10/E13 b", "N11/E12 u", "N12/E12 u", "N11/E12 d"]
    table = scene("S1 S. St Ft P.\n?. W. Pc F. F.", also=also)
    area = move_area(table, Mover(0, 0), 0)
    assert area.terrain_at(table, place(at)) is Terrain[terrain.upper()]


def test_pieces_off_the_board_have_the_terrain_of_the_corner() -> None:
    table = scene("S1", at="N01/E01", fill="P", rulings={"home_place": "frame"})
    area = move_area(table, Mover(0, 0), 0)
    assert area.terrain_at(table, HOME) is Terrain.SAND
    assert area._replace(terrain=Terrain.PATH, on=NOWHERE).terrain_at(table, HOME) is Terrain.SAND
