"""Problem documents, request ids, Accept-Language, and internal errors."""

import json
import logging
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from theodolite import __version__
from theodolite.misterra import scoring
from theodolite.rulebook import LANGUAGES
from theodolite.web.app import LARGEST_BODY, create_app
from theodolite.web.game import operations_of
from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite.web.problems import problem_types
from theodolite.web.serving.logs import JsonFormatter

SCORES = "/v3/misterra/scores"
JSON = {"content_type": "application/json"}
KINDS = ("application/json", "application/x-ndjson", "multipart/form-data")


def problem(response: Any, status: int, type_: str) -> dict[str, Any]:
    """Check the shape of a problem response, and return the document."""
    assert response.status_code == status
    assert response.mimetype == "application/problem+json"
    found: dict[str, Any] = response.get_json()
    assert found["type"] == f"/problems/{type_}"
    assert found["status"] == status
    assert found["title"]
    assert found["detail"]
    assert found["request_id"] == response.headers["X-Request-ID"]
    assert response.headers["Theodolite-Version"] == __version__
    assert found.keys() - {"errors"} == {"type", "title", "status", "detail", "request_id"}
    return found


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"{'beach': 'left'}",
        b'{"beach": "left",}',
        b'{"deck": NaN}',
        b'{"deck": Infinity}',
        b'{"deck": 01}',
        b"{} {}",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf\xef\xbb\xbf{}",
        b'{"beach": "\xff"}',
        b'{"beach": "\xed\xa0\x80"}',
        b'{"beach": "\\ud800"}',
        b'{"\\udfff": 1}',
        b'{"beach": "\\x00"}',
        b'{"beach": "a\x00b"}',
        "{}".encode("utf-16"),
        "{}".encode("utf-32-le"),
        b"[" * 20_000,
        b'{"a":' * 20_000,
        b'{"deck": 1' + b"0" * 5000 + b"}",
    ],
    ids=lambda body: repr(body[:20]),
)
def test_refuses_invalid_json(client: FlaskClient, body: bytes) -> None:
    problem(client.post(SCORES, data=body, **JSON), 400, "not-json")


def test_reports_the_position_of_invalid_json_in_the_language_of_the_request(
    client: FlaskClient,
) -> None:
    response = client.post(SCORES, data=b'{"deck": x}', headers={"Accept-Language": "nl"}, **JSON)
    detail = problem(response, 400, "not-json")["detail"]
    assert detail.startswith("De inhoud van het verzoek is geen JSON")
    assert "byte 9" in detail


@pytest.mark.parametrize(
    "body",
    [
        b'{"a":' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"rulings":' * 900 + b"{}" + b"}" * 900,
        b'{"deck": 1' + b"0" * 4000 + b"}",
        b'{"deck": -1' + b"0" * 300 + b"}",
        b'{"\\u0000": "\\uffff"}',
        b'{"players": [' + b"{}," * 20_000 + b"{}]}",
        b'{"island": [' + b'"",' * 20_000 + b'""]}',
        b'{"island": ["' + b"x" * 500_000 + b'"]}',
        b'{"players": [{"name": "' + b"x" * 500_000 + b'"}]}',
        b'{"players": [{"presumptions": [{"card": 24, "pattern": ["' + b"J" * 500_000 + b'"]}]}]}',
        b'{"beach": "' + b"x" * 500_000 + b'"}',
    ],
    ids=lambda body: repr(body[:20]),
)
def test_the_response_to_a_huge_body_is_short(client: FlaskClient, body: bytes) -> None:
    response = client.post(SCORES, data=body, **JSON)
    assert problem(response, 422, "invalid-snapshot")["errors"]
    assert len(response.data) < 100_000


@pytest.mark.parametrize(
    ("members", "pointers"),
    [
        ('"deck": 31, "deck": 31', ["/deck"]),
        ('"d": "\\u003a", "deck": 31, "d\\u0065ck": 999', ["/deck"]),
        ('"a": [{"b": 1, "b": 2}], "c": 1, "c": 2', ["/a/0/b", "/c"]),
        ('"a:": 1, "a:": 2, "a:": 3', ["/a:", "/a:"]),
    ],
)
def test_refuses_a_key_that_stands_twice_in_an_object(
    client: FlaskClient, members: str, pointers: list[str]
) -> None:
    found = problem(client.post(SCORES, data=f"{{{members}}}", **JSON), 422, "invalid-snapshot")
    assert [(fault["pointer"], fault["code"]) for fault in found["errors"]] == [
        (pointer, "duplicate_key") for pointer in pointers
    ]


@pytest.mark.parametrize("number", ["3.0", "30e-1", "0.3e1", "3"])
def test_a_whole_number_may_be_written_with_a_point(client: FlaskClient, number: str) -> None:
    body = json.dumps({"snapshot": {**FINISHED_GAME, "deck": "here"}}).replace('"here"', number)
    assert client.post(SCORES, data=body, **JSON).status_code == 200


