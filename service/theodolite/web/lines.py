"""Lines: a request on each line in, a response on each line out (NDJSON), streamed."""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import IO, Any

from flask import Response, current_app, request, stream_with_context
from werkzeug.exceptions import RequestEntityTooLarge

from theodolite.checkpoints import checkpoint
from theodolite.web.problems import Problem
from theodolite.web.responses import encode, request_locale
from theodolite.web.serving.executors import LINES
from theodolite.web.serving.limits import guard_of

LONGEST_LINE = 1 << 20
"""The most bytes of a line. A longer line is skipped and answered with a problem."""

_PIECE = 1 << 16
_PIECE_SECONDS = 1.0
"""Seconds after which answers are sent that are not a piece yet: their reader would give up."""


def answer_lines(judge: Callable[[bytearray, str], Any]) -> Response:
    """The response to the current request: to each line, in order, while they come in.

    Memory is bounded by the longest line. Each response has the number of its `line`; a line that
    cannot be judged is answered in its place with a problem. Blank lines are skipped, but counted.
    Each line after the first counts as one more request.

    Args:
        judge: Takes a line and the locale of the texts, and returns the response.
    """
    request.max_content_length = current_app.config["LARGEST_BATCH"]
    locale = request_locale()
    answer = partial(_answer, lambda line: judge(line, locale))
    response = Response(stream_with_context(_answers(request.stream, answer)), mimetype=LINES)
    response.headers["Content-Language"] = locale
    response.headers["Vary"] = "Accept-Language"
    return response


def _answers(
    stream: IO[bytes], answer: Callable[[int, bytearray | None], bytes]
) -> Iterator[bytes]:
    number = 0
    try:
        for lines in _lines(stream):
            out, since = bytearray(), perf_counter()
            for line in lines:
                number += 1
                checkpoint()
                if line is None or line.strip():
                    out += answer(number, line)
                if len(out) >= _PIECE or (out and perf_counter() - since > _PIECE_SECONDS):
                    yield bytes(out)
                    out, since = bytearray(), perf_counter()
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
        if number > 1:
            admission = guard_of(current_app).count(request.environ)
            if admission.problem is not None:
                raise Problem(admission.problem)
        return _numbered(encode(judge(line)), number)
    except Problem as problem:
        return _refused(problem, number)
    except Exception:
        logging.getLogger(__name__).exception("unhandled", extra={"line": number})
        return _refused(Problem("internal"), number)


def _refused(problem: Problem, number: int) -> bytes:
    return _numbered(encode(problem.document()), number)


def _numbered(answer: bytes, number: int) -> bytes:
    """A response as a line, with its number as the first field."""
    return b'{"line":%d,%b\n' % (number, answer[1:])
