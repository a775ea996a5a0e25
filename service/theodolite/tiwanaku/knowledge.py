"""Knowledge of the worlds that fit a board: facts, each with the reason for it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces, each, first_of, union
from theodolite.tiwanaku.board import LARGEST_REGION, LEVELS, Land, Level, Terrain
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


def opposite(fact: Fact) -> Fact:
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


class _Sized(NamedTuple):
    """Spaces known to be in one region, and bounds of its size."""

    spaces: Spaces
    least: int
    most: int


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
                known = not at & ~self.home[first_of(Spaces(at))]
            case "min":
                known = self.least(Space(at)) >= value
            case "max":
                known = self.most(Space(at)) <= value
            case "size":
                known = self.least(Space(at)) >= value >= self.most(Space(at))
            case _:
                known = self.contradictory
        return known

    def premises(self, facts: Iterable[Fact]) -> frozenset[Fact]:
        """Those of some facts that need a reason; tiles on the board need none."""
        return frozenset(self._premises(facts))

    def _premises(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """As `premises`. A strike without a reason is replaced by the value that the space has."""
        for fact in facts:
            kind, at, _ = fact
            if fact in self.reasons:
                yield fact
            elif kind == "not_terrain" and not self.laid >> at & 1:
                yield Fact("terrain", at, self.terrain_of(Space(at)))
            elif kind == "not_crop" and not self.planted >> at & 1:
                yield Fact("crop", at, next(k for k in LEVELS if self.holds[k] >> at & 1))

    def add(self, found: Mapping[Fact, Reason], tier: int) -> None:
        """Add facts, in this order, that laws of a tier concluded."""
        for fact, reason in found.items():
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
        return first_of(group & self.resolved & self.focus or group & self.resolved)

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

    def ties(self, space: Space) -> frozenset[Fact]:
        """The facts that put a space in one region with all others that are known to be in it."""
        return frozenset().union(*(self.link(space, other) for other in each(self.home[space])))

    def size_facts(self, space: Space, which: Literal["min", "max"], size: int) -> frozenset[Fact]:
        """The facts that bound the size of the region of a space."""
        table = self.smallest if which == "min" else self.largest
        for other in each(self.home[space]):
            fact = table[other]
            if fact is not None and fact.value == size:
                return frozenset({fact}) | self.link(space, other)
        return self.ties(space)

    def at_least(self, space: Space, size: int) -> frozenset[Fact]:
        """The lightest facts that make the region of a space at least so large."""
        ways = [
            frozenset({fact}) | self.link(space, other)
            for other in each(self.home[space])
            if (fact := self.smallest[other]) is not None and fact.value >= size
        ]
        if self.home[space].bit_count() >= size:
            ways.append(self.ties(space))
        return min(ways, key=self.weight)

    def origins(self, because: Iterable[Fact]) -> frozenset[Fact]:
        """These facts, and all facts from which they were drawn."""
        return frozenset().union(*(self.roots[fact] | {fact} for fact in because))

    def _steps(self, space: Space) -> Iterator[tuple[Space, frozenset[Fact]]]:
        if self.resolved >> space & 1:
            terrain = self.terrain_of(space)
            for other in each(self.grid.neighbours(1 << space) & self.is_[terrain]):
                facts = (Fact("terrain", space, terrain), Fact("terrain", other, terrain))
                yield other, self.premises(facts)
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
        firsts = map(first_of, self.groups)
        sized = [_Sized(self.home[at], self.least(at), self.most(at)) for at in firsts]
        self.sized = [[group for group in sized if group.spaces & spaces] for spaces in self.is_]
        # The size of a region may be known before its terrain.
        self.loose = [
            _Sized(1 << space, self.least(space), self.most(space))
            for space in each(self.grid.everywhere & ~self.resolved)
            if self.smallest[space] or self.largest[space]
        ]

    def _add(self, fact: Fact, reason: Reason, tier: int) -> None:
        if self.contradictory or self.knows(fact):
            return
        if fact.kind in ("terrain", "crop") and self.knows(opposite(fact)):
            # The same space was given another value in this very round.
            struck = self.premises([opposite(fact)])
            reason = reason._replace(because=reason.because.union(struck))
            fact = CONTRADICTION
        self.reasons[fact], self.tiers[fact] = reason, tier
        self.roots[fact] = self.origins(reason.because)
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
