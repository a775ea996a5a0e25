"""Lines: a request on each line, answered in order, one by one, whatever is wrong with some."""

import socket
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import orjson
import pytest
import requests
from flask.testing import FlaskClient
from werkzeug.http import parse_accept_header

from service.serving import FULL, GAME, Server, running
from theodolite.misterra import scoring
from theodolite.web import lines
from theodolite.web.app import create_app
from theodolite.web.game import Game
from theodolite.web.games import GAMES
from theodolite.web.lines import LONGEST_LINE
from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite.web.problems import Problem
from theodolite.web.serving.executors import LINES
from theodolite.web.serving.limits import Limits
from theodolite_sdk import InvalidSnapshot, Theodolite

SCORES = "/v3/misterra/scores"
IMPOSSIBLE = {**FINISHED_GAME, "island": ["J", ".....", ".....", ".....", "....."]}
TABLES = 100_000 if FULL else 3_000


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("batch") / "log") as server:
        yield server


def send(client: FlaskClient, body: bytes, **headers: str) -> list[Any]:
    response = client.post(SCORES, data=body, content_type=LINES, headers=headers)
    assert response.status_code == 200
    assert response.mimetype == LINES
    return [orjson.loads(line) for line in response.data.splitlines()]


def test_answers_a_line_like_a_request(client: FlaskClient) -> None:
    alone = client.post(SCORES, data=GAME, content_type="application/json").get_json()
    assert send(client, GAME + b"\n" + GAME) == [{"line": i, **alone} for i in (1, 2)]


def test_answers_an_invalid_line_in_its_place(client: FlaskClient) -> None:
    good, broken, impossible, last = send(
        client, b"\n".join([GAME, b"{", orjson.dumps({"snapshot": IMPOSSIBLE}), GAME])
    )
    assert {**good, "line": 4} == last
    assert (broken["type"], broken["status"], broken["line"]) == ("/problems/not-json", 400, 2)
    assert (impossible["status"], impossible["line"]) == (422, 3)
    assert [error["pointer"] for error in impossible["errors"]] == ["/snapshot/island/0"]
    assert impossible["request_id"]


def test_hands_out_slow_answers_before_the_next_line_is_judged(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "_PIECE_SECONDS", 0.0)
    response = client.post(SCORES, data=b"\n".join([GAME] * 3), content_type=LINES, buffered=False)
    assert [piece.count(b"\n") for piece in response.iter_encoded()] == [1, 1, 1]


def test_uses_the_language_of_the_request(client: FlaskClient) -> None:
    (problem,) = send(client, b"{", **{"Accept-Language": "nl"})
    assert problem["title"] == "Geen JSON"


