"""The commands `score`, `replay` and `review`, which judge a file."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from theodolite.cli import printing
from theodolite.cli.answering import (
    Answer,
    answer,
    application,
    file_name,
    find_operation,
    is_record,
    read,
)
from theodolite.cli.options import card_pack_option, game_option, language_option
from theodolite.cli.streams import json_text

Command = TypeVar("Command", bound=Callable[..., None])


def _judges_file(command: Command) -> Command:
    """Add the argument and the options of a command that judges a file."""
    for option in (
        card_pack_option,
        language_option,
        click.option("--json", "as_json", is_flag=True, help="Print answers and problems as JSON."),
        game_option,
        click.argument("file", type=click.File("rb")),
    ):
        command = option(command)
    return command


@click.command()
@_judges_file
@click.option(
    "--batch",
    "by_line",
    is_flag=True,
    help="The file has a table on each line; print an answer a line.",
)
def score(
    file: IO[bytes],
    *,
    game: str | None,
    as_json: bool,
    by_line: bool,
    language: str,
    card_packs: Sequence[Path],
) -> None:
    """Score the table in FILE, a snapshot in JSON. - reads standard input.

    Exits with 1 if the table is not possible, with 2 if FILE cannot be read.
    """
    with application(card_packs):
        if by_line:
            sys.exit(_score_lines(file, game, language))
        document = read(file)
        if is_record(document):
            raise click.UsageError(f"{file_name(file)} is the record of a game: use replay.")
        scored = answer(
            file_name(file),
            document,
            lambda one: one.scored_by,
            game,
            language,
            as_json=as_json,
        )
    _print(scored, printing.sheet, language, as_json=as_json)


@click.command()
@_judges_file
def replay(
    file: IO[bytes],
    *,
    game: str | None,
    as_json: bool,
    language: str,
    card_packs: Sequence[Path],
) -> None:
    """Judge the record of a game in FILE, turn by turn. - reads standard input.

    Exits with 1 if a turn is illegal or there is no answer, with 2 if FILE cannot be read.
    """
    judged = _record_answer("replays", file, game, language, card_packs, as_json=as_json)
    _print(judged, printing.replay, language, as_json=as_json)
    sys.exit(not judged.content["legal"])


@click.command()
@_judges_file
def review(
    file: IO[bytes],
    *,
    game: str | None,
    as_json: bool,
    language: str,
    card_packs: Sequence[Path],
) -> None:
    """Tell what each turn of the record in FILE was worth. - reads standard input.

    Says what would have been best, too. A * marks the turns that cost most. A record that stops
    being legal is reviewed up to there.

    Exits with 1 if a turn is illegal or there is no answer, with 2 if FILE cannot be read.
    """
    reviewed = _record_answer("reviews", file, game, language, card_packs, as_json=as_json)
    _print(reviewed, printing.review, language, as_json=as_json)
    if reviewed.content["truncated"]:
        click.echo("The time was up before all turns were weighed.", err=True)
    sys.exit(not reviewed.content["replay"]["legal"])


def _record_answer(
    operation: str,
    file: IO[bytes],
    game: str | None,
    language: str,
    card_packs: Sequence[Path],
    *,
    as_json: bool,
) -> Answer:
    """The answer of an operation about the record in a file."""
    with application(card_packs):
        return answer(
            file_name(file), read(file), lambda _: operation, game, language, as_json=as_json
        )


def _score_lines(file: IO[bytes], game: str | None, language: str) -> bool:
    """Answer each line of a file as it is read; returns whether any could not be judged."""
    import msgspec

    from theodolite.web.problems import Problem

    failed = False
    for number, line in enumerate(file, 1):
        if not line.strip():
            continue
        found = None
        try:
            found, operation = find_operation(line, lambda one: one.scored_by, game)
            response = operation.response_to(line, language)
        except Problem as problem:
            failed = True
            rulebook = found.rulebook if found else None
            refused = msgspec.to_builtins(problem.localized(language, rulebook))
            response = {**refused, "line": number}
        click.echo(msgspec.json.encode(response))
    return failed


def _print(judged: Answer, layout: Any, language: str, *, as_json: bool) -> None:
    if as_json:
        click.echo(json_text(judged.content))
    else:
        text = layout(judged.content, judged.game.rulebook, language)
        click.echo(printing.coloured(text))
