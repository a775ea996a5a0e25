"""Request schemas: an object of a request body, stated once, that loads, explains and dumps.

A schema is a marshmallow schema whose fields are those of `web.fields`. It loads a body on one of
two paths, which call the same `load` of the same fields and so cannot disagree:

- `load_fast` stops at the first fault. It is ten times as fast as marshmallow's `load`.
- `errors` finds all faults of a body that `load_fast` refused, in two rounds: the faults within
  fields, and if there are none, the faults between fields, found on whole objects.

`dump` writes what was loaded, so that an answer's table has the form of a request's.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache, cached_property
from itertools import islice
from typing import Any, NamedTuple, NoReturn, cast

import marshmallow
import msgspec
from marshmallow import EXCLUDE, RAISE, ValidationError, validates_schema

from theodolite.rulings import values_of
from theodolite.verdict import NOTHING, Fault, Path, below
from theodolite.web import fields
from theodolite.web.fields import Checked, refusals

MAX_UNKNOWN_FIELDS = 1001
"""How many unknown fields of one object are reported: more than an answer lists."""

LOAD_ERRORS = (
    ValidationError,
    LookupError,
    TypeError,
    ValueError,
    RecursionError,
    msgspec.MsgspecError,
)
"""The errors of `Schema.load_fast` and of the fields for values that they refuse."""


class Schema(marshmallow.Schema):
    """An object of a request body. Unknown fields are refused.

    A subclass declares fields, and may override `make`, `cross_faults` and `unmake`.
    """

    class Meta:
        """Marshmallow's options for every schema."""

        unknown = RAISE

    error_messages: dict[str, Any] = {  # noqa: RUF012 - declared so by marshmallow
        "unknown": Fault("unknown_field"),
        "type": Fault("wrong_type", (), {"expected": "object"}),
    }

    def make(self, data: Mapping[str, Any]) -> Any:
        """Make the value that the rules take; by default the loaded fields by name.

        Args:
            data: The loaded fields that the request has. Each is valid, but there may be faults
                between them or within nested objects: it must not fail on those.
        """
        return data

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Find the faults between fields of this object.

        Args:
            made: The object as `make` made it.
            data: Its loaded fields, nested objects as they were made.
        """
        return ()

    def unmake(self, made: Any) -> Mapping[str, Any]:
        """The loaded fields of a made object, in the order in which they are written.

        The inverse of `make`; by default those of the object's fields that are not None.
        """
        data = made if isinstance(made, Mapping) else made._asdict()
        return {name: value for name, value in data.items() if value is not None}

    @cached_property
    def _loaders(self) -> Mapping[str, Callable[[Any], Any]]:
        return {name: fields.loader(field) for name, field in self.fields.items()}

    @cached_property
    def _required(self) -> frozenset[str]:
        return frozenset(name for name, field in self.fields.items() if field.required)

    def in_force(self, value: Any) -> AbstractContextManager[None]:
        """Put in force the card pack that an object brings, if any, while it is loaded.

        Raises:
            ValidationError: The card pack is not valid; holds its faults.
        """
        return nullcontext()

    def load_fast(self, value: Any) -> Any:
        """Load an object that is most likely valid.

        Raises:
            ValidationError: Or any other of LOAD_ERRORS: the object is not valid; `errors` says
                why.
        """
        if type(value) is not dict:
            raise TypeError(value)
        loaders = self._loaders
        data = {name: loaders[name](item) for name, item in value.items()}
        if not self._required <= data.keys():
            raise LookupError(value)
        made = self.make(data)
        for _ in self.cross_faults(made, data):
            raise ValueError(value)
        return made

    example: Mapping[str, Any] = NOTHING
    """An example of a request, whose values are shown where others are of a wrong type."""

    def errors(self, value: Any) -> list[Fault]:
        """Find the faults of an object that `load_fast` refused, each with its path."""
        try:
            in_force = self.in_force(value)
        except ValidationError as error:
            # The rest is not looked at: it may name what the card pack was to bring.
            return cast("list[Fault]", error.messages)
        with in_force:
            faults = self.field_errors(value) or self.check(value)[1]
        return [_exemplified(fault, self.example) for fault in faults]

    def field_errors(self, value: Any) -> list[Fault]:
        """Find the faults within fields.

        At most MAX_UNKNOWN_FIELDS unknown fields of one object are listed.
        """
        try:
            # Marshmallow lists unknown fields in another order in each process; `_unknown_fields`
            # lists them in theirs.
            self.load(value, unknown=EXCLUDE)
        except ValidationError as error:
            return list(_flat(error.messages, ()))
        return []

    def check(self, value: Any) -> Checked:
        """Load an object whose fields are all valid, and find the faults between fields in it."""
        checked = {name: fields.check(self.fields[name], item) for name, item in value.items()}
        data = {name: made for name, (made, _) in checked.items()}
        made = self.make(data)
        inner = [fault for name, (_, faults) in checked.items() for fault in below((name,), faults)]
        return made, [*inner, *self.cross_faults(made, data)]

    def dump(self, obj: Any, **_: Any) -> dict[str, Any]:
        """Write a made object as JSON, in the order of `unmake`."""
        return {
            name: fields.dump(self.fields[name], value) for name, value in self.unmake(obj).items()
        }

    def handle_error(
        self, error: ValidationError, data: object, *, many: bool, **_: Any
    ) -> NoReturn:
        """Raise an error with the same messages.

        Marshmallow's own error and the frame that raised it refer to each other, and so keep the
        whole body in memory until the next garbage collection.
        """
        raise ValidationError(error.messages)

    @validates_schema(skip_on_field_errors=False, pass_original=True)
    def _unknown_fields(self, data: Mapping[str, Any], original: Any, **_: Any) -> None:
        if type(original) is not dict:
            return
        unknown = (name for name in original if name not in self.fields)
        fault = self.error_messages["unknown"]._replace(values={"known": ", ".join(self.fields)})
        if faults := [fault._replace(path=(name,)) for name in islice(unknown, MAX_UNKNOWN_FIELDS)]:
            raise refusals(faults)


class _Rulings(Schema):
    """How the open points of the rules are decided."""

    error_messages: dict[str, Any] = {"unknown": Fault("unknown_ruling")}  # noqa: RUF012


@cache
def rulings_schema(rulings: Callable[..., Any], *, code: str = "unknown_value") -> Schema:
    """The schema that makes a game's rulings, the defaults where none is named.

    Args:
        rulings: The game's NamedTuple of rulings, each field annotated with its literal values.
        code: The code of the refusal of other values.
    """

    def make(_self: Schema, data: Mapping[str, Any]) -> Any:
        return rulings(**data)

    fields_of = {
        name: fields.Choice.of(values, code)
        for name, values in values_of(cast("type[NamedTuple]", rulings)).items()
    }
    kind = type(
        "RulingsSchema", (_Rulings,), {"__doc__": _Rulings.__doc__, "make": make, **fields_of}
    )
    schema: Schema = kind()
    return schema


def _flat(messages: Any, path: Path) -> Iterator[Fault]:
    """The faults in marshmallow's messages, each with its path."""
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _flat(inner, path if key == "_schema" else (*path, key))
    else:
        yield from below(path, messages)


