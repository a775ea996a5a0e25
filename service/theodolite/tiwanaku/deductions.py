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
    TERRAIN_NAMES,
    Crop,
    Land,
    Level,
    Terrain,
)
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.laws import CONTRADICTION, Fact, Knowledge, Reason
from theodolite.tiwanaku.proofs import Proof, Prover
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value, Worlds
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


class Step(NamedTuple):
    """One step of an explanation: its law, what it was drawn from, and what it concludes.

    `because` are the ids of steps. A `suppose` has `supposes` and the steps that lead to its
    contradiction, a `search` the tiles and laws that prove it.
    """

    id: int
    law: str
    spaces: Spaces
    because: tuple[int, ...]
    concludes: Fact
    supposes: Value | None = None
    steps: tuple["Step", ...] = ()
    proof: Proof | None = None

    @property
    def rule(self) -> str:
        """The rule that it cites."""
        return f"tiwanaku.law.{self.law}"

    @property
    def says(self) -> str:
        """The key of the sentence that explains it."""
        return self.concludes.kind

    def values(self, names: Sequence[str]) -> Mapping[str, object]:
        """What the sentence speaks of; `names` are those of the spaces."""
        kind, at, value = self.concludes
        own = at if kind == "same" else 0 if kind == "contradiction" else 1 << at
        told: dict[str, object] = {
            "space": "" if kind in ("same", "contradiction") else names[at],
            "spaces": [names[space] for space in each(self.spaces | own)],
            "others": [names[space] for space in each(self.spaces & ~own)],
            "count": value,
        }
        if kind in ("terrain", "not_terrain"):
            told["terrain"] = Terrain(value)
        if kind in ("crop", "not_crop"):
            told["crop"] = Crop(value)
        if self.supposes is not None:
            space, terrain, level = self.supposes
            told["supposed"] = names[space]
            told["value"] = terrain if level is None else Crop(level)
        if self.proof is not None:
            told["tiles"] = [names[space] for space in each(self.proof.tiles)]
        return told


def concluded(fact: Fact, names: Sequence[str]) -> dict[str, object]:
    """What a step concludes, in the words of the answer; `names` are those of the spaces."""
    kind, at, value = fact
    match kind:
        case "same":
            said: dict[str, object] = {"same_region": [names[space] for space in each(at)]}
        case "contradiction":
            said = {"contradiction": True}
        case "min" | "max" | "size":
            said = {"region_of": names[at], _SIZES[kind]: value}
        case "terrain":
            said = {"space": names[at], "terrain": [TERRAIN_NAMES[value]]}
        case "crop":
            said = {"space": names[at], "crops": [value]}
        case "not_terrain":
            said = {"space": names[at], "not": {"terrain": TERRAIN_NAMES[value]}}
        case _:
            said = {"space": names[at], "not": {"crop": value}}
    return said


_SIZES = {"min": "min_size", "max": "max_size", "size": "size"}


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
        self._known = Knowledge(land, tiles, clock)
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
        """What is certain with the steps that prove it, as far as they were found."""
        known = self._known
        proved = [value for value in certain if _fact(value) in known.reasons]
        facts = frozenset[Fact]().union(
            *(known.roots[_fact(value)] | {_fact(value)} for value in proved)
        )
        numbered: dict[Fact, int] = {}
        steps = self._steps(known, [f for f in known.reasons if f in facts], numbered)
        chains = {
            value: tuple(sorted(numbered[f] for f in known.roots[_fact(value)] | {_fact(value)}))
            for value in proved
        }
        return tuple(Certain(value, chains.get(value)) for value in certain), steps

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

    def _steps(
        self, known: Knowledge, facts: Sequence[Fact], numbered: dict[Fact, int], after: int = 0
    ) -> tuple[Step, ...]:
        """The steps that conclude these facts, in order, numbered from `after` on."""
        steps = []
        for fact in facts:
            law, because, spaces, strike = known.reasons[fact]
            after += 1
            numbered[fact] = after
            step = Step(after, law, spaces, tuple(sorted(numbered[f] for f in because)), fact)
            if law == "search":
                step = step._replace(proof=self._searched[fact])
            if law == "suppose":
                value, supposed = self._supposed[strike or fact]
                nested = supposed.roots[CONTRADICTION] | {CONTRADICTION}
                own = [f for f in supposed.reasons if f in nested and f not in numbered]
                within = dict(numbered)
                inner = self._steps(supposed, own, within, after)
                step = step._replace(supposes=value, steps=inner)
                after += len(inner)
            steps.append(step)
        return tuple(steps)


def _fact(value: Value) -> Fact:
    space, terrain, level = value
    return Fact("terrain", space, terrain) if level is None else Fact("crop", space, level)


def _settled(land: Land, space: Space, left: Possible) -> Iterable[Value]:
    if not land.laid >> space & 1 and len(left.terrain) == 1:
        yield Value(space, terrain=left.terrain[0])
    if not land.planted >> space & 1 and len(left.crops) == 1:
        yield Value(space, level=left.crops[0])
