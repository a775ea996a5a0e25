"""The laws by which facts follow from the tiles on the board (p. 6), and what is known by them.

Each law is a function from `Knowledge` to proposals: facts that follow from fresh ones, each with a
function that finds its reason once somebody asks. The tiles on the board and the counts of the disc
need no reason. `docs/explanation/deductions.md` states the premises and the conclusion
of each law. Proposals of facts that are known already are ignored.

| tier | laws |
| --- | --- |
| 1 | separation, one_each, level_needs_size, region_size, no_touch |
| 2 | last_place, last_tiles, must_join |
| 3 | reach, two_by_two, all_five_seen |

Supposing (tier 4) and the search of the solver (tier 5) are in `deductions`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import combinations

from theodolite.grid import Space, Spaces, each, first_of, set_of, union
from theodolite.tiwanaku.board import GRIDS, LARGEST_REGION, LEVELS, BoardName, Level, Terrain
from theodolite.tiwanaku.knowledge import (
    CONTRADICTION,
    Fact,
    Kind,
    Knowledge,
    Proposal,
    Reason,
    Why,
)
from theodolite.tiwanaku.shape_laws import all_five_seen, reach


def apply_laws(known: Knowledge, tier: int) -> Knowledge:
    """All that the laws of tiers up to this one conclude, round by round.

    Raises:
        TimeIsUp: The budget is used up.
    """
    return every_round(known.anew(), tier)


def every_round(known: Knowledge, tier: int) -> Knowledge:
    """All that the laws of tiers up to this one conclude from fresh facts, round by round.

    Raises:
        TimeIsUp: The budget is used up.
    """
    before = None
    while known is not before:
        before, known = known, one_round(known, tier)
    return known


def one_round(known: Knowledge, tier: int) -> Knowledge:
    """Add the conclusions of laws up to a tier from fresh facts; the same object if there are none.

    Raises:
        TimeIsUp: The budget is used up.
    """
    known.clock.check()
    found = {} if known.contradictory else conclusions(known, _UP_TO[tier])
    return known.adding(found, tier) if found else known


def conclusions(known: Knowledge, laws: Iterable[str]) -> Mapping[Fact, Sequence[Why]]:
    """All that laws conclude and that is not known, in the order in which to add it."""
    found: dict[Fact, list[Why]] = {}
    for law in laws:
        for fact, why in LAWS[law](known):
            if not known.knows(fact):
                found.setdefault(fact, []).append(why)
    # Values come first: strikes could resolve the same space for a longer reason. A strike of a
    # terrain found in this very round was drawn from a region that the space may have joined since:
    # the laws look at that region again.
    return {
        fact: found[fact]
        for fact in sorted(found, key=lambda fact: fact.kind not in ("terrain", "crop"))
        if fact.kind != "not_terrain" or fact._replace(kind="terrain") not in found
    }


@cache
def _blocks(board: BoardName) -> tuple[tuple[Space, ...], ...]:
    """The spaces of every 2x2 block."""
    grid = GRIDS[board]
    return tuple(
        tuple(each(3 << s | 3 << s + grid.columns))
        for s in each(grid.everywhere & ~grid.row_lines[-1] & ~grid.column_lines[-1])
    )


def _separation(known: Knowledge) -> Iterator[Proposal]:
    """Equal levels never touch: the level of a space is struck from all that touch it."""

    def why(space: Space, level: Level, other: Space) -> Reason:
        because = known.premises([Fact("crop", space, level)])
        return Reason("separation", because, 1 << space | 1 << other)

    for level, held in enumerate(known.holds):
        for space in each(held & known.fresh):
            for other in each(known.grid.touching(1 << space) & known.may[level]):
                yield Fact("not_crop", other, level), partial(why, space, level, other)


def _one_each(known: Knowledge) -> Iterator[Proposal]:
    """A region has each level up to its size once: a space's level is struck from the others."""

    def taken(space: Space, level: Level, other: Space) -> Reason:
        because = known.link(space, other) | known.premises([Fact("crop", other, level)])
        return Reason("one_each", because, 1 << space | 1 << other)

    def last(space: Space, most: int, held: Mapping[Level, Space], group: Spaces) -> Reason:
        because = known.size_facts(space, "max", most).union(
            *(taken(space, k, other).because for k, other in held.items() if k <= most)
        )
        return Reason("one_each", because, group)

    for group in known.regions:
        if not group & known.fresh:
            continue
        held = {
            level: first_of(spaces & group)
            for level, spaces in enumerate(known.holds)
            if spaces & group
        }
        for space in each(group):
            left = known.levels_of(space)
            if len(left) == 1:
                # Other laws find contradictions of such a space.
                continue
            for level in left:
                if level in held:
                    yield Fact("not_crop", space, level), partial(taken, space, level, held[level])
            most = known.most(space)
            open_ = [level for level in LEVELS[:most] if level not in held]
            if len(open_) == 1:
                yield Fact("crop", space, open_[0]), partial(last, space, most, held, group)


