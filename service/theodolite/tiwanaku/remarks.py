"""What about a table should not be and yet can: a box that was not marked, a token too many."""

from collections.abc import Iterator
from typing import NamedTuple

from theodolite.grid import Spaces, each
from theodolite.tiwanaku.board import LEVELS, Terrain
from theodolite.tiwanaku.movement import bits
from theodolite.tiwanaku.snapshot import ByTerrain, Mode, Snapshot
from theodolite.verdict import Values

__all__ = ["Remark", "remarks"]


class Remark(NamedTuple):
    """Something odd that is not impossible: the rule concerned, and why."""

    rule: str
    says: str
    values: Values
    spaces: Spaces = 0


def remarks(snapshot: Snapshot) -> Iterator[Remark]:
    """Tokens without a crop, steps that were not made, Otoma's pawns beside a crop."""
    yield from _tokens(snapshot)
    if snapshot.mode == Mode.COMPETITIVE:
        yield from _steps(snapshot)
    pawns = bits([pawn.space for pawn in snapshot.otoma.pawns]) if snapshot.otoma else 0
    if bare := pawns & ~snapshot.land.planted:
        values = {"spaces": [snapshot.land.grid.names[space] for space in each(bare)]}
        yield Remark("tiwanaku.otoma.first_empty", "remark", values, bare)


def _tokens(snapshot: Snapshot) -> Iterator[Remark]:
    """A token comes with a crop that is predicted or revealed; start crops bring none (p. 5)."""
    start = bits(snapshot.start or ())
    sides = [player.offerings for player in snapshot.players]
    sides += [side.offerings for side in (snapshot.otoma, snapshot.group) if side is not None]
    for level in LEVELS:
        held = sum(level in offerings for offerings in sides)
        grown = snapshot.land.crops[level - 1] & ~start
        if held > grown.bit_count():
            values = {"level": level, "count": held, "grown": grown.bit_count()}
            yield Remark("tiwanaku.score.prediction_right", "remark", values)


def _steps(snapshot: Snapshot) -> Iterator[Remark]:
    """Each discovery is a step, unless the pawn stands on the last level (p. 5)."""
    if snapshot.start is None or snapshot.diversity_top is None:
        return
    found = snapshot.land.laid & ~bits(snapshot.start)
    columns: list[ByTerrain] = [player.diversity for player in snapshot.players]
    for terrain in Terrain:
        steps = [column[terrain] for column in columns]
        count = (snapshot.land.terrain[terrain] & found).bit_count()
        if sum(steps) < count and snapshot.diversity_top not in steps:
            values = {"terrain": terrain, "count": count, "steps": sum(steps)}
            yield Remark("tiwanaku.score.discovery", "remark", values)
