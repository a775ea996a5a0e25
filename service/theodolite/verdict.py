"""Verdicts: a check of one rule, a fault of a request, and the sentences that explain them.

Nothing here knows a game or a language. A sentence is the key of a rule's text with the values that
fill it; `rulebook.Rulebook.sentence` turns it into words.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from theodolite.grid import NOWHERE, Spaces

Path = tuple[str | int, ...]
Values = Mapping[str, object]
NOTHING: Values = MappingProxyType({})
Status = Literal["passed", "failed", "not_checked"]


class Word(NamedTuple):
    """An entry of a table in a game's `words.toml`, say the name of a card.

    Attributes:
        table: The table's name.
        name: The entry's key.
        values: What fills its blanks.
    """

    table: str
    name: str
    values: Values = NOTHING


class Name(NamedTuple):
    """A name that a table brings, say that of a card of its own.

    Attributes:
        texts: The name in each language, in the order of `rulebook.LANGUAGES`.
    """

    texts: tuple[str, ...]


class Check(NamedTuple):
    """A rule applied to what was done.

    Attributes:
        rule: The rule's id.
        status: `not_checked` where the table does not hold what the rule needs.
        says: The key of the rule's sentence that explains the outcome.
        values: What fills the sentence's blanks.
        spaces: The spaces concerned.
    """

    rule: str
    status: Status
    says: str
    values: Values
    spaces: Spaces = NOWHERE


class Fault(NamedTuple):
    """Something that makes a request impossible to judge.

    Attributes:
        code: A stable code.
        path: The way to its place: field names, and indices from 0.
        values: What fills the blanks of the code's sentence.
    """

    code: str
    path: Path = ()
    values: Values = NOTHING


def below(path: Path, faults: Iterable[Fault]) -> Iterator[Fault]:
    """Faults of a part of an object, with their paths in the object.

    >>> list(below(("players", 0), [Fault("required", ("name",))]))[0].path
    ('players', 0, 'name')
    """
    return (fault._replace(path=(*path, *fault.path)) for fault in faults)


def legal(checks: Iterable[Check]) -> bool:
    """Whether no check failed. A rule that was not checked does not make a move illegal.

    >>> legal([Check("toy.hat", "not_checked", "unknown", {})])
    True
    """
    return all(check.status != "failed" for check in checks)


def verdict_of(checks: Iterable[Check], *, whole: bool) -> bool | None:
    """Whether a move is legal: False if a check failed, else None if the move is not whole.

    >>> verdict_of([], whole=False)
    """
    return (True if whole else None) if legal(checks) else False


def amount(count: int) -> Literal["none", "one", "some"]:
    """The key of the sentence for a count, since languages have a form of their own for one.

    >>> amount(0), amount(1), amount(7)
    ('none', 'one', 'some')
    """
    return "none" if count == 0 else "one" if count == 1 else "some"
