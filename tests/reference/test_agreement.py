"""The service and the references agree on random positions."""

import pytest
from flask.testing import FlaskClient

from reference.frame import GAMES, comparisons, disagreement

BLOCKS, POSITIONS = 20, 50
ALL = [
    (game, about, block) for game in GAMES for about in comparisons(game) for block in range(BLOCKS)
]


@pytest.mark.parametrize(("game", "about", "block"), ALL)
def test_service_and_reference_agree(
    client: FlaskClient, game: str, about: str, block: int
) -> None:
    count = max(1, round(POSITIONS * comparisons(game)[about].share))
    seeds = range(block * count, (block + 1) * count)
    assert disagreement(client, game, about, seeds) is None
