"""What a referee can say: a check of one rule, a fault of a snapshot, a sentence about either.

Nothing here knows a game or a language. A sentence is the key of a text of a rule together with the
values that fill it; `rulebook.Rulebook.sentence` turns it into words.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from theodolite.grid import Spaces

__all__ = ["NOTHING", "Check", "Fault", "Path", "Status", "Values", "Word", "amount", "legal"]

Path = tuple[str | int, ...]
Values = Mapping[str, object]
NOTHING: Values = MappingProxyType({})
Status = Literal["passed", "failed", "not_checked"]


class Word(NamedTuple):
    """An entry of a table of a game's words, filled with values: the name of a card or of a row."""

    table: str
    name: str
    values: Values = NOTHING


class Check(NamedTuple):
    """One rule held against what was done: its id, the outcome, why, and the spaces concerned."""

    rule: str
    status: Status
    says: str
    values: Values
    spaces: Spaces = 0


class Fault(NamedTuple):
    """Something that makes a snapshot impossible: a stable code, where it stands, and details."""

    code: str
    path: Path = ()
    values: Values = NOTHING


def legal(checks: Iterable[Check]) -> bool:
    """Whether no rule was broken. A rule that could not be checked breaks nothing."""
    return all(check.status != "failed" for check in checks)


def amount(count: int) -> Literal["none", "one", "some"]:
    """The key of the sentence that speaks of a count: languages have a form for one."""
    return "none" if count == 0 else "one" if count == 1 else "some"
