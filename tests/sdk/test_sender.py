"""Sending, repeating, failing: against a real server with scripted failures."""

import asyncio
import inspect
import json
import pickle
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler
from math import inf, nan

import anyio
import pytest

from coroutines import in_thread
from sdk.conftest import Connect
from sdk.stub import Reply, Stub, answer, break_off, break_off_a_chunk, hang, hang_up
from sdk.test_contract import OPERATIONS, response_of
from theodolite_sdk import (
    AsyncTheodolite,
    BadRequest,
    ConnectionFailed,
    InvalidSnapshot,
    NotFound,
    NotInstalled,
    NotSent,
    ProblemError,
    RateLimited,
    ServerError,
    Theodolite,
    TheodoliteError,
    TimedOut,
    TooLarge,
    Unauthorized,
    UnexpectedAnswer,
    Unreachable,
    UnsupportedMediaType,
)
from theodolite_sdk.errors import Fault, Problem

LOG = "theodolite_sdk"
WELL = {"status": "ok"}
READING = response_of(OPERATIONS["misterra.photos"])
"""A board of Misterra with one space to ask about, C4."""
PROBLEM = {
    "type": "/problems/invalid-snapshot",
    "title": "Not a possible table",
    "status": 422,
    "detail": "2 faults",
    "request_id": "abc-1",
    "errors": [
        {
            "pointer": "/players/0/parchment/2",
            "code": "row_length",
            "detail": "A row is five long.",
        },
        {"pointer": "", "code": "wrong_type", "detail": "A snapshot is an object."},
    ],
}


@pytest.mark.parametrize(
    "fault",
    [
        hang_up,
        break_off,
        break_off_a_chunk,
        answer(b"", 429),
        answer(b"<h1>Bad Gateway</h1>", 502),
        answer(b"", 503, Retry_After="soon"),
        answer(b"", 504, Retry_After="Fri, 31 Dec 99999 23:59:59 GMT"),
    ],
)
def test_what_may_pass_is_sent_again_and_the_pauses_grow(
    stub: Stub, referee: Theodolite, pauses: list[float], fault: Reply
) -> None:
    stub.script = [fault, fault, fault, answer(WELL)]
    assert referee.health().status == "ok"
    assert len(stub.received) == 4
    for attempt, pause in enumerate(pauses):
        assert 0.1 * 2**attempt <= pause <= 0.3 * 2**attempt


def test_the_same_request_is_sent_again_whole(
    stub: Stub, referee: Theodolite, pauses: list[float]
) -> None:
    stub.script = [hang_up, break_off, answer({"triggered": False, "conditions": []})]
    referee.misterra.end({"beach": "left"}, "Ann")
    assert len(pauses) == 2
    assert {request.body for request in stub.received} == {
        b'{"snapshot":{"beach":"left"},"player":"Ann"}'
    }
    assert {request.path for request in stub.received} == {"/v3/misterra/end-checks"}


def test_after_the_last_repetition_the_last_fault_is_raised(
    stub: Stub, referee: Theodolite, pauses: list[float]
) -> None:
    stub.script = [hang_up, hang_up, hang_up, answer(b"", 503, X_Request_ID="r-9")]
    with pytest.raises(ServerError) as raised:
        referee.health()
    assert raised.value.status == 503
    assert raised.value.request_id == "r-9"
    assert len(pauses) == 3


def test_a_service_that_is_not_there_is_said_at_once(
    port: int, connect: Connect, pauses: list[float]
) -> None:
    url = f"http://127.0.0.1:{port}"
    referee = connect(url, retries=2)
    with pytest.raises(Unreachable) as raised:
        referee.health()
    assert str(raised.value) == (
        f"No service can be reached at {url}/healthz: Connection refused. "
        "Is it running? `theodolite serve` starts one."
    )
    assert pauses == []
    copy = pickle.loads(pickle.dumps(raised.value))  # noqa: S301
    assert str(copy) == str(raised.value)


