"""Tables and turns in the notation of the numbered cases, as the rules take them.

`tests/cases/treasure_hunt/README.md` states the notation.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from theodolite.grid import Space
from theodolite.notation import treasure_hunt
from theodolite.treasure_hunt.actions import Turn
from theodolite.treasure_hunt.board import GRID, HOME, place_name
from theodolite.treasure_hunt.snapshot import Snapshot
from theodolite.web.app import create_app
from theodolite.web.reading import Nested
from theodolite.web.treasure_hunt.bodies import SnapshotBody
from theodolite.web.treasure_hunt.play_bodies import TurnQuestionBody
from theodolite.web.treasure_hunt.tables import snapshot_answer

__all__ = ["names", "place", "played", "scene", "spaces"]

APP = create_app()


class AnyTable(SnapshotBody):
    """A table, be it as impossible as it may."""

    def doubts(self, *_: Any) -> Iterable[object]:
        """Nothing is doubted."""
        return ()


class AnyTurn(TurnQuestionBody):
    """A turn on any table."""

    snapshot = Nested(AnyTable(), required=True)


def place(name: str) -> Space:
    """A space by its name, or the place off the board."""
    return HOME if name == "home" else GRID.spaces[name]


def spaces(text: str) -> int:
    """Some spaces by their names."""
    return sum(1 << GRID.spaces[name] for name in text.split())


def names(places: Sequence[Space]) -> str:
    """The names of some places."""
    return " ".join(place_name(one) for one in places)


def scene(window: str, **told: Any) -> Snapshot:
    """A table as it is drawn."""
    with APP.app_context():
        table: Snapshot = AnyTable().read(treasure_hunt.snapshot({"window": window, **told}))
    return table


def played(table: Snapshot, text: str, player: int = 0) -> Turn:
    """A turn as it is written."""
    snapshot = snapshot_answer(table)
    line = treasure_hunt.turn(snapshot, text, table.players[player].name)
    with APP.app_context():
        turn: Turn = AnyTurn().read({"snapshot": snapshot, "turn": line}).turn
    return turn
