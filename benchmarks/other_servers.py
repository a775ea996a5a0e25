"""Measures the service on other servers: scores a second, and some promises of `reliability.md`.

`python -m benchmarks.other_servers` compares `theodolite serve` with Granian and plain uvicorn,
which run the service's gate without its connection class, and with that uvicorn behind HAProxy,
configured as `docs/ops/haproxy.cfg` without TLS. Run it with `ulimit -Sn 1024`: servers inherit the
number of files that they may open, and the benchmark raises its own.
"""

import asyncio
import json
import re
import resource
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Any

from benchmarks.example_requests import SCORES, SERVE
from benchmarks.load import request_bytes, send
from benchmarks.misterra import random_tables
from benchmarks.servers import Server, running
from theodolite.web.app import create_app
from theodolite.web.serving.connection import CONNECTION
from theodolite.web.serving.gate import Gate

ROUNDS = 10
QUEUE = 128
GATED = "benchmarks.other_servers:gated"
GRANIAN = ("granian", "--interface", "asgi", "--factory", "--loop", "uvloop", GATED)
UVICORN = ("uvicorn", "--factory", "--lifespan", "off", "--no-access-log", GATED)
CONFIGURATION = Path(__file__).parents[1] / "docs" / "ops" / "haproxy.cfg"
TABLES = [json.dumps(table).encode() for table in random_tables(300)]
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: referee\r\n\r\n"
SCORE = request_bytes("POST", SCORES, TABLES[0])


class _Stand:
    """A connection as far as an ASGI application can know it."""

    since = wait = None
    came = 0
    is_gone = is_full = False

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()

    async def patiently(self, seconds: float, work: Awaitable[Any]) -> Any:
        async with asyncio.timeout(seconds):
            return await work

    def hold(self) -> None: ...

    release = hang_up = hold


def gated() -> Callable[..., Awaitable[None]]:
    """The service behind its gate, for any ASGI server."""
    gate = Gate(create_app(), QUEUE)

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope.setdefault("raw_path", scope["path"].encode())
            await gate({**scope, CONNECTION: _Stand()}, receive, send)

    return application


