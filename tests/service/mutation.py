"""Mutated request bodies: Hypothesis strategies that change a few places of an example."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

Path = tuple[str | int, ...]

# Values and names that are valid somewhere in a request, and often invalid elsewhere.
WORDS = [
    *("A1", "E5", "F6", "a1", "beach:E3", "beach:C3", "Otoma", "Cassandra", "Elliott"),
    *("jungle", "lagoon", "left", "top", "nobody_scores", "together", "any_rotation"),
    *(".....", "JLMSJ", "jlms.", "JJ", ".J", "J", "", "\n", "J.LS.\n", "\x00", "é" * 41),
]
NAMES = [
    *("beach", "island", "players", "name", "parchment", "meeple", "claims", "presumptions"),
    *("card", "terrain", "avoid", "pattern", "otoma", "variants", "rulings", "display", "deck"),
    *("master_cartographers", "disputed_regions", "sketch", "space", "a/b~c", ""),
]

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 33),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(WORDS),
    st.text(max_size=8),
)
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6),
        st.dictionaries(st.one_of(st.sampled_from(NAMES), st.text(max_size=4)), inner, max_size=4),
    ),
    max_leaves=12,
)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path to every value within a value, itself first."""
    yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))


def at(value: Any, path: Path) -> Any:
    """Return the value at a path."""
    for key in path:
        value = value[key]
    return value


def put(value: Any, path: Path, item: Any) -> Any:
    """Replace the value at a path, and return the whole."""
    if not path:
        return item
    at(value, path[:-1])[path[-1]] = item
    return value


@st.composite
def mutated(draw: st.DrawFn, example: Any) -> Any:
    """Draw the example with up to three changes."""
    value = deepcopy(example)
    for _ in range(draw(st.integers(0, 3))):
        path = draw(st.sampled_from(list(places(value))))
        here = at(value, path)
        change = draw(st.sampled_from(["replace", "swap", "remove", "add", "spell"]))
        if change == "swap":
            other = draw(st.sampled_from(list(places(value))))
            value = put(value, path, deepcopy(at(value, other)))
        elif change == "remove" and path:
            del at(value, path[:-1])[path[-1]]
        elif change == "add" and isinstance(here, dict):
            here[draw(st.sampled_from(NAMES))] = draw(anything)
        elif change == "add" and isinstance(here, list):
            here.append(draw(st.one_of(anything, st.sampled_from(here or [None]))))
        elif change == "spell" and isinstance(here, str) and here:
            i = draw(st.integers(0, len(here) - 1))
            letter = draw(st.sampled_from("JLMSjlms.ABCDE12345x\n"))
            value = put(value, path, here[:i] + letter + here[i + 1 :])
        else:
            value = put(value, path, draw(anything))
    return value
