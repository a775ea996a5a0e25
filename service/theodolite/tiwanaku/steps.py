"""The steps of an explanation as they are told: each once, however many chains it is part of."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from theodolite.grid import Space, Spaces, each
from theodolite.tiwanaku.arguments import Argument, argue
from theodolite.tiwanaku.board import LEVELS, TERRAIN_NAMES, Crop, Level, Terrain
from theodolite.tiwanaku.chains import Chain
from theodolite.tiwanaku.laws import GIVEN, Fact, Knowledge
from theodolite.tiwanaku.proofs import Proof
from theodolite.tiwanaku.solver import Value

__all__ = ["Step", "Supposition", "Telling", "concluded"]


class Step(NamedTuple):
    """One step of an explanation: its law, what it was drawn from, and what it concludes.

    `because` are the ids of steps. A `suppose` has `supposes` and the steps that lead to its
    contradiction, a `search` the tiles and laws that prove it. `argument` is how its law argues, if
    there is more to tell than the conclusion; `touched` are the levels that a space touches, each
    with where it lies.
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
        """The rule that it cites."""
        return f"tiwanaku.law.{self.law}"

    @property
    def says(self) -> str:
        """The key of the sentence that explains it."""
        return self.concludes.kind if self.argument is None else self.argument.key

    def values(self, names: Sequence[str]) -> Mapping[str, object]:
        """What the sentence speaks of; `names` are those of the spaces."""
        kind, at, value = self.concludes
        own = at if kind == "same" else 0 if kind == "contradiction" else 1 << at
        told: dict[str, object] = {
            "space": "" if kind in ("same", "contradiction") else names[at],
            "spaces": [names[space] for space in each(self.spaces | own)],
            "others": [names[space] for space in each(self.spaces & ~own)],
            "count": value,
            "touched": [[str(level), names[space]] for level, space in self.touched],
        }
        if self.argument is not None:
            told |= self.argument.values
            told |= {
                name: [names[space] for space in each(spaces)]
                for name, spaces in self.argument.sets.items()
            }
        if kind in ("terrain", "not_terrain"):
            told["terrain"] = Terrain(value)
        if kind in ("crop", "not_crop"):
            told["crop"] = Crop(value)
        if kind == "crops":
            told["left"] = [str(level) for level in LEVELS if value >> level & 1]
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
        case "crops":
            said = {"space": names[at], "crops": [k for k in LEVELS if value >> k & 1]}
        case "not_terrain":
            said = {"space": names[at], "not": {"terrain": TERRAIN_NAMES[value]}}
        case _:
            said = {"space": names[at], "not": {"crop": value}}
    return said


_SIZES = {"min": "min_size", "max": "max_size", "size": "size"}


class Supposition(NamedTuple):
    """What is supposed, what lies then, and the chain that leads to a contradiction."""

    value: Value
    lying: Knowledge
    chain: Chain


class Telling:
    """The steps that tell chains, each step once.

    Args:
        lying: what lies.
        supposed: the supposition by which a value is struck.
        searched: the solver's proof of a fact.
    """

    def __init__(
        self,
        lying: Knowledge,
        supposed: Mapping[Fact, Supposition],
        searched: Mapping[Fact, Proof],
    ) -> None:
        self._lying, self._supposed, self._searched = lying, supposed, searched
        self._last = 0
        self._ids: dict[Hashable, int] = {}
        self.steps: list[Step] = []

    def tell(self, chain: Chain) -> tuple[int, ...]:
        """The ids of the steps that tell a chain; those that are not there yet are added."""
        numbered: dict[Fact, int] = {}
        self.steps += self._new(self._lying, chain, numbered, self._ids)
        return tuple(sorted({*numbered.values()}))

    def _new(
        self, lying: Knowledge, chain: Chain, numbered: dict[Fact, int], ids: dict[Hashable, int]
    ) -> Iterator[Step]:
        for facts in _at_once(chain):
            premises = {fact for one in facts for fact in chain[one].because}.difference(facts)
            because = tuple(sorted({numbered[premise] for premise in premises}))
            concludes = _together(facts)
            key = (chain[facts[-1]].law, concludes, because)
            if key not in ids:
                self._last = ids[key] = self._last + 1
                numbered |= dict.fromkeys(facts, self._last)
                yield self._step(lying, chain, facts, because, numbered)
            numbered |= dict.fromkeys(facts, ids[key])

    def _step(
        self,
        lying: Knowledge,
        chain: Chain,
        facts: Sequence[Fact],
        because: tuple[int, ...],
        numbered: Mapping[Fact, int],
    ) -> Step:
        fact, spaces = facts[-1], 0
        reason = chain[fact]
        for one in facts:
            spaces |= chain[one].spaces
        concludes = _together(facts)
        step = Step(self._last, reason.law, spaces, because, concludes)
        match reason.law:
            case "search":
                return step._replace(proof=self._searched[fact])
            case "suppose":
                value, within, nested = self._supposed[reason.strike or fact]
                own = {f: r for f, r in nested.items() if r.law != GIVEN}
                steps = tuple(self._new(within, own, dict(numbered), {}))
                return step._replace(supposes=value, steps=steps)
        premises = {premise for one in facts for premise in chain[one].because}
        held = lying.holding(dict.fromkeys(premises, 1), lying.grid.everywhere)
        if reason.law == "separation":
            return step._replace(touched=_touched(held, (reason.strike or fact).at, spaces))
        return step._replace(argument=argue(held, fact, reason))


def _at_once(chain: Chain) -> Iterator[list[Fact]]:
    """The facts of a chain as they are told: what a space touches is told of it in one step."""
    waiting: dict[Space, list[Fact]] = {}
    for fact, reason in chain.items():
        touches = reason.law == "separation"
        if touches and fact.kind == "not_crop":
            waiting.setdefault(fact.at, []).append(fact)
            continue
        with_it = waiting.pop(fact.at, []) if touches and fact.kind == "crop" else []
        for premise in sorted(reason.because):
            if premise in waiting.get(premise.at, ()):
                yield waiting.pop(premise.at)
        yield [*with_it, fact]
    # What is proved may be that a level is struck.
    yield from waiting.values()


def _together(facts: Sequence[Fact]) -> Fact:
    """What facts about one space conclude together."""
    *struck, last = facts
    if not struck or last.kind == "crop":
        return last
    left = sum(1 << level for level in LEVELS if level not in {fact.value for fact in facts})
    return Fact("crops", last.at, left)


def _touched(held: Knowledge, at: Space, spaces: Spaces) -> tuple[tuple[Level, Space], ...]:
    """The levels that a space touches on these spaces, and where."""
    return tuple(
        (level, space)
        for level in LEVELS
        for space in each(held.holds[level] & spaces & ~(1 << at))
    )
