"""Knowledge of the worlds that fit a board: facts, and how each was found."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces, each, first_of, union
from theodolite.tiwanaku.board import (
    GRIDS,
    LARGEST_REGION,
    LEVELS,
    BoardName,
    Land,
    Level,
    Terrain,
)
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.snapshot import ByTerrain

Kind = Literal[
    "not_terrain",
    "not_crop",
    "terrain",
    "crop",
    "crops",
    "terrains",
    "not_terrains",
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
        at: A space; for `same` the set of spaces that are in one region. For `terrains` and
            `not_terrains`, which only steps have, the set of spaces that have a terrain or not.
        value: The terrain, the level, or the size. For `crops`, which only steps have, a bit for
            each level left.
    """

    kind: Kind
    at: int = 0
    value: int = 0


CONTRADICTION = Fact("contradiction")


_OPPOSITES: Mapping[Kind, Kind] = {
    "terrain": "not_terrain",
    "not_terrain": "terrain",
    "crop": "not_crop",
    "not_crop": "crop",
}


def opposite(fact: Fact) -> Fact:
    """That a space does not have a value, given that it has it; or the other way round."""
    return fact._replace(kind=_OPPOSITES[fact.kind])


class Reason(NamedTuple):
    """Why a fact holds.

    Attributes:
        law: The law.
        because: The facts from which it was drawn.
        spaces: The spaces concerned.
        strike: For a value that is the last one left, the strike that left it.
        region: For a law that argues about one region, a space of it whose terrain is known.
        level: For a law that argues about one level, that level.
        more: Law `suppose`: the supposition. Law `search`: the solver's proof.
    """

    law: str
    because: frozenset[Fact]
    spaces: Spaces
    strike: Fact | None = None
    region: Space | None = None
    level: Level | None = None
    more: Any = None


class UnprovedError(Exception):
    """A step needs a fact that none of its premises proves."""


GIVEN = "given"
"""In place of a law: the fact needs no reason here."""


Why = Callable[[], Reason]
"""Finds the reason of a fact in what was known when a law concluded it."""
Proposal = tuple[Fact, Why]
"""A fact that a law concludes, and its reason."""


class Found(NamedTuple):
    """How a fact was found.

    Attributes:
        order: The number of facts found before it.
        tier: The tier of the laws.
        depth: The number of rounds before it.
        ways: Its reasons, by the laws that concluded it in the same round. None for the last value
            left to a space.
        strikes: The strikes that leave no other value, or that contradict it.
    """

    order: int
    tier: int
    depth: int
    ways: tuple[Why, ...]
    strikes: frozenset[Fact] = frozenset()


class Sized(NamedTuple):
    """Spaces known to be in one region, and bounds of its size."""

    spaces: Spaces
    least: int
    most: int


# The same few sets of spaces are grouped in every supposition.
@lru_cache(maxsize=1 << 14)
def _groups(board: BoardName, spaces: Spaces) -> Sequence[Spaces]:
    return GRIDS[board].groups(spaces)


