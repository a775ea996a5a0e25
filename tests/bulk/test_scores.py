"""The scores of batches: those of the service, row by row, and its faults."""

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

from reference.misterra_tables import random_table
from theodolite.bulk import Scores
from theodolite.bulk.misterra import ROOM, score
from theodolite.bulk.running import Lines
from theodolite.conformance import load, suites

Json = dict[str, Any]

SCORES = Scores("misterra")
EXAMPLE: Json = json.loads(
    (Path(__file__).parents[2] / "examples" / "misterra" / "two-players.json").read_text("utf-8")
)
CASES = [
    case.request["body"]
    for case in load(suites()["misterra"]).cases
    if case.request["path"] == "/v1/misterra/scores" and "body" in case.request
]


def lines(tables: Sequence[Any]) -> Lines:
    return Lines(1, b"\n".join(json.dumps(table).encode() for table in tables))


def batch(tables: Sequence[Json]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(list(tables), schema=ROOM.snapshot)


def row(answer: Mapping[str, Any]) -> Json:
    """A row of the answer as the service's own answer has it."""
    if "players" not in answer:
        whole = {"pointer": "", "code": answer["type"].rpartition("/")[2]}
        faults = answer.get("errors", [{**whole, "detail": answer["detail"]}])
        return {"players": None, "winners": None, "decided_by": None, "faults": faults}
    players = [
        {"name": player["name"], "rank": player["rank"], **player["subtotals"]}
        | {"total": player["total"]}
        for player in answer["players"]
    ]
    told = {key: answer[key] for key in ("winners", "decided_by")}
    return {"players": players, **told, "faults": None}


@pytest.fixture(scope="module")
def asked(client: FlaskClient) -> Any:
    def ask(table: Any) -> Json:
        return row(client.post("/v1/misterra/scores", json=table).get_json())

    return ask


@pytest.fixture(scope="module")
def tables() -> list[Json]:
    rng = Random(3)
    return [random_table(rng) for _ in range(1500)]


def test_every_row_is_what_the_service_answers(asked: Any, tables: list[Json]) -> None:
    assert SCORES(batch(tables)).to_pylist() == [asked(table) for table in tables]


def test_none_of_these_is_left_to_the_service(tables: list[Json]) -> None:
    assert score(batch(tables)).fine.all()


def test_cards_that_the_game_does_not_have_are_refused(asked: Any, tables: list[Json]) -> None:
    rng = Random(4)
    terrains = ["jungle", "lagoon", "mountain", "steppe"]
    told = []
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
        told.append({**table, "players": players, "deck": rng.randint(96, 104)})
    answers = [asked(table) for table in told]
    codes = {fault["code"] for answer in answers for fault in answer["faults"] or ()}
    assert {"too_many_sketch_cards", "terrain_of_another_card"} <= codes
    assert SCORES(batch(told)).to_pylist() == answers


def test_lines_are_answered_as_rows_with_their_numbers(tables: list[Json]) -> None:
    told = SCORES(lines(tables))
    assert told.column("line").to_pylist() == list(range(1, len(tables) + 1))
    assert told.drop_columns(["line"]).equals(SCORES(batch(tables)))


def test_every_case_of_the_suite_is_answered_alike(asked: Any) -> None:
    told = SCORES(lines(CASES)).to_pylist()
    assert len(told) == len(CASES) > 100
    for table, answer in zip(CASES, told, strict=True):
        del answer["line"]
        assert answer == asked(table), table
    assert any(answer["faults"] for answer in told)


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"null",
        b"[]",
        b"{} {}",
        b'{"beach": "left"',
        b"\xff",
        b'{"deck": NaN}',
        b'{"deck": 1e400}',
    ],
)
def test_a_line_that_is_no_table_is_a_row_with_its_faults(
    client: FlaskClient, tables: list[Json], line: bytes
) -> None:
    good = [json.dumps(table).encode() for table in tables[:100]]
    told = SCORES(Lines(7, b"\n".join([*good[:41], line, b"  ", *good[41:]]) + b"\n")).to_pylist()
    answer = client.post("/v1/misterra/scores", data=line, content_type="application/json")
    assert told.pop(41) == {"line": 48, **row(answer.get_json())}
    assert [answer["line"] for answer in told] == [*range(7, 48), *range(50, 109)]
    for answer in told:
        del answer["line"]
    assert told == SCORES(batch(tables[:100])).to_pylist()


