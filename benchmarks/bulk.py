"""Measures `theodolite.bulk` in boards a second: the function alone, by file, and by folder."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from benchmarks.array_totals import PLAYERS, random_tables
from benchmarks.cartographers import winter_sheets
from theodolite.bulk import Answers, cartographers
from theodolite.bulk.misterra import SCORER, score
from theodolite.bulk.misterra_totals import NONE
from theodolite.bulk.pieces import ROWS, open_pieces
from theodolite.bulk.pools import Pool, Processes
from theodolite.bulk.running import run
from theodolite.misterra.board import GRID, LETTERS, TERRAIN_NAMES
from theodolite.misterra.snapshot import Presumption, Side

GROUPS, RUNS, SHEETS = 24, 5, 2048
FOLDERS, GROUPS_OF_FILE = (1, 4, 16), 2
SCORES = Answers("misterra", "scores")
_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Runs a command and prints the KiB of its largest process, from one that is small itself: the
memory of the process that starts another counts as that of the other."""
_TILES = np.frombuffer(f".{LETTERS}{LETTERS.lower()}".encode(), np.uint8)


def tables() -> pa.RecordBatch:
    """The valid tables of `random_tables`, finished games of four, as a batch."""
    drawn = random_tables(np.random.default_rng(1))
    count = len(drawn.islands)
    players = count * PLAYERS
    names = pa.array([f"Player {number}" for number in range(PLAYERS)] * count)
    spaces = pa.array(list(GRID.names))
    player = SCORER.snapshot.field("players").type.value_type
    cards = pa.array(map(_card, drawn.faces), player.field("presumptions").type.value_type)
    seats = pa.StructArray.from_arrays(
        [
            names,
            _rows(drawn.parchments.reshape(players, -1)),
            pa.nulls(players, pa.string()),
            _listed(drawn.claims.reshape(players, -1), spaces),
            _listed(drawn.held.reshape(players, -1), cards),
        ],
        fields=list(player),
    )
    columns = {
        "beach": pa.array([side.value for side in Side]).take(pa.array(drawn.beaches)),
        "island": _rows(drawn.islands),
        "players": pa.ListArray.from_arrays(_ends(np.full(count, PLAYERS)), seats),
    }
    batch = pa.RecordBatch.from_arrays(
        [columns.get(field.name, pa.nulls(count, field.type)) for field in SCORER.snapshot],
        schema=SCORER.snapshot,
    )
    return batch.filter(pa.array(score(batch).valid))


def sheets() -> pa.RecordBatch:
    """Full maps of four players in winter as a batch, with different decrees for each table."""
    few = pa.RecordBatch.from_pylist([*winter_sheets(SHEETS)], schema=cartographers.SNAPSHOT)
    (batch,) = pa.Table.from_batches([few] * (ROWS // SHEETS)).combine_chunks().to_batches()
    return batch


TABLES: Mapping[str, Callable[[], pa.RecordBatch]] = {"misterra": tables, "cartographers": sheets}


def _card(face: Presumption) -> dict[str, Any]:
    terrain, avoid = (
        None if each is None else TERRAIN_NAMES[each] for each in (face.terrain, face.avoid)
    )
    return {"card": face.card, "terrain": terrain, "avoid": avoid, "pattern": face.pattern}


def _rows(boards: NDArray[np.uint8]) -> pa.ListArray:
    count = len(boards) * GRID.rows
    ends = _ends(np.full(count, GRID.columns)).buffers()[1]
    rows = pa.StringArray.from_buffers(count, ends, pa.py_buffer(_TILES[boards].tobytes()))
    return pa.ListArray.from_arrays(_ends(np.full(len(boards), GRID.rows)), rows)


def _listed(numbers: NDArray[Any], values: pa.Array) -> pa.ListArray:
    there = numbers != NONE
    return pa.ListArray.from_arrays(_ends(there.sum(axis=1)), values.take(pa.array(numbers[there])))


def _ends(counts: NDArray[np.int64]) -> pa.Array:
    return pa.array(np.concatenate([[0], np.cumsum(counts)]), pa.int32())


def archive(folder: Path, groups: int = GROUPS) -> Path:
    """A Parquet file of row groups of ROWS rows."""
    batch = tables().slice(0, ROWS)
    path = folder / "tables.parquet"
    with pq.ParquetWriter(path, batch.schema) as writer:
        for _ in range(groups):
            writer.write_batch(batch)
    return path


def _seconds(path: Path, pool: Any) -> float:
    with open_pieces(str(path), SCORES.asked.rows) as opened:
        started = time.perf_counter()
        run(opened, str(path.with_name("scores.parquet")), SCORES, pool, lambda _: None)
        return time.perf_counter() - started


def grow(folder: Path) -> None:
    """Print the speed and the memory of one process on folders of more and more files."""
    file = archive(folder, GROUPS_OF_FILE)
    for count in FOLDERS:
        source = folder / f"{count}"
        source.mkdir()
        for number in range(count):
            os.link(file, source / f"{number:02}.parquet")
        asked = ["misterra", "scores", source, folder / f"{count}-scores"]
        command = [Path(sys.executable).with_name("theodolite"), "bulk", *asked]
        started = time.perf_counter()
        peak = subprocess.run(
            [sys.executable, "-c", _PEAK, *map(str, command)],
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ).stdout
        boards = count * GROUPS_OF_FILE * ROWS * PLAYERS
        rate = boards / (time.perf_counter() - started)
        print(
            f"folder of {count:<6} {rate:>12,.0f} boards/s, start-up included; "
            f"{int(peak) / 1024:,.0f} MiB at most"
        )


def main() -> None:
    with TemporaryDirectory() as name:
        grow(Path(name))
    for game, make in TABLES.items():
        scores, batch = Answers(game, "scores"), make().slice(0, ROWS)
        assert scores(batch).column("faults").null_count == batch.num_rows
        alone = []
        for _ in range(RUNS):
            started = time.process_time()
            scores(batch)
            alone.append(time.process_time() - started)
        rate = batch.num_rows * PLAYERS / median(alone)
        print(f"{game:<16} {rate:>12,.0f} boards/s by the Arrow function (median of {RUNS} runs)")
    with TemporaryDirectory() as folder, Processes(2) as two:
        path = archive(Path(folder))
        boards = batch.num_rows * PLAYERS * GROUPS
        _seconds(path, two)
        rounds = [(_seconds(path, Pool()), _seconds(path, two)) for _ in range(RUNS)]
        one, both = (median(each) for each in zip(*rounds, strict=True))
        print(f"file to file     {boards / one:>12,.0f} boards/s by one process")
        print(f"                 {boards / both:>12,.0f} boards/s by two")
        ratio = median(first / second for first, second in rounds)
        print(f"ratio            {ratio:>12.2f} (median of {RUNS} rounds)")


if __name__ == "__main__":
    main()
