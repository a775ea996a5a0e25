"""Operations over Arrow batches: the part that is the same for every game.

Each output row belongs to an input row. It holds the answer; or the faults of a request that cannot
be judged.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from theodolite.bulk.columns import Flags, cast_to

SCORED = ("players", "winners", "decided_by")
"""The columns of scores."""

SNAPSHOT = "snapshot"
"""The column of a request that has the table, a struct."""

FAULTS = pa.field(
    "faults", pa.list_(pa.struct(dict.fromkeys(("pointer", "code", "detail"), pa.string())))
)
"""The last column of every output: null, or why there is no answer."""

SMALLEST = 16
"""At most so many rows are judged one by one instead of being halved again."""

Judge = Callable[[bytes], Mapping[str, Any]]
"""Judges one request in JSON as the service does; returns a row of the output."""


class Scored(NamedTuple):
    """The scores of a batch. The players of all tables follow each other.

    Attributes:
        valid: Whether each table was scored.
        counts: The number of players of each table.
        subtotals: The points of each subtotal, masked where a player has none.
        total: The total of each player.
        tie_breaks: The criteria between equal totals, the most important first, by name.
        alone: Whether each table has nobody to win against; None if none is so.
    """

    valid: Flags
    counts: NDArray[np.int64]
    subtotals: Sequence[NDArray[np.int16]]
    total: NDArray[np.int16]
    tie_breaks: Sequence[tuple[str, NDArray[np.int16]]]
    alone: Flags | None = None


class Scorer(NamedTuple):
    """A game's scorer of columns.

    Attributes:
        snapshot: The fields of a snapshot.
        subtotals: The names of the subtotals.
        score: Scores a batch with these fields as columns, leaving out every table that may be
            invalid.
        subtotals_of: The subtotals of a player in the service's answer.
    """

    snapshot: pa.Schema
    subtotals: Sequence[str]
    score: Callable[[pa.RecordBatch], Scored]
    subtotals_of: Callable[[Mapping[str, Any]], Mapping[str, Any]] = itemgetter("subtotals")

    def tables(self, snapshots: pa.Array) -> pa.RecordBatch:
        """Snapshots with a column for each field; null where they have none.

        Raises:
            ValueError: They are no structs, or have another field, or one of another type.
        """
        kind = snapshots.type
        if not pa.types.is_struct(kind):
            raise ValueError(f"The column {SNAPSHOT} is no struct, but {kind}.")
        names = [kind[i].name for i in range(kind.num_fields)]
        fields = dict(zip(names, snapshots.flatten(), strict=True))
        if unknown := fields.keys() - {*self.snapshot.names}:
            raise ValueError(f"A snapshot has no field {', '.join(sorted(unknown))}.")
        columns = [
            _cast(field, fields[field.name])
            if field.name in fields
            else pa.nulls(len(snapshots), field.type)
            for field in self.snapshot
        ]
        return pa.RecordBatch.from_arrays(columns, schema=self.snapshot)


def _cast(field: pa.Field, values: pa.Array) -> pa.Array:
    try:
        return cast_to(values, field.type)
    except pa.ArrowInvalid:
        # A value and not the type of the column: its row alone is refused.
        raise
    except ValueError as error:
        raise ValueError(f"{SNAPSHOT}.{field.name}: {error}") from None


class BulkOperation(NamedTuple):
    """An operation of a game over many rows.

    Attributes:
        columns: The columns of an answer: fields of the service's response, and of their parts
            those that are named.
        rows: The most rows of a piece of work.
        scorer: The scorer of columns; None if each row is judged as a request.
        row: Makes a row from the service's response.
    """

    columns: pa.Schema
    rows: int
    scorer: Scorer | None = None
    row: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda answer: answer

    def schema(self, carried: Sequence[pa.Field] = ()) -> pa.Schema:
        """The columns of the output: those carried over from the input, `columns`, and FAULTS.

        Raises:
            ValueError: A column of the input has the name of one of the output.
        """
        names = [*self.columns.names, FAULTS.name]
        if taken := {field.name for field in carried} & {*names}:
            raise ValueError(f"The answers have a column {', '.join(sorted(taken))}, too: rename.")
        return pa.schema([*carried, *self.columns, FAULTS])


def score_rows(
    operation: BulkOperation,
    scorer: Scorer,
    batch: pa.RecordBatch,
    judge: Judge,
) -> Iterator[pa.RecordBatch]:
    """Score the snapshots of a batch; rows with values of another kind have faults.

    Raises:
        ValueError: A whole column has another type than the game's snapshots.
    """
    try:
        yield score_batch(operation, scorer, batch, judge)
    except (pa.ArrowInvalid, UnicodeDecodeError):
        if batch.num_rows > SMALLEST:
            half = batch.num_rows // 2
            for part in (batch.slice(0, half), batch.slice(half)):
                yield from score_rows(operation, scorer, part, judge)
            return
        carried = batch.drop_columns([SNAPSHOT])
        output = operation.schema(carried.schema)
        rows = [judge(_json_at(batch.column(SNAPSHOT), i)) for i in range(batch.num_rows)]
        answered = from_rows(operation, rows)
        yield pa.RecordBatch.from_arrays([*carried.columns, *answered.columns], schema=output)


def _json_at(snapshots: pa.Array, index: int) -> bytes:
    """A row as the JSON of a request; no JSON if its text is not UTF-8."""
    try:
        return _json(snapshots[index].as_py())
    except UnicodeDecodeError:
        return b""


def score_batch(
    operation: BulkOperation,
    scorer: Scorer,
    batch: pa.RecordBatch,
    judge: Judge,
    *,
    texts: Sequence[bytes] | None = None,
    doubted: Sequence[bool] = (),
) -> pa.RecordBatch:
    """Score the snapshots of a batch by columns. Its other columns are carried over.

    Args:
        operation: The operation that scores.
        scorer: Its scorer.
        batch: The requests.
        judge: Scores a table that `scorer` leaves out.
        texts: The JSON from which the requests were read, if any.
        doubted: Whether each is left to `judge`; none by default.

    Raises:
        ValueError: A snapshot does not have the type of the game's.
    """
    carried = [field for field in batch.schema if field.name != SNAPSHOT]
    tables = scorer.tables(batch.column(SNAPSHOT))
    output = operation.schema(carried)
    scored = scorer.score(tables)
    scored.valid[np.flatnonzero(doubted)] = False
    columns = _answer_columns(scorer, tables, scored, output)
    if not scored.valid.all():
        left = np.flatnonzero(~scored.valid)
        if texts is None:
            rows = [judge(_json(row)) for row in tables.take(pa.array(left)).to_pylist()]
        else:
            rows = [judge(texts[i]) for i in left.tolist()]
        place = np.empty(batch.num_rows, np.int64)
        place[scored.valid] = np.arange(batch.num_rows - len(left))
        place[left] = np.arange(batch.num_rows - len(left), batch.num_rows)
        columns = [
            pa.concat_arrays([column, _column(rows, output.field(name))]).take(pa.array(place))
            for name, column in zip((*SCORED, FAULTS.name), columns, strict=True)
        ]
    return pa.RecordBatch.from_arrays(
        [*(batch.column(field.name) for field in carried), *columns], schema=output
    )


def from_rows(operation: BulkOperation, rows: Sequence[Mapping[str, Any]]) -> pa.RecordBatch:
    """The output for rows that the service has judged."""
    output = operation.schema()
    return pa.RecordBatch.from_arrays([_column(rows, field) for field in output], schema=output)


def _column(rows: Sequence[Mapping[str, Any]], field: pa.Field) -> pa.Array:
    return pa.array([row.get(field.name) for row in rows], field.type)


def _json(row: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode({SNAPSHOT: _without_nulls(row)})


def _without_nulls(value: Any) -> Any:
    if isinstance(value, float) and not isfinite(value):
        # JSON has no such number, and msgspec would make it null, which may be right.
        return str(value)
    if isinstance(value, dict):
        return {k: _without_nulls(v) for k, v in value.items() if v is not None}
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value


def _answer_columns(
    scorer: Scorer, tables: pa.RecordBatch, scored: Scored, output: pa.Schema
) -> list[pa.Array]:
    """The output columns for the tables that were scored."""
    valid, counts = scored.valid, scored.counts[scored.valid]
    mine = np.repeat(valid, scored.counts)
    ranking = _ranked(counts, scored, mine)
    alone = np.zeros(len(counts), np.bool_) if scored.alone is None else scored.alone[valid]
    won = ranking.won & ~np.repeat(alone, counts)
    names = pc.struct_field(tables.column("players").flatten(), "name")
    names = names if mine.all() else names.filter(pa.array(mine))
    players = pa.StructArray.from_arrays(
        [
            names,
            pa.array(ranking.ranks),
            *(pa.array(points[mine]) for points in scored.subtotals),
            pa.array(scored.total[mine]),
        ],
        fields=list(output.field("players").type.value_type),
    )
    winners = np.add.reduceat(won, _first(counts), dtype=np.int64) if len(counts) else counts
    return [
        pa.ListArray.from_arrays(_offsets(counts), players, type=output.field("players").type),
        pa.ListArray.from_arrays(_offsets(winners), names.filter(pa.array(won))),
        pa.array([*_criteria(scored), "shared"]).take(pa.array(ranking.decided_by, mask=alone)),
        pa.nulls(len(counts), output.field("faults").type),
    ]


class _Ranking(NamedTuple):
    """Each player's rank and whether they won; each table's deciding criterion."""

    ranks: NDArray[np.int16]
    won: Flags
    decided_by: NDArray[np.int64]


def _criteria(scored: Scored) -> list[str]:
    return ["total", *(name for name, _ in scored.tie_breaks)]


def _ranked(counts: NDArray[np.int64], scored: Scored, mine: Flags) -> _Ranking:
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
    return _Ranking(ranks, won, decided_by)


def _first(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.cumsum(counts) - counts


def _offsets(counts: NDArray[np.int64]) -> pa.Array:
    return pa.array(np.concatenate([[0], np.cumsum(counts)]), pa.int32())
