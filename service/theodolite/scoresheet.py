"""A score in lines that add up: what every scoring question answers, whatever the game."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from theodolite.grid import Spaces
from theodolite.verdict import NOTHING, Values

__all__ = ["DecidedBy", "Item", "Part", "Standing", "rank"]

DecidedBy = Literal["total", "fidelity", "shared"]


class Part(NamedTuple):
    """Points that a group of spaces earns."""

    points: int
    spaces: Spaces


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
    decided_by: DecidedBy


def rank(totals: Sequence[int], tie_break: Sequence[int]) -> Standing:
    """Rank players by total, then by the tie-break; players equal in both share their rank."""
    scores = list(zip(totals, tie_break, strict=True))
    best_first = sorted(scores, reverse=True)
    best = best_first[0]
    winners = [player for player, score in enumerate(scores) if score == best]
    decided_by: DecidedBy = "total"
    if len(winners) > 1:
        decided_by = "shared"
    elif totals.count(best[0]) > 1:
        decided_by = "fidelity"
    return Standing([1 + best_first.index(score) for score in scores], winners, decided_by)