def unknown_player(names: Iterable[str], name: str | None, path: Path) -> Iterator[Fault]:
    """The fault of naming a player who is not at the table.

    Args:
        names: The players at the table.
        name: The player named; None is no fault.
        path: The field that names the player.
    """
    known = list(names)
    if name is not None and name not in known:
        yield Fault("unknown_player", path, {"value": name, "known": ", ".join(known)})


LEFT = fields.List(
    fields.Name(),
    100,
    code="too_many",
    description="The players who have left.",
)
"""The field of a table that names the players who have left."""


def left_faults(table: Any) -> Iterator[Fault]:
    """The faults of a table that a player has left who is not at it, or has left already."""
    names = [player.name for player in table.players]
    for i, name in enumerate(table.left):
        yield from unknown_player(names, name, ("left", i))
        if name in table.left[:i]:
            yield Fault("entry_twice", ("left", i), {"value": name})


def _exemplified(fault: Fault, example: Any) -> Fault:
    """A fault of type with the value that an example of the request has in its place."""
    if fault.code != "wrong_type" or not example:
        return fault
    for part in fault.path:
        if isinstance(example, list) and example:
            example = example[min(int(part), len(example) - 1)]
        elif isinstance(example, dict) and part in example:
            example = example[part]
        else:
            return fault
    such = msgspec.json.encode(example).decode()
    if example is None or len(such) > fields.MAX_SAMPLE:
        return fault
    return fault._replace(values={**fault.values, "such": such})
