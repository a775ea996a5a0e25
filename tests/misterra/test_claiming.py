"""Regions as a claim sees them: contiguous tiles of one terrain, with a confirmed one."""

import pytest

from theodolite.misterra.board import GRID, Island
from theodolite.misterra.claiming import region
from theodolite.misterra.snapshot import Rulings

#                          A B C D E
ISLAND = Island.from_rows(["Jj.sS", "j..S.", ".LlL.", ".....", "..m.."])


@pytest.mark.parametrize(
    ("space", "with_hazy", "confirmed_only"),
    [
        ("A1", ["A1", "B1", "A2"], ["A1"]),
        ("B1", ["A1", "B1", "A2"], []),
        ("E1", ["D1", "E1", "D2"], ["E1"]),
        ("B3", ["B3", "C3", "D3"], ["B3"]),
        ("D3", ["B3", "C3", "D3"], ["D3"]),
        # No tile of this one is confirmed.
        ("C5", [], []),
        # An empty space is in no region.
        ("C1", [], []),
    ],
)
def test_a_region(space: str, with_hazy: list[str], confirmed_only: list[str]) -> None:
    at = GRID.spaces[space]
    assert GRID.name_all(region(ISLAND, at, Rulings())) == with_hazy
    counted = Rulings(claim_region="confirmed_only")
    assert GRID.name_all(region(ISLAND, at, counted)) == confirmed_only
