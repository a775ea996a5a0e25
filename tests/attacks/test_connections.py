"""Stalled senders and readers, limits of HTTP messages, and request smuggling."""

import gc
import select
import socket
import time
from contextlib import ExitStack, suppress

import orjson
import pytest

from attacks.conftest import Serve, eventually, read_all
from theodolite.web.app import create_app
from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite.web.serving.gate import PATIENCE
from theodolite.web.serving.limits import Limits, new_key

SCORES = "/v3/misterra/scores"
GAME = orjson.dumps({"snapshot": FINISHED_GAME})
POST = f"POST {SCORES} HTTP/1.1\r\nHost: referee\r\nContent-Type: application/json\r\n".encode()
BATCH = (
    f"POST {SCORES} HTTP/1.1\r\nHost: referee\r\n"
    "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
).encode()
LAST = b"GET /healthz HTTP/1.1\r\nHost: referee\r\nConnection: close\r\n\r\n"
LARGE_FILE = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: referee\r\n\r\n"


def statuses(answers: bytes) -> list[bytes]:
    """The statuses of several responses, in order."""
    return [part[:3] for part in answers.split(b"HTTP/1.1 ")[1:]]


def drip(made: socket.socket, drop: bytes) -> None:
    """Send a few bytes now and then until the server closes the connection."""
    ends = time.monotonic() + 10
    with suppress(ConnectionError):
        while time.monotonic() < ends:
            made.sendall(drop)
            time.sleep(0.05)


@pytest.mark.parametrize(
    "begun",
    [
        b"Content-Length: 2000000\r\n\r\n{",
        b"Content-Length: 9\r\n\r\n{",
    ],
    ids=["413", "408"],
)
def test_bytes_after_a_refusal_do_not_extend_the_timeout(serve: Serve, begun: bytes) -> None:
    """They belong to the refused body and do not begin a request."""
    target = serve(PATIENCE=0.2, HEAD_SECONDS=1)
    with target.connect(POST + begun) as made:
        made.recv(1 << 16)
        drip(made, b" ")
        assert target.kept == 0


def test_closes_a_connection_whose_head_arrives_too_slowly(serve: Serve) -> None:
    target = serve(HEAD_SECONDS=1)
    with target.connect(b"GET / HTTP/1.1\r\n") as made:
        drip(made, b"X: y\r\n")
        assert target.kept == 0


@pytest.mark.parametrize(
    "endless",
    [b"X: y\r\n", b"x", b"\r\n"],
    ids=["headers", "a header", "empty lines"],
)
def test_limits_the_size_of_a_head(serve: Serve, endless: bytes) -> None:
    target = serve(HEAD_SECONDS=60)
    begun = b"" if endless == b"\r\n" else b"GET / HTTP/1.1\r\nA: "
    with target.connect(begun) as made:
        with suppress(ConnectionError):
            made.sendall(endless * 500_000)
        assert eventually(lambda: target.kept == 0)


def test_limits_the_size_of_trailers(serve: Serve) -> None:
    target = serve(HEAD_SECONDS=60)
    begun = POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nX: "
    with target.connect(begun) as made:
        with suppress(ConnectionError):
            made.sendall(b"y" * 500_000)
        assert eventually(lambda: target.kept == 0)


def test_limits_pipelined_requests(serve: Serve) -> None:
    target = serve()
    with target.connect() as made, suppress(ConnectionError):
        made.sendall(b"GET /healthz HTTP/1.1\r\nHost: referee\r\n\r\n" * 5_000)
        assert len(read_all(made)) < 1 << 20
    assert target.is_healthy()


def test_stalled_readers_do_not_fill_the_queue(serve: Serve) -> None:
    target = serve(queue=8)
    with target.connect(LARGE_FILE) as made:
        made.recv(1)
    with ExitStack() as stack:
        for _ in range(40):
            made = stack.enter_context(socket.socket())
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            made.connect(("127.0.0.1", target.port))
            made.sendall(LARGE_FILE * 4)
        # On a busy machine the first of their requests are still in the queue.
        assert eventually(target.is_healthy, PATIENCE / 2)


