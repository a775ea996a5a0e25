"""Sends twice the load that a service can take, and expects answers or immediate refusals.

`python tests/attacks/overload.py --minutes 10` starts a server, measures how many requests a second
it answers over all operations, and then sends twice as many at a fixed rate, whether or not earlier
ones were answered. It exits with 1 if a response is neither an answer nor a 503, or takes longer
than ten seconds.
"""

import argparse
import selectors
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from multiprocessing import Pool
from pathlib import Path
from typing import cast

sys.path.insert(0, str(Path(__file__).parents[1]))

from attacks.hostile_requests import Asked, asked, example
from service.serving import running
from theodolite.web.app import create_app

TIMES = 2.0
"""Load as a multiple of the measured capacity."""
PATIENCE = 10.0
"""Timeout of a response, in seconds."""
SENDERS = 2
"""Client processes."""
CLOSED = 16
"""Connections that measure the capacity, one request at a time each."""
MEASURED = 5.0
"""Seconds of the measurement."""

Met = list[tuple[int, float]]
"""Status of each response (0 for none), and seconds until its end."""


class _Clients:
    """Concurrent requests, each on its own connection."""

    def __init__(self, port: int) -> None:
        self.met: Met = []
        self._port = port
        self._selector = selectors.DefaultSelector()
        self._asking: dict[socket.socket, tuple[float, bytes]] = {}

    def ask(self, request: bytes) -> None:
        """Send a request without waiting for the response."""
        started = time.perf_counter()
        try:
            made = socket.create_connection(("127.0.0.1", self._port), timeout=PATIENCE)
            made.sendall(request)
        except OSError:
            self.met.append((0, time.perf_counter() - started))
            return
        self._asking[made] = started, b""
        self._selector.register(made, selectors.EVENT_READ)

    def look(self, seconds: float) -> int:
        """Read for so many seconds; return the number of finished responses."""
        before = len(self.met)
        for key, _ in self._selector.select(max(0.0, seconds)):
            made = cast("socket.socket", key.fileobj)
            started, answer = self._asking[made]
            try:
                piece = made.recv(1 << 18)
            except OSError:
                piece = answer = b""
            if piece:
                self._asking[made] = started, answer or piece[:12]
            else:
                self._end(made, answer)
        return len(self.met) - before

    def tire(self) -> None:
        """Close connections that have timed out."""
        late = time.perf_counter() - PATIENCE
        for made in [each for each, (started, _) in self._asking.items() if started < late]:
            self._end(made, b"")

    def empty(self) -> bool:
        """Whether no request is open."""
        return not self._asking

    def _end(self, made: socket.socket, answer: bytes) -> None:
        started, _ = self._asking.pop(made)
        self._selector.unregister(made)
        made.close()
        status = int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else 0
        self.met.append((status, time.perf_counter() - started))


def _measured(port: int, requests: Sequence[bytes]) -> float:
    """Measure the answers per second of a few connections."""
    crowd, upcoming = _Clients(port), cycle(requests)
    for _ in range(CLOSED):
        crowd.ask(next(upcoming))
    ends = time.perf_counter() + MEASURED
    while time.perf_counter() < ends:
        for _ in range(crowd.look(0.1)):
            crowd.ask(next(upcoming))
    return sum(status == 200 for status, _ in crowd.met) / MEASURED


def _poured(sent: tuple[int, list[bytes], float, float]) -> Met:
    """Send requests at a fixed rate, and return the results."""
    port, requests, rate, seconds = sent
    crowd, upcoming = _Clients(port), cycle(requests)
    begun = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = begun + number / rate
        while (early := due - time.perf_counter()) > 0:
            crowd.look(early)
        crowd.look(0)
        crowd.ask(next(upcoming))
        if number % 100 == 0:
            crowd.tire()
    while not crowd.empty():
        crowd.look(0.1)
        crowd.tire()
    return crowd.met


def _requests(operations: Sequence[Asked]) -> list[bytes]:
    """Make a valid request for each operation, each with `Connection: close`."""
    closing = b"HTTP/1.1\r\nConnection: close\r\n"
    # Photographs are left out: each takes as long as a hundred other requests.
    return [
        example(each).replace(b"HTTP/1.1\r\n", closing, 1)
        for each in operations
        if not each.media_type.startswith("multipart/")
    ]


def overload(port: int, requests: list[bytes], rate: float, seconds: float) -> tuple[Met, float]:
    """Send requests at a rate; return the results and the duration in seconds."""
    started = time.perf_counter()
    with Pool(SENDERS) as pool:
        shares = [
            (port, requests[i:] + requests[:i], rate / SENDERS, seconds) for i in range(SENDERS)
        ]
        met = [each for part in pool.map(_poured, shares) for each in part]
    return met, time.perf_counter() - started


def main() -> None:
    """Measure, overload, and print a summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    requests = _requests(asked(create_app()))
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder, "log")) as server,
    ):
        # The first request of each operation loads modules.
        _measured(server.port, requests)
        most = _measured(server.port, requests)
        before = server.memory()
        met, seconds = overload(server.port, requests, TIMES * most, 60 * options.minutes)
        after = server.memory()
    statuses = Counter(status for status, _ in met)
    print(f"it answers {most:.0f} a second; {len(met) / seconds:.0f} a second were sent")
    for status in sorted(statuses):
        waits = sorted(wait for each, wait in met if each == status)
        half, last = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
        print(
            f"{status}: {len(waits)}, after {half * 1000:.0f} ms at the median, "
            f"{last * 1000:.0f} at the 99th percentile, {waits[-1] * 1000:.0f} at most"
        )
    print(f"memory: {before / 1e6:.1f} MB, in the end {after / 1e6:.1f} MB")
    if set(statuses) - {200, 503}:
        sys.exit("somebody met something else than an answer or a refusal")


if __name__ == "__main__":
    main()
