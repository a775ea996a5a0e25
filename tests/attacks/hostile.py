"""A service under hostile requests: no 500, no hang, no growth.

`python tests/attacks/hostile.py --requests 1000000 --seed 0` attacks a server of its own with that
many requests over all operations of all games, each decided by its seed, and says what came of
them. It exits with 1 at a fault of the server, naming the seed, or if its memory grew by a fifth.
"""

import argparse
import re
import socket
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from typing import TYPE_CHECKING

from attacks.arsenal import Asked, asked, attack, example, files
from service.serving import Server, running
from theodolite.web.app import create_app

if TYPE_CHECKING:
    from multiprocessing.pool import Pool as PoolOf

__all__ = ["Assault"]

PATIENCE = 60.0
"""Seconds that an answer is waited for."""
SLOW = 1.0
"""Seconds after which an answer counts as a hang, but where more is promised."""
PROMISED = {"/routes": 4.0, "/scenarios": 6.0}
"""Seconds that searches may take which are as long as what they are asked (docs/reliability.md)."""
GROWTH = 1.2
"""By how much the memory may grow, all in all."""
LATE = 1.1
"""How many times the limit that its sender sets a deduction may take."""
SENDERS, AT_ONCE = 2, 4
"""Processes that send, and how many requests of each are under way."""
BLOCK = 200
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
WARM = 8
"""Memory is measured first when each operation has answered its example so many times."""
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: referee\r\n\r\n"


class Assault:
    """An assault on a server, and what came of it.

    Attributes:
        statuses: Answers by status; 0 is none.
        faults: The seeds of requests that met a fault of the server; -1 is `/healthz`.
        hangs: The seeds of those whose answer took longer than is promised.
        slowest: Seconds that the slowest answer took: "" for all that are promised within SLOW,
            others by the end of their path.
        health: Seconds that `/healthz` took meanwhile, in order.
        before: Bytes of the workers' memory once they were warm.
        after: And in the end.
    """

    def __init__(self, server: Server, operations: list[Asked], seeds: range) -> None:
        self.statuses: Counter[int] = Counter()
        self.faults: list[int] = []
        self.hangs: list[int] = []
        self.health: list[float] = []
        self.slowest: dict[str, float] = {}
        self._port = server.port
        # A fork would copy locks that threads of the tests may hold.
        with get_context("forkserver").Pool(SENDERS, _begin, (server.port, operations)) as pool:
            pool.map(_warmed, [each for each in operations for _ in range(WARM)], chunksize=1)
            self.before = server.memory()
            self._send(pool, seeds)
        self.after = server.memory()
        self.health.sort()

    def _send(self, pool: "PoolOf", seeds: range) -> None:
        """Send the request of each seed, and look after the health meanwhile."""
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
        # Only a request that is whole must be answered.
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
    """What the example of an operation met."""
    port, _ = _target
    return _met(port, example(one))


def _sent(seeds: range) -> list[tuple[int, float, str, float]]:
    """What the request of each seed met, a few at once, and what it was promised."""
    port, operations = _target

    def send(seed: int) -> tuple[int, float, str, float]:
        request = attack(operations, seed)
        return *_met(port, request), *_promised(request)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(send, seeds))


def _promised(request: bytes) -> tuple[str, float]:
    """The seconds that an answer may take; if these are more than SLOW the end of its path."""
    line = request.partition(b" HTTP/")[0].partition(b"?")[0].decode("latin-1")
    for end, seconds in PROMISED.items():
        if line.endswith(end):
            return end, seconds
    limit = _LIMIT.search(request)
    seconds = LATE * int(limit[1]) / 1000 if limit and line.endswith("/deductions") else SLOW
    return ("/deductions", seconds) if seconds > SLOW else ("", SLOW)


_LIMIT = re.compile(rb'"time_limit_ms": (\d{1,5})\b')


def _met(port: int, request: bytes) -> tuple[int, float]:
    """The status of the answer, 0 if the server hangs up; and the seconds that it took."""
    started = time.perf_counter()
    answer = b""
    with (
        suppress(OSError),
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection,
    ):
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = connection.recv(1 << 16).removeprefix(CONTINUE)
        answer = answer or connection.recv(1 << 16)
        # To leave before the answer has ended would make its rest an attack of another kind.
        while connection.recv(1 << 16):
            pass
    status = int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else 0
    return status, time.perf_counter() - started


def _first_line(operations: list[Asked], seed: int) -> str:
    return attack(operations, seed)[:60].partition(b" HTTP/")[0].decode("latin-1")


def main() -> None:
    """Attack, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    operations = asked(create_app()) + files()
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
