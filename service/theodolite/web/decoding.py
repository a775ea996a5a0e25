"""Decoding of documents: JSON and text, in UTF-8 with or without a byte order mark."""

import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any

import msgspec

from theodolite.verdict import Fault, Path
from theodolite.web.fields import shorten
from theodolite.web.problems import Problem

_BEYOND = 10**30
"""A number that no field allows. It stands for larger ones, which take long to make and write."""


def decode_json(data: bytes | bytearray) -> Any:
    """Decode a JSON document. Whole numbers are integers however they are written, as `10.0`.

    Raises:
        Problem: `not-json`, or `invalid-snapshot` with every key that an object has twice.
    """
    try:
        value = _DECODER.decode(data.removeprefix(BOM_UTF8))
        # A key that was dropped has taken its colon with it. An escaped colon is one too.
        if b"\\u003" in data or data.count(b":") != msgspec.json.encode(value).count(b":"):
            members = json.loads(data, object_pairs_hook=tuple)
            if faults := list(_duplicate_keys(members, ())):
                raise Problem("invalid-snapshot", faults=faults)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        require_utf8(data, "not-json")
        raise Problem("not-json", detail=str(error)) from error
    return value


def decode_text(data: bytes | bytearray) -> str:
    """Decode a text.

    Raises:
        Problem: `invalid-text`.
    """
    require_utf8(data, "invalid-text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Problem("invalid-text", detail=str(error)) from error


def require_utf8(data: bytes | bytearray, problem: str) -> None:
    """Refuse a document that is in another encoding by its first bytes.

    Args:
        data: The document.
        problem: The type of the problem that it is refused with.

    Raises:
        Problem: The document is UTF-16 or UTF-32; it says so.
    """
    encoding = json.detect_encoding(data)
    if not encoding.startswith("utf-8"):
        raise Problem(problem, text="encoded", values={"encoding": encoding[:6].upper()})


def _number(text: str) -> int | float:
    number = float(text)
    if abs(number) >= _BEYOND:
        return _BEYOND if number > 0 else -_BEYOND
    return int(number) if number.is_integer() else number


_DECODER = msgspec.json.Decoder(float_hook=_number)


def _duplicate_keys(value: Any, path: Path) -> Iterator[Fault]:
    """The faults of keys that stand twice in an object, which is a tuple of its members here."""
    if isinstance(value, tuple):
        seen = set()
        for key, inner in value:
            if key in seen:
                yield Fault("duplicate_key", (*path, key), {"value": shorten(key)})
            seen.add(key)
            yield from _duplicate_keys(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _duplicate_keys(inner, (*path, place))
