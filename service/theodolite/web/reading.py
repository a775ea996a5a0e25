"""Reading request bodies: marshmallow schemas that read a good body fast and explain a bad one.

A schema states a body once. `Body.read` goes straight through its fields and stops at the first
fault, an order of magnitude faster than `Schema.load`; what it refuses is loaded by marshmallow,
which collects every fault. Both call the same `read` of the same fields, so they cannot disagree.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice
from typing import Any, NamedTuple, NoReturn, cast
from unicodedata import category

import msgspec
from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, validates_schema

from theodolite.rulings import values_of
from theodolite.verdict import NOTHING, Fault, Path, Values

__all__ = [
    "MOST_UNKNOWN",
    "UNREADABLE",
    "Body",
    "Choice",
    "Either",
    "Flag",
    "Items",
    "Keyed",
    "Leaf",
    "Nested",
    "Number",
    "Text",
    "names_of",
    "refusal",
    "refusals",
    "rulings_body",
    "shown",
    "stranger",
]

MOST_UNKNOWN = 1001
"""How many unknown fields of one object are told of, which is more than anybody is told."""

UNREADABLE = (
    ValidationError,
    LookupError,
    TypeError,
    ValueError,
    RecursionError,
    msgspec.MsgspecError,
)
"""What `Body.read`, `Body.read_json` and the fields raise for what they refuse."""


def refusal(code: str, values: Values = NOTHING) -> ValidationError:
    """The error that refuses a value with one fault."""
    return refusals([Fault(code, (), values)])


def refusals(faults: Sequence[Fault]) -> ValidationError:
    """The error that refuses a value with several faults."""
    return ValidationError(list(faults))


def _wrong_type(expected: str) -> ValidationError:
    return refusal("wrong_type", {"expected": expected})


_MESSAGES: dict[str, Any] = {
    "required": [Fault("required")],
    "null": [Fault("null")],
}


class Leaf(fields.Field[Any]):
    """A field whose value is read in one go.

    Args:
        spec: how OpenAPI describes the value.
        kwargs: what every marshmallow field takes.
    """

    default_error_messages = _MESSAGES

    def __init__(self, spec: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.spec = spec

    def read(self, value: Any) -> Any:
        """The value as the rules take it; ValidationError of faults if it is not acceptable."""
        raise NotImplementedError

    def _deserialize(self, value: Any, attr: object, data: object, **_: Any) -> Any:
        return self.read(value)


class Text(Leaf):
    """A string without control characters; what joins the parts of an emoji is none."""

    def __init__(self, shortest: int, longest: int, code: str, **kwargs: Any) -> None:
        super().__init__({"type": "string", "minLength": shortest, "maxLength": longest}, **kwargs)
        self.shortest, self.longest, self.code = shortest, longest, code

    def read(self, value: Any) -> str:
        """The string itself."""
        if type(value) is not str:
            raise _wrong_type("string")
        if not self.shortest <= len(value) <= self.longest:
            values = {"count": len(value), "least": self.shortest, "most": self.longest}
            raise refusal(f"{self.code}_length", values)
        if not value.isprintable() and any(_is_unspeakable(letter) for letter in value):
            raise refusal(f"bad_{self.code}")
        return value


def _is_unspeakable(letter: str) -> bool:
    """Whether it is a control, a surrogate, a line end, or no character at all (Unicode 2.4)."""
    return category(letter) in ("Cc", "Cs", "Zl", "Zp") or ord(letter) & 0xFFFE == 0xFFFE


class Number(Leaf):
    """A whole number within bounds; true, 1.0 and "1" are none."""

    def __init__(self, least: int, most: int, code: str = "out_of_range", **kwargs: Any) -> None:
        super().__init__({"type": "integer", "minimum": least, "maximum": most}, **kwargs)
        self.least, self.most, self.code = least, most, code

    def read(self, value: Any) -> int:
        """The number itself."""
        if type(value) is not int:
            raise _wrong_type("integer")
        if not self.least <= value <= self.most:
            values = {"value": shown(value), "least": self.least, "most": self.most}
            raise refusal(self.code, values)
        return value


class Flag(Leaf):
    """True or false, and nothing that merely resembles them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "boolean"}, **kwargs)

    def read(self, value: Any) -> bool:
        """The boolean itself."""
        if type(value) is not bool:
            raise _wrong_type("boolean")
        return value


class Choice(Leaf):
    """One of a few strings, each standing for a value of the rules."""

    def __init__(self, values: Mapping[str, Any], code: str, **kwargs: Any) -> None:
        super().__init__(_one_of(values), **kwargs)
        self.values, self.code = values, code
        self._known = ", ".join(values)

    def read(self, value: Any) -> Any:
        """What the string stands for."""
        if type(value) is not str:
            raise _wrong_type("string")
        if value not in self.values:
            raise refusal(self.code, {"value": shown(value), "known": self._known})
        return self.values[value]


