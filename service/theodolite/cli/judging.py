"""Judging what is in a file."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from theodolite.cli.options import card_pack_option, faces
from theodolite.rulebook import LANGUAGES

if TYPE_CHECKING:
    from flask.testing import FlaskClient

__all__ = ["score"]

_PROBLEM = b'{"type":"/problems/'


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print the answer as the service gives it.")
@click.option("--batch", "by_line", is_flag=True, help="Answer a table on each line.")
@click.option(
    "--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], help="The language of texts."
)
@card_pack_option
def score(
    file: IO[bytes], *, as_json: bool, by_line: bool, language: str, card_packs: Sequence[Path]
) -> None:
    """Score the table in FILE, a snapshot of Maps of Misterra in JSON; - reads standard input.

    Exits with 1 if the file holds a table that is not possible, with 2 if it cannot be read.
    """
    from theodolite.web.app import create_app

    client = create_app(faces(card_packs)).test_client()
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
