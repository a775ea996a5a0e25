"""Odds: the share of the possible worlds that show each value. Every world weighs the same.

Worlds with the same regions are counted at once (`tilings`), so the odds are exact. Where the
regions themselves are too many to be listed in time there are no odds, rather than a guess. How a
player plays says nothing about the world here, and neither does that discs have one solution.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from theodolite.grid import Space
from theodolite.tiwanaku.board import LEVELS, Land, Level, Terrain
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value, Worlds
from theodolite.tiwanaku.survey import Survey, place_of


class Odds(NamedTuple):
    """How many of the possible worlds show each value.

    Attributes:
        worlds: The number of possible worlds, at least one.
        shares: For each value, in the order of `survey.place_of`, how many of them show it.
    """

    worlds: int
    shares: Sequence[int]

    def of(self, value: Value) -> float:
        """The share of the worlds that show a value, from 0 to 1."""
        return self.shares[place_of(value)] / self.worlds

    def terrain(self, space: Space) -> Mapping[Terrain, float]:
        """The shares of the terrains that a space may have. They add up to 1."""
        found = {terrain: self.of(Value(space, terrain)) for terrain in Terrain}
        return {terrain: share for terrain, share in found.items() if share}

    def crops(self, space: Space) -> Mapping[Level, float]:
        """The shares of the levels that the crop of a space may have. They add up to 1."""
        found = {level: self.of(Value(space, level=level)) for level in LEVELS}
        return {level: share for level, share in found.items() if share}


def odds_of(survey: Survey) -> Odds | None:
    """The odds by a survey of all worlds; None if there is no world."""
    return Odds(survey.count, survey.shares) if survey.count else None


def find_odds(
    land: Land, tiles: ByTerrain, *, box: bool = True, clock: Clock | None = None
) -> Odds | None:
    """Find how likely each value is; None if no world fits.

    Args:
        land: The tiles on the board.
        tiles: The disc's number of tiles of each terrain, start tiles included.
        box: Whether worlds that need more crops than the box holds are excluded.
        clock: The time limit; None for no limit.

    Raises:
        TimeIsUp: The worlds could not be counted in time.

    Example:
        >>> from theodolite.tiwanaku import BoardName
        >>> terrain = ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"]
        >>> crops = ["1....", ".4...", "..5..", "....2", "....5"]
        >>> land = Land.from_rows(BoardName.SHORT, terrain, crops)
        >>> find_odds(land, (7, 9, 4, 5)).crops(land.grid.spaces["D5"])
        {1: 0.5, 3: 0.5}
    """
    with Worlds(land, tiles, clock or Clock(), box=box) as worlds:
        survey = Survey(worlds, tiles, land.grid.everywhere, None)
        survey.count_all()
        return odds_of(survey)