def _level_needs_size(known: Knowledge) -> Iterator[Proposal]:
    """A level k makes its region at least k."""

    def why(space: Space, level: Level) -> Reason:
        because = known.premises([Fact("crop", space, level)])
        return Reason("level_needs_size", because, 1 << space)

    for level, held in enumerate(known.holds):
        for space in each(held & known.fresh):
            if level > known.least(space):
                yield Fact("min", space, level), partial(why, space, level)


def _region_size(known: Knowledge) -> Iterator[Proposal]:
    """A region is no larger than the area open to it, and has no level above its size."""

    def enclosed(space: Space, terrain: Terrain, area: Spaces) -> Reason:
        border = known.grid.neighbours(area) & ~area
        closed = not area & ~known.is_[terrain]
        own = [Fact("terrain", u, terrain) for u in (each(area) if closed else [space])]
        shut = [Fact("not_terrain", u, terrain) for u in each(border)]
        return Reason("region_size", known.premises([*own, *shut]), area)

    for group in known.groups:
        space = known.first(group)
        terrain = known.terrain_of(space)
        area = known.grid.group(known.can[terrain], 1 << space)
        size = area.bit_count()
        if size < known.most(space):
            kind: Kind = "max" if area & ~known.is_[terrain] else "size"
            yield Fact(kind, space, size), partial(enclosed, space, terrain, area)
    yield from _above_size(known)


def _above_size(known: Knowledge) -> Iterator[Proposal]:
    def bounded(space: Space, group: Spaces, least: int = 0) -> Reason:
        because = known.size_facts(space, "max", known.most(space))
        if least:
            because |= known.size_facts(space, "min", least)
        return Reason("region_size", because, group)

    for group in known.regions:
        space = first_of(group)
        least, most = known.least(space), known.most(space)
        if least > most:
            yield CONTRADICTION, partial(bounded, space, group, least)
        for other in each(group & known.fresh):
            for level in LEVELS[most:]:
                if known.may[level] >> other & 1:
                    yield Fact("not_crop", other, level), partial(bounded, other, group)


def _no_touch(known: Knowledge) -> Iterator[Proposal]:
    """Two regions of one terrain never touch: what touches a complete one has another terrain."""

    def why(group: Spaces, space: Space, terrain: Terrain) -> Reason:
        because = known.ties(space) | known.premises([Fact("terrain", space, terrain)])
        if group.bit_count() < LARGEST_REGION:
            because |= known.size_facts(space, "max", known.most(space))
        return Reason("no_touch", because, group)

    for group in known.groups:
        space = known.first(group)
        if group.bit_count() < known.most(space) or not group & known.fresh:
            continue
        terrain = known.terrain_of(space)
        for other in each(known.grid.touching(group) & ~group & known.can[terrain]):
            yield Fact("not_terrain", other, terrain), partial(why, group, space, terrain)


def _last_place(known: Knowledge) -> Iterator[Proposal]:
    """A level that a region must have fits only one of its spaces."""
    for group in known.groups:
        space = known.first(group)
        terrain, area = known.terrain_of(space), group
        if group.bit_count() < known.most(space):
            # Cutting off a part of a region is the argument of `reach`.
            area = known.grid.group(known.can[terrain] | group, group)
        if not (area | known.grid.touching(area)) & known.fresh:
            continue
        for level in LEVELS[: known.least(space)]:
            places = area & known.may[level]
            if places.bit_count() > 1 or known.holds[level] & places & group:
                continue
            why = partial(_only_place, known, group, area, level)
            if not places:
                yield CONTRADICTION, why
                continue
            place = first_of(places)
            if not group & places:
                yield Fact("terrain", place, terrain), why
                yield Fact("same", 1 << space | places), why
            yield Fact("crop", place, level), why


def _only_place(known: Knowledge, group: Spaces, area: Spaces, level: Level) -> Reason:
    """The reason why a level of a region has no other place in its area."""
    space = known.first(group)
    terrain = known.terrain_of(space)
    needed = [Fact("not_crop", u, level) for u in each(area & ~known.may[level])]
    needed.append(Fact("terrain", space, terrain))
    because = known.premises(needed) | known.at_least(space, level)
    if group.bit_count() >= known.most(space):
        because |= known.ties(space)
        if group.bit_count() < LARGEST_REGION:
            because |= known.size_facts(space, "max", known.most(space))
    else:
        border = known.grid.neighbours(area) & ~area
        because |= known.premises(Fact("not_terrain", u, terrain) for u in each(border))
        if area & ~known.grid.group(known.can[terrain] | group, 1 << space):
            because |= known.ties(space)
    return Reason("last_place", because, area, region=space, level=level)


