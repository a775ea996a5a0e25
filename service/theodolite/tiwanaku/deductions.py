"""Deductions: what can be known of the secret world, and why.

The solver decides what is possible: some world shows every value listed, and no world any other.
The laws then explain what is certain, by tiers: 1 to 3 conclude directly, 4 supposes a value and
finds a contradiction by those, 5 cites what the solver proved. The premises are the tiles on the
board, the disc's counts, the two laws and the notes of the request, each of which is a step of its
own: never that the disc is unique, and never what a player does.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import NamedTuple, cast

from theodolite.grid import Space, Spaces, each, union
from theodolite.tiwanaku.board import CROPS_IN_BOX, LEVELS, Land, Level, Terrain
from theodolite.tiwanaku.chains import Chains
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.knowledge import (
    CONTRADICTION,
    GIVEN,
    Fact,
    Knowledge,
    Reason,
    UnprovedError,
    Why,
    opposite,
)
from theodolite.tiwanaku.laws import TIERS, apply_laws, every_round, one_round
from theodolite.tiwanaku.odds import Odds, odds_of
from theodolite.tiwanaku.proofs import Proof, Prover
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value, Worlds
from theodolite.tiwanaku.steps import Step, StepWriter, Supposition
from theodolite.tiwanaku.survey import Survey, values_left

_log = logging.getLogger(__name__)

COUNT_TO = 10_000
"""How many worlds are counted at most by default."""
LAST_TIER = 5
"""The tier of what only the solver proves."""
_DIRECT = 3
_SUPPOSE = 4
_LATE = 1.3
"""The share of the time limit after which no further value is explained."""
_TRIAL = 30
"""The conflicts of a trial to prove a value without a tile or a law."""


class Possible(NamedTuple):
    """The terrains and the levels that a space may have."""

    terrain: tuple[Terrain, ...]
    crops: tuple[Level, ...]

    def has(self, value: Value) -> bool:
        """Whether a value of the space is among them."""
        _, terrain, level = value
        return terrain in self.terrain if level is None else level in self.crops


class Certain(NamedTuple):
    """A value that is certain and not on the board yet.

    Attributes:
        value: The value.
        steps: The ids of the steps that prove it; None if there was no time to find them.
    """

    value: Value
    steps: tuple[int, ...] | None


class WhyNot(NamedTuple):
    """Why a space does not have a value.

    Attributes:
        value: The value.
        possible: Whether some world shows it; None if that was not resolved in time.
        steps: The ids of the steps that prove that none does; None if there are none.
    """

    value: Value
    possible: bool | None
    steps: tuple[int, ...] | None = None


class Difficulty(NamedTuple):
    """How hard it is to see what is certain: the hardest tier, 1 to 5, and the number of steps."""

    tier: int
    steps: int


class Deductions(NamedTuple):
    """Everything that can be known of the secret world.

    Attributes:
        consistent: Whether any world fits; None if that was not resolved in time.
        truncated: Whether time was up before all was resolved or counted.
        spaces: What each space in focus may have.
        undecided: The values listed without a world that shows them.
        worlds: The number of worlds found.
        exact: Whether there are no others.
        certain: The values that are certain and not on the board yet.
        steps: The steps that prove them.
        explained: Whether everything certain, and the conflict, is explained. It is not if
            explanations were not wanted, or not found in time.
        difficulty: How hard it is to see what is certain; None if not all is explained.
        conflict: Why no world fits; None if one does.
        odds: How likely each value is; None if not wanted, or if there was no time to count.
        why_not: Why a space does not have a value; None if not wanted, or if no world fits.
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
    odds: Odds | None = None
    why_not: WhyNot | None = None


def crop_limit_matters(
    land: Land,
    tiles: ByTerrain,
    found: Deductions,
    clock: Clock,
    notes: Collection[Value] = (),
) -> bool | None:
    """Whether the other value of `crop_limit` would change deductions; None if out of time.

    Args:
        land: The tiles on the board.
        tiles: The disc's number of tiles of each terrain.
        found: The deductions under one of the values.
        clock: The budget.
        notes: Values that their spaces are taken not to have.
    """
    # No 2x2 block has a level twice, so 25 spaces have it nine times at most.
    over = [level for level in LEVELS if _most_places(land, level) > CROPS_IN_BOX[level - 1]]
    try:
        for level in over:
            clock.look()
            with Worlds(land, tiles, clock, box=False, notes=notes) as worlds:
                worlds.require_more(level, CROPS_IN_BOX[level - 1])
                if worlds.any_of(briefly=True) is not None:
                    # Without the limit there are more worlds.
                    return True if found.exact else None
    except TimeIsUp:
        return None
    return False


