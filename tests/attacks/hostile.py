"""Sends hostile requests to a service, and looks for 5xx, hangs and memory growth.

One client in ten sends in pieces, sends several requests at once, reads slowly, or leaves.

`python tests/attacks/hostile.py --requests 1000000 --seed 0` starts a server, sends that many
requests over all operations of all games, and prints a summary. It exits with 1 at a fault of the
server, naming the seed of the request, or if the memory grew by a fifth.
"""

import argparse
import random
import re
import socket
import struct
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from typing import TYPE_CHECKING

from attacks.hostile_requests import Asked, asked, attack, example, files
from service.serving import Server, running
from theodolite.web.app import create_app

if TYPE_CHECKING:
    from multiprocessing.pool import Pool as PoolOf

PATIENCE = 60.0
"""Seconds before the client gives up on a response."""
SLOW = 1.0
"""Seconds after which a response counts as a hang, unless the operation promises less."""
PROMISED = {"/reviews": 4.0, "/routes": 4.0, "/scenarios": 6.0}
"""Seconds that searches with their own budget may take (docs/contributing/reliability.md)."""
GROWTH = 1.2
"""Allowed growth of the memory, as a factor."""
LATE = 1.1
"""Allowed time of a deduction, as a multiple of the limit in the request."""
SENDERS, AT_ONCE = 2, 4
"""Client processes, and concurrent requests of each."""
BLOCK = 200
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
WARM = 8
"""How often each operation answers its example before memory is measured."""
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: referee\r\n\r\n"


class Assault:
    """Sends hostile requests to a server, and collects the results.

    Attributes:
        statuses: Number of responses by status; 0 stands for none.
        faults: Seeds of requests with a 5xx response; -1 stands for `/healthz`.
        hangs: Seeds of requests whose response took longer than promised.
        slowest: Seconds of the slowest response, by the end of its path; "" for all paths that
            promise a response within SLOW.
        health: Seconds that `/healthz` took during the test, sorted.
        before: Memory of the workers after warming up, in bytes.
        after: Memory of the workers at the end, in bytes.
    """

    def __init__(self, server: Server, operations: list[Asked], seeds: range) -> None:
        self.statuses: Counter[int] = Counter()
        self.faults: list[int] = []
        self.hangs: list[int] = []
        self.health: list[float] = []
        self.slowest: dict[str, float] = {}
        self._port = server.port
        # A fork would copy locks that threads of the tests hold.
        with get_context("forkserver").Pool(SENDERS, _begin, (server.port, operations)) as pool:
            pool.map(_warmed, [each for each in operations for _ in range(WARM)], chunksize=1)
            self.before = server.memory()
            self._send(pool, seeds)
        self.after = server.memory()
        self.health.sort()

    def _send(self, pool: "PoolOf", seeds: range) -> None:
        """Send the request of each seed, and poll `/healthz` meanwhile."""
        blocks = [seeds[i : i + BLOCK] for i in range(0, len(seeds), BLOCK)]
        sending = pool.map_async(_sent, blocks, chunksize=1)
        while not sending.ready():
            status, seconds = _met(self._port, HEALTH)
            self.health.append(seconds)
            if status != 200:
                self.faults.append(-1)
            sending.wait(0.05)
        for block, met in zip(blocks, sending.get(), strict=True):
            for seed, answered in zip(block, met, strict=True):
                self._note(seed, *answered)

    def _note(self, seed: int, status: int, seconds: float, longer: str, promised: float) -> None:
        self.statuses[status] += 1
        # Only complete requests must be answered.
        if status:
            self.slowest[longer] = max(self.slowest.get(longer, 0.0), seconds)
            if seconds > promised:
                self.hangs.append(seed)
        if status >= 500 and status not in (501, 503):
            self.faults.append(seed)


_target: tuple[int, list[Asked]]


def _begin(port: int, operations: list[Asked]) -> None:
    global _target  # noqa: PLW0603 - what each sender is given when it starts
    _target = port, operations


def _warmed(one: Asked) -> tuple[int, float]:
    """Send the example of an operation, and return the status."""
    port, _ = _target
    return _met(port, example(one))


def _sent(seeds: range) -> list[tuple[int, float, str, float]]:
    """Send the request of each seed, a few concurrently; yield results and promised times."""
    port, operations = _target

    def send(seed: int) -> tuple[int, float, str, float]:
        request = attack(operations, seed)
        send_as = random.Random(seed).choices(*_MANNERS)[0]
        return *send_as(port, request), *_promised(request)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(send, seeds))


