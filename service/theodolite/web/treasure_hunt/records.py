"""Records of Treasure Hunt, as far as their corrections need them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from theodolite.leaving import leave
from theodolite.records import Records, Shape
from theodolite.treasure_hunt.actions import Turn
from theodolite.treasure_hunt.board import GRID
from theodolite.treasure_hunt.disputes import turns_between
from theodolite.treasure_hunt.replays import replay
from theodolite.treasure_hunt.snapshot import Snapshot
from theodolite.treasure_hunt.turn import update
from theodolite.web.asked import turn
from theodolite.web.seen import loaded, reader
from theodolite.web.treasure_hunt.schemas import SNAPSHOT, names_of
from theodolite.web.treasure_hunt.turns import MoveSchema, move_data, turns_of

_MOVE = MoveSchema()
_TURN = turn(_MOVE, None)
_TRIED = 40
"""The most turns that are tried in place of one."""


_SHAPE = Shape(
    rows=frozenset({"rows"}),
    seats=frozenset({"players", "explorers"}),
    standing=frozenset({"at"}),
    bare=frozenset({"terrain"}),
)


def records(table: Snapshot) -> Records[Snapshot, Turn]:
    """The records that begin with a table."""
    names = names_of(table)

    def write(turn: Turn) -> Mapping[str, Any]:
        if turn.left:
            return {"player": names[turn.player], "left": True}
        return {"player": names[turn.player], "move": _MOVE.dump(move_data(table, turn))}

    return Records(
        replay=replay,
        carry_out=_carry_out,
        plays=_plays,
        shape=_SHAPE,
        document=SNAPSHOT.dump,
        table=lambda document: loaded(SNAPSHOT, document),
        write=write,
        read=reader(table, _TURN, turns_of),
        spaces=GRID.spaces,
        absent=lambda _, turns: [Turn(seat, ()) for seat in range(len(names))],
        effort=100,
        work=1_500,
    )


def _carry_out(table: Snapshot, turns: Sequence[Turn], i: int) -> Snapshot:
    if turns[i].left:
        return leave("treasure_hunt", table, turns[i].player)[1]
    return update(table, turns[i]).after


def _plays(before: Snapshot, goal: Snapshot, turns: Sequence[Turn], i: int) -> Iterator[Turn]:
    if not turns[i].left:
        yield from turns_between(before, goal, turns[i].player, _TRIED)
