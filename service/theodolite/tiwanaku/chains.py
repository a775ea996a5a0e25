"""Shortens chains of reasons until nothing can be left out.

The laws work round by round, and keep the first reason found for each fact. Afterwards chains are
shortened in two passes. First every fact of a chain is derived again from all that is known, by the
law that takes the fewest steps. Then each premise and each fact is left out for a trial, and what
depended on it is derived from the others, if a law can. In the end every step and every premise is
needed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress

from theodolite.grid import NOWHERE, Spaces
from theodolite.tiwanaku.clock import TimeIsUp
from theodolite.tiwanaku.knowledge import GIVEN, Fact, Knowledge, Reason, UnprovedError
from theodolite.tiwanaku.laws import LAWS, TIERS, derive

Chain = Mapping[Fact, Reason]
"""Facts with their reasons, each drawn from earlier ones; the last one is to be proved."""


def _length(facts: Iterable[Fact], reasons: Mapping[Fact, Reason]) -> int:
    """The number of steps for these facts: all levels that a space touches take one step."""
    steps = set[object]()
    for fact in facts:
        struck = fact.kind == "not_crop" and reasons[fact].law == "separation"
        steps.add(fact.at if struck else fact)
    return len(steps)


class Chains:
    """Short proofs of what the laws found.

    Args:
        lying: The tiles on the board, supposed ones included, and no other facts.
        known: The facts that the laws found.
        given: Facts that need no proof here.
        without: Facts from which no proof may draw.
    """

    def __init__(
        self,
        lying: Knowledge,
        known: Knowledge,
        *,
        given: Collection[Fact] = frozenset(),
        without: frozenset[Fact] = frozenset(),
    ) -> None:
        self._lying, self._tiers = lying, known.tiers
        self._lean: dict[tuple[Fact, Reason], Reason] = {}
        self._reasons = {
            fact: Reason(GIVEN, frozenset(), NOWHERE) if fact in given else reason
            for fact, reason in known.reasons.items()
            if fact not in without and without.isdisjoint(known.roots[fact])
        }
        # An upper bound until a fact is derived again.
        self._lengths = {fact: len(known.roots[fact]) + 1 for fact in self._reasons}
        self._weighed = {*given}

    def replace(self, fact: Fact, reason: Reason) -> None:
        """Replace the reason of a fact."""
        self._reasons[fact] = reason

    def of(self, goal: Fact) -> Chain:
        """A proof of a fact from which nothing can be left out, if the clock allows.

        When the time is up, the proof is as short as it has become until then.

        Raises:
            UnprovedError: A premise of the proof has no reason.
        """
        with suppress(TimeIsUp):
            for fact in self._behind(goal):
                self._derive_again(fact)
        chain = {fact: self._reasons[fact] for fact in self._behind(goal)}
        pruned = _Pruned(self._lying, chain, self._tiers[goal], self._lean)
        with suppress(TimeIsUp):
            pruned.prune()
        return pruned.chain

    def _behind(self, goal: Fact) -> list[Fact]:
        """A fact and all that it is drawn from, premises first."""
        found: dict[Fact, None] = {}

        def visit(fact: Fact) -> None:
            if fact not in found:
                if fact not in self._reasons:
                    raise UnprovedError(str(fact))
                for premise in sorted(self._reasons[fact].because):
                    visit(premise)
                found[fact] = None

        visit(goal)
        return [*found]

    def _derive_again(self, fact: Fact) -> None:
        """Derive a fact from all that is known, if that takes fewer steps than before."""
        if fact in self._weighed or self._reasons[fact].law not in LAWS:
            return
        self._lying.clock.look()
        self._weighed.add(fact)
        self._lengths[fact] = _length(self._behind(fact), self._reasons)
        if self._lengths[fact] <= 1:
            return
        tier, follow = self._tiers[fact], self._following(fact)
        others = {
            other: self._lengths[other]
            for other in self._reasons
            if other not in follow and self._tiers[other] <= tier
        }
        laws = [law for law in LAWS if TIERS[law] <= tier]
        before = self._reasons[fact]
        held = self._lying.holding(others, self._lying.about(fact, before.spaces))
        found = derive(held, fact, laws)
        if found is not None:
            self._reasons[fact] = found
            steps = _length(self._behind(fact), self._reasons)
            if steps < self._lengths[fact]:
                self._lengths[fact] = steps
            else:
                self._reasons[fact] = before

    def _following(self, fact: Fact) -> set[Fact]:
        """A fact and all that is drawn from it."""
        users: dict[Fact, list[Fact]] = {}
        for user, reason in self._reasons.items():
            for premise in reason.because:
                users.setdefault(premise, []).append(user)
        found, waiting = {fact}, [fact]
        while waiting:
            for user in users.get(waiting.pop(), ()):
                if user not in found:
                    found.add(user)
                    waiting.append(user)
        return found


class _Pruned:
    """A chain that is shortened, and is a proof at any time."""

    def __init__(
        self, lying: Knowledge, chain: Chain, tier: int, leaned: dict[tuple[Fact, Reason], Reason]
    ) -> None:
        self._lying, self._leaned = lying, leaned
        self._laws = [law for law in LAWS if TIERS[law] <= tier]
        *_, self._goal = chain
        self._order = {fact: i for i, fact in enumerate(chain)}
        self.chain = dict(chain)

    def prune(self) -> None:
        """Leave out every premise and every fact that the proof does not need."""
        for fact in [*self.chain]:
            # Only earlier facts can become unused, so every later one is still there.
            self.chain[fact] = self._minimal(fact, self.chain[fact])
        self._forget_unused()
        for fact in reversed([*self.chain][:-1]):
            if fact in self.chain:
                self._leave_out(fact)

    def _leave_out(self, fact: Fact) -> None:
        """Leave a fact out, if all that is drawn from it can be derived from others."""
        again: dict[Fact, Reason] = {}
        for user, reason in self.chain.items():
            if fact in reason.because:
                found = self._derived_without(user, reason, fact)
                if found is None:
                    return
                again[user] = found
        self.chain |= {user: self._minimal(user, reason) for user, reason in again.items()}
        self._forget_unused()

    def _derived_without(self, user: Fact, reason: Reason, without: Fact) -> Reason | None:
        if reason.law not in LAWS:
            return None
        last = self._order[user]
        earlier = [fact for fact in self.chain if self._order[fact] < last and fact != without]
        return self._derived(user, reason.spaces, earlier, self._laws)

    def _minimal(self, fact: Fact, reason: Reason) -> Reason:
        """The reason with no more premises than its law needs."""
        if reason.law not in LAWS:
            return reason
        lean = self._leaned.get((fact, reason), reason)
        if (fact, reason) not in self._leaned:
            for premise in sorted(reason.because):
                if premise in lean.because:
                    fewer = sorted(lean.because - {premise})
                    lean = self._derived(fact, lean.spaces, fewer, [lean.law]) or lean
            self._leaned[fact, reason] = self._leaned[fact, lean] = lean
        return lean

    def _derived(
        self, goal: Fact, near: Spaces, facts: Iterable[Fact], laws: Sequence[str]
    ) -> Reason | None:
        self._lying.clock.look()
        held = self._lying.holding(dict.fromkeys(facts, 1), self._lying.about(goal, near))
        return derive(held, goal, laws)

    def _forget_unused(self) -> None:
        used = {self._goal}
        for fact in reversed([*self.chain]):
            if fact in used:
                used |= self.chain[fact].because
        self.chain = {fact: reason for fact, reason in self.chain.items() if fact in used}
