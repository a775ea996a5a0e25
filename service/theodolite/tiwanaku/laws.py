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
from typing import Any, Literal, NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces, each, set_of, union
from theodolite.tiwanaku.board import (
    GRIDS,
    LARGEST_REGION,
    LEVELS,
    BoardName,
    Land,
    Level,
    Terrain,
    regions,
    shapes,
)
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.snapshot import ByTerrain

Kind = Literal[
    "not_terrain",
    "not_crop",
    "terrain",
    "crop",
    "crops",
    "same",
    "min",
    "max",
    "size",
    "contradiction",
]


class Fact(NamedTuple):
    """Something that holds in every world.

    Attributes:
        kind: What holds: a value, a strike of one, a common region, or bounds of a region's size.
        at: A space; for `same` the set of spaces that are in one region.
        value: The terrain, the level, or the size. For `crops`, which only steps have, a bit for
            each level left.
    """

    kind: Kind
    at: int = 0
    value: int = 0


CONTRADICTION = Fact("contradiction")

_LEVELS_LEFT: frozenset[Kind] = frozenset({"crop", "not_crop"})
_TERRAINS_LEFT: frozenset[Kind] = frozenset({"terrain", "not_terrain"})


def _struck(fact: Fact) -> Fact:
    """The opposite of a value: that the space does not have it."""
    return fact._replace(kind="not_terrain" if fact.kind == "terrain" else "not_crop")


class Reason(NamedTuple):
    """Why a fact holds.

    Attributes:
        law: The law.
        because: The facts from which it was drawn.
        spaces: The spaces concerned.
        strike: For a value that is the last one left, the strike that left it.
        region: For a law that argues about one region, a space of it whose terrain is known.
        level: For a law that argues about one level, that level.
    """

    law: str
    because: frozenset[Fact]
    spaces: Spaces
    strike: Fact | None = None
    region: Space | None = None
    level: Level | None = None


class UnprovedError(Exception):
    """A step needs a fact that none of its premises proves."""


GIVEN = "given"
"""In place of a law: the fact needs no reason here."""

Proposal = tuple[Fact, Reason]
"""A fact that a law concludes, and its reason."""


class _Placed(NamedTuple):
    """A shape on the board.

    Attributes:
        spaces: Its spaces.
        border: The spaces that touch it.
        size: The number of its spaces.
        seen: Whether a space outside touches five of it: a U or a V, which no region is.
    """

    spaces: Spaces
    border: Spaces
    size: int
    seen: bool


class _Sized(NamedTuple):
    """Spaces known to be in one region, and bounds of its size."""

    spaces: Spaces
    least: int
    most: int


def _firsts(groups: Iterable[Spaces]) -> Iterator[tuple[Spaces, Space]]:
    """Groups of spaces, each with its first one."""
    for group in groups:
        yield group, next(each(group))


@cache
def _placed(board: BoardName) -> tuple[tuple[_Placed, ...], ...]:
    """For each space, the shapes that cover it."""
    grid, possible = GRIDS[board], frozenset(regions(board))
    placed = [
        _Placed(shape, grid.touching(shape) & ~shape, shape.bit_count(), shape not in possible)
        for shape in shapes(board)
    ]
    return tuple(
        tuple(one for one in placed if one.spaces >> space & 1) for space in range(len(grid.names))
    )


@cache
def _in_reach(board: BoardName) -> tuple[Spaces, ...]:
    """For each space, all spaces of the shapes that cover it."""
    return tuple(union(shape.spaces for shape in shapes_there) for shapes_there in _placed(board))


@cache
def _blocks(board: BoardName) -> tuple[tuple[Space, ...], ...]:
    """The spaces of every 2x2 block."""
    grid = GRIDS[board]
    return tuple(
        tuple(each(3 << s | 3 << s + grid.columns))
        for s in each(grid.everywhere & ~grid.row_lines[-1] & ~grid.column_lines[-1])
    )


