"""Regions as a claim sees them: contiguous tiles of one terrain, with a confirmed one."""

import pytest

from theodolite.misterra.board import GRID, Board, Island
from theodolite.misterra.claiming import claim_checks, region
from theodolite.misterra.snapshot import Place, Player, Rulings, Side, Snapshot

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


def test_every_marker_on_a_region_is_named() -> None:
    # Two regions that were claimed apart have grown together.
    ada = Player("Ada", Board(), claims=(GRID.spaces["A1"],))
    bo = Player("Bo", Board(), claims=(GRID.spaces["C1"],))
    cy = Player("Cy", Board())
    island = Island.from_rows(["JJJ..", *["....."] * 4])
    snapshot = Snapshot(Side.RIGHT, island, (ada, bo, cy))
    *_, check = claim_checks(snapshot, 2, Place(GRID.spaces["B1"], on_beach=False))
    assert check.rule == "misterra.claim.unclaimed_region"
    assert check.status == "failed"
    assert check.values["markers"] == [("Ada", "A1"), ("Bo", "C1")]
