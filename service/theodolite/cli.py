"""The command `theodolite`."""

import json
import os
import sys
from pathlib import Path
from typing import IO, Any

import click

from theodolite import __version__
from theodolite.rulebook import LANGUAGES

__all__ = ["main"]

_card_pack = click.option(
    "--card-pack",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    envvar="THEODOLITE_CARD_PACK",
    help="A TOML file with the printed faces of presumption cards.",
)


@click.group()
@click.version_option(__version__, prog_name="theodolite")
def main() -> None:
    """The referee for map-making board games."""


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port."
)
@click.option(
    "--workers", default=1, show_default=True, type=click.IntRange(1), help="How many processes."
)
@_card_pack
def serve(host: str, port: int, workers: int, card_pack: Path | None) -> None:
    """Run the service until it is told to stop."""
    from theodolite.web import server

    if card_pack is not None:
        _faces(card_pack)
        os.environ[server.CARD_PACK] = str(card_pack.resolve())
    server.serve(host, port, workers)


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print the answer as the service gives it.")
@click.option(
    "--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], help="The language of texts."
)
@_card_pack
def score(file: IO[bytes], *, as_json: bool, language: str, card_pack: Path | None) -> None:
    """Score the table in FILE, a snapshot of Maps of Misterra in JSON; - reads standard input.

    Exits with 1 if the file holds no possible table, with 2 if it cannot be read.
    """
    from theodolite.web.app import create_app

    client = create_app(_faces(card_pack)).test_client()
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
def openapi() -> None:
    """Print the OpenAPI specification as YAML."""
    from theodolite.web.app import create_app
    from theodolite.web.service import specification_yaml

    click.echo(specification_yaml(create_app()), nl=False)


def _faces(card_pack: Path | None) -> Any:
    from theodolite.web.card_packs import CardPackError, load

    if card_pack is None:
        return None
    try:
        return load(card_pack)
    except (CardPackError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)


def _sheet(answer: dict[str, Any], language: str) -> str:
    """A score sheet for a terminal, the winner first; of the variant only lines that score."""
    from theodolite.web.misterra_bodies import RULEBOOK

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
        lines += [f"  {-item['points']:>4}  Otoma: {item['explanation']}" for item in solo["items"]]
        lines += ["  ----", f"  {solo['total']:>4}  {', '.join(solo['titles'].values())}"]
    else:
        victory = RULEBOOK.words(language, "victory")[answer["decided_by"]]
        lines.append(victory.format(winners=", ".join(answer["winners"])))
    return "\n".join(lines)