def test_parses_accept_language_once_and_only_its_start(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []

    def counted(header: str, kind: Any) -> Any:
        parsed.append(header)
        return parse_accept_header(header, kind)

    monkeypatch.setattr("theodolite.web.responses.parse_accept_header", counted)
    wish = "a," * 10_000
    assert len(send(client, b"1\n" * 20, **{"Accept-Language": wish})) == 20
    assert [wish.startswith(one) and len(one) <= 1000 for one in parsed] == [True]


def test_skips_blank_lines_but_counts_them(client: FlaskClient) -> None:
    answers = send(client, b"\n" + GAME + b"\r\n  \n{\n\n")
    assert [answer.get("line") for answer in answers] == [2, 4]


@pytest.mark.parametrize("body", [b"", b"\n", b" \n\r\n"])
def test_answers_an_empty_batch_with_an_empty_body(client: FlaskClient, body: bytes) -> None:
    assert send(client, body) == []


def test_a_line_that_is_too_long_leaves_the_others_alone(client: FlaskClient) -> None:
    edge = b" " * (LONGEST_LINE - len(GAME)) + GAME
    fits, spoilt, last = send(client, edge + b"\n " + edge + b"\n" + GAME)
    assert {**fits, "line": 3} == last
    assert (spoilt["status"], spoilt["line"]) == (413, 2)


@pytest.mark.parametrize("line", [b"\xff", b"\x00", b"[" * 5000, b"null", b'"' + b"a" * 70_000])
def test_answers_malformed_lines_with_a_problem(client: FlaskClient, line: bytes) -> None:
    problem, good = send(client, line + b"\n" + GAME)
    assert problem["status"] in (400, 422)
    assert good["winners"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_operation_with_json_takes_lines(client: FlaskClient, game: Game) -> None:
    for operation in game.operations:
        if operation.schema is None or operation.name in ("pictures", "photos"):
            continue
        path, body = game.path + operation.path, orjson.dumps(operation.example)
        wishes = {"Accept": "application/json"}
        alone = client.post(path, data=body, content_type="application/json", headers=wishes)
        lines = client.post(path, data=body + b"\n" + body, content_type=LINES)
        found = [orjson.loads(line) for line in lines.data.splitlines()]
        assert found == [{"line": i, **alone.get_json()} for i in (1, 2)], operation.name


def test_limits_the_size_of_a_batch() -> None:
    client = create_app(allowed=Limits(largest_batch=2 * len(GAME))).test_client()
    assert len(send(client, GAME + b"\n")) == 1
    body = b"\n".join([GAME] * 3)
    assert client.post(SCORES, data=body, content_type=LINES).status_code == 413


class Stalling:
    """A request body that times out after its first lines, as the server reports it."""

    def __init__(self, came: bytes) -> None:
        self.came = BytesIO(came)

    def read(self, size: int = -1) -> bytes:
        if piece := self.came.read(size):
            return piece
        raise Problem("too-slow")


def test_a_stalled_body_times_out_after_the_lines_that_came(client: FlaskClient) -> None:
    response = client.post(
        SCORES,
        content_type=LINES,
        environ_overrides={
            "wsgi.input": Stalling(GAME + b"\n" + GAME + b"\n{"),
            "wsgi.input_terminated": True,
        },
    )
    *good, last = [orjson.loads(line) for line in response.data.splitlines()]
    assert len(good) == 2
    assert (last["status"], last["line"]) == (408, 3)


def test_a_chunked_batch_over_the_limit_ends_with_a_problem() -> None:
    client = create_app(allowed=Limits(largest_batch=2 * len(GAME))).test_client()
    response = client.post(
        SCORES,
        content_type=LINES,
        environ_overrides={
            "wsgi.input": BytesIO((GAME + b"\n") * 500),
            "wsgi.input_terminated": True,
        },
    )
    *_, last = [orjson.loads(line) for line in response.data.splitlines()]
    assert last["status"] == 413


def test_an_internal_error_is_answered_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    client = create_app().test_client()
    monkeypatch.setattr(scoring, "score", lambda _: 1 // 0)
    (problem,) = send(client, GAME)
    assert (problem["status"], problem["line"]) == (500, 1)
    assert "ZeroDivision" not in str(problem)


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


HEAD = (
    f"POST {SCORES} HTTP/1.1\r\nHost: referee\r\nContent-Type: {LINES}\r\n"
    "Transfer-Encoding: chunked\r\n\r\n"
).encode()


def pieces_of(connection: socket.socket) -> Iterator[bytes]:
    """Yield the chunks of a response as they arrive."""
    with connection.makefile("rb") as answer:
        assert answer.readline().startswith(b"HTTP/1.1 200")
        while answer.readline().strip():
            pass
        while size := int(answer.readline(), 16):
            yield answer.read(size)
            answer.readline()


def test_answers_each_line_before_the_next_is_sent(served: Server) -> None:
    with served.connect(HEAD + chunk(GAME + b"\n")) as connection:
        pieces = pieces_of(connection)
        for _ in range(3):
            assert orjson.loads(next(pieces))["winners"]
            connection.sendall(chunk(GAME + b"\n"))
        connection.sendall(chunk(b""))
        assert len(list(pieces)) == 1


def test_memory_does_not_grow_with_the_batch(served: Server) -> None:
    """Memory stays within 5% after the first fifth. Sending and receiving overlap."""

    def send_all(connection: socket.socket) -> None:
        for _ in range(TABLES // 100):
            connection.sendall(chunk((GAME + b"\n") * 100))
        connection.sendall(chunk(b""))

    answered = before = 0
    with served.connect(HEAD) as connection:
        sender = Thread(target=send_all, args=[connection])
        sender.start()
        for piece in pieces_of(connection):
            answered += piece.count(b"\n")
            if not before and answered > TABLES / 5:
                before = served.memory()
        sender.join()
    assert answered == TABLES
    assert served.memory() < 1.05 * before


@pytest.mark.parametrize("body", [b"", b"\n", b" \n\r\n"])
@pytest.mark.parametrize("chunked", [False, True])
def test_the_server_answers_an_empty_batch_with_an_empty_body(
    served: Server, body: bytes, *, chunked: bool
) -> None:
    data = iter([body or b"\n"]) if chunked else body
    answer = requests.post(
        served.url + SCORES, data=data, headers={"Content-Type": LINES}, timeout=60
    )
    assert (answer.status_code, answer.content) == (200, b"")


def test_a_client_that_does_not_read_pauses_the_batch(served: Server) -> None:
    before = served.memory()
    with served.connect(HEAD) as connection:
        connection.settimeout(1)
        # Unread answers fill the connection; then the server stops reading.
        with pytest.raises(TimeoutError):
            connection.sendall(chunk((GAME + b"\n") * 100) * 3_000)
        assert served.memory() < before + (32 << 20)


def test_answers_other_requests_during_a_batch(served: Server) -> None:
    with served.connect(HEAD + chunk(GAME)):
        assert served.score() == 200


def test_a_shutdown_finishes_a_running_batch(tmp_path: Path) -> None:
    with running(tmp_path / "log") as server, server.connect(HEAD) as connection:
        pieces = pieces_of(connection)
        connection.sendall(chunk(GAME + b"\n"))
        assert orjson.loads(next(pieces))["winners"]
        server.process.terminate()
        while server.answers():
            pass
        connection.sendall(chunk(b"{\n") + chunk(b""))
        assert [orjson.loads(piece)["line"] for piece in pieces] == [2]
        assert server.process.wait(timeout=60) == 0


def test_the_sdk_scores_a_batch(served: Server) -> None:
    tables = [FINISHED_GAME, IMPOSSIBLE, *[FINISHED_GAME] * 400]
    with Theodolite(served.url) as referee:
        first, second, *others = referee.misterra.score_many(tables)
        assert first == referee.misterra.score(FINISHED_GAME)
    assert isinstance(second, InvalidSnapshot)
    assert others == [first] * 400
