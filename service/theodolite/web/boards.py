"""Fields of request schemas for boards: rows of letters, a space, a set of spaces."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, cast

from marshmallow import ValidationError

from theodolite.grid import Grid, Space, set_of
from theodolite.rows import Lettering
from theodolite.verdict import Fault, below
from theodolite.web import fields
from theodolite.web.fields import refusal, refusals

_MOST_ENUMERATED = 50


class RowsField(fields.Field):
    """A board as rows of letters, top row first.

    Args:
        lettering: The letters and their layers.
        make: Makes the value of the rules from rows, ValueError if they are not a board; by
            default the list of layers.
        faults: Finds everything wrong with rows that `make` refuses; by default the lettering's.
        write: Writes the rows of a value, the inverse of `make`.
        kwargs: As for every field.
    """

    def __init__(
        self,
        lettering: Lettering,
        make: Callable[[Sequence[str]], Any] | None = None,
        faults: Callable[[Sequence[str]], Iterable[Fault]] | None = None,
        *,
        write: Callable[[Any], Sequence[str]] | None = None,
        **kwargs: Any,
    ) -> None:
        columns, rows = lettering.grid.columns, lettering.grid.rows
        pattern = f"^[{_class(lettering.known)}]{{{columns}}}$"
        row = {"type": "string", "pattern": pattern, "examples": [lettering.known[0] * columns]}
        spec = {"type": "array", "items": row, "minItems": rows, "maxItems": rows}
        super().__init__(spec, **kwargs)
        self.most = rows
        self.make, self.faults = make or lettering.read, faults or lettering.faults
        self.write = write

    def load(self, value: Any) -> Any:
        """The board."""
        if type(value) is not list:
            raise refusal("wrong_type", {"expected": "array"})
        try:
            return self.make(value)
        except (TypeError, ValueError):
            # Of a list that is far too long the first rows suffice.
            others = islice((i for i, row in enumerate(value) if type(row) is not str), self.most)
            wrong = [Fault("wrong_type", (i,), {"expected": "string"}) for i in others]
            raise refusals(wrong or list(self.faults(value))) from None

    def dump(self, value: Any) -> Sequence[str]:
        """The rows of a board; TypeError of a field without `write`."""
        if self.write is None:
            raise TypeError(self.name)
        return self.write(value)


def _class(letters: str) -> str:
    """A character class of a regular expression, without its brackets."""
    return "".join(f"\\{letter}" if letter in "\\]^-" else letter for letter in letters)


class SpaceField(fields.Choice):
    """A space by its name.

    Args:
        grid: The board.
        code: The code of the refusal of other names.
        outside: Names of places off the board, which are loaded as they are.
        kwargs: As for every field.
    """

    def __init__(
        self, grid: Grid, code: str = "unknown_space", outside: Iterable[str] = (), **kwargs: Any
    ) -> None:
        super().__init__({**{name: name for name in outside}, **grid.spaces}, code, **kwargs)
        if len(grid.names) > _MOST_ENUMERATED:
            self.spec = {"type": "string", "examples": [grid.names[0], grid.names[-1]]}


def spaces_field(grid: Grid, most: int, **kwargs: Any) -> fields.List:
    """A field for a list of spaces whose order matters, loaded as a tuple."""
    return fields.List(SpaceField(grid), most, **kwargs)


class SpacesField(fields.Field):
    """A list of distinct spaces in any order, loaded as a set.

    Args:
        grid: The board.
        most: The greatest number of spaces; by default all of the board.
        twice: The code of the refusal of a space that is listed twice.
        space: The field of a space; by default one of the board.
        kwargs: As for every field.
    """

    def __init__(
        self,
        grid: Grid,
        most: int | None = None,
        *,
        twice: str = "duplicate_space",
        space: SpaceField | None = None,
        **kwargs: Any,
    ) -> None:
        self.grid, self.space, self.twice = grid, space or SpaceField(grid), twice
        self.most = len(grid.names) if most is None else most
        spec = {"type": "array", "items": self.space.spec, "maxItems": self.most}
        super().__init__({**spec, "uniqueItems": True}, **kwargs)

    def load(self, value: Any) -> Any:
        """The spaces."""
        return set_of(self.distinct(value))

    def distinct(self, value: Any) -> set[Any]:
        """The distinct spaces, each as its field loads it."""
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
        return spaces

    def dump(self, value: Any) -> list[str]:
        """The names of the spaces, in reading order."""
        return self.grid.name_all(value)

    def _faults(self, names: Iterable[Any]) -> Iterator[Fault]:
        named: set[Space] = set()
        for i, name in enumerate(names):
            try:
                space = self.space.load(name)
            except ValidationError as error:
                yield from below((i,), cast("list[Fault]", error.messages))
            else:
                if space in named:
                    yield Fault(self.twice, (i,), {"value": name, "space": name})
                named.add(space)
