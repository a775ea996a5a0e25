"""A function for worker pools that kills its worker on a chosen line."""

import os
import signal
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from theodolite.bulk.pieces import Work


class Echo(NamedTuple):
    """Returns the number of a line and the worker's process id; kills the worker on one line.

    Attributes:
        deadly: The number of the line that kills.
        marks: A folder with a file for each worker that was killed.
        deaths: The number of workers to kill.
    """

    deadly: int = 0
    marks: Path = Path()
    deaths: int = 0

    def __call__(self, tables: Any) -> pa.RecordBatch:
        if tables.first == self.deadly:
            for mark in map(str, range(self.deaths)):
                try:
                    (self.marks / mark).touch(exist_ok=False)
                except FileExistsError:
                    continue
                os.kill(os.getpid(), signal.SIGKILL)
        return pa.RecordBatch.from_pylist([{"line": tables.first, "by": os.getpid()}])

    def schema(self, tables: pa.Schema | None) -> pa.Schema:
        raise NotImplementedError


class Deadly(NamedTuple):
    """A function that kills its worker on a row, once.

    Attributes:
        work: The function otherwise.
        row: The row's `id`.
        mark: A file that is made before.
    """

    work: Work
    row: int
    mark: Path

    def __call__(self, tables: Any) -> pa.RecordBatch:
        if self.row in tables.column("id").to_pylist() and not self.mark.exists():
            self.mark.touch()
            self.die()
        return self.work(tables)

    def die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def schema(self, tables: pa.Schema | None) -> pa.Schema:
        return self.work.schema(tables)
