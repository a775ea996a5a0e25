"""HTTP as clients expect it: compression, entity tags, OPTIONS."""

import gzip

import pytest
from flask.testing import FlaskClient

from theodolite.rulebook import LANGUAGES
from theodolite.web.answers import COMPRESSED_FROM
from theodolite.web.games import GAMES
from theodolite.web.operations import Operation

LISTS = ["/v1/games"] + [
    game.path + each.path for game in GAMES for each in game.operations if each.body is None
]
QUESTIONS = [(game.path, each) for game in GAMES for each in game.operations if each.judge]
GZIP = {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize(
    ("path", "operation"), QUESTIONS, ids=[path + each.path for path, each in QUESTIONS]
)
def test_an_answer_is_the_same_compressed(
    client: FlaskClient, path: str, operation: Operation
) -> None:
    headers = {"X-Request-ID": "x"}
    plain = client.post(path + operation.path, json=operation.example, headers=headers)
    packed = client.post(path + operation.path, json=operation.example, headers=headers | GZIP)
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["Vary"]
    if len(plain.data) > COMPRESSED_FROM:
        assert packed.headers["Content-Encoding"] == "gzip"
        assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
        assert gzip.decompress(packed.data) == plain.data
    else:
        assert packed.data == plain.data


@pytest.mark.parametrize("accepted", ["", "identity", "gzip;q=0", "br", "gzip;q=0, *"])
def test_a_client_that_does_not_accept_gzip_gets_none(client: FlaskClient, accepted: str) -> None:
    response = client.get("/v1/misterra/rules", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in response.headers
    assert response.get_json()["rules"]


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip", "*", "GZIP;q=0.5", "x," * 400 + "gzip"])
def test_a_client_that_accepts_gzip_gets_it(client: FlaskClient, accepted: str) -> None:
    response = client.get("/v1/misterra/rules", headers={"Accept-Encoding": accepted})
    assert gzip.decompress(response.data).startswith(b'{"rules":')


@pytest.mark.parametrize("path", LISTS)
def test_a_list_that_has_not_changed_is_not_sent_again(client: FlaskClient, path: str) -> None:
    tags = set()
    for language in LANGUAGES:
        for coding in ("identity", "gzip"):
            headers = {"Accept-Language": language, "Accept-Encoding": coding}
            first = client.get(path, headers=headers)
            assert first.headers["Vary"] == "Accept-Language, Accept-Encoding"
            assert first.headers["Cache-Control"] == "no-cache"
            again = client.get(path, headers=headers | {"If-None-Match": first.headers["ETag"]})
            assert (again.status_code, again.data) == (304, b"")
            tags.add((first.headers["ETag"], first.data))
    assert len(tags) == len({tag for tag, _ in tags})


def test_options_are_answered_in_json(client: FlaskClient) -> None:
    response = client.options("/v1/misterra/scores")
    assert response.get_json() == {"methods": ["OPTIONS", "POST"]}
    assert set(response.headers["Allow"].split(", ")) == {"OPTIONS", "POST"}


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_the_state_of_the_service_is_never_kept(client: FlaskClient, path: str) -> None:
    assert "ETag" not in client.get(path).headers
