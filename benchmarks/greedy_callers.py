"""Measures how long an honest caller waits beside four greedy ones.

`python -m benchmarks.greedy_callers` tries each kind of greed; `… photographs` only those whose
names contain a word. Each greedy caller has an address of its own and sends on two connections,
without a pause. The honest caller sends one request at a time. A row has the number of requests
that were answered within five seconds, the number of requests, and the times in seconds.
"""

import json
import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from itertools import cycle
from multiprocessing import Process

import requests
from PIL import Image

from benchmarks.example_requests import SERVE, Request, example_requests
from benchmarks.servers import running

GREEDY, CONNECTIONS = 4, 2
REQUESTS = 20
ALLOWED_SECONDS = 5.0
HONEST = (
    "/v3/tiwanaku/hints",
    "/v3/misterra/disputes",
    "/v3/cartographers/disputes",
    "/v3/tiwanaku/disputes",
    "/v3/treasure-hunt/disputes",
    "/v3/treasure-hunt/routes",
    "/v3/misterra/photos",
)
OPENING = {
    "snapshot": {
        "board": "long",
        "terrain": ["M...S....", "." * 9, "....G....", "." * 9, "R.......M"],
        "crops": ["." * 9] * 5,
        "tiles": {"mud": 11, "sand": 12, "grass": 12, "rock": 10},
    },
    "time_limit_ms": 10_000,
}
"""A deduction that takes most of its time."""


def main() -> None:
    """Print the times of each honest request beside each kind of greed."""
    examples = {each.path: each for each in example_requests()}
    with running(SERVE) as server:
        for path in HONEST:
            _ask(server.port, 99, examples[path])
        for name, greedy in kinds_of_greed(examples):
            if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
                continue
            busy = [
                Process(target=_send_repeatedly, args=(server.port, 2 + i, greedy))
                for i in range(GREEDY)
                for _ in range(CONNECTIONS)
            ]
            for process in busy:
                process.start()
            time.sleep(2)
            print(f"beside {name}, load average {os.getloadavg()[0]:.0f}")
            for path in HONEST:
                _measure(server.port, examples[path])
            for process in busy:
                process.kill()
                process.join()


def kinds_of_greed(examples: dict[str, Request]) -> Iterator[tuple[str, list[Request]]]:
    """The requests of greedy callers in turn, by the name of each kind."""
    yield "nothing", []
    deduction = Request("/v3/tiwanaku/deductions", "POST", json.dumps(OPENING).encode())
    photograph = _large_photograph("/v3/misterra/photos")
    score = examples["/v3/misterra/scores"]
    batch = score._replace(body=(score.body + b"\n") * 5_000, media_type="application/x-ndjson")
    disputes = [examples[path] for path in HONEST if path.endswith("disputes")]
    scenario = examples["/v3/tiwanaku/scenarios"]
    drawn = {**json.loads(scenario.body)["draw"], "board": "long"}
    scenarios = [
        scenario._replace(body=json.dumps({"draw": {**drawn, "seed": seed}}).encode())
        for seed in range(9)
    ]
    yield "deductions of up to 10 s", [deduction]
    yield "photographs of 50 megapixels", [photograph]
    yield "batches", [batch]
    yield "disputes", disputes
    yield "scenarios", scenarios
    yield "deductions, photographs, batches, scenarios", [deduction, photograph, batch, *scenarios]


def _large_photograph(path: str) -> Request:
    out = BytesIO()
    Image.new("RGB", (7071, 7071)).save(out, "WEBP", lossless=True)
    form = requests.Request(
        "POST",
        "http://127.0.0.1/",
        data={"board": "island"},
        files={"photo": out.getvalue()},
    ).prepare()
    assert isinstance(form.body, bytes)
    return Request(path, "POST", form.body, str(form.headers["Content-Type"]))


def _send_repeatedly(port: int, caller: int, greedy: list[Request]) -> None:
    for request in cycle(greedy):
        with suppress(OSError):
            if _ask(port, caller, request) == 503:
                time.sleep(0.05)


def _ask(port: int, caller: int, request: Request) -> int:
    """Send a request from the address 127.0.0.`caller`, and return the status."""
    head = (
        f"{request.method} {request.path} HTTP/1.1\r\nHost: referee\r\nConnection: close\r\n"
        f"Content-Type: {request.media_type}\r\nContent-Length: {len(request.body)}\r\n\r\n"
    )
    source = (f"127.0.0.{caller}", 0)
    with socket.create_connection(("127.0.0.1", port), 60, source) as connection:
        connection.sendall(head.encode() + request.body)
        first = received = connection.recv(1 << 18)
        while received:
            received = connection.recv(1 << 18)
    return int(first[9:12] or 0)


def _measure(port: int, request: Request) -> None:
    seconds, answered = [], 0
    for _ in range(REQUESTS):
        since = time.perf_counter()
        status = _ask(port, 99, request)
        seconds.append(time.perf_counter() - since)
        answered += status == 200 and seconds[-1] <= ALLOWED_SECONDS
        time.sleep(0.05)
    seconds.sort()
    median, last = seconds[len(seconds) // 2], seconds[-1]
    print(
        f"  {request.path:<32} {answered:>2} of {REQUESTS}: {median:5.2f} {last:5.2f}", flush=True
    )


if __name__ == "__main__":
    main()
