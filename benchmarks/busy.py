"""How long `/healthz` and a small question take while long work goes on, in every game.

`python -m benchmarks.busy`, or `python -m benchmarks.busy routes zeros` for some works alone, asks
each work again and again over four connections; a fifth measures, each time on a connection of its
own. Beside the milliseconds that it waits stand those that the worker computes meanwhile, which
other work on the machine bends less: on a free machine nobody waits for longer.
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

from benchmarks.asked import SCORES, SERVE
from benchmarks.asked import examples as operations_with_examples
from benchmarks.load import request_bytes
from benchmarks.servers import Server, running
from benchmarks.tables import EXAMPLE, broad_disputes

BUSY = 4
SECONDS = 3.0
CLOSING = b"HTTP/1.1\r\nConnection: close\r\n"
SMALL = {
    "/healthz": request_bytes("GET", "/healthz"),
    "a score": request_bytes("POST", SCORES, json.dumps(EXAMPLE).encode()),
}
BATCH = "application/x-ndjson"


def main() -> None:
    """Print what is waited at the median, the 99th percentile and at most, for each work."""
    print(f"{'':<52} {'':<9} milliseconds waited     computed meanwhile")
    with running(SERVE) as server:
        for name, works in _works():
            if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
                continue
            busy = [
                Process(target=_again_and_again, args=(server.port, works)) for _ in range(BUSY)
            ]
            for process in busy:
                process.start()
            time.sleep(1)
            for small, request in SMALL.items():
                print(f"{name:<52} {small:<9} {_measured(server, request)}", flush=True)
            for process in busy:
                process.kill()
                process.join()


def _works() -> Iterator[tuple[str, Sequence[bytes]]]:
    """What the service is kept busy with, and the requests for it in turn."""
    yield "nothing", ()
    shown = [*operations_with_examples()]
    examples = {
        asked.path: request_bytes(asked.method, asked.path, asked.body, asked.media_type)
        for asked in shown
        if asked.method == "POST"
    }
    documents = {
        asked.path: json.loads(asked.body)
        for asked in shown
        if asked.media_type == "application/json" and asked.body
    }

    def asked(path: str, **changed: Any) -> bytes:
        return request_bytes("POST", path, json.dumps({**documents[path], **changed}).encode())

    yield (
        "lines of 1, 350,000 in a batch",
        [request_bytes("POST", f"{SCORES}/batch", b"1\n" * 350_000, BATCH)],
    )
    for path, example in examples.items():
        if path.endswith("/batch"):
            yield path, [example]
    yield "a photograph of a parchment", [examples["/v1/misterra/photos"]]
    disputes = "/v1/misterra/disputes"
    yield f"{disputes}, broad", [asked(disputes, **each) for each in broad_disputes()]
    actions = "/v1/cartographers/legal-actions"
    yield f"{actions}, valued", [asked(actions, value="game", limit=1000)]
    for path in ("/v1/cartographers/disputes", "/v1/cartographers/replays"):
        yield path, [examples[path]]
    deductions = "/v1/tiwanaku/deductions"
    opening = {
        "board": "long",
        "terrain": ["M...S....", "." * 9, "....G....", "." * 9, "R.......M"],
        "crops": ["." * 9] * 5,
        "tiles": {"mud": 11, "sand": 12, "grass": 12, "rock": 10},
        "focus": [],
        "time_limit_ms": 1000,
    }
    yield f"{deductions}, an opening", [asked(deductions, **opening)]
    scenarios = "/v1/tiwanaku/scenarios"
    for board in ("short", "long"):
        yield (
            f"{scenarios}, {board}",
            [asked(scenarios, board=board, seed=seed) for seed in range(9)],
        )
    for path in ("/v1/tiwanaku/disputes", "/v1/tiwanaku/turns"):
        yield path, [examples[path]]
    for name in ("routes", "replays", "disputes", "pictures"):
        path = f"/v1/treasure-hunt/{name}"
        yield path, [examples[path]]
    for path in (SCORES, actions, deductions, "/v1/treasure-hunt/replays"):
        first = next(iter(documents[path]))
        yield f"{path} of 300,000 zeros", [asked(path, **{first: [0] * 300_000})]
        for fields in (24_000, 55_000):
            unknown = {str(number): number for number in range(fields)}
            yield f"{path} with {fields:,} unknown fields", [asked(path, **unknown)]
    wishes = b"\r\nAccept-Language: " + b"a," * 15_000 + b"\r\n\r\n"
    yield (
        "languages, 15,000",
        [request_bytes("POST", SCORES, b"{}").replace(b"\r\n\r\n", wishes, 1)],
    )


def _again_and_again(port: int, works: Sequence[bytes]) -> None:
    for work in cycle(works):
        with suppress(OSError):
            _ask(port, work)


def _ask(port: int, request: bytes) -> bytes:
    """The beginning of an answer that has ended."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(request.replace(b"HTTP/1.1\r\n", CLOSING, 1))
        answer = piece = connection.recv(1 << 18)
        while piece:
            piece = connection.recv(1 << 18)
    return answer


def _measured(server: Server, request: bytes) -> str:
    clock = _clock(server)
    ends = time.perf_counter() + SECONDS
    waited, computed = [], []
    while time.perf_counter() < ends:
        since, computing = time.perf_counter(), time.clock_gettime(clock)
        assert _ask(server.port, request).startswith(b"HTTP/1.1 200")
        waited.append(time.perf_counter() - since)
        computed.append(time.clock_gettime(clock) - computing)
        time.sleep(0.01)
    return f"{_told(waited)}   {_told(computed)}"


def _clock(server: Server) -> int:
    """The clock of the processor time of a server's only worker: `clock_getcpuclockid`."""
    sizes = {
        pid: int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[0])
        for pid in server.processes()
    }
    return ~max(sizes, key=sizes.__getitem__) << 3 | 2


def _told(seconds: list[float]) -> str:
    seconds.sort()
    half, last = seconds[len(seconds) // 2], seconds[len(seconds) * 99 // 100]
    return " ".join(f"{1000 * each:6.1f}" for each in (half, last, seconds[-1]))


if __name__ == "__main__":
    main()
