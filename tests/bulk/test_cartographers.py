"""Scores of batches of Cartographers: each row equals the response of the service."""

import copy
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from bulk.batches import columns, lines, requests, with_null
from reference.cartographers_tables import random_snapshot
from suites import suite
from theodolite.bulk import Answers
from theodolite.bulk.cartographers import SCORER, score
from theodolite.bulk.pieces import Lines
from theodolite.cli import main

Json = dict[str, Any]

SCORES = Answers("cartographers", "scores")
SEASONS = ("spring", "summer", "autumn", "winter")
BLANK = dict.fromkeys(["rank", *SCORER.subtotals, "total"])
CASES = [
    case.request["body"]["snapshot"]
    for case in suite("cartographers").cases
    if case.request["path"] == "/v3/cartographers/scores"
    and {*case.request.get("body", ())} == {"snapshot"}
]


def subtotals(player: Json) -> Json:
    """The columns of a player, by the score sheet of the service."""
    columns: Json = {"name": player["name"], **BLANK}
    for season in player["seasons"]:
        columns[season["season"]] = season["total"]
        for item in season.get("items", ()):
            if item["category"] != "decree":
                columns[item["category"]] = item["points"]
            elif columns["first_decree"] is None:
                columns["first_decree"] = item["points"]
            elif columns["second_decree"] is None:
                columns["second_decree"] = item["points"]
    return {**columns, "rank": player["rank"], "total": player["total"]}


def row(answer: Mapping[str, Any]) -> Json:
    """The row that belongs to a response of the service."""
    if "players" not in answer:
        whole = {"pointer": "", "code": answer["type"].rpartition("/")[2]}
        faults = answer.get("errors", [{**whole, "detail": answer["detail"]}])
        return {"players": None, "winners": None, "decided_by": None, "faults": faults}
    verdict = {key: answer[key] for key in ("winners", "decided_by")}
    return {"players": [*map(subtotals, answer["players"])], **verdict, "faults": None}


@pytest.fixture(scope="module")
def service_row(client: FlaskClient) -> Any:
    def score_by_service(table: Any) -> Json:
        return row(client.post("/v3/cartographers/scores", json={"snapshot": table}).get_json())

    return score_by_service


@pytest.fixture(scope="module")
def tables() -> list[Json]:
    rng = Random(11)
    drawn = (random_snapshot(rng) for _ in range(1500))
    return [table for table in drawn if table["map"] in ("A", "B")]


def test_each_row_equals_the_response_of_the_service(service_row: Any, tables: list[Json]) -> None:
    rows = SCORES(requests(SCORER, tables)).to_pylist()
    for table, answer in zip(tables, rows, strict=True):
        assert answer == service_row(table), table
    decided = {answer["decided_by"] for answer in rows}
    assert decided == {"total", "monsters", "shared", "undecided", None}


def test_coins_may_be_spent_and_players_may_leave(service_row: Any, tables: list[Json]) -> None:
    some = []
    for spent, table in enumerate(tables[:200], -2):
        first, *others = table["players"]
        players = [{**first, "coins_spent": spent}, *others]
        some.append({**table, "players": players, "left": [first["name"]] * (spent % 2)})
    assert SCORES(requests(SCORER, some)).to_pylist() == [service_row(table) for table in some]


def has_all_boxes(table: Json) -> bool:
    boxes = [box for player in table["players"] for box in player["seasons"]]
    return all({"decrees", "coins", "monsters"} <= box.keys() for box in boxes)


def test_scores_every_valid_table_with_all_boxes_by_columns(tables: list[Json]) -> None:
    by_columns = score(columns(SCORER, tables)).valid.tolist()
    assert by_columns == [has_all_boxes(table) for table in tables]
    assert {*by_columns} == {True, False}


def test_scores_lines_as_it_scores_rows(tables: list[Json]) -> None:
    rows = SCORES(lines(tables))
    assert rows.drop_columns(["line"]).equals(SCORES(requests(SCORER, tables)))


def test_each_case_equals_the_response_of_the_service(service_row: Any) -> None:
    rows = SCORES(lines(CASES)).to_pylist()
    assert len(rows) == len(CASES) > 50
    for table, answer in zip(CASES, rows, strict=True):
        del answer["line"]
        assert answer == service_row(table), table
    assert any(answer["faults"] for answer in rows)


def test_null_is_refused_where_the_service_refuses_it(service_row: Any, tables: list[Json]) -> None:
    cases = [case for table in tables[:3] for case in with_null(table)]
    rows = SCORES(lines(cases)).drop_columns(["line"]).to_pylist()
    assert {answer["faults"] is None for answer in rows} == {True, False}
    assert rows == [service_row(case) for case in cases]


def test_ranks_a_hundred_players(service_row: Any, tables: list[Json]) -> None:
    many = next(table for table in filter(has_all_boxes, tables) if len(table["players"]) > 1)
    players = [{**many["players"][i % 2], "name": f"Player {i}"} for i in range(100)]
    crowd = {**many, "players": players}
    assert score(columns(SCORER, [crowd])).valid.all()
    assert SCORES(requests(SCORER, [crowd])).to_pylist() == [service_row(crowd)]


EXAMPLE: Json = {
    "game": "heroes",
    "map": "A",
    "season": "summer",
    "decrees": {"A": "deepwood", "B": "jorekburg", "C": "caravansary", "D": "silos"},
    "ambushes": ["zombie_plague", "gorgon_gaze"],
    "players": [
        {
            "name": "Ann",
            "coins": 4,
            "stars": ["C6", "E6"],
            "drawn": ["FF.........", *["..........."] * 3, "....^.....Z", *["..........."] * 6],
            "seasons": [{"season": "spring", "decrees": [0, 4], "coins": 2, "monsters": -1}],
        },
        {"name": "Ben", "drawn": ["..........."] * 11},
    ],
}
BASE = ["players", 0]

