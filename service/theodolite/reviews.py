"""Reviews of records: what each turn was worth, and what the best alternative would have been.

A game states its measure and its alternatives; this module weighs one decision after another until
its work is used up. The measures are those of each game's `reviews`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from theodolite.checkpoints import OutOfWorkError, checkpoint, work_limit
from theodolite.verdict import Path, Values, Word

WORK = 60_000
"""Checkpoints that the weighing of decisions may pass: some seconds of a processor."""
DECIMALS = 4
"""Decimals of values in answers."""
MOMENTS = 3
"""The most moments of a review."""


class Option(NamedTuple):
    """Something that a player could have done.

    Attributes:
        action: What it is; its type is the game's.
        value: The change of the measure.
    """

    action: Any
    value: float


class Weighed(NamedTuple):
    """A decision of a record, weighed.

    Attributes:
        path: The way to it in the request.
        player: The player's index.
        says: The sentence that tells it.
        value: The measure after it minus before it; None if it has no measure.
        best: The best option, what was done included; None without a measure.
    """

    path: Path
    player: int
    says: Word
    value: float | None = None
    best: Option | None = None

    @property
    def cost(self) -> float | None:
        """The value of the best option minus that of what was done; None without a measure."""
        if self.value is None or self.best is None:
            return None
        return self.best.value - self.value


Decision = Callable[[], Weighed]
"""A decision of a record that is yet to be weighed."""


class Review(NamedTuple):
    """A record as reviewed.

    Attributes:
        weighed: Its decisions in order.
        truncated: Whether the work was used up before all were weighed.
    """

    weighed: Sequence[Weighed]
    truncated: bool

    @property
    def moments(self) -> list[int]:
        """The indices of the decisions that cost most, the costliest first; none that cost nothing.

        >>> cheap, dear = (
        ...     Weighed((), 0, Word("reviews", "MORE"), value, Option(None, 3)) for value in (2, 1)
        ... )
        >>> Review([cheap, dear], truncated=False).moments
        [1, 0]
        """
        costs = [weighed.cost or 0 for weighed in self.weighed]
        dearest = sorted(range(len(costs)), key=lambda i: -costs[i])
        return [i for i in dearest[:MOMENTS] if costs[i] > 0]


def review(decisions: Iterable[Decision], work: int = WORK) -> Review:
    """Weigh the decisions of a record in order, until the work is used up.

    Args:
        decisions: The decisions. The one being weighed at the end of the work is left out.
        work: The most checkpoints to pass.
    """
    weighed: list[Weighed] = []
    try:
        with work_limit(work):
            for weigh in decisions:
                checkpoint()
                weighed.append(weigh())
    except OutOfWorkError:
        return Review(weighed, truncated=True)
    return Review(weighed, truncated=False)


def comparison(value: float, best: float, clauses: Values, prefix: str = "") -> Word:
    """The sentence that tells what a decision changed, and what the best option would have.

    Args:
        value: The value of what was done.
        best: The value of the best option.
        clauses: `done` and `instead`, the clauses that tell both, and whatever else blanks need.
        prefix: Begins the keys in the game's table `reviews`.

    >>> comparison(3, 3, {}).name, comparison(3, 5, {}).name, comparison(0, 0, {}).name
    ('BEST_GAINED', 'MORE', 'BEST_KEPT')
    >>> comparison(-2, 0, {}).name, comparison(-2, -1, {}).name
    ('EVEN', 'LESS')
    """
    changed = "GAINED" if value > 0 else "LOST" if value < 0 else "KEPT"
    done = {**clauses, "points": abs(int(value))}
    if best <= value:
        return Word("reviews", f"{prefix}BEST_{changed}", done)
    compared = "MORE" if best > 0 else "LESS" if best < 0 else "EVEN"
    result = Word("reviews", f"{prefix}{changed}", done)
    instead = {**clauses, "result": result, "points": abs(int(best))}
    return Word("reviews", f"{prefix}{compared}", instead)
