"""Score sheets: lines whose points add up, and the ranking of the players."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from theodolite.grid import Spaces
from theodolite.verdict import NOTHING, Values

SHARED = "shared"
"""The value of `Ranking.decided_by` if no tie-break separates the winners."""


class Part(NamedTuple):
    """Points that a group of spaces earns.

    Attributes:
        points: The points.
        spaces: The spaces that earn them.
        about: Further fields of the game's own.
    """

    points: int
    spaces: Spaces
    about: Mapping[str, object] = NOTHING


class Item(NamedTuple):
    """One line of a score sheet.

    Attributes:
        category: The kind of line.
        points: Its points; the sum of `parts`, if there are any.
        rule: The id of the rule that gives the points.
        says: The key of the rule's sentence that explains them.
        values: What fills the sentence's blanks, beside `{spaces}` and `{parts}` of the line.
        spaces: The spaces that count.
        parts: The groups of spaces that earn the points; None if there is only one.
        about: Further fields of this category.
    """

    category: str
    points: int
    rule: str
    says: str
    values: Values
    spaces: Spaces
    parts: Sequence[Part] | None = None
    about: Mapping[str, object] = NOTHING


class Ranking(NamedTuple):
    """The ranking of the players.

    Attributes:
        ranks: Each player's rank, from 1; tied players share a rank.
        winners: The indices of the winners.
        decided_by: The criterion that separated the winner from all others, or SHARED.
    """

    ranks: Sequence[int]
    winners: Sequence[int]
    decided_by: str


def rank(
    criteria: Mapping[str, Sequence[float]], staying: Collection[int] | None = None
) -> Ranking:
    """Rank players by one criterion after another; players equal in all of them share their rank.

    Args:
        criteria: For each criterion by name, the most important first, the value of each player;
            more is better.
        staying: The indices of the players who may win; the others rank after them. Default: all.

    >>> rank({"total": [7, 9, 9], "coins": [0, 2, 3]})
    Ranking(ranks=[3, 2, 1], winners=[2], decided_by='coins')
    """
    scores = list(zip(*criteria.values(), strict=True))
    may_win = range(len(scores)) if staying is None else staying
    keys = [(player in may_win, *score) for player, score in enumerate(scores)]
    best_first = sorted(keys, reverse=True)
    best = best_first[0]
    winners = [player for player in may_win if keys[player] == best]
    decided_by = SHARED
    if len(winners) == 1:
        decided_by = next(
            name
            for last, name in enumerate(criteria, 2)
            if sum(key[:last] == best[:last] for key in keys) == 1
        )
    return Ranking([1 + best_first.index(key) for key in keys], winners, decided_by)