def test_closes_the_connection_of_a_stalled_reader(serve: Serve) -> None:
    target = serve(PATIENCE=0.2)
    with socket.socket() as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", target.port))
        made.sendall(LARGE_FILE * 4)
        # The response begins, and the client reads nothing.
        made.recv(1, socket.MSG_PEEK)
        assert eventually(lambda: target.kept == 0)


def test_closes_the_connection_of_a_stalled_reader_after_the_last_response(serve: Serve) -> None:
    target = serve(PATIENCE=0.2, LAST_SECONDS=0.2)
    with socket.socket() as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", target.port))
        made.sendall(LARGE_FILE.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
        # The response begins, and the client reads nothing.
        made.recv(1, socket.MSG_PEEK)
        assert eventually(lambda: target.kept == 0)


def test_a_slow_reader_receives_the_whole_file(serve: Serve) -> None:
    target = serve()
    with target.connect(LARGE_FILE.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)) as made:
        answer = b""
        while piece := made.recv(1 << 16):
            answer += piece
            time.sleep(0.001)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-length: %d\r\n" % len(body) in head


def test_a_new_connection_replaces_the_longest_idle_one(serve: Serve) -> None:
    target = serve(MOST=20)
    with ExitStack() as stack:
        first, *_ = [stack.enter_context(target.connect()) for _ in range(60)]
        assert target.is_healthy()
        assert first.recv(1) == b""
        assert target.kept <= 20


def test_one_address_closes_no_connection_of_another(serve: Serve) -> None:
    target = serve(MOST=20)
    request = POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(GAME) + GAME
    with ExitStack() as stack:
        slow = stack.enter_context(target.connect(request[:-1], 2))
        assert eventually(lambda: target.waiting == 1)
        opened = [stack.enter_context(target.connect()) for _ in range(60)]
        assert opened[0].recv(1) == b""
        slow.sendall(request[-1:])
        assert read_all(slow).startswith(b"HTTP/1.1 200")


def test_frees_closed_connections(serve: Serve) -> None:
    """A timer that outlives a connection would keep its objects in memory."""

    def kept() -> set[int]:
        found = (each for each in gc.get_objects() if type(each).__name__.endswith("Transport"))
        return {id(each) for each in found}

    target, others = serve(), kept()
    assert all(target.is_healthy() for _ in range(20))
    assert eventually(lambda: not kept() - others)


def test_a_new_large_body_replaces_stalled_ones(serve: Serve) -> None:
    target = serve(ROOM=3 << 20)
    announced = POST + b"Connection: close\r\nContent-Length: 1000000\r\n\r\n"
    with ExitStack() as stack:
        first, *_ = [stack.enter_context(target.connect(announced + b"{")) for _ in range(10)]
        answer = target.ask(announced + GAME.ljust(1_000_000))
        assert answer.startswith(b"HTTP/1.1 200"), answer[:200]
        assert b"/problems/too-slow" in first.recv(1 << 16)


def test_large_bodies_of_one_caller_replace_none_of_another(serve: Serve) -> None:
    target = serve(ROOM=3 << 20)
    request = POST + b"Connection: close\r\nContent-Length: 1000000\r\n\r\n"
    with ExitStack() as stack:
        slow = stack.enter_context(target.connect(request + b"{", 2))
        assert eventually(lambda: target.waiting == 1)
        sent = request + b" " * 900_000
        made = [stack.enter_context(target.connect(sent)) for _ in range(6)]
        refused, _, _ = select.select(made, [], [], 60)
        assert b"/problems/too-slow" in refused[0].recv(1 << 16)
        slow.sendall(GAME.ljust(1_000_000)[1:])
        assert read_all(slow).startswith(b"HTTP/1.1 200")


def read_until(made: socket.socket, wanted: bytes) -> bytes:
    answer = b""
    while wanted not in answer and (piece := made.recv(1 << 16)):
        answer += piece
    return answer


def test_a_new_batch_replaces_slow_ones(serve: Serve) -> None:
    target = serve()
    with ExitStack() as stack:
        dripping = [stack.enter_context(target.connect(BATCH + b"1\r\n{\r\n")) for _ in range(30)]
        assert target.is_healthy()
        with target.connect(BATCH) as made:
            made.sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (len(GAME), GAME))
            assert b'"winners"' in read_until(made, b'"winners"')
        assert b"/problems/too-slow" in read_until(dripping[0], b"too-slow")


