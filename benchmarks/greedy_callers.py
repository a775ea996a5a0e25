"""Measures whether four greedy callers deny a fifth one.

`python -m benchmarks.greedy_callers` lets four addresses, with a connection each, send the dearest
body that the hill climber of the attacks finds for an operation, and so for each operation in turn;
`… disputes routes` only for those whose paths contain a word. A fifth address sends the example of
every other operation, one after the other, and once a second `/healthz`. It prints how many of its
requests were answered within two seconds and their own median alone, and those that were not; then
how often each operation was late. The service has a worker for each core.

The aim is 95%, and 50 ms for `/healthz` at the 99th percentile.
"""

import json
import os
import socket
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from multiprocessing import Process
from pathlib import Path
from statistics import median, quantiles

from benchmarks.example_requests import SERVE, Request, example_requests
from benchmarks.servers import running

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from attacks.climbing import climb, services

GREEDY = range(2, 6)
"""The last numbers of the addresses of greedy callers."""
ALONE = 3
"""Requests from which the time alone is taken."""
CLIMB_SECONDS = 4.0
ALLOWED_SECONDS = 2.0
HEALTH = Request("/healthz")
HONEST = 99


def main() -> None:
    """Print the answers of the honest caller beside each kind of greed."""
    honest = [each for each in example_requests() if each.method == "POST"]
    dear = _dearest(sys.argv[1:])
    sent, missed = 0, Counter[str]()
    health: list[float] = []
    # As the documents tell to run it.
    with running([*SERVE, "--workers", str(os.cpu_count() or 1)]) as server:
        alone = {
            each: median(_timed(server.port, HONEST, each)[1] for _ in range(ALONE))
            for each in honest
        }
        for greedy in dear:
            busy = [
                Process(target=_send_repeatedly, args=(server.port, caller, greedy))
                for caller in GREEDY
            ]
            for process in busy:
                process.start()
            time.sleep(2)
            late, waited = [], []
            others = [each for each in honest if each.path != greedy.path]
            for each in others:
                status, seconds = _timed(server.port, HONEST, each)
                if status != 200 or seconds > ALLOWED_SECONDS + alone[each]:
                    late.append(f"{each.path} {status} {seconds:.1f} s")
                    missed[each.path] += 1
                waited.append(_timed(server.port, HONEST, HEALTH)[1])
            health += waited
            for process in busy:
                process.kill()
                process.join()
            sent += len(others)
            print(
                f"{greedy.path:<36} {len(others) - len(late):>3} of {len(others)}, "
                f"load {os.getloadavg()[0]:.0f}, /healthz at most {1000 * max(waited):.0f} ms",
                *late,
                sep="\n  ",
                flush=True,
            )
    slow = 1000 * quantiles(health, n=100)[-1]
    met = sent - missed.total()
    print(f"{met} of {sent} ({met / sent:.1%}); /healthz {slow:.0f} ms at the 99th percentile")
    print(*(f"{path}: late {late} times" for path, late in missed.most_common()), sep="\n")


def _dearest(words: Sequence[str]) -> list[Request]:
    """The dearest body that is found for each operation."""
    found = []
    for service in services():
        for name in service.operations:
            path = f"{service.path}/{name}"
            if not words or any(word in path for word in words):
                _, dearest = climb(service, name, CLIMB_SECONDS)
                found.append(Request(path, "POST", json.dumps(dearest.body).encode()))
    return found


def _send_repeatedly(port: int, caller: int, greedy: Request) -> None:
    for request in cycle([greedy]):
        with suppress(OSError):
            if _ask(port, caller, request) == 503:
                time.sleep(0.05)


def _timed(port: int, caller: int, request: Request) -> tuple[int, float]:
    """The status of a request, and its seconds."""
    since = time.perf_counter()
    return _ask(port, caller, request), time.perf_counter() - since


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


if __name__ == "__main__":
    main()
