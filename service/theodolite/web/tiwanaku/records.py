"""Records of Tiwanaku, as far as their corrections need them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from theodolite.records import Records, Shape
from theodolite.tiwanaku import turns as rules
from theodolite.tiwanaku.actions import Turn
from theodolite.tiwanaku.board import LETTERS, Terrain
from theodolite.tiwanaku.disputes import turns_to_land
from theodolite.tiwanaku.replays import Record, replay
from theodolite.tiwanaku.snapshot import Snapshot
from theodolite.web.asked import turn
from theodolite.web.seen import loaded, reader
from theodolite.web.tiwanaku.moves import MoveSchema, records_of, turn_data
from theodolite.web.tiwanaku.responses import TABLE, write_table

_MOVE = MoveSchema()
_TURN = turn(_MOVE, None)
_TRIED = 20
"""The most turns that are tried in place of one."""


_SHAPE = Shape(
    rows=frozenset({"terrain", "crops"}),
    seats=frozenset({"players", "pawns"}),
    letters=dict(zip(LETTERS, Terrain, strict=True)),
)


def records(table: Snapshot) -> Records[Snapshot, Record]:
    """The records that begin with a table."""
    names = table.player_names

    def write(record: Record) -> Mapping[str, Any]:
        if record.left:
            return {"player": names[record.seat], "left": True}
        move = _MOVE.dump(turn_data(record.turn, table.land.grid))
        return {"player": names[record.seat], "move": move}

    return Records(
        replay=replay,
        carry_out=_carry_out,
        plays=_plays,
        shape=_SHAPE,
        document=write_table,
        table=lambda document: loaded(TABLE, document),
        write=write,
        read=reader(table, _TURN, records_of),
        spaces=table.land.grid.names,
        absent=lambda _, turns: [Record(seat, Turn()) for seat in range(len(names))],
        fields=frozenset({"terrain", "crops", "meeples", "offerings"}),
        effort=30,
        work=3_000,
    )


def _carry_out(table: Snapshot, records: Sequence[Record], i: int) -> Snapshot:
    seat, played, leaves = records[i]
    if leaves:
        return rules.leave(table, seat, None).after or table
    return rules.judge_leniently(table, seat, played).after or table


def _plays(before: Snapshot, goal: Snapshot, records: Sequence[Record], i: int) -> Iterator[Record]:
    seat, _, leaves = records[i]
    for played in () if leaves else islice(turns_to_land(before, goal, seat), _TRIED):
        yield Record(seat, played)
