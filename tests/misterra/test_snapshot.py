"""Where a table is possible, and where one that could not be read in full is still looked at."""

from flask.testing import FlaskClient

from misterra.tables import player
from theodolite.misterra.board import GRID, Board, Island
from theodolite.misterra.snapshot import UNREADABLE, Player, Presumption, impossibilities


def test_twelve_tiles_of_a_terrain_are_not_too_many(client: FlaskClient) -> None:
    island = ["JJJJJ", "JJJJJ", "JJ...", ".....", "....."]
    table = {"beach": "right", "island": island, "players": [player()]}
    assert client.post("/v1/misterra/scores", json=table).status_code == 200


def test_a_card_that_could_not_be_read_is_no_second_of_another() -> None:
    unreadable = Presumption(UNREADABLE)
    half_read = Player("Ada", Board(), presumptions=(unreadable, unreadable))
    assert list(impossibilities(None, None, [half_read], None)) == []


def test_what_follows_a_marker_that_could_not_be_read_is_looked_at() -> None:
    island = Island.from_rows(["j....", *["....."] * 4])
    half_read = Player("Ada", Board(), claims=(UNREADABLE, GRID.spaces["A1"]))
    (fault,) = impossibilities(None, island, [half_read], None)
    assert (fault.code, fault.path) == (
        "marker_without_confirmed_tile",
        ("players", 0, "claims", 1),
    )
