"""Tables at the limits of what is possible."""

from flask.testing import FlaskClient

from misterra.tables import player


def test_twelve_tiles_of_a_terrain_are_not_too_many(client: FlaskClient) -> None:
    island = ["JJJJJ", "JJJJJ", "JJ...", ".....", "....."]
    table = {"beach": "right", "island": island, "players": [player()]}
    assert client.post("/v3/misterra/scores", json={"snapshot": table}).status_code == 200
