"""Two scorers that know nothing of each other agree, line by line, on random tables."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from agreement import comparable_changes, comparable_scores, comparable_verdict
from reference.misterra import check_legality, score, update_island
from reference.tables import random_legality_check, random_table, random_update

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

BLOCKS, TABLES = 20, 150


@pytest.mark.parametrize("block", range(BLOCKS))
def test_scores(ask: Ask, block: int) -> None:
    for seed in range(block * TABLES, (block + 1) * TABLES):
        table = random_table(Random(seed))
        assert comparable_scores(ask("scores", table)) == comparable_scores(score(table)), seed


@pytest.mark.parametrize("block", range(BLOCKS))
def test_island_updates(ask: Ask, block: int) -> None:
    for seed in range(block * TABLES, (block + 1) * TABLES):
        body = random_update(Random(seed))
        answer, expected = ask("island-updates", body), update_island(body)
        answer["changes"] = comparable_changes(answer["changes"])
        assert answer == expected, seed


@pytest.mark.parametrize("block", range(BLOCKS))
def test_half_days(ask: Ask, block: int) -> None:
    for seed in range(block * TABLES, (block + 1) * TABLES):
        body = random_legality_check(Random(seed))
        answer = ask("legality-checks", body)
        assert comparable_verdict(answer) == comparable_verdict(check_legality(body)), seed
