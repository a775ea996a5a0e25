"""Schemas write what they load: the snapshots and turns of the numbered cases survive both ways."""

from collections.abc import Iterator
from typing import Any

from suites import suite
from theodolite.tiwanaku.board import GRIDS, BoardName
from theodolite.web.tiwanaku.moves import MoveSchema, turn_data, turn_of
from theodolite.web.tiwanaku.schemas import SnapshotSchema

Json = dict[str, Any]


def judged_bodies() -> Iterator[Json]:
    """The bodies of the cases that are neither refused nor illegal."""
    for case in suite("tiwanaku").cases:
        answer = case.answer
        if answer["status"] == 200 and answer["body"].get("legal") is not False:
            yield case.request["body"]


def test_writes_the_snapshots_that_it_loads() -> None:
    schema = SnapshotSchema()
    tables = [body.get("snapshot", {}) for body in judged_bodies()]
    snapshots = [table for table in tables if "mode" in table]
    assert {snapshot["mode"] for snapshot in snapshots} == {"competitive", "solo", "cooperative"}
    for snapshot in snapshots:
        loaded = schema.load_fast(snapshot)
        written = schema.dump(loaded)
        assert schema.load_fast(written) == loaded
        assert written.items() >= {"terrain": snapshot["terrain"]}.items()


def test_writes_the_turns_that_it_loads() -> None:
    schema = MoveSchema()
    bodies = [body for body in judged_bodies() if body.get("player") != "Otoma" and "move" in body]
    types = set()
    for body in bodies:
        grid = GRIDS[BoardName(body["snapshot"]["board"])]
        turn = turn_of(schema.load_fast(body["move"]), grid)
        written = schema.dump(turn_data(turn, grid))
        assert turn_of(schema.load_fast(written), grid) == turn
        types.add(written.get("action", {}).get("type"))
    assert types >= {"explore", "recall", "divine", "final_prediction", "pass", "final_offering"}
