"""Worlds that fit a board: found, counted and excluded by an incremental SAT solver.

A world is a full map of terrain and crops that shows every tile on the board, uses every tile of
the disc, obeys Pachamama's two laws (p. 6) and, by the ruling `crop_limit`, needs no more crops
than the box holds. The formula has variables for space and terrain, space and level, and place and
terrain of regions; it is built once for each board. A solver serves one request, so that its
answers depend on the request alone.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations
from types import TracebackType
from typing import NamedTuple, Self

from pysat.solvers import Minicard

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
)
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.snapshot import ByTerrain

_SLICE = 100
"""Conflicts between two checks of the clock, and the limit of a brief search."""


class Value(NamedTuple):
    """A value that a space may have: a level if that is not None, else a terrain."""

    space: Space
    terrain: Terrain = Terrain.MUD
    level: Level | None = None


def values_at(land: Land, space: Space) -> list[Value]:
    """The values of the tiles on a space."""
    terrain, level = land.terrain_at(space), land.level_at(space)
    values = [] if terrain is None else [Value(space, terrain)]
    return values if level is None else [*values, Value(space, level=level)]


class Place(NamedTuple):
    """A shape on the board that a region can have.

    Attributes:
        shape: The spaces, as a set.
        border: The spaces that touch it.
        spaces: The spaces in order.
        levels: For each level up to its size, the literals of which a region needs one.
        follows: For each terrain, the literals that a region needs.
    """

    shape: Spaces
    border: Spaces
    spaces: tuple[Space, ...]
    levels: tuple[tuple[int, ...], ...]
    follows: tuple[tuple[int, ...], ...]


class Formula(NamedTuple):
    """The laws on a board.

    Attributes:
        terrain: The variables by space and terrain.
        crops: The variables by space and level, from 1.
        places: Where regions can be.
        clauses: The clauses about spaces alone.
        top: The last variable in `clauses`.
    """

    terrain: tuple[tuple[int, ...], ...]
    crops: tuple[tuple[int, ...], ...]
    places: tuple[Place, ...]
    clauses: tuple[tuple[int, ...], ...]
    top: int

    def all_clauses(
        self, regions: Iterable[tuple[Place, Terrain]]
    ) -> Iterator[Iterable[Sequence[int]]]:
        """All clauses, some at a time, if there can be no regions but these.

        Each region has a variable that is true if it is there, in their order, from top + 1 up.
        """
        yield self.clauses
        # A space that has a terrain is in a region of it.
        within = [[[-own] for own in terrains] for terrains in self.terrain]
        for lies, (place, terrain) in enumerate(regions, self.top + 1):
            lacks = -lies
            yield [(lacks, *level) for level in place.levels]
            yield [(lacks, one) for one in place.follows[terrain]]
            for space in place.spaces:
                within[space][terrain].append(lies)
        yield chain.from_iterable(within)


class Variables:
    """Numbers for the variables of a formula, from 1 up."""

    def __init__(self) -> None:
        self.top = 0

    def new(self, count: int) -> tuple[int, ...]:
        """So many new variables."""
        first = self.top + 1
        self.top += count
        return tuple(range(first, self.top + 1))


def value_clauses(
    grid: Grid,
    terrain: Sequence[Sequence[int]],
    crops: Sequence[Sequence[int]],
    guard: tuple[int, ...] = (),
) -> Iterator[tuple[int, ...]]:
    """Each space has one terrain and one level, and equal levels never touch unless `guard` is."""
    for space in grid.spaces.values():
        for values in (terrain[space], crops[space]):
            yield tuple(values)
            yield from combinations([-value for value in values], 2)
        for other in each(grid.touching(1 << space)):
            if space < other:
                for a, b in zip(crops[space], crops[other], strict=True):
                    yield -a, -b, *guard


@cache
def formula_of(board: BoardName) -> Formula:
    """The clauses of Pachamama's laws on a board."""
    grid, variables = GRIDS[board], Variables()
    spaces = grid.spaces.values()
    terrain = tuple(variables.new(len(Terrain)) for _ in spaces)
    crops = tuple(variables.new(len(LEVELS)) for _ in spaces)
    clauses = tuple(value_clauses(grid, terrain, crops))
    places = tuple(_place(grid, shape, terrain, crops) for shape in regions(board))
    return Formula(terrain, crops, places, clauses, variables.top)


def _place(
    grid: Grid, shape: Spaces, terrain: Sequence[Sequence[int]], crops: Sequence[Sequence[int]]
) -> Place:
    """A place, with what follows if a region is there."""
    spaces, border = tuple(each(shape)), grid.touching(shape) & ~shape
    size = len(spaces)
    # A region of n spaces holds every level up to n, and no other.
    levels = tuple(tuple(crops[space][level] for space in spaces) for level in range(size))
    too_high = [-level for space in spaces for level in crops[space][size:]]
    # It is of one terrain, which no space that touches it has.
    follows = tuple(
        (
            *[terrain[space][own] for space in spaces],
            *[-terrain[space][own] for space in each(border)],
            *too_high,
        )
        for own in Terrain
    )
    return Place(shape, border, spaces, levels, follows)


def _fitting(formula: Formula, land: Land, tiles: ByTerrain) -> Iterator[tuple[Place, Terrain]]:
    """The regions that the tiles on a board allow."""
    crops = [(level, spaces) for level, spaces in enumerate(land.crops, 1) if spaces]
    laid = [(terrain, land.terrain[terrain], tiles[terrain]) for terrain in Terrain]
    for place in formula.places:
        shape, border, size = place.shape, place.border, len(place.spaces)
        if any(
            (here := spaces & shape) and (level > size or here & here - 1)
            for level, spaces in crops
        ):
            continue
        lying = land.laid & shape
        for terrain, own, most in laid:
            if size <= most and not lying & ~own and not border & own:
                yield place, terrain


