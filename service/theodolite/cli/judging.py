"""Judging what is in a file."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from theodolite.cli import printing
from theodolite.cli.options import card_pack_option, faces, game_option, language_option

if TYPE_CHECKING:
    from theodolite.web.operations import Game, Operation

__all__ = ["replay", "score"]

Command = TypeVar("Command", bound=Callable[..., None])


def _asking(command: Command) -> Command:
    """The argument and the options of a command that judges a file."""
    for option in (
        card_pack_option,
        language_option,
        click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON."),
        game_option,
        click.argument("file", type=click.File("rb")),
    ):
        command = option(command)
    return command


@click.command()
@_asking
@click.option("--batch", "by_line", is_flag=True, help="Answer a table on each line.")
def score(
    file: IO[bytes],
    *,
    game: str | None,
    as_json: bool,
    by_line: bool,
    language: str,
    card_packs: Sequence[Path],
) -> None:
    """Score the table in FILE, a snapshot in JSON; - reads standard input.

    Exits with 1 if the file holds a table that is not possible, with 2 if it cannot be read.
    """
    with _application(card_packs):
        if by_line:
            sys.exit(_score_lines(file, game, language))
        judged = _judged(file, lambda told: told.scored_by, game, language)
    _print(judged, printing.sheet, language, as_json=as_json)


@click.command()
@_asking
def replay(
    file: IO[bytes],
    *,
    game: str | None,
    as_json: bool,
    language: str,
    card_packs: Sequence[Path],
) -> None:
    """Judge the record of a game in FILE, turn by turn; - reads standard input.

    Exits with 1 if a turn is illegal or the record cannot be judged, with 2 if it cannot be read.
    """
    with _application(card_packs):
        judged = _judged(file, lambda _: "replays", game, language)
    _print(judged, printing.replay, language, as_json=as_json)
    sys.exit(not judged.answer["legal"])


class _Judged(NamedTuple):
    game: "Game"
    answer: Any


def _application(card_packs: Sequence[Path]) -> Any:
    """What the questions of the games read a card pack from."""
    from theodolite.web.app import create_app

    return create_app(faces(card_packs)).app_context()


def _judged(
    file: IO[bytes], question: Callable[["Game"], str], game: str | None, language: str
) -> _Judged:
    """The answer to the document in a file; exits with 1 and all that is wrong if there is none."""
    import msgspec

    from theodolite.web.problems import Problem

    document = file.read()
    told = None
    try:
        told, operation = _asked(document, question, game)
        return _Judged(told, msgspec.to_builtins(operation.answer_to(document, language)))
    except Problem as problem:
        refused = msgspec.to_builtins(problem.told(language, told and told.rulebook))
        click.echo(f"{file.name}: {printing.problem(refused)}", err=True)
        sys.exit(1)


def _score_lines(file: IO[bytes], game: str | None, language: str) -> bool:
    """Answer each line of a file as it is read; whether one could not be judged."""
    import msgspec

    from theodolite.web.problems import Problem

    failed = False
    for number, line in enumerate(file, 1):
        if not line.strip():
            continue
        told = None
        try:
            told, operation = _asked(line, lambda told: told.scored_by, game)
            answer = operation.answer_to(line, language)
        except Problem as problem:
            failed = True
            refused = msgspec.to_builtins(problem.told(language, told and told.rulebook))
            answer = {**refused, "line": number}
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()
    return failed


def _asked(
    document: bytes, question: Callable[["Game"], str], game: str | None
) -> tuple["Game", "Operation"]:
    """The question to put about a document: of the game that is named, or that it tells itself.

    Raises:
        Problem: it is no JSON.
    """
    from theodolite.cli.telling import told
    from theodolite.web.games import GAMES

    known = {
        one.id: (one, operation)
        for one in GAMES
        if (operation := one.operation(question(one))) is not None
    }
    if game is None:
        game = told(document, {id_: operation for id_, (_, operation) in known.items()})
    if game is None:
        raise click.UsageError(f"Which game is it? Say --game with {' or '.join(known)}.")
    if game.replace("-", "_") not in known:
        raise click.BadParameter(f"Judged are {', '.join(known)}.", param_hint="--game")
    return known[game.replace("-", "_")]


def _print(judged: _Judged, shown: Any, language: str, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(judged.answer, indent=2, ensure_ascii=False))
    else:
        click.echo(shown(judged.answer, judged.game.rulebook, language))