INVALID_CHANGES = [
    (["game"], "chess"),
    (["game"], "cartographers"),
    (["map"], "Z"),
    (["map"], "C"),
    (["season"], "monsoon"),
    (["season"], None),
    (["solo"], True),
    (["decrees"], None),
    (["decrees", "B"], None),
    (["decrees", "B"], "stonehenge"),
    (["decrees", "B"], "canal_lake"),
    (["decrees", "D"], "deepwood"),
    (["ambushes"], ["zombie_plague", "zombie_plague"]),
    (["ambushes"], ["goblin_attack"]),
    (["ambushes"], ["deepwood"]),
    (["ambushes"], [None]),
    (["ambushes"], ["zombie_plague", "gorgon_gaze", "dragon_inferno"]),
    (["players"], []),
    (["players"], None),
    ([*BASE], None),
    ([*BASE, "name"], ""),
    ([*BASE, "name"], None),
    ([*BASE, "name"], "x" * 41),
    ([*BASE, "name"], "Ben"),
    ([*BASE, "coins"], -1),
    ([*BASE, "coins"], 1001),
    ([*BASE, "stars"], ["C6", "C6"]),
    ([*BASE, "stars"], ["Z9"]),
    ([*BASE, "stars"], [None]),
    ([*BASE, "stars"], ["E11"]),
    ([*BASE, "drawn"], None),
    ([*BASE, "drawn"], ["..........."] * 10),
    ([*BASE, "drawn", 3], "............"),
    ([*BASE, "drawn", 3], "..........q"),
    ([*BASE, "drawn", 3], "^.........."),
    ([*BASE, "drawn", 3], "#.........."),
    ([*BASE, "drawn"], ["FFFFFFFFFFF"] * 11),
    ([*BASE, "seasons", 0, "season"], "summer"),
    ([*BASE, "seasons", 0, "season"], None),
    ([*BASE, "seasons", 0, "decrees"], [1]),
    ([*BASE, "seasons", 0, "decrees"], [1, None]),
    ([*BASE, "seasons", 0, "decrees"], [1, 1001]),
    ([*BASE, "seasons", 0, "coins"], None),
    ([*BASE, "seasons", 0, "coins"], -1),
    ([*BASE, "seasons", 0, "monsters"], 1),
    ([*BASE, "seasons", 0, "monsters"], -122),
    ([*BASE, "seasons", 0, "monsters"], None),
    ([*BASE, "seasons", 0, "written"], 4001),
    ([*BASE, "seasons"], EXAMPLE["players"][0]["seasons"] * 2),
    ([*BASE, "seasons"], [None]),
    (["rulings"], {"great_city": "smallest"}),
]


def changed(path: Sequence[str | int], value: Any) -> Json:
    table = copy.deepcopy(EXAMPLE)
    place: Any = table
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return table


@pytest.mark.parametrize(("path", "value"), INVALID_CHANGES, ids=str)
def test_an_invalid_table_becomes_a_row_with_its_faults(
    service_row: Any, path: Sequence[str | int], value: Any
) -> None:
    table = changed(path, value)
    rows = SCORES(requests(SCORER, [EXAMPLE, table, EXAMPLE])).to_pylist()
    assert rows[0] == rows[2] == service_row(EXAMPLE)
    assert rows[1]["faults"]
    if "null" not in json.dumps(value):
        assert rows[1]["faults"] == service_row(table)["faults"]


@pytest.mark.parametrize("only", [["C"], ["B", "D"], ["A", "B", "C"]])
def test_requests_for_some_decrees_are_answered_as_by_the_service(
    client: FlaskClient, only: list[str]
) -> None:
    request = {"snapshot": {**EXAMPLE, "ambushes": []}, "only": only}
    (answer,) = SCORES(Lines(1, json.dumps(request).encode())).to_pylist()
    expected = client.post("/v3/cartographers/scores", json=request).get_json()
    assert answer == {"line": 1, **row(expected)}


def test_uses_the_maps_of_the_card_pack(tmp_path: Path) -> None:
    pack = tmp_path / "pack.toml"
    wild = ["#.........^", *["..........."] * 10]
    pack.write_text(f'game = "cartographers"\n[maps]\nA = {json.dumps(wild)}\n')
    table = changed(["players", 0, "drawn", 4], "..........Z")
    packed = SCORES._replace(card_packs=(pack,))
    # There is a mountain in the corner, and A1 is wasteland.
    assert [
        fault["code"] for fault in packed(requests(SCORER, [table])).to_pylist()[0]["faults"]
    ] == ["drawn_on_print"]
    table["players"][0]["drawn"][0] = ".F........."
    assert packed(requests(SCORER, [table])).to_pylist()[0]["faults"] is None


def test_the_command_scores_parquet_to_parquet(
    tmp_path: Path, service_row: Any, tables: list[Json]
) -> None:
    read, written = tmp_path / "archive.parquet", tmp_path / "scores.parquet"
    bad = {**tables[0], "season": "monsoon"}
    table = pa.Table.from_batches([requests(SCORER, [*tables[:40], bad])])
    pq.write_table(table.append_column("id", [[*range(41)]]), read)
    done = CliRunner().invoke(main, ["bulk", "cartographers", "scores", str(read), str(written)])
    assert done.exit_code == 1, done.output
    rows = pq.read_table(written).to_pylist()
    assert [each.pop("id") for each in rows] == [*range(41)]
    assert rows == [service_row(each) for each in [*tables[:40], bad]]
