"""Minimal proofs by the solver that a value is certain, or that no world fits.

Each law and each tile on the board has a variable that puts it in force. Those that the solver
needs for a proof are then left out one by one for a trial.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from types import TracebackType
from typing import Literal, NamedTuple, Self

from pysat.card import CardEnc, EncType
from pysat.solvers import Glucose4

from theodolite.grid import Space, Spaces, each, set_of
from theodolite.tiwanaku.board import CROPS_IN_BOX, Land, Terrain, regions
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import (
    DIVERSITY,
    SEPARATION,
    Engine,
    Value,
    formula_of,
    literal,
    values_at,
)

Law = Literal["separation", "diversity", "tile_count", "crop_limit"]
LAWS: tuple[Law, ...] = ("separation", "diversity", "tile_count", "crop_limit")


class Proof(NamedTuple):
    """Spaces of tiles, and laws, that exclude something together: each of them is needed."""

    tiles: Spaces
    laws: tuple[Law, ...]


class Prover:
    """Finds proofs about the worlds that fit a board. Use it as a context.

    Args:
        land: The tiles on the board; the terrain and the crop of a space count as one.
        tiles: The disc's number of tiles of each terrain.
        clock: The budget; `why` raises TimeIsUp when it is used up.
        box: Whether the crops in the box are a law.
    """

    def __init__(self, land: Land, tiles: ByTerrain, clock: Clock, *, box: bool = True) -> None:
        self._land = land
        self._formula = formula = formula_of(land.board, guarded=True)
        self._regions = [(place, terrain) for place in formula.places for terrain in Terrain]
        top = formula.top + len(self._regions) + 2
        self._laws = dict(zip(LAWS, (SEPARATION, DIVERSITY, top - 1, top), strict=True))
        self._lies = {space: top + i for i, space in enumerate(each(land.laid), 1)}
        self._top = top + len(self._lies)
        limits = [self._limits("tile_count", formula.terrain, tiles)]
        if box:
            limits.append(self._limits("crop_limit", formula.crops, CROPS_IN_BOX))
        lying = (
            (-lies, literal(formula, value))
            for space, lies in self._lies.items()
            for value in values_at(land, space)
        )
        clauses = chain(
            formula.all_clauses(self._regions), [self._impossible_shapes(), *limits, lying]
        )
        self._solver = Glucose4()
        self._engine = Engine(self._solver, clauses, clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._engine.close()

    def why(self, certain: Value | None = None) -> Proof | None:
        """Why every world shows a value, or for None why there is no world.

        Returns:
            A minimal proof; None if it is not so.
        """
        assumed = [] if certain is None else [-literal(self._formula, certain)]
        laws = self._laws
        # Members are left out in this order: counting first, then tiles, the two laws last.
        members = [laws["crop_limit"], laws["tile_count"]]
        members += [self._lies[space] for space in self._farthest_first(certain)]
        members += [laws["separation"], laws["diversity"]]
        needed = self._needed(assumed, members)
        if needed is None:
            return None
        return Proof(
            set_of(space for space, lying in self._lies.items() if lying in needed),
            tuple(law for law in LAWS if laws[law] in needed),
        )

    def _impossible_shapes(self) -> Iterator[Sequence[int]]:
        """With both laws no region is a U or a V: clauses that spare the solver finding it."""
        possible = frozenset(regions(self._land.board))
        for lies, (place, _) in enumerate(self._regions, self._formula.top + 1):
            if place.shape not in possible:
                yield -lies, -SEPARATION, -DIVERSITY

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

    def _needed(self, assumed: Sequence[int], members: Sequence[int]) -> frozenset[int] | None:
        """A minimal set of members without a model; None if all together have one."""
        if self._engine.solve([*assumed, *members]) is not None:
            return None
        needed = self._core(members)
        for member in members:
            if member in needed:
                others = [other for other in members if other in needed and other != member]
                if self._engine.solve([*assumed, *others]) is None:
                    needed = self._core(others)
        return needed

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
