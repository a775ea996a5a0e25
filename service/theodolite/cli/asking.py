"""Commands that ask an operation, here or of a service, about files."""

import json
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from theodolite.cli.options import (
    api_key_option,
    card_pack_option,
    game_option,
    known_game,
    language_option,
    load_card_packs,
    url_option,
)
from theodolite.cli.streams import json_text

if TYPE_CHECKING:
    from theodolite.web.game import Game
    from theodolite.web.operations import Operation
    from theodolite_sdk import Theodolite
    from theodolite_sdk.errors import Problem

WELL, IS_NO, UNUSABLE, NO_SERVICE = range(4)
"""The exit statuses: answered; an answer that is no; input that cannot be used; no service."""

Layout = Callable[[Any, Any], str]
"""Makes text of a request and its answer."""


@dataclass(frozen=True)
class Service:
    """A service that is asked, and how its answers are shown.

    Attributes:
        referee: A client of it.
        language: The language of the texts.
        as_json: Whether answers and problems are printed as JSON.
    """

    referee: "Theodolite"
    language: str
    as_json: bool

    def game(self, game: str) -> Any:
        """The client of a game, by its id, which returns raw responses."""
        return getattr(self.referee.with_raw_response, game.replace("-", "_"))

    def print(
        self,
        ask: Callable[[], Any],
        text: Callable[[Any], str] = str,
        name: str = "",
        *,
        in_line: bool = False,
    ) -> int:
        """Ask, and print the answer, or why there is none; returns the exit status.

        Args:
            ask: Returns the raw response.
            text: Makes text of an answer that came as JSON.
            name: The name of the file, before a problem.
            in_line: Whether JSON is a line.
        """
        from theodolite_sdk import ProblemError, TheodoliteError

        try:
            raw = ask()
        except ProblemError as error:
            self.print_problem(error.problem, name, in_line=in_line)
            has_service = error.status < HTTPStatus.INTERNAL_SERVER_ERROR and not error.may_pass
            return UNUSABLE if has_service else NO_SERVICE
        except TheodoliteError as error:
            click.echo(f"Error: {error}", err=True)
            return NO_SERVICE
        if not raw.headers["Content-Type"].startswith("application/json"):
            click.echo(raw.content.rstrip(b"\n"))
        elif self.as_json:
            click.echo(json_text(json.loads(raw.content), None if in_line else 2))
        else:
            click.echo(_coloured(text(raw.parsed)))
        return WELL if _is_well(raw.parsed) else IS_NO

    def print_problem(self, problem: "Problem", name: str, *, in_line: bool = False) -> None:
        """Print a problem, and below it every fault."""
        if self.as_json:
            click.echo(json_text(problem.to_dict(), None if in_line else 2))
        else:
            faults = [f"  {fault}" for fault in problem.errors]
            click.echo("\n".join([f"{name}: {problem.detail}", *faults]), err=True)


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
        from theodolite.assistants.asking import referee

        packs = load_card_packs(card_packs)
        asked = referee(url, api_key=api_key, language=language, card_packs=packs)
        command(Service(asked, language, as_json), *arguments, **options)

    asks.__name__, asks.__doc__ = command.__name__, command.__doc__
    made: Callable[..., None] = asks
    for option in (
        card_pack_option,
        api_key_option,
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
        layout: Makes text of an answer; by default the SDK does, and tables become text.
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
        from theodolite_sdk import ProblemError

        beside = dict(map(field, fields))
        beside |= {key: value for key, value in given.items() if value not in (None, False)}
        statuses, many = [], each and len(files) > 1
        for group in [[file] for file in files] if each else [files]:
            try:
                asked = _request(group, members, beside, service.language)
            except ProblemError as error:
                service.print_problem(error.problem, _name(group[0]), in_line=many)
                statuses.append(UNUSABLE)
                continue
            one, operation = _found(asked, operation_name, game)
            if many and not service.as_json:
                click.echo(f"{_name(group[0])}:")
            status = service.print(
                partial(service.game(one.id).ask, operation.path[1:], asked),
                _text_of(layout, asked, getattr(service.referee, one.id)),
                _name(group[0]),
                in_line=many,
            )
            statuses.append(status)
        sys.exit(max(statuses))

    command.__doc__ = text
    files = click.argument("files", type=click.File("rb"), nargs=-1, required=True)
    made: Callable[..., None] = files(game_option(with_option(command)))
    made_command = click.command(name)(made)
    made_command.params += options
    return made_command


def _text_of(layout: Layout | None, request: Any, client: Any) -> Callable[[Any], str]:
    """Return the maker of text of an answer; a service makes text of the table in it."""
    from theodolite_sdk import ProblemError

    def text(answer: Any) -> str:
        if layout:
            return layout(request, answer)
        after = getattr(answer, "after", None)
        if after is None or hasattr(answer, "turns"):
            return str(answer)
        try:
            return f"{answer}\n\n{client.notation(after.to_request())}"
        except ProblemError:
            # A part of a table has no notation.
            return f"{answer}\n\n{after.to_json()}"

    return text


with_option = click.option(
    "--with",
    "fields",
    metavar="NAME=VALUE",
    multiple=True,
    help="A member beside the table, say player=Ann; the value may be JSON.",
)


def field(text: str) -> tuple[str, Any]:
    """The name and the value of an option `--with`.

    Raises:
        click.BadParameter: It has no `=`.
    """
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
    language: str,
) -> dict[str, Any]:
    """The request that files stand for.

    Raises:
        click.UsageError: A file cannot be read, or is of another operation.
        ProblemError: A file is not JSON.
    """
    parts = [_part(file, language) for file in files]
    (first, *_) = parts
    if len(parts) == 1 and isinstance(first, dict):
        if "record" in first and "record" not in members:
            raise click.UsageError(f"{_name(files[0])} is the record of a game: use replay.")
        if members[0] in first:
            return {**first, **beside}
    if len(parts) != len(members):
        raise click.UsageError(f"FILES are a request, or {' and '.join(members)}.")
    return {**dict(zip(members, parts, strict=True)), **beside}


