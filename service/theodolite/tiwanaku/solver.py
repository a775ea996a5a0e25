"""Worlds that fit what lies: found, counted and excluded by an incremental SAT solver.

A world is a full map of terrain and crops that shows all that lies, uses every tile of the disc,
obeys Pachamama's two laws (p. 6) and, where the table says so, needs no more crops than the box
holds. The formula speaks of space and terrain, space and level, and of the region that covers a
space, by its placed shape; its clauses are built once for each board. A solver serves one question,
so that what it answers depends on the question alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from types import TracebackType
from typing import NamedTuple, Self

from pysat.solvers import Glucose4, Minicard

from theodolite.grid import Grid, Space, Spaces, each
from theodolite.tiwanaku.board import (
    CROPS_IN_BOX,
    GRIDS,
    LEVELS,
    TILES_IN_BOX,
    BoardName,
    Land,
    Level,
    Terrain,
    regions,
    shapes,
)
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.snapshot import ByTerrain

__all__ = [
    "DIVERSITY",
    "SEPARATION",
    "Engine",
    "Formula",
    "Value",
    "Worlds",
    "formula_of",
    "literal",
    "prepare",
    "values_at",
]

SEPARATION, DIVERSITY = 1, 2
"""The variables of a guarded formula that put the two laws in force."""

_SLICE = 100
"""Conflicts between two checks of the clock, and all that are spent where a moment must do."""

_LOADED = 1000
"""Clauses that are handed to a solver between two looks at the clock."""


class Value(NamedTuple):
    """A terrain that a space may have, or a level if that is told."""

    space: Space
    terrain: Terrain = Terrain.MUD
    level: Level | None = None


def values_at(land: Land, space: Space) -> list[Value]:
    """The values that lie on a space."""
    terrain, level = land.terrain_at(space), land.level_at(space)
    values = [] if terrain is None else [Value(space, terrain)]
    return values if level is None else [*values, Value(space, level=level)]


class Region(NamedTuple):
    """That a region of a terrain covers a shape: its variable, and what follows from it."""

    there: int
    clauses: tuple[tuple[int, ...], ...]


class Covering(NamedTuple):
    """That a region covers a shape: its variable, the spaces beside it, and what follows.

    `regions` tell the same of each terrain: the shapes that a space has left of a terrain decide
    whether it can have it.
    """

    covered: int
    shape: Spaces
    border: Spaces
    clauses: tuple[tuple[int, ...], ...]
    regions: tuple[Region, ...]


class Formula(NamedTuple):
    """The clauses of a board, and its variables: by space and terrain, space and level, region.

    `escape` is what leaves a space without a region: nothing, but in a guarded formula.
    """

    terrain: tuple[tuple[int, ...], ...]
    crops: tuple[tuple[int, ...], ...]
    coverings: tuple[Covering, ...]
    clauses: tuple[tuple[int, ...], ...]
    escape: tuple[int, ...]
    top: int

    def all_clauses(
        self, coverings: Iterable[tuple[Covering, Iterable[Terrain]]]
    ) -> Iterator[Sequence[int]]:
        """All clauses, if regions can have only these of the shapes, and these terrains there."""
        yield from self.clauses
        around: list[list[int]] = [list(self.escape) for _ in self.terrain]
        within = [[[-there, *self.escape] for there in terrains] for terrains in self.terrain]
        for covering, terrains in coverings:
            clauses: list[Sequence[int]] = [*covering.clauses]
            either, spaces = [-covering.covered], [*each(covering.shape)]
            for terrain in terrains:
                there, follow = covering.regions[terrain]
                clauses += follow
                either.append(there)
                for space in spaces:
                    within[space][terrain].append(there)
            yield from clauses
            yield either
            for space in spaces:
                around[space].append(covering.covered)
        yield from chain(around, *within)


class _Variables:
    """Numbers for the variables of a formula, from 1 up."""

    def __init__(self) -> None:
        self.top = 0

    def new(self, count: int) -> tuple[int, ...]:
        first = self.top + 1
        self.top += count
        return tuple(range(first, self.top + 1))


@cache
def formula_of(board: BoardName, *, guarded: bool = False) -> Formula:
    """The clauses of Pachamama's laws on a board.

    A guarded formula holds the laws apart, each behind a variable that puts it in force: its first
    two variables, for separation and diversity.
    """
    grid, variables = GRIDS[board], _Variables()
    spaces = range(len(grid.names))
    # What each law adds to a clause of its own: nothing, or that it is not in force.
    separation, diversity = [(-law,) for law in variables.new(2)] if guarded else [(), ()]
    placed = shapes(board) if guarded else regions(board)
    terrain = tuple(variables.new(len(Terrain)) for _ in spaces)
    crops = tuple(variables.new(len(LEVELS)) for _ in spaces)
    # A region of at least two, three, four, five spaces covers this space.
    sizes = tuple((0, *variables.new(len(LEVELS) - 1)) for _ in spaces)

    clauses: list[tuple[int, ...]] = []
    for space in spaces:
        for values in (terrain[space], crops[space]):
            clauses.append(values)
            clauses += [(-one, -other) for one in values for other in values if one < other]
        larger = sizes[space]
        clauses += [(-larger[n], larger[n - 1]) for n in (2, 3, 4)]
        # A level k needs a region of at least k spaces.
        clauses += [(-crops[space][n], larger[n]) for n in (1, 2, 3, 4)]
        # Equal levels never touch.
        clauses += [
            (-a, -b, *separation)
            for other in each(grid.touching(1 << space))
            if space < other
            for a, b in zip(crops[space], crops[other], strict=True)
        ]
    coverings = tuple(_covering(grid, shape, variables, terrain, sizes, crops) for shape in placed)
    return Formula(terrain, crops, coverings, tuple(clauses), diversity, variables.top)


def prepare() -> None:
    """Build the clauses of every board: whoever asks first about one then need not wait for it."""
    for board in BoardName:
        formula_of(board)
        formula_of(board, guarded=True)


def _covering(  # noqa: PLR0917 - what a shape speaks of
    grid: Grid,
    shape: Spaces,
    variables: _Variables,
    terrain: Sequence[Sequence[int]],
    sizes: Sequence[Sequence[int]],
    crops: Sequence[Sequence[int]],
) -> Covering:
    """What follows if a region covers a shape."""
    size, border = shape.bit_count(), grid.touching(shape) & ~shape
    (covered,) = variables.new(1)
    # A region of n spaces holds every level up to n; it has no room for another one twice.
    clauses: list[tuple[int, ...]] = [
        (-covered, *[crops[space][level] for space in each(shape)]) for level in range(size)
    ]
    for space in each(shape):
        if size > 1:
            clauses.append((-covered, sizes[space][size - 1]))
        if size < len(LEVELS):
            clauses.append((-covered, -sizes[space][size]))
    regions = []
    for there, own in zip(variables.new(len(Terrain)), Terrain, strict=True):
        # Two regions of one terrain never touch.
        of_terrain = [
            (-there, covered),
            *[(-there, terrain[space][own]) for space in each(shape)],
            *[(-there, -terrain[space][own]) for space in each(border)],
        ]
        regions.append(Region(there, tuple(of_terrain)))
    return Covering(covered, shape, border, tuple(clauses), tuple(regions))


def _terrains(land: Land, tiles: ByTerrain, covering: Covering) -> Sequence[Terrain]:
    """The terrains that a region of this shape can have, as far as what lies tells."""
    shape, border, size = covering.shape, covering.border, covering.shape.bit_count()
    for level, spaces in enumerate(land.crops, 1):
        here = spaces & shape
        if here and (level > size or here & here - 1):
            return ()
    laid = land.laid & shape
    return [
        terrain
        for terrain in Terrain
        if size <= tiles[terrain]
        and not laid & ~land.terrain[terrain]
        and not border & land.terrain[terrain]
    ]


class Engine:
    """A solver that keeps to a clock: it is loaded bit by bit, and stops when the time is up.

    Args:
        solver: a solver without clauses; it is the engine's to free.
        clauses: what it is asked about; more may be added to the solver at any time.
        clock: when to stop.
    """

    def __init__(
        self, solver: Minicard | Glucose4, clauses: Iterable[Sequence[int]], clock: Clock
    ) -> None:
        self._solver, self._clauses, self._clock = solver, iter(clauses), clock
        self._alarm = clock.alarm(solver.interrupt)

    def solve(self, assumed: Sequence[int], *, briefly: bool = False) -> Sequence[int] | None:
        """A model of the clauses under these assumptions; None if there is none.

        Raises:
            TimeIsUp: The time is up, or it takes longer than a moment and only that was asked for.
        """
        solver, clock = self._solver, self._clock
        for number, clause in enumerate(self._clauses, 1):
            solver.add_clause(clause)
            if not number % _LOADED:
                clock.look()
        clock.check()
        while True:
            before = solver.accum_stats()["conflicts"]
            solver.conf_budget(_SLICE)
            # An interruption may come from another thread, so this one lets others work meanwhile.
            found = solver.solve_limited(assumptions=assumed, expect_interrupt=True)
            clock.spend(solver.accum_stats()["conflicts"] - before)
            if found is not None:
                model: Sequence[int] | None = solver.get_model()
                return model
            if briefly:
                raise TimeIsUp
            clock.look()

    def close(self) -> None:
        """Free the solver, once nothing can interrupt it any more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm.join()
        self._solver.delete()