@contextmanager
def proxied(server: Server) -> Iterator[Server]:
    """Run HAProxy with the example configuration, without TLS, in front of a server."""
    with socket.socket() as listener, tempfile.TemporaryDirectory() as folder:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        listener.close()
        text = CONFIGURATION.read_text("utf-8")
        text = re.sub(r"bind .*", f"bind 127.0.0.1:{port}", text)
        text = text.replace("10.0.0.1:8000", f"127.0.0.1:{server.port}")
        path = Path(folder, "haproxy.cfg")
        path.write_text(re.sub(r"    server second .*\n?", "", text), "utf-8")
        with subprocess.Popen(
            ["haproxy", "-db", "-f", str(path)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                while not _answer(port, HEALTH, 1).startswith(b"HTTP/1.1 200"):
                    time.sleep(0.05)
                yield Server(server.pid, port)
            finally:
                process.terminate()


def _answer(port: int, request: bytes, seconds: float = 5) -> bytes:
    """All that a server sends to a request until it closes or is silent."""
    received = b""
    with (
        suppress(OSError),
        socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection,
    ):
        connection.sendall(request)
        while piece := connection.recv(1 << 16):
            received += piece
            connection.settimeout(0.5)
    return received


def _connected(stack: ExitStack, port: int, count: int, sent: bytes) -> list[socket.socket]:
    made = []
    for _ in range(count):
        with suppress(OSError):
            connection = socket.create_connection(("127.0.0.1", port), timeout=5)
            made.append(stack.enter_context(connection))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(0.5)
            connection.sendall(sent)
    return made


def _beside(port: int, count: int, sent: bytes, asked: bytes = SCORE) -> str:
    """How long a request takes beside so many connections that sent this and then stall."""
    with ExitStack() as stack:
        _connected(stack, port, count, sent)
        time.sleep(1)
        started = time.perf_counter()
        answer = _answer(port, asked)
        seconds = time.perf_counter() - started - 0.5
        return f"{max(0, seconds):.2f} s" if answer.startswith(b"HTTP/1.1 200") else "no"


def _status(port: int, request: bytes) -> str:
    statuses = re.findall(rb"HTTP/1.1 (\d+)", _answer(port, request))
    return " then ".join(map(bytes.decode, statuses)) or "no answer"


def _closes(port: int, sent: bytes, drip: bytes, seconds: float) -> str:
    """After how many seconds a connection is closed on which bytes drip."""
    started = time.perf_counter()
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
        connection.sendall(sent)
        while time.perf_counter() - started < seconds:
            connection.sendall(drip)
            with suppress(TimeoutError):
                if not connection.recv(1 << 16):
                    break
    seconds_taken = time.perf_counter() - started
    return f"{seconds_taken:.0f} s" if seconds_taken < seconds else f"not within {seconds:.0f} s"


_HEAD = f"POST {SCORES} HTTP/1.1\r\nHost: referee\r\nContent-Type: application/json\r\n".encode()
_LARGE = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: referee\r\n\r\n"
_CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
_UPGRADE = SCORE.replace(b"\r\n", b"\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n", 1)

PROBES: Mapping[str, Callable[[int], str]] = {
    "a score beside 1,100 silent connections": lambda port: _beside(port, 1100, b""),
    "a score beside 300 stalled bodies": lambda port: _beside(
        port, 300, _HEAD + b"Content-Length: 9000\r\n\r\n{"
    ),
    "a score beside 300 stalled readers": lambda port: _beside(port, 300, _LARGE * 8),
    "/healthz beside 500 scores at once": lambda port: _beside(port, 500, SCORE, HEALTH),
    "a head that drips is closed after": lambda port: _closes(port, _HEAD, b"X: y\r\n", 25),
    "trailers without end are closed after": lambda port: _closes(
        port, _HEAD + _CHUNKED + b"0\r\n", b"X: " + b"y" * 4000 + b"\r\n", 25
    ),
    "a body that drips is refused after": lambda port: _closes(
        port, _HEAD + b"Content-Length: 9000\r\n\r\n", b" ", 45
    ),
    "HTTP/1.1 without Host": lambda port: _status(port, b"GET /healthz HTTP/1.1\r\n\r\n"),
    "two Host": lambda port: _status(port, b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
    "an offer of h2c with a body": lambda port: _status(port, _UPGRADE),
    "a request, then garbage": lambda port: _status(port, HEALTH + b"\0garbage\r\n\r\n"),
    "a head of 64 KiB": lambda port: _status(
        port, HEALTH.replace(b"\r\n\r\n", b"\r\nX: " + b"y" * 65_536 + b"\r\n\r\n")
    ),
    "1,000 requests in one packet": lambda port: str(
        _answer(port, HEALTH * 1000).count(b"HTTP/1.1 2")
    ),
}


def main() -> None:
    """Print the ratio of scores a second, and the result of each probe."""
    with ExitStack() as stack:
        uvicorn = stack.enter_context(running(UVICORN))
        servers = {
            "theodolite serve": stack.enter_context(running(SERVE)),
            "granian": stack.enter_context(running(GRANIAN)),
            "uvicorn": uvicorn,
            "uvicorn behind HAProxy": stack.enter_context(proxied(uvicorn)),
        }
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, most), most))
        _compare(servers)
        for name, probe in PROBES.items():
            for server_name, server in servers.items():
                print(f"{name:<42} {server_name:<24} {probe(server.port)}", flush=True)


def _compare(servers: Mapping[str, Server]) -> None:
    requests = {
        name: cycle(request_bytes("POST", SCORES, each) for each in TABLES) for name in servers
    }
    rates: dict[str, list[float]] = {name: [] for name in servers}
    times: dict[str, list[float]] = {name: [] for name in servers}
    for round_ in range(ROUNDS + 1):
        for name, server in servers.items():
            load = send(server, requests[name], 1.0)
            if round_:
                rates[name].append(load.per_second)
                times[name].append(load.cpu)
    first = rates["theodolite serve"]
    for name, server in servers.items():
        ratios = sorted(rate / own for rate, own in zip(rates[name], first, strict=True))
        print(
            f"{name:<24} {statistics.median(rates[name]):6.0f} scores a second, "
            f"{statistics.median(ratios):.2f} ({ratios[1]:.2f} to {ratios[-2]:.2f}) of ours, "
            f"{1e6 * statistics.median(times[name]):5.0f} µs of the processor each, "
            f"{server.resident_megabytes():.0f} MB"
        )


if __name__ == "__main__":
    main()
