"""Whether deductions of Tiwanaku keep to their limits, and what others wait: `benchmarks.limits`.

A served worker is asked for the hardest openings with each limit, one after the other; another
connection asks for `/healthz` all the while, and again while scenarios are drawn, whose budget
counts the solver's work and no time. Seconds are those of the clock on the wall, so what else the
machine does counts too.
"""

import json
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from threading import Event, Thread
from typing import Any

from benchmarks.asked import SERVE
from benchmarks.servers import Server, running

__all__ = ["main"]

LIMITS = (100, 300, 1000)
"""Milliseconds."""
MORE = 0.1
"""The share of its limit by which no answer may be later."""
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
    """Print for each limit the latest answer, and the longest wait for `/healthz` meanwhile."""
    with running(SERVE) as server:
        print(f"{'milliseconds':<32} latest answer   longest wait for /healthz")
        for name, opening in OPENINGS.items():
            for limit in LIMITS:
                for explain in (False, True):
                    body = {**opening, "time_limit_ms": limit, "explain": explain}
                    asked = f"{name}, {limit}{', explained' if explain else ''}"
                    _print(asked, server, "deductions", [body] * ROUNDS, limit)
        for board in ("short", "long"):
            bodies = [{"board": board, "seed": seed, "unique": "from_start"} for seed in range(3)]
            _print(f"a scenario, {board}", server, "scenarios", bodies, None)


def _print(
    name: str, server: Server, question: str, bodies: Sequence[Any], limit: int | None
) -> None:
    with _asking_for_health(server) as waits:
        latest = max(1000 * _taken(server, question, body) for body in bodies)
    late = "" if limit is None or latest <= (1 + MORE) * limit else "  too late"
    print(f"{name:<32} {latest:13.1f}   {1000 * max(waits):25.1f}{late}", flush=True)


def _taken(server: Server, question: str, body: Any) -> float:
    """The seconds until an answer has been read."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    sent = json.dumps(body).encode()
    connection.connect()
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    started = time.perf_counter()
    connection.request(
        "POST", f"/v1/tiwanaku/{question}", sent, {"Content-Type": "application/json"}
    )
    reply = connection.getresponse()
    answer = reply.read()
    taken = time.perf_counter() - started
    connection.close()
    if reply.status != 200:
        raise RuntimeError(answer)
    return taken


@contextmanager
def _asking_for_health(server: Server) -> Iterator[list[float]]:
    """The seconds of every wait for `/healthz` until the end of the block."""
    ended, waits = Event(), list[float]()

    def ask() -> None:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        while not (waits and ended.is_set()):
            started = time.perf_counter()
            connection.request("GET", "/healthz")
            connection.getresponse().read()
            waits.append(time.perf_counter() - started)
            ended.wait(0.005)
        connection.close()

    asking = Thread(target=ask)
    asking.start()
    try:
        yield waits
    finally:
        ended.set()
        asking.join()


if __name__ == "__main__":
    main()
