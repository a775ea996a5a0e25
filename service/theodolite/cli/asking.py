"""The command `ask`: any operation of any game, here or of a service."""

import json
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from theodolite.cli.answering import decoded, file_name, read
from theodolite.cli.options import card_pack_option, language_option, load_card_packs, url_option
from theodolite.cli.printing import coloured
from theodolite.cli.streams import json_text

if TYPE_CHECKING:
    from theodolite.assistants.asking import Reply, Send
    from theodolite.web.game import Game
    from theodolite.web.operations import Operation

_JSON = "application/json"
_BOARD = "text/vnd.theodolite.board"


def _games() -> "dict[str, Game]":
    from theodolite.web.games import GAMES

    return {game.path.rpartition("/")[2]: game for game in GAMES}


def _complete_game(_context: Any, _parameter: Any, begun: str) -> list[str]:
    return [name for name in _games() if name.startswith(begun)]


def _complete_operation(context: click.Context, _parameter: Any, begun: str) -> list[str]:
    game = _games().get(context.params.get("game") or "")
    return [name for name in _operations(game) if name.startswith(begun)] if game else []


def _operations(game: "Game") -> "dict[str, Operation]":
    """The operations of a game whose requests are JSON, and its lists."""
    return {
        each.path[1:]: each
        for each in game.operations
        if each.schema is None or each.media_type == _JSON
    }


@click.command()
@click.argument("game", shell_complete=_complete_game)
@click.argument("operation_name", metavar="OPERATION", shell_complete=_complete_operation)
@click.argument("files", type=click.File("rb"), nargs=-1)
@click.option(
    "--with",
    "fields",
    metavar="NAME=VALUE",
    multiple=True,
    help="A field beside the table, say player=Ann; the value may be JSON.",
)
@click.option("--json", "as_json", is_flag=True, help="Print answers and problems as JSON.")
@language_option
@url_option
@click.option("--api-key", envvar="THEODOLITE_API_KEY", help="The key for the service at --url.")
@card_pack_option
def ask(
    game: str,
    operation_name: str,
    files: Sequence[IO[bytes]],
    *,
    fields: Sequence[str],
    as_json: bool,
    language: str,
    url: str | None,
    api_key: str | None,
    card_packs: Sequence[Path],
) -> None:
    """Ask OPERATION about GAME for each of FILES, such as `ask misterra scores table.txt`.

    OPERATION is the last part of its path, such as scores, disputes or rules. A file
    is its request in JSON, or the table alone, in JSON or as text, with other fields by --with.
    The file - is standard input. Lists need no file. Many answers in JSON are a line each.

    Exits with 1 if a request cannot be judged, with 2 if a file or the service cannot be used.
    """
    from theodolite.assistants.asking import UnreachableError, ask_at, ask_here

    path, is_wrapped = _path(game, operation_name, given=bool(files))
    beside = dict(map(_field, fields))
    send = ask_at(url, api_key) if url else ask_here(load_card_packs(card_packs))
    failed = False
    try:
        for name, body in _bodies(files, progress=len(files) > 1):
            reply = _answered(send, path, body, language, beside, is_wrapped=is_wrapped)
            failed |= reply.status != 200
            if len(files) > 1 and not as_json:
                click.echo(f"{name}:")
            text = (
                _as_json(reply, indent=None if len(files) > 1 else 2)
                if as_json
                else _as_text(send, path, reply, language)
            )
            click.echo(text, err=reply.status != 200 and not as_json)
    except UnreachableError as error:
        raise click.UsageError(str(error)) from error
    sys.exit(failed)


def _field(text: str) -> tuple[str, Any]:
    """The name and the value of an option `--with`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text} is not NAME=VALUE.", param_hint="--with")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _path(game: str, operation_name: str, *, given: bool) -> tuple[str, bool]:
    """The path of an operation, and whether its request has the table in a field `snapshot`.

    Raises:
        click.BadParameter: There is no such game or operation.
        click.UsageError: A file is missing, or one too many.
    """
    games = _games()
    found = games.get(game.replace("_", "-"))
    if found is None:
        raise click.BadParameter(f"Valid games are {', '.join(games)}.", param_hint="GAME")
    operations = _operations(found)
    operation = operations.get(operation_name.replace("_", "-"))
    if operation is None:
        raise click.BadParameter(
            f"Valid operations are {', '.join(operations)}.", param_hint="OPERATION"
        )
    if given != (operation.method == "POST"):
        raise click.UsageError(
            f"{operation_name} takes no file." if given else f"{operation_name} needs a file."
        )
    snapshot = operation.schema and operation.schema.fields.get("snapshot")
    is_wrapped = bool(getattr(snapshot, "required", False))
    return found.path + operation.path, is_wrapped


def _bodies(files: Sequence[IO[bytes]], *, progress: bool) -> Iterator[tuple[str, bytes | None]]:
    """The name and the content of each file; one without a body if there are none."""
    if not files:
        yield "", None
        return
    hidden = not (progress and sys.stderr.isatty())
    with click.progressbar(files, file=sys.stderr, hidden=hidden) as bar:
        for file in bar:
            yield file_name(file), read(file).removeprefix(BOM_UTF8)


def _answered(
    send: "Send",
    path: str,
    body: bytes | None,
    language: str,
    beside: Mapping[str, Any],
    *,
    is_wrapped: bool,
) -> "Reply":
    """The reply to a file: a table as text is read first, and one without its fields gets them."""
    headers = {"Accept-Language": language}
    if body is None:
        return send("GET", path, headers, None)
    if not body.lstrip().startswith((b"{", b"[")):
        text = {**headers, "Content-Type": _BOARD}
        read = send("POST", _boards(path), text, body)
        if read.status != 200 or path == _boards(path):
            return read
        body = read.body
    request = decoded(body)
    if isinstance(request, dict):
        if is_wrapped and "snapshot" not in request:
            request = {"snapshot": request}
        body = json.dumps({**request, **beside}).encode()
    return send("POST", path, {**headers, "Content-Type": _JSON}, body)


def _boards(path: str) -> str:
    """The path of the operation that reads and writes tables of the game of a path."""
    return "/".join([*path.split("/")[:3], "boards"])


def _as_json(reply: "Reply", indent: int | None) -> str | bytes:
    if not reply.media_type.endswith("json"):
        return reply.body.rstrip(b"\n")
    return json_text(json.loads(reply.body), indent)


def _as_text(send: "Send", path: str, reply: "Reply", language: str) -> str | bytes:
    from theodolite.assistants.telling import problem, summarize

    if not reply.media_type.endswith("json") or (reply.status == 200 and path == _boards(path)):
        return _as_json(reply, indent=2)
    document = json.loads(reply.body)
    if reply.status != 200:
        return problem(document)

    def write(table: Any) -> str:
        headers = {"Accept-Language": language, "Content-Type": _JSON}
        return send("POST", _boards(path), headers, json.dumps(table).encode()).body.decode()

    return coloured(summarize(document, write, most_lines=None))
