"""The differences of a dispute that no legal play explains."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Struct

from theodolite.verdict import Path
from theodolite.web.problems import pointer
from theodolite.web.responses import Explanation, description


class Difference(Struct, kw_only=True):
    """A difference that no legal play explains, or a rule that is broken."""

    kind: Annotated[
        Literal["value", "space", "rule"],
        description("Values that differ, a space of a map that does, or a rule that is broken."),
    ] = "value"
    pointer: Annotated[str | None, description("JSON Pointer into the snapshots; null of a rule.")]
    before: Annotated[Any, description("The value in `before`; null if it has none.")]
    after: Annotated[Any, description("The value in `after`; null if it has none.")]
    explanation: Explanation
    alternatives: Annotated[
        list[str], description("The rules, by id, that other plays break; none is looked for.")
    ] = []


class Dispute(Struct, kw_only=True):
    """Whether legal play leads from one table to another. A game says what `accounts` are."""

    possible: Annotated[bool, description("Whether any legal play leads from one to the other.")]
    accounts: Sequence[Any]
    more: Annotated[bool, description("Whether there are, or may be, further accounts.")]
    differences: Annotated[
        Sequence[Difference],
        description("The differences that no legal play explains; empty if it is possible."),
    ]
    rulings: Sequence[Any]


def difference(path: Path, documents: Sequence[Mapping[str, Any]], explanation: str) -> Difference:
    """A difference of the values at a place of two documents.

    Args:
        path: The place.
        documents: The documents, before and after.
        explanation: What no legal play explains.
    """
    before, after = (_at(document, path) for document in documents)
    return Difference(pointer=pointer(path), before=before, after=after, explanation=explanation)


def _at(document: Any, path: Path) -> Any:
    """The value at a place of a document; None if there is none."""
    for part in path:
        try:
            document = document[part]
        except (LookupError, TypeError):
            return None
    return document