def test_no_lines_are_no_rows() -> None:
    assert SCORES(Lines(1, b"\n \n")).num_rows == 0
    assert SCORES(batch([])).num_rows == 0
    assert SCORES(batch([])).schema == SCORES.schema(ROOM.snapshot)


def changed(path: Sequence[str | int], value: Any) -> Json:
    table: Json = json.loads(json.dumps(EXAMPLE))
    place: Any = table
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return table


SPOILT = [
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


@pytest.mark.parametrize(("path", "value"), SPOILT)
def test_a_table_that_cannot_be_is_a_row_with_the_services_faults(
    asked: Any, path: Sequence[str | int], value: Any
) -> None:
    table = changed(path, value)
    told = SCORES(batch([EXAMPLE, table, EXAMPLE])).to_pylist()
    assert told[0] == told[2] == asked(EXAMPLE)
    without = {key: each for key, each in table.items() if each is not None}
    assert told[1]["faults"]
    if None not in json.dumps(value, default=str).split() and value is not None:
        assert told[1]["faults"] == asked(without)["faults"]


def test_what_a_table_leaves_open_is_read_as_in_a_request(asked: Any) -> None:
    display = changed(["display"], [["jungle", "lagoon"]])
    deck = changed(["deck"], 3)
    placed = changed(["players", 0, "meeple"], None)
    for table in (display, deck, placed):
        assert score(batch([table])).fine.all()
        assert SCORES(batch([table])).to_pylist() == [asked(table)]


def test_a_solo_game_has_one_player_who_is_not_otoma() -> None:
    alone = {**EXAMPLE, "players": EXAMPLE["players"][:1], "otoma": {"claims": []}}
    assert score(batch([alone])).fine.all()
    alone["players"] = [{**EXAMPLE["players"][0], "name": "Otoma"}]
    (told,) = SCORES(batch([alone])).to_pylist()
    assert [fault["code"] for fault in told["faults"]] == ["duplicate_name"]


def test_other_columns_are_carried_over() -> None:
    table = pj.read_json(BytesIO(lines([{"id": "g-1", **EXAMPLE, "won": 3}]).text))
    (asked,) = table.to_batches()
    told = SCORES(asked)
    assert told.schema.names[:2] == ["id", "won"]
    assert told.schema == SCORES.schema(asked.schema)
    assert told.column("id").to_pylist() == ["g-1"]
    assert told.column("players").equals(SCORES(batch([EXAMPLE])).column("players"))


def test_columns_may_be_of_kinds_that_hold_the_same(tables: list[Json]) -> None:
    plain = batch(tables[:50])
    large = pa.list_(pa.list_(pa.large_string(), 5).value_field, 5)
    beach = plain.column("beach").dictionary_encode()
    island = plain.column("island").cast(large)
    other = plain.set_column(0, "beach", beach).set_column(1, "island", island)
    assert SCORES(other).equals(SCORES(plain))


@pytest.mark.parametrize(
    "column",
    [
        pa.array([{"rows": ["....."]}]),
        pa.array([[{"name": "Ann", "parchmnet": ["....."]}]]),
        pa.array([3.5]),
    ],
)
def test_columns_of_another_shape_are_refused_whole(column: pa.Array) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        SCORES(pa.RecordBatch.from_arrays([column], names=["players"]))


def test_a_card_pack_completes_the_tables(tmp_path: Path) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text('[presumptions.1]\nterrain = "steppe"\n')
    table = changed(["players", 0, "presumptions"], [{"card": 1}])
    assert SCORES(batch([table])).to_pylist()[0]["faults"]
    told = SCORES._replace(card_packs=(pack,))(batch([table]))
    assert told.to_pylist()[0]["faults"] is None


def test_faults_are_told_in_the_language_asked_for() -> None:
    table = {**EXAMPLE, "deck": 105}
    english, dutch = (Scores("misterra", each)(batch([table])).to_pylist() for each in ("en", "nl"))
    assert english[0]["faults"][0]["detail"] != dutch[0]["faults"][0]["detail"]


def test_many_batches_are_mapped_one_by_one(tables: list[Json]) -> None:
    halves = [batch(tables[:20]), batch(tables[20:50])]
    assert [each.num_rows for each in SCORES.map(iter(halves))] == [20, 30]
