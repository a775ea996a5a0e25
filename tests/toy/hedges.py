"""The rules: a hedge is planted beside a hedge, and the longest hedge scores its spaces."""

from typing import Literal, NamedTuple

from theodolite.grid import Grid, Space, Spaces, union
from theodolite.rows import Lettering
from theodolite.scoresheet import Item
from theodolite.verdict import Check, Status

GRID = Grid(3, 2)
HEDGES = Lettering(GRID, ("H",))


class Rulings(NamedTuple):
    """The open point of the rules; its first value is the default."""

    corners: Literal["apart", "together"] = "apart"


class Player(NamedTuple):
    """A player, and the hedges on their board."""

    name: str
    hedges: Spaces


class Table(NamedTuple):
    """The players in turn order."""

    players: tuple[Player, ...]
    rulings: Rulings = Rulings()


def judge(hedges: Spaces, space: Space | None) -> list[Check]:
    """Judge where a hedge is planted; None is nowhere yet."""
    if space is None:
        return [Check("toy.plant.beside", "not_checked", "nowhere", {})]
    is_beside = GRID.neighbours(Spaces(1 << space)) & hedges
    status: Status = "passed" if is_beside else "failed"
    return [Check("toy.plant.beside", status, status, {}, Spaces(1 << space))]


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
