"""Every property holds for every game on a few seeds; `make compare` tries more."""

import pytest
from flask.testing import FlaskClient

from properties.frame import GAMES, adapter, first_violation
from properties.held import properties_of

SEEDS = range(0, 24, 5)
"""Seeds of several operations, on empty boards and later."""
ALL = [(game, name) for game in GAMES for name in properties_of(adapter(game))]


@pytest.mark.parametrize(("game", "name"), ALL)
def test_property_holds(client: FlaskClient, game: str, name: str) -> None:
    of = adapter(game)
    assert first_violation(client, properties_of(of)[name], of, SEEDS) is None