def test_a_service_that_has_answered_is_given_time_to_come_back(
    connect: Connect, pauses: list[float]
) -> None:
    with Stub() as stub:
        referee = connect(stub.url, retries=2)
        thread = threading.Thread(target=stub.serve_forever, args=(0.01,))
        thread.start()
        stub.script = [answer(WELL, Connection="close")]
        referee.health()
        stub.shutdown()
        thread.join()
    with pytest.raises(Unreachable):
        referee.health()
    assert len(pauses) == 2


def test_a_raw_response_has_status_headers_and_what_was_parsed(
    stub: Stub, referee: Theodolite, pauses: list[float]
) -> None:
    stub.script = [
        hang_up,
        answer(WELL, X_Request_ID="r-1", Theodolite_Version="3.0.0"),
        answer({"rules": []}),
        answer({"title": "Broken"}, 500),
    ]
    raw = referee.with_raw_response.health()
    assert raw.parsed.status == "ok"
    assert (raw.status, raw.request_id, raw.version) == (200, "r-1", "3.0.0")
    assert raw.headers["x-request-id"] == "r-1"
    assert raw.content == json.dumps(WELL).encode()
    assert len(pauses) == 1
    assert referee.with_raw_response.misterra.rules().parsed == ()
    with pytest.raises(ServerError):
        referee.with_raw_response.misterra.rules()