def _most_places(land: Land, level: Level) -> int:
    """An upper bound of the spaces that can have a level: blocks that each have it once at most."""
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
    """Pairs of adjacent lines. The first line is alone if `first` is 1."""
    cuts = [0, *range(first or 2, len(lines), 2), len(lines)]
    return [union(lines[a:b]) for a, b in pairwise(cuts)]


def deduce(
    land: Land,
    tiles: ByTerrain,
    *,
    box: bool = True,
    focus: Spaces | None = None,
    explain: bool = True,
    count_to: int = COUNT_TO,
    odds: bool = False,
    why_not: Value | None = None,
    notes: Collection[Value] = (),
    clock: Clock | None = None,
) -> Deductions:
    """Deduce what can be known of the secret world.

    Args:
        land: The tiles on the board.
        tiles: The disc's number of tiles of each terrain, start tiles included.
        box: Whether worlds that need more crops than the box holds are excluded.
        focus: The spaces to be resolved; None for all.
        explain: Whether to prove what is certain step by step.
        count_to: How many worlds are counted at most; with odds, all are.
        odds: Whether to find how likely each value is.
        why_not: A value to be excluded, whose proof is wanted; its space belongs to the focus.
        notes: Values that their spaces are taken not to have.
        clock: The time limit; None for no limit.

    Example:
        >>> from theodolite.tiwanaku import BoardName, Land
        >>> terrain = ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"]
        >>> crops = ["1....", ".4...", "..5..", "....2", "....5"]
        >>> land = Land.from_rows(BoardName.SHORT, terrain, crops)
        >>> found = deduce(land, (7, 9, 4, 5), focus=1 << land.grid.spaces["B1"])
        >>> [(land.grid.names[value.space], value.level) for value, _ in found.certain]
        [('B1', 2)]
    """
    clock = clock or Clock()
    focus = land.grid.everywhere if focus is None else focus
    if why_not is not None:
        focus |= 1 << why_not.space
    with Worlds(land, tiles, clock, box=box, notes=notes) as worlds:
        survey = Survey(worlds, tiles, focus, None if odds else count_to)
        try:
            survey.find_all()
            in_time = True
        except TimeIsUp:
            in_time = False
        if survey.exhausted and not survey.count:
            return _impossible(worlds, tiles, explain=explain)
        found = _deductions(survey, focus, in_time=in_time, explain=explain, why_not=why_not)
        return found._replace(odds=odds_of(survey)) if odds and survey.exhausted else found


def _impossible(worlds: Worlds, tiles: ByTerrain, *, explain: bool) -> Deductions:
    conflict = None
    if explain:
        with suppress(TimeIsUp):
            conflict = _conflict(worlds, tiles)
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


def _conflict(worlds: Worlds, tiles: ByTerrain) -> Proof | None:
    land, clock = worlds.land, worlds.clock
    with Prover(land, tiles, clock, box=worlds.box, notes=worlds.notes) as prover:
        return prover.why()


def _deductions(
    survey: Survey, focus: Spaces, *, in_time: bool, explain: bool, why_not: Value | None
) -> Deductions:
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
        for value in _resolved(worlds.land, space, left)
        if survey.shown(value)
    ]
    found = Deductions(
        consistent=survey.count > 0 or None,
        truncated=not in_time,
        spaces=spaces,
        undecided=undecided,
        worlds=survey.count if survey.count_to is None else min(survey.count, survey.count_to),
        exact=survey.exhausted,
        certain=tuple(Certain(value, None) for value in certain),
        explained=not certain,
        difficulty=None if certain or not in_time else Difficulty(1, 0),
    )
    if why_not is not None:
        listed = spaces[why_not.space].has(why_not)
        found = found._replace(
            why_not=WhyNot(why_not, survey.shown(why_not) or None if listed else False)
        )
    struck = [
        opposite(fact_of(one.value)) for one in (found.why_not,) if one and one.possible is False
    ]
    if not explain or not (certain or struck):
        return found
    explanation = Explanation(
        worlds.land, survey.tiles, worlds.clock, box=worlds.box, notes=worlds.notes
    )

    def excluded() -> Iterable[Value]:
        elsewhere = each(worlds.land.grid.everywhere & ~focus)
        survey.resolve(values_left(worlds.land, elsewhere))
        return survey.excluded

    with suppress(TimeIsUp):
        explanation.explain([*struck, *map(fact_of, certain)], excluded)
    certainties, steps, against = explanation.steps_for(certain, struck)
    # Once time is up, steps have premises that others spare: how many depends on the machine.
    in_time = in_time and not worlds.clock.is_up()
    explained = all(one.steps is not None for one in certainties)
    if found.why_not:
        found = found._replace(why_not=found.why_not._replace(steps=against))
    return found._replace(
        certain=certainties,
        steps=steps,
        explained=explained,
        difficulty=explanation.difficulty(certain, steps) if explained and in_time else None,
    )


