"""Scores of batches of Misterra: each row equals the response of the service."""

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.json as pj
import pytest
from flask.testing import FlaskClient

from bulk.batches import columns, lines, requests, with_null
from reference.misterra_tables import random_table
from suites import suite
from theodolite.bulk import Answers
from theodolite.bulk.misterra import SCORER, score
from theodolite.bulk.pieces import Lines

Json = dict[str, Any]

SCORES = Answers("misterra", "scores")
EXAMPLE: Json = json.loads(
    (Path(__file__).parents[2] / "examples" / "misterra" / "two-players.json").read_text("utf-8")
)["snapshot"]
CASES = [
    case.request["body"]["snapshot"]
    for case in suite("misterra").cases
    if case.request["path"] == "/v3/misterra/scores"
    and "snapshot" in case.request.get("body", ())
    and isinstance(case.request["body"]["snapshot"], dict)
]


def row(answer: Mapping[str, Any]) -> Json:
    """The row that belongs to a response of the service."""
    if "players" not in answer:
        whole = {"pointer": "", "code": answer["type"].rpartition("/")[2]}
        faults = answer.get("errors", [{**whole, "detail": answer["detail"]}])
        return {"players": None, "winners": None, "decided_by": None, "faults": faults}
    players = [
        {"name": player["name"], "rank": player["rank"], **player["subtotals"]}
        | {"total": player["total"]}
        for player in answer["players"]
    ]
    verdict = {key: answer[key] for key in ("winners", "decided_by")}
    return {"players": players, **verdict, "faults": None}


@pytest.fixture(scope="module")
def service_row(client: FlaskClient) -> Any:
    def score_by_service(table: Any) -> Json:
        return row(client.post("/v3/misterra/scores", json={"snapshot": table}).get_json())

    return score_by_service


@pytest.fixture(scope="module")
def tables() -> list[Json]:
    rng = Random(3)
    return [random_table(rng) for _ in range(1500)]


def test_each_row_equals_the_response_of_the_service(service_row: Any, tables: list[Json]) -> None:
    assert SCORES(requests(SCORER, tables)).to_pylist() == [service_row(table) for table in tables]


def test_scores_every_valid_table_by_columns(tables: list[Json]) -> None:
    assert score(columns(SCORER, tables)).valid.all()


def test_who_has_left_wins_nothing(service_row: Any, tables: list[Json]) -> None:
    left = [{**table, "left": [table["players"][0]["name"]]} for table in tables[:200]]
    assert SCORES(requests(SCORER, left)).to_pylist() == [service_row(table) for table in left]


def test_reports_cards_that_the_game_does_not_have(service_row: Any, tables: list[Json]) -> None:
    rng = Random(4)
    terrains = ["jungle", "lagoon", "mountain", "steppe"]
    invalid = []
    for table in tables[:300]:
        cards = rng.sample(range(1, 9), 8)
        players = [
            {
                **player,
                "presumptions": [
                    {"card": cards.pop(), "terrain": rng.choice(terrains)}
                    for _ in range(rng.randint(0, 2))
                ],
            }
            for player in table["players"]
        ]
        invalid.append({**table, "players": players, "deck": rng.randint(96, 104)})
    answers = [service_row(table) for table in invalid]
    codes = {fault["code"] for answer in answers for fault in answer["faults"] or ()}
    assert {"too_many_sketch_cards", "terrain_of_another_card"} <= codes
    assert SCORES(requests(SCORER, invalid)).to_pylist() == answers


def test_scores_lines_as_it_scores_rows_and_numbers_them(tables: list[Json]) -> None:
    rows = SCORES(lines(tables))
    assert rows.column("line").to_pylist() == list(range(1, len(tables) + 1))
    assert rows.drop_columns(["line"]).equals(SCORES(requests(SCORER, tables)))


def test_each_case_equals_the_response_of_the_service(service_row: Any) -> None:
    rows = SCORES(lines(CASES)).to_pylist()
    assert len(rows) == len(CASES) > 100
    for table, answer in zip(CASES, rows, strict=True):
        del answer["line"]
        assert answer == service_row(table), table
    assert any(answer["faults"] for answer in rows)


