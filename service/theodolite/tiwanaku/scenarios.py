"""Scenario discs: whether a full map is lawful, what its open side tells, and new ones (p. 3, 6).

A disc is checked by a fixed amount of work and drawn by another, so that answers are the same on
every machine: the solver is asked only what is true or false, never which world it likes best.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Literal, NamedTuple, cast

from theodolite.grid import Space, Spaces, each
from theodolite.tiwanaku.board import (
    CROPS_IN_BOX,
    GRIDS,
    LARGEST_REGION,
    LEVELS,
    TILES_IN_BOX,
    BoardName,
    Land,
    Terrain,
)
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.deductions import LAST_TIER, Difficulty, Explanation
from theodolite.tiwanaku.laws import LAWS, TIERS, Knowledge
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value, Worlds, values_at
from theodolite.verdict import Values

__all__ = [
    "GENERATOR",
    "OTOMA_STARTS",
    "Disc",
    "Drawn",
    "Judged",
    "Unique",
    "Violation",
    "check",
    "draw",
    "violations",
]

GENERATOR = "2"
"""Changes whenever the same seed would give another disc."""

OTOMA_STARTS = 5
"""Start spaces on which Otoma's pawns stand on a long board (p. 8)."""

PLAYERS = (2, 3, 4)
"""How many may play the cooperative game (p. 10)."""

CHECK_WORK, DRAW_WORK = 60_000, 600_000

Unique = Literal["from_start", "from_terrain"]


class Disc(NamedTuple):
    """A scenario disc: its secret map, the start spaces on its back, and those of Otoma's pawns."""

    land: Land
    start: tuple[Space, ...]
    otoma: tuple[Space, ...] | None = None

    @property
    def tiles(self) -> ByTerrain:
        """How many tiles of each terrain it has."""
        mud, sand, grass, rock = [self.land.count(terrain) for terrain in Terrain]
        return mud, sand, grass, rock

    @property
    def from_start(self) -> Land:
        """What lies when the game starts."""
        return within(self.land, self.start, self.start)

    @property
    def from_terrain(self) -> Land:
        """What lies when all terrain is known, and of the crops the start ones."""
        return within(self.land, each(self.land.grid.everywhere), self.start)


class Violation(NamedTuple):
    """A law that a full map breaks, and where: what its sentence is filled with."""

    law: str
    spaces: Spaces
    values: Values


class Judged(NamedTuple):
    """What can be said of a disc. None stands for what the limit left open, or what has no answer.

    `other_world` is a second world that fits what lies at the start. `deal` says for how many
    players of the cooperative game the tiles left after the start can be dealt equally.
    """

    violations: tuple[Violation, ...]
    tiles: ByTerrain
    crop_tiles: tuple[int, ...]
    fits_box: bool
    unique_from_start: bool | None
    unique_from_terrain: bool | None
    other_world: Land | None
    difficulty: Difficulty | None
    deal: Mapping[int, bool] | None

    @property
    def lawful(self) -> bool:
        """Whether the map breaks no law."""
        return not self.violations


class Drawn(NamedTuple):
    """A disc that was drawn; without one, why not."""

    disc: Disc | None
    why: Literal["work", "none"] | None = None


def within(land: Land, laid: Iterable[Space], planted: Iterable[Space]) -> Land:
    """What of a land lies on some spaces: its terrain on these, its crops on those."""
    tiles = sum(1 << space for space in laid)
    crops = sum(1 << space for space in planted)
    mud, sand, grass, rock = [layer & tiles for layer in land.terrain]
    one, two, three, four, five = [layer & crops for layer in land.crops]
    return Land(land.board, (mud, sand, grass, rock), (one, two, three, four, five))


