"""The commands `score`, `check`, `replay` and so on: one for each operation of the games."""

import sys
from collections.abc import Sequence
from typing import IO, Any

import click

from theodolite.cli import tiwanaku
from theodolite.cli.asking import Service, asking, field, service_options, with_option
from theodolite.cli.options import game_option, known_game, unknown

_FILE = "FILE is a request in JSON, or the table alone, as JSON or as text. - is standard input."
_RECORD = "FILE is the record of a game, in JSON. - is standard input."
_ENDS = "Exits with 1 if the answer is no, 2 if FILE cannot be used, 3 without a service."


def _made(name: str, operation: str, text: str, *members: str) -> click.Command:
    about = _RECORD if members == ("record",) else _FILE
    return asking(name, operation, f"{text}\n\n{about}\n\n{_ENDS}", *members)


@click.command()
@game_option
@click.argument("listed", metavar="[LIST]", required=False)
@service_options
def games(service: Service, game: str | None, listed: str | None) -> None:
    """List the games and their operations.

    With --game it lists the operations with what each does, or a LIST such as rules or rulings.
    """
    from theodolite.web.games import GAMES

    if game is None and listed is None:
        sys.exit(service.print(service.referee.with_raw_response.games, _listed))
    if game is None:
        raise click.UsageError("LIST needs --game.")
    id_ = known_game(game)
    (one,) = (each for each in GAMES if each.segment == id_)
    lists = [each.path[1:] for each in one.operations if each.method == "GET" and each.path]
    if listed and listed not in lists:
        raise click.BadParameter(unknown(listed, lists), param_hint="LIST")
    sys.exit(service.print(getattr(service.game(id_), listed or "operations"), _listed))


def _listed(answer: Any) -> str:
    """Games and operations, a line each; of other lists the sentences."""
    from theodolite_sdk.responses import Game, Operation
    from theodolite_sdk.telling import summarize

    if not isinstance(answer, tuple):
        return str(answer)
    match answer:
        case [Game(), *_]:
            named = ((each.id, each.name, ", ".join(each.operations)) for each in answer)
            return "\n".join(f"{id_:<14} {name}: {operations}" for id_, name, operations in named)
        case [Operation(), *_]:
            return "\n".join(f"{each.name:<16} {each.about}" for each in answer)
    listed = [each.to_dict() for each in answer]
    return summarize({"rulings" if "why" in listed[0] else "listed": listed}).partition("\n")[2]


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--game", required=True, help="The game, say misterra.")
@with_option
@service_options
def photo(service: Service, file: IO[bytes], game: str, fields: Sequence[str]) -> None:
    """Read the board of GAME in the photograph FILE; --with gives a part of the form.

    Exits with 2 if it cannot be read, 3 without a service.
    """
    client, parts = service.game(known_game(game)), dict(map(field, fields))
    board = parts.pop("map", None) or parts.pop("board", None)
    content = file.read()
    try:
        sys.exit(service.print(lambda: client.read_photo(content, board, **parts), name=file.name))
    except TypeError as error:
        raise click.BadParameter(f"{', '.join(parts)}: {error}", param_hint="--with") from error


COMMANDS: Sequence[click.Command] = (
    _made("score", "scores", "Score a table.", "snapshot"),
    _made("check", "legality_checks", "Judge a move at a table.", "snapshot"),
    _made("update", "updates", "Carry out a move unjudged.", "snapshot"),
    _made("actions", "legal_actions", "List what a player may do.", "snapshot"),
    _made("end", "end_checks", "Tell whether the game is over, and why.", "snapshot"),
    _made("replay", "replays", "Judge the record of a game.", "record"),
    _made(
        "review",
        "reviews",
        "Tell what each turn of a record was worth. A * marks those that cost most.",
        "record",
    ),
    _made(
        "dispute",
        "disputes",
        "Tell whether a player can have led from one table to another. FILES are both.",
        *("before", "after"),
    ),
    _made("picture", "pictures", "Draw a table as SVG.", "snapshot"),
    _made("notation", "notations", "Write a table as text.", "snapshot"),
    _made("advise", "advice", "Advise a player of Tiwanaku.", "snapshot"),
    _made("route", "routes", "Plan a route of an explorer of Treasure Hunt.", "snapshot"),
    *tiwanaku.COMMANDS,
    *(games, photo),
)
"""In the order of the help."""
