"""Records of Tiwanaku, as far as their corrections need them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from theodolite.records import Records
from theodolite.tiwanaku import turns as rules
from theodolite.tiwanaku.actions import Turn
from theodolite.tiwanaku.disputes import turns_to_land
from theodolite.tiwanaku.replays import Record, replay
from theodolite.tiwanaku.snapshot import Snapshot
from theodolite.web.seen import loaded
from theodolite.web.tiwanaku.moves import MoveSchema, records_of, turn_data
from theodolite.web.tiwanaku.responses import TABLE, write_table

_MOVE = MoveSchema()
_TRIED = 20
"""The most turns that are tried in place of one."""


def records(table: Snapshot) -> Records[Snapshot, Record]:
    """The records that begin with a table."""
    names = table.player_names

    def write(record: Record) -> Mapping[str, Any]:
        move = _MOVE.dump(turn_data(record.turn, table.land.grid))
        return {"player": names[record.seat], "move": move}

    return Records(
        replay=_replay,
        carry_out=_carry_out,
        plays=_plays,
        document=write_table,
        table=lambda document: loaded(TABLE, document),
        write=write,
        read=lambda document: _read(table, document),
        spaces=table.land.grid.names,
        absent=lambda _, turns: [Record(seat, Turn()) for seat in range(len(names))],
        fields=frozenset({"terrain", "crops", "meeples", "offerings"}),
        effort=30,
        work=3_000,
    )


def _read(table: Snapshot, document: Any) -> Record | None:
    move = loaded(_MOVE, document["move"])
    turn = {"player": document["player"], "move": move}
    return move and records_of({"snapshot": table, "turns": [turn]})[0]


def _replay(table: Snapshot, records: Sequence[Record]) -> tuple[bool | None, Snapshot]:
    found = replay(table, records)
    return found.turns[-1].legal if found.turns else True, found.after


def _carry_out(table: Snapshot, records: Sequence[Record], i: int) -> Snapshot:
    return rules.judge_leniently(table, *records[i]).after or table


def _plays(before: Snapshot, goal: Snapshot, records: Sequence[Record], i: int) -> Iterator[Record]:
    seat = records[i].seat
    for turn in islice(turns_to_land(before, goal, seat), _TRIED):
        yield Record(seat, turn)
