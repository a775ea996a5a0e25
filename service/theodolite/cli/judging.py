"""Judging what is in a file."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from theodolite.cli import printing
from theodolite.cli.asking import Judged, application, asked, judged, name_of
from theodolite.cli.options import card_pack_option, game_option, language_option

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
    with application(card_packs):
        if by_line:
            sys.exit(_score_lines(file, game, language))
        told = judged(name_of(file), file.read(), lambda one: one.scored_by, game, language)
    _print(told, printing.sheet, language, as_json=as_json)


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
    with application(card_packs):
        told = judged(name_of(file), file.read(), lambda _: "replays", game, language)
    _print(told, printing.replay, language, as_json=as_json)
    sys.exit(not told.answer["legal"])


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
            told, operation = asked(line, lambda one: one.scored_by, game)
            answer = operation.answer_to(line, language)
        except Problem as problem:
            failed = True
            refused = msgspec.to_builtins(problem.told(language, told and told.rulebook))
            answer = {**refused, "line": number}
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()
    return failed


def _print(told: Judged, shown: Any, language: str, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(told.answer, indent=2, ensure_ascii=False))
    else:
        click.echo(shown(told.answer, told.game.rulebook, language))
