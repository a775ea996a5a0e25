"""Runs over a file or a folder of any length, piece by piece.

The answers to a file return to this process, which writes them in order. Those to a folder are
written by the workers, a file for each piece, so a run that broke off can go on.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from os.path import realpath
from posixpath import dirname, split
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from fsspec.core import url_to_fs
from fsspec.implementations.local import LocalFileSystem

from theodolite import __version__
from theodolite.bulk.pieces import Piece, Pieces, Rows, Work, open_parquet, row_ranges
from theodolite.bulk.pools import Pool, run_in_order
from theodolite.bulk.spreadsheets import ScoreWriter

RUN = "_run.json"
"""The file of an output folder that has `Plan.run`; readers of Parquet skip its name."""

CSV = ".csv"
_SUFFIX, _UNFINISHED = ".parquet", ".part"
_FAULTY = "theodolite.faulty"
"""The key of a part's metadata under which is its number of rows with faults."""
_READERS = 16
"""Threads that read the footers of Parquet files."""


class Tally(NamedTuple):
    """The number of rows, and of rows with faults."""

    rows: int
    faulty: int


class Part(NamedTuple):
    """A file of an output folder, and the rows to which it has the answers."""

    rows: Rows
    url: str


class Plan(NamedTuple):
    """A run over a folder.

    Attributes:
        size: The number of rows.
        parts: The files to be written.
        target: The output folder.
        run: The operation and the input, in JSON, by which the run is recognised.
    """

    size: int
    parts: Sequence[Part]
    target: str
    run: bytes


def is_folder(url: str) -> bool:
    """Whether a path or URL is a folder."""
    store, path = url_to_fs(url)
    return url.endswith("/") or bool(store.isdir(path))


def check_target(source: str, url: str) -> None:
    """Refuse an output that would replace the input, or whose name promises another format.

    Raises:
        ValueError: It does; the text says why.
    """
    if _real(source) in {_real(url), _real(url + _UNFINISHED)}:
        raise ValueError("OUT would replace IN: name another file or folder.")
    if not url.endswith((_SUFFIX, CSV, "/")):
        raise ValueError(f"OUT is {url}: name a file *{_SUFFIX} or *{CSV}, or a folder with / .")


def _real(url: str) -> str:
    """A URL, or of a local file its one path, whatever links and dots lead to it."""
    store, path = url_to_fs(url)
    return (
        realpath(path) if isinstance(store, LocalFileSystem) else str(store.unstrip_protocol(path))
    )


def exists(url: str) -> bool:
    """Whether there is a file or folder at a path or URL."""
    store, path = url_to_fs(url)
    return bool(store.exists(path))


def run(
    pieces: Pieces, target: str, work: Work, pool: Pool, progress: Callable[[int], object]
) -> Tally:
    """Answer a file, and write the output. The file appears when it is complete, else none.

    Args:
        pieces: The pieces of the file.
        target: The output file: CSV if its name ends so, else Parquet.
        work: The function of each piece.
        pool: The workers.
        progress: Called with the share of each piece once its output is written.

    Raises:
        ValueError: The output cannot be written as CSV.
    """
    shares: deque[int] = deque()

    def each() -> Iterator[Piece]:
        for piece, share in pieces.each:
            shares.append(share)
            yield piece

    store, path = url_to_fs(target)
    tally = Tally(0, 0)
    columns = work.schema(pieces.columns)
    with ExitStack() as stack:
        unfinished = stack.enter_context(_whole(store, path + _UNFINISHED, path))
        if path.endswith(CSV):
            file = stack.enter_context(store.open(unfinished, "wb"))
            writer = stack.enter_context(closing(ScoreWriter(file, columns)))
        else:
            writer = stack.enter_context(pq.ParquetWriter(unfinished, columns, filesystem=store))
        for batches in run_in_order(pool, partial(answers, work), each()):
            tally = _sum([tally, _write(writer, batches)])
            progress(shares.popleft())
    return tally


@contextmanager
def _whole(store: Any, unfinished: str, path: str) -> Iterator[str]:
    """Yield the name of a file that gets its own once it is whole; nothing is left of another."""
    try:
        yield unfinished
    except BaseException:
        with suppress(FileNotFoundError):
            store.rm(unfinished)
        raise
    store.mv(unfinished, path)


def answers(work: Work, piece: Piece) -> list[pa.RecordBatch]:
    """The output batches for a piece; runs in a worker."""
    return [*map(work, piece.batches())] if isinstance(piece, Rows) else [work(piece)]