def test_null_is_refused_where_the_service_refuses_it(service_row: Any, tables: list[Json]) -> None:
    cases = [case for table in tables[:3] for case in with_null(table)]
    rows = SCORES(lines(cases)).drop_columns(["line"]).to_pylist()
    assert {answer["faults"] is None for answer in rows} == {True, False}
    assert rows == [service_row(case) for case in cases]


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"null",
        b"[]",
        b"{} {}",
        b'{"snapshot": {"beach": "left"}',
        b"\xff",
        b'{"snapshot": {"deck": NaN}}',
        b'{"snapshot": {"deck": 1e400}}',
    ],
)
def test_an_invalid_line_becomes_a_row_with_its_faults(
    client: FlaskClient, tables: list[Json], line: bytes
) -> None:
    good = [json.dumps({"snapshot": table}).encode() for table in tables[:100]]
    rows = SCORES(Lines(7, b"\n".join([*good[:41], line, b"  ", *good[41:]]) + b"\n")).to_pylist()
    answer = client.post("/v3/misterra/scores", data=line, content_type="application/json")
    assert rows.pop(41) == {"line": 48, **row(answer.get_json())}
    assert [answer["line"] for answer in rows] == [*range(7, 48), *range(50, 109)]
    for answer in rows:
        del answer["line"]
    assert rows == SCORES(requests(SCORER, tables[:100])).to_pylist()


def test_objects_over_several_lines_and_several_on_one_are_faulty(tables: list[Json]) -> None:
    first, second = (json.dumps({"snapshot": table}).encode() for table in tables[:2])
    rng = Random(6)
    for _ in range(50):
        cut = rng.randrange(1, len(first))
        broken = [first[:cut], first[cut:], second + b" " + second]
        rng.shuffle(broken)
        rows = SCORES(Lines(1, b"\n".join([first, *broken, second]))).to_pylist()
        assert [row["line"] for row in rows if row["faults"] is None] == [1, 5]


def test_no_lines_make_no_rows() -> None:
    assert SCORES(Lines(1, b"\n \n")).num_rows == 0
    assert SCORES(requests(SCORER, [])).num_rows == 0
    assert SCORES(requests(SCORER, [])).schema == SCORES.schema(requests(SCORER, []).schema)


def changed(path: Sequence[str | int], value: Any) -> Json:
    table: Json = json.loads(json.dumps(EXAMPLE))
    place: Any = table
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return table


INVALID_CHANGES = [
    (["beach"], "east"),
    (["beach"], None),
    (["island"], ["....."] * 4),
    (["island", 2], "......"),
    (["island", 2], "....é"),
    (["island", 2], "XXXXX"),
    (["island", 2], None),
    (["island"], ["JJJJJ"] * 3 + ["....."] * 2),
    (["players"], []),
    (["players"], None),
    (["players", 0], None),
    (["players", 0, "name"], ""),
    (["players", 0, "name"], None),
    (["players", 0, "name"], "x" * 41),
    (["players", 0, "name"], "a\nb"),
    (["players", 0, "name"], EXAMPLE["players"][1]["name"]),
    (["players", 0, "parchment", 0], "jjjjj"),
    (["players", 0, "parchment"], None),
    (["players", 0, "claims"], ["A1", "A1"]),
    (["players", 0, "claims"], ["F6"]),
    (["players", 0, "claims"], [None]),
    (["players", 0, "claims"], ["A1", "B1", "C1", "D1"]),
    (["players", 0, "claims"], EXAMPLE["players"][1]["claims"]),
    (["players", 0, "meeple"], "Z9"),
    (["players", 0, "meeple"], "beach:C3"),
    (["players", 0, "presumptions"], [{"card": 32}]),
    (["players", 0, "presumptions"], [{}]),
    (["players", 0, "presumptions"], [None]),
    (["players", 0, "presumptions"], [{"card": 1}]),
    (["players", 0, "presumptions"], [{"card": 9, "terrain": "jungle"}]),
    (["players", 0, "presumptions"], [{"card": 1, "terrain": "desert"}]),
    (["players", 0, "presumptions"], [{"card": 13, "terrain": "jungle", "avoid": "jungle"}]),
    (["players", 0, "presumptions"], [{"card": 24, "pattern": ["J"]}]),
    (["players", 0, "presumptions"], [{"card": 24, "pattern": ["JJ", None]}]),
    (["players", 0, "presumptions"], [{"card": 24, "pattern": []}]),
    (["players", 0, "presumptions"], [{"card": 9}, {"card": 9}]),
    (["players", 0, "presumptions"], [{"card": 9}, {"card": 10}, {"card": 11}]),
    (["otoma"], {"claims": []}),
    (["otoma"], {}),
    (["rulings"], {"disputed_regions": "somebody_scores"}),
    (["display"], [["jungle"]]),
    (["display"], [["jungle", "desert"]]),
    (["display"], [["jungle", "jungle"]] * 6),
    (["deck"], 105),
    (["deck"], -1),
]


@pytest.mark.parametrize(("path", "value"), INVALID_CHANGES)
def test_an_invalid_table_becomes_a_row_with_its_faults(
    service_row: Any, path: Sequence[str | int], value: Any
) -> None:
    table = changed(path, value)
    rows = SCORES(requests(SCORER, [EXAMPLE, table, EXAMPLE])).to_pylist()
    assert rows[0] == rows[2] == service_row(EXAMPLE)
    without = {key: each for key, each in table.items() if each is not None}
    assert rows[1]["faults"]
    if None not in json.dumps(value, default=str).split() and value is not None:
        assert rows[1]["faults"] == service_row(without)["faults"]