def _last_tiles(known: Knowledge) -> Iterator[Proposal]:
    """The tiles of a terrain are all placed, fill all spaces left, or allow no second region."""

    def placed(terrain: Terrain) -> Reason:
        is_ = known.is_[terrain]
        because = known.premises(Fact("terrain", u, terrain) for u in each(is_))
        return Reason("last_tiles", because, is_)

    def needed(terrain: Terrain) -> Reason:
        shut = known.grid.everywhere & ~known.can[terrain]
        because = known.premises(Fact("not_terrain", u, terrain) for u in each(shut))
        return Reason("last_tiles", because, known.can[terrain])

    for terrain in Terrain:
        tiles, is_, can = known.tiles[terrain], known.is_[terrain], known.can[terrain]
        if is_.bit_count() >= tiles:
            if is_.bit_count() > tiles:
                yield CONTRADICTION, partial(placed, terrain)
            for space in each(can & ~is_):
                yield Fact("not_terrain", space, terrain), partial(placed, terrain)
        if can.bit_count() <= tiles:
            if can.bit_count() < tiles:
                yield CONTRADICTION, partial(needed, terrain)
            for space in each(can & ~is_):
                yield Fact("terrain", space, terrain), partial(needed, terrain)
        yield from _one_region(known, terrain)


def _one_region(known: Knowledge, terrain: Terrain) -> Iterator[Proposal]:
    def why(group: Spaces, others: Sequence[Spaces], rest: int, joined: Spaces) -> Reason:
        space = known.first(group)
        needed = known.ties(space) | known.at_least(space, known.tiles[terrain] - rest)
        for other in others:
            there = known.first(other)
            needed |= known.ties(there) | known.at_least(there, rest + 1)
        needed |= known.premises(Fact("terrain", u, terrain) for u in each(joined))
        return Reason("last_tiles", needed, joined)

    groups = [group for group in known.groups if group & known.is_[terrain]]
    sizes = {group: known.least(known.first(group)) for group in groups}
    for group in groups:
        rest = known.tiles[terrain] - sizes[group]
        others = [other for other in groups if other != group and sizes[other] > rest]
        if others:
            joined = (group | union(others)) & known.resolved
            yield Fact("same", joined), partial(why, group, others, rest, joined)


def _must_join(known: Knowledge) -> Iterator[Proposal]:
    """Touching spaces of one terrain are in one region."""

    def why(pair: tuple[Fact, Fact], both: Spaces) -> Reason:
        return Reason("must_join", known.premises(pair), both)

    for terrain in Terrain:
        for space in each(known.is_[terrain]):
            around = known.grid.touching(1 << space) & known.is_[terrain] & ~known.home[space]
            for other in each(around >> space << space):
                pair = (Fact("terrain", space, terrain), Fact("terrain", other, terrain))
                both = 1 << space | 1 << other
                yield Fact("same", both), partial(why, pair, both)


def _two_by_two(known: Knowledge) -> Iterator[Proposal]:
    """Every 2x2 block has four different levels: some spaces need these for themselves."""

    def why(block: Sequence[Space], few: Sequence[int], needed: int) -> Reason:
        struck = [Fact("not_crop", block[i], k) for i in few for k in LEVELS if not needed >> k & 1]
        return Reason("two_by_two", known.premises(struck), set_of(block))

    left = [0] * len(known.grid.names)
    for level, spaces in enumerate(known.may):
        for space in each(spaces):
            left[space] |= 1 << level
    for block in _blocks(known.board):
        if not set_of(block) & known.fresh:
            continue
        levels = tuple([left[space] for space in block])
        for few, needed in _needed(levels):
            for i in {0, 1, 2, 3}.difference(few):
                for level in LEVELS:
                    if (needed & levels[i]) >> level & 1:
                        yield Fact("not_crop", block[i], level), partial(why, block, few, needed)


# The same few combinations of levels are left to blocks in every round.
@lru_cache(maxsize=1 << 16)
def _needed(levels: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Up to three spaces of a block that need all levels left to them, with these levels."""
    found = []
    for size in (1, 2, 3):
        for few in combinations(range(len(levels)), size):
            needed = 0
            for i in few:
                needed |= levels[i]
            others = (levels[i] for i in range(len(levels)) if i not in few)
            if needed.bit_count() <= size and any(needed & left for left in others):
                found.append((few, needed))
    return tuple(found)


LAWS: Mapping[str, Callable[[Knowledge], Iterator[Proposal]]] = {
    "separation": _separation,
    "one_each": _one_each,
    "level_needs_size": _level_needs_size,
    "region_size": _region_size,
    "no_touch": _no_touch,
    "last_place": _last_place,
    "last_tiles": _last_tiles,
    "must_join": _must_join,
    "reach": reach,
    "two_by_two": _two_by_two,
    "all_five_seen": all_five_seen,
}
"""Each law that concludes by itself, in the order of trial."""


TIERS: Mapping[str, int] = {
    "note": 1,
    "separation": 1,
    "one_each": 1,
    "level_needs_size": 1,
    "region_size": 1,
    "no_touch": 1,
    "last_place": 2,
    "last_tiles": 2,
    "must_join": 2,
    "reach": 3,
    "two_by_two": 3,
    "all_five_seen": 3,
    "suppose": 4,
    "search": 5,
}
"""The tier of every law: how hard its conclusions are to see."""

_UP_TO = [[law for law in LAWS if TIERS[law] <= tier] for tier in range(6)]
