"""Fields of request bodies that hold a board: its rows, a space, a list of spaces."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, cast

from marshmallow import ValidationError

from theodolite.grid import Grid, Space, Spaces
from theodolite.rows import Lettering
from theodolite.verdict import Fault
from theodolite.web.reading import Choice, Items, Leaf, refusal, refusals

__all__ = ["RowsField", "SpaceField", "SpacesField", "spaces_field"]

_MOST_ENUMERATED = 50


class RowsField(Leaf):
    """A board as rows of letters, top row first.

    Args:
        lettering: the letters, and the layers of spaces that they stand for.
        make: what the rules take for rows, ValueError if they are no such board; by default the
            list of layers.
        faults: everything wrong with rows of which there is no board; by default what the lettering
            finds.
        kwargs: what every field takes.
    """

    def __init__(
        self,
        lettering: Lettering,
        make: Callable[[Sequence[str]], Any] | None = None,
        faults: Callable[[Sequence[str]], Iterable[Fault]] | None = None,
        **kwargs: Any,
    ) -> None:
        columns, rows = lettering.grid.columns, lettering.grid.rows
        row = {"type": "string", "pattern": f"^[{_class(lettering.known)}]{{{columns}}}$"}
        spec = {"type": "array", "items": row, "minItems": rows, "maxItems": rows}
        super().__init__(spec, **kwargs)
        self.most = rows
        self.make, self.faults = make or lettering.read, faults or lettering.faults

    def read(self, value: Any) -> Any:
        """The board."""
        if type(value) is not list:
            raise refusal("wrong_type", {"expected": "array"})
        try:
            return self.make(value)
        except (TypeError, ValueError):
            # Of a list that is far too long the first rows tell enough.
            strange = islice((i for i, row in enumerate(value) if type(row) is not str), self.most)
            told = [Fault("wrong_type", (i,), {"expected": "string"}) for i in strange]
            raise refusals(told or list(self.faults(value))) from None


def _class(letters: str) -> str:
    """Letters as they stand between the brackets of a regular expression."""
    return "".join(f"\\{letter}" if letter in "\\]^-" else letter for letter in letters)


class SpaceField(Choice):
    """A space by its name."""

    def __init__(self, grid: Grid, code: str = "unknown_space", **kwargs: Any) -> None:
        super().__init__(grid.spaces, code, **kwargs)
        if len(grid.names) > _MOST_ENUMERATED:
            self.spec = {"type": "string", "examples": [grid.names[0], grid.names[-1]]}


def spaces_field(grid: Grid, most: int, **kwargs: Any) -> Items:
    """A list of spaces in an order that counts, as a tuple."""
    return Items(SpaceField(grid), most, **kwargs)


class SpacesField(Leaf):
    """A list of spaces in any order, as a set; none may be named twice.

    Args:
        grid: the board.
        most: how many there may be; by default the whole board.
        twice: the code that refuses a space named again.
        kwargs: what every field takes.
    """

    def __init__(
        self,
        grid: Grid,
        most: int | None = None,
        *,
        twice: str = "duplicate_space",
        **kwargs: Any,
    ) -> None:
        self.space, self.twice = SpaceField(grid), twice
        self.most = len(grid.names) if most is None else most
        spec = {"type": "array", "items": self.space.spec, "maxItems": self.most}
        super().__init__({**spec, "uniqueItems": True}, **kwargs)

    def read(self, value: Any) -> Spaces:
        """The spaces."""
        if type(value) is not list:
            raise refusal("wrong_type", {"expected": "array"})
        if len(value) > self.most:
            raise refusal("too_many", {"count": len(value), "least": 0, "most": self.most})
        known = self.space.values
        try:
            spaces = {known[name] for name in value}
        except (KeyError, TypeError):
            raise refusals(list(self._faults(value))) from None
        if len(spaces) < len(value):
            raise refusals(list(self._faults(value)))
        return sum(1 << space for space in spaces)

    def _faults(self, names: Iterable[Any]) -> Iterator[Fault]:
        named: set[Space] = set()
        for i, name in enumerate(names):
            try:
                space = self.space.read(name)
            except ValidationError as error:
                for fault in cast("list[Fault]", error.messages):
                    yield fault._replace(path=(i, *fault.path))
            else:
                if space in named:
                    yield Fault(self.twice, (i,), {"value": name, "space": name})
                named.add(space)