def violations(land: Land) -> Iterator[Violation]:
    """Every place where a full map breaks a law of Pachamama (p. 6)."""
    grid = land.grid
    for terrain in Terrain:
        groups = grid.groups(land.terrain[terrain])
        for i, group in enumerate(groups):
            size = group.bit_count()
            values: dict[str, object] = {"terrain": terrain, "count": size}
            # A region has one to five spaces.
            if size > LARGEST_REGION:
                yield Violation("region_size", group, values)
            # It holds the levels up to its size, each once.
            elif any((group & crop).bit_count() != 1 for crop in land.crops[:size]):
                yield Violation("one_each", group, values)
            # Regions of one terrain never touch, not even diagonally.
            for other in groups[i + 1 :]:
                if other & grid.touching(group):
                    yield Violation("no_touch", _meeting(land, group, other), values)
    for level, spaces in enumerate(land.crops, 1):
        # Equal levels never touch.
        for space in each(spaces):
            for other in each(grid.touching(1 << space) & spaces & ~((2 << space) - 1)):
                yield Violation("separation", 1 << space | 1 << other, {"level": level})


def _meeting(land: Land, one: Spaces, other: Spaces) -> Spaces:
    grid = land.grid
    return grid.touching(one) & other | grid.touching(other) & one


def check(disc: Disc, clock: Clock | None = None) -> Judged:
    """Judge a disc: its map, and what its open side tells.

    Args:
        disc: the disc; its map may be unlawful, that is the question.
        clock: how much work it may take.
    """
    clock = clock or Clock(work=CHECK_WORK)
    land = disc.land
    broken = tuple(violations(land))
    crop_tiles = tuple(layer.bit_count() for layer in land.crops)
    fits_box = all(
        count <= most
        for counts, box in ((disc.tiles, TILES_IN_BOX), (crop_tiles, CROPS_IN_BOX))
        for count, most in zip(counts, box, strict=True)
    )
    from_start: bool | None = None
    from_terrain: bool | None = None
    other: Land | None = None
    difficulty: Difficulty | None = None
    if not broken:
        try:
            other = _other_world(disc, disc.from_start, clock, box=fits_box)
            from_start = other is None
            from_terrain = (
                from_start or _other_world(disc, disc.from_terrain, clock, box=fits_box) is None
            )
            if from_terrain:
                lying = disc.from_start if from_start else disc.from_terrain
                difficulty = _difficulty(disc, lying, clock, box=fits_box)
        except TimeIsUp:
            pass
    deal = None
    if land.board is BoardName.LONG:
        left = len(land.grid.names) - len(disc.start)
        deal = {players: left % players == 0 for players in PLAYERS}
    return Judged(
        broken,
        disc.tiles,
        crop_tiles,
        fits_box,
        from_start,
        from_terrain,
        other,
        difficulty,
        deal,
    )


def _other_world(disc: Disc, lying: Land, clock: Clock, *, box: bool) -> Land | None:
    with Worlds(lying, disc.tiles, clock, box=box) as worlds:
        worlds.forbid(disc.land)
        return worlds.any_of()


def _difficulty(disc: Disc, lying: Land, clock: Clock, *, box: bool) -> Difficulty:
    certain = [value for value in _values(disc.land) if value not in {*_values(lying)}]
    explanation = Explanation(lying, disc.tiles, clock, box=box)
    # What the laws leave is one step each for the solver: finding its tiles would change nothing.
    explanation.explain(certain, lambda: _others(disc.land, lying), LAST_TIER - 1)
    _, steps = explanation.told(certain)
    return explanation.difficulty(certain, steps)


def _values(land: Land) -> list[Value]:
    return [v for space in each(land.grid.everywhere) for v in values_at(land, space)]


def _others(land: Land, lying: Land) -> list[Value]:
    """The values that the spaces of a world do not have and that do not lie otherwise."""
    terrains = [
        Value(space, terrain)
        for space in each(land.grid.everywhere & ~lying.laid)
        for terrain in Terrain
        if terrain != land.terrain_at(space)
    ]
    levels = [
        Value(space, level=level)
        for space in each(land.grid.everywhere & ~lying.planted)
        for level in LEVELS
        if level != land.level_at(space)
    ]
    return terrains + levels


def draw(
    board: BoardName,
    seed: int,
    unique: Unique,
    *,
    start_tiles: int | None = None,
    max_tier: int = LAST_TIER,
    clock: Clock | None = None,
) -> Drawn:
    """Draw a disc: lawful, within the box, with one world as asked.

    Args:
        board: the side of the board.
        seed: the same one gives the same disc.
        unique: whether start tiles and counts leave one world, or all terrain with start crops.
        start_tiles: how many start tiles; None for as few as can be left of one map.
        max_tier: the hardest tier that proving the world may need.
        clock: how much work it may take.
    """
    clock = clock or Clock(work=DRAW_WORK)
    chance = _Chance(seed)
    for _ in range(TRIES):
        try:
            land = _world(board, chance, clock)
            start = _start(land, unique, start_tiles, max_tier, chance, clock)
        except TimeIsUp:
            return Drawn(None, "work")
        if start is not None:
            otoma = chance.some(start, OTOMA_STARTS) if board is BoardName.LONG else None
            return Drawn(Disc(land, start, otoma))
    return Drawn(None, "none")


