"""Arrow batches in, Arrow batches out: what is the same for every game.

A row of the answer belongs to a row of what was asked: the players with their subtotals, total and
rank, who won and by what; or the faults of a table that cannot be.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from theodolite.bulk.columns import Flags, conformed

__all__ = ["Judge", "Room", "Scored", "answered", "judged", "schema"]

ANSWERS = ("players", "winners", "decided_by", "faults")

Judge = Callable[[bytes], Mapping[str, Any]]
"""The service's own reading: the answer to a snapshot in JSON, under the names of ANSWERS."""


class Scored(NamedTuple):
    """Tables as scored on columns; the players of all tables follow each other.

    `fine` says of each table whether it was scored, `counts` how many players it has; `subtotals`
    are an array of points for each of the room's, masked where a player has none; `tie_breaks`
    decide between equal totals, in order, each with its name.
    """

    fine: Flags
    counts: NDArray[np.int64]
    subtotals: Sequence[NDArray[np.int16]]
    total: NDArray[np.int16]
    tie_breaks: Sequence[tuple[str, NDArray[np.int16]]]


class Room(NamedTuple):
    """What a game brings: a snapshot as columns, its subtotals, and how it scores a batch of both.

    `score` leaves alone every table that anything might be the matter with, and `told` finds the
    subtotals in a player of the service's answer; a game that brings no `score` is judged line by
    line.
    """

    snapshot: pa.Schema = pa.schema([])
    subtotals: Sequence[str] = ()
    score: Callable[[pa.RecordBatch], Scored] | None = None
    told: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda player: player.get(
        "subtotals", {}
    )


def schema(room: Room, carried: Sequence[pa.Field] = ()) -> pa.Schema:
    """The columns of an answer: those that are carried over, then ANSWERS."""
    points = dict.fromkeys(("rank", *room.subtotals, "total"), pa.int16())
    fault = dict.fromkeys(("pointer", "code", "detail"), pa.string())
    kinds = (
        pa.list_(pa.struct({"name": pa.string(), **points})),
        pa.list_(pa.string()),
        pa.string(),
        pa.list_(pa.struct(fault)),
    )
    return pa.schema([*carried, *map(pa.field, ANSWERS, kinds)])


def answered(
    room: Room, batch: pa.RecordBatch, judge: Judge, texts: Sequence[bytes] | None = None
) -> pa.RecordBatch:
    """The answer to a batch, row by row; columns that no snapshot has are carried over.

    Args:
        room: the game.
        batch: the tables.
        judge: what a doubtful table is left to.
        texts: the JSON from which the tables were read, if they were.

    Raises:
        ValueError: a column cannot be that of a snapshot.
    """
    carried = [field for field in batch.schema if field.name not in room.snapshot.names]
    asked = pa.RecordBatch.from_arrays(
        [
            conformed(batch.column(field.name), field.type)
            if field.name in batch.schema.names
            else pa.nulls(batch.num_rows, field.type)
            for field in room.snapshot
        ],
        schema=room.snapshot,
    )
    told = schema(room, carried)
    if room.score is None:
        raise ValueError("Tables of this game are judged from lines, not from columns.")
    scored = room.score(asked)
    columns = _told(room, asked, scored, told)
    if not scored.fine.all():
        doubted = np.flatnonzero(~scored.fine)
        if texts is None:
            rows = [judge(_json(row)) for row in asked.take(pa.array(doubted)).to_pylist()]
        else:
            rows = [judge(texts[i]) for i in doubted.tolist()]
        place = np.empty(batch.num_rows, np.int64)
        place[scored.fine] = np.arange(batch.num_rows - len(doubted))
        place[doubted] = np.arange(batch.num_rows - len(doubted), batch.num_rows)
        columns = [
            pa.concat_arrays([column, _column(rows, told.field(name))]).take(pa.array(place))
            for name, column in zip(ANSWERS, columns, strict=True)
        ]
    return pa.RecordBatch.from_arrays(
        [*(batch.column(field.name) for field in carried), *columns], schema=told
    )


def judged(room: Room, rows: Sequence[Mapping[str, Any]]) -> pa.RecordBatch:
    """The answer to rows that the service has judged."""
    told = schema(room)
    return pa.RecordBatch.from_arrays([_column(rows, field) for field in told], schema=told)


def _column(rows: Sequence[Mapping[str, Any]], field: pa.Field) -> pa.Array:
    return pa.array([row.get(field.name) for row in rows], field.type)


def _json(row: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(_without_nulls(row))


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _without_nulls(v) for k, v in value.items() if v is not None}
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value


def _told(room: Room, asked: pa.RecordBatch, scored: Scored, told: pa.Schema) -> list[pa.Array]:
    """The answer's columns for the tables that were scored."""
    fine, counts = scored.fine, scored.counts[scored.fine]
    mine = np.repeat(fine, scored.counts)
    standing = _ranked(counts, scored, mine)
    names = pc.struct_field(asked.column("players").flatten(), "name")
    names = names if mine.all() else names.filter(pa.array(mine))
    players = pa.StructArray.from_arrays(
        [
            names,
            pa.array(standing.ranks),
            *(pa.array(points[mine]) for points in scored.subtotals),
            pa.array(scored.total[mine]),
        ],
        fields=list(told.field("players").type.value_type),
    )
    winners = (
        np.add.reduceat(standing.won, _first(counts), dtype=np.int64) if len(counts) else counts
    )
    return [
        pa.ListArray.from_arrays(_offsets(counts), players, type=told.field("players").type),
        pa.ListArray.from_arrays(_offsets(winners), names.filter(pa.array(standing.won))),
        pa.array([*_criteria(scored), "shared"]).take(pa.array(standing.decided_by)),
        pa.nulls(len(counts), told.field("faults").type),
    ]


class _Standing(NamedTuple):
    """Of each player the rank and whether they won; of each table which criterion decided."""

    ranks: NDArray[np.int16]
    won: Flags
    decided_by: NDArray[np.int64]


def _criteria(scored: Scored) -> list[str]:
    return ["total", *(name for name, _ in scored.tie_breaks)]


def _ranked(counts: NDArray[np.int64], scored: Scored, mine: Flags) -> _Standing:
    """As `scoresheet.rank`, for all tables at once."""
    criteria = [scored.total[mine], *(values[mine] for _, values in scored.tie_breaks)]
    of, first = np.repeat(np.arange(len(counts)), counts), _first(counts)
    won = np.ones(len(of), np.bool_)
    decided_by = np.full(len(counts), len(criteria))
    for i, values in enumerate(criteria if len(of) else ()):
        best = np.maximum.reduceat(np.where(won, values, np.iinfo(np.int16).min), first)
        won &= values == best[of]
        alone = np.add.reduceat(won, first, dtype=np.int64) == 1
        decided_by[alone & (decided_by == len(criteria))] = i
    key = np.zeros(len(of), np.int64)
    for values in criteria:
        key = (key << 16) + values
    ranks = np.ones(len(of), np.int16)
    for apart in range(1, counts.max(initial=0)):
        near, far = key[:-apart], key[apart:]
        together = of[:-apart] == of[apart:]
        ranks[:-apart] += together & (far > near)
        ranks[apart:] += together & (near > far)
    return _Standing(ranks, won, decided_by)


def _first(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.cumsum(counts) - counts


def _offsets(counts: NDArray[np.int64]) -> pa.Array:
    return pa.array(np.concatenate([[0], np.cumsum(counts)]), pa.int32())