def test_a_batch_ends_when_its_client_disconnects(serve: Serve) -> None:
    target = serve()
    with target.connect(BATCH) as made:
        made.sendall(b"%x\r\n%s\r\n" % (len(GAME) + 1, GAME + b"\n"))
        made.recv(1 << 16)
        assert target.kept == 1
    assert eventually(lambda: target.kept == 0)
    assert target.is_healthy()


@pytest.mark.parametrize(
    ("claimed", "named"),
    [
        (b"", b"192.0.2.7\r\nX_Forwarded_For: 192.0.2.%d"),
        (b'"192.0.2.%d, ', b"192.0.2.7"),
        (b'192.0.2.%d"\r\nX-Forwarded-For: ', b"192.0.2.7"),
        (b"%d," + b" 192.0.2.1," * 200, b'"192.0.2.7:80"'),
    ],
)
def test_a_client_cannot_hide_what_a_trusted_proxy_names(
    serve: Serve, claimed: bytes, named: bytes
) -> None:
    target = serve(create_app(allowed=Limits(rate="2/hour", proxies=1)))

    def ask(forwarded: bytes) -> bytes:
        return target.ask(
            b"GET /v3 HTTP/1.1\r\nHost: referee\r\nConnection: close\r\n"
            b"X-Forwarded-For: %b\r\n\r\n" % forwarded
        )

    plain, forged = [b"192.0.2.7"] * 2, [(claimed + named) % number for number in range(2)]
    statuses = [ask(forwarded)[9:12] for forwarded in plain + forged]
    assert statuses == [b"200", b"200", b"429", b"429"]


@pytest.mark.parametrize("version", ["1.0", "1.1"])
@pytest.mark.parametrize(("path", "status"), [(SCORES, b"413"), ("/nowhere", b"404")])
def test_a_client_that_sends_all_of_a_refused_body_sees_why(
    serve: Serve, path: str, status: bytes, version: str
) -> None:
    target = serve(HEAD_SECONDS=1)
    size = 1 << 25
    head = f"POST {path} HTTP/{version}\r\nHost: referee\r\nConnection: close\r\n"
    whole = f"{head}Content-Length: {size}\r\n\r\n".encode() + bytes(size)
    assert target.ask(whole)[9:12] == status
    # Nobody waits for one that never sends it, nor closes.
    with target.connect(whole[:-size]) as silent:
        assert read_all(silent)[9:12] == status
        assert eventually(lambda: target.kept == 0)


def test_sends_no_chunks_to_http_1_0_clients(serve: Serve) -> None:
    target = serve()
    lines = GAME + b"\n" + GAME + b"\n"
    answer = target.ask(
        f"POST {SCORES} HTTP/1.0\r\nContent-Type: application/x-ndjson\r\n"
        f"Content-Length: {len(lines)}\r\n\r\n".encode()
        + lines
    )
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"transfer-encoding" not in head
    assert b"content-length: %d" % len(body) in head
    assert [orjson.loads(line)["winners"] for line in body.splitlines()] == [["Cassandra"]] * 2


