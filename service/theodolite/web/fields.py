"""The fields of request schemas: what a value may be, how it is loaded, written and described.

Each field loads a JSON value into a value of the rules (`load`) and writes it back (`dump`). A
field refuses a value with a `ValidationError` that holds faults. Marshmallow's own deserialization
only collects the faults of all fields; its result is not used. A game derives fields of its own
from `Field`; `web.boards` has those for spaces and rows of letters.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Mapping as MappingOf
from functools import cached_property
from typing import TYPE_CHECKING, Any
from unicodedata import category, normalize

from marshmallow import EXCLUDE, ValidationError
from marshmallow import fields as base
from msgspec.json import encode

from theodolite.verdict import NOTHING, Fault, Values, below

if TYPE_CHECKING:
    from theodolite.web.schemas import Schema

OTOMA = "Otoma"
"""The name of the automaton, which no player may have."""
MAX_PREVIEW = 40
"""Characters of a value from a request that a message repeats."""

MAX_KNOWN = 40
"""The most strings that the refusal of another one lists."""
MAX_SAMPLE = 200
"""Characters of a right value that a message shows."""

Checked = tuple[Any, list[Fault]]
"""A loaded value, and the faults between the fields of the objects in it."""


def refusal(code: str, values: Values = NOTHING) -> ValidationError:
    """The error that refuses a value with one fault."""
    return refusals([Fault(code, (), values)])


def refusals(faults: Sequence[Fault]) -> ValidationError:
    """The error that refuses a value with several faults."""
    return ValidationError(list(faults))


def wrong_type(expected: str) -> ValidationError:
    """The error that refuses a value of another JSON type than the expected one."""
    return refusal("wrong_type", {"expected": expected})


def shorten(value: object) -> str:
    """A value from a request as a message may repeat it: at most MAX_PREVIEW characters."""
    text = str(value)
    return text if len(text) <= MAX_PREVIEW else f"{text[:MAX_PREVIEW]}…"


def loader(field: Any) -> Callable[[Any], Any]:
    """The fastest function that loads a field's value, null included where it is allowed."""
    # A valid choice is a lookup in its table.
    load = field.values.__getitem__ if isinstance(field, Choice) else field.load
    if field.allow_none:
        return lambda value: None if value is None else load(value)
    return load


def check(field: Any, value: Any) -> Checked:
    """Load a value in which every field is valid, and find the faults between fields."""
    return (None, []) if value is None else field.check(value)


def dump(field: Any, value: Any) -> Any:
    """Write a loaded value as JSON."""
    return None if value is None else field.dump(value)


def sample(field: Any) -> Any:
    """A value that a field accepts as to its form: of an object the required fields alone."""
    match field:
        case Nested():
            inner = field.object.fields.items()
            return {name: sample(each) for name, each in inner if each.required}
        case List():
            return [sample(field.item)] * max(field.least, 1)
        case Mapping():
            return {sample(field.key): sample(field.value)}
        case OneOf():
            return sample(next(iter(field.ways.values())))
    return _sample(field.spec)


def refuses_null(field: Any, value: Any) -> bool:
    """Whether a field refuses a null that a value, of its types in JSON, has at any depth."""
    if value is None:
        return not field.allow_none
    match field:
        case Nested():
            inner = field.object.fields
            return any(name in inner and refuses_null(inner[name], value[name]) for name in value)
        case List():
            return any(refuses_null(field.item, each) for each in value)
        case Mapping():
            return any(refuses_null(field.value, each) for each in value.values())
        case OneOf():
            return type(value) in field.ways and refuses_null(field.ways[type(value)], value)
    return False


def _sample(spec: MappingOf[str, Any]) -> Any:
    if known := spec.get("enum", spec.get("examples")):
        return known[0]
    match spec["type"]:
        case "string":
            # Of patterns without an example only alternatives show one: `^(J|L)$`.
            shown = spec.get("pattern", "Ann").partition("|")[0].removeprefix("^(")
            if re.search(r"[][\\^$()*+?{}]", shown):
                raise LookupError(shown)
            return shown
        case "boolean":
            return True
        case "array":
            return [_sample(spec["items"])] * max(spec.get("minItems", 1), 1)
        case "object":
            return {}
    return spec.get("minimum", 0)


