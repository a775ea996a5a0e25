"""The service and the references agree, line by line, on random positions."""

import pytest
from flask.testing import FlaskClient

from reference.frame import GAMES, disagreement, questions

BLOCKS, POSITIONS = 20, 50
ALL = [
    (game, about, block) for game in GAMES for about in questions(game) for block in range(BLOCKS)
]


@pytest.mark.parametrize(("game", "about", "block"), ALL)
def test_they_agree(client: FlaskClient, game: str, about: str, block: int) -> None:
    count = max(1, round(POSITIONS * questions(game)[about].share))
    seeds = range(block * count, (block + 1) * count)
    assert disagreement(client, game, about, seeds) is None