def plan(source: str, target: str, work: Work, most: int) -> Plan:
    """Plan a run over a Parquet file, or over all in a folder and the folders in it.

    Files whose name begins with a dot or an underscore, or does not end in `.parquet`, are ignored.

    Args:
        source: The file or folder.
        target: The output folder, with the same folders in it.
        work: The function of each piece.
        most: The most rows of a part.

    Raises:
        OSError: A file cannot be read.
        ValueError: A file is not Parquet, or has other columns than the first; there is no file; or
            the output folder is within the input folder.
    """
    store, path = url_to_fs(source)
    target_store, target_path = url_to_fs(target)
    if (target_store, f"{target_path}/"[: len(path) + 1]) == (store, f"{path}/"):
        raise ValueError(f"{target} is within {source}.")
    root, names = split(path)[0], [split(path)[1]]
    if store.isdir(path):
        root, names = path, _parquet_files(store, path)
    if not names:
        raise ValueError(f"There is no file *{_SUFFIX}.")

    def opened(name: str) -> tuple[str, pa.Schema, list[Rows]]:
        url = store.unstrip_protocol(f"{root}/{name}")
        with _naming(name), open_parquet(url) as parquet:
            # A file without rows has a part without rows, which has the columns.
            ranges = [*row_ranges(url, parquet.metadata, most)] or [Rows(url, 0, 0, 0)]
            return store.ukey(f"{root}/{name}"), parquet.schema_arrow, ranges

    with ThreadPoolExecutor(_READERS) as readers:
        files = dict(zip(names, readers.map(opened, names), strict=True))
    columns = files[names[0]][1]
    work.schema(columns)
    for name, (_, others, _) in files.items():
        if not others.equals(columns):
            raise ValueError(f"{name}: its columns are not those of {names[0]}.")
    parts = [
        Part(
            rows,
            target_store.unstrip_protocol(
                f"{target_path}/{name.removesuffix(_SUFFIX)}-{number:05}{_SUFFIX}"
            ),
        )
        for name, (_, _, ranges) in files.items()
        for number, rows in enumerate(ranges)
    ]
    described = {
        "version": __version__,
        "operation": repr(work),
        "rows": most,
        "files": {name: key for name, (key, _, _) in files.items()},
    }
    size = sum(part.rows.last - part.rows.first for part in parts)
    return Plan(size, parts, target, msgspec.json.format(msgspec.json.encode(described)))


def run_parts(planned: Plan, work: Work, pool: Pool, progress: Callable[[int], object]) -> Tally:
    """Answer a folder. The workers write the parts; those that are there already are kept.

    Raises:
        ValueError: The output folder has Parquet files of something else.
    """
    _claim(planned)
    tally = Tally(0, 0)
    results = run_in_order(pool, partial(write_part, work), planned.parts)
    for part, written in zip(planned.parts, results, strict=True):
        tally = _sum([tally, written])
        progress(part.rows.last - part.rows.first)
    return tally


def write_part(work: Work, part: Part) -> Tally:
    """Write a part unless it is there, whole; runs in a worker.

    It is written under a hidden name, and gets its own when it is whole.
    """
    store, path = url_to_fs(part.url)
    try:
        metadata = pq.read_metadata(path, filesystem=store)
    except (FileNotFoundError, pa.ArrowInvalid):
        folder, name = split(path)
        unfinished = f"{folder}/.{name}-{uuid4().hex}{_UNFINISHED}"
        with _naming(part.rows.url), _whole(store, unfinished, path):
            with open_parquet(part.rows.url) as parquet:
                columns = work.schema(parquet.schema_arrow)
            with pq.ParquetWriter(unfinished, columns, filesystem=store) as writer:
                tally = _write(writer, map(work, part.rows.batches()))
                writer.add_key_value_metadata({_FAULTY: str(tally.faulty)})
        return tally
    return Tally(metadata.num_rows, int(metadata.metadata[_FAULTY.encode()]))


def _write(writer: pq.ParquetWriter | ScoreWriter, batches: Iterable[pa.RecordBatch]) -> Tally:
    tally = Tally(0, 0)
    for batch in batches:
        writer.write_batch(batch)
        faulty = batch.num_rows - batch.column("faults").null_count
        tally = _sum([tally, Tally(batch.num_rows, faulty)])
    return tally


def _sum(tallies: Iterable[Tally]) -> Tally:
    return Tally(*map(sum, zip(*tallies, strict=True)))


def _claim(planned: Plan) -> None:
    """Make the output folder, or find out that it is that of the same run."""
    store, path = url_to_fs(planned.target)
    note = f"{path}/{RUN}"
    if store.exists(note):
        if store.cat_file(note) != planned.run:
            raise ValueError(f"{planned.target} has the answers of another run, see {RUN} in it.")
        for left in store.glob(f"{path}/**/.*{_UNFINISHED}"):
            store.rm(left)
        return
    if store.isdir(path) and _parquet_files(store, path):
        raise ValueError(f"{planned.target} has other files.")
    for folder in {path, *(dirname(url_to_fs(part.url)[1]) for part in planned.parts)}:
        store.makedirs(folder, exist_ok=True)
    store.pipe_file(note + _UNFINISHED, planned.run)
    store.mv(note + _UNFINISHED, note)


def _parquet_files(store: Any, path: str) -> list[str]:
    """The names of the Parquet files in a folder and the folders in it, in order."""
    names = (found[len(path) :].lstrip("/") for found in store.find(path))
    return sorted(
        name
        for name in names
        if name.endswith(_SUFFIX) and not any(part[0] in "._" for part in name.split("/"))
    )


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Name a file in the errors about it."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise ValueError(f"{name}: {error}") from error