def test_attempts_and_retries_are_logged_without_the_key(
    stub: Stub, connect: Connect, pauses: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    stub.script = [hang_up, answer(WELL, X_Request_ID="r-1")]
    with caplog.at_level("DEBUG", "theodolite_sdk"):
        connect(stub.url, api_key="secret").health()
    retried, answered = (record.getMessage() for record in caplog.records if record.name == LOG)
    assert retried.startswith(f"GET /healthz again in {pauses[0]:.1f} s: {stub.url}/healthz gave")
    assert answered == f"GET {stub.url}/healthz: 200, request r-1"
    assert "secret" not in caplog.text


def test_methods_of_both_clients_have_one_signature_and_docstring() -> None:
    for game in (None, "misterra", "cartographers", "tiwanaku", "treasure_hunt"):
        blocking: object = Theodolite()
        awaited: object = AsyncTheodolite()
        if game:
            blocking, awaited = getattr(blocking, game), getattr(awaited, game)
        for name in dir(blocking):
            one, other = getattr(blocking, name), getattr(awaited, name, None)
            if name.startswith("_") or not inspect.isroutine(one):
                continue
            assert other is not None
            assert inspect.signature(one) == inspect.signature(other)
            assert one.__doc__ == other.__doc__
            assert name == "close" or not inspect.iscoroutinefunction(one)
            assert inspect.iscoroutinefunction(other) or inspect.isasyncgenfunction(other)


def test_a_person_may_be_asked_by_a_coroutine(stub: Stub) -> None:
    stub.script = [answer(READING), answer(READING | {"ask": []})]

    async def name(space: str) -> str:
        await anyio.sleep(0)
        return space[0]

    async def main() -> None:
        async with AsyncTheodolite(stub.url, retries=0) as referee:
            await referee.misterra.guide_photo(b"a", name)

    in_thread(main)
    assert b'[{"space":"C4","symbol":"C"}]' in stub.received[1].body


def test_a_blocking_client_says_that_it_cannot_await(stub: Stub) -> None:
    async def name(space: str) -> str:
        await asyncio.sleep(0)
        return space

    stub.script = [answer(READING)]
    with Theodolite(stub.url) as referee, pytest.raises(RuntimeError, match="AsyncTheodolite"):
        referee.misterra.guide_photo(b"a", name)


def test_three_hundred_tasks_share_sixty_four_connections(stub: Stub) -> None:
    stub.script = [answer(WELL)] * 300

    async def main() -> None:
        async with (
            AsyncTheodolite(stub.url, retries=0) as referee,
            anyio.create_task_group() as all_,
        ):
            for _ in range(300):
                all_.start_soon(referee.health)

    in_thread(main)
    assert len(stub.received) == 300
    assert stub.connections <= 64


def test_no_repetitions_if_none_are_wanted(
    stub: Stub, connect: Connect, pauses: list[float]
) -> None:
    stub.script = [hang_up]
    referee = connect(stub.url, retries=0)
    with pytest.raises(ConnectionFailed):
        referee.health()
    assert pauses == []


def test_seconds_of_retry_after_are_honoured(
    stub: Stub, referee: Theodolite, pauses: list[float]
) -> None:
    stub.script = [answer(b"", 429, Retry_After="7"), answer(WELL)]
    referee.health()
    assert 7 <= pauses[0] < 7.5


def test_a_date_of_retry_after_is_honoured(
    stub: Stub, referee: Theodolite, pauses: list[float]
) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    stub.script = [answer(b"", 503, Retry_After=date), answer(WELL)]
    referee.health()
    assert 28 < pauses[0] < 30.5


def test_a_pause_beyond_patience_is_left_to_the_caller(
    stub: Stub, referee: Theodolite, pauses: list[float]
) -> None:
    stub.script = [answer({"title": "Too many requests"}, 429, Retry_After="3600")]
    with pytest.raises(RateLimited) as raised:
        referee.health()
    assert raised.value.retry_after == 3600
    assert pauses == []


def test_silence_is_timed_out_and_repeated(
    stub: Stub, connect: Connect, pauses: list[float]
) -> None:
    go_on = threading.Event()
    stub.script = [hang(until=go_on), answer(WELL)]
    referee = connect(stub.url, timeout=0.1, retries=1)
    assert referee.health().status == "ok"
    assert len(pauses) == 1
    stub.script = [hang(until=go_on)]
    referee = connect(stub.url, timeout=0.1, retries=0)
    with pytest.raises(TimedOut, match=r"0\.1 s") as raised:
        referee.health()
    assert isinstance(raised.value, ConnectionFailed)
    go_on.set()


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (301, ProblemError),
        (400, BadRequest),
        (401, Unauthorized),
        (403, ProblemError),
        (404, NotFound),
        (405, ProblemError),
        (413, TooLarge),
        (415, UnsupportedMediaType),
        (422, InvalidSnapshot),
        (500, ServerError),
        (501, NotInstalled),
    ],
)
def test_what_cannot_pass_is_raised_at_once_as_its_own_kind(
    stub: Stub, referee: Theodolite, status: int, kind: type[ProblemError]
) -> None:
    stub.script = [answer({"title": "No", "status": status}, status)]
    with pytest.raises(ProblemError) as raised:
        referee.health()
    assert type(raised.value) is kind
    assert isinstance(raised.value, TheodoliteError)
    assert raised.value.status == status


def test_a_problem_carries_what_the_service_said(stub: Stub, referee: Theodolite) -> None:
    stub.script = [answer({**PROBLEM, "since": "2.0"}, 422)]
    with pytest.raises(InvalidSnapshot) as raised:
        referee.misterra.score({})
    error = raised.value
    assert error.type == "/problems/invalid-snapshot"
    assert error.title == "Not a possible table"
    assert error.detail == "2 faults"
    assert error.request_id == "abc-1"
    assert error.errors[0] == Fault("/players/0/parchment/2", "row_length", "A row is five long.")
    assert str(error).splitlines() == [
        "422 Not a possible table: 2 faults",
        "  /players/0/parchment/2: A row is five long. [row_length]",
        "  the body: A snapshot is an object. [wrong_type]",
        "  request abc-1",
    ]


