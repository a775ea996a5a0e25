"""The toy game works although nothing knows it but its folder and a tuple of games."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import validate
from werkzeug.serving import make_server

from theodolite.rulebook import LANGUAGES
from theodolite.web.app import create_app
from theodolite.web.games import GAMES
from theodolite.web.openapi import specification
from toy.client import scores
from toy.web import GAME

SCORES = "/v3/toy/scores"


@pytest.fixture(scope="module")
def app() -> Flask:
    """The application with the toy as a further game."""
    return create_app(games=(*GAMES, GAME))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def server(app: Flask) -> Iterator[str]:
    served = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=served.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{served.port}"
    served.shutdown()
    thread.join()


def test_has_fewer_than_210_lines() -> None:
    own = [path for path in Path(__file__).parent.iterdir() if path.suffix in (".py", ".toml")]
    game = [path.read_text("utf-8") for path in own if path != Path(__file__)]
    assert sum(text.count("\n") for text in game) < 210


def table(board: list[str], **rulings: str) -> dict[str, object]:
    return {"players": [{"name": "Ann", "board": board}], "rulings": rulings}


def test_it_answers_without_an_sdk(server: str) -> None:
    assert scores(server, ["HH.", "..H"], "fr") == {
        "players": [
            {
                "name": "Ann",
                "rank": 1,
                "total": 2,
                "items": [
                    {
                        "category": "hedge",
                        "points": 2,
                        "spaces": ["A1", "B1"],
                        "rule": "toy.score.hedge",
                        "reference": "Who wins",
                        "explanation": "La plus longue haie compte 2 cases : A1 et B1.",
                    }
                ],
            }
        ],
        "winners": ["Ann"],
        "rulings": [{"name": "corners", "value": "apart", "could_matter": True}],
    }


def test_applies_its_ruling(client: FlaskClient) -> None:
    asked = {"snapshot": table(["HH.", "..H"], corners="together")}
    answer = client.post(SCORES, json=asked).get_json()
    assert answer["players"][0]["total"] == 3
    assert answer["rulings"] == [{"name": "corners", "value": "together", "could_matter": True}]


@pytest.mark.parametrize(
    ("move", "legal", "status"),
    [
        ({"space": "C1"}, True, "passed"),
        ({"space": "A1"}, True, "passed"),
        ({}, None, "not_checked"),
    ],
)
def test_judges_a_move(client: FlaskClient, move: object, legal: bool | None, status: str) -> None:
    asked = {"snapshot": table(["HH.", "..H"]), "player": "Ann", "move": move}
    verdict = client.post("/v3/toy/legality-checks", json=asked).get_json()
    assert (verdict["legal"], verdict["checks"][0]["status"]) == (legal, status)
    assert verdict["unchecked"] == ["toy.plant.beside"] * (legal is None)


@pytest.mark.parametrize(
    ("board", "pointer", "code", "detail"),
    [
        (["HH.", "..X"], "/board/1", "unknown_letter", "X is not used on this board"),
        (["HH."], "/board", "row_count", "A board has 2 rows; this one has 1."),
        (["...", "..."], "/board", "no_hedge", "There is no hedge on this board."),
        (3, "/board", "wrong_type", 'of the JSON type array, such as ["HH.","..H"]'),
    ],
)
def test_refuses_invalid_boards(
    client: FlaskClient, board: Any, pointer: str, code: str, detail: str
) -> None:
    response = client.post(SCORES, json={"snapshot": table(board)})
    assert response.status_code == 422
    (error,) = response.get_json()["errors"]
    assert (error["pointer"], error["code"]) == (f"/snapshot/players/0{pointer}", code)
    assert detail in error["detail"]


def test_tells_how_to_wrap_a_bare_table(client: FlaskClient) -> None:
    (error,) = client.post(SCORES, json=table(["HH.", "..H"])).get_json()["errors"]
    assert (error["code"], "`snapshot`" in error["detail"]) == ("bare_table", True)


def test_its_own_faults_have_sentences_in_every_language(client: FlaskClient) -> None:
    sentences = {
        client.post(
            SCORES, json={"snapshot": table(["..."] * 2)}, headers={"Accept-Language": language}
        ).get_json()["errors"][0]["detail"]
        for language in LANGUAGES
    }
    assert len(sentences) == len(LANGUAGES)


def test_it_is_listed_with_its_endpoints_rules_and_rulings(client: FlaskClient) -> None:
    assert client.get("/v3").get_json()["games"][-1] == {
        "id": "toy",
        "path": "/v3/toy",
        "name": "Hedges",
        "operations": ["scores", "legality-checks"],
        "lists": ["rules", "rulings"],
    }
    listed = client.get("/v3/toy").get_json()["operations"]
    assert [each["name"] for each in listed] == ["scores", "legality-checks", "rules", "rulings"]
    for each in listed[:2]:
        assert client.post(each["path"], json=each["example"]).status_code == 200
    rule, _ = client.get("/v3/toy/rules").get_json()["rules"]
    assert (rule["id"], rule["section"]) == ("toy.score.hedge", "Who wins")
    (ruling,) = client.get("/v3/toy/rulings").get_json()["rulings"]
    assert ruling["values"] == ["apart", "together"]


def test_two_games_may_have_an_endpoint_of_the_same_name(app: Flask) -> None:
    document = json.loads(json.dumps(specification(app)))
    validate(document)
    ids = [each["operationId"] for path in document["paths"].values() for each in path.values()]
    assert {"toy.scores", "misterra.scores"} <= {*ids}
    assert len({*ids}) == len(ids)
    schemas = document["components"]["schemas"]
    assert {"ToyScoreRequest", "MisterraScoreRequest", "Check", "Problem"} <= schemas.keys()


def test_is_listed_on_the_page(client: FlaskClient) -> None:
    assert client.get("/toy/").status_code == 200
    assert client.get("/page/toy/game.js").status_code == 200


def test_works_as_the_only_game() -> None:
    alone = create_app(games=(GAME,))
    assert alone.test_client().get("/v3/misterra/rules").status_code == 404
    assert {path.split("/")[2] for path in specification(alone)["paths"] if "/v3/" in path} == {
        "toy"
    }


GUIDE = (Path(__file__).parents[2] / "docs" / "contributing" / "add-a-game.md").read_text("utf-8")
SHOWN = re.findall(r"```(?:python|toml)\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: block.splitlines()[0])
def test_the_guide_shows_the_game_as_it_is(block: str) -> None:
    own = [path for path in Path(__file__).parent.iterdir() if path.suffix in (".py", ".toml")]
    assert any(block in path.read_text("utf-8") for path in own)
