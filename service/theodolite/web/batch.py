"""Batches: a request on each line in, a response on each line out (NDJSON), streamed."""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, Any

import msgspec
from flask import Response, current_app, request, stream_with_context
from werkzeug.exceptions import RequestEntityTooLarge

from theodolite.checkpoints import checkpoint
from theodolite.web.operations import Operation
from theodolite.web.problems import Problem, unsupported_media_type
from theodolite.web.responses import encode, request_locale
from theodolite.web.serving.executors import Executor

MEDIA_TYPE = "application/x-ndjson"
LONGEST_LINE = 1 << 20
"""The most bytes of a line. A longer line is skipped and answered with a problem."""

_PIECE = 1 << 16


def batch(of: Operation) -> Operation:
    """The batch operation of an endpoint: each line is a request of its own.

    Memory is bounded by the longest line. A line that cannot be judged is answered in its place
    with a problem and the number of the line. Blank lines are skipped, but counted.
    """

    def view() -> Response:
        if request.mimetype != MEDIA_TYPE:
            raise unsupported_media_type(MEDIA_TYPE)
        request.max_content_length = current_app.config["LARGEST_BATCH"]
        locale = request_locale()
        answer = partial(_answer, lambda line: of.response_to(line, locale))
        response = Response(
            stream_with_context(_answers(request.stream, answer)), mimetype=MEDIA_TYPE
        )
        response.headers["Content-Language"] = locale
        response.headers["Vary"] = "Accept-Language"
        return response

    return Operation(
        f"{of.name}_batch",
        f"{of.path}/batch",
        view,
        f"{of.text.partition(chr(10))[0].removesuffix('.')}, many times over.\n\n"
        "Each line of the body is a JSON document of its own, and so is each line of the answer, "
        "in the same order; answers begin before the body has ended. A line that cannot be judged "
        "is answered in its place with its problem, `line` being its number.",
        MEDIA_TYPE,
        lambda: _encoded(of.response_example()).decode(),
        of.schema,
        of.example,
        MEDIA_TYPE,
        executor=Executor.STREAM,
        longest=None,
    )


def _answers(
    stream: IO[bytes], answer: Callable[[int, bytearray | None], bytes]
) -> Iterator[bytes]:
    number = 0
    try:
        for lines in _lines(stream):
            out = bytearray()
            for line in lines:
                number += 1
                checkpoint()
                if line is None or line.strip():
                    out += answer(number, line)
                if len(out) >= _PIECE:
                    yield bytes(out)
                    out.clear()
            # Lines received are answered before the next read blocks.
            if out:
                yield bytes(out)
    except RequestEntityTooLarge:
        yield _refused(Problem("too-large"), number + 1)
    except Problem as problem:
        yield _refused(problem, number + 1)


def _lines(stream: IO[bytes]) -> Iterator[list[bytearray | None]]:
    """The lines completed by each piece of a stream; None for a line that is too long."""
    line: bytearray | None = bytearray()
    while piece := stream.read(_PIECE):
        first, *others = piece.split(b"\n")
        line = _grown(line, first)
        if others:
            *whole, last = others
            yield [line, *map(bytearray, whole)]
            line = bytearray(last)
    if line is None or line:
        yield [line]


def _grown(line: bytearray | None, part: bytes) -> bytearray | None:
    if line is None or len(line) + len(part) > LONGEST_LINE:
        return None
    line += part
    return line


def _answer(judge: Callable[[bytearray], Any], number: int, line: bytearray | None) -> bytes:
    try:
        if line is None:
            raise Problem("too-large")
        return _encoded(judge(line))
    except Problem as problem:
        return _refused(problem, number)
    except Exception:
        logging.getLogger(__name__).exception("unhandled", extra={"line": number})
        return _refused(Problem("internal"), number)


def _refused(problem: Problem, number: int) -> bytes:
    return _encoded({**msgspec.to_builtins(problem.document()), "line": number})


def _encoded(answer: Any) -> bytes:
    return encode(answer) + b"\n"
