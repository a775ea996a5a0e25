"""Faults of clients and processes: stalled connections, a killed worker, shutdown, full load.

At full length (THEODOLITE_FULL_TESTS=1): 10,000 requests across a killed worker, and ten minutes of
full load.
"""

import os
import signal
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Semaphore

import pytest
import requests

from service.serving import FULL, GAME, SCORES, Server, running
from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite.web.serving.gate import PATIENCE
from theodolite_sdk import Theodolite

REQUESTS = 10_000 if FULL else 600
SECONDS = 600 if FULL else 6
FEWEST = 20
"""Least number of answers of each client thread, even on a slow machine."""
JSON = {"Content-Type": "application/json"}

HEAD = f"POST {SCORES} HTTP/1.1\r\nHost: referee\r\nContent-Type: application/json\r\n".encode()
WHOLE = HEAD + b"Content-Length: %d\r\n\r\n" % len(GAME) + GAME
STALLED = [
    b"",
    b"POST /v3/mis",
    HEAD,
    HEAD + b"Content-Length: 9000\r\n\r\n",
    HEAD + b"Content-Length: 9000\r\n\r\n" + GAME,
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
]
BROKEN = [
    *STALLED,
    b"\x00\xff\r\n\r\n",
    b"GET / HTTP/7.3\r\n\r\n",
    HEAD + b"Content-Length: -1\r\n\r\n",
    HEAD + b"Content-Length: 99999999999999999999999\r\n\r\n",
    HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n{",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 2_000 + b"\r\n",
    b"GET /%00%ff%0a?%ff HTTP/1.1\r\nHost: \xff\r\nX-\xff: \xfe\r\n\r\n",
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("faults") / "log") as server:
        yield server


def answer_to(connection: socket.socket) -> bytes:
    """Read until the other side closes."""
    answer = b""
    while piece := connection.recv(1 << 16):
        answer += piece
    return answer


def test_answers_304_for_an_unchanged_file(served: Server) -> None:
    first = requests.get(f"{served.url}/page/shell/icon.svg", timeout=60)
    again = {"If-None-Match": first.headers["ETag"]}
    second = requests.get(f"{served.url}/page/shell/icon.svg", headers=again, timeout=60)
    assert (first.status_code, second.status_code, second.content) == (200, 304, b"")
    head = requests.head(f"{served.url}/page/shell/icon.svg", timeout=60)
    assert (head.status_code, head.content) == (200, b"")


def test_stalled_senders_do_not_delay_other_clients(served: Server) -> None:
    with ExitStack() as stack:
        for request in STALLED * 40:
            stack.enter_context(served.connect(request))
        started = time.monotonic()
        assert [served.score() for _ in range(20)] == [200] * 20
        # Well before the service closes the stalled connections.
        assert time.monotonic() - started < PATIENCE / 2


@pytest.mark.parametrize("request_bytes", BROKEN, ids=range(len(BROKEN)))
def test_survives_truncated_and_malformed_requests(served: Server, request_bytes: bytes) -> None:
    workers = served.workers()
    for _ in range(3):
        with served.connect(request_bytes):
            pass
    # The server may close first.
    with served.connect(request_bytes) as connection, suppress(OSError):
        connection.shutdown(socket.SHUT_WR)
        # It may be refused: the three before it are jobs of the same caller.
        assert not answer_to(connection).startswith(b"HTTP/1.1 500")
    assert served.score() == 200
    assert served.workers() == workers


def test_answers_a_truncated_body(served: Server) -> None:
    with served.connect(HEAD + b"Content-Length: 9000\r\n\r\n" + GAME) as connection:
        connection.shutdown(socket.SHUT_WR)
        assert b'"type":"/problems/bad-request"' in answer_to(connection)


def test_accepts_a_chunked_body(served: Server) -> None:
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(GAME), GAME)
    with served.connect(HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n") as it:
        it.sendall(chunks)
        assert answer_to(it).startswith(b"HTTP/1.1 200")


def test_clients_that_do_not_read_do_not_delay_others(served: Server) -> None:
    with ExitStack() as stack:
        for _ in range(50):
            connection = stack.enter_context(served.connect())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            connection.sendall(WHOLE * 20)
        assert [served.score() for _ in range(20)] == [200] * 20


def test_refuses_requests_when_the_queue_is_full(tmp_path: Path) -> None:
    with running(tmp_path / "log", "--queue", "4") as server, ExitStack() as stack:
        last = WHOLE.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
        # The first is judged meanwhile, and more come in than may be queued.
        connections = [stack.enter_context(server.connect()) for _ in range(200)]
        for connection in connections:
            connection.sendall(last)
        answers = [answer_to(connection) for connection in connections]
        statuses = Counter(answer[:12] for answer in answers)
        assert set(statuses) == {b"HTTP/1.1 200", b"HTTP/1.1 503"}
        refused = [answer for answer in answers if answer.startswith(b"HTTP/1.1 503")]
        assert all(b'"type":"/problems/overloaded"' in answer for answer in refused)
        assert all(b"retry-after: 1\r\n" in answer for answer in refused)
        assert server.score() == 200


def test_no_request_is_lost_when_a_worker_is_killed(tmp_path: Path) -> None:
    with (
        running(tmp_path / "log", "--workers", "2") as server,
        Theodolite(server.url) as referee,
        ThreadPoolExecutor(8) as threads,
    ):
        expected = referee.misterra.score(FINISHED_GAME)
        victim = server.workers()[0]
        sheets = threads.map(lambda _: referee.misterra.score(FINISHED_GAME), range(REQUESTS))
        for number, sheet in enumerate(sheets):
            if number == REQUESTS // 4:
                os.kill(victim, signal.SIGKILL)
            assert sheet == expected
        deadline = time.monotonic() + 120
        while len(server.workers()) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_shutdown_under_load_finishes_accepted_requests(tmp_path: Path) -> None:
    """Every accepted request is answered whole; afterwards connections are refused."""
    with running(tmp_path / "log") as server, ThreadPoolExecutor(8) as threads:
        answered = Semaphore(0)

        def ask_until_stopped(_number: int) -> tuple[int, int]:
            whole = cut = 0
            while True:
                try:
                    with server.connect() as connection:
                        connection.sendall(WHOLE.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
                        answer = answer_to(connection)
                except OSError:
                    return whole, cut
                if not answer:
                    return whole, cut
                head, _, body = answer.partition(b"\r\n\r\n")
                length = next(
                    int(field.split(b":")[1])
                    for field in head.splitlines()
                    if field.startswith(b"content-length")
                )
                whole += head.startswith(b"HTTP/1.1 200") and len(body) == length
                cut += len(body) != length
                answered.release()

        asking = [threads.submit(ask_until_stopped, number) for number in range(8)]
        for _ in range(101):
            assert answered.acquire(timeout=60)
        server.process.terminate()
        counts = [future.result(timeout=60) for future in asking]
        assert server.process.wait(timeout=60) == 0
    assert sum(whole for whole, _ in counts) > 100
    assert sum(cut for _, cut in counts) == 0


def test_shutdown_waits_for_a_body_that_is_being_sent(tmp_path: Path) -> None:
    with (
        running(tmp_path / "log") as server,
        server.connect(WHOLE[:-10].replace(b"\r\n", b"\r\nConnection: close\r\n", 1)) as connection,
    ):
        assert server.score() == 200
        server.process.terminate()
        time.sleep(0.3)
        connection.sendall(WHOLE[-10:])
        assert answer_to(connection).startswith(b"HTTP/1.1 200")
        assert server.process.wait(timeout=60) == 0


def test_full_load_causes_no_errors_and_no_memory_growth(tmp_path: Path) -> None:
    """No 5xx, and memory within 5% after the first hundreds of answers."""
    with running(tmp_path / "log") as server, ThreadPoolExecutor(16) as threads:

        def load(seconds: float) -> Counter[int]:
            ends = time.monotonic() + seconds
            statuses: Counter[int] = Counter()
            with requests.Session() as session:
                while sum(statuses.values()) < FEWEST or time.monotonic() < ends:
                    answer = session.post(server.url + SCORES, GAME, headers=JSON, timeout=60)
                    statuses[answer.status_code] += 1
            return statuses

        warm = sum(threads.map(load, [SECONDS / 10] * 16), Counter[int]())
        before = server.memory()
        statuses = sum(threads.map(load, [SECONDS] * 16), warm)
        assert set(statuses) == {200}, statuses
        assert statuses[200] > 50 * SECONDS
        assert server.memory() < 1.05 * before, (before, server.memory(), statuses)
