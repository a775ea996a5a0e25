"""The service and the references agree on the first positions; `make compare` tries more."""

import pytest
from flask.testing import FlaskClient

from reference.frame import GAMES, comparisons, disagreement

POSITIONS = 50
ALL = [(game, about) for game in GAMES for about in comparisons(game)]


@pytest.mark.parametrize(("game", "about"), ALL)
def test_service_and_reference_agree(client: FlaskClient, game: str, about: str) -> None:
    seeds = range(max(1, round(POSITIONS * comparisons(game)[about].share)))
    assert disagreement(client, game, about, seeds) is None
