"""Where moves end: the paths and the sets agree, whatever lies about."""

from random import Random

import pytest
from flask import Flask

from reference.treasure_hunt_tables import random_table
from theodolite.grid import each
from theodolite.treasure_hunt.board import HOME, Terrain, place_name
from theodolite.treasure_hunt.ground import Mover, counts, ground
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.reach import Reach
from theodolite.treasure_hunt.steps import steps_from
from theodolite.web.treasure_hunt.bodies import SnapshotBody
from treasure_hunt.scenes import place, scene


@pytest.mark.parametrize("seed", range(30))
def test_the_ends_of_paths_are_the_ends_of_sets(app: Flask, seed: int) -> None:
    body = random_table(Random(seed))
    with app.app_context():
        table = SnapshotBody().read(body)
    movers = [Mover(0, 0), Mover(0, 1), *[Mover(None, i) for i in range(len(table.walkers))]]
    for mover in movers:
        where, steps = ground(table, mover, 0), counts(table, mover)
        search, reached = Search(where, max(steps)), Reach(where).ends(where.start, steps)
        for count in steps:
            by_path = {place_name(end.at) for end in search.ends(count)}
            assert by_path == {place_name(at) for at in each(reached[count])}, (mover, count)
            assert Reach(where).leads_on(where.start, [count]) == bool(by_path), (mover, count)


def test_off_the_board_there_is_nothing_without_a_frame() -> None:
    assert steps_from(HOME, None) == ()
    assert steps_from(HOME, 0) == ((5, 0),)


def test_a_piece_has_its_terrain_wherever_it_began() -> None:
    table = scene("?1 S.", terrain={"1": "sand"})
    where = ground(table, Mover(0, 0), 0)
    assert where.terrain_at(table, where.start) == where.terrain


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
def test_the_terrain_of_a_piece_is_its_own_but_where_another_ends_its_move(
    at: str, terrain: str
) -> None:
    # Trees cover Ann's coordinates: on her explorer's terrain, on another, on a creep-through.
    also = ["N10/E12 a", "N10/E13 b", "N11/E12 u", "N12/E12 u", "N11/E12 d"]
    table = scene("S1 S. St Ft P.\n?. W. Pc F. F.", also=also)
    where = ground(table, Mover(0, 0), 0)
    assert where.terrain_at(table, place(at)) is Terrain[terrain.upper()]


def test_off_the_board_a_piece_has_the_terrain_of_the_corner() -> None:
    table = scene("S1", at="N01/E01", fill="P", rulings={"home_place": "frame"})
    where = ground(table, Mover(0, 0), 0)
    assert where.terrain_at(table, HOME) is Terrain.SAND
    assert where._replace(terrain=Terrain.PATH, on=0).terrain_at(table, HOME) is Terrain.SAND
