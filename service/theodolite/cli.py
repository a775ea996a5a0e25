"""The command `theodolite`."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from theodolite import __version__
from theodolite.rulebook import LANGUAGES

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from theodolite.conformance import Ask

__all__ = ["main"]

Command = TypeVar("Command", bound=Callable[..., None])

_PATIENCE = 30
"""Seconds to wait for another service."""
_PROBLEM = b'{"type":"/problems/'

_card_pack = click.option(
    "--card-pack",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    envvar="THEODOLITE_CARD_PACK",
    help="A TOML file with the printed faces of presumption cards.",
)


def _setting(name: str, **option: Any) -> Callable[[Command], Command]:
    """An option of the server, which a variable can set too."""
    variable = f"THEODOLITE_{name.upper().replace('-', '_')}"
    shown = option.get("default") not in (None, "")
    return click.option(f"--{name}", envvar=variable, show_default=shown, **option)


@click.group()
@click.version_option(__version__, prog_name="theodolite")
def main() -> None:
    """The referee for map-making board games."""


@main.command()
@_setting("host", default="127.0.0.1", help="The address to listen on.")
@_setting("port", default=8000, type=click.IntRange(1, 65535), help="The port to listen on.")
@_setting("workers", default=1, type=click.IntRange(1), help="How many processes answer.")
@_setting(
    "queue",
    default=128,
    type=click.IntRange(1),
    help="How many requests may be under way in a process; any more are answered 503.",
)
@_setting(
    "api-keys",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with a line for each API key, as `theodolite key` prints it.  [default: open]",
)
@_setting(
    "rate-limit",
    help="How often each key or address may ask a process, say 100/minute.  [default: no limit]",
)
@_setting(
    "cors-origins",
    default="",
    help="Origins of other sites whose pages may ask, with spaces between.  [default: none]",
)
@_setting(
    "trusted-proxies",
    default=0,
    type=click.IntRange(0),
    help="How many proxies stand in front and say for whom they ask.",
)
@_setting(
    "largest-batch",
    type=click.IntRange(1),
    help="The most bytes of a batch.  [default: no limit]",
)
@_card_pack
def serve(
    *,
    host: str,
    port: int,
    workers: int,
    queue: int,
    api_keys: Path | None,
    rate_limit: str | None,
    cors_origins: str,
    trusted_proxies: int,
    largest_batch: int | None,
    card_pack: Path | None,
) -> None:
    """Run the service until it is told to stop.

    Each option can also be set by a variable: --rate-limit by THEODOLITE_RATE_LIMIT, and so on.
    """
    from theodolite.web.serving import server
    from theodolite.web.serving.limits import Limits, LimitsError, load_keys

    try:
        limits = Limits(
            load_keys(api_keys) if api_keys else {},
            rate_limit,
            cors_origins.split(),
            trusted_proxies,
            largest_batch,
        )
    except (LimitsError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    server.serve(host, port, workers, queue=queue, card_pack=_faces(card_pack), limits=limits)


@main.command()
@click.argument("name")
def key(name: str) -> None:
    """Make an API key for NAME, and the line that lets it in for the file of --api-keys."""
    from theodolite.web.serving.limits import LimitsError, new_key

    try:
        fresh, line = new_key(name)
    except LimitsError as error:
        raise click.BadParameter(str(error)) from None
    click.echo(f"key:  {fresh}")
    click.echo(f"line: {line}")


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print the answer as the service gives it.")
@click.option("--batch", "by_line", is_flag=True, help="Answer a table on each line.")
@click.option(
    "--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], help="The language of texts."
)
@_card_pack
def score(
    file: IO[bytes], *, as_json: bool, by_line: bool, language: str, card_pack: Path | None
) -> None:
    """Score the table in FILE, a snapshot of Maps of Misterra in JSON; - reads standard input.

    Exits with 1 if the file holds a table that is not possible, with 2 if it cannot be read.
    """
    from theodolite.web.app import create_app

    client = create_app(_faces(card_pack)).test_client()
    if by_line:
        sys.exit(_score_lines(client, file, language))
    response = client.post(
        "/v1/misterra/scores",
        data=file.read(),
        content_type="application/json",
        headers={"Accept-Language": language},
    )
    answer = response.get_json()
    if response.status_code != 200:
        click.echo(f"{file.name}: {answer['detail']}", err=True)
        for error in answer.get("errors", ()):
            click.echo(f"  {error['pointer'] or '/'}: {error['detail']}", err=True)
        sys.exit(1)
    if as_json:
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
    else:
        click.echo(_sheet(answer, language))


@main.command()
@click.argument("url", required=False)
@click.option("--game", default="misterra", show_default=True, help="The game to judge.")
@click.option(
    "--cases",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of a suite of cases.  [default: those of the game]",
)
def conform(url: str | None, game: str, cases: Path | None) -> None:
    """Hold the service at URL, or this one, to the test cases and print the statement.

    Exits with 1 if a case fails, with 2 if the cases cannot be read or the service not be asked.
    """
    from http.client import HTTPException

    from theodolite import conformance

    if url and not url.startswith(("http://", "https://")):
        raise click.BadParameter(f"{url} is no HTTP address.", param_hint="URL")
    try:
        suite = conformance.load(cases or conformance.suites(game))
    except (OSError, ValueError) as error:
        click.echo(f"The cases cannot be read: {error}", err=True)
        sys.exit(2)
    counts = Counter[str]()
    try:
        for case, faults in conformance.run(suite, _ask_at(url) if url else _ask_here()):
            outcome = "skipped" if case.skip else "failed" if faults else "passed"
            counts[outcome] += 1
            click.echo(f"{case.id:<10} {outcome:<7} {case.title}")
            for reason in [case.skip] if case.skip else faults:
                click.echo(f"{'':<18} {reason}")
    except (OSError, HTTPException) as error:
        click.echo(f"{url} cannot be asked: {error}", err=True)
        sys.exit(2)
    told = ", ".join(f"{counts[outcome]} {outcome}" for outcome in ("passed", "failed", "skipped"))
    click.echo(f"{suite.abbreviation} {suite.version}: {told}")
    sys.exit(counts["failed"] > 0)


def _ask_here() -> "Ask":
    from theodolite.conformance import Reply
    from theodolite.web.app import create_app

    client = create_app().test_client()

    def ask(method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        response = client.open(path, method=method, headers=dict(headers), data=body)
        return Reply(response.status_code, dict(response.headers), response.get_json(silent=True))

    return ask


def _ask_at(url: str) -> "Ask":
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    from theodolite.conformance import Reply

    def ask(method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        request = Request(url.rstrip("/") + path, body, dict(headers), method=method)  # noqa: S310
        try:
            response = urlopen(request, timeout=_PATIENCE)  # noqa: S310
        except HTTPError as error:
            response = error
        with response:
            text = response.read()
        try:
            answer = json.loads(text)
        except ValueError:
            answer = None
        return Reply(response.status, dict(response.headers), answer)

    return ask


@main.command()
def openapi() -> None:
    """Print the OpenAPI specification as YAML."""
    from theodolite.web.app import create_app
    from theodolite.web.site import specification_yaml

    click.echo(specification_yaml(create_app()), nl=False)


def _score_lines(client: "FlaskClient", file: IO[bytes], language: str) -> int:
    """Answer each line of a file as it is read; 1 if one could not be judged."""
    response = client.post(
        "/v1/misterra/scores/batch",
        content_type="application/x-ndjson",
        headers={"Accept-Language": language},
        environ_overrides={"wsgi.input": file, "wsgi.input_terminated": True},
    )
    failed = 0
    for answers in response.iter_encoded():
        sys.stdout.buffer.write(answers)
        sys.stdout.buffer.flush()
        failed |= any(line.startswith(_PROBLEM) for line in answers.splitlines())
    return failed


def _faces(card_pack: Path | None) -> Any:
    from theodolite.web.misterra.cards import CardPackError, load

    if card_pack is None:
        return None
    try:
        return load(card_pack)
    except (CardPackError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)


def _sheet(answer: dict[str, Any], language: str) -> str:
    """A score sheet for a terminal, the winner first; of the variant only lines that score."""
    from theodolite.web.misterra.bodies import RULEBOOK

    lines = []
    for player in sorted(answer["players"], key=lambda player: player["rank"]):
        lines += [f"{player['rank']}. {player['name']}", ""]
        lines += [
            f"  {item['points']:>4}  {item['explanation']}"
            for item in player["items"]
            if item["points"] or item["category"] != "master_cartographers"
        ]
        lines += ["  ----", f"  {player['total']:>4}", ""]
    if solo := answer.get("solo"):
        lines += [f"  {-item['points']:>4}  {item['explanation']}" for item in solo["items"]]
        lines += ["  ----", f"  {solo['total']:>4}  {', '.join(solo['titles'].values())}"]
    else:
        victory = RULEBOOK.words(language, "victory")[answer["decided_by"]]
        lines.append(victory.format(winners=", ".join(answer["winners"])))
    return "\n".join(lines)
