"""A score in lines that add up, and who won: what every scoring question answers."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from theodolite.grid import Spaces
from theodolite.verdict import NOTHING, Values

__all__ = ["SHARED", "Item", "Part", "Standing", "rank"]

SHARED = "shared"
"""What decides between winners whom no tie-break tells apart."""


class Part(NamedTuple):
    """Points that a group of spaces earns; `about` holds what else a game says of it."""

    points: int
    spaces: Spaces
    about: Mapping[str, object] = NOTHING


class Item(NamedTuple):
    """One line of a score sheet.

    `spaces` are the spaces that count, `parts` where the points come from if in several portions
    (they add up to `points`), `about` the fields that only this category has. The rule's sentence
    `says` is filled with `values`, and with `{spaces}` and `{parts}` for those of the line itself.
    """

    category: str
    points: int
    rule: str
    says: str
    values: Values
    spaces: Spaces
    parts: Sequence[Part] | None = None
    about: Mapping[str, object] = NOTHING


class Standing(NamedTuple):
    """Who won: each player's rank from 1, the winners, and what decided between them."""

    ranks: Sequence[int]
    winners: Sequence[int]
    decided_by: str


def rank(criteria: Mapping[str, Sequence[float]]) -> Standing:
    """Rank players by one criterion after another; players equal in all of them share their rank.

    Args:
        criteria: by its name, in the order in which they are looked at, what each player has of a
            criterion; the more the better. `decided_by` is the first that leaves one best alone, or
            SHARED.
    """
    scores = list(zip(*criteria.values(), strict=True))
    best_first = sorted(scores, reverse=True)
    best = best_first[0]
    winners = [player for player, score in enumerate(scores) if score == best]
    decided_by = SHARED
    if len(winners) == 1:
        decided_by = next(
            name
            for last, name in enumerate(criteria, 1)
            if sum(score[:last] == best[:last] for score in scores) == 1
        )
    return Standing([1 + best_first.index(score) for score in scores], winners, decided_by)
