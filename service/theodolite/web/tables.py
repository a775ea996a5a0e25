"""Tables as text: the operation that reads the notation of a game, and writes it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from flask import Response, request

from theodolite.notation.text import Fault as TextFault
from theodolite.notation.text import NotationError, TableNotation
from theodolite.rulebook import Rulebook
from theodolite.verdict import Fault
from theodolite.web.decoding import decode_text
from theodolite.web.lines import answer_lines
from theodolite.web.operations import JSON, Operation, load_body, load_document
from theodolite.web.problems import Problem, unsupported_media_type
from theodolite.web.responses import encode, request_locale, respond_with, same_as
from theodolite.web.schemas import Schema
from theodolite.web.serving.executors import LINES, Executor

MEDIA_TYPE = "text/vnd.theodolite.board"
MAX_TEXT = 1 << 16
"""Bytes of a text: five times what the largest table has."""

_TEXT = """Read a table that is written as text, or write one.

A text (`text/vnd.theodolite.board`) is answered with the snapshot that the other operations take,
a snapshot (`application/json`) with its text. `Accept` can ask for the other form of either.
Rulings that have their default are left out. Faults of a text have `line` and `column`; those of an
impossible table have pointers into its snapshot. The reference on tables as text has the notation
of each game."""


def notations(
    notation: TableNotation,
    rulebook: Rulebook,
    schema: Schema,
    body: Schema,
    example: Mapping[str, Any],
) -> Operation:
    """The operation between the snapshots of a game and their text.

    Args:
        notation: How the game's tables are written.
        rulebook: Its rulings.
        schema: The schema of a snapshot.
        body: That of a request, which holds it.
        example: An example of a snapshot.
    """

    def canonical(loaded: Any) -> dict[str, Any]:
        table = schema.dump(loaded)
        chosen = {
            name: value
            for name, value in table.pop("rulings", {}).items()
            if value != rulebook.rulings[name].default
        }
        return {**table, **({"rulings": chosen} if chosen else {})}

    def judge(made: Mapping[str, Any], _locale: str) -> dict[str, Any]:
        return canonical(made["snapshot"])

    def view() -> Response:
        if request.mimetype == LINES:
            return answer_lines(lambda line, locale: judge(load_body(body, line), locale))
        is_text = request.mimetype == MEDIA_TYPE
        if not is_text and request.mimetype != JSON:
            raise unsupported_media_type(f"{JSON}, {MEDIA_TYPE}")
        sent = request.get_data(cache=False)
        loaded = (
            load_document(schema, _read(notation, sent))
            if is_text
            else load_body(body, sent)["snapshot"]
        )
        table = canonical(loaded)
        kinds = [JSON, MEDIA_TYPE] if is_text else [MEDIA_TYPE, JSON]
        kind = request.accept_mimetypes.best_match(kinds, kinds[0])
        answer = encode(table) if kind == JSON else notation.write(table).encode()
        language = ("Content-Language", request_locale())
        return respond_with(answer, kind or JSON, 200, [language], ["Accept", "Accept-Language"])

    shown = canonical(schema.load_fast(example))
    return Operation(
        "notations",
        "/notations",
        view,
        _TEXT,
        Annotated[dict[str, Any], same_as(type(schema))],
        lambda: shown,
        body,
        {"snapshot": example},
        text_types={MEDIA_TYPE: notation.write(shown)},
        problems=("invalid-text",),
        judge=judge,
        executor=Executor.BRIEF,
    )


def _read(notation: TableNotation, body: bytes) -> Any:
    """The snapshot that a text stands for.

    Raises:
        Problem: `too-large`, or `invalid-text` with every fault.
    """
    if len(body) > MAX_TEXT:
        raise Problem("too-large", text="board", values={"most": MAX_TEXT >> 10})
    try:
        return notation.parse(decode_text(body))
    except NotationError as error:
        raise Problem("invalid-text", faults=list(text_faults(error.faults))) from error


def text_faults(faults: Iterable[TextFault]) -> Iterator[Fault]:
    """Faults of a text in the words of the service."""
    for line, column, code, value, known in faults:
        # Some codes are those of rows in JSON too, whose sentences have these blanks.
        yield Fault(
            "unexpected_word" if code == "unknown_word" and not known else code,
            (),
            {
                "line": line,
                "column": column,
                "value": value,
                "known": known,
                "letters": [value],
                "count": value,
                "expected": known,
            },
        )