def test_an_error_survives_pickling() -> None:
    error = RateLimited(Problem(status=429, title="Too many"), 3.0)
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (type(copy), copy.problem, copy.retry_after) == (RateLimited, error.problem, 3.0)


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"\xff", b'{"title": "\xff"}'])
def test_an_error_that_is_no_problem_document_keeps_status_and_reason(
    stub: Stub, referee: Theodolite, body: bytes
) -> None:
    stub.script = [answer(body, 403)]
    with pytest.raises(ProblemError, match="403 Forbidden"):
        referee.health()


def test_raises_an_error_for_a_redirection(stub: Stub, referee: Theodolite) -> None:
    stub.script = [answer(b"", 308, Location="https://example.org/v3/games")]
    with pytest.raises(ProblemError, match=r"308 .*https://example\.org/v3/games"):
        referee.games()


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"[1]", b'{"status": 1}', b"{}", b'{"status":"\xff"}']
)
def test_something_else_at_the_address_is_an_unexpected_answer(
    stub: Stub, referee: Theodolite, body: bytes
) -> None:
    stub.script = [answer(body)]
    with pytest.raises(UnexpectedAnswer, match="Health"):
        referee.health()


NOT_A_BASE_URL = [
    *("localhost:8000", "ftp://localhost", "", "//localhost", " http://localhost"),
    *("http://", "https:///v3", "http://:80", "http://?", "http://[::1", "http://localhost\n"),
    *("http://localhost:port", "http://localhost:99999", "http://localhost:0"),
    *(
        "http://localhost/?key=1",
        "http://localhost#games",
        "http://localhost/?",
        "http://local host",
    ),
]


@pytest.mark.parametrize("client", [Theodolite, AsyncTheodolite])
@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        *(("url", url, ValueError) for url in NOT_A_BASE_URL),
        *(("url", url, TypeError) for url in (b"http://localhost", 8000)),
        *(("timeout", seconds, ValueError) for seconds in (0, -1, nan, inf, 1e300, 86_401)),
        *(("timeout", seconds, TypeError) for seconds in (None, "5", True, (1, 2))),
        ("retries", -1, ValueError),
        *(("retries", times, TypeError) for times in (None, 1.5, 3.0, True, "3")),
        *((name, value, TypeError) for name in ("api_key", "language") for value in (b"nl", 1)),
    ],
)
def test_an_argument_that_is_wrong_is_named_at_once(
    client: type[Theodolite | AsyncTheodolite], name: str, value: object, error: type[Exception]
) -> None:
    with pytest.raises(error, match=f"^{name} must be "):
        client(**{name: value})  # type: ignore[arg-type]


