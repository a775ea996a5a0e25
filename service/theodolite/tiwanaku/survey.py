"""Surveys of the worlds that fit a board: the values that they show, and how many show each."""

from collections.abc import Iterable, Sequence
from operator import add

from theodolite.grid import Space, Spaces, each
from theodolite.tiwanaku.board import LEVELS, Land, Terrain
from theodolite.tiwanaku.clock import TimeIsUp
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value, Worlds
from theodolite.tiwanaku.tilings import VALUES, bundle


class Survey:
    """The values that worlds show, and the number of worlds, as far as they were found.

    Args:
        worlds: The worlds that fit.
        tiles: The disc's number of tiles of each terrain.
        focus: The spaces to be resolved.
        count_to: How many worlds are counted at most; None for all.

    Attributes:
        shares: For each space, how many of the worlds found show each of its values.
        excluded: The values that no world shows.
        count: The number of worlds found.
        exhausted: Whether there are no others.
        tilings: The regions of these worlds, each division of the board once.
        open: The values that the spaces in focus could have if they were alone.
    """

    def __init__(
        self, worlds: Worlds, tiles: ByTerrain, focus: Spaces, count_to: int | None
    ) -> None:
        land = worlds.land
        self.worlds, self.tiles, self.count_to = worlds, tiles, count_to
        self.shares = [0] * (VALUES * len(land.grid.names))
        self.excluded: set[Value] = set()
        self.count = 0
        self.exhausted = False
        self.tilings: list[Sequence[Spaces]] = []
        self.open = list(values_left(land, each(focus)))

    def shown(self, value: Value) -> bool:
        """Whether some world found shows a value."""
        return self.shares[place_of(value)] > 0

    def resolve(self, values: Iterable[Value], *, briefly: bool = False) -> None:
        """Find for each value a world that shows it, or that none does.

        Args:
            values: The values.
            briefly: Whether to skip values that take a longer search.

        Raises:
            TimeIsUp: The budget is used up.
        """
        for value in values:
            if self.shown(value) or value in self.excluded:
                continue
            if self.exhausted:
                self.excluded.add(value)
                continue
            try:
                tiling = self.worlds.any_tiling([value], briefly=briefly)
            except TimeIsUp:
                self.worlds.clock.check()
                continue
            if tiling is None:
                self.excluded.add(value)
                self.worlds.rule_out(value)
            else:
                self.take(tiling)

    def take(self, tiling: Sequence[Spaces]) -> None:
        """Count all worlds with these regions, and exclude them from further searches.

        Raises:
            TimeIsUp: The budget is used up before they are counted.
        """
        worlds = self.worlds
        found = bundle(worlds.land, self.tiles, tiling, worlds.clock, worlds.notes)
        self.count += found.worlds
        self.shares = [*map(add, self.shares, found.shares)]
        self.tilings.append(tiling)
        worlds.exclude(tiling)

    def find_all(self) -> None:
        """Settle all values in focus, and count worlds up to `count_to`."""
        # Easy values first: they stay resolved if time is up before a world is found.
        self.resolve(self.open, briefly=True)
        if not self.count:
            self._take_another()
        self.resolve(self.open)
        self.count_all(self.count_to)

    def count_all(self, most: int | None = None) -> None:
        """Count worlds, up to a number if there is one.

        Raises:
            TimeIsUp: The budget is used up before they are counted.
        """
        while not self.exhausted and (most is None or self.count < most):
            self._take_another()

    def _take_another(self) -> None:
        tiling = self.worlds.any_tiling()
        if tiling is None:
            self.exhausted = True
        else:
            self.take(tiling)


def place_of(value: Value) -> int:
    """The place of a value among the shares of all spaces."""
    space, terrain, level = value
    return space * VALUES + (terrain if level is None else len(Terrain) + level - 1)


def values_left(land: Land, spaces: Iterable[Space]) -> Iterable[Value]:
    """The values that spaces could have by the tiles on them alone."""
    for space in spaces:
        terrain, level = land.terrain_at(space), land.level_at(space)
        for t in Terrain if terrain is None else [terrain]:
            yield Value(space, terrain=t)
        for k in LEVELS if level is None else [level]:
            yield Value(space, level=k)
