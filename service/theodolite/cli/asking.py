"""Putting a question of a game to a document, and what to do where there is no answer."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from theodolite.cli import printing
from theodolite.cli.options import faces

if TYPE_CHECKING:
    from theodolite.web.operations import Game, Operation

__all__ = ["Judged", "application", "asked", "judged", "name_of"]


class Judged(NamedTuple):
    """An answer as plain data, and the game that it is about."""

    game: "Game"
    answer: Any


def application(card_packs: Sequence[Path] = ()) -> Any:
    """What the questions of the games read a card pack from."""
    from theodolite.web.app import create_app

    return create_app(faces(card_packs)).app_context()


def name_of(file: IO[bytes]) -> str:
    """The name of a file in messages."""
    return str(getattr(file, "name", "-"))


def judged(
    name: str,
    document: bytes,
    question: Callable[["Game"], str],
    game: str | None,
    language: str,
) -> Judged:
    """The answer to a document; exits with 1 and all that is wrong with it if there is none.

    Args:
        name: that of the file.
        document: JSON.
        question: the name of a game's question.
        game: the game's id; None if the document tells it.
        language: that of the texts.
    """
    import msgspec

    from theodolite.web.problems import Problem

    told = None
    try:
        told, operation = asked(document, question, game)
        answer = operation.answer_to(document, language)
    except Problem as problem:
        refused = msgspec.to_builtins(problem.told(language, told and told.rulebook))
        click.echo(f"{name}: {printing.problem(refused)}", err=True)
        sys.exit(1)
    return Judged(told, msgspec.to_builtins(answer))


def asked(
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