def _one_of(strings: Iterable[str]) -> Mapping[str, Any]:
    """How OpenAPI tells which strings there are."""
    listed = list(strings)
    if len({string.lower() for string in listed}) == len(listed):
        return {"type": "string", "enum": listed}
    # Generators of clients name the members of an enumeration without regard to case.
    return {"type": "string", "pattern": f"^({'|'.join(map(re.escape, listed))})$"}


class Nested(fields.Nested):
    """An object within the body."""

    default_error_messages = _MESSAGES

    def __init__(self, body: "Body", **kwargs: Any) -> None:
        super().__init__(body, unknown=EXCLUDE, **kwargs)
        self.read = body.read


class Items(fields.List[Any]):
    """An array of a bounded number of items.

    What could not be read keeps its place as None, so that the others keep theirs.
    """

    default_error_messages = _MESSAGES

    def __init__(
        self,
        item: "Leaf | Nested | Items | Keyed | Either",
        most: int,
        *,
        least: int = 0,
        code: str = "item_count",
        **kwargs: Any,
    ) -> None:
        super().__init__(item, **kwargs)
        self.item, self.least, self.most, self.code = item, least, most, code
        self.spec = {"minItems": least, "maxItems": most}

    def read(self, value: Any) -> tuple[Any, ...]:
        """The items as the rules take them."""
        self._check(value)
        return tuple(map(self._read_item, value))

    @cached_property
    def _read_item(self) -> Callable[[Any], Any]:
        return _reader(self.item)

    def _check(self, value: Any) -> None:
        if type(value) is not list:
            raise _wrong_type("array")
        if not self.least <= len(value) <= self.most:
            span = f"{self.least}-{self.most}" if self.least != self.most else f"{self.most}"
            values = {"count": len(value), "least": self.least, "most": self.most}
            raise refusal(self.code, {**values, "expected": span})

    def _deserialize(self, value: Any, attr: object, data: object, **kwargs: Any) -> Any:
        self._check(value)
        items: list[Any] = []
        errors = {}
        for i, item in enumerate(value):
            try:
                items.append(self.item.deserialize(item, **kwargs))
            except ValidationError as error:
                items.append(error.valid_data)
                errors[i] = error.messages
        if errors:
            raise ValidationError(errors, valid_data=items)
        return tuple(items)


