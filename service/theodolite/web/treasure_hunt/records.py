"""Records of Treasure Hunt, as far as their corrections need them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from theodolite.records import Records
from theodolite.treasure_hunt.actions import Turn
from theodolite.treasure_hunt.board import GRID
from theodolite.treasure_hunt.disputes import turns_between
from theodolite.treasure_hunt.replays import replay
from theodolite.treasure_hunt.snapshot import Snapshot
from theodolite.treasure_hunt.turn import update
from theodolite.web.seen import loaded
from theodolite.web.treasure_hunt.schemas import SNAPSHOT, names_of
from theodolite.web.treasure_hunt.turns import MoveSchema, move_data, turn_of

_MOVE = MoveSchema()
_TRIED = 40
"""The most turns that are tried in place of one."""


def records(table: Snapshot) -> Records[Snapshot, Turn]:
    """The records that begin with a table."""
    names = names_of(table)

    def write(turn: Turn) -> Mapping[str, Any]:
        return {"player": names[turn.player], "move": _MOVE.dump(move_data(table, turn))}

    return Records(
        replay=_replay,
        carry_out=lambda table, turns, i: update(table, turns[i]).after,
        plays=_plays,
        document=SNAPSHOT.dump,
        table=lambda document: loaded(SNAPSHOT, document),
        write=write,
        read=lambda document: _read(table, document),
        spaces=GRID.spaces,
        absent=lambda _, turns: [Turn(seat, ()) for seat in range(len(names))],
        effort=100,
        work=1_500,
    )


def _read(table: Snapshot, document: Any) -> Turn | None:
    move = loaded(_MOVE, document["move"])
    return move and turn_of(table, document["player"], move)


def _replay(table: Snapshot, turns: Sequence[Turn]) -> tuple[bool | None, Snapshot]:
    found = replay(table, turns)
    return found.legal, found.after


def _plays(before: Snapshot, goal: Snapshot, turns: Sequence[Turn], i: int) -> Iterator[Turn]:
    yield from turns_between(before, goal, turns[i].player, _TRIED)
