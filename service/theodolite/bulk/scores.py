"""Scoring as a function of a batch, which goes wherever there are batches."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.json as pj
from flask import Flask

from theodolite.bulk import cartographers, misterra
from theodolite.bulk.frame import Judge, Room, answered, judged, schema
from theodolite.bulk.running import Lines, Tables
from theodolite.web.app import create_app
from theodolite.web.card_packs import load
from theodolite.web.games import GAMES
from theodolite.web.operations import Game
from theodolite.web.problems import Problem

__all__ = ["ROOMS", "Scores"]

ROOMS = {"misterra": misterra.ROOM, "cartographers": cartographers.ROOM}
"""The games that are scored on columns; others are judged line by line."""

_FEW = 16
"""So many lines are judged one by one rather than halved once more in search of the bad one."""
_NUMBER = pa.field("line", pa.int64())


class Scores(NamedTuple):
    """The scores of a game, as a function of a record batch (or of lines of NDJSON).

    It can be pickled and sent to wherever the batches are. A table that cannot be is answered with
    its faults, in its place; columns that no snapshot has are carried over.

    Attributes:
        game: which game, say `misterra`.
        language: the language of the faults.
        card_packs: card packs with what the tables leave out; their paths wherever this is run.
    """

    game: str
    language: str = "en"
    card_packs: tuple[Path, ...] = ()

    def __call__(self, asked: Tables) -> pa.RecordBatch:
        """The answer to each row, in order.

        Raises:
            ValueError: a column cannot be that of a snapshot.
        """
        with _app(self.card_packs).app_context():
            if isinstance(asked, Lines):
                return self._lines(asked)
            return answered(self._room, asked, self._judge)

    def map(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The answers to many batches, as Spark's `mapInArrow` wants it."""
        return (self(batch) for batch in batches)

    def schema(self, asked: pa.Schema | None = None) -> pa.Schema:
        """The columns of the answer to a batch of these columns; without, to lines of NDJSON."""
        known = self._room.snapshot.names
        carried = [_NUMBER] if asked is None else [f for f in asked if f.name not in known]
        return schema(self._room, carried)

    @property
    def _room(self) -> Room:
        return ROOMS.get(self.game, Room())

    def _judge(self, document: bytes) -> Mapping[str, Any]:
        """What the service would answer, as a row."""
        game = _games()[self.game]
        scored = game.operation(game.scored_by)
        if scored is None:
            raise LookupError(self.game)
        try:
            answer = msgspec.to_builtins(scored.answer_to(document, self.language))
        except Problem as problem:
            told = msgspec.to_builtins(problem.told(self.language, game.rulebook))
            whole = {"pointer": "", "code": problem.type, "detail": told["detail"]}
            return {"faults": told.get("errors", [whole])}
        players = [
            {**self._room.told(player), **{key: player[key] for key in ("name", "rank", "total")}}
            for player in answer["players"]
        ]
        return {**answer, "players": players}

    def _lines(self, lines: Lines) -> pa.RecordBatch:
        numbered = [
            (number, line)
            for number, line in enumerate(lines.text.split(b"\n"), lines.first)
            if line.strip()
        ]
        told = self.schema()
        if not numbered:
            return pa.RecordBatch.from_pylist([], schema=told)
        answers = _halved(self._room, [line for _, line in numbered], self._judge)
        (table,) = pa.Table.from_batches(answers).combine_chunks().to_batches()
        numbers = pa.array([number for number, _ in numbered], _NUMBER.type)
        return pa.RecordBatch.from_arrays([numbers, *table.columns], schema=told)


@cache
def _app(card_packs: tuple[Path, ...]) -> Flask:
    """What the bodies of requests are read in; set up once in each process."""
    return create_app(load(card_packs, GAMES))


@cache
def _games() -> Mapping[str, Game]:
    return {game.id: game for game in GAMES}


def _halved(room: Room, lines: Sequence[bytes], judge: Judge) -> Iterator[pa.RecordBatch]:
    """The answers to lines; where they cannot all be read at once, those of each half."""
    if (batch := _read(room, lines)) is not None:
        yield answered(room, batch, judge, lines)
    elif len(lines) <= _FEW:
        yield judged(room, [judge(line) for line in lines])
    else:
        for half in (lines[: len(lines) // 2], lines[len(lines) // 2 :]):
            yield from _halved(room, half, judge)


def _read(room: Room, lines: Sequence[bytes]) -> pa.RecordBatch | None:
    """Lines as columns; None if one of them is not what it should be, or if none can be."""
    if room.score is None:
        return None
    text = b"\n".join(lines)
    try:
        # Arrow takes bytes for text as they come.
        text.decode()
        table = pj.read_json(
            BytesIO(text),
            pj.ReadOptions(use_threads=False, block_size=len(text) + 1),
            pj.ParseOptions(explicit_schema=room.snapshot, unexpected_field_behavior="error"),
        )
    except (pa.ArrowInvalid, UnicodeDecodeError):
        return None
    if table.num_rows != len(lines):
        return None
    batch: pa.RecordBatch = table.combine_chunks().to_batches()[0]
    return batch
