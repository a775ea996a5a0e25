"""Measures `Answers` inside Spark, Ray and Dask in boards a second, and compares the rows.

Dask scores a folder of an object store, that of moto's server, and loses a worker meanwhile. Spark,
Ray, moto and s3fs are not installed with the service; `make engines` installs them.
"""

import logging
import os
import signal
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.array_totals import PLAYERS
from benchmarks.bulk import GROUPS, SCORES, archive
from theodolite.bulk.pieces import ROWS
from theodolite.bulk.pools import Cluster
from theodolite.bulk.running import plan, run_parts


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


def dask(source: Path, target: Path) -> None:
    """Score a folder of an object store on a cluster, one of whose two workers is killed."""
    from distributed import LocalCluster
    from fsspec.core import url_to_fs
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    store = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    store.start()
    host, port = store.get_host_and_port()
    os.environ |= {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "any",
        "AWS_SECRET_ACCESS_KEY": "any",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    files, _ = url_to_fs("s3://archive")
    files.mkdir("archive")
    files.put_file(str(source), "archive/in/tables.parquet")
    alive = True

    def kill(_: int) -> None:
        """Kill a worker once the first part is there."""
        nonlocal alive
        if alive:
            os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
            alive = False

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, scheduler_port=0
        ) as cluster,
        Cluster(cluster.scheduler_address) as pool,
    ):
        planned = plan("s3://archive/in", "s3://archive/out", SCORES, ROWS)
        run_parts(planned, SCORES, pool, kill)
    assert not alive
    assert len(files.glob("archive/out/*.parquet")) == len(planned.parts)
    files.get("archive/out", str(target), recursive=True)
    store.stop()


ENGINES = {"spark": spark, "ray": ray, "dask": dask}


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
