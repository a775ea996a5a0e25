"""Many tables at once: a JSON document on each line in, an answer on each line out, streamed."""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, Any

import msgspec
from flask import Response, current_app, request, stream_with_context
from werkzeug.exceptions import RequestEntityTooLarge

from theodolite.web.answers import encode, language
from theodolite.web.operations import Operation
from theodolite.web.problems import Problem, unsupported_media_type
from theodolite.web.serving.lanes import Lane, leave_the_loop

__all__ = ["LONGEST_LINE", "MEDIA_TYPE", "batch"]

MEDIA_TYPE = "application/x-ndjson"
LONGEST_LINE = 1 << 20
"""The most bytes of a line; a longer one is passed over and answered with a problem."""

_PIECE = 1 << 16


def batch(of: Operation) -> Operation:
    """A question for any number of bodies: each line is asked `of` for itself.

    Memory is bounded by the longest line, whatever the number of lines. A line that cannot be
    judged is answered in its place, with its problem and the number of the line. Lines of nothing
    but white space are passed over, but counted.
    """

    def view() -> Response:
        if request.mimetype != MEDIA_TYPE:
            raise unsupported_media_type(MEDIA_TYPE)
        leave_the_loop(Lane.STREAM)
        request.max_content_length = current_app.config["LARGEST_BATCH"]
        spoken = language()
        answer = partial(_answer, lambda line: of.answer_to(line, spoken))
        response = Response(
            stream_with_context(_answers(request.stream, answer)), mimetype=MEDIA_TYPE
        )
        response.headers["Content-Language"] = spoken
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
        lambda: _encoded(of.answer_example()).decode(),
        of.body,
        of.example,
        MEDIA_TYPE,
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
                if line is None or line.strip():
                    out += answer(number, line)
                if len(out) >= _PIECE:
                    yield bytes(out)
                    out.clear()
            # What has come is answered before more is waited for.
            if out:
                yield bytes(out)
    except RequestEntityTooLarge:
        yield _refused(Problem("too-large"), number + 1)
    except Problem as problem:
        yield _refused(problem, number + 1)


def _lines(stream: IO[bytes]) -> Iterator[list[bytearray | None]]:
    """The lines that each piece of a stream completes; None for one that is too long."""
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
