"""Short notation of facts: `A1 M` and `A1 3`, `A1 not M`, `A1 min 2`, `A1+B1` for one region."""

from collections.abc import Iterable
from typing import get_args

from theodolite.grid import Spaces, set_of
from theodolite.tiwanaku.board import LETTERS, BoardName, Land
from theodolite.tiwanaku.knowledge import CONTRADICTION, Fact, Kind

_KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}


def land_of(board: BoardName, drawn: str) -> Land:
    """A board drawn as in the numbered cases."""
    rows = [line.split() for line in drawn.strip().splitlines()]
    terrain = ["".join(tile[0] for tile in row) for row in rows]
    crops = ["".join(tile[1:].replace("-", ".") or "." for tile in row) for row in rows]
    return Land.from_rows(board, terrain, crops)


def read(text: str, land: Land) -> list[Fact]:
    """Facts, with commas between them."""
    return [_fact(one.split(), land) for one in text.split(",") if one.strip()]


def _fact(words: list[str], land: Land) -> Fact:
    at = land.grid.spaces
    match words:
        case ["contradiction"]:
            return CONTRADICTION
        case [spaces]:
            return Fact("same", set_of(at[name] for name in spaces.split("+")))
        case [name, "min" | "max" | "size" as size, value]:
            return Fact(_KINDS[size], at[name], int(value))
        case [name, *struck, value]:
            what, number = (
                ("terrain", LETTERS.index(value)) if value in LETTERS else ("crop", int(value))
            )
            return Fact(_KINDS[f"not_{what}" if struck else what], at[name], number)
    raise ValueError(words)


def written(facts: Iterable[Fact], land: Land) -> str:
    """Facts in the same letters, in their order as text."""
    return ", ".join(sorted(_written(fact, land) for fact in facts))


def _written(fact: Fact, land: Land) -> str:
    kind, at, value = fact
    names = land.grid.names
    match kind:
        case "contradiction":
            return kind
        case "same":
            return "+".join(land.grid.name_all(Spaces(at)))
        case "min" | "max" | "size":
            return f"{names[at]} {kind} {value}"
    letter = LETTERS[value] if kind.endswith("terrain") else str(value)
    return f"{names[at]} not {letter}" if kind.startswith("not_") else f"{names[at]} {letter}"
