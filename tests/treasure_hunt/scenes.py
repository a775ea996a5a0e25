"""Tables and turns in the notation of the numbered cases, as the rules take them.

`docs/reference/notation.md` documents the tables, `tests/cases/treasure_hunt/README.md` the turns.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from theodolite.conformance.notations.treasure_hunt_cases import NAMES, turn
from theodolite.grid import Space, Spaces, set_of
from theodolite.notation.text import entries_of
from theodolite.notation.treasure_hunt import EXPLORERS, TABLE
from theodolite.treasure_hunt.actions import Turn
from theodolite.treasure_hunt.board import GRID, HOME, place_name
from theodolite.treasure_hunt.snapshot import Snapshot
from theodolite.verdict import Fault
from theodolite.web.treasure_hunt.schemas import SNAPSHOT, SnapshotSchema
from theodolite.web.treasure_hunt.turns import MoveSchema, move_data, turn_of


class AnyTable(SnapshotSchema):
    """A table, be it as impossible as it may."""

    def cross_faults(self, *_: Any) -> Iterable[Fault]:
        """Accept every table."""
        return ()


def place(name: str) -> Space:
    """A space by its name, or the place off the board."""
    return HOME if name == "home" else GRID.spaces[name]


def spaces(text: str) -> Spaces:
    """Some spaces by their names."""
    return set_of(GRID.spaces[name] for name in text.split())


def names(places: Sequence[Space]) -> str:
    """The names of some places."""
    return " ".join(place_name(one) for one in places)


def snapshot(window: str, **drawn: Any) -> dict[str, Any]:
    """A table as it is drawn, in JSON.

    Args:
        window: the drawing.
        drawn: entries of the notation; `players`, how many there are (2); `ann`, `bo`, `cy`, `di`,
            their words by keyword, an explorer's place by its sign; `also`, further pieces; `young`
            and `teams`; `rulings`.
    """
    players = {
        name: " ".join(_words(seat, drawn.get(name.lower(), {})))
        for seat, name in enumerate(NAMES[: drawn.get("players", 2)])
    }
    own = {key: drawn[key] for key in ("at", "fill", *TABLE.named) if key in drawn}
    table = {
        "window": window,
        **own,
        "player": players,
        "ruling": drawn.get("rulings", {}),
        "pieces": ", ".join(drawn.get("also", ())),
        "variants": " ".join(key for key in ("young", "teams") if drawn.get(key)),
    }
    return TABLE.read(entries_of(table), TABLE.needed)


def _words(seat: int, own: Mapping[str, Any]) -> Iterator[str]:
    signs = EXPLORERS[seat]
    if own.keys() & {*signs}:
        yield from ("at", *(own.get(sign, "-") for sign in signs))
    yield from (f"{key} {value}" for key, value in own.items() if key not in signs)


def scene(window: str, **drawn: Any) -> Snapshot:
    """A table as it is drawn."""
    table: Snapshot = AnyTable().load_fast(snapshot(window, **drawn))
    return table


def played(table: Snapshot, text: str, player: int = 0) -> Turn:
    """A turn as it is written."""
    line = turn(SNAPSHOT.dump(table), text, table.players[player].name)
    return turn_of(table, line["player"], MoveSchema().load_fast(line["move"]))


def dumped(table: Snapshot, turn: Turn) -> dict[str, Any]:
    """A turn as requests have it: the player, and the move."""
    move = MoveSchema().dump(move_data(table, turn))
    return {"player": table.players[turn.player].name, "move": move}
