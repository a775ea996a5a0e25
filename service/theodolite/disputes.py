"""The findings of disputes: whether legal play leads from one snapshot to another.

Each game searches its own moves; a finding says what the search found.
"""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from theodolite.verdict import Path, Values

Account = TypeVar("Account")
Unexplained = TypeVar("Unexplained")


class Difference(NamedTuple):
    """A difference that no legal play explains, with the rule that speaks against it.

    Attributes:
        path: Its place in the snapshots.
        rule: The id of the rule.
        key: The key of the rule's sentence.
        values: What fills the blanks of the sentence.
        gains: Where points differ, what the likeliest turn brings; the type is the game's.
    """

    path: Path
    rule: str
    key: str
    values: Values
    gains: Sequence[Any] = ()


class Finding(NamedTuple, Generic[Account, Unexplained]):
    """The outcome of a dispute.

    Attributes:
        accounts: The legal plays that lead to the later snapshot, as many as the game lists.
        more: Whether there are, or may be, others.
        differences: The differences that no legal play explains; empty if there is an account.
        truncated: Whether not every candidate was tried.
    """

    accounts: Sequence[Account]
    more: bool
    differences: Sequence[Unexplained]
    truncated: bool = False
