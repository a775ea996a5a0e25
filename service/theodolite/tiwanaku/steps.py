"""Writes chains of facts as the numbered steps of an explanation, each step once."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from theodolite.grid import Space, Spaces, each, union
from theodolite.tiwanaku.arguments import Argument, argue
from theodolite.tiwanaku.board import LEVELS, TERRAIN_NAMES, Crop, Level, Terrain
from theodolite.tiwanaku.chains import Chain, Reported, heard, needed
from theodolite.tiwanaku.knowledge import CONTRADICTION, GIVEN, Fact, Kind, Knowledge, Reason
from theodolite.tiwanaku.proofs import Proof
from theodolite.tiwanaku.solver import Value


class Step(NamedTuple):
    """One step of an explanation.

    Attributes:
        id: Its number.
        law: Its law.
        spaces: The spaces concerned.
        because: The ids of the steps from which it is drawn.
        concludes: Its conclusion.
        supposes: Law `suppose`: the value supposed.
        steps: Law `suppose`: the steps that lead to a contradiction.
        proof: Law `search`: the tiles and laws that prove it.
        argument: How its law argues; None if the conclusion says enough.
        touched: Law `separation`: the levels that the space touches, and where.
    """

    id: int
    law: str
    spaces: Spaces
    because: tuple[int, ...]
    concludes: Fact
    supposes: Value | None = None
    steps: tuple["Step", ...] = ()
    proof: Proof | None = None
    argument: Argument | None = None
    touched: tuple[tuple[Level, Space], ...] = ()

    @property
    def rule(self) -> str:
        """The id of the rule that it cites."""
        return f"tiwanaku.law.{self.law}"

    @property
    def key(self) -> str:
        """The key of the sentence that explains it."""
        return self.concludes.kind if self.argument is None else self.argument.key

    def values(self, names: Sequence[str]) -> Mapping[str, object]:
        """The values that fill the sentence, given the names of the spaces."""
        kind, at, value = self.concludes
        own = at if kind in _OF_SPACES else 0 if kind == "contradiction" else 1 << at
        values: dict[str, object] = {
            "space": "" if kind in (*_OF_SPACES, "contradiction") else names[at],
            "places": [names[space] for space in each(Spaces(own))],
            "spaces": [names[space] for space in each(self.spaces | own)],
            "others": [names[space] for space in each(self.spaces & ~own)],
            "count": value,
            "touched": [[str(level), names[space]] for level, space in self.touched],
        }
        if self.argument is not None:
            values |= self.argument.values
            values |= {
                name: [names[space] for space in each(spaces)]
                for name, spaces in self.argument.sets.items()
            }
        if kind in ("terrain", "not_terrain"):
            values["terrain"] = Terrain(value)
        if kind in ("crop", "not_crop"):
            values["crop"] = Crop(value)
        if kind == "crops":
            values["left"] = [str(level) for level in LEVELS if value >> level & 1]
        if self.supposes is not None:
            space, terrain, level = self.supposes
            values["supposed"] = names[space]
            values["value"] = terrain if level is None else Crop(level)
        if self.proof is not None:
            values["tiles"] = [names[space] for space in each(self.proof.tiles)]
        return values


def conclusion(fact: Fact, names: Sequence[str]) -> dict[str, object]:
    """A conclusion in the form of the response, given the names of the spaces."""
    kind, at, value = fact
    match kind:
        case "same":
            concluded: dict[str, object] = {
                "same_region": [names[space] for space in each(Spaces(at))]
            }
        case "contradiction":
            concluded = {"contradiction": True}
        case "min" | "max" | "size":
            concluded = {"region_of": names[at], _SIZES[kind]: value}
        case "terrain":
            concluded = {"space": names[at], "terrain": [TERRAIN_NAMES[value]]}
        case "terrains" | "not_terrains":
            terrain = TERRAIN_NAMES[value]
            has = {"terrain": [terrain]} if kind == "terrains" else {"not": {"terrain": terrain}}
            concluded = {"spaces": [names[space] for space in each(Spaces(at))], **has}
        case "crop":
            concluded = {"space": names[at], "crops": [value]}
        case "crops":
            concluded = {"space": names[at], "crops": [k for k in LEVELS if value >> k & 1]}
        case "not_terrain":
            concluded = {"space": names[at], "not": {"terrain": TERRAIN_NAMES[value]}}
        case _:
            concluded = {"space": names[at], "not": {"crop": value}}
    return concluded


_ONE_OF: Mapping[Kind, Kind] = {"terrains": "terrain", "not_terrains": "not_terrain"}
_OF_SPACES = {"same", *_ONE_OF}
_SIZES = {"min": "min_size", "max": "max_size", "size": "size"}


class Supposition(NamedTuple):
    """A value supposed, and what follows.

    Attributes:
        value: The value.
        lying: The tiles on the board with that value.
        chain: The chain that leads to a contradiction.
    """

    value: Value
    lying: Knowledge
    chain: Chain


class StepWriter:
    """Writes chains as steps, each step once.

    Args:
        lying: The tiles on the board.

    Attributes:
        steps: The steps so far.
    """

    def __init__(self, lying: Knowledge) -> None:
        self._lying = lying
        self._last = 0
        self._ids: dict[Hashable, int] = {}
        self.steps: list[Step] = []

    def write(self, chain: Chain) -> tuple[int, ...]:
        """Add the steps of a chain that are not there yet. Returns the ids of all its steps."""
        numbered: dict[Fact, int] = {}
        self.steps += self._new(_planned(self._lying, chain, {}), numbered, self._ids)
        return tuple(sorted({*numbered.values()}))

    def _new(
        self, plan: Iterable["_Planned"], numbered: dict[Fact, int], ids: dict[Hashable, int]
    ) -> Iterator[Step]:
        for one in plan:
            because = tuple(sorted({numbered[premise] for premise in one.premises}))
            key = (one.reason.law, one.concludes, because)
            if key not in ids:
                self._last = ids[key] = self._last + 1
                numbered |= dict.fromkeys(one.facts, self._last)
                yield self._step(one, because, numbered)
            numbered |= dict.fromkeys(one.facts, ids[key])

    def _step(
        self, one: "_Planned", because: tuple[int, ...], numbered: Mapping[Fact, int]
    ) -> Step:
        fact, reason, spaces = one.facts[-1], one.reason, one.spaces
        step = Step(self._last, reason.law, spaces, because, one.concludes)
        match reason.law:
            case "search":
                return step._replace(proof=reason.more)
            case "suppose":
                steps = tuple(self._new(one.nested, dict(numbered), {}))
                return step._replace(supposes=reason.more.value, steps=steps)
            case "separation":
                at, held = Space((reason.strike or fact).at), one.held()
                touched = _touched(held, at, spaces)
                argument = _touching(held, one.concludes, at, {level for level, _ in touched})
                return step._replace(touched=touched, argument=argument)
        return step._replace(argument=argue(one.held(), fact, reason))


class _Planned(NamedTuple):
    """A step to be written.

    Attributes:
        facts: The facts that it proves, of one law.
        reason: The reason of the last of them.
        spaces: The spaces concerned.
        concludes: Its conclusion.
        premises: The facts from which it is drawn.
        lying: The tiles on the board, a supposed one included.
        known: All that the steps of the premises tell.
        nested: Law `suppose`: the steps that lead to a contradiction.
    """

    facts: Sequence[Fact]
    reason: Reason
    spaces: Spaces
    concludes: Fact
    premises: Set[Fact]
    lying: Knowledge
    known: Sequence[Fact]
    nested: Sequence["_Planned"] = ()

    def held(self) -> Knowledge:
        """The tiles on the board, and all that the steps of the premises tell."""
        return self.lying.holding(self.known)


def _planned(lying: Knowledge, chain: Chain, outer: Reported) -> Sequence[_Planned]:
    """The steps of a chain, without those that others spare by telling more than one fact."""
    reported, every = {**outer}, list[_Planned]()
    for facts in _by_step(chain):
        reason = chain[facts[-1]]
        nested: Sequence[_Planned] = ()
        premises: Set[Fact] = {p for one in facts for p in chain[one].because}.difference(facts)
        if reason.law == "suppose":
            within, inner = reason.more.lying, reason.more.chain
            own = {fact: why for fact, why in inner.items() if why.law != GIVEN}
            nested = _planned(within, own, reported)
            used = {fact for one in nested for fact in one.premises if fact not in own}
            premises = used | (premises - inner.keys()).difference(heard(used, reported))
        elif len(facts) == 1 and any(len(reported[premise]) > 1 for premise in premises):
            reason = needed(lying, facts[0], reason, sorted(premises), reported)
            premises = reason.because
        concludes = _together(facts, reason, lying)
        reported |= {fact: {*facts, *_singly(concludes)} for fact in facts}
        spaces = union([reason.spaces, *(chain[one].spaces for one in facts[:-1])])
        known = heard(premises, reported)
        every.append(_Planned(facts, reason, spaces, concludes, premises, lying, known, nested))
    wanted, kept = {[*chain][-1]}, list[_Planned]()
    for one in reversed(every):
        if not wanted.isdisjoint(one.facts):
            wanted |= one.premises
            kept.append(one)
    return kept[::-1]


def _singly(concludes: Fact) -> Iterator[Fact]:
    """The facts about single spaces of a conclusion about several."""
    kind = _ONE_OF.get(concludes.kind)
    if kind is not None:
        for space in each(Spaces(concludes.at)):
            yield Fact(kind, space, concludes.value)


def _by_step(chain: Chain) -> Iterator[list[Fact]]:
    """The facts of a chain by step: strikes by touching levels are one step if used together."""
    users: defaultdict[Fact, set[Fact]] = defaultdict(set)
    for fact, reason in chain.items():
        for premise in reason.because:
            users[premise].add(fact)
    waiting: dict[object, list[Fact]] = {}
    for fact, reason in chain.items():
        if reason.law == "separation" and fact.kind == "not_crop":
            waiting.setdefault((fact.at, frozenset(users[fact])), []).append(fact)
            continue
        for premise in sorted(reason.because):
            together = premise.at, frozenset(users[premise])
            if premise in waiting.get(together, ()):
                yield waiting.pop(together)
        yield [fact]
    # The fact to be proved may be a strike.
    yield from waiting.values()


def _together(facts: Sequence[Fact], reason: Reason, lying: Knowledge) -> Fact:
    """The common conclusion of facts about one space; of the last tiles, about all of them."""
    fact = facts[0]
    if reason.law == "last_tiles" and reason.strike is None:
        if fact.kind == "terrain":
            return Fact("terrains", reason.spaces & ~lying.laid, fact.value)
        if fact.kind == "not_terrain":
            others = lying.grid.everywhere & ~reason.spaces & ~lying.laid
            return Fact("not_terrains", others, fact.value)
    if len(facts) == 1:
        return fact
    left = sum(1 << level for level in LEVELS if level not in {fact.value for fact in facts})
    return Fact("crops", facts[0].at, left)


def _touched(held: Knowledge, at: Space, spaces: Spaces) -> tuple[tuple[Level, Space], ...]:
    """The levels that a space touches on these spaces, and where."""
    return tuple(
        (level, space)
        for level in LEVELS
        for space in each(held.holds[level] & spaces & ~(1 << at))
    )


def _touching(held: Knowledge, concludes: Fact, at: Space, touched: Set[Level]) -> Argument:
    """How levels that a space touches argue, beside its own and those that other steps strike."""
    kind, _, value = concludes
    own = [level for level in LEVELS if held.holds[level] >> at & 1]
    if own and concludes == CONTRADICTION:
        return Argument("violated", {}, {"level": own[0]})
    left = {*touched, *held.levels_of(at), value if kind == "crop" else 0}
    struck = [str(level) for level in LEVELS if level not in left]
    also = "_also" if struck and kind in ("crop", "contradiction") else ""
    return Argument(kind + also, {"place": 1 << at}, {"struck": struck})
