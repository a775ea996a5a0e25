"""A file of any length, judged piece by piece: here, by processes, or on a cluster.

Answers come in the order of the pieces, and only a few pieces are under way at a time: memory does
not grow with the file. A piece whose worker dies is judged by another. Who judges on this machine
reads Parquet too, which takes as long as judging it.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol, Self, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

__all__ = [
    "Cluster",
    "Crew",
    "Here",
    "Lines",
    "Piece",
    "Pieces",
    "Processes",
    "RowGroup",
    "Tables",
    "Tally",
    "Work",
    "answers",
    "crew",
    "in_order",
    "pieces",
    "run",
]

ROWS = 1 << 15
"""The rows of a piece of Parquet."""
BYTES = 1 << 23
"""The bytes of a piece of NDJSON, and at most one line more."""
ATTEMPTS = 4
"""How often a piece is tried: one that kills whoever works on it is not tried for ever."""


class Lines(NamedTuple):
    """Whole lines of NDJSON, and the number of the first."""

    first: int
    text: bytes


class RowGroup(NamedTuple):
    """A row group of a Parquet file of this machine."""

    path: Path
    number: int


Tables: TypeAlias = pa.RecordBatch | Lines
Piece: TypeAlias = Tables | RowGroup


class Work(Protocol):
    """What is done with tables."""

    def __call__(self, asked: Tables) -> pa.RecordBatch:
        """The answers to some tables."""

    def schema(self, asked: pa.Schema | None) -> pa.Schema:
        """The columns of every answer to pieces of these columns; None for lines."""


class Pieces(NamedTuple):
    """The pieces of a file, each with its share of the `size` of the whole; their columns."""

    size: int
    each: Iterator[tuple[Piece, int]]
    columns: pa.Schema | None


class Tally(NamedTuple):
    """How many rows were answered, and how many of these with faults."""

    rows: int
    faulty: int


@contextmanager
def pieces(path: Path, *, elsewhere: bool = False) -> Iterator[Pieces]:
    """Open a file: Parquet by its row groups, anything else in blocks of lines.

    Args:
        path: the file.
        elsewhere: whether those who judge cannot read it.

    Raises:
        OSError: it cannot be read.
        pa.ArrowInvalid: it begins as Parquet and is none.
    """
    with path.open("rb") as file:
        if file.read(4) == b"PAR1":
            with pq.ParquetFile(path) as parquet:
                each: Iterator[tuple[Piece, int]]
                if elsewhere:
                    each = ((batch, batch.num_rows) for batch in parquet.iter_batches(ROWS))
                else:
                    groups = range(parquet.num_row_groups)
                    sizes = [parquet.metadata.row_group(group).num_rows for group in groups]
                    each = ((RowGroup(path, group), sizes[group]) for group in groups)
                yield Pieces(parquet.metadata.num_rows, each, parquet.schema_arrow)
        else:
            file.seek(0)
            each = ((lines, len(lines.text)) for lines in _blocks(file))
            yield Pieces(path.stat().st_size, each, None)


def _blocks(file: IO[bytes]) -> Iterator[Lines]:
    first = 1
    while text := file.read(BYTES):
        if not text.endswith(b"\n"):
            text += file.readline()
        yield Lines(first, text)
        first += text.count(b"\n")


class Crew(Protocol):
    """Who judges pieces: `width` at a time, until `broken` is raised."""

    width: int
    broken: tuple[type[Exception], ...]

    def submit(self, work: Work, piece: Piece) -> Any:
        """Begin with a piece; the answer is the `result()` of what is returned."""

    def revive(self) -> None:
        """Take new workers for those that died."""


def answers(work: Work, piece: Piece) -> list[pa.RecordBatch]:
    """The answers to a piece, wherever this is run."""
    if not isinstance(piece, RowGroup):
        return [work(piece)]
    with pq.ParquetFile(piece.path) as parquet:
        batches = parquet.iter_batches(ROWS, row_groups=[piece.number], use_threads=False)
        return [work(batch) for batch in batches]


def in_order(crew: Crew, work: Work, asked: Iterator[Piece]) -> Iterator[list[pa.RecordBatch]]:
    """The answers to pieces, in their order.

    What was under way when a worker died is begun again.
    """
    under_way: deque[tuple[Piece, Any]] = deque()
    breakdowns = 0
    while True:
        waiting = [*islice(asked, 2 * crew.width - len(under_way))]
        if not (under_way or waiting):
            return
        try:
            while waiting:
                under_way.append((waiting[0], crew.submit(work, waiting[0])))
                waiting.pop(0)
            answer = under_way[0][1].result()
        except crew.broken:
            breakdowns += 1
            if breakdowns == ATTEMPTS:
                raise
            crew.revive()
            again = [*(piece for piece, _ in under_way), *waiting]
            under_way = deque((piece, crew.submit(work, piece)) for piece in again)
        else:
            breakdowns = 0
            under_way.popleft()
            yield answer


def run(
    asked: Pieces, told: Path, work: Work, crew: Crew, progress: Callable[[int], object]
) -> Tally:
    """Have a file judged, and write the answers as Parquet once they are all there.

    Args:
        asked: the file's pieces.
        told: where the answers go.
        work: what is done with each piece.
        crew: who does it.
        progress: called with the share of each piece, once its answer is written.
    """
    shares: deque[int] = deque()

    def taken() -> Iterator[Piece]:
        for piece, share in asked.each:
            shares.append(share)
            yield piece

    rows = faulty = 0
    unfinished = told.with_name(f"{told.name}.part")
    with pq.ParquetWriter(unfinished, work.schema(asked.columns)) as writer:
        for answered in in_order(crew, work, taken()):
            for answer in answered:
                writer.write_batch(answer)
                rows += answer.num_rows
                faulty += answer.num_rows - answer.column("faults").null_count
            progress(shares.popleft())
    unfinished.replace(told)
    return Tally(rows, faulty)


def crew(processes: int, scheduler: str | None) -> "Here | Processes | Cluster":
    """Who judges: this process, several of this machine, or a cluster."""
    if scheduler is not None:
        return Cluster(scheduler)
    return Processes(processes) if processes > 1 else Here()


class Here:
    """This process."""

    width = 1
    broken: tuple[type[Exception], ...] = ()

    def submit(self, work: Work, piece: Piece) -> Any:
        """Judge a piece."""
        done: Future[list[pa.RecordBatch]] = Future()
        done.set_result(answers(work, piece))
        return done

    def revive(self) -> None:
        """It has not died."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """There is nothing to end."""


class Processes:
    """Processes of this machine."""

    broken: tuple[type[Exception], ...] = (BrokenProcessPool,)

    def __init__(self, width: int) -> None:
        self.width = width
        # A fork would copy locks that Arrow's threads may hold.
        self._context = get_context("forkserver")
        self._pool = ProcessPoolExecutor(width, self._context)

    def submit(self, work: Work, piece: Piece) -> Any:
        """Begin with a piece."""
        return self._pool.submit(answers, work, piece)

    def revive(self) -> None:
        """Take a new pool."""
        self._pool.shutdown(wait=False)
        self._pool = ProcessPoolExecutor(self.width, self._context)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)


class Cluster:
    """The workers of a Dask cluster, by the address of its scheduler.

    Raises:
        OSError: there is no scheduler at this address.
    """

    def __init__(self, scheduler: str) -> None:
        from distributed import CancelledError, Client, KilledWorker

        self.broken: tuple[type[Exception], ...] = (KilledWorker, CancelledError)
        self._client = Client(scheduler)
        self.width = max(1, sum(self._client.nthreads().values()))

    def submit(self, work: Work, piece: Piece) -> Any:
        """Begin with a piece; Dask gives it to another worker if the first one dies."""
        return self._client.submit(answers, work, piece, pure=False)

    def revive(self) -> None:
        """Leave it to the cluster to have workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()
