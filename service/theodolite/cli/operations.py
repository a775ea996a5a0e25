"""The commands `score`, `check`, `replay` and so on: one for each operation of the games."""

import json
import sys
from collections.abc import Sequence
from typing import IO, Any

import click

from theodolite.cli import printing, tiwanaku
from theodolite.cli.asking import Layout, Service, asking, service_options
from theodolite.cli.options import game_option

_FILE = "FILE is a request in JSON, or the table alone, as JSON or as text. - is standard input."
_RECORD = "FILE is the record of a game, in JSON. - is standard input."
_ENDS = "Exits with 1 if there is no answer or it is no, with 2 if FILE cannot be used."


def _sheet(_request: Any, answer: Any, game: Any, language: str) -> str:
    return printing.sheet(answer, game.rulebook, language)


def _replay(_request: Any, answer: Any, game: Any, language: str) -> str:
    return printing.replay(answer, game.rulebook, language)


def _review(_request: Any, answer: Any, _game: Any, _language: str) -> str:
    return printing.review(answer)


def _made(
    name: str, operation: str, text: str, *members: str, layout: Layout | None = None
) -> click.Command:
    about = _RECORD if members == ("record",) else _FILE
    return asking(name, operation, f"{text}\n\n{about}\n\n{_ENDS}", *members, layout=layout)


@click.command()
@game_option
@click.argument("listed", metavar="[LIST]", required=False)
@service_options
def games(service: Service, game: str | None, listed: str | None) -> None:
    """List the games, with --game its operations, or a LIST of it such as rules or rulings."""
    path = "/".join(filter(None, ("/v3", game and game.replace("_", "-"), listed)))
    answer = service.show(service.get(path), _listed)
    sys.exit(answer is None)


def _listed(answer: Any) -> str:
    """Games and operations, a line each; of other lists the sentences."""
    from theodolite.assistants.telling import summarize

    if "games" in answer:
        return "\n".join(f"{each['id']:<14} {each['name']}" for each in answer["games"])
    if "operations" in answer:
        return "\n".join(f"{each['name']:<16} {each['about']}" for each in answer["operations"])
    return summarize(answer, json.dumps, most_lines=None)


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--game", required=True, help="The game, say misterra.")
@click.option("--with", "fields", metavar="NAME=VALUE", multiple=True, help="A part of the form.")
@service_options
def photo(service: Service, file: IO[bytes], game: str, fields: Sequence[str]) -> None:
    """Read the board of GAME in the photograph FILE.

    Exits with 1 if it cannot be read, with 2 if FILE cannot be used.
    """
    from werkzeug.test import EnvironBuilder

    form: dict[str, Any] = dict(field.partition("=")[::2] for field in fields)
    sent = EnvironBuilder(method="POST", data={**form, "photo": (file, "photo")})
    kind, body = sent.get_environ()["CONTENT_TYPE"], sent.input_stream
    content = b"" if body is None else body.read()
    reply = service.post(f"/v3/{game.replace('_', '-')}/photos", content, kind)
    sys.exit(service.show(reply, json.dumps) is None)


COMMANDS: Sequence[click.Command] = (
    _made("score", "scores", "Score a table.", "snapshot", layout=_sheet),
    _made("check", "legality_checks", "Judge a move at a table.", "snapshot"),
    _made("update", "updates", "Carry out a move unjudged.", "snapshot"),
    _made("actions", "legal_actions", "List what a player may do.", "snapshot"),
    _made("end", "end_checks", "Tell whether the game is over, and why.", "snapshot"),
    _made("replay", "replays", "Judge the record of a game.", "record", layout=_replay),
    _made(
        "review",
        "reviews",
        "Tell what each turn of a record was worth. A * marks those that cost most.",
        "record",
        layout=_review,
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
