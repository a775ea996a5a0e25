"""Ranking by any number of criteria."""

import pytest

from theodolite.scoresheet import SHARED, Ranking, rank


@pytest.mark.parametrize(
    ("totals", "steps", "ranking"),
    [
        ([7], [0], Ranking([1], [0], "total")),
        ([7, 9], [5, 1], Ranking([2, 1], [1], "total")),
        ([9, 9], [5, 6], Ranking([2, 1], [1], "steps")),
        ([9, 9, 3], [5, 5, 5], Ranking([1, 1, 3], [0, 1], SHARED)),
        ([3, 9, 9, 9], [8, 5, 6, 4], Ranking([4, 2, 1, 3], [2], "steps")),
        ([9, 7, 7], [0, 2, 2], Ranking([1, 2, 2], [0], "total")),
    ],
)
def test_the_first_deciding_criterion_ranks_players(
    totals: list[int], steps: list[int], ranking: Ranking
) -> None:
    assert rank({"total": totals, "steps": steps}) == ranking


def test_accepts_any_number_of_criteria() -> None:
    assert rank({"total": [4, 4, 4], "a": [1, 1, 0], "b": [2, 3, 9]}).decided_by == "b"
    assert rank({"total": [4, 4]}) == Ranking([1, 1], [0, 1], SHARED)
