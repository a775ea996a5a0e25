"""The laws by which facts follow from the tiles on the board (p. 6), and what is known by them.

Each law is a function from `Knowledge` to proposals: facts, each with the reason from which it was
drawn. The tiles on the board and the counts of the disc need no reason.
`docs/explanation/deductions.md` states the premises and the conclusion of each law. Proposals of
facts that are known already are ignored.

| tier | laws |
| --- | --- |
| 1 | separation, one_each, level_needs_size, region_size, no_touch |
| 2 | last_place, last_tiles, must_join |
| 3 | reach, two_by_two, all_five_seen |

Supposing (tier 4) and the search of the solver (tier 5) are in `deductions`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations

from theodolite.grid import Space, each, first_of, set_of, union
from theodolite.tiwanaku.board import GRIDS, LARGEST_REGION, LEVELS, BoardName, Terrain
from theodolite.tiwanaku.knowledge import (
    CONTRADICTION,
    Fact,
    Kind,
    Knowledge,
    Proposal,
    Reason,
    opposite,
)
from theodolite.tiwanaku.shape_laws import all_five_seen, reach


def apply_laws(known: Knowledge, tier: int) -> None:
    """Add all that the laws of tiers up to this one conclude, round by round.

    Raises:
        TimeIsUp: The budget is used up; the facts found until then are those of whole rounds.
    """
    laws = [law for law, of in TIERS.items() if of <= tier and law in LAWS]
    while not known.contradictory:
        known.clock.check()
        best: dict[Fact, tuple[int, Reason]] = {}
        for law in laws:
            for fact, reason in LAWS[law](known):
                known.clock.look()
                if not known.knows(fact):
                    steps = len(known.origins(reason.because))
                    if fact not in best or steps < best[fact][0]:
                        best[fact] = (steps, reason)
        if not best:
            return
        # Values come first: strikes could resolve the same space for a longer reason. A strike of
        # a terrain found in this very round was drawn from a region that the space may have joined
        # since: the laws look at that region again.
        found = {
            fact: best[fact][1]
            for fact in sorted(best, key=lambda fact: fact.kind not in ("terrain", "crop"))
            if fact.kind != "not_terrain" or fact._replace(kind="terrain") not in best
        }
        known.add(found, tier)


_LEVELS_LEFT: frozenset[Kind] = frozenset({"crop", "not_crop"})


_TERRAINS_LEFT: frozenset[Kind] = frozenset({"terrain", "not_terrain"})


@cache
def _blocks(board: BoardName) -> tuple[tuple[Space, ...], ...]:
    """The spaces of every 2x2 block."""
    grid = GRIDS[board]
    return tuple(
        tuple(each(3 << s | 3 << s + grid.columns))
        for s in each(grid.everywhere & ~grid.row_lines[-1] & ~grid.column_lines[-1])
    )


def derive(known: Knowledge, goal: Fact, laws: Iterable[str]) -> Reason | None:
    """How some laws conclude an unknown fact.

    Args:
        known: The facts from which the laws may draw.
        goal: The fact to be concluded.
        laws: The laws to try, in this order.

    Returns:
        The lightest reason; None if no law concludes the fact.
    """
    found: list[Reason] = []
    for law in laws:
        if goal != CONTRADICTION and goal.kind not in _ABOUT[law]:
            continue
        strikes: dict[int, Reason] = {}
        for fact, reason in LAWS[law](known):
            known.clock.look()
            drawn = reason if fact == goal else _completes(known, fact, reason, goal)
            if drawn is not None:
                found.append(drawn)
            elif goal.kind == "crop" and fact.kind == "not_crop" and fact.at == goal.at:
                strikes.setdefault(fact.value, reason)
        if together := _struck_at_once(known, goal, strikes):
            found.append(together)
    return min(found, key=lambda reason: known.weight(reason.because), default=None)


def _struck_at_once(known: Knowledge, goal: Fact, strikes: Mapping[int, Reason]) -> Reason | None:
    """How a law leaves a space one level by several strikes that need no steps of their own."""
    struck = {k for k in LEVELS if known.knows(Fact("not_crop", goal.at, k))}
    if len(strikes) < 2 or {*LEVELS} - struck - strikes.keys() != {goal.value}:
        return None
    others = known.premises(Fact("not_crop", goal.at, k) for k in struck - strikes.keys())
    because = others.union(*(reason.because for reason in strikes.values()))
    value, reason = max(strikes.items())
    spaces = union(one.spaces for one in strikes.values())
    strike = Fact("not_crop", goal.at, value)
    return reason._replace(because=because, spaces=spaces, strike=strike)


def _completes(known: Knowledge, fact: Fact, reason: Reason, goal: Fact) -> Reason | None:
    """How a conclusion leads to a goal together with the strikes known of the same space."""
    kind, at, value = fact
    if kind in ("terrain", "crop") and goal == CONTRADICTION and known.knows(opposite(fact)):
        return reason._replace(because=reason.because.union(known.premises([opposite(fact)])))
    if kind not in ("not_terrain", "not_crop") or (goal != CONTRADICTION and goal.at != at):
        return None
    values: Sequence[int] = tuple(Terrain) if kind == "not_terrain" else LEVELS
    left = [v for v in values if v != value and not known.knows(Fact(kind, at, v))]
    wanted = [] if goal == CONTRADICTION else [goal.value]
    if left != wanted or goal.kind not in (kind.removeprefix("not_"), "contradiction"):
        return None
    others = known.premises(Fact(kind, at, v) for v in values if v not in (value, *left))
    return reason._replace(because=reason.because.union(others), strike=fact)


def _separation(known: Knowledge) -> Iterator[Proposal]:
    """Equal levels never touch: the level of a space is struck from all that touch it."""
    for level, held in enumerate(known.holds):
        for space in each(held & known.near):
            around = known.grid.touching(1 << space)
            for other in each(around & known.may[level] & known.focus):
                because = known.premises([Fact("crop", space, level)])
                yield (
                    Fact("not_crop", other, level),
                    Reason("separation", because, 1 << space | 1 << other),
                )


def _one_each(known: Knowledge) -> Iterator[Proposal]:
    """A region has each level up to its size once: a space's level is struck from the others."""
    for group in known.groups:
        held = {
            level: first_of(spaces & group)
            for level, spaces in enumerate(known.holds)
            if spaces & group
        }
        for space in each(group & known.focus):
            left = known.levels_of(space)
            if len(left) == 1:
                # Other laws find contradictions of such a space.
                continue
            reasons = {
                level: known.link(space, other) | known.premises([Fact("crop", other, level)])
                for level, other in held.items()
                if other != space
            }
            for level in left:
                if level in reasons:
                    yield (
                        Fact("not_crop", space, level),
                        Reason("one_each", reasons[level], 1 << space | 1 << held[level]),
                    )
            most = known.most(space)
            last = [level for level in LEVELS[:most] if level not in reasons]
            if len(last) == 1:
                because = known.size_facts(space, "max", most).union(
                    *(why for level, why in reasons.items() if level <= most)
                )
                yield Fact("crop", space, last[0]), Reason("one_each", because, group)


