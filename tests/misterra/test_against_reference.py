"""Two scorers that know nothing of each other agree, line by line, on random tables."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from reference.misterra import score, update_island
from reference.tables import random_table, random_update

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

BLOCKS, TABLES = 20, 150


def comparable(answer: Json) -> Json:
    """What both scorers tell, in the form in which it can be compared."""
    return {
        "players": [
            {
                **{name: player[name] for name in ("name", "rank", "total", "subtotals")},
                "items": [_line(item) for item in player["items"]],
            }
            for player in answer["players"]
        ],
        **{
            name: answer[name] for name in ("winners", "decided_by", "island", "removed", "rulings")
        },
        "solo": {
            name: answer.get("solo", {}).get(name) for name in ("otoma_claims", "total", "titles")
        },
    }


def _line(item: Json) -> Json:
    names = ("category", "card", "claim", "terrain", "disputed_with", "line", "points")
    line = {name: item[name] for name in names if name in item}
    if item["points"] or item["category"] == "claims":
        line["spaces"] = item["spaces"]
    if "parts" in item:
        line["parts"] = sorted(
            (part["points"], part["spaces"]) for part in item["parts"] if part["points"]
        )
    return line


@pytest.mark.parametrize("block", range(BLOCKS))
def test_scores(ask: Ask, block: int) -> None:
    for seed in range(block * TABLES, (block + 1) * TABLES):
        table = random_table(Random(seed))
        assert comparable(ask("scores", table)) == comparable(score(table)), seed


@pytest.mark.parametrize("block", range(BLOCKS))
def test_island_updates(ask: Ask, block: int) -> None:
    for seed in range(block * TABLES, (block + 1) * TABLES):
        body = random_update(Random(seed))
        answer, expected = ask("island-updates", body), update_island(body)
        for change in answer["changes"]:
            assert change.pop("rule") == f"misterra.map.{change['effect']}"
            assert change.pop("page") == 5
            assert change.pop("explanation")
        assert answer == expected, seed
