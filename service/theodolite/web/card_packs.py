"""Card packs: the printed faces of presumption cards, written down from a real copy of a game."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from theodolite.misterra.snapshot import Presumption
from theodolite.rulebook import LANGUAGES
from theodolite.verdict import Fault
from theodolite.web.misterra_bodies import RULEBOOK, PresumptionBody
from theodolite.web.problems import explain

__all__ = ["CardPackError", "load"]

_BODY = PresumptionBody()


class CardPackError(Exception):
    """A card pack that cannot be used: each line at fault, and why."""


def load(path: Path) -> Mapping[int, Presumption]:
    """Read a card pack, a TOML file with a table such as `[presumptions.13]` for each card.

    Args:
        path: the file; its tables hold `terrain`, `avoid` or `pattern` as a request would.

    Raises:
        CardPackError: naming every line at fault.
        OSError: the file cannot be read.
    """
    try:
        text = path.read_text("utf-8")
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
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
        int(number): _BODY.read({"card": int(number), **face})
        for number, face in tables.get("presumptions", {}).items()
    }


def _faults(tables: Mapping[str, Any]) -> Iterator[Fault]:
    for name in tables:
        if name != "presumptions":
            yield Fault("unknown_field", (name,))
    cards = tables.get("presumptions", {})
    if not isinstance(cards, dict):
        yield Fault("wrong_type", ("presumptions",), {"expected": "object"})
        return
    for number, face in cards.items():
        card = int(number) if number.isdecimal() else number
        body = {"card": card, **face} if isinstance(face, dict) else face
        for fault in _BODY.explain(body):
            yield fault._replace(path=("presumptions", number, *fault.path))


def _line(text: str, path: tuple[str | int, ...]) -> int:
    """The number of the line that a path leads to: a table's header, or a key below it."""
    lines = text.splitlines()
    at, end = 0, len(lines)
    for part in path[-2:]:
        key = re.compile(rf"""\s*(\[.*\.)?\[?["']?{re.escape(str(part))}["']?\s*[\]=]""")
        at = next((i for i in range(at, end) if key.match(lines[i])), at)
        end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith("[")), len(lines))
    return at + 1
