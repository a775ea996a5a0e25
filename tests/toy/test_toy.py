"""The toy game works although nothing knows it but its folder and a tuple of games."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

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


def test_has_fewer_than_150_lines() -> None:
    own = [path for path in Path(__file__).parent.iterdir() if path.suffix in (".py", ".toml")]
    game = [path.read_text("utf-8") for path in own if path != Path(__file__)]
    assert sum(text.count("\n") for text in game) < 150


def test_it_answers_without_an_sdk(server: str) -> None:
    assert scores(server, ["HH.", "..H"], "fr") == {
        "total": 2,
        "items": [
            {
                "category": "hedge",
                "points": 2,
                "spaces": ["A1", "B1"],
                "rule": "toy.score.hedge",
                "section": "Who wins",
                "explanation": "La plus longue haie compte 2 cases : A1 et B1.",
            }
        ],
        "rulings": [{"name": "corners", "value": "apart", "could_matter": True}],
    }


def test_applies_its_ruling(client: FlaskClient) -> None:
    asked = {"board": ["HH.", "..H"], "rulings": {"corners": "together"}}
    answer = client.post(SCORES, json=asked).get_json()
    assert answer["total"] == 3
    assert answer["rulings"] == [{"name": "corners", "value": "together", "could_matter": True}]


@pytest.mark.parametrize(
    ("asked", "pointer", "code", "detail"),
    [
        ({}, "/board", "required", "This field is missing."),
        ({"board": ["HH.", "..X"]}, "/board/1", "unknown_letter", "X is not used on this board"),
        ({"board": ["HH."]}, "/board", "row_count", "A board has 2 rows; this one has 1."),
        ({"board": ["...", "..."]}, "/board", "no_hedge", "There is no hedge on this board."),
        ({"board": ["HH.", "..."], "x": 1}, "/x", "unknown_field", "no field"),
        (
            {"board": ["HH.", "..."], "rulings": {"corners": "both"}},
            "/rulings/corners",
            "unknown_value",
            "Invalid value both. Valid values: apart, together.",
        ),
    ],
)
def test_refuses_invalid_values(
    client: FlaskClient, asked: object, pointer: str, code: str, detail: str
) -> None:
    response = client.post(SCORES, json=asked)
    assert response.status_code == 422
    (error,) = response.get_json()["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)
    assert detail in error["detail"]


def test_its_own_faults_have_sentences_in_every_language(client: FlaskClient) -> None:
    sentences = {
        client.post(
            SCORES, json={"board": ["..."] * 2}, headers={"Accept-Language": language}
        ).get_json()["errors"][0]["detail"]
        for language in LANGUAGES
    }
    assert len(sentences) == len(LANGUAGES)


def test_it_is_listed_with_its_endpoints_rules_and_rulings(client: FlaskClient) -> None:
    assert client.get("/v3/games").get_json()["games"][-1] == {
        "id": "toy",
        "path": "/v3/toy",
        "name": "Hedges",
        "questions": [SCORES],
        "rulings": ["corners"],
    }
    (rule,) = client.get("/v3/toy/rules").get_json()["rules"]
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
    shared = {"Error", "FaultCode", "Game", "GameList", "Health", "Problem"}
    games = tuple(each["name"].title().replace("_", "") for each in document["tags"])
    assert {"Toy", "Misterra"} <= {*games}
    assert all(name.startswith(games) for name in schemas.keys() - shared)


def test_a_specification_requires_what_the_rulebook_has(app: Flask) -> None:
    schemas = specification(app)["components"]["schemas"]
    toy, misterra = schemas["ToyItem"], schemas["MisterraItem"]
    assert "section" in toy["required"]
    assert "page" not in toy["properties"]
    assert "page" in misterra["required"]
    assert "section" not in misterra["properties"]


def test_is_listed_on_the_page(client: FlaskClient) -> None:
    assert client.get("/toy/").status_code == 200
    assert client.get("/page/toy/game.js").status_code == 200


def test_works_as_the_only_game() -> None:
    alone = create_app(games=(GAME,))
    assert alone.test_client().get("/v3/misterra/rules").status_code == 404
    assert {path.split("/")[2] for path in specification(alone)["paths"] if "/v3/" in path} == {
        "games",
        "toy",
    }


GUIDE = (Path(__file__).parents[2] / "docs" / "how-to" / "add-a-game.md").read_text("utf-8")
SHOWN = re.findall(r"```(?:python|toml)\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: block.splitlines()[0])
def test_the_guide_shows_the_game_as_it_is(block: str) -> None:
    own = [path for path in Path(__file__).parent.iterdir() if path.suffix in (".py", ".toml")]
    assert any(block in path.read_text("utf-8") for path in own)
