"""The rules: the longest hedge scores its spaces."""

from typing import Literal, NamedTuple

from theodolite.grid import Grid, Spaces
from theodolite.rows import Lettering
from theodolite.scoresheet import Item

__all__ = ["GRID", "HEDGES", "Rulings", "score"]

GRID = Grid(3, 2)
HEDGES = Lettering(GRID, ("H",))


class Rulings(NamedTuple):
    """The open point of the rules; its first value is the default."""

    corners: Literal["apart", "together"] = "apart"


def score(hedges: Spaces, rulings: Rulings) -> Item:
    """The line of a score sheet for the longest hedge, of two as long for the first."""
    longest = max(_each_hedge(hedges, rulings), key=int.bit_count)
    count = longest.bit_count()
    return Item("hedge", count, "toy.score.hedge", "says", {"count": count}, longest)


def _each_hedge(hedges: Spaces, rulings: Rulings) -> list[Spaces]:
    groups = GRID.groups(hedges)
    if rulings.corners == "apart":
        return groups
    # On so small a board hedges that meet at corners are all one.
    joined = [group for group in groups if GRID.touching(group) & hedges & ~group]
    return [sum(joined), *groups]
