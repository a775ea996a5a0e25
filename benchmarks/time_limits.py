"""Measures whether deductions of Tiwanaku keep to their time limits: `benchmarks.time_limits`.

A server receives the hardest openings with each limit, one after the other, and after them requests
for scenarios, which have a budget of solver work instead of a time limit. Meanwhile another
connection requests `/healthz`. Times are wall time, so what else the machine does counts too.
"""

import json
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from threading import Event, Thread
from typing import Any

from benchmarks.example_requests import SERVE
from benchmarks.servers import Server, running

LIMITS = (100, 300, 1000)
"""Milliseconds."""
TOLERANCE = 0.1
"""The share of its limit by which a response may be late."""
ROUNDS = 3

_LONG = {
    "board": "long",
    "crops": ["." * 9] * 5,
    "tiles": {"mud": 12, "sand": 11, "grass": 11, "rock": 11},
}
OPENINGS: Mapping[str, Mapping[str, Any]] = {
    "long, empty": {**_LONG, "terrain": ["." * 9] * 5},
    "long, four terrains": {
        **_LONG,
        "terrain": ["M...S....", "." * 9, "....G....", "." * 9, "R........"],
    },
    "short, empty": {
        "board": "short",
        "terrain": ["." * 5] * 5,
        "crops": ["." * 5] * 5,
        "tiles": {"mud": 7, "sand": 6, "grass": 6, "rock": 6},
    },
}


def main() -> None:
    """Print the latest response for each limit, and the longest wait for `/healthz` meanwhile."""
    with running(SERVE) as server:
        print(f"{'milliseconds':<32} latest answer   longest wait for /healthz")
        for name, opening in OPENINGS.items():
            for limit in LIMITS:
                for explain in (False, True):
                    body = {"snapshot": opening, "time_limit_ms": limit, "explain": explain}
                    title = f"{name}, {limit}{', explained' if explain else ''}"
                    _print(title, server, "deductions", [body] * ROUNDS, limit)
        for board in ("short", "long"):
            unique = {"board": board, "unique": "from_start"}
            bodies = [{"draw": {**unique, "seed": seed}} for seed in range(3)]
            _print(f"a scenario, {board}", server, "scenarios", bodies, None)
            for difficulty in ("easy", "medium", "hard"):
                bodies = [
                    {"draw": {"board": board, "seed": seed, "difficulty": difficulty}}
                    for seed in range(3)
                ]
                _print(f"a scenario, {board}, {difficulty}", server, "scenarios", bodies, None)


def _print(
    name: str, server: Server, operation: str, bodies: Sequence[Any], limit: int | None
) -> None:
    with _health_latencies(server) as waits:
        latest = max(1000 * _taken(server, operation, body) for body in bodies)
    late = "" if limit is None or latest <= (1 + TOLERANCE) * limit else "  too late"
    print(f"{name:<32} {latest:13.1f}   {1000 * max(waits):25.1f}{late}", flush=True)


def _taken(server: Server, operation: str, body: Any) -> float:
    """The seconds until a response has been read."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    document = json.dumps(body).encode()
    connection.connect()
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    started = time.perf_counter()
    connection.request(
        "POST", f"/v3/tiwanaku/{operation}", document, {"Content-Type": "application/json"}
    )
    response = connection.getresponse()
    content = response.read()
    taken = time.perf_counter() - started
    connection.close()
    if response.status != 200:
        raise RuntimeError(content)
    return taken


@contextmanager
def _health_latencies(server: Server) -> Iterator[list[float]]:
    """Request `/healthz` until the end of the block; yields the seconds of each wait."""
    ended, waits = Event(), list[float]()

    def request_health() -> None:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        while not (waits and ended.is_set()):
            started = time.perf_counter()
            connection.request("GET", "/healthz")
            connection.getresponse().read()
            waits.append(time.perf_counter() - started)
            ended.wait(0.005)
        connection.close()

    thread = Thread(target=request_health)
    thread.start()
    try:
        yield waits
    finally:
        ended.set()
        thread.join()


if __name__ == "__main__":
    main()