@pytest.mark.parametrize("number", ["1e30", "1e400", "-1e400", "1" + "0" * 400])
def test_a_number_beyond_all_bounds_is_out_of_range(client: FlaskClient, number: str) -> None:
    body = json.dumps({"snapshot": {**FINISHED_GAME, "deck": "here"}}).replace('"here"', number)
    (fault,) = problem(client.post(SCORES, data=body, **JSON), 422, "invalid-snapshot")["errors"]
    assert (fault["pointer"], fault["code"]) == ("/snapshot/deck", "out_of_range")


def test_skips_one_byte_order_mark(client: FlaskClient) -> None:
    body = b"\xef\xbb\xbf" + json.dumps({"snapshot": FINISHED_GAME}).encode()
    assert client.post(SCORES, data=body, **JSON).status_code == 200


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("language", ["en", "nl", "fr", "de"])
def test_names_an_encoding_that_is_not_utf_8(
    client: FlaskClient, encoding: str, language: str
) -> None:
    body = json.dumps({"snapshot": FINISHED_GAME}).encode(encoding)
    response = client.post(SCORES, data=body, headers={"Accept-Language": language}, **JSON)
    detail = problem(response, 400, "not-json")["detail"]
    assert encoding[:6].upper() in detail
    assert "UTF-8" in detail


@pytest.mark.parametrize(
    "path", ["/v3/chess", "/v3/misterra/score", "/v3/chess/scores", "/é", "/%00", "/v3/../x"]
)
def test_unknown_paths_are_not_found(client: FlaskClient, path: str) -> None:
    if path == "/":
        path = "/nothing"
    problem(client.get(path), 404, "not-found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", SCORES, "OPTIONS, POST"),
        ("DELETE", "/v3/misterra/updates", "OPTIONS, POST"),
        ("POST", "/v3", "GET, HEAD, OPTIONS"),
        ("PUT", "/healthz", "GET, HEAD, OPTIONS"),
        ("BREW", SCORES, "OPTIONS, POST"),
    ],
)
def test_refuses_other_methods_and_lists_the_allowed_ones(
    client: FlaskClient, method: str, path: str, allowed: str
) -> None:
    response = client.open(path, method=method)
    problem(response, 405, "method-not-allowed")
    assert response.headers["Allow"] == allowed


def test_refuses_a_body_over_the_limit(client: FlaskClient) -> None:
    body = json.dumps({"snapshot": FINISHED_GAME}).encode()
    full = body.ljust(LARGEST_BODY)
    assert client.post(SCORES, data=full, **JSON).status_code == 200
    problem(client.post(SCORES, data=full + b" ", **JSON), 413, "too-large")


@pytest.mark.parametrize(
    "content_type",
    [None, "", "text/plain", "text/json", "application/x-www-form-urlencoded", "application/jsonp"],
)
def test_refuses_other_media_types(client: FlaskClient, content_type: str | None) -> None:
    response = client.post(
        SCORES, data=json.dumps({"snapshot": FINISHED_GAME}), content_type=content_type
    )
    problem(response, 415, "unsupported-media-type")
    assert response.headers["Accept"] == "application/json"


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_the_media_type_of_the_operation(app: Flask, language: str) -> None:
    client, paths = app.test_client(), {r.endpoint: r.rule for r in app.url_map.iter_rules()}
    asked = {paths[id_]: each for id_, each in operations_of(app).items() if each.schema}
    assert len({each.media_type for each in asked.values()}) == 2
    for path, each in asked.items():
        headers = {"Accept-Language": language}
        response = client.post(path, data=b"{}", content_type="text/plain", headers=headers)
        document = problem(response, 415, "unsupported-media-type")
        assert response.headers["Accept"] == ", ".join([each.media_type, *each.text_types])
        named = [kind for kind in KINDS if kind in document["detail"]]
        assert named == [each.media_type]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"[" + b"[]," * 25_000 + b"[]]", "more than 25000 lists and objects"),
        (b"[" + b'"",' * 25_000 + b'""]', "more than 25000 strings"),
    ],
)
def test_refuses_a_body_with_too_many_values(client: FlaskClient, body: bytes, says: str) -> None:
    assert says in problem(client.post(SCORES, data=body, **JSON), 413, "too-large")["detail"]


def test_states_the_allowed_length_of_a_list(client: FlaskClient) -> None:
    action = {"type": "map", "spaces": []}
    asked = {
        "snapshot": {"island": ["....."] * 5},
        "move": {"sketch": ["lagoon"], "action": action},
    }
    response = client.post("/v3/misterra/updates", data=json.dumps(asked), **JSON)
    (error,) = problem(response, 422, "invalid-snapshot")["errors"]
    assert error["detail"] == "This list must have 1-2 items; it has 0."


