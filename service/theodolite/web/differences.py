"""The departures from legal play that a dispute finds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Struct

from theodolite import disputes as rules
from theodolite.web.problems import pointer
from theodolite.web.responses import Explanation, description


class Departure(Struct, kw_only=True):
    """A departure from legal play."""

    kind: Annotated[str, description("Its kind, one of the game's in *Kinds of departures*.")]
    pointer: Annotated[str | None, description("JSON Pointer into the snapshots; null of a rule.")]
    spaces: Annotated[list[str], description("The spaces concerned.")] = []
    explanation: Explanation


class Difference(Departure, kw_only=True):
    """A departure from legal play of the likeliest explanation of the later table."""

    before: Annotated[Any, description("The value in `before`; null if it has none.")]
    after: Annotated[Any, description("The value in `after`; null if it has none.")]
    alternatives: Annotated[
        list[Departure],
        description("Other departures, each of which explains as much and is as likely."),
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
    mended: Any
    rulings: Sequence[Any]


MENDED = description(
    "The later table without the departures of `differences`, to which legal play leads; null if "
    "the dispute is possible, or where no such table is known."
)


def difference(
    found: rules.Difference,
    documents: Sequence[Mapping[str, Any]],
    explain: Callable[[rules.Difference], str],
) -> Difference:
    """A difference of the values at a place of two documents.

    Args:
        found: The difference.
        documents: The documents, before and after.
        explain: Returns the sentence of a difference.
    """
    before, after = (value_at(document, found.path) for document in documents)
    return Difference(
        kind=found.kind,
        pointer=pointer(found.path),
        before=before,
        after=after,
        spaces=[*found.spaces],
        explanation=explain(found),
        alternatives=[
            alternative(difference(one, documents, explain)) for one in found.alternatives
        ],
    )


def alternative(found: Difference) -> Departure:
    """A difference as it is listed among the alternatives of another."""
    return Departure(
        kind=found.kind,
        pointer=found.pointer,
        spaces=found.spaces,
        explanation=found.explanation,
    )


def value_at(document: Any, path: Sequence[int | str]) -> Any:
    """The value at a place of a document; None if there is none."""
    for part in path:
        try:
            document = document[part]
        except (LookupError, TypeError):
            return None
    return document
