"""Measures the latency of `/healthz` and of a score while the service is busy with long requests.

`python -m benchmarks.latency_under_load` tries every kind of long request; `… routes zeros` only
those whose names contain a word. Four connections send the long requests; a fifth measures, each
time on a new connection. Each row has the milliseconds until the response, then the milliseconds
that the worker computed meanwhile, which depend less on what else the machine does.
"""

import json
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import cycle
from multiprocessing import Process
from pathlib import Path
from typing import Any

from benchmarks.example_requests import SCORES, SERVE, example_requests
from benchmarks.load import request_bytes
from benchmarks.misterra import EXAMPLE, broad_disputes
from benchmarks.servers import Server, running

BUSY = 4
SECONDS = 3.0
CLOSING = b"HTTP/1.1\r\nConnection: close\r\n"
SMALL = {
    "/healthz": request_bytes("GET", "/healthz"),
    "a score": request_bytes("POST", SCORES, json.dumps(EXAMPLE).encode()),
}
BATCH = "application/x-ndjson"
LINES = 100
"""The lines of a batch, each about one table."""


def main() -> None:
    """Print the median, the 99th percentile and the maximum beside each kind of long request."""
    print(f"{'':<52} {'':<9} milliseconds waited     computed meanwhile")
    with running(SERVE) as server:
        for name, long_requests in _long_requests():
            if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
                continue
            busy = [
                Process(target=_send_repeatedly, args=(server.port, long_requests))
                for _ in range(BUSY)
            ]
            for process in busy:
                process.start()
            time.sleep(1)
            for small, request in SMALL.items():
                print(f"{name:<52} {small:<9} {_measured(server, request)}", flush=True)
            for process in busy:
                process.kill()
                process.join()


def _long_requests() -> Iterator[tuple[str, Sequence[bytes]]]:
    """Kinds of long requests: the name of each, and the requests to send in turn."""
    yield "nothing", ()
    every = [*example_requests()]
    examples = {
        each.path: request_bytes(each.method, each.path, each.body, each.media_type)
        for each in every
        if each.method == "POST"
    }
    documents = {
        each.path: json.loads(each.body)
        for each in every
        if each.media_type == "application/json" and each.body
    }

    def request(path: str, **changed: Any) -> bytes:
        return request_bytes("POST", path, json.dumps({**documents[path], **changed}).encode())

    yield (
        "lines of 1, 350,000 in a batch",
        [request_bytes("POST", SCORES, b"1\n" * 350_000, BATCH)],
    )
    for path in (SCORES, "/v3/cartographers/scores"):
        lines = (json.dumps(documents[path]).encode() + b"\n") * LINES
        yield f"{path}, {LINES} lines", [request_bytes("POST", path, lines, BATCH)]
    yield "a photograph of a parchment", [examples["/v3/misterra/photos"]]
    disputes = "/v3/misterra/disputes"
    yield f"{disputes}, broad", [request(disputes, **each) for each in broad_disputes()]
    actions = "/v3/cartographers/legal-actions"
    yield f"{actions}, valued", [request(actions, value="game", limit=1000)]
    for path in ("/v3/cartographers/disputes", "/v3/cartographers/replays"):
        yield path, [examples[path]]
    deductions = "/v3/tiwanaku/deductions"
    opening = {
        "board": "long",
        "terrain": ["M...S....", "." * 9, "....G....", "." * 9, "R.......M"],
        "crops": ["." * 9] * 5,
        "tiles": {"mud": 11, "sand": 12, "grass": 12, "rock": 10},
    }
    yield (
        f"{deductions}, an opening",
        [request(deductions, snapshot=opening, focus=[], time_limit_ms=1000)],
    )
    scenarios = "/v3/tiwanaku/scenarios"
    for board in ("short", "long"):
        yield (
            f"{scenarios}, {board}",
            [request(scenarios, draw={"board": board, "seed": seed}) for seed in range(9)],
        )
    for path in ("/v3/tiwanaku/disputes", "/v3/tiwanaku/legality-checks"):
        yield path, [examples[path]]
    for name in ("routes", "replays", "disputes", "pictures"):
        path = f"/v3/treasure-hunt/{name}"
        yield path, [examples[path]]
    for path in (SCORES, actions, deductions, "/v3/treasure-hunt/replays"):
        first = next(iter(documents[path]))
        yield f"{path} of 300,000 zeros", [request(path, **{first: [0] * 300_000})]
        for fields in (24_000, 55_000):
            unknown = {str(number): number for number in range(fields)}
            yield f"{path} with {fields:,} unknown fields", [request(path, **unknown)]
    yield from _other_attacks()


def _other_attacks() -> Iterator[tuple[str, Sequence[bytes]]]:
    """Requests for files and metrics, and long header fields."""
    for path in ("/openapi.yaml", "/docs/swagger-ui-bundle.js", "/metrics"):
        yield path, [request_bytes("GET", path)]
    parameters = b"Content-Type: application/json" + b";a=b" * 5_000
    yield (
        "a media type with 5,000 parameters",
        [SMALL["a score"].replace(b"Content-Type: application/json", parameters, 1)],
    )
    languages = b"\r\nAccept-Language: " + b"a," * 15_000 + b"\r\n\r\n"
    yield (
        "languages, 15,000",
        [request_bytes("POST", SCORES, b"{}").replace(b"\r\n\r\n", languages, 1)],
    )


def _send_repeatedly(port: int, long_requests: Sequence[bytes]) -> None:
    for request in cycle(long_requests):
        with suppress(OSError):
            _exchange(port, request)


def _exchange(port: int, request: bytes) -> bytes:
    """Send a request on a new connection; returns the first bytes of the response."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(request.replace(b"HTTP/1.1\r\n", CLOSING, 1))
        first = received = connection.recv(1 << 18)
        while received:
            received = connection.recv(1 << 18)
    return first


def _measured(server: Server, request: bytes) -> str:
    clock = _clock(server)
    ends = time.perf_counter() + SECONDS
    latencies, computed = [], []
    while time.perf_counter() < ends:
        since, computing = time.perf_counter(), time.clock_gettime(clock)
        assert _exchange(server.port, request).startswith(b"HTTP/1.1 200")
        latencies.append(time.perf_counter() - since)
        computed.append(time.clock_gettime(clock) - computing)
        time.sleep(0.01)
    return f"{_quantiles(latencies)}   {_quantiles(computed)}"


def _clock(server: Server) -> int:
    """The clock of the processor time of a server's only worker: `clock_getcpuclockid`."""
    sizes = {
        pid: int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[0])
        for pid in server.processes()
    }
    return ~max(sizes, key=sizes.__getitem__) << 3 | 2


def _quantiles(seconds: list[float]) -> str:
    seconds.sort()
    half, last = seconds[len(seconds) // 2], seconds[len(seconds) * 99 // 100]
    return " ".join(f"{1000 * each:6.1f}" for each in (half, last, seconds[-1]))


if __name__ == "__main__":
    main()
