"""Scoring files piece by piece: order, memory, workers that die, and the command `bulk`."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result
from distributed import LocalCluster

from bulk.batches import requests
from bulk.echo import Echo
from reference.misterra_tables import random_table
from theodolite.bulk import pieces, pools
from theodolite.bulk.misterra import SCORER
from theodolite.bulk.pieces import Lines
from theodolite.bulk.pools import Cluster, Pool, Processes, run_in_order
from theodolite.bulk.running import answers
from theodolite.cli import main
from theodolite.web.games import GAMES

PIECES = 40


def lines(number: int) -> Lines:
    return Lines(number, b"{}\n")


def numbers(pool: Pool, work: Echo) -> list[int]:
    return [
        each["line"]
        for batches in run_in_order(pool, partial(answers, work), map(lines, range(PIECES)))
        for each in batches[0].to_pylist()
    ]


@pytest.mark.parametrize("make", [Pool, lambda: Processes(2)])
def test_keeps_the_order_and_takes_few_pieces_ahead(make: Callable[[], Any]) -> None:
    taken: list[int] = []

    def endless() -> Iterator[Lines]:
        for number in count():
            taken.append(number)
            yield lines(number)

    with make() as pool:
        results = run_in_order(pool, partial(answers, Echo()), endless())
        first = [each[0].column("line")[0].as_py() for each in islice(results, 20)]
        assert first == list(range(20))
        assert len(taken) <= 20 + 2 * pool.width


def test_a_killed_worker_loses_no_row(tmp_path: Path) -> None:
    with Processes(2) as pool:
        assert numbers(pool, Echo(7, tmp_path, deaths=1)) == list(range(PIECES))
    assert len([*tmp_path.iterdir()]) == 1


def test_gives_up_a_piece_that_kills_every_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pools, "ATTEMPTS", 2)
    with Processes(1) as pool, pytest.raises(ChildProcessError):
        numbers(pool, Echo(7, tmp_path, deaths=100))
    assert len([*tmp_path.iterdir()]) == 2


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, scheduler_port=0
    ) as cluster:
        yield cluster


def test_a_killed_worker_of_a_cluster_loses_no_row(cluster: LocalCluster, tmp_path: Path) -> None:
    with Cluster(cluster.scheduler_address) as pool:
        assert pool.width == 2
        assert numbers(pool, Echo(7, tmp_path, deaths=1)) == list(range(PIECES))
    assert len([*tmp_path.iterdir()]) == 1


@pytest.fixture(scope="module")
def tables() -> list[dict[str, Any]]:
    rng = Random(5)
    return [random_table(rng) for _ in range(300)]


@pytest.fixture
def parquet(tmp_path: Path, tables: list[dict[str, Any]]) -> Path:
    path = tmp_path / "tables.parquet"
    table = pa.Table.from_batches([requests(SCORER, tables)])
    numbered = table.append_column("id", pa.array(range(len(tables))))
    pq.write_table(numbered, path, row_group_size=100)
    return path


@pytest.fixture
def ndjson(tmp_path: Path, tables: list[dict[str, Any]]) -> Path:
    path = tmp_path / "tables.ndjson"
    text = "".join(f"{json.dumps({'snapshot': table})}\n" for table in tables)
    path.write_text(text, "utf-8")
    return path


def bulk(source: Path, *options: str, game: str = "misterra") -> Result:
    out = source.with_name("out.parquet")
    arguments = ["bulk", game, "scores", str(source), str(out), *options]
    return CliRunner().invoke(main, arguments)


def written(source: Path) -> pa.Table:
    return pq.read_table(source.with_name("out.parquet"))


ANSWERS = ["players", "winners", "decided_by", "faults"]


def test_scores_parquet_and_lines_alike(parquet: Path, ndjson: Path) -> None:
    assert bulk(parquet).exit_code == 0
    by_row = written(parquet)
    assert by_row.column_names == ["id", *ANSWERS]
    assert by_row.column("id").to_pylist() == list(range(300))
    assert bulk(ndjson).exit_code == 0
    by_line = written(ndjson)
    assert by_line.column_names == ["line", *ANSWERS]
    assert by_line.select(ANSWERS).equals(by_row.select(ANSWERS))


def test_the_size_of_pieces_makes_no_difference(
    ndjson: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bulk(ndjson)
    whole = written(ndjson)
    monkeypatch.setattr(pieces, "BYTES", 5000)
    bulk(ndjson)
    assert written(ndjson).equals(whole)


def test_processes_and_a_cluster_write_the_same(
    parquet: Path, cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    bulk(parquet)
    alone = written(parquet)
    for options in (["--processes", "2"], ["--scheduler", cluster.scheduler_address]):
        assert bulk(parquet, *options).exit_code == 0
        assert written(parquet).equals(alone)


def test_scores_a_game_without_columns_line_by_line(tmp_path: Path) -> None:
    games = {game.id: game for game in GAMES}
    source = tmp_path / "tables.ndjson"
    scores = games["tiwanaku"].operation("scores")
    assert scores is not None
    source.write_text(f"{json.dumps(scores.example)}\n{{}}\n", "utf-8")
    assert bulk(source, game="tiwanaku").exit_code == 1
    valid, faulty = written(source).to_pylist()
    first = [player["name"] for player in valid["players"] if player["rank"] == 1]
    assert valid["winners"] == first
    assert faulty["faults"][0]["code"] == "required"
    columns = tmp_path / "tables.parquet"
    pq.write_table(pa.table({"mode": ["competitive"]}), columns)
    result = bulk(columns, game="tiwanaku")
    assert result.exit_code == 2
    assert "The column request is missing." in result.stderr


def test_reports_invalid_rows_and_exits_with_1(ndjson: Path) -> None:
    whole = ndjson.read_text("utf-8")
    ndjson.write_text(f"{whole}{{\n{{}}\n", "utf-8")
    result = bulk(ndjson)
    assert result.exit_code == 1
    assert result.stderr.endswith("302 rows, 2 of them with faults\n")
    *_, first, second = written(ndjson).to_pylist()
    assert (first["line"], first["faults"][0]["code"]) == (301, "not-json")
    assert (second["line"], second["faults"][0]["code"]) == (302, "required")


def test_an_unreadable_file_exits_with_2_and_writes_nothing(tmp_path: Path) -> None:
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"PAR1 and no more")
    assert bulk(broken).exit_code == 2
    strange = tmp_path / "strange.parquet"
    pq.write_table(pa.table({"players": [1.5]}), strange)
    assert bulk(strange).exit_code == 2
    assert bulk(tmp_path / "nowhere.parquet").exit_code == 2
    assert bulk(strange, game="chess").exit_code == 2
    assert not (tmp_path / "out.parquet").exists()
