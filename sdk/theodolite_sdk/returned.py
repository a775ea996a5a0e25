"""From what the service returned to a request: how the `Returned...` classes become requests."""

import sys
from typing import Any, TypeVar

from msgspec import Struct

Request = TypeVar("Request", bound=Struct)


def to_request(returned: Struct, request: type[Request]) -> Request:
    """Return a table or a move that the service returned as the request with the same fields.

    Nothing is checked, so that a word that only a newer service knows goes back to it as it came.

    Args:
        returned: An object of a class `Returned...`.
        request: The class of the game's `requests` module with the same name after `Returned`.
    """
    requests = vars(sys.modules[request.__module__])

    def requested(value: Any) -> Any:
        match value:
            case Struct():
                kind = requests[type(value).__name__.removeprefix("Returned")]
                names = value.__struct_fields__
                return kind(**{name: requested(getattr(value, name)) for name in names})
            case tuple():
                return tuple(map(requested, value))
            case dict():
                return {key: requested(inner) for key, inner in value.items()}
        return value

    converted: Request = requested(returned)
    return converted