def test_key_language_and_name_are_sent(
    stub: Stub,
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    netrc = tmp_path_factory.mktemp("home") / "netrc"
    netrc.write_text("machine 127.0.0.1 login someone password else\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    stub.script = [answer(WELL)]
    referee = connect(stub.url + "/", api_key="secret", language="nl")
    referee.ready()
    [request] = stub.received
    assert request.path == "/readyz"
    assert request.headers["authorization"] == "Bearer secret"
    assert request.headers["accept-language"] == "nl"
    assert request.headers["user-agent"].startswith("theodolite-sdk/")
    assert "secret" not in repr(vars(referee))


def test_a_path_before_the_service_is_kept(stub: Stub, connect: Connect) -> None:
    stub.script = [answer(WELL)]
    referee = connect(f"{stub.url}/referee/")
    referee.health()
    assert stub.received[0].path == "/referee/healthz"


def test_threads_share_a_connection_pool_and_lose_nothing(
    stub: Stub, referee: Theodolite, pauses: Sequence[float]
) -> None:
    def reply(nth: int) -> Reply:
        return hang_up if nth % 10 == 0 else answer(WELL)

    threads, calls = 8, 25
    stub.script = [reply(nth) for nth in range(2 * threads * calls)]
    answers: list[str] = []

    def work() -> None:
        answers.extend(referee.health().status for _ in range(calls))

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert answers == ["ok"] * (threads * calls)
    assert len(pauses) == len(stub.received) - len(answers)


@pytest.mark.parametrize(
    ("url", "key", "proxy"),
    [
        ("http://\udcff", None, None),
        ("http://a..b", None, None),
        (f"http://{'a' * 300}.example", None, None),
        (None, "two\nlines", None),
        (None, "\u20ac", None),
        (None, None, "nonsense://:x"),
        (None, None, "http://[::1"),
    ],
)
def test_whatever_cannot_be_sent_is_an_error_of_the_tree(
    stub: Stub,
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
    *,
    url: str | None,
    key: str | None,
    proxy: str | None,
) -> None:
    if proxy is not None:
        monkeypatch.setenv("HTTP_PROXY", proxy)
        monkeypatch.setenv("NO_PROXY", "")
    referee = connect(url or stub.url, api_key=key, retries=0)
    with pytest.raises(TheodoliteError):
        referee.health()


LOOP: list[object] = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    "value",
    [
        *("\udcff", nan, inf, -inf, b"Anna", bytearray(b"Anna"), memoryview(b"Anna"), object(), 1j),
        *([1, [nan]], {"name": b"Anna"}, {nan: 1}, {b"Anna": 1}, Fault("", "", b"Anna"), LOOP),  # type: ignore[arg-type]
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_body_that_json_cannot_hold_is_not_sent(
    stub: Stub, referee: Theodolite, value: object
) -> None:
    for ask in (
        lambda: referee.misterra.score({"deck": value}),
        lambda: referee.misterra.actions({"players": [{"name": value}]}, "Ann"),
        lambda: list(referee.misterra.score_many([{"deck": value}])),
        lambda: referee.misterra.notation({"deck": value}),
    ):
        with pytest.raises(NotSent, match="the body cannot be written"):
            ask()
    assert stub.received == []


def test_a_body_that_is_none_is_not_sent(stub: Stub, referee: Theodolite) -> None:
    for ask in (referee.misterra.score, referee.misterra.notation):
        with pytest.raises(NotSent, match="must be an object"):
            ask(None)  # type: ignore[arg-type]
    assert issubclass(NotSent, ValueError)
    assert stub.received == []


def test_an_address_may_be_in_capitals(stub: Stub, connect: Connect) -> None:
    stub.script = [answer(WELL)]
    referee = connect(stub.url.replace("http", "HTTP"))
    assert referee.health().status == "ok"


def test_an_answer_has_a_bounded_size(
    stub: Stub, referee: Theodolite, monkeypatch: pytest.MonkeyPatch
) -> None:
    for transport in ("blocking", "nonblocking"):
        monkeypatch.setattr(f"theodolite_sdk.{transport}.LARGEST", 1000)
    stub.script = [answer(b" " * 1001)]
    with pytest.raises(UnexpectedAnswer, match="an answer of more"):
        referee.health()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
EMPTY_BLOCK = b"\0\0\0\xff\xff"
"""A block of deflate that holds nothing."""
GZIP = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"

DRIPS = {
    "status line": (b"HTTP/1.1 200 ", b"O"),
    "100 Continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "header": (HEAD + b"X: ", b"y"),
    "body": (HEAD + b"Content-Length: 100000\r\n\r\n", b" "),
    "body without a length": (HEAD + b"Connection: close\r\n\r\n", b" "),
    "chunk size": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"0"),
    "chunks": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "trailer": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: ", b"y"),
    "empty blocks": (
        HEAD + b"Content-Encoding: gzip\r\nConnection: close\r\n\r\n" + GZIP,
        EMPTY_BLOCK,
    ),
    "a redirection": (
        b"HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 100000\r\n\r\n",
        b" ",
    ),
}


@pytest.mark.parametrize(("begun", "drop"), DRIPS.values(), ids=DRIPS)
def test_an_answer_that_drips_is_timed_out(
    stub: Stub, connect: Connect, monkeypatch: pytest.MonkeyPatch, begun: bytes, drop: bytes
) -> None:
    """Each byte comes in time; all of them together would take twelve times as long as they may."""
    monkeypatch.setattr("theodolite_sdk.sender.PATIENCE", 0.4)
    drops, hung_up = 100, threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        with suppress(OSError):
            handler.wfile.write(begun)
            for _ in range(drops):
                handler.wfile.write(drop)
                time.sleep(0.05)
            return
        hung_up.set()

    stub.script = [drip]
    referee = connect(stub.url, timeout=1, retries=0)
    with pytest.raises(TimedOut):
        referee.health()
    assert hung_up.wait(60)


def test_a_connection_is_used_again_after_a_slow_answer(stub: Stub, referee: Theodolite) -> None:
    stub.script = [answer(WELL)] * 3
    assert [referee.health().status for _ in range(3)] == ["ok"] * 3


def sent(head: bytes, body: bytes = b"") -> Reply:
    """An answer as it goes over the wire, which ends with the connection."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        handler.wfile.write(head + b"\r\n" + body)

    return reply


DEEP = b'{"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"

STRANGE = {
    "two lengths": sent(HEAD + b"Content-Length: 5, 6\r\n", b"12345"),
    "a length that is none": sent(HEAD + b"Content-Length: five\r\n", b"12345"),
    "a negative length": sent(HEAD + b"Content-Length: -5\r\n", b"12345"),
    "no HTTP": sent(b"SSH-2.0-OpenSSH_9.2"),
    "another version": sent(b"HTTP/9.9 200 OK\r\n"),
    "a status that is none": sent(b"HTTP/1.1 OK\r\n"),
    "chunks that are none": sent(HEAD + b"Transfer-Encoding: chunked\r\n", b"xyz\r\n"),
    "a coding that is not it": sent(HEAD + b"Content-Encoding: gzip\r\n", b"{}"),
    "letters that are none": answer(b'{"status": "\xff"}'),
    "a deep answer": answer(DEEP),
    "a deep problem": answer(DEEP, 422),
    "a redirection to nowhere": sent(b"HTTP/1.1 302 Found\r\nLocation: \xff\xfe\r\n"),
    "a pause without end": answer(b"", 503, Retry_After="9" * 5000),
    "a language that is none": answer(b"{}", Content_Language="../../etc"),
    "many headers": sent(HEAD + b"X: y\r\n" * 1000),
    "a long header": sent(HEAD + b"X: " + b"y" * 100_000 + b"\r\n"),
}


@pytest.mark.parametrize("reply", STRANGE.values(), ids=STRANGE)
def test_whatever_is_answered_is_an_error_of_the_tree(
    stub: Stub, connect: Connect, reply: Reply
) -> None:
    stub.script = [reply]
    referee = connect(stub.url, retries=0)
    with pytest.raises(TheodoliteError) as raised:
        referee.health()
    # It was sent, and answered.
    assert not isinstance(raised.value, NotSent)


def test_metrics_of_any_letters_are_text(stub: Stub, referee: Theodolite) -> None:
    stub.script = [answer(b"\xff")]
    assert referee.metrics() == "\ufffd"


def test_a_redirection_has_a_bounded_size(
    stub: Stub, referee: Theodolite, monkeypatch: pytest.MonkeyPatch
) -> None:
    for transport in ("blocking", "nonblocking"):
        monkeypatch.setattr(f"theodolite_sdk.{transport}.LARGEST", 1000)
    stub.script = [answer(b" " * 1001, 302, Location="/")]
    with pytest.raises(UnexpectedAnswer, match="an answer of more"):
        referee.health()


def test_interim_responses_are_passed_over(connect: Connect, stub: Stub) -> None:
    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 2)
        answer(WELL)(handler)

    stub.script = [reply, answer(WELL)]
    client = connect(stub.url)
    for _ in range(2):
        assert client.health().status == "ok"
    assert stub.connections == 1