def _promised(request: bytes) -> tuple[str, float]:
    """Return the seconds that a response may take and, if they exceed SLOW, the end of its path."""
    line = request.partition(b" HTTP/")[0].partition(b"?")[0].decode("latin-1")
    for end, seconds in PROMISED.items():
        if line.endswith(end):
            return end, seconds
    limit = _LIMIT.search(request)
    seconds = LATE * int(limit[1]) / 1000 if limit and line.endswith("/deductions") else SLOW
    return ("/deductions", seconds) if seconds > SLOW else ("", SLOW)


_LIMIT = re.compile(rb'"time_limit_ms": (\d{1,5})\b')


def _met(port: int, request: bytes) -> tuple[int, float]:
    """Return the status, 0 if the server closed the connection, and the seconds."""
    started = time.perf_counter()
    status = 0
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall(request)
        status, _ = _read(connection)
    return status, time.perf_counter() - started


def _read(connection: socket.socket) -> tuple[int, float]:
    """Read a response to its end; return the status, 0 for none, and the seconds."""
    started = time.perf_counter()
    answer = b""
    # Disconnecting early is another kind of attack.
    with suppress(OSError):
        connection.shutdown(socket.SHUT_WR)
        answer = connection.recv(1 << 16).removeprefix(CONTINUE)
        answer = answer or connection.recv(1 << 16)
        while connection.recv(1 << 16):
            pass
    status = int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else 0
    return status, time.perf_counter() - started


def _in_pieces(port: int, request: bytes) -> tuple[int, float]:
    """Send a request in pieces; the seconds count from the last."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        cuts = sorted({len(request) * part // 4 for part in range(5)})
        for start, end in pairwise(cuts):
            time.sleep(0.01)
            connection.sendall(request[start:end])
        return _read(connection)
    return 0, 0.0


def _pipelined(port: int, request: bytes) -> tuple[int, float]:
    """Send a request behind others on one connection; the status is that of the first response."""
    return _met(port, HEALTH * 3 + request + request)


def _slowly_read(port: int, request: bytes) -> tuple[int, float]:
    """Read the response late and a little at a time."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(request)
        time.sleep(0.1)
        return _read(connection)[0], 0.0
    return 0, 0.0


def _left(port: int, request: bytes) -> tuple[int, float]:
    """Leave without a word: the connection is reset."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(request)
        time.sleep(0.005)
    return 0, 0.0


_MANNERS = (
    (_met, _in_pieces, _pipelined, _slowly_read, _left),
    (0.9, 0.03, 0.03, 0.02, 0.02),
)
"""How clients send requests and read responses, and how often."""


def _first_line(operations: list[Asked], seed: int) -> str:
    return attack(operations, seed)[:60].partition(b" HTTP/")[0].decode("latin-1")


def main() -> None:
    """Send the requests and print the summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    app = create_app()
    operations = asked(app) + files(app)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        with running(log, "--workers", str(options.workers)) as server:
            started = time.perf_counter()
            seeds = range(options.seed, options.seed + options.requests)
            met = Assault(server, operations, seeds)
            seconds = time.perf_counter() - started
    print(f"{options.requests} requests over {len(operations)} operations in {seconds:.0f} s")
    print("answers by status:", dict(sorted(met.statuses.items())))
    for longer, slowest in sorted(met.slowest.items()):
        print(f"the slowest answer{longer and f' of {longer}'} took {slowest:.3f} s")
    print(f"{len(met.hangs)} took longer than is promised")
    for line, times in Counter(_first_line(operations, seed) for seed in met.hangs).most_common(9):
        print(f"  {times} times {line}")
    print(f"memory: {met.before / 1e6:.1f} MB, in the end {met.after / 1e6:.1f} MB")
    if met.health:
        worst, late = met.health[-1], met.health[len(met.health) * 99 // 100]
        print(f"/healthz meanwhile: p99 {late * 1000:.1f} ms, at worst {worst * 1000:.1f} ms")
    if met.faults or met.hangs or met.after > GROWTH * met.before:
        sys.exit(f"faults: {met.faults[:20]}, hangs: {met.hangs[:20]}")


if __name__ == "__main__":
    main()
