"""Players who leave the table before the end: alike in all games, since no rulebook says a word.

A player who has left has no more turns, and turn order goes on without them. All that is theirs
stays as it is and is still scored, but they win nothing more. The last one to leave ends the game.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from theodolite.verdict import Check


class _Player(Protocol):
    @property
    def name(self) -> str: ...


class _Table(Protocol):
    @property
    def players(self) -> Sequence[_Player]: ...
    @property
    def left(self) -> tuple[str, ...]: ...
    @property
    def _replace(self) -> Callable[..., Any]: ...


Table = TypeVar("Table", bound=_Table)


def staying(table: _Table) -> list[int]:
    """The seats of the players who have not left."""
    return [seat for seat, player in enumerate(table.players) if player.name not in table.left]


def left_checks(game: str, table: _Table, seat: int) -> list[Check]:
    """The failed check of a player who has left; none of any other, an automaton included."""
    if not table.left or seat >= len(table.players) or seat in staying(table):
        return []
    return [Check(f"{game}.turn.left", "failed", "failed", {"player": table.players[seat].name})]


def leave(game: str, table: Table, seat: int) -> tuple[Check, Table]:
    """A player leaves: the check of it, and the table afterwards."""
    name = table.players[seat].name
    if name in table.left:
        return Check(f"{game}.turn.left", "failed", "twice", {"player": name}), table
    check = Check(f"{game}.turn.left", "passed", "passed", {"player": name})
    return check, table._replace(left=(*table.left, name))
