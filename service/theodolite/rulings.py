"""Open points of the rules: whether another ruling would change an answer (`could_matter`).

The rulings of a game are a NamedTuple with a field for each, annotated with its literal values.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

from theodolite.checkpoints import checkpoint

Rulings = TypeVar("Rulings", bound=NamedTuple)
Answer = TypeVar("Answer")


@cache
def values_of(rulings: type[NamedTuple]) -> Mapping[str, tuple[str, ...]]:
    """The values of each ruling of a game, by its name."""
    return {name: get_args(values) for name, values in get_type_hints(rulings).items()}


def alternatives(rulings: Rulings, name: str) -> Iterator[Rulings]:
    """These rulings with each other value of one of them."""
    for value in values_of(type(rulings))[name]:
        if value != getattr(rulings, name):
            yield rulings._replace(**{name: value})


def judged(
    judge: Callable[[Rulings], Answer],
    rulings: Rulings,
    names: Iterable[str],
    compared: Callable[[Answer], object] = lambda answer: answer,
) -> tuple[Answer, Mapping[str, bool]]:
    """Judge, and find for each ruling whether another value would change the answer.

    Args:
        judge: A pure function of the rulings.
        rulings: The rulings in force.
        names: The rulings to examine. For a ruling that `judge` does not read nothing is judged
            again, since it cannot matter.
        compared: The part of an answer that counts as a change; by default all of it.

    Returns:
        The answer, and `could_matter` of each ruling.
    """
    answer, asked = looked_at(judge, rulings)
    current = compared(answer)
    return answer, {
        name: name in asked
        and would_change(lambda other: compared(judge(other)), rulings, name, current)
        for name in names
    }


def would_change(
    judge: Callable[[Rulings], object], rulings: Rulings, name: str, current: object
) -> bool:
    """Whether another value of a ruling leads to another answer than `current`."""
    for other in alternatives(rulings, name):
        checkpoint()
        if judge(other) != current:
            return True
    return False


def looked_at(judge: Callable[[Rulings], Answer], rulings: Rulings) -> tuple[Answer, set[str]]:
    """Judge, and find the rulings that were read: no other can matter."""
    watched, names = _watched(rulings)
    return judge(watched), names


def _watched(rulings: Rulings) -> tuple[Rulings, set[str]]:
    """These rulings, and a set that collects the names of those that are read."""
    watched: Any = _watching(type(rulings))(*rulings)
    watched.of, watched.looked_at = rulings, set()
    return watched, watched.looked_at


@cache
def _watching(kind: type[Rulings]) -> type[Rulings]:
    """A class of rulings that records which of them are read."""

    def noted(name: str) -> property:
        def look(self: Any) -> Any:
            self.looked_at.add(name)
            return getattr(self.of, name)

        return property(look)

    looks: dict[str, Any] = {name: noted(name) for name in kind._fields}
    # Rulings made from these by `_replace` do not record.
    return type(f"Watched{kind.__name__}", (kind,), {**looks, "_make": kind._make})
