"""Trims what the laws found to proofs: from a fact back to the tiles on the board.

The laws work round by round and keep, for each fact, the ways in which they concluded it in the
first round that did. A proof is written backwards from its last fact: of the ways to a fact the one
is taken whose premises cost least. Premises that the proof has anyway cost next to nothing.
"""

from collections.abc import Mapping, Sequence, Set
from heapq import heappop, heappush

from theodolite.grid import NOWHERE, union
from theodolite.tiwanaku.knowledge import GIVEN, Fact, Knowledge, Reason, UnprovedError, opposite
from theodolite.tiwanaku.laws import LAWS, conclusions

Chain = Mapping[Fact, Reason]
"""Facts with their reasons, each drawn from earlier ones; the last one is to be proved."""

Reported = Mapping[Fact, Set[Fact]]
"""For each fact, all facts that its step tells."""


class Chains:
    """Short proofs of what the laws found.

    Args:
        lying: The tiles on the board, a supposed one included, and no other facts.
        known: The facts that the laws found.
    """

    def __init__(self, lying: Knowledge, known: Knowledge) -> None:
        self._lying, self._known = lying, known
        self._reasons: dict[Fact, Reason] = {}

    def of(self, goal: Fact) -> Chain:
        """A proof of a fact.

        Raises:
            UnprovedError: A premise of the proof was not found.
        """
        costs = self._known.costs
        costs.clear()
        chain: dict[Fact, Reason] = {}
        waiting = [(0, goal)]
        while waiting:
            _, fact = heappop(waiting)
            if fact not in chain:
                chain[fact] = self.reason(fact)
                for premise in chain[fact].because:
                    costs[premise] = 1
                    heappush(waiting, (-self._order(premise), premise))
        return dict(reversed(chain.items()))

    def _order(self, fact: Fact) -> int:
        """When a fact was found; what needs no reason comes before all else."""
        found = self._known.found.get(fact)
        if found is None:
            raise UnprovedError(str(fact))
        return -1 if found is self._known.outer.get(fact) else found.order

    def reason(self, fact: Fact) -> Reason:
        """The reason of a fact, the same in every chain."""
        if self._order(fact) < 0:
            return Reason(GIVEN, frozenset(), NOWHERE)
        if fact not in self._reasons:
            known, (*_, ways, strikes) = self._known, self._known.found[fact]
            reasons = [way() for way in ways]
            if reasons:
                reason = min(reasons, key=lambda reason: known.weight(reason.because))
                reason = reason._replace(because=reason.because | strikes)
            else:
                reason = self._left(strikes)
            premises = sorted(reason.because, key=self._cost, reverse=True)
            self._reasons[fact] = needed(self._lying, fact, reason, premises)
        return self._reasons[fact]

    def _cost(self, fact: Fact) -> tuple[int, Fact]:
        return self._known.weight([fact]), fact

    def _left(self, strikes: frozenset[Fact]) -> Reason:
        """The reason of the last value left: a law makes its strikes in the same step."""
        for value in sorted(strikes):
            other = opposite(value)
            if value.kind in ("terrain", "crop") and other in strikes and self._order(other) >= 0:
                # A value that is struck: the strike alone leaves none.
                reason = self.reason(other)
                return reason._replace(because=reason.because | {value}, strike=other)
        by_argument: dict[object, dict[Fact, Reason]] = {}
        for strike in strikes:
            if self._order(strike) >= 0:
                reason = self.reason(strike)
                by_argument.setdefault(_argument(strike, reason), {})[strike] = reason
        together = max(
            by_argument.values(), key=lambda some: (len(some), max(map(self._order, some)))
        )
        last = max(together, key=self._order)
        others = strikes.difference(together)
        because = others.union(*(reason.because for reason in together.values()))
        spaces = union(reason.spaces for reason in together.values())
        return together[last]._replace(because=because, spaces=spaces, strike=last)


def needed(
    lying: Knowledge,
    fact: Fact,
    reason: Reason,
    premises: Sequence[Fact],
    reported: Reported | None = None,
) -> Reason:
    """The reason of a fact without premises that its law can do without, until time is up.

    Args:
        lying: The tiles on the board.
        fact: The fact.
        reason: Its reason.
        premises: The premises, in the order in which to leave them out.
        reported: All that the step of a premise tells; None if it is the premise alone.
    """
    law = reason.law
    if law not in LAWS or (reported is None and law in _EXACT and not reason.strike):
        return reason
    # Without one premise, an earlier one may be spared too.
    before = None
    while before != reason.because:
        before = reason.because
        for premise in premises:
            # While steps are written, looking raises nothing: it is a checkpoint.
            lying.clock.look()
            if lying.clock.is_up():
                return reason
            if premise in reason.because:
                reason = _without(lying, fact, reason, premise, reported)
    return reason


def heard(premises: Set[Fact], reported: Reported) -> Sequence[Fact]:
    """Premises, and then all else that their steps tell."""
    return *sorted(premises), *sorted(
        {fact for one in premises for fact in reported[one]} - premises
    )


def _without(
    lying: Knowledge,
    fact: Fact,
    reason: Reason,
    premise: Fact,
    reported: Reported | None,
) -> Reason:
    """The reason of a fact without a premise, if its law can do without it."""
    fewer = reason.because - {premise}
    held = lying.holding(sorted(fewer) if reported is None else heard(fewer, reported)).anew()
    found = None if held.knows(fact) else _drawn(held, fact, reason.law)
    # A sentence about a region needs its terrain.
    if found is None or not (found.region is None or held.resolved >> found.region & 1):
        return reason
    if reported is not None:
        return found._replace(because=fewer)
    return min(reason, found, key=lambda one: len(one.because))


def _drawn(held: Knowledge, fact: Fact, law: str) -> Reason | None:
    """The reason of a fact, if a law concludes it from all that is known."""
    proposed = conclusions(held, (*_WITHIN.get(law, ()), law))
    if fact in proposed:
        return min((way() for way in proposed[fact]), key=lambda reason: len(reason.because))
    after = held.adding(proposed, 0)
    found = after.found.get(fact)
    if found is None:
        return None
    strikes = found.strikes
    if found.ways:
        # A value that its space cannot have, by what is held.
        reason = found.ways[0]()
        because = reason.because | strikes
        return reason._replace(because=because) if because <= held.found.keys() else None
    made = [strike for strike in after.found if strike in strikes - held.found.keys()]
    if not made or not all(after.found[strike].ways for strike in made):
        return None
    reasons = [after.found[strike].ways[0]() for strike in made]
    because = (strikes - {*made}).union(*(reason.because for reason in reasons))
    spaces = union(reason.spaces for reason in reasons)
    return reasons[-1]._replace(because=because, spaces=spaces, strike=made[-1])


_WITHIN = {"all_five_seen": ("reach",)}
"""The laws that a law concludes too, though its proposals leave their conclusions out."""
_EXACT = {"separation", "level_needs_size", "must_join"}
"""The laws that take no premise without need."""


def _argument(strike: Fact, reason: Reason) -> object:
    """The parts that strikes of one space share, if one step can make them all."""
    if strike.kind == "not_crop" and reason.law in ("separation", "one_each", "region_size"):
        return reason.law
    if reason.law == "two_by_two":
        return reason.spaces, reason.because
    return strike