@pytest.mark.parametrize(
    "content_type", ["application/json", "APPLICATION/JSON", "application/json; charset=utf-8"]
)
def test_accepts_json_media_types(client: FlaskClient, content_type: str) -> None:
    response = client.post(
        SCORES, data=json.dumps({"snapshot": FINISHED_GAME}), content_type=content_type
    )
    assert response.status_code == 200


@pytest.mark.parametrize("id_", ["a", "7c9e6679-f742-5f9f", "A.b_c:d@e/f+g=h", "x" * 128])
def test_returns_a_valid_request_id(client: FlaskClient, id_: str) -> None:
    response = client.get("/healthz", headers={"X-Request-ID": id_})
    assert response.headers["X-Request-ID"] == id_


@pytest.mark.parametrize("id_", ["", "a b", "x" * 129, "ü", "<b>", 'a"b', "a,b", "{}"])
def test_replaces_an_invalid_request_id(client: FlaskClient, id_: str) -> None:
    response = client.get("/healthz", headers={"X-Request-ID": id_})
    assert re.fullmatch("[0-9a-f]{32}", response.headers["X-Request-ID"])


def test_request_ids_are_unique(client: FlaskClient) -> None:
    ids = {client.get("/healthz").headers["X-Request-ID"] for _ in range(100)}
    assert len(ids) == 100


@pytest.mark.parametrize(
    ("accepts", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("en", "en"),
        ("nl", "nl"),
        ("nl-BE", "nl"),
        ("NL-be;q=0.9, en;q=0.8", "nl"),
        ("es, nl;q=0.5, en;q=0.4", "nl"),
        ("nl;q=0, en", "en"),
        ("fr", "fr"),
        ("de-AT, en;q=0.8", "de"),
        ("es", "en"),
        ("*", "en"),
        ("nl-BE, en-GB", "nl"),
        ("es-MX, nl-BE;q=0.7, en;q=0.3", "nl"),
        ("nl;q=high", "en"),
        ("\x01;;q=,,", "en"),
        ("x" * 5000, "en"),
    ],
)
def test_uses_accept_language(client: FlaskClient, accepts: str | None, language: str) -> None:
    headers = {} if accepts is None else {"Accept-Language": accepts}
    response = client.get("/nothing", headers=headers)
    titles = {
        "en": "Not found",
        "nl": "Niet gevonden",
        "fr": "Introuvable",
        "de": "Nicht gefunden",
    }
    assert problem(response, 404, "not-found")["title"] == titles[language]
    assert response.headers["Content-Language"] == language
    assert "Accept-Language" in response.headers["Vary"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("type_", problem_types)
def test_every_problem_type_has_a_page(client: FlaskClient, type_: str, language: str) -> None:
    response = client.get(f"/problems/{type_}", headers={"Accept-Language": language})
    assert response.status_code == 200
    assert response.mimetype == "text/html"
    entry = problem_types[type_]
    page = response.get_data(as_text=True)
    assert f'<html lang="{language}">' in page
    assert f"<h1>{entry[language]['title']}</h1>" in page
    assert f"HTTP {entry['status']}" in page


def test_unknown_problem_types_have_no_page(client: FlaskClient) -> None:
    problem(client.get("/problems/luck"), 404, "not-found")


def test_an_internal_error_is_logged_but_not_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def break_down(*_: object) -> None:
        secret = "the dice are loaded"  # noqa: S105
        raise RuntimeError(secret)

    monkeypatch.setattr(scoring, "score", break_down)
    with caplog.at_level(logging.ERROR):
        response = create_app().test_client().post(SCORES, json={"snapshot": FINISHED_GAME})
    problem(response, 500, "internal")
    page = response.get_data(as_text=True)
    assert "dice" not in page
    assert "Traceback" not in page
    (record,) = caplog.records
    (line,) = JsonFormatter().format(record).splitlines()
    logged = json.loads(line)
    assert (logged["level"], logged["path"]) == ("error", SCORES)
    assert "the dice are loaded" in logged["exception"]
    assert "Cassandra" not in line


def test_debug_and_testing_modes_are_off(app: Flask) -> None:
    assert not app.debug
    assert not app.testing


def test_refuses_untrusted_hosts() -> None:
    app = create_app()
    app.config["TRUSTED_HOSTS"] = ["referee.example"]
    client = app.test_client()
    assert client.get("/healthz", base_url="https://referee.example").status_code == 200
    problem(client.get("/healthz", base_url="https://elsewhere.example"), 400, "bad-request")


PIECES = [
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b'"',
    b"\\u00",
    b"3a",
    b"1e9",
    b"-0",
    b"\xef\xbb\xbf",
    b"\xff",
]


@given(st.binary() | st.lists(st.sampled_from(PIECES)).map(b"".join))
def test_no_bytes_cause_an_internal_error(client: FlaskClient, body: bytes) -> None:
    response = client.post(SCORES, data=body, **JSON)
    assert response.status_code in (400, 422)
    assert response.mimetype == "application/problem+json"