class Explanation:
    """Finds the steps that prove what is certain, by the lowest tier that does.

    Args:
        land: The tiles on the board.
        tiles: The disc's number of tiles of each terrain.
        clock: The budget; every method may raise TimeIsUp.
        box: Whether the crops in the box are a law.
        notes: Values that their spaces are taken not to have.
    """

    def __init__(
        self,
        land: Land,
        tiles: ByTerrain,
        clock: Clock,
        *,
        box: bool,
        notes: Collection[Value] = (),
    ) -> None:
        self._land, self._tiles, self._clock, self._box = land, tiles, clock, box
        self._lying, self._notes = Knowledge(land, tiles, clock), notes
        noted: dict[Fact, list[Why]] = {
            opposite(fact_of(note)): [partial(_same, Reason("note", frozenset(), 1 << note.space))]
            for note in notes
        }
        self._known = self._lying.adding(noted, TIERS["note"])

    def explain(
        self,
        certain: Sequence[Fact],
        excluded: Callable[[], Iterable[Value]],
        last: int = LAST_TIER,
    ) -> None:
        """Find proofs of what is certain, tier by tier.

        Args:
            certain: The values, or the strikes of values, to be proved.
            excluded: Finds the values that no world shows, which are worth supposing.
            last: The last tier to try, 1 to 5.
        """
        for tier in range(1, min(_DIRECT, last) + 1):
            self._known = apply_laws(self._known, tier)
        if last >= _SUPPOSE and self._unproved(certain):
            direct = self._known
            self._suppose(excluded(), certain)
            # A chain that lacks a premise is reported when it is written.
            with suppress(UnprovedError):
                self._known = self._trimmed(direct, certain)
        if last > _SUPPOSE:
            self._search(self._unproved(certain))

    def _suppose(self, excluded: Iterable[Value], certain: Sequence[Fact]) -> None:
        """Strike values whose supposition leads to a contradiction.

        All suppositions grow by a round at a time, so that the simplest contradictions are found
        first, and the others go on with what follows from them.
        """
        supposed = {opposite(fact_of(value)): value for value in excluded}
        growing = {
            struck: self._known.supposing(fact_of(value))
            for struck, value in sorted(supposed.items())
        }
        idle: dict[Fact, Knowledge] = {}
        while growing and self._unproved(certain):
            ways: dict[Fact, list[Why]] = {}
            for struck, known in [*growing.items()]:
                if self._known.knows(struck):
                    del growing[struck]
                    continue
                growing[struck] = more = one_round(known, _DIRECT)
                if more.contradictory:
                    ways[struck] = [partial(_supposition, self._lying, supposed[struck], more)]
                if more is known:
                    idle[struck] = growing.pop(struck)
            if ways:
                self._known = apply_laws(self._known.adding(ways, _SUPPOSE), _SUPPOSE)
                growing = {
                    struck: known.with_outer(self._known.found)
                    for struck, known in sorted((growing | idle).items())
                    if not self._known.knows(struck)
                }
                idle = {}

    def _trimmed(self, known: Knowledge, certain: Sequence[Fact]) -> Knowledge:
        """Add to direct knowledge only the suppositions that proofs need.

        The shortest proofs come first, so that longer ones draw from what those tell anyway.
        """
        chains = Chains(self._lying, self._known)
        goals = self._known.premises(fact for fact in certain if self._known.knows(fact))
        for chain in sorted((chains.of(goal) for goal in sorted(goals)), key=len):
            for reason in chain.values():
                if reason.law == "suppose":
                    known = self._supposed(known, reason.more.value)
        return known

    def _supposed(self, known: Knowledge, value: Value) -> Knowledge:
        """Add what follows if a value is supposed and leads to a contradiction."""
        struck = opposite(fact_of(value))
        if known.knows(struck):
            return known
        more = every_round(known.supposing(fact_of(value)), _DIRECT)
        if not more.contradictory:
            return known
        why = partial(_supposition, self._lying, value, more)
        return every_round(known.adding({struck: [why]}, _SUPPOSE), _SUPPOSE)

    def _search(self, certain: Sequence[Fact]) -> None:
        """Let the solver prove what the laws do not."""
        if not certain:
            return
        with Prover(
            self._land, self._tiles, self._clock, box=self._box, notes=self._notes
        ) as prover:
            for fact in certain:
                struck = fact.kind.startswith("not_")
                found = cast("Proof", prover.why(_value(fact), struck=struck, most=_TRIAL))
                reason = Reason("search", frozenset(), found.tiles, more=found)
                self._known = self._known.adding({fact: [partial(_same, reason)]}, LAST_TIER)

    def steps_for(
        self, certain: Iterable[Value], struck: Iterable[Fact] = ()
    ) -> tuple[tuple[Certain, ...], tuple[Step, ...], tuple[int, ...] | None]:
        """The values with the ids of the steps that prove them, and all steps, as far as found.

        The last part are the ids of the steps that prove strikes of values.

        Common steps are there once. A chain that cannot be written is logged with its board, and
        left out. Once the budget is used up no premise is spared, and after 1.3 times the budget no
        further value is explained.
        """
        with self._clock.unlimited():
            return self._steps_for(certain, struck)

    def _steps_for(
        self, certain: Iterable[Value], struck: Iterable[Fact]
    ) -> tuple[tuple[Certain, ...], tuple[Step, ...], tuple[int, ...] | None]:
        chains, writer = Chains(self._lying, self._known), StepWriter(self._lying)
        steps: dict[Value, tuple[int, ...]] = {}
        against: tuple[int, ...] | None = None
        try:
            for fact in struck:
                if self._known.knows(fact):
                    # A space that has another value needs no strike.
                    premises = self._known.premises([fact])
                    against = next((writer.write(chains.of(one)) for one in premises), ())
            # One value that the caller asks about is always explained.
            for value in certain:
                if self._clock.is_up(_LATE):
                    break
                if fact_of(value) in self._known.found:
                    steps[value] = writer.write(chains.of(fact_of(value)))
        except UnprovedError:
            land = self._land
            board = {"terrain": land.terrain_rows(), "crops": land.crop_rows()}
            _log.exception("A chain lacks a premise.", extra={**board, "tiles": self._tiles})
        certainties = tuple(Certain(value, steps.get(value)) for value in certain)
        return certainties, tuple(writer.steps), against

    def difficulty(self, certain: Sequence[Value], steps: Sequence[Step]) -> Difficulty:
        """How hard it is to see all of this. A value without a proof counts as one by search."""
        facts = [*map(fact_of, certain)]
        searched = self._unproved(facts)
        tiers = [LAST_TIER if fact in searched else self._known.found[fact].tier for fact in facts]
        count = sum(1 + len(step.steps) for step in steps)
        return Difficulty(max(tiers, default=1), count + len(searched))

    def proved(self) -> list[Value]:
        """The values that are proved and not on the board."""
        return [_value(fact) for fact in self._known.found if fact.kind in ("terrain", "crop")]

    def _unproved(self, certain: Iterable[Fact]) -> list[Fact]:
        return [fact for fact in certain if not self._known.knows(fact)]


