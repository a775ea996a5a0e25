"""How long `/healthz` and a small question take while long work goes on.

`python -m benchmarks.busy` asks each work again and again over four connections; a fifth measures,
each time on a connection of its own.
"""

import json
import socket
import time
from collections.abc import Iterator
from multiprocessing import Process

from benchmarks.__main__ import SCORES, SERVE, operations_with_examples
from benchmarks.load import request_bytes
from benchmarks.servers import running
from benchmarks.tables import EXAMPLE

BUSY = 4
SECONDS = 3.0
CLOSING = b"HTTP/1.1\r\nConnection: close\r\n"
SMALL = {
    "/healthz": request_bytes("GET", "/healthz"),
    "a score": request_bytes("POST", SCORES, json.dumps(EXAMPLE).encode()),
}


def main() -> None:
    """Print the median, the 99th percentile and the longest, for each work."""
    with running(SERVE) as server:
        for name, work in _works():
            busy = [Process(target=_again_and_again, args=(server.port, work)) for _ in range(BUSY)]
            for process in busy:
                process.start()
            time.sleep(1)
            for small, request in SMALL.items():
                print(f"{name:<44} {small:<10} {_measured(server.port, request)}", flush=True)
            for process in busy:
                process.kill()
                process.join()


def _works() -> Iterator[tuple[str, bytes]]:
    yield "nothing", b""
    batch = "application/x-ndjson"
    yield (
        "a batch of 350,000 lines of 1",
        request_bytes("POST", f"{SCORES}/batch", b"1\n" * 350_000, batch),
    )
    zeros = {**EXAMPLE, "island": [0] * 300_000}
    yield "an island of 300,000 numbers", request_bytes("POST", SCORES, json.dumps(zeros).encode())
    keys = {**EXAMPLE, **{str(number): number for number in range(70_000)}}
    yield "70,000 unknown fields", request_bytes("POST", SCORES, json.dumps(keys).encode())
    wishes = request_bytes("POST", SCORES, b"{}")
    wishes = wishes.replace(b"\r\n\r\n", b"\r\nAccept-Language: " + b"a," * 15_000 + b"\r\n\r\n", 1)
    yield "15,000 languages", wishes
    for path, asked in operations_with_examples():
        if asked.method == "POST":
            yield path, request_bytes(asked.method, path, asked.body, asked.media_type)


def _again_and_again(port: int, work: bytes) -> None:
    while work:
        _ask(port, work)


def _ask(port: int, request: bytes) -> float:
    started = time.perf_counter()
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(request.replace(b"HTTP/1.1\r\n", CLOSING, 1))
        while connection.recv(1 << 18):
            pass
    return time.perf_counter() - started


def _measured(port: int, request: bytes) -> str:
    ends, waits = time.perf_counter() + SECONDS, []
    while time.perf_counter() < ends:
        waits.append(1000 * _ask(port, request))
        time.sleep(0.01)
    waits.sort()
    half, last = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
    return f"{half:6.1f} {last:6.1f} {waits[-1]:6.1f} ms"


if __name__ == "__main__":
    main()
