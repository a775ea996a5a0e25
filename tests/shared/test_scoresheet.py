"""Ranking by any number of criteria."""

import pytest

from theodolite.scoresheet import SHARED, Standing, rank


@pytest.mark.parametrize(
    ("totals", "steps", "standing"),
    [
        ([7], [0], Standing([1], [0], "total")),
        ([7, 9], [5, 1], Standing([2, 1], [1], "total")),
        ([9, 9], [5, 6], Standing([2, 1], [1], "steps")),
        ([9, 9, 3], [5, 5, 5], Standing([1, 1, 3], [0, 1], SHARED)),
        ([3, 9, 9, 9], [8, 5, 6, 4], Standing([4, 2, 1, 3], [2], "steps")),
        ([9, 7, 7], [0, 2, 2], Standing([1, 2, 2], [0], "total")),
    ],
)
def test_the_first_criterion_that_leaves_one_alone_decides(
    totals: list[int], steps: list[int], standing: Standing
) -> None:
    assert rank({"total": totals, "steps": steps}) == standing


def test_any_number_of_criteria_may_follow() -> None:
    assert rank({"total": [4, 4, 4], "a": [1, 1, 0], "b": [2, 3, 9]}).decided_by == "b"
    assert rank({"total": [4, 4]}) == Standing([1, 1], [0, 1], SHARED)