def _supposition(lying: Knowledge, value: Value, known: Knowledge) -> Reason:
    """The reason to strike a value that leads to a contradiction when it is supposed."""
    lying = lying.supposing(fact_of(value))
    chain = Chains(lying, known).of(CONTRADICTION)
    because = frozenset(fact for fact, reason in chain.items() if reason.law == GIVEN)
    more = Supposition(value, lying, chain)
    return Reason("suppose", because, chain[CONTRADICTION].spaces, more=more)


def _same(reason: Reason) -> Reason:
    return reason


def fact_of(value: Value) -> Fact:
    """That a space has a value."""
    space, terrain, level = value
    return Fact("terrain", space, terrain) if level is None else Fact("crop", space, level)


def _value(fact: Fact) -> Value:
    """The value that a fact gives to a space, or strikes from it."""
    kind, at, value = fact
    if kind.endswith("terrain"):
        return Value(Space(at), Terrain(value))
    return Value(Space(at), level=value)


def _resolved(land: Land, space: Space, left: Possible) -> Iterable[Value]:
    if not land.laid >> space & 1 and len(left.terrain) == 1:
        yield Value(space, terrain=left.terrain[0])
    if not land.planted >> space & 1 and len(left.crops) == 1:
        yield Value(space, level=left.crops[0])
