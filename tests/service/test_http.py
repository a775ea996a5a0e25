"""Standard HTTP: compression, entity tags, OPTIONS."""

import gzip

import pytest
from flask.testing import FlaskClient

from theodolite.rulebook import LANGUAGES
from theodolite.web.games import GAMES
from theodolite.web.operations import Operation
from theodolite.web.responses import COMPRESSED_FROM

LISTS = ["/v3"] + [
    game.path + each.path for game in GAMES for each in game.operations if each.schema is None
]
OPERATIONS = [(game.path, each) for game in GAMES for each in game.operations if each.judge]
GZIP = {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize(
    ("path", "operation"), OPERATIONS, ids=[path + each.path for path, each in OPERATIONS]
)
def test_compressed_responses_equal_plain_ones(
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
def test_sends_plain_responses_without_accept_encoding(client: FlaskClient, accepted: str) -> None:
    response = client.get("/v3/misterra/rules", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in response.headers
    assert response.get_json()["rules"]


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip", "*", "GZIP;q=0.5", "x," * 400 + "gzip"])
def test_sends_gzip_to_clients_that_accept_it(client: FlaskClient, accepted: str) -> None:
    response = client.get("/v3/misterra/rules", headers={"Accept-Encoding": accepted})
    assert gzip.decompress(response.data).startswith(b'{"rules":')


@pytest.mark.parametrize("path", LISTS)
def test_answers_304_for_an_unchanged_list(client: FlaskClient, path: str) -> None:
    tags = set()
    for language in LANGUAGES:
        for coding in ("identity", "gzip"):
            headers = {"Accept-Language": language, "Accept-Encoding": coding}
            first = client.get(path, headers=headers)
            assert first.headers["Vary"] == "Accept-Language, Accept-Encoding"
            assert first.headers["Cache-Control"] == "no-cache"
            again = client.get(path, headers=headers | {"If-None-Match": first.headers["ETag"]})
            assert (again.status_code, again.data) == (304, b"")
            for match in ("*", '"other"', f"W/{first.headers['ETag']}"):
                guarded = client.get(path, headers=headers | {"If-Match": match})
                assert (guarded.status_code, guarded.data) == (200, first.data)
            tags.add((first.headers["ETag"], first.data))
    assert len(tags) == len({tag for tag, _ in tags})


def test_answers_options_in_json(client: FlaskClient) -> None:
    response = client.options("/v3/misterra/scores")
    assert response.get_json() == {"methods": ["OPTIONS", "POST"]}
    assert set(response.headers["Allow"].split(", ")) == {"OPTIONS", "POST"}


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_checks_have_no_entity_tag(client: FlaskClient, path: str) -> None:
    assert "ETag" not in client.get(path).headers


def test_the_way_to_a_page_names_no_host(client: FlaskClient) -> None:
    """A redirect stays where it is, below any prefix."""
    response = client.get("/misterra?a=1", headers={"Host": "elsewhere.example"})
    assert (response.status_code, response.headers["Location"]) == (308, "misterra/?a=1")
