"""Commands that ask an operation, here or of a service, about files."""

import json
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from theodolite.cli import printing
from theodolite.cli.options import (
    card_pack_option,
    game_option,
    language_option,
    load_card_packs,
    url_option,
)
from theodolite.cli.streams import json_text

if TYPE_CHECKING:
    from theodolite.assistants.asking import Reply, Send
    from theodolite.web.game import Game
    from theodolite.web.operations import Operation

_JSON, _BOARD = "application/json", "text/vnd.theodolite.board"
Layout = Callable[[Any, Any, "Game", str], str]
"""Makes text of a request, its answer, the game and the language."""


class Service(NamedTuple):
    """A service that is asked, and how its answers are shown.

    Attributes:
        send: Sends requests to it.
        language: The language of the texts.
        as_json: Whether answers and problems are printed as JSON.
    """

    send: "Send"
    language: str
    as_json: bool

    def post(self, path: str, body: bytes, kind: str = _JSON) -> "Reply":
        """Its answer to a request."""
        headers = {"Content-Type": kind, "Accept-Language": self.language}
        return self.send("POST", path, headers, body)

    def get(self, path: str) -> "Reply":
        """A list."""
        return self.send("GET", path, {"Accept-Language": self.language}, None)

    def show(
        self, reply: "Reply", text: Callable[[Any], str], name: str = "", *, in_line: bool = False
    ) -> Any:
        """Print an answer, or why there is none; returns the answer, or None.

        Args:
            reply: The response.
            text: Makes text of an answer in JSON.
            name: The name of the file, before a problem.
            in_line: Whether JSON is a line.
        """
        if not reply.media_type.endswith("json"):
            click.echo(reply.body.rstrip(b"\n"))
            return reply.body
        document = json.loads(reply.body)
        if self.as_json:
            click.echo(json_text(document, None if in_line else 2))
        elif reply.status == 200:
            click.echo(printing.coloured(text(document)))
        else:
            click.echo(f"{name}: {printing.problem(document)}", err=True)
        return document if reply.status == 200 else None

    def summary(self, game: "Game", answer: Any) -> str:
        """An answer in the words of assistants, with tables as text."""
        from theodolite.assistants.telling import summarize

        def write(table: Any) -> str:
            body = json.dumps({"snapshot": table}).encode()
            return self.post(f"{game.path}/notations", body).body.decode()

        return summarize(answer, write, most_lines=None)


def service_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a command that asks a service; it is given a `Service`."""

    def asks(
        *arguments: Any,
        language: str,
        url: str | None,
        api_key: str | None,
        card_packs: Sequence[Path],
        as_json: bool,
        **options: Any,
    ) -> None:
        from theodolite.assistants.asking import UnreachableError, ask_at, ask_here

        send = ask_at(url, api_key) if url else ask_here(load_card_packs(card_packs))
        try:
            command(Service(send, language, as_json), *arguments, **options)
        except UnreachableError as error:
            raise click.UsageError(str(error)) from error

    asks.__name__, asks.__doc__ = command.__name__, command.__doc__
    made: Callable[..., None] = asks
    for option in (
        card_pack_option,
        click.option("--api-key", envvar="THEODOLITE_API_KEY", help="The key for --url."),
        url_option,
        language_option,
        click.option("--json", "as_json", is_flag=True, help="Print answers and problems as JSON."),
    ):
        made = option(made)
    return made


def asking(
    name: str,
    operation_name: str,
    text: str,
    *members: str,
    layout: Layout | None = None,
    options: Sequence[click.Option] = (),
) -> click.Command:
    """A command that asks an operation about each of some files.

    Args:
        name: The name of the command.
        operation_name: That of the operation.
        text: The help of the command.
        members: The members of a request that files are: one a request, or all of one request.
        layout: Makes text of an answer; by default its sentences.
        options: Options whose values are members of a request, too.
    """
    each = len(members) == 1

    @service_options
    def command(
        service: Service,
        files: Sequence[IO[bytes]],
        game: str | None,
        fields: Sequence[str],
        **given: Any,
    ) -> None:
        beside = dict(map(_field, fields))
        beside |= {key: value for key, value in given.items() if value not in (None, False)}
        failed, many = False, each and len(files) > 1
        for group in [[file] for file in files] if each else [files]:
            asked = _request(group, members, beside, service)
            if asked is None:
                failed = True
                continue
            one, operation = _found(asked, operation_name, game)
            body = json.dumps(asked).encode()
            reply = service.post(one.path + operation.path, body)
            if many and not service.as_json:
                click.echo(f"{_name(group[0])}:")
            shown = _text_of(layout, service, asked, one)
            answer = service.show(reply, shown, _name(group[0]), in_line=many)
            failed |= answer is None or (isinstance(answer, dict) and not _is_well(answer))
        sys.exit(failed)

    command.__doc__ = text
    files = click.argument("files", type=click.File("rb"), nargs=-1, required=True)
    made: Callable[..., None] = files(game_option(_with_option(command)))
    made_command = click.command(name)(made)
    made_command.params += options
    return made_command


def _text_of(
    layout: Layout | None, service: Service, request: Any, game: "Game"
) -> Callable[[Any], str]:
    if layout is None:
        return lambda answer: service.summary(game, answer)
    return lambda answer: layout(request, answer, game, service.language)


_with_option = click.option(
    "--with",
    "fields",
    metavar="NAME=VALUE",
    multiple=True,
    help="A member beside the table, say player=Ann; the value may be JSON.",
)


def _field(text: str) -> tuple[str, Any]:
    """The name and the value of an option `--with`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text} is not NAME=VALUE.", param_hint="--with")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _name(file: IO[bytes]) -> str:
    return str(getattr(file, "name", "-"))