def _level_needs_size(known: Knowledge) -> Iterator[Proposal]:
    """A level k makes its region at least k."""
    for level, held in enumerate(known.holds):
        for space in each(held & known.focus):
            if level > known.least(space):
                because = known.premises([Fact("crop", space, level)])
                yield Fact("min", space, level), Reason("level_needs_size", because, 1 << space)


def _region_size(known: Knowledge) -> Iterator[Proposal]:
    """A region is no larger than the area open to it, and has no level above its size."""
    for group in known.groups:
        if not group & known.focus:
            continue
        space = known.first(group)
        terrain = known.terrain_of(space)
        area = known.grid.group(known.can[terrain], 1 << space)
        size = area.bit_count()
        if size < known.most(space):
            border = known.grid.neighbours(area) & ~area
            closed = not area & ~known.is_[terrain]
            own = [Fact("terrain", u, terrain) for u in (each(area) if closed else [space])]
            shut = [Fact("not_terrain", u, terrain) for u in each(border)]
            reason = Reason("region_size", known.premises([*own, *shut]), area)
            yield Fact("size" if closed else "max", space, size), reason
        most, least = known.most(space), known.least(space)
        if least > most:
            because = known.size_facts(space, "max", most) | known.size_facts(space, "min", least)
            yield CONTRADICTION, Reason("region_size", because, group)
        for other in each(group & known.focus):
            for level in known.levels_of(other):
                if level > most:
                    because = known.size_facts(other, "max", most)
                    yield Fact("not_crop", other, level), Reason("region_size", because, group)


def _no_touch(known: Knowledge) -> Iterator[Proposal]:
    """Two regions of one terrain never touch: what touches a complete one has another terrain."""
    for group in known.groups:
        space = known.first(group)
        terrain = known.terrain_of(space)
        size = group.bit_count()
        if size < known.most(space):
            continue
        around = known.grid.touching(group) & ~group & known.can[terrain] & known.focus
        if around:
            because = known.ties(space) | known.premises([Fact("terrain", space, terrain)])
            if size < LARGEST_REGION:
                because |= known.size_facts(space, "max", known.most(space))
            for other in each(around):
                yield Fact("not_terrain", other, terrain), Reason("no_touch", because, group)


