"""A few of the worlds that fit a board, as different as possible."""

from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress

from theodolite.grid import each
from theodolite.tiwanaku.board import Land
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.deductions import Deductions
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value, Worlds, values_at
from theodolite.tiwanaku.survey import values_left

_TRIALS = 8
"""The worlds from which the next one is chosen."""


def different_worlds(
    land: Land,
    tiles: ByTerrain,
    count: int,
    clock: Clock,
    *,
    box: bool = True,
    notes: Collection[Value] = (),
) -> tuple[Land, ...]:
    """Find worlds that fit a board, each far from those before it.

    Each next one is, of a few worlds that show what those before show least, the one that differs
    in most values from the nearest of them.

    Args:
        land: The tiles on the board.
        tiles: The disc's number of tiles of each terrain, start tiles included.
        count: How many worlds to find; there may be fewer.
        clock: The budget; when it is used up, the worlds found so far are returned.
        box: Whether worlds that need more crops than the box holds are excluded.
        notes: Values that their spaces are taken not to have.

    Example:
        >>> from theodolite.tiwanaku import BoardName
        >>> terrain = ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"]
        >>> crops = ["1....", ".4...", "..5..", "....2", "....5"]
        >>> land = Land.from_rows(BoardName.SHORT, terrain, crops)
        >>> len(different_worlds(land, (7, 9, 4, 5), 3, Clock()))
        2
    """
    chosen: list[Land] = []
    values = [*values_left(land, each(land.grid.everywhere))]
    shown = Counter[Value]()
    with Worlds(land, tiles, clock, box=box, notes=notes) as worlds, suppress(TimeIsUp):
        while len(chosen) < count and (found := worlds.any_of()) is not None:
            trials = [found]
            for value in sorted(values, key=shown.__getitem__) if chosen else ():
                if (found := worlds.any_of([value])) is not None:
                    trials.append(found)
                if len(trials) > _TRIALS:
                    break
            best = max(
                trials, key=lambda one: min((_differ(one, other) for other in chosen), default=0)
            )
            chosen.append(best)
            worlds.forbid(best)
            shown.update(v for space in each(land.grid.everywhere) for v in values_at(best, space))
    return tuple(chosen)


def beside(found: Deductions, worlds: Sequence[Land]) -> Deductions:
    """Deductions that know of worlds which were found apart, before time was up."""
    if not worlds:
        return found
    shown = {
        value
        for world in worlds
        for space in each(world.grid.everywhere)
        for value in values_at(world, space)
    }
    why_not = found.why_not
    if why_not is not None and why_not.value in shown:
        why_not = why_not._replace(possible=True)
    return found._replace(
        consistent=True,
        undecided=tuple(value for value in found.undecided if value not in shown),
        worlds=max(found.worlds, len(worlds)),
        why_not=why_not,
    )


def _differ(one: Land, other: Land) -> int:
    """In how many values two worlds differ."""
    pairs = zip((*one.terrain, *one.crops), (*other.terrain, *other.crops), strict=True)
    return sum((here & ~there).bit_count() for here, there in pairs)