class Knowledge:
    """The facts known of the worlds that fit a board. Adding facts makes new knowledge of them.

    Args:
        land: The tiles on the board.
        tiles: The disc's number of tiles of each terrain.
        clock: The budget; laws that search raise TimeIsUp.

    Attributes:
        can: For each terrain, the spaces from which it is not struck.
        is_: For each terrain, the spaces that have it for certain.
        may: For each level, the spaces from which it is not struck.
        holds: For each level, the spaces that have it for certain.
        home: For each space, the spaces known to be in one region with it.
        groups: The sets of spaces known to be in one region, if some terrain in it is known.
        regions: Those, and the spaces of which other things of their region are known.
        found: How each fact was found.
        outer: How those facts were found that a supposition takes from elsewhere.
        fresh: The spaces of the facts that were added last.
        costs: How much a fact counts where a law may choose its premises.
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
        self.found: dict[Fact, Found] = {}
        self.outer: Mapping[Fact, Found] = {}
        self.depth = 0
        self.joined: list[Fact] = []
        self.smallest: dict[Space, Fact] = {}
        self.largest: dict[Space, Fact] = {}
        self.costs: dict[Fact, int] = {}
        self.fresh = everywhere
        self.fitting: dict[object, object] = {}
        self._group()

    def holding(self, facts: Iterable[Fact]) -> "Knowledge":
        """A copy with further facts that need no reason, all of them fresh.

        Of facts that contradict each other, as steps within a supposition can, the first one holds.
        """
        other = self._copy()
        other.fresh = NOWHERE
        for fact in facts:
            other.found[fact] = Found(len(other.found), 0, 0, ())
            if fact.kind not in _OPPOSITES or not other.knows(opposite(fact)):
                other._note(fact)
        other._group()
        return other

    def anew(self) -> "Knowledge":
        """A copy all of which is fresh."""
        other = self._copy()
        other.fresh, other.fitting = self.grid.everywhere, {}
        return other

    def supposing(self, fact: Fact) -> "Knowledge":
        """A copy with a terrain or a level on a space, as if its tile were on the board."""
        other = self._copy()
        other.outer, other.costs, other.depth = self.found, {}, 0
        bit = 1 << fact.at
        other.fresh = NOWHERE
        other._note(fact)
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
        other.found, other.joined = {**self.found}, self.joined[:]
        other.fitting = {**self.fitting}
        other.smallest, other.largest = {**self.smallest}, {**self.largest}
        return other

    @property
    def contradictory(self) -> bool:
        """Whether the laws found that no world fits."""
        return CONTRADICTION in self.found

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
            if fact in self.found:
                yield fact
            elif kind == "not_terrain" and not self.laid >> at & 1:
                yield Fact("terrain", at, self.terrain_of(Space(at)))
            elif kind == "not_crop" and not self.planted >> at & 1:
                yield Fact("crop", at, next(k for k in LEVELS if self.holds[k] >> at & 1))

    def adding(self, ways: Mapping[Fact, Sequence[Why]], tier: int) -> "Knowledge":
        """A copy with facts that laws of a tier concluded, in this order."""
        other = self._copy()
        other.depth, other.fresh = self.depth + 1, NOWHERE
        for fact, reasons in ways.items():
            other._add(fact, Found(len(other.found), tier, other.depth, tuple(reasons)))
        other._group()
        return other

    def with_outer(self, outer: Mapping[Fact, Found]) -> "Knowledge":
        """A copy with what was found outside a supposition since."""
        other, before = self._copy(), self.fresh
        other.outer = outer
        added = [fact for fact in outer if fact not in self.outer]
        # Values first: none is to be the last one left by strikes that all come from outside.
        for fact in sorted(added, key=lambda fact: fact.kind not in ("terrain", "crop")):
            other._add(fact, outer[fact])
        other._group()
        other.fresh |= before
        return other

    def least(self, space: Space) -> int:
        """The least size known of the region of a space."""
        return self._least[space]

    def most(self, space: Space) -> int:
        """The greatest size known of the region of a space."""
        return self._most[space]

    def first(self, group: Spaces) -> Space:
        """The space that stands for a region: the first of known terrain."""
        return first_of(group & self.resolved)

    def weight(self, facts: Iterable[Fact]) -> int:
        """How much facts count together: by their costs, or else by the rounds they took."""
        return sum(self.costs.get(fact) or 2 + 2 * self.found[fact].depth for fact in facts)

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
        for other, fact in table.items():
            if self.home[space] >> other & 1 and fact.value == size:
                return frozenset({fact}) | self.link(space, other)
        return self.ties(space)

    def at_least(self, space: Space, size: int) -> frozenset[Fact]:
        """The lightest facts that make the region of a space at least so large."""
        ways = [
            frozenset({fact}) | self.link(space, other)
            for other, fact in self.smallest.items()
            if self.home[space] >> other & 1 and fact.value >= size
        ]
        if self.home[space].bit_count() >= size:
            ways.append(self.ties(space))
        return min(ways, key=self.weight)

    def _steps(self, space: Space) -> Iterator[tuple[Space, frozenset[Fact]]]:
        if self.resolved >> space & 1:
            terrain = self.terrain_of(space)
            for other in each(self.grid.neighbours(1 << space) & self.is_[terrain]):
                facts = (Fact("terrain", space, terrain), Fact("terrain", other, terrain))
                yield other, self.premises(facts)
        for fact in self.joined:
            if fact.at >> space & 1:
                for other in each(Spaces(fact.at & ~(1 << space))):
                    yield other, frozenset({fact})

    def _group(self) -> None:
        """Compute what follows from the facts added: regions and their sizes."""
        groups = [group for spaces in self.is_ for group in _groups(self.board, spaces)]
        for fact in self.joined:
            parts = [group for group in groups if group & fact.at]
            groups = [group for group in groups if not group & fact.at]
            groups.append(union(parts) | Spaces(fact.at))
        count = len(self.grid.names)
        self.home = homes = [1 << Space(space) for space in range(count)]
        self._least, self._most = least, most = [1] * count, [LARGEST_REGION] * count
        for group in groups:
            for space in each(group):
                homes[space], least[space] = group, group.bit_count()
        bounded = union(homes[space] for space in (*self.smallest, *self.largest))
        for space, fact in self.smallest.items():
            for other in each(homes[space]):
                least[other] = max(least[other], fact.value)
        for space, fact in self.largest.items():
            for other in each(homes[space]):
                most[other] = min(most[other], fact.value)
        self.resolved = sum(self.is_, NOWHERE)
        self._links: dict[Space, Mapping[Space, frozenset[Fact]]] = {}
        # Laws conclude about regions whose terrain is known.
        self.groups = [group for group in groups if group & self.resolved]
        firsts = map(first_of, self.groups)
        sized = [Sized(homes[at], least[at], most[at]) for at in firsts]
        self.sized = [[group for group in sized if group.spaces & spaces] for spaces in self.is_]
        # A region's size, or that spaces are in it together, may be known before its terrain.
        open_ = (bounded | union(Spaces(fact.at) for fact in self.joined)) & ~self.resolved
        self.loose = [Sized(homes[at], least[at], most[at]) for at in each(open_)]
        self.regions = [*dict.fromkeys([*self.groups, *(one.spaces for one in self.loose)])]
        self.fresh |= union(homes[space] for space in each(self.fresh))

    def _add(self, fact: Fact, found: Found) -> None:
        if self.contradictory or self.knows(fact):
            return
        if fact.kind in ("terrain", "crop") and self.knows(opposite(fact)):
            # The space got another value in this very round, or in a supposition.
            strikes = self.premises([opposite(fact)])
            if found is self.outer.get(fact):
                self.found[fact] = found
                found = Found(len(self.found), found.tier, self.depth, (), strikes | {fact})
            else:
                found = found._replace(strikes=strikes)
            fact = CONTRADICTION
        self.found[fact] = found
        self._note(fact)
        if fact.kind in ("not_terrain", "not_crop"):
            self._resolve(fact, found)

    def _note(self, fact: Fact) -> None:
        kind, at, value = fact
        match kind:
            case "not_terrain" | "not_crop":
                self._layers(kind)[0][value] &= ~(1 << at)
            case "terrain" | "crop":
                self._fix(fact)
            case "same":
                self.joined.append(fact)
                self.fresh |= at
                return
            case "min" | "max" | "size":
                space = Space(at)
                least, most = self.smallest.get(space, fact), self.largest.get(space, fact)
                if kind != "max" and value > self.least(space) and value >= least.value:
                    self.smallest[space] = fact
                if kind != "min" and value < self.most(space) and value <= most.value:
                    self.largest[space] = fact
        self.fresh |= 1 << at

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

    def _resolve(self, struck: Fact, found: Found) -> None:
        """After a strike, add the value of a space that has only one left."""
        kind, at, _ = struck
        values: Sequence[int] = tuple(Terrain) if kind == "not_terrain" else LEVELS
        left = [v for v in values if not self.knows(Fact(kind, at, v))]
        if len(left) > 1:
            return
        strikes = self.premises(Fact(kind, at, v) for v in values if v not in left)
        value = Fact("terrain" if kind == "not_terrain" else "crop", at, left[0]) if left else None
        self._add(
            value or CONTRADICTION, Found(len(self.found), found.tier, self.depth, (), strikes)
        )