def _part(file: IO[bytes], language: str) -> Any:
    """The content of a file: JSON, or else a table as text."""
    import msgspec

    from theodolite.web.decoding import decode_json, decode_text
    from theodolite.web.problems import Problem
    from theodolite_sdk import ProblemError, errors

    try:
        content = file.read().removeprefix(BOM_UTF8)
        is_json = content.lstrip().startswith((b"{", b"["))
        return decode_json(content) if is_json else decode_text(content)
    except OSError as error:
        raise click.UsageError(f"{_name(file)}: {error.strerror}") from error
    except Problem as problem:
        refused = msgspec.to_builtins(problem.localized(language, None))
        raise ProblemError(msgspec.convert(refused, errors.Problem)) from problem


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
        one = named.get(known_game(game))
        if one is None:
            raise click.BadParameter(
                f"Only {' and '.join(named)} can be asked for {operation_name.replace('_', '-')}.",
                param_hint="--game",
            )
    else:
        schemas = {one: found.schema for one, found in known.items() if found.schema is not None}
        one = detect_game(schemas, request)
        if one is None:
            raise click.UsageError(f"Which game is it? Give --game {' or '.join(named)}.")
    return one, known[one]


def _is_well(answer: object) -> bool:
    """Whether an answer says that all is lawful and possible, or nothing of it."""
    verdicts = (getattr(answer, name, True) for name in ("legal", "possible", "consistent"))
    is_consistent = getattr(answer, "why", None) != "inconsistent"
    is_there = getattr(answer, "disc", True) is not None
    return is_consistent and is_there and all(verdict is not False for verdict in verdicts)


def _coloured(text: str) -> str:
    """A text with its marks in colour; what prints it leaves colours out of files."""
    green, red = click.style("✓", fg="green"), click.style("✗", fg="red")
    return text.replace("✓", green).replace("✗", red)