def test_null_means_an_absent_field(service_row: Any) -> None:
    display = changed(["display"], [["jungle", "lagoon"]])
    deck = changed(["deck"], 3)
    placed = changed(["players", 0, "meeple"], None)
    for table in (display, deck, placed):
        assert score(columns(SCORER, [table])).valid.all()
        assert SCORES(requests(SCORER, [table])).to_pylist() == [service_row(table)]


def test_a_solo_game_has_one_player_not_named_otoma() -> None:
    alone = {**EXAMPLE, "players": EXAMPLE["players"][:1], "otoma": {"claims": []}}
    assert score(columns(SCORER, [alone])).valid.all()
    alone["players"] = [{**EXAMPLE["players"][0], "name": "Otoma"}]
    (row_of_otoma,) = SCORES(requests(SCORER, [alone])).to_pylist()
    assert [fault["code"] for fault in row_of_otoma["faults"]] == ["reserved_name"]


def test_keeps_other_columns() -> None:
    request = {"id": "g-1", "snapshot": EXAMPLE, "won": 3}
    (tables,) = pj.read_json(BytesIO(json.dumps(request).encode())).to_batches()
    rows = SCORES(tables)
    assert rows.schema.names[:2] == ["id", "won"]
    assert rows.schema == SCORES.schema(tables.schema)
    assert rows.column("id").to_pylist() == ["g-1"]
    assert rows.column("players").equals(SCORES(requests(SCORER, [EXAMPLE])).column("players"))


def test_accepts_equivalent_column_types(tables: list[Json]) -> None:
    plain = columns(SCORER, tables[:50])
    large = pa.list_(pa.list_(pa.large_string(), 5).value_field, 5)
    beach = plain.column("beach").dictionary_encode()
    island = plain.column("island").cast(large)
    other = plain.set_column(0, "beach", beach).set_column(1, "island", island)
    equivalent = pa.record_batch({"snapshot": other.to_struct_array()})
    assert SCORES(equivalent).equals(SCORES(requests(SCORER, tables[:50])))


@pytest.mark.parametrize(
    "column",
    [
        pa.array([{"rows": ["....."]}]),
        pa.array([[{"name": "Ann", "parchmnet": ["....."]}]]),
        pa.array([3.5]),
    ],
)
def test_rejects_columns_of_another_type(column: pa.Array) -> None:
    snapshots = pa.StructArray.from_arrays([column], names=["players"])
    with pytest.raises(ValueError, match=r"\w"):
        SCORES(pa.record_batch({"snapshot": snapshots}))


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ({"snapshot": ["text"]}, "no struct"),
        ({"snapshot": [{"colour": "red"}]}, "no field colour"),
        ({"id": [1]}, "snapshot or request is missing"),
    ],
)
def test_rejects_batches_without_snapshots(rows: Json, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        SCORES(pa.record_batch(rows))


@pytest.mark.parametrize("name", ["id", "request", "snapshot"])
def test_columns_of_one_name_are_refused(name: str) -> None:
    table = pa.schema([(column, pa.int64()) for column in (name, "snapshot", name)])
    with pytest.raises(ValueError, match=rf"columns are named {name}"):
        SCORES.schema(table)


def test_a_missing_snapshot_is_a_fault() -> None:
    first, second = SCORES(requests(SCORER, [EXAMPLE, None])).to_pylist()
    assert first["faults"] is None
    assert second["faults"]


def test_completes_tables_from_a_card_pack(tmp_path: Path) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text('[presumptions.1]\nterrain = "steppe"\n')
    table = changed(["players", 0, "presumptions"], [{"card": 1}])
    assert SCORES(requests(SCORER, [table])).to_pylist()[0]["faults"]
    rows = SCORES._replace(card_packs=(pack,))(requests(SCORER, [table]))
    assert rows.to_pylist()[0]["faults"] is None


def test_faults_are_in_the_locale() -> None:
    table = {**EXAMPLE, "deck": 105}
    english, dutch = (
        Answers("misterra", "scores", each)(requests(SCORER, [table])).to_pylist()
        for each in ("en", "nl")
    )
    assert english[0]["faults"][0]["detail"] != dutch[0]["faults"][0]["detail"]


def test_maps_batches_one_by_one(tables: list[Json]) -> None:
    halves = [requests(SCORER, tables[:20]), requests(SCORER, tables[20:50])]
    assert [each.num_rows for each in SCORES.map(iter(halves))] == [20, 30]
