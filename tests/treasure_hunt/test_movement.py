"""Where moves end: the paths and the sets agree, whatever lies about."""

from random import Random

import pytest
from flask import Flask

from reference.treasure_hunt_tables import random_table
from theodolite.grid import each
from theodolite.treasure_hunt.board import HOME, place_name
from theodolite.treasure_hunt.ground import Mover, counts, ground
from theodolite.treasure_hunt.paths import Search
from theodolite.treasure_hunt.reach import Reach
from theodolite.treasure_hunt.steps import steps_from
from theodolite.web.treasure_hunt.bodies import SnapshotBody
from treasure_hunt.scenes import scene


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
