"""The Arrow function inside Spark and Ray: boards a second, and that no row differs.

Neither is installed with the service: `make engines` says what it wants.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.bulk import GROUPS, SCORES, archive
from benchmarks.research import PLAYERS
from theodolite.bulk.running import ROWS


def spark(asked: Path, told: Path) -> None:
    """Spark's `mapInArrow` takes a function of an iterator of batches."""
    from pyspark.sql import SparkSession
    from pyspark.sql.pandas.types import from_arrow_schema

    columns = from_arrow_schema(SCORES.schema(pq.read_schema(asked)))
    session = SparkSession.builder.master("local[2]").getOrCreate()
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", ROWS)
    answers = session.read.parquet(str(asked)).mapInArrow(SCORES.map, columns)
    answers.write.parquet(str(told))
    session.stop()


def _table(asked: pa.Table) -> pa.Table:
    return pa.Table.from_batches(SCORES.map(asked.to_batches()), SCORES.schema(asked.schema))


def ray(asked: Path, told: Path) -> None:
    """Ray's `map_batches` takes a function of a table."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False)
    answers = ray.data.read_parquet(str(asked)).map_batches(
        _table, batch_format="pyarrow", batch_size=ROWS, zero_copy_batch=True
    )
    answers.write_parquet(str(told))
    ray.shutdown()


ENGINES = {"spark": spark, "ray": ray}


def main(*names: str) -> None:
    with TemporaryDirectory() as folder:
        asked = archive(Path(folder))
        expected = _table(pq.read_table(asked))
        for name in names or ENGINES:
            told = Path(folder) / name
            started = time.perf_counter()
            ENGINES[name](asked, told)
            rate = ROWS * GROUPS * PLAYERS / (time.perf_counter() - started)
            found = pq.read_table(told)
            assert found.num_rows == expected.num_rows
            assert sorted(found["players"].to_pylist(), key=repr) == sorted(
                expected["players"].to_pylist(), key=repr
            )
            print(f"{name:<16} {rate:>12,.0f} boards/s, start and end of it included")


if __name__ == "__main__":
    main(*sys.argv[1:])
