"""The pieces of work of a file: rows of Parquet, or whole lines of NDJSON.

Files have paths or URLs of any store that fsspec knows. Workers read Parquet themselves, since
reading takes as long as scoring.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from gzip import GzipFile
from itertools import islice
from typing import IO, Any, NamedTuple, Protocol, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq
from fsspec.core import url_to_fs

ROWS = 1 << 15
"""The most rows of a batch of Parquet."""
BYTES = 1 << 23
"""The bytes of a block of NDJSON, and at most one line more."""


class Lines(NamedTuple):
    """Whole lines of NDJSON, and the number of the first."""

    first: int
    text: bytes

    def numbered(self, field: pa.Field) -> tuple[pa.RecordBatch, Sequence[bytes]]:
        """The numbers of the lines that are not blank as a column, and these lines."""
        lines = self.text.split(b"\n")
        there = [i for i, line in enumerate(lines) if line.strip()]
        numbers = pa.array([self.first + i for i in there], field.type)
        return pa.record_batch([numbers], pa.schema([field])), [lines[i] for i in there]


class Rows(NamedTuple):
    """Rows of a Parquet file that the worker can read.

    Attributes:
        url: The file.
        group: The index of a row group.
        first: The index of the first row within the row group.
        last: The index after that of the last row.
    """

    url: str
    group: int
    first: int
    last: int

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows, at most ROWS at a time."""
        most, at = min(self.last - self.first, ROWS), 0
        if not most:
            return
        with open_parquet(self.url) as parquet:
            for batch in parquet.iter_batches(most, row_groups=[self.group], use_threads=False):
                first, last = max(self.first - at, 0), min(self.last - at, batch.num_rows)
                if first < last:
                    yield batch.slice(first, last - first)
                at += batch.num_rows
                if at >= self.last:
                    return


Tables: TypeAlias = pa.RecordBatch | Lines
Piece: TypeAlias = Tables | Rows


class Work(Protocol):
    """A function of tables, which workers run."""

    def __call__(self, tables: Tables) -> pa.RecordBatch:
        """The output for some tables."""

    def schema(self, tables: pa.Schema | None) -> pa.Schema:
        """The output columns for input columns; None for lines."""


class Pieces(NamedTuple):
    """The pieces of a file.

    Attributes:
        size: The size of the file, in rows or bytes.
        each: The pieces, each with its share of `size`.
        columns: The columns of Parquet; None for lines.
    """

    size: int
    each: Iterator[tuple[Piece, int]]
    columns: pa.Schema | None


@contextmanager
def open_parquet(url: str) -> Iterator[pq.ParquetFile]:
    """Open a Parquet file.

    Raises:
        OSError: It cannot be read.
        pa.ArrowInvalid: It is not Parquet.
    """
    store, path = url_to_fs(url)
    # Without a buffer, each column would be a request to an object store.
    with pq.ParquetFile(path, filesystem=store, pre_buffer=True) as parquet:
        yield parquet


@contextmanager
def open_pieces(url: str, most: int, *, remote: bool = False) -> Iterator[Pieces]:
    """Open a file: Parquet by rows of its row groups, other files in blocks of lines.

    Lines may be compressed by gzip.

    Args:
        url: The file.
        most: The most rows or lines of a piece.
        remote: Whether the workers cannot read the file.

    Raises:
        OSError: The file cannot be read.
        pa.ArrowInvalid: The file begins as Parquet, but is not Parquet.
        ValueError: It is CSV, or one document of JSON and not one in each line.
    """
    store, path = url_to_fs(url)
    if path.endswith(".csv"):
        raise ValueError("CSV has no place for a table: give NDJSON or Parquet.")
    with store.open(path, "rb") as plain:
        begin = plain.read(4)
        plain.seek(0)
        is_packed = begin.startswith(b"\x1f\x8b")
        file: Any = GzipFile(fileobj=plain) if is_packed else plain
        if begin == b"PAR1":
            with open_parquet(url) as parquet:
                rows = row_ranges(url, parquet.metadata, most)
                each: Iterator[tuple[Piece, int]] = (
                    (piece, piece.last - piece.first) for piece in rows
                )
                if remote:
                    batches = parquet.iter_batches(min(most, ROWS))
                    each = ((batch, batch.num_rows) for batch in batches)
                yield Pieces(parquet.metadata.num_rows, each, parquet.schema_arrow)
        else:
            lines = iter(partial(file.readline, BYTES), b"")
            first = next((line.strip() for line in lines if line.strip()), b"")
            if first == b"{" or first.startswith(b"["):
                raise ValueError("This is one JSON document: give each request a line (NDJSON).")
            file.seek(0)
            each = ((block, len(block.text)) for block in _blocks(file, most))
            yield Pieces(store.size(path), each, None)


def row_ranges(url: str, metadata: pq.FileMetaData, most: int) -> Iterator[Rows]:
    """The rows of a Parquet file in pieces, none of which has rows of two row groups."""
    for group in range(metadata.num_row_groups):
        rows = metadata.row_group(group).num_rows
        for first in range(0, rows, most):
            yield Rows(url, group, first, min(first + most, rows))


def _blocks(file: IO[bytes], most: int) -> Iterator[Lines]:
    first = 1
    while text := file.read(BYTES):
        if not text.endswith(b"\n"):
            text += file.readline()
        # Not `splitlines`, for which "\r" ends a line, too.
        lines = iter(text.removesuffix(b"\n").split(b"\n"))
        while some := [*islice(lines, most)]:
            yield Lines(first, b"\n".join([*some, b""]))
            first += len(some)
