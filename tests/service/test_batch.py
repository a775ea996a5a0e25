"""Tables by the line: in the same order, whatever is wrong with some, however many there are."""

import socket
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Thread
from typing import Any

import orjson
import pytest
import requests
from click.testing import CliRunner
from flask.testing import FlaskClient
from werkzeug.http import parse_accept_header

from service.serving import COMMAND, FULL, GAME, Server, running
from theodolite.cli import main
from theodolite.misterra import scoring
from theodolite.web.app import create_app
from theodolite.web.batch import LONGEST_LINE, MEDIA_TYPE
from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite.web.problems import Problem
from theodolite.web.serving.limits import Limits
from theodolite_sdk import InvalidSnapshot, Theodolite

BATCH = "/v1/misterra/scores/batch"
IMPOSSIBLE = orjson.dumps({**FINISHED_GAME, "island": ["J", ".....", ".....", ".....", "....."]})
TABLES = 100_000 if FULL else 3_000


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("batch") / "log") as server:
        yield server


def send(client: FlaskClient, body: bytes, **headers: str) -> list[Any]:
    response = client.post(BATCH, data=body, content_type=MEDIA_TYPE, headers=headers)
    assert response.status_code == 200
    assert response.mimetype == MEDIA_TYPE
    return [orjson.loads(line) for line in response.data.splitlines()]


def test_a_line_is_answered_as_a_request_would_be(client: FlaskClient) -> None:
    alone = client.post("/v1/misterra/scores", json=FINISHED_GAME).get_json()
    assert send(client, GAME + b"\n" + GAME) == [alone, alone]


def test_a_bad_line_is_answered_in_its_place(client: FlaskClient) -> None:
    good, broken, impossible, last = send(client, b"\n".join([GAME, b"{", IMPOSSIBLE, GAME]))
    assert good == last
    assert (broken["type"], broken["status"], broken["line"]) == ("/problems/not-json", 400, 2)
    assert (impossible["status"], impossible["line"]) == (422, 3)
    assert [error["pointer"] for error in impossible["errors"]] == ["/island/0"]
    assert impossible["request_id"]


def test_texts_follow_the_language_of_the_request(client: FlaskClient) -> None:
    (problem,) = send(client, b"{", **{"Accept-Language": "nl"})
    assert problem["title"] == "Geen JSON"


