"""Runs over folders: parts, runs that broke off, stores, and what is refused."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result
from distributed import LocalCluster
from fsspec.core import url_to_fs

from bulk.batches import requests
from bulk.echo import Deadly
from reference.misterra_tables import random_table
from theodolite.bulk import Answers
from theodolite.bulk.misterra import SCORER
from theodolite.bulk.pieces import Work
from theodolite.bulk.pools import Cluster, Pool, Processes
from theodolite.bulk.running import RUN, Tally, plan, run_parts
from theodolite.cli import main

ASK = Answers("misterra", "scores")
SIZES = {"a.parquet": 23, "b/none.parquet": 0, "b/of=1/c.parquet": 40, "d.parquet": 1}
COUNT = sum(SIZES.values())


@pytest.fixture(scope="module")
def tables() -> pa.Table:
    rng = Random(5)
    rows = [random_table(rng) for _ in range(COUNT)]
    # Each tenth is a table that is not possible.
    rows[::10] = [{**row, "deck": 105} for row in rows[::10]]
    table = pa.Table.from_batches([requests(SCORER, rows)])
    return table.append_column("id", pa.array(range(COUNT)))


@pytest.fixture(scope="module")
def expected(tables: pa.Table) -> list[dict[str, Any]]:
    (batch,) = tables.combine_chunks().to_batches()
    rows: list[dict[str, Any]] = ASK(batch).to_pylist()
    return rows


@pytest.fixture(params=["file", "memory"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A URL under which are no files yet."""
    return {"file": str(tmp_path), "memory": f"memory://{uuid4()}"}[request.param]


@pytest.fixture
def archive(folder: str, tables: pa.Table) -> str:
    """A folder of files with row groups of ten rows, and of other files."""
    source, at = f"{folder}/archive", 0
    for name, rows in SIZES.items():
        write(f"{source}/{name}", tables.slice(at, rows))
        at += rows
    store, path = url_to_fs(source)
    for name in ("README.md", "_metadata.parquet", ".hidden/x.parquet"):
        store.makedirs(f"{path}/{name}".rpartition("/")[0], exist_ok=True)
        store.pipe_file(f"{path}/{name}", b"")
    return source


def write(url: str, table: pa.Table) -> None:
    store, path = url_to_fs(url)
    store.makedirs(path.rpartition("/")[0], exist_ok=True)
    pq.write_table(table, path, filesystem=store, row_group_size=10)