class _Described(base.Field[Any]):
    """A marshmallow field with a description and faults as its messages.

    Args:
        description: A sentence for the specification.
        kwargs: Further arguments of a marshmallow field.
    """

    default_error_messages: dict[str, Any] = {  # noqa: RUF012 - declared so by marshmallow
        "required": [Fault("required")],
        "null": [Fault("null")],
    }

    def __init__(self, *args: Any, description: str = "", **kwargs: Any) -> None:
        metadata = {"description": description} if description else None
        super().__init__(*args, metadata=metadata, **kwargs)

    def deserialize(
        self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any
    ) -> Any:
        """Collect the faults of a value; for a value of another type, an example is shown."""
        try:
            return super().deserialize(value, attr, data, **kwargs)
        except ValidationError as error:
            found: Any = error.messages
            faults: Any = found.get("_schema", ()) if isinstance(found, dict) else found
            if [fault.code for fault in faults] != ["wrong_type"] or faults[0].path:
                raise
            try:
                such = encode(sample(self)).decode()
            except LookupError:
                raise error from None
            if len(such) > MAX_SAMPLE:
                raise
            raise refusals([Fault("wrong_type", (), {**faults[0].values, "such": such})]) from None

    def load(self, value: Any) -> Any:
        """Load a JSON value into a value of the rules.

        Raises:
            ValidationError: The value is not acceptable; holds the faults. Containers may raise
                any of `schemas.LOAD_ERRORS` instead.
        """
        raise NotImplementedError

    def dump(self, value: Any) -> Any:
        """Write a loaded value as JSON."""
        return value

    def check(self, value: Any) -> Checked:
        """Load a value whose fields are all valid, and find the faults between fields in it."""
        return self.load(value), []


