"""Scores as CSV, for spreadsheets: a line a player, or for a table without scores its faults."""

from typing import IO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pv

from theodolite.bulk.frame import FAULTS

_PLAYERS, _WINNERS, _DECIDED_BY = "players", "winners", "decided_by"
_WON = pa.field("won", pa.bool_())
_NESTED = (_PLAYERS, _WINNERS, FAULTS.name)


class ScoreWriter:
    """Writes the output of scores, as a `ParquetWriter` would.

    Args:
        file: The file.
        columns: The columns of the output.

    Raises:
        ValueError: They are not those of scores, or a column of the input is nested.
    """

    def __init__(self, file: IO[bytes], columns: pa.Schema) -> None:
        if not {_PLAYERS, _WINNERS} <= {*columns.names}:
            raise ValueError("Only scores can be written as CSV: name a file *.parquet.")
        others = [f.name for f in columns if pa.types.is_nested(f.type) and f.name not in _NESTED]
        if others:
            raise ValueError(f"CSV has no place for the nested column {', '.join(others)}.")
        self._writer = pv.CSVWriter(file, score_lines(_empty(columns)).schema)

    def write_batch(self, batch: pa.RecordBatch) -> None:
        """Write the scores of some tables."""
        self._writer.write_batch(score_lines(batch))

    def close(self) -> None:
        """Write the rest."""
        self._writer.close()


def score_lines(batch: pa.RecordBatch) -> pa.RecordBatch:
    """A line for each player of some tables: columns of the input, scores, and faults."""
    players = batch.column(_PLAYERS)
    seated = pc.list_parent_indices(players).to_numpy()
    refused = np.setdiff1d(np.arange(batch.num_rows), seated)
    tables = np.concatenate([seated, refused])
    order = pa.array(np.argsort(tables, kind="stable"), pa.int64())
    rows = pa.array(tables[order.to_numpy()], pa.int64())
    points = pa.concat_arrays([players.flatten(), pa.nulls(len(refused), players.type.value_type)])
    columns = {
        field.name: batch.column(field.name).take(rows)
        for field in batch.schema
        if field.name not in (*_NESTED, _DECIDED_BY)
    }
    columns |= {
        field.name: pc.struct_field(points, field.name).take(order)
        for field in players.type.value_type
        if not pa.types.is_nested(field.type)
    }
    if _WON.name not in columns:
        columns[_WON.name] = _won(batch, rows, columns["name"])
    if _DECIDED_BY in batch.schema.names:
        columns[_DECIDED_BY] = batch.column(_DECIDED_BY).take(rows)
    faults = [
        None if found is None else "; ".join(f"{one['pointer']}: {one['detail']}" for one in found)
        for found in batch.column(FAULTS.name).to_pylist()
    ]
    columns[FAULTS.name] = pa.array(faults, pa.string()).take(rows)
    return pa.RecordBatch.from_pydict(columns)


def _won(batch: pa.RecordBatch, rows: pa.Array, names: pa.Array) -> pa.Array:
    """Whether each player is among the winners of their table."""
    winners = batch.column(_WINNERS)
    of = pc.list_parent_indices(winners).cast(pa.string())
    known = pc.binary_join_element_wise(of, winners.flatten(), ":")
    asked = pc.binary_join_element_wise(rows.cast(pa.string()), names, ":")
    found = pc.is_in(asked, value_set=known)
    return pc.if_else(names.is_null(), pa.scalar(None, pa.bool_()), found)


def _empty(columns: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.array([], f.type) for f in columns], schema=columns)