def _last_place(known: Knowledge) -> Iterator[Proposal]:
    """A level that a region must have fits only one of its spaces."""
    for group in known.groups:
        space = known.first(group)
        terrain = known.terrain_of(space)
        least, complete = known.least(space), group.bit_count() >= known.most(space)
        area = group
        if not complete:
            area = known.grid.group(known.can[terrain], 1 << space)
        # Cutting off a part of a region is the argument of `reach`.
        if not area & known.focus or group & ~area:
            continue
        for level in LEVELS[:least]:
            places = area & known.may[level]
            if places.bit_count() > 1 or known.holds[level] & places:
                continue
            needed = [Fact("not_crop", u, level) for u in each(area & ~places)]
            needed.append(Fact("terrain", space, terrain))
            because = known.premises(needed) | known.at_least(space, level)
            if complete:
                because |= known.ties(space)
                if group.bit_count() < LARGEST_REGION:
                    because |= known.size_facts(space, "max", known.most(space))
            else:
                border = known.grid.neighbours(area) & ~area
                because |= known.premises(Fact("not_terrain", u, terrain) for u in each(border))
            reason = Reason("last_place", because, area, region=space, level=level)
            if not places:
                yield CONTRADICTION, reason
                return
            place = first_of(places)
            if not group & places:
                yield Fact("terrain", place, terrain), reason
                yield Fact("same", 1 << space | places), reason
            yield Fact("crop", place, level), reason


def _last_tiles(known: Knowledge) -> Iterator[Proposal]:
    """The tiles of a terrain are all placed, fill all spaces left, or allow no second region."""
    for terrain in Terrain:
        tiles, is_, can = known.tiles[terrain], known.is_[terrain], known.can[terrain]
        if is_.bit_count() >= tiles:
            because = known.premises(Fact("terrain", u, terrain) for u in each(is_))
            reason = Reason("last_tiles", because, is_)
            if is_.bit_count() > tiles:
                yield CONTRADICTION, reason
            for space in each(can & ~is_ & known.focus):
                yield Fact("not_terrain", space, terrain), reason
        if can.bit_count() <= tiles:
            shut = known.grid.everywhere & ~can
            because = known.premises(Fact("not_terrain", u, terrain) for u in each(shut))
            reason = Reason("last_tiles", because, can)
            if can.bit_count() < tiles:
                yield CONTRADICTION, reason
            for space in each(can & ~is_ & known.focus):
                yield Fact("terrain", space, terrain), reason
        yield from _one_region(known, terrain)


def _one_region(known: Knowledge, terrain: Terrain) -> Iterator[Proposal]:
    groups = [group for group in known.groups if group & known.is_[terrain]]
    sizes = {group: known.least(known.first(group)) for group in groups}
    for group in groups:
        rest = known.tiles[terrain] - sizes[group]
        others = [other for other in groups if other != group and sizes[other] > rest]
        if not others:
            continue
        space = known.first(group)
        needed = known.ties(space) | known.at_least(space, sizes[group])
        joined = group
        for other in others:
            there = known.first(other)
            joined |= other
            needed |= known.ties(there) | known.at_least(there, rest + 1)
        joined &= known.resolved
        needed |= known.premises(Fact("terrain", u, terrain) for u in each(joined))
        yield Fact("same", joined), Reason("last_tiles", needed, joined)


def _must_join(known: Knowledge) -> Iterator[Proposal]:
    """Touching spaces of one terrain are in one region."""
    for terrain in Terrain:
        for space in each(known.is_[terrain] & known.focus):
            around = known.grid.touching(1 << space) & known.is_[terrain] & ~known.home[space]
            for other in each(around >> space << space):
                pair = (Fact("terrain", space, terrain), Fact("terrain", other, terrain))
                both = 1 << space | 1 << other
                yield Fact("same", both), Reason("must_join", known.premises(pair), both)


def _two_by_two(known: Knowledge) -> Iterator[Proposal]:
    """Every 2x2 block has four different levels: some spaces need these for themselves."""
    for block in _blocks(known.board):
        spaces = set_of(block)
        if not spaces & known.focus:
            continue
        levels = tuple(
            sum(1 << level for level in LEVELS if known.may[level] >> space & 1) for space in block
        )
        for few, needed in _needed(levels):
            struck = [
                Fact("not_crop", block[i], level)
                for i in few
                for level in LEVELS
                if not needed >> level & 1
            ]
            reason = Reason("two_by_two", known.premises(struck), spaces)
            for i in {0, 1, 2, 3}.difference(few):
                for level in LEVELS:
                    if (needed & levels[i]) >> level & 1:
                        yield Fact("not_crop", block[i], level), reason


# The same few combinations of levels are left to blocks in every round.
@lru_cache(maxsize=1 << 16)
def _needed(levels: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The two or three spaces of a block that need all levels left to them, with these levels."""
    found = []
    for size in (2, 3):
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


_ABOUT: Mapping[str, frozenset[Kind]] = {
    "separation": _LEVELS_LEFT,
    "one_each": _LEVELS_LEFT,
    "level_needs_size": frozenset({"min"}),
    "region_size": _LEVELS_LEFT | {"size", "max"},
    "no_touch": _TERRAINS_LEFT,
    "last_place": _LEVELS_LEFT | _TERRAINS_LEFT | {"same"},
    "last_tiles": _TERRAINS_LEFT | {"same"},
    "must_join": frozenset({"same"}),
    "reach": _TERRAINS_LEFT | {"same", "min", "max"},
    "two_by_two": _LEVELS_LEFT,
    "all_five_seen": _TERRAINS_LEFT | {"same", "min", "max"},
}
"""The kinds of facts that each law may conclude, beside a contradiction."""


TIERS: Mapping[str, int] = {
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
