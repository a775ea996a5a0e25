"""Every property holds for every game on the first seeds; `make proof` tries more."""

import pytest
from flask.testing import FlaskClient

from properties.frame import GAMES, adapter, first_violation
from properties.held import properties_of

BLOCKS, SEEDS = 2, 12
ALL = [
    (game, name, block)
    for game in GAMES
    for name in properties_of(adapter(game))
    for block in range(BLOCKS)
]


@pytest.mark.parametrize(("game", "name", "block"), ALL)
def test_property_holds(client: FlaskClient, game: str, name: str, block: int) -> None:
    of = adapter(game)
    seeds = range(block * SEEDS, (block + 1) * SEEDS)
    assert first_violation(client, properties_of(of)[name], of, seeds) is None
