"""Base class of every request and every response of the SDK: a dictionary, or JSON."""

from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

if TYPE_CHECKING:
    from typing import Literal
else:

    class Literal:
        """The words of a response: a type checker knows them, a newer service may have others."""

        def __class_getitem__(cls, words: object) -> object:
            has_none = isinstance(words, tuple) and None in words
            return str | None if has_none else str


__all__ = ["LANGUAGE", "Literal", "Model", "Strings"]

Strings: TypeAlias = list[str] | tuple[str, ...]
"""A sequence of texts. A single text is a sequence of texts too, and no such."""
LANGUAGE = "(language)"
"""The key of a field that no service sends: the language that a response came in."""


class Model(msgspec.Struct, frozen=True):
    """Base class of requests and responses."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON has them: dictionaries, lists, texts, numbers and None.

        Examples:
            >>> from theodolite_sdk.misterra.types import Presumption
            >>> Presumption(3, terrain="lagoon").to_dict()
            {'card': 3, 'terrain': 'lagoon'}
        """
        fields: dict[str, Any] = _plain(msgspec.to_builtins(self))
        return fields

    def to_json(self) -> str:
        """Return the fields as JSON.

        Examples:
            >>> from theodolite_sdk.misterra.types import Presumption
            >>> Presumption(3, terrain="lagoon").to_json()
            '{"card":3,"terrain":"lagoon"}'
        """
        return msgspec.json.encode(self.to_dict()).decode()


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items() if key != LANGUAGE}
    return [*map(_plain, value)] if isinstance(value, (list, tuple)) else value
