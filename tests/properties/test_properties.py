"""Every property holds of every game, on the first seeds; `make proof` goes on from there."""

import pytest
from flask.testing import FlaskClient

from properties.frame import GAMES, adapter, first_violation
from properties.held import PROPERTIES

BLOCKS, SEEDS = 4, 40
ALL = [(game, name, block) for game in GAMES for name in PROPERTIES for block in range(BLOCKS)]


@pytest.mark.parametrize(("game", "name", "block"), ALL)
def test_it_holds(client: FlaskClient, game: str, name: str, block: int) -> None:
    seeds = range(block * SEEDS, (block + 1) * SEEDS)
    assert first_violation(client, PROPERTIES[name], adapter(game), seeds) is None
