"""The rules: the longest hedge scores its spaces."""

from typing import Literal, NamedTuple

from theodolite.grid import Grid, Spaces, union
from theodolite.rows import Lettering
from theodolite.scoresheet import Item

GRID = Grid(3, 2)
HEDGES = Lettering(GRID, ("H",))


class Rulings(NamedTuple):
    """The open point of the rules; its first value is the default."""

    corners: Literal["apart", "together"] = "apart"


def score(hedges: Spaces, rulings: Rulings) -> Item:
    """Score the longest hedge; of equal ones the first in reading order."""
    longest = max(_each_hedge(hedges, rulings), key=int.bit_count)
    count = longest.bit_count()
    return Item("hedge", count, "toy.score.hedge", "says", {"count": count}, longest)


def _each_hedge(hedges: Spaces, rulings: Rulings) -> list[Spaces]:
    groups = GRID.groups(hedges)
    if rulings.corners == "apart":
        return groups
    # On so small a board all hedges that meet at corners are connected.
    joined = [group for group in groups if GRID.touching(group) & hedges & ~group]
    return [union(joined), *groups]
