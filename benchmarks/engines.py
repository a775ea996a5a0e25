"""Measures `Scores` inside Spark and Ray in boards a second, and compares the rows.

Neither is installed with the service; `make engines` installs both.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.array_totals import PLAYERS
from benchmarks.bulk import GROUPS, SCORES, archive
from theodolite.bulk.pieces import ROWS


def spark(source: Path, target: Path) -> None:
    """Score with Spark, whose `mapInArrow` takes a function of an iterator of batches."""
    from pyspark.sql import SparkSession
    from pyspark.sql.pandas.types import from_arrow_schema

    columns = from_arrow_schema(SCORES.schema(pq.read_schema(source)))
    session = SparkSession.builder.master("local[2]").getOrCreate()
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", ROWS)
    scores = session.read.parquet(str(source)).mapInArrow(SCORES.map, columns)
    scores.write.parquet(str(target))
    session.stop()


def _table(source: pa.Table) -> pa.Table:
    return pa.Table.from_batches(SCORES.map(source.to_batches()), SCORES.schema(source.schema))


def ray(source: Path, target: Path) -> None:
    """Score with Ray, whose `map_batches` takes a function of a table."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False)
    scores = ray.data.read_parquet(str(source)).map_batches(
        _table, batch_format="pyarrow", batch_size=ROWS, zero_copy_batch=True
    )
    scores.write_parquet(str(target))
    ray.shutdown()


ENGINES = {"spark": spark, "ray": ray}


def main(*names: str) -> None:
    with TemporaryDirectory() as folder:
        source = archive(Path(folder))
        expected = _table(pq.read_table(source))
        for name in names or ENGINES:
            target = Path(folder) / name
            started = time.perf_counter()
            ENGINES[name](source, target)
            rate = ROWS * GROUPS * PLAYERS / (time.perf_counter() - started)
            found = pq.read_table(target)
            assert found.num_rows == expected.num_rows
            assert sorted(found["players"].to_pylist(), key=repr) == sorted(
                expected["players"].to_pylist(), key=repr
            )
            print(f"{name:<16} {rate:>12,.0f} boards/s, start-up and shutdown included")


if __name__ == "__main__":
    main(*sys.argv[1:])