def test_a_wish_for_languages_is_walked_once_and_no_further_than_anybody_wishes(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    walked: list[str] = []

    def counted(header: str, kind: Any) -> Any:
        walked.append(header)
        return parse_accept_header(header, kind)

    monkeypatch.setattr("theodolite.web.answers.parse_accept_header", counted)
    wish = "a," * 10_000
    assert len(send(client, b"1\n" * 20, **{"Accept-Language": wish})) == 20
    assert [wish.startswith(one) and len(one) <= 1000 for one in walked] == [True]


def test_lines_of_nothing_are_passed_over_but_counted(client: FlaskClient) -> None:
    told = send(client, b"\n" + GAME + b"\r\n  \n{\n\n")
    assert [answer.get("line") for answer in told] == [None, 4]


@pytest.mark.parametrize("body", [b"", b"\n", b" \n\r\n"])
def test_nothing_is_answered_with_nothing(client: FlaskClient, body: bytes) -> None:
    assert send(client, body) == []


def test_a_line_that_is_too_long_spoils_no_other(client: FlaskClient) -> None:
    edge = b" " * (LONGEST_LINE - len(GAME)) + GAME
    fits, spoilt, last = send(client, edge + b"\n " + edge + b"\n" + GAME)
    assert fits == last
    assert (spoilt["status"], spoilt["line"]) == (413, 2)


@pytest.mark.parametrize("line", [b"\xff", b"\x00", b"[" * 5000, b"null", b'"' + b"a" * 70_000])
def test_any_bytes_are_answered_with_a_problem(client: FlaskClient, line: bytes) -> None:
    problem, good = send(client, line + b"\n" + GAME)
    assert problem["status"] in (400, 422)
    assert good["winners"]


def test_another_media_type_is_refused(client: FlaskClient) -> None:
    response = client.post(BATCH, json=FINISHED_GAME)
    assert response.status_code == 415
    assert response.headers["Accept"] == MEDIA_TYPE


def test_a_batch_can_be_bounded() -> None:
    client = create_app(allowed=Limits(largest_batch=2 * len(GAME))).test_client()
    assert len(send(client, GAME + b"\n")) == 1
    body = b"\n".join([GAME] * 3)
    assert client.post(BATCH, data=body, content_type=MEDIA_TYPE).status_code == 413


class Stalling:
    """A body that stays away after the first lines, as the gate tells it."""

    def __init__(self, came: bytes) -> None:
        self.came = BytesIO(came)

    def read(self, size: int = -1) -> bytes:
        if piece := self.came.read(size):
            return piece
        raise Problem("too-slow")


def test_a_body_that_stays_away_is_told_so_after_what_came(client: FlaskClient) -> None:
    response = client.post(
        BATCH,
        content_type=MEDIA_TYPE,
        environ_overrides={
            "wsgi.input": Stalling(GAME + b"\n" + GAME + b"\n{"),
            "wsgi.input_terminated": True,
        },
    )
    *good, last = [orjson.loads(line) for line in response.data.splitlines()]
    assert len(good) == 2
    assert (last["status"], last["line"]) == (408, 3)


def test_a_batch_that_grows_over_its_bound_is_told_so_after_what_fitted() -> None:
    client = create_app(allowed=Limits(largest_batch=2 * len(GAME))).test_client()
    response = client.post(
        BATCH,
        content_type=MEDIA_TYPE,
        environ_overrides={
            "wsgi.input": BytesIO((GAME + b"\n") * 500),
            "wsgi.input_terminated": True,
        },
    )
    *_, last = [orjson.loads(line) for line in response.data.splitlines()]
    assert last["status"] == 413


def test_a_fault_of_the_referee_is_told_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    client = create_app().test_client()
    monkeypatch.setattr(scoring, "score", lambda _: 1 // 0)
    (problem,) = send(client, GAME)
    assert (problem["status"], problem["line"]) == (500, 1)
    assert "ZeroDivision" not in str(problem)


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


HEAD = (
    f"POST {BATCH} HTTP/1.1\r\nHost: referee\r\nContent-Type: {MEDIA_TYPE}\r\n"
    "Transfer-Encoding: chunked\r\n\r\n"
).encode()


def pieces_of(connection: socket.socket) -> Iterator[bytes]:
    """The chunks of an answer, as they come."""
    with connection.makefile("rb") as answer:
        assert answer.readline().startswith(b"HTTP/1.1 200")
        while answer.readline().strip():
            pass
        while size := int(answer.readline(), 16):
            yield answer.read(size)
            answer.readline()


def test_each_line_is_answered_before_the_next_is_sent(served: Server) -> None:
    with served.connect(HEAD + chunk(GAME + b"\n")) as connection:
        pieces = pieces_of(connection)
        for _ in range(3):
            assert orjson.loads(next(pieces))["winners"]
            connection.sendall(chunk(GAME + b"\n"))
        connection.sendall(chunk(b""))
        assert len(list(pieces)) == 1


def test_memory_stays_flat_however_many_there_are(served: Server) -> None:
    """Within 5% from a fifth of the way on; a sender and a reader at once, as HTTP allows."""

    def send_all(connection: socket.socket) -> None:
        for _ in range(TABLES // 100):
            connection.sendall(chunk((GAME + b"\n") * 100))
        connection.sendall(chunk(b""))

    answered = settled = 0
    with served.connect(HEAD) as connection:
        sender = Thread(target=send_all, args=[connection])
        sender.start()
        for piece in pieces_of(connection):
            answered += piece.count(b"\n")
            if not settled and answered > TABLES / 5:
                settled = served.memory()
        sender.join()
    assert answered == TABLES
    assert served.memory() < 1.05 * settled


@pytest.mark.parametrize("body", [b"", b"\n", b" \n\r\n"])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_real_server_answers_nothing_with_nothing(
    served: Server, body: bytes, *, chunked: bool
) -> None:
    data = iter([body or b"\n"]) if chunked else body
    answer = requests.post(
        served.url + BATCH, data=data, headers={"Content-Type": MEDIA_TYPE}, timeout=60
    )
    assert (answer.status_code, answer.content) == (200, b"")


def test_nothing_piles_up_for_a_reader_that_takes_nothing(served: Server) -> None:
    before = served.memory()
    with served.connect(HEAD) as connection:
        connection.settimeout(1)
        # What is not read fills the connection, and then no more is taken.
        with pytest.raises(TimeoutError):
            connection.sendall(chunk((GAME + b"\n") * 100) * 3_000)
        assert served.memory() < before + (32 << 20)


def test_others_are_answered_while_a_batch_goes_on(served: Server) -> None:
    with served.connect(HEAD + chunk(GAME)):
        assert served.score() == 200


def test_a_stop_lets_a_batch_come_to_its_end(tmp_path: Path) -> None:
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


def test_the_sdk_agrees(served: Server) -> None:
    tables = [FINISHED_GAME, orjson.loads(IMPOSSIBLE), *[FINISHED_GAME] * 400]
    with Theodolite(served.url) as referee:
        first, second, *others = referee.misterra.score_many(tables)
        assert first == referee.misterra.score(FINISHED_GAME)
    assert isinstance(second, InvalidSnapshot)
    assert others == [first] * 400


def test_the_command_reads_a_file_and_tells_of_bad_lines(tmp_path: Path) -> None:
    path = tmp_path / "tables.ndjson"
    path.write_bytes(GAME + b"\n" + GAME)
    done = CliRunner().invoke(main, ["score", "--batch", str(path)])
    assert (done.exit_code, done.output.count("\n")) == (0, 2)
    path.write_bytes(GAME + b"\n{\n")
    done = CliRunner().invoke(main, ["score", "--batch", str(path)])
    assert (done.exit_code, done.output.count("\n")) == (1, 2)


def test_the_command_answers_while_it_reads() -> None:
    with Popen([COMMAND, "score", "--batch", "-"], stdin=PIPE, stdout=PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write((GAME + b"\n") * 2)
        process.stdin.flush()
        assert orjson.loads(process.stdout.readline())["winners"]
        process.stdin.close()
        assert process.stdout.read().count(b"\n") == 1
    assert process.returncode == 0
