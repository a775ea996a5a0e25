"""Open points of the rules: whether deciding one otherwise would change an answer.

The rulings of a game are a NamedTuple with a field for each, annotated with the literal values it
may have.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

__all__ = ["alternatives", "judged", "looked_at", "values_of", "would_change"]

Rulings = TypeVar("Rulings", bound=NamedTuple)
Answer = TypeVar("Answer")


@cache
def values_of(rulings: type[NamedTuple]) -> Mapping[str, tuple[str, ...]]:
    """The values of each ruling of a game, by its name."""
    return {name: get_args(values) for name, values in get_type_hints(rulings).items()}


def alternatives(rulings: Rulings, name: str) -> Iterator[Rulings]:
    """These rulings with one of them decided otherwise, in each other way."""
    for value in values_of(type(rulings))[name]:
        if value != getattr(rulings, name):
            yield rulings._replace(**{name: value})


def judged(
    judge: Callable[[Rulings], Answer],
    rulings: Rulings,
    names: Iterable[str],
    told: Callable[[Answer], object] = lambda answer: answer,
) -> tuple[Answer, Mapping[str, bool]]:
    """Judge once, and say for each ruling whether another value of it would change the answer.

    Args:
        judge: answers by the rulings it is given, and by nothing else that changes.
        rulings: the rulings in force.
        names: the rulings to be asked about. One that `judge` does not look at cannot matter, so
            that it is not judged again for it.
        told: what of an answer counts as a change.
    """
    answer, asked = looked_at(judge, rulings)
    now = told(answer)
    return answer, {
        name: name in asked and would_change(lambda other: told(judge(other)), rulings, name, now)
        for name in names
    }


def would_change(
    judge: Callable[[Rulings], object], rulings: Rulings, name: str, now: object
) -> bool:
    """Whether another value of a ruling would lead to anything but what is judged now."""
    return any(judge(other) != now for other in alternatives(rulings, name))


def looked_at(judge: Callable[[Rulings], Answer], rulings: Rulings) -> tuple[Answer, set[str]]:
    """Judge once, and say which rulings were looked at: no other can matter."""
    watched, names = _watched(rulings)
    return judge(watched), names


def _watched(rulings: Rulings) -> tuple[Rulings, set[str]]:
    """These rulings, and the names of those that have been looked at since."""
    watched: Any = _watching(type(rulings))(*rulings)
    watched.of, watched.looked_at = rulings, set()
    return watched, watched.looked_at


@cache
def _watching(kind: type[Rulings]) -> type[Rulings]:
    """The rulings of a game, each noted when it is looked at by its name."""

    def noted(name: str) -> property:
        def look(self: Any) -> Any:
            self.looked_at.add(name)
            return getattr(self.of, name)

        return property(look)

    looks: dict[str, Any] = {name: noted(name) for name in kind._fields}
    # What is made of watched rulings is watched no more.
    return type(f"Watched{kind.__name__}", (kind,), {**looks, "_make": kind._make})
