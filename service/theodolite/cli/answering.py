"""Answering a document with an operation of a game, and reporting documents that have no answer."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from theodolite.cli import printing
from theodolite.cli.options import load_card_packs
from theodolite.cli.streams import json_text

if TYPE_CHECKING:
    from theodolite.web.game import Game
    from theodolite.web.operations import Operation


class Answer(NamedTuple):
    """An answer to a document.

    Attributes:
        game: The game of the document.
        content: The answer as plain data.
    """

    game: "Game"
    content: Any


def application(card_packs: Sequence[Path] = ()) -> Any:
    """An application context, in which operations find the card packs."""
    from theodolite.web.app import create_app

    return create_app(load_card_packs(card_packs)).app_context()


def file_name(file: IO[bytes]) -> str:
    """The name of a file in messages."""
    return str(getattr(file, "name", "-"))


def answer(
    name: str,
    document: bytes,
    operation_name: Callable[["Game"], str],
    game: str | None,
    locale: str,
    *,
    as_json: bool = False,
) -> Answer:
    """Answer a document. Prints every fault and exits with 1 if it cannot be judged.

    Args:
        name: The name of the file, for messages.
        document: JSON.
        operation_name: Returns the name of the operation for a game.
        game: The game's id; None to detect it from the document.
        locale: The locale of the texts.
        as_json: Whether to print the problem as JSON, where the answer would be.
    """
    import msgspec

    from theodolite.web.problems import Problem

    found = None
    try:
        found, operation = find_operation(document, operation_name, game)
        response = operation.response_to(document, locale)
    except Problem as problem:
        refused = msgspec.to_builtins(problem.localized(locale, found.rulebook if found else None))
        if as_json:
            click.echo(json_text(refused))
        else:
            click.echo(f"{name}: {printing.problem(refused)}", err=True)
        sys.exit(1)
    return Answer(found, msgspec.to_builtins(response))


def read(file: IO[bytes]) -> bytes:
    """The content of a file.

    Raises:
        click.UsageError: It cannot be read.
    """
    try:
        return file.read()
    except OSError as error:
        raise click.UsageError(f"{file_name(file)}: {error.strerror}") from error


def decoded(document: bytes) -> Any:
    """A document decoded from JSON; None if it is none, which the operation that gets it says."""
    from theodolite.web.decoding import decode_json
    from theodolite.web.problems import Problem

    try:
        return decode_json(document)
    except Problem:
        return None


def is_record(document: bytes) -> bool:
    """Whether a document has all that the record of a game needs."""
    from theodolite.web.games import GAMES

    fields = decoded(document)
    schemas = [each.schema for game in GAMES if (each := game.operation("replays"))]
    return isinstance(fields, dict) and any(
        schema is not None
        and {name for name, field in schema.fields.items() if field.required} <= fields.keys()
        for schema in schemas
    )


def find_operation(
    document: bytes, operation_name: Callable[["Game"], str], game: str | None
) -> tuple["Game", "Operation"]:
    """Find the game of a document, and its operation.

    Raises:
        click.UsageError: No game is given, and none can be detected.
        click.BadParameter: The given game has no such operation.
        Problem: The document is not JSON.
    """
    from theodolite.cli.detection import detect_game
    from theodolite.web.games import GAMES

    known = {
        one.id: (one, operation)
        for one in GAMES
        if (operation := one.operation(operation_name(one))) is not None
    }
    if game is None:
        game = detect_game(document, {id_: operation for id_, (_, operation) in known.items()})
    if game is None:
        raise click.UsageError(f"Which game is it? Give --game {' or '.join(known)}.")
    if game.replace("-", "_") not in known:
        raise click.BadParameter(f"Valid games are {', '.join(known)}.", param_hint="--game")
    return known[game.replace("-", "_")]