class Worlds:
    """The worlds that fit what lies, as one solver knows them. Use it as a context.

    Args:
        land: what lies.
        tiles: how many tiles of each terrain the disc has; None for as many as the box holds.
        clock: when to stop; any question may raise TimeIsUp.
        box: whether worlds that need more crops than the box holds are excluded.
    """

    def __init__(
        self, land: Land, tiles: ByTerrain | None, clock: Clock, *, box: bool = True
    ) -> None:
        self.land, self.tiles, self.box, self.clock = land, tiles, box, clock
        self._formula = formula = formula_of(land.board)
        most = TILES_IN_BOX if tiles is None else tiles
        coverings = [
            (covering, terrains)
            for covering in formula.coverings
            if (terrains := _terrains(land, most, covering))
        ]
        self._covered = {covering.shape: covering.covered for covering, _ in coverings}
        # It heeds its budget at every decision; Glucose and its kin only when they start anew.
        self._solver = Minicard()
        self._engine = Engine(self._solver, formula.all_clauses(coverings), clock)
        for terrain, spaces in zip(Terrain, land.terrain, strict=True):
            column = [values[terrain] for values in formula.terrain]
            self._solver.add_atmost(column, most[terrain])
            if tiles is not None:
                self._solver.add_atmost([-there for there in column], len(column) - tiles[terrain])
            for space in each(spaces):
                self._solver.add_clause([column[space]])
        # Every 2x2 block holds a level once at most, so that 25 spaces need no tenth crop of it.
        limited = box and land.board is BoardName.LONG
        for level, spaces in zip(LEVELS, land.crops, strict=True):
            column = [values[level - 1] for values in formula.crops]
            if limited:
                self._solver.add_atmost(column, CROPS_IN_BOX[level - 1])
            for space in each(spaces):
                self._solver.add_clause([column[space]])
        # Trying first what a space has, then what it has not, leads to a world sooner.
        self._solver.set_phases(
            [value for values in (*formula.terrain, *formula.crops) for value in values]
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free the solver."""
        self._engine.close()

    def any_of(self, values: Iterable[Value] = (), *, briefly: bool = False) -> Land | None:
        """A world that shows all of these values; None if there is none.

        Raises:
            TimeIsUp: The time is up, or it takes longer than a moment and only that was asked for.
        """
        model = self._model(values, briefly=briefly)
        if model is None:
            return None
        formula = self._formula
        mud, sand, grass, rock = [_column(formula.terrain, t, model) for t in Terrain]
        one, two, three, four, five = [_column(formula.crops, k - 1, model) for k in LEVELS]
        return Land(self.land.board, (mud, sand, grass, rock), (one, two, three, four, five))

    def any_tiling(
        self, values: Iterable[Value] = (), *, briefly: bool = False
    ) -> Sequence[Spaces] | None:
        """The regions of a world that shows all of these values; None if there is none.

        Raises:
            TimeIsUp: The time is up, or it takes longer than a moment and only that was asked for.
        """
        model = self._model(values, briefly=briefly)
        if model is None:
            return None
        return [shape for shape, covered in self._covered.items() if model[covered - 1] > 0]

    def exclude(self, tiling: Sequence[Spaces]) -> None:
        """Look no more for worlds with these regions."""
        self._solver.add_clause([-self._covered[shape] for shape in tiling])

    def fix(self, value: Value) -> None:
        """Look for no worlds but those that show a value."""
        self._solver.add_clause([literal(self._formula, value)])

    def forbid(self, world: Land) -> None:
        """Look for any world but this one."""
        shown = [
            literal(self._formula, value)
            for space in each(world.grid.everywhere)
            for value in values_at(world, space)
        ]
        self._solver.add_clause([-literal for literal in shown])

    def require_more(self, level: Level, count: int) -> None:
        """Look for no worlds but those with more crops of a level than so many."""
        column = [values[level - 1] for values in self._formula.crops]
        self._solver.add_atmost([-there for there in column], len(column) - count - 1)

    def rule_out(self, value: Value) -> None:
        """Remember that no world shows a value: it need not be found out again."""
        self._solver.add_clause([-literal(self._formula, value)])

    def _model(self, values: Iterable[Value], *, briefly: bool) -> Sequence[int] | None:
        assumed = [literal(self._formula, value) for value in values]
        return self._engine.solve(assumed, briefly=briefly)


def literal(formula: Formula, value: Value) -> int:
    """The variable of a formula that says that a space has a value."""
    space, terrain, level = value
    return formula.terrain[space][terrain] if level is None else formula.crops[space][level - 1]


def _column(variables: Sequence[Sequence[int]], value: int, model: Sequence[int]) -> Spaces:
    return sum(1 << space for space, row in enumerate(variables) if model[row[value] - 1] > 0)
