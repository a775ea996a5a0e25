"""Pools of workers: this process, several on this machine, or a Dask cluster.

Results come in the order of the pieces. Few pieces are in flight at a time, so memory does not grow
with their number. A piece whose worker dies is submitted again.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any, Self, TypeVar

ATTEMPTS = 4
"""Attempts for a piece before the run ends."""

Input = TypeVar("Input")
Output = TypeVar("Output")


class Pool:
    """A pool of workers: this process alone, unless a class below says otherwise.

    Attributes:
        width: The number of pieces that it works on at a time.
        worker_errors: The errors raised when a worker has died.
    """

    width: int = 1
    worker_errors: tuple[type[Exception], ...] = ()

    def submit(self, task: Callable[[Any], Any], piece: Any) -> Any:
        """Start with a piece; returns a future. This process does it at once."""
        done: Future[Any] = Future()
        done.set_result(task(piece))
        return done

    def restart(self) -> None:
        """Replace the workers that died, if nobody else does."""

    def close(self) -> None:
        """End the workers, if there are any."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def run_in_order(
    pool: Pool, task: Callable[[Input], Output], pieces: Iterable[Input]
) -> Iterator[Output]:
    """The results of a task for pieces, in their order.

    Pieces in flight when a worker dies are submitted again.

    Raises:
        ChildProcessError: Workers died too often at the same pieces.
    """
    rest = iter(pieces)
    in_flight: deque[tuple[Input, Any]] = deque()
    breakdowns = 0
    while True:
        waiting = [*islice(rest, 2 * pool.width - len(in_flight))]
        if not (in_flight or waiting):
            return
        try:
            while waiting:
                in_flight.append((waiting[0], pool.submit(task, waiting[0])))
                waiting.pop(0)
            result = in_flight[0][1].result()
        except pool.worker_errors as error:
            breakdowns += 1
            if breakdowns == ATTEMPTS:
                raise ChildProcessError(f"Workers died {ATTEMPTS} times in a row.") from error
            pool.restart()
            again = [*(piece for piece, _ in in_flight), *waiting]
            in_flight = deque((piece, pool.submit(task, piece)) for piece in again)
        else:
            breakdowns = 0
            in_flight.popleft()
            yield result


def open_pool(processes: int, scheduler: str | None) -> Pool:
    """The pool: this process, several on this machine, or a Dask cluster."""
    if scheduler is not None:
        return Cluster(scheduler)
    return Processes(processes) if processes > 1 else Pool()


class Processes(Pool):
    """A pool of processes on this machine."""

    worker_errors = (BrokenProcessPool,)

    def __init__(self, width: int) -> None:
        self.width = width
        # A fork would copy locks that Arrow's threads may hold.
        self._context = get_context("forkserver")
        self._pool = ProcessPoolExecutor(width, self._context)

    def submit(self, task: Callable[[Any], Any], piece: Any) -> Any:
        """Start with a piece."""
        return self._pool.submit(task, piece)

    def restart(self) -> None:
        """Start a new process pool."""
        self._pool.shutdown(wait=False)
        self._pool = ProcessPoolExecutor(self.width, self._context)

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(cancel_futures=True)


class Cluster(Pool):
    """The workers of a Dask cluster, which replaces them itself, by its scheduler's address.

    Raises:
        OSError: No scheduler answers at this address.
    """

    def __init__(self, scheduler: str) -> None:
        from distributed import CancelledError, Client, KilledWorker

        self.worker_errors = (KilledWorker, CancelledError)
        self._client = Client(scheduler)
        self.width = max(1, sum(self._client.nthreads().values()))

    def submit(self, task: Callable[[Any], Any], piece: Any) -> Any:
        """Begin with a piece; Dask gives it to another worker if the first one dies."""
        return self._client.submit(task, piece, pure=False)

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()
