"""What can be known of the secret world, and why.

The solver decides what is possible: every value that is listed has a world that shows it, every
other one is proved to have none. The laws then explain what is certain, by tiers: 1 to 3 conclude
directly, 4 supposes a value and finds a contradiction by those, 5 cites what the solver proved.
Only what lies, the disc's counts and the two laws are premises: never that the disc is unique, and
never what a player does.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple, cast

from theodolite.grid import Space, Spaces, each
from theodolite.tiwanaku.board import (
    CROPS_IN_BOX,
    LEVELS,
    Land,
    Level,
    Terrain,
)
from theodolite.tiwanaku.chains import Chains
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.laws import CONTRADICTION, GIVEN, Fact, Knowledge, Reason
from theodolite.tiwanaku.proofs import Proof, Prover
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value, Worlds
from theodolite.tiwanaku.steps import Step, Supposition, Telling, concluded
from theodolite.tiwanaku.tilings import bundle

__all__ = [
    "COUNT_TO",
    "LAST_TIER",
    "Certain",
    "Deductions",
    "Difficulty",
    "Explanation",
    "Possible",
    "Step",
    "concluded",
    "crop_limit_matters",
    "deduce",
]

COUNT_TO = 10_000
LAST_TIER = 5
_DIRECT = 3
_SUPPOSE = 4


class Possible(NamedTuple):
    """The terrains and the levels that a space may have."""

    terrain: tuple[Terrain, ...]
    crops: tuple[Level, ...]


class Certain(NamedTuple):
    """A value that is settled and does not lie yet, and the ids of the steps that prove it.

    `steps` is None if there was no time to find them.
    """

    value: Value
    steps: tuple[int, ...] | None


class Difficulty(NamedTuple):
    """How hard the certain values are to see: the hardest tier, and the steps in all."""

    tier: int
    steps: int


class Deductions(NamedTuple):
    """What can be known.

    `consistent` is None if no world was found and none excluded in time. `worlds` were found, and
    `exact` says that there are no others. `undecided` values are listed without a world that shows
    them; `truncated` says that the time was up before all was settled or counted. `conflict` says
    why there is no world, if there is none. `explained` is False if some of what is certain, or the
    conflict, comes without its steps: they were not asked for, or not found in time.
    """

    consistent: bool | None
    truncated: bool
    spaces: Mapping[Space, Possible]
    undecided: tuple[Value, ...]
    worlds: int
    exact: bool
    certain: tuple[Certain, ...] = ()
    steps: tuple[Step, ...] = ()
    explained: bool = True
    difficulty: Difficulty | None = None
    conflict: Proof | None = None


def crop_limit_matters(
    land: Land, tiles: ByTerrain, found: Deductions, clock: Clock
) -> bool | None:
    """Whether the other value of `crop_limit` would change an answer; None if that stays open.

    Args:
        land: what lies.
        tiles: how many tiles of each terrain the disc has.
        found: the answer under one of the values.
        clock: when to stop.
    """
    # What no 2x2 block can hold twice, 25 spaces hold nine times at most.
    over = [level for level in LEVELS if _most_places(land, level) > CROPS_IN_BOX[level - 1]]
    try:
        for level in over:
            clock.look()
            with Worlds(land, tiles, clock, box=False) as worlds:
                worlds.require_more(level, CROPS_IN_BOX[level - 1])
                if worlds.any_of(briefly=True) is not None:
                    # There are worlds that the box cannot be laid with: with them there are more.
                    return True if found.exact else None
    except TimeIsUp:
        return None
    return False


def _most_places(land: Land, level: Level) -> int:
    """No fewer spaces than can hold a level: blocks of which each holds it once at most."""
    grid = land.grid
    held = land.crops[level - 1]
    places = held | grid.everywhere & ~land.planted & ~grid.touching(held)
    return min(
        sum(
            bool(places & columns & rows)
            for rows in _pairs(grid.row_lines, down)
            for columns in _pairs(grid.column_lines, across)
        )
        for down in (0, 1)
        for across in (0, 1)
    )


def _pairs(lines: Sequence[Spaces], first: int) -> list[Spaces]:
    """Lines taken together by twos, the first of them alone or not."""
    cuts = [0, *range(first or 2, len(lines), 2), len(lines)]
    return [sum(lines[a:b]) for a, b in pairwise(cuts)]


class _Survey:
    """Which values worlds show, and how many worlds there are, as far as is found out.

    Args:
        worlds: the worlds that fit.
        tiles: how many tiles of each terrain the disc has.
        first: the spaces that are asked about.
        count_to: how many worlds are counted at most.
    """

    def __init__(self, worlds: Worlds, tiles: ByTerrain, first: Spaces, count_to: int) -> None:
        land = worlds.land
        self.worlds, self.tiles, self.count_to = worlds, tiles, count_to
        self.shown_terrain, self.shown_crops = [0] * len(Terrain), [0] * len(LEVELS)
        self.excluded: set[Value] = set()
        self.count = 0
        # Every world is of a tiling that was found: nothing is left to find.
        self.exhausted = False
        self.open = list(_values(land, each(first)))

    def shown(self, value: Value) -> bool:
        """Whether some world that was found shows a value."""
        space, terrain, level = value
        layer = self.shown_terrain[terrain] if level is None else self.shown_crops[level - 1]
        return bool(layer >> space & 1)

    def settle(self, values: Iterable[Value], *, briefly: bool = False) -> None:
        """Find for each value a world that shows it, or that none does; or briefly the easy ones.

        Raises:
            TimeIsUp: The time is up.
        """
        for value in values:
            if self.shown(value) or value in self.excluded:
                continue
            if self.exhausted:
                self.excluded.add(value)
                continue
            try:
                tiling = self.worlds.any_tiling([value], briefly=briefly)
            except TimeIsUp:
                self.worlds.clock.check()
                continue
            if tiling is None:
                self.excluded.add(value)
                self.worlds.rule_out(value)
            else:
                self.take(tiling)

    def take(self, tiling: Sequence[Spaces]) -> None:
        """Note all worlds with these regions.

        Raises:
            TimeIsUp: The time is up before they are counted.
        """
        worlds = self.worlds
        found = bundle(worlds.land, self.tiles, tiling, worlds.clock)
        self.count += found.worlds
        self.shown_terrain = [a | b for a, b in zip(self.shown_terrain, found.terrain, strict=True)]
        self.shown_crops = [a | b for a, b in zip(self.shown_crops, found.crops, strict=True)]
        worlds.exclude(tiling)

    def find_all(self) -> None:
        """Settle all values that are open, and count worlds until there are enough, or no more."""
        # What is easy comes first: it stays settled if the time is up before a world is found.
        self.settle(self.open, briefly=True)
        if not self.count:
            self._take_another()
        self.settle(self.open)
        while self.count < self.count_to and not self.exhausted:
            self._take_another()

    def _take_another(self) -> None:
        tiling = self.worlds.any_tiling()
        if tiling is None:
            self.exhausted = True
        else:
            self.take(tiling)


def _values(land: Land, spaces: Iterable[Space]) -> Iterable[Value]:
    """The values that spaces could have if only what lies on them counted."""
    for space in spaces:
        terrain, level = land.terrain_at(space), land.level_at(space)
        for t in Terrain if terrain is None else [terrain]:
            yield Value(space, terrain=t)
        for k in LEVELS if level is None else [level]:
            yield Value(space, level=k)


def deduce(
    land: Land,
    tiles: ByTerrain,
    *,
    box: bool = True,
    focus: Spaces | None = None,
    explain: bool = True,
    count_to: int = COUNT_TO,
    clock: Clock | None = None,
) -> Deductions:
    """What can be known of the worlds that fit.

    Args:
        land: what lies.
        tiles: how many tiles of each terrain the disc has.
        box: whether worlds that need more crops than the box holds are excluded.
        focus: the spaces that are asked about; None for all.
        explain: whether to explain what is certain.
        count_to: how many worlds to count at most.
        clock: when to stop; None to go on to the end.
    """
    clock = clock or Clock()
    focus = land.grid.everywhere if focus is None else focus
    with Worlds(land, tiles, clock, box=box) as worlds:
        survey = _Survey(worlds, tiles, focus, count_to)
        try:
            survey.find_all()
            in_time = True
        except TimeIsUp:
            in_time = False
        if survey.exhausted and not survey.count:
            return _impossible(land, tiles, clock, box=box, explain=explain)
        return _told(survey, focus, in_time=in_time, explain=explain)


def _impossible(
    land: Land, tiles: ByTerrain, clock: Clock, *, box: bool, explain: bool
) -> Deductions:
    conflict = None
    if explain:
        with suppress(TimeIsUp):
            conflict = _conflict(land, tiles, clock, box=box)
    return Deductions(
        consistent=False,
        truncated=False,
        spaces={},
        undecided=(),
        worlds=0,
        exact=True,
        explained=conflict is not None,
        conflict=conflict,
    )


def _conflict(land: Land, tiles: ByTerrain, clock: Clock, *, box: bool) -> Proof | None:
    with Prover(land, tiles, clock, box=box) as prover:
        return prover.why()


def _told(survey: _Survey, focus: Spaces, *, in_time: bool, explain: bool) -> Deductions:
    worlds = survey.worlds
    possible = [value for value in survey.open if value not in survey.excluded]
    undecided = tuple(value for value in possible if not survey.shown(value))
    spaces = {
        space: Possible(
            tuple(v.terrain for v in possible if v.space == space and v.level is None),
            tuple(v.level for v in possible if v.space == space and v.level is not None),
        )
        for space in each(focus)
    }
    certain = [
        value
        for space, left in spaces.items()
        for value in _settled(worlds.land, space, left)
        if survey.shown(value)
    ]
    found = Deductions(
        consistent=survey.count > 0 or None,
        truncated=not in_time,
        spaces=spaces,
        undecided=undecided,
        worlds=min(survey.count, survey.count_to),
        exact=survey.exhausted,
        certain=tuple(Certain(value, None) for value in certain),
        explained=not certain,
        difficulty=None if certain or not in_time else Difficulty(1, 0),
    )
    if not explain or not certain:
        return found
    explanation = Explanation(worlds.land, survey.tiles, worlds.clock, box=worlds.box)

    def excluded() -> Iterable[Value]:
        elsewhere = each(worlds.land.grid.everywhere & ~focus)
        survey.settle(_values(worlds.land, elsewhere))
        return survey.excluded

    with suppress(TimeIsUp):
        explanation.explain(certain, excluded)
    certainties, steps = explanation.told(certain)
    explained = all(one.steps is not None for one in certainties)
    return found._replace(
        certain=certainties,
        steps=steps,
        explained=explained,
        difficulty=explanation.difficulty(certain, steps) if explained and in_time else None,
    )


class Explanation:
    """The steps that prove what is certain, by the lowest tier that does.

    Args:
        land: what lies.
        tiles: how many tiles of each terrain the disc has.
        clock: when to stop, by TimeIsUp.
        box: whether the crops in the box are a law.
    """

    def __init__(self, land: Land, tiles: ByTerrain, clock: Clock, *, box: bool) -> None:
        self._land, self._tiles, self._clock, self._box = land, tiles, clock, box
        self._lying, self._known = Knowledge(land, tiles, clock), Knowledge(land, tiles, clock)
        self._supposed: dict[Fact, tuple[Value, Knowledge]] = {}
        self._searched: dict[Fact, Proof] = {}

    def explain(
        self,
        certain: Sequence[Value],
        excluded: Callable[[], Iterable[Value]],
        last: int = LAST_TIER,
    ) -> None:
        """Find steps for what is certain, tier by tier.

        Args:
            certain: the values to be proved.
            excluded: finds the values that no world shows: those worth supposing.
            last: the last tier to try.
        """
        known = self._known
        for tier in range(1, min(_DIRECT, last) + 1):
            known.close(tier)
        if last >= _SUPPOSE and self._unproved(certain):
            # What is near to what is asked comes first.
            asked = {value.space for value in certain}
            order = sorted(
                excluded(),
                key=lambda value: (
                    value.space not in asked,
                    value.space,
                    value.level or 0,
                    value.terrain,
                ),
            )
            while self._unproved(certain) and self._suppose(order, certain):
                pass
        if last > _SUPPOSE:
            self._search(self._unproved(certain))

    def _search(self, certain: Sequence[Value]) -> None:
        """Let the solver prove what the laws do not."""
        if not certain:
            return
        with Prover(self._land, self._tiles, self._clock, box=self._box) as prover:
            for value in certain:
                found, fact = cast("Proof", prover.why(value)), _fact(value)
                self._searched[fact] = found
                self._known.add(fact, Reason("search", frozenset(), found.tiles), LAST_TIER)

    def told(self, certain: Iterable[Value]) -> tuple[tuple[Certain, ...], tuple[Step, ...]]:
        """What is certain with the steps that prove it, as far as they were found.

        Each chain is as short as it can be made in time; what chains have in common is told once.
        """
        known = self._known
        goals = {value: _fact(value) for value in certain if _fact(value) in known.reasons}
        chains = Chains(self._lying, known)
        suppositions = self._suppositions(chains, goals.values())
        telling = Telling(self._lying, suppositions, self._searched)
        steps = {value: telling.tell(chains.of(goal)) for value, goal in goals.items()}
        return tuple(Certain(value, steps.get(value)) for value in certain), tuple(telling.steps)

    def _suppositions(self, chains: Chains, goals: Iterable[Fact]) -> Mapping[Fact, Supposition]:
        """What the suppositions behind these facts lead to, as shortly as can be."""
        known, found = self._known, dict[Fact, Supposition]()
        behind = frozenset[Fact]().union(*(known.roots[goal] | {goal} for goal in goals))
        for fact in [fact for fact in known.reasons if known.reasons[fact].law == "suppose"]:
            reason = known.reasons[fact]
            struck = reason.strike or fact
            if fact in behind and struck not in found:
                value, supposed = self._supposed[struck]
                outside = {f for f, r in supposed.reasons.items() if known.reasons.get(f) is r}
                lying = self._lying.supposing(_fact(value))
                chain = Chains(lying, supposed, outside).of(CONTRADICTION)
                found[struck] = Supposition(value, lying, chain)
            if fact not in behind:
                chains.drop(fact)
                continue
            because = {f for f, r in found[struck].chain.items() if r.law == GIVEN}
            # Where one value is left to the space, others of it were struck before.
            because |= {f for f in reason.because if f != fact and f[:2] == struck[:2]}
            chains.replace(fact, reason._replace(because=frozenset(because)))
        return found

    def difficulty(self, certain: Sequence[Value], steps: Sequence[Step]) -> Difficulty:
        """How hard it is to see all of this; what no step concludes is left to the solver."""
        searched = self._unproved(certain)
        tiers = [
            LAST_TIER if value in searched else self._known.tiers[_fact(value)] for value in certain
        ]
        count = sum(1 + len(step.steps) for step in steps)
        return Difficulty(max(tiers, default=1), count + len(searched))

    def _unproved(self, certain: Iterable[Value]) -> list[Value]:
        return [value for value in certain if not self._known.knows(_fact(value))]

    def _suppose(self, excluded: Iterable[Value], certain: Sequence[Value]) -> bool:
        """Suppose each value that no world shows; whether one led to a contradiction."""
        known, found = self._known, False
        for value in excluded:
            fact = _fact(value)
            struck = fact._replace(kind="not_terrain" if fact.kind == "terrain" else "not_crop")
            if known.knows(struck):
                continue
            supposed = known.supposing(fact)
            supposed.close(_DIRECT)
            if not supposed.contradictory:
                continue
            nested = supposed.roots[CONTRADICTION] | {CONTRADICTION}
            because = frozenset(
                fact
                for own in nested - known.reasons.keys()
                for fact in supposed.reasons[own].because
                if fact in known.reasons
            )
            spaces = supposed.reasons[CONTRADICTION].spaces
            self._supposed[struck] = (value, supposed)
            known.add(struck, Reason("suppose", because, spaces), _SUPPOSE)
            known.close(_SUPPOSE)
            found = True
            if not self._unproved(certain):
                break
        return found


def _fact(value: Value) -> Fact:
    space, terrain, level = value
    return Fact("terrain", space, terrain) if level is None else Fact("crop", space, level)


def _settled(land: Land, space: Space, left: Possible) -> Iterable[Value]:
    if not land.laid >> space & 1 and len(left.terrain) == 1:
        yield Value(space, terrain=left.terrain[0])
    if not land.planted >> space & 1 and len(left.crops) == 1:
        yield Value(space, level=left.crops[0])
