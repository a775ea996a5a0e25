"""The number of legal half days of fixed tables, counted twice, against what is committed."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from reference.misterra import perft
from theodolite.misterra.half_days import legal_half_days
from theodolite.web.misterra.schemas import SnapshotSchema

Json = dict[str, Any]

POSITIONS: list[Json] = tomllib.loads(
    (Path(__file__).parents[2] / "cases" / "perft" / "positions.toml").read_text("utf-8")
)["position"]
each_position = pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p["id"])


@each_position
def test_the_engine_counts_what_is_committed(position: Json) -> None:
    listed = list(legal_half_days(SnapshotSchema().load_fast(position["snapshot"]), 0))
    assert len(listed) == len(set(listed)) == position["half_days"]
    counts = Counter(half_day.action for half_day in listed)
    assert {action: counts[action] for action in ("map", "claim", "discard")} == position[
        "by_action"
    ]


@each_position
def test_the_reference_counts_what_is_committed(position: Json) -> None:
    name = position["snapshot"]["players"][0]["name"]
    assert perft(position["snapshot"], name) == position["half_days"]
