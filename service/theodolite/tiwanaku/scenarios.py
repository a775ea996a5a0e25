"""Scenario discs (p. 3, 6): checks a full map and its start tiles, and draws new ones.

Checks and draws have fixed budgets of work, so that results are the same on every machine. They
depend on whether worlds exist, never on which world the solver finds first.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Literal, NamedTuple, TypeVar, cast

from theodolite.grid import Space, Spaces, each, set_of
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
from theodolite.tiwanaku.deductions import LAST_TIER, Difficulty, Explanation, fact_of
from theodolite.tiwanaku.knowledge import Knowledge
from theodolite.tiwanaku.laws import LAWS, TIERS, apply_laws
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value, Worlds, values_at
from theodolite.verdict import Values

GENERATOR = "3"
"""Changes whenever the same seed would give another disc."""

OTOMA_STARTS = 5
"""Start spaces on which Otoma's pawns stand on a long board (p. 8)."""

PLAYERS = (2, 3, 4)
"""The numbers of players of the cooperative game (p. 10)."""

CHECK_WORK, DRAW_WORK = 60_000, 600_000
"""The budgets of a check and of a draw, in units of `Clock`."""

Unique = Literal["from_start", "from_terrain"]
"""Which tiles leave one world: start tiles and counts, or all terrain and the start crops."""


class Disc(NamedTuple):
    """A scenario disc.

    Attributes:
        land: The secret map.
        start: The start spaces.
        otoma: The start spaces of Otoma's pawns; None on the short board, or if unknown.
    """

    land: Land
    start: tuple[Space, ...]
    otoma: tuple[Space, ...] | None = None

    @property
    def tiles(self) -> ByTerrain:
        """The number of its tiles of each terrain."""
        mud, sand, grass, rock = [self.land.count(terrain) for terrain in Terrain]
        return mud, sand, grass, rock

    @property
    def from_start(self) -> Land:
        """The tiles on the board when the game starts."""
        return within(self.land, self.start, self.start)

    @property
    def from_terrain(self) -> Land:
        """All terrain tiles, and the start crops."""
        return within(self.land, each(self.land.grid.everywhere), self.start)

    def lying(self, unique: "Unique") -> Land:
        """The tiles from which the map is to be seen."""
        return self.from_start if unique == "from_start" else self.from_terrain


class Violation(NamedTuple):
    """A law that a full map breaks.

    Attributes:
        law: The law.
        spaces: The spaces that break it.
        values: What fills its sentence.
    """

    law: str
    spaces: Spaces
    values: Values


class Judged(NamedTuple):
    """A disc as judged. None stands for what the budget left open, or what has no answer.

    Attributes:
        violations: The places where the map breaks a law.
        tiles: The number of tiles of each terrain.
        crop_tiles: The number of crops of each level, from 1.
        fits_box: Whether the box has these tiles and crops.
        unique_from_start: Whether start tiles and counts leave one world.
        unique_from_terrain: Whether all terrain and the start crops leave one world.
        other_world: A second world that fits the start tiles and counts.
        difficulty: How hard it is to see the map.
        deal: Long board: whether the tiles left after the start can be dealt equally, by the
            number of players of the cooperative game.
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
    """The outcome of a draw.

    Attributes:
        disc: The disc; None if none was found.
        why: Why not: the work was used up, or none of the maps drawn was as wanted.
    """

    disc: Disc | None
    why: Literal["work", "none"] | None = None


def within(land: Land, laid: Iterable[Space], planted: Iterable[Space]) -> Land:
    """A part of a map.

    Args:
        land: The map.
        laid: The spaces whose terrain is kept.
        planted: The spaces whose crop is kept.
    """
    tiles = set_of(laid)
    crops = set_of(planted)
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
            for second in each(grid.touching(1 << space) & spaces & ~((2 << space) - 1)):
                yield Violation("separation", 1 << space | 1 << second, {"level": level})


def _meeting(land: Land, one: Spaces, other: Spaces) -> Spaces:
    grid = land.grid
    return grid.touching(one) & other | grid.touching(other) & one


def check(disc: Disc, clock: Clock | None = None, *, unique: Unique | None = None) -> Judged:
    """Judge a disc: its map, and what its start tiles and counts reveal.

    Args:
        disc: The disc; its map must be full, and may be unlawful.
        clock: The budget of work; CHECK_WORK by default.
        unique: The knowledge from which the map is to be seen; None for the start tiles if they
            leave one world, else all terrain.

    Example:
        >>> from theodolite.tiwanaku import BoardName, Land
        >>> terrain = ["GGMGG", "SGMGG", "SGMGR", "SGMRR", "SSMRR"]
        >>> crops = ["13524", "42413", "15352", "34243", "25251"]
        >>> check(Disc(Land.from_rows(BoardName.SHORT, terrain, crops), (0, 12, 24))).lawful
        False
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
                by_default: Unique = "from_start" if from_start else "from_terrain"
                lying = disc.lying(unique or by_default)
                difficulty = _difficulty(disc, lying, clock, box=fits_box)
        except TimeIsUp:
            pass
    deal = None
    if land.board is BoardName.LONG:
        left = len(land.grid.names) - len(disc.start)
        deal = {players: left % players == 0 for players in PLAYERS}
    return Judged(
        broken, disc.tiles, crop_tiles, fits_box, from_start, from_terrain, other, difficulty, deal
    )


