"""Hints: the next easiest thing that can be known, by the laws alone and never by the solver.

The solver only tells why there is no hint: whether no world fits, or something is certain that the
laws of the tiers wanted do not prove.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces, each
from theodolite.tiwanaku.board import Land
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.deductions import LAST_TIER, Certain, Explanation, deduce, fact_of
from theodolite.tiwanaku.laws import TIERS
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value, Worlds
from theodolite.tiwanaku.steps import Step
from theodolite.tiwanaku.survey import values_left

MAX_TIER = 3
"""The hardest tier by default."""
HARDEST_TIER = LAST_TIER - 1
"""The hardest tier of a hint: supposing a value. Above it only the solver proves anything."""

NoHint = Literal[
    "ask_the_wheel", "beyond_tier", "all_seen", "solved", "inconsistent", "out_of_time"
]


class Wanted(NamedTuple):
    """The values for which a hint is wanted.

    Attributes:
        seen: The spaces already hinted at.
        plantable: The spaces whose crops are wanted.
    """

    seen: Spaces
    plantable: Spaces

    def has(self, value: Value) -> bool:
        """Whether the value is a terrain, or a crop on a plantable space."""
        return value.level is None or bool(self.plantable >> value.space & 1)

    def has_new(self, value: Value) -> bool:
        """Whether it is, on a space not yet hinted at."""
        return self.has(value) and not self.seen >> value.space & 1


class Hint(NamedTuple):
    """The next easiest thing that can be known.

    Attributes:
        value: What it is.
        tier: The hardest tier of its proof.
        steps: The steps of its proof.
        more: Whether another space can be known within the tiers wanted.
        also: Further spaces that get the same terrain, since no tile of another one is left.
    """

    value: Value
    tier: int
    steps: tuple[Step, ...]
    more: bool
    also: Spaces = NOWHERE

    @property
    def deciding(self) -> Step:
        """The last of the hardest steps, whose law is the technique."""
        return max(reversed(self.steps), key=lambda step: TIERS[step.law])


def find_hint(
    land: Land,
    tiles: ByTerrain,
    *,
    box: bool = True,
    max_tier: int = MAX_TIER,
    seen: Spaces = NOWHERE,
    layable: bool = False,
    clock: Clock | None = None,
) -> Hint | NoHint:
    """Find the next easiest thing that can be known: by the lowest tier, then in the fewest steps.

    Ties go by the space in reading order, the terrain before the crop.

    Args:
        land: The tiles on the board.
        tiles: The disc's number of tiles of each terrain.
        box: Whether worlds that need more crops than the box holds are excluded.
        max_tier: The hardest tier of laws, 1 to 4.
        seen: Spaces for which no hint is wanted.
        layable: Whether crops on spaces without a terrain tile are left out, since they cannot be
            laid yet.
        clock: The time limit; None for no limit.

    Returns:
        The hint, or why there is none: `inconsistent`, no world fits; `solved`, all tiles are on
        the board; `beyond_tier`, something else is certain, but by a harder tier; `all_seen`,
        nothing is certain but on spaces in `seen`; `ask_the_wheel`, nothing is; `out_of_time`.

    Example:
        >>> from theodolite.tiwanaku import BoardName
        >>> terrain = ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"]
        >>> crops = ["1....", ".4...", "..5..", "....2", "....5"]
        >>> land = Land.from_rows(BoardName.SHORT, terrain, crops)
        >>> hint = find_hint(land, (7, 9, 4, 5))
        >>> land.grid.names[hint.value.space], hint.value.level, hint.deciding.law
        ('B1', 2, 'one_each')
    """
    clock = clock or Clock()
    wanted = Wanted(seen, land.laid if layable else land.grid.everywhere)
    try:
        with Worlds(land, tiles, clock, box=box) as worlds:
            if worlds.any_tiling() is None:
                return "inconsistent"
        if not land.grid.everywhere & ~(land.laid & land.planted):
            return "solved"
        return _hint(land, tiles, clock, box=box, max_tier=max_tier, wanted=wanted) or _why(
            land, tiles, clock, box=box, wanted=wanted
        )
    except TimeIsUp:
        return "out_of_time"


def _hint(
    land: Land, tiles: ByTerrain, clock: Clock, *, box: bool, max_tier: int, wanted: Wanted
) -> Hint | None:
    explanation = Explanation(land, tiles, clock, box=box)
    found: Hint | None = None
    for tier, values in _by_tier(explanation, land, tiles, clock, box=box, max_tier=max_tier):
        left = [value for value in values if wanted.has_new(value)]
        if found is not None:
            others = {value.space for value in left} - {found.value.space}
            if others:
                return found._replace(more=True)
        elif left:
            found = _easiest(explanation, left, tier)
            if found:
                found = found._replace(also=_also(land, tiles, found.value))
            if found and len({value.space for value in left}) > 1:
                return found._replace(more=True)
    return found


def _by_tier(
    explanation: Explanation,
    land: Land,
    tiles: ByTerrain,
    clock: Clock,
    *,
    box: bool,
    max_tier: int,
) -> Iterator[tuple[int, list[Value]]]:
    """For each tier, the values that can be proved with the laws up to it."""
    for tier in range(1, min(max_tier, HARDEST_TIER - 1) + 1):
        explanation.explain((), tuple, tier)
        yield tier, explanation.proved()
    if max_tier == HARDEST_TIER:
        deduced = deduce(land, tiles, box=box, explain=False, count_to=1, clock=clock)
        excluded = [
            value
            for value in values_left(land, each(land.grid.everywhere))
            if not deduced.spaces[value.space].has(value)
        ]
        certain = [value for value, _ in deduced.certain]
        explanation.explain([*map(fact_of, certain)], lambda: excluded, HARDEST_TIER)
        yield HARDEST_TIER, explanation.proved()


def _easiest(explanation: Explanation, values: Sequence[Value], tier: int) -> Hint | None:
    """The value with the fewest steps; None if no chain of steps can be written."""
    certain, steps, _ = explanation.steps_for(values)
    lengths = {step.id: 1 + len(step.steps) for step in steps}

    def order(one: Certain) -> tuple[int, Space, bool]:
        length = sum(lengths[step] for step in one.steps or ())
        return length, one.value.space, one.value.level is not None

    proved = [one for one in certain if one.steps]
    if not proved:
        return None
    value = min(proved, key=order).value
    steps = explanation.steps_for([value])[1]
    return Hint(value, tier, steps, more=False) if steps else None


def _also(land: Land, tiles: ByTerrain, value: Value) -> Spaces:
    """The other spaces without a tile, if all tiles left are of one terrain."""
    left = [at for at, count in enumerate(tiles) if land.terrain[at].bit_count() < count]
    if value.level is not None or len(left) > 1:
        return NOWHERE
    return Spaces(land.grid.everywhere & ~land.laid & ~(1 << value.space))


def _why(land: Land, tiles: ByTerrain, clock: Clock, *, box: bool, wanted: Wanted) -> NoHint:
    """Why there is no hint for a board that some world fits."""
    deduced = deduce(land, tiles, box=box, explain=False, count_to=1, clock=clock)
    if deduced.truncated:
        return "out_of_time"
    certain = [value for value, _ in deduced.certain if wanted.has(value)]
    if any(wanted.has_new(value) for value in certain):
        return "beyond_tier"
    return "all_seen" if certain else "ask_the_wheel"
