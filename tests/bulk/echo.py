"""Work for processes and clusters that can kill whoever does it."""

import os
import signal
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa


class Echo(NamedTuple):
    """Answers a line with its number, and who answered; kills whoever works on one of them.

    It does so only as long as it can still make its mark in a folder.
    """

    deadly: int = 0
    marks: Path = Path()
    deaths: int = 0

    def __call__(self, asked: Any) -> pa.RecordBatch:
        if asked.first == self.deadly:
            for mark in map(str, range(self.deaths)):
                try:
                    (self.marks / mark).touch(exist_ok=False)
                except FileExistsError:
                    continue
                os.kill(os.getpid(), signal.SIGKILL)
        return pa.RecordBatch.from_pylist([{"line": asked.first, "by": os.getpid()}])

    def schema(self, asked: pa.Schema | None) -> pa.Schema:
        raise NotImplementedError
