"""Small proofs by the solver that a value is certain, or that no world fits.

Each law and each tile on the board has a variable that puts it in force. Those that the solver
needs for a proof are then left out one by one for a trial.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import cache
from types import TracebackType
from typing import Literal, NamedTuple, Self

from pysat.card import CardEnc, EncType
from pysat.solvers import Minicard

from theodolite.grid import Space, Spaces, each, set_of
from theodolite.tiwanaku.board import (
    CROPS_IN_BOX,
    GRIDS,
    LEVELS,
    BoardName,
    Land,
    Terrain,
    regions,
    shapes,
)
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import (
    Engine,
    Value,
    Variables,
    formula_of,
    value_clauses,
    values_at,
)

Law = Literal["separation", "diversity", "tile_count", "crop_limit"]
LAWS: tuple[Law, ...] = ("separation", "diversity", "tile_count", "crop_limit")


class Proof(NamedTuple):
    """Spaces of tiles or notes, and laws, that exclude something together."""

    tiles: Spaces
    laws: tuple[Law, ...]


class _Guarded(NamedTuple):
    """The two laws on a board, each behind a variable that puts it in force.

    Attributes:
        terrain: The variables by space and terrain.
        crops: The variables by space and level, from 1.
        clauses: The clauses.
        top: The last variable.
    """

    terrain: Sequence[Sequence[int]]
    crops: Sequence[Sequence[int]]
    clauses: Sequence[Sequence[int]]
    top: int


_SEPARATION, _DIVERSITY = 1, 2


@cache
def _guarded(board: BoardName) -> _Guarded:
    """The laws, with a variable for each shape of a region and for touching spaces of one terrain.

    Shapes know nothing of terrains, so that there are a quarter of those that `Worlds` has.
    """
    grid, variables = GRIDS[board], Variables()
    spaces = grid.spaces.values()
    variables.new(2)
    terrain = [variables.new(len(Terrain)) for _ in spaces]
    crops = [variables.new(len(LEVELS)) for _ in spaces]
    clauses = [*value_clauses(grid, terrain, crops, (-_SEPARATION,))]
    alike: dict[Spaces, int] = {}
    for space in spaces:
        for other in each(grid.touching(1 << space) >> space << space):
            (both,) = variables.new(1)
            alike[1 << space | 1 << other] = both
            for a, b in zip(terrain[space], terrain[other], strict=True):
                clauses += [(-both, -a, b), (-both, a, -b), (both, -a, -b)]
    # A space is in a region.
    within: list[list[int]] = [[-_DIVERSITY] for _ in spaces]
    possible = frozenset(regions(board))
    for shape in shapes(board):
        (there,) = variables.new(1)
        if shape not in possible:
            # With both laws no region is a U or a V: that spares the solver finding it.
            clauses.append((-there, -_SEPARATION, -_DIVERSITY))
        for space in each(shape):
            within[space].append(there)
            for other in each(grid.touching(1 << space)):
                if not shape >> other & 1 or space < other:
                    both = alike[1 << space | 1 << other]
                    clauses.append((-there, both if shape >> other & 1 else -both))
        size = shape.bit_count()
        clauses += [(-there, *[crops[u][level] for u in each(shape)]) for level in range(size)]
        clauses += [(-there, -level) for u in each(shape) for level in crops[u][size:]]
    return _Guarded(terrain, crops, [*clauses, *within], variables.top)


def prepare() -> None:
    """Build the formulas of every board, so that the first request need not wait for them."""
    for board in BoardName:
        formula_of(board)
        _guarded(board)


class Prover:
    """Finds proofs about the worlds that fit a board. Use it as a context.

    Args:
        land: The tiles on the board; those of a space, and the notes of it, count as one.
        tiles: The disc's number of tiles of each terrain.
        clock: The budget; `why` raises TimeIsUp when it is used up.
        box: Whether the crops in the box are a law.
        notes: Values that their spaces are taken not to have.
    """

    def __init__(
        self,
        land: Land,
        tiles: ByTerrain,
        clock: Clock,
        *,
        box: bool = True,
        notes: Collection[Value] = (),
    ) -> None:
        self._land, self._formula = land, _guarded(land.board)
        top = self._formula.top + 2
        self._laws = dict(zip(LAWS, (_SEPARATION, _DIVERSITY, top - 1, top), strict=True))
        known = land.laid | set_of({note.space for note in notes})
        self._lies = {space: top + i for i, space in enumerate(each(known), 1)}
        self._top = top + len(self._lies)
        limits = [self._limits("tile_count", self._formula.terrain, tiles)]
        if box:
            limits.append(self._limits("crop_limit", self._formula.crops, CROPS_IN_BOX))
        lying = (
            (-lies, self._literal(value))
            for space, lies in self._lies.items()
            for value in values_at(land, space)
        )
        noted = ((-self._lies[note.space], -self._literal(note)) for note in notes)
        self._solver = Minicard()
        self._engine = Engine(self._solver, [self._formula.clauses, *limits, lying, noted], clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._engine.close()

    def why(
        self, certain: Value | None = None, *, struck: bool = False, most: int | None = None
    ) -> Proof | None:
        """Why every world shows a value, or for None why there is no world.

        Args:
            certain: The value.
            struck: Whether no world shows it instead.
            most: The conflicts after which a trial to do without a member stops; it is then kept.

        Returns:
            A minimal proof, or with `most` a small one; None if it is not so.
        """
        there = [] if certain is None else [self._literal(certain)]
        assumed = there if struck else [-literal for literal in there]
        laws = self._laws
        # Members are left out in this order: counting first, then tiles, the two laws last.
        members = [laws["crop_limit"], laws["tile_count"]]
        members += [self._lies[space] for space in self._farthest_first(certain)]
        members += [laws["separation"], laws["diversity"]]
        if self._engine.solve([*assumed, *members]) is not None:
            return None
        needed = self._core(members)
        for member in members:
            if member in needed:
                others = [other for other in members if other in needed and other != member]
                with suppress(TimeIsUp):
                    if self._engine.solve([*assumed, *others], most=most) is None:
                        needed = self._core(others)
        self._engine.clock.look()
        return Proof(
            set_of(space for space, lying in self._lies.items() if lying in needed),
            tuple(law for law in LAWS if laws[law] in needed),
        )

    def _literal(self, value: Value) -> int:
        """The variable that is true if a space has a value."""
        space, terrain, level = value
        formula = self._formula
        return formula.terrain[space][terrain] if level is None else formula.crops[space][level - 1]

    def _limits(
        self, law: Law, variables: Sequence[Sequence[int]], bounds: Sequence[int]
    ) -> Iterator[Sequence[int]]:
        """No value more often than its bound while a law is in force."""
        for value, bound in enumerate(bounds):
            column = [row[value] for row in variables]
            limit = CardEnc.atmost(column, bound, top_id=self._top, encoding=EncType.seqcounter)
            self._top = limit.nv
            for clause in limit.clauses:
                yield -self._laws[law], *clause

    def _core(self, members: Sequence[int]) -> frozenset[int]:
        return frozenset(self._solver.get_core() or ()) & frozenset(members)

    def _farthest_first(self, certain: Value | None) -> list[Space]:
        """The spaces with a tile: those far from a value first, without a value the last first."""
        columns = self._land.grid.columns

        def order(space: Space) -> tuple[int, int]:
            if certain is None:
                return 0, -space
            (row, column), (there, across) = divmod(space, columns), divmod(certain.space, columns)
            return -max(abs(row - there), abs(column - across)), -space

        return sorted(self._lies, key=order)
