"""The real server, tested by bytes on a connection."""

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests

from attacks.conftest import eventually
from theodolite.web.app import LARGEST_BODY
from theodolite.web.misterra.examples import FINISHED_GAME

SCORES = "/v3/misterra/scores"
JSON = {"Content-Type": "application/json"}
BODY = json.dumps({"snapshot": FINISHED_GAME}).encode()


def raw(url: str, request: bytes) -> bytes:
    """Send bytes on a new connection, and return what the server sends until it closes it."""
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port or 80), timeout=60) as connection:
        connection.sendall(request)
        with connection.makefile("rb") as answer:
            return answer.read()


def head(method: str, path: str, *headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: theodolite", "Connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def test_scores_a_game(server: str) -> None:
    response = requests.post(f"{server}{SCORES}", json={"snapshot": FINISHED_GAME}, timeout=60)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"
    assert response.json()["winners"] == ["Cassandra"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/v3", "/docs", "/"])
def test_serves_its_pages(server: str, path: str) -> None:
    assert requests.get(f"{server}{path}", timeout=60).status_code == 200


def pieces(body: bytes, size: int = 1000) -> Iterator[bytes]:
    for start in range(0, len(body), size):
        yield body[start : start + size]


def test_accepts_a_chunked_request(server: str) -> None:
    response = requests.post(f"{server}{SCORES}", data=pieces(BODY), headers=JSON, timeout=60)
    assert response.status_code == 200


@pytest.mark.parametrize("size", [LARGEST_BODY + 1, 3 * LARGEST_BODY])
def test_refuses_a_large_body_with_or_without_content_length(server: str, size: int) -> None:
    body = BODY.ljust(size)
    for sent in (body, pieces(body, 10_000)):
        response = requests.post(f"{server}{SCORES}", data=sent, headers=JSON, timeout=60)
        assert response.status_code == 413
        assert response.headers["Content-Type"] == "application/problem+json"
        assert response.json()["type"] == "/problems/too-large"


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/nothing", (), 404),
        ("GET", "/%ff%fe", (), 404),
        ("GET", "/page/%00", (), 404),
        ("GET", "/page/../../app.py", (), 404),
        ("BREW", SCORES, (), 400),
        ("DELETE", SCORES, (), 405),
        ("POST", SCORES, ("Content-Type: application/json",), 400),
        ("POST", SCORES, ("Content-Type: application/json", "Content-Length: 0"), 400),
        ("POST", SCORES, (), 415),
        ("POST", SCORES, ("Content-Type: \xff",), 415),
        ("POST", SCORES, ("Content-Type: application/json", "Content-Length: 99999999"), 413),
    ],
)
def test_answers_unusual_requests_with_a_problem(
    server: str, method: str, path: str, headers: tuple[str, ...], status: int
) -> None:
    answer = raw(server, head(method, path, *headers))
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    start, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-type: application/problem+json" in start.lower()
    assert json.loads(body)["status"] == status


@pytest.mark.parametrize(
    "request_",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET\r\n\r\n",
        head("GET", "/healthz", "Bad header"),
        head("POST", SCORES, "Content-Length: many"),
        head("POST", SCORES, "Content-Length: -1"),
        head("POST", SCORES, *JSON, "Transfer-Encoding: chunked") + b"xyz\r\n{}\r\n0\r\n\r\n",
        head("GET", "/healthz", f"X-Long: {'x' * 1_000_000}"),
        head("GET", "/" + "x" * 100_000),
    ],
    ids=lambda request: repr(request[:30]),
)
def test_answers_malformed_http_with_400(server: str, request_: bytes) -> None:
    try:
        answer = raw(server, request_)
    except ConnectionError:
        answer = b""
    assert not answer or re.match(rb"HTTP/1\.[01] 4\d\d ", answer)
    assert requests.get(f"{server}/healthz", timeout=60).ok


@pytest.mark.parametrize("sent", [b"", b'{"beach"', BODY[:-1]])
def test_survives_clients_that_disconnect(server: str, sent: bytes) -> None:
    address = urlsplit(server)
    with socket.create_connection((address.hostname, address.port or 80), timeout=60) as connection:
        length = f"Content-Length: {len(BODY)}"
        connection.sendall(head("POST", SCORES, "Content-Type: application/json", length) + sent)
    assert requests.get(f"{server}/healthz", timeout=60).ok


def test_sends_a_response_in_one_packet(server: str) -> None:
    lines = [f"POST {SCORES} HTTP/1.1", "Host: theodolite", "Content-Type: application/json"]
    asked = "\r\n".join([*lines, f"Content-Length: {len(BODY)}", "", ""]).encode() + BODY
    address = urlsplit(server)
    with socket.create_connection((address.hostname, address.port or 80), timeout=60) as connection:
        for _ in range(20):
            connection.sendall(asked)
            _, _, body = connection.recv(1 << 17).partition(b"\r\n\r\n")
            assert json.loads(body)["winners"] == ["Cassandra"]


def test_passes_language_and_request_id_through(server: str) -> None:
    headers = {"Accept-Language": "nl", "X-Request-ID": "table-7"}
    response = requests.get(f"{server}/nothing", headers=headers, timeout=60)
    assert response.headers["X-Request-ID"] == response.json()["request_id"] == "table-7"
    assert response.headers["Content-Language"] == "nl"
    assert response.json()["title"] == "Niet gevonden"


def test_logs_a_line_without_the_body_for_each_request(server: str, server_log: Path) -> None:
    table = {**FINISHED_GAME, "players": [{**FINISHED_GAME["players"][0], "name": "Secretive"}]}
    requests.post(
        f"{server}{SCORES}?player=Secretive",
        json={"snapshot": table},
        headers={"X-Request-ID": "log-me"},
        timeout=60,
    )
    assert eventually(lambda: "log-me" in server_log.read_text())
    lines = [json.loads(line) for line in server_log.read_text().splitlines()]
    (line,) = [line for line in lines if line.get("request_id") == "log-me"]
    assert (line["method"], line["path"], line["status"]) == ("POST", SCORES, 200)
    assert line["milliseconds"] > 0
    assert "Secretive" not in server_log.read_text()


def test_metrics_count_requests_by_operation(server: str) -> None:
    def count() -> float:
        labels = r'\{operation="misterra.scores",status="200"\}'
        text = requests.get(f"{server}/metrics", timeout=60).text
        found = re.search(rf"theodolite_request_seconds_count{labels} (.+)", text)
        return float(found[1]) if found else 0

    before = count()
    requests.post(f"{server}{SCORES}", json={"snapshot": FINISHED_GAME}, timeout=60)
    assert count() == before + 1
