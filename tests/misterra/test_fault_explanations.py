"""What is said of a table that cannot be, word for word: where it is wrong, and how."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from theodolite.misterra.board import GRID, Board, Island
from theodolite.misterra.snapshot import UNREADABLE, Player, Presumption, impossibilities

Json = dict[str, Any]

EMPTY = ["....."] * 5


def player(name: str = "Ada", **other: Any) -> Json:
    return {"name": name, "parchment": EMPTY, **other}


CASES: list[tuple[Json, list[tuple[str, str, str]]]] = [
    (
        {"island": ["JJJJJ", "JJJJJ", "JJJSS", ".....", "....."]},
        [
            (
                "/island",
                "too_many_tiles",
                "13 jungle tiles lie on the island; there are 12 in the game.",
            )
        ],
    ),
    (
        {"island": ["XJYJ.", *EMPTY[1:]]},
        [
            (
                "/island/0",
                "unknown_letter",
                "X, Y: not a letter of this board, which knows . J L M S j l m s.",
            )
        ],
    ),
    (
        {"players": [player(parchment=["jlM.?", *EMPTY[1:]])]},
        [
            (
                "/players/0/parchment/0",
                "hazy_on_parchment",
                "j, l: a parchment knows no hazy side, so its letters are capitals.",
            ),
            (
                "/players/0/parchment/0",
                "unknown_letter",
                "?: not a letter of this board, which knows . J L M S.",
            ),
        ],
    ),
    (
        {"island": ["JJJJ", "JJJJJJ", *EMPTY[:4]]},
        [
            ("/island", "row_count", "A board has 5 rows; there are 6 here."),
            ("/island/0", "row_length", "A row has 5 spaces; this one has 4."),
            ("/island/1", "row_length", "A row has 5 spaces; this one has 6."),
        ],
    ),
    (
        {"players": [player(), player("Bo"), player()]},
        [("/players/2/name", "duplicate_name", "Two players are called Ada.")],
    ),
    (
        {"players": [player("Otoma")], "otoma": {"claims": []}},
        [("/players/0/name", "duplicate_name", "Two players are called Otoma.")],
    ),
    (
        {"players": [player(), player("Bo")], "otoma": {"claims": []}},
        [
            (
                "/otoma",
                "otoma_players",
                "A solo game has exactly one player beside Otoma; there are 2.",
            )
        ],
    ),
    (
        {
            "island": ["JJs..", *EMPTY[1:]],
            "players": [
                player(claims=["A1", "A1", "B1"]),
                player("Bo", claims=["A1", "D1", "C1"]),
            ],
        },
        [
            ("/players/0/claims/1", "markers_on_one_space", "Two claim markers lie on A1."),
            (
                "/players/0/claims/2",
                "markers_on_one_terrain",
                "The marker on B1 is this player's second on jungle; each claim is of another "
                "terrain.",
            ),
            ("/players/1/claims/0", "markers_on_one_space", "Two claim markers lie on A1."),
            (
                "/players/1/claims/1",
                "marker_without_confirmed_tile",
                "A claim marker lies on D1, which holds no confirmed tile.",
            ),
            (
                "/players/1/claims/2",
                "marker_without_confirmed_tile",
                "A claim marker lies on C1, which holds no confirmed tile.",
            ),
        ],
    ),
    (
        {
            "island": ["JS...", *EMPTY[1:]],
            "players": [player(claims=["A1"])],
            "otoma": {"claims": ["B1", "A1", "C1"]},
        },
        [
            ("/otoma/claims/1", "markers_on_one_space", "Two claim markers lie on A1."),
            (
                "/otoma/claims/2",
                "marker_without_confirmed_tile",
                "A claim marker lies on C1, which holds no confirmed tile.",
            ),
        ],
    ),
    (
        {"players": [player(meeple="beach:A1"), player("Bo", meeple="B2")]},
        [
            (
                "/players/0/meeple",
                "unknown_space",
                "There is no space beach:A1 on this board; spaces run from A1 to E5, and beach "
                "spaces such as beach:E3 lie along the beach only.",
            ),
            (
                "/players/1/meeple",
                "meeple_on_empty_space",
                "A meeple stands on B2, which is empty.",
            ),
        ],
    ),
    (
        {
            "players": [
                player(presumptions=[{"card": 9}, {"card": 11}]),
                player("Bo", presumptions=[{"card": 12}, {"card": 9}]),
            ]
        },
        [
            (
                "/players/1/presumptions/1/card",
                "duplicate_presumption",
                "Presumption card 9 is held twice; there is one of each.",
            )
        ],
    ),
    (
        {"players": [player(presumptions=[{"card": 1}, {"card": 9, "terrain": "jungle"}])]},
        [
            (
                "/players/0/presumptions/0/terrain",
                "missing_face",
                "Card 1 needs its terrain, read off the printed card: no card pack gives it.",
            ),
            (
                "/players/0/presumptions/1/terrain",
                "superfluous_face",
                "Card 9 has no terrain.",
            ),
        ],
    ),
    (
        {"players": [player(presumptions=[{"card": 13, "terrain": "jungle", "avoid": "jungle"}])]},
        [
            (
                "/players/0/presumptions/0/avoid",
                "same_terrain",
                "The crossed-out terrain of card 13 differs from its terrain.",
            )
        ],
    ),
]


@pytest.mark.parametrize(("changes", "faults"), CASES, ids=lambda part: str(part)[:40])
def test_every_fault(
    client: FlaskClient, changes: Json, faults: list[tuple[str, str, str]]
) -> None:
    table = {"beach": "right", "island": EMPTY, "players": [player()], **changes}
    response = client.post("/v1/misterra/scores", json=table)
    assert response.status_code == 422
    errors = response.get_json()["errors"]
    assert [(error["pointer"], error["code"], error["detail"]) for error in errors] == faults


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
