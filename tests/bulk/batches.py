"""Tables as the bulk operations take them."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa

from theodolite.bulk.frame import Scorer
from theodolite.bulk.pieces import Lines


def lines(tables: Sequence[Any]) -> Lines:
    """Requests for tables, a line each."""
    return Lines(1, b"\n".join(json.dumps({"snapshot": table}).encode() for table in tables))


def with_null(value: Any) -> Iterator[Any]:
    """Null, and copies of a value of JSON that have null at one place each."""
    yield None
    if isinstance(value, dict):
        yield from ({**value, key: new} for key in value for new in with_null(value[key]))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from ([*value[:i], new, *value[i + 1 :]] for new in with_null(item))


def requests(scorer: Scorer, tables: Sequence[Any]) -> pa.RecordBatch:
    """Requests for tables as columns."""
    kind = pa.struct([*scorer.snapshot])
    return pa.record_batch({"snapshot": pa.array(list(tables), kind)})


def columns(scorer: Scorer, tables: Sequence[Any]) -> pa.RecordBatch:
    """Tables as the scorer of columns takes them."""
    return scorer.tables(requests(scorer, tables).column("snapshot"))