TRIES = 20
"""How many maps are drawn before it is said that none is as asked."""


class _Chance:
    """Chance that is the same with every version of Python: only `random()` is promised to be."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 - a game, not a secret

    def order(self, things: Sequence[Space]) -> list[Space]:
        """These things in a random order."""
        left = list(things)
        return [left.pop(int(self._random.random() * len(left))) for _ in things]

    def some(self, things: Sequence[Space], count: int) -> tuple[Space, ...]:
        """So many of these things, in their order."""
        chosen = {*self.order(things)[:count]}
        return tuple(thing for thing in things if thing in chosen)


def _world(board: BoardName, chance: _Chance, clock: Clock) -> Land:
    """A lawful map within the box: space by space, the first value at random that a world shows."""
    with Worlds(Land(board), None, clock) as worlds:
        shown = cast("Land", worlds.any_of())
        for space in chance.order(range(len(GRIDS[board].names))):
            levels = [Value(space, level=level) for level in chance.order(LEVELS)]
            terrains = [Value(space, Terrain(terrain)) for terrain in chance.order(range(4))]
            for values in (levels, terrains):
                value, shown = next(
                    (value, found)
                    for value in values
                    if (found := _showing(worlds, shown, value)) is not None
                )
                worlds.fix(value)
    return shown


def _showing(worlds: Worlds, shown: Land, value: Value) -> Land | None:
    """A world that shows a value: this one, or if it does not another one."""
    return shown if value in values_at(shown, value.space) else worlds.any_of([value])


def _start(  # noqa: PLR0917 - what a disc is asked to be
    land: Land,
    unique: Unique,
    start_tiles: int | None,
    max_tier: int,
    chance: _Chance,
    clock: Clock,
) -> tuple[Space, ...] | None:
    """Start spaces that leave one world; None if they are not so few as they must be.

    All tiles lie at first. Then they are taken away one after the other, in a random order, as long
    as what is left tells the rest.
    """
    spaces = range(len(land.grid.names))
    least = max(start_tiles or 1, OTOMA_STARTS if land.board is BoardName.LONG else 1)
    kept = [*spaces]
    with _Telling(land, unique, max_tier, clock) as telling:
        for space in chance.order(spaces):
            if len(kept) == least:
                break
            fewer = [other for other in kept if other != space]
            if telling.tells(fewer):
                kept = fewer
    return None if start_tiles is not None and len(kept) > start_tiles else tuple(kept)


class _Telling:
    """Whether start tiles tell a whole map, by the laws of a tier or by the solver."""

    def __init__(self, land: Land, unique: Unique, max_tier: int, clock: Clock) -> None:
        self._disc = Disc(land, ())
        self._unique, self._clock = unique, clock
        # What the direct laws prove needs no supposing: harder discs come of the solver alone.
        self._tier = min(max_tier, max(TIERS[law] for law in LAWS))
        self._by_laws = max_tier < LAST_TIER
        lying = Land(land.board) if unique == "from_start" else self._disc.from_terrain
        self._worlds = Worlds(lying, self._disc.tiles, clock)
        self._worlds.forbid(land)

    def __enter__(self) -> "_Telling":
        return self

    def __exit__(self, *error: object) -> None:
        self._worlds.close()

    def tells(self, start: Sequence[Space]) -> bool:
        """Whether these start tiles leave no other map."""
        disc = self._disc._replace(start=tuple(start))
        lying = disc.from_start if self._unique == "from_start" else disc.from_terrain
        if not self._by_laws:
            return self._worlds.any_of(_values(lying)) is None
        known = Knowledge(lying, disc.tiles, self._clock)
        for tier in range(1, self._tier + 1):
            known.close(tier)
        return known.complete