def _other_world(disc: Disc, lying: Land, clock: Clock, *, box: bool) -> Land | None:
    with Worlds(lying, disc.tiles, clock, box=box) as worlds:
        worlds.forbid(disc.land)
        return worlds.any_of()


def _difficulty(disc: Disc, lying: Land, clock: Clock, *, box: bool) -> Difficulty:
    certain = [value for value in _values(disc.land) if value not in {*_values(lying)}]
    explanation = Explanation(lying, disc.tiles, clock, box=box)
    # Values that the laws do not prove count as one step each: the solver need not prove them.
    facts = [*map(fact_of, certain)]
    explanation.explain(facts, lambda: _others(disc.land, lying), LAST_TIER - 1)
    _, steps, _ = explanation.steps_for(certain)
    return explanation.difficulty(certain, steps)


def _values(land: Land) -> list[Value]:
    return [v for space in each(land.grid.everywhere) for v in values_at(land, space)]


def _others(land: Land, lying: Land) -> list[Value]:
    """The wrong values of the spaces whose tile is not on the board."""
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
    difficulty: int | None = None,
    players: int = 1,
    clock: Clock | None = None,
) -> Drawn:
    """Draw a disc that is lawful, within the box, and leaves one world.

    With a difficulty the disc is a puzzle: it has all four terrains, regions of several sizes, and,
    unless `start_tiles` is given, at least LEAST_HIDDEN spaces to be found.

    Args:
        board: The side of the board.
        seed: The same seed gives the same disc while GENERATOR is the same.
        unique: What leaves one world.
        start_tiles: The number of start tiles; None for as few as can be left of one map.
        max_tier: The hardest tier of laws that a proof of the map may need, 1 to 5.
        difficulty: The hardest tier of laws that a proof of the map must need, 1 to 3, instead of
            `max_tier`; None if it does not matter.
        players: The number of players to whom the tiles left after the start can be dealt equally.
        clock: The budget of work; DRAW_WORK by default.

    Example:
        >>> from theodolite.tiwanaku import BoardName
        >>> draw(BoardName.SHORT, 7, "from_start").disc.land.terrain_rows()[0]
        'GGMGG'
    """
    clock = clock or Clock(work=DRAW_WORK)
    chance = _Chance(seed)
    wanted = _Wanted(unique, start_tiles, difficulty or max_tier, players, difficulty is not None)
    for _ in range(TRIES):
        try:
            land = _world(board, chance, clock)
            start = _start(land, wanted, chance, clock)
        except TimeIsUp:
            return Drawn(None, "work")
        if start is not None:
            otoma = chance.some(start, OTOMA_STARTS) if board is BoardName.LONG else None
            return Drawn(Disc(land, start, otoma))
    return Drawn(None, "none")


TRIES = 20
"""How many maps are drawn at most."""

ORDERS = 6
"""In how many orders the start tiles of a map are removed, until they make the puzzle wanted."""

LEAST_HIDDEN = 2
"""The spaces to be found in a puzzle."""


class _Wanted(NamedTuple):
    """The disc that is wanted: the arguments of `draw`, and whether it is to be a puzzle."""

    unique: Unique
    start_tiles: int | None
    tier: int
    players: int
    puzzle: bool


_Thing = TypeVar("_Thing")