class Engine:
    """A solver with a budget: it is loaded bit by bit, and stops when the budget is used up.

    Minicard checks its budget at every decision.

    Args:
        solver: A solver without clauses, which the engine frees.
        clauses: The clauses, some at a time, so that the clock is checked between them. More may be
            added to the solver at any time.
        clock: The budget.
    """

    def __init__(
        self, solver: Minicard, clauses: Iterable[Iterable[Sequence[int]]], clock: Clock
    ) -> None:
        self._solver, self._clauses, self.clock = solver, iter(clauses), clock
        self._alarm = clock.alarm(solver.interrupt)

    def solve(self, assumed: Sequence[int], *, most: int | None = None) -> Sequence[int] | None:
        """A model of the clauses under these assumptions; None if there is none.

        Args:
            assumed: The literals assumed.
            most: The conflicts after which the search stops; None for no limit.

        Raises:
            TimeIsUp: The budget is used up, or a limited search was not enough.
        """
        solver, clock = self._solver, self.clock
        for some in self._clauses:
            for clause in some:
                solver.add_clause(clause)
            clock.look()
        clock.check()
        while True:
            before = solver.accum_stats()["conflicts"]
            solver.conf_budget(_SLICE if most is None else most)
            # Other threads run meanwhile, and one of them may interrupt the solver.
            found = solver.solve_limited(assumptions=assumed, expect_interrupt=True)
            clock.spend(solver.accum_stats()["conflicts"] - before)
            if found is not None:
                model: Sequence[int] | None = solver.get_model()
                return model
            if most is not None:
                raise TimeIsUp
            clock.look()

    def close(self) -> None:
        """Free the solver, once nothing can interrupt it any more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm.join()
        self._solver.delete()


class Worlds:
    """The worlds that fit a board, as one solver knows them. Use it as a context.

    Args:
        land: The tiles on the board.
        tiles: The disc's number of tiles of each terrain; None for at most those of the box.
        clock: The budget; every search may raise TimeIsUp.
        box: Whether worlds that need more crops than the box holds are excluded.
        notes: Values that their spaces are taken not to have.
    """

    def __init__(
        self,
        land: Land,
        tiles: ByTerrain | None,
        clock: Clock,
        *,
        box: bool = True,
        notes: Collection[Value] = (),
    ) -> None:
        self.land, self.tiles, self.box, self.clock = land, tiles, box, clock
        self.notes = notes
        self._formula = formula = formula_of(land.board)
        most = TILES_IN_BOX if tiles is None else tiles
        self._regions = [*_fitting(formula, land, most)]
        self._top = formula.top + len(self._regions)
        self._lying: dict[Spaces, list[int]] = {}
        for lies, (place, _) in enumerate(self._regions, formula.top + 1):
            self._lying.setdefault(place.shape, []).append(lies)
        self._solver = Minicard()
        self._engine = Engine(self._solver, formula.all_clauses(self._regions), clock)
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
        for note in notes:
            self.rule_out(note)
        # Deciding true first, that a space has a value, leads to a world sooner.
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
            TimeIsUp: The budget is used up, or a brief search was not enough.
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
            TimeIsUp: The budget is used up, or a brief search was not enough.
        """
        model = self._model(values, briefly=briefly)
        if model is None:
            return None
        there = model[self._formula.top :]
        return [
            place.shape for (place, _), lies in zip(self._regions, there, strict=False) if lies > 0
        ]

    def exclude(self, tiling: Sequence[Spaces]) -> None:
        """Exclude all worlds with these regions."""
        self._solver.add_clause([-self._covering(shape) for shape in tiling])

    def _covering(self, shape: Spaces) -> int:
        """A variable that is true where a region has this shape, whatever its terrain."""
        lying = self._lying[shape]
        if len(lying) > 1:
            self._top += 1
            for lies in lying:
                self._solver.add_clause([-lies, self._top])
            lying = self._lying[shape] = [self._top]
        return lying[0]

    def fix(self, value: Value) -> None:
        """Exclude all worlds that do not show a value."""
        self._solver.add_clause([literal(self._formula, value)])

    def forbid(self, world: Land) -> None:
        """Exclude one world."""
        shown = [
            literal(self._formula, value)
            for space in each(world.grid.everywhere)
            for value in values_at(world, space)
        ]
        self._solver.add_clause([-literal for literal in shown])

    def require_more(self, level: Level, count: int) -> None:
        """Exclude all worlds that do not have more than `count` crops of a level."""
        column = [values[level - 1] for values in self._formula.crops]
        self._solver.add_atmost([-there for there in column], len(column) - count - 1)

    def rule_out(self, value: Value) -> None:
        """Add that no world shows a value, so that it is not searched for again."""
        self._solver.add_clause([-literal(self._formula, value)])

    def _model(self, values: Iterable[Value], *, briefly: bool) -> Sequence[int] | None:
        assumed = [literal(self._formula, value) for value in values]
        return self._engine.solve(assumed, most=_SLICE if briefly else None)


def literal(formula: Formula, value: Value) -> int:
    """The variable that is true if a space has a value."""
    space, terrain, level = value
    return formula.terrain[space][terrain] if level is None else formula.crops[space][level - 1]


def _column(variables: Sequence[Sequence[int]], value: int, model: Sequence[int]) -> Spaces:
    return Spaces(
        sum(1 << space for space, row in enumerate(variables) if model[row[value] - 1] > 0)
    )
