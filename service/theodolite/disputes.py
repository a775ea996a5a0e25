"""Disputes: whether legal play leads from one snapshot to another, or what departs from it.

Each game searches its own moves. Where no legal play explains the later snapshot, a game proposes
explanations: departures from legal play, each with the cost of its kind. The cheapest are reported.
"""

import sys
import tomllib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from theodolite.verdict import Path, Values

Account = TypeVar("Account")
Unexplained = TypeVar("Unexplained", bound=Any)

MAX_ALTERNATIVES = 60
"""The most alternatives of a difference."""


class Difference(NamedTuple):
    """A departure from legal play, with the rule that speaks against it.

    Attributes:
        path: Its place in the snapshots.
        rule: The id of the rule.
        key: The key of the rule's sentence.
        values: What fills the blanks of the sentence.
        gains: Where points differ, what the likeliest turn brings; the type is the game's.
        kind: Its kind, a key of the game's costs.
        spaces: The names of the spaces concerned.
        alternatives: Other departures, each of which explains as much at the same cost.
    """

    path: Path
    rule: str
    key: str
    values: Values
    gains: Sequence[Any] = ()
    kind: str = "other"
    spaces: Sequence[str] = ()
    alternatives: Sequence["Difference"] = ()

    @property
    def thing(self) -> object:
        """The thing that is wrong, whatever the sentence says of it."""
        return self.kind, self.path, (*self.spaces,)


class Explanation(NamedTuple, Generic[Unexplained]):
    """Departures that together explain a later snapshot.

    Attributes:
        cost: The sum of the costs of their kinds.
        departures: The departures.
        mended: The later snapshot without them, to which legal play leads; None if not known.
    """

    cost: int
    departures: Sequence[Unexplained]
    mended: Any = None


class Finding(NamedTuple, Generic[Account, Unexplained]):
    """The outcome of a dispute.

    Attributes:
        accounts: The legal plays that lead to the later snapshot, as many as the game lists.
        more: Whether there are, or may be, others.
        differences: The departures of the likeliest explanation; empty if there is an account.
        truncated: Whether not every candidate was tried.
        mended: The later snapshot without them; None if there is an account, or it is not known.
    """

    accounts: Sequence[Account]
    more: bool
    differences: Sequence[Unexplained]
    truncated: bool = False
    mended: Any = None


def costs_of(package: str) -> Mapping[str, int]:
    """The cost of each kind of departure of a game: the lower, the likelier.

    Args:
        package: The package of the game; its `departures.toml` has a table for each kind, with its
            `cost` and the `reason`.
    """
    text = files(package).joinpath("departures.toml").read_text("utf-8")
    return {kind: entry["cost"] for kind, entry in tomllib.loads(text).items()}


def kind_at(path: Path, kinds: Mapping[int | str, str], otherwise: str) -> str:
    """The kind of a departure at a place.

    Args:
        path: The place.
        kinds: The kinds by a part of a path; the first part of the path that has one counts.
        otherwise: The kind at other places.

    >>> kind_at(("players", 0, "hand"), {"hand": "card"}, "piece")
    'card'
    """
    return next((kinds[part] for part in path if part in kinds), otherwise)


class Candidate(Protocol):
    """A play that may have been meant, although it departs from legal play."""

    @property
    def cost(self) -> int:
        """The sum of the costs of its departures."""

    @property
    def key(self) -> Hashable:
        """Its departures: of candidates with the same ones the shortest stands for all."""

    @property
    def length(self) -> int:
        """The number of its parts."""


Tried = TypeVar("Tried", bound=Candidate)


class Nearest(Generic[Tried]):
    """The candidates with the least cost, one for each set of departures.

    Attributes:
        cost: The cost of each of them.
    """

    def __init__(self) -> None:
        self.cost = sys.maxsize
        self._candidates: dict[Hashable, Tried] = {}

    def add(self, candidate: Tried) -> None:
        """Add a candidate if none costs less, and none of the same departures is as short."""
        cost = candidate.cost
        if cost > self.cost:
            return
        if cost < self.cost:
            self.cost, self._candidates = cost, {}
        known = self._candidates.setdefault(candidate.key, candidate)
        if candidate.length < known.length:
            self._candidates[candidate.key] = candidate

    @property
    def candidates(self) -> Sequence[Tried]:
        """The candidates, in the order in which their departures were found."""
        return [*self._candidates.values()]


def likeliest(explanations: Iterable[Explanation[Unexplained]]) -> Explanation[Unexplained]:
    """The cheapest explanation; what other explanations as cheap name instead are alternatives.

    Args:
        explanations: At least one; of several as cheap, the first.

    >>> one, other, dear = [Difference((name,), "rule", "key", {}) for name in "abc"]
    >>> chosen = likeliest(
    ...     [Explanation(3, [dear]), Explanation(2, [one]), Explanation(2, [other])]
    ... ).departures
    >>> [(each.path, [other.path for other in each.alternatives]) for each in chosen]
    [(('a',), [('b',)])]
    """
    found = [*explanations]
    least = min(each.cost for each in found)
    first, *ties = [each for each in found if each.cost == least]
    chosen = [*first.departures]
    others = {one.thing: one for tie in ties for one in tie.departures}
    for one in chosen:
        others.pop(one.thing, None)
    if chosen:
        chosen[0] = chosen[0]._replace(alternatives=[*others.values()][:MAX_ALTERNATIVES])
    return first._replace(departures=chosen)