class _Chance:
    """Random choices by `random()` alone, which is the same with every version of Python."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 - a game, not a secret

    def order(self, things: Collection[_Thing]) -> list[_Thing]:
        """Spaces or levels in a random order."""
        left = list(things)
        return [left.pop(int(self._random.random() * len(left))) for _ in things]

    def some(self, things: Sequence[Space], count: int) -> tuple[Space, ...]:
        """Some of them at random, in their order."""
        chosen = {*self.order(things)[:count]}
        return tuple(thing for thing in things if thing in chosen)


def _world(board: BoardName, chance: _Chance, clock: Clock) -> Land:
    """A lawful map within the box: space by space, a random value that some world shows."""
    with Worlds(Land(board), None, clock) as worlds:
        shown = cast("Land", worlds.any_of())
        for space in chance.order(GRIDS[board].spaces.values()):
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
    """A world that shows a value: this one if it does, else another one; None if there is none."""
    return shown if value in values_at(shown, value.space) else worlds.any_of([value])


def _start(land: Land, wanted: _Wanted, chance: _Chance, clock: Clock) -> tuple[Space, ...] | None:
    """Start spaces that leave one world and are as wanted; None if none were found."""
    if wanted.puzzle and not _varied(land):
        return None
    with _Uniqueness(land, wanted.unique, wanted.tier, clock) as uniqueness:
        for _ in range(ORDERS if wanted.puzzle else 1):
            start = _fewest(land, wanted, uniqueness, chance)
            if wanted.start_tiles is not None:
                enough = len(start) <= wanted.start_tiles
            else:
                enough = not wanted.puzzle or len(start) <= len(land.grid.names) - LEAST_HIDDEN
            if enough and not (wanted.puzzle and uniqueness.provable(start, wanted.tier - 1)):
                return start
    return None


def _varied(land: Land) -> bool:
    """Whether a map has all four terrains, and regions of several sizes."""
    groups = [land.grid.groups(spaces) for spaces in land.terrain]
    return all(groups) and len({group.bit_count() for one in groups for group in one}) > 1


def _fewest(
    land: Land, wanted: _Wanted, uniqueness: "_Uniqueness", chance: _Chance
) -> tuple[Space, ...]:
    """Start spaces that leave one world: few, but no fewer than wanted.

    All tiles are start tiles at first. They are removed one after the other, in a random order, as
    long as the others determine the map. The last ones return if they cannot be dealt equally.
    """
    spaces = land.grid.spaces.values()
    least = max(wanted.start_tiles or 1, OTOMA_STARTS if land.board is BoardName.LONG else 1)
    hidden: list[Space] = []
    for space in chance.order(spaces):
        if len(spaces) - len(hidden) == least:
            break
        if uniqueness.determined_by([one for one in spaces if one not in (*hidden, space)]):
            hidden.append(space)
    del hidden[len(hidden) - len(hidden) % wanted.players :]
    return tuple(space for space in spaces if space not in hidden)


class _Uniqueness:
    """Whether start tiles determine a map, by the laws of a tier or by the solver."""

    def __init__(self, land: Land, unique: Unique, max_tier: int, clock: Clock) -> None:
        self._disc = Disc(land, ())
        self._unique, self._clock = unique, clock
        # Below the last tier the direct laws decide, without supposing; in it, the solver.
        self._tier = min(max_tier, max(TIERS[law] for law in LAWS))
        self._by_laws = max_tier < LAST_TIER
        lying = Land(land.board) if unique == "from_start" else self._disc.from_terrain
        self._worlds = Worlds(lying, self._disc.tiles, clock)
        self._worlds.forbid(land)

    def __enter__(self) -> "_Uniqueness":
        return self

    def __exit__(self, *error: object) -> None:
        self._worlds.close()

    def determined_by(self, start: Sequence[Space]) -> bool:
        """Whether these start tiles leave no other map."""
        if self._by_laws:
            return self.provable(start, self._tier)
        return self._worlds.any_of(_values(self._lying(start))) is None

    def provable(self, start: Sequence[Space], tier: int) -> bool:
        """Whether the laws of tiers up to this one prove the map from these start tiles."""
        known = Knowledge(self._lying(start), self._disc.tiles, self._clock)
        for each_tier in range(1, tier + 1):
            known = apply_laws(known, each_tier)
        return known.complete

    def _lying(self, start: Sequence[Space]) -> Land:
        return self._disc._replace(start=tuple(start)).lying(self._unique)