def _request(
    files: Sequence[IO[bytes]],
    members: Sequence[str],
    beside: Mapping[str, Any],
    service: Service,
) -> dict[str, Any] | None:
    """The request that files stand for; None if one is not JSON, which is printed.

    Raises:
        click.UsageError: A file cannot be read, or is of another operation.
    """
    parts = []
    for file in files:
        part = _part(file, service)
        if part is None:
            return None
        (value,) = part
        parts.append(value)
    (first, *_) = parts
    if len(parts) == 1 and isinstance(first, dict):
        if "record" in first and "record" not in members:
            raise click.UsageError(f"{_name(files[0])} is the record of a game: use replay.")
        if members[0] in first:
            return {**first, **beside}
    if len(parts) != len(members):
        raise click.UsageError(f"FILES are a request, or {' and '.join(members)}.")
    return {**dict(zip(members, parts, strict=True)), **beside}


def _part(file: IO[bytes], service: Service) -> tuple[Any] | None:
    """The content of a file: JSON, or else a table as text."""
    import msgspec

    from theodolite.web.decoding import decode_json, decode_text
    from theodolite.web.problems import Problem

    try:
        content = file.read().removeprefix(BOM_UTF8)
        is_json = content.lstrip().startswith((b"{", b"["))
        return (decode_json(content) if is_json else decode_text(content),)
    except OSError as error:
        raise click.UsageError(f"{_name(file)}: {error.strerror}") from error
    except Problem as problem:
        refused = msgspec.to_builtins(problem.localized(service.language, None))
        if service.as_json:
            click.echo(json_text(refused))
        else:
            click.echo(f"{_name(file)}: {printing.problem(refused)}", err=True)
        return None


def _found(request: Any, operation_name: str, game: str | None) -> "tuple[Game, Operation]":
    """The game that a request is about, and its operation.

    Raises:
        click.UsageError: No game is given, and none can be detected.
        click.BadParameter: The given game has no such operation.
    """
    from theodolite.cli.detection import detect_game
    from theodolite.web.games import GAMES

    known = {one: found for one in GAMES if (found := one.operation(operation_name))}
    named = {one.segment: one for one in known}
    if game is not None:
        one = named.get(game.replace("_", "-"))
        if one is None:
            raise click.BadParameter(f"Valid games are {', '.join(named)}.", param_hint="--game")
    else:
        schemas = {one: found.schema for one, found in known.items() if found.schema is not None}
        one = detect_game(schemas, request)
        if one is None:
            raise click.UsageError(f"Which game is it? Give --game {' or '.join(named)}.")
    return one, known[one]


def _is_well(answer: Mapping[str, Any]) -> bool:
    """Whether an answer says that all is lawful and possible, or nothing of it."""
    verdicts = (answer.get(name, True) for name in ("legal", "possible", "consistent"))
    is_consistent = answer.get("why") != "inconsistent"
    return is_consistent and all(verdict is not False for verdict in verdicts)