class Field(_Described):
    """A field whose value is loaded in one step.

    Args:
        spec: The value's JSON Schema.
        kwargs: As for every field, `description` among them.
    """

    def __init__(self, spec: MappingOf[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.spec = spec

    def _deserialize(self, value: Any, attr: object, data: object, **_: Any) -> Any:
        return self.load(value)


class Text(Field):
    """A string without control characters. Zero-width joiners are allowed.

    Args:
        shortest: The least number of characters.
        longest: The greatest number of characters.
        code: The end of the codes of refusals: `<code>_length` and `bad_<code>`.
        kwargs: As for every field.
    """

    def __init__(self, shortest: int, longest: int, code: str, **kwargs: Any) -> None:
        super().__init__({"type": "string", "minLength": shortest, "maxLength": longest}, **kwargs)
        self.shortest, self.longest, self.code = shortest, longest, code

    def load(self, value: Any) -> str:
        """The string itself."""
        if type(value) is not str:
            raise wrong_type("string")
        if not self.shortest <= len(value) <= self.longest:
            values = {"count": len(value), "least": self.shortest, "most": self.longest}
            raise refusal(f"{self.code}_length", values)
        if not value.isprintable() and any(_is_control(letter) for letter in value):
            raise refusal(f"bad_{self.code}")
        return value


class Name(Text):
    """The name of a player, loaded without spaces around it and in Unicode's form NFC.

    Args:
        given: Whether it is given to a player here: then it may not be that of the automaton.
        kwargs: As for every field.
    """

    def __init__(self, *, given: bool = False, **kwargs: Any) -> None:
        super().__init__(1, 40, "name", **kwargs)
        self.given = given

    def load(self, value: Any) -> str:
        """The name."""
        name = super().load(value)
        if not name.isascii() or name[0] == " " or name[-1] == " ":
            name = normalize("NFC", name).strip()
        if not name:
            raise refusal("name_length", {"count": 0, "least": 1, "most": self.longest})
        if self.given and name == OTOMA:
            raise refusal("reserved_name", {"value": name})
        return name


def _is_control(letter: str) -> bool:
    """Whether it is a control, a surrogate, a line end, or a noncharacter (Unicode 2.4)."""
    return category(letter) in ("Cc", "Cs", "Zl", "Zp") or ord(letter) & 0xFFFE == 0xFFFE


class Integer(Field):
    """A whole number within bounds; `true`, `1.5` and `"1"` are refused. JSON may write it `1.0`.

    Args:
        least: The least value.
        most: The greatest value.
        code: The code of the refusal of other numbers.
        kwargs: As for every field.
    """

    def __init__(self, least: int, most: int, code: str = "out_of_range", **kwargs: Any) -> None:
        super().__init__({"type": "integer", "minimum": least, "maximum": most}, **kwargs)
        self.least, self.most, self.code = least, most, code

    def load(self, value: Any) -> int:
        """The number itself."""
        if type(value) is not int:
            raise wrong_type("integer")
        if not self.least <= value <= self.most:
            values = {"value": shorten(value), "least": self.least, "most": self.most}
            raise refusal(self.code, values)
        return value


class Boolean(Field):
    """`true` or `false`; `0`, `1` and strings are refused."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "boolean"}, **kwargs)

    def load(self, value: Any) -> bool:
        """The boolean itself."""
        if type(value) is not bool:
            raise wrong_type("boolean")
        return value


class Choice(Field):
    """One of a few strings, each standing for a value of the rules.

    Args:
        values: The value for each string.
        code: The code of the refusal of other strings.
        kwargs: As for every field.
    """

    def __init__(self, values: MappingOf[str, Any], code: str, **kwargs: Any) -> None:
        super().__init__(_one_of(values), **kwargs)
        self.values, self.code = values, code
        shown = [*values][:MAX_KNOWN]
        self._known = ", ".join(shown if len(shown) == len(values) else [*shown, "…"])

    @classmethod
    def of(cls, strings: Iterable[str], code: str, **kwargs: Any) -> "Choice":
        """A choice of strings that stand for themselves.

        Args:
            strings: The strings.
            code: The code of the refusal of other strings.
            kwargs: As for every field.
        """
        return cls({string: string for string in strings}, code, **kwargs)

    def load(self, value: Any) -> Any:
        """The value that the string stands for."""
        if type(value) is not str:
            raise wrong_type("string")
        if value not in self.values:
            raise refusal(self.code, {"value": shorten(value), "known": self._known})
        return self.values[value]

    def dump(self, value: Any) -> str:
        """The string that stands for the value."""
        return self._strings[value]

    @cached_property
    def _strings(self) -> MappingOf[Any, str]:
        return {value: string for string, value in self.values.items()}


def _one_of(strings: Iterable[str]) -> MappingOf[str, Any]:
    """The JSON Schema of an enumeration of strings."""
    listed = list(strings)
    if len({string.lower() for string in listed}) == len(listed):
        return {"type": "string", "enum": listed}
    # Client generators name the members of an enumeration without regard to case.
    return {"type": "string", "pattern": f"^({'|'.join(map(re.escape, listed))})$"}


class Nested(_Described, base.Nested):
    """An object within an object.

    Args:
        schema: The schema of the object.
        kwargs: As for every field.
    """

    def __init__(self, schema: "Schema", **kwargs: Any) -> None:
        super().__init__(schema, unknown=EXCLUDE, **kwargs)
        self.object = schema
        # An attribute, not a method: each nested object is loaded through it.
        self.load = schema.load_fast  # type: ignore[method-assign]
        self.in_force = schema.in_force

    def check(self, value: Any) -> Checked:
        """The object, and the faults between fields in it."""
        return self.object.check(value)

    def dump(self, value: Any) -> Any:
        """The object as JSON."""
        return self.object.dump(value)


class List(_Described, base.List[Any]):
    """An array of a bounded number of items, loaded as a tuple.

    Args:
        item: The field of an item.
        most: The greatest number of items.
        least: The least number of items.
        code: The code of the refusal of other numbers.
        kwargs: As for every field.
    """

    def __init__(
        self,
        item: "Field | Nested | List | Mapping | OneOf",
        most: int,
        *,
        least: int = 0,
        code: str = "item_count",
        **kwargs: Any,
    ) -> None:
        super().__init__(item, **kwargs)
        self.item, self.least, self.most, self.code = item, least, most, code
        self.spec = {**({"minItems": least} if least else {}), "maxItems": most}

    def load(self, value: Any) -> tuple[Any, ...]:
        """The items as the rules take them."""
        self._check_size(value)
        return tuple(map(self._load_item, value))

    def check(self, value: Any) -> Checked:
        """The items, and the faults in each."""
        checked = [check(self.item, item) for item in value]
        faults = [fault for i, (_, inner) in enumerate(checked) for fault in below((i,), inner)]
        return tuple(item for item, _ in checked), faults

    def dump(self, value: Iterable[Any]) -> list[Any]:
        """The items as JSON."""
        return [dump(self.item, item) for item in value]

    @cached_property
    def _load_item(self) -> Callable[[Any], Any]:
        return loader(self.item)

    def _check_size(self, value: Any) -> None:
        if type(value) is not list:
            raise wrong_type("array")
        if not self.least <= len(value) <= self.most:
            span = f"{self.least}-{self.most}" if self.least != self.most else f"{self.most}"
            values = {"count": len(value), "least": self.least, "most": self.most}
            raise refusal(self.code, {**values, "expected": span})

    def _deserialize(self, value: Any, attr: object, data: object, **kwargs: Any) -> Any:
        self._check_size(value)
        errors = {}
        for i, item in enumerate(value):
            try:
                self.item.deserialize(item, **kwargs)
            except ValidationError as error:
                errors[i] = error.messages
        if errors:
            raise ValidationError(errors)


class Mapping(_Described):
    """An object of a bounded number of entries, loaded as a dictionary.

    Args:
        key: The field of a key.
        value: The field of a value.
        most: The greatest number of entries.
        kwargs: As for every field.
    """

    def __init__(
        self,
        key: Field,
        value: "Field | Nested | List | Mapping | OneOf",
        most: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.key, self.value, self.most = key, value, most

    def load(self, value: Any) -> dict[Any, Any]:
        """The values as the rules take them, by their keys."""
        self._check_size(value)
        load_key, load_value = loader(self.key), loader(self.value)
        loaded = {load_key(key): load_value(inner) for key, inner in value.items()}
        if len(loaded) < len(value):
            # Keys may be alike once they are trimmed; `_deserialize` says which.
            raise refusal("duplicate_key")
        return loaded

    def check(self, value: Any) -> Checked:
        """The values by their keys, and the faults in each."""
        checked = {key: check(self.value, inner) for key, inner in value.items()}
        faults = [fault for key, (_, inner) in checked.items() for fault in below((key,), inner)]
        return {self.key.load(key): made for key, (made, _) in checked.items()}, faults

    def dump(self, value: MappingOf[Any, Any]) -> dict[str, Any]:
        """The entries as JSON."""
        return {self.key.dump(key): dump(self.value, inner) for key, inner in value.items()}

    def _check_size(self, value: Any) -> None:
        if type(value) is not dict:
            raise wrong_type("object")
        if len(value) > self.most:
            raise refusal("too_many", {"count": len(value), "most": self.most})

    def _deserialize(self, value: Any, attr: object, data: object, **kwargs: Any) -> Any:
        self._check_size(value)
        errors: dict[str, Any] = {}
        seen = set()
        for key, inner in value.items():
            try:
                loaded = self.key.deserialize(key)
                if loaded in seen:
                    raise refusal("duplicate_key", {"value": shorten(key)})
                seen.add(loaded)
                self.value.deserialize(inner, **kwargs)
            except ValidationError as error:
                errors[key] = error.messages
        if errors:
            raise ValidationError(errors)


class OneOf(_Described):
    """A value in one of several forms, distinguished by their JSON types.

    Args:
        ways: The field for each type: `str`, `int`, `list` or `dict`.
        kwargs: As for every field.
    """

    def __init__(
        self, ways: "MappingOf[type, Field | Nested | List | Mapping]", **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.ways = ways

    def _way(self, value: Any) -> Any:
        if type(value) not in self.ways:
            raise wrong_type(", ".join(_JSON_TYPES[known] for known in self.ways))
        return self.ways[type(value)]

    def load(self, value: Any) -> Any:
        """The value as the field for its type loads it."""
        return self._way(value).load(value)

    def check(self, value: Any) -> Checked:
        """The value as the field for its type loads it, and the faults in it."""
        checked: Checked = self._way(value).check(value)
        return checked

    def _deserialize(self, value: Any, attr: object, data: object, **kwargs: Any) -> Any:
        return self._way(value).deserialize(value, **kwargs)


_JSON_TYPES = {str: "string", int: "integer", list: "array", dict: "object"}
