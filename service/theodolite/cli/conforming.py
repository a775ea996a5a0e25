"""The command `conform`, which holds a service to the test cases, or exports them."""

import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from theodolite.cli.options import unknown
from theodolite.cli.streams import NoServiceError

if TYPE_CHECKING:
    from theodolite.conformance import Ask, Suite


@click.command()
@click.argument("url", required=False)
@click.option("--game", help="The game, say misterra.  [default: every game with cases]")
@click.option(
    "--cases",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of a suite of cases, in TOML or JSON.  [default: those of the game]",
)
@click.option(
    "--export",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the cases as JSON into this folder, a folder for each game, and ask nothing.",
)
@click.option("--report", is_flag=True, help="Print a table of rules instead of every case.")
def conform(
    url: str | None, game: str | None, cases: Path | None, export: Path | None, *, report: bool
) -> None:
    """Hold the service at URL, or this one, to the test cases and print the statement of each game.

    Exits with 1 if a case fails, 2 if the cases cannot be read, 3 if the service is not reached.
    """
    from theodolite.conformance import export_suite, load_suite, suite_folders

    if url and not url.lower().startswith(("http://", "https://")):
        raise click.BadParameter(f"{url} is no HTTP address.", param_hint="URL")
    suites = suite_folders()
    if game is not None and game.replace("-", "_") not in suites:
        raise click.BadParameter(unknown(game, list(suites)), param_hint="--game")
    folders = [cases] if cases else [suites[game.replace("-", "_")]] if game else suites.values()
    try:
        loaded = [load_suite(folder) for folder in folders]
    except (OSError, ValueError) as error:
        click.echo(f"The cases cannot be read: {error}", err=True)
        sys.exit(2)
    if export:
        for suite in loaded:
            export_suite(suite, export / suite.game)
            click.echo(f"{suite.abbreviation} {suite.version}: {export / suite.game}")
        return
    failed = sum([_print(suite, asker(url), report=report) for suite in loaded])
    sys.exit(failed > 0)


def _print(suite: "Suite", ask: "Ask", *, report: bool) -> int:
    """Print the outcome of each case, or of each rule; return how many cases fail."""
    from theodolite.conformance import run

    counts = Counter[str]()
    by_rule: dict[str, Counter[str]] = {}
    for case, faults in run(suite.cases, suite.lists, ask):
        outcome = "skipped" if case.skip else "failed" if faults else "passed"
        counts[outcome] += 1
        for rule in case.covers or [case.place]:
            by_rule.setdefault(rule, Counter())[outcome] += 1
        if report and outcome != "failed":
            continue
        click.echo(f"{case.id:<10} {outcome:<7} {case.title}")
        for reason in [case.skip] if case.skip else faults:
            click.echo(f"{'':<18} {reason}")
    if report:
        click.echo(_table(by_rule))
    summary = ", ".join(f"{counts[each]} {each}" for each in ("passed", "failed", "skipped"))
    click.echo(f"{suite.abbreviation} {suite.version}: {summary}")
    return counts["failed"]


def _table(by_rule: Mapping[str, Counter[str]]) -> str:
    """The rules, or else places in the rulebook, that cases are about, as a table of Markdown."""
    head = ["| rule | passed | failed | skipped |", "| --- | ---: | ---: | ---: |"]
    rows = [
        f"| {rule} | {counts['passed']} | {counts['failed']} | {counts['skipped']} |"
        for rule, counts in sorted(by_rule.items())
    ]
    return "\n".join([*head, *rows])


def asker(url: str | None) -> "Ask":
    """Return a sender of the requests of cases to a service, or to this one; its JSON is read.

    Args:
        url: The address; None for the application in this process.
    """
    from requests import RequestException, Session

    from theodolite.assistants.asking import HERE, PATIENCE, session_here
    from theodolite.conformance import Reply
    from theodolite_sdk.transport import unreachable

    session, address = (Session(), url.rstrip("/")) if url else (session_here(), HERE)

    def ask(method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        try:
            got = session.request(method, address + path, None, body, headers, timeout=PATIENCE)
        except RequestException as error:
            raise NoServiceError(str(unreachable(address, error))) from error
        try:
            answer = got.json()
        except ValueError:
            answer = None
        return Reply(got.status_code, got.headers, answer)

    return ask
