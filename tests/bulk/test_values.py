"""Values, names and formats that people have: a bad value is a bad row, and no end of a run."""

import csv
import gzip
import json
from collections.abc import Callable, Sequence
from math import nan
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from theodolite.cli import main
from theodolite.web.misterra.examples import FINISHED_GAME

GAME: dict[str, Any] = dict(FINISHED_GAME)
DECKS: list[Any] = [60, 60.0, None, nan, 10.5, -(2**40), 1e300, 61]
"""Numbers of cards, of which some are none."""


def run(source: Path, target: str, operation: str = "scores") -> Result:
    return CliRunner().invoke(main, ["bulk", "misterra", operation, str(source), target])


def lines(path: Path, open_: Callable[..., Any] = open) -> Path:
    tables = [{**GAME, **({} if deck is None else {"deck": deck})} for deck in DECKS]
    with open_(path, "wt") as file:
        file.writelines(json.dumps({"snapshot": table}) + "\n" for table in tables)
    return path


def parquet(path: Path) -> Path:
    decks = pa.array(DECKS, pa.float64())
    plain = pa.Table.from_pylist([{"snapshot": GAME}] * len(DECKS))
    inner = plain.column("snapshot").combine_chunks()
    fields = {**{field.name: inner.field(field.name) for field in inner.type}, "deck": decks}
    table = pa.StructArray.from_arrays([*fields.values()], [*fields])
    pq.write_table(pa.table({"snapshot": table}), path)
    return path


def faults(path: Path) -> list[Any]:
    found: list[Any] = pq.read_table(path).column("faults").to_pylist()
    return found


def test_a_bad_value_is_a_bad_row_with_its_place(tmp_path: Path) -> None:
    by_row, by_line = tmp_path / "rows.parquet", tmp_path / "lines.parquet"
    assert run(parquet(tmp_path / "in.parquet"), str(by_row)).exit_code == 1
    assert run(lines(tmp_path / "in.ndjson"), str(by_line)).exit_code == 1
    assert [found is None for found in faults(by_row)] == [
        found is None for found in faults(by_line)
    ]
    for deck, found in zip(DECKS, faults(by_row), strict=True):
        if deck not in (60, None, 61):
            assert found[0]["pointer"] == "/snapshot/deck"


def test_lines_may_be_compressed_whatever_their_name(tmp_path: Path) -> None:
    read = []
    for name in ("plain.ndjson", "plain.gz", "packed.gz", "packed.ndjson", "in.ndjson.gz"):
        opened = open if name.startswith("plain") else gzip.open
        run(lines(tmp_path / name, opened), str(tmp_path / f"{name}.parquet"))
        read.append(pq.read_table(tmp_path / f"{name}.parquet"))
    assert all(table.equals(read[0]) for table in read)
    # A file that breaks off leaves nothing unfinished behind.
    broken = tmp_path / "broken.ndjson.gz"
    broken.write_bytes((tmp_path / "in.ndjson.gz").read_bytes()[:-20])
    assert run(broken, str(tmp_path / "broken.parquet")).exit_code != 0
    assert {path.name for path in tmp_path.glob("broken*")} == {broken.name}


def test_scores_for_spreadsheets_have_a_line_a_player(tmp_path: Path) -> None:
    target = tmp_path / "scores.csv"
    assert run(lines(tmp_path / "in.ndjson"), str(target)).exit_code == 1
    with target.open() as file:
        rows = list(csv.DictReader(file))
    scored = [row for row in rows if not row["faults"]]
    names = [player["name"] for player in GAME["players"]]
    assert [row["name"] for row in scored[: len(names)]] == names
    assert {row["name"] for row in scored if row["won"] == "true"} == {"Cassandra"}
    refused = [row for row in rows if row["faults"]]
    assert all("/snapshot/deck" in row["faults"] or "JSON" in row["faults"] for row in refused)
    assert {row["line"] for row in rows} == {str(1 + i) for i in range(len(DECKS))}


@pytest.mark.parametrize(
    ("name", "text", "target", "says"),
    [
        ("in.csv", "a,b", ("scores", "out.parquet"), "CSV has no place"),
        ("in.json", "{\n}", ("scores", "out.parquet"), "one JSON document"),
        ("in.json", "\n[{}]", ("scores", "out.parquet"), "one JSON document"),
        ("in.ndjson", "{}", ("scores", "-"), "name a file"),
        ("in.ndjson", "{}", ("scores", "out.ndjson.gz"), "name a file"),
        ("in.ndjson", "{}", ("replays", "out.csv"), "Only scores"),
        ("in.parquet", "{}", ("scores", "in.parquet"), "would replace IN"),
        ("in.csv", "{}", ("scores", "./in.csv"), "would replace IN"),
        ("in.csv", "{}", ("scores", "absent/../in.csv"), "would replace IN"),
        ("in.csv.part", "{}", ("scores", "in.csv"), "would replace IN"),
    ],
)
def test_formats_that_are_not_read_or_written_are_named(
    tmp_path: Path, name: str, text: str, target: Sequence[str], says: str
) -> None:
    source, (operation, out) = tmp_path / name, target
    source.write_text(text)
    done = run(source, out if out == "-" else str(tmp_path / out), operation)
    assert done.exit_code == 2
    assert says in done.output
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("target", ["out.parquet", "out.csv", "out/"])
@pytest.mark.parametrize("name", ["in.ndjson.gz", "in.parquet"])
def test_nothing_half_written_is_left_of_a_run_that_breaks_off(
    tmp_path: Path, name: str, target: str
) -> None:
    source, older = tmp_path / name, tmp_path / "out.csv"
    written = parquet(source) if name == "in.parquet" else lines(source, gzip.open)
    whole = written.read_bytes()
    older.write_text("older")
    # Of Parquet the footer is whole, and no page is; of the other file the end is missing.
    broken = whole[:4] + b"\xff" * 1500 + whole[1504:] if name == "in.parquet" else whole[:-9]
    source.write_bytes(broken)
    done = run(source, f"{tmp_path}/{target}")
    assert done.exit_code == 2, done.output
    left = {path.name for path in tmp_path.rglob("*") if path.is_file()} - {"_run.json"}
    assert (left, older.read_text()) == ({name, "out.csv"}, "older")