@pytest.mark.parametrize("path", ["/docs/swagger-ui.css", "/healthz", "/"])
def test_a_response_has_one_date(serve: Serve, path: str) -> None:
    target = serve()
    head = target.ask(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert head.partition(b"\r\n\r\n")[0].lower().count(b"\r\ndate:") == 1


def test_a_path_with_two_slashes_is_not_found(serve: Serve) -> None:
    target = serve()
    answer = target.ask(b"GET /v3//games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 404")
    assert b"application/problem+json" in answer


OFFERS = {
    "h2c": b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n",
    "websocket": b"Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n",
}


@pytest.mark.parametrize("offer", OFFERS.values(), ids=OFFERS)
@pytest.mark.parametrize("cut", [0, 10, 200, 10_000])
def test_ignores_upgrade(serve: Serve, offer: bytes, cut: int) -> None:
    """The body belongs to the request, however it is split into packets."""
    request = POST + offer + b"Content-Length: %d\r\n\r\n" % len(GAME) + GAME
    with serve().connect(request[:cut]) as made:
        time.sleep(0.05)
        made.sendall(request[cut:] + LAST)
        answers = read_all(made)
    assert statuses(answers) == [b"200", b"200"]
    assert b'"winners"' in answers


def test_refuses_connect(serve: Serve) -> None:
    answer = serve().ask(b"CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400")


GARBAGE = {
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
    "a bad head": b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
    "a bad body": POST + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
}


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
def test_answers_pipelined_requests_before_malformed_bytes(serve: Serve, garbage: bytes) -> None:
    good = POST + b"Content-Length: %d\r\n\r\n" % len(GAME) + GAME
    target = serve()
    for before in range(4):
        assert statuses(target.ask(good * before + garbage)) == [b"200"] * before + [b"400"]
    assert target.is_healthy()


def test_ignores_everything_after_malformed_bytes(serve: Serve) -> None:
    answers = serve().ask(LAST.replace(b"close", b"keep-alive") + b"\x00\r\n\r\n" + LAST * 3)
    assert statuses(answers) == [b"200", b"400"]


def test_malformed_chunks_end_a_batch(serve: Serve) -> None:
    """A response that has begun cannot be replaced."""
    line = GAME + b"\n"
    with serve().connect(BATCH + b"%x\r\n%b\r\n" % (len(line), line)) as made:
        assert b'"winners"' in read_until(made, b'"winners"')
        made.sendall(b"xyz\r\n")
        with suppress(ConnectionResetError):
            assert b"HTTP/1.1" not in read_all(made)


HOSTS = {
    "none": (b"", b"400"),
    "two": (b"Host: referee\r\nHost: other\r\n", b"400"),
    "twice the same": (b"Host: referee\r\nHost: referee\r\n", b"400"),
    "a user": (b"Host: user@referee\r\n", b"400"),
    "a path": (b"Host: referee/v3\r\n", b"400"),
    "a port that is none": (b"Host: referee:http\r\n", b"400"),
    "a space": (b"Host: ref eree\r\n", b"400"),
    "other letters": (b"Host: r\xe9f\xe9ree\r\n", b"400"),
    "a list": (b"Host: referee, other\r\n", b"400"),
    "a name and a port": (b"Host: Referee.example.org:8000\r\n", b"200"),
    "IPv4": (b"Host: 127.0.0.1\r\n", b"200"),
    "IPv6": (b"Host: [::1]:8000\r\n", b"200"),
}


@pytest.mark.parametrize(("host", "status"), HOSTS.values(), ids=HOSTS)
def test_requires_exactly_one_host(serve: Serve, host: bytes, status: bytes) -> None:
    """RFC 9112, section 3.2."""
    answer = serve().ask(b"GET /v3 HTTP/1.1\r\n" + host + b"Connection: close\r\n\r\n")
    assert statuses(answer) == [status]
    assert (b"/problems/bad-request" in answer) == (status == b"400")


def test_requires_no_host_of_http_1_0_clients(serve: Serve) -> None:
    assert serve().ask(b"GET /v3 HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("coding", [b"gzip", b"br", b"identity, gzip", b"GZIP"])
def test_refuses_compressed_bodies(serve: Serve, coding: bytes) -> None:
    sent = POST + b"Connection: close\r\nContent-Encoding: %b\r\nContent-Length: 5\r\n\r\n" % coding
    answer = serve().ask(sent)
    assert statuses(answer) == [b"415"]
    assert b"/problems/unsupported-encoding" in answer
    assert b"accept-encoding: identity\r\n" in answer


def test_trailers_are_not_headers(serve: Serve) -> None:
    """A client behind a proxy could forge its address."""
    target = serve(create_app(allowed=Limits(rate="2/hour", proxies=1)))

    def ask(number: int) -> bytes:
        return target.ask(
            POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\nX-Forwarded-For: 192.0.2.7"
            b"\r\n\r\n2\r\n{}\r\n0\r\nX-Forwarded-For: 192.0.2.%d\r\n\r\n" % number
        )

    assert [ask(number)[9:12] for number in range(3)] == [b"422", b"422", b"429"]


SPELLINGS = ["/%6detrics", "/metric%73", "//metrics", "///metrics", "http://referee//metrics"]


@pytest.mark.parametrize("path", [*SPELLINGS, "/metrics#", "/metrics#x", "/x/../metrics"])
def test_refuses_other_spellings_of_a_path(serve: Serve, path: str) -> None:
    """A proxy that protects `/metrics` knows only that spelling."""
    answer = serve().ask(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert statuses(answer) in ([b"404"], [b"400"])
    assert b"application/problem+json" in answer


@pytest.mark.parametrize(
    ("start", "last", "sign"),
    [
        (b"GET /docs HTTP/1.1\r\nAccept-Encoding: ", b"gzip", b"content-encoding: gzip"),
        (b"GET /docs HTTP/1.1\r\nIf-None-Match: ", b"*", b"HTTP/1.1 304"),
        (
            b"POST /v3/misterra/photos HTTP/1.1\r\nContent-Length: 9\r\nContent-Type: ",
            b"multipart/form-data;boundary=board",
            b"/problems/invalid-photo",
        ),
    ],
)
def test_parses_only_the_start_of_long_headers(
    serve: Serve, start: bytes, last: bytes, sign: bytes
) -> None:
    """Parsing thousands of items would delay other requests."""
    target = serve()
    end = b"\r\nHost: referee\r\nConnection: close\r\n\r\n--board--"
    kind, mark, parameter = last.rpartition(b";")
    assert sign in target.ask(start + last + end)
    many = b"a=b," * 5_000 if not mark else b"a=b;" * 5_000
    assert sign not in target.ask(start + kind + mark + many + parameter + end)


def test_limits_the_number_of_headers(serve: Serve) -> None:
    target = serve(MOST_FIELDS=20)
    assert statuses(target.ask(LAST[:-2] + b"a:\r\n" * 18 + b"\r\n")) == [b"200"]
    assert statuses(target.ask(LAST[:-2] + b"a:\r\n" * 19 + b"\r\n")) == [b"400"]


def test_checks_the_key_before_reading_a_large_body(serve: Serve) -> None:
    target = serve(create_app(allowed=Limits(keys={b"0" * 32: "cassandra"}, rate="3/hour")))
    announced = b"Content-Length: 20000000\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n"
    head = b"POST /v3/misterra/photos HTTP/1.1\r\nHost: referee\r\n" + announced
    with ExitStack() as stack:
        # No byte of the bodies is sent.
        waiting = [stack.enter_context(target.connect(head)) for _ in range(4)]
        assert [made.recv(12) for made in waiting] == [b"HTTP/1.1 401"] * 3 + [b"HTTP/1.1 429"]


def test_checks_the_path_before_reading_a_large_body(serve: Serve) -> None:
    target = serve()
    for method, path, status in ((b"POST", b"/v3/nothing", b"404"), (b"PUT", b"/docs", b"405")):
        head = b"%b %b HTTP/1.1\r\nHost: referee\r\nContent-Length: 900000\r\n\r\n"
        with target.connect(head % (method, path)) as made:
            assert made.recv(12) == b"HTTP/1.1 " + status


def test_counts_a_large_body_once(serve: Serve) -> None:
    target = serve(create_app(allowed=Limits(rate="2/hour")))
    sent = POST + b"Connection: close\r\nContent-Length: 100000\r\n\r\n" + GAME.ljust(100_000)
    assert [target.ask(sent)[9:12] for _ in range(3)] == [b"200", b"200", b"429"]


def test_requests_without_a_key_do_not_replace_a_batch(serve: Serve) -> None:
    made_keys = [new_key(name) for name in ("ann", "bo", "cassandra")]
    keys = {bytes.fromhex(line.split()[1]): line.split()[0] for _, line in made_keys}
    target = serve(create_app(allowed=Limits(keys=keys)))
    keyed = [
        BATCH.replace(b"\r\n\r\n", f"\r\nAuthorization: Bearer {key}\r\n\r\n".encode())
        for key, _ in made_keys
    ]
    piece = b"%x\r\n%b\n\r\n" % (len(GAME) + 1, GAME)
    with ExitStack() as stack:
        batches = [stack.enter_context(target.connect(keyed[i % 3] + piece)) for i in range(8)]
        assert all(b'"winners"' in read_until(made, b'"winners"') for made in batches)
        for _ in range(8):
            with target.connect(BATCH) as made:
                assert made.recv(12) == b"HTTP/1.1 401"
        for made in batches:
            made.sendall(piece + b"0\r\n\r\n")
            assert b'"winners"' in read_until(made, b"\r\n0\r\n\r\n")