def parts(target: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of each file of an output folder, by name."""
    store, path = url_to_fs(target)
    return {
        found[len(path) + 1 :]: pq.ParquetFile(found, filesystem=store).read().to_pylist()
        for found in sorted(store.find(path))
        if found.endswith(".parquet")
    }


def answered(source: str, target: str, pool: Pool, work: Work = ASK, most: int = 7) -> Tally:
    return run_parts(plan(source, target, work, most), work, pool, lambda _: None)


@pytest.mark.parametrize("most", [1, 7, 1000])
def test_the_parts_have_the_answers_in_order(
    folder: str, archive: str, expected: Sequence[Any], most: int
) -> None:
    target, shares = f"{folder}/out/", list[int]()
    planned = plan(archive, target, ASK, most)
    assert planned.size == COUNT
    tally = run_parts(planned, ASK, Pool(), shares.append)
    assert tally == (COUNT, len(range(0, COUNT, 10)))
    assert sum(shares) == COUNT
    written = parts(target)
    assert max(map(len, written.values())) == min(most, 10)
    assert [row for rows in written.values() for row in rows] == expected
    assert {name.rpartition("-")[0] + ".parquet" for name in written} == {*SIZES}


def test_a_file_has_its_parts_in_a_folder(
    folder: str, archive: str, expected: Sequence[Any]
) -> None:
    answered(f"{archive}/a.parquet", f"{folder}/out", Pool())
    written = parts(f"{folder}/out")
    assert [*written] == [f"a-{number:05}.parquet" for number in range(5)]
    assert [row for rows in written.values() for row in rows] == expected[: SIZES["a.parquet"]]


def test_processes_and_a_cluster_lose_no_row_with_a_worker(
    tmp_path: Path, tables: pa.Table, expected: Sequence[Any]
) -> None:
    write(f"{tmp_path}/archive/a.parquet", tables)
    with (
        LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None, scheduler_port=0
        ) as cluster,
        Processes(1) as processes,
        Cluster(cluster.scheduler_address) as workers,
    ):
        pools: dict[str, Pool] = {"processes": processes, "cluster": workers}
        for name, pool in pools.items():
            target, deadly = f"{tmp_path}/{name}", Deadly(ASK, 30, tmp_path / f"{name}.mark")
            answered(f"{tmp_path}/archive", target, pool, deadly)
            assert deadly.mark.exists()
            assert [row for rows in parts(target).values() for row in rows] == expected


class Failing(Deadly):
    """A function that raises where `Deadly` kills."""

    def die(self) -> None:
        raise OSError("The store is away.")


@pytest.mark.parametrize("row", [0, 9, 30, COUNT - 1])
def test_a_run_that_broke_off_goes_on(
    folder: str, archive: str, tmp_path: Path, expected: Sequence[Any], row: int
) -> None:
    target, work = f"{folder}/out", Failing(ASK, row, tmp_path / "mark")
    with pytest.raises(ValueError, match=r"\.parquet: The store is away"):
        answered(archive, target, Pool(), work)
    store, path = url_to_fs(target)
    before = {name: store.ukey(f"{path}/{name}") for name in parts(target)}
    # The file system broke off too: the first part lost its end.
    for name in [*before][:1]:
        store.pipe_file(f"{path}/{name}", store.cat_file(f"{path}/{name}")[:-9])
    tally = answered(archive, target, Pool(), work)
    assert tally == (COUNT, len(range(0, COUNT, 10)))
    assert [row for rows in parts(target).values() for row in rows] == expected
    for name in [*before][1:]:
        assert store.ukey(f"{path}/{name}") == before[name]
    left = {found.rpartition("/")[2] for found in store.find(path)}
    assert {name for name in left if not name.endswith(".parquet")} == {RUN}


def test_another_run_is_refused(folder: str, archive: str, tables: pa.Table) -> None:
    target = f"{folder}/out"
    answered(archive, target, Pool())
    whole = parts(target)
    with pytest.raises(ValueError, match="another run"):
        answered(archive, target, Pool(), Answers("misterra", "scores", "nl"))
    with pytest.raises(ValueError, match="another run"):
        answered(archive, target, Pool(), most=8)
    write(f"{archive}/d.parquet", tables.slice(3, 1))
    with pytest.raises(ValueError, match="another run"):
        answered(archive, target, Pool())
    assert parts(target) == whole


def test_folders_that_cannot_be_used_are_refused(
    folder: str, archive: str, tables: pa.Table
) -> None:
    for target in (archive, f"{archive}/", f"{archive}/out"):
        with pytest.raises(ValueError, match="is within"):
            plan(archive, target, ASK, 7)
    plan(archive, f"{archive}-out", ASK, 7)
    write(f"{folder}/other/x.parquet", tables)
    with pytest.raises(ValueError, match="has other files"):
        answered(archive, f"{folder}/other", Pool())
    write(f"{archive}/e.parquet", tables.drop_columns(["id"]))
    with pytest.raises(ValueError, match=r"e\.parquet: its columns are not those of a\.parquet"):
        plan(archive, f"{folder}/out", ASK, 7)
    store, path = url_to_fs(archive)
    store.pipe_file(f"{path}/e.parquet", b"PAR1 and no more")
    with pytest.raises(ValueError, match=r"e\.parquet: "):
        plan(archive, f"{folder}/out", ASK, 7)
    store.rm(f"{path}/b", recursive=True)
    for name in ("a", "d", "e"):
        store.rm(f"{path}/{name}.parquet")
    with pytest.raises(ValueError, match="no file"):
        plan(archive, f"{folder}/out", ASK, 7)


def bulk(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["bulk", *arguments])


def test_the_command_takes_folders_and_urls(
    folder: str, archive: str, expected: Sequence[Any]
) -> None:
    for _ in range(2):
        result = bulk("misterra", "scores", archive, f"{folder}/out")
        assert (result.exit_code, result.stderr[-31:]) == (1, "64 rows, 7 of them with faults\n")
    assert [row for rows in parts(f"{folder}/out").values() for row in rows] == expected
    assert bulk("misterra", "scores", f"{archive}/a.parquet", f"{folder}/parts/").exit_code == 1
    assert [*parts(f"{folder}/parts")] == [f"a-{number:05}.parquet" for number in range(3)]
    assert bulk("misterra", "scores", f"{archive}/a.parquet", f"{folder}/a.parquet").exit_code == 1
    store, path = url_to_fs(folder)
    whole = pq.read_table(f"{path}/a.parquet", filesystem=store)
    assert whole.to_pylist() == expected[: SIZES["a.parquet"]]
    store.pipe_file(f"{path}/a.ndjson", b"{}\n{}")
    result = bulk("treasure-hunt", "scores", f"{folder}/a.ndjson", f"{folder}/m.parquet")
    assert (result.exit_code, result.stderr[-30:]) == (1, "2 rows, 2 of them with faults\n")
    result = bulk("misterra", "replays", archive, f"{folder}/replays")
    assert (result.exit_code, "The column request is missing" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("chess", "scores", "in", "out"), "Valid games are misterra, cartographers"),
        (("treasure-hunt", "hints", "in", "out"), "are scores, replays, reviews"),
        (("misterra", "scores", "nowhere/", "out"), "nowhere/: There is no such file or folder."),
        (("misterra", "scores", "memory://nowhere", "out"), "There is no such file or folder."),
        (("misterra", "scores", "strange://in", "out"), "strange"),
    ],
)
def test_the_command_says_what_is_wrong(arguments: Sequence[str], says: str) -> None:
    result = bulk(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr
