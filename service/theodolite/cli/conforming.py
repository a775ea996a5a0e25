"""Holding a service to the test cases."""

import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import click

from theodolite import conformance
from theodolite.conformance import Ask, Reply, Suite

__all__ = ["conform"]

_PATIENCE = 30
"""Seconds to wait for another service."""


@click.command()
@click.argument("url", required=False)
@click.option("--game", help="The game, say misterra.  [default: every game with cases]")
@click.option(
    "--cases",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of a suite of cases.  [default: those of the game]",
)
def conform(url: str | None, game: str | None, cases: Path | None) -> None:
    """Hold the service at URL, or this one, to the test cases and print the statement of each game.

    Exits with 1 if a case fails, with 2 if the cases cannot be read or the service not be asked.
    """
    from http.client import HTTPException

    if url and not url.lower().startswith(("http://", "https://")):
        raise click.BadParameter(f"{url} is no HTTP address.", param_hint="URL")
    suites = conformance.suites()
    if game is not None and game.replace("-", "_") not in suites:
        raise click.BadParameter(f"There are cases of {', '.join(suites)}.", param_hint="--game")
    folders = [cases] if cases else [suites[game.replace("-", "_")]] if game else suites.values()
    ask = _ask_at(url) if url else _ask_here()
    try:
        loaded = [conformance.load(folder) for folder in folders]
    except (OSError, ValueError) as error:
        click.echo(f"The cases cannot be read: {error}", err=True)
        sys.exit(2)
    try:
        failed = sum([_print(suite, ask) for suite in loaded])
    except (OSError, HTTPException) as error:
        click.echo(f"{url} cannot be asked: {error}", err=True)
        sys.exit(2)
    sys.exit(failed > 0)


def _print(suite: Suite, ask: Ask) -> int:
    """Print what becomes of each case; how many fail."""
    counts = Counter[str]()
    for case, faults in conformance.run(suite, ask):
        outcome = "skipped" if case.skip else "failed" if faults else "passed"
        counts[outcome] += 1
        click.echo(f"{case.id:<10} {outcome:<7} {case.title}")
        for reason in [case.skip] if case.skip else faults:
            click.echo(f"{'':<18} {reason}")
    told = ", ".join(f"{counts[outcome]} {outcome}" for outcome in ("passed", "failed", "skipped"))
    click.echo(f"{suite.abbreviation} {suite.version}: {told}")
    return counts["failed"]


def _ask_here() -> Ask:
    from theodolite.web.app import create_app

    client = create_app().test_client()

    def ask(method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        response = client.open(path, method=method, headers=dict(headers), data=body)
        return Reply(response.status_code, dict(response.headers), response.get_json(silent=True))

    return ask


def _ask_at(url: str) -> Ask:
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

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