class Keyed(fields.Field[Any]):
    """An object of a bounded number of entries, each under a key that `key` reads.

    Entries that could not be read are left out of what cross-checks see.
    """

    default_error_messages = _MESSAGES

    def __init__(
        self,
        key: Leaf,
        value: "Leaf | Nested | Items | Keyed | Either",
        most: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.key, self.value, self.most = key, value, most

    def read(self, value: Any) -> dict[Any, Any]:
        """The values as the rules take them, by their keys."""
        self._check(value)
        read_key, read_value = _reader(self.key), _reader(self.value)
        return {read_key(key): read_value(inner) for key, inner in value.items()}

    def _check(self, value: Any) -> None:
        if type(value) is not dict:
            raise _wrong_type("object")
        if len(value) > self.most:
            raise refusal("too_many", {"count": len(value), "most": self.most})

    def _deserialize(self, value: Any, attr: object, data: object, **kwargs: Any) -> Any:
        self._check(value)
        entries, errors = {}, {}
        for key, inner in value.items():
            try:
                entries[self.key.deserialize(key)] = self.value.deserialize(inner, **kwargs)
            except ValidationError as error:
                errors[key] = error.messages
        if errors:
            raise ValidationError(errors, valid_data=entries)
        return entries


class Either(fields.Field[Any]):
    """A value that is told in one of several ways, known by its JSON type.

    Args:
        ways: the field that reads a value of each type: of `str`, `int`, `list` or `dict`.
        kwargs: what every field takes.
    """

    default_error_messages = _MESSAGES

    def __init__(self, ways: "Mapping[type, Leaf | Nested | Items | Keyed]", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ways = ways

    def _way(self, value: Any) -> Any:
        if type(value) not in self.ways:
            raise _wrong_type(", ".join(_JSON_TYPES[known] for known in self.ways))
        return self.ways[type(value)]

    def read(self, value: Any) -> Any:
        """What the field for a value of this type makes of it."""
        return self._way(value).read(value)

    def _deserialize(self, value: Any, attr: object, data: object, **kwargs: Any) -> Any:
        return self._way(value).deserialize(value, **kwargs)


_JSON_TYPES = {str: "string", int: "integer", list: "array", dict: "object"}


class Body(Schema):
    """An object of a request body. Unknown fields are refused."""

    class Meta:
        """What marshmallow is told about every body."""

        unknown = RAISE

    error_messages: dict[str, Any] = {  # noqa: RUF012 - declared so by marshmallow
        "unknown": Fault("unknown_field"),
        "type": Fault("wrong_type", (), {"expected": "object"}),
    }

    def make(self, data: Mapping[str, Any]) -> Any:
        """What the rules take for a faultless object; the fields by name unless overridden."""
        return data

    def doubts(self, made: Any, data: Mapping[str, Any]) -> Iterable[object]:
        """What is wrong between fields that could all be read; what they made may tell it."""
        return self.faults(data)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """What is wrong between fields. `data` may lack fields that could not be read."""
        return ()

    @cached_property
    def _readers(self) -> Mapping[str, Callable[[Any], Any]]:
        return {name: _reader(field) for name, field in self.fields.items()}

    @cached_property
    def _required(self) -> frozenset[str]:
        return frozenset(name for name, field in self.fields.items() if field.required)

    def read(self, value: Any) -> Any:
        """Read an object that is most likely faultless; any of UNREADABLE if it is not."""
        if type(value) is not dict:
            raise TypeError(value)
        readers = self._readers
        data = {name: readers[name](item) for name, item in value.items()}
        if not self._required <= data.keys():
            raise LookupError(value)
        made = self.make(data)
        for _ in self.doubts(made, data):
            raise ValueError(value)
        return made

    def explain(self, value: Any) -> Sequence[Fault]:
        """The faults of an object that `read` refused, each with its path.

        Of the unknown fields of one object there are at most MOST_UNKNOWN.
        """
        try:
            # Marshmallow would tell of unknown fields in another order in each process: it leaves
            # them to `_between_fields`.
            self.load(value, unknown=EXCLUDE)
        except ValidationError as error:
            return list(_flat(error.messages, ()))
        return []

    def handle_error(
        self, error: ValidationError, data: object, *, many: bool, **_: Any
    ) -> NoReturn:
        """Raise an error that nobody holds.

        Marshmallow holds the one that it raises in a frame that this one holds, and with it all
        that was read, until the garbage is collected.
        """
        raise ValidationError(error.messages, data=error.data, valid_data=error.valid_data)

    @validates_schema(skip_on_field_errors=False, pass_original=True)
    def _between_fields(self, data: Mapping[str, Any], original: Any, **_: Any) -> None:
        # Of what could not be read there is no more to say.
        if type(original) is not dict:
            return
        faults = [
            fault
            for fault in self.faults(data)
            if fault.path and not _unreadable(fault.path, original, data)
        ]
        unknown = (name for name in original if name not in self.fields)
        fault = self.error_messages["unknown"]
        # Whoever sends more than anybody wants to read about is not told of all of it.
        faults[:0] = [fault._replace(path=(name,)) for name in islice(unknown, MOST_UNKNOWN)]
        if faults:
            raise refusals(faults)


def _unreadable(path: Path, original: Any, data: Any) -> bool:
    """Whether something stands where a path leads, or on the way, that could not be read."""
    for step in path:
        if type(original) is dict and isinstance(data, dict):
            if step in original and step not in data:
                return True
            original, data = original.get(step), data.get(step)
        elif type(original) is list and isinstance(data, list | tuple) and type(step) is int:
            original = original[step] if step < len(original) else None
            data = data[step] if step < len(data) else None
        else:
            return False
    return False


class _Rulings(Body):
    """How the open points of the rules are decided."""

    error_messages: dict[str, Any] = {"unknown": Fault("unknown_ruling")}  # noqa: RUF012


@cache
def rulings_body(rulings: Callable[..., Any], *, code: str = "unknown_value") -> Body:
    """The body that makes a game's rulings, the defaults where none is named.

    Args:
        rulings: the game's NamedTuple of them, each field annotated with its literal values.
        code: what a value that there is not is refused with.
    """

    def make(_self: Body, data: Mapping[str, Any]) -> Any:
        return rulings(**data)

    fields_of = {
        name: Choice({value: value for value in values}, code)
        for name, values in values_of(cast("type[NamedTuple]", rulings)).items()
    }
    kind = type(
        "RulingsBody", (_Rulings,), {"__doc__": _Rulings.__doc__, "make": make, **fields_of}
    )
    body: Body = kind()
    return body


def _reader(field: Any) -> Callable[[Any], Any]:
    # Where nothing has to be explained, a choice is a look into its table.
    read = field.values.__getitem__ if isinstance(field, Choice) else field.read
    if field.allow_none:
        return lambda value: None if value is None else read(value)
    return read


def _flat(messages: Any, path: tuple[str | int, ...]) -> Iterator[Fault]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _flat(inner, path if key == "_schema" else (*path, key))
    else:
        for fault in messages:
            yield fault._replace(path=(*path, *fault.path))


def shown(value: object) -> str:
    """A value from a request as a message may repeat it: short."""
    text = str(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


_LONGEST_SHOWN = 40


def names_of(snapshot: Any) -> list[str | None]:
    """The players' names in a snapshot that may be read in part; None where one could not be."""
    if isinstance(snapshot, Mapping | None):
        return [(player or {}).get("name") for player in (snapshot or {}).get("players", (None,))]
    return [player.name for player in snapshot.players]


def stranger(snapshot: Any, name: str | None, path: Path) -> Iterator[Fault]:
    """The fault of naming a player who is not at the table."""
    names = names_of(snapshot)
    if name is not None and name not in names and None not in names:
        yield Fault("unknown_player", path, {"value": name})
