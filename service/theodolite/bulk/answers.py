"""`Answers`, the answers of an operation of a game as a picklable function of a record batch."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
import pyarrow as pa
import pyarrow.json as pj
from flask import Flask

from theodolite.bulk.columns import cast_to
from theodolite.bulk.frame import (
    SMALLEST,
    SNAPSHOT,
    BulkOperation,
    Judge,
    Scorer,
    from_rows,
    score_batch,
    score_rows,
)
from theodolite.bulk.operations import OPERATIONS
from theodolite.bulk.pieces import Lines, Tables
from theodolite.web.app import create_app
from theodolite.web.card_packs import load
from theodolite.web.fields import Nested, refuses_null
from theodolite.web.game import Game
from theodolite.web.games import GAMES
from theodolite.web.lines import LONGEST_LINE
from theodolite.web.operations import Operation
from theodolite.web.problems import Problem

REQUEST = "request"
"""The column of a Parquet file that has the request of each row, in JSON."""

_NUMBER = pa.field("line", pa.int64())


class Answers(NamedTuple):
    """The answers of an operation of a game, as a function of a record batch, or lines of NDJSON.

    It can be pickled and sent to workers. The row of a request that cannot be judged has its
    faults. Columns that are not part of a request are carried over.

    Attributes:
        game: The game's id, say `misterra`.
        operation: The operation that is asked, say `scores`.
        language: The locale of the texts.
        card_packs: The paths of card packs, on every worker.
    """

    game: str
    operation: str
    language: str = "en"
    card_packs: tuple[Path, ...] = ()

    def __call__(self, tables: Tables) -> pa.RecordBatch:
        """The output for each row, in order.

        Raises:
            ValueError: The batch has no column of requests, and none of the game's snapshots.
        """
        with _app(self.card_packs).app_context():
            if isinstance(tables, Lines):
                return self._answered(*tables.numbered(_NUMBER))
            if REQUEST in tables.schema.names:
                texts = cast_to(tables.column(REQUEST), pa.binary()).fill_null(b"").to_pylist()
                return self._answered(tables.drop_columns([REQUEST]), texts)
            if (scorer := self.asked.scorer) is None:
                raise ValueError(f"The column {REQUEST} is missing.")
            if SNAPSHOT not in tables.schema.names:
                raise ValueError(f"The column {SNAPSHOT} or {REQUEST} is missing.")
            return _joined([*score_rows(self.asked, scorer, tables, self._judge)])

    def map(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The output for many batches, with the signature of Spark's `mapInArrow`."""
        return (self(batch) for batch in batches)

    def schema(self, tables: pa.Schema | None = None) -> pa.Schema:
        """The output columns for input columns; for lines of NDJSON by default.

        Raises:
            ValueError: A column of the input has the name of another, or of one of the output.
        """
        if tables is None:
            return self.asked.schema([_NUMBER])
        if repeated := sorted({each for each in tables.names if tables.names.count(each) > 1}):
            raise ValueError(f"Several columns are named {', '.join(repeated)}: rename them.")
        read = SNAPSHOT if self.asked.scorer and REQUEST not in tables.names else REQUEST
        return self.asked.schema([field for field in tables if field.name != read])

    @property
    def asked(self) -> BulkOperation:
        """The operation as a bulk operation."""
        return OPERATIONS[self.game][self.operation]

    def _judge(self, document: bytes) -> Mapping[str, Any]:
        """The service's answer as a row."""
        game, operation = _endpoint(self.game, self.operation)
        try:
            if len(document) > LONGEST_LINE:
                raise Problem("too-large")
            response = operation.response_to(document, self.language)
        except Problem as error:
            problem = error
        except Exception:
            logging.getLogger(__name__).exception("unhandled")
            problem = Problem("internal")
        else:
            return self.asked.row(msgspec.to_builtins(response))
        refused = msgspec.to_builtins(problem.localized(self.language, game.rulebook))
        whole = {"pointer": "", "code": problem.type, "detail": refused["detail"]}
        return {"faults": refused.get("errors", [whole])}

    def _doubts(self, line: bytes) -> bool:
        """Whether a line that fits columns may be invalid: they cannot tell null from absence."""
        if b"null" not in line:
            return False
        try:
            return refuses_null(_request(self.game, self.operation), msgspec.json.decode(line))
        except msgspec.DecodeError:
            return True

    def _answered(self, carried: pa.RecordBatch, texts: Sequence[bytes]) -> pa.RecordBatch:
        """The output for requests in JSON, beside the columns that are carried over."""
        output = self.asked.schema(carried.schema)
        answers = _joined([*_answer_halves(self.asked, texts, self._judge, self._doubts)])
        return pa.RecordBatch.from_arrays([*carried.columns, *answers.columns], schema=output)


def _joined(batches: Sequence[pa.RecordBatch]) -> pa.RecordBatch:
    """The rows of one or more batches as one."""
    table = pa.Table.from_batches(batches)
    columns = [column.combine_chunks() for column in table.columns]
    return pa.RecordBatch.from_arrays(columns, schema=table.schema)


@cache
def _app(card_packs: tuple[Path, ...]) -> Flask:
    """The application whose card packs requests are loaded with; one a process."""
    return create_app(load(card_packs, GAMES))


@cache
def _endpoint(game: str, operation: str) -> tuple[Game, Operation]:
    return next(
        (one, each)
        for one in GAMES
        for each in one.operations
        if (one.id, each.name) == (game, operation)
    )


@cache
def _request(game: str, operation: str) -> Nested:
    return Nested(cast("Any", _endpoint(game, operation)[1].schema))


def _answer_halves(
    asked: BulkOperation, lines: Sequence[bytes], judge: Judge, doubts: Callable[[bytes], bool]
) -> Iterator[pa.RecordBatch]:
    """The output for lines; if they cannot be read as one batch, that of each half."""
    scorer = asked.scorer
    if scorer is not None and (batch := _read(scorer, lines)) is not None:
        yield score_batch(asked, scorer, batch, judge, texts=lines, doubted=[*map(doubts, lines)])
    elif scorer is None or len(lines) <= SMALLEST:
        yield from_rows(asked, [judge(line) for line in lines])
    else:
        for half in (lines[: len(lines) // 2], lines[len(lines) // 2 :]):
            yield from _answer_halves(asked, half, judge, doubts)


def _read(scorer: Scorer, lines: Sequence[bytes]) -> pa.RecordBatch | None:
    """Lines as columns; None if any line does not fit."""
    if not all(map(_is_braced, lines)):
        return None
    text = b"\n".join(lines)
    schema = pa.schema({SNAPSHOT: pa.struct([*scorer.snapshot])})
    try:
        # Arrow does not check that text is UTF-8.
        text.decode()
        table = pj.read_json(
            BytesIO(text),
            pj.ReadOptions(use_threads=False, block_size=len(text) + 1),
            pj.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error"),
        )
    except (pa.ArrowInvalid, UnicodeDecodeError):
        return None
    if table.num_rows != len(lines):
        return None
    batch: pa.RecordBatch = table.combine_chunks().to_batches()[0]
    return batch


def _is_braced(line: bytes) -> bool:
    """Whether a line begins and ends as an object does.

    If all lines do, none is a part of an object, since "}" and "{" never follow each other in one.
    """
    line = line.strip()
    return line.startswith(b"{") and line.endswith(b"}")
