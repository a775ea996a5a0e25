"""Card packs: the printed faces of presumption cards, written down from a real copy of a game."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

from theodolite.misterra.presumptions import CARDS
from theodolite.misterra.snapshot import Presumption
from theodolite.rulebook import LANGUAGES
from theodolite.verdict import Fault
from theodolite.web.misterra.bodies import RULEBOOK, PresumptionBody
from theodolite.web.problems import explain
from theodolite.web.reading import shown

__all__ = ["CardPackError", "load"]

_Key = tuple[str | int, ...]

_BODY = PresumptionBody()
_CARDS = {str(number): number for number in CARDS}
_BEGINS = re.compile(r"""\s*(?P<brackets>\[*)(?P<key>[\w\s."'-]+)[\]=]""")


class CardPackError(Exception):
    """A card pack that cannot be used: each line at fault, and why."""


def load(path: Path) -> Mapping[int, Presumption]:
    """Read a card pack, a TOML file with a table such as `[presumptions.13]` for each card.

    Args:
        path: the file; its tables hold `terrain`, `avoid` or `pattern` as a request would, and it
            may have a `title`.

    Raises:
        CardPackError: naming every line at fault.
        OSError: the file cannot be read.
    """
    content = path.read_bytes()
    try:
        text = content.decode()
        tables = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise CardPackError(f"{path}:{line}: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise CardPackError(f"{path}: {error}") from error
    faults = list(_faults(tables))
    if faults:
        raise CardPackError(
            "\n".join(
                f"{path}:{_line(text, fault.path)}: {explain(fault, RULEBOOK, LANGUAGES[0])}"
                for fault in faults
            )
        )
    return {
        _CARDS[number]: _BODY.read({"card": _CARDS[number], **face})
        for number, face in tables.get("presumptions", {}).items()
    }


def _faults(tables: Mapping[str, Any]) -> Iterator[Fault]:
    for name in tables:
        if name not in ("title", "presumptions"):
            yield Fault("unknown_field", (name,))
    if not isinstance(tables.get("title", ""), str):
        yield Fault("wrong_type", ("title",), {"expected": "string"})
    cards = tables.get("presumptions", {})
    if not isinstance(cards, dict):
        yield Fault("wrong_type", ("presumptions",), {"expected": "object"})
        return
    for number, face in cards.items():
        path = ("presumptions", number)
        if number not in _CARDS:
            yield Fault("unknown_card", path, {"value": shown(number)})
        elif not isinstance(face, dict):
            yield Fault("wrong_type", path, {"expected": "object"})
        elif "card" in face:
            yield Fault("unknown_field", (*path, "card"))
        else:
            for fault in _BODY.explain({"card": _CARDS[number], **face}):
                yield fault._replace(path=(*path, *fault.path))


def _line(text: str, path: _Key) -> int:
    """The number of the line that sets the value at a path, or the closest there is to it."""

    def closeness(key: tuple[_Key, int]) -> int:
        pairs = zip(key[0], path, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    return max(_keys(text), key=closeness, default=((), 1))[1]


def _keys(text: str) -> Iterator[tuple[_Key, int]]:
    """Every table and key of a document that begins a line, with the number of the line."""
    table: _Key = ()
    for number, line in enumerate(text.splitlines(), 1):
        if found := _BEGINS.match(line):
            key = tuple(part.strip("\"' ") for part in found["key"].split("."))
            if found["brackets"]:
                table = key
                yield table, number
            else:
                yield (*table, *key), number