class Knowledge:
    """The facts known of the worlds that fit a board, each with its reason.

    Args:
        land: The tiles on the board.
        tiles: The disc's number of tiles of each terrain.
        clock: The budget; methods that search raise TimeIsUp.

    Attributes:
        can: For each terrain, the spaces from which it is not struck.
        is_: For each terrain, the spaces that have it for certain.
        may: For each level, the spaces from which it is not struck.
        holds: For each level, the spaces that have it for certain.
        home: For each space, the spaces known to be in one region with it.
        groups: The sets of spaces known to be in one region, if some terrain in it is known.
        reasons: The reason of each fact.
        tiers: The tier of the laws by which each fact was found.
        roots: For each fact, all facts from which it was drawn, directly or not.
        focus: The spaces about which laws are to conclude; about others they need not.
        near: The spaces that touch those.
    """

    def __init__(self, land: Land, tiles: ByTerrain, clock: Clock) -> None:
        self.grid, self.board, self.tiles, self.clock = land.grid, land.board, tiles, clock
        everywhere = self.grid.everywhere
        self.can = [everywhere & ~(land.laid & ~spaces) for spaces in land.terrain]
        self.is_ = list(land.terrain)
        self.may = [NOWHERE, *[everywhere & ~(land.planted & ~spaces) for spaces in land.crops]]
        self.holds = [NOWHERE, *land.crops]
        # Tiles on the board need no reason.
        self.laid, self.planted = land.laid, land.planted
        self.reasons: dict[Fact, Reason] = {}
        self.tiers: dict[Fact, int] = {}
        self.roots: dict[Fact, frozenset[Fact]] = {}
        self.joined: list[Fact] = []
        self.smallest: list[Fact | None] = [None] * len(self.grid.names)
        self.largest: list[Fact | None] = [None] * len(self.grid.names)
        self.fitting: dict[Any, Any] = {}
        self.weights: Mapping[Fact, int] = {}
        self.focus = self.near = everywhere
        self._group()

    def holding(self, facts: Mapping[Fact, int], focus: Spaces) -> "Knowledge":
        """A copy with further facts that need no reason, of knowledge without added facts.

        Args:
            facts: The facts, each with its weight: of two reasons the lighter one is taken.
            focus: The spaces about which laws are to conclude.
        """
        other = self._copy()
        other.weights = facts
        other.focus, other.near, other.fitting = focus, self.grid.touching(focus), {}
        for fact in facts:
            other.reasons[fact] = Reason(GIVEN, frozenset(), NOWHERE)
            other._note(fact)
        other._group()
        return other

    def about(self, fact: Fact, spaces: Spaces) -> Spaces:
        """The spaces of a fact; those of a contradiction are near the spaces of its reason."""
        if fact == CONTRADICTION:
            return self.grid.touching(spaces) | spaces
        return Spaces(fact.at) if fact.kind == "same" else 1 << Space(fact.at)

    def supposing(self, fact: Fact) -> "Knowledge":
        """A copy with a terrain or a level on a space, as if its tile were on the board."""
        other = self._copy()
        bit = 1 << fact.at
        other._fix(fact)
        if fact.kind == "terrain":
            other.laid |= bit
        else:
            other.planted |= bit
        other._group()
        return other

    def _copy(self) -> "Knowledge":
        other = object.__new__(Knowledge)
        other.__dict__.update(self.__dict__)
        other.can, other.is_ = self.can[:], self.is_[:]
        other.may, other.holds = self.may[:], self.holds[:]
        other.reasons, other.tiers, other.roots = {**self.reasons}, {**self.tiers}, {**self.roots}
        other.joined = self.joined[:]
        other.smallest, other.largest = self.smallest[:], self.largest[:]
        return other

    @property
    def contradictory(self) -> bool:
        """Whether the laws found that no world fits."""
        return CONTRADICTION in self.reasons

    @property
    def complete(self) -> bool:
        """Whether the whole world is known."""
        everywhere = self.grid.everywhere
        return sum(self.is_) == everywhere == sum(self.holds)

    def knows(self, fact: Fact) -> bool:
        """Whether a fact is known, or on the board."""
        kind, at, value = fact
        match kind:
            case "not_terrain" | "not_crop":
                known = not self._layers(kind)[0][value] >> at & 1
            case "terrain" | "crop":
                known = bool(self._layers(kind)[1][value] >> at & 1)
            case "same":
                known = not at & ~self.home[(at & -at).bit_length() - 1]
            case "min":
                known = self.least(Space(at)) >= value
            case "max":
                known = self.most(Space(at)) <= value
            case "size":
                known = self.least(Space(at)) >= value >= self.most(Space(at))
            case _:
                known = self.contradictory
        return known

    def premises(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """Those of some facts that need a reason; tiles on the board need none.

        A strike without a reason of its own is replaced by the value that the space has.
        """
        for fact in facts:
            kind, at, _ = fact
            if fact in self.reasons:
                yield fact
            elif kind == "not_terrain" and not self.laid >> at & 1:
                yield Fact("terrain", at, self.terrain_of(Space(at)))
            elif kind == "not_crop" and not self.planted >> at & 1:
                yield Fact("crop", at, next(k for k in LEVELS if self.holds[k] >> at & 1))

    def close(self, tier: int) -> None:
        """Add all that the laws of tiers up to this one conclude, round by round.

        Raises:
            TimeIsUp: The budget is used up; the facts found until then are those of whole rounds.
        """
        laws = [law for law, of in TIERS.items() if of <= tier and law in LAWS]
        while not self.contradictory:
            self.clock.check()
            best: dict[Fact, tuple[int, Reason]] = {}
            for law in laws:
                for fact, reason in LAWS[law](self):
                    self.clock.look()
                    if not self.knows(fact):
                        steps = len(self._roots(reason.because))
                        if fact not in best or steps < best[fact][0]:
                            best[fact] = (steps, reason)
            if not best:
                return
            # Values come first: strikes could resolve the same space for a longer reason.
            for fact in sorted(best, key=lambda fact: fact.kind not in ("terrain", "crop")):
                # A strike of a terrain found in this very round was drawn from a region that the
                # space may have joined since: the laws look at that region again.
                if fact.kind != "not_terrain" or fact._replace(kind="terrain") not in best:
                    self._add(fact, best[fact][1], tier)
            self._group()

    def add(self, fact: Fact, reason: Reason, tier: int) -> None:
        """Add a fact that no law concluded."""
        self._add(fact, reason, tier)
        self._group()

    def least(self, space: Space) -> int:
        """The least size known of the region of a space."""
        return max(
            [self.home[space].bit_count()]
            + [fact.value for u in each(self.home[space]) if (fact := self.smallest[u])]
        )

    def most(self, space: Space) -> int:
        """The greatest size known of the region of a space."""
        return min(
            [LARGEST_REGION]
            + [fact.value for u in each(self.home[space]) if (fact := self.largest[u])]
        )

    def first(self, group: Spaces) -> Space:
        """The space that stands for a region: the first of known terrain, in focus if possible."""
        return next(each(group & self.resolved & self.focus or group & self.resolved))

    def weight(self, facts: Iterable[Fact]) -> int:
        """The sum of the weights of facts."""
        return sum(self.weights.get(fact, 1) for fact in facts)

    def terrain_of(self, space: Space) -> Terrain:
        """The terrain of a space that is known to have one.

        Raises:
            UnprovedError: It is not known.
        """
        for terrain in Terrain:
            if self.is_[terrain] >> space & 1:
                return terrain
        raise UnprovedError(f"the terrain of {self.grid.names[space]}")

    def levels_of(self, space: Space) -> list[Level]:
        """The levels that are not struck from a space."""
        return [level for level in LEVELS if self.may[level] >> space & 1]

    def link(self, one: Space, other: Space) -> frozenset[Fact]:
        """The lightest facts that put two spaces of one group in one region."""
        if one == other:
            return frozenset()
        if one not in self._links:
            self._links[one] = self._linked(one)
        return self._links[one][other]

    def _linked(self, one: Space) -> Mapping[Space, frozenset[Fact]]:
        """For each space of a space's group, the lightest facts that link them (Dijkstra)."""
        paths = {one: (0, frozenset[Fact]())}
        resolved: set[Space] = set()
        while near := min(
            [(weight, space) for space, (weight, _) in paths.items() if space not in resolved],
            default=None,
        ):
            _, space = near
            resolved.add(space)
            for beside, facts in self._steps(space):
                if beside not in resolved:
                    through = paths[space][1] | facts
                    weight = self.weight(through)
                    if beside not in paths or weight < paths[beside][0]:
                        paths[beside] = weight, through
        return {space: facts for space, (_, facts) in paths.items()}

    def ties(self, space: Space, spaces: Spaces | None = None) -> frozenset[Fact]:
        """The facts that put a space in one region with others, by default with all known ones."""
        others = self.home[space] if spaces is None else spaces
        return frozenset().union(*(self.link(space, other) for other in each(others)))

    def size_facts(self, space: Space, which: Literal["min", "max"], size: int) -> frozenset[Fact]:
        """The facts that bound the size of the region of a space."""
        table = self.smallest if which == "min" else self.largest
        for other in each(self.home[space]):
            fact = table[other]
            if fact is not None and fact.value == size:
                return frozenset({fact}) | self.link(space, other)
        return self.ties(space)

    def _steps(self, space: Space) -> Iterator[tuple[Space, frozenset[Fact]]]:
        if self.resolved >> space & 1:
            terrain = self.terrain_of(space)
            for other in each(self.grid.neighbours(1 << space) & self.is_[terrain]):
                facts = (Fact("terrain", space, terrain), Fact("terrain", other, terrain))
                yield other, frozenset(self.premises(facts))
        for fact in self.joined:
            if fact.at >> space & 1:
                for other in each(fact.at & ~(1 << space)):
                    yield other, frozenset({fact})

    def _group(self) -> None:
        """Compute `home` and `groups`: contiguous spaces of one terrain, and joined ones."""
        homes = [1 << space for space in each(self.grid.everywhere)]
        groups = [group for spaces in self.is_ for group in self.grid.groups(spaces)]
        merged: list[Spaces] = []
        for spaces in [*groups, *[Spaces(fact.at) for fact in self.joined]]:
            joined = spaces | union(other for other in merged if other & spaces)
            merged = [*[other for other in merged if not other & spaces], joined]
        for joined in merged:
            for space in each(joined):
                homes[space] = joined
        self.resolved = sum(self.is_, NOWHERE)
        self._links: dict[Space, Mapping[Space, frozenset[Fact]]] = {}
        # Laws conclude about regions whose terrain is known.
        self.home, self.groups = homes, [group for group in merged if group & self.resolved]
        sized = [_Sized(group, self.least(at), self.most(at)) for group, at in _firsts(self.groups)]
        self.sized = [[group for group in sized if group.spaces & spaces] for spaces in self.is_]
        # The size of a region may be known before its terrain.
        self.loose = [
            _Sized(1 << space, self.least(space), self.most(space))
            for space in each(self.grid.everywhere & ~self.resolved)
            if self.smallest[space] or self.largest[space]
        ]

    def _roots(self, because: Iterable[Fact]) -> frozenset[Fact]:
        """These facts, and all facts from which they were drawn."""
        return frozenset().union(*(self.roots[fact] | {fact} for fact in because))

    def _add(self, fact: Fact, reason: Reason, tier: int) -> None:
        if self.contradictory or self.knows(fact):
            return
        if fact.kind in ("terrain", "crop") and self.knows(_struck(fact)):
            # The same space was given another value in this very round.
            struck = self.premises([_struck(fact)])
            reason = reason._replace(because=reason.because.union(struck))
            fact = CONTRADICTION
        self.reasons[fact], self.tiers[fact] = reason, tier
        self.roots[fact] = self._roots(reason.because)
        self._note(fact)
        if fact.kind in ("not_terrain", "not_crop"):
            self._resolve(fact, reason, tier)

    def _note(self, fact: Fact) -> None:
        kind, at, value = fact
        match kind:
            case "not_terrain" | "not_crop":
                self._layers(kind)[0][value] &= ~(1 << at)
            case "terrain" | "crop":
                self._fix(fact)
            case "same":
                self.joined.append(fact)
            case "min" | "max" | "size":
                if kind != "max" and value > self.least(Space(at)):
                    self.smallest[at] = fact
                if kind != "min" and value < self.most(Space(at)):
                    self.largest[at] = fact

    def _layers(self, kind: Kind) -> tuple[list[Spaces], list[Spaces]]:
        """The spaces from which each value is not struck, and those that have it."""
        if kind in ("terrain", "not_terrain"):
            return self.can, self.is_
        return self.may, self.holds

    def _fix(self, fact: Fact) -> None:
        """Give a space its one value."""
        open_, resolved = self._layers(fact.kind)
        bit = 1 << fact.at
        for value in range(len(open_)):
            if value != fact.value:
                open_[value] &= ~bit
        resolved[fact.value] |= bit

    def _resolve(self, struck: Fact, reason: Reason, tier: int) -> None:
        """After a strike, add the value of a space that has only one left."""
        kind, at, value = struck
        values: Sequence[int] = tuple(Terrain) if kind == "not_terrain" else LEVELS
        left = [v for v in values if not self.knows(Fact(kind, at, v))]
        if len(left) > 1:
            return
        others = self.premises(Fact(kind, at, v) for v in values if v not in (value, *left))
        why = reason._replace(because=reason.because.union(others), strike=struck)
        if not left:
            self._add(CONTRADICTION, why, tier)
        elif kind == "not_terrain":
            self._add(Fact("terrain", at, left[0]), why, tier)
        else:
            self._add(Fact("crop", at, left[0]), why, tier)


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
    because = frozenset(others).union(*(reason.because for reason in strikes.values()))
    value, reason = max(strikes.items())
    spaces = union(one.spaces for one in strikes.values())
    strike = Fact("not_crop", goal.at, value)
    return reason._replace(because=because, spaces=spaces, strike=strike)


def _completes(known: Knowledge, fact: Fact, reason: Reason, goal: Fact) -> Reason | None:
    """How a conclusion leads to a goal together with the strikes known of the same space."""
    kind, at, value = fact
    if kind in ("terrain", "crop") and goal == CONTRADICTION and known.knows(_struck(fact)):
        return reason._replace(because=reason.because.union(known.premises([_struck(fact)])))
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
                because = frozenset(known.premises([Fact("crop", space, level)]))
                yield (
                    Fact("not_crop", other, level),
                    Reason("separation", because, 1 << space | 1 << other),
                )


def _one_each(known: Knowledge) -> Iterator[Proposal]:
    """A region has each level up to its size once: a space's level is struck from the others."""
    for group in known.groups:
        held = {
            level: next(each(spaces & group))
            for level, spaces in enumerate(known.holds)
            if spaces & group
        }
        for space in each(group & known.focus):
            left = known.levels_of(space)
            if len(left) == 1:
                # Other laws find contradictions of such a space.
                continue
            reasons = {
                level: known.link(space, other)
                | frozenset(known.premises([Fact("crop", other, level)]))
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
                because = frozenset(known.premises([Fact("crop", space, level)]))
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
            reason = Reason("region_size", frozenset(known.premises([*own, *shut])), area)
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
            because = known.ties(space) | frozenset(
                known.premises([Fact("terrain", space, terrain)])
            )
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
        # What cuts off a part of a region is the argument of `reach`.
        if not area & known.focus or group & ~area:
            continue
        for level in LEVELS[:least]:
            places = area & known.may[level]
            if places.bit_count() > 1 or known.holds[level] & places:
                continue
            needed = [Fact("not_crop", u, level) for u in each(area & ~places)]
            needed.append(Fact("terrain", space, terrain))
            because = frozenset(known.premises(needed)) | _at_least(known, space, level)
            if complete:
                because |= known.ties(space)
                if group.bit_count() < LARGEST_REGION:
                    because |= known.size_facts(space, "max", known.most(space))
            else:
                border = known.grid.neighbours(area) & ~area
                because |= frozenset(
                    known.premises(Fact("not_terrain", u, terrain) for u in each(border))
                )
            reason = Reason("last_place", because, area, region=space, level=level)
            if not places:
                yield CONTRADICTION, reason
                return
            place = next(each(places))
            if not group & places:
                yield Fact("terrain", place, terrain), reason
                yield Fact("same", 1 << space | places), reason
            yield Fact("crop", place, level), reason


def _at_least(known: Knowledge, space: Space, size: int) -> frozenset[Fact]:
    """The lightest facts that make the region of a space at least so large."""
    ways = [
        frozenset({fact}) | known.link(space, other)
        for other in each(known.home[space])
        if (fact := known.smallest[other]) is not None and fact.value >= size
    ]
    if known.home[space].bit_count() >= size:
        ways.append(known.ties(space))
    return min(ways, key=known.weight)


def _last_tiles(known: Knowledge) -> Iterator[Proposal]:
    """The tiles of a terrain are all placed, fill all spaces left, or allow no second region."""
    for terrain in Terrain:
        tiles, is_, can = known.tiles[terrain], known.is_[terrain], known.can[terrain]
        if is_.bit_count() >= tiles:
            because = frozenset(known.premises(Fact("terrain", u, terrain) for u in each(is_)))
            reason = Reason("last_tiles", because, is_)
            if is_.bit_count() > tiles:
                yield CONTRADICTION, reason
            for space in each(can & ~is_ & known.focus):
                yield Fact("not_terrain", space, terrain), reason
        if can.bit_count() <= tiles:
            shut = known.grid.everywhere & ~can
            because = frozenset(known.premises(Fact("not_terrain", u, terrain) for u in each(shut)))
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
        needed = known.ties(space) | _at_least(known, space, sizes[group])
        joined = group
        for other in others:
            there = known.first(other)
            joined |= other
            needed |= known.ties(there) | _at_least(known, there, rest + 1)
        joined &= known.resolved
        needed |= frozenset(known.premises(Fact("terrain", u, terrain) for u in each(joined)))
        yield Fact("same", joined), Reason("last_tiles", needed, joined)


def _must_join(known: Knowledge) -> Iterator[Proposal]:
    """Touching spaces of one terrain are in one region."""
    for terrain in Terrain:
        for space in each(known.is_[terrain] & known.focus):
            around = known.grid.touching(1 << space) & known.is_[terrain] & ~known.home[space]
            for other in each(around >> space << space):
                pair = (Fact("terrain", space, terrain), Fact("terrain", other, terrain))
                both = 1 << space | 1 << other
                yield Fact("same", both), Reason("must_join", frozenset(known.premises(pair)), both)


def _reach(known: Knowledge) -> Iterator[Proposal]:
    """A region reaches its size or spaces only through these spaces, or not at all."""
    return _by_shapes(known, "reach")


def _all_five_seen(known: Knowledge) -> Iterator[Proposal]:
    """No space touches all five levels, so no region is a U or a V of five spaces."""
    return _by_shapes(known, "all_five_seen")


def _by_shapes(known: Knowledge, law: Literal["reach", "all_five_seen"]) -> Iterator[Proposal]:
    placed = _placed(known.board)
    for terrain in Terrain:
        if not known.can[terrain] & known.focus:
            continue
        regions, struck = _fitting(known, terrain)
        for group, fitting in regions:
            left = [shape for shape in fitting if law == "reach" or not shape.seen]
            # Without a U and a V among them, `reach` concludes as much.
            if law == "reach" or len(left) < len(fitting):
                first = known.first(group)
                possible = [p for p in placed[first] if law == "reach" or not p.seen]
                yield from _of_region(known, law, group, terrain, left, possible)
        for space in each(struck[law]):
            possible = [p for p in placed[space] if law == "reach" or not p.seen]
            because = _excluding(known, terrain, possible)
            yield Fact("not_terrain", space, terrain), Reason(law, because, 1 << space)


_Regions = list[tuple[Spaces, list["_Placed"]]]


def _fitting(known: Knowledge, terrain: Terrain) -> tuple[_Regions, Mapping[str, Spaces]]:
    """The shapes left to each region of a terrain, and the spaces that no region of it can cover.

    Cached while nothing about the terrain changes: most new facts concern levels.
    """
    sized = (*known.sized[terrain], *known.loose)
    key = (terrain, known.can[terrain], known.is_[terrain], sized)
    found: tuple[_Regions, Mapping[str, Spaces]] | None = known.fitting.get(key)
    if found is None:
        found = known.fitting[key] = _fit(known, terrain)
    return found


def _fit(known: Knowledge, terrain: Terrain) -> tuple[_Regions, Mapping[str, Spaces]]:
    placed = _placed(known.board)
    regions = []
    for group in known.sized[terrain]:
        known.clock.look()
        first = known.first(group.spaces)
        if not _in_reach(known.board)[first] & known.focus:
            continue
        shapes_there = placed[first]
        regions.append((group.spaces, [p for p in shapes_there if _fits(known, p, terrain)]))
    struck = {"reach": NOWHERE, "all_five_seen": NOWHERE}
    for space in each(known.can[terrain] & ~known.is_[terrain] & known.focus):
        known.clock.look()
        # One shape that is no U and no V is enough.
        if not any(_fits(known, p, terrain) for p in placed[space] if not p.seen):
            seen = any(_fits(known, p, terrain) for p in placed[space] if p.seen)
            struck["all_five_seen" if seen else "reach"] |= 1 << space
    return regions, struck


def _fits(known: Knowledge, shape: _Placed, terrain: Terrain) -> bool:
    """Whether a region of this terrain can have this shape, as far as is known."""
    spaces, border, size, _ = shape
    if spaces & ~known.can[terrain] or border & known.is_[terrain]:
        return False
    for group in (*known.sized[terrain], *known.loose):
        if group.spaces & spaces and (
            group.spaces & ~spaces or not group.least <= size <= group.most
        ):
            return False
    return True


def _of_region(  # noqa: PLR0917 - what is known of a region
    known: Knowledge,
    law: str,
    group: Spaces,
    terrain: Terrain,
    fitting: Sequence[_Placed],
    possible: Sequence[_Placed],
) -> Iterator[Proposal]:
    space = known.first(group)
    own = frozenset(known.premises([Fact("terrain", space, terrain)]))

    def reason(others: Iterable[_Placed], added: Spaces = NOWHERE) -> Reason:
        premises = own | _excluding(known, terrain, others)
        return Reason(law, premises, group | added, region=space)

    if not fitting:
        yield CONTRADICTION, reason(possible)
        return
    always = known.grid.everywhere
    for shape in fitting:
        always &= shape.spaces
    for other in each(always & ~group & known.focus):
        taken_in = reason((p for p in possible if not p.spaces >> other & 1), 1 << other)
        yield Fact("terrain", other, terrain), taken_in
        yield Fact("same", 1 << space | 1 << other), taken_in
    least, most = min(p.size for p in fitting), max(p.size for p in fitting)
    if least > known.least(space):
        yield Fact("min", space, least), reason(p for p in possible if p.size < least)
    if most < known.most(space):
        yield Fact("max", space, most), reason(p for p in possible if p.size > most)


def _excluding(known: Knowledge, terrain: Terrain, shapes: Iterable[_Placed]) -> frozenset[Fact]:
    """Facts that leave none of these shapes to a region: few, by a greedy choice."""
    lies, lies_not = known.laid & known.is_[terrain], known.laid & ~known.is_[terrain]
    pending = [
        [*dict.fromkeys(_objections(known, shape, terrain))]
        for shape in shapes
        if not shape.spaces & lies_not and not shape.border & lies
    ]
    pending = [objections for objections in pending if frozenset() not in objections]
    chosen: list[frozenset[Fact]] = []
    while pending:
        known.clock.look()
        counts: dict[frozenset[Fact], int] = {}
        for objections in pending:
            for objection in objections:
                counts[objection] = counts.get(objection, 0) + 1
        best = min(counts, key=lambda facts: (known.weight(facts) / counts[facts], sorted(facts)))
        chosen.append(best)
        pending = [objections for objections in pending if best not in objections]
    return frozenset().union(*chosen)


def _objections(known: Knowledge, shape: _Placed, terrain: Terrain) -> Iterator[frozenset[Fact]]:
    """Sets of facts that each exclude a shape."""
    for space in each(shape.spaces & ~known.can[terrain]):
        yield frozenset(known.premises([Fact("not_terrain", space, terrain)]))
    for space in each(shape.border & known.is_[terrain]):
        yield frozenset(known.premises([Fact("terrain", space, terrain)]))
    for group in (*known.sized[terrain], *known.loose):
        inside = group.spaces & shape.spaces
        if not inside:
            continue
        space = next(each(inside))
        for other in each(group.spaces & ~shape.spaces):
            yield known.link(space, other)
        if shape.size < group.least:
            yield _at_least(known, space, shape.size + 1)
        if shape.size > group.most:
            yield known.size_facts(space, "max", group.most)


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
            reason = Reason("two_by_two", frozenset(known.premises(struck)), spaces)
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
    "reach": _reach,
    "two_by_two": _two_by_two,
    "all_five_seen": _all_five_seen,
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
